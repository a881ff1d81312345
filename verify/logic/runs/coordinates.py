"""Examples, comparator and weights, coordinate by coordinate, with the sums that the proofs speak of."""

from __future__ import annotations

import z3

from bounds import symbols as s
from verify.logic.axioms import INT, REAL
from verify.logic.kernel import Theorem
from verify.logic.language import Formula, Term
from verify.logic.runs.perceptron import l
from verify.logic.session import Session
from verify.logic.sums import CoordinateSum, i, n, on_coordinates
from verify.logic.vectors import t

w, x = (z3.Function(name, INT, INT, REAL) for name in ("w", "x"))
u = z3.Function("u", INT, REAL)
least = z3.Function("least", INT, INT)
side = z3.Function("side", INT, REAL)


def coordinate(formula: Formula) -> Formula:
    """Return "if i is a coordinate: formula"."""
    return z3.Implies(z3.And(i >= 0, i < n), formula)


def on_a_trial_and_coordinate(formula: Formula, index: Term = i) -> Formula:
    """Return "if t is a trial and i a coordinate: formula"."""
    return z3.Implies(z3.And(t >= 0, t < l, index >= 0, index < n), formula)


def on_trials_and_coordinates(formula: Formula) -> Formula:
    """Return "for every trial t and every coordinate i: formula"."""
    return z3.ForAll([t, i], on_a_trial_and_coordinate(formula))


class Inputs:
    """The examples and the comparator, coordinate by coordinate, with the sums that the proofs speak of."""

    def __init__(self, session: Session) -> None:
        self.session = session
        self.U, self.X = session.symbol(s.U), session.symbol(s.X)
        self.n = session.count("n", n >= 1)
        entries = on_trials_and_coordinates(z3.And(x(t, i) <= self.X, -x(t, i) <= self.X))
        self.examples = session.given("examples", entries)
        self.ux = CoordinateSum(session, "ux", lambda t, i: u(i) * x(t, i))
        self.size = CoordinateSum(session, "sum_u", lambda i: u(i), moving=False)
        self.nonnegative, self.sum = self.comparator()

    def comparator(self) -> tuple[list[Theorem], list[Theorem]]:
        """Return that the comparator is not negative, and that it sums to U, as far as the claim says so."""
        nonnegative = self.session.given("nonnegative", on_coordinates(u(i) >= 0))
        return nonnegative, self.session.given("sum", self.size(t) == self.U)
