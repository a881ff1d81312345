"""Outcomes as integers: each distinct target interval once, and which trial has which."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from fractions import Fraction
from typing import Any, TypeAlias

import numpy as np

from bounds.numbers import Number, floor
from bounds.trials import Interval, Outcome, Trials

Integers: TypeAlias = np.ndarray[Any, np.dtype[np.int64]]

LIMIT = 2**62
"""Every integer of the fast tiers stays below this in magnitude; an end beyond it is as good as infinite."""


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
        pairs = [integer_ends(interval(outcome), unit) for outcome in self.outcomes]
        low, high = np.array(pairs, dtype=np.int64).reshape(-1, 2).T
        return np.ascontiguousarray(low), np.ascontiguousarray(high)


def integer_ends(interval: Interval, unit: Number) -> tuple[int, int]:
    """Return (low, high): unit * m is below the interval iff m < low and above it iff m > high (unit > 0).

    An infinite end is -LIMIT or LIMIT, as is one beyond: the products compared are smaller.

    >>> integer_ends(Interval.parse("(1/2, 2]"), Fraction(1, 4))
    (3, 8)
    """
    low, high = -LIMIT, LIMIT
    if interval.lo is not None:
        low = _ceil(interval.lo, unit) if interval.lo_closed else _floor(interval.lo, unit) + 1
    if interval.hi is not None:
        high = _floor(interval.hi, unit) if interval.hi_closed else _ceil(interval.hi, unit) - 1
    return max(-LIMIT, min(low, LIMIT)), max(-LIMIT, min(high, LIMIT))


def _floor(end: Number, unit: Number) -> int:
    if isinstance(end, Fraction) and isinstance(unit, Fraction):
        return end.numerator * unit.denominator // (end.denominator * unit.numerator)
    return int(floor(end / unit))


def _ceil(end: Number, unit: Number) -> int:
    return -_floor(-end, unit)


def exact_sum(values: Integers) -> int:
    """Return the sum of at most 2**31 integers as a Python int, whatever its size.

    >>> exact_sum(np.array([2**62 - 1] * 4))
    18446744073709551612
    """
    return (int((values >> 31).sum()) << 31) + int((values & (2**31 - 1)).sum())


def magnitude(values: Integers) -> int:
    """Return the largest magnitude (0 for no values)."""
    return max(int(values.max()), -int(values.min())) if values.size else 0
