"""Theorem 4.1 of Grove, Littlestone and Schuurmans 2001: after its first s mistakes, QA(f_p) makes few more.

The level of z is the largest v with g(v) = G(z), the sum of the g(z_i), where g is the integral of f from 0.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import cached_property

import sympy
import z3

from bounds import symbols as s
from verify.proofs.engine.axioms import INT, REAL, f, g, ginv, slope
from verify.proofs.engine.kernel import Theorem
from verify.proofs.engine.language import Formula, StepFailed, Term
from verify.proofs.engine.session import Session
from verify.proofs.engine.sums import CoordinateSum, at_most_the_sum, i, j, n, sum_up
from verify.proofs.engine.translate import translate
from verify.proofs.engine.vectors import t
from verify.proofs.runs.coordinates import side, x
from verify.proofs.runs.perceptron import START, TIME, TRIAL, ZERO, l, on_a_trial
from verify.proofs.runs.quasi_additive import QuasiAdditiveRun, absolute, z

top = z3.Function("top", INT, INT)
part = z3.Real("part")
between = z3.Function("v", INT, REAL, INT, REAL)


class Convergence(QuasiAdditiveRun):
    """The proof of theorem 4.1 for f_p: from mistake s on, U times the level grows by at most a delta / 2.

    Each fact about f_p has the condition p >= 2 in its formula, which is proved from the claim's premises. The number s
    of mistakes is the ceiling in the claim's bound.
    """

    def __init__(self, session: Session) -> None:
        super().__init__(session)
        v, r, q = z3.Reals("v_ r_ q_")
        self.p = session.symbol(s.p)
        self.in_range = session.prove("the parameter of f is in its range", self.p >= 2, session.parameters)
        self.shape_g = self.shape("g is not negative", [v], g(v) >= 0, "g is the integral of f_p from 0")
        self.inverse = self.shape("ginv undoes g", [v], ginv(g(v)) == absolute(v))
        self.increasing = self.shape("ginv increases", [r, q], z3.Implies(z3.And(r >= 0, r <= q), ginv(r) <= ginv(q)))
        self.growing = self.shape(
            "g grows with |v|", [v, r], z3.Implies(absolute(v) <= r, g(v) <= g(r)), "f_p is odd and increases"
        )
        self.positive = self.shape("f is positive", [v], z3.Implies(v > 0, f(v) > 0))
        self.G = CoordinateSum(session, "progress", lambda t, i: g(z(t, i)))
        self.level, self.next_level = ginv(self.G(t)), ginv(self.G(t + 1))
        text = "top(t) is a coordinate of the largest entry"
        self.top = session.choose("top", top(t), -absolute(z(t, i)), text)
        self.largest = absolute(z(t, top(t)))
        self.taylor = self._taylor()
        ceilings = session.claim.bound.atoms(sympy.ceiling)
        if len(ceilings) != 1:
            raise StepFailed("the claim", f"the steps are built on one ceiling in the bound, which has {len(ceilings)}")
        self.exact = translate(ceilings.pop().args[0])
        self.s = -z3.ToInt(-self.exact)
        self.early = self.a * self.X * z3.ToReal(self.s)
        self.highest = ginv(z3.ToReal(n) * g(self.early))

    def shape(self, name: str, variables: list[Term], formula: Formula, note: str = "") -> Theorem:
        """State a fact about f_p where p >= 2, and conclude it for the claim's p."""
        fact = self.session.fact(name, z3.ForAll(variables, z3.Implies(self.p >= 2, formula)), note)
        by = [fact.at(*variables), self.in_range]
        return self.session.lemma(f"{name}, for this f", variables, formula, by)

    # --- Taylor's theorem along a step -------------------------------------------------------------------------------

    def _taylor(self) -> Theorem:
        """Along a step against the prediction the level grows by half the square of the step times what bends it."""
        session, step = self.session, self.a * side(t)
        point = between(t, part, i) == z(t, i) + part * (step * x(t, i))
        within = z3.Implies(z3.And(t >= 0, t < l, i >= 0, i < n), point)
        point = session.define("v(t) is a point of the step", z3.ForAll([t, part, i], within))
        self.Gv = CoordinateSum(session, "progress_between", lambda t, i: g(between(t, part, i)), beside=[part])
        self.bend = CoordinateSum(
            session, "bend", lambda t, i: slope(between(t, part, i)) * x(t, i) * x(t, i), beside=[part]
        )
        self.height = ginv(self.Gv(t))
        sums = (self.wx, self.G, self.Gv, self.bend)
        b, c = z3.Reals("b_ c_")
        away = z3.And(b > 0, self.largest >= b + absolute(step * x(t, top(t))))
        on_step = z3.And(t >= 0, t < l, top(t) >= 0, top(t) < n, self.p >= 2, step * self.wx(t) <= 0, away)
        grown = self.next_level <= self.level + step * step / 2 * c
        return session.fact(
            "Taylor, for the level",
            z3.ForAll([t, b, c], z3.Implies(self.bent(b, c), z3.Implies(on_step, grown))),
            "along a step against the prediction and away from 0, on which the level is at least b",
            [self.update, point, *(equation for total in sums for equation in (total.empty, total.further))],
        )

    def bent(self, late: Term, c: Term) -> Formula:
        """Return "on the step of trial t the bend is at most c f(level) wherever the level is at least late"."""
        on_step = z3.And(t >= 0, t < l, part >= 0, part <= 1, self.height >= late)
        return z3.ForAll([part], z3.Implies(on_step, self.bend(t) <= c * f(self.height)))

    # --- the level ---------------------------------------------------------------------------------------------------

    def contains(self, name: str, total: CoordinateSum, v: Callable[[Term, Term], Term]) -> Theorem:
        """|v_i| <= ginv(sum of g(v_i)), for every t and i."""
        session = self.session
        member = at_most_the_sum(session, f"g(v_i) is at most the sum, {name}", total, [self.shape_g.at(v(t, j))], TIME)
        formula = z3.And(absolute(v(t, i)) <= ginv(total(t)), total(t) >= 0)
        by = [
            *(member.at(t, i), self.inverse.at(v(t, i)), self.shape_g.at(v(t, i))),
            self.increasing.at(g(v(t, i)), total(t)),
        ]
        within = z3.And(TIME, i >= 0, i < n)
        return session.lemma(f"|v_i| is at most the level, {name}", [t, i], z3.Implies(within, formula), by)

    @cached_property
    def inside(self) -> Theorem:
        """|z_i| <= level."""
        return self.contains("z", self.G, z)

    @cached_property
    def under(self) -> Theorem:
        """u.z <= U max |z_i| <= U level before every trial and after the last."""
        session, k = self.session, top(t)
        most = sum_up(
            session,
            "u.z <= |u| max |z_i|",
            lambda t, j: z3.And(self.uz(t, j) <= self.size(t, j) * absolute(z(t, top(t))), self.size(t, j) >= 0),
            [(self.uz, t), (self.size, t)],
            [self.top.at(t, j)],
            TIME,
        )
        formula = z3.And(self.uz(t) <= self.U * self.largest, self.largest <= self.level, k >= 0, k < n)
        by = [most.at(t, n), *self.comparator, self.inside.at(t, k), self.top.at(t, START), self.n]
        return session.lemma("u.z <= U max |z_i|", [t], z3.Implies(TIME, formula), by)

    def far(self, late: Term) -> Theorem:
        """From mistake s on the largest entry is at least late + a X, as U times it is at least s a delta."""
        session = self.session
        return session.lemma(
            "the largest entry from mistake s on",
            [t],
            z3.Implies(z3.And(TRIAL, self.M.whole(t) >= self.s), self.largest >= late + self.a * self.X),
            [self.linear.at(t), self.under.at(t), self.room.at(t), *session.parameters],
        )

    def late_mistake(self, late: Term, kappa: Term, slopes: Theorem, positive: Theorem) -> Theorem:
        """A mistake from s on lifts the level by at most a**2 kappa n X**2 / 2."""
        session, a, X = self.session, self.a, self.X
        most, steepest = kappa * (X * X) * z3.ToReal(n), kappa * f(self.height)
        inside = self.contains("the point of the step", self.Gv, lambda t, i: between(t, part, i))
        bends = sum_up(
            session,
            "the bends add up to at most kappa f(level) n X**2",
            lambda t, j: self.bend(t, j) <= steepest * (X * X) * z3.ToReal(j),
            [(self.bend, t)],
            [slopes.at(between(t, part, j), self.height), inside.at(t, j), *(p.at(t, j) for p in self.examples)],
            z3.And(TRIAL, self.height >= late, steepest >= 0),
        )
        at_point = z3.substitute_vars(self.bent(late, most).body(), part)
        by = [bends.at(t, n), self.positive.at(self.height), positive, self.n]
        bent = session.lemma("the bend of a late step", [part], at_point, by)
        return session.lemma(
            "a late mistake",
            [t],
            z3.Implies(
                z3.And(TRIAL, self.M.whole(t) >= self.s, self.errs(t)), self.next_level <= self.level + a * a / 2 * most
            ),
            [
                session.kernel.detach("Taylor, on a late step", self.taylor.at(t, late, most), bent),
                *(self.step.at(t, top(t)), self.far(late).at(t), self.under.at(t), positive, self.in_range),
                *(self.side, self.rate),
            ],
        )

    @cached_property
    def not_negative(self) -> Theorem:
        """s >= 0 where there is a trial."""
        by = [self.room.at(t), *self.session.parameters]
        return self.session.lemma("s is not negative", [t], on_a_trial(self.s >= 0), by).at(START)

    @cached_property
    def capped(self) -> Theorem:
        """While there are at most s mistakes, the level is at most ginv(n g(a X s))."""
        session, N, X = self.session, z3.ToReal(n), self.X
        c, d = z3.Reals("c_ d_")
        times = session.lemma(
            "M a X <= a X s",
            [c, d],
            z3.Implies(z3.And(c <= d, X >= 0), c * (self.a * X) <= self.a * X * d),
            [self.rate],
        )
        early = sum_up(
            session,
            "G <= n g(a X s) while M <= s",
            lambda t, j: self.G(t, j) <= z3.ToReal(j) * g(self.early),
            [(self.G, t)],
            [
                *(self.entries.at(t, j), self.growing.at(z(t, j), self.early)),
                times.at(self.M(t), z3.ToReal(self.s)),
            ],
            z3.And(TIME, self.M.whole(t) <= self.s, X >= 0),
        )
        return session.lemma(
            "the level while M <= s",
            [t],
            z3.Implies(z3.And(TIME, self.M.whole(t) <= self.s), self.U * self.level <= self.U * self.highest),
            [
                *(early.at(t, n), self.increasing.at(self.G(t), N * g(self.early)), self.inside.at(t, START)),
                *(self.signs, self.n),
            ],
        )

    @cached_property
    def stays(self) -> Theorem:
        """The level stays where it is on a trial without a mistake."""
        still = sum_up(
            self.session,
            "G stays where there is no mistake",
            lambda t, j: self.G(t + 1, j) == self.G(t, j),
            [(self.G, t), (self.G, t + 1)],
            [self.update.at(t, j)],
            z3.And(TRIAL, side(t) == 0),
        )
        formula = z3.Implies(z3.Not(self.errs(t)), self.next_level == self.level)
        by = [self.side, still.at(t, n), self.n]
        return self.session.lemma("the level without a mistake", [t], on_a_trial(formula), by)

    def mistakes(self, late: Term, kappa: Term, slopes: Theorem, positive: Theorem) -> Theorem:
        """M <= 2 U ginv(n g(a X s)) / (a delta) - s where there is a trial.

        ``late`` is the size from which f' is at most ``kappa`` times f, as ``slopes`` says: if late <= c and |v| <= c
        then f'(v) <= kappa f(c), for all v and c. ``positive`` says that late and kappa are positive where there is a
        trial; and U a**2 kappa n X**2 <= a delta.
        """
        session, a, X, U = self.session, self.a, self.X, self.U
        N, S, M = z3.ToReal(n), z3.ToReal(self.s), self.M
        c, d, e = z3.Reals("c_ d_ e_")
        mistake = self.late_mistake(late, kappa, slopes, positive)
        beyond = z3.If(M.whole(t) >= self.s, M(t) - S, ZERO)
        bounded = session.induction(
            "U level <= U ginv(n g(a X s)) + (M - s) a delta / 2 from mistake s on",
            t,
            z3.Implies(z3.And(t <= l, l >= 1), U * self.level <= U * self.highest + beyond * (a * self.delta / 2)),
            [self.not_negative, self.capped.at(START), M.start],
            [
                *(self.capped.at(t + 1), mistake.at(t), self.stays.at(t), self.signs, M.next.at(t)),
                *session.parameters,
            ],
        )
        times = session.lemma(
            "a s times", [c, d, e], z3.Implies(z3.And(e >= 0, c <= d), a * e * c <= a * e * d), [self.rate]
        )
        return session.prove(
            "(M + s) a delta <= 2 U ginv(n g(a X s))",
            z3.Implies(l >= 1, (M(l) + S) * (a * self.delta) <= 2 * (U * self.highest)),
            [
                *(bounded.at(l), self.under.at(l), self.linear.at(l), self.inverse.at(self.early), self.n, self.signs),
                *(self.increasing.at(g(self.early), N * g(self.early)), self.shape_g.at(self.early)),
                *(times.at(self.delta, U * X, S), self.room.at(START)),
            ],
        )
