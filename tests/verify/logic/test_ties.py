"""What a proof concludes about is what its claim compares, on runs.

A proof concludes "lhs in relation to the bound" for terms lhs of its own; the claim compares the rows of its
quantity. On a run to which the proof's reading gives values, each row has to be some lhs, at some trial or index.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

import pytest

from adversaries.families.sampling import random_instances
from bounds.claims.claim import Claim
from bounds.errors import Undecided, UndefinedValue
from bounds.instances import Instance
from bounds.numbers import working_precision
from tests.ladder import rung
from verify.judge.complete import complete
from verify.logic.session import Data, Session
from verify.proofs.registry import PROOFS
from verify.prove import stepped_ids
from verify.prove.prover import _run
from verify.prove.replay import BITS, CompiledFormula, NotEvaluated, equal

pytestmark = pytest.mark.deep

MOST_CHOICES = 2_000


@dataclass(frozen=True)
class Tie:
    """How many rows were compared, and the first that the proof does not speak of."""

    rows: int
    unspoken: str = ""
    instance: Instance | None = None


def tie(session: Session, instances: int = 10, seed: int = 0) -> Tie:
    """Compare what a proof concludes about with the quantity of its claim, on random instances."""
    if session.reading is None:
        return Tie(0)
    terms = [CompiledFormula(term) for term in session.stated]
    rows = 0
    for _, drawn in random_instances(session.claim, instances, seed):
        instance = complete(session.claim, drawn)
        case = session.claim.case(instance)
        try:
            data = _with_the_end(session.reading(case))
            compared = list(case.rows())
        except (UndefinedValue, Undecided):
            continue
        for row in compared:
            with working_precision(BITS):
                truths = [equal(value, row.lhs) for term in terms for value in _values(term, data)]
            if not truths:
                continue
            rows += 1
            if all(truth is False for truth in truths):
                return Tie(rows, f"{row.lhs} is none of what the proof concludes about", instance)
    return Tie(rows)


def _with_the_end(data: Data) -> Data:
    """Let t range over the time after the last trial too."""
    times = data.ranges.get("t", ())
    return Data(data.values, {**data.ranges, "t": range(len(times) + 1)} if times else data.ranges)


def _values(term: CompiledFormula, data: Data) -> Iterator[Any]:
    for _, here in term.choices(data, MOST_CHOICES):
        try:
            yield term.evaluate(here, ())
        except (NotEvaluated, UndefinedValue, Undecided, ZeroDivisionError, IndexError, KeyError):
            continue


ONE_OF_MANY = {"kitani.wma"}
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


@pytest.mark.parametrize("identifier", ["bylander.2", "bylander.5", "bylander.3"])
def test_a_conclusion_about_something_else_is_noticed(identifier: str) -> None:
    """Power: twice the quantity, or a constant, is not what the claim compares."""
    _, session = _run(identifier, steps_only=True)
    assert session is not None
    session.stated[:] = [2 * term + 1 for term in session.stated]
    assert "none of what the proof concludes about" in tie(session, 6, 1).unspoken
