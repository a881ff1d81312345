"""Weighted Majority and its randomised version in the lecture notes of Kitani, section 1."""

from __future__ import annotations

from functools import cached_property
from typing import Any

import sympy
import z3

from bounds import symbols as s
from verify.proofs.engine.axioms import ln
from verify.proofs.engine.calculus import Range
from verify.proofs.engine.kernel import Theorem
from verify.proofs.engine.language import Formula, Term
from verify.proofs.engine.registry import proves
from verify.proofs.engine.session import Session
from verify.proofs.engine.sums import CoordinateSum, Exponential, i, j, log_arguments, n, on_coordinates, sum_up
from verify.proofs.engine.vectors import t
from verify.proofs.readings import learners
from verify.proofs.runs.coordinates import on_trials_and_coordinates, w
from verify.proofs.runs.coordinates import w as w_i
from verify.proofs.runs.coordinates import x as x_i
from verify.proofs.runs.perceptron import ONE, Total, count, l, labels, up_to_the_end, y

h = z3.Int("expert")
"""The expert that the algorithm is compared with."""


def positive_sums(session: Session, phi: CoordinateSum, positive: Theorem, expert: Theorem) -> Theorem:
    """Phi, the sum of positive weights, is positive and at least the weight of an expert.

    ``positive`` says that a weight w(t, i) is positive, ``expert`` that h is an expert.
    """
    return sum_up(
        session,
        "sums of positive weights",
        lambda t, j: z3.And(
            phi(t, j) >= 0,
            z3.Implies(j > 0, phi(t, j) > 0),
            z3.Implies(h < j, w(t, h) <= phi(t, j)),
        ),
        [(phi, t)],
        [positive.at(t, j), expert],
        z3.And(t >= 0, t <= l),
    )


def first_weights(session: Session, phi: CoordinateSum, start: Theorem) -> Theorem:
    """Phi is the number of experts at the start, where ``start`` says that every weight is 1."""
    zero = z3.IntVal(0)
    return sum_up(session, "the first weights", lambda _, j: phi(zero, j) == z3.ToReal(j), [(phi, zero)], [start.at(j)])


class Experts:
    """N experts that advise 1 or -1: a weight is multiplied by 1 - eta in every round in which its expert errs."""

    def __init__(self, session: Session) -> None:
        self.session = session
        self.eta, self.N = session.symbol(s.eta), session.symbol(s.N)
        self.n = session.count("n", n >= 1)
        self.parameters = [*session.parameters, *session.parameter_premises]
        self.below_one = self.take_rate()
        self.vote = CoordinateSum(session, "wx", lambda t, i: w_i(t, i) * x_i(t, i))
        self.phi = CoordinateSum(session, "sum_w", w_i)
        self.start = session.define("w at the start", on_coordinates(w_i(z3.IntVal(0), i) == 1))
        wrong = x_i(t, i) != y(t)
        self.update = session.define(
            "(1), (2)",
            on_trials_and_coordinates(w_i(t + 1, i) == z3.If(wrong, (1 - self.eta) * w_i(t, i), w_i(t, i))),
        )
        signs = z3.Or(x_i(t, i) == 1, x_i(t, i) == -1)
        self.votes = session.given("inputs", on_trials_and_coordinates(signs))
        self.label = labels(session).at(t)
        self.errors = count(session, "expert_mistakes", lambda t: x_i(t, h) != y(t))
        self.expert = session.count("the expert", z3.And(h >= 0, h < n), "any one of the experts")
        self.E = Exponential(session)

    def take_rate(self) -> Theorem:
        """Take up what is known of eta: it is less than 1."""
        return self.session.prove("eta < 1", self.eta < 1, self.parameters)

    @cached_property
    def positive(self) -> Theorem:
        """All weights are positive."""
        a = z3.Real("a_")
        product = self.session.lemma(
            "(1 - eta) a > 0", [a], z3.Implies(a > 0, (1 - self.eta) * a > 0), [self.below_one]
        )
        proved = self.session.induction(
            "weights stay positive",
            t,
            z3.Implies(z3.And(t <= l, i >= 0, i < n), w_i(t, i) > 0),
            [self.start.at(i)],
            [self.update.at(t, i), product.at(w_i(t, i))],
        )
        return self.session.kernel.gen(proved.at(t), t, i)

    @cached_property
    def step(self) -> Theorem:
        """Phi' = (1 - eta/2) Phi + eta/2 y (w.x): the wrong half of the weights shrinks by eta."""
        half = self.eta / 2
        return sum_up(
            self.session,
            "what a round does to the sum of the weights",
            lambda t, j: self.phi(t + 1, j) == (1 - half) * self.phi(t, j) + half * (y(t) * self.vote(t, j)),
            [(self.phi, t), (self.phi, t + 1), (self.vote, t)],
            [self.update.at(t, j), *(p.at(t, j) for p in self.votes), self.label],
            z3.And(t >= 0, t < l),
        )

    @cached_property
    def potential(self) -> Theorem:
        """Phi > 0, y w.x <= Phi, and an expert's weight is at most Phi."""
        summed = positive_sums(self.session, self.phi, self.positive, self.expert)
        formula = z3.Implies(z3.And(t >= 0, t <= l), z3.And(self.phi(t) > 0, w_i(t, h) <= self.phi(t)))
        return self.session.lemma("Phi > 0 and w_n <= Phi", [t], formula, [summed.at(t, n), self.expert])

    @cached_property
    def agreement(self) -> Theorem:
        """y w.x <= Phi on every trial."""
        summed = sum_up(
            self.session,
            "y w.x <= Phi",
            lambda t, j: y(t) * self.vote(t, j) <= self.phi(t, j),
            [(self.phi, t), (self.vote, t)],
            [self.positive.at(t, j), *(p.at(t, j) for p in self.votes), self.label],
            z3.And(t >= 0, t < l),
        )
        formula = z3.Implies(z3.And(t >= 0, t < l), y(t) * self.vote(t) <= self.phi(t))
        return self.session.lemma("a vote is at most Phi", [t], formula, [summed.at(t, n), self.n])

    @cached_property
    def begin(self) -> Theorem:
        """Phi = N at the start."""
        zero = z3.IntVal(0)
        summed = first_weights(self.session, self.phi, self.start)
        return self.session.prove("Phi = N at the start", self.phi(zero) == self.N, [summed.at(t, n), *self.parameters])

    @cached_property
    def expert_weight(self) -> Theorem:
        """ln w_n = m_n ln(1 - eta) at the end."""
        E, rest = self.E, 1 - self.eta
        by = [self.update.at(t, h), self.errors.next.at(t), self.positive.at(t, h), self.expert]
        by += [E.product.at(rest, w_i(t, h)), self.below_one]
        return self.session.induction(
            "ln w_n = m_n ln(1 - eta)",
            t,
            up_to_the_end(ln(w_i(t, h)) == self.errors(t) * ln(rest)),
            [self.errors.start, self.start.at(h), self.expert, E.ln_increasing.at(ONE, ONE)],
            by,
        )

    def ln_begin(self) -> list[Theorem]:
        """Ln Phi = ln N at the start."""
        begin = self.begin
        return [begin]

    def best(self) -> list[Theorem]:
        """m_n ln(1 - eta) <= ln Phi at the end."""
        E, session = self.E, self.session
        end = w_i(l, h)
        by = [
            self.expert_weight.at(l),
            self.potential.at(l),
            self.positive.at(l, h),
            E.ln_increasing.at(self.phi(l), end),
            self.expert,
            *session.length,
        ]
        return [*by]

    @cached_property
    def counted(self) -> Theorem:
        """m_n is not negative."""
        return self.session.induction(
            "m_n is not negative", t, up_to_the_end(self.errors(t) >= 0), [self.errors.start], [self.errors.next.at(t)]
        )

    def rate(self, name: str, gap: Any) -> list[Theorem]:
        """Prove a one-variable inequality gap(eta) >= 0 for 0 < eta <= 1/2, or take the claim's range for it."""
        v = sympy.Symbol("v_", real=True)
        on = Range(v, sympy.Integer(0), sympy.Rational(1, 2))
        for premise in self.session.parameter_premises:
            if "parameters: range" in premise.axioms:
                return self.same_logarithms(premise)
        order = 2 if gap is majority_gap else 1
        inequality = self.session.kernel.by_derivatives(name, gap(v), on, 0, order).at(self.eta)
        return [inequality]

    def same_logarithms(self, inequality: Theorem) -> list[Theorem]:
        """The logarithms in a formula are those of 1 - eta and 1 - eta/2, written in another way."""
        equal = []
        for argument in log_arguments(inequality.formula):
            for known in (1 - self.eta, 1 - self.eta / 2):
                formula = z3.Implies(argument == known, ln(argument) == ln(known))
                equal.append(self.session.prove("the same logarithm", formula))
        return equal


class RandomisedExperts(Experts):
    """The randomised algorithm: it errs with the share F of the wrong experts' weights, and E[M] is the sum of F."""

    def __init__(self, session: Session) -> None:
        super().__init__(session)
        self.M = Total(session, "mistakes", self.failure)

    def failure(self, t: Term) -> Term:
        """Return F, the probability of a mistake."""
        return (1 - y(t) * self.vote(t) / self.phi(t)) / 2

    @cached_property
    def shrinks(self) -> Theorem:
        """Phi' = Phi (1 - eta F), so ln Phi <= ln N - eta E[M]."""
        session, E, phi, eta = self.session, self.E, self.phi, self.eta
        shrunk = 1 - eta * self.failure(t)
        one = session.lemma(
            "ln Phi' <= ln Phi - eta F",
            [t],
            z3.Implies(z3.And(t >= 0, t < l), ln(phi(t + 1)) <= ln(phi(t)) - eta * self.failure(t)),
            [
                self.step.at(t, n),
                self.n,
                self.potential.at(t),
                self.potential.at(t + 1),
                E.product.at(phi(t), shrunk),
                E.below_tangent.at(shrunk),
            ],
        )
        return session.induction(
            "ln Phi <= ln N - eta E[M]",
            t,
            up_to_the_end(ln(phi(t)) <= ln(self.N) - eta * self.M(t)),
            [self.M.start, *self.ln_begin()],
            [one.at(t), self.M.next.at(t)],
        )


def majority_gap(v: Any) -> Any:
    """Return 2 (1 + v) b - a with a = -ln(1 - v), b = -ln(1 - v/2)."""
    return -2 * (1 + v) * sympy.log(1 - v / 2) + sympy.log(1 - v)


def randomised_gap(v: Any) -> Any:
    """Return v + v**2 - a with a = -ln(1 - v)."""
    return v + v**2 + sympy.log(1 - v)


@proves("kitani.wma", learners.experts)
@proves("kitani.wma.range", learners.experts)
def weighted_majority(session: Session) -> None:
    """(3): each mistake shrinks Phi by 1 - eta/2; m_n ln(1 - eta) <= ln Phi <= ln N + M ln(1 - eta/2)."""
    session.repair("(3)", "it needs a range of eta, of which the notes say nothing; 0 < eta <= 1/2 is enough")
    experts = Experts(session)
    eta, phi, E, parameters = experts.eta, experts.phi, experts.E, experts.parameters
    less = 1 - eta / 2

    def errs(t: Term) -> Formula:
        return y(t) * experts.vote(t) <= 0

    M = count(session, "mistakes", errs)
    one = session.lemma(
        "Phi' <= (1 - eta/2) Phi on a mistake, Phi' <= Phi on every trial",
        [t],
        z3.Implies(z3.And(t >= 0, t < l), phi(t + 1) <= z3.If(errs(t), less * phi(t), phi(t))),
        [experts.step.at(t, n), experts.agreement.at(t), *parameters],
    )
    logarithm = session.lemma(
        "the same for ln Phi",
        [t],
        z3.Implies(z3.And(t >= 0, t < l), ln(phi(t + 1)) <= ln(phi(t)) + z3.If(errs(t), ln(less), z3.RealVal(0))),
        [
            one.at(t),
            experts.potential.at(t),
            experts.potential.at(t + 1),
            E.ln_increasing.at(phi(t), phi(t + 1)),
            E.ln_increasing.at(less * phi(t), phi(t + 1)),
            E.product.at(less, phi(t)),
        ],
    )
    summed = session.induction(
        "ln Phi <= ln N + M ln(1 - eta/2)",
        t,
        up_to_the_end(ln(phi(t)) <= ln(experts.N) + M(t) * ln(less)),
        [M.start, *experts.ln_begin()],
        [logarithm.at(t), M.next.at(t)],
    )
    gap = experts.rate("-ln(1 - eta) <= -2 (1 + eta) ln(1 - eta/2) for 0 <= eta <= 1/2", majority_gap)
    one_, N = z3.RealVal(1), experts.N
    mistakes = experts.errors(l)
    by = [
        *gap,
        E.below_tangent.at(less),
        experts.below_one,
        summed.at(l),
        experts.counted.at(l),
        *experts.best(),
        E.ln_increasing.at(N, one_),
        *parameters,
    ]
    session.conclude(M(l) - mistakes, [*by], {s.k: experts.errors.whole(l)})


@proves("kitani.rwma", learners.experts)
@proves("kitani.rwma.range", learners.experts)
def randomised_weighted_majority(session: Session) -> None:
    """(5): Phi' = Phi (1 - eta F), F the probability of a mistake, so ln Phi <= ln N - eta E[M]."""
    session.repair("(5)", "it needs a range of eta, of which the notes say nothing; 0 < eta <= 1/2 is enough")
    experts = RandomisedExperts(session)
    M = experts.M
    spent = experts.shrinks
    gap = experts.rate("-ln(1 - eta) <= eta + eta**2 for 0 <= eta <= 1/2", randomised_gap)
    mistakes = experts.errors(l)
    by = [*gap, spent.at(l), experts.counted.at(l), *experts.best()]
    session.conclude(M(l) - mistakes, [*by], {s.k: experts.errors.whole(l)})
