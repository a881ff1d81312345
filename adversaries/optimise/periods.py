"""Periods of a few plain trials, and one of them at the end: how often a period has to come is read off two short runs.

What a period adds to the quantity and to the bound is the same each time, or nearly so. Where it adds more to the
quantity, however little, the slack of two runs tells after how many periods the bound is broken, at each of a few
rates. What is judged is long, and its certificate is short, as it says how often the period comes.
"""

from __future__ import annotations

import math
import random
from collections.abc import Iterator
from dataclasses import replace
from fractions import Fraction
from itertools import product

from adversaries.generate.parameters import within
from adversaries.generate.pools import Drawer, Pool
from adversaries.generate.rounding import norms
from adversaries.optimise.following import FAILURES, reach
from adversaries.optimise.plain import WORDS, pools
from adversaries.optimise.records import BEYOND, Records, Score, Spent
from bounds import symbols as s
from bounds.claims.claim import Claim
from bounds.claims.variants import theorem_id

FEW, MORE = 12, 24
"""How often a period comes at first, to see what it adds."""

LAST = (0, 6, 12, 24, 48)
"""How often one of the trials comes at the end."""

RATES = tuple(Fraction(1, 2**k) for k in range(7))

SPARE, CORRECTIONS = 1.02, 3
"""What is added to the periods that should do, as a factor, and how often."""

LONGER = 25
"""How many times longer than others sequences of two phases may be."""

TRIALS, JUDGED, COSTLY = 150_000, 4, 64
"""Trials that are followed, and sequences that are judged, times the effort; one that is played counts so much."""


def enough(few: int, before: float | None, more: int, after: float | None) -> float | None:
    """Return how many times leave no slack, if it goes on as it did from few times to more; None where it never does.

    >>> enough(4, 10.0, 12, 9.0), enough(4, 9.0, 12, 10.0)
    (84.0, None)
    """
    if before is None or after is None or not before > after >= 0:
        return None
    return more + after * (more - few) / (before - after)


def rated(claim: Claim, pool: Pool) -> Iterator[Pool]:
    """Yield the pool at each of a few rates, where it has one."""
    values = {**norms(claim, pool.whole), s.n: Fraction(len(pool.rows[0])), **pool.parameters}
    for symbol in [a for a in claim.free if not claim.whole(a) and a in pool.parameters and claim.inner_bound.has(a)]:
        for rate in dict.fromkeys(within(claim, symbol, rate, values) for rate in RATES):
            yield replace(pool, parameters={**pool.parameters, symbol: rate})


def slack(records: Records, pool: Pool, order: tuple[int, ...]) -> float | None:
    """Return what a sequence leaves of its bound."""
    played = records.follow(pool, order)
    if played is None or not played.known:
        return None
    bound = records.bound(pool)
    try:
        left = bound.compute(bound.at(order)) - float(played.totals(pool)[-1])
    except FAILURES:
        return None
    return left if math.isfinite(left) else None


def soonest(records: Records, pool: Pool, word: tuple[int, ...]) -> tuple[float, tuple[int, int]] | None:
    """Return how many periods it takes, and which trial comes how often after them, so that the least trials do."""
    candidates = list[tuple[float, float, tuple[int, int]]]()
    for last in LAST if _times(records, pool, word, (0, 0)) is not None else ():
        for end in range(len(pool.rows) if last else 1):
            times = _times(records, pool, word, (end, last))
            if times is not None:
                candidates.append((times * len(word) + last, times, (end, last)))
    return min(candidates)[1:] if candidates else None


def _times(records: Records, pool: Pool, word: tuple[int, ...], last: tuple[int, int]) -> float | None:
    few, more = (slack(records, pool, word * times + last[:1] * last[1]) for times in (FEW, MORE))
    return enough(FEW, few, MORE, more)


def climb(claim: Claim, seed: int, effort: int, score: Score) -> None:
    """Repeat what gains in a period as often as it takes, and judge what is above the bound."""
    if claim.relation not in ("<=", "<"):
        return
    rng = random.Random(f"periods {theorem_id(claim)} {seed}")  # noqa: S311 - reproducible, not secret
    records = Records(Drawer(claim, rng), score, TRIALS * effort, JUDGED * effort, COSTLY)
    longest = LONGER * reach(claim)
    try:
        for pool, word in product(pools(records.drawer), WORDS):
            for at in rated(claim, pool) if max(word) < len(pool.rows) else ():
                repetition = soonest(records, at, word)
                times, last = (math.inf, (0, 0)) if repetition is None else repetition
                for _ in range(CORRECTIONS):
                    times *= SPARE
                    if times * len(word) + last[1] > longest:
                        break
                    order = word * math.ceil(times) + last[:1] * last[1]
                    left = slack(records, at, order)
                    if left is not None and left < 0:
                        records.judge(f"{math.ceil(times)} periods of {len(word)}, {last[1]} more", BEYOND, at, order)
                        break
    except Spent:
        return
