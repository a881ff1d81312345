"""All patterns of a claim up to a length, and what is needed of each."""

from __future__ import annotations

from collections.abc import Generator
from dataclasses import dataclass
from fractions import Fraction
from typing import NamedTuple

from verify.kernel import ONE, ZERO, Number, quotient, sign, spend
from verify.kernel_gram.claims import Claim
from verify.kernel_gram.numbers import Refused
from verify.kernel_gram.problem import Problem, Run
from verify.kernel_gram.program import Program

MAX_PATTERNS = 200_000


class Need(NamedTuple):
    """A pattern, and the least bound that it has to keep (None where the claim says nothing of it)."""

    key: str
    run: Run
    bound: Number | None


@dataclass
class Walk:
    """All patterns of a claim up to a length, shortest first.

    ``open_end`` says whether there may be more: longer ones, or such that only longer sequences are claimed of.
    """

    claim: Claim
    length: int
    open_end: bool = False

    def needs(self, part: int) -> Generator[Need, bool, None]:
        """Yield the patterns of one comparison; send True to prune."""
        lengths = range(self.length + 1) if self.claim.by_length else [self.length]
        count = 0
        for length in lengths:
            if self.claim.by_length and not self.claim.applies(length):
                continue
            problem = self.claim.problem(part, length)
            level = [Run(problem)]
            for depth in range(length + 1):
                bound = self.bound(problem, depth, length)
                after: list[Run] = []
                for run in level:
                    count += 1
                    spend(10)
                    if count > MAX_PATTERNS:
                        raise Refused(f"there are more than {MAX_PATTERNS} patterns")
                    pruned = yield Need(f"{part}/{length if self.claim.by_length else ''}/{run.digits}", run, bound)
                    if not pruned and depth < length:
                        after += run.next()
                    self.open_end |= not pruned and (depth == length or bound is None)
                level = after

    def bound(self, problem: Problem, depth: int, length: int) -> Number | None:
        """Return the least bound, in the problem's unit, of the lengths that patterns of ``depth`` trials stand for."""
        if problem.padded or not problem.timeless:
            wanted = [depth] if not self.claim.by_length or depth == length else []
        else:
            wanted = [length] if self.claim.by_length else list(range(depth, length + 1))
        wanted = [m for m in wanted if self.claim.applies(m)]
        if not self.claim.bound_grows:
            wanted = wanted[:1]
        if not wanted:
            return None
        bounds = [quotient(self.claim.bound(m), problem.unit) for m in wanted]
        least = bounds[0]
        for bound in bounds[1:]:
            least = bound if sign(bound - least) < 0 else least
        return least


def plainly(program: Program) -> list[Fraction]:
    """Return multipliers that prove what needs no rows: amounts that are constant."""
    found = [ONE, *[ZERO] * len(program.rows)]
    for group in program.groups:
        place = min(range(len(group)), key=lambda i: (bool(group[i][0]), group[i][1]))
        found += [Fraction(i == place) for i in range(len(group))]
    return found
