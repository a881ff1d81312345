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
    on_trials,
    separable,
    u,
    up_to_the_end,
    ux,
    w,
    wx,
    x,
    y,
)
from verify.proofs.registry import proves
from verify.proofs.session import Session
from verify.proofs.vectors import INT, REAL, VECTOR, distance, dot, label_loss, t

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
        [M.next.at(t), loss.next.at(t), labels(session).at(t)],
    )


@proves("bylander.4", readings.perceptron)
@proves("bylander.4.eu")
def observation_4_itself(session: Session) -> None:
    """For any learner that keeps its state but on mistakes, where it makes a new one of label, state and example.

    The absolute-loss version played on S' is a second learner of the same kind: it passes through the same states.
    """
    state = z3.DeclareSort("State")
    predicts = z3.Function("predict", state, VECTOR, REAL)
    updated = z3.Function("updated", state, REAL, VECTOR, state)
    first, second = z3.Function("state", INT, state), z3.Function("state_on_mistakes", INT, state)

    def err(t: Term) -> Formula:
        return y(t) * predicts(first(t), x(t)) <= 0

    def margin(t: Term) -> Term:
        return y(t) * predicts(second(t), x(t))

    move = session.define(
        "the learner", on_trials(first(t + 1) == z3.If(err(t), updated(first(t), y(t), x(t)), first(t)))
    )
    on_mistakes = session.define(
        "the absolute-loss version on S'",
        on_trials(second(t + 1) == z3.If(z3.And(err(t), margin(t) < 1), updated(second(t), y(t), x(t)), second(t))),
    )
    same_start = session.define("both start alike", first(0) == second(0))
    M = count(session, "mistakes", err)
    loss = Total(session, "mistaken_loss", lambda t: z3.If(err(t), label_loss(y(t), predicts(second(t), x(t))), ZERO))
    invariant = up_to_the_end(z3.And(first(t) == second(t), loss(t) >= M(t)))
    summed = session.induction(
        "the same states, and a loss of at least 1 on each mistake",
        t,
        invariant,
        [same_start, M.start, loss.start],
        [move.at(t), on_mistakes.at(t), M.next.at(t), loss.next.at(t), labels(session).at(t)],
    )
    formula = z3.Implies(z3.And(t >= 0, t <= l), session.holds(loss(t), {s.m: M.whole(t)}))
    session.concluded(session.lemma("the claim", [t], formula, [summed.at(t)]))


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


@proves("bylander.fn5", readings.perceptron)
@proves("bylander.fn5.printed", readings.perceptron)
def noisy_mistakes_of_the_perceptron(session: Session) -> None:
    """Footnote 5: as theorem 5, but on k trials the comparator may lose up to U X + 1."""
    session.repair(
        "footnote 5", "the bound is O(n + k sqrt(n)) for a master algorithm, not O(k sqrt(n)): see bylander.fn5.printed"
    )
    learner = ClassifyingPerceptron(session)
    eta, U, X = learner.eta, learner.U, learner.X
    M, loss = count(session, "mistakes", mistake), mistaken_loss(session)

    def errs(t: Term) -> Formula:
        return y(t) * ux(t) <= 0

    K = count(session, "comparator_mistakes", errs)
    k = session.define("k", z3.Int("k") == K.whole(l))
    clear = [p.at(t) for p in session.given("clear", on_trials(z3.Or(y(t) * ux(t) <= 0, y(t) * ux(t) >= 1)))]
    at_least = observation_4(session, M, loss)
    deviation = session.lemma(
        "the comparator's loss where it errs is at most U X + 1",
        [t],
        z3.Implies(z3.And(t >= 0, t < l), 1 - y(t) * ux(t) <= U * X + 1),
        euclidean_deviation(session, learner),
    )
    one = session.lemma(
        "one trial of S'",
        [t],
        z3.Implies(
            z3.And(t >= 0, t < l),
            2 * eta * z3.If(mistake(t), margin_loss(t), ZERO)
            <= distance(u, w(t))
            - distance(u, w(t + 1))
            + z3.If(mistake(t), learner.charge(), ZERO)
            + 2 * eta * (U * X + 1) * z3.If(errs(t), ONE, ZERO),
        ),
        [learner.drop, learner.labels, *learner.run.examples, deviation.at(t), *clear, *learner.parameters],
    )
    summed = session.induction(
        "the sum over S'",
        t,
        up_to_the_end(
            2 * eta * loss(t) <= dot(u, u) - distance(u, w(t)) + M(t) * learner.charge() + 2 * eta * (U * X + 1) * K(t)
        ),
        [loss.start, M.start, K.start, *learner.run.at_zero(u)],
        [one.at(t), loss.next.at(t), M.next.at(t), K.next.at(t)],
    )
    combined = session.prove(
        "a bound on M in terms of eta",
        2 * eta * M(l) <= U * U + M(l) * learner.charge() + 2 * eta * (U * X + 1) * z3.ToReal(z3.Int("k")),
        [*learner.finish(summed), at_least.at(l), k, *learner.parameters],
    )
    room = session.prove("1 - eta X**2 / 2 > 0", 1 - eta * X * X / 2 > 0, learner.parameters)
    session.conclude(M.whole(l), [combined, room])


def euclidean_deviation(session: Session, learner: ClassifyingPerceptron) -> list[Theorem]:
    """|u.x| <= U X, by Cauchy-Schwarz."""
    U, X = learner.U, learner.X
    space = learner.run.space
    a, b, c = z3.Reals("a_ b_ c_")
    products = session.lemma(
        "a product of bounded squares",
        [a, b],
        z3.Implies(z3.And(a >= 0, a <= U * U, b >= 0, b <= X * X), a * b <= (U * X) * (U * X)),
        learner.parameters,
    )
    square = session.lemma(
        "a number with a bounded square",
        [c],
        z3.Implies(c * c <= (U * X) * (U * X), z3.And(c <= U * X, -c <= U * X)),
        learner.parameters,
    )
    return [
        square.at(ux(t)),
        products.at(dot(u, u), dot(x(t), x(t))),
        space.cauchy_schwarz.at(u, x(t)),
        space.positive.at(u),
        space.positive.at(x(t)),
        *learner.run.examples,
        *learner.run.comparator,
        learner.labels,
    ]


@proves("bylander.5.loss", readings.perceptron)
@proves("bylander.5.eta.loss", readings.perceptron)
def loss_on_a_long_sequence(session: Session) -> None:
    """The first implication of theorem 5: more than U**2 X**2 trials cost less than one each."""
    session.repair("the learning rate 1/X**2", POSITIVE)
    learner = ClassifyingPerceptron(session, lambda t: y(t) * wx(t) < 1)
    eta = learner.eta
    loss = Total(session, "total_loss", margin_loss)
    one = session.lemma(
        "theorem 2 on one trial",
        [t],
        z3.Implies(
            z3.And(t >= 0, t < l),
            2 * eta * margin_loss(t) <= distance(u, w(t)) - distance(u, w(t + 1)) + learner.charge(),
        ),
        [learner.drop, learner.labels, *learner.run.examples, *separable(session), *learner.parameters],
    )
    summed = session.induction(
        "theorem 2",
        t,
        up_to_the_end(2 * eta * loss(t) <= dot(u, u) - distance(u, w(t)) + z3.ToReal(t) * learner.charge()),
        [loss.start, *learner.run.at_zero(u)],
        [one.at(t), loss.next.at(t)],
    )
    whole = session.prove(
        "the whole sequence, in terms of eta",
        2 * eta * loss(l) <= learner.U * learner.U + z3.ToReal(l) * learner.charge(),
        learner.finish(summed),
    )
    session.conclude(loss(l), [whole])


def half_loss(t: Term) -> Term:
    """Return the loss of a trial at tolerance 1/2: max(0, 1/2 - y yhat)."""
    return z3.If(y(t) * wx(t) < HALF, HALF - y(t) * wx(t), ZERO)


def error_probability(t: Term) -> Term:
    """Return the probability that the randomised version errs: 1/2 - y yhat, clipped to [0, 1]."""
    z = HALF - y(t) * wx(t)
    return z3.If(z < 0, ZERO, z3.If(z > 1, ONE, z))


@proves("bylander.6half", readings.perceptron)
def half_tolerance(session: Session) -> None:
    """The loss at tolerance 1/2 is the error probability within (-1/2, 1/2), and 0 or at least 1 elsewhere."""
    yhat = wx(t)
    inside = z3.And(yhat < HALF, yhat > -HALF)
    right = error_probability(t) == 0
    shortfall = z3.If(half_loss(t) < 1, 1 - half_loss(t), ZERO)
    quantity = z3.If(inside, half_loss(t) - error_probability(t), z3.If(right, half_loss(t), shortfall))
    formula = z3.Implies(z3.And(t >= 0, t < l), session.holds(quantity))
    session.concluded(session.lemma("the claim", [t], formula, [labels(session).at(t)]))


@proves("bylander.10", readings.perceptron)
def observation_10(session: Session) -> None:
    """Observation 10: the probability of an error is at most the loss at tolerance 1/2."""
    formula = z3.Implies(z3.And(t >= 0, t < l), session.holds(error_probability(t), {s.loss: half_loss(t)}))
    session.concluded(session.lemma("the claim", [t], formula, [labels(session).at(t)]))


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
    whole = session.prove(
        "the whole sequence, in terms of eta", 2 * eta * loss(l) <= learner.U * learner.U, learner.finish(summed)
    )
    first = session.conclude(loss(l), [whole], name="the claim, for the loss")
    session.conclude(errors(l), [first, summed.at(l), *session.length], name="the claim, for the expected mistakes")
