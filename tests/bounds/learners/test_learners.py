"""The learners against their figures: start, predictions, updates, state and what they refuse."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from fractions import Fraction
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from bounds.data.interval import Interval
from bounds.data.vectors import Example, vector
from bounds.data.versions import MASTER
from bounds.errors import BoundcheckError
from bounds.learners import Learner, TableLearner
from bounds.learners.weights import ExponentialWeights
from bounds.numbers import Number, compare, exp, log, sign, sqrt, total
from tests.classes import Perceptron

ONE, TWO, HALF = Fraction(1), Fraction(2), Fraction(1, 2)
LOW, HIGH, INSIDE = Interval.parse("[1000,oo)"), Interval.parse("(-oo,-1000]"), Interval.parse("(-oo,oo)")
small = st.fractions(min_value=-3, max_value=3, max_denominator=3)
rows = st.lists(st.tuples(small, small, st.sampled_from([LOW, HIGH, INSIDE])), max_size=5)


def started(learner: Learner, n: int) -> Learner:
    learner.start(n)
    return learner


def equal(a: Number, b: Number) -> bool:
    return compare(a, b) == 0


def all_equal(a: Sequence[Number], b: Sequence[Number]) -> bool:
    return all(equal(p, q) for p, q in zip(a, b, strict=True))


# --- the Perceptron ------------------------------------------------------------------------------------


@given(rows, st.fractions(min_value=Fraction(1, 5), max_value=5, max_denominator=5))
def test_perceptron_is_figure_1_in_fractions(trials: list[tuple[Fraction, Fraction, Interval]], eta: Fraction) -> None:
    learner = started(TableLearner("perceptron", eta), 2)
    w = [Fraction(0), Fraction(0)]
    for a, b, target in trials:
        x = vector([a, b])
        assert learner.predict(x) == w[0] * a + w[1] * b
        side = {LOW: 1, HIGH: -1, INSIDE: 0}[target]
        learner.update(x, target)
        w = [w[0] + side * eta * a, w[1] + side * eta * b]
        assert list(learner.weights) == w


def test_perceptron_from_a_start_vector() -> None:
    learner = started(TableLearner("perceptron", HALF, start=vector([1, "-1/3"])), 2)
    assert learner.predict(vector([3, 3])) == 2
    learner.update(vector([1, 1]), LOW)
    assert learner.weights == [Fraction(3, 2), Fraction(1, 6)]


def test_perceptron_with_an_irrational_rate_is_exact() -> None:
    learner = started(TableLearner("perceptron", sqrt(TWO)), 1)
    learner.update(vector([1]), LOW)
    learner.update(vector([2]), LOW)
    assert equal(learner.predict(vector([1])), 3 * sqrt(TWO))
    learner.update(vector([3]), HIGH)
    assert learner.predict(vector([1])) == 0


@pytest.mark.parametrize(("end", "moves"), [("[0,oo)", False), ("(0,oo)", True), ("(-oo,0]", False), ("(-oo,0)", True)])
@pytest.mark.parametrize(
    "make",
    [
        lambda: TableLearner("perceptron", ONE),
        lambda: TableLearner("exponentiated", ONE, ONE),
        lambda: TableLearner("exponentiated", log(TWO), ONE),
    ],
)
def test_learner_moves_on_an_open_end_and_stays_on_a_closed_one(
    make: Callable[[], Learner], end: str, moves: bool
) -> None:
    learner = started(make(), 2)
    x = vector([1, -1])
    assert learner.predict(x) == 0
    learner.update(x, Interval.parse(end))
    assert equal(learner.predict(x), Fraction(0)) is not moves
    if moves:
        assert sign(learner.predict(x)) == (1 if "oo)" in end else -1)


# --- Exponentiated Update ------------------------------------------------------------------------------


@settings(max_examples=60)
@given(rows, st.integers(2, 5), st.sampled_from([ONE, Fraction(5, 2)]))
def test_exponentiated_update_with_a_logarithmic_rate_is_figure_2_in_fractions(
    trials: list[tuple[Fraction, Fraction, Interval]], rho: int, whole: Fraction
) -> None:
    """With eta = ln(rho) and integer examples, exp(eta x) is rational and so is everything."""
    learner = started(TableLearner("exponentiated", log(Fraction(rho)), whole), 2)
    w = [whole / 2, whole / 2]
    for a, b, target in trials:
        x = [int(3 * a), int(3 * b)]
        assert equal(learner.predict(vector(x)), w[0] * x[0] + w[1] * x[1])
        side = {LOW: 1, HIGH: -1, INSIDE: 0}[target]
        learner.update(vector(x), target)
        grown = [v * Fraction(rho) ** (side * c) for v, c in zip(w, x, strict=True)]
        w = [whole * g / sum(grown) for g in grown]
        assert all_equal(learner.weights, w)


@settings(max_examples=60)
@given(rows)
def test_weights_of_exponentiated_update_are_positive_and_sum_to_the_total(
    trials: list[tuple[Fraction, Fraction, Interval]],
) -> None:
    learner = started(TableLearner("exponentiated", Fraction(1, 3), TWO), 2)
    for a, b, target in trials:
        learner.update(vector([a, b]), target)
        assert all(sign(w) == 1 for w in learner.weights)
        assert learner.predict(vector([1, 1])) == 2
        assert sign(total(learner.weights) - 2) in (0, None)


def test_logarithms_of_the_weights_are_the_logarithms_of_the_weights() -> None:
    for eta in (HALF, log(TWO), sqrt(TWO)):
        learner = TableLearner("exponentiated", eta, Fraction(3))
        learner.start(3)
        learner.update(vector([1, 0, -2]), LOW)
        assert isinstance(learner.shaped, ExponentialWeights)
        for logarithm, w in zip(learner.shaped.logarithms(), learner.weights, strict=True):
            assert sign(logarithm - log(w)) in (0, None)


def test_exponentiated_update_from_a_start_vector() -> None:
    learner = started(TableLearner("exponentiated", log(TWO), TWO, start=vector(["1/2", "3/2"])), 2)
    assert learner.weights == [HALF, Fraction(3, 2)]
    learner.update(vector([1, 0]), LOW)
    assert learner.weights == [Fraction(4, 5), Fraction(6, 5)]


def test_examples_with_different_denominators_add_up() -> None:
    """With eta = 6 ln 2 the exponents 6 (1/2 + 1/3 - 1/6) and 6 (1/4) of 2 are 4 and 3/2."""
    learner = TableLearner("exponentiated", 6 * log(TWO), ONE)
    learner.start(2)
    learner.update(vector(["1/2", 0]), LOW)
    learner.update(vector(["1/3", 0]), LOW)
    learner.update(vector(["1/6", 0]), HIGH)
    assert learner.weights == [Fraction(16, 17), Fraction(1, 17)]
    learner.update(vector([0, "1/4"]), LOW)
    assert isinstance(learner.shaped, ExponentialWeights)
    first, second = learner.shaped.logarithms()
    assert equal(first - second, Fraction(5, 2) * log(TWO))
    perceptron = started(TableLearner("perceptron", ONE), 1)
    for x in ("1/2", "1/3", "1/7"):
        perceptron.update(vector([x]), LOW)
    assert perceptron.weights == [Fraction(41, 42)]


def test_update_and_its_opposite_cancel_exactly() -> None:
    learner = started(TableLearner("exponentiated", Fraction(1, 7), ONE), 3)
    x = vector(["1/2", "-1/3", 2])
    learner.update(x, LOW)
    assert all(sign(w - Fraction(1, 3)) != 0 for w in learner.weights)
    learner.update(x, HIGH)
    assert learner.weights == [Fraction(1, 3)] * 3


# --- Exponentiated Gradient and Weighted Majority ------------------------------------------------------


def test_exponentiated_gradient_steps_against_the_gradient_and_stays_at_the_outcome() -> None:
    learner = started(TableLearner("exponentiated_gradient", log(TWO)), 2)
    x = vector([1, 0])
    learner.update(x, Interval.point(HALF))
    assert learner.weights == [HALF, HALF]
    learner.update(x, Interval.point(1))
    assert learner.weights == [Fraction(2, 3), Fraction(1, 3)]
    learner.update(x, Interval.point(0))
    assert learner.weights == [HALF, HALF]


@pytest.mark.parametrize("target", ["[0,1]", "[2,3]", "(-oo,oo)"])
def test_exponentiated_gradient_refuses_intervals(target: str) -> None:
    learner = started(TableLearner("exponentiated_gradient", ONE), 1)
    with pytest.raises(BoundcheckError, match="labels or points"):
        learner.update(vector([1]), Interval.parse(target))


def test_a_learner_that_looks_back_refuses_intervals() -> None:
    """Power: the missing label was kept among the trials, and multiplied with."""
    learner = started(TableLearner("gram", ONE, ONE, Fraction(0), Fraction(0)), 1)
    with pytest.raises(BoundcheckError, match="needs labels or points"):
        learner.update(vector([1]), Interval.parse("[2,3]"))


def test_weighted_majority_scales_on_mistakes_only() -> None:
    learner = TableLearner("weighted_majority", HALF)
    learner.start(3)
    x = vector([1, 0, 0])
    learner.update(x, MASTER.target(-1))
    assert learner.weights == [Fraction(1, 3)] * 3
    learner.update(x, MASTER.target(1))
    assert learner.weights == [HALF, Fraction(1, 4), Fraction(1, 4)]


def test_weighted_majority_scales_by_the_distance_to_the_label() -> None:
    learner = TableLearner("weighted_majority", Fraction(1, 4))
    learner.start(2)
    learner.update(vector(["1/2", 0]), MASTER.target(1))
    # beta**(1/2) = 1/2 against beta = 1/4
    assert all_equal(learner.weights, [Fraction(2, 3), Fraction(1, 3)])


def test_a_tie_of_weighted_majority_is_for_one() -> None:
    learner = started(TableLearner("weighted_majority", HALF), 2)
    learner.update(vector([1, 0]), MASTER.target(1))
    assert list(learner.weights) == [HALF, HALF]
    learner.update(vector([1, 0]), MASTER.target(-1))
    assert list(learner.weights) == [Fraction(1, 3), Fraction(2, 3)]
    vote = started(TableLearner("weighted_majority_vote", HALF), 2)
    assert vote.predict(vector([1, -1])) == 1


def test_vote_of_weighted_majority() -> None:
    learner = TableLearner("weighted_majority_vote", HALF)
    learner.start(3)
    x, positive, negative = vector([1, -1, -1]), Interval.parse("(0,oo)"), Interval.parse("(-oo,0)")
    assert learner.predict(x) == -1
    learner.update(x, negative)
    assert learner.predict(x) == -1
    learner.update(x, positive)
    assert learner.predict(x) == 1, "1 against 1/2 + 1/2 is a tie, decided for +1"


def test_weights_of_the_vote_are_weights_not_votes() -> None:
    learner = started(TableLearner("weighted_majority_vote", HALF), 3)
    learner.update(vector([1, -1, -1]), Interval.parse("(0,oo)"))
    assert list(learner.weights) == [1, HALF, HALF]


# --- state and errors ----------------------------------------------------------------------------------

EVERY: dict[str, Callable[[], Learner]] = {
    "Perceptron": lambda: TableLearner("perceptron", ONE),
    "Perceptron from a start": lambda: TableLearner("perceptron", ONE, start=vector([1, 2])),
    "ExponentiatedUpdate": lambda: TableLearner("exponentiated", HALF, ONE),
    "ExponentiatedUpdate from a start": lambda: TableLearner("exponentiated", HALF, ONE, start=vector(["1/4", "3/4"])),
    "ExponentiatedUpdate, rational": lambda: TableLearner("exponentiated", log(TWO), ONE),
    "ExponentiatedGradient": lambda: TableLearner("exponentiated_gradient", HALF),
    "WeightedMajority": lambda: TableLearner("weighted_majority", HALF),
    "WeightedMajorityVote": lambda: TableLearner("weighted_majority_vote", exp(-ONE)),
    "Doubled": lambda: TableLearner("doubled_exponentiated", HALF, ONE),
    "Fixed": lambda: TableLearner("fixed", start=vector([1, 2])),
}


@pytest.mark.parametrize("name", EVERY)
def test_start_forgets_and_prediction_does_not_change_the_state(name: str) -> None:
    learner = started(EVERY[name](), 2)
    x, before = vector([1, 0]), list(learner.weights)
    first = learner.predict(x)
    assert learner.predict(x) == first
    assert list(learner.weights) == before
    for target in (Interval.point(7), Interval.point(-7), Interval.point(7)):
        learner.update(x, target)
    learner.start(2)
    assert list(learner.weights) == before
    assert learner.predict(x) == first


@pytest.mark.parametrize("name", [name for name in EVERY if "start" not in name and name != "Fixed"])
def test_number_of_attributes_may_change_at_a_start(name: str) -> None:
    learner = started(EVERY[name](), 2)
    learner.start(3)
    assert len(learner.weights) == 3


@pytest.mark.parametrize("eta", [Fraction(0), Fraction(-1), Fraction(-1, 10**30), -sqrt(TWO), sqrt(TWO) - 2])
@pytest.mark.parametrize(
    "make",
    [Perceptron, lambda eta: TableLearner("exponentiated", eta, ONE), lambda eta: TableLearner("wma", eta)],
    ids=["P", "EU", "WMA"],
)
def test_rate_has_to_be_positive(make: Callable[[Number], Learner], eta: Number) -> None:
    with pytest.raises(BoundcheckError, match=r"needs .*eta > 0.*; eta is"):
        make(eta)


@pytest.mark.parametrize("beta", [Fraction(0), Fraction(1), Fraction(-1, 2), TWO, sqrt(TWO), log(Fraction(1, 2))])
@pytest.mark.parametrize("name", ["weighted_majority", "weighted_majority_vote", "balanced_winnow"])
def test_beta_has_to_be_between_0_and_1(name: str, beta: Number) -> None:
    with pytest.raises(BoundcheckError, match=r"needs beta > 0 and beta < 1; beta is"):
        TableLearner(name, beta)


@pytest.mark.parametrize("whole", [Fraction(0), Fraction(-1), -sqrt(TWO)])
def test_sum_of_exponentiated_update_has_to_be_positive(whole: Number) -> None:
    with pytest.raises(BoundcheckError, match="needs eta > 0 and U > 0"):
        TableLearner("exponentiated", ONE, whole)


@pytest.mark.parametrize("start", [[1, 0], [2, -1], [0, 0]])
def test_start_vector_of_exponentiated_update_has_to_be_positive(start: list[Any]) -> None:
    with pytest.raises(BoundcheckError, match="must be positive"):
        TableLearner("exponentiated", ONE, ONE, start=vector(start)).start(2)


@pytest.mark.parametrize("name", [name for name in EVERY if "start" in name])
@pytest.mark.parametrize("n", [1, 3])
def test_start_vector_has_to_fit_the_examples(name: str, n: int) -> None:
    with pytest.raises(BoundcheckError, match=f"2 entries; the examples have {n}"):
        EVERY[name]().start(n)


@pytest.mark.parametrize("name", [name for name in EVERY if name != "Fixed" and "start" not in name])
def test_example_of_another_length_is_refused(name: str) -> None:
    """A longer or shorter example must not be cut to size without a word."""
    learner = started(EVERY[name](), 2)
    for x in (Example([1]), Example([1, 1, 1])):
        with pytest.raises((BoundcheckError, ValueError)):
            learner.predict(x)


@pytest.mark.parametrize(
    "make",
    [
        lambda: TableLearner("exponentiated", ONE, ONE),
        lambda: TableLearner("exponentiated_gradient", ONE),
        lambda: TableLearner("weighted_majority", HALF),
    ],
)
def test_exponential_weights_need_an_attribute(make: Callable[[], Learner]) -> None:
    with pytest.raises(BoundcheckError, match="at least one attribute"):
        make().start(0)
