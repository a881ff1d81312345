"""Adversaries against experts algorithms and Winnow, and the halving tree: exact, extremal, and for any learner."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from fractions import Fraction
from functools import cache
from itertools import product

import pytest

from adversaries.constructions.experts import (
    cycle_then_ramp,
    expert_trials,
    halving_sets,
    round_robin,
    wrong_half,
)
from adversaries.constructions.halving_tree import descend, halving_tree, separator, tree_instance
from adversaries.constructions.winnow import disjunction_trials, greedy_demotions, longest_run, single_features
from adversaries.portfolio.structured import structured
from bounds import symbols as s
from bounds.claims.catalogue import theorem
from bounds.data.interval import Interval
from bounds.data.vectors import Example
from bounds.data.versions import CLASSIFICATION, FOLLOW_EXPERT, Version, thresholded
from bounds.errors import BoundcheckError
from bounds.fast.play import play
from bounds.instances import Instance
from bounds.learners import Learner, TableLearner
from tests.classes import descends_on_hinge_losses
from tests.power.broken import DECK
from verify.judge.status import Status
from verify.own_data.completed import check
from verify.search.search import search

ONE = Fraction(1)
TWO = Fraction(2)

# --- the halving tree ------------------------------------------------------------------------------------


class Memory(Learner):
    """A learner of nobody's: it says + if and only if more labels were + than not, and 0 at first."""

    def start(self, n: int) -> None:
        self.balance, self.n = 0, n

    def predict(self, x: Example) -> Fraction:  # noqa: ARG002
        return Fraction(self.balance)

    def update(self, x: Example, target: Interval) -> None:  # noqa: ARG002
        self.balance += 1 if target.hi is None else -1

    @property
    def weights(self) -> Sequence[Fraction]:
        return [Fraction(0)] * self.n


LEARNERS: dict[str, tuple[Learner, Version]] = {
    "Perceptron": (TableLearner("perceptron", ONE), CLASSIFICATION),
    "Perceptron from elsewhere": (TableLearner("perceptron", Fraction(1, 3), start=Example([-5, 2])), CLASSIFICATION),
    "Exponentiated Update": (TableLearner("exponentiated", ONE, ONE), CLASSIFICATION),
    "doubled Exponentiated Update": (TableLearner("doubled_exponentiated", Fraction(1, 2), TWO), CLASSIFICATION),
    "Winnow": (TableLearner("winnow", TWO), thresholded(ONE)),
    "Winnow with another tie": (TableLearner("winnow", Fraction(3, 2)), thresholded(TWO, tie_is_positive=False)),
    "Gradient Descent": (descends_on_hinge_losses(ONE), CLASSIFICATION),
    "a fixed vector": (TableLearner("fixed", start=Example([-2, 1])), CLASSIFICATION),
    "the zero vector": (TableLearner("fixed", start=Example([0, 0])), CLASSIFICATION),
    "a majority of labels": (Memory(), CLASSIFICATION),
}


@pytest.mark.parametrize("name", LEARNERS)
def test_the_tree_forces_200_mistakes_in_200_rounds_and_leaves_a_threshold(name: str) -> None:
    learner, version = LEARNERS[name]
    trials, a = halving_tree(learner, 200, version=version)
    run = play(learner, trials, version)
    assert trials.l == 200
    assert all(version.target(y).side(step.prediction) for step, y in zip(run.steps, trials.outcomes, strict=True))
    assert run.mistakes == 200
    assert 0 < a < 1
    u = separator(a)
    margins = [y * u.dot(x) for x, y in trials if isinstance(y, int)]
    assert min(margins) == Fraction(1, 2**201)


def test_the_tree_works_in_more_attributes() -> None:
    trials, a = halving_tree(TableLearner("perceptron", ONE), 30, n=5)
    assert all(list(x[2:]) == [0, 0, 0] for x in trials.examples)
    assert play(TableLearner("perceptron", ONE), trials, CLASSIFICATION, separator(a, 5)).comparator_mistakes == 0


@pytest.mark.parametrize("depth", range(9))
def test_every_path_is_consistent_with_its_own_threshold(depth: int) -> None:
    """Shattered, exhaustively: 2**depth paths, 2**depth different thresholds, positive margins on all."""
    thresholds = set()
    for labels in product((-1, 1), repeat=depth):
        instance = tree_instance(theorem("uml.ldim"), labels)
        assert [*instance.trials.outcomes] == [*labels]
        thresholds.add(instance.require_comparator())
        verdict = check(theorem("uml.ldim"), instance)
        assert verdict.status is (Status.HOLDS if depth else Status.VACUOUS)
        assert verdict.attained == (depth > 0)
    assert len(thresholds) == 2**depth


@pytest.mark.deep
def test_a_bound_that_forgets_the_margin_falls() -> None:
    """'At most n mistakes', 'at most 7': what the dyadic thresholds are in the deck for."""
    for bound in (s.n, 3 * s.n + 1):
        broken = search(theorem("kitani.perc").replace(bound=bound), tasks=DECK)
        assert broken.refuted


def test_a_tree_in_one_dimension_is_refused() -> None:
    with pytest.raises(BoundcheckError, match="n >= 2"):
        descend(lambda _: 1, 3, n=1)


# --- experts ---------------------------------------------------------------------------------------------


def wrong_weight(N: int, rounds: Sequence[set[int]], eta: Fraction) -> list[tuple[Fraction, Fraction]]:
    """Return (weight of the wrong, weight of all) for each round."""
    w = [ONE] * N
    found = []
    for wrong in rounds:
        found.append((sum((w[i] for i in wrong), Fraction(0)), sum(w, Fraction(0))))
        w = [a * (1 - eta) if i in wrong else a for i, a in enumerate(w)]
    return found


@pytest.mark.parametrize("N", [1, 2, 3, 5, 8])
@pytest.mark.parametrize("eta", [Fraction(1, 2), Fraction(1, 10), Fraction(99, 100)])
def test_wrong_half_makes_the_vote_err_every_time_and_spares_someone(N: int, eta: Fraction) -> None:
    rounds = wrong_half(N, eta, 30)
    assert all(2 * wrong >= everything for wrong, everything in wrong_weight(N, rounds, eta))
    claim = theorem("kitani.wma.printed")
    verdict = check(claim, Instance(expert_trials(N, rounds), parameters={s.eta: eta}))
    assert claim.case(verdict.instance).run.mistakes == 30
    fewest = min(sum(i in wrong for wrong in rounds) for i in range(N))
    assert fewest <= (30 if N == 1 else 15)


def test_halving_sets_cost_the_halving_algorithm_all_it_can_lose() -> None:
    for N in range(1, 40):
        rounds = halving_sets(N)
        assert len(rounds) == N.bit_length() - 1
        assert sum(map(len, rounds)) == N - 1
        assert len(set().union(*rounds)) == N - 1


def test_round_robin_and_ramp_are_what_they_say() -> None:
    assert [sum(i in wrong for wrong in round_robin(5, 3)) for i in range(5)] == [3] * 5
    assert [sum(i in wrong for wrong in cycle_then_ramp(4, 2, 6)) for i in range(4)] == [8, 8, 8, 2]


@pytest.mark.deep
def test_the_deck_comes_close_to_rwma_and_breaks_it_at_a_tenth_less() -> None:
    """Power: 0.969 is what the ramp reaches at eta = 1/5; nine tenths of the bound fall to the deck alone."""
    claim = theorem("kitani.rwma")
    best = search(claim, tasks=DECK).best_ratio
    assert best is not None
    assert best > 0.96
    assert search(claim.replace(bound=claim.bound * Fraction(9, 10)), tasks=DECK).refuted
    wma = theorem("kitani.wma")
    assert search(wma.replace(bound=wma.bound * Fraction(7, 10)), tasks=DECK).refuted


def test_the_ramp_is_what_rwma_pays_in_floating_point_too() -> None:
    """An independent sum of w_wrong / w_all."""
    trials = expert_trials(2, cycle_then_ramp(2, 0, 40))
    eta = Fraction(1, 5)
    claim = theorem("kitani.rwma")
    paid = claim.case(Instance(trials, parameters={s.eta: eta})).run.mistakes
    assert isinstance(paid, Fraction)
    assert claim.learner is not None
    assert claim.learner.version({}) is FOLLOW_EXPERT
    assert float(paid) == pytest.approx(sum(0.8**t / (0.8**t + 1) for t in range(40)))


# --- Winnow ----------------------------------------------------------------------------------------------


def play_winnow(N: int, k: int, active: Sequence[set[int]], alpha: Fraction = TWO) -> Instance:
    """Return the instance; every trial of it must be a mistake."""
    trials, u = disjunction_trials(N, k, active)
    run = play(TableLearner("winnow", alpha), trials, thresholded(Fraction(N), tie_is_positive=False))
    assert run.mistakes == len(active)
    return Instance(trials, u, {} if alpha == 2 else {s.beta: alpha - 1})


def exhaustive(N: int, k: int) -> int:
    """Return the most mistakes Winnow can make, over all subsets of the features as examples, in plain Fractions."""
    examples = [x for x in product((0, 1), repeat=N) if any(x)]

    @cache
    def best(w: tuple[Fraction, ...]) -> int:
        found = 0
        for x in examples:
            positive = any(x[:k])
            heavy = sum(a for a, b in zip(w, x, strict=True) if b) > N
            if heavy != positive:
                factor = TWO if positive else 1 / TWO
                found = max(found, 1 + best(tuple(a * factor if b else a for a, b in zip(w, x, strict=True))))
        return found

    return best((ONE,) * N)


@pytest.mark.parametrize(("N", "k"), [(1, 1), (2, 1), (2, 2), (3, 1), (3, 2), (3, 3), (4, 1), (4, 2)])
def test_the_longest_run_is_the_longest_of_all(N: int, k: int) -> None:
    """Against exhaustion without any reduction, so one relevant feature a positive example is enough."""
    run = longest_run(N, k)
    assert len(run) == exhaustive(N, k)
    verdict = check(theorem("kitani.winnow"), play_winnow(N, k, [set(x) for x in run]))
    assert verdict.status is Status.HOLDS
    assert len(greedy_demotions(N, k, TWO)) <= len(run)


@pytest.mark.deep
def test_the_worst_case_of_eight_features() -> None:
    """16 of the 26 mistakes that theorem 5 allows with two relevant features of eight; greedy reaches 15."""
    run = longest_run(8, 2)
    assert len(run) == 16
    verdict = check(theorem("kitani.winnow"), play_winnow(8, 2, [set(x) for x in run]))
    assert verdict.decisive is not None
    assert verdict.decisive.rhs == 26
    assert len(greedy_demotions(8, 2, TWO)) == 15


@pytest.mark.parametrize("alpha", [TWO, Fraction(3, 2), Fraction(4)])
def test_the_sequences_are_mistakes_on_every_trial_whatever_the_factor(alpha: Fraction) -> None:
    for N, k in ((2, 1), (4, 1), (8, 2), (16, 3)):
        active = greedy_demotions(N, k, alpha)
        assert active
        verdict = check(theorem("kitani.winnow.beta"), _with_beta(play_winnow(N, k, active, alpha), alpha))
        assert verdict.status is Status.HOLDS


def _with_beta(instance: Instance, alpha: Fraction) -> Instance:
    return Instance(instance.trials, instance.comparator, {s.beta: alpha - 1})


@pytest.mark.parametrize("d", range(5))
def test_single_features_attain_equations_35_and_36(d: int) -> None:
    """N = 2**d: every relevant feature alone is good for exactly d + 1 mistakes."""
    N = 2**d
    for k in {1, max(1, N // 2), N}:
        instance = play_winnow(N, k, single_features(k, d + 1))
        for identifier in ("kitani.eq36", *(["kitani.eq35"] if k == 1 else [])):
            verdict = check(theorem(identifier), instance)
            assert verdict.slack == 0
            assert verdict.decisive is not None
            assert verdict.decisive.lhs == k * (d + 1)
            assert check(theorem(f"{identifier}.printed"), instance).status is Status.VIOLATED


def ratios(names: str) -> Iterator[float]:
    claim = theorem("kitani.winnow")
    for name, instance in structured(claim):
        if name.startswith(names):
            yield check(claim, instance).ratio or 0.0


@pytest.mark.deep
def test_the_deck_comes_within_a_quarter_of_theorem_5_and_breaks_three_quarters_of_it() -> None:
    assert max(ratios("greedy")) > 0.78
    claim = theorem("kitani.winnow")
    assert search(claim.replace(bound=claim.bound * Fraction(3, 4)), tasks=DECK).refuted


def test_an_impossible_disjunction_is_refused() -> None:
    with pytest.raises(BoundcheckError, match="relevant features"):
        longest_run(3, 0)
