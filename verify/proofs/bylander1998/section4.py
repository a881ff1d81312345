"""Theorems 5, 6, 7, 11 and 12 of Bylander 1998 (sections 4 and 6): mistakes of both learners, randomised ones too."""

from __future__ import annotations

import z3

from verify.logic.kernel import Theorem
from verify.logic.language import Formula, Term
from verify.logic.runs.coordinates import RescaledInputs
from verify.logic.runs.exponentiated import ExponentiatedRun
from verify.logic.runs.perceptron import (
    HALF,
    ONE,
    TRIAL,
    ZERO,
    PerceptronRun,
    Total,
    count,
    l,
    labels,
    on_a_trial,
    on_trials,
    up_to_the_end,
    y,
)
from verify.logic.session import Session
from verify.logic.sums import j, n, sum_up
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


def separable(session: Session, run: Run) -> list[Theorem]:
    """Return the premise y u.x >= 1, on trial t."""
    return [p.at(t) for p in session.given("separable", on_trials(y(t) * run.ux(t) >= 1))]


def mistakes(session: Session, run: Run, comparator: list[Theorem], K: Total | None = None) -> None:
    """The inequality of a trial on the subsequence of the mistakes, where the loss is at least 1 (Observation 4).

    ``comparator`` is what is known of y u.x on trial t, where the comparator errs on K trials; its loss there is at
    most U X + 1.
    """
    M = count(session, "mistakes", lambda t: errs(run.wx(t), t))
    most = run.scale * (run.U * run.X + 1)
    extra = ZERO if K is None else most * z3.If(errs(run.ux(t), t), ONE, ZERO)
    paid = z3.If(errs(run.wx(t), t), run.scale - run.cost, ZERO)
    one = session.lemma(
        "one trial of S'",
        [t],
        on_a_trial(paid <= run.potential(t) - run.potential(t + 1) + extra),
        [*run.on_trial, labels(session).at(t), *comparator, *session.parameters],
    )
    spent = run.first - run.potential(t) + (ZERO if K is None else most * K(t))
    totals = [M] if K is None else [M, K]
    summed = session.induction(
        "the sum over S'",
        t,
        up_to_the_end(M(t) * (run.scale - run.cost) <= spent),
        [*(total.start for total in totals), *run.start],
        [one.at(t), *(total.next.at(t) for total in totals)],
    )
    counted = [] if K is None else [session.define("k", z3.Int("k") == K.whole(l))]
    session.conclude(M.whole(l), [summed.at(l), *run.ends, *counted])


@proves("bylander.5", learners.vectors)
@proves("bylander.5.delta", learners.vectors)
def mistakes_of_the_perceptron(session: Session) -> None:
    """Theorem 5: theorem 2 on the mistakes."""
    session.repair("the learning rate 1/X**2", POSITIVE)
    run = PerceptronRun(session, towards_the_label)
    mistakes(session, run, separable(session, run))


@proves("bylander.6", learners.exponentiated)
def mistakes_of_exponentiated_update(session: Session) -> None:
    """Theorem 6: theorem 3 on the mistakes."""
    run = ExponentiatedRun(session, towards_the_label)
    mistakes(session, run, separable(session, run))


@proves("bylander.7", learners.exponentiated)
def against_a_comparator_that_errs(session: Session) -> None:
    """Theorem 7: theorem 3 on the mistakes; where the comparator errs, 1 - y u.x <= U X + 1 (Hoelder)."""
    run = ExponentiatedRun(session, towards_the_label)
    inputs = run.inputs
    K = count(session, "comparator_mistakes", lambda t: errs(inputs.ux(t), t))
    hoelder = sum_up(
        session,
        "|u.x| <= X sum u",
        lambda t, j: z3.And(
            inputs.ux(t, j) <= inputs.X * inputs.size(t, j), -inputs.ux(t, j) <= inputs.X * inputs.size(t, j)
        ),
        [(inputs.ux, t), (inputs.size, t)],
        [*(p.at(t, j) for p in inputs.examples), *(p.at(j) for p in inputs.nonnegative)],
        TRIAL,
    )
    within = session.lemma(
        "the comparator's loss where it errs is at most U X + 1",
        [t],
        on_a_trial(1 - y(t) * inputs.ux(t) <= run.U * run.X + 1),
        [hoelder.at(t, n), labels(session).at(t), inputs.n, *inputs.sum],
    )
    clear = on_trials(z3.Or(errs(inputs.ux(t), t), y(t) * inputs.ux(t) >= 1))
    mistakes(session, run, [within.at(t), *(p.at(t) for p in session.given("clear", clear))], K)


# --- randomised versions: they err with probability 1/2 - y yhat, clipped to [0, 1] -----------------------------------


def half_loss(prediction: Term, t: Term) -> Term:
    """Return the loss at tolerance 1/2 on labels: max(0, 1/2 - y yhat)."""
    return z3.If(y(t) * prediction < HALF, HALF - y(t) * prediction, ZERO)


def half_side(prediction: Term, t: Term) -> Term:
    """Return the side of an update at tolerance 1/2."""
    return z3.If(y(t) * prediction < HALF, y(t), ZERO)


def randomised(session: Session, run: Run, margin: list[Theorem]) -> None:
    """The loss at tolerance 1/2, and the expected mistakes, which are at most it (Observation 10)."""

    def loss(t: Term) -> Term:
        return half_loss(run.wx(t), t)

    L, M = Total(session, "total_loss", loss), Total(session, "mistakes", lambda t: z3.If(loss(t) > 1, ONE, loss(t)))
    one = session.lemma(
        "the loss on one trial",
        [t],
        on_a_trial(run.scale * loss(t) <= run.potential(t) - run.potential(t + 1)),
        [*run.on_trial, labels(session).at(t), *margin, *session.parameters],
    )
    summed = session.induction(
        "the loss on all trials",
        t,
        up_to_the_end(z3.And(run.scale * L(t) <= run.first - run.potential(t), M(t) <= L(t))),
        [L.start, M.start, *run.start],
        [one.at(t), L.next.at(t), M.next.at(t)],
    )
    first = session.conclude(L(l), [summed.at(l), *run.ends], name="the claim, for the loss")
    session.conclude(M(l), [first, summed.at(l)], name="the claim, for the expected mistakes")


@proves("bylander.11", learners.vectors)
def randomised_perceptron(session: Session) -> None:
    """Theorem 11: theorem 8 at tau = 1/2."""
    session.repair("the learning rate 1/X**2", POSITIVE)
    run = PerceptronRun(session, half_side)
    randomised(session, run, separable(session, run))


@proves("bylander.12", learners.rescaled)
def randomised_exponentiated_update(session: Session) -> None:
    """Theorem 12: theorem 9 at tau = 1/2 for the comparator rescaled to sum U, which keeps its zero loss."""
    session.repair("Theorem 12", "it cites theorem 9, which needs sum u = U, for sum u <= U; here u is rescaled first")
    inputs = RescaledInputs(session)
    margin = session.lemma(
        "y u.x >= 1 for the rescaled u",
        [t],
        on_a_trial(y(t) * inputs.ux(t) >= 1),
        [*inputs.growth, *(p.at(t) for p in session.given("separable", on_trials(y(t) * inputs.vx(t) >= 1)))],
    )
    randomised(session, ExponentiatedRun(session, half_side, inputs), [margin.at(t)])
