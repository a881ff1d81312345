"""Online Gradient Descent on the hinge loss."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction

from bounds.data.interval import Interval
from bounds.data.vectors import Example
from bounds.errors import BoundcheckError
from bounds.learners.base import Learner
from bounds.numbers import Number, require_sign, sign, total
from bounds.numbers.evaluate import as_number


class OnlineGradientDescent(Learner):
    """OGD(eta): w becomes w - eta*v with v a subgradient of f_t at w, from w = 0, without projection.

    Understanding Machine Learning, section 21.4. With ``mistakes_only`` the round's function f_t is the hinge
    loss max(0, 1 - y w.x) on rounds with y w.x <= 0 and the zero function on the others, as the book has it;
    else it is the hinge loss on every round (subgradient 0 where it is flat, its corner y w.x = 1 included).
    Targets are the intervals of a label, such as (0, oo) and (-oo, 0).

    >>> learner = OnlineGradientDescent(Fraction(1, 2))
    >>> learner.start(2)
    >>> learner.update(Example([1, 2]), Interval(Fraction(0), None, False))
    >>> learner.weights
    [Fraction(1, 2), Fraction(1, 1)]
    """

    def __init__(self, eta: Number, mistakes_only: bool = True) -> None:
        self.eta = as_number(eta, "the learning rate eta of Online Gradient Descent")
        if sign(self.eta) != 1:
            raise BoundcheckError(f"the learning rate eta of Online Gradient Descent is {eta}; it must be positive")
        self.mistakes_only = mistakes_only

    def start(self, n: int) -> None:
        """Set w to 0."""
        self._weights: list[Number] = [Fraction(0)] * n

    def predict(self, x: Example) -> Number:
        """Return w.x."""
        return total(w * a for w, a in zip(self._weights, x, strict=True))

    def subgradient(self, x: Example, label: int) -> list[Fraction]:
        """Return an element of the subdifferential of f_t at w: -y x where f_t falls, else 0."""
        margin = label * self.predict(x)
        if self.mistakes_only:
            falls = require_sign(margin, "a margin") <= 0
        else:
            falls = require_sign(margin - 1, "a margin against 1") < 0
        return [-label * a if falls else Fraction(0) for a in x]

    def update(self, x: Example, target: Interval) -> None:
        """Take one step against the subgradient; ``target`` holds the label's predictions."""
        label = 1 if target.hi is None else -1
        v = self.subgradient(x, label)
        self._weights = [w - self.eta * a for w, a in zip(self._weights, v, strict=True)]

    @property
    def weights(self) -> Sequence[Number]:
        """The weight vector w."""
        return list(self._weights)
