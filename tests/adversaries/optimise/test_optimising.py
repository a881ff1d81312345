"""The optimising adversaries: each kills its planted false variant, none breaks a true claim, all are reproducible."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from fractions import Fraction
from itertools import islice

import numpy as np
import pytest
from threadpoolctl import threadpool_info, threadpool_limits

from adversaries.generate import convex, rounding
from adversaries.optimise import adaptive
from adversaries.portfolio import large
from bounds import symbols as s
from bounds.claims.catalogue import theorem
from bounds.claims.claim import Claim, Standing
from bounds.data.integer_matrix import Floats
from bounds.data.vectors import Example
from bounds.instances import Instance
from tests.ladder import rung
from verify.judge.status import Status
from verify.own_data.completed import check

Generator = Callable[[Claim, int, int], Iterator[tuple[str, Instance]]]
MODULES: dict[str, Generator] = {
    "adaptive": adaptive.instances,
    "large": large.instances,
}
ATTACKED = (
    "bylander.2",
    "bylander.3",
    "bylander.3.tuned",
    "bylander.5",
    "bylander.5.delta",
    "bylander.6",
    "bylander.6.litt",
    "bylander.7",
    "bylander.7.264",
    "bylander.7.267",
    "bylander.8",
    "bylander.9",
    "bylander.11",
    "bylander.12",
    "bylander.double",
    "bylander.fn5",
    "gls.7.1a",
    "gls.bw",
    "gls.wm",
    "kitani.perc",
    "kitani.rwma",
    "kitani.winnow",
    "kitani.wma",
)


def times(identifier: str, factor: str) -> Claim:
    """Return the claim with its bound, without a floor, multiplied by ``factor``."""
    claim = theorem(identifier)
    return claim.replace(bound=claim.inner_bound * Fraction(factor))


def kills(claim: Claim, module: str, seed: int = 0, most: int = 60) -> str:
    """Return the name of the first proposal that violates the claim, empty if there is none among ``most``."""
    for name, instance in islice(MODULES[module](claim, seed, 1), most):
        if check(claim, instance).status is Status.VIOLATED:
            return name
    return ""


# --- power: the weakest factors that each module is known to kill ----------------------------------------


@pytest.mark.parametrize(
    ("module", "identifier", "factor", "most"),
    [
        ("adaptive", "bylander.6", "0.84", 80),
        ("adaptive", "bylander.7", "0.96", 400),
        ("adaptive", "bylander.7.267", "0.92", 100),
        ("adaptive", "bylander.fn5", "0.74", 40),
        ("adaptive", "kitani.wma", "0.8", 120),
        ("large", "bylander.2", "0.999", 10),
        ("large", "bylander.3", "0.99", 60),
        ("large", "bylander.3.tuned", "0.98", 30),
        ("large", "bylander.5", "0.999", 20),
        ("large", "bylander.7", "0.98", 20),
        ("large", "bylander.9", "0.99", 40),
        ("large", "bylander.12", "0.98", 40),
        ("large", "bylander.double", "0.99", 60),
        ("large", "kitani.rwma", "0.98", 60),
        ("large", "kitani.wma", "0.92", 40),
        ("large", "kitani.winnow", "0.8", 10),
    ],
)
def test_a_bound_that_is_a_little_too_small_falls(module: str, identifier: str, factor: str, most: int) -> None:
    claim = times(identifier, factor)
    assert kills(claim, module, most=most)


@pytest.mark.parametrize(
    ("module", "identifier"),
    [
        ("adaptive", "kitani.wma.printed"),
        ("adaptive", "bylander.fn5.printed"),
        ("large", "kitani.rwma.printed"),
    ],
)
def test_claims_that_are_false_as_printed_fall(module: str, identifier: str) -> None:
    assert kills(theorem(identifier), module, most=200)


def test_a_wrong_power_of_a_norm_is_felt_by_rescaled_sequences() -> None:
    for identifier, wrong in (
        ("bylander.5", s.U**2 * s.X),
        ("bylander.6", 2 * s.U * s.X**2),
        ("bylander.8", s.U * s.X**2 / (4 * s.tau)),
        ("bylander.9", s.U**2 * s.X / (2 * s.tau)),
    ):
        claim = theorem(identifier).replace(bound=wrong)
        assert kills(claim, "large")


# --- soundness and reproducibility -----------------------------------------------------------------------


@pytest.mark.deep
@pytest.mark.parametrize("identifier", ATTACKED)
def test_no_proposal_violates_a_true_claim(identifier: str) -> None:
    claim = theorem(identifier)
    assert claim.standing is not Standing.FALSE
    judged_at_all = 0
    for module in MODULES:
        for name, instance in islice(MODULES[module](claim, 1, 1), 8):
            verdict = check(claim, instance)
            assert verdict.status is Status.HOLDS, (module, name)
            judged_at_all += 1
    assert judged_at_all >= 6


@pytest.mark.parametrize("module", MODULES)
@pytest.mark.parametrize("identifier", ["bylander.3", "bylander.6", "bylander.fn5", "kitani.wma"])
def test_the_same_seed_gives_the_same_instances(module: str, identifier: str) -> None:
    claim = theorem(identifier)
    first, second = (list(islice(MODULES[module](claim, 5, 1), 5)) for _ in range(2))
    assert first == second


@rung("attack")
def test_every_claim_can_be_asked_for(claim: Claim) -> None:
    """A claim that a module does not fit gives nothing, and no error."""
    for module in ("adaptive", "large"):
        assert all(isinstance(name, str) for name, _ in islice(MODULES[module](claim, 0, 1), 2))


# --- parts -----------------------------------------------------------------------------------------------


def test_rounding_repairs_what_the_hypotheses_ask_for() -> None:
    separable = theorem("bylander.6")
    found = rounding.exact(separable, [[3, -1], [2, -4]], 4, Example([5, -1]), {})
    assert found is not None
    assert check(separable, found).status is Status.HOLDS
    assert rounding.exact(separable, [[1, 1], [-1, -1]], 1, Example([1, 1]), {}) is None
    dropped_separable = separable.replace(without="separable")
    assert rounding.exact(dropped_separable, [[1, 1], [-1, -1]], 1, Example([1, 1]), {}) is not None


def test_rescaled_sequences_have_the_same_ratio() -> None:
    for identifier in ("bylander.2", "bylander.3", "bylander.6", "bylander.7", "bylander.8", "bylander.9"):
        claim = theorem(identifier)
        _, instance = next(iter(large.instances(claim, 0)))
        ratio = check(claim, instance).ratio
        moved = [check(claim, other) for other in rounding.rescaled(claim, instance)]
        assert moved
        for verdict in moved:
            assert verdict.ratio == pytest.approx(ratio)


def test_a_bridge_needs_only_three_dimensions() -> None:
    claim = theorem("bylander.5").replace(bound=40 * s.n)
    assert any("bridge" in name for name in [kills(claim, "large")])


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
