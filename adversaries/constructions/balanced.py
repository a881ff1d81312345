"""Weighted Majority at its worst over thousands of trials: half of the weight errs each time, and nobody falls behind.

A trial with a mistake takes the total weight down by (1 + beta)/2 where exactly half of it errs, and the bound
(k ln(1/beta) + ln n)/ln(2/(1 + beta)) is what that comes to as long as the weights stay together. The exact dynamic
program over the numbers of errors shows the pattern: those with the fewest errors err together, a smaller number of
experts than half; and the lightest of those within a few errors of the best make up the rest. An expert further behind
waits until the others come down to it.
"""

from __future__ import annotations

import math
from collections.abc import Iterator
from fractions import Fraction
from itertools import product
from typing import Any

from bounds import symbols as s
from bounds.claims.claim import Claim, Comparator, Outcomes
from bounds.data.instances import Instance
from bounds.data.trials import Trials
from bounds.data.vectors import Example
from bounds.mathematics.geometry import Entropic
from bounds.numbers import to_float
from bounds.numbers.evaluate import evaluate

SIZES = ((16, 3, 600), (64, 4, 1500))
"""Experts, the window of errors, and trials."""

ETAS = tuple(map(Fraction, ("1/2", "1/10")))
TOLERANCE = 1e-12


def balanced_halves(n: int, ratio: float, length: int, window: int) -> list[list[int]]:
    """Return for each trial the experts that err, of weights ratio**(number of errors).

    >>> balanced_halves(4, 0.5, 3, 2)
    [[2, 3], [1, 3], [0, 3]]
    """
    errors, found = [0] * n, list[list[int]]()
    for _ in range(length):
        best = min(errors)
        weights = [ratio ** (a - best) for a in errors]
        total = sum(weights)
        need, chosen = total / 2, set[int]()
        order = sorted((i for i in range(n) if errors[i] - best <= window), key=lambda i: (errors[i], -i))
        for i in order:
            if weights[i] <= need + TOLERANCE * total:
                chosen.add(i)
                need -= weights[i]
        if need > TOLERANCE * total:
            rest = [i for i in order if i not in chosen]
            chosen.add(next((i for i in reversed(rest) if weights[i] >= need), rest[0]))
        found.append(sorted(chosen))
        for i in chosen:
            errors[i] += 1
    return found


def instances(claim: Claim, seed: int, effort: int) -> Iterator[tuple[str, Instance]]:
    """Yield the sequences for claims about a vote of experts."""
    del seed
    if claim.outcomes is not Outcomes.MASTER or claim.learner is None or {*claim.free} - {s.eta, s.beta}:
        return
    ratios = list(_ratios(claim))
    sizes = SIZES if len(ratios) == 1 else SIZES[effort - 1 :][:1]
    for (n, window, length), (parameters, ratio) in product(sizes if effort <= len(SIZES) else (), ratios):
        erring = balanced_halves(n, ratio, length, window)
        rows = [[1 if i in chosen else -1 for i in range(n)] for chosen in map(set, erring)]
        errors = [sum(row[i] for row in rows) for i in range(n)]
        u = Example([int(i == errors.index(min(errors))) for i in range(n)])
        comparator = u if claim.comparator is Comparator.EXPERT else None
        trials = Trials.from_integers(rows, 1, [-1] * length, n)
        yield f"{length} balanced halves of {n} experts, beta = {ratio:.3g}", Instance(trials, comparator, parameters)


def _ratios(claim: Claim) -> Iterator[tuple[dict[Any, Fraction], float]]:
    """Yield parameters, and by what the weight of an expert that errs is multiplied."""
    if s.eta in claim.free:
        yield from (({s.eta: eta}, float(1 - eta)) for eta in ETAS)
    elif s.beta in claim.defines and claim.defines[s.beta].is_number:
        yield {}, to_float(evaluate(claim.defines[s.beta], {}))
    elif s.beta in claim.free:
        yield from (({s.beta: beta}, float(beta)) for beta in ETAS[:2])
    elif isinstance(claim.geometry, Entropic) and s.eta in claim.defines and claim.defines[s.eta].is_number:
        yield {}, math.exp(-2 * to_float(evaluate(claim.defines[s.eta], {})))
    else:
        yield {}, 0.5
