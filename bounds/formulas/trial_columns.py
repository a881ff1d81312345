"""Further columns of a trial: what it shows besides an example and an outcome, such as a hint, a cost, who is awake."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from bounds.data.vectors import Example, vector
from bounds.errors import BoundcheckError
from bounds.formulas.tree import Kind

_FORM = re.compile(
    r"(?P<binary>0/1 )?(?P<kind>vector|number)"
    r"( in \[(?P<low>-?\d+(/[1-9]\d*)?), ?(?P<high>-?\d+(/[1-9]\d*)?)\])?",
    re.ASCII,
)


@dataclass(frozen=True)
class ColumnKind:
    """What the values of a column are: numbers, or vectors of as many entries as there are attributes, within limits.

    >>> column_kind("h", "0/1 vector")
    ColumnKind(kind='vector', low=Fraction(0, 1), high=Fraction(1, 1), whole=True)
    >>> column_kind("h", "matrix")
    Traceback (most recent call last):
    ...
    bounds.errors.BoundcheckError: the column h = 'matrix' is of no kind; write vector, 0/1 vector or number in [0, 1]
    """

    kind: Kind
    low: Fraction | None = None
    high: Fraction | None = None
    whole: bool = False

    def admits(self, a: Fraction) -> bool:
        """Tell whether a number may be a value, or an entry."""
        above = self.low is None or a >= self.low
        return above and (self.high is None or a <= self.high) and (a.denominator == 1 or not self.whole)


def column_kind(name: str, text: str) -> ColumnKind:
    """Read of what kind a column is; raise BoundcheckError for what is none."""
    matched = _FORM.fullmatch(text.strip())
    if matched is None or (matched["binary"] and matched["low"]):
        ways = "vector, 0/1 vector or number in [0, 1]"
        raise BoundcheckError(f"the column {name} = {text!r} is of no kind; write {ways}")
    kind: Kind = "vector" if matched["kind"] == "vector" else "number"
    if matched["binary"]:
        return ColumnKind(kind, Fraction(0), Fraction(1), whole=True)
    if not matched["low"]:
        return ColumnKind(kind)
    low, high = Fraction(matched["low"]), Fraction(matched["high"])
    if low > high:
        raise BoundcheckError(f"the column {name} = {text!r} has no values: {low} is above {high}")
    return ColumnKind(kind, low, high)


def exact_column(name: str, given: Any, l: int, n: int) -> tuple[Fraction | Example, ...]:  # noqa: E741
    """Return a column exactly, a value for each of l trials: a number, or a vector of n entries."""
    if isinstance(given, str | Mapping) or not hasattr(given, "__iter__"):
        raise BoundcheckError(f"the column {name} is {given!r}; give a list with a value for each trial")
    column = tuple(_exact(name, value) for value in given)
    if len(column) != l:
        raise BoundcheckError(f"the column {name} has {len(column)} values, and there are {l} trials")
    for value in column:
        if isinstance(value, Example) and len(value) != n:
            raise BoundcheckError(f"the column {name} has a vector of {len(value)} entries, not of {n}")
    return column


def _exact(name: str, value: Any) -> Fraction | Example:
    if isinstance(value, Example):
        return value
    if isinstance(value, str | int | Fraction):
        return next(iter(vector([value], f"column {name}")))
    return vector(value, f"column {name}")


def require_columns(kinds: Mapping[str, str], columns: Mapping[str, tuple[Fraction | Example, ...]]) -> None:
    """Raise BoundcheckError where columns are not those that a claim speaks of, or not of their kinds.

    >>> require_columns({"c": "number in [0, 1]"}, {"c": (Fraction(2),)})
    Traceback (most recent call last):
    ...
    bounds.errors.BoundcheckError: the column c has 2 on trial 1; it is number in [0, 1]
    """
    for name in kinds.keys() - columns.keys():
        raise BoundcheckError(f"there is no column {name!r} ({kinds[name]}); give its values with columns")
    for name in columns.keys() - kinds.keys():
        raise BoundcheckError(f"the claim has no column {name!r}; it has {', '.join(kinds) or 'none'}")
    for name, text in kinds.items():
        kind = column_kind(name, text)
        for t, value in enumerate(columns[name], 1):
            entries = list(value) if isinstance(value, Example) else [value]
            if isinstance(value, Example) != (kind.kind == "vector") or not all(map(kind.admits, entries)):
                raise BoundcheckError(f"the column {name} has {value} on trial {t}; it is {text}")
