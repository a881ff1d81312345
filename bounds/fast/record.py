"""A run held as integers: its steps are built when they are looked at, its totals are added up without them."""

from __future__ import annotations

import copy
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, field
from fractions import Fraction
from functools import cached_property
from typing import Any

import numpy as np
from flint import arb

from bounds.data.integer_matrix import Integers
from bounds.data.interval import Interval, Outcome
from bounds.data.trials import Trials
from bounds.data.vectors import Vector
from bounds.data.versions import HALF, RANDOMISED, ZERO
from bounds.fast.targets import Classes, exact_sum
from bounds.learners import Learner
from bounds.learners.run import Intervals, Run, Step, step_of, tell
from bounds.numbers import Enclosed, Number, total


@dataclass(frozen=True)
class Products:
    """Rational predictions of many trials: ``unit * values[t]``, and the outcomes' classes."""

    unit: Number
    values: Integers
    classes: Classes

    def sides(self, interval: Callable[[Outcome], Interval]) -> Integers:
        """Return on which side of its outcome's interval each prediction is: +1 below, -1 above, 0 inside."""
        low, high = self.classes.ends(interval, self.unit)
        index = self.classes.index
        return (self.values < low[index]) * np.int64(1) - (self.values > high[index]) * np.int64(1)

    def loss(self, interval: Callable[[Outcome], Interval]) -> Number:
        """Return the total distance of the predictions to their outcomes' intervals."""
        sides = self.sides(interval)
        ends = missed_ends(self.classes, sides, interval)
        return ends - self.unit * Fraction(exact_sum(self.values[sides > 0]) - exact_sum(self.values[sides < 0]))

    def signed_sum(self, where: Integers) -> Number:
        """Return the sum of label * prediction over the trials that ``where`` selects."""
        labels = self.classes.labels[where]
        values = self.values[where]
        return self.unit * Fraction(exact_sum(values[labels > 0]) - exact_sum(values[labels < 0]))


def missed_ends(classes: Classes, sides: Integers, interval: Callable[[Outcome], Interval]) -> Number:
    """Return the sum of the lower ends missed from below, minus the upper ends missed from above."""
    kinds = len(classes.outcomes)
    below = np.bincount(classes.index[sides > 0], minlength=kinds).tolist()
    above = np.bincount(classes.index[sides < 0], minlength=kinds).tolist()
    rational: dict[int, int] = {}
    others: list[Number] = []
    for outcome, down, up in zip(classes.outcomes, below, above, strict=True):
        if not down and not up:
            continue
        missed = interval(outcome)
        for count, end in ((down, missed.lo), (-up, missed.hi)):
            if count and type(end) is Fraction:
                rational[end.denominator] = rational.get(end.denominator, 0) + count * end.numerator
            elif count and end is not None:
                others.append(count * end)
    return total([*(Fraction(p, q) for q, p in rational.items()), *others])


@dataclass(frozen=True)
class Averages:
    """Predictions ``unit`` times averages: balls around the sum of side * average over the trials with an update,

    and around the sum of min(1, 1/2 - side * prediction).
    """

    unit: Fraction
    total: arb
    errors: arb


@dataclass(frozen=True, kw_only=True, eq=False, repr=False)
class RecordedRun(Run):
    """A run in integers: the sides of all trials, and how its ``player`` predicted on those before the ``tail``.

    Where the predictions are not known as ``Products``, the player has to play again for its steps.
    """

    steps: tuple[Step, ...] = field(init=False)
    player: Learner
    trials: Trials
    classes: Classes
    comparator: Vector | None
    sides: Integers
    predictions: Products | Averages | None
    tail: tuple[Step, ...] = ()

    def __getattr__(self, name: str) -> Any:
        """Build the steps when they are first looked at."""
        if name != "steps":
            raise AttributeError(name)
        object.__setattr__(self, "steps", (*self._head(), *self.tail))
        return self.steps

    def _head(self) -> Iterator[Step]:
        """Build the steps before the tail: their sides are known and not decided again."""
        intervals, known = Intervals(self.version), self.predictions
        if isinstance(known, Products):
            predictions: Iterable[Number] = (known.unit * value for value in known.values.tolist())
        else:
            predictions = self._again(intervals)
        sides = self.sides[: self.trials.l - len(self.tail)].tolist()
        for t, ((x, outcome), side, prediction) in enumerate(zip(self.trials, sides, predictions, strict=False), 1):
            yield step_of(t, x, outcome, prediction, intervals, self.comparator, side)

    def _again(self, intervals: Intervals) -> Iterator[Number]:
        """Play a copy of the player over the trials again, and yield what it predicts."""
        other = copy.copy(self.player)
        other.start(self.trials.n)
        for (x, outcome), side in zip(self.trials, self.sides.tolist(), strict=True):
            prediction = other.predict(x)
            yield prediction
            tell(other, x, outcome, prediction, side, intervals.of(outcome)[0])

    @cached_property
    def loss(self) -> Number:
        """The learner's total absolute loss."""
        if isinstance(self.predictions, Products):
            return self.predictions.loss(self.version.desired) + total(step.loss for step in self.tail)
        if not isinstance(self.predictions, Averages) or self.version.errs == "target":
            return self._written_loss()
        if not self.sides.any():
            return ZERO
        ends = missed_ends(self.classes, self.sides, self.version.desired)
        unit = self.predictions.unit
        return ends + Enclosed(self.predictions.total, lambda: (ends - self._written_loss()) / unit) * -unit

    def _written_loss(self) -> Number:
        return total(step.loss for step in self.steps)

    @cached_property
    def mistakes(self) -> Number:
        """The number of mistakes, or its expectation for the randomised version."""
        if not self.trials.l or isinstance(self.trials.outcomes[0], Interval):
            return ZERO
        if self.version.errs == "target":
            return Fraction(self.updates)
        if isinstance(self.predictions, Products):
            return self._head_errors(self.predictions) + total(e for step in self.tail if (e := step.error) is not None)
        if isinstance(self.predictions, Averages) and self.version == RANDOMISED:
            return Enclosed(self.predictions.errors, self._written_mistakes) if self.sides.any() else ZERO
        return self._written_mistakes()

    def _written_mistakes(self) -> Number:
        return total(step.error for step in self.steps if step.error is not None)

    def _head_errors(self, products: Products) -> Number:
        values, labels = products.values, products.classes.labels
        if self.version.errs == "sign":
            return Fraction(int(np.count_nonzero(values * labels <= 0)))
        if self.version.errs == "average":
            everywhere = np.arange(values.size)
            return HALF * values.size - HALF * products.signed_sum(everywhere)
        margins = Products(products.unit, values * labels, products.classes)
        places = margins.sides(lambda _: Interval(-HALF, HALF))
        inside = np.flatnonzero(places == 0)
        certain = Fraction(int(np.count_nonzero(places > 0)))
        return certain + (HALF * inside.size - products.signed_sum(inside))

    @cached_property
    def _reference(self) -> Products | None:
        """The comparator's predictions on all trials, or None where they do not fit."""
        u, X = self.comparator, self.trials.numerators
        if u is None or X.dtype != np.int64:
            return None
        if self.trials.n * self.trials.magnitude * max(map(abs, u.numerators), default=0) >= 2**62:
            return None
        weights = np.array(u.numerators, dtype=np.int64)
        return Products(Fraction(1, u.denominator * self.trials.denominator), X @ weights, self.classes)

    @cached_property
    def comparator_loss(self) -> Number:
        """The comparator's total absolute loss."""
        if self.comparator is None:
            return ZERO
        if self._reference is None:
            return total(self.version.reference(y).loss(self.comparator.dot(x)) for x, y in self.trials)
        return self._reference.loss(self.version.reference)

    @cached_property
    def comparator_mistakes(self) -> Number:
        """The number of trials on which the comparator errs; predicting exactly 0 is an error."""
        if self.comparator is None or not self.trials.l or isinstance(self.trials.outcomes[0], Interval):
            return ZERO
        if self._reference is None:
            return total(ZERO + (int(y) * self.comparator.dot(x) <= 0) for x, y in self.trials if isinstance(y, int))
        return Fraction(int(np.count_nonzero(self._reference.values * self.classes.labels <= 0)))

    @property
    def updates(self) -> int:
        """The number of trials whose prediction was outside the target."""
        return int(np.count_nonzero(self.sides))
