"""From multipliers in floats to rational ones that prove something, checked exactly."""

from __future__ import annotations

import itertools
import math
from collections.abc import Callable, Iterator, Mapping
from fractions import Fraction
from functools import partial

from verify.certify.solver import Solved
from verify.kernel import ONE, ZERO, Number, sign
from verify.kernel_gram.numbers import real
from verify.kernel_gram.program import GramProgram

COMMON = (1, 2, 4, 12, 120, 5040, 720720, 3, 5, 7, 8, 9, 11, 13)
"""Common denominators of simple multipliers; where many multipliers serve, an odd one may keep what ties them."""

EACH = (24, 100, 1000)
"""Denominators that each multiplier may have on its own, as long as the common one is below MAX_COMMON."""

MAX_COMMON = 10**12

LIFTED = (2**12, 2**20, 2**28)
"""Common denominators of multipliers that only have to be near, and the norms of which are lifted to be safe."""

LIFTS = (1, 4, 16, 64, 256)
"""By how many of them, the least that suffices."""

CLOSE = 1e-7
ROOM = 1e-6
"""How near an amount has to be to its bound, for its part, so that rounding may keep it."""


def proved(
    program: GramProgram, solved: Solved, bound: Number | None, *, strict: bool = False, tight: bool = True
) -> list[Fraction] | None:
    """Return multipliers that prove the bound, the least value they can where ``tight``; None where rounding fails.

    Where ``bound`` is None anything is a proof that comes within CLOSE of the value in floats. Multipliers with scale 0
    prove that the pattern is impossible.
    """
    impossible = solved.multipliers[0] == 0
    target = solved.value + CLOSE * (1 + abs(solved.value))
    best: list[Fraction] | None = None
    for multipliers in candidates(program, solved, tight=tight):
        totals, wrong = program.totals(multipliers)
        total = totals[-1]
        if wrong or (impossible and total >= 0):
            continue
        if not impossible and bound is not None and sign(total - bound) > (-1 if strict else 0):
            continue
        close = impossible or float(total) <= target
        if (best is not None and not close) or not program.dominates(multipliers):
            continue
        best = multipliers
        if close or not tight:
            return best
    return best


def keeping(
    program: GramProgram, solved: Solved, bounds: Mapping[int, Number], *, strict: bool = False
) -> list[Fraction] | None:
    """Return multipliers that prove the bounds of so many first trials, None where rounding fails."""
    finest, _ = program.totals(snapped(program, solved, multiple_of(LIFTED[-1])))
    if any(float(finest[t]) > real(bound) + ROOM * (1 + abs(real(bound))) for t, bound in bounds.items()):
        return None
    for multipliers in candidates(program, solved, tight=True):
        totals, wrong = program.totals(multipliers)
        if wrong or any(sign(totals[t] - bound) > (-1 if strict else 0) for t, bound in bounds.items()):
            continue
        if program.dominates(multipliers):
            return multipliers
    return None


def candidates(program: GramProgram, solved: Solved, *, tight: bool) -> Iterator[list[Fraction]]:
    """Yield rational multipliers near the floats: simple ones where the value matters, then with norms lifted."""
    if tight:
        for denominator in COMMON:
            yield snapped(program, solved, multiple_of(denominator))
        for denominator in EACH:
            multipliers = snapped(program, solved, partial(nearest, denominator))
            if math.lcm(*(y.denominator for y in multipliers)) < MAX_COMMON:
                yield multipliers
    norms = [i for i, (kind, _) in enumerate(program.labels, 1) if kind in ("u", "x")]
    if not norms:
        return
    for denominator, lift in itertools.product(LIFTED, LIFTS):
        more = Fraction(lift, denominator)
        multipliers = snapped(program, solved, multiple_of(denominator))
        yield [y + more if i in norms else y for i, y in enumerate(multipliers)]


def multiple_of(denominator: int) -> Callable[[float], Fraction]:
    """Return the rounding to multiples of 1/denominator."""
    return lambda y: Fraction(round(y * denominator), denominator)


def nearest(denominator: int, y: float) -> Fraction:
    """Return the nearest fraction with at most this denominator."""
    return Fraction(y).limit_denominator(denominator)


def snapped(program: GramProgram, solved: Solved, near: Callable[[float], Fraction]) -> list[Fraction]:
    """Round the multipliers; those of each group still sum to the scale."""
    multipliers = [max(ZERO, near(float(y))) for y in solved.multipliers]
    place = 1 + len(program.labels)
    if not solved.multipliers[0]:
        return [*multipliers, *[ZERO] * sum(len(link.pieces) for link in program.links)]
    for group in (group for link in program.links for group in link.groups):
        here = range(place, place + len(group))
        largest = max(here, key=lambda i: multipliers[i])
        multipliers[largest] = ONE - sum((multipliers[i] for i in here if i != largest), ZERO)
        place += len(group)
    return multipliers
