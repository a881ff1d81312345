"""When a rational combination of atoms is zero, and when it cannot be.

The sign is certain to be found where

* real roots of positive rationals, pairwise with irrational ratio, are linearly independent over the rationals
  (Besicovitch), so a combination with a non-zero coefficient is not zero;
* exponentials of distinct rationals are linearly independent over the rationals (Lindemann-Weierstrass);
* a rational combination of logarithms of rationals is zero if and only if the product of the powers is 1,
  and is never a rational other than zero (Lindemann).
"""

from __future__ import annotations

import math
from collections.abc import Mapping
from fractions import Fraction
from typing import TypeAlias

from bounds.numbers.atoms import Atom, Exp, Log, Root
from bounds.numbers.rational import common_denominator

Terms: TypeAlias = Mapping[Atom, Fraction]

MAX_POWER_BITS = 1 << 16
"""Size up to which powers are multiplied out to see whether a sum of logarithms vanishes."""


def is_logarithm_of_one(terms: Terms) -> bool:
    """Decide whether a sum of c_i ln(q_i) is zero, by multiplying out the powers (if not too large)."""
    powers = [(a.argument, c) for a, c in terms.items() if isinstance(a, Log)]
    if len(powers) < len(terms):
        return False
    common = common_denominator(c for _, c in powers)
    shared = Fraction(common, math.gcd(*(int(c * common) for _, c in powers)))
    product, bits = Fraction(1), 0
    for q, c in powers:
        if not isinstance(q, Fraction):
            return False
        exponent = int(c * shared)
        bits += abs(exponent) * (q.numerator.bit_length() + q.denominator.bit_length())
        if bits > MAX_POWER_BITS:
            return False
        product *= q**exponent
    return product == 1


def is_certainly_nonzero(rational: Fraction, terms: Terms) -> bool:
    """Tell whether a theorem says that a combination with a coefficient other than 0 is not zero."""

    def is_rational(value: object) -> bool:
        return isinstance(value, Fraction)

    return (
        all(isinstance(a, Root) and is_rational(a.radicand) for a in terms)
        or all(isinstance(a, Exp) and is_rational(a.exponent) for a in terms)
        or (all(isinstance(a, Log) and is_rational(a.argument) for a in terms) and (len(terms) == 1 or rational != 0))
    )
