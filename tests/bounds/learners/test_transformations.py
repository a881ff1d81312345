"""Transformations of quasi-additive learners: their formulas fit together."""

from __future__ import annotations

from fractions import Fraction

import pytest
import sympy

from bounds import symbols as s
from bounds.mathematics.transformations import (
    EXP,
    SINH,
    Transformation,
    interpolating_transformation,
    power_transformation,
)
from bounds.numbers import ball, compare, working_precision


@pytest.mark.parametrize("f", [power_transformation(Fraction(3)), EXP, SINH, interpolating_transformation(4)])
def test_formulas_of_a_transformation_fit_together(f: Transformation) -> None:
    values = {symbol: sympy.Rational(str(value)) for symbol, value in f.values.items()}
    values[s.z] = sympy.Symbol("z", positive=True)

    def zero(expression: sympy.Expr) -> bool:
        return bool(sympy.simplify(expression.subs(values)) == 0)

    assert zero(sympy.diff(f.integral, s.z) - f.formula)
    if f.inverse is not None:
        assert zero(f.formula.subs(s.z, f.inverse) - s.z)
    if f.level is not None and f is not SINH:
        assert zero(f.integral.subs(s.z, f.level) - s.z)
    for point in (Fraction(1, 2), Fraction(3)):
        assert compare(f.value(-point), -f.value(point)) == (0 if f.odd else 1)
        if f.inverse is not None:
            with working_precision(200):
                assert ball(f.preimage(f.value(point))).overlaps(ball(point))


def test_the_inverse_of_the_integral_of_2_sinh() -> None:
    value = SINH._at(SINH.level, SINH._at(SINH.integral, Fraction(3, 2)))
    with working_precision(200):
        assert ball(value).overlaps(ball(Fraction(3, 2)))
