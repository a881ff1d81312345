"""The centre of the ellipsoid method (Kivinen and Warmuth 1995, section 2.2, after Maass and Turan)."""

from __future__ import annotations

import math
from fractions import Fraction
from functools import lru_cache
from typing import NamedTuple

from bounds.data.vectors import Example, Vector

BITS = 128


class _Reached(NamedTuple):
    """The centre, and the earlier directions P g with what each of them is divided by, doubled, on P's own scale."""

    centre: Vector
    directions: tuple[tuple[Fraction, Vector], ...]
    grown: Fraction


def centre(cuts: Vector, n: Fraction) -> Vector:
    """Return the centre (w, -theta) that central cuts have reached from the unit ball around 0 in n + 1 dimensions.

    ``cuts`` has n zeros, and then the vectors g = y*(x, 1) of the mistakes. The half of the ellipsoid on the side of g
    is enclosed in the smallest one: with m = n + 1, the centre moves by P g/((m + 1)*sqrt(g.P g)), and P becomes
    m**2/(m**2 - 1)*(P - 2/(m + 1)*P g (P g)'/(g.P g)). Factors are rounded down to multiples of 2**-128, which leaves
    the centre a combination of the cuts, with coefficients that depend on their dot products alone: the learner is
    additive and invariant under rotations, exactly.

    >>> centre(Example([0]), Fraction(1))
    (0, 0)
    >>> centre(Example([0, 0, -1]), Fraction(1))[1] < 0
    True
    """
    m = int(n) + 1
    entries = list(cuts.numerators)
    parts = [Example(entries[i : i + m], cuts.denominator).reduced() for i in range(m - 1, len(entries), m)]
    vectors = tuple((tuple(part.numerators), part.denominator) for part in parts)
    for known in range(0, len(vectors), 64):  # so that no cut is many calls away from one that is known
        _after(vectors[:known], m)
    return _after(vectors, m).centre


@lru_cache(maxsize=4096)
def _after(cuts: tuple[tuple[tuple[int, ...], int], ...], m: int) -> _Reached:
    if not cuts:
        return _Reached(Example([0] * m), (), Fraction(1))
    before = _after(cuts[:-1], m)
    g = Example(*cuts[-1])
    direction = g
    for divisor, other in before.directions:
        direction = _moved(direction, -_floored(divisor * other.dot(g)), other)
    along = direction.dot(g)
    step = _root(before.grown / along) / (m + 1)
    directions = (*before.directions, (Fraction(2, m + 1) / along, direction))
    return _Reached(_moved(before.centre, step, direction), directions, before.grown * Fraction(m * m, m * m - 1))


def _moved(a: Vector, factor: Fraction, b: Vector) -> Vector:
    common = math.lcm(a.denominator, b.denominator * factor.denominator)
    left, right = common // a.denominator, factor.numerator * (common // (b.denominator * factor.denominator))
    entries = [left * p + right * q for p, q in zip(a.numerators, b.numerators, strict=True)]
    return Example(entries, common).reduced()


def _floored(a: Fraction) -> Fraction:
    return Fraction(math.floor(a * 2**BITS), 2**BITS)


def _root(a: Fraction) -> Fraction:
    """Return the square root, rounded down to a multiple of 2**-BITS."""
    return Fraction(math.isqrt((a.numerator << 2 * BITS) // a.denominator), 2**BITS)
