"""What the tests of Coq files of own claims share: what needs Coq, what compiles, and a fault to be planted."""

from __future__ import annotations

import re
from collections.abc import Callable

import pytest

from verify.proofs.coq_programs import coq_available

needs_coq = pytest.mark.skipif(not coq_available(), reason="coqc is not installed (Debian: apt-get install coq)")

Run = Callable[[str], frozenset[str]]
"""Compiles the file of a claim, and returns the axioms that its theorem rests on."""


def one_percent_less(text: str) -> str:
    """Return a Coq file whose statement has one percent less than its bound."""
    found, times = re.subn(r"(Definition bound .* : R := )(.*)\.\n", r"\g<1>99 / 100 * (\g<2>).\n", text)
    assert times == 1
    return found
