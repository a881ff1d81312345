"""What a learner is: three methods on exact numbers, with its state open to inspection."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Sequence

from bounds.data.interval import Interval
from bounds.data.vectors import Example
from bounds.numbers import Number


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
