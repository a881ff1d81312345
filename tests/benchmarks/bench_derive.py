"""How long the golden derivations take: ``pytest -n0 tests/benchmarks/bench_derive.py``.

The baseline is z3's proof of the same constants alone: what finding them adds to proving them.
"""

from __future__ import annotations

import time

import pytest

from tests.benchmarks.ratios import Ratio, report
from tests.verify.derive.test_golden import GOLDEN, derived
from verify.derive import derive

LONGEST = 30
"""Seconds of one core that a derivation may take."""


@pytest.mark.parametrize("name", GOLDEN)
def test_golden(ratio: Ratio, name: str) -> None:
    golden, found = GOLDEN[name], derived(name)
    started = time.process_time()
    derive(golden.rule, golden.gain, golden.loss, **golden.asked)
    seconds = time.process_time() - started
    report(f"derive, {name}", "seconds of one core", f"{seconds:.1f} s")
    assert seconds < LONGEST
    ratio(
        f"derive, {name}",
        "z3's proof alone",
        0.001,
        lambda: derive(golden.rule, golden.gain, golden.loss, **golden.asked),
        found.holds,
        rounds=1,
    )
