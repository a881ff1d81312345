"""The learners of the Kitani notes and of section 21.4 against slow oracles, and that faults in them are seen."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Callable
from fractions import Fraction

import pytest

from bounds.data.interval import Interval
from bounds.data.trials import Trials
from bounds.data.vectors import Example
from bounds.data.versions import ABSOLUTE, CLASSIFICATION, FOLLOW_EXPERT, Version, thresholded
from bounds.errors import BoundcheckError
from bounds.fast.play import play
from bounds.learners import Learner, TableLearner
from bounds.numbers import Number, compare, exp, power, reciprocal, sqrt
from tests.bounds.sources.kitani_oracles import (
    HALF,
    ONE,
    RATES,
    SMALL,
    Row,
    Seen,
    labels_of,
    oracle_descent,
    oracle_experts,
    oracle_winnow,
    rows_of,
    seen,
)
from tests.classes import RandomisedWeightedMajority, WeightedMajorityRounds, Winnow, descends_on_hinge_losses

# --- random runs ---------------------------------------------------------------------------------------

VOTES = (ONE, -ONE)

BITS = (ONE, Fraction(0))

ALPHAS = tuple(map(Fraction, ("2", "3/2", "3", "100")))

Task = tuple[Learner, Version, list[Row], list[int], list[Seen], Fraction]
"""A learner with its version, a run, what the oracle saw on it, and the prediction that is a tie."""


def expert_task(rng: random.Random, make: Callable[[Fraction], Learner] | None = None) -> Task:
    rows = rows_of(rng, rng.randint(1, 8), rng.randint(1, 5), VOTES)
    labels, eta = labels_of(rng, len(rows)), rng.choice(RATES)
    learner = (make or WeightedMajorityRounds)(eta)
    return learner, CLASSIFICATION, rows, labels, list(oracle_experts(eta, rows, labels, False)), Fraction(0)


def random_expert_task(rng: random.Random, make: Callable[[Fraction], Learner] | None = None) -> Task:
    rows = rows_of(rng, rng.randint(1, 8), rng.randint(1, 5), VOTES)
    labels, eta = labels_of(rng, len(rows)), rng.choice(RATES)
    learner = (make or RandomisedWeightedMajority)(eta)
    return learner, FOLLOW_EXPERT, rows, labels, list(oracle_experts(eta, rows, labels, True)), Fraction(0)


def winnow_task(rng: random.Random, make: Callable[[Fraction], Learner] = Winnow, flip_tie: bool = False) -> Task:
    n = rng.randint(1, 5)
    rows = rows_of(rng, rng.randint(1, 10), n, BITS)
    labels, alpha = labels_of(rng, len(rows)), rng.choice(ALPHAS)
    theta = Fraction(n, rng.randint(1, n))
    tie = rng.random() < 0.5
    version = thresholded(theta, tie_is_positive=tie != flip_tie)
    expected = list(oracle_winnow(alpha, theta, ONE, tie, rows, labels))
    return make(alpha), version, rows, labels, expected, theta


def descent_task(rng: random.Random, make: Callable[[Fraction], Learner] | None = None) -> Task:
    rows = rows_of(rng, rng.randint(1, 8), rng.randint(1, 4), SMALL)
    labels, eta = labels_of(rng, len(rows)), rng.choice(RATES)
    learner = make(eta) if make else TableLearner("gradient_descent", eta)
    return learner, CLASSIFICATION, rows, labels, list(oracle_descent(eta, True, rows, labels)), Fraction(0)


def hinge_task(rng: random.Random, make: Callable[[Fraction], Learner] | None = None) -> Task:
    rows = rows_of(rng, rng.randint(1, 8), rng.randint(1, 4), SMALL)
    labels, eta = labels_of(rng, len(rows)), rng.choice(RATES)
    learner = make(eta) if make else descends_on_hinge_losses(eta)
    return learner, ABSOLUTE, rows, labels, list(oracle_descent(eta, False, rows, labels)), ONE


TASKS: dict[str, Callable[[random.Random], Task]] = {
    "WMA": expert_task,
    "RWMA": random_expert_task,
    "Winnow": winnow_task,
    "OGD on mistakes": descent_task,
    "OGD on the hinge loss": hinge_task,
}


@pytest.mark.deep
@pytest.mark.parametrize("name", TASKS)
def test_learner_agrees_with_the_oracle_in_every_prediction_mistake_update_and_weight(name: str) -> None:
    rng = random.Random(name)
    counts: Counter[str] = Counter()
    for _ in range(3000):
        learner, version, rows, labels, expected, tie = TASKS[name](rng)
        found = seen(learner, version, rows, labels)
        assert found == expected
        for (prediction, error, updated, _), label in zip(found, labels, strict=True):
            counts["ties"] += (prediction if tie == 0 else prediction * (label if tie == 1 else 1)) == tie
            counts["mistakes"] += error != 0
            counts["updates"] += updated
            counts["no updates"] += not updated
    assert min(counts[key] for key in ("ties", "mistakes", "updates", "no updates")) > 150, counts


# --- planted faults ------------------------------------------------------------------------------------


class PaysOnlyOnMistakes(WeightedMajorityRounds):
    def update(self, x: Example, target: Interval) -> None:
        if target.side(self.predict(x)):
            super().update(x, target)


class ChargesTheRight(WeightedMajorityRounds):
    def update(self, x: Example, target: Interval) -> None:
        super().update(Example([-a for a in x.numerators]), target)


class HalfPenalty(RandomisedWeightedMajority):
    def __init__(self, eta: Fraction) -> None:
        super().__init__(eta / 2)


class WrongWay(Winnow):
    def move(self, side: int, x: Example) -> None:
        super().move(-side, x)


class TimidDemotion(Winnow):
    """A demotion that is forgotten every other time."""

    def move(self, side: int, x: Example) -> None:
        if side > 0 or sum(self.K) % 2 == 0:
            super().move(side, x)


class PromotesAll(Winnow):
    def move(self, side: int, x: Example) -> None:
        super().move(side, Example([1] * len(x)) if side > 0 else x)


class Descent(TableLearner):
    def __init__(self, eta: Number) -> None:
        super().__init__("gradient_descent", eta)


class IgnoresTies(Descent):
    def update(self, x: Example, target: Interval) -> None:
        if self.predict(x) != 0:
            super().update(x, target)


class Ascent(Descent):
    def update(self, x: Example, target: Interval) -> None:
        super().update(Example([-a for a in x.numerators], x.denominator), target)


def _square(alpha: Fraction) -> Learner:
    return Winnow(alpha * alpha)


FAULTS: dict[str, Callable[[random.Random], Task]] = {
    "WMA pays on mistakes of the vote only": lambda rng: expert_task(rng, PaysOnlyOnMistakes),
    "WMA charges the experts that are right": lambda rng: expert_task(rng, ChargesTheRight),
    "RWMA halves the penalty": lambda rng: random_expert_task(rng, HalfPenalty),
    "Winnow updates the wrong way": lambda rng: winnow_task(rng, WrongWay),
    "Winnow forgets demotions": lambda rng: winnow_task(rng, TimidDemotion),
    "Winnow promotes inactive features": lambda rng: winnow_task(rng, PromotesAll),
    "Winnow squares its factor": lambda rng: winnow_task(rng, _square),
    "Winnow has the other tie": lambda rng: winnow_task(rng, flip_tie=True),
    "OGD does not update on ties": lambda rng: descent_task(rng, IgnoresTies),
    "OGD goes uphill": lambda rng: descent_task(rng, Ascent),
    "OGD takes the hinge loss for its mistakes": lambda rng: hinge_task(rng, Descent),
}


@pytest.mark.parametrize("fault", FAULTS)
def test_a_planted_fault_is_caught_within_a_hundred_runs(fault: str) -> None:
    rng = random.Random(fault)
    caught = 0
    for _ in range(100):
        learner, version, rows, labels, expected, _ = FAULTS[fault](rng)
        caught += seen(learner, version, rows, labels) != expected
    assert caught >= 10


# --- learners: what the oracles do not reach -------------------------------------------------------------


def test_winnow_on_fractional_examples_compares_exactly() -> None:
    """With w = ((3/2)**(1/2), (3/2)**(-1/2)), irrational both, 2 w_1 = 3 w_2: an exact tie of radicals."""
    learner = TableLearner("winnow", Fraction(3, 2))
    learner.start(2)
    learner.update(Example([1, 0], 2), Interval(Fraction(3), None))
    assert Interval.parse("[1.22474,1.22475]").side(learner.predict(Example([1, 0]))) == 0
    learner.update(Example([0, 1], 2), Interval(None, Fraction(-3)))
    assert list(learner.K) == [HALF, -HALF]
    assert Interval.point(0).side(learner.predict(Example([2, -3]))) == 0
    assert Interval.point(0).side(learner.predict(Example([200001, -300000]))) == -1
    learner.update(Example([1, 1], 2), Interval(Fraction(9), None))
    assert [int(K) for K in learner.K] == [1, 0]


def test_winnow_with_an_irrational_factor() -> None:
    learner = TableLearner("winnow", exp(ONE))
    learner.start(2)
    learner.update(Example([1, 0]), Interval(Fraction(2), None))
    assert compare(learner.predict(Example([1, 1])), 1 + exp(ONE)) == 0


def test_winnow_with_a_large_factor_is_the_elimination_algorithm() -> None:
    """One negative mistake puts a feature out of the vote for good; relevant features are never touched."""
    learner = TableLearner("winnow", Fraction(10**9))
    rows = [[1, 1, 1, 1], [0, 1, 1, 0], [0, 1, 0, 1], [0, 0, 1, 1], [1, 0, 0, 0]]
    run = play(learner, Trials.of(rows, [1, -1, -1, -1, 1]), thresholded(ONE))
    assert [step.error for step in run.steps] == [0, 1, 1, 0, 0]
    assert [int(K) for K in learner.K] == [0, -2, -1, -1]


@pytest.mark.parametrize(
    ("make", "words"),
    [
        (lambda: TableLearner("winnow", ONE), "needs alpha > 1; alpha is 1"),
        (lambda: TableLearner("wma", Fraction(3, 2)), "eta <= 1; eta is 3/2"),
        (lambda: TableLearner("rwma", Fraction(0)), "eta > 0 and eta <= 1; eta is 0"),
        (lambda: TableLearner("gradient_descent", Fraction(0)), "eta > 0; eta is 0"),
        (lambda: TableLearner("rwma", ONE).start(0), "at least one attribute"),
        (lambda: TableLearner("nowhere", ONE), "no learner 'nowhere' with 1 parameters"),
    ],
)
def test_bad_parameters_are_named(make: Callable[[], object], words: str) -> None:
    with pytest.raises(BoundcheckError, match=words):
        make()


def test_weights_that_are_all_zero_are_refused() -> None:
    learner = TableLearner("rwma", ONE)
    learner.start(1)
    learner.update(Example([-1]), Interval(Fraction(0), None, False))
    with pytest.raises(BoundcheckError, match="use eta < 1"):
        learner.predict(Example([1]))


def test_the_notes_vote_differs_from_littlestone_and_warmuths() -> None:
    """The notes charge experts in rounds in which the vote is right too."""
    x, right = Example([1, 1, -1]), Interval(Fraction(0), None, False)
    rounds, mistakes = TableLearner("wma", HALF), TableLearner("weighted_majority_vote", HALF)
    for learner in (rounds, mistakes):
        learner.start(3)
        learner.update(x, right)
    assert list(rounds.weights) == [1, 1, HALF]
    assert len(set(map(str, mistakes.weights))) == 1


@pytest.mark.parametrize("d", [2, 3, 5, 7, 10])
def test_powers_of_one_minus_a_root_stay_in_the_field(d: int) -> None:
    """Reciprocals of a + b sqrt(d) are rationalised, so RWMA at 1/sqrt(T) is decided exactly."""
    w = power(1 - reciprocal(sqrt(Fraction(d))), Fraction(5))
    assert reciprocal(w) * w == 1
    assert compare(reciprocal(w), reciprocal(w + sqrt(Fraction(d)))) == 1
