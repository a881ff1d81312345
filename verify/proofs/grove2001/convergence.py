"""Theorem 4.1 of Grove, Littlestone and Schuurmans 2001: after its first s mistakes, QA(f_p) makes few more."""

from __future__ import annotations

from functools import cached_property

import z3

from verify.proofs.engine.axioms import f, g, ginv, slope
from verify.proofs.engine.kernel import Theorem
from verify.proofs.engine.language import Formula, Term
from verify.proofs.engine.session import Session
from verify.proofs.engine.sums import CoordinateSum, i, j, n, sum_up
from verify.proofs.engine.terms import absolute
from verify.proofs.engine.vectors import INT, REAL, t
from verify.proofs.grove2001.level import Level
from verify.proofs.runs.coordinates import side, x
from verify.proofs.runs.perceptron import ZERO, l, on_a_trial
from verify.proofs.runs.quasi_additive import ceiling_argument, z

top = z3.Function("top", INT, INT)
part = z3.Real("part")
between = z3.Function("v", INT, REAL, INT, REAL)


class Convergence(Level):
    """The proof of theorem 4.1 for f_p: from mistake s on, U times the level grows by at most a delta / 2.

    ``late`` is the size from which f' is at most ``kappa`` times f, as ``slopes`` says: if late <= c and |v| <= c
    then f'(v) <= kappa f(c), for all v and c. The number s of mistakes is the ceiling in the claim's bound.
    """

    def __init__(self, session: Session) -> None:
        super().__init__(session)
        point = between(t, part, i) == z(t, i) + part * (self.a * side(t) * x(t, i))
        variables = [t, part, i]
        within = z3.And(t >= 0, t < l, i >= 0, i < n)
        point = session.define("v(t) is a point of the step", z3.ForAll(variables, z3.Implies(within, point)))
        self.Gv = CoordinateSum(session, "progress_between", lambda t, i: g(between(t, part, i)), beside=[part])
        self.bend = CoordinateSum(
            session, "bend", lambda t, i: slope(between(t, part, i)) * x(t, i) * x(t, i), beside=[part]
        )
        text = "top(t) is a coordinate of the largest entry"
        self.top = session.choose("top", top(t), -absolute(z(t, i)), text)
        self.height = ginv(self.Gv(t))
        sums = (self.wx, self.G, self.Gv, self.bend)
        under = [self.update, point, *(equation for total in sums for equation in total.definition)]
        b, c = z3.Reals("b_ c_")
        step = self.a * side(t)
        away = z3.And(b > 0, absolute(z(t, top(t))) >= b + absolute(step * x(t, top(t))))
        on_step = z3.And(t >= 0, t < l, top(t) >= 0, top(t) < n, self.p >= 2, step * self.wx(t) <= 0, away)
        grown = self.next_level <= self.level + step * step / 2 * c
        self.taylor = session.fact(
            "Taylor, for the level",
            z3.ForAll([t, b, c], z3.Implies(self.bent(b, c), z3.Implies(on_step, grown))),
            "along a step against the prediction and away from 0, on which the level is at least b",
            under,
        )
        self.exact = ceiling_argument(session)
        self.s = -z3.ToInt(-self.exact)
        self.highest = ginv(z3.ToReal(n) * g(self.a * self.X * z3.ToReal(self.s)))

    def enough(self, late: Term) -> Theorem:
        """s a delta >= U (late + a X) for what is rounded up to s."""
        return self.session.lemma(
            "s a delta >= U (late + a X), before rounding up",
            [t],
            on_a_trial(self.exact * (self.a * self.delta) >= self.U * (late + self.a * self.X)),
            self.parameters,
        )

    def far(self, late: Term) -> Theorem:
        """From mistake s on the largest entry is at least late + a X, as U times it is at least s a delta."""
        session = self.session
        largest = absolute(z(t, top(t)))
        most = self.below("u.z <= |u| max |z_i|", lambda t: absolute(z(t, top(t))), [self.top.at(t, j)])
        return session.lemma(
            "the largest entry from mistake s on",
            [t],
            z3.Implies(z3.And(t >= 0, t < l, self.M.whole(t) >= self.s), largest >= late + self.a * self.X),
            [
                self.enough(late).at(t),
                self.linear.at(t),
                most.at(t, n),
                self.room.at(t),
                *self.comparator,
                *self.parameters,
            ],
        )

    @cached_property
    def top_step(self) -> Theorem:
        """A step of at most a X, at the largest entry."""
        session, a, X = self.session, self.a, self.X
        c, d = z3.Reals("c_ d_")
        top_t = top(t)
        move = a * side(t) * x(t, top_t)
        short = session.lemma(
            "|a side x_i| <= a X",
            [c, d],
            z3.Implies(
                z3.And(z3.Or(d == 0, d == 1, d == -1), c <= X, -c <= X),
                z3.And(a * d * c <= a * X, -(a * d * c) <= a * X),
            ),
            [self.rate],
        )
        return session.prove(
            "a step of at most a X, at the top",
            on_a_trial(z3.Implies(z3.And(top_t >= 0, top_t < n), z3.And(move <= a * X, -move <= a * X))),
            [short.at(x(t, top_t), side(t)), *(p.at(t, top_t) for p in self.examples), self.side],
        )

    def bent(self, late: Term, c: Term) -> Formula:
        """Return "on the step of trial t the bend is at most c f(level) wherever the level is at least late"."""
        on_step = z3.And(t >= 0, t < l, part >= 0, part <= 1, self.height >= late)
        return z3.ForAll([part], z3.Implies(on_step, self.bend(t) <= c * f(self.height)))

    def late_mistake(self, late: Term, kappa: Term, slopes: Theorem, positive: Theorem) -> Theorem:
        """A mistake from s on lifts the level by at most a**2 kappa n X**2 / 2."""
        session, a, X = self.session, self.a, self.X
        most = kappa * (X * X) * z3.ToReal(n)
        inside = self.contains("the point of the step", self.Gv, lambda t, i: between(t, part, i))
        steepest = kappa * f(self.height)
        bends = sum_up(
            session,
            "the bends add up to at most kappa f(level) n X**2",
            lambda t, j: self.bend(t, j) <= steepest * (X * X) * z3.ToReal(j),
            [(self.bend, t)],
            [slopes.at(between(t, part, j), self.height), inside.at(t, j), *(p.at(t, j) for p in self.examples)],
            z3.And(t >= 0, t < l, self.height >= late, steepest >= 0),
        )
        bent = self.bent(late, most)
        at_point = z3.substitute_vars(bent.body(), part)
        steep = session.prove(
            "kappa f(level) >= 0 where the level is at least late",
            on_a_trial(z3.Implies(self.height >= late, steepest >= 0)),
            [self.positive.at(self.height), positive],
        )
        bent = session.lemma("the bend of a late step", [part], at_point, [bends.at(t, n), steep, self.n])
        return session.lemma(
            "a late mistake",
            [t],
            z3.Implies(
                z3.And(t >= 0, t < l, self.M.whole(t) >= self.s, self.errs(t)),
                self.next_level <= self.level + a * a / 2 * most,
            ),
            [
                session.kernel.detach("Taylor, on a late step", self.taylor.at(t, late, most), bent),
                self.top_step,
                self.far(late).at(t),
                positive,
                self.in_range,
                self.top.at(t, z3.IntVal(0)),
                self.side,
                self.n,
                self.rate,
            ],
        )

    @cached_property
    def not_negative(self) -> Theorem:
        """s >= 0 where there is a trial."""
        by = [self.room.at(t), *self.parameters]
        return self.session.lemma("s is not negative", [t], on_a_trial(self.s >= 0), by).at(z3.IntVal(0))

    def capped(self, signs: Theorem) -> Theorem:
        """While there are at most s mistakes, U times the level is at most U ginv(n g(a X s))."""
        session, a, X, U = self.session, self.a, self.X, self.U
        N, S, M = z3.ToReal(n), z3.ToReal(self.s), self.M
        c, d = z3.Reals("c_ d_")
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
        return session.lemma(
            "the level while M <= s",
            [t],
            z3.Implies(z3.And(t >= 0, t <= l, M.whole(t) <= self.s), U * self.level <= U * self.highest),
            [
                early.at(t, n),
                self.increasing.at(self.G(t), N * g(most)),
                self.inside.at(t, z3.IntVal(0)),
                signs,
                self.n,
            ],
        )

    def mistakes(self, late: Term, kappa: Term, slopes: Theorem, positive: Theorem) -> Theorem:
        """M <= 2 U ginv(n g(a X s)) / (a delta) - s where there is a trial.

        ``positive`` says that late and kappa are where there is a trial; and U a**2 kappa n X**2 <= a delta.
        """
        session, a, X, U = self.session, self.a, self.X, self.U
        N, S, M = z3.ToReal(n), z3.ToReal(self.s), self.M
        c, d, e = z3.Reals("c_ d_ e_")
        mistake = self.late_mistake(late, kappa, slopes, positive)
        gain = a * self.delta / 2
        most = a * X * S
        still = self.still("G", self.G)
        beyond = z3.If(M.whole(t) >= self.s, M(t) - S, ZERO)
        signs = session.measure("norms", z3.And(self.U >= 0, self.X >= 0), "U and X bound norms")
        capped = self.capped(signs)
        stays = session.lemma(
            "the level without a mistake",
            [t],
            z3.Implies(z3.And(t >= 0, t < l, z3.Not(self.errs(t))), self.next_level == self.level),
            [self.side, still.at(t, n), self.n],
        )
        bounded = session.induction(
            "U level <= U ginv(n g(a X s)) + (M - s) a delta / 2 from mistake s on",
            t,
            z3.Implies(z3.And(t <= l, l >= 1), U * self.level <= U * self.highest + beyond * gain),
            [self.not_negative, capped.at(z3.IntVal(0)), self.M.start],
            [capped.at(t + 1), mistake.at(t), stays.at(t), signs, self.M.next.at(t), *self.parameters],
        )
        return session.prove(
            "(M + s) a delta <= 2 U ginv(n g(a X s))",
            z3.Implies(l >= 1, (M(l) + S) * (a * self.delta) <= 2 * (U * self.highest)),
            [
                bounded.at(l),
                self.under.at(l),
                self.linear.at(l),
                self.inverse.at(most),
                self.increasing.at(g(most), N * g(most)),
                self.shape_g.at(most),
                self.n,
                session.lemma(
                    "a s times", [c, d, e], z3.Implies(z3.And(e >= 0, c <= d), a * e * c <= a * e * d), [self.rate]
                ).at(self.delta, U * X, S),
                self.room.at(z3.IntVal(0)),
            ],
        )
