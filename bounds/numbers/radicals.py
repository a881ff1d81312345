"""Roots and powers of rationals: which roots are rational, and the lowest terms of the others."""

from __future__ import annotations

from fractions import Fraction
from functools import lru_cache

from flint import fmpz

SMALL_PRIMES = (2, 3, 5, 7, 11, 13, 17, 19, 23, 29, 31)

MOST_DEGREE = 2000
"""The largest prime degree of a root that a number is tried for; the logarithm of a higher power is left as it is."""


def rational_root(value: Fraction, degree: int = 2) -> Fraction | None:
    """Return the root of a non-negative rational if it is rational, else None."""
    numerator, denominator = fmpz(value.numerator).root(degree), fmpz(value.denominator).root(degree)
    if numerator**degree == value.numerator and denominator**degree == value.denominator:
        return Fraction(int(numerator), int(denominator))
    return None


def lowest_terms(value: Fraction, degree: int) -> tuple[Fraction, Fraction, int]:
    """Return (outside, inside, degree) of a root of a positive rational: outside times the root of an integer.

    >>> lowest_terms(Fraction(4), 4), lowest_terms(Fraction(1, 8), 2)
    ((Fraction(1, 1), Fraction(2, 1), 2), (Fraction(1, 4), Fraction(2, 1), 2))
    """
    outside, inside = Fraction(1, value.denominator), fmpz(value.numerator) * fmpz(value.denominator) ** (degree - 1)
    for p in SMALL_PRIMES:
        perfect = fmpz(p) ** degree
        while inside % perfect == 0:
            inside //= perfect
            outside *= p
    for p in SMALL_PRIMES:
        while degree % p == 0 and inside.root(p) ** p == inside:
            inside, degree = inside.root(p), degree // p
    return outside, Fraction(int(inside)), degree


@lru_cache(maxsize=4096)
def perfect_power(value: Fraction) -> tuple[Fraction, int]:
    """Write a rational value > 1 as root ** degree with the largest degree that is a product of primes below 2000."""
    root, degree = value, 1
    p = 2
    while p < min(root.numerator.bit_length(), MOST_DEGREE):
        numerator, denominator = fmpz(root.numerator).root(p), fmpz(root.denominator).root(p)
        if numerator**p == root.numerator and denominator**p == root.denominator:
            root, degree = Fraction(int(numerator), int(denominator)), degree * p
        else:
            p += 1
    return root, degree


def bits_of(value: Fraction) -> int:
    """Return the bits of numerator and denominator together."""
    return value.numerator.bit_length() + value.denominator.bit_length()
