"""Exact numbers: fractions, and rational multiples of square roots of whole numbers."""

from __future__ import annotations

import math
from fractions import Fraction
from typing import NamedTuple

ZERO, ONE = Fraction(0), Fraction(1)


class Refused(Exception):
    """The claim has no Gram form that is known here: why."""


class Root(NamedTuple):
    """factor * sqrt(radicand)."""

    factor: Fraction
    radicand: int


Number = Fraction | Root


def root_of(square: Fraction) -> Number:
    """Return the square root."""
    if square < 0:
        raise Refused(f"the square root of {square}")
    factor, radicand = Fraction(1, square.denominator), square.numerator * square.denominator
    for d in range(2, 1000):
        while radicand and radicand % (d * d) == 0:
            radicand, factor = radicand // (d * d), factor * d
    exact = math.isqrt(radicand)
    return factor * exact if exact * exact == radicand else Root(factor, radicand)


def square(a: Number) -> Fraction:
    """Return the square, which is rational."""
    return a * a if isinstance(a, Fraction) else a.factor**2 * a.radicand


def sign(a: Number) -> int:
    """Return 1, 0 or -1."""
    factor = a if isinstance(a, Fraction) else a.factor
    return (factor > 0) - (factor < 0)


def compare(a: Number, b: Number) -> int:
    """Return the sign of a - b."""
    if sign(a) != sign(b):
        return 1 if sign(a) > sign(b) else -1
    gap = square(a) - square(b)
    return ((gap > 0) - (gap < 0)) * sign(a)


def plus(a: Number, b: Number) -> Number:
    """Return a + b; a sum of two different roots is refused."""
    if not sign(a) or not sign(b):
        return b if not sign(a) else a
    if isinstance(a, Fraction) and isinstance(b, Fraction):
        return a + b
    if isinstance(a, Root) and isinstance(b, Root) and a.radicand == b.radicand:
        return Root(a.factor + b.factor, a.radicand) if a.factor + b.factor else ZERO
    raise Refused("a sum of different square roots, which this checker does not compute with")


def times(a: Number, b: Number) -> Number:
    """Return a * b."""
    if isinstance(a, Fraction) and isinstance(b, Fraction):
        return a * b
    found = root_of(square(a) * square(b))
    return found if sign(a) * sign(b) > 0 else scaled(found, Fraction(sign(a) * sign(b)))


def scaled(a: Number, factor: Fraction) -> Number:
    """Return factor * a."""
    return a * factor if isinstance(a, Fraction) else Root(a.factor * factor, a.radicand) if factor else ZERO


def inverse(a: Number) -> Number:
    """Return 1 / a."""
    if not sign(a):
        raise Refused("a division by zero")
    return scaled(a, 1 / square(a))


def power(a: Number, e: Number) -> Number:
    """Return a**e for e a whole number or a half of one."""
    if not isinstance(e, Fraction) or e.denominator > 2 or abs(e) > 64:
        raise Refused(f"the power {e}; whole numbers and halves are known, up to 64")
    if e < 0:
        return power(inverse(a), -e)
    if e.denominator == 2:
        if not isinstance(a, Fraction):
            raise Refused("the square root of a square root")
        return root_of(a ** int(2 * e))
    return a ** int(e) if isinstance(a, Fraction) else times(square(a) ** (int(e) // 2), a if e % 2 else ONE)


def floor(a: Number, rational: Fraction = ZERO) -> Fraction:
    """Return the largest whole number that is at most a + rational."""
    if isinstance(a, Fraction):
        return Fraction(math.floor(a + rational))
    d = rational.denominator * a.factor.denominator
    below = math.isqrt(math.floor(square(a) * d * d))  # floor(z/d) = floor(floor(z)/d)
    return Fraction(math.floor((rational * d + (below if a.factor > 0 else -below - 1)) / d))


def real(a: Number) -> float:
    """Return a float near a number, for reading."""
    return float(a) if isinstance(a, Fraction) else float(a.factor) * math.sqrt(a.radicand)


def text_of(a: Number) -> str:
    """Write a number."""
    return str(a) if isinstance(a, Fraction) else f"{a.factor}*sqrt({a.radicand})".removeprefix("1*")
