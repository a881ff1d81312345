"""Theorems 5, 6, 7, 11 and 12 of Bylander 1998 (sections 4 and 6): mistakes of both learners, randomised ones too."""

from __future__ import annotations

from collections.abc import Callable

import z3

from bounds import symbols as s
from bounds.claims.claim import Outcomes
from verify.proofs.bylander1998.section3 import POSITIVE, entropy_at_the_ends, entropy_inequality
from verify.proofs.engine.kernel import Theorem
from verify.proofs.engine.language import Formula, Term
from verify.proofs.engine.registry import proves
from verify.proofs.engine.session import Session
from verify.proofs.engine.sums import j, n, sum_up
from verify.proofs.engine.vectors import distance, dot, t
from verify.proofs.readings import learners
from verify.proofs.runs.coordinates import ExpertInputs, Inputs, RescaledInputs
from verify.proofs.runs.exponentiated import ExponentiatedRun
from verify.proofs.runs.perceptron import (
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
    w,
    wx,
    y,
)

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


@proves("bylander.5", learners.perceptron)
@proves("bylander.5.delta", learners.perceptron)
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


@proves("bylander.11", learners.perceptron)
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
        """Return what turns a sum up to l into a bound."""
        return entropy_at_the_ends(self.session, self.run, summed)

    def separable(self) -> list[Theorem]:
        """Return the premise y u.x >= 1 on trial t."""
        return [p.at(t) for p in self.session.given("separable", on_trials(y(t) * self.ux(t) >= 1))]


@proves("bylander.6", learners.exponentiated)
@proves("bylander.6.litt", learners.exponentiated)
@proves("bylander.7", learners.exponentiated)
@proves("bylander.7.267", learners.exponentiated)
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
        [M.next.at(t), loss.next.at(t)],
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
    counted = [session.define("k", z3.Int("k") == K.whole(l))] if K else []
    session.conclude(M.whole(l), [*eu.finish(summed), at_least.at(l), *counted, *eu.parameters, *eu.run.ln_n])


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


@proves("bylander.12", learners.rescaled)
def randomised_exponentiated_update(session: Session) -> None:
    """Theorem 12: theorem 9 at tau = 1/2 for the comparator rescaled to sum U, which keeps its zero loss."""
    session.repair("Theorem 12", "it cites theorem 9, which needs sum u = U, for sum u <= U; here u is rescaled first")
    inputs = RescaledInputs(session)
    eu = ClassifyingEU(session, HALF, strictly=True, inputs=inputs)
    eta = eu.eta
    separable_v = [p.at(t) for p in session.given("separable", on_trials(y(t) * inputs.vx(t) >= 1))]
    margin = session.lemma(
        "y u.x >= 1 for the rescaled u",
        [t],
        z3.Implies(z3.And(t >= 0, t < l), y(t) * inputs.ux(t) >= 1),
        [*inputs.growth, *separable_v],
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
    first = session.conclude(loss(l), [*eu.finish(summed)], name="the claim, for the loss")
    session.conclude(errors(l), [first, summed.at(l), *session.length], name="the claim, for the expected mistakes")
