"""The orthonormal block: unit vectors one after the other, on which the Perceptron learns nothing in advance.

Every prediction is 0 and u ends where the weights do, so the proof's inequalities are equalities: theorems
2 (tuned), 5, 8 and 11 of Bylander 1998 are attained.
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


def orthonormal(claim: Claim, size: int, weight: Fraction = Fraction(1)) -> Instance:
    """Return the block e_1, ..., e_size with u = (weight, ..., weight).

    >>> from boundcheck import theorem
    >>> orthonormal(theorem("bylander.5"), 3).trials
    Trials(l=3, n=3: (1, 0, 0) -> 1; (0, 1, 0) -> 1; (0, 0, 1) -> 1)
    """
    rows = [[int(i == j) for j in range(size)] for i in range(size)]
    parameters = {}
    if s.eta in claim.free:
        parameters[s.eta] = weight
    if s.tau in claim.free:
        parameters[s.tau] = weight / 2  # theorem 8: eta = 2 tau / X**2 = weight
    u = Example([weight.numerator] * size, weight.denominator)
    return signed_instance(claim, rows, u, parameters)


def instances(claim: Claim) -> Iterator[tuple[str, Instance]]:
    """Yield orthonormal blocks for claims about the Perceptron."""
    if claim.geometry is not EUCLIDEAN or claim.outcomes not in (Outcomes.INTERVALS, Outcomes.LABELS):
        return
    if claim.comparator not in (Comparator.ANY, Comparator.SEPARATING) or claim.start:
        return
    for size in (1, 2, 3, 4, 8):
        yield f"orthonormal block of {size}", orthonormal(claim, size)
