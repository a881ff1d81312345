"""Cells of a table of trials: what each says, exactly, and how it is named in a message."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from fractions import Fraction
from itertools import islice
from typing import Any, TypeAlias

from bounds.data.interval import Interval
from bounds.errors import BoundcheckError
from bounds.numbers import parse_rational

DASHES = {"\u2212": "a unicode minus", "\u2013": "an en dash", "\u2010": "a unicode hyphen"}
"""Signs that look like ``-`` and are not, as spreadsheets and papers write them."""

OUTCOME_FORMS = "expected a label (+1 or -1), an interval such as [0.5,2) or (-oo,3], or a number"

Written: TypeAlias = str | Interval
"""An outcome as it stands in the file: a text, or the interval that a JSON object describes."""

_LISTED = 10
_LONG_EXPONENT = re.compile(r"\d\.?[eE][+-]?\d{6}", re.ASCII)


def value_of(text: Written) -> Interval | Fraction | str:
    """Read one outcome: an interval, a number, or one of the labels + and -."""
    if isinstance(text, Interval) or text in ("+", "-"):
        return text
    if not text.startswith(("[", "(")):
        try:
            return exact(text, "the outcome")
        except BoundcheckError as error:
            if text[:1].isdigit() or text[:1] in DASHES:
                raise
            raise BoundcheckError(f"the outcome is {excerpt(text)}; {OUTCOME_FORMS}") from error
    interval = cleaned(text, "the outcome")
    try:
        return Interval.parse(interval)
    except ValueError as error:
        raise BoundcheckError(
            f"the outcome is {excerpt(text)}: {cause(error)}; write an interval as [0.5,2) or (-oo,3]"
        ) from None


def exact(value: object, name: str) -> Fraction:
    """Return the number that a text writes; ``name`` says in a message what it is."""
    if not isinstance(value, str):
        raise BoundcheckError(f"{name} is {excerpt(value)}; expected a number such as 3, 0.25 or '2/7'")
    return parse_rational(cleaned(value, name), name)


def cleaned(text: str, name: str) -> str:
    """Make all blanks single spaces; refuse a dash for a minus, and an exponent out of all proportion."""
    dash = next((character for character in text if character in DASHES), None)
    if dash is not None:
        raise BoundcheckError(
            f"{name} is {excerpt(text)}, with {DASHES[dash]} (U+{ord(dash):04X}) for a minus sign; write '-'"
        )
    if _LONG_EXPONENT.search(text):
        raise BoundcheckError(f"{name} is {excerpt(text)}, with too large an exponent; shorten it")
    return " ".join(text.split())


MISSING = frozenset({"", "?", "na", "n/a", "nan", "null", "none", "<na>", "nat"})
"""What stands in a cell that holds no value, in any case."""


def is_missing(value: object) -> bool:
    """Tell whether a cell, or a value of a data frame, holds no value.

    >>> [is_missing(value) for value in ("", " NA", None, float("nan"), 0, "0")]
    [True, True, True, True, False, False]
    """
    return str(value).strip().lower() in MISSING


def cause(error: Exception) -> str:
    """Say in words what went wrong with a number."""
    # Python's own ValueError here is its refusal to print an integer of thousands of digits.
    own = isinstance(error, (BoundcheckError, ArithmeticError))
    return str(error) if own else "a number has too many digits; shorten it"


def repeated(names: Sequence[str]) -> str | None:
    """Return the first name that occurs twice, if any does."""
    seen: set[str] = set()
    for name in names:
        if name in seen:
            return name
        seen.add(name)
    return None


def with_keys_once(pairs: Sequence[tuple[str, Any]]) -> dict[str, Any]:
    """Return an object of JSON as it is read; raise BoundcheckError where one key would hide another's value.

    >>> with_keys_once([("bound", "l"), ("bound", "2*l")])
    Traceback (most recent call last):
    bounds.errors.BoundcheckError: the key 'bound' occurs twice in one object; keep one
    """
    doubled = repeated([key for key, _ in pairs])
    if doubled is not None:
        raise BoundcheckError(f"the key {excerpt(doubled)} occurs twice in one object; keep one")
    return dict(pairs)


def excerpt(value: object) -> str:
    """Describe a value from a file in a message, in one short line."""
    if isinstance(value, str):
        return repr(value if len(value) <= 40 else value[:37] + "...")
    if isinstance(value, dict):
        return "an object"
    if isinstance(value, list):
        return "a list"
    if isinstance(value, bool):
        return "true" if value else "false"
    return "null" if value is None else "an interval"


def listing(values: Iterable[str]) -> str:
    """Return a few values for a message, and dots for the others."""
    several = list(islice(values, _LISTED + 1))
    return ", ".join(map(excerpt, several[:_LISTED])) + (", ..." if len(several) > _LISTED else "")
