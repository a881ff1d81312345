"""The adversary of theorem 13 of Kivinen and Warmuth 1995: N - k + 1 mistakes from zero, half of it from anywhere."""

from __future__ import annotations

import random
from collections.abc import Sequence
from fractions import Fraction
from operator import ne

import pytest

from bounds.data.interval import Interval
from bounds.data.trials import Trials
from bounds.data.vectors import Example, vector
from bounds.data.versions import thresholded
from bounds.errors import BoundcheckError
from bounds.fast.play import play
from bounds.learners import Learner, TableLearner
from bounds.mathematics import hadamard
from tests.classes import Perceptron

ZERO = Fraction(0)
AT_ZERO = thresholded(ZERO)
SIZES = [(d, k) for d in range(1, 8) for k in (1, 2, 3)]


@pytest.mark.parametrize(("d", "k"), SIZES)
def test_every_trial_is_a_mistake_of_the_perceptron_from_zero(d: int, k: int) -> None:
    n = 2**d + k - 1
    assert (
        hadamard.oppose(TableLearner("bias_perceptron", Fraction(1), Fraction(0)), AT_ZERO, n, k).mistakes == n - k + 1
    )
    for theta in (Fraction(-1), ZERO, Fraction(1, 2), Fraction(n)):
        learner = TableLearner("perceptron", Fraction(2, 3))
        assert hadamard.oppose(learner, thresholded(theta), n, k).mistakes == n - k + 1


@pytest.mark.parametrize(("d", "k"), SIZES)
def test_every_trial_is_a_mistake_of_the_ellipsoid_method(d: int, k: int) -> None:
    n = 2**d + k - 1
    assert hadamard.oppose(TableLearner("ellipsoid"), AT_ZERO, n, k).mistakes == n - k + 1


class Wandering(Perceptron):
    """A Perceptron whose threshold is random in every trial, chosen before the example is seen."""

    def __init__(self, eta: Fraction, s: Example | None, rng: random.Random) -> None:
        super().__init__(eta, s)
        self._rng = rng

    def start(self, n: int) -> None:
        super().start(n)
        self._threshold = Fraction(self._rng.randint(-9, 9), 2)

    def predict(self, x: Example) -> Fraction:
        prediction = super().predict(x)
        assert isinstance(prediction, Fraction)
        return prediction - self._threshold

    def update(self, x: Example, target: Interval) -> None:
        super().update(x, target)
        self._threshold = Fraction(self._rng.randint(-9, 9), 2)


@pytest.mark.parametrize(("d", "k"), SIZES)
def test_half_of_the_trials_are_mistakes_from_any_start_with_any_thresholds(d: int, k: int) -> None:
    n, rng = 2**d + k - 1, random.Random(f"{d} {k}")
    for _ in range(30 if d < 5 else 3):
        start = vector([Fraction(rng.randint(-6, 6), rng.choice((1, 2, 5))) for _ in range(n)])
        a, b, c, e, f = (Fraction(rng.randint(-6, 6), rng.choice((1, 2, 3))) for _ in range(5))
        learners: tuple[Learner, ...] = (
            Wandering(Fraction(rng.randint(1, 9), 4), start, rng),
            TableLearner("additive", a, b, c, e, f, start=start),
        )
        for learner in learners:
            assert 2 * hadamard.oppose(learner, AT_ZERO, n, k).mistakes >= n - k + 1
        assert hadamard.oppose(Wandering(Fraction(1), None, rng), AT_ZERO, n, k).mistakes == n - k + 1


def differing(w: Sequence[Fraction], u: Example, sequence: Sequence[hadamard.Pair]) -> int:
    """Return at how many pairs of the sequence w and (u, 1/2) differ."""
    return sum(hadamard.differs(w, u, hadamard.HALF, pair) for pair in sequence)


def test_half_is_exact_for_a_start_at_the_first_unit_vector() -> None:
    for d, k in SIZES:
        n = 2**d + k - 1
        start = vector([1] + [0] * (n - 1))
        u = hadamard.best_target(start, d, n, k)
        assert differing(start, u, hadamard.pairs(d, n)) == 2**d // 2


@pytest.mark.parametrize(("n", "k"), [(2, 1), (7, 3), (10, 3), (20, 1)])
def test_the_sequence_is_a_trial_sequence_with_its_target(n: int, k: int) -> None:
    learner = TableLearner("bias_perceptron", Fraction(1), Fraction(0))
    found = hadamard.oppose(learner, AT_ZERO, n, k)
    assert found.target.one_norm() == k
    assert set(found.target) <= {0, 1}
    assert found.trials.n == n
    assert found.trials.l == found.mistakes == 2 ** hadamard.largest_order(n, k)
    for x, y in found.trials:
        assert set(x) <= {0, 1}
        assert y == (1 if 2 * found.target.dot(x) >= 1 else -1)
    assert play(learner, found.trials, AT_ZERO).mistakes == found.mistakes


def test_a_learner_that_is_not_additive_escapes() -> None:
    """Winnow makes O(log N) mistakes against the same adversary, for it does not tie on the pairs."""
    n = 64
    found = hadamard.oppose(TableLearner("winnow", Fraction(3, 2)), thresholded(Fraction(n)), n, 1)
    assert found.mistakes < 40


def test_the_paper_s_sequence_has_pairwise_constant_products_and_a_mutant_has_not() -> None:
    for d in range(6):
        assert hadamard.products_that_differ(hadamard.pairs(d, 2**d + 1)) == 0
    mutant = [hadamard.halves([-1 if i == j else 1 for j in range(8)], 8) for i in range(8)]
    assert hadamard.products_that_differ(mutant) > 0
    learner, u = TableLearner("bias_perceptron", Fraction(1), Fraction(0)), vector([1] + [0] * 7)
    assert hadamard.force(learner, AT_ZERO, mutant, u).mistakes < 8


def test_the_adversary_needs_the_order_of_definition_9() -> None:
    """The first row has a sum other than 0, so it must come first: definition 6 asks for i < t only."""
    assert hadamard.products_that_differ(hadamard.pairs(2, 4)[::-1]) > 0


def test_columns_and_targets() -> None:
    assert hadamard.sylvester(0) == [[1]]
    for d in range(1, 5):
        matrix = hadamard.sylvester(d)
        for signs in range(2 ** min(2**d, 8)):
            p = [1 if signs >> i & 1 else -1 for i in range(2**d)]
            assert max(sum(map(ne, p, q)) for q in zip(*matrix, strict=True)) >= 2**d / 2
    assert differing([ZERO] * 4, hadamard.target(0, 2, 4, 1), hadamard.pairs(2, 4)) == 4


def test_ties_count_for_both_signs() -> None:
    pair = hadamard.halves([1, -1], 2)
    for u in ([1, 0], [0, 1]):
        assert hadamard.differs([ZERO, ZERO], vector(u), hadamard.HALF, pair)
    assert not hadamard.differs([Fraction(1), ZERO], vector([1, 0]), hadamard.HALF, pair)
    assert not hadamard.differs([ZERO, ZERO], vector([1, 1]), hadamard.HALF, pair)


def test_errors_say_what_is_needed() -> None:
    with pytest.raises(BoundcheckError, match="needs 1 <= k <= N"):
        hadamard.oppose(TableLearner("bias_perceptron", Fraction(1), Fraction(0)), AT_ZERO, 3, 4)
    with pytest.raises(BoundcheckError, match="needs at least 8 attributes"):
        hadamard.pairs(3, 7)
    with pytest.raises(BoundcheckError, match="d must be in 0"):
        hadamard.sylvester(-1)
    with pytest.raises(BoundcheckError, match="no target"):
        hadamard.target(4, 2, 6, 2)


def test_replayed_sequences_are_trials() -> None:
    found = hadamard.oppose(TableLearner("bias_perceptron", Fraction(1), Fraction(0)), AT_ZERO, 4, 1)
    assert isinstance(found.trials, Trials)
    assert found.trials.are_labels
