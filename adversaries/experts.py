"""Adversaries against experts algorithms."""

from __future__ import annotations

from collections.abc import Iterator

from bounds.claim import Claim
from bounds.trials import Instance


def instances(claim: Claim) -> Iterator[tuple[str, Instance]]:
    """Yield structured instances of the claim."""
    del claim
    yield from ()
