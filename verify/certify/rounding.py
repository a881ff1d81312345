"""From multipliers in floats to rational ones that prove something, checked exactly."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from typing import Any

import numpy as np

from verify.certify.solver import Solved
from verify.kernel_gram import ONE, ZERO, Number, Program, compare

DENOMINATORS = (1, 2, 4, 6, 12, 24, 60, 120, 360, 1000, 5040, 10**5, 10**7)
CLOSE = 1e-7
LIFTS = (Fraction(1, 10**9), Fraction(1, 10**7), Fraction(1, 10**5), Fraction(1, 10**3))


def proved(
    program: Program, solved: Solved, bound: Number | None, *, strict: bool = False, tight: bool = True
) -> list[Fraction] | None:
    """Return multipliers that prove the bound, the least value they can where ``tight``; None where rounding fails.

    Where ``bound`` is None anything is a proof that comes within CLOSE of the value in floats. Multipliers with scale 0
    prove that the pattern is impossible.
    """
    impossible = solved.multipliers[0] == 0
    target = solved.value + CLOSE * (1 + abs(solved.value))
    best: list[Fraction] | None = None
    for multipliers in candidates(program, solved):
        total, wrong = program.total(multipliers)
        if wrong or (impossible and total >= 0):
            continue
        if not impossible and bound is not None and compare(total, bound) > (-1 if strict else 0):
            continue
        close = impossible or float(total) <= target
        if (not close and (tight or bound is None) and best is not None) or not program.dominates(multipliers):
            continue
        best = multipliers
        if close or not (tight or bound is None):
            return best
    return best if bound is not None or impossible else None


def candidates(program: Program, solved: Solved) -> Iterator[list[Fraction]]:
    """Yield rational multipliers near the floats: simple ones first, then with the norms' multipliers lifted."""
    for denominator in DENOMINATORS:
        yield snapped(program, solved, denominator)
    lifted_labels = [i for i, (kind, _) in enumerate(program.labels, 1) if kind in ("u", "x")]
    if len(lifted_labels) < program.size:
        return
    base = snapped(program, solved, 10**9)
    least = float(np.linalg.eigvalsh(np.array(program.matrix(base), dtype=float))[0])
    for lift in LIFTS:
        more = lift + max(ZERO, Fraction(-least).limit_denominator(10**12))
        yield [y + more if i in lifted_labels else y for i, y in enumerate(base)]


def snapped(program: Program, solved: Solved, denominator: int) -> list[Fraction]:
    """Round the multipliers to denominators up to the given one; those of each group still sum to the scale."""
    count = 1 + len(program.rows)
    found = [rounded(y, denominator) for y in solved.multipliers]
    found[0] = ONE if solved.multipliers[0] else ZERO
    place = count
    for group in program.groups if found[0] else ():
        here = range(place, place + len(group))
        largest = max(here, key=lambda i: found[i])
        found[largest] = ONE - sum((found[i] for i in here if i != largest), ZERO)
        place += len(group)
    return [*found[:count], *([ZERO] * sum(map(len, program.groups)))] if not found[0] else found


def rounded(a: Any, denominator: int) -> Fraction:
    """Return a fraction near a float, none below 0."""
    return max(ZERO, Fraction(float(a)).limit_denominator(denominator))
