"""Predictions that are given, in the place of a learner's: what a log tells, or what a run has shown."""

from __future__ import annotations

import dataclasses
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

from bounds.claims.claim import Claim, LearnerSpec
from bounds.claims.own import by_rule
from bounds.claims.stated import named_learner
from bounds.data.interval import Interval
from bounds.data.vectors import Example
from bounds.data.versions import Version
from bounds.errors import BoundcheckError
from bounds.formulas import names, read
from bounds.learners import Learner
from bounds.numbers import Number

AS_GIVEN = "predictions as given"


class NotTold(BoundcheckError, AttributeError):
    """The weights behind given predictions: there are none to show, nor to judge."""


class Logged(Learner):
    """A learner whose predictions are given, trial by trial; what it learns, and from what, is not known."""

    def __init__(self, predictions: Sequence[Number], intercept_since: int | None = None) -> None:
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


@dataclass(frozen=True)
class LoggedMaker:
    """Makes a learner of these predictions; ``of`` is what made them, where that is known."""

    predictions: tuple[Number, ...]
    intercept_since: int | None = None
    of: str = ""

    def __call__(self, case: Any) -> Logged:
        """Return them as a learner; refuse another number of trials."""
        trials = case.instance.trials
        if trials.l != len(self.predictions):
            raise BoundcheckError(
                f"there are {len(self.predictions)} predictions for {trials.l} trials; give one for each"
            )
        return Logged(self.predictions, self.intercept_since)


def predicting(
    claim: Claim,
    predictions: Sequence[Number],
    of: str = "",
    *,
    intercept_since: int | None = None,
    beside: LearnerSpec | None = None,
) -> Claim:
    """Return the claim about given predictions, one for each trial, in the place of its learner's.

    ``intercept_since`` is the first trial on which they are not w.x alone but have an intercept, and ``beside`` a
    learner with which they are compared. Raises BoundcheckError for a claim that has no learner; the number of trials
    is compared when it is checked.
    """
    if claim.learner is None:
        raise BoundcheckError(f"{claim.id} speaks of no learner; there is nothing that could predict")
    spec = predicting_spec(predictions, claim.learner.version, claim.learner.targets, of, intercept_since, beside)
    return claim.replace(learner=spec)


def predicting_spec(
    predictions: Sequence[Number],
    version: Callable[[Any], Version],
    targets: str,
    of: str = "",
    intercept_since: int | None = None,
    beside: LearnerSpec | None = None,
) -> LearnerSpec:
    """Return a learner of which nothing is known but its predictions (see ``predicting``)."""
    make = LoggedMaker(tuple(predictions), intercept_since, of)
    return LearnerSpec(of or AS_GIVEN, make, version, targets=targets, beside=beside)


def standing_beside(claim: Claim, rule: Any) -> LearnerSpec | None:
    """Return a learner by rule, or of the catalogue, as it stands beside the predictions that a claim is about.

    Raises BoundcheckError for another learner, and for a parameter that the claim does not have.
    """
    if rule is None or claim.learner is None:
        return None
    if isinstance(rule, LearnerSpec) and rule.rule is None and rule.formula:
        spec = named_learner(rule.text, rule.formula, claim.learner.targets)
        spoken = {*names(read(spec.formula))}
    else:
        spec, parsed = by_rule(rule)
        spec = dataclasses.replace(spec, version=claim.learner.version, targets=claim.learner.targets)
        spoken = {*parsed.parameters}
    known = {*map(str, claim.parameters)}
    if unknown := sorted(spoken - known):
        raise BoundcheckError(
            f"the rule speaks of {unknown[0]}, and {claim.id} has {', '.join(sorted(known)) or 'no parameters'}; "
            "write a number in its place"
        )
    return spec


def given_of(claim: Claim) -> LoggedMaker | None:
    """Return the predictions that a claim is about; None where it is about a learner."""
    make = None if claim.learner is None else claim.learner.make
    return make if isinstance(make, LoggedMaker) else None


def as_given(claim: Claim) -> bool:
    """Tell whether a claim is about given predictions."""
    return given_of(claim) is not None
