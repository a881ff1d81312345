"""The independent checker takes some 5 seconds and 200 MB at most for any file, and no file makes it take more.

Times are measured in products of two small fractions, so that a slow machine, or a busy one, changes nothing.
"""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from tests.verify.kernel import worst_attacks
from tests.verify.kernel.kernel_attacks import ATTACKS, value
from verify import kernel

PROGRAM = Path(__file__).parent / "kernel_attacks.py"
KERNEL = Path(kernel.__file__)
ROOT = KERNEL.parents[1]
SHARE = "1/20"
A_STEP, A_SMALL_FILE, A_LARGE_FILE = 2, 60_000, 250_000
"""Products that a step may take, and what reading a file may take besides."""
SMALL, LARGE, ALL = 12, 95, 200
"""Megabytes: with a twentieth of the steps, for a file of megabytes besides, and in the whole."""
SECONDS_5 = 2_200_000
"""Products in 5 seconds on an unhurried machine."""

CAN_FORK = hasattr(os, "fork")
pytestmark = [pytest.mark.deep, pytest.mark.skipif(not CAN_FORK, reason="needs a system that can fork")]


def printed(*command: str) -> dict[str, dict[str, Any]]:
    done = subprocess.run([sys.executable, *command], capture_output=True, text=True, check=True, cwd=ROOT)
    return {row["name"]: row for row in map(json.loads, done.stdout.splitlines())}


def measured(share: str, *names: str, checker: Path = KERNEL) -> dict[str, dict[str, Any]]:
    return printed("-I", str(PROGRAM), str(checker), share, *names)


@pytest.fixture(scope="module")
def attacks() -> dict[str, dict[str, Any]]:
    return measured(SHARE) | printed("-m", "tests.verify.kernel.worst_attacks", SHARE)


def too_much(row: dict[str, Any]) -> bool:
    products = row["seconds"] / row["unit"]
    reading, room = (A_SMALL_FILE, SMALL) if row["bytes"] < 100_000 else (A_LARGE_FILE, LARGE)
    return bool(products > A_STEP * row["steps"] + reading or row["megabytes"] > room)


@pytest.mark.parametrize("name", [*ATTACKS, *worst_attacks.ATTACKS])
def test_no_file_takes_more_than_its_steps(name: str, attacks: dict[str, dict[str, Any]]) -> None:
    row = attacks[name]
    assert row["what"].startswith(("malformed: ", "not confirmed", "confirmed")), row
    assert not too_much(row), row


def test_work_that_is_not_charged_is_noticed(tmp_path: Path) -> None:
    """Power: a row of 4096 entries for a step, and binomial coefficients of 1500 digits."""
    source = KERNEL.read_text(encoding="utf-8")
    shutil.copy(KERNEL.parent / "statements.json", tmp_path)
    checker = tmp_path / "kernel.py"
    for charge, name, share in (
        ("    spend(2 ** whole(d, 12, 0))\n", "loop over hadamard_row(12, 1)", "1/1000"),
        ("    spend(1 + whole(n, 5000, 0) * whole(k, 5000, 0) // 10_000)\n", "loop over binomial(5000, 2500)", "1/300"),
    ):
        assert source.count(charge) == 1
        checker.write_text(source.replace(charge, ""), encoding="utf-8")
        found = measured(share, name, checker=checker)[name]
        assert too_much(found), (name, found)


def test_the_whole_budget_is_five_seconds_and_200_megabytes() -> None:
    names = (
        "loop over hadamard_row(12, 1)",
        "loop over sqrt(10**20*i + 1)",
        "kept exponentials",
        "kept larger numbers",
        "many comparisons",
        "trials without entries",
    )
    worst = "many denominators", "two branches", "many steps", "many hypotheses"
    whole = measured("1", *names) | printed("-m", "tests.verify.kernel.worst_attacks", "1", *worst)
    for row in whole.values():
        assert row["what"].startswith(("malformed: more than", "malformed: numbers of more than")), row
        assert row["seconds"] / row["unit"] < SECONDS_5, row
        assert row["megabytes"] < ALL - 30, row


def test_patience_allows_more() -> None:
    text = value("sum_for(i, 1, 300000, i)")
    catalogue = kernel.statements()
    with pytest.raises(kernel.Malformed, match="more than 1200000 steps would be needed; --patience N allows"):
        kernel.confirm(text, catalogue)
    kernel.confirm(text, catalogue, patience=3)


def test_the_same_file_takes_the_same_steps_again() -> None:
    """Nothing that was found before makes a second reading cheaper, so that verdicts depend on the file alone."""
    text = ATTACKS["exponentiated"]().replace('"outcome": "-1"', '"outcome": "+1"')
    steps = []
    for _ in range(2):
        with kernel.within(kernel.Budget()) as budget:
            kernel.judge(**{key: json.loads(text)[key] for key in ("statement", "instance")}, patience=30)
        steps.append(budget.steps)
    assert steps[0] == steps[1] > 10_000
