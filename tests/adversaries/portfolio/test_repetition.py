"""Short sequences over and over: they break learners that forget, and no theorem."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from typing import Any, cast

import pytest

from adversaries.portfolio.repetition import instances, long_lessons, repeated
from bounds import symbols as s
from bounds.claims.catalogue import catalogue, theorem
from bounds.claims.claim import Claim, LearnerSpec, Outcomes
from bounds.data.interval import Interval
from bounds.data.trials import Trials
from bounds.data.vectors import Example
from bounds.numbers import Number
from tests.classes import Perceptron
from verify.judge.check import check
from verify.judge.status import Status
from verify.search.search import search


class Forgetful(Perceptron):
    """A Perceptron that halves its weights before each update."""

    def update(self, x: Example, target: Interval) -> None:
        """Halve the weights, then add the example."""
        side = target.side(self.predict(x))
        if side:
            self.K = Example(self.K.numerators, 2 * self.K.denominator)
            self.move(side, x)


def forgetful(claim: Claim) -> Claim:
    version = claim.learner.version if claim.learner else None
    assert version is not None
    return claim.replace(learner=LearnerSpec("forgetful", lambda case: Forgetful(case.value(s.eta)), version))


def test_the_trials_come_again() -> None:
    S = Trials.of([["1/2", 1], [0, -1]], [1, -1])
    assert repeated(S, 3) == Trials.of([["1/2", 1], [0, -1]] * 3, [1, -1] * 3)


def test_a_learner_that_forgets_is_caught() -> None:
    """Power: the Perceptron itself holds on the same instances."""
    claim = theorem("bylander.5")
    wrong = [check(forgetful(claim), instance).status for _, instance in instances(claim, 0, 1)]
    right = [check(claim, instance).status for _, instance in instances(claim, 0, 1)]
    assert Status.VIOLATED in wrong
    assert Status.VIOLATED not in right
    assert right.count(Status.HOLDS) > 100


def test_the_search_catches_it() -> None:
    found = search(forgetful(theorem("bylander.5")), instances=1000)
    assert found.refuted
    assert found.verdict is not None
    assert found.verdict.instance.trials.l < 12


class Plain:
    """The Perceptron in rationals, with something done to each weight after an update."""

    def __init__(self, eta: Number, change: Callable[[Fraction], Fraction]) -> None:
        self.eta, self.change = eta, change

    def start(self, n: int) -> None:
        self.weights = [Fraction(0)] * n

    def predict(self, x: Example) -> Fraction:
        return sum((w * a for w, a in zip(self.weights, x, strict=True)), Fraction(0))

    def update(self, x: Example, target: Interval) -> None:
        side = target.side(self.predict(x))
        if side:
            moved = [w + side * Fraction(str(self.eta)) * a for w, a in zip(self.weights, x, strict=True)]
            self.weights = [self.change(w) for w in moved]


CHANGES: dict[str, Callable[[Fraction], Fraction]] = {
    "keeps 99/100 of each weight": lambda w: w * Fraction(99, 100),
    "keeps 9/10 of each weight": lambda w: w * Fraction(9, 10),
    "clips at 2": lambda w: max(Fraction(-2), min(Fraction(2), w)),
    "rounds to hundredths": lambda w: Fraction(round(w * 100), 100),
}


@pytest.mark.parametrize("change", CHANGES)
def test_learners_that_lose_a_little_are_caught(change: str) -> None:
    """Power: with nothing done to the weights, the same learner keeps the bound on the same instances."""
    claim = theorem("bylander.5")
    version = claim.learner.version if claim.learner else None
    assert version is not None

    def made(change: Callable[[Fraction], Fraction]) -> Claim:
        return claim.replace(
            learner=LearnerSpec("changed", lambda case: cast(Any, Plain(case.value(s.eta), change)), version)
        )

    tried = [*long_lessons(claim), *instances(claim, 0, 1)]
    assert any(check(made(CHANGES[change]), instance).status is Status.VIOLATED for _, instance in tried)
    assert not any(check(made(lambda w: w), instance).status is Status.VIOLATED for _, instance in tried[:60])


HELD = ["bylander.2", "bylander.3", "bylander.9", "kitani.wma", "kw.winnow.up", "gls.7.1b"]


@pytest.mark.parametrize("identifier", HELD)
def test_theorems_hold(identifier: str) -> None:
    claim = theorem(identifier)
    found = [check(claim, instance).status for _, instance in list(instances(claim, 1, 1))[:60]]
    assert Status.VIOLATED not in found
    assert Status.HOLDS in found


def test_a_claim_without_trials_has_nothing_to_repeat() -> None:
    bare = next(claim for claim in catalogue() if claim.outcomes is Outcomes.NONE)
    assert list(instances(bare, 0, 1)) == []


def test_the_same_seed_gives_the_same_instances() -> None:
    claim = theorem("bylander.6")
    first, second = (list(instances(claim, 7, 1)) for _ in range(2))
    assert first == second
