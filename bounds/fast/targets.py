"""Outcomes as integers: each distinct target interval once, and which trial has which."""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property

import numpy as np
from flint import arb

from bounds.data.integer_matrix import SAFE, Flags, Integers
from bounds.data.interval import Interval, Outcome
from bounds.data.trials import Trials
from bounds.numbers import Number, ball, floor, working_precision

LIMIT = SAFE
"""Every integer of the fast tiers stays below this in magnitude; an end beyond it is as good as infinite."""

MANY = 64
"""Intervals from which their ends are found many at a time."""


@dataclass(frozen=True)
class Classes:
    """The distinct outcomes and, for each trial, the index of its own: ``outcomes[index[t]]``."""

    outcomes: tuple[Outcome, ...]
    index: Integers

    @classmethod
    def of(cls, trials: Trials) -> Classes:
        """Sort the outcomes of the trials into classes: labels by value, intervals by identity."""
        outcomes = trials.outcomes
        if not outcomes or not isinstance(outcomes[0], Interval):
            labels = np.fromiter(outcomes, dtype=np.int64, count=len(outcomes))
            return cls((1, -1), (labels < 0) * np.int64(1))
        position: dict[int, int] = {}
        index = [position.setdefault(id(outcome), len(position)) for outcome in outcomes]
        first = dict(zip(reversed(index), reversed(outcomes), strict=True))
        return cls(tuple(first[k] for k in range(len(position))), np.array(index, dtype=np.int64))

    @property
    def labels(self) -> Integers:
        """The label of each trial (for outcomes that are labels)."""
        return 1 - 2 * self.index

    def ends(self, interval: Callable[[Outcome], Interval], unit: Number) -> tuple[Integers, Integers]:
        """Return each class's ends for integers m that stand for unit * m: below low is below, above high above."""
        whole = Multiples(unit)
        intervals = [interval(outcome) for outcome in self.outcomes]
        low, above = whole.floors([i.lo for i in intervals])
        high, below = whole.floors([i.hi for i in intervals])
        low += 1
        for k in np.flatnonzero(~(above & below)).tolist():
            low[k], high[k] = whole.between(intervals[k])
        return low, high


class Multiples:
    """The integers m that stand for unit * m, unit > 0, against the ends of intervals.

    The quotient of an end and an irrational unit is a ball first; where an integer lies in it the numbers decide.
    """

    def __init__(self, unit: Number) -> None:
        self.unit = unit

    @cached_property
    def per_unit(self) -> arb:
        """A ball around 1 / unit."""
        with working_precision(128):
            return ball(1 / self.unit)

    def floors(self, ends: Sequence[Number | None]) -> tuple[Integers, Flags]:
        """Return the floors of end / unit, many at a time, and which of them are sure to be right and below the end.

        A rational end, 1 / unit and their product are rounded to floats, with relative errors of at most 2**-53,
        2**-52 and 2**-53 and so within 2**-50 together: a quotient that is farther from every integer has their floor.

        >>> floors, sure = Multiples(Fraction(1, 4)).floors([Fraction(1, 3), Fraction(1, 2), None] * MANY)
        >>> floors.tolist()[0], sure.tolist()[:3]
        (1, [True, False, False])
        """
        if len(ends) < MANY or not self.rate:
            return np.zeros(len(ends), dtype=np.int64), np.zeros(len(ends), dtype=np.bool_)
        quotients = np.array([_rounded(end) for end in ends]) * self.rate
        sure = np.abs(quotients - np.rint(quotients)) > np.abs(quotients) * 2.0**-50 + 2.0**-1000
        return np.floor(np.where(sure, quotients, 0)).astype(np.int64), sure

    @cached_property
    def rate(self) -> float:
        """1 / unit to within 2**-52 of itself; 0 where it is not found."""
        if isinstance(self.unit, Fraction):
            return _rounded(1 / self.unit)
        near = self.per_unit
        return float(near.mid()) if near.rel_accuracy_bits() >= 60 else 0.0

    def between(self, interval: Interval) -> tuple[int, int]:
        """Return (low, high): unit * m is below the interval iff m < low and above it iff m > high.

        An infinite end is -LIMIT or LIMIT, as is one beyond: the products compared are smaller.

        >>> Multiples(Fraction(1, 4)).between(Interval.parse("(1/2, 2]"))
        (3, 8)
        """
        low, high = -LIMIT, LIMIT
        if interval.lo is not None:
            low = -self.floor(-interval.lo) if interval.lo_closed else self.floor(interval.lo) + 1
        if interval.hi is not None:
            high = self.floor(interval.hi) if interval.hi_closed else -self.floor(-interval.hi) - 1
        return max(-LIMIT, min(low, LIMIT)), max(-LIMIT, min(high, LIMIT))

    def floor(self, end: Number) -> int:
        """Return the largest m with unit * m at most the end."""
        if isinstance(end, Fraction):
            if isinstance(self.unit, Fraction):
                return end.numerator * self.unit.denominator // (end.denominator * self.unit.numerator)
            multiple = (self.per_unit * end.numerator / end.denominator).floor().unique_fmpz()
            if multiple is not None:
                return int(multiple)
        return int(floor(end / self.unit))


def _rounded(number: Number | None) -> float:
    """Return the float next to a rational; NaN for what is none, or too large."""
    try:
        return number.numerator / number.denominator if isinstance(number, Fraction) else math.nan
    except OverflowError:
        return math.nan


def exact_sum(values: Integers) -> int:
    """Return the sum of at most 2**31 integers as a Python int, whatever its size.

    >>> exact_sum(np.array([2**62 - 1] * 4))
    18446744073709551612
    """
    return (int((values >> 31).sum()) << 31) + int((values & (2**31 - 1)).sum())
