"""Finite sums over the coordinates, and the laws of exp and ln, in the proofs."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from functools import cached_property

import sympy
import z3

from verify.logic.axioms import INT, REAL, exp, ln
from verify.logic.calculus import Range
from verify.logic.kernel import Theorem
from verify.logic.language import Formula, Term
from verify.logic.session import Session
from verify.logic.translate import arguments
from verify.logic.vectors import t

i = z3.Int("i")
j = z3.Int("j")
n = z3.Int("n")


def on_coordinates(formula: Formula) -> Formula:
    """Return "for every coordinate i: formula"."""
    return z3.ForAll([i], z3.Implies(z3.And(i >= 0, i < n), formula))


class PrefixSum:
    """The sum of term(*v, j) over j < m, by its recursive definition in m up to ``limit``, v being some variables.

    A sum of integers is ``whole``.
    """

    def __init__(
        self,
        session: Session,
        name: str,
        variables: Sequence[Term],
        term: Callable[..., Term],
        limit: Term = n,
        *,
        kind: str = "definition",
        whole: bool = False,
    ) -> None:
        self.function = z3.Function(name, *(v.sort() for v in variables), INT, INT if whole else REAL)
        empty = self.function(*variables, 0) == 0
        more = self.function(*variables, j + 1) == self.function(*variables, j) + term(*variables, j)
        further = z3.ForAll([*variables, j], z3.Implies(z3.And(j >= 0, j < limit), more))
        self.empty = session.axiom(f"{name} of nothing", kind, z3.ForAll([*variables], empty) if variables else empty)
        self.further = session.axiom(f"{name} with one more", kind, further)

    def __call__(self, *arguments: Term) -> Term:
        """Return the sum, a real number, at the variables' values and a length."""
        value = self.function(*arguments)
        return z3.ToReal(value) if value.sort() == INT else value


class CoordinateSum(PrefixSum):
    """The sum of term(t, i) over coordinates i < j; ``moving`` says whether it depends on t."""

    def __init__(self, session: Session, name: str, term: Callable[..., Term], *, moving: bool = True) -> None:
        self.term, self.moving = term, moving
        super().__init__(session, name, self.at(t), lambda *v: self.one(t, v[-1]))

    def at(self, t: Term) -> list[Term]:
        """Return what the sum depends on, besides how far it goes."""
        return [t] if self.moving else []

    def one(self, t: Term, i: Term) -> Term:
        """Return the i-th summand."""
        return self.term(t, i) if self.moving else self.term(i)

    def __call__(self, *arguments: Term) -> Term:
        """Return the sum at time t over i < j; over all coordinates if j is not given."""
        time, *length = arguments
        return super().__call__(*self.at(time), *(length or [n]))

    def start(self, t: Term) -> Theorem:
        """The sum of nothing is 0."""
        return self.empty.at(*self.at(t)) if self.at(t) else self.empty

    def next(self, t: Term, j: Term) -> Theorem:
        """One more summand."""
        return self.further.at(*self.at(t), j)


def sum_up(
    session: Session,
    name: str,
    formula: Callable[[Term, Term], Formula],
    sums: Iterable[tuple[CoordinateSum, Term]],
    by: Iterable[Theorem] = (),
    when: Formula | None = None,
) -> Theorem:
    """Prove formula(t, j) for all 0 <= j <= n by induction on j, from theorems about the coordinate i = j.

    ``when`` is a condition on t; ``sums`` are the sums that occur, each with its time.
    """
    condition = z3.BoolVal(True) if when is None else when
    invariant = z3.Implies(z3.And(condition, j <= n), formula(t, j))
    pairs = list(sums)
    start, more = [total.start(time) for total, time in pairs], [total.next(time, j) for total, time in pairs]
    proved = session.induction(name, j, invariant, start, [*more, *by])
    return session.kernel.gen(proved.at(j), t, j)


def at_most_the_sum(
    session: Session,
    name: str,
    total: CoordinateSum,
    by: Iterable[Theorem],
    when: Formula | None = None,
    variables: Sequence[Term] = (t, i),
) -> Theorem:
    """Prove that each summand is at most the sum, from ``by``: that of coordinate j is not negative.

    ``when`` is a condition on t.
    """
    inside = z3.And(z3.BoolVal(True) if when is None else when, i >= 0, i < n)
    proved = session.induction(
        name,
        j,
        z3.Implies(z3.And(inside, j <= n), z3.And(total(t, j) >= 0, z3.Implies(i < j, total.one(t, i) <= total(t, j)))),
        [total.start(t)],
        [total.next(t, j), *by],
    )
    whole = z3.Implies(inside, total.one(t, i) <= total(t))
    return session.lemma(f"{name}, of all", [*variables], whole, [proved.at(n)])


class Exponential:
    """What is used of exp and ln: three facts of analysis, and what follows from them."""

    def __init__(self, session: Session) -> None:
        self.session = session
        self.a, self.b = z3.Reals("a_ b_")
        a, b = self.a, self.b
        self.sums = session.fact("exp of a sum", z3.ForAll([a, b], exp(a + b) == exp(a) * exp(b)))
        self.tangent = session.fact("exp is above its tangent", z3.ForAll([a], exp(a) >= 1 + a))
        self.inverse = session.fact("exp undoes ln", z3.ForAll([a], z3.Implies(a > 0, exp(ln(a)) == a)))

    @cached_property
    def positive(self) -> Theorem:
        """exp(a) > 0, and exp(0) = 1."""
        a = self.a
        zero = z3.RealVal(0)
        by = [self.sums.at(a, -a), self.sums.at(zero, zero), self.tangent.at(zero), self.sums.at(a / 2, a / 2)]
        return self.session.lemma("exp is positive", [a], z3.And(exp(a) > 0, exp(zero) == 1), by)

    @cached_property
    def tangents(self) -> Theorem:
        """exp(a) >= exp(b) (1 + a - b): exp is above all of its tangents."""
        a, b = self.a, self.b
        by = [self.sums.at(b, a - b), self.tangent.at(a - b), self.positive.at(b)]
        return self.session.lemma("exp is above its tangents", [a, b], exp(a) >= exp(b) * (1 + a - b), by)

    @cached_property
    def increasing(self) -> Theorem:
        """exp(a) < exp(b) if and only if a < b."""
        a, b = self.a, self.b
        by = [self.tangents.at(a, b), self.tangents.at(b, a), self.positive.at(a)]
        return self.session.lemma("exp is increasing", [a, b], (a < b) == (exp(a) < exp(b)), by)

    @cached_property
    def logarithm(self) -> Theorem:
        """ln(exp(a)) = a."""
        a = self.a
        by = [
            self.inverse.at(exp(a)),
            self.positive.at(a),
            self.increasing.at(a, ln(exp(a))),
            self.increasing.at(ln(exp(a)), a),
        ]
        return self.session.lemma("ln undoes exp", [a], ln(exp(a)) == a, by)

    @cached_property
    def product(self) -> Theorem:
        """ln(a b) = ln a + ln b for a, b > 0."""
        a, b = self.a, self.b
        by = [
            self.inverse.at(a),
            self.inverse.at(b),
            self.sums.at(ln(a), ln(b)),
            self.logarithm.at(ln(a) + ln(b)),
        ]
        return self.session.lemma(
            "ln of a product", [a, b], z3.Implies(z3.And(a > 0, b > 0), ln(a * b) == ln(a) + ln(b)), by
        )

    @cached_property
    def quotient(self) -> Theorem:
        """ln(a / b) = ln a - ln b for a, b > 0."""
        a, b = self.a, self.b
        return self.session.lemma(
            "ln of a quotient",
            [a, b],
            z3.Implies(z3.And(a > 0, b > 0), ln(a / b) == ln(a) - ln(b)),
            [self.product.at(a / b, b)],
        )

    @cached_property
    def ln_increasing(self) -> Theorem:
        """ln(a) < ln(b) if and only if a < b, for a, b > 0; and ln 1 = 0."""
        a, b = self.a, self.b
        one = z3.RealVal(1)
        by = [
            self.inverse.at(a),
            self.inverse.at(b),
            self.increasing.at(ln(a), ln(b)),
            self.logarithm.at(z3.RealVal(0)),
            self.positive.at(a),
        ]
        return self.session.lemma(
            "ln is increasing",
            [a, b],
            z3.And(z3.Implies(z3.And(a > 0, b > 0), (ln(a) < ln(b)) == (a < b)), ln(one) == 0),
            by,
        )

    @cached_property
    def below_tangent(self) -> Theorem:
        """ln(a) <= a - 1 for a > 0."""
        a = self.a
        by = [self.tangent.at(a - 1), self.inverse.at(a), self.increasing.at(a - 1, ln(a))]
        return self.session.lemma("ln is below its tangent", [a], z3.Implies(a > 0, ln(a) <= a - 1), by)

    @cached_property
    def chord(self) -> Theorem:
        """2 X exp(c v) <= (X + v) exp(c X) + (X - v) exp(-c X) where |v| <= X: exp is below its chords."""
        c, v, X = z3.Reals("c_ v_ X_")
        return self.session.lemma(
            "exp is below its chords",
            [c, v, X],
            z3.Implies(z3.And(v <= X, -v <= X), 2 * X * exp(c * v) <= (X + v) * exp(c * X) + (X - v) * exp(-c * X)),
            [self.tangents.at(c * X, c * v), self.tangents.at(-c * X, c * v)],
        )

    @cached_property
    def two_points(self) -> Theorem:
        """Cosh z + mu sinh z <= exp(mu z + z**2 / 2) for |mu| <= 1 and all z."""
        z_, mu_ = sympy.Symbol("z_", real=True), sympy.Symbol("mu_", real=True)
        gap = mu_ * z_ + z_**2 / 2 - sympy.log(sympy.cosh(z_) + mu_ * sympy.sinh(z_))
        on = Range(z_, conditions=((mu_, "<=", 1), (mu_, ">=", -1)))
        logarithmic = self.session.kernel.by_derivatives("two-point form of Lemma A.1, in logarithms", gap, on, 0, 2)
        z, mu = z3.Reals("z_ mu_")
        inside = arguments([logarithmic.at(mu, z).formula], ln)[0]
        mean = (exp(z) + exp(-z)) / 2 + mu * (exp(z) - exp(-z)) / 2
        exponent = mu * z + z * z / 2
        condition = z3.And(mu <= 1, mu >= -1)
        by = [logarithmic.at(mu, z), self.positive.at(z), self.positive.at(-z), self.inverse.at(inside)]
        by += [self.increasing.at(exponent, ln(inside))]
        form = z3.Implies(condition, mean <= exp(exponent))
        return self.session.lemma("two-point form of Lemma A.1", [mu, z], form, by)
