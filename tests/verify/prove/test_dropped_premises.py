"""A dropped premise fails where it is needed: every premise of every claim with steps, as the snapshot says."""

from __future__ import annotations

import json

import pytest

from bounds.claims.catalogue import theorem
from bounds.claims.claim import Claim
from tests.ladder import rung
from tests.power.premises import LISTED
from tests.verify.prove.dropped_premises import PROVED, SNAPSHOT, outcomes
from verify.logic.session import Session
from verify.prove import stepped_ids

pytestmark = pytest.mark.usefixtures("without_a_second_look")

FOUND: dict[str, dict[str, str]] = json.loads(SNAPSHOT.read_text(encoding="utf-8"))


@pytest.mark.deep
@rung("proof", stepped_ids())
def test_a_dropped_premise_fails_at_the_step_that_needs_it(claim: Claim) -> None:
    """Where this fails after a change of a proof: python -m tests.verify.prove.dropped_premises."""
    assert outcomes(claim) == FOUND[claim.id]


def needless(found: dict[str, dict[str, str]]) -> set[tuple[str, str]]:
    """Return the premises without which a claim is still proved."""
    return {(claim, name) for claim, said in found.items() for name, step in said.items() if step == PROVED}


def test_a_proof_does_without_a_premise_only_where_the_claim_does() -> None:
    """What is written down is no lie: each of these premises is argued to be needless, beside the search."""
    assert FOUND.keys() == {*stepped_ids()}
    assert needless(FOUND) <= {*LISTED}


def test_a_proof_that_takes_a_premise_from_elsewhere_is_seen(monkeypatch: pytest.MonkeyPatch) -> None:
    """Power: with premises that a claim does not have, the proof goes through, and both tests above fail on it."""
    given = Session.given
    monkeypatch.setattr(
        Session,
        "given",
        lambda self, name, formula: (
            given(self, name, formula) or [self.axiom(f"premise: {name}", "hypothesis", formula)]
        ),
    )
    for identifier, name in (("bylander.2", "comparator"), ("bylander.3", "sum"), ("bylander.5", "separable")):
        found = outcomes(theorem(identifier))
        assert found != FOUND[identifier]
        assert (identifier, name) in needless({identifier: found}) - {*LISTED}
