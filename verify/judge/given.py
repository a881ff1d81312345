"""Predictions that are given, in the place of a learner's: what a log tells, or what a run has shown."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from typing import Any

from bounds.claims.claim import Claim, LearnerSpec
from bounds.data.interval import Interval
from bounds.data.vectors import Example
from bounds.errors import BoundcheckError
from bounds.learners import Learner
from bounds.numbers import Number

AS_GIVEN = "predictions as given"


class NotTold(BoundcheckError, AttributeError):
    """The weights behind given predictions: there are none to show, nor to judge."""


class Logged(Learner):
    """A learner whose predictions are given, trial by trial; what it learns, and from what, is not known."""

    def __init__(self, predictions: Sequence[Fraction], intercept_since: int | None = None) -> None:
        self.predictions = predictions
        self.intercept_since = intercept_since

    def start(self, n: int) -> None:
        """Go back to the first trial."""
        del n
        self.t = 0

    def predict(self, x: Example) -> Number:
        """Return the prediction on the next trial."""
        del x
        if self.t >= len(self.predictions):
            raise BoundcheckError(f"there are {len(self.predictions)} predictions, and more trials; give one for each")
        return self.predictions[self.t]

    def update(self, x: Example, target: Interval) -> None:
        """Go on to the next trial."""
        del x, target
        self.t += 1

    @property
    def weights(self) -> Sequence[Number]:
        """Nothing is known of the weights; there are none to show."""
        raise NotTold("the claim speaks of weights, which predictions alone do not tell; give the learner")


class _Make:
    def __init__(self, predictions: Sequence[Fraction], intercept_since: int | None) -> None:
        self.predictions = predictions
        self.intercept_since = intercept_since

    def __call__(self, case: Any) -> Logged:
        trials = case.instance.trials
        if trials.l != len(self.predictions):
            raise BoundcheckError(
                f"there are {len(self.predictions)} predictions for {trials.l} trials; give one for each"
            )
        return Logged(self.predictions, self.intercept_since)


def predicting(
    claim: Claim, predictions: Sequence[Fraction], of: str = AS_GIVEN, *, intercept_since: int | None = None
) -> Claim:
    """Return the claim about given predictions, one for each trial, in the place of its learner's.

    ``intercept_since`` is the first trial on which they are not w.x alone but have an intercept. Raises BoundcheckError
    for a claim that has no learner; the number of trials is compared when it is checked.
    """
    if claim.learner is None:
        raise BoundcheckError(f"{claim.id} speaks of no learner; there is nothing that could predict")
    return claim.replace(learner=LearnerSpec(of, _Make(predictions, intercept_since), claim.learner.version))


def as_given(claim: Claim) -> bool:
    """Tell whether a claim is about given predictions."""
    return claim.learner is not None and isinstance(claim.learner.make, _Make)
