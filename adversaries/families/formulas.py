"""Instances for claims by formulas whose premises ask for more than norms: mixtures, unit examples, gaps.

Zero bytes make the simplest instance of each family, and a trial is a fixed number of bytes.
"""

from __future__ import annotations

import dataclasses
from collections.abc import Callable
from fractions import Fraction
from math import isqrt

from adversaries.families.disjunctions import disjunction
from adversaries.generate.bytes import Bytes
from adversaries.generate.parameters import parameters_of
from bounds import symbols as s
from bounds.claims.claim import Claim
from bounds.data.interval import Interval, Outcome
from bounds.data.trials import Trials
from bounds.data.vectors import Example
from bounds.instances import Instance

SPARE = 8
"""Bytes that are kept for parameters."""

LONGEST = 3
"""Most trials on which weights are exponentials of exponentials."""

UNIT_ROWS = ((1, 0, 0), (0, 1, 0), (3, 4, 0), (4, -3, 0), (2, 2, 1), (-2, 1, 2), (1, -2, 2), (6, 2, 3))
"""Rows whose norms are whole numbers."""


def mixtures(claim: Claim, source: Bytes) -> Instance:
    """Return examples in [0, 1]^n with any points as outcomes, and a mixture as comparator."""
    n, spare = 1 + source.below(3), source.take(SPARE)
    shares = [1 + source.below(5) if i == 0 else source.below(5) for i in range(n)]
    rows, outcomes = list[list[Fraction]](), list[Outcome]()
    while source.remaining and len(rows) < LONGEST:
        outcomes.append(Interval.point(Fraction(source.signed(4), 2)))
        rows.append([Fraction(source.below(4), 3) for _ in range(n)])
    u = Example(shares, sum(shares))
    return Instance(Trials.of(rows, outcomes, n), u, parameters_of(claim, spare, {}))


def unit_examples(claim: Claim, source: Bytes) -> Instance:
    """Return examples of norm 1 with any labels, and any comparator."""
    spare = source.take(SPARE)
    u = Example([source.signed(4) for _ in range(3)], source.pick((1, 2, 3)))
    rows, labels = [], list[Outcome]()
    while source.remaining:
        code = source.byte()
        labels.append(-1 if code % 2 else 1)
        row = UNIT_ROWS[code // 2 % len(UNIT_ROWS)]
        norm = isqrt(sum(a * a for a in row))
        rows.append([Fraction(a, norm) for a in row])
    return Instance(Trials.of(rows, labels, 3), u, parameters_of(claim, spare, {}))


def gap(claim: Claim, source: Bytes) -> Instance:
    """Return points of {0, 1}^n that u >= 0 separates: u.x >= 1, or at most 1 - delta."""
    n, spare = 1 + source.below(4), source.take(SPARE)
    weights = [source.below(4) for _ in range(n)]
    cut = source.byte()
    rows = []
    while source.remaining:
        code = source.byte()
        rows.append([code >> i & 1 for i in range(n)])
    sums = [sum(a * b for a, b in zip(weights, row, strict=True)) for row in rows]
    levels = sorted({value for value in sums if value > 0})
    level = levels[cut % len(levels)] if levels else max(1, *weights)
    below = max((value for value in sums if value < level), default=0)
    labels = [1 if value >= level else -1 for value in sums]
    trials = Trials.from_integers(rows, 1, labels, n)
    return Instance(trials, Example(weights, level), parameters_of(claim, spare, {s.delta: 1 - Fraction(below, level)}))


def labelled_by_a_disjunction(claim: Claim, source: Bytes) -> Instance:
    """Return points of {0, 1}^n labelled by a disjunction."""
    spare = source.take(SPARE)
    return dataclasses.replace(disjunction(claim, source), parameters=parameters_of(claim, spare, {}))


FAMILIES: dict[str, Callable[[Claim, Bytes], Instance]] = {
    "mixtures": mixtures,
    "unit examples": unit_examples,
    "gap": gap,
    "labelled by a disjunction": labelled_by_a_disjunction,
}
