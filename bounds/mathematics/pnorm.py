"""The p-norm of a vector, and the largest of the examples of a sequence, exactly."""

from __future__ import annotations

from fractions import Fraction

from bounds.data.trials import Trials
from bounds.data.vectors import Example
from bounds.numbers import Number, largest, power, total

ZERO = Fraction(0)


def power_sum(x: Example, p: Number) -> Number:
    """Return the sum of |x_i|**p; rational for integer p, otherwise a sum of roots that is compared exactly."""
    if isinstance(p, Fraction) and p.denominator == 1 and p > 0:
        exponent = p.numerator
        return Fraction(sum(abs(a) ** exponent for a in x.numerators), x.denominator**exponent)
    return total(power(abs(a), p) for a in x if a)


def norm(x: Example, p: Number) -> Number:
    """Return the p-norm of x: a single root where the sum of the powers is one, else an enclosed real.

    >>> print(norm(Example([1, -1]), Fraction(3)), norm(Example([2, 2]), Fraction(3, 2)))
    (2)**(1/3) 2*(4)**(1/3)
    """
    return _root(power_sum(x, p), p)


def _root(value: Number, p: Number) -> Number:
    return value if value == 0 else power(value, 1 / p)


def largest_norm(trials: Trials, p: Number) -> Number:
    """Return the largest p-norm of an example (0 when there are none)."""
    sums = [power_sum(x, p) for x in trials.examples]
    return _root(largest(sums), p) if sums else ZERO
