"""Theorem 7.1 of Grove, Littlestone and Schuurmans 2001, p-norm Perceptrons; a prediction of 0 counts as positive."""

from __future__ import annotations

import z3

from bounds import symbols as s
from verify.logic.axioms import dot
from verify.logic.kernel import Theorem
from verify.logic.norms import P, norm
from verify.logic.runs.perceptron import l, on_a_trial, u, x
from verify.logic.runs.pnorm import PNormRun, squared, z, z0
from verify.logic.session import Session
from verify.logic.vectors import t
from verify.proofs.readings import learners
from verify.proofs.registry import proves


@proves("gls.7.1.step", learners.p_norm)
def step_71(session: Session) -> None:
    """What a mistake adds to ||z||_p**2."""
    run = PNormRun(session)
    goal = z3.Implies(run.errs(t), session.holds(squared(z(t + 1)) - squared(z(t)), {s.X: norm(x(t))}))
    session.concluded(session.lemma("the claim", [t], on_a_trial(goal), run.smooth))


@proves("gls.7.1a", learners.p_norm)
def theorem_71a(session: Session) -> None:
    """(M a delta)**2 <= U**2 ||z||_p**2 <= U**2 M (p - 1) a**2 X**2, for u.z0 = 0 and ||z0||_p = 0."""
    run = PNormRun(session)
    session.conclude(run.M.whole(l), run.from_zero)


def from_the_start(run: PNormRun) -> list[Theorem]:
    """The square, u.z0 = uz and ||z0||_p <= Z."""
    uz, Z = run.session.symbol(s.uz), run.session.symbol(s.Z)
    first = [*run.session.given("start norm", norm(z0) <= Z), *run.session.given("start product", uz == dot(u, z0))]
    return [*first, run.norms.positive.at(P, z0), *run.square]


@proves("gls.7.1b", learners.p_norm)
def theorem_71b(session: Session) -> None:
    """With s = a delta M the square is (s + u.z0) (s - (U**2 Z**2 - u.z0**2) / u.z0) <= 0."""
    run = PNormRun(session)
    session.conclude(run.M.whole(l), from_the_start(run))


@proves("gls.7.1c", learners.p_norm)
def theorem_71c(session: Session) -> None:
    """If M delta**2 > (p - 1) U**2 X**2, the square gives 2 a delta u.z0 M <= U**2 Z**2 - u.z0**2: a is too small."""
    run = PNormRun(session)
    session.conclude(run.M.whole(l), from_the_start(run))
