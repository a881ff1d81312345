"""The calculus rules: true inequalities pass, and each side condition that is dropped is noticed."""

from __future__ import annotations

import pytest
import sympy

from verify.logic.calculus import Range
from verify.logic.kernel import Kernel
from verify.logic.language import StepFailed
from verify.logic.translate import NotTranslatable

v, mu = sympy.symbols("v_ mu_", real=True)
ZERO, ONE, HALF = sympy.Integer(0), sympy.Integer(1), sympy.Rational(1, 2)
WMA = -2 * (1 + v) * sympy.log(1 - v / 2) + sympy.log(1 - v)
RWMA = v + v**2 + sympy.log(1 - v)


@pytest.fixture
def kernel() -> Kernel:
    return Kernel()


@pytest.mark.parametrize(("gap", "order"), [(v - sympy.log(1 + v), 1), (sympy.exp(v) - 1 - v, 2), (RWMA, 1), (WMA, 2)])
def test_one_variable_inequalities(kernel: Kernel, gap: sympy.Expr, order: int) -> None:
    kernel.by_derivatives("gap", gap, Range(v, ZERO, HALF), 0, order)
    assert [(s.how, s.ok) for s in kernel.steps] == [("calculus", True)]


def test_logarithm_of_the_hyperbolic_cosine(kernel: Kernel) -> None:
    kernel.by_derivatives("ln cosh", v**2 / 2 - sympy.log(sympy.cosh(v)), Range(v), 0, 2)


def test_two_point_form_fails_without_the_range_of_mu(kernel: Kernel) -> None:
    gap = mu * v + v**2 / 2 - sympy.log(sympy.cosh(v) + mu * sympy.sinh(v))
    kernel.by_derivatives("two points", gap, Range(v, conditions=((mu, "<=", 1), (mu, ">=", -1))), 0, 2)
    with pytest.raises(StepFailed, match="> 0 is not certain on the range"):
        kernel.by_derivatives("two points", gap, Range(v), 0, 2)


@pytest.mark.parametrize(
    ("gap", "on", "at", "order", "message"),
    [
        (sympy.log(1 + v) - v, Range(v, ZERO, ONE), 0, 1, "does not have this sign"),
        (v - sympy.log(1 + v) - HALF, Range(v, ZERO, ONE), 0, 1, "not 0"),
        (v + sympy.log(1 - v) + v**2, Range(v, ZERO, sympy.Rational(3, 2)), 0, 1, "is not certain on the range"),
        (v, Range(v, -ONE, ONE), 0, 1, "only from the lower end"),
        (v**2, Range(v, ONE, sympy.Integer(2)), 0, 2, "not in the range"),
        (RWMA, Range(v, ZERO, sympy.Rational(7, 10)), 0, 1, "does not have this sign"),
        (1 / v - 1, Range(v, -ONE, ONE), -1, 1, "!= 0 is not certain"),
    ],
)
def test_false_or_unfounded_inequalities_fail(
    kernel: Kernel, gap: sympy.Expr, on: Range, at: int, order: int, message: str
) -> None:
    """Power: a false inequality, a wrong start, a pole, a logarithm of a negative number."""
    with pytest.raises(StepFailed, match=message):
        kernel.by_derivatives("gap", gap, on, at, order)
    assert not kernel.steps[-1].ok


def test_enclosures_prove_the_exact_ranges_of_the_notes(kernel: Kernel) -> None:
    """-ln(1 - eta) <= eta + eta**2 up to 0.6838, and <= -2 (1 + eta) ln(1 - eta/2) up to 0.8939, and no further."""
    kernel.by_enclosure("randomised", RWMA, Range(v, HALF, sympy.Rational(6838, 10000)))
    kernel.by_enclosure("deterministic", WMA, Range(v, HALF, sympy.Rational(8939, 10000)))
    for gap, end in ((RWMA, sympy.Rational(6839, 10000)), (WMA, sympy.Rational(894, 1000))):
        with pytest.raises(StepFailed, match="not enclosed above 0 near"):
            kernel.by_enclosure("beyond", gap, Range(v, HALF, end))


c = sympy.Symbol("c_", real=True)


@pytest.mark.parametrize(
    ("gap", "on", "message"),
    [
        (sympy.Symbol("exp0", real=True) * sympy.exp(v), Range(v, ZERO, ONE), "does not have this sign|not decided"),
        (sympy.Symbol("coshv_", real=True) - 1 + 0 * v, Range(v, ZERO, ONE), "does not have this sign"),
        (sympy.Symbol("c_", positive=True) + v, Range(v, ZERO, ONE), "no other assumption than real"),
        (v + 1, Range(sympy.Symbol("v_", real=True), sympy.Symbol("k", integer=True)), "no other assumption"),
        (sympy.sqrt(v) * 0 + sympy.sqrt(v - 2) ** 2 + sympy.sqrt(c), Range(v, ZERO, ONE), "c_ > 0 is not certain"),
        (sympy.floor(v) + 1, Range(v, ZERO, ONE), "is not made of"),
        (sympy.Abs(v), Range(v, ZERO, ONE), "is not made of"),
    ],
)
def test_what_z3_is_not_told_is_refused(kernel: Kernel, gap: sympy.Expr, on: Range, message: str) -> None:
    """Power: assumptions of sympy, names like those of the solver's variables, and functions with corners."""
    with pytest.raises(StepFailed, match=message):
        kernel.by_derivatives("gap", gap, on, ZERO, 0)


def test_derivatives_start_from_an_exact_point(kernel: Kernel) -> None:
    """Power: a float is no point, and neither is the missing lower end of a range."""
    for at in (0.1, None, sympy.oo):
        with pytest.raises(StepFailed, match="exact point"):
            kernel.by_derivatives("gap", (v - sympy.Rational(1, 10)) ** 2, Range(v, hi=ONE), at, 2)


def test_the_formula_is_the_inequality_itself(kernel: Kernel) -> None:
    """Power: what z3 is told is the inequality that was checked, with squares as products."""
    formula = kernel.by_derivatives("gap", RWMA, Range(v, ZERO, HALF), 0, 1).formula
    text = " ".join(str(formula).split())
    assert text == "ForAll(v_, Implies(And(0 <= v_, 1/2 >= v_), v_ + v_*v_ + ln(1 + -1*v_) >= 0))"


def test_a_symbol_cannot_pass_for_an_exponential(kernel: Kernel) -> None:
    """Power: a symbol of the name by which exp(v) is known would be equal to it for all v, and exp(v) - 1 is not 0."""
    impostor = sympy.Symbol("unknown!exp(v_)", real=True)
    with pytest.raises(NotTranslatable, match="unknown!"):
        kernel.by_derivatives("forged", (sympy.exp(v) - impostor) * v, Range(v, ZERO, ONE), 0, 1)
    assert not any(step.ok for step in kernel.steps)
