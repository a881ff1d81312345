"""What the families share: how a claim is written, sources, premises."""

from __future__ import annotations

from typing import Any

from bounds.claims.claim import Claim, LearnerSpec, Standing
from bounds.sources.shelves import NO_TIES, commonly

CESA_BIANCHI = "Cesa-Bianchi and Lugosi 2006"
SHALEV = "Shalev-Shwartz 2011"
ORABONA = "Orabona 2019"
HAZAN = "Hazan 2016"
MOHRI = "Mohri, Rostamizadeh and Talwalkar 2012"

LINEAR: dict[str, Any] = {"gain": "linear", "loss": "linear"}
WITHIN = "norm(u, 2) <= U"
SQUARES = "sum_t(xx) <= H"
EXPERTS = ["unit inputs", "expert"]
BY_SUBGRADIENT = {"g": "vector", "fw": "number", "fu": "number"}
"""Of a convex loss on a trial: its value at w with a subgradient, and its value at u."""


def modern(name: str, title: str, source: tuple[str, str], of: LearnerSpec, bound: str, **said: Any) -> Claim:
    """Return a claim of this shelf that is proved."""
    return commonly(f"modern.{name}", title, source, of, bound, **{"ties": NO_TIES, **said})


def unproved(name: str, title: str, source: tuple[str, str], of: LearnerSpec, bound: str, **said: Any) -> Claim:
    """Return a claim of this shelf that is stated, not proved."""
    return modern(name, title, source, of, bound, standing=Standing.UNPROVED, **said)
