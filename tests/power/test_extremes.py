"""The adversary of extreme parameters and equality cases: what it breaks alone, and that no true claim breaks on it."""

from __future__ import annotations

from itertools import islice

import pytest
from sympy import Rational, log

from adversaries.constructions import extremes
from bounds import symbols as s
from bounds.claims.catalogue import theorem
from bounds.claims.claim import Claim
from bounds.errors import BoundcheckError
from tests.ladder import TRUE, rung
from tests.power.variants import FALSE
from verify.judge.check import check
from verify.judge.status import Status

pytestmark = pytest.mark.deep

ALONE = (
    "bylander.3: times 99/100",
    "bylander.6: rate tripled",
    "bylander.7.264: times 9/10",
    "bylander.7.267: without expert",
    "bylander.7.dev: without nonnegative",
    "bylander.9: times 99/100",
    "bylander.11: rate doubled",
    "bylander.double: times 99/100",
    "bylander.fn5: times 99/100",
    "gls.7.1b: times 99/100",
    "gls.7.1c: times 99/100",
    "gls.7.1c: without large a",
    "gls.wm.a: times 99/100",
    "kitani.perc: without gamma",
    "kitani.wma: times 9/10",
    "kw.13a: without d >= 1",
    "kw.okx.bias: without start",
    "kw.winnow.up: times 99/100",
)
MOST = 400
"""Instances that are tried against each true claim."""


def violations(claim: Claim, most: int | None = None, effort: int = 1) -> list[str]:
    """Return the name of the first violation among the adversary's instances, if there is one."""
    for name, instance in islice(extremes.instances(claim, 0, effort), most):
        try:
            if check(claim, instance).status is Status.VIOLATED:
                return [name]
        except BoundcheckError:
            continue
    return []


@pytest.mark.parametrize("name", ALONE)
def test_it_breaks_these_variants_alone(name: str) -> None:
    variant = next(v for v in FALSE if v.id == name)
    assert violations(variant.made()), variant.argument


def test_weighted_majority_five_percent_too_strong_falls_the_second_time_round() -> None:
    """Power: 4200 pairs at the rate 1/76 break 19/20 of the bound, and the true bound stands there."""
    claim = theorem("kitani.wma")
    told = (1 + 2 * s.eta) * s.k + 2 * log(s.N) / s.eta
    assert claim.bound.equals(told)
    assert violations(claim.replace(bound=Rational(19, 20) * told), effort=2)
    assert not violations(claim, effort=2)


@rung("attack", TRUE)
def test_no_true_claim_breaks(claim: Claim) -> None:
    assert not violations(claim, MOST)


def test_theorem_7_1_b_is_attained() -> None:
    claim = theorem("gls.7.1b")
    attained = [check(claim, instance).attained for _, instance in extremes.orthogonal_starts(claim)]
    assert attained == [True, True, True]
