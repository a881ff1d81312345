"""From signed examples to instances.

By Lemma 1 of Bylander 1998 the worst outcomes are far-out intervals in the direction of the update, and a
label can be folded into its example. So a structured adversary is just a list of rows v_t, all of which the
learner should have predicted higher, and a comparator u.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from fractions import Fraction
from typing import Any

from bounds.claims.claim import Claim, Outcomes
from bounds.data.interval import Interval, Outcome
from bounds.data.trials import Trials
from bounds.data.vectors import Example, Vector
from bounds.instances import Instance
from bounds.numbers import Number


def signed_instance(
    claim: Claim,
    rows: Sequence[Sequence[int]],
    u: Vector | None,
    parameters: Mapping[Any, Number],
    denominator: int = 1,
    far: Fraction = Fraction(0),
) -> Instance:
    """Return the instance whose examples are the rows, every outcome lying above the prediction.

    For claims on labels every label is +1; otherwise every outcome is [F, oo) with F at least ``far``, every
    u.v_t and 1.
    """
    examples = [Example(list(row), denominator) for row in rows]
    outcome: Outcome = 1
    if claim.outcomes is Outcomes.INTERVALS:
        top = max([far, Fraction(1), *(u.dot(x) for x in examples)] if u is not None else [far, Fraction(1)])
        outcome = Interval(Fraction(-(-top // 1)), None)
    n = len(rows[0]) if rows else (len(u) if u is not None else 1)
    trials = Trials.from_integers([list(row) for row in rows], denominator, [outcome] * len(rows), n)
    return Instance(trials, u, dict(parameters))
