"""From a symbolic bound to an exact number."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from typing import Any

import sympy

from bounds.errors import BoundcheckError, UndefinedValue
from bounds.numbers import Number, Real, compare, exp, floor, largest, log, power, to_fraction, total

Values = Mapping[Any, Number]
"""Exact values by glossary symbol."""


def evaluate(expression: Any, values: Values) -> Number:
    """Evaluate a sympy expression exactly at exact values of its symbols.

    Understands ``+ - * /``, powers, sqrt, log, exp, floor, ceiling, Max, Min, Abs and rationals; sympy
    floats and any other node raise BoundcheckError, as does a symbol without a value; a division by zero, or
    the logarithm of zero, raises UndefinedValue.

    >>> from bounds import symbols as s
    >>> evaluate(s.U * s.X * sympy.sqrt(s.l), {s.U: Fraction(1), s.X: Fraction(2), s.l: Fraction(9)})
    Fraction(6, 1)
    """
    if isinstance(expression, sympy.Rational):
        return Fraction(int(expression.p), int(expression.q))
    if isinstance(expression, sympy.Symbol):
        if expression not in values:
            raise BoundcheckError(f"no value for {expression.name}; set it, for example {expression.name}=1")
        return as_number(values[expression], expression.name)
    if isinstance(expression, sympy.Add):
        return total(evaluate(arg, values) for arg in expression.args)
    if isinstance(expression, sympy.Mul):
        return _product([evaluate(arg, values) for arg in expression.args])
    if isinstance(expression, sympy.Pow):
        base, exponent = evaluate(expression.base, values), evaluate(expression.exp, values)
        try:
            return power(base, exponent)
        except ZeroDivisionError:
            raise UndefinedValue(f"division by zero in {expression}") from None
    if expression is sympy.E:
        return exp(Fraction(1))
    arguments = [evaluate(arg, values) for arg in getattr(expression, "args", ())]
    if isinstance(expression, sympy.exp):
        return exp(arguments[0])
    if isinstance(expression, sympy.log):
        return log(arguments[0])
    if isinstance(expression, sympy.floor):
        return floor(arguments[0])
    if isinstance(expression, sympy.ceiling):
        return -floor(-arguments[0])
    if isinstance(expression, sympy.Max):
        return largest(arguments)
    if isinstance(expression, sympy.Min):
        return -largest(-argument for argument in arguments)
    if isinstance(expression, sympy.Abs):
        return largest([arguments[0], -arguments[0]])
    raise BoundcheckError(
        f"cannot evaluate {expression!r} of type {type(expression).__name__} exactly; "
        "use rationals, + - * / **, sqrt, log, exp, floor, Max, Min, Abs"
    )


def as_number(value: object, name: str = "number") -> Number:
    """Convert an exact value to a Number: an int, a Fraction, exact text, a sympy constant or a Real.

    Floats are refused, as is a sympy expression with symbols.

    >>> as_number("0.1"), print(as_number(sympy.sqrt(8)))
    2*sqrt(2)
    (Fraction(1, 10), None)
    """
    if isinstance(value, Real):
        return value
    if isinstance(value, sympy.Expr) and not isinstance(value, sympy.Number):
        return evaluate(value, {})
    return to_fraction(value, name)


def _product(factors: list[Number]) -> Number:
    result: Number = Fraction(1)
    for factor in factors:
        result = result * factor
    return result


def holds(relation: Any, values: Values) -> bool | None:
    """Decide a sympy relation such as ``s.eta > 0`` at exact values; None if undecided."""
    order = compare(evaluate(relation.lhs, values), evaluate(relation.rhs, values))
    return None if order is None else relation_holds(relation.rel_op, order)


def relation_holds(operator: str, order: int) -> bool:
    """Tell whether a comparison with sign ``order`` satisfies ``operator``."""
    match operator:
        case "<=":
            return order <= 0
        case "<":
            return order < 0
        case "==":
            return order == 0
        case "!=":
            return order != 0
        case ">":
            return order > 0
        case ">=":
            return order >= 0
    raise BoundcheckError(f"unknown relation {operator!r}; use <=, <, ==, !=, > or >=")
