"""Random instances of any claim, from one seed."""

from __future__ import annotations

import random
from collections.abc import Iterator

from adversaries.families.build import build, bytes_needed
from adversaries.generate.trial_columns import whole
from bounds.claims.claim import Claim
from bounds.claims.variants import theorem_id
from bounds.instances import Instance


def raw_instances(claim: Claim, count: int, seed: int, max_trials: int = 10) -> Iterator[tuple[str, Instance]]:
    """Yield ``random_instances`` before they are whole, as what changes their trials needs them."""
    rng = random.Random(f"{theorem_id(claim)} {seed}")  # noqa: S311 - reproducible sampling, not secrecy
    for _ in range(count):
        size = bytes_needed(rng.randint(0, max_trials), 3)
        yield "random", build(claim, rng.randbytes(size))


def random_instances(claim: Claim, count: int, seed: int, max_trials: int = 10) -> Iterator[tuple[str, Instance]]:
    """Yield ``count`` instances of the claim; the same seed gives the same instances.

    >>> from boundcheck import theorem
    >>> first, second = (list(random_instances(theorem("bylander.2"), 3, seed=1)) for _ in range(2))
    >>> first == second
    True
    """
    for name, instance in raw_instances(claim, count, seed, max_trials):
        yield name, whole(claim, instance)
