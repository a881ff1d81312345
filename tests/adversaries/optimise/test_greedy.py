"""The greedy opponent: every trial is a mistake, and no theorem breaks."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction

import pytest

from adversaries.optimise import greedy
from bounds.claims.catalogue import catalogue, theorem
from bounds.claims.claim import Claim, Comparator, LearnerSpec, Standing
from bounds.data.interval import Interval
from bounds.data.vectors import Example
from bounds.data.versions import Version, thresholded
from bounds.learners import Learner, TableLearner
from tests.ladder import rung
from verify.judge.check import check
from verify.judge.status import Status

WINNOW = thresholded(Fraction(8), tie_is_positive=False)

# --- the greedy opponent -----------------------------------------------------------------------------------


@pytest.mark.parametrize("plan", greedy.PLANS)
@pytest.mark.parametrize(
    "make",
    [lambda: TableLearner("winnow", Fraction(2)), lambda: TableLearner("bias_perceptron", Fraction(1), Fraction(0))],
)
def test_every_trial_is_a_mistake(plan: greedy.Plan, make: Callable[[], Learner]) -> None:
    version: Version = WINNOW if str(make()).startswith("winnow") else thresholded(Fraction(0))
    found = greedy.Opponent(make(), version, 8, 2).mistakes(plan)
    assert found
    learner = make()
    learner.start(8)
    for active in found:
        x = Example([int(i in active) for i in range(8)])
        target = version.target(1 if min(active) < 2 else -1)
        assert target.side(learner.predict(x)) != 0
        learner.update(x, target)


def test_it_finds_the_most_mistakes_of_small_winnow() -> None:
    """The longest run against Winnow with factor 2 and N = 4 has 5 mistakes."""
    active = greedy.Opponent(TableLearner("winnow", Fraction(2)), thresholded(Fraction(4), False), 4, 1)
    assert max(len(active.mistakes(plan)) for plan in greedy.PLANS) == 5


def test_the_cap_is_kept() -> None:
    opponent = greedy.Opponent(TableLearner("winnow", Fraction(2)), WINNOW, 8, 1)
    assert max(map(len, opponent.mistakes(greedy.Plan(cap=3)))) == 3


CLAIMS = [
    claim
    for claim in map(theorem, catalogue().ids)
    if claim.comparator is Comparator.DISJUNCTION
    and claim.standing is not Standing.FALSE
    and claim.family in greedy.FAMILIES
]


@rung("attack", CLAIMS)
def test_theorems_hold_and_the_instances_are_theirs(claim: Claim) -> None:
    found = [check(claim, instance).status for _, instance in greedy.instances(claim)]
    assert Status.VIOLATED not in found
    if claim.learner is not None:
        assert found.count(Status.HOLDS) >= 5


class Reluctant(Learner):
    """Winnow that forgets every second demotion."""

    def start(self, n: int) -> None:
        """Set every weight to 1."""
        self.w, self.lazy = [Fraction(1)] * n, False

    def predict(self, x: Example) -> Fraction:
        """Return w.x."""
        return sum((w * a for w, a in zip(self.w, x, strict=True)), Fraction(0))

    def update(self, x: Example, target: Interval) -> None:
        """Double, or halve every second time."""
        side = target.side(self.predict(x))
        self.lazy = side < 0 and not self.lazy
        factor = Fraction(2) if side > 0 else Fraction(1) if self.lazy or not side else Fraction(1, 2)
        self.w = [w * factor if a else w for w, a in zip(self.w, x, strict=True)]

    @property
    def weights(self) -> list[Fraction]:
        """The weights."""
        return self.w


def test_a_learner_that_hardly_demotes_is_caught() -> None:
    """Power: Winnow itself holds on the same plans."""
    claim = theorem("kitani.winnow")
    assert claim.learner is not None
    wrong = claim.replace(learner=LearnerSpec("reluctant", lambda _: Reluctant(), claim.learner.version))
    assert any(check(wrong, instance).status is Status.VIOLATED for _, instance in greedy.instances(wrong))
    assert not any(check(claim, instance).status is Status.VIOLATED for _, instance in greedy.instances(claim))
