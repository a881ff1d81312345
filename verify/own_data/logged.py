"""Predictions taken as given: a log of what a learner predicted, or a fitted model, in the place of the learner.

Whether the algorithm that a claim is about makes these predictions is not looked at; the verdict says so. What a
violation then shows is that they do not come from it, or that the claim is false.

>>> from boundcheck import Instance, Trials, theorem
>>> from verify.judge.check import check
>>> S = Trials.of([[1, 0], [0, 1], [1, 0]], [1, 1, 1])
>>> check(with_predictions(theorem("bylander.5"), [-1, 0.5, -1]), Instance(S, [1, 1])).status.value
'HOLDS'
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from fractions import Fraction
from typing import Any

from bounds.claims.asked import as_claim
from bounds.claims.claim import Claim, LearnerSpec
from bounds.data.interval import Interval
from bounds.data.trials import Trials
from bounds.data.vectors import Example
from bounds.errors import BoundcheckError
from bounds.learners import Learner
from bounds.numbers import Number
from bounds.numbers.rational import to_fraction
from verify.own_data.adapters import exact, in_floats

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


def with_predictions(
    claim: Claim | str, predictions: Iterable[object], of: str = AS_GIVEN, *, intercept_since: int | None = None
) -> Claim:
    """Return the claim about given predictions, one for each trial, in the place of its learner's.

    They are exact numbers or floats, which are the rational numbers that they are; ``intercept_since`` is the first
    trial on which they are not w.x alone but have an intercept. Raises BoundcheckError for a claim
    that has no learner and for a prediction that is no number; the number of trials is compared when it is checked.
    """
    claim = as_claim(claim)
    if claim.learner is None:
        raise BoundcheckError(f"{claim.id} speaks of no learner; there is nothing that could predict")
    numbers = [_number(p, f"the prediction on trial {t}") for t, p in enumerate(predictions, 1)]
    return claim.replace(learner=LearnerSpec(of, _Make(numbers, intercept_since), claim.learner.version))


def _number(value: object, name: str) -> Fraction:
    return exact(value, name) if isinstance(value, float) else to_fraction(value, name)


def with_fitted(claim: Claim | str, model: Any, trials: Trials) -> Claim:
    """Return the claim about what a fitted model predicts on the trials, as it is; it learns nothing any more.

    The model has ``decision_function`` (a classifier) or ``predict`` (a regressor), as in scikit-learn; it is shown
    the examples in floats, and its numbers are read exactly. What it gives at x = 0 is its intercept.
    """
    scores = getattr(model, "decision_function", None) or getattr(model, "predict", None)
    kind = type(model).__name__
    if scores is None:
        raise BoundcheckError(f"{kind} has neither decision_function nor predict; give the model, or its predictions")
    at_zero, *found = (float(a) for a in scores([[0.0] * trials.n, *(in_floats(x) for x in trials.examples)]))
    since = 1 if at_zero else None
    return with_predictions(claim, found, f"{AS_GIVEN} by a fitted {kind}", intercept_since=since)


def as_given(claim: Claim) -> bool:
    """Tell whether a claim is about given predictions."""
    return claim.learner is not None and isinstance(claim.learner.make, _Make)
