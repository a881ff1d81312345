"""How far certify gets, and how long its checker takes: ``pytest -n0 -s tests/benchmarks/bench_certify.py``."""

from __future__ import annotations

import json
import time
from typing import Any

import pytest

from verify import kernel, kernel_worst
from verify.certify.search import certify


@pytest.mark.parametrize(
    ("identifier", "parameters"),
    [("bylander.2", {}), ("bylander.8", {"U": 30}), ("bylander.5", {"U": 6}), ("bylander.11", {"U": 6})],
)
def test_length_40(identifier: str, parameters: dict[str, Any]) -> None:
    started = time.process_time()
    found = certify(identifier, 40, **parameters)
    solved = time.process_time()
    confirmed, _ = kernel_worst.confirm(json.dumps(found.certificate), kernel.statements())
    checked = time.process_time()
    print(f"{identifier}: {found.verdict} in {solved - started:.1f} s, checked in {checked - solved:.2f} s")
    assert confirmed
