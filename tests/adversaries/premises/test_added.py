"""Instances moved into an added premise."""

from __future__ import annotations

import dataclasses
from fractions import Fraction
from typing import Any

import pytest

from adversaries.premises import added, dropped
from bounds.claims import variants
from bounds.claims.catalogue import theorem
from bounds.claims.claim import Claim, Hypothesis
from verify.judge.check import check
from verify.judge.status import Status
from verify.search.search import search

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


@pytest.mark.parametrize(("identifier", "name"), [("kw.lemma5", "d >= 1"), ("gls.ft.eq", "theta > 0")])
def test_nothing_is_proposed_that_no_claim_admits(identifier: str, name: str) -> None:
    variant = theorem(identifier).replace(without=name)
    for _, instance in zip(range(400), dropped.instances(variant, 0), strict=False):
        variant.admit(instance[1])
    assert not search(variant, instances=300).errors


@pytest.mark.deep
def test_the_toleranced_version_is_repeated_too() -> None:
    assert not search(theorem("bylander.8"), instances=1500).errors
