"""Which of two numbers is simpler, and the numbers that shrinking puts in the place of another.

A rational is simpler the smaller its denominator is, then its magnitude; of x and -x the positive one is simpler.
Irrational numbers come last. ``simpler`` is the documented set of candidates: a counterexample is called 1-minimal
only after all of them were tried for each of its numbers.
"""

from __future__ import annotations

import math
from collections.abc import Iterable
from fractions import Fraction
from functools import lru_cache
from typing import TypeAlias

from bounds.errors import Undecided
from bounds.numbers import Number, floor

Numbers: TypeAlias = tuple[Fraction, ...]
Rank: TypeAlias = tuple[int, int, int, int]

ZERO, ONE, HALF = Fraction(0), Fraction(1), Fraction(1, 2)


def simplicity(number: Number) -> Rank:
    """Rank a number: irrational or not, denominator, magnitude of the numerator, sign.

    >>> sorted(map(Fraction, ("-10", "1/2", "-1", "3", "1", "0", "-1/2")), key=simplicity)[:5]
    [Fraction(0, 1), Fraction(1, 1), Fraction(-1, 1), Fraction(3, 1), Fraction(-10, 1)]
    """
    if isinstance(number, Fraction):
        return 0, number.denominator, abs(number.numerator), int(number < 0)
    return 1, len(str(number)), 0, 0


def total(numbers: Iterable[Number]) -> Rank:
    """Add the ranks up, part by part: making one number simpler makes the total smaller."""
    irrational = lengths = magnitudes = negative = 0
    for number in numbers:
        a, b, c, d = simplicity(number)
        irrational, lengths, magnitudes, negative = irrational + a, lengths + b, magnitudes + c, negative + d
    return irrational, lengths, magnitudes, negative


SIMPLE: Numbers = tuple(
    sorted(
        {ZERO, *(Fraction(sign * p, q) for sign in (1, -1) for p in range(1, 11) for q in range(1, 11) if p + q <= 11)},
        key=simplicity,
    )
)
"""0, 1, -1, 2, -2, ..., 10, -10, 1/2, -1/2, 3/2, ...: numerator and denominator add up to 11 at most."""

DENOMINATORS = (*range(1, 51), 60, 80, 100, 1000)
"""Denominators to which a number is rounded, down and up."""


@lru_cache(maxsize=4096)
def simpler(number: Number, *, integer: bool = False) -> Numbers:
    """Return every number that is tried in the place of another, simplest first; ``integer`` asks for integers only.

    These are the numbers of SIMPLE, the opposite number, the number rounded down and up to each of DENOMINATORS, and
    the numbers a half, a quarter, an eighth ... of the way to zero from it, rounded towards zero.

    >>> [str(x) for x in simpler(Fraction(-2))]
    ['0', '1', '-1', '2']
    >>> [str(x) for x in simpler(Fraction(1, 2))][:3], Fraction(1, 39) in simpler(Fraction(1, 40))
    (['0', '1', '-1'], True)
    """
    options = {*SIMPLE, *_near(number)}
    here = simplicity(number)
    ordered = sorted((option for option in options if simplicity(option) < here), key=simplicity)
    return tuple(option for option in ordered if not integer or option.denominator == 1)


def _near(number: Number) -> set[Fraction]:
    if not isinstance(number, Fraction):
        try:
            below = {d: floor(number * d) for d in DENOMINATORS}
        except Undecided:
            return set()
        return {Fraction(b + up) / d for d, b in below.items() for up in (0, 1)}
    options = {-number, Fraction(math.trunc(number)), *(number.limit_denominator(d) for d in (2, 3, 10, 100))}
    if number.denominator > 1:
        options |= {Fraction(math.floor(number * d) + up, d) for d in DENOMINATORS for up in (0, 1)}
    return options | _towards_zero(number)


def _towards_zero(number: Fraction) -> set[Fraction]:
    step, numbers = abs(number), set[Fraction]()
    while step >= 1:
        step /= 2
        numbers.add(Fraction(int(number - step if number > 0 else number + step)))
    return numbers


def quickly_simpler(number: Fraction) -> Numbers:
    """Return a few numbers to try first: 0, 1, -1, roundings, and steps towards zero.

    >>> [str(x) for x in quickly_simpler(Fraction(9, 2))]
    ['0', '1', '-1', '2', '3', '4']
    """
    options = {
        ZERO,
        ONE,
        -ONE,
        abs(number),
        Fraction(round(number)),
        *(number.limit_denominator(d) for d in (2, 3, 10)),
        *_towards_zero(number),
    }
    here = simplicity(number)
    return tuple(sorted((option for option in options if simplicity(option) < here), key=simplicity))


def content(values: Iterable[Fraction]) -> Fraction:
    """Return the largest c > 0 such that all values are integer multiples of c (0 if all are zero).

    >>> content([Fraction(3, 2), Fraction(0), Fraction(6)])
    Fraction(3, 2)
    """
    nonzero = [value for value in values if value]
    denominator = math.lcm(*(value.denominator for value in nonzero))
    return Fraction(math.gcd(*(int(value * denominator) for value in nonzero)), denominator)


def scaled(row: Numbers, factor: Fraction) -> Numbers:
    """Return ``factor`` times a vector."""
    return tuple(factor * a for a in row)


SIZES = tuple(Fraction(k, 2) for k in (*range(2, 49), *range(52, 129, 4)))
"""Largest entries that vectors are scaled to before they are rounded to integers; halves round in other ways."""


def rounded(row: Numbers, denominator: int = 1) -> Numbers:
    """Round a vector to multiples of 1/denominator."""
    return tuple(Fraction(round(a * denominator), denominator) for a in row)
