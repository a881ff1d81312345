"""Formulas as they are printed: brackets where they are needed, and the field's notation."""

from __future__ import annotations

import pytest
import z3

from verify.logic.axioms import add, dot, scale, zero
from verify.logic.notation import text
from verify.logic.runs.perceptron import u, w, x
from verify.logic.vectors import Outcome, distance, t

a, b, c = z3.Reals("a b c")
p, q = z3.Bools("p q")
k = z3.Int("k")
f = z3.Function("f", z3.RealSort(), z3.RealSort())
I = Outcome.at(t)
yhat = z3.Real("yhat")


@pytest.mark.parametrize(
    ("formula", "written"),
    [
        (a - (b - c), "a - b + c"),
        (a - (b + c), "a - b - c"),
        (a * (b + c), "a*(b + c)"),
        ((a + b) / (c * a), "(a + b)/(c*a)"),
        (a / b / c, "a/(b*c)"),
        (a * a * b * a, "a**3*b"),
        ((a + b) * (a + b), "(a + b)**2"),
        (-a * b + c, "-a*b + c"),
        (c + -a, "c - a"),
        (z3.RealVal("-1/2") * a, "-a/2"),
        (a / 4 * (1 / b), "a/(4*b)"),
        (a + 0 * b, "a"),
        (z3.ToReal(k) * a, "k*a"),
        (z3.ToReal(z3.ToInt(a)), "floor(a)"),
        (f(a + b) * f(-a), "f(a + b)*f(-a)"),
        (z3.Implies(p, z3.Implies(q, a > b)), "if p and q then a > b"),
        (z3.Implies(z3.Implies(p, q), a > b), "if (if p then q) then a > b"),
        (z3.And(k >= 0, k < 7, p), "0 <= k < 7 and p"),
        (z3.And(p, z3.Or(q, a < b)), "p and (q or a < b)"),
        (z3.Not(z3.And(p, q)), "not (p and q)"),
        (p == (a > 0), "p if and only if a > 0"),
        (p != (a > 0), "p if and only if not (a > 0)"),
        (z3.If(p, z3.RealVal(1), z3.RealVal(0)), "[p]"),
        (z3.If(p, a, b) + 1, "(a if p, else b) + 1"),
        (z3.If(a * b < 1, 1 - a * b, z3.RealVal(0)), "max(0, 1 - a*b)"),
        (dot(u, add(w(t), scale(a * b, x(t)))), "u.(w_t + a*b*x_t)"),
        (add(u, scale(z3.RealVal(-1), w(t + 1))), "u - w_{t+1}"),
        (distance(u, w(t)) - distance(u, w(t + 1)), "|u - w_t|**2 - |u - w_{t+1}|**2"),
        (distance(u, zero), "|u|**2"),
        (I.loss(yhat), "loss(yhat; I_t)"),
        (I.widened(a).side(yhat), "side(yhat; I_t +- a)"),
        (I.below(yhat), "yhat is below I_t"),
        (I.nonempty(), "I_t is not empty"),
        (z3.ForAll([a], z3.Exists([b], a < b)), "for all a: there are b: a < b"),
    ],
)
def test_notation(formula: z3.ExprRef, written: str) -> None:
    assert text(formula) == written


def test_two_different_formulas_are_not_written_alike() -> None:
    """Power: a bracket that is left out would make these the same."""
    pairs = [(a * (b + c), a * b + c), (a - (b - c), a - b - c), (z3.And(p, z3.Or(q, p)), z3.Or(z3.And(p, q), p))]
    pairs += [(a / (b * c), a / b * c), (z3.Not(z3.And(p, q)), z3.And(z3.Not(p), q)), (-(a + b), -a + b)]
    assert not [first for first, second in pairs if text(first) == text(second)]


def test_an_algebraic_number_of_a_countermodel_is_shown_with_decimals() -> None:
    solver = z3.Solver()
    a = z3.Real("a")
    solver.add(a * a == 2, a > 0)
    assert solver.check() == z3.sat
    assert text(solver.model()[a]).startswith("1.41421356")
