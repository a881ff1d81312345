"""Runs of the Perceptron in the proofs: w moves by +-rate*x, vectors of any dimension, sequences of any length."""

from __future__ import annotations

from collections.abc import Callable
from functools import cached_property

import z3

from bounds import symbols as s
from bounds.claims.claim import Outcomes
from verify.proofs.engine.kernel import Theorem
from verify.proofs.engine.language import Formula, Term
from verify.proofs.engine.session import Session
from verify.proofs.engine.vectors import (
    INT,
    REAL,
    VECTOR,
    InnerProduct,
    add,
    distance,
    dot,
    label_loss,
    scale,
    t,
    zero,
)

u = z3.Const("u", VECTOR)
w = z3.Function("w", INT, VECTOR)
x = z3.Function("x", INT, VECTOR)
y = z3.Function("y", INT, REAL)
l = z3.Int("l")  # noqa: E741

ONE = z3.RealVal(1)
ZERO = z3.RealVal(0)


def wx(t: Term) -> Term:
    """Return the prediction w.x of trial t."""
    return dot(w(t), x(t))


def ux(t: Term) -> Term:
    """Return the comparator's prediction u.x of trial t."""
    return dot(u, x(t))


def on_trials(formula: Formula) -> Formula:
    """Return "for every trial t: formula"."""
    return z3.ForAll([t], z3.Implies(z3.And(t >= 0, t < l), formula))


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
    """A run from the zero vector: ``side(t)`` times ``rate`` times x is added on trial t.

    The premises of the claim about comparator and examples are taken up, as far as the claim has them.
    """

    def __init__(self, session: Session, side: Callable[[Term], Term], rate: Term) -> None:
        self.session = session
        self.side = side
        self.rate = rate
        self.space = InnerProduct(session)
        self.start = session.define("w at the start", w(0) == zero)
        self.update = session.define("the update", on_trials(w(t + 1) == add(w(t), scale(rate * side(t), x(t)))))
        U, X = session.symbol(s.U), session.symbol(s.X)
        self.examples = [p.at(t) for p in session.given("examples", on_trials(dot(x(t), x(t)) <= X * X))]
        self.comparator = session.given("comparator", dot(u, u) <= U * U)

    def moved(self, vector: Term, t: Term) -> list[Theorem]:
        """Return how u.w, w.w and d(u, w) change on trial t."""
        return [self.update.at(t), self.space.step.at(vector, w(t), x(t), self.rate * self.side(t))]

    def at_zero(self, vector: Term) -> list[Theorem]:
        """Return that u.w and w.w are 0 at the start."""
        return [self.start, self.space.null.at(vector), self.space.null.at(zero)]


def distance_drop(run: PerceptronRun) -> Theorem:
    """On every trial d(u, w) - d(u, w') = 2 rate side (u.x - w.x) - rate**2 side**2 x.x."""
    side, rate = run.side(t), run.rate
    formula = z3.Implies(
        z3.And(t >= 0, t < l),
        distance(u, w(t)) - distance(u, w(t + 1))
        == 2 * rate * side * (ux(t) - wx(t)) - rate * rate * side * side * dot(x(t), x(t)),
    )
    return run.session.lemma("what an update does to the distance", [t], formula, run.moved(u, t))


def mistake(t: Term) -> Formula:
    """Return that the classification on trial t errs; a prediction of 0 does."""
    return y(t) * wx(t) <= 0


def label_side(updates: Callable[[Term], Formula]) -> Callable[[Term], Term]:
    """Return the side of an update towards the label on the trials on which ``updates`` holds."""
    return lambda t: z3.If(updates(t), y(t), ZERO)


LABELLED = (Outcomes.LABELS, Outcomes.EXPERTS, Outcomes.MASTER, Outcomes.BOOLEAN)


def labels(session: Session) -> Theorem:
    """Every label is +1 or -1."""
    return session.outcomes("labels", LABELLED, on_trials(z3.Or(y(t) == 1, y(t) == -1)))


def separable(session: Session) -> list[Theorem]:
    """Return the premise y u.x >= 1, instantiated at trial t."""
    return [p.at(t) for p in session.given("separable", on_trials(y(t) * ux(t) >= 1))]


def margin_loss(t: Term) -> Term:
    """Return the absolute loss of trial t on the interval of its label."""
    return label_loss(y(t), wx(t))


def count(session: Session, name: str, event: Callable[[Term], Formula]) -> Total:
    """Return the number of earlier trials on which an event happens."""
    return Total(session, name, lambda t: z3.If(event(t), z3.IntVal(1), z3.IntVal(0)), whole=True)


class Novikoff:
    """The classical argument: u.w grows linearly with the mistakes, w.w at most linearly.

    ``margin`` bounds y u.x from below and ``radius`` the examples' norm, as far as the given theorems say so.
    """

    def __init__(
        self,
        session: Session,
        rate: Term,
        margin: Term,
        radius: Term,
        margins: list[Theorem],
        radii: list[Theorem],
    ) -> None:
        self.session = session
        self.run = PerceptronRun(session, label_side(mistake), rate)
        self.M = count(session, "mistakes", mistake)
        self.rate, self.margin, self.radius = rate, margin, radius
        trial = z3.And(t >= 0, t < l)
        label = labels(session).at(t)
        growth = z3.If(mistake(t), rate * margin, ZERO)
        self.margins, self.radii = margins, radii
        self.up = session.lemma(
            "u.w grows by rate times the margin",
            [t],
            z3.Implies(trial, dot(u, w(t + 1)) >= dot(u, w(t)) + growth),
            [*self.run.moved(u, t), *margins],
        )
        size = z3.If(mistake(t), rate * rate * radius * radius, ZERO)
        self.length = session.lemma(
            "w.w grows by at most (rate R)**2, for y w.x <= 0 on a mistake",
            [t],
            z3.Implies(trial, dot(w(t + 1), w(t + 1)) <= dot(w(t), w(t)) + size),
            [*self.run.moved(u, t), label, *radii],
        )

    @cached_property
    def linear(self) -> Theorem:
        """u.w >= M rate margin before every trial."""
        invariant = up_to_the_end(dot(u, w(t)) >= self.M(t) * self.rate * self.margin)
        start = [self.M.start, *self.run.at_zero(u)]
        return self.session.induction("u.w >= M rate margin", t, invariant, start, [self.up.at(t), self.M.next.at(t)])

    @cached_property
    def squared(self) -> Theorem:
        """w.w <= M (rate R)**2 before every trial."""
        square = self.rate * self.rate * self.radius * self.radius
        invariant = up_to_the_end(dot(w(t), w(t)) <= self.M(t) * square)
        start = [self.M.start, *self.run.at_zero(u)]
        return self.session.induction(
            "w.w <= M (rate R)**2", t, invariant, start, [self.length.at(t), self.M.next.at(t)]
        )

    def combined(self, sizes: list[Theorem]) -> list[Theorem]:
        """(M rate margin)**2 <= (u.w)**2 <= u.u w.w at the end, where ``sizes`` bound u.u: by Cauchy-Schwarz."""
        return [self.linear.at(l), self.squared.at(l), self.run.space.cauchy_schwarz.at(u, w(l)), *sizes]
