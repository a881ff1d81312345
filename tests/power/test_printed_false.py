"""Every claim that is false as printed is refuted by the search itself, and the certificate is confirmed."""

from __future__ import annotations

import pytest

from bounds.claims.claim import Claim
from tests.ladder import FALSE, rung
from tests.power.broken import attempt, confirmed

pytestmark = pytest.mark.deep


@rung("attack", FALSE)
def test_printed_false_claims_are_refuted(claim: Claim) -> None:
    found = attempt(claim, seed=1)
    assert found.verdict is not None, f"{claim.id} is false as printed and was held, at best {found.ratio}"
    agrees, said = confirmed(found.verdict)
    assert agrees, said


def test_there_are_such_claims() -> None:
    assert len(FALSE) >= 30
