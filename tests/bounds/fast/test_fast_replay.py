"""The fast tiers give the runs of the plain tier: random instances, planted ties, overflow boundaries, hand-over."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import replace
from fractions import Fraction
from typing import Any

import numpy as np
import pytest

from bounds.data.interval import Interval
from bounds.data.trials import Trials
from bounds.data.vectors import Example, vector
from bounds.data.versions import ABSOLUTE, CLASSIFICATION, MASTER, RANDOMISED, Version, thresholded, toleranced
from bounds.errors import BoundcheckError
from bounds.fast import integers
from bounds.fast.integers import integer_form
from bounds.fast.play import play
from bounds.fast.record import RecordedRun
from bounds.fast.targets import LIMIT, Classes, Multiples, exact_sum
from bounds.learners import Learner, TableLearner
from bounds.learners.run import Run
from bounds.numbers import compare, exp, log, sqrt
from tests.classes import Perceptron

F = Fraction
ONE, HALF = F(1), F(1, 2)
FAST = ("numpy", "compiled")
INTERVALS = [Interval.parse(text) for text in ("[1/2,oo)", "(-1,1/3)", "0", "(-oo,-1]", "(0,1]", "[-1/2,1/2]")]


def agree(make: Callable[[], Learner], trials: Trials, version: Version, u: Example | None, tier: Any) -> Run:
    """Assert that a tier gives the plain tier's run, totals first, and leaves the learner where the plain tier does."""
    slow, fast = make(), make()
    wanted = play(slow, trials, version, u, tier="plain")
    found = play(fast, trials, version, u, tier=tier)
    assert isinstance(found, RecordedRun)
    for name in ("loss", "mistakes", "comparator_loss", "comparator_mistakes"):
        assert compare(getattr(found, name), getattr(wanted, name)) == 0, name
    assert found.updates == wanted.updates
    assert list(fast.weights) == list(slow.weights)
    assert found.steps == wanted.steps
    return found


def integer_data(rng: np.random.Generator, length: int, n: int) -> np.ndarray[Any, Any]:
    return rng.integers(-3, 4, (length, n))


def labels(rng: np.random.Generator, length: int) -> list[int]:
    return [int(y) for y in rng.choice([1, -1], length)]


def cases(seed: int) -> Iterator[tuple[str, Callable[[], Learner], Trials, Version]]:
    """Yield every kind of learner that has a fast tier with random trials of a kind it takes."""
    rng = np.random.default_rng(seed)
    length, n, denominator = int(rng.integers(1, 30)), int(rng.integers(1, 7)), int(rng.choice([1, 2, 8]))
    X = integer_data(rng, length, n)
    y = labels(rng, length)
    plain = Trials(X, denominator, y)
    whole, zero_one, signs = Trials(X, 1, y), Trials((X > 0) * 1, 1, y), Trials(2 * (X > 0) - 1, 1, y)
    mixed = Trials(X, denominator, [INTERVALS[int(k)] for k in rng.integers(0, len(INTERVALS), length)])
    s = vector([F(int(a), 3) for a in rng.integers(-2, 3, n)])
    positive = vector([int(a) for a in rng.integers(1, 4, n)])
    zero = thresholded(F(0))
    yield "Perceptron", lambda: TableLearner("perceptron", HALF), plain, ABSOLUTE
    yield "Perceptron, intervals", lambda: TableLearner("perceptron", F(2, 3)), mixed, ABSOLUTE
    yield "Perceptron, start", lambda: TableLearner("perceptron", F(2, 3), start=s), mixed, toleranced(F(1, 3))
    yield "Perceptron, irrational rate", lambda: TableLearner("perceptron", sqrt(F(2))), plain, ABSOLUTE
    yield "Perceptron, classification", lambda: TableLearner("perceptron", HALF), plain, CLASSIFICATION
    yield "Perceptron, randomised", lambda: TableLearner("perceptron", HALF), plain, RANDOMISED
    yield "Perceptron, threshold", lambda: TableLearner("perceptron", HALF), plain, thresholded(ONE)
    yield "Perceptron, bias trick", lambda: TableLearner("bias_perceptron", HALF, Fraction(0)), plain, zero
    yield "Perceptron, bias trick, start", lambda: TableLearner("bias_perceptron", HALF, F(2, 3), start=s), plain, zero
    yield "Perceptron, irrational end", lambda: TableLearner("perceptron", HALF), plain, thresholded(sqrt(F(2)))
    yield "p = 2", lambda: TableLearner("p_norm", F(2), HALF), plain, zero
    yield "p = 4", lambda: TableLearner("p_norm", F(4), Fraction(1)), plain, zero
    yield "p = 3, start", lambda: TableLearner("p_norm", F(3), F(1, 3), start=s), plain, CLASSIFICATION
    yield "Winnow", lambda: TableLearner("winnow", F(3, 2)), zero_one, thresholded(F(n))
    yield "Winnow, integers", lambda: TableLearner("winnow", F(2)), whole, thresholded(F(n), tie_is_positive=False)
    yield "Winnow, fractions", lambda: TableLearner("winnow", F(2)), plain, thresholded(F(n))
    yield "Weighted Majority", lambda: TableLearner("weighted_majority", F(2, 3)), zero_one, MASTER
    yield "vote", lambda: TableLearner("weighted_majority_vote", HALF), signs, CLASSIFICATION
    yield "vote, tie 0", lambda: TableLearner("weighted_majority_vote", F(1, 3)), signs, CLASSIFICATION
    yield "vote, irrational factor", lambda: TableLearner("weighted_majority_vote", exp(F(-1))), signs, CLASSIFICATION
    yield (
        "vote, irrational factor, tie 0",
        lambda: TableLearner("weighted_majority_vote", exp(F(-1))),
        signs,
        CLASSIFICATION,
    )
    yield "rounds", lambda: TableLearner("wma", F(1, 3)), signs, CLASSIFICATION
    yield "rounds, any numbers", lambda: TableLearner("wma", exp(F(-1))), plain, CLASSIFICATION
    yield "EU", lambda: TableLearner("exponentiated", HALF, F(2)), plain, ABSOLUTE
    yield "EU, intervals", lambda: TableLearner("exponentiated", F(1, 10), F(2)), mixed, ABSOLUTE
    yield (
        "EU, start",
        lambda: TableLearner("exponentiated", HALF, sum(positive, F(0)), start=positive),
        mixed,
        toleranced(F(1, 4)),
    )
    yield "EU, classification", lambda: TableLearner("exponentiated", HALF, F(2)), plain, CLASSIFICATION
    yield "EU, randomised", lambda: TableLearner("exponentiated", HALF, F(2)), plain, RANDOMISED
    yield "EU, rational growth", lambda: TableLearner("exponentiated", log(F(2)), F(2)), whole, ABSOLUTE
    yield "EU, doubled", lambda: TableLearner("doubled_exponentiated", HALF, F(2)), plain, ABSOLUTE
    yield "exp", lambda: TableLearner("qa_exp", HALF), plain, thresholded(ONE)
    yield "sinh", lambda: TableLearner("qa_sinh", HALF), plain, zero
    yield "fixed threshold", lambda: TableLearner("fixed_threshold", HALF, F(2)), plain, zero
    yield "Balanced Winnow", lambda: TableLearner("balanced_winnow", HALF), whole, zero
    yield "Balanced Winnow, starts", lambda: TableLearner("balanced_winnow", HALF, start=positive), plain, zero


NAMES = [name for name, *_ in cases(0)]


@pytest.mark.parametrize("tier", FAST)
@pytest.mark.parametrize("name", NAMES)
def test_tiers_agree_on_random_instances(name: str, tier: str) -> None:
    for seed in range(4):
        make, trials, version = next(case[1:] for case in cases(seed) if case[0] == name)
        u = vector([F(int(a), 2) for a in np.random.default_rng(seed).integers(-2, 3, trials.n)])
        agree(make, trials, version, u, tier)


def mirrored(seed: int, length: int, half: int, denominator: int) -> Trials:
    """Return x = (v, -v) in threes: a tie that stays, a tie that updates, an update that undoes it (so ties go on)."""
    v = np.random.default_rng(seed).integers(-3, 4, (length, half))
    v[2::3] = v[1::3][: v[2::3].shape[0]]
    ends = [Interval.parse(text) for text in ("[0,oo)", "(0,oo)", "(-oo,-5]")]
    return Trials(np.hstack([v, -v]), denominator, [ends[t % 3] for t in range(length)])


@pytest.mark.parametrize("tier", FAST)
def test_planted_ties_are_decided_exactly(tier: str) -> None:
    for seed in range(3):
        trials = mirrored(seed, 40, 3, 8)
        run = agree(lambda: TableLearner("exponentiated", F(1, 10), ONE), trials, ABSOLUTE, None, tier)
        assert sum(step.prediction == 0 for step in run.steps) >= 26
        agree(lambda: TableLearner("qa_sinh", F(1, 10)), trials, ABSOLUTE, None, tier)
        agree(lambda: TableLearner("perceptron", F(1, 10)), trials, ABSOLUTE, None, tier)


@pytest.mark.parametrize("tier", FAST)
def test_ties_of_different_powers_are_left_to_the_learner(tier: str) -> None:
    """2 * 2**0 = 2**1: equal sums of different powers, which grouping by exponents does not see."""
    trials = Trials(np.array([[1, 0, 0], [1, 1, 1], [1, -1, -1], [1, -1, -1]]), 1, [1, -1, 1, -1])
    agree(lambda: TableLearner("exponentiated", log(F(2)), ONE), trials, thresholded(F(0)), None, tier)
    agree(lambda: TableLearner("winnow", F(2)), trials, thresholded(F(3)), None, tier)
    agree(
        lambda: TableLearner("winnow", F(2)),
        Trials(trials.numerators * 3, 2, [1, -1, 1, -1]),
        thresholded(F(0)),
        None,
        tier,
    )


@pytest.mark.parametrize("tier", FAST)
def test_large_numbers_are_handed_over(tier: str) -> None:
    """Entries near 2**29 leave room for few updates; the learner plays the other trials."""
    rng = np.random.default_rng(3)
    X = rng.integers(2**28, 2**29, (60, 8)) * rng.choice([1, -1], (60, 8))
    trials = Trials(X, 1000, labels(rng, 60))
    form = integer_form(started(TableLearner("perceptron", HALF), 8), trials, ABSOLUTE)
    assert form is not None
    assert 0 < form.capacity() < 10
    agree(lambda: TableLearner("perceptron", HALF), trials, ABSOLUTE, vector([1] * 8), tier)
    small = Trials(X >> 14, 1000, trials.outcomes)
    agree(lambda: TableLearner("p_norm", F(4), Fraction(1)), small, CLASSIFICATION, vector([1] * 8), tier)


def started(learner: Learner, n: int) -> Learner:
    learner.start(n)
    return learner


@pytest.mark.parametrize("tier", FAST)
def test_winnow_leaves_its_table(tier: str) -> None:
    """A thousand demotions need 2**-1000."""
    trials = Trials(np.ones((1000, 2), dtype=np.int64), 1, [-1] * 1000)
    agree(lambda: TableLearner("winnow", F(2)), trials, thresholded(F(-1), tie_is_positive=False), None, tier)
    votes = Trials(np.array([[1, -1]] * 300), 1, [1, -1] * 150)
    agree(lambda: TableLearner("weighted_majority_vote", F(1, 2)), votes, CLASSIFICATION, None, tier)


def extreme(length: int, value: int) -> Trials:
    """Return trials that all update in the same direction: the worst case of the bound."""
    return Trials(np.full((length, 2), value, dtype=np.int64), 1, [Interval(F(2**100), None)] * length)


@pytest.mark.parametrize("tier", FAST)
@pytest.mark.parametrize("value", [2**29, 2**30, 2**31 - 1])
def test_no_overflow_at_the_boundary(tier: str, value: int) -> None:
    """All partial sums of the trial before the hand-over are below 2**62, and one more update could exceed it."""
    trials = extreme(12, value)
    form = integer_form(started(TableLearner("perceptron", ONE), 2), trials, ABSOLUTE)
    assert form is not None
    capacity = form.capacity()
    assert form.capacity("compiled") == capacity
    assert 2 * value * (capacity * value) < LIMIT <= 2 * value * (capacity + 1) * value + 2 * value**2
    agree(lambda: TableLearner("perceptron", ONE), trials, ABSOLUTE, None, tier)


@pytest.mark.parametrize("tier", FAST)
def test_a_wrong_capacity_is_noticed(tier: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Power: without the bound, 64-bit integers wrap around and these tests see it."""
    monkeypatch.setattr(integers.IntegerForm, "capacity", lambda *_: 10**6)
    with pytest.raises(AssertionError):
        agree(lambda: TableLearner("perceptron", ONE), extreme(12, 2**31 - 1), ABSOLUTE, None, tier)


def test_own_learners_are_played_as_they_are() -> None:
    """Power: a subclass may do anything, so no fast tier stands in for it."""

    class Lazy(Perceptron):
        def update(self, x: Example, target: Interval) -> None:
            """Learn nothing."""

    trials = Trials(np.ones((50, 3), dtype=np.int64), 1, [1] * 50)
    assert play(Lazy(ONE), trials, ABSOLUTE, tier="compiled").loss == 50
    assert play(TableLearner("perceptron", ONE), trials, ABSOLUTE, tier="compiled").loss == 1


def test_object_integers_go_to_the_plain_tier() -> None:
    trials = Trials(np.array([[2**70, 1], [1, 2**70]], dtype=object), 1, [1, -1])
    for learner in (TableLearner("perceptron", ONE), TableLearner("exponentiated", F(1, 2**70), ONE)):
        assert type(play(learner, trials, ABSOLUTE, tier="compiled")) is Run


def test_the_steps_of_a_recorded_run_are_not_replaced_beside_its_totals() -> None:
    trials = Trials(np.ones((3, 2), dtype=np.int64), 1, [1, 1, -1])
    run = play(TableLearner("perceptron", ONE), trials, ABSOLUTE, tier="numpy")
    with pytest.raises(ValueError, match="steps"):
        replace(run, steps=run.steps[:1])
    assert (run.loss, Run(run.learner, run.version, run.steps[:1]).loss) == (F(1) + F(3), F(1))


def test_labels_only_versions_refuse_intervals_in_every_tier() -> None:
    trials = Trials(np.ones((2, 2), dtype=np.int64), 1, [INTERVALS[0]] * 2)
    for tier in (*FAST, "plain"):
        with pytest.raises(BoundcheckError, match="labels"):
            play(TableLearner("perceptron", ONE), trials, CLASSIFICATION, tier=tier)  # type: ignore[arg-type]


# --- ends and sums -------------------------------------------------------------------------------------


@pytest.mark.parametrize("interval", [*INTERVALS, Interval(sqrt(F(2)), sqrt(F(3))), Interval(sqrt(F(2)), None, False)])
@pytest.mark.parametrize("unit", [ONE, F(1, 3), F(2, 7), sqrt(F(2))])
def test_integer_ends_say_what_the_interval_says(interval: Interval, unit: Any) -> None:
    low, high = Multiples(unit).between(interval)
    for m in range(-12, 13):
        assert interval.side(unit * m) == (m < low) - (m > high)


def test_far_ends_are_as_good_as_infinite() -> None:
    assert Multiples(ONE).between(Interval(F(10**40), None)) == (LIMIT, LIMIT)
    assert Multiples(ONE).between(Interval(F(-(10**40)), F(10**40))) == (-LIMIT, LIMIT)


def test_exact_sum_beyond_64_bits() -> None:
    rng = np.random.default_rng(0)
    values = rng.integers(-LIMIT, LIMIT, 1000)
    assert exact_sum(values) == sum(values.tolist())
    assert exact_sum(np.full(10, -LIMIT)) == -10 * LIMIT


def test_classes_of_labels_and_intervals() -> None:
    assert Classes.of(Trials(np.ones((3, 1), dtype=np.int64), 1, [1, -1, 1])).labels.tolist() == [1, -1, 1]
    mixed = Classes.of(Trials(np.ones((3, 1), dtype=np.int64), 1, [INTERVALS[0], INTERVALS[1], INTERVALS[0]]))
    assert mixed.index.tolist() == [0, 1, 0]
