"""Proofs for Bylander 1998, in the paper's order. U and X stand for U_P, X_P or U_E, X_E."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import sympy
import z3

from bounds import symbols as s
from bounds.catalogue import theorem
from bounds.claim import Outcomes
from verify.proofs import readings
from verify.proofs.calculus import Range, by_derivatives
from verify.proofs.exponentiated import ExpertInputs, ExponentiatedRun, Inputs, LemmaA1, RescaledInputs, side
from verify.proofs.exponentiated import w as w_i
from verify.proofs.exponentiated import x as x_i
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
    lemma_1,
    margin_loss,
    mistake,
    on_trials,
    parts_of,
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
from verify.proofs.sums import CoordinateSum, Exponential, i, j, n, sum_up
from verify.proofs.translate import exp, ln, root, translate
from verify.proofs.vectors import INT, REAL, VECTOR, Outcome, distance, dot, label_loss, t

OUTCOME = Outcome.at(t)

EMPTY = "the outcome intervals must not be empty; the paper does not say so"
POSITIVE = "1/X**2 and the like need X > 0; the paper does not say so"


def tolerance(session: Session) -> Term:
    """Return the claim's tau, 0 where it has none."""
    toleranced = session.claim.learner is not None and "toleranced" in session.claim.learner.text
    return session.symbol(s.tau) if toleranced else ZERO


def nonempty(session: Session) -> Theorem:
    """Every outcome interval holds a number."""
    return session.define("outcomes are not empty", on_trials(OUTCOME.nonempty()))


# --- section 2 -----------------------------------------------------------------------------------------


@proves("bylander.1", readings.fixed)
def lemma_1_itself(session: Session) -> None:
    """Lemma 1 on a trial of a sequence, for a fixed vector w."""
    session.repair("Lemma 1", EMPTY)
    side = OUTCOME.side(dot(w(t), x(t)))
    by = [lemma_1(session).at(*parts_of(OUTCOME), wx(t), ux(t), ZERO), nonempty(session).at(t)]
    terms = {s.side: side, s.ux: ux(t), s.wx: wx(t)}
    lhs = OUTCOME.loss(wx(t)) - OUTCOME.loss(ux(t))
    formula = z3.Implies(z3.And(t >= 0, t < l, side != 0), session.holds(lhs, terms))
    session.concluded(session.lemma("the claim", [t], formula, by))


@proves("bylander.zeta0", readings.perceptron)
def zero_loss(session: Session) -> None:
    """Where the learner has no loss, its excess loss is at most 0: the comparator's loss is not negative."""
    lhs = OUTCOME.loss(wx(t)) - OUTCOME.loss(ux(t))
    formula = z3.Implies(z3.And(t >= 0, t < l, OUTCOME.loss(wx(t)) == 0), session.holds(lhs))
    session.concluded(
        session.lemma(
            "the claim",
            [t],
            formula,
            [lemma_1(session).at(*parts_of(OUTCOME), wx(t), ux(t), ZERO), nonempty(session).at(t)],
        )
    )


@proves("bylander.zeta0.summed", readings.perceptron)
def zero_loss_in_the_sum(session: Session) -> None:
    """The same with the drop of the distance: an update at loss 0 can raise the distance by (eta X)**2."""
    run = interval_run(session)
    drop = distance_drop(run).at(t)
    gain = (distance(u, w(t)) - distance(u, w(t + 1))) / (2 * session.symbol(s.eta))
    lhs = OUTCOME.loss(wx(t)) - OUTCOME.loss(ux(t)) - gain
    formula = z3.Implies(z3.And(t >= 0, t < l, OUTCOME.loss(wx(t)) == 0), session.holds(lhs))
    by = [lemma_1(session).at(*parts_of(OUTCOME), wx(t), ux(t), ZERO), nonempty(session).at(t), drop]
    session.concluded(session.lemma("the claim", [t], formula, [*by, *session.parameters]))


# --- section 3.1 and section 5: the Perceptron ---------------------------------------------------------


def interval_run(session: Session) -> PerceptronRun:
    """Return the run on outcome intervals, widened by the claim's tolerance."""
    tau = tolerance(session)
    return PerceptronRun(session, lambda t: Outcome.at(t).widened(tau).side(wx(t)), session.symbol(s.eta))


@proves("bylander.2.step", readings.perceptron)
@proves("bylander.8.step", readings.perceptron)
def distance_identity(session: Session) -> None:
    """The identity at the heart of theorems 2 and 8."""
    run = interval_run(session)
    side = run.side(t)
    terms = {s.side: side, s.ux: ux(t), s.wx: wx(t), s.xx: dot(x(t), x(t))}
    lhs = distance(u, w(t)) - distance(u, w(t + 1))
    formula = z3.Implies(z3.And(t >= 0, t < l, side != 0), session.holds(lhs, terms))
    session.concluded(session.lemma("the claim", [t], formula, [distance_drop(run).at(t)]))


@proves("bylander.2", readings.perceptron)
@proves("bylander.2.tuned", readings.perceptron)
@proves("bylander.8", readings.perceptron)
def excess_loss(session: Session) -> None:
    """Theorems 2 and 8: sum the one-step inequality over the trials."""
    session.repair("Lemma 1", EMPTY)
    if session.claim.defines:
        session.repair(
            "the learning rate", POSITIVE if tolerance(session) is not ZERO else "it needs U > 0, X > 0 and l >= 1"
        )
    eta, X, U, tau = (session.symbol(a) for a in (s.eta, s.X, s.U, s.tau))
    tau = tolerance(session)
    run = interval_run(session)
    target = OUTCOME.widened(tau)
    L = Total(session, "total_loss", lambda t: Outcome.at(t).widened(tau).loss(wx(t)))
    Lu = Total(session, "comparator_loss", lambda t: Outcome.at(t).loss(ux(t)))
    parameters = [*session.parameters, *session.parameter_premises]
    charge = eta * eta * X * X - 2 * eta * tau
    first = lemma_1(session).at(*parts_of(OUTCOME), wx(t), ux(t), tau)
    covered = session.prove("the charge of a trial is not negative", charge >= 0, parameters)
    one = session.lemma(
        "one trial",
        [t],
        z3.Implies(
            z3.And(t >= 0, t < l),
            2 * eta * (target.loss(wx(t)) - OUTCOME.loss(ux(t))) <= distance(u, w(t)) - distance(u, w(t + 1)) + charge,
        ),
        [first, nonempty(session).at(t), distance_drop(run).at(t), *run.examples, covered, *parameters],
    )
    invariant = up_to_the_end(2 * eta * (L(t) - Lu(t)) <= dot(u, u) - distance(u, w(t)) + z3.ToReal(t) * charge)
    summed = session.induction(
        "the sum over the trials",
        t,
        invariant,
        [L.start, Lu.start, *run.at_zero(u)],
        [one.at(t), L.next.at(t), Lu.next.at(t)],
    )
    whole = session.prove(
        "the whole sequence, in terms of eta",
        2 * eta * (L(l) - Lu(l)) <= U * U + z3.ToReal(l) * charge,
        [summed.at(l), run.space.distance.at(u, w(l)), *run.comparator, *session.length],
    )
    session.conclude(L(l) - Lu(l), [whole])


# --- section 3.2 and section 5: Exponentiated Update -----------------------------------------------------


def exponentiated_run(session: Session) -> ExponentiatedRun:
    """Return the run on outcome intervals, widened by the claim's tolerance."""
    tau = tolerance(session)

    return ExponentiatedRun(session, lambda prediction, t: Outcome.at(t).widened(tau).side(prediction))


@proves("bylander.3", readings.exponentiated)
@proves("bylander.3.tuned", readings.exponentiated)
@proves("bylander.9", readings.exponentiated)
def exponentiated_excess_loss(session: Session) -> None:
    """Theorems 3 and 9: Lemma A.1 on each trial, summed; the relative entropy is not negative at the end."""
    tau = tolerance(session)
    run = exponentiated_run(session)
    inputs, eta, U, X = run.inputs, run.eta, run.U, run.X
    target = OUTCOME.widened(tau)
    wx, ux = run.wx(t), inputs.ux(t)
    L = Total(session, "total_loss", lambda t: Outcome.at(t).widened(tau).loss(run.wx(t)))
    Lu = Total(session, "comparator_loss", lambda t: Outcome.at(t).loss(inputs.ux(t)))
    parameters = [*session.parameters, *session.parameter_premises]
    charge = eta * eta * U * X * X / 2 - eta * tau
    covered = session.prove("the charge of a trial is not negative", charge >= 0, parameters)
    drop = entropy_inequality(session, run)
    one = session.lemma(
        "one trial",
        [t],
        z3.Implies(
            z3.And(t >= 0, t < l),
            eta * (target.loss(wx) - OUTCOME.loss(ux)) <= run.entropy(t) - run.entropy(t + 1) + charge,
        ),
        [
            trial_in_numbers(session, run, tau, [covered]).at(
                target.loss(wx) - OUTCOME.loss(ux), ux, wx, side(t), run.entropy(t) - run.entropy(t + 1)
            ),
            lemma_1(session).at(*parts_of(OUTCOME), wx, ux, tau),
            nonempty(session).at(t),
            drop.at(t),
            run.side.at(t),
            session.prove(
                "the side",
                z3.Or(*(target.side(wx) == k for k in (1, -1, 0))),
            ),
            *parameters,
        ],
    )
    invariant = up_to_the_end(
        eta * (L(t) - Lu(t)) <= run.entropy(z3.IntVal(0)) - run.entropy(t) + z3.ToReal(t) * charge
    )
    summed = session.induction(
        "the sum over the trials", t, invariant, [L.start, Lu.start], [one.at(t), L.next.at(t), Lu.next.at(t)]
    )
    whole = session.prove(
        "the whole sequence, in terms of eta",
        eta * (L(l) - Lu(l)) <= U * ln(z3.ToReal(n)) + z3.ToReal(l) * charge,
        [
            summed.at(l),
            run.entropy_start,
            run.entropy_positive.at(l, n),
            run.weights.at(l, z3.IntVal(0)),
            inputs.n,
            *inputs.equal_sum(),
            *session.length,
        ],
    )
    session.conclude(L(l) - Lu(l), [whole, *run.ln_n])


# --- section 4: mistake bounds ---------------------------------------------------------------------------


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
    """Theorem 5: theorem 2 on the subsequence S' of the mistakes, where the loss is at least their number."""
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
    session.conclude(M.whole(l), [combined])


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


# --- section 5 and 6 ---------------------------------------------------------------------------------------


@proves("bylander.8.shift", readings.fixed)
def shift(session: Session) -> None:
    """Outside I +- tau the toleranced loss is the loss less tau."""
    tau = tolerance(session)
    wide = OUTCOME.widened(tau)
    by = [*session.parameters, nonempty(session).at(t)]
    formula = z3.Implies(
        z3.And(t >= 0, t < l, wide.side(wx(t)) != 0),
        session.holds(wide.loss(wx(t)), {s.loss: OUTCOME.loss(wx(t))}),
    )
    session.concluded(session.lemma("the claim", [t], formula, by))


HALF = z3.RealVal("1/2")


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


# --- Exponentiated Update on labels: theorems 6, 7 and 12 --------------------------------------------------


class ClassifyingEU:
    """Exponentiated Update that updates where y w.x is at most (or below) a margin, with what the theorems count."""

    def __init__(
        self, session: Session, margin: Term = ZERO, *, strictly: bool = False, inputs: Inputs | None = None
    ) -> None:
        self.session = session
        self.margin, self.strictly = margin, strictly
        self.run = ExponentiatedRun(session, lambda v, t: z3.If(self._short(v, t), y(t), ZERO), inputs)
        self.labels = labels(session).at(t)
        self.eta, self.U, self.X = self.run.eta, self.run.U, self.run.X
        self.parameters = [*session.parameters, *session.parameter_premises]
        self.charge = self.eta * self.eta * self.U * self.X * self.X / 2

    def _short(self, prediction: Term, t: Term) -> Formula:
        return y(t) * prediction < self.margin if self.strictly else y(t) * prediction <= self.margin

    def updates(self, t: Term) -> Formula:
        """Return that trial t updates."""
        return self._short(self.run.wx(t), t)

    def ux(self, t: Term) -> Term:
        """Return the comparator's prediction."""
        return self.run.inputs.ux(t)

    def loss(self, t: Term, margin: Term = ONE) -> Term:
        """Return the loss max(0, margin - y yhat)."""
        gap = margin - y(t) * self.run.wx(t)
        return z3.If(gap > 0, gap, ZERO)

    def drop(self) -> Theorem:
        """Return the one-step inequality for the relative entropy."""
        return entropy_inequality(self.session, self.run)

    def finish(self, summed: Theorem) -> list[Theorem]:
        """Return what turns a sum up to l into a bound: 0 <= d(u, w) at the end, d(u, w) <= U ln n at the start."""
        run = self.run
        return [
            summed.at(l),
            run.entropy_start,
            run.entropy_positive.at(l, n),
            run.weights.at(l, z3.IntVal(0)),
            run.inputs.n,
            *run.inputs.equal_sum(),
            *self.session.length,
        ]

    def separable(self) -> list[Theorem]:
        """Return the premise y u.x >= 1 on trial t."""
        return [p.at(t) for p in self.session.given("separable", on_trials(y(t) * self.ux(t) >= 1))]


def trial_in_numbers(session: Session, run: ExponentiatedRun, tau: Term, covered: list[Theorem]) -> Theorem:
    """From q <= side (v - p) - tau, or q <= 0 without an update, and what an update gains: eta q <= fall + charge.

    ``covered`` says that the charge eta**2 U X**2 / 2 - eta tau is not negative.
    """
    eta, U, X = run.eta, run.U, run.X
    q, r, v, p, d, fall = z3.Reals("q_ r_ v_ p_ d_ fall_")
    parameters = [*session.parameters, *session.parameter_premises]
    times = session.lemma("multiply by eta", [q, r], z3.Implies(q <= r, eta * q <= eta * r), parameters)
    rate = eta * d
    within = z3.Or(z3.And(d == 1, q <= v - p - tau), z3.And(d == -1, q <= p - v - tau), z3.And(d == 0, q <= 0))
    return session.lemma(
        "one trial, in numbers",
        [q, v, p, d, fall],
        z3.Implies(
            z3.And(within, rate * (v - p) <= fall + rate * rate * U * X * X / 2),
            eta * q <= fall + eta * eta * U * X * X / 2 - eta * tau,
        ),
        [times.at(q, v - p - tau), times.at(q, p - v - tau), times.at(q, ZERO), *covered],
    )


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


@proves("bylander.6", readings.exponentiated)
@proves("bylander.6.litt", readings.exponentiated)
@proves("bylander.7", readings.exponentiated)
@proves("bylander.7.267", readings.exponentiated)
def mistakes_of_exponentiated_update(session: Session) -> None:
    """Theorems 6 and 7: theorem 3 on the subsequence of the mistakes, where the loss is at least their number.

    The comparator errs on k trials, none in theorem 6; there its loss is at most U X + 1.
    """
    separated = any(h.name == "separable" for h in session.claim.hypotheses)
    master = session.claim.outcomes is Outcomes.MASTER
    eu = ClassifyingEU(session, inputs=ExpertInputs(session) if master else None)
    eta, U, X = eu.eta, eu.U, eu.X
    M = count(session, "mistakes", eu.updates)
    loss = Total(session, "mistaken_loss", lambda t: z3.If(eu.updates(t), eu.loss(t), ZERO))

    def errs(t: Term) -> Formula:
        return y(t) * eu.ux(t) <= 0

    at_least = session.induction(
        "Observation 4",
        t,
        up_to_the_end(loss(t) >= M(t)),
        [M.start, loss.start],
        [M.next.at(t), loss.next.at(t), eu.labels],
    )
    comparator = eu.separable()
    extra: Term = ZERO
    K = None
    if not separated:
        K = count(session, "comparator_mistakes", errs)
        extra = eta * (U * X + 1) * z3.If(errs(t), ONE, ZERO)
        comparator = [deviation_of(session, eu).at(t), *clear_margins(session, eu)]
    one = session.lemma(
        "one trial of S'",
        [t],
        z3.Implies(
            z3.And(t >= 0, t < l),
            eta * z3.If(eu.updates(t), eu.loss(t), ZERO)
            <= eu.run.entropy(t) - eu.run.entropy(t + 1) + z3.If(eu.updates(t), eu.charge, ZERO) + extra,
        ),
        [eu.drop().at(t), eu.labels, eu.run.side.at(t), *comparator, *eu.parameters],
    )
    spent = eu.run.entropy(z3.IntVal(0)) - eu.run.entropy(t) + M(t) * eu.charge
    if K is not None:
        spent = spent + eta * (U * X + 1) * K(t)
    summed = session.induction(
        "theorem 3 on S'",
        t,
        up_to_the_end(eta * loss(t) <= spent),
        [loss.start, M.start, *([K.start] if K else [])],
        [one.at(t), loss.next.at(t), M.next.at(t), *([K.next.at(t)] if K else [])],
    )
    k = z3.ToReal(z3.Int("k"))
    counted = [session.define("k", z3.Int("k") == K.whole(l))] if K else []
    combined = session.prove(
        "a bound on M in terms of eta",
        eta * M(l) <= U * ln(z3.ToReal(n)) + M(l) * eu.charge + (eta * (U * X + 1) * k if K else ZERO),
        [*eu.finish(summed), at_least.at(l), *counted, *eu.parameters],
    )
    room = []
    if not separated:
        room = [
            session.prove(
                "1 - eta U X**2 / 2 > 0", 1 - eta * U * X * X / 2 > 0, [eu.run.positive_total, *eu.parameters]
            )
        ]
    nonnegative = [K.start, count_nonnegative(session, K)] if K else []
    session.conclude(M.whole(l), [combined, *room, *eu.run.ln_n, *counted, *nonnegative])


def count_nonnegative(session: Session, K: Total) -> Theorem:
    """A count is not negative."""
    return session.induction("a count is not negative", t, up_to_the_end(K(t) >= 0), [K.start], [K.next.at(t)]).at(l)


def deviation_of(session: Session, eu: ClassifyingEU) -> Theorem:
    """1 - y u.x <= U X + 1, for |u.x| <= U X (Hoelder)."""
    inputs, X = eu.run.inputs, eu.X
    within = hoelder(session, inputs)
    return session.lemma(
        "the comparator's loss where it errs is at most U X + 1",
        [t],
        z3.Implies(z3.And(t >= 0, t < l), 1 - y(t) * inputs.ux(t) <= eu.U * X + 1),
        [within.at(t, n), eu.labels, inputs.n, *inputs.equal_sum()],
    )


def hoelder(session: Session, inputs: Inputs) -> Theorem:
    """|u.x| <= X sum u, for u_i >= 0 and |x_i| <= X."""
    return sum_up(
        session,
        "|u.x| <= X sum u",
        lambda t, j: z3.And(
            inputs.ux(t, j) <= inputs.X * inputs.size(t, j), -inputs.ux(t, j) <= inputs.X * inputs.size(t, j)
        ),
        [(inputs.ux, t), (inputs.size, t)],
        [*(p.at(t, j) for p in inputs.examples), *(p.at(j) for p in inputs.nonnegative)],
        z3.And(t >= 0, t < l),
    )


def clear_margins(session: Session, eu: ClassifyingEU) -> list[Theorem]:
    """Where the comparator does not err, y u.x >= 1."""
    if isinstance(eu.run.inputs, ExpertInputs):
        return [eu.run.inputs.advice.at(t)]
    clear = on_trials(z3.Or(y(t) * eu.ux(t) <= 0, y(t) * eu.ux(t) >= 1))
    return [p.at(t) for p in session.given("clear", clear)]


@proves("bylander.6.loss", readings.exponentiated)
def loss_of_exponentiated_update(session: Session) -> None:
    """The first implication of theorem 6: more than 2 U**2 X**2 ln n trials cost less than one each."""
    eu = ClassifyingEU(session, ONE, strictly=True)
    eta, U = eu.eta, eu.U
    loss = Total(session, "total_loss", eu.loss)
    covered = session.prove(
        "the charge of a trial is not negative",
        eu.charge - eta * ZERO >= 0,
        [eu.run.positive_total, *eu.parameters],
    )
    one = session.lemma(
        "theorem 3 on one trial",
        [t],
        z3.Implies(z3.And(t >= 0, t < l), eta * eu.loss(t) <= eu.run.entropy(t) - eu.run.entropy(t + 1) + eu.charge),
        [
            trial_in_numbers(session, eu.run, ZERO, [covered]).at(
                eu.loss(t), eu.ux(t), eu.run.wx(t), side(t), eu.run.entropy(t) - eu.run.entropy(t + 1)
            ),
            eu.drop().at(t),
            eu.labels,
            eu.run.side.at(t),
            *eu.separable(),
            *eu.parameters,
        ],
    )
    summed = session.induction(
        "theorem 3",
        t,
        up_to_the_end(eta * loss(t) <= eu.run.entropy(z3.IntVal(0)) - eu.run.entropy(t) + z3.ToReal(t) * eu.charge),
        [loss.start],
        [one.at(t), loss.next.at(t)],
    )
    whole = session.prove(
        "the whole sequence, in terms of eta",
        eta * loss(l) <= U * ln(z3.ToReal(n)) + z3.ToReal(l) * eu.charge,
        eu.finish(summed),
    )
    session.conclude(loss(l), [whole])


@proves("bylander.7.loss", readings.exponentiated)
def noisy_loss_of_exponentiated_update(session: Session) -> None:
    """Theorem 7 for the absolute loss: as theorem 6, and on k trials the comparator loses at most U X + 1."""
    eu = ClassifyingEU(session, ONE, strictly=True)
    eta, U, X = eu.eta, eu.U, eu.X
    K = count(session, "comparator_mistakes", lambda t: y(t) * eu.ux(t) <= 0)
    loss = Total(session, "total_loss", eu.loss)
    extra = eta * (U * X + 1) * z3.If(y(t) * eu.ux(t) <= 0, ONE, ZERO)
    fall = eu.run.entropy(t) - eu.run.entropy(t + 1)
    one = session.lemma(
        "theorem 3 on one trial",
        [t],
        z3.Implies(z3.And(t >= 0, t < l), eta * eu.loss(t) <= fall + eu.charge + extra),
        [
            eu.drop().at(t),
            eu.labels,
            eu.run.side.at(t),
            deviation_of(session, eu).at(t),
            *clear_margins(session, eu),
            *eu.parameters,
        ],
    )
    spent = eu.run.entropy(z3.IntVal(0)) - eu.run.entropy(t) + z3.ToReal(t) * eu.charge + eta * (U * X + 1) * K(t)
    summed = session.induction(
        "theorem 3",
        t,
        up_to_the_end(eta * loss(t) <= spent),
        [loss.start, K.start],
        [one.at(t), loss.next.at(t), K.next.at(t)],
    )
    counted = session.define("k", z3.Int("k") == K.whole(l))
    k = z3.ToReal(z3.Int("k"))
    whole = session.prove(
        "the whole sequence, in terms of eta",
        eta * loss(l) <= U * ln(z3.ToReal(n)) + z3.ToReal(l) * eu.charge + eta * (U * X + 1) * k,
        [*eu.finish(summed), counted],
    )
    room = session.prove("1 - eta U X**2 / 2 > 0", 1 - eta * U * X * X / 2 > 0, [eu.run.positive_total, *eu.parameters])
    a, b, c, L = z3.Reals("a_ b_ c_ L_")
    few = session.lemma("l is large enough", [a, c, L], z3.Implies(z3.And(c > 0, a / c < L), L * c > a))
    divide = session.lemma("divide by eta", [a, b, c], z3.Implies(z3.And(c > 0, c * a < c * b), a < b))
    spending = U * ln(z3.ToReal(n)) / eta + k * (U * X + 1)
    quotient = session.lemma("(a / b) b = a", [a, b], z3.Implies(b > 0, (a / b) * b == a))
    by = [
        whole,
        room,
        few.at(spending, 1 - eta * U * X * X / 2, z3.ToReal(l)),
        quotient.at(U * ln(z3.ToReal(n)), eta),
        divide.at(loss(l), z3.ToReal(l), eta),
    ]
    session.conclude(loss(l), by)


@proves("bylander.7.dev", readings.coordinates)
def deviation(session: Session) -> None:
    """A comparator that errs loses at most U X + 1, for |u.x| <= U X."""
    inputs = Inputs(session)
    lhs = label_loss(y(t), inputs.ux(t))
    by = [hoelder(session, inputs).at(t, n), inputs.n, labels(session).at(t), *inputs.equal_sum(), *session.parameters]
    errs = z3.And(t >= 0, t < l, y(t) * inputs.ux(t) <= 0)
    session.concluded(session.lemma("the claim", [t], z3.Implies(errs, session.holds(lhs)), by))


# --- the lemmas of theorem 3 -----------------------------------------------------------------------------------


@proves("bylander.3.klinit", readings.exponentiated)
def entropy_at_the_start(session: Session) -> None:
    """The relative entropy of u to (U/n, ..., U/n)."""
    run = exponentiated_run(session)
    session.conclude(run.entropy(z3.IntVal(0)), [run.entropy_start])


@proves("bylander.3.klpos", readings.exponentiated)
def entropy_is_positive(session: Session) -> None:
    """The relative entropy to weights of the same sum is not negative (Gibbs)."""
    run = exponentiated_run(session)
    by = [run.entropy_positive.at(t, n), run.weights.at(t, z3.IntVal(0)), run.inputs.n, *run.inputs.equal_sum()]
    formula = z3.Implies(z3.And(t >= 0, t <= l), session.holds(run.entropy(t)))
    session.concluded(session.lemma("the claim", [t], formula, by))


@proves("bylander.A1", readings.any_weights)
def lemma_a1(session: Session) -> None:
    """Lemma A.1 for any weights w_i >= 0 that sum to U, and any real eta: chords, then the two-point form."""
    session.repair(
        "Lemma A.1", "U > 0, which the paper does not say; proved from two points rather than by Taylor's theorem"
    )
    U, X, eta = (session.symbol(a) for a in (s.U, s.X, s.eta))
    positive_n = session.define("n", n >= 1)
    entries = z3.ForAll(
        [t, i], z3.Implies(z3.And(t >= 0, t < l, i >= 0, i < n), z3.And(x_i(t, i) <= X, -x_i(t, i) <= X))
    )
    examples = session.given("examples", entries)
    parameters = [session.axiom("X is a magnitude", "hypothesis", X >= 0), *session.parameter_premises]
    total = session.prove("U > 0", U > 0, parameters)
    weights = session.given("weights", z3.ForAll([t, i], z3.Implies(z3.And(t >= 0, i >= 0, i < n), w_i(t, i) >= 0)))
    products = CoordinateSum(session, "wx", lambda t, i: w_i(t, i) * x_i(t, i))
    weight = CoordinateSum(session, "sum_w", w_i)
    partition = CoordinateSum(session, "partition", lambda t, i: w_i(t, i) * exp(eta * x_i(t, i)))
    summing = session.given("sum", z3.ForAll([t], weight(t) == U))
    exponential = Exponential(session)
    a1 = LemmaA1(session, exponential, U, X, examples)
    each = [*(p.at(t, j) for p in weights), *(p.at(t) for p in summing), positive_n]
    bound = a1.partition(partition, products, weight, eta, each, total)
    at_least = positive_sum(session, exponential, partition, weight, each, total)
    log_bound = a1.logarithm(partition, products, eta, bound, [at_least.at(t)], total)
    value = ln(partition(t) / U)
    terms = {s.wx: products(t)}
    by = [
        log_bound.at(t),
        at_least.at(t),
        exponential.quotient.at(partition(t), U),
        *parameters,
    ]
    formula = z3.Implies(z3.And(t >= 0, t < l), session.holds(value, terms))
    session.concluded(session.lemma("the claim", [t], formula, by))


def positive_sum(
    session: Session,
    exponential: Exponential,
    partition: CoordinateSum,
    weight: CoordinateSum,
    known: list[Theorem],
    total: Theorem,
) -> Theorem:
    """Z > 0: a sum of numbers >= 0 is 0 only if all w_i are, but they sum to U > 0."""
    a, b = z3.Reals("a_ b_")
    product = session.lemma(
        "a product of a number >= 0 and a positive one",
        [a, b],
        z3.Implies(z3.And(a >= 0, b > 0), z3.And(a * b >= 0, z3.Implies(a * b == 0, a == 0))),
    )
    argument = session.symbol(s.eta) * x_i(t, j)
    summed = sum_up(
        session,
        "Z >= 0, and Z = 0 only where sum w = 0",
        lambda t, j: z3.And(partition(t, j) >= 0, z3.Implies(partition(t, j) == 0, weight(t, j) == 0)),
        [(partition, t), (weight, t)],
        [product.at(w_i(t, j), exp(argument)), exponential.positive.at(argument), *known],
        z3.And(t >= 0, t < l),
    )
    positive = z3.Implies(z3.And(t >= 0, t < l), partition(t) > 0)
    return session.lemma("Z > 0", [t], positive, [summed.at(t, n), total, *known])


@proves("bylander.12", readings.rescaled)
def randomised_exponentiated_update(session: Session) -> None:
    """Theorem 12: theorem 9 at tau = 1/2 for the comparator rescaled to sum U, which keeps its zero loss."""
    session.repair("Theorem 12", "it cites theorem 9, which needs sum u = U, for sum u <= U; here u is rescaled first")
    inputs = RescaledInputs(session)
    eu = ClassifyingEU(session, HALF, strictly=True, inputs=inputs)
    eta, U = eu.eta, eu.U
    separable_v = [p.at(t) for p in session.given("separable", on_trials(y(t) * inputs.vx(t) >= 1))]
    a, b = z3.Reals("a_ b_")
    grow = session.lemma("a margin >= 1 grows", [a, b], z3.Implies(z3.And(a >= 1, b >= 1), a * b >= 1))
    ratio = U / inputs.v_size(t)
    margin = session.lemma(
        "y u.x >= 1 for the rescaled u",
        [t],
        z3.Implies(z3.And(t >= 0, t < l), y(t) * inputs.ux(t) >= 1),
        [*inputs.growth, *separable_v, grow.at(y(t) * inputs.vx(t), ratio)],
    )
    loss = Total(session, "total_loss", lambda t: eu.loss(t, HALF))

    def chance(t: Term) -> Term:
        short = HALF - y(t) * eu.run.wx(t)
        return z3.If(short < 0, ZERO, z3.If(short > 1, ONE, short))

    errors = Total(session, "mistakes", chance)
    one = session.lemma(
        "theorem 9 on one trial",
        [t],
        z3.Implies(
            z3.And(t >= 0, t < l),
            z3.And(eta * eu.loss(t, HALF) <= eu.run.entropy(t) - eu.run.entropy(t + 1), chance(t) <= eu.loss(t, HALF)),
        ),
        [eu.drop().at(t), eu.labels, eu.run.side.at(t), margin.at(t), *eu.parameters],
    )
    summed = session.induction(
        "theorem 9",
        t,
        up_to_the_end(z3.And(eta * loss(t) <= eu.run.entropy(z3.IntVal(0)) - eu.run.entropy(t), errors(t) <= loss(t))),
        [loss.start, errors.start],
        [one.at(t), loss.next.at(t), errors.next.at(t)],
    )
    whole = session.prove(
        "the whole sequence, in terms of eta", eta * loss(l) <= U * ln(z3.ToReal(n)), eu.finish(summed)
    )
    first = session.conclude(loss(l), [whole], name="the claim, for the loss")
    session.conclude(errors(l), [first, summed.at(l), *session.length], name="the claim, for the expected mistakes")


# --- remarks on the bounds themselves ------------------------------------------------------------------------


def parametric(session: Session, sides: list[tuple[Any, str]], by: list[Theorem]) -> None:
    """Prove the claim for each of several expressions."""
    for expression, what in sides:
        term = translate(expression)
        session.conclude(term, [*session.roots(term), *by], name=f"the claim, {what}")


def of(identifier: str) -> Any:
    """Return the bound of another claim, without a floor."""
    return theorem(identifier).inner_bound


@proves("bylander.Ol")
def linear_growth(session: Session) -> None:
    """The bounds are O(l), and O(sqrt(l)) when tuned."""
    whole = [(of(f"bylander.{k}") - s.l * of(f"bylander.{k}").subs(s.l, 1), f"theorem {k}") for k in "23"]
    tuned = [
        (of(f"bylander.{k}.tuned") - sympy.sqrt(s.l) * of(f"bylander.{k}.tuned").subs(s.l, 1), f"theorem {k}, tuned")
        for k in "23"
    ]
    N = z3.ToReal(n)
    E = Exponential(session)
    logarithm = session.prove(
        "ln n >= 0",
        ln(N) >= 0,
        [E.ln_increasing.at(N, z3.RealVal(1)), E.ln_increasing.at(z3.RealVal(1), N), *session.parameter_premises],
    )
    a, b = z3.Reals("a_ b_")
    ratio = session.lemma("a quotient of numbers >= 0", [a, b], z3.Implies(z3.And(a >= 0, b > 0), a / b >= 0))
    U, eta = session.symbol(s.U), session.symbol(s.eta)
    c = z3.Real("c_")
    product = session.lemma("a product of numbers >= 0", [a, b], z3.Implies(z3.And(a >= 0, b >= 0), a * b >= 0))
    del c
    rates = [
        ratio.at(U * U, eta),
        ratio.at(ln(N), eta),
        ratio.at(U, eta),
        product.at(U * ln(N) / eta, z3.ToReal(l) - 1),
    ]
    rates += [
        product.at(U * U / (2 * eta), z3.ToReal(l) - 1),
        product.at(U, ln(N)),
        ratio.at(U * ln(N), eta),
        ratio.at(U * U, 2 * eta),
    ]
    parametric(session, whole + tuned, [logarithm, *rates])


@proves("bylander.cmp")
def comparison(session: Session) -> None:
    """2 ln n <= n: EU's tuned bound is the smaller one for one relevant attribute and dense examples."""
    v = sympy.Symbol("v_", real=True)
    gap = by_derivatives(
        session.kernel, "n - 2 ln n >= 0 from n = 2 on", v - 2 * sympy.log(v), Range(v, lo=sympy.Integer(2)), 2, 1
    )
    side = of("bylander.3.tuned").subs({s.U: 1, s.X: 1})
    term = translate(side)
    a, b = z3.Reals("a_ b_")
    roots = session.lemma(
        "roots compare as squares", [a, b], z3.Implies(z3.And(a >= 0, b >= 0, a * a <= b * b), a <= b)
    )
    N = z3.ToReal(n)
    E = Exponential(session)
    logarithm = session.prove(
        "ln n >= 0",
        ln(N) >= 0,
        [E.ln_increasing.at(N, z3.RealVal(1)), E.ln_increasing.at(z3.RealVal(1), N), *session.parameter_premises],
    )
    two, ln_n, root_n = root(z3.RealVal(2)), root(ln(N)), root(N)
    smaller = session.prove(
        "sqrt(2) sqrt(ln n) <= sqrt(n)",
        two * ln_n <= root_n,
        [
            gap.at(N),
            roots.at(two * ln_n, root_n),
            logarithm,
            *session.parameter_premises,
            *session.roots(term, root_n),
        ],
    )
    session.conclude(term, [smaller, *session.roots(term)])


@proves("bylander.const")
def constant_excess(session: Session) -> None:
    """Neither bound has l in it."""
    parametric(session, [(sympy.diff(of(f"bylander.{k}"), s.l), f"theorem {k}") for k in "89"], [])


@proves("bylander.half")
def halved(session: Session) -> None:
    """Twice the randomised bounds are the deterministic ones."""
    pairs = (("bylander.11", "bylander.5"), ("bylander.12", "bylander.6"))
    parametric(session, [(2 * of(a) - of(b), f"{a} against {b}") for a, b in pairs], [])
