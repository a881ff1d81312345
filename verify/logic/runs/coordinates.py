"""Examples, comparator and weights, coordinate by coordinate, with the sums that the proofs speak of."""

from __future__ import annotations

import z3

from bounds import symbols as s
from verify.logic.axioms import INT, REAL
from verify.logic.kernel import Theorem
from verify.logic.language import Formula, Term
from verify.logic.runs.perceptron import l
from verify.logic.session import Session
from verify.logic.sums import CoordinateSum, i, j, n, on_coordinates, sum_up
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


class RescaledInputs(Inputs):
    """A comparator v with sum at most U, rescaled: u = v U / sum v, or (U, 0, ..., 0) where v is zero."""

    def comparator(self) -> tuple[list[Theorem], list[Theorem]]:
        """Rescale v, of which the premises speak."""
        session, U = self.session, self.U
        v = z3.Function("v", INT, REAL)
        size = CoordinateSum(session, "sum_v", lambda i: v(i), moving=False)
        self.vx = vx = CoordinateSum(session, "vx", lambda t, i: v(i) * x(t, i))
        nonnegative = session.given("nonnegative", on_coordinates(v(i) >= 0))
        at_most = session.given("sum", size(t) <= U)
        scaled = z3.If(size(t) > 0, v(i) * (U / size(t)), z3.If(i == 0, U, z3.RealVal(0)))
        rescaled = session.define("u is v rescaled", on_coordinates(u(i) == scaled))
        sizes = sum_up(
            session,
            "sum v is not negative, and if it is 0 then v.x is",
            lambda t, j: z3.And(size(t, j) >= 0, z3.Implies(size(t, j) == 0, vx(t, j) == 0)),
            [(size, t), (vx, t)],
            [p.at(j) for p in nonnegative],
        )
        f = U / size(t)
        totals = sum_up(
            session,
            "sum u and u.x",
            lambda t, j: z3.And(
                self.size(t, j) == z3.If(size(t) > 0, size(t, j) * f, z3.If(j > 0, U, z3.RealVal(0))),
                z3.Implies(size(t) > 0, self.ux(t, j) == vx(t, j) * f),
            ),
            [(self.size, t), (size, t), (self.ux, t), (vx, t)],
            [rescaled.at(j)],
        )
        self.growth = [totals.at(t, n), sizes.at(t, n), *at_most, self.n]
        by = [rescaled.at(i), *(p.at(i) for p in nonnegative), *session.parameters]
        return [session.lemma("u_i >= 0", [i], coordinate(u(i) >= 0), by)], [totals.at(t, n)]
