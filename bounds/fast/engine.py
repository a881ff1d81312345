"""Which tiers there are, and which of them is ready soonest."""

from __future__ import annotations

import importlib
from typing import Any, Literal, TypeAlias

from bounds.fast.compiler import has_compiler

Tier: TypeAlias = Literal["auto", "compiled", "numpy", "plain"]
"""How a run is computed; every tier gives the same run."""

SMALL = 4_000
"""Cells (trials times attributes) up to which the plain tier is as quick as setting up a faster one."""

LOADING = 1.0
"""Seconds that loading the compiler takes, once a process."""


def kernels(name: str) -> Any:
    """Import and return compiled kernels: integer or exponential."""
    return importlib.import_module(f"bounds.fast.{name}_kernels")


def is_plain(tier: Tier, cells: int) -> bool:
    """Tell whether this much work is for the plain tier: as asked, or where that is as quick as any."""
    return tier == "plain" or (tier == "auto" and cells <= SMALL)


_taken = [0.0]


def quickest(tier: Tier, seconds: float) -> Tier:
    """Return the tier for work that takes numpy so many seconds: as asked, or the one that costs least so far.

    The compiler is loaded once numpy would have taken as long as loading does, so that no process takes more than
    twice as long as it would have if it had known how much work there is.
    """
    if tier != "auto":
        return tier
    _taken[0] += seconds
    return "compiled" if _taken[0] >= LOADING and has_compiler() else "numpy"
