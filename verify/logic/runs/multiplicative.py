"""Runs that multiply weights in the proofs, over N coordinates: Weighted Majority and Winnow."""

from __future__ import annotations

from collections.abc import Callable
from functools import cached_property

import z3

from bounds import symbols as s
from verify.logic.kernel import Theorem
from verify.logic.language import Term
from verify.logic.runs.coordinates import on_trials_and_coordinates, w, x
from verify.logic.runs.perceptron import l
from verify.logic.session import Session
from verify.logic.sums import CoordinateSum, Exponential, i, j, n, on_coordinates, sum_up
from verify.logic.vectors import t


class MultiplicativeRun:
    """A run from weights 1: w_i becomes ``factor(t, i)`` w_i, by the definition called ``name``; phi is their sum."""

    def __init__(self, session: Session, name: str, factor: Callable[[Term, Term], Term]) -> None:
        self.session, self.E = session, Exponential(session)
        self.N = session.symbol(s.N)
        self.n = session.count("n", n >= 1)
        self.wx = CoordinateSum(session, "wx", lambda t, i: w(t, i) * x(t, i))
        self.phi = CoordinateSum(session, "sum_w", w)
        self.start = session.define("w at the start", on_coordinates(w(z3.IntVal(0), i) == 1))
        moved = w(t + 1, i) == factor(t, i) * w(t, i)
        self.update = session.define(name, on_trials_and_coordinates(moved))
        self.factor = session.lemma("factors are positive", [t, i], factor(t, i) > 0, session.parameters)

    @cached_property
    def positive(self) -> Theorem:
        """All weights are positive, before every trial and after the last."""
        session = self.session
        proved = session.induction(
            "weights stay positive",
            t,
            z3.Implies(z3.And(t <= l, i >= 0, i < n), w(t, i) > 0),
            [self.start.at(i)],
            [self.update.at(t, i), self.factor.at(t, i)],
        )
        return session.kernel.gen(proved.at(t), t, i)

    @cached_property
    def begin(self) -> list[Theorem]:
        """Phi = N at the start."""
        zero = z3.IntVal(0)
        summed = sum_up(
            self.session,
            "the first weights",
            lambda _, j: self.phi(zero, j) == z3.ToReal(j),
            [(self.phi, zero)],
            [self.start.at(j)],
        )
        return [summed.at(t, n), *self.session.parameters]
