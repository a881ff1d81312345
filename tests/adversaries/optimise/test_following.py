"""Learners followed in floats do what exact runs do; pools satisfy premises, and their sequences are what they say."""

from __future__ import annotations

import random
from contextlib import suppress
from fractions import Fraction
from itertools import islice

import pytest

from adversaries.generate.pools import Drawer, Pool
from adversaries.optimise import plain
from adversaries.optimise.bound import Bound
from adversaries.optimise.following import FAILURES, followed
from adversaries.optimise.patterns import Pattern, changed, drawn
from adversaries.optimise.pools import CHOICES, presented
from adversaries.optimise.rates import at_least_bound
from bounds.claims.catalogue import catalogue, theorem
from bounds.claims.claim import Claim
from bounds.claims.own import learner, own_claim
from bounds.data.trials import Trials
from bounds.data.vectors import Example
from bounds.numbers import to_float
from tests.power.own import FALSE, TRUE
from verify.judge.check import check
from verify.judge.status import Status

OWN = {own.name: own for own in (*FALSE, *TRUE)}
NAMES = (
    *("decay", "rate 1/t", "margin updates", "gradient descent", "Hedge", "portfolio", "Adam", "sign descent"),
    *("dual averaging at half", "LMS too fast", "EG too fast"),
)
DECIDED = (Status.HOLDS, Status.VIOLATED)


def pools(claim: Claim, count: int, seed: int = 0) -> list[Pool]:
    return list(islice(Drawer(claim, random.Random(seed)).pools(4), count))


@pytest.mark.parametrize(
    "claim",
    [
        *(
            OWN[name].made()
            for name in ("decay", "rate 1/t", "margin updates", "gradient descent", "Hedge", "portfolio")
        ),
        *(
            OWN[name].made()
            for name in ("Adam", "sign descent", "dual averaging at half", "LMS too fast", "EG too fast")
        ),
        *map(theorem, ("bylander.2", "bylander.5", "bylander.9", "kitani.rwma")),
    ],
    ids=lambda claim: claim.id,
)
def test_what_is_followed_is_what_happens(claim: Claim) -> None:
    """Power: with labels in the place of targets, or a step too early, this fails for each of them."""
    compared = 0
    for pool in pools(claim, 5):
        order = [t % len(pool.rows) for t in range(5)]
        found = followed(claim, pool, order)
        verdict = check(claim, pool.sequence(order))
        if found is None or not found.known or verdict.decisive is None or verdict.status not in DECIDED:
            continue
        total = float(found.totals(pool)[-1])
        assert total == pytest.approx(to_float(verdict.decisive.lhs), abs=1e-6)
        if verdict.ratio is not None and claim.bound == claim.inner_bound:
            assert Bound(claim, pool).ratio(order, total) == pytest.approx(verdict.ratio, abs=1e-6)
        compared += 1
    assert compared or claim.id in ("bylander.9", "kitani.rwma")


FEW = 3


@pytest.mark.parametrize("claims", [catalogue(), [own.made() for own in (*FALSE, *TRUE)]], ids=["catalogue", "own"])
def test_the_bound_in_floats_is_the_bound(claims: list[Claim]) -> None:
    """Power: norms of all examples in place of those that come, or trials counted once, differ in dozens of claims."""
    compared = set()
    for claim in claims:
        for pool in pools(claim, FEW):
            bound, order = Bound(claim, pool), [*range(len(pool.rows) - 1), 0, 0]
            if bound.plain is None:
                continue
            with suppress(*FAILURES):
                exact, found = bound.exactly(order), bound.at(order)
                assert found.keys() >= exact.keys(), claim.id
                assert {symbol: found[symbol] for symbol in exact} == pytest.approx(exact, rel=1e-9, nan_ok=True), (
                    claim.id
                )
                compared.add(claim.id)
    assert len(compared) > 0.3 * len(claims)


def test_what_bounds_entries_is_met_at_its_corners() -> None:
    """Power: random instances of this claim are VACUOUS in 95 of 100 cases."""
    claim = OWN["portfolio"].made()
    made = pools(claim, 20)
    statuses = [check(claim, pool.whole).status for pool in made]
    assert statuses.count(Status.HOLDS) > 15
    assert {entry for pool in made for x in pool.rows for entry in x} >= {Fraction(1), Fraction(1, 2)}


def test_a_premise_on_single_trials_holds_of_each_that_is_drawn() -> None:
    claim = own_claim(learner("w + x", outcomes="points"), "l", given=["sum(x) == 1", "0 <= y", "sum(u) == 1"])
    for pool in pools(claim, 10):
        assert all(sum(x) == 1 for x in pool.rows)
        assert pool.comparator is not None
        assert sum(pool.comparator) == 1


def test_what_is_presented_costs_something() -> None:
    claim = OWN["decay"].made()
    for pool in pools(claim, 4):
        for choose in CHOICES.values():
            found = presented(claim, pool, choose, 60, random.Random(0))
            if found is not None:
                again = followed(claim, pool, found.order)
                assert found.gained[-1] > 0
                assert again is not None
                assert again.gained == found.gained


def test_patterns_stay_within_their_pool_and_length() -> None:
    claim, rng = OWN["Hedge at 9"].made(), random.Random(0)
    drawer = Drawer(claim, rng)
    pattern: Pattern = drawn(at_least_bound(claim, pools(claim, 1)[0], 48), 48, rng)
    for _ in range(200):
        pattern = changed(drawer, pattern, 48, rng)
        order = pattern.order()
        assert 0 < len(order) <= 48
        assert set(order) <= set(range(len(pattern.pool.rows)))


@pytest.mark.parametrize("name", ["Hedge at 9", "rate 1/t by mistakes", "LMS too fast"])
def test_moved_entries_satisfy_the_premises(name: str) -> None:
    """Power: moved without asking the premises, 37 of 40 pools of Hedge had losses beyond [0, 1]."""
    claim = OWN[name].made()
    drawer = Drawer(claim, random.Random(0))
    pool = start = next(drawer.pools(3))
    for step in range(40):
        pool = drawer.moved(pool, step % len(pool.rows))
        assert check(claim, pool.whole).status is not Status.VACUOUS
    assert pool.rows != start.rows


def test_a_trial_that_is_right_comes_again_before_the_next_mistake() -> None:
    """Power: what shrinks by right trials alone is never wrong where each trial is chosen for its cost."""
    rows = (Example([1, 2]), Example([1, -2]))
    claim, pool = OWN["decay when right"].made(), Pool(Trials.of(rows, (1, 1)), Example([1, 0]), {})
    reached = {}
    for how, choose in CHOICES.items():
        found = presented(claim, pool, choose, 200, random.Random(0))
        reached[how] = 0 if found is None else sum(found.gained)
    assert reached.pop("wrong after rests") > 10
    assert max(reached.values()) < 10


@pytest.mark.parametrize("name", [own.name for own in FALSE])
def test_plain_trials_satisfy_the_premises(name: str) -> None:
    """Power: without asking the premises, entries of portfolios and experts are beyond their ranges."""
    claim = OWN[name].made()
    made = list(plain.pools(Drawer(claim, random.Random(0))))
    assert made
    assert not [pool for pool in made if check(claim, pool.whole).status is Status.VACUOUS]


def test_what_comes_first_comes_first() -> None:
    claim = OWN["leader"].made()
    pool = Pool(Trials.of([[1, 0], [0, 1], ["1/2", 0]], (1, 1, 1)), Example([1, 0]), {})
    found = presented(claim, pool, CHOICES["costliest at half the comparator's"], 20, random.Random(0), (2,))
    assert found is not None
    assert found.order[:4] == (2, 1, 0, 1)
