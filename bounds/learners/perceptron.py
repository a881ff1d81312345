"""The Perceptron algorithm (Bylander 1998, figure 1, page 338)."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from operator import mul

from bounds.data.vectors import Example
from bounds.errors import BoundcheckError
from bounds.learners.base import Conservative, accumulate
from bounds.numbers import Number, sign
from bounds.numbers.evaluate import as_number


class Perceptron(Conservative):
    """Perceptron(s, eta): add eta*x when the prediction is too low, subtract it when it is too high.

    ``eta`` is a positive Number; ``s`` the start vector (zero if None). The weights are held as
    ``w = s + (eta / D) * W`` with integers W, where D is the denominator of the examples, so a prediction
    costs one integer dot product.

    >>> learner = Perceptron(Fraction(1, 2))
    >>> learner.start(2)
    >>> learner.move(1, Example([1, 2]))
    >>> learner.weights
    [Fraction(1, 2), Fraction(1, 1)]
    """

    def __init__(self, eta: Number, s: Example | None = None) -> None:
        eta = as_number(eta, "the Perceptron's learning rate eta")
        if sign(eta) != 1:
            raise BoundcheckError(f"the Perceptron's learning rate eta is {eta}; it must be positive")
        self.eta = eta
        self.s = s

    def start(self, n: int) -> None:
        """Set w to the start vector."""
        if self.s is not None and len(self.s) != n:
            raise BoundcheckError(f"the start vector has {len(self.s)} entries; the examples have {n} attributes")
        self._sum = [0] * n
        self._denominator = 1

    def predict(self, x: Example) -> Number:
        """Return yhat = w.x."""
        if len(x) != len(self._sum):
            raise BoundcheckError(f"the example has {len(x)} attributes; the weights have {len(self._sum)}")
        product = sum(map(mul, self._sum, x.numerators))
        learned = self.eta * Fraction(product, self._denominator * x.denominator)
        return learned if self.s is None else learned + self.s.dot(x)

    def move(self, side: int, x: Example) -> None:
        """Add ``side * eta * x`` to the weights."""
        self._sum, self._denominator = accumulate(self._sum, self._denominator, side, x)

    @property
    def weights(self) -> Sequence[Number]:
        """The weight vector w."""
        learned = [self.eta * Fraction(w, self._denominator) for w in self._sum]
        return learned if self.s is None else [w + a for w, a in zip(learned, self.s, strict=True)]
