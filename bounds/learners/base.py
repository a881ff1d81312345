"""What a learner is: three methods on exact numbers, with its state open to inspection."""

from __future__ import annotations

import math
from abc import ABC, abstractmethod
from collections.abc import Sequence
from fractions import Fraction

from bounds.data.interval import Interval
from bounds.data.vectors import Example
from bounds.numbers import Number


def accumulate(sums: Sequence[int], denominator: int, factor: int, x: Example) -> tuple[list[int], int]:
    """Return ``sums / denominator + factor * x`` as integers over a common denominator.

    >>> accumulate([1, 0], 2, -1, Example([1, 1], 3))
    ([1, -2], 6)
    """
    common = math.lcm(denominator, x.denominator)
    old, new = common // denominator, factor * (common // x.denominator)
    return [old * a + new * b for a, b in zip(sums, x.numerators, strict=True)], common


class Learner(ABC):
    """An online linear learner. One's own is a subclass, or any class with these three methods.

    A trial goes: ``predict(x)`` gives the prediction w.x, then ``update(x, target)`` tells the learner the
    interval its prediction should have been in. ``intercept_since`` is the first trial that a learner with an
    intercept predicted with one; a verdict says what that does to the claim, which is about w.x.
    """

    intercept_since: int | None = None

    @abstractmethod
    def start(self, n: int) -> None:
        """Forget everything and prepare for examples with ``n`` attributes."""

    @abstractmethod
    def predict(self, x: Example) -> Number:
        """Return the prediction on example ``x``; the state does not change."""

    @abstractmethod
    def update(self, x: Example, target: Interval) -> None:
        """Learn that the prediction on ``x`` should have been in ``target``."""

    @property
    @abstractmethod
    def weights(self) -> Sequence[Number]:
        """The current weight vector w."""


class Conservative(Learner):
    """A learner that moves where its prediction is outside the target, by the side and the example alone."""

    def update(self, x: Example, target: Interval) -> None:
        """Move the prediction on x up if it is below ``target``, down if it is above, not at all inside."""
        side = target.side(self.predict(x))
        if side:
            self.move(side, x)

    @abstractmethod
    def move(self, side: int, x: Example) -> None:
        """Move the prediction on x up (side 1) or down (side -1)."""


class Fixed(Learner):
    """A weight vector that never changes: what lemmas about a single w are checked with.

    >>> learner = Fixed(Example([1, -1]))
    >>> learner.start(2); learner.predict(Example([3, 1]))
    Fraction(2, 1)
    """

    def __init__(self, w: Example) -> None:
        self.w = w

    def start(self, n: int) -> None:
        """Do nothing: w is fixed."""

    def predict(self, x: Example) -> Fraction:
        """Return w.x."""
        return self.w.dot(x)

    def update(self, x: Example, target: Interval) -> None:
        """Do nothing: w is fixed."""

    @property
    def weights(self) -> Sequence[Fraction]:
        """The vector w."""
        return self.w
