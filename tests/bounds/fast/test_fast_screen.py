"""Screening proposes: its scores are near those of exact checks on the sequences it names, in both tiers."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import numpy as np
import pytest

from bounds.claims.catalogue import theorem
from bounds.errors import BoundcheckError
from bounds.fast.screen import Screen
from bounds.numbers import to_float
from verify.judge.check import check
from verify.judge.status import Status

F = Fraction
SCREENS: dict[str, dict[str, Any]] = {
    "bylander.2": {"eta": F(1, 4)},
    "bylander.3": {"eta": F(1, 4)},
    "bylander.5": {},
    "bylander.6": {},
    "bylander.8": {"tau": F(1, 3)},
    "bylander.9": {"tau": F(1, 3)},
    "gls.7.1a": {"p": 4},
}


def screen(identifier: str, l: int = 5, n: int = 3, seed: int = 7) -> Screen:
    return Screen(theorem(identifier), l=l, n=n, seed=seed, **SCREENS[identifier])


@pytest.mark.parametrize("tier", ["compiled", "numpy"])
@pytest.mark.parametrize("identifier", SCREENS)
def test_scores_are_those_of_the_exact_instances(identifier: str, tier: Any) -> None:
    found = screen(identifier)
    scores = found.scores(100, 40, tier)
    matching = 0
    for i, score in enumerate(scores.tolist(), 100):
        verdict = check(found.claim, found.instance(i))
        assert verdict.status in (Status.HOLDS, Status.VACUOUS)
        if verdict.decisive is None or score == 0:
            continue
        lhs, rhs = to_float(verdict.decisive.lhs), to_float(verdict.decisive.rhs)
        matching += abs(lhs / score - rhs) <= max(1.0, 1e-3 * rhs)  # a floor may be missing
    assert matching >= 12


@pytest.mark.parametrize("identifier", SCREENS)
@pytest.mark.parametrize("n", [3, 15, 16, 40])
def test_tiers_agree(identifier: str, n: int) -> None:
    found = screen(identifier, n=n)
    one, two = (found.statistics(5, 300, tier) for tier in ("compiled", "numpy"))
    assert np.allclose(one[1:], two[1:], rtol=1e-5)
    assert np.isclose(one[0], two[0], rtol=1e-3, atol=1e-3).mean() > 0.95


def test_a_sequence_does_not_depend_on_its_batch() -> None:
    found = screen("bylander.2")
    assert np.array_equal(found.scores(0, 1000, "compiled")[300:310], found.scores(300, 10, "compiled"))
    assert not np.array_equal(found.scores(0, 10), screen("bylander.2", seed=8).scores(0, 10))


def test_integer_sums_are_exact_in_the_lanes() -> None:
    """Norms, margins and mistakes of the Perceptron are small integers, which floats hold exactly."""
    found = screen("bylander.5", l=20, n=8)
    _, size, top, least = found.statistics(0, 64, "compiled")
    for i in range(64):
        trials, u = found.sequence(i)
        assert int(size[i]) == u.squared_norm()
        assert int(top[i]) == max(x.squared_norm() for x in trials.examples) * 64
        assert int(least[i]) == min(y * u.dot(x) for x, y in trials if isinstance(y, int)) * 8


def test_best_finds_the_best() -> None:
    found = screen("bylander.5")
    scores = found.scores(0, 5000)
    (score, number), *others = found.best(0, 5000, keep=3)
    assert (score, number) == (float(scores.max()), int(scores.argmax()))
    assert len(others) == 2
    instance = next(iter(found.candidates(0, 5000, keep=1)))[1]
    assert check(found.claim, instance).status is Status.HOLDS


def test_a_false_variant_is_found() -> None:
    """Power: half the bound of theorem 5 is broken by a screened sequence, and the exact check says so."""
    claim = theorem("bylander.5")
    half = claim.replace(bound=claim.inner_bound / 2)
    found = Screen(half, l=2, n=2, seed=1, limit=2)
    score, instance = next(iter(found.candidates(0, 20_000, keep=1)))
    assert score > 1
    assert check(half, instance).status is Status.VIOLATED


@pytest.mark.parametrize(
    ("identifier", "given", "said"),
    [
        ("bylander.2", {}, "eta"),
        ("bylander.5", {"eta": F(1)}, "eta"),
        ("bylander.8", {}, "tau"),
        ("kitani.wma", {}, "cannot be screened"),
        ("gls.7.1a", {"p": 1}, "p is 1"),
        ("bylander.5", {"limit": 0}, "at least 1"),
    ],
)
def test_what_cannot_be_screened_is_refused(identifier: str, given: dict[str, Any], said: str) -> None:
    with pytest.raises(BoundcheckError, match=said):
        Screen(theorem(identifier), l=3, n=2, **given)
