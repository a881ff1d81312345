"""Additive learners off their best rate: two examples at an angle, on which the proof's inequalities are equalities.

The Perceptron's excess loss is U**2/(2 eta) + eta l X**2/2 exactly where every trial updates and the weights end in
u, that is u = eta (x_1 + ... + x_l). At the tuned rate U/(X sqrt(l)) the examples are orthogonal then; at c times
that rate the norm of their sum is sqrt(l)/c, so for l = 2 the cosine of their angle is 1/c**2 - 1. So a learner whose
rate is c times the tuned one exceeds the tuned bound by a factor of (c + 1/c)/2.
"""

from __future__ import annotations

import math
from collections.abc import Iterator
from fractions import Fraction

from adversaries.constructions.scales import usual_value
from bounds import symbols as s
from bounds.claims.claim import Claim, Comparator, Outcomes
from bounds.data.interval import Interval, Outcome
from bounds.data.trials import Trials
from bounds.data.vectors import vector
from bounds.instances import Instance
from bounds.mathematics.geometry import EUCLIDEAN

FACTORS = tuple(map(Fraction, ("11/10", "9/10", "21/20", "19/20", "5/4", "4/5", "3/2", "2", "101/100", "99/100")))
"""The rate over the tuned one."""

FINE = 200

_OF_NORM_ONE = {s.eta: Fraction(1), s.tau: Fraction(1, 2)}
"""The rate, and the tolerance for which theorem 8 has that rate, for examples of norm 1."""


def at_an_angle(claim: Claim, factor: Fraction) -> Instance:
    """Return the two examples for a rate of so many times the tuned one.

    >>> from boundcheck import theorem
    >>> at_an_angle(theorem("bylander.2.tuned"), Fraction(2)).comparator
    (30625/122497, 81025/122497)
    """
    cosine = 1 / factor**2 - 1
    half = Fraction(math.sqrt((1 - cosine) / (1 + cosine))).limit_denominator(FINE)
    cosine, sine = (1 - half**2) / (1 + half**2), 2 * half / (1 + half**2)
    u = [1 + cosine, sine]
    outcomes: list[Outcome]
    if claim.outcomes is Outcomes.LABELS:
        u, outcomes = [a / (1 + cosine) for a in u], [1, 1]
    else:
        outcomes = [Interval(1 + cosine, None, False)] * 2
    parameters = {symbol: usual_value(claim, symbol) for symbol in claim.free if symbol not in (s.U, s.X)}
    parameters |= {symbol: value for symbol, value in _OF_NORM_ONE.items() if symbol in claim.free}
    return Instance(Trials.of([[1, 0], [cosine, sine]], outcomes), vector(u), parameters)


def instances(claim: Claim) -> Iterator[tuple[str, Instance]]:
    """Yield the pairs for claims about additive learners in the Euclidean geometry."""
    if claim.geometry is not EUCLIDEAN or claim.outcomes not in (Outcomes.INTERVALS, Outcomes.LABELS):
        return
    if claim.comparator not in (Comparator.ANY, Comparator.SEPARATING) or claim.start:
        return
    for factor in FACTORS:
        yield f"two examples at an angle, for {factor} times the rate", at_an_angle(claim, factor)
