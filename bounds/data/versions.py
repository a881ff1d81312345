"""The versions of an online algorithm: which interval a label stands for, and what a trial costs.

Bylander 1998: absolute loss and classification versions (section 4), toleranced (section 5) and
randomised (section 6).
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from fractions import Fraction
from typing import Literal

from bounds.data.interval import Interval, Outcome
from bounds.errors import BoundcheckError
from bounds.numbers import Number, require_sign

HALF = Fraction(1, 2)
ZERO = Fraction(0)
ONE = Fraction(1)


@dataclass(frozen=True)
class Version:
    """How outcomes become targets.

    ``target`` is the interval that decides whether the learner updates; ``desired`` the one in which its
    absolute loss is measured; ``reference`` the one in which the comparator's is. ``errs`` says what a mistake
    is: a classification by the sign that differs from the label (0 classifies nothing), a prediction outside
    the target, or a random event (clipped: Bylander's randomisation; average: following a random expert).
    """

    name: str
    positive: Interval
    negative: Interval
    tolerance: Number = ZERO
    labels_only: bool = False
    errs: Literal["sign", "target", "clipped", "average"] = "sign"

    def target(self, outcome: Outcome) -> Interval:
        """Return the interval the learner is told the prediction should have been in."""
        if isinstance(outcome, Interval):
            if self.labels_only:
                raise BoundcheckError(f"the {self.name} version takes labels +1 and -1, not the interval {outcome}")
            return outcome.widened(self.tolerance) if self.tolerance != 0 else outcome
        interval = self.positive if outcome > 0 else self.negative
        return interval.widened(self.tolerance) if self.tolerance != 0 else interval

    def desired(self, outcome: Outcome) -> Interval:
        """Return the interval in which the learner's absolute loss is measured."""
        if self.errs == "target":
            return self.reference(outcome)
        return self.target(outcome)

    def reference(self, outcome: Outcome) -> Interval:
        """Return the interval in which the comparator's absolute loss is measured: no tolerance, margin 1."""
        if isinstance(outcome, Interval):
            return outcome
        return AT_LEAST_ONE if outcome > 0 else AT_MOST_MINUS_ONE

    def error(self, prediction: Number, label: int, side: int) -> Number:
        """Return the 0-1 loss of a trial with this prediction, or its expectation.

        A version for labels errs where the prediction is outside the label's target; the randomised one with
        probability clip(1/2 - label*yhat, 0, 1), one that follows a random expert with (1 - label*yhat)/2.
        """
        if self.errs == "clipped":
            return self._clipped(label * prediction)
        if self.errs == "average":
            return HALF - HALF * (label * prediction)
        return ONE if (side != 0 if self.errs == "target" else is_mistake(prediction, label)) else ZERO

    @staticmethod
    def _clipped(margin: Number) -> Number:
        if require_sign(margin - HALF, "a prediction against 1/2") >= 0:
            return ZERO
        if require_sign(margin + HALF, "a prediction against -1/2") <= 0:
            return ONE
        return HALF - margin


AT_LEAST_ONE = Interval(ONE, None)
AT_MOST_MINUS_ONE = Interval(None, -ONE)

ABSOLUTE = Version("absolute loss", AT_LEAST_ONE, AT_MOST_MINUS_ONE)
CLASSIFICATION = Version(
    "classification", Interval(ZERO, None, False), Interval(None, ZERO, True, False), labels_only=True, errs="target"
)
MASTER = Version(
    "weighted-majority master",
    Interval(HALF, ONE, False),
    Interval(ZERO, HALF, True, False),
    labels_only=True,
    errs="target",
)
FOLLOW_EXPERT = replace(CLASSIFICATION, name="random expert", errs="average")


def thresholded(theta: Number, tie_is_positive: bool = True) -> Version:
    """Return the classification version with threshold theta: positive iff yhat >= theta, or > theta.

    >>> thresholded(ONE).target(-1).side(ONE), thresholded(ONE, tie_is_positive=False).target(-1).side(ONE)
    (-1, 0)
    """
    return Version(
        f"threshold {theta}",
        Interval(theta, None, tie_is_positive),
        Interval(None, theta, True, not tie_is_positive),
        labels_only=True,
        errs="target",
    )


def toleranced(tau: Number) -> Version:
    """Return the toleranced version: every outcome interval I becomes I +- tau."""
    return Version("toleranced", AT_LEAST_ONE, AT_MOST_MINUS_ONE, tolerance=tau)


RANDOMISED = Version("randomised", AT_LEAST_ONE, AT_MOST_MINUS_ONE, tolerance=HALF, labels_only=True, errs="clipped")


def is_mistake(prediction: Number, label: int) -> bool:
    """Tell whether the classification of ``prediction`` errs; 0 makes no classification, hence errs.

    >>> is_mistake(Fraction(0), 1), is_mistake(Fraction(1, 9), 1)
    (True, False)
    """
    return require_sign(prediction * label, "a prediction") <= 0
