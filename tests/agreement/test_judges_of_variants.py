"""The prover and the search never contradict each other: what one calls proved, the other does not refute.

BOUNDCHECK_VARIANTS sets how many random variants of the claims with proofs are given to both (default 500).
"""

from __future__ import annotations

import os
from collections.abc import Callable

import pytest

from bounds.claims.catalogue import theorem
from bounds.claims.claim import Claim
from bounds.errors import BoundcheckError
from tests.agreement.random_variants import variant
from tests.ladder import rung
from tests.power.changes import Variant
from tests.power.premises import LISTED, Premise, premises
from tests.power.variants import FALSE
from verify.prove import prove, proved_ids, stepped_ids
from verify.search.search import search

pytestmark = [pytest.mark.deep, pytest.mark.usefixtures("without_a_second_look")]

EACH = -(-int(os.environ.get("BOUNDCHECK_VARIANTS", "500")) // len(proved_ids()))
INSTANCES = 60
PROVED = ("checked", "partial", "proposed")


def contradiction(claim: Claim, status: Callable[[Claim], str]) -> str:
    """Say where a claim is proved and refuted at once; nothing where it is not."""
    try:
        found = status(claim)
    except BoundcheckError:
        return ""
    if found not in PROVED:
        return ""
    try:
        attack = search(claim, instances=INSTANCES)
    except BoundcheckError:
        return ""
    return f"{found}, and refuted:\n{attack}" if attack.refuted else ""


def contradictions(identifier: str, numbers: range, status: Callable[[Claim], str]) -> list[str]:
    """Return what was found wrong with the variants of a claim that have these numbers."""
    found = []
    for number in numbers:
        try:
            claim = variant(theorem(identifier), number)
        except BoundcheckError:
            continue
        wrong = contradiction(claim, status)
        if wrong:
            found.append(f"variant {number} of {identifier}, {claim.inequality}: {wrong}")
    return found


@rung("proof", proved_ids())
def test_what_is_proved_is_not_refuted(claim: Claim) -> None:
    assert not contradictions(claim.id, range(EACH), lambda claim: prove(claim).status)


def test_a_prover_that_forgets_what_a_variant_changes_is_caught() -> None:
    """Power: a prover that takes each variant for its theorem falls on every one of these theorems."""
    for identifier in ("bylander.2", "bylander.5", "kw.elim", "kitani.perc", "gls.7.1a", "gls.5.2"):
        assert contradictions(identifier, range(8), lambda _: "checked"), identifier


@pytest.mark.parametrize("variant", FALSE, ids=lambda v: v.id)
def test_what_is_known_to_be_false_is_not_proved(variant: Variant) -> None:
    assert _status(variant.made()) not in PROVED, variant.argument


NEEDED = [premise for premise in premises() if premise not in LISTED and premise[0] not in stepped_ids()]
"""Of the claims with steps, test_dropped_premises.py says where these fail."""


@pytest.mark.parametrize("premise", NEEDED, ids=" without ".join)
def test_without_a_premise_that_is_needed_there_is_no_proof(premise: Premise) -> None:
    """The search breaks each of these claims without the premise, as tests/power asserts."""
    identifier, name = premise
    assert _status(theorem(identifier).replace(without=name)) not in PROVED


def _status(claim: Claim) -> str:
    try:
        return prove(claim).status
    except BoundcheckError:
        return "refused"
