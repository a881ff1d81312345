"""The Perceptron and Winnow in the lecture notes of Kitani, section 2."""

from __future__ import annotations

from functools import cached_property

import z3

from bounds import symbols as s
from verify.logic.axioms import dot, ln
from verify.logic.kernel import Theorem
from verify.logic.runs import coordinates as by_coordinates
from verify.logic.runs.coordinates import on_trials_and_coordinates, side
from verify.logic.runs.multiplicative import MultiplicativeRun
from verify.logic.runs.perceptron import (
    HALF,
    ONE,
    TIME,
    TRIAL,
    ZERO,
    PerceptronRun,
    Total,
    count,
    l,
    labels,
    on_a_trial,
    on_trials,
    u,
    up_to_the_end,
    ux,
    w,
    wx,
    x,
    y,
)
from verify.logic.session import Session
from verify.logic.sums import CoordinateSum, at_most_the_sum, i, j, n, on_coordinates, sum_up
from verify.logic.vectors import t
from verify.proofs.readings import learners
from verify.proofs.registry import proves


@proves("kitani.perc", learners.unit_comparator)
def perceptron(session: Session) -> None:
    """M <= R**2 / gamma**2: a mistake adds gamma to w*.w (14) and at most R**2 to |w|**2 (7); Cauchy-Schwarz (10)."""
    session.repair("(18)", "it divides by M, so M = 0 has to be treated apart")
    gamma, R = session.symbol(s.gamma), session.symbol(s.R)
    margins = session.measure("gamma", on_trials(y(t) * ux(t) >= gamma), "gamma is the smallest y <w*, x>")
    radii = session.measure("R", on_trials(dot(x(t), x(t)) <= R * R), "R is the largest norm of an example")
    run = PerceptronRun(session, lambda prediction, t: z3.If(y(t) * prediction <= 0, y(t), ZERO), ONE)
    M = count(session, "mistakes", lambda t: y(t) * wx(t) <= 0)
    uw, ww = dot(u, w(t)), dot(w(t), w(t))
    grown = z3.And(uw >= M(t) * gamma, ww <= M(t) * (R * R))
    one = z3.And(
        dot(u, w(t + 1)) >= uw + z3.If(y(t) * wx(t) <= 0, gamma, ZERO),
        dot(w(t + 1), w(t + 1)) <= ww + z3.If(y(t) * wx(t) <= 0, R * R, ZERO),
    )
    by = [*run.moved, labels(session).at(t), margins.at(t), radii.at(t)]
    one = session.lemma("(14) and (7), on one trial", [t], on_a_trial(one), by)
    both = session.induction("(14) and (7)", t, up_to_the_end(grown), [M.start, *run.start], [one.at(t), M.next.at(t)])
    unit = session.given("unit", dot(u, u) == 1)
    session.conclude(M.whole(l), [both.at(l), run.space.cauchy_schwarz.at(u, w(l)), *unit])


# --- Winnow, coordinate by coordinate --------------------------------------------------------------------------------

TWO = z3.RealVal(2)
u_i, w_i, x_i = by_coordinates.u, by_coordinates.w, by_coordinates.x


class Winnow(MultiplicativeRun):
    """Winnow(2, N): active weights are doubled on a mistake on a positive example (a promotion), else halved.

    w.x = N is predicted negative. Labels are those of the disjunction of the coordinates with u_i = 1.
    """

    def __init__(self, session: Session) -> None:
        moves = z3.If(side(t) == 1, TWO, z3.If(side(t) == -1, HALF, ONE))
        super().__init__(session, "the update", lambda t, i: z3.If(x_i(t, i) == 1, moves, ONE))
        self.ux = CoordinateSum(session, "ux", lambda t, i: u_i(i) * x_i(t, i))
        self.size = CoordinateSum(session, "sum_u", lambda i: u_i(i), moving=False)
        self.logs = CoordinateSum(session, "log_weights", lambda t, i: u_i(i) * ln(w_i(t, i)))
        up, down = z3.And(y(t) == 1, self.wx(t) <= self.N), z3.And(y(t) == -1, self.wx(t) > self.N)
        self.side = session.define("side", on_trials(side(t) == z3.If(up, ONE, z3.If(down, -ONE, ZERO)))).at(t)
        inputs = session.given("inputs", on_trials_and_coordinates(z3.Or(x_i(t, i) == 0, x_i(t, i) == 1)))
        relevant = session.given("relevant", on_coordinates(z3.Or(u_i(i) == 0, u_i(i) == 1)))
        self.inputs, self.relevant = [p.at(t, j) for p in inputs], [p.at(j) for p in relevant]
        label = on_trials(y(t) == z3.If(self.ux(t) >= 1, ONE, -ONE))
        self.label = [p.at(t) for p in session.given("disjunction", label)]
        self.k = session.measure("k", z3.ToReal(z3.Int("k")) == self.size(t), "k is the number of relevant attributes")
        self.plus = count(session, "mplus", lambda t: side(t) == 1)
        self.minus = count(session, "mminus", lambda t: side(t) == -1)

    @cached_property
    def potential(self) -> Theorem:
        """(29): 0 < Phi <= N + N m+ - N/2 m-: a promotion adds at most N (24), a demotion takes more than N/2 (27)."""
        session, N, phi, inside = self.session, self.N, self.phi, TRIAL
        change = z3.If(side(t) == 1, ONE, z3.If(side(t) == -1, -HALF, ZERO))
        step = sum_up(
            session,
            "what a mistake does to the sum of the weights",
            lambda t, j: phi(t + 1, j) == phi(t, j) + change * self.wx(t, j),
            [(phi, t), (phi, t + 1), (self.wx, t)],
            [self.update.at(t, j), *self.inputs],
            inside,
        )
        most = N + N * self.plus(t) - N / 2 * self.minus(t)
        upper = session.induction(
            "(29)",
            t,
            up_to_the_end(phi(t) <= most),
            [*self.begin, self.plus.start, self.minus.start],
            [step.at(t, n), self.side, self.plus.next.at(t), self.minus.next.at(t), *session.parameters],
        )
        member = at_most_the_sum(session, "a weight is at most Phi", phi, [self.positive.at(t, j)], TIME)
        first = z3.IntVal(0)
        by = [upper.at(t), member.at(t, first), self.positive.at(t, first), self.n]
        return session.lemma("(29), and Phi > 0", [t], z3.Implies(TIME, z3.And(phi(t) > 0, phi(t) <= most)), by)

    @cached_property
    def active(self) -> Theorem:
        """Lemma 4: an active weight is at most w.x, so at most N on a promotion."""
        by = [*self.inputs, self.positive.at(t, j)]
        return at_most_the_sum(self.session, "w_i x_i <= w.x", self.wx, by, TRIAL)

    @cached_property
    def kept(self) -> Theorem:
        """No relevant weight is ever demoted: on a negative example no relevant attribute is active."""
        session, inside = self.session, z3.And(t >= 0, t < l, i >= 0, i < n)
        member = at_most_the_sum(session, "u_i x_i <= u.x", self.ux, [*self.inputs, *self.relevant], TRIAL)
        formula = z3.Implies(z3.And(inside, u_i(i) == 1, x_i(t, i) == 1), side(t) >= 0)
        by = [member.at(t, i), *self.label, self.side]
        return session.lemma("a relevant weight is not demoted", [t, i], formula, by)

    @cached_property
    def capped(self) -> Theorem:
        """A relevant weight is at most 2 N at every time."""
        known = [self.update.at(t, i), self.active.at(t, i), self.positive.at(t, i)]
        capped = self.session.induction(
            "a relevant weight is at most 2 N",
            t,
            z3.Implies(z3.And(t <= l, i >= 0, i < n, u_i(i) == 1), w_i(t, i) <= 2 * self.N),
            [self.start.at(i), *self.session.parameters],
            [*known, self.side],
        )
        return self.session.kernel.gen(capped.at(t), t, i)

    @cached_property
    def promotions(self) -> Theorem:
        """(36): m+ ln 2 <= the sum of u_i ln w_i <= k (ln N + ln 2)."""
        session, E, logs = self.session, self.E, self.logs
        zero = z3.IntVal(0)
        grown = z3.If(side(t) == 1, ln(TWO), ZERO)
        each = [self.update.at(t, j), self.positive.at(t, j), self.kept.at(t, j), *self.inputs, *self.relevant]
        moved = sum_up(
            session,
            "a promotion doubles the active relevant weights",
            lambda t, j: logs(t + 1, j) == logs(t, j) + grown * self.ux(t, j),
            [(logs, t), (logs, t + 1), (self.ux, t)],
            [*each, E.product.at(TWO, w_i(t, j))],
            TRIAL,
        )
        begin = sum_up(
            session, "ln 1 = 0", lambda _, j: logs(zero, j) == 0, [(logs, zero)],
            [self.start.at(j), E.ln_increasing.at(ONE, ONE)],
        )  # fmt: skip
        below = session.induction(
            "m+ ln 2 <= the sum of u_i ln w_i",
            t,
            up_to_the_end(self.plus(t) * ln(TWO) <= logs(t)),
            [self.plus.start, begin.at(t, n), self.n],
            [self.plus.next.at(t), moved.at(t, n), self.n, self.side, *self.label, E.ln_increasing.at(ONE, TWO)],
        )
        most = ln(self.N) + ln(TWO)
        laws = [E.product.at(TWO, self.N), E.ln_increasing.at(2 * self.N, w_i(t, j))]
        above = sum_up(
            session,
            "the sum of u_i ln w_i <= k (ln N + ln 2)",
            lambda t, j: logs(t, j) <= most * self.size(t, j),
            [(logs, t), (self.size, t)],
            [self.capped.at(t, j), self.positive.at(t, j), *self.relevant, *laws, *session.parameters],
            TIME,
        )
        formula = up_to_the_end(z3.Implies(t >= 0, self.plus(t) * ln(TWO) <= most * z3.ToReal(z3.Int("k"))))
        return session.lemma("(36)", [t], formula, [below.at(t), above.at(t, n), self.k, self.n])


@proves("kitani.winnow", learners.winnow)
def winnow(session: Session) -> None:
    """M = m+ + m- < 2 + 3 k (log2 N + 1): m- < 2 + 2 m+ by (29), which is (33), and (36)."""
    session.repair(
        "Lemma 3",
        "false for k >= 2: a relevant feature is not always active; the logarithms of all relevant weights are summed",
    )
    session.repair("Lemma 4", "false as printed: only active weights are at most N, not all, and not strictly")
    session.repair(
        "(36)", "the printed bound on m+ is strict, but equality occurs; the proof uses <= and the strictness of (33)"
    )
    run = Winnow(session)
    both = Total(session, "mistakes", lambda t: z3.If(side(t) == 0, z3.IntVal(0), z3.IntVal(1)), whole=True)
    sums = session.induction(
        "M = m+ + m-",
        t,
        up_to_the_end(both(t) == run.plus(t) + run.minus(t)),
        [both.start, run.plus.start, run.minus.start],
        [both.next.at(t), run.plus.next.at(t), run.minus.next.at(t), run.side],
    )
    by = [sums.at(l), run.potential.at(l), run.promotions.at(l), run.E.ln_increasing.at(ONE, TWO)]
    session.conclude(both.whole(l), by)
