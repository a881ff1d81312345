"""The Perceptron and Winnow in the lecture notes of Kitani, section 2."""

from __future__ import annotations

from functools import cached_property

import z3

from bounds import symbols as s
from verify.proofs.engine.axioms import ln
from verify.proofs.engine.kernel import Theorem
from verify.proofs.engine.registry import proves
from verify.proofs.engine.session import Session
from verify.proofs.engine.sums import Exponential, i, n
from verify.proofs.engine.vectors import dot, t
from verify.proofs.readings import learners
from verify.proofs.runs.coordinates import w as w_i
from verify.proofs.runs.coordinates import x as x_i
from verify.proofs.runs.perceptron import ONE, Novikoff, Total, l, on_trials, u, up_to_the_end, ux, x, y
from verify.proofs.runs.winnow import WinnowRun, side


def novikoff(session: Session) -> Novikoff:
    """Return the argument for rate 1, margin gamma and radius R."""
    gamma, R = session.symbol(s.gamma), session.symbol(s.R)
    margins = session.measure("gamma", on_trials(y(t) * ux(t) >= gamma), "gamma is the smallest y <w*, x>")
    radii = session.measure("R", on_trials(dot(x(t), x(t)) <= R * R), "R is the largest norm of an example")
    return Novikoff(session, ONE, gamma, R, [margins.at(t)], [radii.at(t)])


def unit(session: Session) -> list[Theorem]:
    """The comparator w* has length 1."""
    return session.given("unit", dot(u, u) == 1)


@proves("kitani.perc", learners.unit_comparator)
def perceptron(session: Session) -> None:
    """M <= R**2 / gamma**2: (14) and (7) by Cauchy-Schwarz (10)."""
    session.repair("(18)", "it divides by M, so M = 0 has to be treated apart")
    argument = novikoff(session)
    session.conclude(argument.M.whole(l), argument.combined(unit(session)))


class Winnow:
    """Winnow(1 + beta, N) with what the notes say about it; w.x = N is predicted negative."""

    def __init__(self, session: Session) -> None:
        self.session = session
        self.N, self.beta = session.symbol(s.N), session.symbol(s.beta)
        self.run = WinnowRun(session, 1 + self.beta, self.N, lambda v: v > self.N, "relevant", "disjunction")
        self.plus, self.minus, self.phi = self.run.plus, self.run.minus, self.run.phi
        self.known = [self.run.side, self.run.potential_change.at(t, n), *self.run.parameters]

    @cached_property
    def promotion(self) -> Theorem:
        """(24): a promotion adds at most beta N."""
        formula = z3.Implies(z3.And(t >= 0, t < l, side(t) == 1), self.phi(t + 1) - self.phi(t) <= self.beta * self.N)
        return self.session.lemma("(24)", [t], formula, self.known)

    @cached_property
    def demotion(self) -> Theorem:
        """(27): a demotion takes more than beta / (1 + beta) N."""
        beta = self.beta
        formula = z3.Implies(
            z3.And(t >= 0, t < l, side(t) == -1), self.phi(t + 1) - self.phi(t) < -beta / (1 + beta) * self.N
        )
        return self.session.lemma("(27)", [t], formula, [*self.known])

    def unchanged(self) -> Theorem:
        """Phi does not change without a mistake."""
        formula = z3.Implies(z3.And(t >= 0, t < l, side(t) == 0), self.phi(t + 1) == self.phi(t))
        return self.session.lemma("no mistake, no change", [t], formula, self.known)

    @cached_property
    def potential(self) -> Theorem:
        """(29): Phi <= N + beta N m+ - beta / (1 + beta) N m-, and m-, m+ are not negative."""
        beta, N = self.beta, self.N
        invariant = up_to_the_end(
            z3.And(
                self.phi(t) <= N + beta * N * self.plus(t) - beta / (1 + beta) * N * self.minus(t),
                self.plus(t) >= 0,
                self.minus(t) >= 0,
            )
        )
        steps = [self.promotion.at(t), self.demotion.at(t), self.unchanged().at(t), self.run.side]
        return self.session.induction(
            "(29)",
            t,
            invariant,
            [self.run.potential_start, self.plus.start, self.minus.start, *self.run.parameters],
            [*steps, self.plus.next.at(t), self.minus.next.at(t), *self.run.parameters],
        )

    @cached_property
    def negatives(self) -> Theorem:
        """(33): m- < (1 + beta) / beta + (1 + beta) m+ at every time; 2 + 2 m+ for beta = 1."""
        beta, N = self.beta, self.N
        p, q = z3.Reals("p_ q_")
        divide = self.session.lemma(
            "divide by beta / (1 + beta) N",
            [p, q],
            z3.Implies(N + beta * N * p - beta / (1 + beta) * N * q > 0, q < (1 + beta) / beta + (1 + beta) * p),
            [*self.run.parameters],
        )
        formula = z3.Implies(z3.And(t >= 0, t <= l), self.minus(t) < (1 + beta) / beta + (1 + beta) * self.plus(t))
        by = [self.potential.at(t), self.run.potential_positive.at(t), divide.at(self.plus(t), self.minus(t))]
        return self.session.lemma("(33)", [t], formula, by)

    @cached_property
    def cap(self) -> Theorem:
        """Lemma 4: an active weight is at most N on a promotion."""
        formula = z3.Implies(z3.And(t >= 0, t < l, i >= 0, i < n, side(t) == 1, x_i(t, i) == 1), w_i(t, i) <= self.N)
        by = [self.run.active_weight.at(t, i), self.run.side]
        return self.session.lemma("Lemma 4", [t, i], formula, by)

    @cached_property
    def positives(self) -> Theorem:
        """(36): m+ <= k (log N + 1), the logarithm to base 1 + beta."""
        session, run = self.session, self.run
        E = Exponential(session)
        above = session.prove("N >= 1", self.N >= 1, [*run.parameters])
        most = ln(self.N) / ln(1 + self.beta) + 1
        each = run.logarithm(E, self.N, above, self.cap)
        total = run.promotion_sum(most, each)
        formula = z3.Implies(z3.And(t >= 0, t <= l), self.plus(t) <= z3.ToReal(z3.Int("k")) * most)
        by = [run.promotions_cover.at(t), total.at(t, n), run.k, run.n]
        return session.lemma("(36)", [t], formula, by)

    @cached_property
    def base(self) -> list[Theorem]:
        """ln(1 + beta) > 0, and it is ln 2 where beta = 1."""
        beta = self.beta
        E = Exponential(self.session)
        return [E.ln_increasing.at(ONE, 1 + beta)]


STRICT = "the printed bound on m+ is strict, but equality occurs; the proof uses <= and the strictness of (33)"


@proves("kitani.winnow", learners.winnow)
@proves("kitani.winnow.beta", learners.winnow)
def winnow(session: Session) -> None:
    """M = m+ + m- < 2 + 3 k (log2 N + 1): (33) and (36)."""
    session.repair(
        "Lemma 3",
        "false for k >= 2: a relevant feature is not always active; each relevant weight's own promotions are counted",
    )
    session.repair("Lemma 4", "false as printed: only active weights are at most N, not all, and not strictly")
    session.repair("(36)", STRICT)
    run = Winnow(session)
    both = Total(session, "mistakes", lambda t: z3.If(side(t) == 0, z3.IntVal(0), z3.IntVal(1)), whole=True)
    sums = session.induction(
        "M = m+ + m-",
        t,
        up_to_the_end(both(t) == run.plus(t) + run.minus(t)),
        [both.start, run.plus.start, run.minus.start],
        [both.next.at(t), run.plus.next.at(t), run.minus.next.at(t), run.run.side],
    )
    by = [sums.at(l), run.negatives.at(l), run.positives.at(l), *session.length]
    session.conclude(both.whole(l), [*by, *run.base])
