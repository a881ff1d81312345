"""From a file to its verdict, as multiples of reading the same file cell by cell: ``pytest -n0`` on this file."""

from __future__ import annotations

import csv
from fractions import Fraction
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from bounds.data.trials import Trials
from bounds.instances import Instance
from tests.benchmarks.ratios import Ratio
from verify.own_data.completed import check

L, PART = 100_000, 2000


def cell_by_cell(file: Path) -> list[list[Fraction]]:
    """Return the cells of the first trials as Fractions, one by one."""
    with file.open(newline="") as text:
        rows = csv.reader(text)
        next(rows)
        return [[Fraction(cell) for cell in next(rows)] for _ in range(PART)]


@pytest.mark.parametrize(("n", "places", "reach"), [(50, 0, 12), (20, 3, 9)])
def test_reading(ratio: Ratio, tmp_path: Path, n: int, places: int, reach: float) -> None:
    rng = np.random.default_rng(3)
    X, y = rng.integers(-999, 1000, (L, n)), rng.choice([-1, 1], L)
    file = tmp_path / "run.csv"
    names = ",".join([*(f"a{i}" for i in range(n)), "y"])
    cells = np.column_stack([X / 10**places, y])
    np.savetxt(file, cells, fmt=[f"%.{places}f"] * n + ["%d"], delimiter=",", header=names, comments="")
    read = Trials.from_csv(file)
    assert [[*map(Fraction, x), y] for x, y in zip(read.examples[:PART], read.outcomes, strict=False)] == cell_by_cell(
        file
    )
    ratio(
        f"reading a CSV of {L} x {n}, {places} decimals",
        f"csv and Fractions (first {PART} trials, scaled)",
        reach,
        lambda: Trials.from_csv(file),
        lambda: cell_by_cell(file),
        scale=L / PART,
    )


@pytest.mark.parametrize(("real", "reach"), [(False, 4), (True, 0.7)])
def test_verdict_on_a_table(ratio: Ratio, real: bool, reach: float) -> None:
    """Decide bylander.2.tuned on labels, or on real outcomes, against the examples' margins in Python integers."""
    rng = np.random.default_rng(3)
    X, u = rng.integers(-9, 10, (L, 50)), rng.integers(-3, 4, 50)
    y: Any = np.round((X @ u) / 10 + rng.normal(0, 0.1, L), 3) if real else np.where(X @ u < 0, -1, 1)
    trials, rows, weights = Trials.of(X, y, floats="decimal"), X.tolist(), u.tolist()
    ratio(
        f"bylander.2.tuned on {L} x 50 in memory, {'real outcomes' if real else 'labels'}",
        "u.x of each trial in Python integers",
        reach,
        lambda: check("bylander.2.tuned", Instance(Trials(trials.numerators, 1, trials.outcomes), weights)),
        lambda: [sum(a * b for a, b in zip(weights, row, strict=True)) for row in rows],
    )
