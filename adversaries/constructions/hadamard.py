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
from bounds.data.instances import Instance
from bounds.data.vectors import Example
from bounds.data.versions import Version
from bounds.learners import Learner
from bounds.mathematics.geometry import EUCLIDEAN
from bounds.mathematics.hadamard import Forced, oppose, sylvester

__all__ = ["hadamard_opponent", "instances", "sylvester"]


def hadamard_opponent(learner: Learner, version: Version, n: int, k: int, d: int | None = None) -> Forced:
    """Play the adaptive adversary of Kivinen and Warmuth 1995, theorem 13, against an additive learner.

    ``learner`` may have any start vector and any thresholds, ``version`` tells predictions 1 from 0
    (``thresholded(0)`` where the prediction is w.x - theta). Returns the trial sequence (labels +1 and -1, examples
    in {0, 1}^n), the target disjunction of k variables, and the mistakes: at least 2**d / 2, and 2**d from the
    zero vector, with the largest d such that 2**d + k - 1 <= n unless it is given.

    >>> from bounds.learners import BiasPerceptron
    >>> from bounds.data.versions import thresholded
    >>> result = hadamard_opponent(BiasPerceptron(Fraction(1)), thresholded(Fraction(0)), n=10, k=3)
    >>> result.mistakes, result.target
    (8, (1, 0, 0, 0, 0, 0, 0, 0, 1, 1))
    """
    return oppose(learner, version, n, k, d)


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
