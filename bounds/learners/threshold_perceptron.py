"""The Perceptron with a threshold, fixed or learned (Kivinen and Warmuth 1995, section 2.2)."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction

from bounds.data.vectors import Example, vector
from bounds.learners.doubled import OnChanged
from bounds.learners.perceptron import Perceptron
from bounds.numbers import Number
from bounds.numbers.evaluate import as_number


class ThresholdPerceptron(Perceptron):
    """w_i becomes w_i - eta*sigma*x_i with sigma = yhat - y, yhat = 1 iff w.x >= theta; theta never changes.

    Kivinen and Warmuth 1995, equation (1). The prediction is w.x, and ``thresholded(theta)`` is its version
    (bounds.data.versions): the learner updates where w.x is outside the target it is given. ``s`` is the start vector,
    zero if None.

    >>> learner = ThresholdPerceptron(Fraction(1, 2), Fraction(1))
    >>> learner.start(2)
    >>> learner.move(1, Example([1, 1]))
    >>> learner.weights
    [Fraction(1, 2), Fraction(1, 2)]
    """

    def __init__(self, eta: Number, theta: Number, s: Example | None = None) -> None:
        super().__init__(eta, s)
        self.threshold = as_number(theta, "the Perceptron's threshold theta")


class BiasPerceptron(OnChanged):
    """The Perceptron on x' = (x, 1) with threshold 0, so that the threshold is learned as a weight -theta.

    Kivinen and Warmuth 1995, section 2.2. The prediction is w'.x' = w.x - theta, and ``thresholded(0)`` is its
    version. ``s`` is the start vector of w (zero if None), ``theta`` the first threshold.

    >>> from bounds.data.interval import Interval
    >>> learner = BiasPerceptron(Fraction(1))
    >>> learner.start(2)
    >>> learner.update(Example([1, 0]), Interval.parse("(-oo,0)"))
    >>> learner.weights, learner.threshold
    ([Fraction(-1, 1), Fraction(0, 1)], Fraction(1, 1))
    """

    def __init__(self, eta: Number, s: Example | None = None, theta: Fraction = Fraction(0)) -> None:
        super().__init__(Perceptron(eta))
        self.eta = eta
        self.s = s
        self.theta = theta

    def start(self, n: int) -> None:
        """Set w to the start vector and the threshold to theta."""
        first = [0] * n if self.s is None else self.s
        self.inner = Perceptron(self.eta, vector([*first, -self.theta]))
        self.inner.start(n + 1)

    def changed(self, x: Example) -> Example:
        """Return (x, 1)."""
        return Example([*x.numerators, x.denominator], x.denominator)

    @property
    def weights(self) -> Sequence[Number]:
        """The weights w of the n attributes."""
        return self.inner.weights[:-1]

    @property
    def threshold(self) -> Number:
        """The current threshold theta."""
        return -self.inner.weights[-1]
