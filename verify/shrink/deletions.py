"""Moves of shrinking that delete: trials, attributes, and repeated passes."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from fractions import Fraction
from itertools import combinations, product
from typing import TypeAlias

from bounds.claims.claim import Claim, Outcomes
from bounds.data.interval import Interval
from bounds.errors import BoundcheckError, Undecided
from verify.judge.complete import complete
from verify.shrink.draft import Draft
from verify.shrink.numbers import scaled

DELETIONS = 600
"""Most combinations of joint deletions that are tried before 1-minimality is called."""

Move: TypeAlias = Callable[[Claim, Draft], Iterator[Draft]]
"""Proposes changed drafts; those that are not simpler or do not violate are passed over."""


def chunks(_: Claim, draft: Draft) -> Iterator[Draft]:
    """Delete runs of trials, and of attributes: halves first, then ever shorter ones."""
    everywhere, always = range(draft.n), range(len(draft.rows))
    for first, last in _runs(len(draft.rows)):
        yield draft.keeping([t for t in always if not first <= t < last], everywhere)
    for first, last in _runs(draft.n):
        yield draft.keeping(always, [i for i in everywhere if not first <= i < last])


def _runs(size: int) -> Iterator[tuple[int, int]]:
    length = size // 2
    while length >= 2:
        for first in range(0, size, length):
            yield first, first + length
        length //= 2


def passes(_: Claim, draft: Draft) -> Iterator[Draft]:
    """Delete one of two equal runs of trials that follow each other, long ones first."""
    trials = list(zip(draft.rows, draft.outcomes, draft.each or [()] * len(draft.rows), strict=True))
    size, everywhere = len(trials), range(draft.n)
    for length in range(size // 2, 1, -1):
        for first in range(size - 2 * length + 1):
            if trials[first : first + length] == trials[first + length : first + 2 * length]:
                yield draft.keeping([t for t in range(size) if not first <= t < first + length], everywhere)


def updates_only(claim: Claim, draft: Draft) -> Iterator[Draft]:
    """Keep the trials on which the learner updates."""
    sides = _sides(claim, draft)
    if sides:
        yield draft.keeping([i for i, side in enumerate(sides) if side], range(draft.n))


def _sides(claim: Claim, draft: Draft) -> list[int]:
    """Return the direction of each update, 0 for none; nothing where no learner can be run."""
    if claim.learner is None or not draft.rows:
        return []
    try:
        return [step.side for step in claim.case(complete(claim, draft.instance())).run.steps]
    except (BoundcheckError, Undecided, ArithmeticError, LookupError):
        return []


def deletion_levels(trials: int, attributes: int) -> list[tuple[int, int]]:
    """Return the numbers (of trials, of attributes) deleted together, few first, as far as they are affordable.

    >>> deletion_levels(2, 1)
    [(1, 0), (2, 0)]
    """
    levels = [(k, c) for k, c in product(range(4), range(3)) if (k or c) and k <= trials and c < max(attributes, 1)]
    levels.sort(key=lambda level: (sum(level), level[1]))
    affordable: list[tuple[int, int]] = []
    combined = 0
    for k, c in levels:
        combined += math.comb(trials, k) * math.comb(attributes, c)
        if affordable and combined > DELETIONS:
            break
        affordable.append((k, c))
    return affordable


def single_deletions(_: Claim, draft: Draft) -> Iterator[Draft]:
    """Delete one trial, one attribute, or one of each."""
    yield from _deleted(draft, [(1, 0), (0, 1), (1, 1)])


def deletions(_: Claim, draft: Draft) -> Iterator[Draft]:
    """Delete up to three trials and up to two attributes together."""
    yield from _deleted(draft, deletion_levels(len(draft.rows), draft.n))


def _deleted(draft: Draft, levels: Sequence[tuple[int, int]]) -> Iterator[Draft]:
    everywhere, always = range(draft.n), range(len(draft.rows))
    for k, c in levels:
        for trials, attributes in product(combinations(always, k), combinations(everywhere, c)):
            yield draft.keeping([t for t in always if t not in trials], [i for i in everywhere if i not in attributes])


def far_outcomes(claim: Claim, draft: Draft) -> Iterator[Draft]:
    """Put far-out intervals in the direction of each update (Lemma 1 of Bylander 1998), and delete as well."""
    sides = _sides(claim, draft) if claim.outcomes is Outcomes.INTERVALS else []
    if not sides:
        return
    rows = tuple(scaled(row, Fraction(side or 1)) for row, side in zip(draft.rows, sides, strict=True))
    length = len(rows)
    for deleted in range(min(length, 4)):
        for trials in combinations(range(length), deleted) if length**deleted <= DELETIONS else ():
            for end in (1, 2, 4, 16):
                far = (Interval(Fraction(end), None),) * length
                yield replace(draft, rows=rows, outcomes=far).keeping(
                    [t for t in range(length) if t not in trials], range(draft.n)
                )
