"""The large families: they kill their planted false variants, and none breaks a true claim."""

from __future__ import annotations

from fractions import Fraction
from itertools import islice

import numpy as np
import pytest
from threadpoolctl import threadpool_info, threadpool_limits

from adversaries.generate import convex, rounding
from adversaries.portfolio import large
from bounds import symbols as s
from bounds.claims.catalogue import theorem
from bounds.claims.claim import Claim, Standing
from bounds.data.integer_matrix import Floats
from bounds.data.vectors import Example
from tests.ladder import rung
from verify.judge.status import Status
from verify.own_data.completed import check

ATTACKED = (
    "bylander.3",
    "bylander.3.tuned",
    "bylander.5",
    "bylander.5.delta",
    "bylander.7.264",
    "bylander.7.267",
    "bylander.9",
    "bylander.11",
    "bylander.12",
    "bylander.double",
    "bylander.fn5",
    "gls.7.1a",
    "gls.bw",
    "kitani.perc",
    "kitani.rwma",
    "kitani.winnow",
)


def times(identifier: str, factor: str) -> Claim:
    """Return the claim with its bound, without a floor, multiplied by ``factor``."""
    claim = theorem(identifier)
    return claim.replace(bound=claim.inner_bound * Fraction(factor))


def kills(claim: Claim) -> str:
    """Return the name of the first proposal that violates the claim, empty if there is none."""
    for name, instance in large.instances(claim, 0):
        if check(claim, instance).status is Status.VIOLATED:
            return name
    return ""


# --- power: the weakest factors that are known to fall -----------------------------------------------------


@pytest.mark.parametrize(
    ("identifier", "factor"),
    [
        ("bylander.3", "0.99"),
        ("bylander.5", "0.999"),
        ("bylander.9", "0.99"),
        ("bylander.12", "0.98"),
        ("bylander.double", "0.99"),
        ("kitani.rwma", "0.99"),
        ("kitani.rwma.sqrtT", "0.99"),
        ("kitani.winnow", "0.85"),
    ],
)
def test_a_bound_that_is_a_little_too_small_falls(identifier: str, factor: str) -> None:
    assert kills(times(identifier, factor))


# --- soundness and reproducibility -----------------------------------------------------------------------


@pytest.mark.deep
@pytest.mark.parametrize("identifier", ATTACKED)
def test_no_proposal_violates_a_true_claim(identifier: str) -> None:
    claim = theorem(identifier)
    assert claim.standing is not Standing.FALSE
    found = {name: check(claim, instance).status for name, instance in large.instances(claim, 0)}
    assert found
    assert set(found.values()) == {Status.HOLDS}, found


@rung("attack")
def test_every_claim_can_be_asked_for(claim: Claim) -> None:
    """A claim that no family fits gives nothing, and no error."""
    assert all(isinstance(name, str) for name, _ in islice(large.instances(claim, 0), 2))


# --- parts -----------------------------------------------------------------------------------------------


def test_rounding_repairs_what_the_hypotheses_ask_for() -> None:
    separable = theorem("bylander.6")
    found = rounding.exact(separable, [[3, -1], [2, -4]], 4, Example([5, -1]), {})
    assert found is not None
    assert check(separable, found).status is Status.HOLDS
    assert rounding.exact(separable, [[1, 1], [-1, -1]], 1, Example([1, 1]), {}) is None
    dropped_separable = separable.replace(without="separable")
    assert rounding.exact(dropped_separable, [[1, 1], [-1, -1]], 1, Example([1, 1]), {}) is not None


def test_a_bridge_needs_only_three_dimensions() -> None:
    claim = theorem("bylander.5").replace(bound=40 * s.n)
    assert "bridge" in kills(claim)


def test_solvers_keep_to_one_thread() -> None:
    """More threads cost ten times the time on small matrices, and end at other numbers."""
    seen: list[int] = []

    def watched(x: Floats) -> float:
        seen.extend(library["num_threads"] for library in threadpool_info() if "scipy" in library["filepath"])
        return float(x @ x)

    convex.solvers()
    with threadpool_limits(2, user_api="blas"):
        convex.solvers.cache_clear()
        convex.solvers().minimize(watched, np.ones(3))
    assert set(seen) == {1}
