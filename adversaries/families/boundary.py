"""A deck of small degenerate cases, where most slips of the literature live.

No trials, one attribute, zero and repeated examples, predictions exactly on open and closed ends, outcomes
of every kind, the zero comparator.
"""

from __future__ import annotations

import dataclasses
from collections.abc import Iterator
from fractions import Fraction
from itertools import product

from adversaries.families.build import build, bytes_needed
from bounds import symbols as s
from bounds.claims.claim import Claim, Comparator, Outcomes
from bounds.data.interval import Interval
from bounds.data.trials import Trials
from bounds.data.vectors import Example
from bounds.instances import Instance
from bounds.mathematics.geometry import EUCLIDEAN

ENDS = tuple(
    map(
        Interval.parse,
        ("[0,oo)", "(0,oo)", "(-oo,0]", "(-oo,0)", "0", "(0,1)", "[-1,0)", "(-oo,oo)", "[1,1]"),
    )
)
ROWS: tuple[tuple[tuple[int, ...], ...], ...] = (
    (),
    ((0,),),
    ((1,),),
    ((1,), (1,), (1,)),
    ((0, 0), (0, 0)),
    ((1, -1), (1, -1)),
    ((1, 0), (-1, 0), (0, 1)),
    ((1, 1), (0, 0), (1, 1)),
)


def instances(claim: Claim) -> Iterator[tuple[str, Instance]]:
    """Yield the deck for ``claim``: built cases for every claim, and intervals with ends at 0 where they apply."""
    for length, n, fill in product((0, 1, 2, 3), (1, 2, 3), (0, 1, 9)):
        data = bytes([n - 1, *[fill] * (bytes_needed(length, n) - 1)])
        yield f"deck: {length} trials of {n} attributes, choice {fill}", build(claim, data)
    if claim.outcomes is not Outcomes.INTERVALS:
        return
    for rows, outcome in product(ROWS, ENDS):
        n = len(rows[0]) if rows else 1
        template = build(claim, bytes([n - 1]))
        if template.trials.n != n:
            continue
        trials = Trials.from_integers(rows, 1, [outcome] * len(rows), n)
        parameters = {k: v for k, v in template.parameters.items() if k not in (s.U, s.X)}
        if claim.start == "positive" and template.start is not None:
            parameters[s.U] = sum(template.start, Fraction(0))
        yield f"outcome {outcome}", dataclasses.replace(template, trials=trials, parameters=parameters)
        if claim.geometry is EUCLIDEAN and claim.comparator is Comparator.ANY and not claim.start:
            zero = Instance(trials, Example([0] * n), parameters)
            yield f"outcome {outcome} against u = 0", zero
