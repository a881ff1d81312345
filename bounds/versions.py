"""The versions of an online algorithm: which interval a label stands for, and what a trial costs.

Bylander 1998: absolute loss and classification versions (section 4), toleranced (section 5) and
randomised (section 6).
"""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction

from bounds.errors import BoundcheckError
from bounds.numbers import Number, compare, require_sign
from bounds.trials import Interval, Outcome

HALF = Fraction(1, 2)
ZERO = Fraction(0)
ONE = Fraction(1)


@dataclass(frozen=True)
class Version:
    """How outcomes become targets.

    ``target`` is the interval that decides whether the learner updates; ``desired`` the one in which its
    absolute loss is measured; ``reference`` the one in which the comparator's is.
    """

    name: str
    positive: Interval
    negative: Interval
    tolerance: Number = ZERO
    labels_only: bool = False
    randomised: bool = False

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
        if self.labels_only and not self.randomised:
            return self.reference(outcome)
        return self.target(outcome)

    def reference(self, outcome: Outcome) -> Interval:
        """Return the interval in which the comparator's absolute loss is measured: no tolerance, margin 1."""
        if isinstance(outcome, Interval):
            return outcome
        return AT_LEAST_ONE if outcome > 0 else AT_MOST_MINUS_ONE

    def error_probability(self, prediction: Number, label: int) -> Number:
        """Return the probability that the randomised prediction errs: clip(1/2 - label*yhat, 0, 1)."""
        margin = label * prediction
        if require_sign(margin - HALF, "a prediction against 1/2") >= 0:
            return ZERO
        if require_sign(margin + HALF, "a prediction against -1/2") <= 0:
            return ONE
        return HALF - margin


AT_LEAST_ONE = Interval(ONE, None)
AT_MOST_MINUS_ONE = Interval(None, -ONE)

ABSOLUTE = Version("absolute loss", AT_LEAST_ONE, AT_MOST_MINUS_ONE)
CLASSIFICATION = Version(
    "classification", Interval(ZERO, None, False), Interval(None, ZERO, True, False), labels_only=True
)
MASTER = Version(
    "weighted-majority master",
    Interval(HALF, ONE, False),
    Interval(ZERO, HALF, True, False),
    labels_only=True,
)


def toleranced(tau: Number) -> Version:
    """Return the toleranced version: every outcome interval I becomes I +- tau."""
    return Version("toleranced", AT_LEAST_ONE, AT_MOST_MINUS_ONE, tolerance=tau)


RANDOMISED = Version("randomised", AT_LEAST_ONE, AT_MOST_MINUS_ONE, tolerance=HALF, labels_only=True, randomised=True)


def is_mistake(prediction: Number, label: int) -> bool:
    """Tell whether the classification of ``prediction`` errs; 0 makes no classification, hence errs.

    >>> is_mistake(Fraction(0), 1), is_mistake(Fraction(1, 9), 1)
    (True, False)
    """
    order = compare(label * prediction, ZERO)
    return (require_sign(label * prediction, "a prediction") if order is None else order) <= 0
