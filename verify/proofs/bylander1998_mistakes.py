"""The mistakes of the Perceptron in Bylander 1998: observations 4 and 10, theorems 5 and 11."""

from __future__ import annotations

from collections.abc import Callable

import z3

from bounds import symbols as s
from verify.proofs import readings
from verify.proofs.bylander1998 import POSITIVE
from verify.proofs.kernel import Formula, Term, Theorem
from verify.proofs.perceptron import (
    ONE,
    ZERO,
    PerceptronRun,
    Total,
    count,
    distance_drop,
    l,
    label_side,
    labels,
    margin_loss,
    mistake,
    separable,
    u,
    up_to_the_end,
    w,
    wx,
    y,
)
from verify.proofs.registry import proves
from verify.proofs.session import Session
from verify.proofs.vectors import distance, dot, t

HALF = z3.RealVal("1/2")


class ClassifyingPerceptron:
    """The Perceptron that updates on the trials where ``updates`` holds, with what theorems 5 to 11 count."""

    def __init__(self, session: Session, updates: Callable[[Term], Formula] = mistake) -> None:
        self.session = session
        self.run = PerceptronRun(session, label_side(updates), session.symbol(s.eta))
        self.labels = labels(session).at(t)
        self.eta, self.X, self.U = self.run.rate, session.symbol(s.X), session.symbol(s.U)
        self.parameters = [*session.parameters, *session.parameter_premises]
        self.drop = distance_drop(self.run).at(t)

    def charge(self) -> Term:
        """Return eta**2 X**2, the most that an update can add to the distance."""
        return self.eta * self.eta * self.X * self.X

    def finish(self, summed: Theorem) -> list[Theorem]:
        """Return what turns a sum up to l into a bound: d(u, w) >= 0 and u.u <= U**2."""
        return [summed.at(l), self.run.space.distance.at(u, w(l)), *self.run.comparator, *self.session.length]


def mistaken_loss(session: Session) -> Total:
    """Return the absolute loss on S', the subsequence of the learner's mistakes."""
    return Total(session, "mistaken_loss", lambda t: z3.If(mistake(t), margin_loss(t), ZERO))


def observation_4(session: Session, M: Total, loss: Total) -> Theorem:
    """Observation 4: on the mistakes the absolute loss is at least their number, for it is >= 1 on each."""
    return session.induction(
        "Observation 4",
        t,
        up_to_the_end(loss(t) >= M(t)),
        [M.start, loss.start],
        [M.next.at(t), loss.next.at(t)],
    )


@proves("bylander.5", readings.perceptron)
@proves("bylander.5.delta", readings.perceptron)
def mistakes_of_the_perceptron(session: Session) -> None:
    """Theorem 5."""
    M, combined = mistakes_times_rate(session)
    session.conclude(M.whole(l), [combined])


def mistakes_times_rate(session: Session) -> tuple[Total, Theorem]:
    """Theorem 2 on the subsequence S' of the mistakes, where the loss is at least their number."""
    session.repair("the learning rate 1/X**2", POSITIVE)
    learner = ClassifyingPerceptron(session)
    eta = learner.eta
    M, loss = count(session, "mistakes", mistake), mistaken_loss(session)
    at_least = observation_4(session, M, loss)
    one = session.lemma(
        "theorem 2 on one trial of S'",
        [t],
        z3.Implies(
            z3.And(t >= 0, t < l),
            2 * eta * z3.If(mistake(t), margin_loss(t), ZERO)
            <= distance(u, w(t)) - distance(u, w(t + 1)) + z3.If(mistake(t), learner.charge(), ZERO),
        ),
        [learner.drop, learner.labels, *learner.run.examples, *separable(session), *learner.parameters],
    )
    summed = session.induction(
        "theorem 2 on S'",
        t,
        up_to_the_end(2 * eta * loss(t) <= dot(u, u) - distance(u, w(t)) + M(t) * learner.charge()),
        [loss.start, M.start, *learner.run.at_zero(u)],
        [one.at(t), loss.next.at(t), M.next.at(t)],
    )
    combined = session.prove(
        "a bound on M in terms of eta",
        2 * eta * M(l) <= learner.U * learner.U + M(l) * learner.charge(),
        [*learner.finish(summed), at_least.at(l), *learner.parameters],
    )
    return M, combined


def half_loss(t: Term) -> Term:
    """Return the loss of a trial at tolerance 1/2: max(0, 1/2 - y yhat)."""
    return z3.If(y(t) * wx(t) < HALF, HALF - y(t) * wx(t), ZERO)


def error_probability(t: Term) -> Term:
    """Return the probability that the randomised version errs: 1/2 - y yhat, clipped to [0, 1]."""
    z = HALF - y(t) * wx(t)
    return z3.If(z < 0, ZERO, z3.If(z > 1, ONE, z))


@proves("bylander.11", readings.perceptron)
def randomised_perceptron(session: Session) -> None:
    """Theorem 11: theorem 8 at tau = 1/2 on labels; the expected mistakes are at most the loss (Observation 10)."""
    session.repair("the learning rate 1/X**2", POSITIVE)
    learner = ClassifyingPerceptron(session, lambda t: y(t) * wx(t) < HALF)
    eta = learner.eta
    loss = Total(session, "total_loss", half_loss)
    errors = Total(session, "mistakes", error_probability)
    one = session.lemma(
        "theorem 8 on one trial",
        [t],
        z3.Implies(
            z3.And(t >= 0, t < l),
            z3.And(
                2 * eta * half_loss(t) <= distance(u, w(t)) - distance(u, w(t + 1)),
                error_probability(t) <= half_loss(t),
            ),
        ),
        [learner.drop, learner.labels, *learner.run.examples, *separable(session), *learner.parameters],
    )
    summed = session.induction(
        "theorem 8",
        t,
        up_to_the_end(z3.And(2 * eta * loss(t) <= dot(u, u) - distance(u, w(t)), errors(t) <= loss(t))),
        [loss.start, errors.start, *learner.run.at_zero(u)],
        [one.at(t), loss.next.at(t), errors.next.at(t)],
    )
    first = session.conclude(loss(l), [*learner.finish(summed)], name="the claim, for the loss")
    session.conclude(errors(l), [first, summed.at(l), *session.length], name="the claim, for the expected mistakes")
