"""Every claim that is false as printed is refuted by the search itself, and the certificate is confirmed."""

from __future__ import annotations

import pytest

from bounds.claims.catalogue import catalogue
from bounds.claims.claim import Claim, Standing
from tests.power.broken import attempt, confirmed

pytestmark = pytest.mark.deep

PRINTED_FALSE = [claim for claim in catalogue() if claim.standing is Standing.FALSE]


@pytest.mark.parametrize("claim", PRINTED_FALSE, ids=lambda claim: claim.id)
def test_printed_false_claims_are_refuted(claim: Claim) -> None:
    found = attempt(claim, seed=1)
    assert found.verdict is not None, f"{claim.id} is false as printed and was held, at best {found.ratio}"
    agrees, said = confirmed(found.verdict)
    assert agrees, said


def test_there_are_such_claims() -> None:
    assert len(PRINTED_FALSE) >= 30
