"""Instances that satisfy the hypotheses by construction: from a seed, from bytes and from hypothesis."""

from __future__ import annotations

import pytest
from hypothesis import find, given, settings
from hypothesis import strategies as st

from adversaries.families.build import build, bytes_needed
from adversaries.families.sampling import random_instances
from adversaries.families.strategies import instances_of
from bounds import symbols as s
from bounds.claims.catalogue import theorem
from bounds.claims.claim import Claim
from bounds.instances import Instance
from tests.ladder import TRUE, rung
from verify.judge.status import Status
from verify.own_data.completed import check


@rung("run")
def test_built_instances_satisfy_the_hypotheses(claim: Claim) -> None:
    """By construction: only 'too short' and 'nothing to say' remain."""
    _vacuous(claim, 20)


@pytest.mark.deep
@rung("run")
def test_built_instances_are_rarely_vacuous(claim: Claim) -> None:
    """What remains is rare enough for the others to be useful."""
    rare = 57 if claim.id == "bylander.zeta0.summed" else 36
    assert _vacuous(claim, 60) <= rare


def _vacuous(claim: Claim, instances: int) -> int:
    """Return how many instances do not meet the hypotheses; fail where it is by another than may remain."""
    allowed = {"applies", "l > bound", "N >= 1", "R > 0", "H > 0"}
    verdicts = [check(claim, instance) for _, instance in random_instances(claim, instances, seed=3)]
    for verdict in verdicts:
        assert {f.hypothesis.name for f in verdict.failures} <= allowed
    return sum(verdict.status is Status.VACUOUS for verdict in verdicts)


@pytest.mark.deep
@rung("attack", TRUE)
@settings(max_examples=25)
@given(data=st.data())
def test_hypothesis_cannot_break_a_true_claim(claim: Claim, data: st.DataObject) -> None:
    verdict = check(claim, data.draw(instances_of(claim)))
    assert verdict.status in (Status.HOLDS, Status.VACUOUS), verdict


def _violated(claim: Claim) -> Instance:
    return find(instances_of(claim), lambda i: check(claim, i).status is Status.VIOLATED)


def test_a_halved_mistake_bound_shrinks_to_one_trial_in_one_dimension() -> None:
    """Power: the strategy finds the planted fault, and shrinks it to the smallest instance there is."""
    found = _violated(theorem("bylander.5").replace(bound=s.U**2 * s.X**2 / 2))
    assert (found.trials.l, found.trials.n) == (1, 1)
    assert abs(found.trials.numerators).max() == 1


def test_a_halved_per_trial_charge_shrinks_to_at_most_two_trials_and_attributes() -> None:
    found = _violated(theorem("bylander.2").replace(bound=s.U**2 / (2 * s.eta) + s.eta * s.l * s.X**2 / 4))
    assert found.trials.l <= 2
    assert found.trials.n <= 2


def test_the_same_seed_gives_the_same_instances_and_another_seed_others() -> None:
    claim = theorem("bylander.7")
    first, again, other = (list(random_instances(claim, 30, seed)) for seed in (1, 1, 2))
    assert first == again
    assert first != other


@given(st.binary(max_size=120))
def test_any_bytes_make_an_instance_with_as_many_trials_as_they_hold(data: bytes) -> None:
    instance = build(theorem("bylander.2"), data)
    assert instance.trials.l <= len(data)
    assert bytes_needed(instance.trials.l, instance.trials.n) >= instance.trials.l
