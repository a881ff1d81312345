"""How much work a formula may make of an instance: the numbers that it counts with are the instance's to choose."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from bounds.errors import BoundcheckError
from bounds.formulas.scope import RUNNING

MOST_STEPS = 3 * 10**6
"""Steps that the sums of an instance's formulas may take: some seconds."""

MOST_ENTRIES = 10**6
"""Entries of a vector that a formula makes."""

TOGETHER = 8
"""Entries of a vector that are computed with in one step."""

_STEPS = "steps so far"


def spend(e: Mapping[str, Any], steps: int) -> None:
    """Count steps before they are taken; raise BoundcheckError where an instance needs too many of them.

    >>> spend({}, 1000)
    >>> spend({}, 2**40)
    Traceback (most recent call last):
    ...
    bounds.errors.BoundcheckError: its sums would take more than 3000000 steps; give smaller parameters
    """
    try:
        known = e[RUNNING]
    except KeyError:
        known = {}
    known[_STEPS] = known.get(_STEPS, 0) + steps
    if known[_STEPS] > MOST_STEPS:
        raise BoundcheckError(f"its sums would take more than {MOST_STEPS} steps; give smaller parameters")


def spent(e: Mapping[str, Any]) -> int:
    """Return how many steps an instance has taken so far."""
    try:
        return int(e[RUNNING].get(_STEPS, 0))
    except KeyError:
        return 0


def require_small(what: str, entries: int) -> None:
    """Raise BoundcheckError for a vector that is too long to be made."""
    if entries > MOST_ENTRIES:
        raise BoundcheckError(f"{what} has {entries} entries; at most {MOST_ENTRIES} are made, give less")
