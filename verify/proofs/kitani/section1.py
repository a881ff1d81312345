"""Weighted Majority in the lecture notes of Kitani, section 1."""

from __future__ import annotations

from functools import cached_property

import sympy
import z3

from bounds import symbols as s
from verify.logic.axioms import ln
from verify.logic.calculus import Range
from verify.logic.kernel import Theorem
from verify.logic.language import Formula, Term
from verify.logic.runs.coordinates import on_trials_and_coordinates, w, x
from verify.logic.runs.multiplicative import MultiplicativeRun
from verify.logic.runs.perceptron import ONE, TIME, TRIAL, ZERO, Total, count, l, labels, on_a_trial, up_to_the_end, y
from verify.logic.session import Session
from verify.logic.sums import at_most_the_sum, i, j, n, sum_up
from verify.logic.vectors import t
from verify.proofs.readings import learners
from verify.proofs.registry import proves

h = z3.Int("expert")
"""The expert that the algorithm is compared with."""

v = sympy.Symbol("v_", real=True)

RANGE = "it needs a range of eta, of which the notes say nothing; 0 < eta <= 1/2 is enough"


class Experts(MultiplicativeRun):
    """N experts that advise 1 or -1: a weight is multiplied by 1 - eta in every round in which its expert errs."""

    def __init__(self, session: Session) -> None:
        self.eta = session.symbol(s.eta)
        super().__init__(session, "(1), (2)", lambda t, i: z3.If(x(t, i) != y(t), 1 - self.eta, ONE))
        self.votes = session.given("inputs", on_trials_and_coordinates(z3.Or(x(t, i) == 1, x(t, i) == -1)))
        self.label = labels(session).at(t)
        self.errors = count(session, "expert_mistakes", lambda t: x(t, h) != y(t))
        self.expert = session.count("the expert", z3.And(h >= 0, h < n), "any one of the experts")

    @cached_property
    def round(self) -> Theorem:
        """Phi' = (1 - eta/2) Phi + eta/2 y (w.x), as the wrong half of the weights shrinks by eta."""
        half = self.eta / 2
        return sum_up(
            self.session,
            "what a round does to the sum of the weights",
            lambda t, j: self.phi(t + 1, j) == (1 - half) * self.phi(t, j) + half * (y(t) * self.wx(t, j)),
            [(self.phi, t), (self.phi, t + 1), (self.wx, t)],
            [self.update.at(t, j), *(p.at(t, j) for p in self.votes), self.label],
            TRIAL,
        )

    @cached_property
    def potential(self) -> Theorem:
        """0 < w_n <= Phi for the weight of the expert, before every round and after the last."""
        inside = TIME
        member = at_most_the_sum(self.session, "a weight is at most Phi", self.phi, [self.positive.at(t, j)], inside)
        formula = z3.Implies(inside, z3.And(w(t, h) > 0, w(t, h) <= self.phi(t)))
        by = [member.at(t, h), self.positive.at(t, h), self.expert]
        return self.session.lemma("0 < w_n <= Phi", [t], formula, by)

    @cached_property
    def agreement(self) -> Theorem:
        """y w.x <= Phi on every trial."""
        return sum_up(
            self.session,
            "y w.x <= Phi",
            lambda t, j: y(t) * self.wx(t, j) <= self.phi(t, j),
            [(self.phi, t), (self.wx, t)],
            [self.positive.at(t, j), *(p.at(t, j) for p in self.votes), self.label],
            TRIAL,
        )

    def spent(self, M: Total, one: Theorem) -> list[Theorem]:
        """Return m_n ln(1 - eta) <= ln w_n <= ln Phi <= ln N + M ln(1 - eta/2) at the end."""
        E, session, rest = self.E, self.session, 1 - self.eta
        shrunk = session.induction(
            "ln Phi at the end",
            t,
            up_to_the_end(ln(self.phi(t)) <= ln(self.N) + ln(1 - self.eta / 2) * M(t)),
            [M.start, *self.begin],
            [one.at(t), M.next.at(t)],
        )
        weight = session.induction(
            "ln w_n = m_n ln(1 - eta)",
            t,
            up_to_the_end(z3.And(ln(w(t, h)) == self.errors(t) * ln(rest), self.errors(t) >= 0)),
            [self.errors.start, self.start.at(h), self.expert, E.ln_increasing.at(ONE, ONE)],
            [
                *(self.update.at(t, h), self.errors.next.at(t), self.positive.at(t, h), self.expert),
                *(E.product.at(rest, w(t, h)), *session.parameters),
            ],
        )
        end = E.ln_increasing.at(self.phi(l), w(l, h))
        return [shrunk.at(l), weight.at(l), self.potential.at(l), end]


@proves("kitani.wma", learners.experts)
def weighted_majority(session: Session) -> None:
    """(3): each mistake shrinks Phi by 1 - eta/2; m_n ln(1 - eta) <= ln Phi <= ln N + M ln(1 - eta/2)."""
    session.repair("(3)", RANGE)
    experts = Experts(session)
    E, phi, N, less = experts.E, experts.phi, experts.N, 1 - experts.eta / 2

    def errs(t: Term) -> Formula:
        return y(t) * experts.wx(t) <= 0

    M = count(session, "mistakes", errs)
    one = session.lemma(
        "Phi' <= (1 - eta/2) Phi on a mistake, Phi' <= Phi on every trial",
        [t],
        on_a_trial(phi(t + 1) <= z3.If(errs(t), less * phi(t), phi(t))),
        [experts.round.at(t, n), experts.agreement.at(t, n), *session.parameters],
    )
    logarithm = session.lemma(
        "the same for ln Phi",
        [t],
        on_a_trial(ln(phi(t + 1)) <= ln(phi(t)) + z3.If(errs(t), ln(less), ZERO)),
        [
            *(one.at(t), experts.potential.at(t + 1), E.product.at(less, phi(t))),
            *(E.ln_increasing.at(phi(t), phi(t + 1)), E.ln_increasing.at(less * phi(t), phi(t + 1))),
            *session.parameters,
        ],
    )
    gap = -2 * (1 + v) * sympy.log(1 - v / 2) + sympy.log(1 - v)
    gap = session.kernel.by_derivatives(
        "-ln(1 - eta) <= -2 (1 + eta) ln(1 - eta/2) for 0 <= eta <= 1/2", gap, Range(v, 0, sympy.Rational(1, 2)), 0, 2
    )
    by = [
        gap.at(experts.eta),
        E.below_tangent.at(less),
        E.ln_increasing.at(N, ONE),
        *experts.spent(M, logarithm),
    ]
    session.conclude(M(l) - experts.errors(l), by, {s.k: experts.errors.whole(l)})
