"""Proofs for section 3 of Kivinen and Warmuth 1995: an adversary against every additive learner."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import z3

from bounds import symbols as s
from verify.proofs import readings_more
from verify.proofs.hadamard import ORDER, Columns, PrefixSum, Sylvester, e, entry, is_row, two
from verify.proofs.hadamard import d as power
from verify.proofs.kernel import Formula, Term, Theorem
from verify.proofs.perceptron import ONE, ZERO, Total, count, l, on_trials, u, up_to_the_end, w, x
from verify.proofs.registry import proves
from verify.proofs.session import Session
from verify.proofs.sums import Exponential, i, j, log_arguments, n
from verify.proofs.translate import exp, ln
from verify.proofs.vectors import INT, REAL, VECTOR, InnerProduct, add, dot, scale, t, zero

HALF = z3.RealVal("1/2")
first = z3.Function("z1", INT, VECTOR)
second = z3.Function("z2", INT, VECTOR)
threshold = z3.Function("threshold", INT, REAL)
coefficient = z3.Function("coefficient", INT, INT, REAL)
learned = z3.Function("learned", INT, INT, VECTOR)

POWER = 2**s.d
"""In bounds 2**d is the function two, by its recursion."""


def pairwise_constant() -> Formula:
    """Definition 6: for i < t both examples of pair i have the same product with z_t' and z_t''."""
    same = z3.And(*(dot(z(i), first(t)) == dot(z(i), second(t)) for z in (first, second)))
    return z3.ForAll([t, i], z3.Implies(z3.And(t >= 0, t < l, i >= 0, i < t), same))


class AdditiveRun:
    """Definition 1: w_t = w_1 + the sum of coefficient(t, i) x_i over i < t, x_i an example of pair i.

    ``constant`` says for t and i < t that the products with pair t are the same (definition 6).
    """

    def __init__(self, session: Session, constant: list[Theorem], last: Term = l) -> None:
        self.session = session
        self.space = InnerProduct(session)
        self.constant = constant
        until = z3.And(t >= 0, t <= last)
        nothing = z3.ForAll([t], learned(t, 0) == zero)
        self.nothing = session.define("nothing learned", nothing)
        more = learned(t, j + 1) == add(learned(t, j), scale(coefficient(t, j), x(j)))
        self.more = session.define("learned", z3.ForAll([t, j], z3.Implies(z3.And(until, j >= 0, j < t), more)))
        self.additive = session.define(
            "Definition 1", z3.ForAll([t], z3.Implies(until, w(t) == add(w(0), learned(t, t))))
        )
        self.chosen = session.define("an example of the pair", on_trials(z3.Or(x(t) == first(t), x(t) == second(t))))

    def products(self, vector: Term) -> list[Theorem]:
        """How the products of what is learned grow."""
        space, step = self.space, scale(coefficient(t, j), x(j))
        return [
            space.symmetric.at(learned(t, j + 1), vector),
            space.symmetric.at(learned(t, j), vector),
            space.symmetric.at(x(j), vector),
            space.additive.at(vector, learned(t, j), step),
            space.homogeneous.at(vector, x(j), coefficient(t, j)),
        ]

    def order_kept(self) -> Theorem:
        """w_t.z_t' - w_t.z_t'' = w_1.z_t' - w_1.z_t''."""
        session, space = self.session, self.space
        a, p, q = z3.Reals("a_ p_ q_")
        same = session.lemma("a times the same", [a, p, q], z3.Implies(p == q, a * p == a * q))
        known = [*self.products(first(t)), *self.products(second(t)), *(p.at(t, j) for p in self.constant)]
        kept = session.induction(
            "what is learned has the same product with both of the pair",
            j,
            z3.Implies(z3.And(t >= 0, t < l, j <= t), dot(learned(t, j), first(t)) == dot(learned(t, j), second(t))),
            [
                self.nothing.at(t),
                *(space.null.at(z) for z in (first(t), second(t))),
                *(space.symmetric.at(zero, z) for z in (first(t), second(t))),
            ],
            [
                *known,
                self.more.at(t, j),
                self.chosen.at(j),
                same.at(coefficient(t, j), dot(x(j), first(t)), dot(x(j), second(t))),
            ],
        )
        both = []
        for z in (first(t), second(t)):
            both += [
                space.symmetric.at(w(t), z),
                space.symmetric.at(w(0), z),
                space.symmetric.at(learned(t, t), z),
                space.additive.at(z, w(0), learned(t, t)),
            ]
        formula = z3.Implies(z3.And(t >= 0, t < l), gap(w(t)) == gap(w(0)))
        return session.lemma("the order of a pair is kept", [t], formula, [kept.at(t), self.additive.at(t), *both])


def gap(vector: Term) -> Term:
    """Return vector.z_t' - vector.z_t''."""
    return dot(vector, first(t)) - dot(vector, second(t))


def given_pairs(session: Session) -> list[Theorem]:
    """Return the premise of definition 6."""
    return session.given("pairwise constant", pairwise_constant())


@proves("kw.pairs", readings_more.given_pairs)
def order_of_pairs(session: Session) -> None:
    """What an additive learner has learned has the same product with both examples of a later pair."""
    run = AdditiveRun(session, given_pairs(session))
    change = gap(w(t)) - gap(w(0))
    moved = Total(session, "moved", lambda _: z3.If(change >= 0, change, -change))
    none = session.induction(
        "no ORDER changes",
        t,
        up_to_the_end(moved(t) == 0),
        [moved.start],
        [moved.next.at(t), run.order_kept().at(t)],
    )
    session.conclude(moved(l), [none.at(l), *session.length])


@proves("kw.def6", readings_more.sums_of_pairs)
def sums_of_pairs(session: Session) -> None:
    """The same for sums of chosen examples, with any coefficients."""
    run = AdditiveRun(session, given_pairs(session))
    start = session.define("w at the start", w(0) == zero)
    gaps = Total(session, "gaps", lambda t: z3.If(gap(w(t)) >= 0, gap(w(t)), -gap(w(t))))
    space = run.space
    flat = [p for z in (first(t), second(t)) for p in (space.null.at(z), space.symmetric.at(zero, z))]
    none = session.induction(
        "no sum tells a pair apart",
        t,
        up_to_the_end(gaps(t) == 0),
        [gaps.start],
        [gaps.next.at(t), run.order_kept().at(t), start, *flat],
    )
    session.conclude(gaps(l), [none.at(l), *session.length])


# --- theorem 8 -------------------------------------------------------------------------------------------------------


class Adversary:
    """The adversary of theorem 8 with the target (u, psi): of a pair whose labels differ it shows the positive example
    if the learner says 0 to it, else the negative one; its other examples are the first of their pairs.
    """

    def __init__(self, session: Session, run: AdditiveRun, psi: Term) -> None:
        self.session, self.run, self.psi = session, run, psi
        one, two_ = self.positive(first(t)), self.positive(second(t))
        chosen = z3.If(
            one == two_,
            first(t),
            z3.If(
                one,
                z3.If(self.says_one(t, first(t)), second(t), first(t)),
                z3.If(self.says_one(t, second(t)), first(t), second(t)),
            ),
        )
        self.chosen = session.define("the adversary's example", on_trials(x(t) == chosen))
        self.M = count(session, "mistakes", self.errs)

    def positive(self, z: Term) -> Formula:
        """Return that the target says 1 to z."""
        return dot(u, z) >= self.psi

    @staticmethod
    def says_one(t: Term, z: Term) -> Formula:
        """Return that the learner says 1 to z on trial t."""
        return dot(w(t), z) >= threshold(t)

    def errs(self, t: Term) -> Formula:
        """Return that the learner errs on trial t."""
        return z3.If(self.positive(x(t)), z3.Not(self.says_one(t, x(t))), self.says_one(t, x(t)))

    def differ(self, t: Term, start: Term) -> Formula:
        """Definition 7: (u, psi) tells pair t apart, and w orders it the other way, or not at all."""
        p, q, psi = dot(u, first(t)), dot(u, second(t)), self.psi
        a, b = dot(start, first(t)), dot(start, second(t))
        return z3.Or(z3.And(p > psi, psi > q, a <= b), z3.And(p < psi, psi < q, a >= b))

    def errs_where_different(self) -> Theorem:
        """The learner errs on every trial on which w_1 and the target differ."""
        formula = z3.Implies(z3.And(t >= 0, t < l, self.differ(t, w(0))), self.errs(t))
        by = [self.chosen.at(t), self.run.order_kept().at(t)]
        return self.session.lemma("a mistake where w_1 and the target differ", [t], formula, by)

    def mistakes(self, different: Total) -> Theorem:
        """M >= the number of trials on which w_1 and the target differ."""
        return self.session.induction(
            "as many mistakes as differences",
            t,
            up_to_the_end(self.M(t) >= different(t)),
            [self.M.start, different.start],
            [self.M.next.at(t), different.next.at(t), self.errs_where_different().at(t)],
        )


@proves("kw.thm8", readings_more.given_pairs)
def theorem_8(session: Session) -> None:
    """Where u and w_1 ORDER a pair in different ways the learner treats both examples alike, or the wrong way."""
    run = AdditiveRun(session, given_pairs(session))
    adversary = Adversary(session, run, session.symbol(s.psi))
    different = count(session, "differences", lambda t: adversary.differ(t, w(0)))
    forced = adversary.mistakes(different)
    formula = session.holds(adversary.M(l), {s.D: different.whole(l)})
    session.concluded(session.prove("the claim", formula, [forced.at(l), *session.length]))


# --- B_H -------------------------------------------------------------------------------------------------------------

coordinate = z3.Function("coordinate", VECTOR, INT, REAL)
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
        self.sum = PrefixSum(session, "products", [a_, b_], lambda a, b, j: coordinate(a, j) * coordinate(b, j), n)
        self.dot = session.define("the dot product", z3.ForAll([a_, b_], dot(a_, b_) == self.sum(a_, b_, n)))
        within = z3.And(is_row(t), j >= 0, j < n)
        half = z3.And(
            coordinate(first(t), j) == z3.If(j < ORDER, (entry(t, j) + 1) / 2, ZERO),
            coordinate(second(t), j) == z3.If(j < ORDER, (1 - entry(t, j)) / 2, ZERO),
        )
        self.halves = session.define("Definition 9", z3.ForAll([t, j], z3.Implies(within, half)))

    def _size(self) -> list[Theorem]:
        """Return what is known of n: it is 2**d + k - 1, or d is the largest with room, where the claim has no d."""
        session, k = self.session, z3.Int("k")
        attributes = session.define("attributes", n >= 1)
        literals = session.given("k >= 1", k >= 1)
        given = session.given("n = 2**d + k - 1", n == ORDER + k - 1)
        if s.d not in session.claim.free:
            largest = z3.Implies(k <= n, z3.And(ORDER + k - 1 <= n, n < 2 * ORDER + k - 1))
            given = [session.define("the largest d", largest, "the largest d with 2**d + k - 1 <= n")]
            given += [*session.given("k <= N", k <= n), *session.given("k < N", k < n)]
        return [attributes, *given, *literals]

    @property
    def some(self) -> list[Theorem]:
        """Return d >= 1, which the claim says or which follows from k < n."""
        session = self.session
        given = session.given("d >= 1", power >= 1)
        fewer = session.given("k < N", z3.Int("k") < n)
        by = [*self.known, *fewer, self.matrix.one]
        return given or [session.prove("d >= 1", power >= 1, by)]

    def bound_power(self) -> list[Theorem]:
        """Return that the power 2**floor(log2(N - k + 1)) in the claim's bound is 2**d, for the largest d."""
        session, matrix, bound = self.session, self.matrix, self.session.bound()
        powers = subterms(bound, lambda part: bool(part.decl().eq(exp)))
        floors = subterms(bound, lambda part: bool(part.decl().kind() == z3.Z3_OP_TO_INT))
        if not floors:
            return []
        E, base, top = Exponential(session), z3.RealVal(2), z3.ToReal(ORDER)
        rises = session.prove("ln 2 > 0", ln(base) > 0, [E.ln_increasing.at(ONE, base), E.ln_increasing.at(ONE, ONE)])
        now, after = z3.ToReal(two(e)), z3.ToReal(two(e + 1))
        logs = session.induction(
            "ln 2**e = e ln 2",
            e,
            ln(now) == z3.ToReal(e) * ln(base),
            [
                E.ln_increasing.at(ONE, ONE),
                session.prove("ln 2**0", ln(z3.ToReal(two(0))) == ln(ONE), [matrix.one]),
            ],
            [
                session.prove(
                    "ln of the next power", z3.Implies(e >= 0, ln(after) == ln(base * now)), [matrix.double.at(e)]
                ),
                E.product.at(base, now),
                matrix.power.at(e),
            ],
        )
        room = next(a for a in log_arguments(bound) if not z3.is_rational_value(a))
        next_top = z3.ToReal(two(power + 1))
        by = [*self.size, *session.parameters, matrix.order, matrix.power.at(power), matrix.double.at(power)]
        within = session.prove(
            "2**d <= N - k + 1 < 2**(d + 1)", z3.And(top > 0, next_top > 0, top <= room, room < next_top), by
        )
        log_room = session.prove(
            "d <= log2(N - k + 1) < d + 1",
            z3.And(z3.ToReal(power) * ln(base) <= ln(room), ln(room) < (z3.ToReal(power) + 1) * ln(base)),
            [
                within,
                E.ln_increasing.at(room, top),
                E.ln_increasing.at(room, next_top),
                logs.at(power),
                logs.at(power + 1),
                matrix.order,
            ],
        )
        p, q, v = z3.Reals("p_ q_ v_")
        divide = session.lemma(
            "divide by ln 2",
            [p, q, v],
            z3.Implies(z3.And(q > 0, v * q <= p, p < (v + 1) * q), z3.And(v <= 1 / q * p, 1 / q * p < v + 1)),
        )
        log2 = session.prove("log2", z3.Implies(ln(base) > 0, floors[0].arg(0) == 1 / ln(base) * ln(room)), [rises])
        rounded = session.prove(
            "the floor is d",
            floors[0] == power,
            [
                log_room,
                rises,
                divide.at(ln(room), ln(base), z3.ToReal(power)),
                log2,
            ],
        )
        exponent = session.prove(
            "the exponent is ln 2**d", powers[0].arg(0) == ln(top), [rounded, logs.at(power), matrix.order]
        )
        same = session.prove("the power is 2**d", powers[0] == exp(ln(top)), [exponent])
        return [session.prove("2**floor(log2(N - k + 1)) = 2**d", powers[0] == top, [same, within, E.inverse.at(top)])]

    @property
    def known(self) -> list[Theorem]:
        """What is known of n and d."""
        return [*self.size, self.matrix.order, self.matrix.power.at(power)]

    def identity(self) -> Theorem:
        """z_i'.(z_t' - z_t'') = (h_i.h_t + sum h_t)/2 and z_i''.(z_t' - z_t'') = (sum h_t - h_i.h_t)/2."""
        session, matrix = self.session, self.matrix
        upto = z3.If(j < ORDER, j, ORDER)
        p, q = z3.Reals("p_ q_")
        plus = session.lemma(
            "a summand",
            [p, q],
            z3.And(
                (p + 1) / 2 * ((q + 1) / 2) - (p + 1) / 2 * ((1 - q) / 2) == (p * q + q) / 2,
                (1 - p) / 2 * ((q + 1) / 2) - (1 - p) / 2 * ((1 - q) / 2) == (q - p * q) / 2,
            ),
        )

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
                *self.known,
            ],
            [
                *(self.sum.further.at(z(i), c(t), j) for z in (first, second) for c in (first, second)),
                matrix.product.further.at(i, t, j),
                matrix.row.further.at(t, j),
                self.halves.at(i, j),
                self.halves.at(t, j),
                plus.at(entry(i, j), entry(t, j)),
                *self.known,
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
                [self.sum.empty.at(u, z(t)), *self.known],
                [self.sum.further.at(u, z(t), j), target.at(j), self.halves.at(t, j), *self.known],
            )
            found += [summed.at(n), self.dot.at(u, z(t))]
        formula = z3.Implies(
            z3.And(is_row(t), is_row(c)),
            z3.And(dot(u, first(t)) == (entry(t, c) + 1) / 2, dot(u, second(t)) == (1 - entry(t, c)) / 2),
        )
        room = session.prove("n >= 2**d", n >= ORDER, self.known)
        return [session.lemma("the target on a pair", [t], formula, [*found, self.halves.at(t, c), room, *self.known])]


def power_of_two(session: Session, lhs: Term, by: list[Theorem], name: str = "the claim") -> None:
    """Conclude for a bound in which 2**d stands for two(d)."""
    session.concluded(session.prove(name, session.holds(lhs, {POWER: ORDER}), by))


@proves("kw.lemma10", readings_more.hadamard_pairs)
def lemma_10(session: Session) -> None:
    """h_i.h_t = 0 for i < t, and the entries of h_t sum to 0 unless t is the first row."""
    pairs = HadamardPairs(session)
    matrix = pairs.matrix
    identity, constant = pairs.identity().at(i, t), pairs.constant().at(t, i)
    whole, sums = matrix.product(i, t, ORDER), matrix.row(t, ORDER)
    for z, sign, what in ((first, -1, "z'"), (second, 1, "z''")):
        difference = dot(z(i), first(t)) - dot(z(i), second(t))
        earlier = z3.Implies(z3.And(t >= 0, t < ORDER, i >= 0, i < t), session.holds(difference))
        session.concluded(session.lemma(f"the claim, for {what}", [i, t], earlier, [constant]))
        formula = z3.Implies(z3.And(is_row(i), is_row(t)), session.holds(4 * difference + sign * 2 * whole - 2 * sums))
        session.concluded(session.lemma(f"the claim, the identity for {what}", [i, t], formula, [identity]))


@proves("kw.def4", readings_more.matrix)
def definition_4(session: Session) -> None:
    """Rows that differ in a digit are orthogonal, h_i(t) = h_t(i), and the first row and column are 1."""
    matrix = Sylvester(session)
    rows = z3.And(is_row(i), is_row(t))
    same = z3.If(i == t, z3.ToReal(ORDER), ZERO)
    product = matrix.product(i, t, ORDER)

    def conclude(what: str, formula: Formula, by: list[Theorem]) -> None:
        session.concluded(session.lemma(f"the claim, {what}", [i, t], formula, by))

    conclude("H H' = n I", z3.Implies(rows, session.holds(product - same)), [matrix.orthogonal.at(i, t)])
    flip = z3.Function("flip", INT, REAL)
    signs = session.define(
        "a sign for each column", z3.ForAll([j], z3.Implies(is_row(j), z3.Or(flip(j) == 1, flip(j) == -1)))
    )
    flipped = PrefixSum(
        session,
        "flipped_product",
        [i, t],
        lambda i, t, j: (flip(j) * entry(i, j)) * (flip(j) * entry(t, j)),
        ORDER,
        rows,
    )
    unchanged = session.induction(
        "signs of columns cancel",
        j,
        z3.Implies(z3.And(j <= ORDER, rows), flipped(i, t, j) == matrix.product(i, t, j)),
        [flipped.empty.at(i, t), matrix.product.empty.at(i, t)],
        [flipped.further.at(i, t, j), matrix.product.further.at(i, t, j), signs.at(j)],
    )
    by = [unchanged.at(ORDER), matrix.orthogonal.at(i, t), matrix.power.at(power), matrix.order]
    conclude("the same with other signs of columns", z3.Implies(rows, session.holds(flipped(i, t, ORDER) - same)), by)
    conclude("H = H'", z3.Implies(rows, session.holds(entry(i, t) - entry(t, i))), [matrix.symmetric.at(i, t)])
    ones = z3.And(session.holds(entry(t, 0) - 1), session.holds(entry(0, t) - 1))
    by = [matrix.first.at(t), matrix.symmetric.at(z3.IntVal(0), t), matrix.power.at(power), matrix.order]
    conclude("the first row and column", z3.Implies(rows, ones), by)
    distance = PrefixSum(
        session, "distance", [i, t], lambda i, t, j: z3.If(entry(i, j) == entry(t, j), ZERO, ONE), ORDER, rows
    )
    counted = session.induction(
        "2 D = j - h_i.h_t",
        j,
        z3.Implies(z3.And(j <= ORDER, rows), 2 * distance(i, t, j) == z3.ToReal(j) - matrix.product(i, t, j)),
        [distance.empty.at(i, t), matrix.product.empty.at(i, t)],
        [
            distance.further.at(i, t, j),
            matrix.product.further.at(i, t, j),
            matrix.entries.at(i, j),
            matrix.entries.at(t, j),
        ],
    )
    by = [counted.at(ORDER), matrix.orthogonal.at(i, t), matrix.power.at(power), matrix.order]
    half = session.holds(distance(i, t, ORDER) - z3.ToReal(ORDER) / 2)
    conclude("D(p, q) = n/2", z3.Implies(z3.And(rows, i != t), half), by)


def subterms(term: Term, wanted: Callable[[Term], bool]) -> list[Term]:
    """Return the parts of a term that are wanted."""
    found, open_ = [], [term]
    while open_:
        part = open_.pop()
        found += [part] if wanted(part) else []
        open_ += part.children()
    return found


@proves("kw.lemma5", readings_more.signs)
def lemma_5(session: Session) -> None:
    """On every row but the first half of the columns have the wrong sign, so one column is wrong on half the rows."""
    session.repair("Lemma 5", "the bound is n/2 with n = 2**d, not N/2; and the lemma is false at d = 0")
    matrix = Sylvester(session)
    sign = z3.Function("p", INT, REAL)
    signs = session.define("signs", z3.ForAll([t], z3.Implies(is_row(t), z3.Or(sign(t) == 1, sign(t) == -1))))
    columns = Columns(session, matrix, lambda t: sign(t))
    distance = PrefixSum(
        session, "distance", [i], lambda i, t: z3.If(entry(t, i) == sign(t), ZERO, ONE), ORDER, is_row(i)
    )
    best = columns.best
    a, b = z3.Reals("a_ b_")
    product = session.lemma(
        "signs that differ",
        [a, b],
        z3.Implies(z3.And(z3.Or(a == 1, a == -1), z3.Or(b == 1, b == -1)), (a == b) == (a * b > 0)),
    )
    same = session.induction(
        "D(p, q) counts the rows on which q is wrong",
        t,
        z3.Implies(z3.And(t <= ORDER, is_row(best)), distance(best, t) == columns.column(best, t)),
        [distance.empty.at(best), columns.column.empty.at(best)],
        [
            distance.further.at(best, t),
            columns.column.further.at(best, t),
            signs.at(t),
            matrix.entries.at(t, best),
            product.at(entry(t, best), sign(t)),
        ],
    )
    by = [
        same.at(ORDER),
        columns.half_of_a_column,
        *session.given("d >= 1", power >= 1),
        matrix.power.at(power),
        matrix.order,
    ]
    terms: dict[Any, Any] = {POWER: ORDER, s.N: n}
    session.concluded(session.prove("the claim", session.holds(distance(best, ORDER), terms), by))


# --- theorem 13 ------------------------------------------------------------------------------------------------------


def differences(session: Session, start: Term) -> Total:
    """Return the number of pairs on which a vector and (u, 1/2) differ (definition 7)."""
    p, q = dot(u, first(t)), dot(u, second(t))
    a, b = dot(start, first(t)), dot(start, second(t))
    event = z3.Or(z3.And(p > HALF, q < HALF, a <= b), z3.And(p < HALF, q > HALF, a >= b))
    return count(session, "differences", lambda _: event)


def differ_everywhere(session: Session, pairs: HadamardPairs, start: Term) -> tuple[Total, Theorem]:
    """From the zero vector the target with the first attribute differs on every pair: its entry is 1 on every row."""
    different = differences(session, start)
    space = InnerProduct(session)
    target = pairs.target(z3.IntVal(0))[0].at(t)
    flat = [p for z in (first(t), second(t)) for p in (space.null.at(z), space.symmetric.at(zero, z))]
    trials = session.define("as many trials as pairs", l == ORDER)
    from_zero = [] if start.eq(zero) else session.given("start", start == zero)
    summed = session.induction(
        "they differ on every pair",
        t,
        up_to_the_end(different(t) == z3.ToReal(t)),
        [different.start],
        [different.next.at(t), target, pairs.matrix.first.at(t), *flat, *from_zero, trials, *pairs.known],
    )
    whole = session.prove("2**d differences", different(l) == z3.ToReal(ORDER), [summed.at(l), trials, *pairs.known])
    return different, whole


def differ_on_half(session: Session, pairs: HadamardPairs, start: Term) -> tuple[Total, Theorem]:
    """Lemma 12: a target differs from w where its column has the sign against w.(z_t' - z_t''), so on half the rows."""
    different = differences(session, start)
    g = z3.Function("g", INT, REAL)
    defined = session.define("g", z3.ForAll([t], z3.Implies(is_row(t), g(t) == gap(start))), "w.(z_t' - z_t'')")
    columns = Columns(session, pairs.matrix, lambda t: g(t))
    best = columns.best
    target = pairs.target(best)[0].at(t)
    trials = session.define("as many trials as pairs", l == ORDER)
    a, b = z3.Reals("a_ b_")
    sign = session.lemma(
        "a sign times a number",
        [a, b],
        z3.And(
            z3.Implies(a == 1, (a * b <= 0) == (b <= 0)),
            z3.Implies(a == -1, (a * b <= 0) == (b >= 0)),
        ),
    )
    summed = session.induction(
        "they differ where the column is wrong",
        t,
        z3.Implies(z3.And(t <= ORDER, is_row(best)), different(t) == columns.column(best, t)),
        [different.start, columns.column.empty.at(best)],
        [
            different.next.at(t),
            columns.column.further.at(best, t),
            target,
            trials,
            defined.at(t),
            pairs.matrix.entries.at(t, best),
            sign.at(entry(t, best), g(t)),
        ],
    )
    by = [summed.at(ORDER), columns.half_of_a_column, trials, *pairs.some, *pairs.known]
    whole = session.prove("2**d / 2 differences", 2 * different(l) >= z3.ToReal(ORDER), by)
    return different, whole


@proves("kw.lemma11", readings_more.zero_on_pairs)
@proves("kw.def7", readings_more.zero_on_pairs)
def lemma_11(session: Session) -> None:
    """0 does not ORDER any pair, and e_1 + e_l+1 + ... + e_N tells every pair apart."""
    different, whole = differ_everywhere(session, HadamardPairs(session), zero)
    power_of_two(session, different(l), [whole])


@proves("kw.lemma12", readings_more.start_on_pairs)
def lemma_12(session: Session) -> None:
    """Some column of the matrix has the wrong sign against w on half of the rows."""
    different, whole = differ_on_half(session, HadamardPairs(session), w(0))
    power_of_two(session, different(l), [whole])


def forced(session: Session, pairs: HadamardPairs, different: Total) -> tuple[Total, Theorem]:
    """Return M and M >= the number of differences: theorem 8 with lemma 10."""
    trials = session.define("as many trials as pairs", l == ORDER)
    constant = pairs.constant()
    formula = z3.Implies(z3.And(t >= 0, t < l, i >= 0, i < t), constant.at(t, i).formula.arg(1))
    on_run = session.lemma("Lemma 10, on the trials", [t, i], formula, [constant.at(t, i), trials])
    adversary = Adversary(session, AdditiveRun(session, [on_run]), HALF)
    return adversary.M, adversary.mistakes(different).at(l)


@proves("kw.13a", readings_more.start_on_pairs)
@proves("kw.abstract", readings_more.start_on_pairs)
def theorem_13_any_start(session: Session) -> None:
    """Lemma 12 gives a target that differs from w_1 on half of B_H, and theorem 8 as many mistakes."""
    pairs = HadamardPairs(session)
    different, whole = differ_on_half(session, pairs, w(0))
    M, at_least = forced(session, pairs, different)
    power_of_two(session, M(l), [whole, at_least, *pairs.bound_power(), *session.length])


@proves("kw.13b", readings_more.zero_on_pairs)
@proves("kw.genN", readings_more.zero_on_pairs)
@proves("kw.ellip", readings_more.zero_on_pairs)
def theorem_13_from_zero(session: Session) -> None:
    """Lemma 11 gives a target that differs from 0 on all of B_H, and theorem 8 as many mistakes.

    The ellipsoid method is one of the additive learners: its centre moves by combinations of mistaken examples.
    """
    pairs = HadamardPairs(session)
    different, whole = differ_everywhere(session, pairs, w(0))
    M, at_least = forced(session, pairs, different)
    power_of_two(session, M(l), [whole, at_least, *pairs.bound_power(), *session.length])


# --- the batch setting -------------------------------------------------------------------------------------------

place = z3.Function("place", INT, INT)
held_out = z3.Function("held_out_errors", INT, INT)


@proves("kw.batch", readings_more.batch)
def batch(session: Session) -> None:
    """What is learned from the first half of the pairs has the same product with both of a pair of the second half.

    So both get the same prediction; and exactly one of them is positive, for u.z_t' + u.z_t'' is the number of
    relevant attributes among the first 2**d, which is 1.
    """
    session.repair("the batch setting", "the target has one relevant attribute among the first 2**d")
    pairs = HadamardPairs(session)
    matrix, known, space = pairs.matrix, pairs.known, InnerProduct(session)
    seen = z3.And(place(t) >= 0, 2 * place(t) < ORDER, z3.Or(*(x(t) == z(place(t)) for z in (first, second))))
    training = session.given("training", on_trials(seen))
    start = session.given("start", w(0) == zero)
    nothing = session.define("nothing learned", learned(l, 0) == zero)
    step = scale(coefficient(l, j), x(j))
    grown = z3.Implies(z3.And(j >= 0, j < l), learned(l, j + 1) == add(learned(l, j), step))
    more = session.define("learned", z3.ForAll([j], grown))
    additive = session.define("Definition 1", w(l) == add(w(0), learned(l, l)))
    held = z3.And(is_row(i), 2 * i >= ORDER)
    both = (first(i), second(i))
    flat = [p for z in both for p in (space.null.at(z), space.symmetric.at(zero, z))]
    products = [
        p
        for z in both
        for p in (
            space.additive.at(z, learned(l, j), step),
            space.homogeneous.at(z, x(j), coefficient(l, j)),
            *(space.symmetric.at(a, z) for a in (learned(l, j), learned(l, j + 1), x(j))),
        )
    ]
    a, p, q = z3.Reals("a_ p_ q_")
    times = session.lemma("a times the same", [a, p, q], z3.Implies(p == q, a * p == a * q))
    same = session.induction(
        "what is learned cannot tell a later pair apart",
        j,
        z3.Implies(z3.And(held, j <= l), dot(learned(l, j), both[0]) == dot(learned(l, j), both[1])),
        [nothing, *flat],
        [
            more.at(j),
            *products,
            *(p.at(j) for p in training),
            pairs.constant().at(i, place(j)),
            times.at(coefficient(l, j), dot(x(j), both[0]), dot(x(j), both[1])),
        ],
    )
    ends = [
        p
        for z in both
        for p in (
            space.additive.at(z, w(0), learned(l, l)),
            *(space.symmetric.at(b, z) for b in (w(l), w(0), learned(l, l))),
        )
    ]
    alike = session.lemma(
        "both get the same prediction",
        [i],
        z3.Implies(held, dot(w(l), both[0]) == dot(w(l), both[1])),
        [same.at(l), additive, *start, *ends, *flat, *session.length],
    )
    relevant = z3.Implies(z3.And(j >= 0, j < n), z3.Or(coordinate(u, j) == 0, coordinate(u, j) == 1))
    binary = session.given("disjunction", z3.ForAll([j], relevant))
    ones = z3.Function("ones", INT, REAL)
    magnitude = z3.If(coordinate(u, j) >= 0, coordinate(u, j), -coordinate(u, j))
    counting = [
        session.define("no ones", ones(0) == 0),
        session.define(
            "ones", z3.ForAll([j], z3.Implies(z3.And(j >= 0, j < ORDER), ones(j + 1) == ones(j) + magnitude))
        ).at(j),
    ]
    single = session.given("target", ones(ORDER) == 1)
    upto = z3.If(j < ORDER, j, ORDER)
    sums = [pairs.sum(u, z, j) for z in both]
    split = session.induction(
        "u.z' + u.z'' counts the relevant attributes",
        j,
        z3.Implies(
            z3.And(j <= n, is_row(i)),
            z3.And(sums[0] + sums[1] == ones(upto), *(z3.Or(total == 0, total >= 1) for total in sums)),
        ),
        [*(pairs.sum.empty.at(u, z) for z in both), counting[0], *known],
        [
            *(pairs.sum.further.at(u, z, j) for z in both),
            counting[1],
            pairs.halves.at(i, j),
            matrix.entries.at(i, j),
            *(b.at(j) for b in binary),
            *known,
        ],
    )
    labelled = session.lemma(
        "one of a pair is positive",
        [i],
        z3.Implies(is_row(i), (dot(u, both[0]) >= HALF) == (dot(u, both[1]) < HALF)),
        [split.at(n), *(pairs.dot.at(u, z) for z in both), *single, *known],
    )

    def errs(z: Term) -> Term:
        says_one, positive = dot(w(l), z) >= threshold(l), dot(u, z) >= HALF
        return z3.If(z3.If(positive, z3.Not(says_one), says_one), z3.IntVal(1), z3.IntVal(0))

    half = two(power - 1)
    row = half + j
    tested = held_out(j + 1) == held_out(j) + errs(first(row)) + errs(second(row))
    errors = [
        session.define("no tests", held_out(0) == 0),
        session.define("errors on the second half", z3.ForAll([j], z3.Implies(z3.And(j >= 0, j < half), tested))).at(j),
    ]
    some = pairs.some
    counted = session.induction(
        "one error a pair",
        j,
        z3.Implies(j <= half, held_out(j) == j),
        [errors[0]],
        [errors[1], alike.at(row), labelled.at(row), matrix.even, *some, matrix.power.at(power - 1)],
    )
    by = [counted.at(half), matrix.even, *some, matrix.power.at(power - 1)]
    power_of_two(session, z3.ToReal(held_out(half)), by)
