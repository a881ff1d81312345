"""Every claim that is false as printed is refuted by the search itself, and the certificate is confirmed."""

from __future__ import annotations

import json

import pytest

from bounds import Claim, Standing
from bounds.catalogue import catalogue
from verify import kernel
from verify.check import Status, check
from verify.search import search
from verify.search_result import PATIENCE

pytestmark = pytest.mark.deep

PRINTED_FALSE = [claim for claim in catalogue() if claim.standing is Standing.FALSE]
BUDGET = {"kw.fig2.printed": 30.0}
"""Seconds where two do not suffice at first: two learners on two hundred attributes and trials."""


@pytest.mark.parametrize("claim", PRINTED_FALSE, ids=lambda claim: claim.id)
def test_printed_false_claims_are_refuted(claim: Claim) -> None:
    found = search(claim, seconds=2.0, seed=1)
    if not found.refuted:
        found = search(claim, seconds=BUDGET.get(claim.id, 15.0), seed=1)
    assert found.refuted, f"{claim.id} is false as printed and was held\n{found}"
    assert found.verdict is not None
    assert check(claim, found.verdict.instance).status is Status.VIOLATED
    confirmed, said = kernel.confirm(json.dumps(found.counterexample), kernel.statements(), patience=PATIENCE)
    assert confirmed, said


def test_there_are_such_claims() -> None:
    assert len(PRINTED_FALSE) >= 30
