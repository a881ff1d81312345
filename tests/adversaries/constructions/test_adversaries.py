"""Adversaries: extremal sequences, instances that satisfy hypotheses by construction, shrinking."""

from __future__ import annotations

from fractions import Fraction

import pytest
from hypothesis import find, given, settings
from hypothesis import strategies as st

from adversaries.constructions.hadamard import sylvester
from adversaries.constructions.orthonormal import orthonormal
from adversaries.constructions.oscillation import two_clusters
from adversaries.constructions.portfolio import deck, structured
from adversaries.generate.build import build, bytes_needed
from adversaries.generate.sampling import random_instances
from adversaries.generate.strategies import instances_of
from bounds import symbols as s
from bounds.claims.catalogue import catalogue, theorem
from bounds.claims.claim import Claim
from bounds.data.trials import Instance
from tests.ladder import TRUE, rung
from verify.judge.status import Status
from verify.own_data.completed import check

TIGHT = ("bylander.2", "bylander.2.tuned", "bylander.5", "bylander.8", "bylander.11")
CLAIMS = {claim.id: claim for claim in catalogue()}


@pytest.mark.parametrize("identifier", TIGHT)
@pytest.mark.parametrize("size", [1, 2, 3, 5, 7, 16])
def test_orthonormal_block_attains_the_bound_with_equality(identifier: str, size: int) -> None:
    verdict = check(theorem(identifier), orthonormal(theorem(identifier), size))
    assert verdict.status is Status.HOLDS
    assert verdict.slack == 0
    assert verdict.attained


@pytest.mark.parametrize("weight", [Fraction(1, 3), Fraction(7, 2)])
def test_equality_does_not_depend_on_the_scale_of_the_comparator(weight: Fraction) -> None:
    for identifier in ("bylander.2", "bylander.8"):
        assert check(theorem(identifier), orthonormal(theorem(identifier), 5, weight)).slack == 0


@pytest.mark.parametrize("d", range(5))
def test_sylvester_rows_are_orthogonal_and_normalised(d: int) -> None:
    rows = sylvester(d)
    for i, a in enumerate(rows):
        assert a[0] == 1
        assert rows[0][i] == 1
        for j, b in enumerate(rows):
            assert sum(p * q for p, q in zip(a, b, strict=True)) == (len(rows) if i == j else 0)


def test_hadamard_rows_force_n_mistakes_at_k_0() -> None:
    claim = theorem("bylander.fn5.printed")
    forced = [check(claim, i) for name, i in structured(claim) if name == "Hadamard rows of order 8"]
    assert [v.decisive.lhs for v in forced if v.decisive is not None] == [8]
    assert all(v.status is Status.VIOLATED for v in forced)


def test_two_clusters_come_within_a_twentieth_of_theorem_3() -> None:
    """The ramp is what shows that theorem 3's constant cannot be lowered much."""
    assert two_clusters(2, 1, 1) == [[1, -1], [1, -1]]
    best = max(check(theorem("bylander.3"), i).ratio or 0 for _, i in structured(theorem("bylander.3")))
    assert best > 0.95


@rung("run")
def test_built_instances_satisfy_the_hypotheses(claim: Claim) -> None:
    """By construction: only 'too short' and 'nothing to say' remain, and they are rare enough to be useful."""
    allowed = {"applies", "l > bound", "N >= 1"}
    vacuous = 0
    for _, instance in random_instances(claim, 60, seed=3):
        verdict = check(claim, instance)
        assert {f.hypothesis.name for f in verdict.failures} <= allowed
        vacuous += verdict.status is Status.VACUOUS
    rare = 57 if claim.id == "bylander.zeta0.summed" else 36
    assert vacuous <= rare


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


def test_the_deck_covers_the_degenerate_cases() -> None:
    instances = [i for _, i in deck(theorem("bylander.2"))]
    assert any(i.trials.l == 0 for i in instances)
    assert any(i.trials.n == 1 for i in instances)
    assert any(i.comparator is not None and not any(i.comparator) for i in instances)
    assert any(len(set(i.trials.examples)) < i.trials.l for i in instances)
    assert any(not any(x) for i in instances for x in i.trials.examples)


@given(st.binary(max_size=120))
def test_any_bytes_make_an_instance_with_as_many_trials_as_they_hold(data: bytes) -> None:
    instance = build(theorem("bylander.2"), data)
    assert instance.trials.l <= len(data)
    assert bytes_needed(instance.trials.l, instance.trials.n) >= instance.trials.l
