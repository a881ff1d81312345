"""Certificates that no comparator separates: checked exactly, and found wherever the labels are inseparable."""

from __future__ import annotations

import random
from collections.abc import Iterable
from fractions import Fraction
from itertools import combinations, product
from typing import Any

import pytest

from bounds.data.interval import Interval
from bounds.data.trials import Trials
from verify.own_data import separability
from verify.own_data.separability import certificate, consistent_disjunction


def _separates(u: Iterable[int], trials: Trials) -> bool:
    return all(y * sum(a * b for a, b in zip(u, x, strict=True)) > 0 for x, y in trials if isinstance(y, int))


@pytest.mark.parametrize("nonnegative", [False, True])
def test_a_certificate_is_found_if_and_only_if_nothing_separates(nonnegative: bool) -> None:
    """With two attributes of size at most 2, a cone of separators holds the sum of its two sides, of size at most 4."""
    rng = random.Random(3)
    grid = list(product(range(0 if nonnegative else -4, 5), repeat=2))
    inseparable = 0
    for _ in range(400):
        rows = [[rng.randint(-2, 2), rng.randint(-2, 2)] for _ in range(rng.randint(1, 5))]
        trials = Trials.of(rows, [rng.choice((1, -1)) for _ in rows])
        found = certificate(trials, nonnegative=nonnegative)
        assert (found is None) == any(_separates(u, trials) for u in grid)
        if found is not None:
            inseparable += 1
            assert sum(found.values()) == 1
            assert min(found.values()) > 0
    assert 50 < inseparable < 390


def test_the_labels_of_a_parity_have_the_certificate_of_equal_weights() -> None:
    trials = Trials.of([[a, b, 1] for a in (1, -1) for b in (1, -1)], [1, -1, -1, 1])
    assert certificate(trials) == dict.fromkeys(range(4), Fraction(1, 4))


def test_thirds_and_long_fractions_are_no_obstacle() -> None:
    """The rows add up to 0 with weights that no float holds."""
    trials = Trials.of([["1/3", "1/7"], ["1/7", "-1/3"], ["-1000003/1000", "-1/999983"]], [1, 1, 1])
    found = certificate(trials)
    assert found is not None
    assert all(sum(m * trials.examples[t][i] for t, m in found.items()) == 0 for i in range(2))


def test_what_is_not_known_is_not_said(monkeypatch: pytest.MonkeyPatch) -> None:
    assert certificate(Trials.of([], [], n=2)) is None
    assert certificate(Trials.of([[1]], [Interval.point(1)])) is None
    huge = Trials.of([[10**400], [10**400]], [1, -1])
    assert certificate(huge) is None
    monkeypatch.setattr(separability, "LARGEST", 1)
    assert certificate(Trials.of([[1], [1]], [1, -1])) is None


@pytest.mark.parametrize("wrong", [([0], []), ([0, 1], [0]), ([], [])])
def test_a_wrong_proposal_proves_nothing(wrong: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    """Power: whatever the solver says, only multipliers that add up exactly count."""
    monkeypatch.setattr(separability, "_corner", lambda *_, **__: wrong)
    assert certificate(Trials.of([[1, 0], [0, 1]], [1, 1])) is None


def test_disjunctions_are_decided() -> None:
    """By trying them all; power: a disjunction that a negative example activates would be accepted."""
    rng = random.Random(5)
    outcomes = {True: 0, False: 0}
    for _ in range(200):
        rows = [[rng.randint(0, 1) for _ in range(3)] for _ in range(4)]
        labels = [rng.choice((1, -1)) for _ in rows]
        subsets = [chosen for k in range(4) for chosen in combinations(range(3), k)]
        expected = any(
            all((y == 1) == any(row[i] for i in chosen) for row, y in zip(rows, labels, strict=True))
            for chosen in subsets
        )
        assert consistent_disjunction(Trials.of(rows, labels)) is expected
        outcomes[expected] += 1
    assert min(outcomes.values()) > 20
    assert consistent_disjunction(Trials.of([[2]], [1])) is None
