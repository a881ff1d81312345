"""Screening proposes the best of many random sequences; exact arithmetic judges them."""

from __future__ import annotations

import pytest
from sympy import Rational

from adversaries.screen import screened
from bounds.claims.catalogue import theorem
from verify.judge.check import check
from verify.judge.status import Status

FITTING = ["bylander.2", "bylander.3", "bylander.5", "bylander.6", "bylander.8", "bylander.9", "gls.7.1a"]


@pytest.mark.parametrize("identifier", FITTING)
def test_true_claims_hold_on_what_is_proposed(identifier: str) -> None:
    claim = theorem(identifier)
    statuses = {check(claim, instance).status for _, instance in screened.instances(claim, 1)}
    assert statuses == {Status.HOLDS}


@pytest.mark.parametrize(("identifier", "factor"), [("bylander.2", 0.8), ("bylander.5", 0.7), ("gls.7.1a", 0.7)])
def test_a_bound_that_is_too_small_falls(identifier: str, factor: float) -> None:
    """Power: a constant of 0.8 (loss) or 0.7 (mistakes) is found false by screening alone."""
    claim = theorem(identifier)
    weak = claim.replace(bound=Rational(str(factor)) * claim.inner_bound)
    assert Status.VIOLATED in {check(weak, instance).status for _, instance in screened.instances(weak, 1)}


def test_the_same_seed_proposes_the_same_and_another_seed_others() -> None:
    claim = theorem("bylander.5")
    first, again, other = (list(screened.instances(claim, seed)) for seed in (1, 1, 2))
    assert first == again
    assert first != other


def test_a_claim_that_does_not_fit_gets_nothing() -> None:
    assert not list(screened.instances(theorem("kitani.winnow"), 1))
    assert not list(screened.instances(theorem("bylander.7"), 1))
    for identifier in ("bylander.8.step", "kitani.eq14", "kitani.eq16", "gls.9.avg"):  # bounds that vary along a run
        assert not list(screened.instances(theorem(identifier), 1))
