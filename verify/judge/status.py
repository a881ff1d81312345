"""What a check can say."""

from __future__ import annotations

from enum import Enum


class Status(Enum):
    """What a check can say."""

    HOLDS = "HOLDS"
    VIOLATED = "VIOLATED"
    VACUOUS = "VACUOUS"
    UNDECIDED = "UNDECIDED"
