"""Claims of one's own: nobody can tell what they lack, and the search finds it all the same.

The objects of a theorem without one premise, under an id of one's own and with no link to the theorem.
"""

from __future__ import annotations

import dataclasses

import pytest

from bounds.claims.catalogue import theorem
from bounds.claims.claim import Claim, Comparator, Outcomes
from bounds.claims.hypotheses import comparator_within, examples_within, positive
from bounds.claims.variants import own
from bounds.mathematics.geometry import EUCLIDEAN
from bounds.symbols import X
from verify.judge.check import check
from verify.judge.status import Status
from verify.search.attack import run_task
from verify.search.search import search
from verify.search.stages import FIRST, ROUND

pytestmark = pytest.mark.deep

DROPPED: dict[str, str] = {
    "examples": "bylander.2",
    "comparator": "bylander.2",
    "sum": "bylander.3.tuned",
    "weights": "bylander.A1",
    "nonnegative": "bylander.3.tuned",
    "positive weights": "gls.5.1.proof",
    "U > 0": "gls.5.3",
    "X > 0": "kw.okx.fix",
    "separable": "bylander.5",
    "clear": "bylander.7.loss",
    "gap": "gls.claim2",
    "delta > 0": "gls.4.1",
    "gamma > 0": "kitani.perc",
    "disjunction": "kitani.lem3",
    "labels": "kw.elim",
    "relevant": "kitani.lem3.active",
    "training": "kw.batch",
    "target": "kw.batch",
    "expert": "bylander.7.264",
    "k = 1": "kitani.eq34",
    "inputs": "bylander.wmsim",
    "n >= 2": "uml.ldim",
    "l >= 1": "bylander.Ol",
    "l > bound": "bylander.5.loss",
    "alternating": "kitani.wma.noreg",
    "even": "kitani.wma.noreg",
    "start": "kw.batch",
    "Z > 0": "gls.5.1",
    "p >= 2": "gls.5.1",
}
"""A theorem that needs the premise, for every kind of premise that adversaries know and some theorem needs.

That is all of them but "unit" and "uz > 0", which no theorem needs.
"""

STAGES = [stage.name for stage in (*FIRST, *ROUND)]
ORDER = sorted(range(len(STAGES)), key=lambda number: STAGES[number] not in ("dropped premises", "extremes"))
"""The tasks of a search's first round, those that look for a missing premise first: that spares time here."""


def falls(claim: Claim) -> bool:
    """Do the tasks of a search's first round, without shrinking, until an instance violates the claim, judged twice."""
    for number in ORDER:
        record = run_task(claim, number, 0, limit=700)
        if record.violation is not None:
            return check(claim, record.violation[2]).status is Status.VIOLATED
    return False


@pytest.mark.parametrize("premise", DROPPED)
def test_a_missing_premise_is_found_under_an_id_of_ones_own(premise: str) -> None:
    """Power: the same objects under another id kept 13 of 31 refutations."""
    variant = theorem(DROPPED[premise]).replace(without=premise)
    claim = dataclasses.replace(variant, id="own.x", base=None)
    assert own(claim)
    assert falls(claim)


def test_a_variant_under_another_id_is_attacked_as_the_variant_that_it_is() -> None:
    variant = theorem("bylander.5").replace(without="separable")
    runs = [search(claim, instances=120) for claim in (variant, dataclasses.replace(variant, id="own.x"))]
    assert [found.refuted for found in runs] == [True, True]
    assert runs[0].counts == runs[1].counts
    assert runs[0].found_name == runs[1].found_name


def test_a_hint_is_no_premise() -> None:
    """Power: the Perceptron was HELD without separability, as all instances were made separable."""
    five = theorem("bylander.5")
    claim = Claim(
        id="own.perceptron",
        title="the Perceptron without separability",
        source=five.source,
        standing=five.standing,
        quantity=five.quantity,
        bound=five.bound,
        hypotheses=(comparator_within(EUCLIDEAN), examples_within(EUCLIDEAN), positive(X)),
        outcomes=Outcomes.LABELS,
        comparator=Comparator.SEPARATING,
        geometry=EUCLIDEAN,
        learner=five.learner,
        defines=five.defines,
    )
    assert falls(claim)


@pytest.mark.parametrize("identifier", ["bylander.5", "bylander.7.dev", "kitani.winnow"])
def test_a_true_theorem_stands_under_an_id_of_ones_own(identifier: str) -> None:
    claim = dataclasses.replace(theorem(identifier), id="own.x")
    assert own(claim)
    record = run_task(claim, STAGES.index("dropped premises"), 0, limit=300)
    assert record.violation is None
    assert record.supports
    assert record.crashes == 0
