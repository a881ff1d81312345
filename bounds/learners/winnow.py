"""Winnow: multiplicative promotions and demotions against a threshold."""

from __future__ import annotations

import math
from collections.abc import Sequence
from fractions import Fraction

from bounds.data.vectors import Example
from bounds.errors import BoundcheckError
from bounds.learners.base import Conservative
from bounds.numbers import ExpSum, Number, log, quotient, sign, sum_of_powers
from bounds.numbers.evaluate import as_number


class Winnow(Conservative):
    """Winnow(alpha, theta): multiply w_i by alpha**x_i when the prediction is too low, divide when too high.

    Kitani, algorithm 2 (alpha = 1 + beta, theta = N, positive iff w.x > theta); Kivinen and Warmuth 1995,
    section 2 (alpha = e^eta, positive iff w.x >= theta). ``alpha`` is a Number above 1, every weight starts at
    the positive Number ``start`` (1 if None). Whether a prediction of exactly theta is positive is the
    version's to say (bounds.data.versions.thresholded); ``theta`` is held here for inspection.

    The state is one integer exponent a weight, w_i = start * alpha**K_i, so that on examples in {0, 1}^n all is
    rational when alpha is. Examples with other rational entries give exponents K_i / D, and a prediction is
    then compared with a rational exactly too when alpha is rational.

    >>> learner = Winnow(Fraction(2), Fraction(3))
    >>> learner.start(3)
    >>> learner.move(1, Example([1, 1, 0]))
    >>> learner.weights, learner.predict(Example([1, 0, 1]))
    ([Fraction(2, 1), Fraction(2, 1), Fraction(1, 1)], Fraction(3, 1))
    """

    def __init__(self, alpha: Number, theta: Number, start: Number | None = None) -> None:
        self.alpha = as_number(alpha, "Winnow's promotion factor alpha")
        self.theta = as_number(theta, "Winnow's threshold theta")
        self.initial = as_number(1 if start is None else start, "Winnow's start weight")
        if sign(self.alpha - 1) != 1:
            raise BoundcheckError(f"Winnow's promotion factor alpha is {self.alpha}; it must be greater than 1")
        if sign(self.initial) != 1:
            raise BoundcheckError(f"Winnow's start weight is {self.initial}; it must be positive")

    def start(self, n: int) -> None:
        """Set every weight to the start weight."""
        self._exponents = [0] * n
        self._denominator = 1

    @property
    def exponents(self) -> Sequence[Fraction]:
        """The exponents K_i of the weights start * alpha**K_i."""
        return [Fraction(k, self._denominator) for k in self._exponents]

    def predict(self, x: Example) -> Number:
        """Return w.x."""
        grouped: dict[int, int] = {}
        for k, a in zip(self._exponents, x.numerators, strict=True):
            if a:
                grouped[k] = grouped.get(k, 0) + a
        return self.initial * self._combination(grouped) / x.denominator

    def _combination(self, grouped: dict[int, int]) -> Number:
        """Return the sum of c * alpha**(K / D) over the items K: c."""
        if self._denominator == 1:
            return sum_of_powers(self.alpha, grouped)
        step = log(self.alpha) / self._denominator
        return quotient(ExpSum(step, grouped), ExpSum(step, {0: 1}))

    def move(self, side: int, x: Example) -> None:
        """Multiply each weight w_i by ``alpha**(side * x_i)``."""
        reduced = math.gcd(x.denominator, *x.numerators)
        common = math.lcm(self._denominator, x.denominator // reduced)
        old, new = common // self._denominator, Fraction(side * common, x.denominator)
        self._exponents = [old * k + int(new * a) for k, a in zip(self._exponents, x.numerators, strict=True)]
        self._denominator = common

    @property
    def weights(self) -> Sequence[Number]:
        """The weight vector w."""
        powers = {k: self.initial * self._combination({k: 1}) for k in set(self._exponents)}
        return [powers[k] for k in self._exponents]
