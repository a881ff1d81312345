"""The greedy opponent, wrong votes by a learner's own weights, and instances moved into an added premise."""

from __future__ import annotations

import dataclasses
import random
from collections.abc import Callable
from fractions import Fraction
from typing import Any

import pytest

from adversaries.constructions import experts
from adversaries.generate.rounding import rate_limit
from adversaries.optimise import greedy
from adversaries.premises import added, dropped, moves
from bounds import symbols as s
from bounds.claims import variants
from bounds.claims.catalogue import catalogue, theorem
from bounds.claims.claim import Claim, Comparator, Hypothesis, LearnerSpec, Standing, always
from bounds.data.trials import Example, Instance, Interval, Trials
from bounds.data.versions import CLASSIFICATION, Version, thresholded
from bounds.fast.engine import call
from bounds.learners import BiasPerceptron, Learner, WeightedMajorityRounds, Winnow
from tests.ladder import rung
from verify.judge.check import check
from verify.judge.status import Status
from verify.search.search import search

WINNOW = thresholded(Fraction(8), tie_is_positive=False)

# --- the greedy opponent -----------------------------------------------------------------------------------


@pytest.mark.parametrize("plan", greedy.PLANS)
@pytest.mark.parametrize("make", [lambda: Winnow(Fraction(2), Fraction(8)), lambda: BiasPerceptron(Fraction(1))])
def test_every_trial_is_a_mistake(plan: greedy.Plan, make: Callable[[], Learner]) -> None:
    version: Version = WINNOW if isinstance(make(), Winnow) else thresholded(Fraction(0))
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
    active = greedy.Opponent(Winnow(Fraction(2), Fraction(4)), thresholded(Fraction(4), False), 4, 1)
    assert max(len(active.mistakes(plan)) for plan in greedy.PLANS) == 5


def test_the_cap_is_kept() -> None:
    opponent = greedy.Opponent(Winnow(Fraction(2), Fraction(8)), WINNOW, 8, 1)
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
    assert any(check(wrong, instance).status is Status.VIOLATED for _, instance in greedy.more(wrong, 0, 1))
    assert not any(check(claim, instance).status is Status.VIOLATED for _, instance in greedy.more(claim, 0, 1))


# --- experts -----------------------------------------------------------------------------------------------


class Rewarding(WeightedMajorityRounds):
    """Weighted Majority that multiplies the weights of those that are right by 3/2."""

    def _weight(self, m: int) -> Fraction:
        return Fraction(2, 3) ** m


def test_votes_are_wrong_by_the_learners_own_weights() -> None:
    claim = theorem("kitani.wma")
    wrong = claim.replace(learner=LearnerSpec("rewarding", lambda _: Rewarding(Fraction(1, 2)), always(CLASSIFICATION)))
    half = Fraction(1, 2)
    assert any(check(wrong, found).status is Status.VIOLATED for _, found in experts.asked(wrong, half, 60, 1))
    assert not any(check(claim, found).status is Status.VIOLATED for _, found in experts.asked(claim, half, 60, 1))


def test_a_replaced_range_of_the_rate_is_no_limit() -> None:
    claim = theorem("kitani.wma")
    other = Hypothesis("eta <= 1/2", "eta <= 2/3", lambda case: Fraction(2, 3) - case.rational(s.eta))
    replaced = [other if h.name == other.name else h for h in claim.hypotheses]
    variant = dataclasses.replace(claim, base=claim, hypotheses=tuple(replaced))
    assert rate_limit(claim) == Fraction(1, 2)
    assert rate_limit(variant) > Fraction(9, 10)


# --- premises ----------------------------------------------------------------------------------------------

NOT_NEGATIVE = Hypothesis(
    "entries", "x >= 0", lambda case: Fraction(min((a for x in case.instance.trials.examples for a in x), default=0))
)


def with_premise(identifier: str, premise: Hypothesis, **changes: Any) -> Claim:
    claim = theorem(identifier).replace(**changes)
    return dataclasses.replace(claim, hypotheses=(*claim.hypotheses, premise))


def test_instances_are_moved_into_an_added_premise() -> None:
    claim = with_premise("bylander.3", NOT_NEGATIVE)
    assert [premise.name for premise in variants.added(claim)] == ["entries"]
    found = [instance for _, (_, instance) in zip(range(300), added.instances(claim, 0), strict=False)]
    assert len(found) == 300
    assert all(min(instance.trials.numerators.flat, default=0) >= 0 for instance in found)
    judged = [check(claim, instance).status for instance in found]
    assert Status.VIOLATED not in judged
    assert judged.count(Status.HOLDS) > 150


def test_claims_as_catalogued_have_nothing_added() -> None:
    assert not [*added.instances(theorem("bylander.3"), 0)]
    assert not [*dropped.instances(theorem("bylander.3"), 0)]


def test_the_edge_of_a_premise_is_exact() -> None:
    claim = theorem("kw.elim")
    premise = next(h for h in claim.hypotheses if h.name == "alpha > N - k")
    trials = Trials.of([[0, 1, 1, 1, 1]], [-1])
    instance = Instance(trials, Example([1, 0, 0, 0, 0]), {s.alpha: Fraction(7)})
    variant = claim.replace(without="alpha > N - k")
    found = [moved.parameters[s.alpha] for moved in moves.at_the_boundary(premise)(variant, instance, random.Random(0))]
    assert found == [4, Fraction(98, 25), Fraction(102, 25)]


@pytest.mark.parametrize(("identifier", "name"), [("kw.lemma5", "d >= 1"), ("gls.ft.eq", "theta > 0")])
def test_nothing_is_proposed_that_no_claim_admits(identifier: str, name: str) -> None:
    variant = theorem(identifier).replace(without=name)
    for _, instance in zip(range(400), dropped.instances(variant, 0), strict=False):
        variant.admit(instance[1])
    assert not search(variant, instances=300).errors


def test_the_toleranced_version_is_repeated_too() -> None:
    assert not search(theorem("bylander.8"), instances=1500).errors


# --- kernels -----------------------------------------------------------------------------------------------


def test_a_kernel_whose_object_file_was_lost_is_called_again() -> None:
    """An exception in a callback of the compiler is swallowed there; any other error is not."""
    calls: list[int] = []

    def kernel(x: int) -> int:
        calls.append(x)
        if len(calls) == 1:
            raise RuntimeError("no compiled object yet for <Library 'additive'>")
        return x

    assert call(kernel, 3) == 3
    assert calls == [3, 3]

    def broken() -> None:
        raise RuntimeError("something else")

    with pytest.raises(RuntimeError, match="something else"):
        call(broken)
