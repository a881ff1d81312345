"""What the marker ``bound`` and the fixture ``boundcheck`` do."""

from __future__ import annotations

import inspect
from typing import Any

import pytest

from boundcheck.plugin.asserts import assert_bound, assert_held, assert_refuted, record
from boundcheck.plugin.evidence import Evidence, notes
from bounds.errors import BoundcheckError
from verify.search.search import Search


class Boundcheck:
    """What the fixture ``boundcheck`` gives a test: the assertions, and what they found in this test."""

    assert_bound = staticmethod(assert_bound)
    assert_held = staticmethod(assert_held)
    assert_refuted = staticmethod(assert_refuted)
    record = staticmethod(record)

    def __init__(self, test: pytest.Item) -> None:
        self._test = test

    @property
    def evidence(self) -> list[Evidence]:
        """The evidence of this test so far, an entry a claim."""
        return list(notes(self._test).evidence.values())

    @property
    def searches(self) -> list[Search]:
        """The searches of this test so far; the marker's come first."""
        return [*notes(self._test).searches]


def attack(test: pytest.Item, marker: pytest.Mark) -> str:
    """Do what one marker says, and return what is wrong."""
    arguments: dict[str, Any] = {}
    given = getattr(test, "funcargs", {})
    for name in ("claim", "learner"):
        if name in given:
            arguments[name] = given[name]
    arguments |= marker.kwargs
    if marker.args:
        arguments["claim"] = marker.args[0]
    judge = assert_refuted if arguments.pop("refuted", False) else assert_held
    known = list(inspect.signature(judge).parameters)
    unknown = [*marker.args[1:], *(name for name in arguments if name not in known)]
    if unknown:
        takes = ", ".join([*known[1:], "refuted"])
        return f"the marker bound cannot use {unknown[0]!r}; it takes a claim and, by name, {takes}"
    if "claim" not in arguments:
        return f"{test.name}: the marker bound needs a claim, such as @pytest.mark.bound('bylander.5')"
    try:
        judge(**arguments)
    except (AssertionError, BoundcheckError) as error:
        return str(error)
    return ""
