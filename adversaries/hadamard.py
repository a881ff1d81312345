"""Rows of a Hadamard matrix: orthogonal examples in {-1, 1}^n that share one attribute with the labels."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction

from adversaries.signed import signed_instance
from bounds import symbols as s
from bounds.claim import Claim, Comparator, Outcomes
from bounds.geometry import EUCLIDEAN
from bounds.trials import Example, Instance


def sylvester(d: int) -> list[list[int]]:
    """Return Sylvester's Hadamard matrix of order 2**d; its first row and column are all 1.

    >>> sylvester(1)
    [[1, 1], [1, -1]]
    """
    matrix = [[1]]
    for _ in range(d):
        matrix = [row + row for row in matrix] + [row + [-a for a in row] for row in matrix]
    return matrix


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
