"""What is said beside a claim: it helps generators, provers and readers, and is no part of what is claimed."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from bounds.claims.parts import PerTrial, Potential


@dataclass(frozen=True, repr=False, kw_only=True)
class Hints:
    """How instances of a claim are made, what its proof looks at, and what is known of it.

    Claims that differ in these alone claim the same. What each says is described in ``bounds.claims.claim.Claim``.
    """

    made_below: Mapping[Any, Any] = field(default_factory=dict)
    family: str = ""
    per_trial: PerTrial | None = None
    potential: Potential | None = None
    attained: bool = False
    learners: str = ""
    ties: str = "no ties matter"
    note: str = ""
    counterpart: str = ""
