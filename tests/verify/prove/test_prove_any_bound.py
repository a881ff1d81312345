"""Every proof, asked for other bounds and relations: a proof or one line of refusal, never a traceback."""

from __future__ import annotations

import contextlib
from typing import Any

import pytest

from bounds.claims.claim import Claim
from bounds.errors import BoundcheckError
from tests.ladder import rung
from verify.logic.kernel import Kernel
from verify.logic.proof import Proof
from verify.prove import prove
from verify.prove.prover import _proofs

VARIANTS: tuple[dict[str, Any], ...] = (
    {"bound": "7"},
    {"bound": "1000*U*X/delta"},
    {"bound": "ln(n)/ln(U) + exp(2*eta) + exp(eta)"},
    {"bound": "phi*U"},
)


@pytest.mark.deep
@rung("proof", _proofs())
@pytest.mark.usefixtures("without_a_second_look")
def test_a_variant_gives_a_proof_or_a_refusal(claim: Claim, monkeypatch: pytest.MonkeyPatch) -> None:
    """Power: nine proofs took their bound apart without looking whether it has such parts."""
    monkeypatch.setattr(Kernel.__init__, "__defaults__", (100,))
    for variant in VARIANTS:
        with contextlib.suppress(BoundcheckError):
            assert isinstance(prove(claim.replace(**variant)), Proof)
