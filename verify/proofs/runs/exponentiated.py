"""Runs of Exponentiated Update in the proofs: sums over n coordinates, sequences of any length."""

from __future__ import annotations

from collections.abc import Callable
from functools import cached_property

import z3

from bounds import symbols as s
from verify.proofs.engine.axioms import exp, ln
from verify.proofs.engine.kernel import Theorem
from verify.proofs.engine.language import Term
from verify.proofs.engine.session import Session
from verify.proofs.engine.sums import CoordinateSum, Exponential, i, j, n, on_coordinates, sum_up
from verify.proofs.engine.vectors import t
from verify.proofs.runs.coordinates import (
    Inputs,
    coordinate,
    least,
    on_trials_and_coordinates,
    side,
    u,
    w,
    x,
)
from verify.proofs.runs.lemma_a1 import LemmaA1
from verify.proofs.runs.perceptron import l, on_a_trial, on_trials


class ExponentiatedRun:
    """A run of EU((U/n, ..., U/n), eta, U): w_i becomes U w_i exp(eta side x_i) / Z, Z the sum of w_i exp(...).

    On a trial without an update side is 0 and every factor is 1, so that the same formula leaves w alone.
    """

    def __init__(
        self,
        session: Session,
        side_of: Callable[[Term, Term], Term],
        inputs: Inputs | None = None,
    ) -> None:
        self.session = session
        self.inputs = inputs or Inputs(session)
        self.exponential = Exponential(session)
        self.U, self.X = self.inputs.U, self.inputs.X
        self.eta = session.symbol(s.eta)
        self.positive_total = session.prove("U > 0", self.U > 0, session.parameters)
        self.wx = CoordinateSum(session, "wx", lambda t, i: w(t, i) * x(t, i))
        self.side = session.define("side", on_trials(side(t) == side_of(self.wx(t), t)))
        self.weight = CoordinateSum(session, "sum_w", w)
        self.partition = CoordinateSum(session, "partition", lambda t, i: w(t, i) * exp(self.rate(t) * x(t, i)))
        self.entropy = CoordinateSum(session, "entropy_to_w", lambda t, i: u(i) * (ln(u(i)) - ln(w(t, i))))
        start = on_coordinates(w(z3.IntVal(0), i) == self.U / z3.ToReal(n))
        self.first_weights = session.define("w at the start", start)
        factor = exp(self.rate(t) * x(t, i))
        update = w(t + 1, i) == self.U * w(t, i) * factor / self.partition(t)
        self.update = session.define("the update", on_trials_and_coordinates(update))
        self.scale, self.cost = self.eta, self.eta * self.eta * self.U * self.X * self.X / 2
        self.first, self.start = self.entropy(z3.IntVal(0)), list[Theorem]()
        self.least = session.choose("least", least(t), w(t, i), "least(t) is a coordinate of the smallest weight")

    def ux(self, t: Term) -> Term:
        """Return the comparator's prediction u.x of trial t."""
        return self.inputs.ux(t)

    def potential(self, t: Term) -> Term:
        """Return the relative entropy of the comparator to w_t."""
        return self.entropy(t)

    @cached_property
    def on_trial(self) -> list[Theorem]:
        """On trial t eta side (u.x - w.x) <= d(u, w) - d(u, w') + (eta side)**2 U X**2 / 2, and what the side is."""
        rate = self.rate(t)
        formula = on_a_trial(
            rate * (self.ux(t) - self.wx(t))
            <= self.entropy(t) - self.entropy(t + 1) + rate * rate * self.U * self.X * self.X / 2
        )
        by = [self.entropy_drop.at(t, n), self.lemma_a1.at(t), self.inputs.n, *self.inputs.sum, self.positive_total]
        drop = self.session.lemma("what an update does to the relative entropy", [t], formula, by)
        return [drop.at(t), self.side.at(t)]

    @property
    def ends(self) -> list[Theorem]:
        """That d(u, w) >= 0 at the end and d(u, w) <= U ln n at the start, and what is known of n and ln n."""
        at_the_end = [self.entropy_positive.at(l, n), self.weights.at(l, z3.IntVal(0))]
        return [self.entropy_start, *at_the_end, self.inputs.n, *self.inputs.sum, self.ln_n]

    def rate(self, t: Term) -> Term:
        """Return eta times the side of trial t."""
        return self.eta * side(t)

    @cached_property
    def positive_partition(self) -> Theorem:
        """If the smallest weight is positive then Z > 0 and so is the next weight; for every trial t."""
        session, E = self.session, self.exponential
        premise = z3.And(t >= 0, t < l, w(t, least(t)) > 0)
        partition = sum_up(
            session,
            "Z > 0",
            lambda t, j: z3.And(self.partition(t, j) >= 0, z3.Implies(j > 0, self.partition(t, j) > 0)),
            [(self.partition, t)],
            [self.least.at(t, j), *self._factor(t, j)],
            premise,
        )
        k = least(t + 1)
        by = [
            partition.at(t, n),
            self.update.at(t, k),
            self.least.at(t, k),
            self.least.at(t + 1, z3.IntVal(0)),
            E.positive.at(self.rate(t) * x(t, k)),
            self.inputs.n,
        ]
        product = z3.Real("product_"), z3.Real("factor_"), z3.Real("Z_")
        a, b, c = product
        quotient = session.lemma(
            "a quotient of positive numbers",
            [a, b, c],
            z3.Implies(z3.And(a > 0, b > 0, c > 0), self.U * a * b / c > 0),
            [self.positive_total],
        )
        by.append(quotient.at(w(t, k), exp(self.rate(t) * x(t, k)), self.partition(t)))
        goal = z3.And(self.partition(t) > 0, w(t + 1, k) > 0)
        return session.lemma("the next weights are positive", [t], z3.Implies(premise, goal), by)

    def _factor(self, t: Term, i: Term) -> list[Theorem]:
        """A factor exp(...) is positive, and so is its product with a positive weight."""
        value = self.rate(t) * x(t, i)
        return [self.exponential.positive.at(value)]

    @cached_property
    def weights(self) -> Theorem:
        """All weights are positive and sum to U, before every trial and after the last."""
        session = self.session
        positive = session.induction(
            "weights stay positive",
            t,
            z3.Implies(t <= l, w(t, least(t)) > 0),
            [
                self.first_weights.at(least(z3.IntVal(0))),
                self.least.at(z3.IntVal(0), z3.IntVal(0)),
                self.positive_total,
                self.inputs.n,
            ],
            [self.positive_partition.at(t)],
        )
        begin = sum_up(
            session,
            "the first weights sum to U",
            lambda _, j: self.weight(z3.IntVal(0), j) == self.U * z3.ToReal(j) / z3.ToReal(n),
            [(self.weight, z3.IntVal(0))],
            [self.first_weights.at(j), self.inputs.n],
        )
        normal = sum_up(
            session,
            "the next weights sum to U",
            lambda t, j: self.weight(t + 1, j) * self.partition(t) == self.U * self.partition(t, j),
            [(self.weight, t + 1), (self.partition, t)],
            [self._update_times_partition(t, j)],
            z3.And(t >= 0, t < l, self.partition(t) > 0),
        )
        total = session.induction(
            "weights sum to U",
            t,
            z3.Implies(t <= l, self.weight(t) == self.U),
            [begin.at(t, n), self.inputs.n],
            [normal.at(t, n), positive.at(t), self.positive_partition.at(t), self.inputs.n],
        )
        each = z3.Implies(
            z3.And(t >= 0, t <= l),
            z3.And(self.weight(t) == self.U, coordinate(w(t, i) > 0), z3.Implies(t < l, self.partition(t) > 0)),
        )
        by = [positive.at(t), total.at(t), self.least.at(t, i), self.positive_partition.at(t)]
        return session.lemma("weights are positive and sum to U", [t, i], each, by)

    def _update_times_partition(self, t: Term, i: Term) -> Theorem:
        """The update, multiplied by Z."""
        factor = exp(self.rate(t) * x(t, i))
        return self.session.prove(
            "the update, times Z",
            z3.Implies(
                z3.And(t >= 0, t < l, i >= 0, i < n, self.partition(t) > 0),
                w(t + 1, i) * self.partition(t) == self.U * (w(t, i) * factor),
            ),
            [self.update.at(t, i)],
        )

    # --- the relative entropy ----------------------------------------------------------------------------

    @cached_property
    def entropy_drop(self) -> Theorem:
        """On every trial d(u, w) - d(u, w') = eta side u.x + sum u (ln U - ln Z)."""
        session, E = self.session, self.exponential
        Z, factor = self.partition(t), exp(self.rate(t) * x(t, i))
        product = self.U * w(t, i) * factor
        positive = z3.And(t >= 0, t < l, i >= 0, i < n)
        one = session.lemma(
            "the logarithm of an updated weight",
            [t, i],
            z3.Implies(positive, ln(w(t + 1, i)) == ln(self.U) + ln(w(t, i)) + self.rate(t) * x(t, i) - ln(Z)),
            [
                self.update.at(t, i),
                self.weights.at(t, i),
                self.positive_total,
                E.positive.at(self.rate(t) * x(t, i)),
                E.quotient.at(product, Z),
                E.product.at(self.U * w(t, i), factor),
                E.product.at(self.U, w(t, i)),
                E.logarithm.at(self.rate(t) * x(t, i)),
            ],
        )
        inputs = self.inputs
        return sum_up(
            session,
            "the drop of the relative entropy",
            lambda t, j: (
                self.entropy(t, j) - self.entropy(t + 1, j)
                == self.rate(t) * inputs.ux(t, j) + inputs.size(t, j) * (ln(self.U) - ln(Z))
            ),
            [(self.entropy, t), (self.entropy, t + 1), (inputs.ux, t), (inputs.size, t)],
            [one.at(t, j)],
            z3.And(t >= 0, t < l),
        )

    @cached_property
    def entropy_positive(self) -> Theorem:
        """Gibbs' inequality: d(u, w) >= sum u - U at every time."""
        session, inputs = self.session, self.inputs
        a, b = z3.Reals("a_ b_")
        gibbs = session.lemma(
            "Gibbs' inequality for one coordinate",
            [a, b],
            z3.Implies(z3.And(a >= 0, b > 0), a * (ln(a) - ln(b)) >= a - b),
            self._scaled(a, b),
        )
        return sum_up(
            session,
            "Gibbs' inequality",
            lambda t, j: self.entropy(t, j) >= inputs.size(t, j) - self.weight(t, j),
            [(self.entropy, t), (inputs.size, t), (self.weight, t)],
            [gibbs.at(u(j), w(t, j)), self.weights.at(t, j), *(p.at(j) for p in inputs.nonnegative)],
            z3.And(t >= 0, t <= l),
        )

    def _scaled(self, a: Term, b: Term) -> list[Theorem]:
        """For a, b > 0, ln(b / a) <= b / a - 1, and that times a."""
        E = self.exponential
        return [E.below_tangent.at(b / a), E.quotient.at(b, a)]

    @cached_property
    def entropy_start(self) -> Theorem:
        """At the start d(u, w) <= U ln n, if the u_i are not negative and sum to U."""
        session, E, inputs = self.session, self.exponential, self.inputs
        N = z3.ToReal(n)
        at_most = session.induction(
            "u_i is at most the sum",
            j,
            z3.Implies(
                z3.And(j <= n, i >= 0, i < n),
                z3.And(inputs.size(t, j) >= 0, z3.Implies(i < j, u(i) <= inputs.size(t, j))),
            ),
            [inputs.size.start(t)],
            [inputs.size.next(t, j), *(p.at(j) for p in inputs.nonnegative)],
        )
        each = session.prove(
            "u_i <= U",
            coordinate(u(i) <= self.U),
            [at_most.at(n), *inputs.sum],
        )
        each = session.kernel.gen(each, i)
        first = w(z3.IntVal(0), i)
        one = session.lemma(
            "a summand at the start",
            [i],
            coordinate(u(i) * (ln(u(i)) - ln(first)) <= u(i) * ln(N)),
            [
                self.first_weights.at(i),
                each.at(i),
                *(p.at(i) for p in inputs.nonnegative),
                E.quotient.at(self.U, N),
                E.ln_increasing.at(self.U, u(i)),
            ],
        )
        zero = z3.IntVal(0)
        summed = sum_up(
            session,
            "the relative entropy at the start",
            lambda t, j: self.entropy(zero, j) <= inputs.size(t, j) * ln(N),
            [(self.entropy, zero), (inputs.size, t)],
            [one.at(j)],
        )
        by = [summed.at(t, n), inputs.n, *inputs.sum]
        return session.prove("the start: d(u, w) <= U ln n", self.entropy(zero) <= self.U * ln(N), by)

    @property
    def ln_n(self) -> Theorem:
        """That ln n >= 0, and > 0 from n = 2 on."""
        return self.exponential.ln_increasing.at(z3.RealVal(1), z3.ToReal(n))

    # --- Lemma A.1 -----------------------------------------------------------------------------------------

    @cached_property
    def lemma_a1(self) -> Theorem:
        """Ln Z <= ln U + eta side w.x / U + (eta side X)**2 / 2 on every trial."""
        a1 = LemmaA1(self.session, self.exponential, self.U, self.X, self.inputs.examples)
        by = [self.weights.at(t, j), self.inputs.n]
        z_bound = a1.partition(self.partition, self.wx, self.weight, self.rate(t), by, self.positive_total)
        return a1.logarithm(self.partition, self.wx, self.rate(t), z_bound, [self.weights.at(t, j)])
