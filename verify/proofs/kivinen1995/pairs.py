"""Pairs of examples from a Hadamard matrix in Kivinen and Warmuth 1995: the set B_H, lemmas 5 and 10."""

from __future__ import annotations

from collections.abc import Callable

import z3

from bounds import symbols as s
from verify.proofs.engine.axioms import INNER_PRODUCT, coordinate, exp, ln
from verify.proofs.engine.kernel import Theorem
from verify.proofs.engine.language import Formula, Term
from verify.proofs.engine.session import Session
from verify.proofs.engine.sums import Exponential, i, j, log_arguments, n
from verify.proofs.engine.terms import applications, in_the_bound, parts
from verify.proofs.engine.vectors import INT, VECTOR, dot, t
from verify.proofs.kivinen1995.sylvester import ORDER, PrefixSum, Sylvester, e, entry, is_row, two
from verify.proofs.kivinen1995.sylvester import d as power
from verify.proofs.runs.perceptron import ONE, ZERO, u

POWER = 2**s.d
"""In bounds 2**d is the function two, by its recursion."""

first, second = (z3.Function(name, INT, VECTOR) for name in ("z1", "z2"))
a_, b_ = z3.Const("a", VECTOR), z3.Const("b", VECTOR)


class HadamardPairs:
    """Definition 9: z_t' = (h_t + 1)/2 and z_t'' = (1 - h_t)/2, then zeros up to n >= 2**d + k - 1 attributes.

    Vectors have coordinates here, and a product is the sum over them.
    """

    def __init__(self, session: Session) -> None:
        self.session = session
        self.matrix = Sylvester(session)
        self.k = session.symbol(s.k)
        self.size = self._size()
        product = PrefixSum(
            *(session, "products", [a_, b_], lambda a, b, j: coordinate(a, j) * coordinate(b, j), n),
            kind="inner product",
        )
        self.sum = product
        self.dot = session.axiom("the dot product", "inner product", INNER_PRODUCT["the dot product"])
        within = z3.And(is_row(t), j >= 0, j < n)
        half = z3.And(
            coordinate(first(t), j) == z3.If(j < ORDER, (entry(t, j) + 1) / 2, ZERO),
            coordinate(second(t), j) == z3.If(j < ORDER, (1 - entry(t, j)) / 2, ZERO),
        )
        self.halves = session.define("Definition 9", z3.ForAll([t, j], z3.Implies(within, half)))

    def _size(self) -> list[Theorem]:
        """Return what is known of n: it is 2**d + k - 1, or d is the largest with room, where the claim has no d."""
        session, k = self.session, z3.Int("k")
        literals = session.given("k >= 1", k >= 1)
        given = session.given("n = 2**d + k - 1", n == ORDER + k - 1)
        if s.d not in session.claim.free:
            given = [self._largest(), *session.given("k <= N", k <= n), *session.given("k < N", k < n)]
        return [*given, *literals]

    def _largest(self) -> Theorem:
        """Choose d so that 2**d + k - 1 <= n, and 2**(d + 1) + k - 1 is not: some d is the last, as 2**e > e."""
        session, matrix, k = self.session, self.matrix, z3.Int("k")
        room = n - k + 1

        def last(e: Term) -> Formula:
            return z3.Implies(two(e) <= room, two(e + 1) <= room)

        chosen = session.kernel.choose("the largest d", [], power, e, last(e), within=(z3.IntVal(0), room))
        above = session.induction("2**e > e", e, two(e) >= e + 1, [matrix.one], [matrix.double.at(e)])
        endless = session.induction(
            "without a largest d there is room for every power",
            e,
            z3.Implies(z3.And(k <= n, last(power), e <= room), two(e) <= room),
            [matrix.one],
            [chosen.at(e)],
        )
        formula = z3.Implies(k <= n, z3.And(ORDER + k - 1 <= n, n < 2 * ORDER + k - 1))
        by = [endless.at(room), above.at(room), matrix.double.at(power), matrix.order]
        return session.prove("2**d + k - 1 <= n < 2**(d + 1) + k - 1", formula, by)

    @property
    def some(self) -> list[Theorem]:
        """Return d >= 1, which the claim says or which follows from k < n."""
        session = self.session
        given = session.given("d >= 1", power >= 1)
        by = [*self.known, self.matrix.one]
        return given or [*by]

    def bound_power(self) -> list[Theorem]:
        """Return that the power 2**floor(log2(N - k + 1)) in the claim's bound is 2**d, for the largest d."""
        session, matrix, bound = self.session, self.matrix, self.session.bound()
        powers = applications(bound, exp)
        floors = parts(bound, lambda part: bool(part.decl().kind() == z3.Z3_OP_TO_INT))
        if not floors:
            return []
        E, base, top = Exponential(session), z3.RealVal(2), z3.ToReal(ORDER)
        now = z3.ToReal(two(e))
        logs = session.induction(
            "ln 2**e = e ln 2",
            e,
            ln(now) == z3.ToReal(e) * ln(base),
            [E.ln_increasing.at(ONE, ONE), matrix.one],
            [matrix.double.at(e), E.product.at(base, now), matrix.power.at(e)],
        )
        of_parameters = [a for a in log_arguments(bound) if not z3.is_rational_value(a)]
        room = in_the_bound(of_parameters, "a logarithm of parameters")[0]
        next_top = z3.ToReal(two(power + 1))
        by = [*self.size, *session.parameters, matrix.order, matrix.double.at(power)]
        within = session.prove(
            "2**d <= N - k + 1 < 2**(d + 1)", z3.And(top > 0, next_top > 0, top <= room, room < next_top), by
        )
        rounded = session.prove(
            "the floor is d",
            floors[0] == power,
            [
                within,
                E.ln_increasing.at(room, top),
                E.ln_increasing.at(room, next_top),
                logs.at(power),
                logs.at(power + 1),
                matrix.order,
            ],
        )
        exponent = session.prove(
            "the exponent is ln 2**d", powers[0].arg(0) == ln(top), [rounded, logs.at(power), matrix.order]
        )
        return [exponent, within, E.inverse.at(top)]

    @property
    def known(self) -> list[Theorem]:
        """What is known of n and d."""
        return [*self.size, self.matrix.order, self.matrix.power.at(power)]

    def identity(self) -> Theorem:
        """z_i'.(z_t' - z_t'') = (h_i.h_t + sum h_t)/2 and z_i''.(z_t' - z_t'') = (sum h_t - h_i.h_t)/2."""
        session, matrix = self.session, self.matrix
        upto = z3.If(j < ORDER, j, ORDER)

        def difference(z: Callable[[Term], Term], m: Term) -> Term:
            return self.sum(z(i), first(t), m) - self.sum(z(i), second(t), m)

        products, row = matrix.product(i, t, upto), matrix.row(t, upto)
        summed = session.induction(
            "the products of the pairs",
            j,
            z3.Implies(
                z3.And(j <= n, is_row(i), is_row(t)),
                z3.And(difference(first, j) == (products + row) / 2, difference(second, j) == (row - products) / 2),
            ),
            [
                *(self.sum.empty.at(z(i), c(t)) for z in (first, second) for c in (first, second)),
                matrix.product.empty.at(i, t),
                matrix.row.empty.at(t),
            ],
            [
                *(self.sum.further.at(z(i), c(t), j) for z in (first, second) for c in (first, second)),
                matrix.product.further.at(i, t, j),
                matrix.row.further.at(t, j),
                self.halves.at(i, j),
                self.halves.at(t, j),
            ],
        )
        whole, sums = matrix.product(i, t, ORDER), matrix.row(t, ORDER)
        formula = z3.Implies(
            z3.And(is_row(i), is_row(t)),
            z3.And(
                2 * (dot(first(i), first(t)) - dot(first(i), second(t))) == whole + sums,
                2 * (dot(second(i), first(t)) - dot(second(i), second(t))) == sums - whole,
            ),
        )
        dots = [self.dot.at(z(i), c(t)) for z in (first, second) for c in (first, second)]
        return session.lemma("the identity behind lemma 10", [i, t], formula, [summed.at(n), *dots, *self.known])

    def constant(self) -> Theorem:
        """Lemma 10: for i < t both of pair i have the same product with z_t' and z_t''."""
        same = z3.And(*(dot(z(i), first(t)) == dot(z(i), second(t)) for z in (first, second)))
        formula = z3.Implies(z3.And(t >= 0, t < ORDER, i >= 0, i < t), same)
        by = [self.identity().at(i, t), self.matrix.orthogonal.at(i, t), self.matrix.row_sum.at(t)]
        return self.session.lemma("Lemma 10", [t, i], formula, by)

    def target(self, c: Term) -> list[Theorem]:
        """Take u to be the target with attribute c < 2**d and the k - 1 from 2**d on; return u.z_t' and u.z_t''."""
        session = self.session
        relevant = z3.Or(j == c, z3.And(j >= ORDER, j < ORDER + z3.Int("k") - 1))
        entries = z3.Implies(z3.And(j >= 0, j < n), coordinate(u, j) == z3.If(relevant, ONE, ZERO))
        target = session.define("the target", z3.ForAll([j], entries))
        found = []
        for z in (first, second):
            seen = coordinate(z(t), c)
            summed = session.induction(
                f"u.{z(t).decl().name()} is one coordinate",
                j,
                z3.Implies(z3.And(j <= n, is_row(t), is_row(c)), self.sum(u, z(t), j) == z3.If(c < j, seen, ZERO)),
                [self.sum.empty.at(u, z(t))],
                [self.sum.further.at(u, z(t), j), target.at(j), self.halves.at(t, j)],
            )
            found += [summed.at(n), self.dot.at(u, z(t))]
        formula = z3.Implies(
            z3.And(is_row(t), is_row(c)),
            z3.And(dot(u, first(t)) == (entry(t, c) + 1) / 2, dot(u, second(t)) == (1 - entry(t, c)) / 2),
        )
        return [session.lemma("the target on a pair", [t], formula, [*found, self.halves.at(t, c), *self.known])]


def power_of_two(session: Session, lhs: Term, by: list[Theorem]) -> None:
    """Conclude for a bound in which 2**d stands for two(d)."""
    session.concluded(session.prove("the claim", session.holds(lhs, {POWER: ORDER}), by))
