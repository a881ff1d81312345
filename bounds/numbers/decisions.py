"""Decisions about exact numbers: which is larger, which is largest, and the integer below."""

from __future__ import annotations

import math
import operator
from collections.abc import Callable, Iterable
from fractions import Fraction
from typing import Any

from bounds.errors import BoundcheckError, Undecided
from bounds.numbers.balls import PRECISION_CAP, refined, working_precision
from bounds.numbers.decimals import enclosure_text
from bounds.numbers.real import Number, require_sign, sign

RELATIONS: dict[str, Callable[[Any, Any], Any]] = {
    "<": operator.lt,
    "<=": operator.le,
    "==": operator.eq,
    "!=": operator.ne,
    ">=": operator.ge,
    ">": operator.gt,
}
"""What relations say of integers, of arrays of them, and of the sign of a difference and 0."""


def compare(a: Number, b: Number) -> int | None:
    """Return the sign of ``a - b``, or None if undecided.

    >>> from bounds.numbers import sqrt
    >>> compare(sqrt(Fraction(2)), Fraction(7, 5))
    1
    """
    if type(a) is Fraction and type(b) is Fraction:
        (p, q), (r, s) = a.as_integer_ratio(), b.as_integer_ratio()
        left, right = p * s, r * q
        return (left > right) - (left < right)
    return sign(a - b)


def require_order(a: Number, b: Number, what: str) -> int:
    """Return the sign of ``a - b``, which is called ``what``; raise Undecided when it cannot be found."""
    result = compare(a, b)
    if result is None:
        raise Undecided(f"the sign of {what}", enclosure_text(a - b))
    return result


def largest(numbers: Iterable[Number]) -> Number:
    """Return the largest of at least one number; raise Undecided if an order cannot be found."""
    result: Number | None = None
    for number in numbers:
        if result is None or require_order(number, result, "a maximum") > 0:
            result = number
    if result is None:
        raise BoundcheckError("the maximum of no numbers was asked for")
    return result


def floor(number: Number) -> Fraction:
    """Return the largest integer not above ``number``; raise Undecided if that cannot be found.

    >>> from bounds.numbers import log
    >>> floor(2 * log(Fraction(8)))
    Fraction(4, 1)
    """
    if isinstance(number, Fraction):
        return Fraction(math.floor(number))
    for precision, enclosure in refined(number, PRECISION_CAP):
        with working_precision(precision):
            lower, upper = enclosure.lower().floor(), enclosure.upper().floor()
            near = upper - lower <= 1  # else they may be too long to be written down
        if near and lower.is_exact() and upper.is_exact() and lower.is_finite() and upper.is_finite():
            low, high = int(str(lower.fmpz())), int(str(upper.fmpz()))
            if low == high:
                return Fraction(low)
            if high == low + 1 and sign(number - high) is not None:
                return Fraction(high if require_sign(number - high, "a floor") >= 0 else low)
    raise Undecided(f"the integer part of {number}", enclosure_text(number))
