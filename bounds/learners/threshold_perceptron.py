"""The Perceptron with a threshold, fixed or learned (Kivinen and Warmuth 1995, section 2.2)."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction

from bounds.data.interval import Interval
from bounds.data.vectors import Example, vector
from bounds.learners.base import Learner
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
    >>> learner.update(Example([1, 1]), Interval.parse("[1,oo)"))
    >>> learner.weights, learner.predicts_one(Example([1, 1])), learner.predicts_one(Example([1, 0]))
    ([Fraction(1, 2), Fraction(1, 2)], True, False)
    """

    def __init__(self, eta: Number, theta: Number, s: Example | None = None) -> None:
        super().__init__(eta, s)
        self.threshold = as_number(theta, "the Perceptron's threshold theta")

    def predicts_one(self, x: Example) -> bool:
        """Tell whether w.x >= theta."""
        return Interval(self.threshold, None).side(self.predict(x)) == 0


class BiasPerceptron(Learner):
    """The Perceptron on x' = (x, 1) with threshold 0, so that the threshold is learned as a weight -theta.

    Kivinen and Warmuth 1995, section 2.2. The prediction is w'.x' = w.x - theta, and ``thresholded(0)`` is its
    version. ``s`` is the start vector of w (zero if None), ``theta`` the first threshold.

    >>> learner = BiasPerceptron(Fraction(1))
    >>> learner.start(2)
    >>> learner.update(Example([1, 0]), Interval.parse("(-oo,0)"))
    >>> learner.weights, learner.threshold
    ([Fraction(-1, 1), Fraction(0, 1)], Fraction(1, 1))
    """

    def __init__(self, eta: Number, s: Example | None = None, theta: Fraction = Fraction(0)) -> None:
        self.inner = Perceptron(eta)
        self.s = s
        self.theta = theta

    def start(self, n: int) -> None:
        """Set w to the start vector and the threshold to theta."""
        first = [0] * n if self.s is None else self.s
        self.inner.s = vector([*first, -self.theta])
        self.inner.start(n + 1)

    def predict(self, x: Example) -> Number:
        """Return w.x - theta."""
        return self.inner.predict(_with_one(x))

    def update(self, x: Example, target: Interval) -> None:
        """Move (w, -theta) by +eta*(x, 1) or -eta*(x, 1) if the prediction is outside ``target``."""
        self.inner.update(_with_one(x), target)

    @property
    def weights(self) -> Sequence[Number]:
        """The weights w of the n attributes."""
        return self.inner.weights[:-1]

    @property
    def threshold(self) -> Number:
        """The current threshold theta."""
        return -self.inner.weights[-1]


def _with_one(x: Example) -> Example:
    return Example([*x.numerators, x.denominator], x.denominator)
