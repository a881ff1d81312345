"""Structured sequences: they attain bounds, and cover what is degenerate."""

from __future__ import annotations

import dataclasses
from fractions import Fraction

import pytest

from adversaries.constructions.disjunctions import overload
from adversaries.constructions.orthonormal import orthonormal
from adversaries.constructions.oscillation import two_clusters
from adversaries.portfolio.structured import deck, structured
from bounds import symbols as s
from bounds.claims.catalogue import catalogue, theorem
from bounds.mathematics.hadamard import sylvester
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


def test_the_deck_covers_the_degenerate_cases() -> None:
    instances = [i for _, i in deck(theorem("bylander.2"))]
    assert any(i.trials.l == 0 for i in instances)
    assert any(i.trials.n == 1 for i in instances)
    assert any(i.comparator is not None and not any(i.comparator) for i in instances)
    assert any(len(set(i.trials.examples)) < i.trials.l for i in instances)
    assert any(not any(x) for i in instances for x in i.trials.examples)


def test_constants_that_are_enough_for_the_right_form_are_not_for_the_misprinted_one() -> None:
    """Power: a small constant would break a true form too; the overloaded Winnow keeps the right one at the same C."""
    claim = theorem("kw.winnow.ok.printed")
    right = claim.replace(bound="C*(k + k*log(N/k))")
    for constant, k, size in ((7, 5, 6), (8, 6, 8), (10, 10, 10)):
        instance = dataclasses.replace(overload(k, size), parameters={s.C: Fraction(constant)})
        assert check(claim, instance).status is Status.VIOLATED
        assert check(right, instance).status is Status.HOLDS
