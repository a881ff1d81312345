"""Runs of the quasi-additive algorithm for f_p in the proofs of Grove, Littlestone and Schuurmans 2001.

A run is described coordinate by coordinate: z moves by a y x on mistakes, and w is f_p(z).
"""

from __future__ import annotations

from functools import cached_property

import sympy
import z3

from bounds import symbols as s
from verify.proofs.engine.axioms import f
from verify.proofs.engine.kernel import Theorem
from verify.proofs.engine.language import Formula, Term
from verify.proofs.engine.session import Session
from verify.proofs.engine.sums import CoordinateSum, i, j, n, on_coordinates, sum_up
from verify.proofs.engine.terms import absolute, in_the_bound, on_a_trial
from verify.proofs.engine.translate import translate
from verify.proofs.engine.vectors import INT, REAL, t
from verify.proofs.runs.coordinates import on_trials_and_coordinates, side, u, x
from verify.proofs.runs.perceptron import ZERO, count, l, labels, on_trials, up_to_the_end, y

z = z3.Function("z", INT, INT, REAL)


class QuasiAdditiveRun:
    """A run of QA(f_p) from z = 0, and claim 2: u.z grows by a delta with each mistake."""

    def __init__(self, session: Session) -> None:
        self.session = session
        self.a, self.U, self.X, self.delta = (session.symbol(v) for v in (s.a, s.U, s.X, s.delta))
        self.parameters = session.parameters
        self.sizes = session.measure("norms", z3.And(self.U >= 0, self.X >= 0), "U and X bound norms")
        self.rate = session.prove("a > 0", self.a > 0, [*self.parameters])
        self.n = session.count("n", n >= 1)
        self.wx = CoordinateSum(session, "wx", lambda t, i: f(z(t, i)) * x(t, i))
        self.ux = CoordinateSum(session, "ux", lambda t, i: u(i) * x(t, i))
        self.uz = CoordinateSum(session, "uz", lambda t, i: u(i) * z(t, i))
        self.size = CoordinateSum(session, "norm_u", lambda i: absolute(u(i)), moving=False)
        self.labels = labels(session).at(t)
        self.side = session.define("side", on_trials(side(t) == z3.If(self.errs(t), y(t), ZERO))).at(t)
        self.start = session.define("z at the start", on_coordinates(z(z3.IntVal(0), i) == 0))
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

    def grows(self) -> Theorem:
        """u.z moves by a side u.x on every trial."""
        return sum_up(
            self.session,
            "u.z moves by a side u.x",
            lambda t, j: self.uz(t + 1, j) == self.uz(t, j) + self.a * side(t) * self.ux(t, j),
            [(self.uz, t), (self.uz, t + 1), (self.ux, t)],
            [self.update.at(t, j)],
            z3.And(t >= 0, t < l),
        )

    def still(self, name: str, total: CoordinateSum) -> Theorem:
        """A sum over the coordinates, whose summands depend on z_i alone, stays where there is no mistake."""
        session, idle = self.session, z3.And(t >= 0, t < l, side(t) == 0)
        return sum_up(
            session,
            f"{name} stays where there is no mistake",
            lambda t, j: total(t + 1, j) == total(t, j),
            [(total, t), (total, t + 1)],
            [self.update.at(t, j)],
            idle,
        )

    @cached_property
    def linear(self) -> Theorem:
        """u.z >= M a delta before every trial and after the last (claim 2)."""
        session, gain = self.session, self.a * self.delta
        one = session.lemma(
            "u.z grows by a delta",
            [t],
            on_a_trial(self.uz(t + 1) >= self.uz(t) + z3.If(self.errs(t), gain, ZERO)),
            [self.grows().at(t, n), self.side, *self.gap, self.n, self.rate],
        )
        zero = z3.IntVal(0)
        begin = sum_up(
            session,
            "u.z = 0 at the start",
            lambda _, j: self.uz(zero, j) == 0,
            [(self.uz, zero)],
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
    def entries(self) -> Theorem:
        """|z_i| <= a X M before every trial and after the last; for every coordinate i."""
        session, step = self.session, self.a * self.X
        c, d = z3.Reals("c_ d_")
        moved = session.lemma(
            "a step of at most a X",
            [c, d],
            z3.Implies(
                z3.And(z3.Or(d == 0, d == 1, d == -1), c <= self.X, -c <= self.X),
                z3.And(self.a * d * c <= absolute(d) * step, -(self.a * d * c) <= absolute(d) * step),
            ),
            [self.rate],
        )
        by = [moved.at(x(t, i), side(t)), self.update.at(t, i), self.side, self.M.next.at(t)]
        found = session.induction(
            "|z_i| <= a X M",
            t,
            z3.Implies(z3.And(t <= l, i >= 0, i < n), absolute(z(t, i)) <= self.M(t) * step),
            [self.M.start, self.start.at(i)],
            [*by, *(p.at(t, i) for p in self.examples)],
        )
        return session.kernel.gen(found.at(t), t, i)

    @cached_property
    def room(self) -> Theorem:
        """On every trial delta <= U X, so U > 0 and X > 0."""
        session = self.session
        below = sum_up(
            session,
            "|u.x| <= X |u|",
            lambda t, j: z3.And(
                self.ux(t, j) <= self.X * self.size(t, j),
                -self.ux(t, j) <= self.X * self.size(t, j),
                self.size(t, j) >= 0,
            ),
            [(self.ux, t), (self.size, t)],
            [*(p.at(t, j) for p in self.examples)],
            z3.And(t >= 0, t < l),
        )
        return session.lemma(
            "U > 0 and X > 0",
            [t],
            on_a_trial(z3.And(self.delta <= self.U * self.X, self.U > 0, self.X > 0)),
            [below.at(t, n), self.labels, *self.gap, *self.comparator, *self.parameters],
        )


def ceiling_argument(session: Session) -> Term:
    """Return what the claim's bound rounds up to the number s of mistakes."""
    (ceiling,) = in_the_bound(session.claim.bound.atoms(sympy.ceiling), "a ceiling", 1)
    return translate(ceiling.args[0])


def conclude_on_trials(session: Session, lhs: Term, by: list[Theorem]) -> None:
    """Prove the claim for a run of at least one trial."""
    session.repair("a run without trials", "the bound speaks of U X >= delta, which only a trial gives")
    known = [*by]
    session.concluded(session.prove("the claim", session.holds(lhs), known))
