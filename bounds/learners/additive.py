"""Additive learners at large (Kivinen and Warmuth 1995, definition 1): w_t = w_1 + sum of alpha_{t,i} x_i."""

from __future__ import annotations

import math
from collections.abc import Sequence
from fractions import Fraction
from typing import Any

import numpy as np

from bounds.data.interval import Interval
from bounds.data.vectors import Example, Vector, vector
from bounds.learners.base import Learner

ZERO = Fraction(0)


def label_of(target: Interval) -> int:
    """Return the label whose target this is: +1 for an interval without upper end, else -1."""
    return 1 if target.hi is None else -1


class AdditiveLearner(Learner):
    """Any start, step sizes and moving thresholds: what theorems about all additive learners are tried on.

    After a trial with label y, w becomes s + memory*(w - s) + c*y*x, where c is ``on_mistake`` or ``on_right``,
    and the threshold becomes theta - drift*y after a mistake. The prediction is w.x - theta, with version
    ``thresholded(0)``. All coefficients are rational, of any sign. The Perceptron is memory = 1, on_right = 0,
    with drift = 0 (fixed threshold) or drift = on_mistake (bias trick).

    >>> learner = AdditiveLearner(on_mistake=Fraction(1), on_right=Fraction(-1, 2))
    >>> learner.start(2)
    >>> learner.update(Example([1, 0]), Interval.parse("(-oo,0)"))
    >>> learner.update(Example([1, 2]), Interval.parse("(-oo,0)"))
    >>> learner.weights
    [Fraction(-1, 2), Fraction(1, 1)]
    """

    def __init__(
        self,
        on_mistake: Fraction,
        on_right: Fraction = ZERO,
        memory: Fraction = Fraction(1),
        theta: Fraction = ZERO,
        drift: Fraction = ZERO,
        s: Vector | None = None,
    ) -> None:
        self.on_mistake, self.on_right, self.memory = on_mistake, on_right, memory
        self.theta, self.drift, self.s = theta, drift, s

    def start(self, n: int) -> None:
        """Set w to the start vector and the threshold to theta."""
        self._start = vector([0] * n) if self.s is None else self.s
        self._learned = vector([0] * n)
        self.threshold = self.theta

    def predict(self, x: Example) -> Fraction:
        """Return w.x - theta."""
        return self._start.dot(x) + self._learned.dot(x) - self.threshold

    def update(self, x: Example, target: Interval) -> None:
        """Move w along x, whether or not the prediction was right, and the threshold if it was not."""
        y, mistake = label_of(target), target.side(self.predict(x)) != 0
        step = y * (self.on_mistake if mistake else self.on_right)
        self._learned = combine(self._learned, self.memory, x, step)
        if mistake:
            self.threshold -= y * self.drift

    @property
    def weights(self) -> Sequence[Fraction]:
        """The weight vector w."""
        return [a + b for a, b in zip(self._start, self._learned, strict=True)]


def combine(w: Vector, a: Fraction, x: Example, b: Fraction) -> Vector:
    """Return a*w + b*x.

    >>> combine(Example([1, 2]), Fraction(1, 2), Example([1, 1], 3), Fraction(3))
    (3/2, 2)
    """
    left, right = a.numerator * b.denominator * x.denominator, b.numerator * a.denominator * w.denominator
    denominator = a.denominator * b.denominator * w.denominator * x.denominator
    entries = [left * p + right * q for p, q in zip(w.numerators, x.numerators, strict=True)]
    return Example(entries, denominator).reduced()


class GramLearner(Learner):
    """An additive learner from zero whose coefficients and thresholds see labels and dot products only.

    After trial t, w is the sum over i <= t of y_i (base + slope * x_i.x_t) x_i, and the threshold is
    theta + drift * x_t.x_t: coefficients alpha_{t,i} that change with t, as theorem 3's converse allows. The
    prediction is w.x - theta, with version ``thresholded(0)``.
    """

    def __init__(self, base: Fraction, slope: Fraction, theta: Fraction, drift: Fraction) -> None:
        self.base, self.slope, self.theta, self.drift = base, slope, theta, drift

    def start(self, n: int) -> None:
        """Forget all trials."""
        self._seen: np.ndarray[Any, Any] = np.zeros((0, n), dtype=object)
        self._labels: np.ndarray[Any, Any] = np.zeros(0, dtype=object)
        self._denominator = 1
        self._weights = vector([0] * n)
        self.threshold = self.theta

    def predict(self, x: Example) -> Fraction:
        """Return w.x - theta."""
        return self._weights.dot(x) - self.threshold

    def update(self, x: Example, target: Interval) -> None:
        """Recompute all coefficients with the new trial, on integers over one denominator."""
        common = math.lcm(self._denominator, x.denominator)
        old, new = common // self._denominator, common // x.denominator
        self._seen = np.vstack([old * self._seen, np.array([new * a for a in x.numerators], dtype=object)])
        self._labels = np.append(self._labels, label_of(target))
        self._denominator = common
        at = self.look(x)
        dots = self._seen.dot(np.array(at.numerators, dtype=object))
        looked = Example((self._labels * dots).dot(self._seen).tolist(), common * common * at.denominator)
        self._weights = combine(looked, self.slope, Example(self._labels.dot(self._seen).tolist(), common), self.base)
        self.threshold = self.theta + self.drift * x.squared_norm()

    def look(self, x: Example) -> Example:
        """Return the vector whose dot product with an earlier example its coefficient may depend on."""
        return x

    @property
    def weights(self) -> Sequence[Fraction]:
        """The weight vector w."""
        return list(self._weights)


class CoordinateLearner(GramLearner):
    """As GramLearner, but the coefficients read the first coordinate of an example: not rotation invariant."""

    def look(self, x: Example) -> Example:
        """Return the first unit vector."""
        return Example([1, *[0] * (len(x) - 1)])
