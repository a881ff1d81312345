"""A proof ends in the claim's own relation, and uses the premises about parameters that it needs."""

from __future__ import annotations

import inspect

import pytest

from bounds.claims.catalogue import theorem
from bounds.claims.claim import Claim
from tests.ladder import rung
from verify.proofs.registry import PROOFS
from verify.prove import prove, stepped_ids
from verify.search.search import search

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
        proved = prove(claim.replace(relation=relation)).status in ("checked", "partial")
        assert not proved or relation in IMPLIED.get(claim.relation, ()), relation


OUT_OF_RANGE = [
    *((i, "p >= 2", {"p": "3/2"}) for i in ("gls.7.1a", "gls.7.1b", "gls.7.1c")),
    *((i, "p >= 2", {"p": "3/2"}) for i in ("gls.7.1.step", "gls.4.1")),
    *((i, "p >= 2", {"p": "1/2"}) for i in ("gls.5.1",)),
]


@pytest.mark.parametrize(("identifier", "premise", "define"), OUT_OF_RANGE)
def test_no_fact_is_used_outside_of_its_range(identifier: str, premise: str, define: dict[str, str]) -> None:
    """Power: each of these was partial, with a fact whose condition stood only in its note."""
    proof = prove(theorem(identifier).replace(without=premise, define=define))
    assert proof.status not in ("checked", "partial"), proof


def test_facts_are_used_wherever_they_hold() -> None:
    """What counts is the range of a fact, not the name of a premise."""
    assert prove(theorem("gls.7.1a").replace(without="p >= 2", define={"p": "5/2"})).status == "checked"
    assert prove(theorem("gls.5.1").replace(without="p >= 2", define={"p": "3/2"})).status in ("checked", "partial")


@pytest.mark.parametrize(
    "identifier",
    [
        "gls.7.1a",
    ],
)
def test_what_is_no_longer_proved_was_false(identifier: str) -> None:
    claim = theorem(identifier).replace(without="p >= 2", define={"p": "3/2"})
    assert search(claim, instances=600).conclusion == "REFUTED"
