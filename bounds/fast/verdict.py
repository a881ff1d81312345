"""Bounds as they are written, at exact values: decided by a ball where it can be, exactly where it cannot."""

from __future__ import annotations

import operator
from collections.abc import Callable, Mapping, Sequence
from fractions import Fraction
from functools import lru_cache, reduce
from typing import Any, TypeAlias

from flint import arb, ctx, fmpq

from bounds import symbols
from bounds.errors import BoundcheckError
from bounds.formulas.operations import as_number
from bounds.formulas.program import program
from bounds.formulas.tree import Apply, Constant, Formula, Kind, Name, names
from bounds.numbers import Number, compare, working_precision
from bounds.numbers.evaluate import Values
from bounds.numbers.evaluate import as_number as exact

NUMBER: Kind = "number"


def value_of(bound: Formula, values: Values) -> Number:
    """Return the exact value of a formula of parameters.

    Raises BoundcheckError for a name without a value, and UndefinedValue for a division by zero, or the logarithm of
    zero.

    >>> from bounds import symbols as s
    >>> from bounds.formulas import read
    >>> value_of(read("U**2*(X**2 - eta)"), {s.U: Fraction(1), s.X: Fraction(2), s.eta: Fraction(1, 2)})
    Fraction(7, 2)
    """
    spoken, compute = _compiled(bound)
    return compute({symbol.name: exact(_of(symbol, values), symbol.name) for symbol in spoken})


def order(bound: Formula, values: Values, other: Number) -> int | None:
    """Return the sign of a bound's value minus ``other``, or None if undecided: as ``compare`` would.

    The bound is enclosed first, at the current precision; only if its ball meets that of ``other``, or is no ball at
    all (a logarithm of zero), it is evaluated exactly.

    >>> from bounds import symbols as s
    >>> from bounds.formulas import read
    >>> order(read("sqrt(l)"), {s.l: Fraction(2)}, Fraction(7, 5)), order(read("l"), {s.l: Fraction(2)}, Fraction(2))
    (1, 0)
    """
    try:
        gap = enclose(bound, values) - _ball(other)
    except ZeroDivisionError:
        return compare(value_of(bound, values), other)
    if gap > 0:
        return 1
    if gap < 0:
        return -1
    return 0 if gap == 0 else compare(value_of(bound, values), other)


def enclose(bound: Formula, values: Values) -> arb:
    """Return a ball around a bound's value at the current precision (nan where it has none)."""
    spoken, function = _compiled_balls(bound, ctx.prec)
    return function([_ball(_of(symbol, values)) for symbol in spoken])


def _of(symbol: Any, values: Values) -> Number:
    if symbol not in values:
        raise BoundcheckError(f"no value for {symbol.name}; set it, for example {symbol.name}=1")
    return values[symbol]


Spoken: TypeAlias = tuple[Any, ...]
"""The symbols of a formula, by their names."""


def _symbols(bound: Formula) -> Spoken:
    return tuple(map(symbols.lookup, sorted(names(bound))))


@lru_cache(maxsize=4096)
def _compiled(bound: Formula) -> tuple[Spoken, Callable[[Mapping[str, Number]], Number]]:
    """Return the symbols of a formula, and what computes it from the values of their names."""
    return _symbols(bound), as_number(program(bound, dict.fromkeys(names(bound), NUMBER), {})).value


# --- balls -----------------------------------------------------------------------------------------------


def _ball(number: Number) -> arb:
    if isinstance(number, Fraction):
        numerator, denominator = number.as_integer_ratio()
        return arb(numerator) if denominator == 1 else arb(fmpq(numerator, denominator))
    return number.approximation()


Balls = Callable[[Sequence[arb]], arb]
"""A function of the balls of some symbols."""


@lru_cache(maxsize=4096)
def _compiled_balls(bound: Formula, precision: int) -> tuple[Spoken, Balls]:
    """Return the symbols of a formula, and a function from the list of their balls to its own.

    It knows the operations that bounds are written in and no others; constant parts are evaluated once, at this
    precision. Raises BoundcheckError for any other operation.
    """
    spoken = _symbols(bound)
    with working_precision(precision):
        return spoken, _compile(bound, {symbol.name: i for i, symbol in enumerate(spoken)})


def _compile(formula: Formula, places: Mapping[str, int]) -> Balls:
    """Return the function of one part; what has no names is a constant."""
    match formula:
        case Name(name):
            return operator.itemgetter(places[name])
        case Constant(number):
            return _constant(_ball(number))
        case Apply("**", (base, exponent)) if not names(exponent):
            function = _raised(_compile(base, places), value_of(exponent, {}))
        case Apply(name, arguments):
            function = _applied(name, [_compile(argument, places) for argument in arguments])
    return function if names(formula) else _constant(function([]))


def _constant(ball: arb) -> Balls:
    return lambda _: ball


UNARY: dict[str, Callable[[arb], arb]] = {
    "-": operator.neg,
    "exp": arb.exp,
    "ln": arb.log,
    "log": arb.log,
    "sqrt": arb.sqrt,
    "floor": arb.floor,
    "ceiling": arb.ceil,
    "abs": abs,
    "Abs": abs,
    "log2": lambda a: a.log() / arb(2).log(),
}
BINARY: dict[str, Callable[[arb, arb], arb]] = {
    "+": operator.add,
    "-": operator.sub,
    "*": operator.mul,
    "/": operator.truediv,
    "**": operator.pow,
    "log": lambda a, b: a.log() / b.log(),
    **dict.fromkeys(("max", "Max"), arb.max),
    **dict.fromkeys(("min", "Min"), arb.min),
}


def _applied(name: str, arguments: Sequence[Balls]) -> Balls:
    if len(arguments) == 1 and name in UNARY:
        unary, (argument,) = UNARY[name], arguments
        return lambda balls: unary(argument(balls))
    if len(arguments) > 1 and name in BINARY:
        return reduce(lambda first, second: _pair(BINARY[name], first, second), arguments)
    raise BoundcheckError(f"cannot enclose {name} of {len(arguments)} numbers")


def _pair(binary: Callable[[arb, arb], arb], first: Balls, second: Balls) -> Balls:
    return lambda balls: binary(first(balls), second(balls))


def _raised(base: Balls, exponent: Number) -> Balls:
    """Return the power with a constant exponent: roots are enclosed more tightly, whole powers of any base exist."""
    if exponent == Fraction(1, 2):
        return lambda balls: base(balls).sqrt()
    if exponent == Fraction(-1, 2):
        return lambda balls: base(balls).rsqrt()
    if isinstance(exponent, Fraction) and exponent.denominator == 1:
        return lambda balls: base(balls) ** exponent.numerator
    power = _ball(exponent)
    return lambda balls: base(balls) ** power
