"""Symbolic bounds in ball arithmetic: compiled once, decided by a ball where it can, exactly where it cannot."""

from __future__ import annotations

import operator
from collections.abc import Callable, Sequence
from fractions import Fraction
from functools import lru_cache, reduce
from typing import Any

import sympy
from flint import arb, ctx, fmpq

from bounds.errors import BoundcheckError
from bounds.numbers import Number, compare, working_precision
from bounds.numbers.evaluate import Values, evaluate


def order(expression: Any, values: Values, other: Number) -> int | None:
    """Return the sign of the expression's value minus ``other``, or None if undecided: as ``compare`` would.

    The expression is enclosed first, at the current precision; only if its ball meets that of ``other``, or is no
    ball at all (a logarithm of zero), it is evaluated exactly.

    >>> from bounds import symbols as s
    >>> order(sympy.sqrt(s.l), {s.l: Fraction(2)}, Fraction(7, 5)), order(s.l, {s.l: Fraction(2)}, Fraction(2))
    (1, 0)
    """
    try:
        gap = enclose(expression, values) - _ball(other)
    except ZeroDivisionError:
        return compare(evaluate(expression, values), other)
    if gap > 0:
        return 1
    if gap < 0:
        return -1
    return 0 if gap == 0 else compare(evaluate(expression, values), other)


def enclose(expression: Any, values: Values) -> arb:
    """Return a ball around the expression's value at the current precision (nan where it has none)."""
    symbols, function = compiled_balls(expression, ctx.prec)
    try:
        return function([_ball(values[symbol]) for symbol in symbols])
    except KeyError as missing:
        raise BoundcheckError(f"no value for {missing.args[0]}; set it, for example {missing.args[0]}=1") from None


def _ball(number: Number) -> arb:
    if isinstance(number, Fraction):
        numerator, denominator = number.as_integer_ratio()
        return arb(numerator) if denominator == 1 else arb(fmpq(numerator, denominator))
    return number.approximation()


Balls = Callable[[Sequence[arb]], arb]
"""A function of the balls of some symbols."""


@lru_cache(maxsize=4096)
def compiled_balls(expression: Any, precision: int) -> tuple[tuple[Any, ...], Balls]:
    """Return the symbols of an expression and a function from the list of their balls to its own.

    The function knows the nodes that ``evaluate`` knows and no others; constant parts are evaluated once, at this
    precision. Raises BoundcheckError for any other node.
    """
    symbols = tuple(sorted(expression.free_symbols, key=str))
    with working_precision(precision):
        return symbols, _compile(expression, {symbol: i for i, symbol in enumerate(symbols)})


def _compile(expression: Any, places: dict[Any, int]) -> Balls:
    """Return the function of one node; what has no symbols is a constant."""
    if isinstance(expression, sympy.Symbol):
        return operator.itemgetter(places[expression])
    if isinstance(expression, sympy.Rational):
        return _constant(arb(fmpq(int(expression.p), int(expression.q))))
    if expression is sympy.E:
        return _constant(arb(1).exp())
    function = _node(expression, [_compile(argument, places) for argument in expression.args])
    return function if expression.free_symbols else _constant(function([]))


def _constant(value: arb) -> Balls:
    return lambda _: value


UNARY: dict[str, Callable[[arb], arb]] = {
    "exp": arb.exp,
    "log": arb.log,
    "floor": arb.floor,
    "ceiling": arb.ceil,
    "Abs": abs,
}
BINARY: dict[str, Callable[[arb, arb], arb]] = {
    "Add": operator.add,
    "Mul": operator.mul,
    "Pow": operator.pow,
    "Max": arb.max,
    "Min": arb.min,
}


def _node(expression: Any, arguments: list[Balls]) -> Balls:
    kind = type(expression).__name__
    if kind == "Pow" and isinstance(expression.exp, sympy.Rational):
        power = _power(expression.exp)
        base = arguments[0]
        return lambda balls: power(base(balls))
    if kind in UNARY:
        unary, argument = UNARY[kind], arguments[0]
        return lambda balls: unary(argument(balls))
    if kind in BINARY:
        return reduce(lambda first, second: _pair(BINARY[kind], first, second), arguments)
    raise BoundcheckError(f"cannot enclose {expression!r} of type {kind}")


def _pair(binary: Callable[[arb, arb], arb], first: Balls, second: Balls) -> Balls:
    return lambda balls: binary(first(balls), second(balls))


def _power(exponent: Any) -> Callable[[arb], arb]:
    """Return the power with a constant exponent: roots are enclosed more tightly, whole powers of any base exist."""
    if exponent == sympy.Rational(1, 2):
        return arb.sqrt
    if exponent == sympy.Rational(-1, 2):
        return arb.rsqrt
    power = int(exponent) if exponent.is_integer else arb(fmpq(int(exponent.p), int(exponent.q)))
    return lambda ball: ball**power
