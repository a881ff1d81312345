"""Relative entropy where weights are multiplied by exp(c x_i) and scaled to their sum: Lemma A.1 of Bylander 1998.

Weights w_i > 0 and u_i >= 0 both sum to U, and |x_i| <= X. Then ln(Z/U) <= c w.x/U + c**2 X**2/2 for the sum Z of
w_i exp(c x_i) (Hoeffding's lemma, by chords and the two-point form), and so

    d(u, w) - d(u, w') >= c (u.x - w.x) - U c**2 X**2/2.

All of it rests on three laws of exp.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import cached_property

import z3

from verify.logic.axioms import exp, ln
from verify.logic.kernel import Theorem
from verify.logic.language import Term
from verify.logic.runs.coordinates import coordinate, on_a_trial_and_coordinate, u, w, x
from verify.logic.runs.perceptron import START, TIME, TRIAL, ZERO, on_a_trial
from verify.logic.session import Session
from verify.logic.sums import CoordinateSum, Exponential, at_most_the_sum, i, j, n, sum_up
from verify.logic.vectors import t


class Entropies:
    """The weights of a run, t any trial of it; ``rate`` is the c of a trial.

    Who builds on it says what is known: that U > 0 and n >= 1 (``signs``), that u sums to U (``total``), that w_i is
    positive and w_t sums to U (``of_weight``) and how it is updated (``of_update``), that |x_i| <= X (``of_example``)
    and u_i >= 0 (``of_comparator``), and that ``first_weights`` are equal.
    """

    first_weights: Theorem
    signs: list[Theorem]
    total: list[Theorem]
    of_update: Callable[[Term], Theorem]
    of_weight: Callable[[Term], list[Theorem]]
    of_example: Callable[[Term], list[Theorem]]
    of_comparator: Callable[[Term], list[Theorem]]

    def __init__(
        self, session: Session, U: Term, X: Term, rate: Callable[[Term], Term], ux: CoordinateSum, size: CoordinateSum
    ) -> None:
        self.session, self.E = session, Exponential(session)
        self.U, self.X, self.rate, self.c, self.ux, self.size = U, X, rate, rate(t), ux, size
        self.n = session.count("n", n >= 1)
        self.wx = CoordinateSum(session, "wx", lambda t, i: w(t, i) * x(t, i))
        self.weight = CoordinateSum(session, "sum_w", w)
        self.partition = CoordinateSum(session, "partition", lambda t, i: w(t, i) * exp(rate(t) * x(t, i)))
        self.entropy = CoordinateSum(session, "entropy_to_w", lambda t, i: u(i) * (ln(u(i)) - ln(w(t, i))))

    @property
    def mu(self) -> Term:
        """The mean of the x_i."""
        return self.wx(t) / self.U

    @property
    def exponent(self) -> Term:
        """What ln(Z/U) is at most."""
        return self.mu * self.c + self.c * self.c * self.X * self.X / 2

    # --- Lemma A.1 ---------------------------------------------------------------------------------------------------

    @cached_property
    def positive_partition(self) -> Theorem:
        """Z > 0 on every trial."""
        session, factor = self.session, self.E.positive
        by = [*self.of_weight(j), factor.at(self.c * x(t, j))]
        member = at_most_the_sum(session, "a part of Z is at most Z", self.partition, by, TRIAL)
        by = [member.at(t, START), *self.of_weight(START), factor.at(self.c * x(t, START)), self.n]
        return session.lemma("Z > 0", [t], on_a_trial(self.partition(t) > 0), by)

    @cached_property
    def chords(self) -> Theorem:
        """As exp is below its chords, Z <= A sum w + B w.x with A = cosh(c X) and B = sinh(c X)/X."""
        session, (c, v, X) = self.session, z3.Reals("c_ v_ X_")
        A, B = chord(c, X)
        within = z3.And(v <= X, -v <= X)
        below = session.lemma(
            "the chord of exp", [c, v, X], z3.Implies(within, exp(c * v) <= A + B * v), [self.E.chord.at(c, v, X)]
        )
        A, B = chord(self.c, self.X)
        one = session.lemma(
            "the chord on one coordinate",
            [t, j],
            on_a_trial_and_coordinate(w(t, j) * exp(self.c * x(t, j)) <= A * w(t, j) + B * (w(t, j) * x(t, j)), j),
            [below.at(self.c, x(t, j), self.X), *self.of_weight(j), *self.of_example(j)],
        )
        return sum_up(
            session,
            "the chords, summed",
            lambda t, j: self.partition(t, j) <= A * self.weight(t, j) + B * self.wx(t, j),
            [(self.partition, t), (self.wx, t), (self.weight, t)],
            [one.at(t, j)],
            TRIAL,
        )

    @cached_property
    def mean(self) -> Theorem:
        """|mu| <= X, mu = w.x/U."""
        session, X = self.session, self.X
        summed = sum_up(
            session,
            "|w.x| <= X sum w",
            lambda t, j: z3.And(self.wx(t, j) <= X * self.weight(t, j), -self.wx(t, j) <= X * self.weight(t, j)),
            [(self.wx, t), (self.weight, t)],
            [*self.of_weight(j), *self.of_example(j)],
            TRIAL,
        )
        within = on_a_trial(z3.And(self.mu <= X, -self.mu <= X, self.mu * self.U == self.wx(t)))
        by = [summed.at(t, n), *self.of_weight(START), *self.signs]
        return session.lemma("|mu| <= X", [t], within, by)

    @cached_property
    def two_points(self) -> Theorem:
        """Cosh(c X) + sinh(c X) m/X <= exp(c m + c**2 X**2/2) for |m| <= X."""
        session, E, (c, m, X) = self.session, self.E, z3.Reals("c_ m_ X_")
        A, B = chord(c, X)
        z, most = c * X, exp(m * c + c * c * X * X / 2)
        within = z3.And(m <= X, -m <= X)
        form, by = z3.Implies(within, A + B * m <= most), [E.two_points.at(m / X, z)]
        return session.lemma("the two-point form at c X", [c, m, X], form, by)

    @cached_property
    def lemma_a1(self) -> Theorem:
        """ln Z <= ln U + mu c + c**2 X**2/2 on every trial."""
        session, E, U, e = self.session, self.E, self.U, self.exponent
        below = session.lemma(
            "Z <= U exp(...)",
            [t],
            on_a_trial(self.partition(t) <= U * exp(e)),
            [
                *(self.chords.at(t, n), self.mean.at(t), self.two_points.at(self.c, self.mu, self.X)),
                *(*self.of_weight(START), *self.signs),
            ],
        )
        return session.lemma(
            "Lemma A.1",
            [t],
            on_a_trial(ln(self.partition(t)) <= ln(U) + e),
            [
                *(below.at(t), self.positive_partition.at(t)),
                *(E.positive.at(e), E.product.at(U, exp(e)), E.logarithm.at(e)),
                E.ln_increasing.at(U * exp(e), self.partition(t)),
            ],
        )

    # --- the relative entropy ----------------------------------------------------------------------------------------

    @cached_property
    def parts(self) -> Theorem:
        """On every trial d(u, w) - d(u, w') = c u.x + sum u (ln U - ln Z)."""
        session, E, U, Z = self.session, self.E, self.U, self.partition(t)
        e = self.c * x(t, i)
        one = session.lemma(
            "the logarithm of an updated weight",
            [t, i],
            on_a_trial_and_coordinate(ln(w(t + 1, i)) == ln(U) + ln(w(t, i)) + e - ln(Z)),
            [
                *(self.of_update(i), *self.of_weight(i), self.positive_partition.at(t), *self.signs),
                *(E.positive.at(e), E.logarithm.at(e), E.quotient.at(U * w(t, i) * exp(e), Z)),
                *(E.product.at(U * w(t, i), exp(e)), E.product.at(U, w(t, i))),
            ],
        )
        return sum_up(
            session,
            "the drop of the relative entropy",
            lambda t, j: (
                self.entropy(t, j) - self.entropy(t + 1, j)
                == self.c * self.ux(t, j) + self.size(t, j) * (ln(U) - ln(Z))
            ),
            [(self.entropy, t), (self.entropy, t + 1), (self.ux, t), (self.size, t)],
            [one.at(t, j)],
            TRIAL,
        )

    @cached_property
    def drop(self) -> Theorem:
        """On every trial d(u, w) - d(u, w') >= c (u.x - w.x) - U c**2 X**2/2."""
        most = self.c * self.c * self.U * self.X * self.X / 2
        formula = self.c * (self.ux(t) - self.wx(t)) <= self.entropy(t) - self.entropy(t + 1) + most
        by = [self.parts.at(t, n), self.lemma_a1.at(t), *self.total, *self.signs]
        return self.session.lemma("what an update does to the relative entropy", [t], on_a_trial(formula), by)

    @cached_property
    def not_negative(self) -> Theorem:
        """Gibbs' inequality: d(u, w) >= 0 before every trial and after the last."""
        session, E = self.session, self.E
        a, b = z3.Reals("a_ b_")
        gibbs = session.lemma(
            "Gibbs' inequality for one coordinate",
            [a, b],
            z3.Implies(z3.And(a >= 0, b > 0), a * (ln(a) - ln(b)) >= a - b),
            [E.below_tangent.at(b / a), E.quotient.at(b, a)],
        )
        summed = sum_up(
            session,
            "Gibbs' inequality",
            lambda t, j: self.entropy(t, j) >= self.size(t, j) - self.weight(t, j),
            [(self.entropy, t), (self.size, t), (self.weight, t)],
            [gibbs.at(u(j), w(t, j)), *self.of_weight(j), *self.of_comparator(j)],
            TIME,
        )
        by = [summed.at(t, n), *self.of_weight(START), *self.total, *self.signs]
        return session.lemma("d(u, w) >= 0", [t], z3.Implies(TIME, self.entropy(t) >= 0), by)

    @cached_property
    def at_the_start(self) -> list[Theorem]:
        """At the start, where w_i = U/n, d(u, w) <= U ln n."""
        session, E, U, N = self.session, self.E, self.U, z3.ToReal(n)
        member = at_most_the_sum(session, "u_i is at most the sum", self.size, self.of_comparator(j), variables=(i,))
        first = w(START, i)
        one = session.lemma(
            "a summand at the start",
            [i],
            coordinate(u(i) * (ln(u(i)) - ln(first)) <= u(i) * ln(N)),
            [
                *(self.first_weights.at(i), member.at(i), *self.of_comparator(i), *self.total, *self.signs),
                *(E.quotient.at(U, N), E.ln_increasing.at(U, u(i))),
            ],
        )
        summed = sum_up(
            session,
            "the relative entropy at the start",
            lambda t, j: self.entropy(START, j) <= self.size(t, j) * ln(N),
            [(self.entropy, START), (self.size, t)],
            [one.at(j)],
        )
        return [summed.at(t, n), *self.total, *self.signs]


def chord(c: Term, X: Term) -> tuple[Term, Term]:
    """Return the value at 0 and the slope of the chord of exp(c v) from -X to X."""
    return (exp(c * X) + exp(-c * X)) / 2, z3.If(X == 0, ZERO, (exp(c * X) - exp(-c * X)) / 2 / X)
