"""Runs of the quasi-additive algorithm for f_p in the proofs of Grove, Littlestone and Schuurmans 2001.

A run is described coordinate by coordinate: z moves by a y x on mistakes, and w is f_p(z).
"""

from __future__ import annotations

from functools import cached_property

import z3

from bounds import symbols as s
from verify.proofs.engine.axioms import INT, REAL, f
from verify.proofs.engine.kernel import Theorem
from verify.proofs.engine.language import Formula, Term
from verify.proofs.engine.session import Session
from verify.proofs.engine.sums import CoordinateSum, i, j, n, on_coordinates, sum_up
from verify.proofs.engine.vectors import t
from verify.proofs.runs.coordinates import on_trials_and_coordinates, side, u, x
from verify.proofs.runs.perceptron import START, TRIAL, ZERO, count, l, labels, on_a_trial, on_trials, up_to_the_end, y

z = z3.Function("z", INT, INT, REAL)


def absolute(v: Term) -> Term:
    """Return |v|."""
    return z3.If(v >= 0, v, -v)


class QuasiAdditiveRun:
    """A run of QA(f_p) from z = 0, and claim 2: u.z grows by a delta with each mistake."""

    def __init__(self, session: Session) -> None:
        self.session = session
        self.a, self.U, self.X, self.delta = (session.symbol(v) for v in (s.a, s.U, s.X, s.delta))
        self.signs = session.measure("norms", z3.And(self.U >= 0, self.X >= 0), "U and X bound norms")
        self.rate = session.prove("a > 0", self.a > 0, session.parameters)
        self.n = session.count("n", n >= 1)
        self.wx = CoordinateSum(session, "wx", lambda t, i: f(z(t, i)) * x(t, i))
        self.ux = CoordinateSum(session, "ux", lambda t, i: u(i) * x(t, i))
        self.uz = CoordinateSum(session, "uz", lambda t, i: u(i) * z(t, i))
        self.size = CoordinateSum(session, "norm_u", lambda i: absolute(u(i)), moving=False)
        self.labels = labels(session).at(t)
        self.side = session.define("side", on_trials(side(t) == z3.If(self.errs(t), y(t), ZERO))).at(t)
        self.start = session.define("z at the start", on_coordinates(z(START, i) == 0))
        moved = z(t + 1, i) == z(t, i) + self.a * side(t) * x(t, i)
        self.update = session.define("the update", on_trials_and_coordinates(moved))
        self.M = count(session, "mistakes", self.errs)
        within = z3.And(x(t, i) <= self.X, -x(t, i) <= self.X)
        self.examples = session.given("examples", on_trials_and_coordinates(within))
        self.comparator = session.given("comparator", self.size(t) <= self.U)
        self.gap = [p.at(t) for p in session.given("gap", on_trials(y(t) * self.ux(t) >= self.delta))]

    def errs(self, t: Term) -> Formula:
        """Return that trial t is a mistake, where sign(0) = +1."""
        return z3.Or(z3.And(y(t) == 1, self.wx(t) < 0), z3.And(y(t) == -1, self.wx(t) >= 0))

    @cached_property
    def linear(self) -> Theorem:
        """u.z >= M a delta before every trial and after the last (claim 2)."""
        session, gain = self.session, self.a * self.delta
        moved = sum_up(
            session,
            "u.z moves by a side u.x",
            lambda t, j: self.uz(t + 1, j) == self.uz(t, j) + self.a * side(t) * self.ux(t, j),
            [(self.uz, t), (self.uz, t + 1), (self.ux, t)],
            [self.update.at(t, j)],
            TRIAL,
        )
        one = session.lemma(
            "u.z grows by a delta",
            [t],
            on_a_trial(self.uz(t + 1) >= self.uz(t) + z3.If(self.errs(t), gain, ZERO)),
            [moved.at(t, n), self.side, *self.gap, self.n, self.rate],
        )
        begin = sum_up(
            session,
            "u.z = 0 at the start",
            lambda _, j: self.uz(START, j) == 0,
            [(self.uz, START)],
            [self.start.at(j)],
        )
        return session.induction(
            "u.z >= M a delta",
            t,
            up_to_the_end(self.uz(t) >= self.M(t) * gain),
            [self.M.start, begin.at(t, n), self.n],
            [one.at(t), self.M.next.at(t)],
        )

    @cached_property
    def step(self) -> Theorem:
        """|a side x_i| <= a X on a mistake, and 0 else, on every trial."""
        (c, d), most = z3.Reals("c_ d_"), self.a * self.X
        short = z3.And(self.a * d * c <= absolute(d) * most, -(self.a * d * c) <= absolute(d) * most)
        moved = self.session.lemma(
            "a step of at most a X",
            [c, d],
            z3.Implies(z3.And(z3.Or(d == 0, d == 1, d == -1), c <= self.X, -c <= self.X), short),
            [self.rate],
        )
        here = z3.substitute(short, (c, x(t, i)), (d, side(t)))
        by = [moved.at(x(t, i), side(t)), *(p.at(t, i) for p in self.examples), self.side]
        return self.session.lemma("the step of a trial", [t, i], z3.Implies(z3.And(TRIAL, i >= 0, i < n), here), by)

    @cached_property
    def entries(self) -> Theorem:
        """|z_i| <= a X M before every trial and after the last; for every coordinate i."""
        found = self.session.induction(
            "|z_i| <= a X M",
            t,
            z3.Implies(z3.And(t <= l, i >= 0, i < n), absolute(z(t, i)) <= self.M(t) * (self.a * self.X)),
            [self.M.start, self.start.at(i)],
            [self.step.at(t, i), self.update.at(t, i), self.side, self.M.next.at(t)],
        )
        return self.session.kernel.gen(found.at(t), t, i)

    @cached_property
    def room(self) -> Theorem:
        """On every trial delta <= U X, so U > 0 and X > 0."""
        below = sum_up(
            self.session,
            "|u.x| <= X |u|",
            lambda t, j: z3.And(
                self.ux(t, j) <= self.X * self.size(t, j),
                -self.ux(t, j) <= self.X * self.size(t, j),
                self.size(t, j) >= 0,
            ),
            [(self.ux, t), (self.size, t)],
            [*(p.at(t, j) for p in self.examples)],
            TRIAL,
        )
        return self.session.lemma(
            "U > 0 and X > 0",
            [t],
            on_a_trial(z3.And(self.delta <= self.U * self.X, self.U > 0, self.X > 0)),
            [below.at(t, n), self.labels, *self.gap, *self.comparator, *self.session.parameters],
        )
