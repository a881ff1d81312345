"""Which of the tests that take long a run takes: all, or a share of them that another commit draws anew.

BOUNDCHECK_SHARE is any text, such as a commit; one in DEEP of the deep tests is drawn by it and one in SLOW of those
that were measured to take more than SECONDS, and the same text draws the same tests. The others are left out, which is
no skip: they are drawn by other commits, and all run at night.
"""

from __future__ import annotations

import os
from collections.abc import Iterable, Mapping
from hashlib import sha256
from pathlib import Path

DEEP = 20
SLOW = 5
"""A test runs in one of so many pushes on the average."""

SECONDS = 1.0
"""From where on a test is slow."""

VARIABLE = "BOUNDCHECK_SHARE"
MEASURED = Path(__file__).with_name("slow.txt")
"""The ids of the slow tests, one a line, as ``make slow`` measured them."""

ALWAYS = "tests/fuzz/test_own_claims.py::test_no_judge_contradicts_another"
"""What every run takes, however long it takes: five hundred own claims for all judges."""

AT_ONCE = ("attacks", "built")
"""Fixtures that take minutes: the tests that ask for one are drawn together."""


def drawn(name: str, share: str, parts: int) -> bool:
    """Tell whether a test is in a share, by its name and the text that the share is drawn by.

    >>> [share for share in "abcdefghijkl" if drawn("tests/test_x.py::test_y[1]", share, 20)]
    ['a']
    """
    return int.from_bytes(sha256(f"{name} {share}".encode()).digest()[:8]) % parts == 0


def unit(name: str, fixtures: Iterable[str]) -> str:
    """Return by what a test is drawn: its own name, or the fixture that it shares with others."""
    return next((fixture for fixture in AT_ONCE if fixture in fixtures), name)


def share() -> str:
    """Return the text that the share of this run is drawn by; empty where all deep tests run."""
    return os.environ.get(VARIABLE, "")


def slow() -> frozenset[str]:
    """Return the ids of the tests that were measured to be slow."""
    return frozenset(MEASURED.read_text().splitlines())


def measured(seconds: Mapping[str, float]) -> str:
    """Return what ``slow.txt`` is to hold, from the seconds that each test took: those that are not always run.

    >>> measured({"test_x.py::test_z": 2.5, "test_x.py::test_y": 0.5, "test_x.py::test_a": 1.5})
    'test_x.py::test_a\\ntest_x.py::test_z\\n'
    """
    return "".join(
        f"{name}\n" for name, taken in sorted(seconds.items()) if taken > SECONDS and not name.startswith(ALWAYS)
    )


def notice() -> str:
    """Return what a run says of its share."""
    again = f"{VARIABLE}={share()} python -m pytest -n auto"
    parts = f"one in {DEEP} of the deep tests and one in {SLOW} of the slow ones"
    return f"{parts}, drawn by {share()!r}; the same again: {again}; all: make nightly"
