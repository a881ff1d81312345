"""Votes that err again and again, at the same expense to every expert: rounds that end as they began.

What weighted votes do next depends on the differences of the experts' error counts alone. Where half of the weight is
wrong in every round, and the heavier half as far as possible, these differences stay small, so that they come back
after some rounds: a cycle, in which every expert has erred c times and the vote d times. It can be repeated for ever,
and breaks whatever bound grows by less than d/c mistakes for one of the best expert, however little less it is.
"""

from __future__ import annotations

import math
from collections.abc import Iterator
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

import numpy as np

from adversaries.constructions.experts import counts_mistakes
from adversaries.generate.rounding import rate_limit
from bounds import symbols as s
from bounds.claims.claim import Claim, Comparator, Outcomes
from bounds.data.integer_matrix import Integers
from bounds.data.repetition import Block, repeated
from bounds.data.trials import Trials
from bounds.data.vectors import Example
from bounds.instances import Instance
from bounds.numbers import to_float
from bounds.numbers.evaluate import evaluate

STEPS = 2000
"""Rounds within which a cycle has to close."""

BALANCED = 1e-12
"""A set of experts with this much more than half of the weight is still taken for half of it."""

WRITTEN = 200_000
"""Numbers in a sequence beyond which a cycle is not written out: it is judged as it is repeated."""


def halved(counts: Integers, factor: float) -> Integers:
    """Return 1 for the experts that err, 0 for the others, whose weight is at most half, the lightest taken first.

    >>> halved(np.array([0, 0, 1, 1]), 0.5).tolist()
    [1, 1, 0, 0]
    """
    weights = factor ** (counts - counts.min()).astype(float)
    left = weights.sum() / 2 * (1 + BALANCED)
    wrong = np.ones(len(counts), dtype=np.int64)
    for i in np.argsort(-counts, kind="stable").tolist():
        if weights[i] <= left:
            left -= weights[i]
            wrong[i] = 0
    return wrong


def closed(N: int, factor: float) -> tuple[Integers, Integers] | None:
    """Return the rounds before a cycle and those in it, 1 for an expert that errs; None where none closes in time.

    >>> before, cycle = closed(10, math.exp(-1))
    >>> len(before), len(cycle), cycle.sum(axis=0).tolist()
    (0, 7, [3, 3, 3, 3, 3, 3, 3, 3, 3, 3])
    """
    counts = np.zeros(N, dtype=np.int64)
    seen: dict[bytes, int] = {}
    rounds: list[Integers] = []
    for t in range(STEPS):
        state = (counts - counts.min()).tobytes()
        if state in seen:
            first = seen[state]
            return np.array(rounds[:first], dtype=np.int64).reshape(-1, N), np.array(rounds[first:])
        seen[state] = t
        rounds.append(halved(counts, factor))
        counts = counts + rounds[-1]
    return None


@dataclass(frozen=True)
class Cycle:
    """Rounds before a cycle and in it, in which the experts of 1 err, and what else the instances need."""

    name: str
    before: Integers
    rounds: Integers
    compared: bool
    parameters: dict[Any, Fraction]

    @property
    def experts(self) -> int:
        """The number of experts."""
        return int(self.rounds.shape[1])

    def trials(self, times: int) -> int:
        """Return the number of trials of the cycle so many times over."""
        return len(self.before) + len(self.rounds) * times

    def instance(self, times: int) -> Instance:
        """Return the cycle so many times over, with labels -1, as sign(0) may be +1; written out where it is short.

        The comparator, where there is one, is the expert that errs least.
        """
        wrong = np.concatenate([self.before, self.rounds])
        best = int((self.before.sum(axis=0) + times * self.rounds.sum(axis=0)).argmin())
        written = Trials(2 * wrong - 1, 1, [-1] * len(wrong))
        blocks = (Block(0, len(self.before)), Block(len(self.before), len(self.rounds), times))
        trials = repeated(written, blocks, WRITTEN)
        u = Example([int(i == best) for i in range(self.experts)]) if self.compared else None
        return Instance(trials, u, dict(self.parameters))


RATES = tuple(Fraction(1, 2**i) for i in range(1, 11))
SMALL, LARGE = (2, 16, 64), (20, 200, 512)
"""Numbers of experts: at small rates two are as good as many, and at a fixed one only many are split in halves."""


def cycles(claim: Claim) -> Iterator[Cycle]:
    """Yield the cycles for a claim about the mistakes of a vote of experts, at several rates where eta is free."""
    if claim.outcomes is not Outcomes.MASTER or claim.relation not in ("<=", "<"):
        return
    if counts_mistakes(claim) and s.eta in claim.free:
        limit = rate_limit(claim)
        for rate in (rate for rate in RATES if rate <= limit):
            for N in SMALL:
                yield from _closed(claim, N, float(1 - rate), {s.eta: rate})
    elif claim.comparator is Comparator.EXPERT:
        for N in (2, *LARGE):
            yield from _closed(claim, N, _factor(claim), {symbol: Fraction(1) for symbol in claim.free})


def _factor(claim: Claim) -> float:
    """Return what a claim multiplies the weight of an expert by when it errs; 1/e where it does not say."""
    beta, eta = claim.defines.get(s.beta), claim.defines.get(s.eta)
    if beta is not None and not beta.free_symbols:
        return to_float(evaluate(beta, {}))
    return math.exp(-1 if eta is None or eta.free_symbols else -2 * to_float(evaluate(eta, {})))


def _closed(claim: Claim, N: int, factor: float, parameters: dict[Any, Fraction]) -> Iterator[Cycle]:
    cycle = closed(N, factor) if 0 < factor < 1 else None
    if cycle is not None:
        given = "".join(f", {symbol} = {value}" for symbol, value in parameters.items())
        name = f"a cycle of {len(cycle[1])} wrong halves, N = {N}{given}"
        compared = claim.comparator is not Comparator.NONE
        yield Cycle(name, *cycle, compared, parameters)
