"""A proof ends in the claim's own relation."""

from __future__ import annotations

import inspect

import pytest

from bounds.claims.claim import Claim
from tests.ladder import rung
from verify.proofs.registry import PROOFS
from verify.prove import prove, stepped_ids

pytestmark = [pytest.mark.deep, pytest.mark.usefixtures("without_a_second_look")]

RELATIONS = ("<=", "<", "==", ">=", ">")

IMPLIED = {"==": {"<=", ">="}, "<": {"<="}, ">": {">="}}
"""Relations that follow from a claim's own."""


def by_hand(identifier: str) -> bool:
    """Tell whether a proof writes its conclusion itself, rather than asking ``Session.conclude`` for it."""
    return "session.conclude(" not in inspect.getsource(PROOFS[identifier.lower()][0])


def sample() -> list[str]:
    """Return the claims whose proofs write their conclusion by hand, and some of the others."""
    ids = stepped_ids()
    return [i for k, i in enumerate(ids) if by_hand(i) or k % 12 == 0]


@rung("proof", sample())
def test_a_proof_ends_in_the_claims_own_relation(claim: Claim) -> None:
    """Power: the proof of gls.5.2 once ended in == whatever the claim said, and < and > were proved."""
    for relation in RELATIONS:
        if relation == claim.relation:
            continue
        proved = prove(claim.replace(relation=relation)).goes_through
        assert not proved or relation in IMPLIED.get(claim.relation, ()), relation
