"""Symbolic bounds in ball arithmetic: compiled once, decided by a ball where it can, exactly where it cannot."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from functools import lru_cache
from typing import Any

import sympy
from flint import arb, ctx, fmpq

from bounds.errors import BoundcheckError
from bounds.evaluate import Values, evaluate
from bounds.numbers import Number, compare, working_precision


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
        return function(*[_ball(values[symbol]) for symbol in symbols])
    except KeyError as missing:
        raise BoundcheckError(f"no value for {missing.args[0]}; set it, for example {missing.args[0]}=1") from None


def _ball(number: Number) -> arb:
    if isinstance(number, Fraction):
        numerator, denominator = number.as_integer_ratio()
        return arb(numerator) if denominator == 1 else arb(fmpq(numerator, denominator))
    return number.approximation()


@lru_cache(maxsize=4096)
def compiled_balls(expression: Any, precision: int) -> tuple[tuple[Any, ...], Callable[..., arb]]:
    """Return the symbols of an expression and a function from their balls to its own.

    The function is Python source of calls to balls' own methods, made of the nodes that ``evaluate`` knows and of
    nothing else; constant parts are evaluated once, at this precision. Raises BoundcheckError for any other node.
    """
    symbols = tuple(sorted(expression.free_symbols, key=str))
    names = {symbol: f"b{i}" for i, symbol in enumerate(symbols)}
    constants: dict[str, arb] = {}
    with working_precision(precision):
        text = _source(expression, names, constants)
    function = eval(f"lambda {', '.join(names.values())}: {text}", {"__builtins__": {}, **constants})  # noqa: S307
    return symbols, function


def _source(expression: Any, names: dict[Any, str], constants: dict[str, arb]) -> str:
    """Return the expression as Python source; what has no symbols becomes a constant."""
    if isinstance(expression, sympy.Symbol):
        return names[expression]
    if isinstance(expression, sympy.Rational):
        return _constant(arb(fmpq(int(expression.p), int(expression.q))), constants)
    if expression is sympy.E:
        return _constant(arb(1).exp(), constants)
    arguments = [_source(argument, names, constants) for argument in expression.args]
    text = _call(expression, arguments)
    if expression.free_symbols:
        return text
    return _constant(eval(text, {"__builtins__": {}, **constants}), constants)  # noqa: S307


def _constant(value: arb, constants: dict[str, arb]) -> str:
    name = f"c{len(constants)}"
    constants[name] = value
    return name


def _call(expression: Any, arguments: list[str]) -> str:
    """Return the source of one node."""
    kind = type(expression).__name__
    if kind == "Pow":
        return _power(expression, arguments)
    if kind in ("Add", "Mul"):
        return f"({(' + ' if kind == 'Add' else ' * ').join(arguments)})"
    if kind in METHODS:
        return f"{arguments[0]}.{METHODS[kind]}()"
    if kind in ("Max", "Min"):
        first, *others = arguments
        return first + "".join(f".{kind.lower()}({other})" for other in others)
    raise BoundcheckError(f"cannot enclose {expression!r} of type {kind}")


METHODS = {"exp": "exp", "log": "log", "floor": "floor", "ceiling": "ceil", "Abs": "__abs__"}


def _power(expression: Any, arguments: list[str]) -> str:
    base, exponent = arguments
    if expression.exp == sympy.Rational(1, 2):
        return f"{base}.sqrt()"
    if expression.exp == sympy.Rational(-1, 2):
        return f"{base}.rsqrt()"
    return (
        f"({base} ** {int(expression.exp)})" if isinstance(expression.exp, sympy.Integer) else f"({base} ** {exponent})"
    )
