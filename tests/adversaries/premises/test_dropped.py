"""Instances that break a dropped hypothesis."""

from __future__ import annotations

from itertools import islice

import pytest

from adversaries.premises import dropped
from adversaries.premises.ways import EVERYTHING, ways
from bounds.claims.catalogue import theorem
from bounds.claims.claim import Claim, Hypothesis
from bounds.claims.variants import missing
from bounds.errors import BoundcheckError
from bounds.instances import Instance
from verify.judge.status import Status
from verify.own_data.completed import check

# --- dropped hypotheses ----------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("identifier", "names"),
    [
        ("bylander.2", ("comparator", "examples")),
        ("bylander.3", ("nonnegative", "sum", "examples")),
        ("bylander.5", ("comparator", "examples", "separable")),
        ("bylander.5.delta", ("examples",)),
        ("bylander.6", ("nonnegative", "sum", "examples", "separable")),
        ("bylander.7", ("nonnegative", "sum", "examples", "clear", "eta < 2/(U*X**2)")),
        ("bylander.7.267", ("inputs", "expert")),
        ("bylander.9", ("sum", "examples")),
        ("bylander.12", ("nonnegative", "sum", "separable")),
        ("bylander.A1", ("weights", "sum", "examples")),
        ("kitani.wma", ("inputs",)),
        ("kitani.lem3", ("k = 1",)),
        ("kitani.winnow", ("inputs", "disjunction")),
        ("gls.7.1a", ("gap", "comparator", "examples")),
    ],
)
def test_without_a_hypothesis_the_claim_falls(identifier: str, names: tuple[str, ...]) -> None:
    for name in names:
        variant = theorem(identifier).replace(without=name)
        assert any(judged(variant, i) is Status.VIOLATED for _, i in dropped.instances(variant, 0)), name


def judged(claim: Claim, instance: Instance) -> Status | None:
    """Return the status, None where the changed data make no instance of the claim."""
    try:
        return check(claim, instance).status
    except (BoundcheckError, ZeroDivisionError):
        return None


def test_a_superfluous_hypothesis_may_be_dropped() -> None:
    """Nothing false is claimed against a variant that is true: U > 0 is not needed in the tuned theorem 2."""
    variant = theorem("bylander.2.tuned").replace(without="U > 0")
    found = {judged(variant, i) for _, i in dropped.instances(variant, 0)}
    assert Status.VIOLATED not in found
    assert Status.HOLDS in found


def test_a_claim_as_catalogued_has_nothing_dropped() -> None:
    assert not list(dropped.instances(theorem("bylander.7"), 0))
    assert missing(theorem("bylander.7").replace(without=["sum", "clear"])) == ["sum", "clear"]


# --- soundness and reproducibility -----------------------------------------------------------------------


def test_a_dropped_hypothesis_gives_the_same_instances_for_the_same_seed() -> None:
    variant = theorem("bylander.6").replace(without="nonnegative")
    first, second = (list(islice(dropped.instances(variant, 5), 300)) for _ in range(2))
    assert first == second


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("all_t(norm(x, 2) <= X)", "X >= if(l == 0, 0, max_t(norm(x, 2)))"),
        ("all_t(y*ux >= 1)", "sum_t(y*ux < 1) == 0"),
        ("all_i(u >= 0)", "sum(abs(u)) == sum(u)"),
        ("all_t(all_i(member(x, {0, 1})))", "sum_t(sum((x == 0) + (x == 1))) == l*n"),
    ],
)
def test_changes_follow_what_a_premise_says_whatever_it_is_called_and_however_it_is_written(
    one: str, other: str
) -> None:
    """Power: changes were looked up by a premise's name, and one of another name was moved out of anyhow."""
    first, second = Hypothesis("inputs", "", formula=one), Hypothesis("mine", "", formula=other)
    assert ways(first) == ways(second) != EVERYTHING
