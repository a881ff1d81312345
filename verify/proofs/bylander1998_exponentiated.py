"""Theorems 3 and 9 of Bylander 1998: the absolute loss of Exponentiated Update. U and X stand for U_E and X_E."""

from __future__ import annotations

from collections.abc import Callable

import z3

from verify.proofs import readings
from verify.proofs.bylander1998 import OUTCOME, nonempty, tolerance
from verify.proofs.exponentiated import ExponentiatedRun
from verify.proofs.kernel import Term, Theorem
from verify.proofs.perceptron import Total, l, up_to_the_end
from verify.proofs.registry import proves
from verify.proofs.session import Session
from verify.proofs.sums import n
from verify.proofs.translate import ln
from verify.proofs.vectors import Outcome, t


def exponentiated_run(session: Session) -> ExponentiatedRun:
    """Return the run on outcome intervals, widened by the claim's tolerance."""
    tau = tolerance(session)

    return ExponentiatedRun(session, lambda prediction, t: Outcome.at(t).widened(tau).side(prediction))


class ExcessLoss:
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


@proves("bylander.3", readings.exponentiated)
@proves("bylander.3.tuned", readings.exponentiated)
@proves("bylander.9", readings.exponentiated)
def exponentiated_excess_loss(session: Session) -> None:
    """Theorems 3 and 9: Lemma A.1 on each trial, summed; the relative entropy is not negative at the end."""
    tau = tolerance(session)
    run = exponentiated_run(session)
    inputs, eta = run.inputs, run.eta
    target = OUTCOME.widened(tau)
    wx, ux = run.wx(t), inputs.ux(t)
    excess = ExcessLoss(session, run, inputs.ux, tau)
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
