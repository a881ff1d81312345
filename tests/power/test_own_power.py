"""False claims about learners of one's own fall within a budget of instances, certified; true ones never do."""

from __future__ import annotations

import pytest

from tests.power.broken import attempt, confirmed
from tests.power.own import FALSE, TRUE, Own
from verify.search.search import search

COUNT = 400
"""Instances that a true claim has to stand."""

QUICK = ("clipped", "one side only", "follows the last", "Hedge on signs", "portfolio at a hundredth")
AT_ONCE = [own for own in FALSE if own.name in QUICK]
"""Claims that fall in a moment."""


@pytest.mark.parametrize("own", AT_ONCE, ids=lambda own: own.name)
def test_what_a_beginner_breaks_falls(own: Own) -> None:
    """Power: all but two of these were HELD after 2500 instances, before examples were chosen by what they cost."""
    assert attempt(own.made(), 400).verdict is not None, own.argument


@pytest.mark.deep
@pytest.mark.parametrize("own", [own for own in FALSE if own.name not in QUICK], ids=lambda own: own.name)
def test_false_claims_fall(own: Own) -> None:
    found = attempt(own.made())
    assert found.verdict is not None, f"{own.name} is false ({own.argument}) and was held, at best {found.ratio}"
    agrees, said = confirmed(found.verdict)
    assert agrees, said


@pytest.mark.deep
@pytest.mark.parametrize("own", TRUE, ids=lambda own: own.name)
def test_true_claims_are_never_refuted(own: Own) -> None:
    found = search(own.made(), instances=COUNT)
    assert not found.refuted, f"{own.name} is true ({own.argument}) and was refuted\n{found}"
    assert found.supports >= 10
