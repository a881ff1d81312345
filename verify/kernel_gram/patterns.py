"""All patterns of a claim up to a length, and what is needed of each."""

from __future__ import annotations

from collections.abc import Generator
from dataclasses import dataclass, field
from typing import NamedTuple

from verify.kernel import Number, quotient, sign, spend
from verify.kernel_gram.claims import Claim
from verify.kernel_gram.numbers import Refused
from verify.kernel_gram.problem import GramProblem, Run

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
    bounds: dict[int, Number] = field(default_factory=dict)
    smallest: dict[int, Number | None] = field(default_factory=dict)

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

    def bound(self, problem: GramProblem, depth: int, length: int) -> Number | None:
        """Return the least bound, in the problem's unit, of the lengths that patterns of ``depth`` trials stand for."""
        bound: Number | None
        if self.claim.by_length and not length:  # a rule that speaks of 1/l need have no value there
            bound = self.known(0)
        elif problem.padded or not problem.timeless:
            if self.claim.by_length and depth != length:
                return None
            bound = self.known(depth) if self.claim.applies(depth) else None
        else:
            bound = self.known(length) if self.claim.by_length else self.least(depth)
        return None if bound is None else quotient(bound, problem.unit)

    def known(self, length: int) -> Number:
        """Return the bound at a length, which where it does not grow is that of any."""
        key = length if self.claim.bound_grows or self.claim.by_length else 0
        if key not in self.bounds:
            self.bounds[key] = self.claim.bound(length)
        return self.bounds[key]

    def least(self, depth: int) -> Number | None:
        """Return the least bound of the lengths from ``depth`` on of which something is claimed."""
        if not self.smallest:
            least: Number | None = None
            for length in range(self.length, -1, -1):
                if self.claim.applies(length) and (least is None or sign(self.known(length) - least) < 0):
                    least = self.known(length)
                self.smallest[length] = least
        return self.smallest[depth]
