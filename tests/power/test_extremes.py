"""What extreme parameters, equality cases and long sequences break alone, and that no true claim breaks on them."""

from __future__ import annotations

from itertools import islice
from types import ModuleType

import pytest

from adversaries.portfolio import large
from adversaries.premises import extremes
from bounds.claims.catalogue import theorem
from bounds.claims.claim import Claim
from bounds.errors import BoundcheckError
from tests.ladder import TRUE, rung
from tests.power.variants import FALSE
from verify.judge.check import check
from verify.judge.status import Status

pytestmark = pytest.mark.deep

ALONE: tuple[str, ...] = (
    "bylander.6: rate tripled",
    "bylander.7.267: without expert",
    "bylander.7.dev: without nonnegative",
    "bylander.fn5: times 99/100",
    "gls.7.1b: times 99/100",
    "gls.7.1c: times 99/100",
    "gls.wm.a: times 99/100",
    "kitani.perc: without gamma",
    "kw.13a: without d >= 1",
    "kw.winnow.up: times 99/100",
)
LONG = (
    "bylander.3: times 99/100",
    "bylander.9: rate doubled",
    "bylander.9: times 99/100",
    "bylander.double: times 99/100",
    "kitani.rwma: eta m_n halved",
    "kitani.rwma: times 99/100",
    "kitani.rwma.sqrtT: times 99/100",
)
MOST = 400
"""Instances that are tried against each true claim."""


def violations(claim: Claim, most: int | None = None, by: ModuleType = extremes) -> list[str]:
    """Return the name of the first violation among an adversary's instances, if there is one."""
    for name, instance in islice(by.instances(claim, 0), most):
        try:
            if check(claim, instance).status is Status.VIOLATED:
                return [name]
        except BoundcheckError:
            continue
    return []


@pytest.mark.parametrize(("by", "name"), [*((extremes, name) for name in ALONE), *((large, name) for name in LONG)])
def test_it_breaks_these_variants_alone(by: ModuleType, name: str) -> None:
    variant = next(v for v in FALSE if v.id == name)
    assert violations(variant.made(), by=by), variant.argument


@rung("attack", TRUE)
def test_no_true_claim_breaks(claim: Claim) -> None:
    assert not violations(claim, MOST)
    assert not violations(claim, MOST, by=large)


def test_theorem_7_1_b_is_attained() -> None:
    claim = theorem("gls.7.1b")
    attained = [check(claim, instance).attained for _, instance in extremes.orthogonal_starts(claim)]
    assert attained == [True]
