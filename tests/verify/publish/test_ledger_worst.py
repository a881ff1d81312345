"""The ledger's exact worst cases: which claims have one, and what is said of it."""

from __future__ import annotations

import json

import pytest

from bounds.claims.catalogue import theorem
from verify.certify.search import characterised
from verify.publish.ledger import ledger

CASES = {
    "bylander.2": "5 of 5, l=4",
    "bylander.8": "2 of 2, l=2",
    "bylander.11": "2 of 2, l=4",
    "bylander.11.exact": "2 of 2, l=4",
    "bylander.10": "0 above the bound of a trial, l=1",
    "classics.margin": "4 of 12, l=4",
    "classics.margin.exact": "4 of 4, l=4",
    "gls.perceptron": "4 of 4, l=4",
    "gls.7.1a": "4 of 4, l=4",
    "kitani.wma": "3, l=3",
    "kitani.winnow": "5 of 11, l=5",
    "kw.elim.sharp": "4 of 3, l=4",
}


@pytest.mark.parametrize(("identifier", "said"), CASES.items())
def test_what_certify_reaches_has_its_exact_worst_case(identifier: str, said: str) -> None:
    assert str(max(characterised(theorem(identifier)), key=lambda case: case.share)) == said


@pytest.mark.parametrize("identifier", ["bylander.3", "bylander.cmp", "kitani.lem1", "gls.4.1"])
def test_what_it_does_not_reach_has_none(identifier: str) -> None:
    assert not characterised(theorem(identifier))


def test_a_bound_does_not_change_the_worst_case() -> None:
    """Power: with a bound that is too small the value stays, and is above it."""
    case = characterised(theorem("bylander.5").replace(bound=2))[-1]
    assert str(case) == "4 of 2, l=4"


def test_the_ledger_shows_them() -> None:
    one, other = ledger([theorem("bylander.11"), theorem("bylander.7.dev")], instances=10)
    found = json.loads(json.dumps(one.as_json()))["tightness"]["worst"]
    assert [(case["l"], case["value"], case["exact"]) for case in found] == [
        (1, "1/2", True), (2, "3/2", True), (3, "15/8", True), (4, "2", True),
    ]  # fmt: skip
    assert (one.worst, other.worst, other.cases) == ("2 of 2, l=4", "", ())
