"""p-norm Perceptrons at one level: what falls to it, and that the theorems hold there."""

from __future__ import annotations

import math
from itertools import islice

import pytest
import sympy

from adversaries.constructions import level
from bounds import symbols as s
from bounds.claims.catalogue import theorem
from bounds.claims.claim import Claim
from verify.judge.check import check
from verify.judge.status import Status


def times(claim: Claim, factor: str) -> Claim:
    return claim.replace(bound=claim.inner_bound * sympy.Rational(factor))


@pytest.mark.parametrize(
    ("identifier", "p", "factor", "number"),
    [("gls.7.1a", 3, "99/100", 0), ("gls.9.avg", 3, "99/100", 0)],
)
def test_a_fixed_exponent_falls_within_a_percent(identifier: str, p: int, factor: str, number: int) -> None:
    """Power: with entries of 1 and -1 alone 1959 trials of 64 attributes came to 0.957 at p = 3."""
    claim = theorem(identifier).replace(define={s.p: p})
    _, instance = next(islice(level.instances(claim, 0), number, None))
    assert check(times(claim, factor), instance).status is Status.VIOLATED
    assert check(claim, instance).status is Status.HOLDS


def test_an_exponent_that_grows_with_the_attributes_falls_with_one_relevant() -> None:
    """Power: the closest ratio was 0.62. For n attributes it tends to 0.83 (16), 0.88 (64), 0.92 (1000) as the gap goes
    to 0: what the level, r' = (p - 1)/(2 r) - gap (z_1/r)**(p - 1)/n, lets z_1 come to."""
    claim = theorem("gls.9.logp")
    _, instance = next(level.instances(claim, 0))
    verdict = check(times(claim, "7/10"), instance)
    assert verdict.status is Status.VIOLATED
    assert verdict.comparisons[0].lhs == instance.trials.l


@pytest.mark.parametrize("p", [2.5, 4.0])
def test_every_row_is_a_mistake_of_the_same_sum(p: float) -> None:
    n, total = 8, 2 * level.UNITS
    rows = level.shared_by_all(n, p, total, 10_000)
    z = [0] * n
    for row in rows:
        assert sum(row) == total
        assert sum(abs(a / level.UNITS) ** p for a in row) == pytest.approx(8, rel=0.1)
        assert sum(math.copysign(abs(a) ** (p - 1), a) * b for a, b in zip(z, row, strict=True)) <= 0
        z = [a + b for a, b in zip(z, row, strict=True)]
    assert 0.7 * (p - 1) * 16 < len(rows) <= (p - 1) * 16


def test_nothing_is_proposed_where_the_exponent_is_2_or_the_claim_is_another() -> None:
    for claim in (theorem("gls.7.1a").replace(define={s.p: 2}), theorem("gls.perceptron"), theorem("gls.wm")):
        assert not list(level.instances(claim, 0))
