"""A pool of a few trials, of which one on which the learner errs, or loses most, is presented again and again.

What is learned from a few examples with a margin once must not have to be learned again and again: a learner that
forgets, rounds, clips, or runs in a circle, errs on one of them for ever. The next trial is any that costs something,
the one that costs most, the same as long as it costs something, or the one that teaches least; or the last one comes a
few times more, although it costs nothing, which a learner that forgets what it has right does not stand. Who is the
comparator is not known before the end, so that what it loses itself counts half in one of the ways.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Sequence
from itertools import islice
from typing import TypeAlias

import numpy as np

from adversaries.generate.pools import Drawer, Pool
from adversaries.optimise import trees
from adversaries.optimise.bound import Bound, read_off_run
from adversaries.optimise.following import FAILURES, FollowedSequence, Follower, follower
from adversaries.optimise.rates import tuned
from adversaries.optimise.records import BEYOND, PLAYED, Records, Score, Spent
from bounds.claims.claim import Claim
from bounds.claims.variants import theorem_id

Choice: TypeAlias = Callable[[Follower, Sequence[float], list[int], random.Random], int]
"""Chooses the next trial, given what each would cost and the trials so far."""

COSTS = 1e-9
IDLE = 12
"""Trials in a row that cost nothing, after which a sequence is over."""

RESTED = 7
"""How often a trial comes before another one that costs something, where what is right teaches too."""

OFTEN = 12
"""Trials after which a sequence that is above the bound is over."""

LENGTHS = (24, 400, 60, 400)
POOLED, PER_POOL = 6, 3
HARD = 0.4
"""How often the hardest of a few pools is taken."""
TRIALS, JUDGED = 8000, 40
"""Trials that are followed, and sequences that are judged, times the effort."""


def _any(_at: Follower, costs: Sequence[float], _order: list[int], rng: random.Random) -> int:
    wrong = [i for i, cost in enumerate(costs) if cost > COSTS]
    return rng.choice(wrong or range(len(costs)))


def _most(_at: Follower, costs: Sequence[float], _order: list[int], rng: random.Random) -> int:
    top = max(costs)
    return rng.choice([i for i, cost in enumerate(costs) if cost >= top - COSTS])


def _dearest(at: Follower, costs: Sequence[float], order: list[int], rng: random.Random) -> int:
    return _most(at, [cost + lost / 2 for cost, lost in zip(costs, at.lost, strict=True)], order, rng)


def _same(at: Follower, costs: Sequence[float], order: list[int], rng: random.Random) -> int:
    return order[-1] if order and costs[order[-1]] > COSTS else _most(at, costs, order, rng)


def _least_taught(at: Follower, costs: Sequence[float], order: list[int], rng: random.Random) -> int:
    wrong = [i for i, cost in enumerate(costs) if cost > COSTS]
    teaches = [abs(known.get("ux", known["xx"])) for known in at.known]
    return min(wrong, key=lambda i: (teaches[i], rng.random())) if wrong else _any(at, costs, order, rng)


def _rested(at: Follower, costs: Sequence[float], order: list[int], rng: random.Random) -> int:
    return order[-1] if order and order[-RESTED:] != order[-1:] * RESTED else _any(at, costs, order, rng)


CHOICES: dict[str, Choice] = {
    "wrong": _any,
    "wrong after rests": _rested,
    "costliest": _most,
    "costliest at half the comparator's": _dearest,
    "the same while wrong": _same,
    "wrong and least taught": _least_taught,
}


def presented(
    claim: Claim, pool: Pool, choose: Choice, length: int, rng: random.Random, first: tuple[int, ...] = ()
) -> FollowedSequence | None:
    """Return which trials of a pool are presented, up to the last that costs something; None where none does.

    Those of ``first`` come first, whatever they cost.
    """
    order, gained, last, bound, looked = list[int](), list[float](), 0, Bound(claim, pool), OFTEN
    at: Follower | None = None
    try:
        with np.errstate(all="ignore"):
            at = follower(claim, pool, length)
            while len(order) < length and len(order) - last < IDLE:
                costs = at.costs()
                i = first[len(order)] if len(order) < len(first) else choose(at, costs, order, rng)
                gained.append(at.advance(i) + at.lost[i])
                order.append(i)
                last = len(order) if costs[i] > COSTS else last
                if last >= looked:
                    if bound.ratio(order, at.total) > BEYOND:
                        break
                    looked = 2 * last if read_off_run(claim) else last + OFTEN
    except FAILURES:
        pass
    return FollowedSequence(tuple(order[:last]), tuple(gained[:last]), at) if at is not None and last else None


def _hardest(claim: Claim, drawn: Sequence[Pool], length: int) -> Pool:
    """Return the pool with the largest bound that so many trials may exceed: the one with the least margin."""
    pairs = [(1 / max(Bound(claim, pool).ratio(range(len(pool.rows)), 1.0), 1e-9), -k) for k, pool in enumerate(drawn)]
    _, k = max(pair if pair[0] < length else (0.0, pair[1]) for pair in pairs)
    return drawn[-k]


def climb(claim: Claim, seed: int, effort: int, score: Score) -> None:
    """Present pool after pool, small ones in every order first, and judge what comes closer to the bound."""
    trees.climb(claim, seed, effort, score)
    rng = random.Random(f"pools {theorem_id(claim)} {seed}")  # noqa: S311 - reproducible, not secret
    own = claim.learner is not None and not claim.learner.formula
    records = Records(Drawer(claim, rng), score, TRIALS * effort, JUDGED * effort, PLAYED // 2 if own else PLAYED)
    drawn = records.drawer.pools(POOLED)
    try:
        for number, some in enumerate(iter(lambda: list(islice(drawn, 1 + 3 * (rng.random() < HARD))), [])):
            length = min(LENGTHS[number % len(LENGTHS)], records.reach)
            pool = _hardest(claim, some, length)
            pool = tuned(claim, pool, rng, length)
            for how in rng.sample(sorted(CHOICES), PER_POOL):
                played = presented(claim, pool, CHOICES[how], length, rng)
                records.spend(IDLE if played is None else 2 * len(played.order) + IDLE)
                if played is not None:
                    records.closest_of(f"a pool of {len(pool.rows)}, {how}", pool, played)
    except Spent:
        return
