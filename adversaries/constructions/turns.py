"""Exponentiated weights off their best rate: opposite examples in turn, thousands of times, then a ramp.

On two attributes (1, -1) and (-1, 1) in turn cost tanh(eta) a pair, and a ramp of (1, -1) at the end the sum of
1 - tanh(eta t), which is ln(2)/eta + 1/2 less what is left of it. So at c times the tuned rate the excess comes as
close as one likes to (c + 1/c)/2 times the tuned bound, with an error of the order of 1/sqrt(l).
"""

from __future__ import annotations

import math
from collections.abc import Iterator
from fractions import Fraction

import numpy as np

from bounds import symbols as s
from bounds.claims.claim import Claim, Comparator, Outcomes
from bounds.data.interval import Interval
from bounds.data.trials import Trials
from bounds.data.vectors import vector
from bounds.instances import Instance
from bounds.mathematics.geometry import Entropic

LENGTHS = (120_000, 480_000)
RAMPS = (2.8, 3.6)
"""Lengths of the ramp, in units of 1/eta at the tuned rate sqrt(2 ln(2)/l)."""


def in_turn(length: int, ramp: float) -> Instance:
    """Return so many trials, u = e_1 and U = 1; every outcome lies far above.

    >>> in_turn(8, 0.5).trials.numerators[:, 0].tolist()
    [1, -1, 1, -1, 1, -1, 1, 1]
    """
    last = int(ramp / math.sqrt(2 * math.log(2) / length))
    turning = (length - last) // 2 * 2
    signs = np.ones(length, dtype=np.int64)
    signs[1:turning:2] = -1
    trials = Trials(np.stack([signs, -signs], axis=1), 1, [Interval(Fraction(2), None)] * length)
    return Instance(trials, vector([1, 0]), {s.U: Fraction(1)})


def instances(claim: Claim, seed: int, effort: int) -> Iterator[tuple[str, Instance]]:
    """Yield the sequences for claims about exponentiated weights on intervals at a rate that is tuned to l."""
    del seed
    if not isinstance(claim.geometry, Entropic) or claim.outcomes is not Outcomes.INTERVALS or claim.start:
        return
    rate = claim.defines.get(s.eta)
    if claim.comparator is not Comparator.ANY or rate is None or not rate.has(s.l) or effort > len(LENGTHS):
        return
    length = LENGTHS[effort - 1]
    for ramp in RAMPS:
        yield f"{length} trials in turn, the last {ramp}/eta a ramp", in_turn(length, ramp)
