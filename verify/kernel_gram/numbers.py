"""The numbers of worst cases, which are those of kernel.py; a rule's are rational, and so are the squares of norms."""

from __future__ import annotations

import math
from fractions import Fraction
from typing import Any

from verify.kernel import ONE, Number, Unknown, enclose, number, terms_of

DIGITS = 120


class Refused(Exception):
    """The claim has no Gram form that is known here: why."""


def square(a: Number) -> Fraction:
    """Return the square, which has to be rational."""
    squared = a * a
    if not isinstance(squared, Fraction):
        raise Refused("a limit that is no multiple of a square root; choose the parameters so that it is one")
    return squared


BITS = 256
"""An irrational number is taken for a multiple of 2**-BITS that is as near as this."""

NEAR = Fraction(1, 2 ** (BITS - 1))


def near(a: Number) -> Fraction:
    """Return a rational number as it is, and for an irrational one a rational that is at most NEAR away from it."""
    if isinstance(a, Fraction):
        return a
    low, high = map(Fraction, enclose(a, DIGITS))
    nearest = Fraction(math.floor(low * 2**BITS), 2**BITS)
    if high - nearest > NEAR:
        raise Unknown(f"an irrational number that {DIGITS} digits do not tell well enough")
    return nearest


def real(a: Number) -> float:
    """Return a float near a number, for reading."""
    return float(a) if isinstance(a, Fraction) else float(enclose(a, 30)[0])


def text_of(a: Number) -> str:
    """Write a number: a sum of rational ones and multiples of square roots."""
    return " + ".join(term(root, factor) for root, factor in terms_of(a).items()) or "0"


def term(root: Any, factor: Fraction) -> str:
    """Write a multiple of a square root, or of 1."""
    radicand = square(number({root: ONE}))
    return str(factor) if radicand == 1 else f"{factor}*sqrt({radicand})".removeprefix("1*")
