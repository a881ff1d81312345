"""Runs of Exponentiated Update in the proofs: sums over n coordinates, sequences of any length."""

from __future__ import annotations

from collections.abc import Callable
from functools import cached_property

import z3

from bounds import symbols as s
from verify.logic.axioms import exp
from verify.logic.kernel import Theorem
from verify.logic.language import Term
from verify.logic.runs.coordinates import (
    Inputs,
    coordinate,
    least,
    on_a_trial_and_coordinate,
    on_trials_and_coordinates,
    side,
    w,
    x,
)
from verify.logic.runs.entropy import Entropies
from verify.logic.runs.perceptron import START, TIME, TRIAL, l, on_trials
from verify.logic.session import Session
from verify.logic.sums import at_most_the_sum, i, j, n, on_coordinates, sum_up
from verify.logic.vectors import t


class ExponentiatedRun(Entropies):
    """A run of EU((U/n, ..., U/n), eta, U): w_i becomes U w_i exp(eta side x_i) / Z, Z the sum of w_i exp(...).

    On a trial without an update side is 0 and every factor is 1, so that the same formula leaves w alone. What an
    update does to the potential, the relative entropy, is said as of the Perceptron.
    """

    def __init__(self, session: Session, side_of: Callable[[Term, Term], Term]) -> None:
        self.inputs = inputs = Inputs(session)
        self.eta, self.signs, self.total = session.symbol(s.eta), session.parameters, inputs.sum
        super().__init__(session, inputs.U, inputs.X, lambda t: self.eta * side(t), inputs.ux, inputs.size)
        self.scale, self.cost = self.eta, self.eta * self.eta * self.U * self.X * self.X / 2
        self.potential, self.first, self.start = self.entropy, self.entropy(START), list[Theorem]()
        self.side = session.define("side", on_trials(side(t) == side_of(self.wx(t), t)))
        first_weights = on_coordinates(w(START, i) == self.U / z3.ToReal(n))
        self.first_weights = session.define("w at the start", first_weights)
        moved = w(t + 1, i) == self.U * w(t, i) * exp(self.c * x(t, i)) / self.partition(t)
        self.update = session.define("the update", on_trials_and_coordinates(moved))
        note = "least(t) is a coordinate of the smallest weight"
        self.least = session.kernel.choose("least", [t], least(t), i, w(t, i), within=(START, n), when=TIME, note=note)

    def of_weight(self, i: Term) -> list[Theorem]:
        """w_i > 0, and the weights sum to U."""
        return [self.weights.at(t, i)]

    def of_example(self, i: Term) -> list[Theorem]:
        """|x_i| <= X."""
        return [p.at(t, i) for p in self.inputs.examples]

    def of_comparator(self, i: Term) -> list[Theorem]:
        """u_i >= 0."""
        return [p.at(i) for p in self.inputs.nonnegative]

    def of_update(self, i: Term) -> Theorem:
        """How w_i changes."""
        return self.update.at(t, i)

    @property
    def on_trial(self) -> list[Theorem]:
        """What an update does on trial t, and what the side is."""
        return [self.drop.at(t), self.side.at(t)]

    @property
    def ends(self) -> list[Theorem]:
        """That d(u, w) >= 0 at the end and d(u, w) <= U ln n at the start, and what is known of n and ln n."""
        return [
            *self.at_the_start,
            self.not_negative.at(l),
            self.n,
            self.E.ln_increasing.at(z3.RealVal(1), z3.ToReal(n)),
        ]

    @cached_property
    def smallest(self) -> Theorem:
        """The smallest weight stays positive, and so does Z."""
        session, k, here = self.session, least(t + 1), z3.And(TRIAL, w(t, least(t)) > 0)
        factor = self.E.positive
        by = [self.least.at(t, j), factor.at(self.c * x(t, j))]
        member = at_most_the_sum(session, "a part of Z is at most Z, with positive weights", self.partition, by, here)
        a, b, c = z3.Reals("product_ factor_ Z_")
        quotient = session.lemma(
            "a quotient of positive numbers",
            [a, b, c],
            z3.Implies(z3.And(a > 0, b > 0, c > 0), z3.And(a * b > 0, self.U * a * b / c > 0)),
            self.session.parameters,
        )
        weight, new = w(t, k), exp(self.c * x(t, k))
        next_one = session.lemma(
            "the next weights are positive",
            [t],
            z3.Implies(here, z3.And(self.partition(t) > 0, w(t + 1, k) > 0)),
            [
                *(member.at(t, k), self.update.at(t, k), self.least.at(t, k), self.least.at(t + 1, START)),
                *(factor.at(self.c * x(t, k)), quotient.at(weight, new, self.partition(t)), self.inputs.n),
            ],
        )
        return session.induction(
            "weights stay positive",
            t,
            z3.Implies(t <= l, z3.And(w(t, least(t)) > 0, z3.Implies(t < l, self.partition(t) > 0))),
            [
                next_one.at(START),
                self.first_weights.at(least(START)),
                self.least.at(START, START),
                *session.parameters,
            ],
            [next_one.at(t), next_one.at(t + 1)],
        )

    @cached_property
    def weights(self) -> Theorem:
        """All weights are positive and sum to U, before every trial and after the last."""
        session, Z = self.session, self.partition(t)
        begin = sum_up(
            session,
            "the first weights sum to U",
            lambda _, j: self.weight(START, j) * z3.ToReal(n) == self.U * z3.ToReal(j),
            [(self.weight, START)],
            [self.first_weights.at(j)],
        )
        times = session.lemma(
            "the update, times Z",
            [t, i],
            on_a_trial_and_coordinate(z3.Implies(Z > 0, w(t + 1, i) * Z == self.U * (w(t, i) * exp(self.c * x(t, i))))),
            [self.update.at(t, i)],
        )
        normal = sum_up(
            session,
            "the next weights sum to U",
            lambda t, j: self.weight(t + 1, j) * self.partition(t) == self.U * self.partition(t, j),
            [(self.weight, t + 1), (self.partition, t)],
            [times.at(t, j)],
            z3.And(TRIAL, Z > 0),
        )
        total = session.induction(
            "weights sum to U",
            t,
            z3.Implies(t <= l, self.weight(t) == self.U),
            [begin.at(t, n), self.n],
            [normal.at(t, n), self.smallest.at(t), self.n],
        )
        each = z3.Implies(TIME, z3.And(self.weight(t) == self.U, coordinate(w(t, i) > 0)))
        by = [self.smallest.at(t), total.at(t), self.least.at(t, i)]
        return session.lemma("weights are positive and sum to U", [t, i], each, by)
