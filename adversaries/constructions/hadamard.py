"""Hadamard matrices as adversaries.

Rows: orthogonal examples in {-1, 1}^n that share one attribute with the labels. Pairs: the adaptive adversary
of Kivinen and Warmuth against additive learners of disjunctions (the mathematics is in bounds.mathematics.hadamard).
"""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction

from adversaries.generate.signed import signed_instance
from bounds import symbols as s
from bounds.claims.claim import Claim, Comparator, Outcomes
from bounds.data.vectors import Example
from bounds.instances import Instance
from bounds.mathematics.geometry import EUCLIDEAN
from bounds.mathematics.hadamard import sylvester


def instances(claim: Claim) -> Iterator[tuple[str, Instance]]:
    """Yield Hadamard rows, all labelled +1, with u = e_1, for classification claims about the Perceptron."""
    expert = claim.comparator is Comparator.EXPERT
    if claim.outcomes not in (Outcomes.LABELS, Outcomes.MASTER) or claim.start:
        return
    if not expert and (claim.geometry is not EUCLIDEAN or claim.comparator is not Comparator.SEPARATING):
        return
    if s.X in claim.defines and not expert:
        return  # norm 1 is asked for; these examples have norm sqrt(n)
    for d in (1, 2, 3):
        rows = sylvester(d)
        u = Example([1] + [0] * (len(rows) - 1))
        parameters = {symbol: Fraction(1) for symbol in claim.free}
        yield f"Hadamard rows of order {len(rows)}", signed_instance(claim, rows, u, parameters)
