"""Transformations f of quasi-additive learners, w = f(z), with their derivative, integral and inverse.

Grove, Littlestone and Schuurmans 2001, section 2: those that the paper names, each written once as a formula.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from fractions import Fraction
from typing import Any

import sympy

from bounds import symbols as s
from bounds.errors import BoundcheckError
from bounds.numbers import Number, require_sign, sign
from bounds.numbers.evaluate import as_number, evaluate


@dataclass(frozen=True)
class Transformation:
    """An increasing function f with its integral g from its zero (or -oo), and its inverse.

    Formulas are in the symbol z; those of an odd f, which has an even integral, are for z >= 0. ``values`` holds
    the values of their other symbols. ``level`` is the inverse of g (None where it has no closed form, as may be
    ``inverse``).

    >>> SINH.value(Fraction(0)), print(EXP.value(Fraction(1, 2)))
    exp(1/2)
    (Fraction(0, 1), None)
    """

    name: str
    formula: Any
    integral: Any
    inverse: Any = None
    level: Any = None
    odd: bool = True
    values: Mapping[Any, Number] = field(default_factory=dict)

    def _at(self, formula: Any, argument: Number, what: str = "") -> Number:
        if formula is None:
            raise BoundcheckError(f"the {what} of f = {self.name} has no closed form; use another transformation")
        return evaluate(formula, {**self.values, s.z: argument})

    def _folded(self, formula: Any, argument: Number, what: str = "") -> Number:
        """Evaluate an odd function's formula at an argument of either sign."""
        if self.odd and require_sign(argument, f"the argument of f = {self.name}") < 0:
            return -self._at(formula, -argument, what)
        return self._at(formula, argument, what)

    def value(self, argument: Number) -> Number:
        """Return f(z)."""
        return self._folded(self.formula, argument)

    def preimage(self, weight: Number) -> Number:
        """Return the z with f(z) = ``weight``; raises BoundcheckError where f has no closed inverse."""
        return self._folded(self.inverse, weight, "inverse")


_Z, _P, _K = s.z, s.p, s.k


def power_transformation(p: Number) -> Transformation:
    """Return f_p(z) = sign(z) |z|**(p - 1), which makes the p-norm Perceptron; the Perceptron is p = 2.

    ``p`` is a Number above 1. The paper has a factor p more, which changes no prediction's sign.

    >>> power_transformation(Fraction(4)).value(Fraction(-2))
    Fraction(-8, 1)
    """
    p = as_number(p, "the exponent p")
    if sign(p - 1) != 1:
        raise BoundcheckError(f"the exponent p is {p}; it must be greater than 1, or f is not increasing")
    return Transformation(
        f"sign(z) |z|**(p - 1), p = {p}",
        formula=_Z ** (_P - 1),
        integral=_Z**_P / _P,
        inverse=_Z ** (1 / (_P - 1)),
        level=(_P * _Z) ** (1 / _P),
        values={s.p: p},
    )


def interpolating_transformation(k: int) -> Transformation:
    """Return f_k(z) = (1 + z/k)**k - (1 - z/k)**k: the Perceptron at k = 1, Balanced Winnow in the limit.

    >>> interpolating_transformation(3).value(Fraction(3))
    Fraction(8, 1)
    """
    if k < 1:
        raise BoundcheckError(f"the k of the interpolating transformation is {k}; it must be at least 1")
    up, down = 1 + _Z / _K, 1 - _Z / _K
    return Transformation(
        f"(1 + z/k)**k - (1 - z/k)**k, k = {k}",
        formula=up**_K - down**_K,
        integral=_K / (_K + 1) * (up ** (_K + 1) + down ** (_K + 1) - 2),
        values={s.k: Fraction(k)},
    )


IDENTITY = power_transformation(Fraction(2))
"""The Perceptron's transformation."""

EXP = Transformation("exp(z)", sympy.exp(_Z), sympy.exp(_Z), inverse=sympy.log(_Z), level=sympy.log(_Z), odd=False)
"""Weighted Majority's transformation."""

_COSH = 1 + _Z / 2
SINH = Transformation(
    "2 sinh(z)",
    sympy.exp(_Z) - sympy.exp(-_Z),
    sympy.exp(_Z) + sympy.exp(-_Z) - 2,
    inverse=sympy.log(_Z / 2 + sympy.sqrt(_Z**2 / 4 + 1)),
    level=sympy.log(_COSH + sympy.sqrt(_COSH**2 - 1)),
)
"""Balanced Winnow's transformation."""
