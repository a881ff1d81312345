"""From a symbolic bound to an exact number."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from fractions import Fraction
from functools import lru_cache, reduce
from operator import mul
from typing import Any, NoReturn, TypeAlias

import sympy

from bounds.errors import BoundcheckError, UndefinedValue
from bounds.numbers import Number, Real, exp, floor, largest, log, power, to_fraction, total
from bounds.numbers.decisions import RELATIONS

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
    if not isinstance(expression, sympy.Basic):
        raise cannot_evaluate(expression)
    return _compiled(expression)(values)


Exact: TypeAlias = Callable[[Values], Number]
"""A function from values of symbols to the exact value of an expression in them."""


@lru_cache(maxsize=4096)
def _compiled(expression: Any) -> Exact:
    """Return what computes an expression: its nodes are looked at once, and its values as often as needed."""
    if isinstance(expression, sympy.Rational):
        rational = Fraction(int(expression.p), int(expression.q))
        return lambda _: rational
    if isinstance(expression, sympy.Symbol):
        return lambda values: _value(expression, values)
    arguments = [_compiled(argument) for argument in getattr(expression, "args", ())]
    if isinstance(expression, sympy.Add):
        return lambda values: total([argument(values) for argument in arguments])
    if isinstance(expression, sympy.Mul):
        return lambda values: reduce(mul, [argument(values) for argument in arguments])
    if isinstance(expression, sympy.Pow):
        return lambda values: _power(expression, *[argument(values) for argument in arguments])
    if expression is sympy.E:
        return lambda _: exp(Fraction(1))
    for kind, function in FUNCTIONS.items():
        if isinstance(expression, kind):
            return lambda values: function(*[argument(values) for argument in arguments])
    return lambda values: _refuse(expression, [argument(values) for argument in arguments])


FUNCTIONS: dict[Any, Callable[..., Number]] = {
    sympy.exp: exp,
    sympy.log: log,
    sympy.floor: floor,
    sympy.ceiling: lambda a: -floor(-a),
    sympy.Max: lambda *numbers: largest(numbers),
    sympy.Min: lambda *numbers: -largest(-a for a in numbers),
    sympy.Abs: lambda a: largest([a, -a]),
}
"""What functions of sympy's are computed with."""


def _value(symbol: Any, values: Values) -> Number:
    if symbol not in values:
        raise BoundcheckError(f"no value for {symbol.name}; set it, for example {symbol.name}=1")
    return as_number(values[symbol], symbol.name)


def _power(expression: Any, base: Number, exponent: Number) -> Number:
    try:
        return power(base, exponent)
    except ZeroDivisionError:
        raise UndefinedValue(f"division by zero in {expression}") from None


def _refuse(expression: Any, _arguments: list[Number]) -> NoReturn:
    raise cannot_evaluate(expression)


def cannot_evaluate(expression: Any) -> BoundcheckError:
    """Return the error for an expression with an operation that exact arithmetic does not know."""
    return BoundcheckError(
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
    if type(value) is Fraction or isinstance(value, Real):
        return value
    if isinstance(value, sympy.Expr) and not isinstance(value, sympy.Number):
        return evaluate(value, {})
    return to_fraction(value, name)


def relation_holds(operator: str, order: int) -> bool:
    """Tell whether a comparison with sign ``order`` satisfies ``operator``."""
    if operator not in RELATIONS:
        raise BoundcheckError(f"unknown relation {operator!r}; use <=, <, ==, !=, > or >=")
    return bool(RELATIONS[operator](order, 0))
