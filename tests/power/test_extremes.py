"""What extreme parameters, equality cases and long sequences break alone, and that no true claim breaks on them."""

from __future__ import annotations

from itertools import islice
from types import ModuleType

import pytest
from sympy import Rational, log

from adversaries.portfolio import large
from adversaries.premises import extremes
from bounds import symbols as s
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
    "bylander.11: rate doubled",
    "bylander.fn5: times 99/100",
    "gls.7.1b: times 99/100",
    "gls.7.1c: times 99/100",
    "gls.7.1c: without large a",
    "gls.wm.a: times 99/100",
    "kitani.perc: without gamma",
    "kw.13a: without d >= 1",
    "kw.okx.bias: without start",
    "kw.winnow.up: times 99/100",
)
LONG = (
    "bylander.3: times 99/100",
    "bylander.7.267: times 9/10",
    "bylander.9: rate doubled",
    "bylander.9: times 99/100",
    "bylander.double: times 99/100",
    "kitani.rwma: eta m_n halved",
    "kitani.rwma: times 99/100",
    "kitani.rwma.sqrtT: times 99/100",
    "kitani.wma: times 9/10",
)
MOST = 400
"""Instances that are tried against each true claim."""


def violations(claim: Claim, most: int | None = None, effort: int = 1, by: ModuleType = extremes) -> list[str]:
    """Return the name of the first violation among an adversary's instances, if there is one."""
    for name, instance in islice(by.instances(claim, 0, effort), most):
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


def test_weighted_majority_five_percent_too_strong_falls_the_second_time_round() -> None:
    """Power: 4200 pairs at the rate 1/76 break 19/20 of the bound, and the true bound stands there."""
    claim = theorem("kitani.wma")
    told = (1 + 2 * s.eta) * s.k + 2 * log(s.N) / s.eta
    assert claim.bound.equals(told)
    assert violations(claim.replace(bound=Rational(19, 20) * told), effort=2, by=large)
    assert not violations(claim, effort=2, by=large)


@rung("attack", TRUE)
def test_no_true_claim_breaks(claim: Claim) -> None:
    assert not violations(claim, MOST)
    assert not violations(claim, MOST, by=large)


def test_theorem_7_1_b_is_attained() -> None:
    claim = theorem("gls.7.1b")
    attained = [check(claim, instance).attained for _, instance in extremes.orthogonal_starts(claim)]
    assert attained == [True, True, True]
