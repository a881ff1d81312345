"""Short sequences over and over: what is learned from them once must not have to be learned again.

A learner that forgets, or runs in a circle, makes as many mistakes as there are passes, where a mistake bound on
separable data allows a fixed number. On data that no comparator fits, losses add up, and so does the bound.
"""

from __future__ import annotations

import dataclasses
from collections.abc import Iterator
from fractions import Fraction
from itertools import islice, product

import numpy as np

from adversaries.families.sampling import raw_instances
from adversaries.generate.signed import signed_instance
from adversaries.portfolio.structured import deck
from bounds import symbols as s
from bounds.claims.claim import Claim, Comparator, Outcomes
from bounds.data.trials import Trials
from bounds.data.vectors import Example
from bounds.instances import Instance
from bounds.mathematics.geometry import EUCLIDEAN

SEQUENCES, PASSES = 100, (4, 16)
STRUCTURED, LONGEST = 150, 40
"""Structured instances that are repeated, and the most trials they may have."""


def instances(claim: Claim, seed: int, effort: int) -> Iterator[tuple[str, Instance]]:
    """Yield structured instances twice over, and random ones of two to four trials 4 and 16 times over.

    >>> from boundcheck import theorem
    >>> [instance.trials.l for _, instance in islice(instances(theorem("bylander.5"), 0, 1), 3)]
    [2, 4, 6]
    """
    if claim.outcomes is Outcomes.NONE or (claim.family == "experts" and s.eta in claim.defines):
        return  # of experts at the rate 1/sqrt(l), whose powers are costly: longer is not the same over again
    for name, instance in islice(deck(claim), STRUCTURED * effort):
        if 0 < instance.trials.l <= LONGEST:
            yield f"{name}, twice", dataclasses.replace(instance, trials=repeated(instance.trials, 2))
    yield from long_lessons(claim)
    short = (pair for pair in raw_instances(claim, 3 * SEQUENCES * effort, seed, max_trials=4) if pair[1].trials.l > 1)
    for name, instance in islice(short, SEQUENCES * effort):
        for passes in PASSES:
            yield f"{name}, {passes} times", dataclasses.replace(instance, trials=repeated(instance.trials, passes))


def long_lessons(claim: Claim) -> Iterator[tuple[str, Instance]]:
    """Yield what takes a Perceptron many trials, for claims about it: (k, 1) and (-k, 1) in turn, which differ in
    little that tells, on examples of either scale, and one example whose outcome is far out.

    Weights that are forgotten, rounded or clipped do not get there.

    >>> from boundcheck import theorem
    >>> [instance.trials.l for _, instance in long_lessons(theorem("bylander.5"))]
    [34, 34, 82, 82, 274, 274]
    """
    if claim.geometry is not EUCLIDEAN or claim.start or claim.family:
        return
    known = {symbol: Fraction(1, 2) for symbol in claim.free}
    if claim.outcomes is Outcomes.LABELS and claim.comparator is Comparator.SEPARATING:
        for k, scale in product((4, 8, 16), (1, 64)):
            rows = [[k * scale, scale], [-k * scale, scale]] * (k * k // 2 + 9)
            u = Example([0, 1], scale)
            yield f"({k}, 1) and ({-k}, 1) in turn, times {scale}", signed_instance(claim, rows, u, known)
    if claim.outcomes is Outcomes.INTERVALS and claim.comparator is Comparator.ANY:
        yield "one outcome far out, 64 times", signed_instance(claim, [[1]] * 64, Example([8]), known)


def repeated(trials: Trials, passes: int) -> Trials:
    """Return the trials, ``passes`` times in a row."""
    return Trials(np.tile(trials.numerators, (passes, 1)), trials.denominator, trials.outcomes * passes)
