"""Enumerating all instances that are smaller than a shrunk one, with small integers, where that can be afforded."""

from __future__ import annotations

import math
from collections.abc import Iterator
from dataclasses import dataclass
from fractions import Fraction
from itertools import product

from bounds.claims.claim import Claim, Outcomes
from bounds.data.interval import Interval, Outcome
from verify.shrink.comparators import completions
from verify.shrink.draft import Draft, outcomes_cost
from verify.shrink.numbers import ONE, ZERO

EXHAUSTION = 2000
"""Most checks that an enumeration of all smaller instances may take."""

COMPLETIONS = 3
"""About how many comparators are tried on each enumerated instance."""


@dataclass(frozen=True)
class Space:
    """All instances that are enumerated: ``sizes`` (l, n), entries, outcomes; the parameters are those found."""

    claim: Claim
    draft: Draft
    sizes: tuple[tuple[int, int], ...]
    values: tuple[Fraction, ...]
    outcomes: tuple[Outcome, ...]

    @property
    def words(self) -> str:
        """What was enumerated."""
        widest: dict[int, int] = {}
        for l, n in self.sizes:  # noqa: E741
            widest[l] = max(n, widest.get(l, 0))
        sizes = ", ".join(f"{l} x {n}" for l, n in widest.items())  # noqa: E741
        entries = ", ".join(map(str, sorted(self.values)))
        shown = " or ".join(map(str, self.outcomes))
        comparator = "" if self.draft.u is None else "; comparators derived or as found"
        return (
            f"trials x attributes up to {sizes}; entries {entries}, the first example in decreasing order; "
            f"outcomes {shown}{comparator}; other parameters as found"
        )

    def drafts(self) -> Iterator[Draft]:
        """Enumerate, smallest first, with every completion of the comparator."""
        for l, n in self.sizes:  # noqa: E741
            rows = list(product(self.values, repeat=n))
            u = None if self.draft.u is None else self.draft.u[:n]
            given = self.draft.parameters
            for chosen, labels in product(product(rows, repeat=l), product(self.outcomes, repeat=l)):
                if not l or list(chosen[0]) == sorted(chosen[0], reverse=True):
                    yield from completions(self.claim, Draft(n, chosen, labels, u, None, given))


def smaller(claim: Claim, draft: Draft) -> Space | str:
    """Return the space of smaller instances as far as it can be afforded, or why there is none."""
    if claim.outcomes is Outcomes.NONE or draft.start is not None or draft.each is not None or not draft.rows:
        return "smaller instances were not enumerated"
    l, n = len(draft.rows), draft.n  # noqa: E741
    shown = tuple(sorted({*draft.outcomes, *_usual_outcomes(claim)}, key=lambda outcome: outcomes_cost([outcome])))
    for values in _entry_sets(claim, draft):
        sizes: list[tuple[int, int]] = []
        count = 0
        for j, i in product(range(l + 1), range(1, n + 1)):
            count += math.comb(len(values) + i - 1, i) * len(values) ** (i * (j - 1)) * len(shown) ** j if j else 1
            if count * COMPLETIONS > EXHAUSTION:
                break
            sizes.append((j, i))
        if (l - 1, n) in sizes or (l, 1) in sizes:
            return Space(claim, draft, tuple(sizes), values, shown)
    return "there are too many smaller instances to enumerate"


def _usual_outcomes(claim: Claim) -> tuple[Outcome, ...]:
    return (Interval(ONE, None),) if claim.outcomes is Outcomes.INTERVALS else (1,)


def _entry_sets(claim: Claim, draft: Draft) -> Iterator[tuple[Fraction, ...]]:
    """Yield the entries to enumerate: integers as large as those found, then 0 and +-1 only."""
    special: dict[Outcomes, tuple[Fraction, ...]] = {
        Outcomes.BOOLEAN: (ZERO, ONE),
        Outcomes.MASTER: (ONE, -ONE),
        Outcomes.EXPERTS: (ZERO, ONE, Fraction(1, 2)),
    }
    if claim.outcomes in special:
        yield special[claim.outcomes]
        return
    largest = max([1, *(math.ceil(abs(a)) for row in draft.rows for a in row)])
    for size in dict.fromkeys((largest, 1)):
        if size <= 20:
            yield tuple(map(Fraction, sorted(range(-size, size + 1), key=lambda a: (abs(a), -a))))
