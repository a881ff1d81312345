"""A learner played over trials: what happened on each trial, exactly."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import cached_property

from bounds.evaluate import as_number
from bounds.learners import Learner
from bounds.numbers import Number, total
from bounds.trials import Example, Outcome, Trials, Vector
from bounds.versions import ZERO, Version


@dataclass(frozen=True)
class Step:
    """One trial of a run. ``side`` is +1 for a prediction below the target, -1 above, 0 inside.

    ``loss`` is the absolute loss on the version's desired interval, ``error`` the 0-1 loss of the
    classification (1 for a prediction of exactly 0) or the probability of erring (randomised version);
    ``error`` and ``comparator_error`` are None where the outcome is an interval.
    """

    t: int
    x: Example
    outcome: Outcome
    prediction: Number
    side: int
    loss: Number
    error: Number | None
    comparator_prediction: Number | None
    comparator_loss: Number | None
    comparator_error: int | None


@dataclass(frozen=True)
class Run:
    """The steps of a learner over a whole sequence, with the totals that claims speak of."""

    learner: Learner
    version: Version
    steps: tuple[Step, ...]

    @cached_property
    def loss(self) -> Number:
        """The learner's total absolute loss."""
        return total(step.loss for step in self.steps)

    @cached_property
    def comparator_loss(self) -> Number:
        """The comparator's total absolute loss."""
        return total(step.comparator_loss for step in self.steps if step.comparator_loss is not None)

    @cached_property
    def mistakes(self) -> Number:
        """The number of mistakes, or its expectation for the randomised version."""
        return total(step.error for step in self.steps if step.error is not None)

    @cached_property
    def comparator_mistakes(self) -> Number:
        """The number of trials on which the comparator errs; predicting exactly 0 is an error."""
        return total(ZERO + step.comparator_error for step in self.steps if step.comparator_error is not None)

    @property
    def updates(self) -> int:
        """The number of trials whose prediction was outside the target."""
        return sum(step.side != 0 for step in self.steps)


def play(
    learner: Learner,
    trials: Trials,
    version: Version,
    comparator: Vector | None = None,
    watch: Callable[[Step], None] | None = None,
) -> Run:
    """Play ``learner`` from its start over ``trials`` and record every step.

    ``watch`` is called with each step just before the learner is updated, and the learner's state then is
    the one that made the prediction. Raises Undecided when a prediction cannot be placed.

    >>> from fractions import Fraction
    >>> from bounds.learners import Perceptron
    >>> from bounds.versions import CLASSIFICATION
    >>> S = Trials.of([[1, 0], [0, 1], [1, 1]], [1, 1, 1])
    >>> play(Perceptron(Fraction(1)), S, CLASSIFICATION).mistakes
    Fraction(2, 1)
    """
    learner.start(trials.n)
    steps = []
    for t, (x, outcome) in enumerate(trials, 1):
        prediction = as_number(learner.predict(x), f"the prediction on trial {t}")
        step = _step(t, x, outcome, prediction, version, comparator)
        if watch is not None:
            watch(step)
        learner.update(x, version.target(outcome))
        steps.append(step)
    return Run(learner, version, tuple(steps))


def _step(
    t: int, x: Example, outcome: Outcome, prediction: Number, version: Version, comparator: Vector | None
) -> Step:
    target, desired = version.target(outcome), version.desired(outcome)
    side = target.side(prediction)
    loss = desired.loss(prediction, side if desired == target else None)
    error: Number | None = None
    if isinstance(outcome, int):
        error = version.error(prediction, outcome, side)
    if comparator is None:
        return Step(t, x, outcome, prediction, side, loss, error, None, None, None)
    ux = comparator.dot(x)
    comparator_loss = version.reference(outcome).loss(ux)
    comparator_error = int(outcome * ux <= 0) if isinstance(outcome, int) else None
    return Step(t, x, outcome, prediction, side, loss, error, ux, comparator_loss, comparator_error)
