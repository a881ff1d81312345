"""Blocks and cycles of a few trials, changed step by step: the patterns that come closest to the bound are kept.

A word says which trials of a pool come how often; it comes again and again, in blocks that may grow each time, and a
last block may follow. Words, counts, repetitions, entries, rates and the last block are changed one at a time.
"""

from __future__ import annotations

import random
from dataclasses import dataclass, replace

from adversaries.generate.pools import Drawer, Pool
from adversaries.optimise.rates import tuned
from adversaries.optimise.records import Records, Score, Spent, other_rates
from bounds.claims.claim import Claim
from bounds.claims.variants import theorem_id

COUNTS = (1, 1, 1, 2, 3, 6, 12, 24, 48)
GROWTH = (1, 1, 1, 2, 3)
LAST = (0, 0, 1, 2, 3, 6, 12, 24, 48)
LENGTHS = (6, 12, 24, 48, 96, 192, 400)
TRIALS, JUDGED = 20_000, 40
KEPT = 4
PATTERNED = 3
"""Trials of a pool that patterns are made of, at most."""


@dataclass(frozen=True)
class Pattern:
    """Blocks (trial, count) that come again and again, each time ``growth`` times as long, and a last block."""

    pool: Pool
    blocks: tuple[tuple[int, int], ...]
    growth: int
    length: int
    last: tuple[int, int]

    def order(self) -> list[int]:
        """Return the trials, by their places in the pool.

        >>> from bounds.data.trials import Trials
        >>> Pattern(Pool(Trials.of([], [], 1), None, {}), ((0, 1), (1, 2)), 1, 6, (0, 1)).order()
        [0, 1, 1, 0, 1, 0]
        """
        places, factor = list[int](), 1
        body = max(self.length - self.last[1], 0)
        while len(places) < body:
            for i, count in self.blocks:
                places += [i] * min(count * factor, body)
            factor *= self.growth
        return places[:body] + [self.last[0]] * min(self.last[1], self.length)


def drawn(pool: Pool, longest: int, rng: random.Random) -> Pattern:
    """Draw a pattern of a pool's trials: a cycle, blocks of one length, or any."""
    size, kind = len(pool.rows), rng.randrange(3)
    count = rng.choice(COUNTS)
    some = rng.randint(1, 6) if kind == 0 else rng.randint(min(2, size), size)
    places = [rng.randrange(size) for _ in range(some)] if kind == 0 else rng.sample(range(size), some)
    blocks = tuple((i, 1 if kind == 0 else count if kind == 1 else rng.choice(COUNTS)) for i in places)
    lengths = [*(length for length in LENGTHS if length < longest), longest, longest]
    last = rng.randrange(size), rng.choice(LAST)
    return Pattern(pool, blocks, 1 if kind == 0 else rng.choice(GROWTH), rng.choice(lengths), last)


def changed(drawer: Drawer, pattern: Pattern, longest: int, rng: random.Random) -> Pattern:
    """Return a pattern with one thing changed."""
    claim, blocks, size = drawer.claim, list(pattern.blocks), len(pattern.pool.rows)
    k = rng.randrange(len(blocks))
    match rng.choice(("count", "place", "add", "drop", "length", "length", "last", "rate", "rate", "entry", "growth")):
        case "count":
            blocks[k] = blocks[k][0], max(1, rng.choice((blocks[k][1] * 2, blocks[k][1] + 1, blocks[k][1] - 1)))
        case "place":
            blocks[k] = rng.randrange(size), blocks[k][1]
        case "add":
            blocks.insert(k, (rng.randrange(size), rng.choice(COUNTS)))
        case "drop" if len(blocks) > 1:
            del blocks[k]
        case "length":
            moved = int(pattern.length * rng.choice((0.5, 0.8, 1.25, 2))) + rng.choice((-1, 0, 1))
            return replace(pattern, length=min(max(moved, 1), longest))
        case "last":
            return replace(pattern, last=(rng.randrange(size), max(0, pattern.last[1] + rng.choice((-2, -1, 1, 2, 4)))))
        case "rate":
            return replace(pattern, pool=other_rates(claim, pattern.pool, rng))
        case "entry":
            return replace(pattern, pool=drawer.moved(pattern.pool, pattern.blocks[k][0]))
        case "growth":
            return replace(pattern, growth=rng.choice(GROWTH))
        case _:
            return replace(pattern, length=longest)
    return replace(pattern, blocks=tuple(blocks))


def climb(claim: Claim, seed: int, effort: int, score: Score) -> None:
    """Draw patterns, change the best of them step by step, and judge what comes closer than all before it."""
    rng = random.Random(f"patterns {theorem_id(claim)} {seed}")  # noqa: S311 - reproducible, not secret
    records = Records(Drawer(claim, rng), score, TRIALS * effort, JUDGED * effort)
    patterns: list[tuple[float, int, Pattern]] = []

    def add(pattern: Pattern) -> None:
        reached, pool, order = records.tried("a pattern", pattern.pool, pattern.order())
        patterns.append((reached, -len(patterns), replace(pattern, pool=pool, length=max(len(order), 1))))
        patterns.sort(reverse=True, key=lambda made: made[:2])
        del patterns[KEPT:]

    try:
        for pool in records.drawer.pools(PATTERNED):
            pool = tuned(claim, pool, rng, records.reach, 24)
            for _ in range(4):
                add(drawn(pool, records.reach, rng))
            for _ in range(16 if patterns else 0):
                add(changed(records.drawer, min(rng.choices(patterns, k=2), key=patterns.index)[2], records.reach, rng))
    except Spent:
        return
