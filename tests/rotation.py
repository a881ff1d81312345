"""Which of the deep tests a run takes: all, or a share of them that another commit draws anew.

BOUNDCHECK_SHARE is any text, such as a commit; one in PARTS of the deep tests is drawn by it, and the same text draws
the same tests. The others are left out, which is no skip: they are drawn by other commits, and all run at night.
"""

from __future__ import annotations

import os
from collections.abc import Iterable
from hashlib import sha256

PARTS = 20
"""A test runs in one of so many pushes on the average."""

VARIABLE = "BOUNDCHECK_SHARE"
AT_ONCE = ("attacks", "built")
"""Fixtures that take minutes: the tests that ask for one are drawn together."""


def drawn(name: str, share: str, parts: int = PARTS) -> bool:
    """Tell whether a test is in a share, by its name and the text that the share is drawn by.

    >>> [share for share in "abcdefghijkl" if drawn("tests/test_x.py::test_y[1]", share)]
    ['a']
    """
    return int.from_bytes(sha256(f"{name} {share}".encode()).digest()[:8]) % parts == 0


def unit(name: str, fixtures: Iterable[str]) -> str:
    """Return by what a test is drawn: its own name, or the fixture that it shares with others."""
    return next((fixture for fixture in AT_ONCE if fixture in fixtures), name)


def share() -> str:
    """Return the text that the share of this run is drawn by; empty where all deep tests run."""
    return os.environ.get(VARIABLE, "")


def said() -> str:
    """Return what a run says of its share."""
    again = f"{VARIABLE}={share()} python -m pytest -n auto -m deep"
    return f"deep tests: one in {PARTS}, drawn by {share()!r}; the same again: {again}; all: make nightly"
