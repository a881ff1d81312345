"""Tests of proofs from named facts: the dimension of disjunctions."""

from __future__ import annotations

from itertools import combinations

import pytest

from bounds import theorem
from bounds.disjunctions import shattered
from bounds.expression import parse_expression
from verify.proofs import prove, replay_proof

FACTS = {
    "kw.vc": {
        "1 <= 2**floor(log2 r) <= r",
        "binary digits",
        "block and place",
        "the VC dimension",
        "the digits are the labels",
        "the disjunction, where it is false",
        "the disjunction, where it is true",
    },
    "kw.vc.upper": {
        "a shattered set",
        "different numbers differ in a digit",
        "pigeonhole",
        "the number of a disjunction",
    },
}


@pytest.mark.parametrize("identifier", FACTS)
def test_steps_from_named_facts(identifier: str) -> None:
    proof = prove(identifier)
    assert proof.status == "partial", proof
    assert {axiom.name for axiom in proof.facts} == FACTS[identifier]


@pytest.mark.parametrize("identifier", FACTS)
def test_every_axiom_and_step_holds_on_data(identifier: str) -> None:
    replay = replay_proof(identifier)
    assert replay.holds, replay.violation
    assert not replay.skipped


@pytest.mark.parametrize(
    ("identifier", "bound"),
    [
        ("kw.vc", "k*floor(log(N/k)/log(2)) + 1"),
        ("kw.vc", "k*ceiling(log(N/k)/log(2))"),
        ("kw.vc.printed", ""),
        ("kw.vc.upper", "-1"),
    ],
)
def test_the_claim_fails_with_a_wrong_bound(identifier: str, bound: str) -> None:
    claim = theorem(identifier)
    proof = prove(claim.replace(bound=parse_expression(bound)) if bound else claim)
    assert proof.failed is not None
    assert proof.failed.name == "the claim"


def test_the_blocks_need_the_premise() -> None:
    """That k >= 1 is needed too, but where k = 0 the bound has no value, so that nothing is said."""
    proof = prove(theorem("kw.vc").replace(without="k <= N"))
    assert proof.failed is not None
    assert proof.failed.name == "the relevant attribute of a block is in the block"
    assert prove(theorem("kw.vc").replace(without="k >= 1")).follows_from is not None


def test_shattered_points_have_all_labels() -> None:
    points = shattered(5, 2)
    told = {tuple(any(x[i] for i in target) for x in points) for target in combinations(range(5), 2)}
    assert len(told) == 2 ** len(points)
