"""Two or three plain trials, in every plain way: in turn, in blocks, in turn and then one of them, or what costs most.

Much that is false of a learner of one's own is false on trials that anybody would write down: two examples that differ
in little that tells, a long one and a short one against it, units, one large slope and small ones the other way.
"""

from __future__ import annotations

import random
from collections.abc import Iterator, Sequence
from fractions import Fraction
from itertools import combinations, product
from typing import TypeAlias

from adversaries.generate.pools import LABELLED, Drawer, Pool
from adversaries.optimise.patterns import Pattern
from adversaries.optimise.pools import CHOICES, presented
from adversaries.optimise.rates import at_least_bound
from adversaries.optimise.records import Records, Score, Spent
from bounds.claims.claim import Claim, Comparator
from bounds.claims.variants import theorem_id
from bounds.data.trials import Trials
from bounds.data.vectors import Example, Vector, vector

HALF = Fraction(1, 2)
Rows: TypeAlias = tuple[tuple[Fraction | int, ...], ...]
TELLING: tuple[tuple[Rows, tuple[int, ...]], ...] = (
    (((5, 1), (-5, 1)), (0, 1)),
    (((12, 0), (-1, 1)), (1, 2)),
    (((1, 0), (0, -1)), (1, 1)),
    (((2, 1), (-2, 1)), (0, 1)),
    (((3, 1), (2, 1)), (2, -5)),
    (((16, 1), (-16, 1)), (0, 1)),
)
"""Examples, and what tells their labels, where there is such a comparator."""

OTHERS: tuple[Rows, ...] = (
    ((1, 0), (0, 1), (HALF, 0)),
    ((10,), (-1,)),
    ((1, -1), (-1, 1)),
    ((3,), (-1,)),
    *(rows for rows, _ in TELLING),
)
"""Examples for other claims."""

WORDS = ((0, 1), (0, 1, 1))
LENGTHS = (24, 100, 400)
LAST = (0, 3, 12)
BLOCKS = (1, 12)
"""What comes again and again, how long, how often one trial comes at the end; and how often another one at first."""

HOW = ("costliest", "costliest at half the comparator's", "the same while wrong", "wrong after rests")

TRIALS, JUDGED = 80_000, 60
"""Trials that are followed, and sequences that are judged, times the effort."""


COSTLY = 16
"""Trials for which one is counted that a learner plays itself."""


def pools(drawer: Drawer) -> Iterator[Pool]:
    """Yield the pools of plain trials that satisfy the premises: as they are, with entries up to 1, or in a box."""
    told = drawer.claim.comparator in LABELLED
    plain = TELLING if told else [(rows, None) for rows in OTHERS]
    for entries, sides in plain:
        rows = [vector(row) for row in entries]
        largest = max(abs(a) for x in rows for a in x)
        scaled = ([x.scaled(scale) for x in rows] for scale in dict.fromkeys((Fraction(1), 1 / largest)))
        for made in (*scaled, *(() if told else boxed(rows, drawer.numbers))):
            pool = _pool(drawer, made, None if sides is None else vector(sides))
            if pool is not None:
                yield pool
                break


def boxed(rows: Sequence[Vector], ends: Sequence[Fraction]) -> Iterator[list[Vector]]:
    """Yield examples moved into the boxes between two of some numbers, the widest box first.

    >>> next(boxed([vector([1, 0]), vector([0, 1])], [Fraction(1, 2), Fraction(1)]))
    [(1, 1/2), (1/2, 1)]
    """
    entries = [a for x in rows for a in x]
    least, most = min(entries), max(entries)
    for lo, hi in sorted(combinations(sorted(ends), 2), key=lambda box: box[0] - box[1]) if least < most else ():
        yield [vector([lo + (hi - lo) * (a - least) / (most - least) for a in x]) for x in rows]


def _pool(drawer: Drawer, rows: list[Vector], u: Vector | None) -> Pool | None:
    claim, given = drawer.claim, drawer.given()
    u = drawer.comparator(len(rows[0])) if u is None else u
    if u is None and claim.comparator is not Comparator.NONE:
        return None
    start = Example([0] * len(rows[0])) if claim.start else None
    outcomes = [drawer.outcome(x, u, [Fraction(1)]) for x in rows]
    pairs = [(x, y) for x, y in zip(rows, outcomes, strict=True) if y is not None]
    pairs = [(x, y) for x, y in pairs if drawer.allowed(x, y, u, given, start)]
    if not pairs:
        return None
    return drawer.fitted(Pool(Trials.of([x for x, _ in pairs], [y for _, y in pairs]), u, given, start))


def orders(size: int, reach: int) -> Iterator[tuple[int, tuple[int, ...]]]:
    """Yield sequences of a pool's trials, each with its length.

    >>> [order for length, order in orders(2, 24) if length == 24][0][:5]
    (0, 1, 0, 1, 0)
    """
    lengths = dict.fromkeys(min(length, reach) for length in (LENGTHS[0], reach))
    for length, word, last in product(lengths, WORDS, LAST):
        if max(word) < size and last < length:
            for end in range(size if last else 1):
                blocks = tuple((i, 1) for i in word)
                yield length, tuple(Pattern(NOTHING, blocks, 1, length, (end, last)).order())
    for length, count, (i, j) in product((reach,), BLOCKS, product(range(size), repeat=2)):
        if i != j and count < length:
            yield length, (*[i] * count, *[j] * (length - count))


NOTHING = Pool(Trials.of([], [], 1), None, {})


def climb(claim: Claim, seed: int, effort: int, score: Score) -> None:
    """Present plain trials in plain ways, and judge what comes closer to the bound than all before it."""
    rng = random.Random(f"plain {theorem_id(claim)} {seed}")  # noqa: S311 - reproducible, not secret
    records = Records(Drawer(claim, rng), score, TRIALS * effort, JUDGED * effort, COSTLY)
    plain = list(pools(records.drawer))
    try:
        for longest, pool in product(dict.fromkeys(min(records.reach, length) for length in LENGTHS[1:]), plain):
            ways = list(orders(len(pool.rows), longest))
            at_length = {length: at_least_bound(claim, pool, length) for length in {longest, *(n for n, _ in ways)}}
            for length, order in ways:
                records.tried("plain trials", at_length[length], order)
            for how, first in product(HOW, range(len(pool.rows))):
                at = at_length[longest]
                played = presented(claim, at, CHOICES[how], longest, rng, (first,))
                if played is not None:
                    records.spend(2 * len(played.order))
                    records.closest_of(f"plain trials, {how}", at, played)
    except Spent:
        return
