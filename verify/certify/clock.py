"""The time of a certification, kept wherever the checker's own code is at work, and by the solver."""

from __future__ import annotations

import math
import time

from verify import kernel


class TimeIsUp(Exception):
    """The budget of time is used up."""


class Clock(kernel.Budget):
    """A budget of time, in place of steps: whoever spends when the deadline is past is ended by TimeIsUp."""

    def __init__(self, deadline: float) -> None:
        super().__init__(math.inf)
        self.deadline = deadline

    def spend(self, steps: int, bits: int = 0) -> None:
        """Count steps, and end what is done when the time is up."""
        super().spend(steps, bits)
        if time.monotonic() > self.deadline:
            raise TimeIsUp


def seconds_left() -> float:
    """Return how many seconds the clock that runs leaves; without one there is no limit."""
    budget = kernel.WORK.get()
    return max(0.0, budget.deadline - time.monotonic()) if isinstance(budget, Clock) else math.inf
