"""The classics, held against the search; what is attained falls where it is one percent less."""

from __future__ import annotations

import json

import pytest
from sympy import Rational

from bounds.claims.catalogue import catalogue, theorem
from bounds.claims.claim import Claim
from tests.ladder import rung
from verify import kernel
from verify.search.search import search

CLASSICS = catalogue(source="classics")

ATTAINED = [
    *("perceptron.hinge", "perceptron.hinge.mohri", "perceptron.hinge2", "pa", "pa.x", "pa1", "pa2"),
    *("ogd.hinge", "ogd.hinge.gradients", "ogd.absolute", "margin.exact"),
]


@rung("attack", CLASSICS)
def test_it_is_not_broken(claim: Claim) -> None:
    found = search(claim, instances=80)
    assert not found.refuted
    assert found.held


@pytest.mark.parametrize("name", [*ATTAINED, pytest.param("gd.square", marks=pytest.mark.deep)])
def test_one_percent_less_falls_with_a_confirmed_certificate(name: str) -> None:
    """Power: each of these bounds is attained somewhere, and the search comes within one percent of it."""
    claim = theorem(f"classics.{name}")
    found = search(claim.replace(bound=Rational(99, 100) * claim.bound), instances=600)
    assert found.refuted
    assert kernel.confirm(json.dumps(found.counterexample), kernel.statements())[0]
