"""Runs of Winnow on disjunctions in the proofs: weights that are promoted and demoted, over N coordinates."""

from __future__ import annotations

from collections.abc import Callable
from functools import cached_property

import z3

from verify.proofs.engine.axioms import ln
from verify.proofs.engine.kernel import Theorem
from verify.proofs.engine.language import Formula, Term
from verify.proofs.engine.session import Session
from verify.proofs.engine.sums import CoordinateSum, Exponential, i, j, n, on_coordinates, sum_up
from verify.proofs.engine.vectors import INT, REAL, t
from verify.proofs.runs.coordinates import on_trials_and_coordinates, u, w, x
from verify.proofs.runs.perceptron import ONE, ZERO, count, l, on_trials, up_to_the_end, y

side = z3.Function("side", INT, REAL)
promoted = z3.Function("promoted", INT, INT, REAL)


class WinnowRun:
    """Winnow(alpha, theta) from weights 1: active weights times alpha on a promotion, divided by it on a demotion.

    ``positive(v)`` says which predictions v are positive; ``relevant`` and ``labelled`` are the names of the
    claim's premises on u and on the labels. Labels are those of the disjunction of the coordinates
    with u_i = 1: y = 1 where u.x >= 1, else y = -1.
    """

    def __init__(
        self,
        session: Session,
        alpha: Term,
        theta: Term,
        positive: Callable[[Term], Formula],
        relevant: str,
        labelled: str,
    ) -> None:
        self.session, self.alpha, self.theta = session, alpha, theta
        self.n = session.count("n", n >= 1)
        self.parameters = [*session.parameters, *session.parameter_premises]
        self.factor = session.prove("alpha > 1", alpha > 1, self.parameters)
        self.wx = CoordinateSum(session, "wx", lambda t, i: w(t, i) * x(t, i))
        self.ux = CoordinateSum(session, "ux", lambda t, i: u(i) * x(t, i))
        self.size = CoordinateSum(session, "sum_u", lambda i: u(i), moving=False)
        self.phi = CoordinateSum(session, "sum_w", w)
        self.promotions = CoordinateSum(session, "promotions", lambda t, i: u(i) * promoted(t, i))
        self.start = session.define("w at the start", on_coordinates(w(z3.IntVal(0), i) == 1))
        says_yes = positive(self.wx(t))
        self.side = session.define(
            "side",
            on_trials(
                side(t)
                == z3.If(z3.And(y(t) == 1, z3.Not(says_yes)), ONE, z3.If(z3.And(y(t) == -1, says_yes), -ONE, ZERO))
            ),
        ).at(t)
        up, down = z3.And(side(t) == 1, x(t, i) == 1), z3.And(side(t) == -1, x(t, i) == 1)
        self.update = session.define(
            "the update",
            on_trials_and_coordinates(w(t + 1, i) == z3.If(up, alpha * w(t, i), z3.If(down, w(t, i) / alpha, w(t, i)))),
        )
        self.inputs = session.given("inputs", on_trials_and_coordinates(z3.Or(x(t, i) == 0, x(t, i) == 1)))
        self.relevant = session.given(relevant, on_coordinates(z3.Or(u(i) == 0, u(i) == 1)))
        label = on_trials(y(t) == z3.If(self.ux(t) >= 1, ONE, -ONE))
        self.label = [p.at(t) for p in session.given(labelled, label)]
        self.k = session.measure("k", z3.ToReal(z3.Int("k")) == self.size(t), "k is the number of relevant attributes")
        self.plus = count(session, "mplus", lambda t: side(t) == 1)
        self.minus = count(session, "mminus", lambda t: side(t) == -1)
        counted = session.define("promoted at the start", z3.ForAll([i], promoted(z3.IntVal(0), i) == 0))
        one_more = session.define(
            "promoted",
            on_trials_and_coordinates(promoted(t + 1, i) == promoted(t, i) + z3.If(up, ONE, ZERO)),
            "how often weight i was promoted",
        )
        self.promoted_start, self.promoted_next = counted, one_more

    def at(self, index: Term) -> list[Theorem]:
        """Return what is known of coordinate ``index`` on trial t."""
        return [*(p.at(t, index) for p in self.inputs), *(p.at(index) for p in self.relevant)]

    @cached_property
    def positive(self) -> Theorem:
        """Every weight is positive at every time."""
        session = self.session
        a = z3.Real("a_")
        product = session.lemma(
            "a positive number times or divided by alpha",
            [a],
            z3.Implies(a > 0, z3.And(self.alpha * a > 0, a / self.alpha > 0)),
            [self.factor],
        )
        within = z3.And(i >= 0, i < n)
        proved = session.induction(
            "weights stay positive",
            t,
            z3.Implies(z3.And(t <= l, within), w(t, i) > 0),
            [self.start.at(i)],
            [self.update.at(t, i), product.at(w(t, i))],
        )
        return session.kernel.gen(proved.at(t), t, i)

    # --- the sum of the weights --------------------------------------------------------------------------

    @cached_property
    def potential_change(self) -> Theorem:
        """Phi' is Phi + (alpha - 1) w.x on a promotion, Phi - (1 - 1/alpha) w.x on a demotion, else Phi."""
        change = z3.If(side(t) == 1, self.alpha - 1, z3.If(side(t) == -1, 1 / self.alpha - 1, ZERO))
        a = z3.Real("a_")
        quotient = self.session.lemma("a / alpha", [a], a / self.alpha == a + (1 / self.alpha - 1) * a, [self.factor])
        return sum_up(
            self.session,
            "what a mistake does to the sum of the weights",
            lambda t, j: self.phi(t + 1, j) == self.phi(t, j) + change * self.wx(t, j),
            [(self.phi, t), (self.phi, t + 1), (self.wx, t)],
            [self.update.at(t, j), quotient.at(w(t, j)), *self.at(j)],
            z3.And(t >= 0, t < l),
        )

    @cached_property
    def potential_start(self) -> Theorem:
        """Phi = N at the start."""
        zero = z3.IntVal(0)
        proved = sum_up(
            self.session,
            "the first weights sum to N",
            lambda _, j: self.phi(zero, j) == z3.ToReal(j),
            [(self.phi, zero)],
            [self.start.at(j)],
        )
        return self.session.prove("Phi = N at the start", self.phi(zero) == z3.ToReal(n), [proved.at(t, n), self.n])

    @cached_property
    def potential_positive(self) -> Theorem:
        """Phi > 0 at every time."""
        summed = sum_up(
            self.session,
            "a sum of positive weights",
            lambda t, j: z3.And(self.phi(t, j) >= 0, z3.Implies(j > 0, self.phi(t, j) > 0)),
            [(self.phi, t)],
            [self.positive.at(t, j)],
            z3.And(t >= 0, t <= l),
        )
        formula = z3.Implies(z3.And(t >= 0, t <= l), self.phi(t) > 0)
        return self.session.lemma("Phi > 0", [t], formula, [summed.at(t, n), self.n])

    # --- relevant weights --------------------------------------------------------------------------------

    @cached_property
    def no_relevant_demotion(self) -> Theorem:
        """On a negative example no relevant attribute is active."""
        within = z3.And(i >= 0, i < n, t >= 0, t < l)
        known = [*self.at(j), *self.at(i)]
        prefix = self.session.induction(
            "u_i x_i is at most u.x",
            j,
            z3.Implies(
                z3.And(j <= n, within),
                z3.And(self.ux(t, j) >= 0, z3.Implies(i < j, u(i) * x(t, i) <= self.ux(t, j))),
            ),
            [self.ux.start(t)],
            [self.ux.next(t, j), *known],
        )
        formula = z3.Implies(z3.And(within, u(i) == 1, y(t) == -1), x(t, i) == 0)
        by = [prefix.at(n), *self.label, *known]
        return self.session.lemma("no relevant attribute is active on a negative example", [t, i], formula, by)

    @cached_property
    def active_weight(self) -> Theorem:
        """An active weight is at most w.x."""
        within = z3.And(i >= 0, i < n, t >= 0, t < l)
        prefix = self.session.induction(
            "w_i x_i is at most w.x",
            j,
            z3.Implies(
                z3.And(j <= n, within),
                z3.And(self.wx(t, j) >= 0, z3.Implies(z3.And(i < j, x(t, i) == 1), w(t, i) <= self.wx(t, j))),
            ),
            [self.wx.start(t)],
            [self.wx.next(t, j), *self.at(j), self.positive.at(t, j)],
        )
        formula = z3.Implies(within, z3.And(self.wx(t) >= 0, z3.Implies(x(t, i) == 1, w(t, i) <= self.wx(t))))
        return self.session.lemma("an active weight is at most w.x", [t, i], formula, [prefix.at(n)])

    @cached_property
    def promotions_cover(self) -> Theorem:
        """m+ is at most the number of promotions of relevant weights."""
        session = self.session
        moved = sum_up(
            session,
            "relevant promotions on a trial",
            lambda t, j: self.promotions(t + 1, j) == self.promotions(t, j) + z3.If(side(t) == 1, self.ux(t, j), ZERO),
            [(self.promotions, t), (self.promotions, t + 1), (self.ux, t)],
            [self.promoted_next.at(t, j), *self.at(j)],
            z3.And(t >= 0, t < l),
        )
        begin = sum_up(
            session,
            "no promotions at the start",
            lambda _, j: self.promotions(z3.IntVal(0), j) == 0,
            [(self.promotions, z3.IntVal(0))],
            [self.promoted_start.at(j)],
        )
        return session.induction(
            "m+ is at most the number of relevant promotions",
            t,
            up_to_the_end(self.plus(t) <= self.promotions(t)),
            [self.plus.start, begin.at(t, n), self.n],
            [self.plus.next.at(t), moved.at(t, n), self.n, self.side, *self.label],
        )

    def promotion_sum(self, most: Term, each: Theorem) -> Theorem:
        """If each relevant weight is promoted at most ``most`` times, all are at most k times that, at time t."""
        return sum_up(
            self.session,
            "the relevant promotions together",
            lambda t, j: self.promotions(t, j) <= most * self.size(t, j),
            [(self.promotions, t), (self.size, t)],
            [each.at(t, j), *(p.at(j) for p in self.relevant)],
            z3.And(t >= 0, t <= l),
        )

    def logarithm(self, E: Exponential, ceiling: Term, above_one: Theorem, cap: Theorem) -> Theorem:
        """p <= ln(c) / ln(alpha) + 1 for the number p of promotions of each relevant weight; c is ``ceiling``.

        ``above_one`` is c >= 1; ``cap`` says that an active weight is at most c on a promotion.
        """
        session, alpha = self.session, self.alpha
        within = z3.And(i >= 0, i < n, u(i) == 1)
        log_alpha = session.prove(
            "ln alpha > 0",
            ln(alpha) > 0,
            [self.factor, E.ln_increasing.at(ONE, alpha)],
        )
        p = promoted(t, i)
        proved = session.induction(
            "the logarithm of a relevant weight counts its promotions",
            t,
            z3.Implies(
                z3.And(t <= l, within),
                z3.And(ln(w(t, i)) == p * ln(alpha), p * ln(alpha) <= ln(ceiling) + ln(alpha)),
            ),
            [self.start.at(i), self.promoted_start.at(i), log_alpha, above_one, E.ln_increasing.at(ceiling, ONE)],
            [
                self.update.at(t, i),
                self.promoted_next.at(t, i),
                self.positive.at(t, i),
                self.no_relevant_demotion.at(t, i),
                self.side,
                self.factor,
                E.product.at(alpha, w(t, i)),
                E.ln_increasing.at(ceiling, w(t, i)),
                cap.at(t, i),
            ],
        )
        each = z3.Implies(z3.And(t >= 0, t <= l, within), p <= ln(ceiling) / ln(alpha) + 1)
        by = [proved.at(t), log_alpha]
        return session.lemma("a relevant weight is promoted at most log c + 1 times", [t, i], each, by)
