"""Learners on examples that are changed: doubled to (x, -x), which makes room for negative weights, or 2x - 1."""

from __future__ import annotations

import copy
from abc import abstractmethod
from collections.abc import Sequence

from bounds.data.interval import Interval
from bounds.data.vectors import Example
from bounds.learners.base import Learner
from bounds.numbers import Number


class OnChanged(Learner):
    """Runs ``inner`` on a changed example in place of x."""

    def __init__(self, inner: Learner) -> None:
        self.inner = inner

    @abstractmethod
    def changed(self, x: Example) -> Example:
        """Return what the inner learner sees of x."""

    def start(self, n: int) -> None:
        """Start an inner learner of its own: a copy of this learner, started again, leaves this one as it is."""
        self.inner = copy.copy(self.inner)
        self.inner.start(n)

    def predict(self, x: Example) -> Number:
        """Return the inner prediction."""
        return self.inner.predict(self.changed(x))

    def update(self, x: Example, target: Interval) -> None:
        """Update the inner learner."""
        self.inner.update(self.changed(x), target)

    @property
    def weights(self) -> Sequence[Number]:
        """The weights of the inner learner."""
        return self.inner.weights


class Doubled(OnChanged):
    """Run ``inner`` on (x, -x) in place of x (Bylander 1998, section 3.3, page 344)."""

    def changed(self, x: Example) -> Example:
        """Return (x, -x)."""
        return x.doubled()

    def start(self, n: int) -> None:
        """Start the inner learner with 2n attributes."""
        super().start(2 * n)

    @property
    def weights(self) -> Sequence[Number]:
        """The n effective weights: first half minus second half."""
        w = self.inner.weights
        n = len(w) // 2
        return [w[i] - w[n + i] for i in range(n)]


class Signed(OnChanged):
    """Run ``inner`` on 2x - 1: experts' values in [0, 1] become values in [-1, 1] (Grove et al. 2001, footnote 4)."""

    def changed(self, x: Example) -> Example:
        """Return 2x - 1."""
        return Example([2 * b - x.denominator for b in x.numerators], x.denominator)
