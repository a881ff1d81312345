"""Theorem 7.1 of Grove, Littlestone and Schuurmans 2001, p-norm Perceptrons; a prediction of 0 counts as positive."""

from __future__ import annotations

from functools import cached_property

import z3

from bounds import symbols as s
from verify.proofs.engine.axioms import link
from verify.proofs.engine.kernel import Theorem
from verify.proofs.engine.language import Formula, Term
from verify.proofs.engine.norms import Norms, P, dual, norm
from verify.proofs.engine.registry import proves
from verify.proofs.engine.session import Session
from verify.proofs.engine.vectors import INT, REAL, InnerProduct, add, dot, scale, t, zero
from verify.proofs.readings import learners
from verify.proofs.runs.perceptron import (
    ZERO,
    count,
    l,
    labels,
    on_trials,
    u,
    up_to_the_end,
    ux,
    w,
    x,
    y,
)

# --- section 7: p-norm Perceptrons ---------------------------------------------------------------------------------

side = z3.Function("side", INT, REAL)
z = w


class PNorm:
    """A run of the p-norm Perceptron: z moves by a y x on mistakes of sign(f_p(z).x), where sign(0) = +1."""

    def errs(self, t: Term) -> Formula:
        """Return that trial t is a mistake."""
        return side(t) != 0

    def __init__(self, session: Session, *, start: bool = True) -> None:
        self.session = session
        self.a, self.p, self.U, self.X = (session.symbol(v) for v in (s.a, s.p, s.U, s.X))
        self.space = InnerProduct(session)
        self.parameters = session.parameters
        self.labels = labels(session).at(t)
        against = z3.Or(z3.And(y(t) == 1, self.wx < 0), z3.And(y(t) == -1, self.wx >= 0))
        self.moves = session.define("side", on_trials(side(t) == z3.If(against, y(t), ZERO))).at(t)
        self.update = session.define("the update", on_trials(z(t + 1) == add(z(t), scale(self.a * side(t), x(t)))))
        self.start = [session.define("z at the start", z(0) == zero)] if start else []
        self.M = count(session, "mistakes", self.errs)
        self.norms = Norms(session, self.parameters)
        self.examples = [p.at(t) for p in session.given("examples", on_trials(norm(x(t)) <= self.X))]
        self.comparator = session.given("comparator", dual(u) <= self.U)
        session.repair(
            "the Taylor step",
            "||z||_p**2 is not twice differentiable at 0: there it is exactly quadratic along the step",
        )

    @property
    def wx(self) -> Term:
        """Return f_p(z).x, before trial t."""
        return dot(link(P, z(t)), x(t))

    @cached_property
    def magnitude(self) -> Theorem:
        """||x||_p >= 0."""
        return self.norms.positive(x(t))

    @cached_property
    def hoelder(self) -> Theorem:
        """|u.z| <= ||u||_q ||z||_p at the end, and neither norm is negative."""
        size, bound = dual(u), dual(u) * norm(z(l))
        return self.session.prove(
            "Hoelder, at the end",
            z3.And(dot(u, z(l)) <= bound, -dot(u, z(l)) <= bound, norm(z(l)) >= 0, size >= 0),
            [self.norms.hoelder(u, z(l)), self.norms.positive(z(l)), self.norms.dual_positive(u)],
        )

    @cached_property
    def smooth(self) -> Theorem:
        """A mistake adds at most (p - 1) a**2 ||x||_p**2 to ||z||_p**2."""
        session, a, p = self.session, self.a, self.p
        size = (p - 1) * a * a * norm(x(t)) * norm(x(t))
        return session.prove(
            "smoothness, on trial t",
            z3.Implies(
                z3.And(t >= 0, t < l),
                norm(z(t + 1)) * norm(z(t + 1)) <= norm(z(t)) * norm(z(t)) + z3.If(self.errs(t), size, ZERO),
            ),
            [self.norms.smooth(z(t), a * side(t), x(t)), self.moves, *self.parameters, self.update.at(t)],
        )

    @cached_property
    def squared(self) -> Theorem:
        """||z||_p**2 <= ||z0||_p**2 + M (p - 1) a**2 X**2."""
        each = (self.p - 1) * self.a * self.a * self.X * self.X
        b = z3.Real("b_")
        q = z3.Real("q_")
        scaled = self.session.lemma(
            "(p - 1) a**2 times",
            [q, b],
            z3.Implies(q <= b, (self.p - 1) * self.a * self.a * q <= (self.p - 1) * self.a * self.a * b),
            self.parameters,
        )
        xx = norm(x(t)) * norm(x(t))
        one = self.session.lemma(
            "one mistake",
            [t],
            z3.Implies(
                z3.And(t >= 0, t < l),
                norm(z(t + 1)) * norm(z(t + 1)) <= norm(z(t)) * norm(z(t)) + z3.If(self.errs(t), each, ZERO),
            ),
            [self.smooth, scaled.at(xx, self.X * self.X), self.magnitude, *self.examples],
        )
        first = norm(z(z3.IntVal(0)))
        return self.session.induction(
            "||z||_p**2 <= ||z0||_p**2 + M (p - 1) a**2 X**2",
            t,
            up_to_the_end(norm(z(t)) * norm(z(t)) <= first * first + self.M(t) * each),
            [self.M.start],
            [one.at(t), self.M.next.at(t)],
        )

    @cached_property
    def counted(self) -> Theorem:
        """A count is not negative."""
        return self.session.induction(
            "M is not negative", t, up_to_the_end(self.M(t) >= 0), [self.M.start], [self.M.next.at(t)]
        )

    def linear(self) -> Theorem:
        """u.z >= u.z0 + M a delta."""
        delta = self.session.symbol(s.delta)
        gap = [p.at(t) for p in self.session.given("gap", on_trials(y(t) * ux(t) >= delta))]
        one = self.session.lemma(
            "u.z grows by a delta",
            [t],
            z3.Implies(
                z3.And(t >= 0, t < l),
                dot(u, z(t + 1)) >= dot(u, z(t)) + z3.If(self.errs(t), self.a * delta, ZERO),
            ),
            [
                self.update.at(t),
                self.space.step.at(u, z(t), x(t), self.a * side(t)),
                self.moves,
                *gap,
                *self.parameters,
            ],
        )
        return self.session.induction(
            "u.z >= u.z0 + M a delta",
            t,
            up_to_the_end(dot(u, z(t)) >= dot(u, z(z3.IntVal(0))) + self.M(t) * (self.a * delta)),
            [self.M.start],
            [one.at(t), self.M.next.at(t)],
        )

    def hoelder_squared(self, least: Term, positive: list[Theorem]) -> Theorem:
        """least**2 <= U**2 ||z||_p**2 for 0 <= least <= u.z."""
        session, U = self.session, self.U
        by = [self.hoelder, *self.comparator, *positive]
        return session.prove(
            "the square of Hoelder, at the end", least * least <= U * U * (norm(z(l)) * norm(z(l))), by
        )

    def at_zero(self) -> list[Theorem]:
        """z = 0 at the start: u.z0 = 0 and ||z0|| = 0."""
        first = z(z3.IntVal(0))
        by = [*self.start, self.space.null.at(u), self.norms.at_zero]
        return [self.session.prove("z0 = 0", z3.And(dot(u, first) == 0, norm(first) == 0), by)]


@proves("gls.7.1.step", learners.p_norm)
def step_71(session: Session) -> None:
    """A mistake is against the prediction, so that by smoothness it adds at most (p - 1) a**2 ||x||_p**2."""
    run = PNorm(session, start=False)
    rise = norm(z(t + 1)) * norm(z(t + 1)) - norm(z(t)) * norm(z(t))
    goal = z3.Implies(z3.And(t >= 0, t < l, run.errs(t)), session.holds(rise, {s.X: norm(x(t))}))
    session.concluded(session.lemma("the claim", [t], goal, [run.smooth]))


@proves("gls.7.1a", learners.p_norm)
def theorem_71a(session: Session) -> None:
    """(M a delta)**2 <= U**2 ||z||_p**2 <= U**2 M (p - 1) a**2 X**2."""
    run = PNorm(session)
    delta, a = session.symbol(s.delta), run.a
    M = run.M(l)
    linear, squared = run.linear(), run.squared
    start = run.at_zero()
    total = run.hoelder_squared(
        M * (a * delta), [linear.at(l), run.counted.at(l), *start, *session.length, *run.parameters]
    )
    session.conclude(run.M.whole(l), [total, squared.at(l), *start, *session.length])


FIRST = z(z3.IntVal(0))


def start_product(session: Session) -> list[Theorem]:
    """The premise uz = u.z0."""
    return session.given("start product", session.symbol(s.uz) == dot(u, FIRST))


class FromStart:
    """(u.z0 + a delta M)**2 <= U**2 (Z**2 + M (p - 1) a**2 X**2), where the left side is not negative."""

    def __init__(self, session: Session) -> None:
        self.session = session
        self.run = run = PNorm(session, start=False)
        self.delta, self.uz, self.Z = (session.symbol(v) for v in (s.delta, s.uz, s.Z))
        a, p, X, U = run.a, run.p, run.X, run.U
        self.M = run.M(l)
        sizes = session.given("start norm", norm(FIRST) <= self.Z)
        self.signs = [run.norms.positive(FIRST)]
        product = start_product(session)
        self.reached = self.uz + self.M * (a * self.delta)
        least = z3.If(self.reached >= 0, self.reached, ZERO)
        total = run.hoelder_squared(least, [run.linear().at(l), *product, *session.length])
        self.most = self.Z * self.Z + self.M * ((p - 1) * a * a * X * X)
        self.square = session.prove(
            "the square of both",
            z3.Implies(self.reached >= 0, self.reached * self.reached <= U * U * self.most),
            [total, run.squared.at(l), *sizes, *self.signs, *session.length],
        )
        self.known = [*self.signs, run.counted.at(l), *session.length, *run.parameters]


@proves("gls.7.1b", learners.p_norm)
def theorem_71b(session: Session) -> None:
    """With s = a delta M the square is (s + u.z0) (s - (U**2 Z**2 - u.z0**2) / u.z0) <= 0."""
    argument = FromStart(session)
    run, M, uz, Z, delta = argument.run, argument.M, argument.uz, argument.Z, argument.delta
    a, p, X, U = run.a, run.p, run.X, run.U
    v, c, e = z3.Reals("v_ c_ e_")
    progress = M * (a * delta)
    B = U * U * (Z * Z)
    smaller = session.prove(
        "a delta M u.z0 <= U**2 Z**2 - u.z0**2",
        progress * uz <= B - uz * uz,
        [argument.square, *argument.known],
    )
    times = session.lemma("a factor > 0", [v, c, e], z3.Implies(z3.And(v > 0, c <= e), c * v <= e * v))
    by = [times.at((p - 1) * X * X, progress * uz, B - uz * uz), smaller, *run.parameters]
    session.conclude(run.M.whole(l), by)


@proves("gls.7.1c", learners.p_norm)
def theorem_71c(session: Session) -> None:
    """If M delta**2 > (p - 1) U**2 X**2, the square gives 2 a delta u.z0 M <= U**2 Z**2 - u.z0**2: a is too small."""
    argument = FromStart(session)
    run = argument.run
    session.conclude(run.M.whole(l), [argument.square])
