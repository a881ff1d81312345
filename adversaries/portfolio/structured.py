"""All adversaries together: the structured constructions that fit a claim, and the tightest of them."""

from __future__ import annotations

from collections.abc import Iterator

from adversaries.constructions import (
    alternating,
    disjunctions,
    draws,
    experts,
    hadamard,
    halving_tree,
    orthonormal,
    oscillation,
    quasi_additive,
    winnow,
)
from adversaries.families import boundary
from adversaries.optimise import greedy
from bounds.claims.claim import Claim
from bounds.instances import Instance

CONSTRUCTIONS = (
    orthonormal,
    hadamard,
    oscillation,
    alternating,
    experts,
    halving_tree,
    greedy,
    winnow,
    disjunctions,
    quasi_additive,
)


def structured(claim: Claim) -> Iterator[tuple[str, Instance]]:
    """Yield the instances of every construction that fits the claim, with their names."""
    for construction in CONSTRUCTIONS:
        yield from construction.instances(claim)


def deck(claim: Claim) -> Iterator[tuple[str, Instance]]:
    """Yield the structured instances and the boundary cases."""
    yield from structured(claim)
    yield from boundary.instances(claim)
    yield from draws.instances(claim)
