"""Theorems 5 and 6 of Bylander 1998 (section 4): mistakes of both learners."""

from __future__ import annotations

import z3

from verify.logic.language import Formula, Term
from verify.logic.runs.exponentiated import ExponentiatedRun
from verify.logic.runs.perceptron import ZERO, PerceptronRun, count, l, labels, on_a_trial, on_trials, up_to_the_end, y
from verify.logic.session import Session
from verify.logic.vectors import t
from verify.proofs.bylander1998.section3 import POSITIVE
from verify.proofs.readings import learners
from verify.proofs.registry import proves

Run = PerceptronRun | ExponentiatedRun


def errs(prediction: Term, t: Term) -> Formula:
    """Return that a prediction of trial t is not on the side of its label."""
    return y(t) * prediction <= 0


def towards_the_label(prediction: Term, t: Term) -> Term:
    """Return the side of an update on mistakes."""
    return z3.If(errs(prediction, t), y(t), ZERO)


def mistakes(session: Session, run: Run) -> None:
    """The inequality of a trial on the subsequence of the mistakes, where the loss is at least 1 (Observation 4)."""
    M = count(session, "mistakes", lambda t: errs(run.wx(t), t))
    paid = z3.If(errs(run.wx(t), t), run.scale - run.cost, ZERO)
    margin = [p.at(t) for p in session.given("separable", on_trials(y(t) * run.ux(t) >= 1))]
    one = session.lemma(
        "one trial of S'",
        [t],
        on_a_trial(paid <= run.potential(t) - run.potential(t + 1)),
        [*run.on_trial, labels(session).at(t), *margin, *session.parameters],
    )
    summed = session.induction(
        "the sum over S'",
        t,
        up_to_the_end(M(t) * (run.scale - run.cost) <= run.first - run.potential(t)),
        [M.start, *run.start],
        [one.at(t), M.next.at(t)],
    )
    session.conclude(M.whole(l), [summed.at(l), *run.ends])


@proves("bylander.5", learners.vectors)
@proves("bylander.5.delta", learners.vectors)
def mistakes_of_the_perceptron(session: Session) -> None:
    """Theorem 5: theorem 2 on the mistakes."""
    session.repair("the learning rate 1/X**2", POSITIVE)
    mistakes(session, PerceptronRun(session, towards_the_label))


@proves("bylander.6", learners.exponentiated)
def mistakes_of_exponentiated_update(session: Session) -> None:
    """Theorem 6: theorem 3 on the mistakes."""
    mistakes(session, ExponentiatedRun(session, towards_the_label))
