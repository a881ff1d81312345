"""Theorems 2, 3, 8 and 9 of Bylander 1998 (sections 3 and 5): absolute loss on outcome intervals.

U and X stand for the norms that the claim names: U_P and X_P of the Perceptron, U_E and X_E of Exponentiated Update.
"""

from __future__ import annotations

import z3

from bounds import symbols as s
from bounds.claims.claim import Outcomes
from verify.logic.language import Term
from verify.logic.runs.exponentiated import ExponentiatedRun
from verify.logic.runs.perceptron import ZERO, PerceptronRun, Total, l, on_a_trial, on_trials, up_to_the_end
from verify.logic.session import Session
from verify.logic.vectors import Outcome, t
from verify.proofs.readings import learners
from verify.proofs.registry import proves

EMPTY = "the outcome intervals must not be empty; the paper does not say so"
POSITIVE = "1/X**2 and the like need X > 0; the paper does not say so"


def tolerance(session: Session) -> Term:
    """Return the claim's tau, 0 where it has none."""
    toleranced = session.claim.learner is not None and session.claim.learner.targets == "toleranced(tau)"
    return session.symbol(s.tau) if toleranced else ZERO


def excess_loss(session: Session, learner: type[PerceptronRun | ExponentiatedRun]) -> None:
    """What a trial costs beyond the comparator's loss is paid by the distance to it, up to a charge; summed."""
    tau = tolerance(session)
    run = learner(session, lambda prediction, t: Outcome.at(t).widened(tau).side(prediction))
    outcome = Outcome.at(t)
    L = Total(session, "total_loss", lambda t: Outcome.at(t).widened(tau).loss(run.wx(t)))
    Lu = Total(session, "comparator_loss", lambda t: Outcome.at(t).loss(run.ux(t)))
    charge = run.cost - run.scale * tau
    nonempty = session.outcomes("outcomes are not empty", tuple(Outcomes), on_trials(outcome.nonempty()))
    excess = outcome.widened(tau).loss(run.wx(t)) - outcome.loss(run.ux(t))
    one = session.lemma(
        "one trial",
        [t],
        on_a_trial(run.scale * excess <= run.potential(t) - run.potential(t + 1) + charge),
        [nonempty.at(t), *run.on_trial, *session.parameters],
    )
    summed = session.induction(
        "the sum over the trials",
        t,
        up_to_the_end(run.scale * (L(t) - Lu(t)) <= run.first - run.potential(t) + z3.ToReal(t) * charge),
        [L.start, Lu.start, *run.start],
        [one.at(t), L.next.at(t), Lu.next.at(t)],
    )
    session.conclude(L(l) - Lu(l), [summed.at(l), *run.ends])


@proves("bylander.2", learners.vectors)
@proves("bylander.2.tuned", learners.vectors)
@proves("bylander.8", learners.vectors)
def perceptron(session: Session) -> None:
    """Theorems 2 and 8."""
    session.repair("Lemma 1", EMPTY)
    if session.claim.defines:
        why = "it needs U > 0, X > 0 and l >= 1" if tolerance(session) is ZERO else POSITIVE
        session.repair("the learning rate", why)
    excess_loss(session, PerceptronRun)


@proves("bylander.3", learners.exponentiated)
@proves("bylander.3.tuned", learners.exponentiated)
@proves("bylander.9", learners.exponentiated)
def exponentiated_update(session: Session) -> None:
    """Theorems 3 and 9, where the distance is the relative entropy."""
    excess_loss(session, ExponentiatedRun)
