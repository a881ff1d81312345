"""A learner played over trials: what happened on each trial, exactly."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import cached_property

from bounds.data.interval import Interval, Outcome
from bounds.data.trials import Trials
from bounds.data.vectors import Example, Vector
from bounds.data.versions import ZERO, Version
from bounds.learners.base import Learner
from bounds.learners.rule import RuleLearner
from bounds.learners.tabled import TableLearner
from bounds.numbers import Number, total
from bounds.numbers.evaluate import as_number


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


def continued(
    learner: Learner,
    trials: Trials,
    version: Version,
    comparator: Vector | None,
    played: int,
    watch: Callable[[Step], None] | None = None,
) -> tuple[Step, ...]:
    """Play a learner, as it is after the first ``played`` trials, over the others, and return their steps."""
    intervals = Intervals(version)
    steps = []
    for t, (x, outcome) in enumerate(zip(trials.examples[played:], trials.outcomes[played:], strict=True), played + 1):
        prediction = as_number(learner.predict(x), f"the prediction on trial {t}")
        step = step_of(t, x, outcome, prediction, intervals, comparator)
        if watch is not None:
            watch(step)
        tell(learner, x, outcome, prediction, step.side, intervals.of(outcome)[0])
        steps.append(step)
    return tuple(steps)


OF_RULES = (RuleLearner.update, TableLearner.update)


def tell(learner: Learner, x: Example, outcome: Outcome, prediction: Number, side: int, target: Interval) -> None:
    """Tell a learner the outcome of a trial, and what is known of it where its update is that of a rule."""
    if isinstance(learner, RuleLearner | TableLearner) and type(learner).update in OF_RULES:
        learner.learn(x, outcome, prediction, side, target)
    else:
        learner.update(x, target)


class Intervals:
    """A version's intervals for each outcome of a run, made once."""

    def __init__(self, version: Version) -> None:
        self.version = version
        self._known: dict[int, tuple[Outcome, Interval, Interval, Interval, bool]] = {}

    def of(self, outcome: Outcome) -> tuple[Interval, Interval, Interval, bool]:
        """Return target, desired and reference interval, and whether the first two are the same."""
        intervals = self._known.get(id(outcome))
        if intervals is None:
            target, desired = self.version.target(outcome), self.version.desired(outcome)
            intervals = outcome, target, desired, self.version.reference(outcome), target == desired
            self._known[id(outcome)] = intervals  # which keeps the outcome, and so its id
        return intervals[1:]


def step_of(
    t: int,
    x: Example,
    outcome: Outcome,
    prediction: Number,
    intervals: Intervals,
    comparator: Vector | None,
    side: int | None = None,
) -> Step:
    """Return what happened on one trial; ``side``, on which side of the target the prediction is, if it is known."""
    target, desired, reference, same = intervals.of(outcome)
    side = target.side(prediction) if side is None else side
    loss = desired.loss(prediction, side if same else None)
    error: Number | None = None
    if isinstance(outcome, int):
        error = intervals.version.error(prediction, outcome, side)
    if comparator is None:
        return Step(t, x, outcome, prediction, side, loss, error, None, None, None)
    ux = comparator.dot(x)
    comparator_loss = reference.loss(ux)
    comparator_error = int(outcome * ux.numerator <= 0) if isinstance(outcome, int) else None
    return Step(t, x, outcome, prediction, side, loss, error, ux, comparator_loss, comparator_error)
