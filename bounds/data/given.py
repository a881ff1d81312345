"""Numbers and outcomes as Python programs hold them, read exactly."""

from __future__ import annotations

import math
from collections.abc import Iterable
from dataclasses import dataclass
from fractions import Fraction
from typing import Any, Literal, TypeAlias

import numpy as np

from bounds.data.cells import Written
from bounds.data.columns import Column, of_binary, of_floats, of_fractions, require_short
from bounds.data.interval import Interval, Outcome
from bounds.errors import BoundcheckError
from bounds.numbers import to_fraction

Floats: TypeAlias = Literal["exact", "decimal"]
"""What a float means: the rational number that it is, or the shortest decimal that rounds to it."""


@dataclass(frozen=True)
class Reader:
    """Reads exact values; floats as it is said, or not at all."""

    floats: Floats | None

    def __post_init__(self) -> None:
        """Refuse to say of floats what they cannot mean."""
        if self.floats is not None and self.floats not in ("exact", "decimal"):
            raise BoundcheckError(f"floats is {self.floats!r}; say 'exact' or 'decimal'")

    def __call__(self, value: object, name: str) -> Fraction:
        """Return the number that a value is."""
        if self.floats is None or not isinstance(value, float | np.floating):
            return to_fraction(value, name)
        if not np.isfinite(value):
            raise BoundcheckError(f"{name} is {float(value)!r}; expected a finite number")
        return Fraction(*value.as_integer_ratio()) if self.floats == "exact" else Fraction(str(value))


def column_of(values: np.ndarray[Any, Any], read: Reader, name: object, width: int) -> Column:
    """Return the numbers of one attribute, of ``width`` in all."""
    if np.ma.is_masked(values):
        raise BoundcheckError(f"attribute {name} has masked entries, which have no value; leave these examples out")
    if values.dtype.kind in "iu" and values.dtype != np.uint64:
        return Column(values.astype(np.int64))
    column = _of_floats(values, read)
    if column is not None:
        return column
    found, common = [], 1
    for t, a in enumerate(values, 1):
        found.append(read(a, f"attribute {name} of example {t}"))
        common = math.lcm(common, found[-1].denominator)
        require_short(common, len(values), width, f"the first values of attribute {name}")
    return of_fractions(found)


def _of_floats(values: np.ndarray[Any, Any], read: Reader) -> Column | None:
    """Return floats as what they mean, all at once; None where they are to be read one by one, or refused."""
    if values.dtype != np.float64 or read.floats is None:
        return None
    return of_floats(values) if read.floats == "decimal" else of_binary(values)


def outcomes_of(outcomes: Iterable[object], read: Reader) -> list[Outcome]:
    """Return outcomes given as intervals, labels or numbers; equal points are one object."""
    given = list(outcomes)
    if all(isinstance(y, Interval) for y in given):
        return [y for y in given if isinstance(y, Interval)]
    column = _of_floats(np.array(given), read) if {*map(type, given)} <= {float, np.float64} else None
    if column is None:
        keys = [read(y, f"the outcome of trial {t}") for t, y in enumerate(given, 1)]
        numbers = {key: key for key in keys}
    else:
        keys = column.numerators.tolist()
        numbers = {key: Fraction(key, column.denominator) for key in {*keys}}
    if all(number in (1, -1) for number in numbers.values()):
        return [int(numbers[key]) for key in keys]
    points = {key: Interval.point(number) for key, number in numbers.items()}
    return [points[key] for key in keys]


def written_outcome(value: object, read: Reader) -> Written:
    """Return the outcome in a cell of a data frame as it would stand in a file."""
    if isinstance(value, str | Interval):
        return value
    return str(read(value, "an outcome"))
