"""Short sequences over and over: what is learned from them once must not have to be learned again.

A learner that forgets, or runs in a circle, makes as many mistakes as there are passes, where a mistake bound on
separable data allows a fixed number. On data that no comparator fits, losses add up, and so does the bound.
"""

from __future__ import annotations

import dataclasses
from collections.abc import Iterator
from itertools import islice

import numpy as np

from adversaries.portfolio import deck
from adversaries.sampling import random_instances
from bounds.claim import Claim, Outcomes
from bounds.trials import Instance, Trials

SEQUENCES, PASSES = 100, (4, 16)
STRUCTURED, LONGEST = 150, 40
"""Structured instances that are repeated, and the most trials they may have."""


def instances(claim: Claim, seed: int, effort: int) -> Iterator[tuple[str, Instance]]:
    """Yield structured instances twice over, and random ones of two to four trials 4 and 16 times over.

    >>> from bounds import theorem
    >>> [instance.trials.l for _, instance in islice(instances(theorem("bylander.5"), 0, 1), 3)]
    [2, 4, 6]
    """
    if claim.outcomes is Outcomes.NONE:
        return
    for name, instance in islice(deck(claim), STRUCTURED * effort):
        if 0 < instance.trials.l <= LONGEST:
            yield f"{name}, twice", dataclasses.replace(instance, trials=repeated(instance.trials, 2))
    short = (
        pair for pair in random_instances(claim, 3 * SEQUENCES * effort, seed, max_trials=4) if pair[1].trials.l > 1
    )
    for name, instance in islice(short, SEQUENCES * effort):
        for passes in PASSES:
            yield f"{name}, {passes} times", dataclasses.replace(instance, trials=repeated(instance.trials, passes))


def repeated(trials: Trials, passes: int) -> Trials:
    """Return the trials, ``passes`` times in a row."""
    return Trials(np.tile(trials.numerators, (passes, 1)), trials.denominator, trials.outcomes * passes)
