"""Proofs for sections 4, 6 and 7 of Grove, Littlestone and Schuurmans 2001: quasi-additive algorithms in general.

A run is described coordinate by coordinate: z moves by a y x on mistakes, w is f(z), and the level of z is the
largest v with g(v) = G(z), the sum of the g(z_i), where g is the integral of f.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import cached_property
from typing import Any

import sympy
import z3

from bounds import symbols as s
from bounds.catalogue import theorem
from verify.proofs import readings
from verify.proofs.exponentiated import on_trials_and_coordinates, side, u, x
from verify.proofs.grove2001 import dual, norm
from verify.proofs.grove2001_starts import FIRST, FromStart
from verify.proofs.kernel import Formula, Term, Theorem
from verify.proofs.perceptron import ZERO, Total, count, l, labels, on_trials, up_to_the_end, y
from verify.proofs.perceptron import u as vector_u
from verify.proofs.perceptron import w as vector_w
from verify.proofs.perceptron import x as vector_x
from verify.proofs.readings_quasi_additive import bregman, norms, p_norm, quasi_additive
from verify.proofs.registry import proves
from verify.proofs.session import Session
from verify.proofs.sums import CoordinateSum, Exponential, i, j, n, on_coordinates, sum_up
from verify.proofs.translate import exp, ln, root, translate
from verify.proofs.vectors import INT, REAL, VECTOR, InnerProduct, add, dot, scale, t

z = z3.Function("z", INT, INT, REAL)
f = z3.Function("f", REAL, REAL)
slope = z3.Function("slope", REAL, REAL)
g = z3.Function("g", REAL, REAL)
ginv = z3.Function("ginv", REAL, REAL)
top = z3.Function("top", INT, INT)
part = z3.Function("part", INT, REAL)
between = z3.Function("v", INT, INT, REAL)

HALF = z3.RealVal("1/2")


def absolute(v: Term) -> Term:
    """Return |v|."""
    return z3.If(v >= 0, v, -v)


def on_a_trial(formula: Formula) -> Formula:
    """Return "if t is a trial: formula"."""
    return z3.Implies(z3.And(t >= 0, t < l), formula)


def ceiling_argument(session: Session) -> Term:
    """Return what the claim's bound rounds up to the number s of mistakes."""
    (ceiling,) = session.claim.bound.atoms(sympy.ceiling)
    return translate(ceiling.args[0])


class QuasiAdditiveRun:
    """A run of QA(f) from z = 0, and claim 2: u.z grows by a delta with each mistake.

    ``exact`` says that the comparator's norm is U, rather than at most U; ``start`` that z starts at 0.
    """

    def __init__(self, session: Session, *, exact: bool = False, start: bool = True) -> None:
        self.session = session
        self.a, self.U, self.X, self.delta = (session.symbol(v) for v in (s.a, s.U, s.X, s.delta))
        self.parameters = [*session.parameters, *session.parameter_premises]
        self.rate = session.axiom("a > 0", "hypothesis", self.a > 0)
        self.n = session.define("n", n >= 1)
        self.wx = CoordinateSum(session, "wx", lambda t, i: f(z(t, i)) * x(t, i))
        self.ux = CoordinateSum(session, "ux", lambda t, i: u(i) * x(t, i))
        self.uz = CoordinateSum(session, "uz", lambda t, i: u(i) * z(t, i))
        self.size = CoordinateSum(session, "norm_u", lambda i: absolute(u(i)), moving=False)
        self.labels = labels(session).at(t)
        self.side = session.define("side", on_trials(side(t) == z3.If(self.errs(t), y(t), ZERO))).at(t)
        if start:
            self.start = session.define("z at the start", on_coordinates(z(z3.IntVal(0), i) == 0))
        moved = z(t + 1, i) == z(t, i) + self.a * side(t) * x(t, i)
        self.update = session.define("the update", on_trials_and_coordinates(moved))
        self.M = count(session, "mistakes", self.errs)
        within = z3.And(x(t, i) <= self.X, -x(t, i) <= self.X)
        self.examples = session.given("examples", on_trials_and_coordinates(within))
        size = self.size(t)
        self.comparator = session.given("comparator", size == self.U if exact else size <= self.U)
        self.gap = [p.at(t) for p in session.given("gap", on_trials(y(t) * self.ux(t) >= self.delta))]

    def errs(self, t: Term) -> Formula:
        """Return that trial t is a mistake, where sign(0) = +1."""
        return z3.Or(z3.And(y(t) == 1, self.wx(t) < 0), z3.And(y(t) == -1, self.wx(t) >= 0))

    def grows(self) -> Theorem:
        """u.z moves by a side u.x on every trial."""
        b, c, r, d = z3.Reals("b_ c_ r_ d_")
        times = self.session.lemma("times u_i", [b, c, r, d], b * (c + self.a * r * d) == b * c + self.a * r * (b * d))
        return sum_up(
            self.session,
            "u.z moves by a side u.x",
            lambda t, j: self.uz(t + 1, j) == self.uz(t, j) + self.a * side(t) * self.ux(t, j),
            [(self.uz, t), (self.uz, t + 1), (self.ux, t)],
            [self.update.at(t, j), times.at(u(j), z(t, j), side(t), x(t, j))],
            z3.And(t >= 0, t < l),
        )

    @cached_property
    def linear(self) -> Theorem:
        """u.z >= M a delta before every trial and after the last (claim 2)."""
        session, gain = self.session, self.a * self.delta
        one = session.lemma(
            "u.z grows by a delta",
            [t],
            on_a_trial(self.uz(t + 1) >= self.uz(t) + z3.If(self.errs(t), gain, ZERO)),
            [self.grows().at(t, n), self.side, self.labels, *self.gap, self.n, self.rate],
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
        c, d, e = z3.Reals("c_ d_ e_")
        moved = session.lemma(
            "a step of at most a X",
            [c, d],
            z3.Implies(
                z3.And(z3.Or(d == 0, d == 1, d == -1), c <= self.X, -c <= self.X),
                z3.And(self.a * d * c <= absolute(d) * step, -(self.a * d * c) <= absolute(d) * step),
            ),
            [
                self.rate,
                session.lemma("a times", [c, e], z3.Implies(c <= e, self.a * c <= self.a * e), [self.rate]).at(
                    c, self.X
                ),
                session.lemma("a times", [c, e], z3.Implies(c <= e, self.a * c <= self.a * e), [self.rate]).at(
                    -c, self.X
                ),
            ],
        )
        by = [moved.at(x(t, i), side(t)), self.update.at(t, i), self.side, self.labels, self.M.next.at(t)]
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
        b, c, d = z3.Reals("b_ c_ d_")
        product = session.lemma(
            "|u_i x_i| <= X |u_i|",
            [b, c],
            z3.Implies(
                z3.And(c <= self.X, -c <= self.X),
                z3.And(b * c <= self.X * absolute(b), -(b * c) <= self.X * absolute(b)),
            ),
        )
        below = sum_up(
            session,
            "|u.x| <= X |u|",
            lambda t, j: z3.And(
                self.ux(t, j) <= self.X * self.size(t, j),
                -self.ux(t, j) <= self.X * self.size(t, j),
                self.size(t, j) >= 0,
            ),
            [(self.ux, t), (self.size, t)],
            [product.at(u(j), x(t, j)), *(p.at(t, j) for p in self.examples)],
            z3.And(t >= 0, t < l),
        )
        times = session.lemma("X times", [c, d], z3.Implies(z3.And(self.X >= 0, c <= d), self.X * c <= self.X * d))
        signs = session.define("norms", z3.And(self.U >= 0, self.X >= 0), "U and X bound norms")
        reach = session.prove(
            "delta <= U X",
            on_a_trial(self.delta <= self.U * self.X),
            [below.at(t, n), times.at(self.size(t), self.U), self.labels, *self.gap, *self.comparator, signs, self.n],
        )
        return session.lemma(
            "U > 0 and X > 0",
            [t],
            on_a_trial(z3.And(self.delta <= self.U * self.X, self.U > 0, self.X > 0)),
            [reach, signs, *self.parameters],
        )

    @cached_property
    def no_trials(self) -> Theorem:
        """There is a trial, or there is no mistake."""
        session = self.session
        same = session.prove("no trial", z3.Implies(l == 0, self.M.whole(l) == self.M.whole(z3.IntVal(0))))
        return session.prove(
            "no mistake without a trial", z3.Or(l >= 1, self.M.whole(l) == 0), [same, self.M.start, *session.length]
        )

    @cached_property
    def counted(self) -> Theorem:
        """A count is not negative."""
        return self.session.induction(
            "M is not negative", t, up_to_the_end(self.M(t) >= 0), [self.M.start], [self.M.next.at(t)]
        )


# --- section 4: theorem 4.1 --------------------------------------------------------------------------------------

TAYLOR = "Taylor's theorem for the level along a step away from 0, without the term that is never positive"


class Convergence(QuasiAdditiveRun):
    """The proof of theorem 4.1 for an odd f: from mistake s on, U times the level grows by at most a delta / 2.

    ``late`` is the size from which f' is at most ``kappa`` times f, as ``slopes`` says: if late <= c and |v| <= c
    then f'(v) <= kappa f(c), for all v and c. The number s of mistakes is the ceiling in the claim's bound.
    """

    def __init__(self, session: Session) -> None:
        super().__init__(session)
        v, r, q = z3.Reals("v_ r_ q_")
        self.shape_g = session.fact("g is not negative", z3.ForAll([v], g(v) >= 0), "g is the integral of f from 0")
        self.inverse = session.fact("ginv undoes g", z3.ForAll([v], ginv(g(v)) == absolute(v)))
        self.increasing = session.fact(
            "ginv increases", z3.ForAll([r, q], z3.Implies(z3.And(r >= 0, r <= q), ginv(r) <= ginv(q)))
        )
        self.growing = session.fact(
            "g grows with |v|", z3.ForAll([v, r], z3.Implies(absolute(v) <= r, g(v) <= g(r))), "f is odd and increases"
        )
        self.positive = session.fact("f is positive", z3.ForAll([v], z3.Implies(v > 0, f(v) > 0)))
        self.G = CoordinateSum(session, "progress", lambda t, i: g(z(t, i)))
        self.Gv = CoordinateSum(session, "progress_between", lambda t, i: g(between(t, i)))
        self.bend = CoordinateSum(session, "bend", lambda t, i: slope(between(t, i)) * x(t, i) * x(t, i))
        self.level = ginv(self.G(t))
        largest = z3.Implies(
            z3.And(t >= 0, t <= l, i >= 0, i < n),
            z3.And(top(t) >= 0, top(t) < n, absolute(z(t, i)) <= absolute(z(t, top(t)))),
        )
        self.top = session.define("top", z3.ForAll([t, i], largest), "top(t) is a coordinate of the largest entry")
        self.between = session.define(
            "between",
            on_trials_and_coordinates(
                z3.And(
                    part(t) >= 0,
                    part(t) <= 1,
                    between(t, i) == z(t, i) + part(t) * (self.a * side(t) * x(t, i)),
                )
            ),
            "v(t) is a point of the segment from z(t) to z(t + 1)",
        )
        self.height = ginv(self.Gv(t))
        grown = (
            self.level
            + self.a * side(t) * self.wx(t) / f(self.level)
            + self.a * self.a / 2 * (self.bend(t) / f(self.height))
        )
        self.taylor = session.fact(
            "Taylor",
            on_trials(
                z3.Implies(z3.And(self.errs(t), absolute(z(t, top(t))) > self.a * self.X), self.next_level <= grown)
            ),
            TAYLOR,
        ).at(t)
        self.exact = ceiling_argument(session)
        self.s = -z3.ToInt(-self.exact)
        self.highest = ginv(z3.ToReal(n) * g(self.a * self.X * z3.ToReal(self.s)))

    @property
    def next_level(self) -> Term:
        """Return the level after trial t."""
        return ginv(self.G(t + 1))

    def contains(self, name: str, total: CoordinateSum, v: Callable[[Term, Term], Term]) -> Theorem:
        """|v_i| <= ginv(sum of g(v_i)), for every t and i."""
        session = self.session
        member = session.induction(
            f"g(v_i) is at most the sum, {name}",
            j,
            z3.Implies(
                z3.And(j <= n, i >= 0, i < n, t >= 0, t < l + 1),
                z3.And(total(t, j) >= 0, z3.Implies(i < j, g(v(t, i)) <= total(t, j))),
            ),
            [total.start(t)],
            [total.next(t, j), self.shape_g.at(v(t, j)), self.shape_g.at(v(t, i))],
        )
        return session.lemma(
            f"|v_i| is at most the level, {name}",
            [t, i],
            z3.Implies(
                z3.And(t >= 0, t < l + 1, i >= 0, i < n),
                z3.And(absolute(v(t, i)) <= ginv(total(t)), total(t) >= 0),
            ),
            [
                member.at(n),
                self.n,
                self.inverse.at(v(t, i)),
                self.increasing.at(g(v(t, i)), total(t)),
                self.shape_g.at(v(t, i)),
            ],
        )

    @cached_property
    def inside(self) -> Theorem:
        """|z_i| <= level."""
        return self.contains("z", self.G, z)

    def below(self, name: str, most: Callable[[Term], Term], bounds: list[Theorem]) -> Theorem:
        """u.z <= |u| times what bounds every |z_i|; for every t up to the end."""
        b, c, d = z3.Reals("b_ c_ d_")
        product = self.session.lemma(
            "u_i z_i <= |u_i| |z_i|", [b, c, d], z3.Implies(absolute(c) <= d, b * c <= absolute(b) * d)
        )
        return sum_up(
            self.session,
            name,
            lambda t, j: z3.And(self.uz(t, j) <= self.size(t, j) * most(t), self.size(t, j) >= 0),
            [(self.uz, t), (self.size, t)],
            [product.at(u(j), z(t, j), most(t)), *bounds],
            z3.And(t >= 0, t < l + 1),
        )

    @cached_property
    def under(self) -> Theorem:
        """u.z <= U level before every trial and after the last: no more than U ginv(G(z))."""
        session, zero = self.session, z3.IntVal(0)
        most = self.below("u.z <= |u| level", lambda t: ginv(self.G(t)), [self.inside.at(t, j)])
        c, d, e = z3.Reals("c_ d_ e_")
        times = session.lemma("c e <= d e", [c, d, e], z3.Implies(z3.And(c <= d, e >= 0), c * e <= d * e))
        return session.lemma(
            "u.z <= U level",
            [t],
            z3.Implies(z3.And(t >= 0, t < l + 1), z3.And(self.uz(t) <= self.U * self.level, self.level >= 0)),
            [
                most.at(t, n),
                times.at(self.size(t), self.U, self.level),
                *self.comparator,
                self.inside.at(t, zero),
                self.n,
            ],
        )

    def far(self, late: Term, enough: Theorem) -> Theorem:
        """From mistake s on the largest entry is at least late + a X, as U times it is at least s a delta."""
        session = self.session
        largest = absolute(z(t, top(t)))
        most = self.below("u.z <= |u| max |z_i|", lambda t: absolute(z(t, top(t))), [self.top.at(t, j)])
        c, d, e = z3.Reals("c_ d_ e_")
        times = session.lemma("c e <= d e", [c, d, e], z3.Implies(z3.And(c <= d, e >= 0), c * e <= d * e))
        whole = z3.Real("whole_")
        up = session.lemma("a number is at most its ceiling", [whole], z3.ToReal(-z3.ToInt(-whole)) >= whole).at(
            self.exact
        )
        reach = session.prove(
            "s a delta >= U (late + a X)",
            on_a_trial(z3.ToReal(self.s) * (self.a * self.delta) >= self.U * (late + self.a * self.X)),
            [
                times.at(self.exact, z3.ToReal(self.s), self.a * self.delta),
                up,
                session.prove("a delta > 0", self.a * self.delta > 0, self.parameters),
                enough.at(t),
            ],
        )
        cancel = session.lemma("cancel", [c, d, e], z3.Implies(z3.And(e > 0, e * c <= e * d), c <= d))
        return session.lemma(
            "the largest entry from mistake s on",
            [t],
            z3.Implies(z3.And(t >= 0, t < l, self.M.whole(t) >= self.s), largest >= late + self.a * self.X),
            [
                reach,
                times.at(z3.ToReal(self.s), self.M(t), self.a * self.delta),
                times.at(self.size(t), self.U, largest),
                cancel.at(late + self.a * self.X, largest, self.U),
                self.linear.at(t),
                most.at(t, n),
                self.room.at(t),
                *self.comparator,
                *self.parameters,
                self.n,
            ],
        )

    def late_mistake(self, late: Term, kappa: Term, slopes: Theorem, far: Theorem) -> Theorem:
        """A mistake from s on lifts the level by at most a**2 kappa n X**2 / 2."""
        session, a, X = self.session, self.a, self.X
        v, c, r, d, e = z3.Reals("v_ c_ r_ d_ e_")
        inside = self.contains("the point between", self.Gv, between)
        top_t = top(t)
        shorter = session.lemma(
            "a part of a step",
            [v, c, r, d],
            z3.Implies(
                z3.And(r >= 0, r <= 1, v <= d, -v <= d),
                z3.And(r * v <= d, -(r * v) <= d),
            ),
        )
        move = a * side(t) * x(t, top_t)
        step = session.prove(
            "a step of at most a X, at the top",
            on_a_trial(z3.Implies(z3.And(top_t >= 0, top_t < n), z3.And(move <= a * X, -move <= a * X))),
            [
                session.lemma(
                    "|a side x_i| <= a X",
                    [c, d],
                    z3.Implies(
                        z3.And(z3.Or(d == 0, d == 1, d == -1), c <= X, -c <= X),
                        z3.And(a * d * c <= a * X, -(a * d * c) <= a * X),
                    ),
                    [
                        session.lemma("a times", [c, e], z3.Implies(c <= e, a * c <= a * e), [self.rate]).at(b, e_)
                        for b, e_ in ((c, X), (-c, X), (z3.RealVal(0), X))
                    ],
                ).at(x(t, top_t), side(t)),
                *(p.at(t, top_t) for p in self.examples),
                self.side,
                self.labels,
            ],
        )
        far_still = session.lemma(
            "the level between is at least late",
            [t],
            z3.Implies(z3.And(t >= 0, t < l, self.M.whole(t) >= self.s), self.height >= late),
            [
                far.at(t),
                inside.at(t, top_t),
                self.between.at(t, top_t),
                self.top.at(t, z3.IntVal(0)),
                shorter.at(move, ZERO, part(t), a * X),
                step,
                self.n,
            ],
        )
        square = session.lemma(
            "x**2 <= X**2", [c], z3.Implies(z3.And(c <= X, -c <= X), z3.And(c * c <= X * X, c * c >= 0))
        )
        weigh = session.lemma(
            "a bend",
            [v, c, d, e],
            z3.Implies(z3.And(v <= d, c >= 0, c <= e, d >= 0), v * c <= d * e),
            [
                session.lemma("v c <= d c", [v, c, d], z3.Implies(z3.And(v <= d, c >= 0), v * c <= d * c)).at(v, c, d),
                session.lemma("d c <= d e", [c, d, e], z3.Implies(z3.And(c <= e, d >= 0), d * c <= d * e)).at(c, d, e),
            ],
        )
        steepest = kappa * f(self.height)
        when = z3.And(t >= 0, t < l, self.height >= late, steepest >= 0)
        bends = sum_up(
            session,
            "the bends add up to at most kappa f(level) n X**2",
            lambda t, j: self.bend(t, j) <= steepest * (X * X) * z3.ToReal(j),
            [(self.bend, t)],
            [
                slopes.at(between(t, j), self.height),
                inside.at(t, j),
                square.at(x(t, j)),
                weigh.at(slope(between(t, j)), x(t, j) * x(t, j), steepest, X * X),
                *(p.at(t, j) for p in self.examples),
            ],
            when,
        )
        divide = session.lemma(
            "divide by f(level)",
            [v, c, d],
            z3.Implies(z3.And(c > 0, v <= d * c), v / c <= d),
        )
        quotient = session.lemma("a quotient of opposite signs", [v, c], z3.Implies(z3.And(v <= 0, c > 0), v / c <= 0))
        N = z3.ToReal(n)
        flat = session.prove(
            "a side w.x <= 0 on a mistake",
            on_a_trial(a * side(t) * self.wx(t) <= 0),
            [
                session.lemma("a times a number <= 0", [c], z3.Implies(c <= 0, a * c <= 0), [self.rate]).at(
                    side(t) * self.wx(t)
                ),
                session.prove("side w.x <= 0", on_a_trial(side(t) * self.wx(t) <= 0), [self.side, self.labels]),
            ],
        )
        curved = session.prove(
            "the curvature is at most kappa n X**2",
            z3.Implies(z3.And(when, f(self.height) > 0), self.bend(t) / f(self.height) <= kappa * (X * X) * N),
            [
                bends.at(t, n),
                divide.at(self.bend(t), f(self.height), kappa * (X * X) * N),
                session.prove("the same product", steepest * (X * X) * N == kappa * (X * X) * N * f(self.height)),
                self.n,
            ],
        )
        times = session.lemma("a**2/2 times", [c, d], z3.Implies(c <= d, a * a / 2 * c <= a * a / 2 * d))
        known = session.prove("kappa >= 0", on_a_trial(kappa >= 0), [self.room.at(t), *self.parameters])
        product = session.lemma("a product >= 0", [c, d], z3.Implies(z3.And(c >= 0, d > 0), c * d >= 0))
        zero = z3.IntVal(0)
        start = session.prove("late > 0", on_a_trial(late > 0), [self.room.at(t), self.n, *self.parameters])
        return session.lemma(
            "a late mistake",
            [t],
            z3.Implies(
                z3.And(t >= 0, t < l, self.M.whole(t) >= self.s, self.errs(t)),
                self.next_level <= self.level + a * a / 2 * (kappa * (X * X) * N),
            ),
            [
                self.taylor,
                far.at(t),
                far_still.at(t),
                start,
                self.inside.at(t, top_t),
                self.top.at(t, zero),
                self.positive.at(self.height),
                self.positive.at(self.level),
                product.at(kappa, f(self.height)),
                known,
                curved,
                times.at(self.bend(t) / f(self.height), kappa * (X * X) * N),
                quotient.at(a * side(t) * self.wx(t), f(self.level)),
                flat,
                session.prove("a X >= 0", on_a_trial(a * X >= 0), [self.room.at(t), self.rate]),
                self.n,
            ],
        )

    def mistakes(self, late: Term, kappa: Term, slopes: Theorem, enough: Theorem, small: Theorem) -> Theorem:
        """M <= 2 U ginv(n g(a X s)) / (a delta) - s where there is a trial.

        ``enough`` says that s a delta >= U (late + a X), ``small`` that U a**2 kappa n X**2 <= a delta.
        """
        session, a, X, U = self.session, self.a, self.X, self.U
        N, S, M = z3.ToReal(n), z3.ToReal(self.s), self.M
        c, d, e = z3.Reals("c_ d_ e_")
        mistake = self.late_mistake(late, kappa, slopes, self.far(late, enough))
        rise = a * a / 2 * (kappa * (X * X) * N)
        gain = a * self.delta / 2
        modest = session.prove("U a**2 kappa n X**2 / 2 <= a delta / 2", on_a_trial(U * rise <= gain), [small.at(t)])
        times = session.lemma("U times", [c, d], z3.Implies(z3.And(U >= 0, c <= d), U * c <= U * d))
        most = a * X * S
        early = sum_up(
            session,
            "G <= n g(a X s) while M <= s",
            lambda t, j: self.G(t, j) <= z3.ToReal(j) * g(most),
            [(self.G, t)],
            [
                self.entries.at(t, j),
                self.growing.at(z(t, j), most),
                session.lemma(
                    "M a X <= a X s",
                    [c, d],
                    z3.Implies(z3.And(c <= d, X >= 0), c * (a * X) <= a * X * d),
                    [self.rate],
                ).at(M(t), S),
            ],
            z3.And(t >= 0, t <= l, M.whole(t) <= self.s, X >= 0),
        )
        still = sum_up(
            session,
            "G stays where there is no mistake",
            lambda t, j: self.G(t + 1, j) == self.G(t, j),
            [(self.G, t), (self.G, t + 1)],
            [
                session.prove(
                    "an entry stays",
                    z3.Implies(z3.And(t >= 0, t < l, side(t) == 0, j >= 0, j < n), g(z(t + 1, j)) == g(z(t, j))),
                    [
                        session.prove(
                            "an entry without a step",
                            z3.Implies(z3.And(t >= 0, t < l, side(t) == 0, j >= 0, j < n), z(t + 1, j) == z(t, j)),
                            [self.update.at(t, j)],
                        )
                    ],
                )
            ],
            z3.And(t >= 0, t < l, side(t) == 0),
        )
        self.s_positive = nothing = session.lemma(
            "s is not negative",
            [t],
            on_a_trial(self.s >= 0),
            [
                session.lemma("c / (a delta)", [c, d], z3.Implies(z3.And(d > 0, c * d >= 0), c >= 0)).at(
                    self.exact, a * self.delta
                ),
                enough.at(t),
                session.prove(
                    "U (late + a X) >= 0",
                    on_a_trial(U * (late + a * X) >= 0),
                    [
                        session.lemma("a product >= 0", [c, d], z3.Implies(z3.And(c >= 0, d > 0), c * d >= 0)).at(
                            U, late + a * X
                        ),
                        session.prove("late > 0", on_a_trial(late > 0), [self.room.at(t), self.n, *self.parameters]),
                        session.prove("a X >= 0", on_a_trial(a * X >= 0), [self.room.at(t), self.rate]),
                        self.room.at(t),
                    ],
                ),
                session.prove("a delta > 0", a * self.delta > 0, self.parameters),
            ],
        ).at(z3.IntVal(0))
        beyond = z3.If(M.whole(t) >= self.s, M(t) - S, ZERO)
        signs = session.define("norms", z3.And(self.U >= 0, self.X >= 0), "U and X bound norms")
        capped = session.lemma(
            "the level while M <= s",
            [t],
            z3.Implies(z3.And(t >= 0, t <= l, M.whole(t) <= self.s), U * self.level <= U * self.highest),
            [
                early.at(t, n),
                self.increasing.at(self.G(t), N * g(most)),
                self.inside.at(t, z3.IntVal(0)),
                times.at(self.level, self.highest),
                signs,
                self.n,
            ],
        )
        stays = session.lemma(
            "the level without a mistake",
            [t],
            z3.Implies(z3.And(t >= 0, t < l, z3.Not(self.errs(t))), self.next_level == self.level),
            [
                session.prove(
                    "without a mistake side is 0", on_a_trial(z3.Or(self.errs(t), side(t) == 0)), [self.side]
                ),
                session.prove("the same level", z3.Implies(self.G(t + 1) == self.G(t), self.next_level == self.level)),
                still.at(t, n),
                self.n,
            ],
        )
        bounded = session.induction(
            "U level <= U ginv(n g(a X s)) + (M - s) a delta / 2 from mistake s on",
            t,
            z3.Implies(z3.And(t <= l, l >= 1), U * self.level <= U * self.highest + beyond * gain),
            [
                nothing,
                capped.at(z3.IntVal(0)),
                self.M.start,
                session.prove("a delta / 2 >= 0", gain >= 0, self.parameters),
            ],
            [
                capped.at(t + 1),
                mistake.at(t),
                stays.at(t),
                modest,
                times.at(self.next_level, self.level + rise),
                signs,
                self.M.next.at(t),
                session.prove("a delta / 2 >= 0", gain >= 0, self.parameters),
            ],
        )
        whole = session.prove(
            "M a delta <= U ginv(n g(a X s)) + max(M - s, 0) a delta / 2",
            z3.Implies(
                l >= 1, M(l) * (a * self.delta) <= U * self.highest + z3.If(M.whole(l) >= self.s, M(l) - S, ZERO) * gain
            ),
            [bounded.at(l), self.under.at(l), self.linear.at(l), *session.length],
        )
        least = session.prove(
            "ginv(n g(a X s)) >= a X s",
            z3.Implies(l >= 1, self.highest >= most),
            [
                self.inverse.at(most),
                self.increasing.at(g(most), N * g(most)),
                self.shape_g.at(most),
                session.lemma("n r >= r", [c], z3.Implies(z3.And(n >= 1, c >= 0), N * c >= c)).at(g(most)),
                self.n,
            ],
        )
        reach = session.prove(
            "U ginv(n g(a X s)) >= s a delta",
            z3.Implies(l >= 1, U * self.highest >= S * (a * self.delta)),
            [
                times.at(most, self.highest),
                least,
                session.prove("U a X s = (a s) U X", U * most == a * S * (U * X)),
                session.lemma(
                    "a s times", [c, d, e], z3.Implies(z3.And(e >= 0, c <= d), a * e * c <= a * e * d), [self.rate]
                ).at(self.delta, U * X, S),
                self.room.at(z3.IntVal(0)),
                nothing,
                signs,
            ],
        )
        return session.prove(
            "(M + s) a delta <= 2 U ginv(n g(a X s))",
            z3.Implies(l >= 1, (M(l) + S) * (a * self.delta) <= 2 * (U * self.highest)),
            [
                whole,
                reach,
                session.lemma(
                    "M a delta <= s a delta",
                    [c, d],
                    z3.Implies(c <= d, c * (a * self.delta) <= d * (a * self.delta)),
                    self.parameters,
                ).at(M(l), S),
            ],
        )


def conclude_on_trials(session: Session, lhs: Term, by: list[Theorem]) -> None:
    """Prove the claim for a run of at least one trial."""
    session.repair("a run without trials", "the bound speaks of U X >= delta, which only a trial gives")
    known = [*by, *session.parameters, *session.parameter_premises]
    session.concluded(session.prove("the claim", session.holds(lhs), known))


def polynomial(
    session: Session, degree: Term, slopes: Theorem, name: str, size: Term, levels: Callable[..., Theorem]
) -> None:
    """Theorem 4.1 where c f'(v) <= degree f(c) for |v| <= c, and ginv(n g(c)) <= size c: any a will do."""
    run = Convergence(session)
    a, U, X, delta = run.a, run.U, run.X, run.delta
    N, S = z3.ToReal(n), z3.ToReal(run.s)
    K = a * N * (X * X) * U / delta
    kappa, late = 1 / K, degree * K
    b, c, d, v, q = z3.Reals("b_ c_ d_ v_ q_")
    one = session.prove(
        "a n X**2 U / delta > 0",
        z3.Implies(l >= 1, z3.And(K > 0, kappa > 0, kappa * K == 1, K * delta == a * N * (X * X) * U)),
        [
            session.lemma(
                "a quotient of positive numbers",
                [b, c],
                z3.Implies(z3.And(b > 0, c > 0), z3.And(b / c > 0, (b / c) * c == b, 1 / b > 0, (1 / b) * b == 1)),
            ).at(e, h)
            for e, h in ((a * N * (X * X) * U, delta), (K, z3.RealVal(1)))
        ]
        + [
            session.prove(
                "a n X**2 U > 0",
                z3.Implies(l >= 1, a * N * (X * X) * U > 0),
                [
                    session.lemma("a product > 0", [b, c], z3.Implies(z3.And(b > 0, c > 0), b * c > 0)).at(e, h)
                    for e, h in ((X, X), (a, N), (a * N, X * X), (a * N * (X * X), U))
                ]
                + [run.room.at(z3.IntVal(0)), run.rate, run.n],
            ),
            *run.parameters,
        ],
    )
    steep = session.lemma(
        "f' against f from late on",
        [v, c],
        z3.Implies(z3.And(l >= 1, late <= c, absolute(v) <= c), slope(v) <= kappa * f(c)),
        [
            slopes.at(v, c),
            run.positive.at(c),
            one,
            session.lemma(
                "cancel c",
                [b, c, d, q, v],
                z3.Implies(z3.And(c > 0, d > 0, q > 0, v * q == 1, b * c <= degree * d, degree * q <= c), b <= v * d),
                [
                    session.lemma("times v d", [b, c, d], z3.Implies(z3.And(d >= 0, b <= c), b * d <= c * d)).at(
                        degree * q, c, v * d
                    ),
                    session.lemma("cancel", [b, c, d], z3.Implies(z3.And(d > 0, b * d <= c * d), b <= c)).at(
                        b, v * d, c
                    ),
                    session.lemma("v > 0", [q, v], z3.Implies(z3.And(q > 0, v * q == 1), v > 0)).at(q, v),
                    session.lemma("a product > 0", [b, c], z3.Implies(z3.And(b > 0, c > 0), b * c > 0)).at(v, d),
                ],
            ).at(slope(v), c, f(c), K, kappa),
            session.prove("late > 0", z3.Implies(l >= 1, late > 0), [one, *run.parameters]),
        ],
    )
    enough = session.lemma(
        "s a delta >= U (late + a X), before rounding up",
        [t],
        on_a_trial(run.exact * (a * delta) >= U * (late + a * X)),
        run.parameters,
    )
    small = session.lemma(
        "U a**2 kappa n X**2 = a delta",
        [t],
        on_a_trial(U * (a * a / 2 * (kappa * (X * X) * N)) <= a * delta / 2),
        [
            one,
            session.prove(
                "the same product", U * (a * a / 2 * (kappa * (X * X) * N)) == a / 2 * (kappa * (a * N * (X * X) * U))
            ),
            session.lemma(
                "put in K delta",
                [b, c, d],
                z3.Implies(z3.And(b == c * d, kappa * c == 1), a / 2 * (kappa * b) == a / 2 * d),
            ).at(a * N * (X * X) * U, K, delta),
        ],
    )
    both = run.mistakes(late, kappa, steep, enough, small)
    most = a * X * S
    level = levels(run, most)
    divided = session.prove(
        f"M + s <= 2 U X {name} s / delta",
        z3.Implies(l >= 1, run.M(l) + S <= 2 * U * X * size * S / delta),
        [
            session.lemma(
                "cancel a",
                [b, c, d, q],
                z3.Implies(z3.And(q > 0, d > 0, b * (q * d) <= q * c), b <= c / d),
            ).at(run.M(l) + S, 2 * U * X * size * S, delta, a),
            both,
            session.lemma("U times", [c, d], z3.Implies(z3.And(U >= 0, c <= d), U * c <= U * d)).at(
                run.highest, size * most
            ),
            session.define("norms", z3.And(U >= 0, X >= 0), "U and X bound norms"),
            level,
            session.prove("the same size", 2 * (U * (size * most)) == a * (2 * U * X * size * S)),
            *run.parameters,
        ],
    )
    conclude_on_trials(session, run.M.whole(l), [divided])


def nothing_early(run: Convergence, most: Term) -> Theorem:
    """a X s >= 0 where there is a trial."""
    return run.session.prove(
        "a X s >= 0", z3.Implies(l >= 1, most >= 0), [run.s_positive, run.room.at(z3.IntVal(0)), run.rate]
    )


@proves("gls.4.1", quasi_additive)
def theorem_41_power(session: Session) -> None:
    """f_p: c f'(v) <= (p - 1) f(c) for |v| <= c, so kappa = (p - 1)/late; and ginv(n g(c)) = n**(1/p) c."""
    p = session.symbol(s.p)
    v, c = z3.Reals("v_ c_")
    slopes = session.fact(
        "the slope of a power",
        z3.ForAll([v, c], z3.Implies(z3.And(c > 0, absolute(v) <= c), slope(v) * c <= (p - 1) * f(c))),
        "f_p'(v) = (p - 1) |v|**(p - 2), p >= 2",
    )
    size = translate(s.n ** (1 / s.p))
    levels = session.fact(
        "the level of a power",
        z3.ForAll([c], z3.Implies(c >= 0, ginv(z3.ToReal(n) * g(c)) == size * c)),
        "g(c) = c**p/p",
    )
    polynomial(
        session,
        p - 1,
        slopes,
        "n**(1/p)",
        size,
        lambda run, most: session.prove(
            "ginv(n g(a X s)) = n**(1/p) a X s",
            z3.Implies(l >= 1, run.highest <= size * most),
            [levels.at(most), nothing_early(run, most)],
        ),
    )


@proves("gls.4.1.fk", quasi_additive)
def theorem_41_interpolating(session: Session) -> None:
    """f_k has coefficients >= 0: c f'(v) <= k f(c) for |v| <= c, and n g(c) <= g(sqrt(n) c)."""
    k = session.symbol(s.k)
    v, c = z3.Reals("v_ c_")
    slopes = session.fact(
        "the slope of f_k",
        z3.ForAll([v, c], z3.Implies(z3.And(c > 0, absolute(v) <= c), slope(v) * c <= k * f(c))),
        "k f_k(c) - c f_k'(c) = k ((1 + c/k)**(k - 1) - (1 - c/k)**(k - 1)) >= 0, and f_k' increases",
    )
    size = translate(sympy.sqrt(s.n))
    wide = session.fact(
        "g_k grows at least as a square",
        z3.ForAll([c], z3.Implies(c >= 0, z3.ToReal(n) * g(c) <= g(size * c))),
        "g_k is an even polynomial with coefficients >= 0",
    )

    def levels(run: Convergence, most: Term) -> Theorem:
        N = z3.ToReal(n)
        d, e = z3.Reals("d_ e_")
        product = session.lemma("a product >= 0", [d, e], z3.Implies(z3.And(d >= 0, e >= 0), d * e >= 0))
        return session.prove(
            "ginv(n g(a X s)) <= sqrt(n) a X s",
            z3.Implies(l >= 1, run.highest <= size * most),
            [
                wide.at(most),
                run.increasing.at(N * g(most), g(size * most)),
                run.inverse.at(size * most),
                run.shape_g.at(most),
                product.at(N, g(most)),
                product.at(size, most),
                nothing_early(run, most),
                *session.roots(size),
                run.n,
            ],
        )

    polynomial(session, k, slopes, "sqrt(n)", size, levels)


@proves("gls.4.1.bw", quasi_additive)
def theorem_41_winnow(session: Session) -> None:
    """2 sinh: f'(v) <= coth(1) f(c) for |v| <= c and c >= 1, so kappa = coth(1) and late = 1."""
    run = Convergence(session)
    E = Exponential(session)
    a, U, X, delta = run.a, run.U, run.X, run.delta
    N, S = z3.ToReal(n), z3.ToReal(run.s)
    two, one = z3.RealVal(2), z3.RealVal(1)
    kappa = (exp(two) + 1) / (exp(two) - 1)
    v, c, r = z3.Reals("v_ c_ r_")
    value = session.define("f", z3.ForAll([v], f(v) == exp(v) - exp(-v)), "f is 2 sinh")
    slopes = session.define("f'", z3.ForAll([v], slope(v) == exp(v) + exp(-v)), "f' is 2 cosh")
    integral = session.define("g", z3.ForAll([v], g(v) == exp(v) + exp(-v) - 2), "g is the integral of 2 sinh")
    high = 1 + r / 2
    inverse = session.define(
        "ginv",
        z3.ForAll([r], z3.Implies(r >= 0, ginv(r) == ln(high + root(high * high - 1)))),
        "2 cosh(ginv(r)) - 2 = r",
    )
    zero = z3.RealVal(0)
    flat = session.lemma(
        "exp(v) exp(-v) = 1",
        [v],
        z3.And(exp(v) * exp(-v) == 1, exp(v) > 0, exp(-v) > 0),
        [
            session.prove("exp(v - v) = exp(0)", exp(v + -v) == exp(zero)),
            E.sums.at(v, -v),
            E.positive.at(v),
            E.positive.at(-v),
        ],
    )
    b, d, e, h = z3.Reals("b_ d_ e_ h_")
    convex = session.lemma(
        "cosh v <= cosh c",
        [b, d, e, h],
        z3.Implies(z3.And(b * e == 1, d * h == 1, b > 0, d > 0, e > 0, h > 0, b <= d, e <= d), b + e <= d + h),
    )
    cosh = session.lemma(
        "cosh v <= cosh c for |v| <= c",
        [v, c],
        z3.Implies(absolute(v) <= c, exp(v) + exp(-v) <= exp(c) + exp(-c)),
        [
            convex.at(exp(v), exp(c), exp(-v), exp(-c)),
            flat.at(v),
            flat.at(c),
            E.increasing.at(c, v),
            E.increasing.at(c, -v),
        ],
    )
    large = session.prove(
        "exp(2) > 1", z3.And(exp(two) > 1, exp(two) - 1 > 0), [E.increasing.at(zero, two), E.positive.at(zero)]
    )
    coth = session.lemma(
        "cosh c <= coth(1) sinh c from c = 1 on",
        [c],
        z3.Implies(c >= 1, exp(c) + exp(-c) <= kappa * (exp(c) - exp(-c))),
        [
            session.lemma(
                "the quotient",
                [b, d, e],
                z3.Implies(z3.And(b > 1, d * e == 1, d > 0, e > 0, b * e <= d), d + e <= (b + 1) / (b - 1) * (d - e)),
                [
                    session.lemma(
                        "multiply a quotient",
                        [b, d, e],
                        z3.Implies(z3.And(b > 1), (b + 1) / (b - 1) * (d - e) * (b - 1) == (b + 1) * (d - e)),
                    ).at(b, d, e),
                    session.lemma("cancel", [d, e, h], z3.Implies(z3.And(h > 0, d * h <= e * h), d <= e)).at(
                        d + e, (b + 1) / (b - 1) * (d - e), b - 1
                    ),
                ],
            ).at(exp(two), exp(c), exp(-c)),
            flat.at(c),
            large,
            E.sums.at(c, c),
            E.increasing.at(c + c, two),
            session.lemma(
                "exp(2) <= exp(c)**2",
                [b, d, e],
                z3.Implies(z3.And(d * e == 1, e > 0, b <= d * d), b * e <= d),
                [
                    session.lemma("times e > 0", [b, d, e], z3.Implies(z3.And(e > 0, b <= d), b * e <= d * e)).at(
                        b, d * d, e
                    )
                ],
            ).at(exp(two), exp(c), exp(-c)),
        ],
    )
    steep = session.lemma(
        "f'(v) <= coth(1) f(c) for |v| <= c and c >= 1",
        [v, c],
        z3.Implies(z3.And(one <= c, absolute(v) <= c), slope(v) <= kappa * f(c)),
        [cosh.at(v, c), coth.at(c), value.at(c), slopes.at(v)],
    )
    known = session.prove("coth(1) > 0", kappa > 0, [large])
    run.parameters.append(known)
    enough = session.lemma(
        "s a delta >= U (1 + a X), before rounding up",
        [t],
        on_a_trial(run.exact * (a * delta) >= U * (one + a * X)),
        run.parameters,
    )
    bounded = session.prove(
        "a U X**2 n coth(1) <= delta",
        z3.Implies(l >= 1, a * (U * (X * X) * N * kappa) <= delta),
        [
            session.lemma(
                "times the denominator",
                [b, c, d, e, h],
                z3.Implies(
                    z3.And(
                        c > 0, d > 0, e > 0, h == (d + 1) / e, z3.Or(c * (d + 1) == 0, b <= delta * e / (c * (d + 1)))
                    ),
                    b * (c * h) <= delta,
                ),
            ).at(a, U * (X * X) * N, exp(two), exp(two) - 1, kappa),
            large,
            *run.parameters,
            run.room.at(z3.IntVal(0)),
            run.n,
        ],
    )
    small = session.lemma(
        "U a**2 kappa n X**2 <= a delta",
        [t],
        on_a_trial(U * (a * a / 2 * (kappa * (X * X) * N)) <= a * delta / 2),
        [
            bounded,
            session.lemma("a/2 times", [c, d], z3.Implies(c <= d, a / 2 * c <= a / 2 * d), [run.rate]).at(
                a * (U * (X * X) * N * kappa), delta
            ),
            session.prove(
                "the same product",
                U * (a * a / 2 * (kappa * (X * X) * N)) == a / 2 * (a * (U * (X * X) * N * kappa)),
            ),
        ],
    )
    both = run.mistakes(one, kappa, steep, enough, small)
    most, bound = a * X * S, session.bound()
    level = session.prove(
        "ginv(n g(a X s)), as the bound has it",
        z3.Implies(l >= 1, run.highest == applications(bound, ln)[0]),
        [
            *as_in_the_bound(session, bound, most, integral.at(most)),
            session.prove(
                "n g(a X s) >= 0",
                N * g(most) >= 0,
                [
                    run.shape_g.at(most),
                    session.lemma("a product >= 0", [b, d], z3.Implies(z3.And(b >= 0, d >= 0), b * d >= 0)).at(
                        N, g(most)
                    ),
                    run.n,
                ],
            ),
            inverse.at(N * g(most)),
        ],
    )
    divided = session.prove(
        "M + s <= 2 U ginv(n g(a X s)) / (a delta)",
        z3.Implies(l >= 1, run.M(l) + S <= 2 * (U * run.highest) / (a * delta)),
        [
            session.lemma("at most a quotient", [b, c, d], z3.Implies(z3.And(d > 0, b * d <= c), b <= c / d)).at(
                run.M(l) + S, 2 * (U * run.highest), a * delta
            ),
            session.prove("a delta > 0", a * delta > 0, run.parameters),
            both,
        ],
    )
    conclude_on_trials(session, run.M.whole(l), [divided, level])


def applications(term: Term, function: Any) -> list[Term]:
    """Return every application of a function in a term."""
    found = [application for part in term.children() for application in applications(part, function)]
    return [*found, term] if z3.is_app(term) and term.decl().eq(function) else found


def as_in_the_bound(session: Session, bound: Term, most: Term, integral: Theorem) -> list[Theorem]:
    """The logarithm in the bound is that of ginv(n g(a X s)): so are its exponents, its root and its argument."""
    h = 1 + z3.ToReal(n) * g(most) / 2
    found = [integral]
    for argument, value in zip(distinct(applications(bound, exp)), (most, -most), strict=True):
        exponent = argument.arg(0)
        same = session.prove("an exponent of the bound", exponent == value)
        equal = session.prove("equal exponents", z3.Implies(exponent == value, exp(exponent) == exp(value)))
        found.append(session.prove("an exponential of the bound", exp(exponent) == exp(value), [same, equal]))
    (square,), (logarithm,) = distinct(applications(bound, root)), distinct(applications(bound, ln))
    for term, value in ((square, root(h * h - 1)), (logarithm, ln(h + root(h * h - 1)))):
        same = session.prove("an argument in the bound", term.arg(0) == value.arg(0), found)
        equal = session.prove("equal arguments", z3.Implies(term.arg(0) == value.arg(0), term == value))
        found.append(session.prove("a part of the bound", term == value, [same, equal]))
    return found[-1:]


def distinct(terms: list[Term]) -> list[Term]:
    """Return the terms without repetitions, in order."""
    return list({term.get_id(): term for term in terms}.values())


# --- section 4: the remark, for f(z) = z ---------------------------------------------------------------------------


@proves("gls.4.remark", quasi_additive)
def remark(session: Session) -> None:
    """(u.z)**2 <= U**2 max z_i**2 <= U**2 z.z, and z.z <= M a**2 n X**2, as each mistake adds at most a**2 x.x."""
    run = QuasiAdditiveRun(session)
    a, U, X, delta = run.a, run.U, run.X, run.delta
    N, first = z3.ToReal(n), z3.IntVal(0)
    v, b, c, d, e = z3.Reals("v_ b_ c_ d_ e_")
    identity = session.define("f", z3.ForAll([v], f(v) == v), "f is the identity")
    zz = CoordinateSum(session, "zz", lambda t, i: z(t, i) * z(t, i))
    each = a * a * (X * X)
    when = z3.And(t >= 0, t < l)
    square = session.lemma("x**2 <= X**2", [c], z3.Implies(z3.And(c <= X, -c <= X), z3.And(c * c <= X * X, c * c >= 0)))
    step = session.lemma(
        "the square of an entry after a step",
        [b, c, d, e],
        z3.Implies(
            z3.And(b == c + a * d * e, z3.Or(d == 0, d == 1, d == -1), e * e <= X * X),
            b * b <= c * c + 2 * a * d * (c * e) + z3.If(d == 0, ZERO, each),
        ),
        [session.lemma("a**2 times", [b, c], z3.Implies(b <= c, a * a * b <= a * a * c)).at(e * e, X * X)],
    )
    longer = sum_up(
        session,
        "z.z after a step",
        lambda t, j: (
            zz(t + 1, j) <= zz(t, j) + 2 * a * side(t) * run.wx(t, j) + z3.If(side(t) == 0, ZERO, each * z3.ToReal(j))
        ),
        [(zz, t), (zz, t + 1), (run.wx, t)],
        [
            step.at(z(t + 1, j), z(t, j), side(t), x(t, j)),
            run.update.at(t, j),
            square.at(x(t, j)),
            identity.at(z(t, j)),
            run.side,
            run.labels,
            *(p.at(t, j) for p in run.examples),
        ],
        when,
    )
    flat = session.prove(
        "a side w.x <= 0 on a mistake",
        on_a_trial(2 * a * side(t) * run.wx(t) <= 0),
        [
            session.lemma("a times a number <= 0", [c], z3.Implies(c <= 0, 2 * a * c <= 0), [run.rate]).at(
                side(t) * run.wx(t)
            ),
            session.prove("side w.x <= 0", on_a_trial(side(t) * run.wx(t) <= 0), [run.side, run.labels]),
        ],
    )
    begin = sum_up(session, "z.z at the start", lambda _, j: zz(first, j) == 0, [(zz, first)], [run.start.at(j)])
    growth = session.induction(
        "z.z <= M a**2 n X**2",
        t,
        up_to_the_end(zz(t) <= run.M(t) * (each * N)),
        [run.M.start, begin.at(t, n), run.n],
        [
            longer.at(t, n),
            flat,
            run.M.next.at(t),
            run.side,
            run.labels,
            run.n,
            session.prove("a**2 n X**2 >= 0", each * N >= 0, [run.n, squares_positive(session, a, X)]),
        ],
    )
    member = session.induction(
        "z_i**2 <= z.z",
        j,
        z3.Implies(
            z3.And(j <= n, i >= 0, i < n),
            z3.And(zz(t, j) >= 0, z3.Implies(i < j, z(t, i) * z(t, i) <= zz(t, j))),
        ),
        [zz.start(t)],
        [zz.next(t, j), session.lemma("a square", [c], c * c >= 0).at(z(t, j))],
    )
    R = z3.Function("sqrt", REAL, REAL)(zz(l))
    entry = session.lemma(
        "|z_i| <= sqrt(z.z)",
        [i],
        z3.Implies(z3.And(i >= 0, i < n), z3.And(absolute(z(l, i)) <= R, R >= 0, zz(l) == R * R)),
        [
            session.kernel.gen(member.at(n), t).at(l),
            *session.roots(root(zz(l))),
            session.lemma(
                "squares the other way", [c, d], z3.Implies(z3.And(d >= 0, c * c <= d * d), absolute(c) <= d)
            ).at(z(l, i), R),
            run.n,
        ],
    )
    product = session.lemma("u_i z_i <= |u_i| |z_i|", [b, c, d], z3.Implies(absolute(c) <= d, b * c <= absolute(b) * d))
    under = sum_up(
        session,
        "u.z <= |u| sqrt(z.z)",
        lambda _, j: z3.And(run.uz(l, j) <= run.size(t, j) * R, run.size(t, j) >= 0),
        [(run.uz, l), (run.size, l)],
        [product.at(u(j), z(l, j), R), entry.at(j)],
    )
    times = session.lemma("c e <= d e", [c, d, e], z3.Implies(z3.And(c <= d, e >= 0), c * e <= d * e))
    M = run.M(l)
    reach = session.prove(
        "0 <= M a delta <= U sqrt(z.z)",
        z3.And(M * (a * delta) <= U * R, M * (a * delta) >= 0),
        [
            run.linear.at(l),
            under.at(t, n),
            times.at(run.size(t), U, R),
            entry.at(first),
            *run.comparator,
            *session.length,
            session.lemma("a product >= 0", [c, d], z3.Implies(z3.And(c >= 0, d > 0), c * d >= 0)).at(M, a * delta),
            session.prove("a delta > 0", a * delta > 0, run.parameters),
            run.counted.at(l),
            run.n,
        ],
    )
    squared = session.prove(
        "(M a delta)**2 <= U**2 M a**2 n X**2",
        (M * (a * delta)) * (M * (a * delta)) <= U * U * (M * (each * N)),
        [
            reach,
            session.lemma("squares", [b, c], z3.Implies(z3.And(b >= 0, b <= c), b * b <= c * c)).at(
                M * (a * delta), U * R
            ),
            session.prove("(U sqrt(z.z))**2", z3.Implies(zz(l) == R * R, U * U * zz(l) == (U * R) * (U * R))),
            entry.at(first),
            session.lemma("U**2 times", [c, d], z3.Implies(c <= d, U * U * c <= U * U * d)).at(zz(l), M * (each * N)),
            growth.at(l),
            *session.length,
            run.n,
        ],
    )
    value = N * (U * U) * (X * X)
    divided = session.lemma(
        "divide by a**2 M",
        [b, c, d, e],
        z3.Implies(z3.And(b >= 0, c > 0, e >= 0, (b * (c * d)) * (b * (c * d)) <= e * (b * (c * c))), b * d * d <= e),
    )
    result = session.prove(
        "M delta**2 <= n U**2 X**2",
        M * delta * delta <= value,
        [
            divided.at(M, a, delta, value),
            squared,
            session.prove("the same product", U * U * (M * (each * N)) == value * (M * (a * a))),
            session.prove("n U**2 X**2 >= 0", value >= 0, [run.n, squares_positive(session, U, X)]),
            run.counted.at(l),
            *session.length,
            *run.parameters,
        ],
    )
    session.conclude(run.M.whole(l), [result])


def squares_positive(session: Session, b: Term, c: Term) -> Theorem:
    """b**2 c**2 >= 0, times n too."""
    p, q = z3.Reals("p_ q_")
    N = z3.ToReal(n)
    return session.lemma(
        "n p**2 q**2 >= 0",
        [p, q],
        z3.Implies(n >= 1, z3.And(p * p * (q * q) * N >= 0, N * (p * p) * (q * q) >= 0)),
        [
            session.lemma("a product >= 0", [p, q], z3.Implies(z3.And(p >= 0, q >= 0), p * q >= 0)).at(
                p * p * (q * q), N
            ),
            session.lemma("p**2 q**2 >= 0", [p, q], p * p * (q * q) >= 0).at(p, q),
        ],
    ).at(b, c)


# --- section 7: what a mistake does to the p-norm ----------------------------------------------------------------

norm_z, norm_x, scale_z, scale_v, lean_v = (
    z3.Function(name, INT, REAL) for name in ("norm_z", "norm_x", "scale_z", "scale_v", "lean_v")
)
top_x = z3.Function("top_x", INT, INT)


class PNormGrowth(QuasiAdditiveRun):
    """A run of the p-norm Perceptron: ||z||_p**2 by Taylor's theorem and Hoelder's inequality, u.z by its entries."""

    def __init__(self, session: Session, *, start: bool = True) -> None:
        super().__init__(session, start=start)
        self.p = session.symbol(s.p)
        self.along = CoordinateSum(session, "along", lambda t, i: f(between(t, i)) * x(t, i))
        self.bend = CoordinateSum(session, "bend", lambda t, i: slope(between(t, i)) * x(t, i) * x(t, i))
        lean = lean_v(t) * self.along(t)
        second = (2 - self.p) * (lean * lean) + scale_v(t) * self.bend(t)
        first = 2 * self.a * (side(t) * (scale_z(t) * self.wx(t)))
        self.taylor = session.fact(
            "Taylor",
            on_trials(
                z3.Implies(
                    self.errs(t),
                    norm_z(t + 1) * norm_z(t + 1) <= norm_z(t) * norm_z(t) + first + self.a * self.a * second,
                )
            ),
            "Taylor's theorem for ||z||_p**2: v = v(t) is some point of the segment; scale is ||.||_p**(2 - p), "
            "and lean ||v||_p**(1 - p)",
        ).at(t)
        self.hoelder = session.fact(
            "Hoelder",
            on_trials(scale_v(t) * self.bend(t) <= (self.p - 1) * (norm_x(t) * norm_x(t))),
            "the sum of |v_i|**(p - 2) x_i**2 is at most ||v||_p**(p - 2) ||x||_p**2",
        ).at(t)
        self.signs = session.define(
            "norms of z and x", on_trials(z3.And(norm_x(t) >= 0, scale_z(t) >= 0)), "norms are not negative"
        ).at(t)
        session.repair(
            "the Taylor step",
            "||z||_p**2 is not twice differentiable at 0: there it is exactly quadratic along the step",
        )

    @cached_property
    def one_mistake(self) -> Theorem:
        """||z + a y x||_p**2 <= ||z||_p**2 + (p - 1) a**2 ||x||_p**2 on a mistake."""
        session, a, p = self.session, self.a, self.p
        b, c = z3.Reals("b_ c_")
        flat = session.prove(
            "side w.x <= 0, times a scale >= 0",
            on_a_trial(side(t) * (scale_z(t) * self.wx(t)) <= 0),
            [
                session.lemma("a product of opposite signs", [b, c], z3.Implies(z3.And(b >= 0, c <= 0), b * c <= 0)).at(
                    scale_z(t), side(t) * self.wx(t)
                ),
                session.prove("side w.x <= 0", on_a_trial(side(t) * self.wx(t) <= 0), [self.side, self.labels]),
                session.prove(
                    "the same product", side(t) * (scale_z(t) * self.wx(t)) == scale_z(t) * (side(t) * self.wx(t))
                ),
                self.signs,
            ],
        )
        lean = lean_v(t) * self.along(t)
        most = (p - 1) * (norm_x(t) * norm_x(t))
        second = session.prove(
            "the second derivative",
            on_a_trial((2 - p) * (lean * lean) + scale_v(t) * self.bend(t) <= most),
            [
                session.lemma("(2 - p) c**2 <= 0", [c], (2 - p) * (c * c) <= 0, self.parameters).at(lean),
                self.hoelder,
            ],
        )
        times = session.lemma("a**2 times", [b, c], z3.Implies(b <= c, a * a * b <= a * a * c))
        return session.lemma(
            "a mistake adds at most (p - 1) a**2 ||x||_p**2",
            [t],
            z3.Implies(
                z3.And(t >= 0, t < l, self.errs(t)),
                norm_z(t + 1) * norm_z(t + 1) - norm_z(t) * norm_z(t) <= a * a * most,
            ),
            [
                self.taylor,
                second,
                times.at((2 - p) * (lean * lean) + scale_v(t) * self.bend(t), most),
                session.lemma("2 a times a number <= 0", [c], z3.Implies(c <= 0, 2 * a * c <= 0), [self.rate]).at(
                    side(t) * (scale_z(t) * self.wx(t))
                ),
                flat,
            ],
        )

    def mistakes(self, width: Term, wide: list[Theorem]) -> Theorem:
        """M delta**2 <= (p - 1) width U**2 X**2, where width >= 0 bounds n**(2/p), as ``wide`` says."""
        session, a, p, U, X = self.session, self.a, self.p, self.U, self.X
        first = z3.IntVal(0)
        b, c, d, e = z3.Reals("b_ c_ d_ e_")
        entry = session.fact(
            "an entry is at most the norm",
            z3.ForAll([t, i], z3.Implies(z3.And(t >= 0, t <= l, i >= 0, i < n), absolute(z(t, i)) <= norm_z(t))),
            "|z_i| <= ||z||_p",
        )
        largest = x(t, top_x(t)) * x(t, top_x(t))
        power = translate(s.n ** (2 / s.p))
        spread = session.fact(
            "the norm against the largest entry",
            on_trials(
                z3.And(top_x(t) >= 0, top_x(t) < n, norm_x(t) * norm_x(t) <= power * largest),
            ),
            "||x||_p <= n**(1/p) max |x_i|",
        )
        zero = session.define("the norm at the start", norm_z(first) == 0, "||0||_p = 0")
        square = session.lemma(
            "x**2 <= X**2", [c], z3.Implies(z3.And(c <= X, -c <= X), z3.And(c * c <= X * X, c * c >= 0))
        )
        product = session.lemma(
            "larger factors", [b, c, d, e], z3.Implies(z3.And(b <= d, c >= 0, c <= e, d >= 0), b * c <= d * e)
        )
        small = session.prove(
            "||x||_p**2 <= width X**2",
            on_a_trial(norm_x(t) * norm_x(t) <= width * (X * X)),
            [
                spread.at(t),
                square.at(x(t, top_x(t))),
                *(q.at(t, top_x(t)) for q in self.examples),
                product.at(power, largest, width, X * X),
                *wide,
            ],
        )
        each = (p - 1) * a * a * (width * (X * X))
        scaled = session.lemma(
            "(p - 1) a**2 times",
            [b, c],
            z3.Implies(b <= c, a * a * ((p - 1) * b) <= (p - 1) * a * a * c),
            self.parameters,
        )
        still = session.define(
            "the norm without a mistake",
            on_trials(z3.Implies(z3.Not(self.errs(t)), norm_z(t + 1) == norm_z(t))),
            "z stays as it is",
        )
        growth = session.induction(
            "||z||_p**2 <= M (p - 1) a**2 width X**2",
            t,
            up_to_the_end(norm_z(t) * norm_z(t) <= self.M(t) * each),
            [zero, self.M.start],
            [
                self.one_mistake.at(t),
                small,
                scaled.at(norm_x(t) * norm_x(t), width * (X * X)),
                still.at(t),
                session.prove(
                    "equal squares",
                    z3.Implies(norm_z(t + 1) == norm_z(t), norm_z(t + 1) * norm_z(t + 1) == norm_z(t) * norm_z(t)),
                ),
                self.M.next.at(t),
            ],
        )
        times = session.lemma("c e <= d e", [c, d, e], z3.Implies(z3.And(c <= d, e >= 0), c * e <= d * e))
        weight = session.lemma(
            "u_i z_i <= |u_i| |z_i|", [b, c, d], z3.Implies(absolute(c) <= d, b * c <= absolute(b) * d)
        )
        under = sum_up(
            session,
            "u.z <= |u| ||z||_p",
            lambda _, j: z3.And(self.uz(l, j) <= self.size(t, j) * norm_z(l), self.size(t, j) >= 0),
            [(self.uz, l), (self.size, l)],
            [weight.at(u(j), z(l, j), norm_z(l)), entry.at(l, j), *session.length],
        )
        M = self.M(l)
        reach = session.prove(
            "0 <= M a delta <= U ||z||_p",
            z3.And(M * (a * self.delta) <= U * norm_z(l), M * (a * self.delta) >= 0),
            [
                self.linear.at(l),
                under.at(t, n),
                times.at(self.size(t), U, norm_z(l)),
                entry.at(l, first),
                *self.comparator,
                *session.length,
                session.lemma("a product >= 0", [c, d], z3.Implies(z3.And(c >= 0, d > 0), c * d >= 0)).at(
                    M, a * self.delta
                ),
                session.prove("a delta > 0", a * self.delta > 0, self.parameters),
                self.counted.at(l),
                self.n,
            ],
        )
        squared = session.prove(
            "(M a delta)**2 <= U**2 M (p - 1) a**2 width X**2",
            (M * (a * self.delta)) * (M * (a * self.delta)) <= U * U * (M * each),
            [
                reach,
                session.lemma("squares", [b, c], z3.Implies(z3.And(b >= 0, b <= c), b * b <= c * c)).at(
                    M * (a * self.delta), U * norm_z(l)
                ),
                session.prove(
                    "the square of a product",
                    (U * norm_z(l)) * (U * norm_z(l)) == U * U * (norm_z(l) * norm_z(l)),
                ),
                session.lemma("U**2 times", [c, d], z3.Implies(c <= d, U * U * c <= U * U * d)).at(
                    norm_z(l) * norm_z(l), M * each
                ),
                growth.at(l),
                *session.length,
            ],
        )
        value = (p - 1) * width * (U * U) * (X * X)
        return session.prove(
            "M delta**2 <= (p - 1) width U**2 X**2",
            M * self.delta * self.delta <= value,
            [
                session.lemma(
                    "divide by a**2 M",
                    [b, c, d, e],
                    z3.Implies(
                        z3.And(b >= 0, c > 0, e >= 0, (b * (c * d)) * (b * (c * d)) <= e * (b * (c * c))),
                        b * d * d <= e,
                    ),
                ).at(M, a, self.delta, value),
                squared,
                session.prove("the same product", U * U * (M * each) == value * (M * (a * a))),
                session.prove(
                    "(p - 1) width U**2 X**2 >= 0",
                    value >= 0,
                    [
                        session.lemma("a product >= 0", [c, d], z3.Implies(z3.And(c >= 0, d >= 0), c * d >= 0)).at(
                            e1, e2
                        )
                        for e1, e2 in (
                            (p - 1, width),
                            ((p - 1) * width, U * U),
                            ((p - 1) * width * (U * U), X * X),
                        )
                    ]
                    + [session.lemma("a square", [c], c * c >= 0).at(v) for v in (U, X)]
                    + [*wide, *self.parameters],
                ),
                self.counted.at(l),
                *session.length,
                *self.parameters,
            ],
        )


@proves("gls.7.1.step", p_norm)
def step_71(session: Session) -> None:
    """The first derivative is not positive on a mistake; Hoelder's inequality bounds the second."""
    run = PNormGrowth(session, start=False)
    rise = norm_z(t + 1) * norm_z(t + 1) - norm_z(t) * norm_z(t)
    goal = z3.Implies(z3.And(t >= 0, t < l, run.errs(t)), session.holds(rise, {s.X: norm_x(t)}))
    session.concluded(session.lemma("the claim", [t], goal, [run.one_mistake.at(t), *run.parameters]))


@proves("gls.9.logp", p_norm)
def logarithmic_p(session: Session) -> None:
    """Theorem 7.1 (a) with ||u||_1 and n**(2/p) max x_i**2, where n**(2/p) = e at p = 2 ln n; p >= 2 as e <= 3."""
    E = Exponential(session)
    N, p = z3.ToReal(n), session.symbol(s.p)
    one, sixth = z3.RealVal(1), z3.RealVal("-1/6")
    b, c = z3.Reals("b_ c_")
    three = session.prove(
        "e <= 3",
        exp(one) <= 3,
        [
            session.lemma(
                "a sixth power",
                [b, c],
                z3.Implies(z3.And(b >= z3.RealVal("5/6"), b * b * b * b * b * b * c == 1), c <= 3),
                [
                    session.lemma(
                        "b**2 >= 25/36", [b], z3.Implies(b >= z3.RealVal("5/6"), b * b >= z3.RealVal("25/36"))
                    ).at(b),
                    session.lemma(
                        "c**3 >= 1/3", [c], z3.Implies(c >= z3.RealVal("25/36"), c * c * c >= z3.RealVal("1/3"))
                    ).at(b * b),
                    session.lemma("c <= 3", [b, c], z3.Implies(z3.And(b >= z3.RealVal("1/3"), b * c == 1), c <= 3)).at(
                        b * b * (b * b) * (b * b), c
                    ),
                    session.prove("the same power", b * b * b * b * b * b * c == b * b * (b * b) * (b * b) * c),
                ],
            ).at(exp(sixth), exp(one)),
            E.tangent.at(sixth),
            session.prove(
                "exp(-1/6)**6 exp(1) = 1",
                exp(sixth) * exp(sixth) * exp(sixth) * exp(sixth) * exp(sixth) * exp(sixth) * exp(one) == 1,
                [
                    *(E.sums.at(k * sixth, sixth) for k in range(1, 6)),
                    E.sums.at(-one, one),
                    E.positive.at(one),
                    *(
                        session.prove(f"exponents: {k + 1}/6", exp(k * sixth + sixth) == exp((k + 1) * sixth))
                        for k in range(1, 6)
                    ),
                    session.prove("exponents: -1", z3.And(exp(6 * sixth) == exp(-one), exp(1 * sixth) == exp(sixth))),
                    session.prove("exponents: 0", exp(-one + one) == exp(z3.RealVal(0))),
                ],
            ),
        ],
    )
    run_parameters = [*session.parameters, *session.parameter_premises]
    ln_n = session.prove(
        "ln n >= 1",
        ln(N) >= 1,
        [
            three,
            E.logarithm.at(one),
            E.positive.at(one),
            E.ln_increasing.at(N, exp(one)),
            *run_parameters,
        ],
    )
    large = session.prove("p >= 2", p >= 2, [ln_n, *run_parameters])
    power = translate(s.n ** (2 / s.p))
    exponent = power.arg(0)
    width = session.prove(
        "n**(2/p) = e",
        z3.And(power == exp(one), power >= 0),
        [
            session.prove("2 ln n / p = 1", exponent == 1, [large, ln_n, *run_parameters]),
            session.prove("equal exponents", z3.Implies(exponent == 1, power == exp(one))),
            E.positive.at(one),
        ],
    )
    run = PNormGrowth(session)
    run.parameters.append(large)
    most = run.mistakes(exp(one), [width])
    final = session.prove(
        "M <= (p - 1) e U**2 X**2 / delta**2",
        run.M(l) <= (p - 1) * exp(one) * (run.U * run.U) * (run.X * run.X) / (run.delta * run.delta),
        [
            session.lemma(
                "at most a quotient",
                [b, c],
                z3.Implies(b * run.delta * run.delta <= c, b <= c / (run.delta * run.delta)),
                run.parameters,
            ).at(run.M(l), (p - 1) * exp(one) * (run.U * run.U) * (run.X * run.X)),
            most,
        ],
    )
    session.conclude(run.M.whole(l), [final])


@proves("gls.4.1x", p_norm)
def theorem_41_free(session: Session) -> None:
    """The premise on a gives 1/a >= (p - 1) n X**2 U / delta, as L >= 1; then theorem 7.1 (a) is below the bound."""
    run = PNormGrowth(session)
    E = Exponential(session)
    a, p, U, X, delta = run.a, run.p, run.U, run.X, run.delta
    N, first = z3.ToReal(n), z3.IntVal(0)
    b, c, d, e = z3.Reals("b_ c_ d_ e_")
    session.repair("where the level starts", "the argument of theorem 7.1 (a) gives less than the bound claimed")
    width, root_n = translate(s.n ** (2 / s.p)), translate(s.n ** (1 / s.p))
    logs = session.prove("ln n >= 0", ln(N) >= 0, [E.ln_increasing.at(N, z3.RealVal(1)), run.n])
    share = root_n.arg(0)
    part = session.prove(
        "0 <= ln n / p <= ln n",
        z3.And(share >= 0, share <= ln(N), width.arg(0) == share + share),
        [
            session.lemma(
                "a part of a number >= 0",
                [b, c],
                z3.Implies(z3.And(b >= 0, c >= 1), z3.And(b / c >= 0, b / c <= b)),
            ).at(ln(N), p),
            session.prove(
                "the exponents",
                z3.Implies(p > 0, z3.And(share == ln(N) / p, width.arg(0) == 2 * (ln(N) / p))),
            ),
            logs,
            *run.parameters,
        ],
    )
    powers = session.prove(
        "1 <= n**(1/p) <= n, and n**(2/p) is its square",
        z3.And(root_n >= 1, root_n <= N, width == root_n * root_n),
        [
            part,
            E.tangent.at(share),
            E.increasing.at(ln(N), share),
            E.inverse.at(N),
            E.sums.at(share, share),
            session.prove("equal powers", z3.Implies(width.arg(0) == share + share, width == exp(share + share))),
            run.n,
        ],
    )
    square = session.prove(
        "n**(2/p) >= 0", z3.And(width >= 0), [powers, session.lemma("a square", [c], c * c >= 0).at(root_n)]
    )
    most = run.mistakes(width, [square])
    power = next(
        e
        for e in applications(translate(theorem("gls.4.1x").free[s.a]), exp)
        if not applications(e.arg(0), ln)[-1].arg(0).eq(N)
    )
    L = applications(power.arg(0), ln)[-1].arg(0)
    L_value = (2 * X * U / delta + 1) + 2 * X * (U * root_n * (2 * X * U / delta + 1)) / delta + 1
    ratio = U * X / delta
    steps = [
        session.lemma("a product >= 0", [b, c], z3.Implies(z3.And(b >= 0, c >= 0), b * c >= 0)).at(e1, e2)
        for e1, e2 in ((ratio, root_n * (2 * ratio + 1)), (root_n, 2 * ratio + 1))
    ]
    ratio_positive = session.prove(
        "U X / delta >= 1",
        z3.Implies(l >= 1, ratio >= 1),
        [
            session.lemma("a quotient >= 1", [b, c], z3.Implies(z3.And(c > 0, b >= c), b / c >= 1)).at(U * X, delta),
            run.room.at(first),
            *run.parameters,
        ],
    )
    large_L = session.prove(
        "L >= 1",
        z3.Implies(l >= 1, L >= 1),
        [
            session.prove(
                "L, in terms of U X / delta",
                2 * ratio + 2 + 2 * (ratio * (root_n * (2 * ratio + 1))) == L,
                [
                    session.prove("L, as it is defined", L_value == L, run.parameters),
                    session.prove(
                        "its parts", L_value == 2 * ratio + 2 + 2 * (ratio * (root_n * (2 * ratio + 1))), run.parameters
                    ),
                ],
            ),
            *steps,
            ratio_positive,
            powers,
        ],
    )
    large = session.prove(
        "L**(p - 2) >= 1",
        z3.Implies(l >= 1, power >= 1),
        [
            E.tangent.at(power.arg(0)),
            session.prove(
                "(p - 2) ln L >= 0",
                z3.Implies(l >= 1, power.arg(0) >= 0),
                [
                    session.lemma("a product >= 0", [b, c], z3.Implies(z3.And(b >= 0, c >= 0), b * c >= 0)).at(
                        p - 2, ln(L)
                    ),
                    E.ln_increasing.at(L, z3.RealVal(1)),
                    large_L,
                    session.prove("the exponent", power.arg(0) == (p - 2) * ln(L)),
                    *run.parameters,
                ],
            ),
        ],
    )
    D = (p - 1) * (U * (X * X) * N)
    positive = session.prove(
        "(p - 1) n X**2 U > 0",
        z3.Implies(l >= 1, D > 0),
        [
            session.lemma("a product > 0", [b, c], z3.Implies(z3.And(b > 0, c > 0), b * c > 0)).at(e1, e2)
            for e1, e2 in ((X, X), (U, X * X), (U * (X * X), N), (p - 1, U * (X * X) * N))
        ]
        + [run.room.at(first), run.n, *run.parameters],
    )
    given = session.prove(
        "a (p - 1) n X**2 U <= delta",
        z3.Implies(l >= 1, a * D <= delta),
        [
            session.lemma(
                "below a reciprocal",
                [b, c, d, e],
                z3.Implies(z3.And(c > 0, d > 0, e >= c / d, z3.Or(e == 0, b <= 1 / e)), b * c <= d),
                [
                    session.lemma(
                        "e > 0",
                        [c, d, e],
                        z3.Implies(z3.And(c > 0, d > 0, e >= c / d), z3.And(e > 0, e * d >= c)),
                    ).at(c, d, e),
                    session.lemma("b e <= 1", [b, e], z3.Implies(z3.And(e > 0, b <= 1 / e), b * e <= 1)).at(b, e),
                ],
            ).at(a, D, delta, z3.If(D * power / delta <= X, X, D * power / delta)),
            session.lemma(
                "a quotient that is larger",
                [b, c, d],
                z3.Implies(z3.And(b > 0, c >= 1, d > 0), z3.And(b * c / d >= b / d, b * c >= b)),
                [session.lemma("b c >= b", [b, c], z3.Implies(z3.And(b > 0, c >= 1), b * c >= b)).at(b, c)],
            ).at(D, power, delta),
            positive,
            large,
            *run.parameters,
        ],
    )
    M = run.M(l)
    H = U * root_n * (2 * X * U / delta + 1)
    below = session.prove(
        "M a delta <= 2 U n**(1/p) (2 U X / delta + 1)",
        z3.Implies(l >= 1, M * (a * delta) <= 2 * H),
        [
            session.lemma(
                "through (p - 1) n X**2 U",
                [b, c, d, e],
                z3.Implies(
                    z3.And(
                        b * delta * delta <= (p - 1) * (c * c) * (U * U) * (X * X),
                        a * D <= delta,
                        c >= 1,
                        c <= N,
                        U > 0,
                        D > 0,
                    ),
                    b * (a * delta) <= U * c,
                ),
                [
                    session.lemma(
                        "times U c", [b, c], z3.Implies(z3.And(c > 0, a * D <= delta), c * (a * D) <= c * delta)
                    ).at(b, U * c),
                    session.lemma("times a", [b, c], z3.Implies(b <= c, a * b <= a * c), [run.rate]).at(
                        b * delta * delta, D * (U * c)
                    ),
                    session.lemma(
                        "c**2 <= n c",
                        [c, d],
                        z3.Implies(z3.And(c >= 1, c <= N, d >= 0), d * (c * c) <= d * (N * c)),
                        [
                            session.lemma("c c <= n c", [c], z3.Implies(z3.And(c >= 1, c <= N), c * c <= N * c)).at(c),
                            session.lemma("d times", [b, c, d], z3.Implies(z3.And(d >= 0, b <= c), d * b <= d * c)).at(
                                c * c, N * c, d
                            ),
                        ],
                    ).at(c, (p - 1) * (U * U) * (X * X)),
                    session.prove(
                        "(p - 1) U**2 X**2 >= 0",
                        (p - 1) * (U * U) * (X * X) >= 0,
                        [
                            session.lemma("a product >= 0", [b, c], z3.Implies(z3.And(b >= 0, c >= 0), b * c >= 0)).at(
                                e1, e2
                            )
                            for e1, e2 in ((p - 1, U * U), ((p - 1) * (U * U), X * X))
                        ]
                        + [session.lemma("a square", [c], c * c >= 0).at(v) for v in (U, X)]
                        + run.parameters,
                    ),
                    session.lemma("cancel", [b, c, d], z3.Implies(z3.And(d > 0, b * d <= c * d), b <= c)).at(
                        b * (a * delta), U * c, delta
                    ),
                    *run.parameters,
                ],
            ).at(M, root_n, ZERO, ZERO),
            most,
            given,
            powers,
            positive,
            session.prove(
                "U n**(1/p) <= 2 H",
                z3.Implies(l >= 1, U * root_n <= 2 * H),
                [
                    session.prove("H, in terms of U X / delta", U * root_n * (2 * ratio + 1) == H, run.parameters),
                    session.lemma("at least once", [b, c], z3.Implies(z3.And(b >= 0, c >= 1), b <= 2 * (b * c))).at(
                        U * root_n, 2 * ratio + 1
                    ),
                    session.prove("U n**(1/p) >= 0", z3.Implies(l >= 1, U * root_n >= 0), [run.room.at(first), powers]),
                    ratio_positive,
                ],
            ),
            run.room.at(first),
        ],
    )
    whole = z3.Real("whole_")
    exact = ceiling_argument(session)
    last = session.prove(
        "M <= 2 H / (a delta)",
        z3.Implies(l >= 1, 2 * H / (a * delta) >= M),
        [
            session.lemma("at most a quotient", [b, c, d], z3.Implies(z3.And(d > 0, b * d <= c), b <= c / d)).at(
                M, 2 * H, a * delta
            ),
            session.prove("a delta > 0", a * delta > 0, run.parameters),
            below,
        ],
    )
    product = session.lemma("a product >= 0", [b, c], z3.Implies(z3.And(b >= 0, c >= 0), b * c >= 0))
    signs = session.define("norms", z3.And(U >= 0, X >= 0), "U and X bound norms")
    least = session.prove(
        "2 H / (a delta) >= 0",
        2 * H / (a * delta) >= 0,
        [
            session.lemma("a quotient >= 0", [b, c], z3.Implies(z3.And(b >= 0, c > 0), b / c >= 0)).at(e1, e2)
            for e1, e2 in ((2 * X * U, delta), (2 * H, a * delta))
        ]
        + [product.at(e1, e2) for e1, e2 in ((X, U), (U, root_n), (U * root_n, 2 * X * U / delta + 1))]
        + [session.prove("a delta > 0", a * delta > 0, run.parameters), signs, powers, *run.parameters],
    )
    ceiling = session.prove(
        "the ceiling is not negative",
        -z3.ToReal(z3.ToInt(-exact)) >= 0,
        [
            session.lemma("a number is at most its ceiling", [whole], -z3.ToReal(z3.ToInt(-whole)) >= whole).at(exact),
            session.prove(
                "before rounding up",
                exact >= 0,
                [
                    session.lemma("c / (a delta)", [c, d], z3.Implies(z3.And(d > 0, c * d >= 0), c >= 0)).at(
                        exact, a * delta
                    ),
                    session.prove("times a delta", exact * (a * delta) == U + U * X * a, run.parameters),
                    session.prove(
                        "U + U X a >= 0",
                        U + U * X * a >= 0,
                        [product.at(U, X), product.at(U * X, a), signs, *run.parameters],
                    ),
                    session.prove("a delta > 0", a * delta > 0, run.parameters),
                ],
            ),
        ],
    )
    session.conclude(run.M.whole(l), [last, ceiling, least, run.no_trials])


# --- section 7: any start, as a root -----------------------------------------------------------------------------


@proves("gls.7.1q.root", readings.p_norm)
def larger_root(session: Session) -> None:
    """S = u.z0 + M a delta has S**2 <= U**2 Z**2 + (S - u.z0)/Q with Q = delta/((p - 1) a U**2 X**2)."""
    argument = FromStart(session)
    run, M, uz, Z, delta = argument.run, argument.M, argument.uz, argument.Z, argument.delta
    a, p, X, U = run.a, run.p, run.X, run.U
    size = (p - 1) * (U * U) * (X * X)
    Q = delta / (a * size)
    b, c, d, e, v = z3.Reals("b_ c_ d_ e_ v_")
    room = session.prove(
        "(p - 1) U**2 X**2 > 0",
        z3.Implies(U > 0, z3.And(size > 0, a * size > 0)),
        [
            session.lemma("a product > 0", [b, c], z3.Implies(z3.And(b > 0, c > 0), b * c > 0)).at(e1, e2)
            for e1, e2 in ((U, U), (X, X), (p - 1, U * U), ((p - 1) * (U * U), X * X), (a, size))
        ]
        + run.parameters,
    )
    quotient = session.prove(
        "Q a (p - 1) U**2 X**2 = delta",
        z3.Implies(U > 0, z3.And(Q * (a * size) == delta, Q > 0)),
        [
            session.lemma(
                "a quotient", [b, c], z3.Implies(z3.And(b > 0, c > 0), z3.And((b / c) * c == b, b / c > 0))
            ).at(delta, a * size),
            room,
            *run.parameters,
        ],
    )
    S = argument.reached
    grown = M * ((p - 1) * a * a * X * X)
    square = session.lemma(
        "complete the square",
        [b, c, d, e, v],
        z3.Implies(
            z3.And(v > 0, b * b <= c + d, v * d == b - e),
            (2 * v * b - 1) * (2 * v * b - 1) <= 1 - 4 * v * e + 4 * (v * v) * c,
        ),
        [
            session.lemma("4 v**2 times", [b, c, v], z3.Implies(b <= c, 4 * (v * v) * b <= 4 * (v * v) * c)).at(
                b * b, c + d, v
            )
        ],
    )
    both = session.prove(
        "(2 Q S - 1)**2 <= 1 - 4 Q u.z0 + 4 Q**2 U**2 Z**2",
        z3.Implies(
            z3.And(U > 0, S >= 0),
            1 - 4 * Q * uz + 4 * (Q * Q) * (U * U * (Z * Z)) >= (2 * Q * S - 1) * (2 * Q * S - 1),
        ),
        [
            square.at(S, U * U * (Z * Z), U * U * grown, uz, Q),
            argument.square,
            quotient,
            session.prove(
                "Q U**2 M (p - 1) a**2 X**2 = M a delta",
                z3.Implies(Q * (a * size) == delta, Q * (U * U * grown) == M * (a * delta)),
                [session.prove("the same product", Q * (U * U * grown) == M * a * (Q * (a * size)))],
            ),
        ],
    )
    beyond = 2 * M * (delta * delta) / size - 1 + 2 * (uz * delta / (a * size))
    in_Q = session.prove(
        "the left side is 2 Q S - 1",
        z3.Implies(U > 0, beyond == 2 * Q * S - 1),
        [
            session.lemma(
                "in terms of a quotient",
                [b, c, d, e],
                z3.Implies(
                    z3.And(b > 0, c > 0),
                    2 * d * (delta * delta) / b - 1 + 2 * (e * delta / (c * b))
                    == 2 * (delta / (c * b)) * (e + d * (c * delta)) - 1,
                ),
            ).at(size, a, M, uz),
            room,
            *run.parameters,
        ],
    )
    bound = session.bound()
    right = session.prove(
        "the bound, in these terms",
        z3.Implies(U > 0, bound == 1 - 4 * Q * uz + 4 * (Q * Q) * (U * U * (Z * Z))),
        [
            *run.parameters,
        ],
    )
    largest = z3.If(beyond >= 0, beyond, ZERO)
    final = session.prove(
        "the square of the positive part",
        z3.Implies(U > 0, largest * largest <= 1 - 4 * Q * uz + 4 * (Q * Q) * (U * U * (Z * Z))),
        [
            both,
            in_Q,
            quotient,
            session.lemma("S > 0 where 2 Q S >= 1", [b, v], z3.Implies(z3.And(v > 0, 2 * v * b >= 1), b > 0)).at(S, Q),
            session.lemma("a square", [c], c * c >= 0).at(Q * (U * Z)),
            start_within(session, argument, Q, uz),
        ],
    )
    session.concluded(
        session.prove("the claim", z3.Implies(U > 0, session.holds(largest * largest)), [final, right, *run.parameters])
    )


def start_within(session: Session, argument: FromStart, Q: Term, uz: Term) -> Theorem:
    """1 - 4 Q u.z0 + 4 Q**2 U**2 Z**2 >= (1 - 2 Q u.z0)**2 >= 0, as |u.z0| <= U Z."""
    U, Z = argument.run.U, argument.Z
    b, c = z3.Reals("b_ c_")
    positive = session.lemma(
        "the right side is not negative",
        [b, c],
        z3.Implies(z3.And(c >= 0, b <= c), 1 - 4 * b + 4 * (c * c) >= 0),
        [session.lemma("a square", [c], c * c >= 0).at(2 * c - 1)],
    )
    return session.prove(
        "the right side is not negative, at Q u.z0",
        z3.Implies(z3.And(U > 0, Q > 0), 1 - 4 * Q * uz + 4 * (Q * Q) * (U * U * (Z * Z)) >= 0),
        [
            positive.at(Q * uz, Q * (U * Z)),
            argument.start(),
            session.lemma("Q times", [b, c], z3.Implies(z3.And(Q > 0, b <= c), Q * b <= Q * c)).at(uz, U * Z),
            session.prove(
                "Q U Z >= 0",
                z3.Implies(z3.And(U > 0, Q > 0), Q * (U * Z) >= 0),
                [
                    session.lemma("a product >= 0", [b, c], z3.Implies(z3.And(b >= 0, c >= 0), b * c >= 0)).at(e1, e2)
                    for e1, e2 in ((U, Z), (Q, U * Z))
                ]
                + argument.known
                + session.given("start norm", norm(FIRST) <= Z),
            ),
        ],
    )


# --- sections 5, 8 and 9: the best measure of progress, and Bregman distances --------------------------------------

point = z3.Function("z", INT, VECTOR)
gradient = z3.Function("f", VECTOR, VECTOR)
G = z3.Function("G", VECTOR, REAL)
centre = z3.Const("v", VECTOR)


def bregman_distance(z: Term, v: Term) -> Term:
    """Return D_H(z, v) = H(z) - H(v) - grad H(v).(z - v) for H = G."""
    return G(z) - G(v) - (dot(gradient(v), z) - dot(gradient(v), v))


@proves("gls.5.1", norms)
def sphere(session: Session) -> None:
    """u.x <= ||u||_q ||x||_p, and x is scaled by Z / ||x||_p."""
    U, Z = session.symbol(s.U), session.symbol(s.Z)
    size = norm(vector_x(t))
    b, c, d = z3.Reals("b_ c_ d_")
    hoelder = session.fact(
        "Hoelder", on_trials(dot(vector_u, vector_x(t)) <= dual(vector_u) * size), "u.x <= ||u||_q ||x||_p"
    )
    scaled = session.lemma(
        "scale to the sphere",
        [b, c, d],
        z3.Implies(z3.And(c > 0, d > 0, b <= U * c), b * d / c <= U * d),
        [
            session.lemma("d times", [b, c, d], z3.Implies(z3.And(d > 0, b <= c), b * d <= c * d)).at(b, U * c, d),
            session.lemma("at most a product", [b, c, d], z3.Implies(z3.And(c > 0, b <= d * c), b / c <= d)).at(
                b * d, c, U * d
            ),
        ],
    )
    lhs = dot(vector_u, vector_x(t)) * Z / size
    goal = z3.Implies(z3.And(t >= 0, t < l, size > 0), session.holds(lhs))
    by = [
        hoelder.at(t),
        scaled.at(dot(vector_u, vector_x(t)), size, Z),
        session.lemma("c e <= d e", [b, c, d], z3.Implies(z3.And(b <= c, d > 0), b * d <= c * d)).at(
            dual(vector_u), U, size
        ),
        *session.given("comparator", dual(vector_u) <= U),
        *session.parameters,
        *session.parameter_premises,
    ]
    session.concluded(session.lemma("the claim", [t], goal, by))


class Balance:
    """The identity behind (10): a sum_M y (u - w).x = R(z_1, v) + sum R(z_i+1, z_i) - R(z_end, v), u = f(v)."""

    def __init__(self, session: Session) -> None:
        self.session = session
        a = session.symbol(s.a)
        space = InnerProduct(session)
        update = session.define("the update", on_trials(point(t + 1) == add(point(t), scale(a * side(t), vector_x(t)))))
        weight = session.define("w", on_trials(vector_w(t) == gradient(point(t))), "w is f(z)").at(t)
        self.comparator = session.define("v", vector_u == gradient(centre), "u is f(v)")
        moved = side(t) != 0
        gain = side(t) * (dot(vector_u, vector_x(t)) - dot(vector_w(t), vector_x(t)))
        spent = bregman_distance(point(t + 1), point(t))
        self.margins, self.paid = (
            Total(session, name, lambda _, amount=amount: z3.If(moved, amount, ZERO))  # type: ignore[misc]
            for name, amount in (("margins", gain), ("distances", spent))
        )
        self.first, self.last = (bregman_distance(point(time), centre) for time in (z3.IntVal(0), l))
        step = [space.step.at(b, point(t), vector_x(t), a * side(t)) for b in (vector_u, vector_w(t))]
        one = session.lemma(
            "one trial",
            [t],
            on_a_trial(
                bregman_distance(point(t + 1), centre) - bregman_distance(point(t), centre)
                == z3.If(moved, bregman_distance(point(t + 1), point(t)), ZERO) - a * z3.If(moved, gain, ZERO)
            ),
            [
                *step,
                self._same(
                    "products after the step",
                    update.at(t),
                    [
                        (dot(b, point(t + 1)), dot(b, add(point(t), scale(a * side(t), vector_x(t)))))
                        for b in (vector_u, vector_w(t))
                    ],
                ),
                self._same(
                    "products with w",
                    weight,
                    [(dot(vector_w(t), c), dot(gradient(point(t)), c)) for c in (point(t), point(t + 1))],
                ),
                self._same(
                    "products with u",
                    self.comparator,
                    [(dot(vector_u, c), dot(gradient(centre), c)) for c in (point(t), point(t + 1), centre)],
                ),
                self._still(),
                weight,
            ],
        )
        self.a = a
        self.identity = session.induction(
            "a sum_M y (u - w).x = R(z_1, v) + sum R(z_i+1, z_i) - R(z, v)",
            t,
            up_to_the_end(a * self.margins(t) - self.first - self.paid(t) + bregman_distance(point(t), centre) == 0),
            [self.margins.start, self.paid.start],
            [one.at(t), self.margins.next.at(t), self.paid.next.at(t)],
        ).at(l)

    def _same(self, name: str, equal: Theorem, pairs: list[tuple[Term, Term]]) -> Theorem:
        return self.session.prove(name, on_a_trial(z3.And(*(b == c for b, c in pairs))), [equal])

    def _still(self) -> Theorem:
        still = self.session.define(
            "z without a mistake", on_trials(z3.Implies(side(t) == 0, point(t + 1) == point(t)))
        )
        return self.session.prove(
            "nothing moves without a mistake",
            on_a_trial(
                z3.Implies(
                    side(t) == 0,
                    bregman_distance(point(t + 1), centre) == bregman_distance(point(t), centre),
                )
            ),
            [still.at(t)],
        )


@proves("gls.10.identity", bregman)
@proves("gls.10.exp", bregman)
def identity_10(session: Session) -> None:
    """R(z', v) - R(z, v) = R(z', z) - (u - w).(z' - z) on each mistake; the sum telescopes."""
    balance = Balance(session)
    lhs = balance.a * balance.margins(l) - balance.first - balance.paid(l) + balance.last
    session.conclude(lhs, [balance.identity, *session.length])


@proves("gls.10", bregman)
def inequality_10(session: Session) -> None:
    """The identity, and R(z_end, v) >= 0."""
    balance = Balance(session)
    convex = session.fact("G is above its tangent plane", balance.last >= 0, "G is convex, with gradient f")
    lhs = balance.a * balance.margins(l) - balance.first - balance.paid(l)
    session.conclude(lhs, [balance.identity, convex, *session.length])
