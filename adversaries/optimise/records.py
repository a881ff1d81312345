"""Sequences of a pool's trials, followed in floats: those that come closer to the bound than all before are judged."""

from __future__ import annotations

import math
import random
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from fractions import Fraction
from functools import cached_property
from itertools import takewhile
from typing import TypeAlias

import numpy as np

from adversaries.generate.pools import Drawer, Pool
from adversaries.generate.rounding import direction
from adversaries.optimise.bound import Bound, read_off_run
from adversaries.optimise.following import FollowedSequence, array, followed, reach
from bounds.claims.claim import Claim, Comparator
from bounds.data.vectors import Example, Vector
from bounds.instances import Instance

Score: TypeAlias = Callable[[str, Instance], float | None]
"""Judges an instance and returns how close it comes to the bound, None where it is none of the claim."""

FREE = 8
"""Sequences that are judged whatever they come to."""

VAIN = 12
"""Sequences in a row that satisfy no premises, after which no more are made."""

PLAYED = 4
"""Trials in floats for which one is counted that a learner plays itself."""

SHORT = 4
"""Trials up to which each beginning of a sequence is looked at."""

BEYOND = 1 + 1e-9
"""A ratio that is above the bound, as far as floats can tell."""


class Spent(Exception):
    """The work of a task is done."""


@dataclass
class Records:
    """What a task tries on a claim: at most so many trials are followed, and so many sequences are judged."""

    drawer: Drawer
    score: Score
    trials: int
    judged: int
    played: int = PLAYED
    best: float = -math.inf
    vain: int = 0
    seen: set[object] = field(default_factory=set)
    bounds: dict[int, Bound] = field(default_factory=dict)

    @property
    def claim(self) -> Claim:
        """The claim."""
        return self.drawer.claim

    @cached_property
    def reach(self) -> int:
        """How long sequences may be."""
        return reach(self.claim)

    @cached_property
    def has_to_play(self) -> bool:
        """Whether the learner has to be played exactly before a bound is known."""
        return read_off_run(self.claim)

    def follow(self, pool: Pool, order: Sequence[int]) -> FollowedSequence | None:
        """Follow a sequence; raise Spent where too much was followed."""
        self.spend(len(order))
        return followed(self.claim, pool, order)

    def spend(self, trials: int) -> None:
        """Count trials that are followed, those of a learner that is played ``played`` times; raise Spent after all."""
        by_rule = self.claim.learner is not None and self.claim.learner.rule is not None
        self.count(trials if by_rule else self.played * trials)

    def count(self, trials: int) -> None:
        """Count the work of so many trials that a learner by rule is followed through; raise Spent after all."""
        self.trials -= trials
        if self.trials < 0:
            raise Spent

    def tried(self, name: str, pool: Pool, order: Sequence[int]) -> tuple[float, Pool, tuple[int, ...]]:
        """Return how close a sequence comes, or a part of it, against whichever comparator; judge a record."""
        order = tuple(order)[: self.reach]
        played = self.follow(pool, order) if order else None
        return (-math.inf, pool, order) if played is None else self.closest_of(name, pool, played)

    def closest_of(self, name: str, pool: Pool, played: FollowedSequence) -> tuple[float, Pool, tuple[int, ...]]:
        """Return how close a sequence that was followed comes, or a part of it, and judge a record."""
        best = self.closest(pool, played)
        if played.known:
            others = sorted(
                (self.closest(u, played) for u in self.comparators(pool, played)), key=lambda made: -made[0]
            )
            nearer = takewhile(lambda made: made[0] > best[0], others)
            best = next((made for made in nearer if self.drawer.may_compare(made[1])), best)
        self.judge(name, *best)
        return best

    def bound(self, pool: Pool) -> Bound:
        """Return the bound on a pool's sequences."""
        if id(pool) not in self.bounds:
            self.bounds[id(pool)] = Bound(self.claim, pool)  # which keeps the pool, and so its id
        return self.bounds[id(pool)]

    def closest(self, pool: Pool, played: FollowedSequence) -> tuple[float, Pool, tuple[int, ...]]:
        """Return the beginning of a sequence that comes closest, of a few; the shortest that is above the bound."""
        l = len(played.order)  # noqa: E741
        if not played.known:
            return -math.inf, pool, played.order
        totals, bound = played.totals(pool), self.bound(pool)
        some = [l, 1 + int(np.argmax(totals))]
        if not self.has_to_play:
            some += [l // 2, l // 4, *range(1, min(l, SHORT) + 1)]
        lengths = dict.fromkeys(k for k in some if k)
        if self.has_to_play:
            self.count(self.played * sum(lengths))
        made = [(bound.ratio(played.order[:k], float(totals[k - 1])), -k) for k in lengths]
        reached, length = max((pair for pair in made if pair[0] > BEYOND), key=lambda pair: pair[1], default=max(made))
        return reached, pool, played.order[:-length]

    def judge(self, name: str, reached: float, pool: Pool, order: tuple[int, ...]) -> None:
        """Judge a sequence that is a record, or seems to be above the bound, or is one of the first."""
        if reached <= self.best + 1e-9 and reached < BEYOND and len(self.seen) >= FREE and reached > -math.inf:
            return
        instance = pool.sequence(order)
        key = instance.trials, instance.comparator, tuple(instance.parameters.items())
        if key in self.seen:
            return
        self.seen.add(key)
        if self.judged <= 0 or self.vain >= VAIN:
            raise Spent
        self.judged -= 1
        exact = self.score(f"{name}, {len(order)} trials", instance)
        self.vain = self.vain + 1 if exact is None else 0
        if exact is not None and math.isfinite(exact):
            self.best = max(self.best, exact)

    def comparators(self, pool: Pool, played: FollowedSequence) -> Iterator[Pool]:
        """Yield the pool with other comparators: where the weights ended, along the examples, at corners, nowhere."""
        if pool.comparator is None or self.claim.comparator not in (Comparator.ANY, Comparator.EXPERT):
            return
        n, present = len(pool.rows[0]), tuple(pool.comparator)
        units = [Example([int(i == j) for i in range(n)]) for j in range(n)]
        others = units if self.claim.comparator is Comparator.EXPERT else [*units, *_along(pool, played)]
        made = [replace(pool, comparator=u) for key, u in {tuple(u): u for u in others}.items() if key != present]
        if self.has_to_play and made:
            made = [max(made, key=lambda other: float(played.totals(other)[-1]))]
        yield from made


def _along(pool: Pool, played: FollowedSequence) -> Iterator[Vector]:
    """Yield what is known to cost little: the weights at the end, and the sum of the examples at a few scales."""
    weights = played.by.weights
    if weights is not None and np.ndim(weights) == 1 and np.isfinite(weights).all():
        yield from (direction(sign * weights, 32) for sign in (1.0, -1.0))
    signed = [array(x) * (y if isinstance(y, int) else 1) for x, y in zip(pool.rows, pool.outcomes, strict=True)]
    summed = np.sum([signed[i] for i in played.order], axis=0)
    size = float(np.abs(summed).max(initial=0.0))
    if size > 0:
        for sign in (1.0, -1.0):
            yield direction(np.sign(summed) * sign)
            yield direction(summed / size * sign, 32)
            yield direction(summed * sign / math.sqrt(len(played.order)), 32)
    yield Example([0] * len(pool.rows[0]))


def other_rates(claim: Claim, pool: Pool, rng: random.Random) -> Pool:
    """Return the pool with one of its rates a little or much larger or smaller."""
    given = {a: value for a, value in pool.parameters.items() if isinstance(value, Fraction)}
    rates = [a for a in claim.free if not claim.whole(a) and a in given]
    if not rates:
        return pool
    symbol = rng.choice(rates)
    factor = rng.choice(tuple(map(Fraction, ("1/2", "2", "3/4", "4/3", "9/10", "10/9", "1/10"))))
    moved = (given[symbol] * factor).limit_denominator(1000) or given[symbol]
    return replace(pool, parameters={**pool.parameters, symbol: moved})
