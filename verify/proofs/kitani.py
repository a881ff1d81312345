"""The Perceptron in the lecture notes of Kitani, section 2.1."""

from __future__ import annotations

from bounds import symbols as s
from verify.proofs import readings
from verify.proofs.kernel import Theorem
from verify.proofs.perceptron import ONE, Novikoff, l, on_trials, u, ux, x, y
from verify.proofs.registry import proves
from verify.proofs.session import Session
from verify.proofs.vectors import dot, t


def novikoff(session: Session) -> Novikoff:
    """Return the argument for rate 1, margin gamma and radius R."""
    gamma, R = session.symbol(s.gamma), session.symbol(s.R)
    margins = session.measure("gamma", on_trials(y(t) * ux(t) >= gamma), "gamma is the smallest y <w*, x>")
    radii = session.measure("R", on_trials(dot(x(t), x(t)) <= R * R), "R is the largest norm of an example")
    return Novikoff(session, ONE, gamma, R, [margins.at(t)], [radii.at(t)])


def unit(session: Session) -> list[Theorem]:
    """The comparator w* has length 1."""
    return session.given("unit", dot(u, u) == 1)


@proves("kitani.perc", readings.unit_comparator)
def perceptron(session: Session) -> None:
    """M <= R**2 / gamma**2: (14) and (7) by Cauchy-Schwarz (10)."""
    session.repair("(18)", "it divides by M, so M = 0 has to be treated apart")
    argument = novikoff(session)
    session.conclude(argument.M.whole(l), argument.combined(unit(session)))
