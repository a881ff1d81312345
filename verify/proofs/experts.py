"""Sums of positive weights, one for each of several experts, in the proofs about Weighted Majority."""

from __future__ import annotations

import z3

from verify.proofs.exponentiated import w
from verify.proofs.kernel import Theorem
from verify.proofs.perceptron import l
from verify.proofs.session import Session
from verify.proofs.sums import CoordinateSum, j, sum_up
from verify.proofs.vectors import t

h = z3.Int("expert")
"""The expert that the algorithm is compared with."""


def positive_sums(session: Session, phi: CoordinateSum, positive: Theorem, expert: Theorem) -> Theorem:
    """Phi, the sum of positive weights, is positive and at least the weight of an expert.

    ``positive`` says that a weight w(t, i) is positive, ``expert`` that h is an expert.
    """
    return sum_up(
        session,
        "sums of positive weights",
        lambda t, j: z3.And(
            phi(t, j) >= 0,
            z3.Implies(j > 0, phi(t, j) > 0),
            z3.Implies(h < j, w(t, h) <= phi(t, j)),
        ),
        [(phi, t)],
        [positive.at(t, j), expert],
        z3.And(t >= 0, t <= l),
    )


def first_weights(session: Session, phi: CoordinateSum, start: Theorem) -> Theorem:
    """Phi is the number of experts at the start, where ``start`` says that every weight is 1."""
    zero = z3.IntVal(0)
    return sum_up(session, "the first weights", lambda _, j: phi(zero, j) == z3.ToReal(j), [(phi, zero)], [start.at(j)])
