"""Claims about each trial alone: how far its amount can be above its bound, and a trial on which it is."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from fractions import Fraction
from typing import Any

from bounds.claims.claim import Claim
from bounds.data.trials import Trials
from bounds.errors import BoundcheckError, Undecided
from bounds.instances import Instance
from verify.certify.witness import judged
from verify.judge.check import Verdict
from verify.kernel_gram.branches import Branch

FAR = Fraction(1000)
"""How far out a prediction is tried where the amount grows without end."""


def farthest(claim: Claim, parameters: Mapping[str, Any], branches: list[Branch]) -> tuple[Fraction, Verdict] | None:
    """Return the largest amount above its bound on the trials that are tried, and the sequence; None without one.

    It is piecewise linear in the prediction, so that the corners are tried, in one dimension: a first example 1 makes
    weights other than 0, and a second one any prediction.
    """
    best: tuple[Fraction, Verdict] | None = None
    for q in dict.fromkeys(predictions(branches)):
        verdict = predicting(claim, parameters, q)
        if verdict is None:
            continue
        for row in verdict.comparisons:
            excess = -row.slack if isinstance(row.slack, Fraction) else None
            if excess is not None and (best is None or excess > best[0]):
                best = excess, verdict
    return best


def predictions(branches: list[Branch]) -> Iterator[Fraction]:
    """Yield the corners of the branches, and predictions far out where there is no end."""
    yield Fraction(0)
    for branch in branches:
        yield from branch.corners
        yield from (-FAR,) if branch.low is None else ()
        yield from (FAR,) if branch.high is None else ()


def predicting(claim: Claim, parameters: Mapping[str, Any], q: Fraction) -> Verdict | None:
    """Return the verdict on examples of which the last has label 1 and prediction q, if there are such."""
    ones = Instance(Trials.of([[1], [1]], [1, 1]), None, parameters)
    try:
        second = claim.case(ones).run.steps[1].prediction
    except (BoundcheckError, Undecided):
        return None
    if q and not (isinstance(second, Fraction) and second):
        return None
    return judged(claim, parameters, [[1], [q / second]] if q else [[1]], [1, 1] if q else [1], None)
