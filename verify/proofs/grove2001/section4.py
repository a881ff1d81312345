"""Theorem 4.1 of Grove, Littlestone and Schuurmans 2001 (section 4) for f_p, for which the level is the p-norm."""

from __future__ import annotations

import z3

from bounds import symbols as s
from verify.logic.axioms import dimension, largest, ln, norm1
from verify.logic.kernel import Theorem
from verify.logic.language import Term
from verify.logic.norms import Q, norm
from verify.logic.runs.perceptron import ONE, START, l, on_a_trial, on_trials, u, x
from verify.logic.runs.pnorm import PNormRun
from verify.logic.session import Session
from verify.logic.sums import Exponential
from verify.logic.translate import translate
from verify.logic.vectors import t
from verify.proofs.readings import learners
from verify.proofs.registry import proves

N = z3.ToReal(dimension)
ROOT = translate(s.n ** (1 / s.p))


class BoxedRun(PNormRun):
    """A run where U is at least the 1-norm of u, and X at least the entries of the examples."""

    def sizes(self) -> tuple[Term, list[Theorem], list[Theorem]]:
        """||x||_p <= n**(1/p) X, and ||u||_q is at most the 1-norm of u."""
        session, radius = self.session, ROOT * self.X
        entries = [p.at(t) for p in session.given("examples", on_trials(largest(x(t)) <= self.X))]
        by = [self.norms.boxed(x(t), self.X), *entries, *session.parameters]
        one = session.lemma("||x||_p <= n**(1/p) X", [t], on_a_trial(norm(x(t)) <= radius), by)
        within = session.given("comparator", norm1(u) <= self.U)
        return radius, [one.at(t)], [self.norms.dual_within(u), *within, *session.parameters]


@proves("gls.4.1", learners.p_norm)
def theorem_41_power(session: Session) -> None:
    """As in theorem 7.1, M <= (p - 1) (n**(1/p) U X/delta)**2, which is at most s, as n**(2/p) <= n; and the bound is
    at least s, as delta <= n**(1/p) U X.
    """
    session.repair("a run without trials", "the bound speaks of U X >= delta, which only a trial gives")
    run = BoxedRun(session)
    E, U, delta = Exponential(session), run.U, session.symbol(s.delta)
    half = 1 / run.p * ln(N)
    room = session.lemma(
        "delta <= n**(1/p) U X",
        [t],
        on_a_trial(delta <= U * run.radius),
        [
            *(run.norms.hoelder(u, x(t)), run.norms.positive.at(Q, u), run.labels),
            *(*run.gap, *run.examples, *run.comparator),
        ],
    )
    root = [E.sums.at(half, half), E.increasing.at(ln(N), half + half), E.inverse.at(N), E.positive.at(half)]
    session.conclude(run.M.whole(l), [room.at(START), *run.from_zero, *root, E.ln_increasing.at(N, ONE)])
