"""Quotients and logarithms of sums of exponentials, and sums of powers, as numbers."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from functools import lru_cache

from bounds.numbers.atoms import Log, Quotient
from bounds.numbers.exponential_sums import ExpSum
from bounds.numbers.real import Number, Real, exact, log, of_atom, power, total


def quotient(numerator: ExpSum, denominator: ExpSum) -> Number:
    """Return numerator / denominator (the denominator positive), a Fraction when they are proportional."""
    if not numerator.coefficients:
        return Fraction(0)
    n_content, n_top, n_rest = numerator.normalised()
    d_content, d_top, d_rest = denominator.normalised()
    if n_top == d_top:
        if n_rest == d_rest:
            return Fraction(n_content, d_content)
        if n_rest == ExpSum._made(d_rest.step, {k: -c for k, c in d_rest.coefficients.items()}):
            return Fraction(-n_content, d_content)
    shifted = ExpSum._made(numerator.step, {k + n_top - d_top: c for k, c in n_rest.coefficients.items()})
    return Real(Fraction(0), {Quotient(shifted, d_rest): Fraction(n_content, d_content)})


def log_expsum(whole: ExpSum) -> Number:
    """Return the logarithm of a positive sum of exponentials; shifts and common factors come out exactly."""
    content, top, rest = whole.normalised()
    result: Number = top * exact(whole.step) + log(Fraction(content))
    if rest.coefficients == {0: 1}:
        return result
    return result + of_atom(Log(rest))


@lru_cache(maxsize=4096)
def whole_power(base: Number, n: int) -> Number:
    """Return base**n; it is kept, because weights are the same few powers over and over."""
    return power(base, Fraction(n))


def sum_of_powers(base: Number, coefficients: Mapping[int, int]) -> Number:
    """Return the sum of c * base**k over the items k: c, over one denominator where the base is rational.

    >>> sum_of_powers(Fraction(3, 2), {-1: 1, 1: 2})
    Fraction(11, 3)
    """
    if not isinstance(base, Fraction):
        return total(c * whole_power(base, k) for k, c in coefficients.items())
    if not coefficients:
        return Fraction(0)
    p, q = base.as_integer_ratio()
    low, high = min(coefficients), max(coefficients)
    numerator = sum(c * p ** (k - low) * q ** (high - k) for k, c in coefficients.items())
    return base**low * Fraction(numerator, q ** (high - low))
