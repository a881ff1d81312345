"""Pairs of examples from a Hadamard matrix in Kivinen and Warmuth 1995: the set B_H, lemmas 5 and 10."""

from __future__ import annotations

from collections.abc import Callable

import z3

from verify.logic.axioms import INNER_PRODUCT, INT, VECTOR, coordinate, dot
from verify.logic.kernel import Theorem
from verify.logic.language import Term
from verify.logic.runs.perceptron import ONE, ZERO, u
from verify.logic.session import Session
from verify.logic.sums import PrefixSum, i, j, n
from verify.logic.vectors import t
from verify.proofs.kivinen1995.sylvester import ORDER, Sylvester, entry, is_row

first, second = (z3.Function(name, INT, VECTOR) for name in ("z1", "z2"))
a_, b_ = z3.Const("a", VECTOR), z3.Const("b", VECTOR)


class HadamardPairs:
    """Definition 9: z_t' = (h_t + 1)/2 and z_t'' = (1 - h_t)/2, then zeros up to n = 2**d + k - 1 attributes.

    Vectors have coordinates here, and a product is the sum over them.
    """

    def __init__(self, session: Session) -> None:
        self.session, k = session, z3.Int("k")
        self.matrix = Sylvester(session)
        self.known = [*session.given("n = 2**d + k - 1", n == ORDER + k - 1), *session.given("k >= 1", k >= 1)]
        self.sum = PrefixSum(
            *(session, "products", [a_, b_], lambda a, b, j: coordinate(a, j) * coordinate(b, j)), kind="inner product"
        )
        self.dot = session.axiom("the dot product", "inner product", INNER_PRODUCT["the dot product"])
        within = z3.And(is_row(t), j >= 0, j < n)
        half = z3.And(
            coordinate(first(t), j) == z3.If(j < ORDER, (entry(t, j) + 1) / 2, ZERO),
            coordinate(second(t), j) == z3.If(j < ORDER, (1 - entry(t, j)) / 2, ZERO),
        )
        self.halves = session.define("Definition 9", z3.ForAll([t, j], z3.Implies(within, half)))

    def identity(self) -> Theorem:
        """z_i'.(z_t' - z_t'') = (h_i.h_t + sum h_t)/2 and z_i''.(z_t' - z_t'') = (sum h_t - h_i.h_t)/2."""
        session, matrix, zero = self.session, self.matrix, z3.IntVal(0)
        upto = z3.If(j < ORDER, j, ORDER)

        def difference(z: Callable[[Term], Term], m: Term) -> Term:
            return self.sum(first(t), z(i), m) - self.sum(second(t), z(i), m)

        products, row = matrix.product(i, t, upto), matrix.product(0, t, upto)
        summed = session.induction(
            "the products of the pairs",
            j,
            z3.Implies(
                z3.And(j <= n, is_row(i), is_row(t)),
                z3.And(difference(first, j) == (products + row) / 2, difference(second, j) == (row - products) / 2),
            ),
            [
                *(self.sum.empty.at(c(t), z(i)) for z in (first, second) for c in (first, second)),
                *(matrix.product.empty.at(a, t) for a in (i, zero)),
            ],
            [
                *(self.sum.further.at(c(t), z(i), j) for z in (first, second) for c in (first, second)),
                *(matrix.product.further.at(a, t, j) for a in (i, zero)),
                *(self.halves.at(i, j), self.halves.at(t, j), matrix.entries.at(zero, j)),
            ],
        )
        whole, sums = matrix.product(i, t, ORDER), matrix.product(0, t, ORDER)
        formula = z3.Implies(
            z3.And(is_row(i), is_row(t)),
            z3.And(
                2 * (dot(first(t), first(i)) - dot(second(t), first(i))) == whole + sums,
                2 * (dot(first(t), second(i)) - dot(second(t), second(i))) == sums - whole,
            ),
        )
        dots = [self.dot.at(c(t), z(i)) for z in (first, second) for c in (first, second)]
        return session.lemma("the identity behind lemma 10", [i, t], formula, [summed.at(n), *dots, *self.known])

    def constant(self) -> Theorem:
        """Lemma 10: for i < t both of pair i have the same product with z_t' and z_t''."""
        same = z3.And(*(dot(first(t), z(i)) == dot(second(t), z(i)) for z in (first, second)))
        formula = z3.Implies(z3.And(t >= 0, t < ORDER, i >= 0, i < t), same)
        by = [self.identity().at(i, t), self.matrix.orthogonal.at(i, t), self.matrix.orthogonal.at(0, t)]
        return self.session.lemma("Lemma 10", [t, i], formula, by)

    def target(self, c: Term) -> Theorem:
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
        return session.lemma("the target on a pair", [t], formula, [*found, self.halves.at(t, c), *self.known])
