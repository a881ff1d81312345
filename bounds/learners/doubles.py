"""A learner that computes in floats, taken as it is: each float that it gives is the rational number that it is."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

from bounds.data.interval import Interval
from bounds.data.vectors import Example
from bounds.errors import BoundcheckError
from bounds.learners.base import Learner
from bounds.numbers import Number

METHODS = ("start", "predict", "update")


class Doubles:
    """Another learner, whose predictions and weights may be floats; ``rounded`` tells whether one was.

    What it rounds on the way is its own affair. The interval that it is shown takes floats too.

    >>> class Halves:
    ...     def start(self, n):
    ...         self.weights = [0.5] * n
    ...     def predict(self, x):
    ...         return sum(w * float(a) for w, a in zip(self.weights, x))
    ...     def update(self, x, target):
    ...         self.side = target.side(self.predict(x))
    >>> learner = Doubles(Halves())
    >>> learner.start(1)
    >>> learner.predict(Example([3], 4)), learner.rounded, learner.weights
    (Fraction(3, 8), True, [Fraction(1, 2)])
    """

    def __init__(self, inner: Any) -> None:
        self.inner, self.rounded = inner, False

    def __getattr__(self, name: str) -> Any:
        """Return what the other learner has."""
        if name.startswith("__") or "inner" not in self.__dict__:
            raise AttributeError(name)
        attribute = getattr(self.inner, name)
        return [self._read(a) for a in attribute] if name == "weights" else attribute

    def predict(self, x: Example) -> Number:
        """Return its prediction."""
        prediction: Number = self._read(self.inner.predict(x))
        return prediction

    def update(self, x: Example, target: Interval) -> None:
        """Have it learn."""
        self.inner.update(x, _Shown(target.lo, target.hi, target.lo_closed, target.hi_closed))

    def _read(self, a: Any) -> Any:
        self.rounded = self.rounded or isinstance(a, float)
        return number(a)


class _Shown(Interval):
    """An interval that takes predictions in floats."""

    def side(self, prediction: Any) -> int:
        """Return on which side of the interval a prediction is."""
        return super().side(number(prediction))

    def loss(self, prediction: Any, side: int | None = None) -> Number:
        """Return the distance of a prediction to the interval."""
        return super().loss(number(prediction), side)


def number(a: Any) -> Any:
    """Return a float as the rational number that it is, and all else as it is.

    >>> number(0.1) == Fraction(1, 10), number(0.5)
    (False, Fraction(1, 2))
    """
    if not isinstance(a, float):
        return a
    try:
        return Fraction(a)
    except (ValueError, OverflowError):
        raise BoundcheckError(f"the learner gives {a!r}; it has to give finite numbers") from None


def taken(learner: Any) -> Any:
    """Return a learner that may compute in floats as it is taken: one of ours, and what is none, as they are."""
    if isinstance(learner, Learner) or not all(callable(getattr(learner, name, None)) for name in METHODS):
        return learner
    return Doubles(learner)
