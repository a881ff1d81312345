"""The main theorems, stated with the package's own pytest plugin: a search is the test.

``pytest --ledger`` prints what was found; ``pytest --bound-instances 20000`` searches harder.
"""

from __future__ import annotations

import pytest
from boundcheck import assert_bound
from boundcheck.plugin.marker import Boundcheck
from hypothesis import given

from adversaries.families.strategies import instances_of
from bounds.claims.catalogue import theorem
from bounds.claims.claim import Claim, Standing
from bounds.instances import Instance
from tests.ladder import rung

MAIN = [
    "bylander.2",
    "bylander.3",
    "bylander.5",
    "bylander.6",
    "bylander.7",
    "bylander.8",
    "bylander.9",
    "bylander.11",
    "bylander.12",
    "kitani.wma",
    "kitani.rwma",
    "kitani.winnow",
    "kw.thm3",
    "gls.7.1a",
]
ATTAINED = ["bylander.2", "bylander.5", "bylander.8", "bylander.11"]
PRINTED = ["kitani.lem3.printed", "bylander.fn5.printed", "bylander.5.eta.start"]


@rung("attack", MAIN)
@pytest.mark.bound(instances=250)
def test_a_main_theorem_holds(boundcheck: Boundcheck, claim: Claim) -> None:
    (entry,) = boundcheck.evidence
    assert (entry.claim, entry.verdict) == (claim.id, "held")


@rung("attack", ATTAINED)
@pytest.mark.bound(instances=700)
def test_a_bound_is_attained(boundcheck: Boundcheck, claim: Claim) -> None:
    (search,) = boundcheck.searches
    assert search.claim is claim
    assert search.best is not None
    assert search.best.attained


@rung("attack", PRINTED)
@pytest.mark.bound(instances=500, refuted=True)
def test_a_statement_that_is_false_as_printed_is_refuted(claim: Claim) -> None:
    assert claim.standing is Standing.FALSE


@given(instances_of(theorem("bylander.5")))
def test_theorem_5_holds_on_examples(instance: Instance) -> None:
    assert_bound("bylander.5", instance)
