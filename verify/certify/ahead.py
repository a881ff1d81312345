"""One list of multipliers for a long pattern and all its beginnings, where each trial has one branch alone."""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import dataclass, field
from fractions import Fraction

from verify.certify.rounding import ROOM, keeping
from verify.certify.solver import solve
from verify.kernel import Number
from verify.kernel_gram.numbers import real
from verify.kernel_gram.patterns import Need, Walk
from verify.kernel_gram.problem import Run

FURTHER = 8
"""How many times as long the pattern is of which a list is looked for: what is found is kept when the time is up.

Then it is a quarter more than the last list was longer than its pattern.
"""


@dataclass
class Ahead:
    """The lists of long patterns, by their keys, and what they prove of each beginning."""

    multipliers: dict[str, list[Fraction]]
    totals: dict[str, list[Fraction]] = field(default_factory=dict)
    again: dict[str, int] = field(default_factory=dict)
    further: Fraction = Fraction(FURTHER)
    least: bool = True
    """Whether the least amount of all is looked for, which kept the bounds of the beginnings so far."""

    def total(self, need: Need, walk: Walk, longest: int) -> Fraction | None:
        """Return what a list for a longer pattern proves of one, after a look for such a list; None without one."""
        trials = len(need.run.links)
        known = self.known(need)
        start = need.key[: len(need.key) - trials]
        if known is None and trials >= self.again.get(start, 0):
            self.look(need, walk, longest)
            known = self.known(need)
            if known is None:
                self.again[start] = 2 * trials
        return None if known is None else known[trials]

    def known(self, need: Need) -> list[Fraction] | None:
        """Return the totals of a list that serves."""
        return next((totals for key, totals in self.totals.items() if key.startswith(need.key)), None)

    def look(self, need: Need, walk: Walk, longest: int) -> None:
        """Find a list for a pattern FURTHER times as long, or one half as much longer, and so on."""
        trials = len(need.run.links)
        more = min(longest, math.ceil(self.further * trials)) - trials
        while more > 0:
            run = onwards(need.run, more)
            bounds = {t: walk.bound(run.problem, t, longest) for t in range(trials, len(run.links) + 1)}
            multipliers = self.multipliers_of(run, {t: bound for t, bound in bounds.items() if bound is not None})
            if multipliers is not None:
                key = need.key + run.digits[trials:]
                self.multipliers[key], self.totals[key] = multipliers, run.program.totals(multipliers)[0]
                self.further = min(Fraction(FURTHER), 1 + Fraction(5 * (len(run.links) - trials), 4 * trials))
                return
            more = (len(run.links) - trials) // 2

    def multipliers_of(self, run: Run, bounds: Mapping[int, Number]) -> list[Fraction] | None:
        """Return multipliers that prove the bounds of so many first trials: those of the least amount, or others."""
        program, near = run.program, {t: real(bound) for t, bound in bounds.items()}
        roomy = {t: bound - ROOM * (1 + abs(bound)) for t, bound in near.items()}
        for kept in ({}, roomy, near) if self.least else (roomy, near):
            solved = solve(program, bounds=kept)
            if solved is None:
                return None
            multipliers = keeping(program, solved, bounds, strict=run.problem.strict)
            if multipliers is not None:
                self.least = not kept
                return multipliers
        return None


def onwards(run: Run, more: int) -> Run:
    """Return the run with so many trials more, as far as each has one branch alone."""
    for _ in range(more):
        after = list(run.next())
        if len(after) != 1:
            break
        (run,) = after
    return run
