"""Results that are not a plain yes are no truth values: ``assert search(...)`` must not pass whatever was found."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from boundcheck import assert_held

from bounds.claims.catalogue import theorem
from bounds.claims.two_bounds import compare
from bounds.data.trials import Trials
from bounds.data.vectors import vector
from bounds.errors import BoundcheckError
from bounds.instances import Instance
from verify.judge.status import Status
from verify.own_data.adapters import Departures
from verify.own_data.completed import check
from verify.prove import prove
from verify.prove.replay import StepReplay
from verify.publish.evidence import Evidence
from verify.publish.experiments import Check, Experiment
from verify.publish.ledger import Entry
from verify.search.search import search

ORTHONORMAL = Instance(Trials.of([[1, 0], [0, 1]], [1, 1]), vector([1, 1]))
FIVE = theorem("bylander.5")
HALF = FIVE.replace(bound="U**2*X**2/2")

RESULTS: dict[str, tuple[Callable[[], object], str]] = {
    "a search that held": (lambda: search(FIVE, instances=5), "a Search .* result.held"),
    "a search that refuted": (lambda: search(HALF, instances=50), "a Search .* result.refuted"),
    "a verdict": (lambda: check(FIVE, ORTHONORMAL), "a Verdict .* verdict.status is Status.HOLDS"),
    "a violation": (lambda: check(HALF, ORTHONORMAL), "a Verdict .* verdict.status is Status.HOLDS"),
    "a row": (lambda: check(FIVE, ORTHONORMAL).decisive, "a Comparison .* comparison.status is Status.HOLDS"),
    "a proof": (lambda: prove(FIVE), "a Proof .* proof.status == 'checked'"),
    "no proof": (lambda: prove(HALF), "a Proof .* proof.status == 'checked'"),
    "steps on runs": (lambda: StepReplay(FIVE, 0, (), (), None), "a StepReplay .* replay.holds"),
    "evidence": (lambda: Evidence("none"), "evidence.status == 'checked'"),
    "a comparison of bounds": (lambda: compare(FIVE, FIVE), "comparison.verdict"),
    "a check of an experiment": (lambda: Check("fewer mistakes", 1.0, "> 2", passed=False), "a Check .* check.passed"),
    "an experiment": (lambda: Experiment("none", "", 1, (), ()), "an? Experiment .* experiment.passed"),
}


@pytest.mark.parametrize("name", RESULTS)
def test_a_result_is_no_truth_value(name: str) -> None:
    """Power: each of these was true before, the refuted and the failed ones included."""
    make, says = RESULTS[name]
    found = make()
    for use in (bool, lambda result: not result):
        with pytest.raises(BoundcheckError, match=f"{says}"):
            use(found)
    with pytest.raises(TypeError):
        assert found


@pytest.mark.parametrize("kind", [Departures, Entry])
def test_other_results_are_none_either(kind: type) -> None:
    with pytest.raises(BoundcheckError, match=f"{kind.__name__} is no plain yes or no"):
        bool(object.__new__(kind))


def test_what_is_to_be_written_instead_works() -> None:
    held, refuted = search(FIVE, instances=50), search(HALF, instances=50)
    assert (held.held, held.refuted, refuted.held, refuted.refuted) == (True, False, False, True)
    assert check(FIVE, ORTHONORMAL).status is Status.HOLDS
    assert prove(FIVE).status == "checked"
    assert assert_held("bylander.5", instances=50).held
