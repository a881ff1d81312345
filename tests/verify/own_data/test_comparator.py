"""Comparators: proposed by floating-point solvers, judged exactly."""

from __future__ import annotations

import random
from fractions import Fraction

import pytest

from bounds import symbols as s
from bounds.claims.catalogue import theorem
from bounds.data.interval import Interval
from bounds.data.trials import Trials
from bounds.errors import BoundcheckError
from bounds.instances import Instance
from bounds.numbers import to_float
from verify.judge.defaults import simple, with_rates
from verify.judge.status import Status
from verify.own_data.comparator import find_comparator
from verify.own_data.completed import check


def _separable(rng: random.Random, l: int, n: int, nonnegative: bool) -> Trials:
    u = [rng.randint(0 if nonnegative else -5, 5) for _ in range(n)]
    u[0] = 3
    rows: list[list[int]] = []
    labels: list[int] = []
    while len(rows) < l:
        row = [rng.randint(-6, 6) for _ in range(n)]
        margin = sum(a * b for a, b in zip(u, row, strict=True))
        if margin:
            rows.append(row)
            labels.append(1 if margin > 0 else -1)
    return Trials.from_integers(rows, 1, labels)


@pytest.mark.parametrize("seed", range(20))
@pytest.mark.parametrize("identifier", ["bylander.5", "bylander.6", "bylander.11", "bylander.12"])
def test_a_separator_is_found_whenever_there_is_one(identifier: str, seed: int) -> None:
    trials = _separable(random.Random(seed), 25, 4, nonnegative=identifier in ("bylander.6", "bylander.12"))
    u = find_comparator(theorem(identifier), trials, {})
    verdict = check(theorem(identifier), Instance(trials, u))
    assert verdict.status is Status.HOLDS


def test_the_separator_is_nearly_the_shortest() -> None:
    trials = Trials.of([[3, 0], [0, 5], [3, 5]], [1, -1, -1])
    u = find_comparator(theorem("bylander.5"), trials, {})
    assert u is not None
    best = Fraction(1, 9) + Fraction(4, 25)  # u = (1/3, -2/5), supported by the first and the third trial
    assert u.squared_norm() <= best * Fraction(10001, 10000)


@pytest.mark.parametrize("sizes", [("1/1000", "200000"), ("1e-6", "1e6")])
def test_a_separator_is_found_where_attributes_are_of_very_different_sizes(sizes: tuple[str, str]) -> None:
    """Power: the small attribute was lost to rounding, and no comparator was found."""
    rows = [[2, 3], [3, -2], [-1, 1], [1, 5], [4, -7]]
    small, large = map(Fraction, sizes)
    trials = Trials.of([[a * small, b * large] for a, b in rows], [1 if 2 * a + b > 0 else -1 for a, b in rows])
    u = find_comparator(theorem("bylander.5"), trials, {})
    assert check(theorem("bylander.5"), Instance(trials, u)).status is Status.HOLDS


def test_where_none_separates_the_verdict_is_vacuous_and_says_so() -> None:
    trials = Trials.of([[1], [1]], [1, -1])
    verdict = check(theorem("bylander.5"), Instance(trials, find_comparator(theorem("bylander.5"), trials, {})))
    assert verdict.status is Status.VACUOUS
    assert "separable" in [f.hypothesis.name for f in verdict.failures]


@pytest.mark.parametrize("seed", range(8))
def test_noisy_labels_get_a_comparator_of_theorem_7(seed: int) -> None:
    rng = random.Random(seed)
    clean = _separable(rng, 30, 3, nonnegative=True)
    labels = [-y if i in (3, 17) else y for i, y in enumerate(clean.outcomes) if isinstance(y, int)]
    trials = Trials(clean.numerators, 1, labels)
    claim = theorem("bylander.7")
    verdict = check(claim, with_rates(claim, Instance(trials, find_comparator(claim, trials, {}))))
    assert verdict.status is Status.HOLDS


@pytest.mark.parametrize(
    "identifier", ["bylander.2", "bylander.2.tuned", "bylander.3", "bylander.double", "bylander.8"]
)
def test_on_intervals_the_comparator_has_a_small_loss(identifier: str) -> None:
    """The planted vector has loss 0, so the proposal's loss plus its price must not be far from the planted one's."""
    rng = random.Random(7)
    planted = [Fraction(1, 2), Fraction(1, 4), Fraction(1, 4)]
    rows = [[rng.randint(-4, 4) for _ in range(3)] for _ in range(40)]
    ends = [sum((a * b for a, b in zip(planted, row, strict=True)), Fraction(0)) for row in rows]
    trials = Trials.of(rows, [Interval(y - Fraction(1, 100), y + Fraction(1, 100)) for y in ends])
    claim = theorem(identifier)
    parameters = {s.U: Fraction(1)}
    if s.tau in claim.free:
        parameters[s.tau] = Fraction(1, 10)
    u = find_comparator(claim, trials, dict(parameters))
    verdict = check(claim, with_rates(claim, Instance(trials, u, dict(parameters))))
    assert verdict.status is Status.HOLDS
    assert to_float(claim.case(verdict.instance).run.comparator_loss) < 1


def test_exponentiated_update_on_intervals_asks_for_its_sum() -> None:
    trials = Trials.of([[1]], [Interval.point(1)])
    with pytest.raises(BoundcheckError, match="U is not given; set a positive rational"):
        find_comparator(theorem("bylander.3"), trials, {})


def test_the_best_expert_is_the_attribute_with_fewest_errors() -> None:
    trials = Trials.of([[1, 1, -1], [1, -1, -1], [-1, 1, 1]], [1, -1, 1])
    assert find_comparator(theorem("bylander.7.267"), trials, {}) == Trials.of([[0, 1, 0]], [1]).examples[0]


@pytest.mark.parametrize(
    ("number", "rounded"),
    [("1/3", "1/3"), ("1000/3001", "33/100"), ("1234", "1200"), ("0.000456", "0.00045"), ("7", "7")],
)
def test_rates_are_short_rationals_or_rounded_down_to_two_figures(number: str, rounded: str) -> None:
    assert simple(Fraction(number)) == Fraction(rounded)
