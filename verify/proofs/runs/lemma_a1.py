"""Lemma A.1 of Bylander 1998: what an exponential update makes of the sum of the weights."""

from __future__ import annotations

import z3

from verify.proofs.engine.axioms import exp, ln
from verify.proofs.engine.kernel import Theorem
from verify.proofs.engine.language import Term
from verify.proofs.engine.session import Session
from verify.proofs.engine.sums import CoordinateSum, Exponential, j, n, sum_up
from verify.proofs.engine.vectors import t
from verify.proofs.runs.coordinates import (
    w,
    x,
)
from verify.proofs.runs.perceptron import l


class LemmaA1:
    """Lemma A.1 for positive weights w_i that sum to U: by chords, and then the two-point form."""

    def __init__(self, session: Session, exponential: Exponential, U: Term, X: Term, examples: list[Theorem]) -> None:
        self.session, self.E, self.U, self.X, self.examples = session, exponential, U, X, examples

    def partition(
        self,
        partition: CoordinateSum,
        wx: CoordinateSum,
        weight: CoordinateSum,
        rate: Term,
        positive: list[Theorem],
        total: Theorem,
    ) -> Theorem:
        """Sum w_i exp(c x_i) <= U exp(c w.x / U + c**2 X**2 / 2), c the rate, for every trial."""
        session, E, U, X = self.session, self.E, self.U, self.X
        c, v = z3.Reals("c_ v_")
        X_ = z3.Real("X_")
        cosh, sinh = (exp(c * X_) + exp(-c * X_)) / 2, (exp(c * X_) - exp(-c * X_)) / 2
        slope = z3.If(X_ == 0, z3.RealVal(0), sinh / X_)
        within = z3.And(v <= X_, -v <= X_)
        chord = session.lemma(
            "the chord, divided by 2 X",
            [c, v, X_],
            z3.Implies(within, exp(c * v) <= cosh + slope * v),
            [E.chord.at(c, v, X_)],
        )
        A, B = z3.substitute(cosh, (c, rate), (X_, X)), z3.substitute(slope, (c, rate), (X_, X))
        one = session.lemma(
            "the chord on one coordinate",
            [t, j],
            z3.Implies(
                z3.And(t >= 0, t < l, j >= 0, j < n),
                w(t, j) * exp(rate * x(t, j)) <= A * w(t, j) + B * (w(t, j) * x(t, j)),
            ),
            [chord.at(rate, x(t, j), X), *positive, *(e.at(t, j) for e in self.examples)],
        )
        summed = self._linear_sum(partition, wx, weight, one, A, B)
        mean = session.lemma(
            "|w.x| <= U X",
            [t],
            z3.Implies(z3.And(t >= 0, t < l), z3.And(wx(t) <= U * X, -wx(t) <= U * X)),
            [self._mean(wx, weight, positive).at(t, n), *positive],
        )
        # the two-point form at z = c X and mu = w.x / (U X)
        m = z3.Real("m_")
        exponent = c * m / U + c * c * X_ * X_ / 2
        mu = m / (U * X_)
        two = session.lemma(
            "the two-point form for w.x",
            [c, m, X_],
            z3.Implies(z3.And(X_ >= 0, m <= U * X_, -m <= U * X_), cosh * U + slope * m <= U * exp(exponent)),
            self._two_point_steps(c, m, X_, cosh, sinh, slope, exponent, mu, total),
        )
        return session.lemma(
            "Z <= U exp(...)",
            [t],
            z3.Implies(
                z3.And(t >= 0, t < l),
                partition(t) <= U * exp(rate * wx(t) / U + rate * rate * X * X / 2),
            ),
            [summed.at(t, n), mean.at(t), two.at(rate, wx(t), X), *positive, *self.session.parameters],
        )

    def _linear_sum(
        self, partition: CoordinateSum, wx: CoordinateSum, weight: CoordinateSum, one: Theorem, A: Term, B: Term
    ) -> Theorem:
        session = self.session
        return sum_up(
            session,
            "the chords, summed",
            lambda t, j: partition(t, j) <= A * weight(t, j) + B * wx(t, j),
            [(partition, t), (wx, t), (weight, t)],
            [one.at(t, j)],
            z3.And(t >= 0, t < l),
        )

    def _mean(self, wx: CoordinateSum, weight: CoordinateSum, positive: list[Theorem]) -> Theorem:
        X = self.X
        return sum_up(
            self.session,
            "|w.x| <= X sum w",
            lambda t, j: z3.And(wx(t, j) <= X * weight(t, j), -wx(t, j) <= X * weight(t, j)),
            [(wx, t), (weight, t)],
            [*positive, *(e.at(t, j) for e in self.examples)],
            z3.And(t >= 0, t < l),
        )

    def _two_point_steps(
        self, c: Term, m: Term, X: Term, cosh: Term, sinh: Term, slope: Term, exponent: Term, mu: Term, total: Theorem
    ) -> list[Theorem]:
        session, E, U = self.session, self.E, self.U
        z = c * X
        within = z3.And(X > 0, m <= U * X, -m <= U * X)
        fraction = session.prove("|mu| <= 1", z3.Implies(within, z3.And(mu <= 1, mu >= -1, mu * (U * X) == m)), [total])
        same = session.prove("mu c X = c m / U", z3.Implies(within, mu * z == c * m / U), [total, fraction])
        exponents = session.prove(
            "the same exponents",
            z3.And(exp(-z) == exp(-c * X), z3.Implies(within, exp(mu * z + z * z / 2) == exp(exponent))),
            [same],
        )
        at = E.two_points.at(mu, z)
        scaled = session.prove(
            "times U",
            z3.Implies(within, U * cosh + U * mu * sinh <= U * exp(exponent)),
            [at, fraction, exponents, total],
        )
        slopes = session.prove("the slope", z3.Implies(within, slope * m == U * mu * sinh), [total, fraction])
        flat = session.prove(
            "where X = 0",
            z3.Implies(z3.And(X == 0, m <= U * X, -m <= U * X), z3.And(cosh == 1, exp(exponent) == 1, m == 0)),
            [E.positive.at(z3.RealVal(0)), total],
        )
        return [scaled, slopes, flat, total]

    def logarithm(
        self,
        partition: CoordinateSum,
        wx: CoordinateSum,
        rate: Term,
        bound: Theorem,
        positive: list[Theorem],
    ) -> Theorem:
        """The logarithm of the bound on Z."""
        session, E, U, X = self.session, self.E, self.U, self.X
        exponent = rate * wx(t) / U + rate * rate * X * X / 2
        return session.lemma(
            "Lemma A.1",
            [t],
            z3.Implies(z3.And(t >= 0, t < l), ln(partition(t)) <= ln(U) + exponent),
            [
                bound.at(t),
                *positive,
                E.positive.at(exponent),
                E.product.at(U, exp(exponent)),
                E.logarithm.at(exponent),
                E.ln_increasing.at(U * exp(exponent), partition(t)),
            ],
        )
