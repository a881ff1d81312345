"""Runs of the Perceptron in the proofs: w moves by +-rate*x, vectors of any dimension, sequences of any length."""

from __future__ import annotations

from collections.abc import Callable
from functools import cached_property

import z3

from bounds import symbols as s
from bounds.claims.claim import Outcomes
from verify.logic.axioms import INT, REAL, VECTOR, add, dot, scale, zero
from verify.logic.kernel import Theorem
from verify.logic.language import Formula, Term
from verify.logic.session import Session
from verify.logic.vectors import InnerProduct, distance, t

u = z3.Const("u", VECTOR)
w = z3.Function("w", INT, VECTOR)
x = z3.Function("x", INT, VECTOR)
y = z3.Function("y", INT, REAL)
l = z3.Int("l")  # noqa: E741

TRIAL, TIME, START = z3.And(t >= 0, t < l), z3.And(t >= 0, t <= l), z3.IntVal(0)
"""That t is a trial; that it is a trial or the end; the first trial."""

ZERO, HALF, ONE = z3.RealVal(0), z3.RealVal("1/2"), z3.RealVal(1)


def wx(t: Term) -> Term:
    """Return the prediction w.x of trial t."""
    return dot(w(t), x(t))


def ux(t: Term) -> Term:
    """Return the comparator's prediction u.x of trial t."""
    return dot(u, x(t))


def on_a_trial(formula: Formula) -> Formula:
    """Return "if t is a trial: formula"."""
    return z3.Implies(TRIAL, formula)


def on_trials(formula: Formula) -> Formula:
    """Return "for every trial t: formula"."""
    return z3.ForAll([t], on_a_trial(formula))


def up_to_the_end(formula: Formula) -> Formula:
    """Return an invariant that is claimed at t = 0, ..., l."""
    return z3.Implies(t <= l, formula)


class Total:
    """A sum over the trials before t, by its recursive definition."""

    def __init__(self, session: Session, name: str, amount: Callable[[Term], Term], *, whole: bool = False) -> None:
        self.function = z3.Function(name, INT, INT if whole else REAL)
        self.start = session.define(f"{name} at the start", self.function(0) == 0)
        self.next = session.define(
            f"{name} after a trial", on_trials(self.function(t + 1) == self.function(t) + amount(t))
        )

    def __call__(self, t: Term) -> Term:
        """Return the total before trial t, as a real number."""
        value = self.function(t)
        return z3.ToReal(value) if value.sort() == z3.IntSort() else value

    def whole(self, t: Term) -> Term:
        """Return the total as it is, an integer for a count."""
        return self.function(t)


class PerceptronRun:
    """A run from the zero vector: ``side_of(prediction, t)`` times eta times x is added on trial t.

    ``scale`` times how far an update goes towards the comparator is at most what it takes off the ``potential``, the
    squared distance to the comparator, and its ``cost``. The potential is ``first`` at the start. The premises of the
    claim about comparator and examples are taken up, as far as the claim has them.
    """

    wx, ux = staticmethod(wx), staticmethod(ux)

    def __init__(self, session: Session, side_of: Callable[[Term, Term], Term], rate: Term | None = None) -> None:
        self.session, self.side_of = session, side_of
        self.rate = session.symbol(s.eta) if rate is None else rate
        self.U, self.X = session.symbol(s.U), session.symbol(s.X)
        self.scale, self.cost, self.first = 2 * self.rate, self.rate * self.rate * self.X * self.X, dot(u, u)
        self.space = InnerProduct(session)
        start = session.define("w at the start", w(0) == zero)
        move = scale(self.rate * self.side(t), x(t))
        self.update = session.define("the update", on_trials(w(t + 1) == add(w(t), move)))
        self.examples = [p.at(t) for p in session.given("examples", on_trials(dot(x(t), x(t)) <= self.X * self.X))]
        self.comparator = session.given("comparator", dot(u, u) <= self.U * self.U)
        self.start = [start, self.space.null.at(u), self.space.null.at(zero)]

    def side(self, t: Term) -> Term:
        """Return the side of the update on trial t."""
        return self.side_of(wx(t), t)

    @staticmethod
    def potential(t: Term) -> Term:
        """Return the squared distance of the comparator to w_t."""
        return distance(u, w(t))

    @cached_property
    def moved(self) -> list[Theorem]:
        """How u.w, w.w and so d(u, w) change on trial t."""
        return [self.update.at(t), self.space.step.at(u, w(t), x(t), self.rate * self.side(t))]

    @cached_property
    def on_trial(self) -> list[Theorem]:
        """On trial t d(u, w) - d(u, w') = 2 rate side (u.x - w.x) - rate**2 side**2 x.x, and x.x is at most X**2."""
        side, rate = self.side(t), self.rate
        formula = on_a_trial(
            distance(u, w(t)) - distance(u, w(t + 1))
            == 2 * rate * side * (ux(t) - wx(t)) - rate * rate * side * side * dot(x(t), x(t))
        )
        drop = self.session.lemma("what an update does to the distance", [t], formula, self.moved)
        return [drop.at(t), *self.examples]

    @property
    def ends(self) -> list[Theorem]:
        """That d(u, w) >= 0 at the end, and u.u <= U**2."""
        return [self.space.distance.at(u, w(l)), *self.comparator]


LABELLED = (Outcomes.LABELS, Outcomes.EXPERTS, Outcomes.MASTER, Outcomes.BOOLEAN)


def labels(session: Session) -> Theorem:
    """Every label is +1 or -1."""
    return session.outcomes("labels", LABELLED, on_trials(z3.Or(y(t) == 1, y(t) == -1)))


def count(session: Session, name: str, event: Callable[[Term], Formula]) -> Total:
    """Return the number of earlier trials on which an event happens."""
    return Total(session, name, lambda t: z3.If(event(t), z3.IntVal(1), z3.IntVal(0)), whole=True)
