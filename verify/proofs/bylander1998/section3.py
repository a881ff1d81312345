"""Theorems 2, 3, 8 and 9 of Bylander 1998 (sections 3 and 5): absolute loss on outcome intervals.

U and X stand for the norms that the claim names: U_P and X_P of the Perceptron, U_E and X_E of Exponentiated Update.
"""

from __future__ import annotations

from collections.abc import Callable

import z3

from bounds import symbols as s
from bounds.claims.claim import Outcomes
from verify.proofs.engine.axioms import ln
from verify.proofs.engine.kernel import Theorem
from verify.proofs.engine.language import Term
from verify.proofs.engine.registry import proves
from verify.proofs.engine.session import Session
from verify.proofs.engine.sums import n
from verify.proofs.engine.vectors import Outcome, distance, dot, t
from verify.proofs.readings import learners
from verify.proofs.runs.exponentiated import ExponentiatedRun
from verify.proofs.runs.perceptron import (
    ZERO,
    PerceptronRun,
    Total,
    distance_drop,
    l,
    on_trials,
    u,
    up_to_the_end,
    ux,
    w,
    wx,
)

OUTCOME = Outcome.at(t)

EMPTY = "the outcome intervals must not be empty; the paper does not say so"
POSITIVE = "1/X**2 and the like need X > 0; the paper does not say so"


def tolerance(session: Session) -> Term:
    """Return the claim's tau, 0 where it has none."""
    toleranced = session.claim.learner is not None and session.claim.learner.targets == "toleranced(tau)"
    return session.symbol(s.tau) if toleranced else ZERO


def nonempty(session: Session) -> Theorem:
    """Every outcome interval holds a number."""
    return session.outcomes("outcomes are not empty", tuple(Outcomes), on_trials(OUTCOME.nonempty()))


def interval_run(session: Session) -> PerceptronRun:
    """Return the run on outcome intervals, widened by the claim's tolerance."""
    tau = tolerance(session)
    return PerceptronRun(session, lambda t: Outcome.at(t).widened(tau).side(wx(t)), session.symbol(s.eta))


class ExcessLoss:
    """The one-step inequality of theorems 2 and 8, summed over the trials."""

    def __init__(self, session: Session) -> None:
        session.repair("Lemma 1", EMPTY)
        tau = tolerance(session)
        if session.claim.defines:
            why = POSITIVE if tau is not ZERO else "it needs U > 0, X > 0 and l >= 1"
            session.repair("the learning rate", why)
        self.eta, self.X, self.U = (session.symbol(a) for a in (s.eta, s.X, s.U))
        eta = self.eta
        self.run = run = interval_run(session)
        target = OUTCOME.widened(tau)
        self.L = L = Total(session, "total_loss", lambda t: Outcome.at(t).widened(tau).loss(wx(t)))
        self.Lu = Lu = Total(session, "comparator_loss", lambda t: Outcome.at(t).loss(ux(t)))
        self.parameters = [*session.parameters, *session.parameter_premises]
        self.charge = charge = eta * eta * self.X * self.X - 2 * eta * tau
        one = session.lemma(
            "one trial",
            [t],
            z3.Implies(
                z3.And(t >= 0, t < l),
                2 * eta * (target.loss(wx(t)) - OUTCOME.loss(ux(t)))
                <= distance(u, w(t)) - distance(u, w(t + 1)) + charge,
            ),
            [nonempty(session).at(t), distance_drop(run).at(t), *run.examples, *self.parameters],
        )
        invariant = up_to_the_end(2 * eta * (L(t) - Lu(t)) <= dot(u, u) - distance(u, w(t)) + z3.ToReal(t) * charge)
        self.summed = session.induction(
            "the sum over the trials",
            t,
            invariant,
            [L.start, Lu.start, *run.at_zero(u)],
            [one.at(t), L.next.at(t), Lu.next.at(t)],
        )


@proves("bylander.2", learners.perceptron)
@proves("bylander.2.tuned", learners.perceptron)
@proves("bylander.8", learners.perceptron)
def excess_loss(session: Session) -> None:
    """Theorems 2 and 8: sum the one-step inequality over the trials."""
    excess = ExcessLoss(session)
    L, Lu, run = excess.L, excess.Lu, excess.run
    session.conclude(
        L(l) - Lu(l), [excess.summed.at(l), run.space.distance.at(u, w(l)), *run.comparator, *session.length]
    )


def exponentiated_run(session: Session) -> ExponentiatedRun:
    """Return the run on outcome intervals, widened by the claim's tolerance."""
    tau = tolerance(session)

    return ExponentiatedRun(session, lambda prediction, t: Outcome.at(t).widened(tau).side(prediction))


class ExponentiatedExcess:
    """What a run of EU loses on all trials, against a comparator: its predictions are ``comparator(t)``.

    ``charge`` is what a trial can cost beyond what it takes from the relative entropy.
    """

    def __init__(self, session: Session, run: ExponentiatedRun, comparator: Callable[[Term], Term], tau: Term) -> None:
        self.session, self.run = session, run
        self.L = Total(session, "total_loss", lambda t: Outcome.at(t).widened(tau).loss(run.wx(t)))
        self.Lu = Total(session, "comparator_loss", lambda t: Outcome.at(t).loss(comparator(t)))
        self.charge = run.eta * run.eta * run.U * run.X * run.X / 2 - run.eta * tau

    def whole(self, one: Theorem) -> Theorem:
        """Eta (L - L_u) <= U ln n + l charge, from ``one``, the same for a trial."""
        session, run, L, Lu = self.session, self.run, self.L, self.Lu
        spent = run.entropy(z3.IntVal(0)) - run.entropy(t)
        summed = session.induction(
            "the sum over the trials",
            t,
            up_to_the_end(run.eta * (L(t) - Lu(t)) <= spent + z3.ToReal(t) * self.charge),
            [L.start, Lu.start],
            [one.at(t), L.next.at(t), Lu.next.at(t)],
        )
        return session.prove(
            "the whole sequence, in terms of eta",
            run.eta * (L(l) - Lu(l)) <= run.U * ln(z3.ToReal(n)) + z3.ToReal(l) * self.charge,
            entropy_at_the_ends(session, run, summed),
        )


def entropy_at_the_ends(session: Session, run: ExponentiatedRun, summed: Theorem) -> list[Theorem]:
    """Return what turns a sum up to l into a bound: 0 <= d(u, w) at the end, d(u, w) <= U ln n at the start."""
    return [
        summed.at(l),
        run.entropy_start,
        run.entropy_positive.at(l, n),
        run.weights.at(l, z3.IntVal(0)),
        run.inputs.n,
        *run.inputs.equal_sum(),
        *session.length,
    ]


@proves("bylander.3", learners.exponentiated)
@proves("bylander.3.tuned", learners.exponentiated)
@proves("bylander.9", learners.exponentiated)
def exponentiated_excess_loss(session: Session) -> None:
    """Theorems 3 and 9: Lemma A.1 on each trial, summed; the relative entropy is not negative at the end."""
    tau = tolerance(session)
    run = exponentiated_run(session)
    inputs, eta = run.inputs, run.eta
    target = OUTCOME.widened(tau)
    wx, ux = run.wx(t), inputs.ux(t)
    excess = ExponentiatedExcess(session, run, inputs.ux, tau)
    parameters = [*session.parameters, *session.parameter_premises]
    drop = entropy_inequality(session, run)
    one = session.lemma(
        "one trial",
        [t],
        z3.Implies(
            z3.And(t >= 0, t < l),
            eta * (target.loss(wx) - OUTCOME.loss(ux)) <= run.entropy(t) - run.entropy(t + 1) + excess.charge,
        ),
        [nonempty(session).at(t), drop.at(t), run.side.at(t), *parameters],
    )
    session.conclude(excess.L(l) - excess.Lu(l), [excess.whole(one)])


def entropy_inequality(session: Session, run: ExponentiatedRun) -> Theorem:
    """Eta side (u.x - w.x) <= d(u, w) - d(u, w') + (eta side)**2 U X**2 / 2: the identity and Lemma A.1."""
    rate = run.rate(t)
    return session.lemma(
        "what an update does to the relative entropy",
        [t],
        z3.Implies(
            z3.And(t >= 0, t < l),
            rate * (run.inputs.ux(t) - run.wx(t))
            <= run.entropy(t) - run.entropy(t + 1) + rate * rate * run.U * run.X * run.X / 2,
        ),
        [run.entropy_drop.at(t, n), run.lemma_a1.at(t), run.inputs.n, *run.inputs.equal_sum(), run.positive_total],
    )
