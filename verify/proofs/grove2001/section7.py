"""Theorem 7.1 of Grove, Littlestone and Schuurmans 2001, p-norm Perceptrons; a prediction of 0 counts as positive."""

from __future__ import annotations

from functools import cached_property

import z3

from bounds import symbols as s
from verify.proofs.engine.axioms import INT, REAL, add, dot, link, scale, zero
from verify.proofs.engine.kernel import Theorem
from verify.proofs.engine.language import Formula, Term
from verify.proofs.engine.norms import Norms, P, dual, norm
from verify.proofs.engine.registry import proves
from verify.proofs.engine.session import Session
from verify.proofs.engine.vectors import InnerProduct, t
from verify.proofs.readings import learners
from verify.proofs.runs.perceptron import (
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

side = z3.Function("side", INT, REAL)
z = w
z0 = z(z3.IntVal(0))


def squared(v: Term) -> Term:
    """Return ||v||_p**2."""
    return norm(v) * norm(v)


class PNorm:
    """A run of the p-norm Perceptron: z moves by a y x on mistakes of sign(f_p(z).x), where sign(0) = +1."""

    def __init__(self, session: Session) -> None:
        self.session = session
        self.a, self.p, self.U, self.X = (session.symbol(v) for v in (s.a, s.p, s.U, s.X))
        self.space = InnerProduct(session)
        self.norms = Norms(session, session.parameters)
        wx = dot(link(P, z(t)), x(t))
        against = z3.Or(z3.And(y(t) == 1, wx < 0), z3.And(y(t) == -1, wx >= 0))
        self.moves = session.define("side", on_trials(side(t) == z3.If(against, y(t), ZERO))).at(t)
        moved = z(t + 1) == add(z(t), scale(self.a * side(t), x(t)))
        self.update = session.define("the update", on_trials(moved)).at(t)
        self.M = count(session, "mistakes", self.errs)
        self.labels = labels(session).at(t)
        session.repair(
            "the Taylor step",
            "||z||_p**2 is not twice differentiable at 0: there it is exactly quadratic along the step",
        )

    @staticmethod
    def errs(t: Term) -> Formula:
        """Return that trial t is a mistake."""
        return side(t) != 0

    @cached_property
    def smooth(self) -> Theorem:
        """A mistake is against the prediction: by smoothness it adds at most (p - 1) a**2 ||x||_p**2 to ||z||_p**2."""
        most = z3.If(self.errs(t), (self.p - 1) * self.a * self.a * norm(x(t)) * norm(x(t)), ZERO)
        return self.session.prove(
            "smoothness, on trial t",
            on_a_trial(squared(z(t + 1)) <= squared(z(t)) + most),
            [self.norms.smooth(z(t), self.a * side(t), x(t)), self.moves, *self.session.parameters, self.update],
        )

    @cached_property
    def grown(self) -> Theorem:
        """||z||_p**2 <= ||z0||_p**2 + M (p - 1) a**2 X**2, and M is not negative."""
        session, rate = self.session, (self.p - 1) * self.a * self.a
        each = rate * self.X * self.X
        b, q = z3.Reals("b_ q_")
        times = session.lemma(
            "(p - 1) a**2 times", [q, b], z3.Implies(q <= b, rate * q <= rate * b), session.parameters
        )
        examples = [p.at(t) for p in session.given("examples", on_trials(norm(x(t)) <= self.X))]
        one = session.lemma(
            "one mistake",
            [t],
            on_a_trial(squared(z(t + 1)) <= squared(z(t)) + z3.If(self.errs(t), each, ZERO)),
            [self.smooth, times.at(squared(x(t)), self.X * self.X), self.norms.positive(x(t)), *examples],
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
        gap = [p.at(t) for p in session.given("gap", on_trials(y(t) * ux(t) >= session.symbol(s.delta)))]
        one = session.lemma(
            "u.z grows by a delta",
            [t],
            on_a_trial(dot(u, z(t + 1)) >= dot(u, z(t)) + z3.If(self.errs(t), gain, ZERO)),
            [
                *(self.update, self.space.step.at(u, z(t), x(t), self.a * side(t)), self.moves),
                *(*gap, *session.parameters),
            ],
        )
        return session.induction(
            "u.z >= u.z0 + M a delta",
            t,
            up_to_the_end(dot(u, z(t)) >= dot(u, z0) + self.M(t) * gain),
            [self.M.start],
            [one.at(t), self.M.next.at(t)],
        )

    @cached_property
    def square(self) -> list[Theorem]:
        """(u.z0 + M a delta)**2 <= U**2 (||z0||_p**2 + M (p - 1) a**2 X**2), where the left side is not negative."""
        session, U, end = self.session, self.U, z(l)
        hoelder = [self.norms.hoelder(u, end), self.norms.positive(end), self.norms.dual_positive(u)]
        reached = dot(u, z0) + self.M(l) * (self.a * session.symbol(s.delta))
        most = squared(z0) + self.M(l) * ((self.p - 1) * self.a * self.a * self.X * self.X)
        within = session.given("comparator", dual(u) <= U)
        both = session.prove(
            "the square of both",
            z3.Implies(reached >= 0, reached * reached <= U * U * most),
            [*hoelder, *within, self.linear.at(l), self.grown.at(l), *session.length],
        )
        return [both, self.grown.at(l), *session.length, *session.parameters]

    @cached_property
    def started(self) -> list[Theorem]:
        """The square, where u.z0 = uz and ||z0||_p <= Z."""
        session, uz, Z = self.session, self.session.symbol(s.uz), self.session.symbol(s.Z)
        first = [*session.given("start norm", norm(z0) <= Z), *session.given("start product", uz == dot(u, z0))]
        reached = uz + self.M(l) * (self.a * session.symbol(s.delta))
        most = Z * Z + self.M(l) * ((self.p - 1) * self.a * self.a * self.X * self.X)
        both = session.prove(
            "the square, from the start",
            z3.Implies(reached >= 0, reached * reached <= self.U * self.U * most),
            [*self.square, *first, self.norms.positive(z0)],
        )
        return [both, self.grown.at(l), *session.length, *session.parameters]


@proves("gls.7.1.step", learners.p_norm)
def step_71(session: Session) -> None:
    """What a mistake adds to ||z||_p**2."""
    run = PNorm(session)
    goal = z3.Implies(run.errs(t), session.holds(squared(z(t + 1)) - squared(z(t)), {s.X: norm(x(t))}))
    session.concluded(session.lemma("the claim", [t], on_a_trial(goal), [run.smooth]))


@proves("gls.7.1a", learners.p_norm)
def theorem_71a(session: Session) -> None:
    """(M a delta)**2 <= U**2 ||z||_p**2 <= U**2 M (p - 1) a**2 X**2, for u.z0 = 0 and ||z0||_p = 0."""
    run = PNorm(session)
    start = session.define("z at the start", z0 == zero)
    session.conclude(run.M.whole(l), [*run.square, start, run.space.null.at(u), run.norms.at_zero])


@proves("gls.7.1b", learners.p_norm)
def theorem_71b(session: Session) -> None:
    """With s = a delta M the square is (s + u.z0) (s - (U**2 Z**2 - u.z0**2) / u.z0) <= 0."""
    run = PNorm(session)
    uz, Z, delta = (session.symbol(v) for v in (s.uz, s.Z, s.delta))
    progress, most = run.M(l) * (run.a * delta) * uz, run.U * run.U * (Z * Z) - uz * uz
    smaller = session.prove("a delta M u.z0 <= U**2 Z**2 - u.z0**2", progress <= most, run.started)
    session.conclude(run.M.whole(l), [smaller])


@proves("gls.7.1c", learners.p_norm)
def theorem_71c(session: Session) -> None:
    """If M delta**2 > (p - 1) U**2 X**2, the square gives 2 a delta u.z0 M <= U**2 Z**2 - u.z0**2: a is too small."""
    run = PNorm(session)
    session.conclude(run.M.whole(l), run.started)
