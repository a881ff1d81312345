"""Numbers and outcomes as Python programs hold them, read exactly."""

from __future__ import annotations

import math
from collections.abc import Iterable
from dataclasses import dataclass
from fractions import Fraction
from typing import Any, Literal, TypeAlias

import numpy as np

from bounds.data.cells import Written
from bounds.data.columns import Column, of_binary, of_floats, of_fractions, of_rounded, require_decimals, require_short
from bounds.data.interval import Interval, Outcome
from bounds.data.table import classes
from bounds.errors import BoundcheckError
from bounds.numbers import to_fraction

Floats: TypeAlias = Literal["exact", "decimal"]
"""What a float means: the rational number that it is, or the shortest decimal that rounds to it."""


@dataclass(frozen=True)
class Reader:
    """Reads exact values; floats as it is said, or not at all."""

    floats: Floats | None
    decimals: int | None = None

    def __post_init__(self) -> None:
        """Refuse to say of floats what they cannot mean."""
        if self.floats is not None and self.floats not in ("exact", "decimal"):
            raise BoundcheckError(f"floats is {self.floats!r}; say 'exact' or 'decimal'")
        require_decimals(self.decimals)

    def __call__(self, value: object, name: str) -> Fraction:
        """Return the number that a value is."""
        if not isinstance(value, float | np.floating):
            return to_fraction(value, name)
        if self.floats is None:
            raise BoundcheckError(
                f"{name} is the float {float(value)!r}; floats are not exact: say what they mean, floats='decimal' or "
                "'exact', or write a text such as '0.1'"
            )
        if not np.isfinite(value):
            raise BoundcheckError(f"{name} is {float(value)!r}; expected a finite number")
        if self.decimals is not None:
            return round(Fraction(*value.as_integer_ratio()), self.decimals)
        return Fraction(*value.as_integer_ratio()) if self.floats == "exact" else Fraction(str(value))


def column_of(values: np.ndarray[Any, Any], read: Reader, name: object, width: int) -> Column:
    """Return the numbers of one attribute, of ``width`` in all."""
    if np.ma.is_masked(values):
        raise BoundcheckError(f"attribute {name} has masked entries, which have no value; leave these examples out")
    if values.dtype.kind in "bi" or (values.dtype.kind == "u" and values.dtype != np.uint64):
        return Column(values.astype(np.int64))
    column = _of_floats(values, read)
    if column is not None:
        return column
    numbers, common = [], 1
    for t, a in enumerate(values, 1):
        numbers.append(read(a, f"attribute {name} of example {t}"))
        common = math.lcm(common, numbers[-1].denominator)
        require_short(common, len(values), width, f"the first values of attribute {name}")
    return of_fractions(numbers)


def _of_floats(values: np.ndarray[Any, Any], read: Reader) -> Column | None:
    """Return floats as what they mean, all at once; None where they are to be read one by one, or refused."""
    if values.dtype != np.float64 or read.floats is None:
        return None
    if read.decimals is not None:
        return of_rounded(values, read.decimals)
    return of_floats(values) if read.floats == "decimal" else of_binary(values)


def outcomes_of(outcomes: Iterable[object], read: Reader) -> list[Outcome]:
    """Return outcomes given as intervals, labels or numbers; equal points are one object."""
    given, read = list(outcomes), Reader(read.floats)
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


ENTRIES = 5 * 10**7
"""Entries that examples may have together, zeros included."""


def dense(matrix: Any) -> np.ndarray[Any, Any]:
    """Return a sparse matrix of scipy with its zeros."""
    if math.prod(matrix.shape) > ENTRIES:
        raise BoundcheckError(f"the examples have shape {matrix.shape}, more than {ENTRIES} entries; leave some out")
    return np.asarray(matrix.toarray())


def labels_of(outcomes: Iterable[Any], positive: object, read: Reader) -> list[Any]:
    """Return outcomes as they are meant: those of the positive class as +1, floats that may be read.

    >>> labels_of([True, False], True, Reader(None)), labels_of([1.0, -1.0], None, Reader("exact"))
    ([1, -1], [1, -1])
    """
    given = outcomes.tolist() if isinstance(outcomes, np.ndarray) else list(outcomes)
    if positive is not None:
        written = [(f"trial {t}", written_outcome(y, Reader("decimal"))) for t, y in enumerate(given, 1)]
        return list(classes(written, str(written_outcome(positive, Reader("decimal")))))
    for t, y in enumerate(given, 1):
        if isinstance(y, bool | np.bool_):
            raise BoundcheckError(f"outcome of trial {t} is {bool(y)}, a truth value; say positive=True, and it is +1")
        if read.floats is None and isinstance(y, float | np.floating):
            read(y, f"outcome of trial {t}")
    return given if read.floats is None else list(outcomes_of(given, read))


def written_outcome(value: object, read: Reader) -> Written:
    """Return the outcome in a cell of a data frame as it would stand in a file."""
    if isinstance(value, str | Interval):
        return value
    if isinstance(value, bool | np.bool_):
        return str(bool(value))
    return str(read(value, "an outcome"))
