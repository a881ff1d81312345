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

from collections.abc import Iterable
from fractions import Fraction
from typing import Any

from bounds.calls import checked
from bounds.claims.asked import as_claim
from bounds.claims.claim import Claim
from bounds.data.trials import Trials
from bounds.errors import BoundcheckError
from bounds.numbers.rational import to_fraction
from verify.judge.given import AS_GIVEN, predicting, standing_beside
from verify.own_data.adapters import exact, in_floats


@checked
def with_predictions(
    claim: Claim | str,
    predictions: Iterable[object],
    of: str = "",
    *,
    intercept_since: int | None = None,
    rule: Any = None,
) -> Claim:
    """Return the claim about given predictions, one for each trial, in the place of its learner's.

    Parameters
    ----------
    claim : Claim or str
        The claim, or its id.
    predictions : iterable of numbers
        Exact numbers or floats, which are the rational numbers that they are; how many there are is compared with the
        trials when the claim is checked.
    of : str, optional
        What made them, as reports and certificates say it.
    intercept_since : int, optional
        The first trial, counted from 1, on which they are not w.x alone but have an intercept.
    rule : str or Mapping or Rule or LearnerSpec, optional
        What should have made them (see ``with_learner``): reports and certificates say how far they are from it.

    Returns
    -------
    Claim
        The claim about the predictions.

    Raises
    ------
    BoundcheckError
        For a claim that has no learner, a prediction that is no number, and an ``intercept_since`` that is no number
        of a trial.

    Examples
    --------
    >>> from boundcheck import Instance, Trials, check
    >>> run = Instance(Trials.of([[1], [1]], [1, 1]), comparator=[1])
    >>> check(with_predictions("bylander.5", [0, "1/2"]), run).slack, check("bylander.5", run).slack
    (Fraction(0, 1), Fraction(0, 1))
    """
    claim = as_claim(claim)
    numbers = [_number(p, f"the prediction on trial {t}") for t, p in enumerate(predictions, 1)]
    since = intercept_since
    if since is not None and not 1 <= since <= max(len(numbers), 1):
        raise BoundcheckError(f"intercept_since is {since!r}; give the number of a trial, from 1 to {len(numbers)}")
    return predicting(claim, numbers, of, intercept_since=since, beside=standing_beside(claim, rule))


def _number(value: object, name: str) -> Fraction:
    return exact(value, name) if isinstance(value, float) else to_fraction(value, name)


@checked
def with_fitted(claim: Claim | str, model: Any, trials: Trials) -> Claim:
    """Return the claim about what a fitted model predicts on the trials, as it is; it learns nothing any more.

    Parameters
    ----------
    claim : Claim or str
        The claim, or its id.
    model : fitted estimator
        It has ``decision_function`` (a classifier) or ``predict`` (a regressor), as in scikit-learn; it is shown the
        examples in floats, and its numbers are read exactly. What it gives at x = 0 is its intercept.
    trials : Trials
        The trials on which it predicts.

    Returns
    -------
    Claim
        The claim about its predictions.

    Raises
    ------
    BoundcheckError
        For a claim that has no learner, a model without these methods, and a prediction that is no finite number.

    Examples
    --------
    >>> class Constant:
    ...     '''A model that has been fitted, and scores every example 1.'''
    ...     def decision_function(self, X):
    ...         return [1.0 for _ in X]
    >>> from boundcheck import Instance, Trials, check
    >>> S = Trials.of([[1], [1]], [1, 1])
    >>> check(with_fitted("bylander.5", Constant(), S), Instance(S, comparator=[1])).status.value
    'HOLDS'
    """
    scores = getattr(model, "decision_function", None) or getattr(model, "predict", None)
    kind = type(model).__name__
    if scores is None:
        raise BoundcheckError(f"{kind} has neither decision_function nor predict; give the model, or its predictions")
    given = list(scores([[0.0] * trials.n, *(in_floats(x) for x in trials.examples)]))
    if len(given) != trials.l + 1:
        raise BoundcheckError(f"{kind} gives {len(given)} predictions for {trials.l + 1} examples; it takes one each")
    try:
        at_zero, *predictions = map(float, given)
    except (TypeError, ValueError):
        raise BoundcheckError(f"{kind} predicts {given[0]!r}; claims are about one number for each example") from None
    since = 1 if at_zero else None
    return with_predictions(claim, predictions, f"{AS_GIVEN} by a fitted {kind}", intercept_since=since)
