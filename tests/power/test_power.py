"""The power of the search: false variants fall within a budget of instances, certified; true ones are never refuted."""

from __future__ import annotations

from collections import Counter

import pytest

from bounds.claims.catalogue import theorem
from tests.power.broken import Attempt, attempt, confirmed
from tests.power.changes import Truth, Variant
from tests.power.constants import CONSTANTS
from tests.power.hypotheses import DROPPED
from tests.power.premises import LISTED, Premise, premises
from tests.power.table import by_attack, lines
from tests.power.variants import FALSE, KNOWN, OPEN, TRUE
from verify.judge.status import Status
from verify.search.search import search

pytestmark = pytest.mark.deep

COUNT = 350
"""Instances that a true variant has to stand."""


@pytest.mark.parametrize("variant", [v for v in FALSE if not v.hard], ids=lambda v: v.id)
def test_false_variants_fall(variant: Variant) -> None:
    found = attempt(variant.made())
    assert found.verdict is not None, f"{variant.id} is false ({variant.argument}) and was held, at best {found.ratio}"
    agrees, said = confirmed(found.verdict)
    assert agrees, said


@pytest.mark.parametrize("variant", TRUE, ids=lambda v: v.id)
def test_true_variants_are_never_refuted(variant: Variant) -> None:
    found = search(variant.made(), instances=COUNT)
    assert found.held, f"{variant.id} is true ({variant.argument}) and was refuted\n{found}"
    assert found.tried + found.errors.total() + found.undefined.total() >= COUNT
    assert found.counts[Status.HOLDS] > 10


@pytest.mark.parametrize("premise", LISTED, ids=" without ".join)
def test_needless_premises_are_never_missed(premise: Premise) -> None:
    """Power: with the premise on l of gls.4.2, which is needed, in the list, this fails."""
    identifier, name = premise
    found = search(theorem(identifier).replace(without=name), instances=40)
    assert not found.refuted, f"{identifier} is listed as true without {name}\n{found}"


def test_a_needed_premise_in_the_list_would_be_noticed() -> None:
    assert search(theorem("gls.4.2").replace(without="l >= 1"), instances=2000).refuted


def test_the_list_of_premises_names_premises_once() -> None:
    assert len(LISTED) == len(set(LISTED))
    assert not set(LISTED) - set(premises())


def test_every_variant_changes_its_claim_and_says_why() -> None:
    assert not [name for name, times in Counter(v.id for v in KNOWN).items() if times > 1]
    for variant in KNOWN:
        claim, made = theorem(variant.claim), variant.made()
        assert made.id == f"{variant.claim}*"
        said = (made.bound, made.relation, made.hypotheses, dict(made.defines))
        assert said != (claim.bound, claim.relation, claim.hypotheses, dict(claim.defines)), variant.id
        assert len(variant.argument) > 5, variant.id


def test_there_are_enough_of_them() -> None:
    assert len(FALSE) >= 300
    assert len(TRUE) >= 80
    assert len([v for v in FALSE if v.hard]) <= 15
    assert all(v.truth is Truth.OPEN for v in OPEN)


def test_what_may_be_missed() -> None:
    """Tight constants up to 0.9, and dropped hypotheses, have to fall; but the p-norm's with p = 2 ln n are long."""
    excused = {v.id for v in (*CONSTANTS, *DROPPED) if v.hard and "99/100" not in v.grade}
    assert excused == {"gls.9.logp: times 7/10", "gls.9.logp: times 9/10"}


# --- planted faults: the suite itself can fail -------------------------------------------------------------


def test_a_theorem_posing_as_false_would_be_noticed() -> None:
    posing = Variant("bylander.5", "itself", lambda claim: claim.replace(), Truth.FALSE, "not false at all")
    with pytest.raises(AssertionError, match=r"was held, at best 1\.0"):
        test_false_variants_fall(posing)


def test_a_false_variant_posing_as_true_would_be_noticed() -> None:
    half = next(v for v in FALSE if v.id == "bylander.5: times 1/2")
    posing = Variant("bylander.5", "half", half.build, Truth.TRUE, "not true at all")
    with pytest.raises(AssertionError, match="was refuted"):
        test_true_variants_are_never_refuted(posing)


def test_the_table_counts_kills_misses_and_errors() -> None:
    half = next(v for v in FALSE if v.id == "bylander.5: times 1/2")
    weak = next(v for v in TRUE if v.claim == "bylander.5")
    killed = attempt(half.made(), 50)
    assert killed.instances == 1
    missed = Attempt(None, 0.5)
    own = {"bylander.5": Attempt(None, 1.0)}
    text = "\n".join(lines([(half, killed), (weak, missed)], own))
    assert "| bylander.5 | 1 of 1 |" in text
    assert "| 1.0000 | 1 of 1 |" in text
    assert "missed: bylander.5: times 1/2 (best ratio 0.5000)" in "\n".join(lines([(half, missed)], own))
    assert "| rates | 1 | 1 |" in "\n".join(by_attack([killed, missed]))
    assert "ERROR of the checker" in "\n".join(lines([(weak, killed)], own))
