"""Attacks and the ledger: what is found, what is counted, and that it crosses process boundaries."""

from __future__ import annotations

import json

import pytest

from bounds import symbols as s
from bounds.claims.catalogue import catalogue, theorem
from bounds.claims.claim import Claim, Standing
from tests.ladder import rung
from tests.power.broken import DECK
from verify.judge.status import Status
from verify.publish.ledger import Entry, ledger
from verify.search.evidence import tightest
from verify.search.search import search

CLAIMS = catalogue()


SOME = [c for k, c in enumerate(CLAIMS) if c.standing is Standing.FALSE or k % 12 == 0]
"""The ledger, which CI runs, attacks them all, and ends with an error where one does not stand as expected."""


@pytest.mark.deep
@rung("attack", SOME)
def test_a_claim_stands_as_the_audit_says(claim: Claim) -> None:
    """True claims are never violated or undecided; false ones are refuted without a stored witness."""
    result = search(claim, instances=400, seed=11)
    assert result.counts[Status.UNDECIDED] == 0
    if claim.standing is Standing.FALSE:
        assert result.refuted
        assert result.found is not None
        assert result.found.status is Status.VIOLATED
    else:
        assert not result.refuted, str(result.verdict)
        assert result.counts[Status.HOLDS] > 15


def test_every_false_statement_has_its_repaired_counterpart() -> None:
    for claim in CLAIMS:
        if claim.standing is Standing.FALSE:
            assert theorem(claim.counterpart).standing is not Standing.FALSE


@pytest.mark.deep
@rung("attack", [claim for claim in CLAIMS if claim.attained])
def test_claims_called_attained_are_attained_exactly(claim: Claim) -> None:
    """Equality, in exact arithmetic, at a bound other than 0, on some instance."""
    result = search(claim, instances=600)
    assert result.best is not None
    assert result.best.attained


def test_the_tightest_sequence_of_theorem_5_is_an_exact_equality() -> None:
    found = tightest(theorem("bylander.5"))
    assert found is not None
    name, verdict = found
    assert name.startswith("orthonormal block")
    assert verdict.attained


@pytest.mark.parametrize("identifier", ["bylander.2", "bylander.5", "bylander.8", "bylander.11"])
def test_the_attack_breaks_a_bound_lowered_by_one_percent(identifier: str) -> None:
    """Power: these bounds are attained, so 99% of each has to fall to the deck alone."""
    claim = theorem(identifier)
    assert search(claim.replace(bound=claim.inner_bound * 99 / 100), tasks=DECK).refuted


def test_the_same_seed_gives_the_same_ledger_in_one_process_and_in_two() -> None:
    claims = [theorem("bylander.2"), theorem("bylander.zeta0.summed"), theorem("bylander.6")]

    def timeless(entries: list[Entry]) -> list[dict[str, object]]:
        return [{k: v for k, v in vars(e).items() if k != "seconds"} for e in entries]

    one = ledger(claims, instances=150, seed=5)
    two = ledger(claims, instances=150, seed=5, jobs=2)
    assert timeless(one) == timeless(two)
    assert [e.verdict for e in one] == ["held", "refuted", "held"]
    assert all(e.as_expected for e in one)


def test_an_entry_has_the_documented_json_shape() -> None:
    (item,) = ledger([theorem("bylander.5.eta.start")], instances=150)
    found = json.loads(json.dumps(item.as_json()))
    assert found["id"] == "bylander.5.eta.start"
    assert {"claim", "bound", "verdict", "best_ratio", "instances", "vacuous", "undecided", "seed", "seconds"} <= set(
        found["attack"]
    )
    assert found["attack"]["counterexample"]["trials"]
    assert set(found["tightness"]) >= {"ratio", "witness"}


def test_a_time_limit_is_respected() -> None:
    (item,) = ledger([theorem("bylander.3")], instances=10**9, seconds=0.5)
    assert item.seconds > 0.4
    assert item.instances < 10**9


def test_an_unexpected_outcome_is_marked() -> None:
    """A claim that the catalogue calls true and that falls must not pass as expected."""
    from verify.publish.ledger import entry

    false = theorem("bylander.5").replace(bound=s.U**2 * s.X**2 / 2)
    assert not entry(search(false, tasks=DECK)).as_expected
