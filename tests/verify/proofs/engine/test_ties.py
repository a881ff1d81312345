"""What a proof concludes about is what its claim compares, on runs."""

from __future__ import annotations

import pytest

from bounds.claims.claim import Claim
from tests.ladder import rung
from verify.proofs import stepped_ids
from verify.proofs.engine.registry import PROOFS
from verify.proofs.engine.ties import tie
from verify.proofs.prover import _run

pytestmark = pytest.mark.deep

ONE_OF_MANY = {"kitani.wma", "kitani.rwma"}
"""Claims with a row for each expert, or each vector of a kind, of which the reading takes one."""


@rung("proof", [i for i in stepped_ids() if i not in ONE_OF_MANY])
def test_a_proof_concludes_about_what_its_claim_compares(claim: Claim) -> None:
    _, session = _run(claim, steps_only=True)
    assert session is not None
    found = tie(session, 6, 1)
    assert found.unspoken == "", (found.unspoken, found.instance)
    assert found.rows > 0


def test_every_proof_has_a_reading() -> None:
    assert not [i for i in stepped_ids() if PROOFS[i.lower()][1] is None]


@pytest.mark.parametrize("identifier", ["bylander.2", "bylander.5", "kw.13a"])
def test_a_conclusion_about_something_else_is_noticed(identifier: str) -> None:
    """Power: twice the quantity, or a constant, is not what the claim compares."""
    _, session = _run(identifier, steps_only=True)
    assert session is not None
    session.stated[:] = [2 * term + 1 for term in session.stated]
    assert "none of what the proof concludes about" in tie(session, 6, 1).unspoken
