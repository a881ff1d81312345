"""Cycles that break a claim when they are repeated often enough: how often is read off two short runs.

What a cycle adds to the compared amount and to the bound is the same each time, or nearly so; where it adds more to
the amount, the slack of two runs tells after how many times the bound is broken. The shortest sequences are judged,
long ones as they are repeated (``verify.judge.periods``), which takes no longer than two cycles do.
"""

from __future__ import annotations

import math
from collections.abc import Callable

from adversaries.constructions.cycles import Cycle, cycles
from adversaries.optimise.periods import enough
from bounds.claims.claim import Claim
from bounds.numbers import to_float
from verify.judge.check import Verdict
from verify.judge.status import Status

FEW, MORE = 4, 12
"""How often a cycle is repeated to see what it adds."""

CELLS = 4_000_000
"""Numbers that the examples of a sequence may have, for each effort."""

ATTEMPTS, CORRECTIONS = 3, 3
"""Cycles that are repeated at length, and how often each, where the slack is not as was expected."""

SPARE = 1.001
"""What is added to the times that should do, as a factor."""


def attack(claim: Claim, effort: int, judged: Callable[[str, Cycle, int], Verdict | None]) -> None:
    """Judge the cycles of a claim a few times over, and those that should break it soonest as often as needed."""
    expected = []
    for cycle in cycles(claim):
        slacks = [_slack(judged(cycle.name, cycle, times)) for times in (FEW, MORE)]
        times = _enough(FEW, slacks[0], MORE, slacks[1])
        if times is not None and _fits(cycle, times, effort):
            expected.append((cycle.trials(times) * cycle.experts, times, slacks[1], cycle))
    for _, times, slack, cycle in sorted(expected, key=lambda found: found[:2])[:ATTEMPTS]:
        known: tuple[int, float | None] = (MORE, slack)
        for _ in range(CORRECTIONS):
            after = _slack(judged(f"{cycle.name}, {times} times", cycle, times))
            more = _enough(*known, times, after)
            if more is None or more <= times or not _fits(cycle, more, effort):
                break
            known, times = (times, after), more


def _fits(cycle: Cycle, times: int, effort: int) -> bool:
    return cycle.trials(times) * cycle.experts <= CELLS * effort


def _slack(verdict: Verdict | None) -> float | None:
    """Return the slack of what holds; None of anything else."""
    if verdict is None or verdict.status is not Status.HOLDS or verdict.slack is None:
        return None
    return to_float(verdict.slack)


def _enough(few: int, before: float | None, more: int, after: float | None) -> int | None:
    """Return how many times leave no slack, with a few to spare."""
    needed = enough(few, before, more, after)
    return math.floor(needed * SPARE) + 1 if needed is not None and needed < 10**9 else None
