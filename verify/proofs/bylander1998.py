"""Proofs for Bylander 1998: absolute loss on outcome intervals, and the Perceptron's. U and X stand for U_P and X_P."""

from __future__ import annotations

import z3

from bounds import symbols as s
from bounds.claim import Outcomes
from verify.proofs import readings
from verify.proofs.kernel import Term, Theorem
from verify.proofs.perceptron import (
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
from verify.proofs.registry import proves
from verify.proofs.session import Session
from verify.proofs.vectors import Outcome, distance, dot, t

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


@proves("bylander.2", readings.perceptron)
@proves("bylander.2.tuned", readings.perceptron)
@proves("bylander.8", readings.perceptron)
def excess_loss(session: Session) -> None:
    """Theorems 2 and 8: sum the one-step inequality over the trials."""
    excess = ExcessLoss(session)
    L, Lu, run = excess.L, excess.Lu, excess.run
    session.conclude(
        L(l) - Lu(l), [excess.summed.at(l), run.space.distance.at(u, w(l)), *run.comparator, *session.length]
    )
