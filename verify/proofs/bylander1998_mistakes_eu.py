"""The mistakes of Exponentiated Update in Bylander 1998: theorems 6, 7 and 12."""

from __future__ import annotations

import z3

from bounds.claim import Outcomes
from verify.proofs import readings
from verify.proofs.bylander1998_exponentiated import entropy_at_the_ends, entropy_inequality
from verify.proofs.exponentiated import ExpertInputs, ExponentiatedRun, Inputs, RescaledInputs
from verify.proofs.kernel import Formula, Term, Theorem
from verify.proofs.perceptron import ONE, ZERO, Total, count, l, labels, on_trials, up_to_the_end, y
from verify.proofs.registry import proves
from verify.proofs.session import Session
from verify.proofs.sums import j, n, sum_up
from verify.proofs.vectors import t

HALF = z3.RealVal("1/2")


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


@proves("bylander.12", readings.rescaled)
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
