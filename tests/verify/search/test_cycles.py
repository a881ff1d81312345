"""Cycles that are repeated as often as it takes, and small games in full."""

from __future__ import annotations

import math
from fractions import Fraction
from itertools import product

import numpy as np
import pytest
from sympy import Rational

from adversaries.constructions.cycles import closed, cycles
from bounds.claims.catalogue import theorem
from bounds.claims.claim import Claim
from bounds.data.vectors import Example
from bounds.data.versions import thresholded
from bounds.learners import Learner, TableLearner
from verify.certify.tables import Values
from verify.judge.check import Verdict, check
from verify.judge.status import Status
from verify.search import games
from verify.search.cycles import attack


def broken(claim: Claim) -> list[Verdict]:
    """Return the violations among what the cycles of a claim show."""
    found: list[Verdict] = []

    def judged(_name: str, cycle: object, times: int) -> Verdict:
        verdict = check(claim, cycle.instance(times))  # type: ignore[attr-defined]
        found.extend([verdict] * (verdict.status is Status.VIOLATED))
        return verdict

    attack(claim, 1, judged)
    return found


def times(claim: str, factor: Rational) -> Claim:
    return theorem(claim).replace(bound=factor * theorem(claim).bound)


@pytest.mark.parametrize("N", [2, 3, 10, 16, 64])
@pytest.mark.parametrize("factor", [math.exp(-1), 0.5, 0.9])
def test_a_cycle_costs_every_expert_the_same(N: int, factor: float) -> None:
    found = closed(N, factor)
    assert found is not None
    before, rounds = found
    counts = before.sum(axis=0, dtype=np.int64) if len(before) else np.zeros(N, dtype=np.int64)
    assert len(set(rounds.sum(axis=0).tolist())) == 1
    for wrong in rounds:
        weights = factor ** (counts - counts.min())
        assert weights @ wrong >= weights.sum() / 2 * (1 - 1e-9)
        counts = counts + wrong


def test_a_bound_a_percent_too_small_falls_after_200_000_rounds() -> None:
    assert {verdict.instance.trials.l > 200_000 for verdict in broken(times("kitani.wma", Rational(99, 100)))} == {True}


@pytest.mark.parametrize("claim", ["kitani.wma", "kitani.wma.range", "bylander.7.267", "bylander.7.264"])
def test_theorems_stand(claim: str) -> None:
    assert list(cycles(theorem(claim)))
    assert broken(theorem(claim)) == []


# --- small games -----------------------------------------------------------------------------------------


def longest(learner: Learner, n: int, active: int, threshold: int, played: tuple[tuple[int, ...], ...] = ()) -> int:
    """Return the most mistakes on trials that the first attribute labels, trying all of them on the learner itself."""
    best = 0
    version = thresholded(Fraction(threshold))
    for row in product((0, 1), repeat=n):
        learner.start(n)
        for earlier in played:
            learner.update(Example(list(earlier)), version.target(1 if earlier[0] else -1))
        target = version.target(1 if row[0] else -1)
        if sum(row) <= active and target.side(learner.predict(Example(list(row)))):
            best = max(best, 1 + longest(learner, n, active, threshold, (*played, row)))
    return best


def value_of(game: games.Sums) -> int:
    values = Values(game, 0)
    values.find()
    return values.values[game.start]


@pytest.mark.parametrize(("n", "active"), [(1, 1), (2, 1), (2, 2)])
def test_games_are_the_worst_of_all_sequences(n: int, active: int) -> None:
    """Power: for a threshold that is one more, the values differ."""
    for bias in (True, False):
        learner = (
            TableLearner("bias_perceptron", Fraction(1), Fraction(0))
            if bias
            else TableLearner("perceptron", Fraction(1))
        )
        wanted = longest(learner, n, active, 0 if bias else active)
        assert value_of(games.Sums(n, 1, active, None if bias else active)) == wanted
        assert value_of(games.Sums(n, 1, active, 1 if bias else active + 1)) != wanted


@pytest.mark.parametrize("claim", ["kw.perc.okx", "kw.okx.fix", "kw.winnow.ok"])
def test_what_a_game_says_is_what_the_learner_does(claim: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(games, "SIZES", ((2, 1), (3, 1), (3, 2)))
    found = list(games.instances(theorem(claim), 0, 1))
    assert found
    for _, instance in found:
        verdict = check(theorem(claim), instance)
        assert verdict.status is Status.HOLDS
        assert verdict.comparisons[0].lhs == instance.trials.l


def test_a_game_breaks_what_greedy_mistakes_do_not() -> None:
    claim = times("kw.okx.bias", Rational(5, 8))
    assert any(check(claim, instance).status is Status.VIOLATED for _, instance in games.instances(claim, 0, 1))
