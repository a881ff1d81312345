"""Runs of the p-norm Perceptron in the proofs: z moves by +-a x, vectors of any dimension, sequences of any length."""

from __future__ import annotations

from functools import cached_property

import z3

from bounds import symbols as s
from verify.logic.axioms import INT, REAL, add, dot, link, scale, zero
from verify.logic.kernel import Theorem
from verify.logic.language import Formula, Term
from verify.logic.norms import Norms, P, dual, norm
from verify.logic.runs.perceptron import (
    START,
    ZERO,
    count,
    l,
    labels,
    on_a_trial,
    on_trials,
    u,
    up_to_the_end,
    ux,
    w,
    x,
    y,
)
from verify.logic.session import Session
from verify.logic.vectors import InnerProduct, t

side = z3.Function("side", INT, REAL)
z = w
z0 = z(START)


def squared(v: Term) -> Term:
    """Return ||v||_p**2."""
    return norm(v) * norm(v)


class PNormRun:
    """A run of the p-norm Perceptron: z moves by a y x on mistakes of sign(f_p(z).x), where sign(0) = +1."""

    def __init__(self, session: Session) -> None:
        self.session = session
        self.a, self.p, self.U, self.X = (session.symbol(v) for v in (s.a, s.p, s.U, s.X))
        self.space = InnerProduct(session)
        self.norms = Norms(session)
        wx = dot(link(P, z(t)), x(t))
        against = z3.Or(z3.And(y(t) == 1, wx < 0), z3.And(y(t) == -1, wx >= 0))
        self.moves = session.define("side", on_trials(side(t) == z3.If(against, y(t), ZERO))).at(t)
        moved = z(t + 1) == add(z(t), scale(self.a * side(t), x(t)))
        self.update = session.define("the update", on_trials(moved)).at(t)
        self.M = count(session, "mistakes", self.errs)
        self.labels = labels(session).at(t)
        self.radius, self.examples, self.comparator = self.sizes()
        self.gap = [p.at(t) for p in session.given("gap", on_trials(y(t) * ux(t) >= session.symbol(s.delta)))]
        session.repair(
            "the Taylor step",
            "||z||_p**2 is not twice differentiable at 0: there it is exactly quadratic along the step",
        )

    def sizes(self) -> tuple[Term, list[Theorem], list[Theorem]]:
        """Return what the p-norm of an example is at most, that it is on trial t, and that ||u||_q <= U."""
        examples = self.session.given("examples", on_trials(norm(x(t)) <= self.X))
        return self.X, [p.at(t) for p in examples], self.session.given("comparator", dual(u) <= self.U)

    @staticmethod
    def errs(t: Term) -> Formula:
        """Return that trial t is a mistake."""
        return side(t) != 0

    @property
    def smooth(self) -> list[Theorem]:
        """A mistake is against the prediction: by smoothness it adds at most (p - 1) a**2 ||x||_p**2 to ||z||_p**2."""
        step = self.norms.smooth(z(t), self.a * side(t), x(t))
        return [step, self.moves, self.update, *self.session.parameters]

    @cached_property
    def grown(self) -> Theorem:
        """||z||_p**2 <= ||z0||_p**2 + M (p - 1) a**2 radius**2, and M is not negative."""
        session, rate = self.session, (self.p - 1) * self.a * self.a
        each, (b, q) = rate * self.radius * self.radius, z3.Reals("b_ q_")
        times = session.lemma(
            "(p - 1) a**2 times", [q, b], z3.Implies(q <= b, rate * q <= rate * b), session.parameters
        )
        shorter = [times.at(squared(x(t)), self.radius * self.radius), self.norms.positive.at(P, x(t)), *self.examples]
        one = session.lemma(
            "one mistake",
            [t],
            on_a_trial(squared(z(t + 1)) <= squared(z(t)) + z3.If(self.errs(t), each, ZERO)),
            [*self.smooth, *shorter],
        )
        return session.induction(
            "||z||_p**2 <= ||z0||_p**2 + M (p - 1) a**2 X**2",
            t,
            up_to_the_end(z3.And(squared(z(t)) <= squared(z0) + self.M(t) * each, self.M(t) >= 0)),
            [self.M.start],
            [one.at(t), self.M.next.at(t)],
        )

    @cached_property
    def linear(self) -> Theorem:
        """u.z >= u.z0 + M a delta."""
        session, gain = self.session, self.a * self.session.symbol(s.delta)
        one = session.lemma(
            "u.z grows by a delta",
            [t],
            on_a_trial(dot(u, z(t + 1)) >= dot(u, z(t)) + z3.If(self.errs(t), gain, ZERO)),
            [
                *(self.update, self.space.step.at(u, z(t), x(t), self.a * side(t)), self.moves),
                *(*self.gap, *session.parameters),
            ],
        )
        return session.induction(
            "u.z >= u.z0 + M a delta",
            t,
            up_to_the_end(dot(u, z(t)) >= dot(u, z0) + self.M(t) * gain),
            [self.M.start],
            [one.at(t), self.M.next.at(t)],
        )

    @property
    def square(self) -> list[Theorem]:
        """(u.z0 + M a delta)**2 <= (u.z)**2 <= U**2 ||z||_p**2 <= U**2 (||z0||_p**2 + M (p - 1) a**2 radius**2)."""
        hoelder = [self.norms.hoelder(u, z(l)), self.norms.positive.at(P, z(l)), *self.comparator]
        return [*self.session.parameters, *hoelder, self.linear.at(l), self.grown.at(l)]

    @property
    def from_zero(self) -> list[Theorem]:
        """The square, u.z0 = 0 and ||z0||_p = 0."""
        start = self.session.define("z at the start", z0 == zero)
        return [start, self.space.null.at(u), self.norms.at_zero, *self.square]
