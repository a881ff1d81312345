"""Learners whose weights are exponentials: Exponentiated Update, Exponentiated Gradient, Weighted Majority."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction

from bounds.data.interval import Interval
from bounds.data.vectors import Example
from bounds.errors import BoundcheckError
from bounds.learners.base import Conservative, Learner, accumulate
from bounds.numbers import ExpSum, Number, exp, log, log_expsum, quotient, sign, sum_of_powers
from bounds.numbers.evaluate import as_number

HALF = Fraction(1, 2)


class ExponentialWeights(Learner):
    """Weights ``total * S_i * exp(rate * K_i / D) / Z`` that sum to ``total``, S_i positive and K_i integers.

    The state is integer: a prediction is a quotient of two sums of exponentials, which is compared with a
    rational exactly when ``rate`` is rational; when exp(rate / D) is rational, all is rational.
    """

    def __init__(self, rate: Number, total: Fraction, s: Example | None) -> None:
        self.rate = rate
        self.total = total
        self.s = s

    def start(self, n: int) -> None:
        """Set w to the start vector: ``total / n`` each if none was given."""
        if n < 1:
            raise BoundcheckError("exponential weights need at least one attribute")
        if self.s is not None and len(self.s) != n:
            raise BoundcheckError(f"the start vector has {len(self.s)} entries; the examples have {n} attributes")
        self._initial = [1] * n if self.s is None else list(self.s.numerators)
        self._exponents = [0] * n
        self._set_denominator(1)

    def _set_denominator(self, denominator: int) -> None:
        self._denominator = denominator
        self._step = self.rate / denominator
        growth = exp(self._step)
        self._growth = growth if isinstance(growth, Fraction) else None

    def _sums(self, factors: Sequence[int]) -> tuple[dict[int, int], dict[int, int]]:
        """Group sum(S_i * factors_i * e^(...)) and sum(S_i * e^(...)) by the exponent K_i."""
        numerator: dict[int, int] = {}
        denominator: dict[int, int] = {}
        for k, s, a in zip(self._exponents, self._initial, factors, strict=True):
            numerator[k] = numerator.get(k, 0) + s * a
            denominator[k] = denominator.get(k, 0) + s
        return numerator, denominator

    def predict(self, x: Example) -> Number:
        """Return yhat = w.x."""
        return self._average(x)

    def _average(self, x: Example) -> Number:
        return self.total / x.denominator * self._ratio(*self._sums(x.numerators))

    def _ratio(self, numerator: dict[int, int], denominator: dict[int, int]) -> Number:
        if self._growth is not None:
            return sum_of_powers(self._growth, numerator) / sum_of_powers(self._growth, denominator)
        return quotient(ExpSum(self._step, numerator), ExpSum(self._step, denominator))

    def multiply(self, factor: int, x: Example) -> None:
        """Multiply each weight w_i by ``exp(factor * rate * x_i)`` and normalise."""
        self._exponents, common = accumulate(self._exponents, self._denominator, factor, x)
        if common != self._denominator:
            self._set_denominator(common)

    @property
    def weights(self) -> Sequence[Number]:
        """The weight vector w."""
        _, whole = self._sums([0] * len(self._exponents))
        places = list(zip(self._exponents, self._initial, strict=True))
        weights = {(k, s): self.total * self._ratio({k: s}, whole) for k, s in set(places)}
        return [weights[place] for place in places]

    def exponents(self) -> list[Number]:
        """Return the rate times what was added up on each attribute: ln(w_i / s_i) before weights are normalised."""
        return [self._step * k for k in self._exponents]

    def log_weights(self) -> list[Number]:
        """Return ln w_i for each i, written so that differences cancel exactly."""
        _, denominator = self._sums([0] * len(self._exponents))
        if self._growth is not None:
            return [log(w) for w in self.weights]
        scale = log(self.total) - log_expsum(ExpSum(self._step, denominator))
        return [scale + log(Fraction(s)) + self._step * k for s, k in zip(self._initial, self._exponents, strict=True)]


class ExponentiatedUpdate(Conservative, ExponentialWeights):
    """EU(s, eta, U): multiply w_i by exp(eta*x_i) when the prediction is too low, divide when too high.

    Bylander 1998, figure 2, page 341. ``eta`` is a positive Number, ``U`` a positive rational; the start
    vector ``s`` is positive and sums to U (U/n each if None). All weight vectors are positive and sum to U.

    >>> learner = ExponentiatedUpdate(Fraction(1), Fraction(1))
    >>> learner.start(2)
    >>> learner.update(Example([1, 0]), Interval.parse("[1,oo)"))
    >>> print(learner.predict(Example([1, 0])))
    (1*exp(0*1))/(1*exp(-1*1) + 1*exp(0*1))
    >>> print(learner.predict(Example([1, 1])))
    1
    """

    def __init__(self, eta: Number, U: Number, s: Example | None = None) -> None:
        eta = as_number(eta, "the learning rate eta of Exponentiated Update")
        U = as_number(U, "U of Exponentiated Update")
        if sign(eta) != 1:
            raise BoundcheckError(f"the learning rate eta of Exponentiated Update is {eta}; it must be positive")
        if not isinstance(U, Fraction) or U <= 0:
            raise BoundcheckError(f"U of Exponentiated Update is {U}; it must be a positive rational")
        if s is not None and (min(s.numerators) <= 0 or sum(s) != U):
            raise BoundcheckError(f"the start vector {s} must be positive and sum to U = {U}")
        super().__init__(eta, U, s)

    def move(self, side: int, x: Example) -> None:
        """Multiply each w_i by exp(side*eta*x_i), and normalise."""
        self.multiply(side, x)


class ExponentiatedGradient(ExponentialWeights):
    """EG for the absolute loss |yhat - y|: w_i becomes w_i*exp(-eta*g*x_i), normalised to sum 1.

    g is the derivative of the loss, with subgradient 0 chosen at yhat = y. Targets are single points.
    Named by Bylander 1998, page 340, after Kivinen and Warmuth.
    """

    def __init__(self, eta: Number) -> None:
        eta = as_number(eta, "the learning rate eta of Exponentiated Gradient")
        if sign(eta) != 1:
            raise BoundcheckError(f"the learning rate eta of Exponentiated Gradient is {eta}; it must be positive")
        super().__init__(eta, Fraction(1), None)

    def update(self, x: Example, target: Interval) -> None:
        """Step against the gradient of |yhat - y|, where ``target`` is the point y."""
        if target.lo is None or target.lo != target.hi:
            raise BoundcheckError(f"Exponentiated Gradient needs point outcomes; received {target}")
        derivative = -target.side(self.predict(x))
        self.multiply(-derivative, x)


class WeightedMajority(ExponentialWeights):
    """Weighted Majority with factor beta: on a mistake, w_i is multiplied by beta^|x_i - y|.

    Experts' predictions x_i are in [0, 1] and the label y is 0 or 1 (targets (1/2, 1] and [0, 1/2)).
    The weighted average is the prediction; at exactly 1/2 it predicts ``tie`` (0 or 1).
    Littlestone and Warmuth, as described by Bylander 1998, page 340.
    """

    def __init__(self, beta: Number, tie: int = 1) -> None:
        beta = as_number(beta, "the factor beta of Weighted Majority")
        if sign(beta) != 1 or sign(1 - beta) != 1:
            raise BoundcheckError(f"the factor beta of Weighted Majority is {beta}; it must be between 0 and 1")
        if tie not in (0, 1):
            raise BoundcheckError(f"the tie of Weighted Majority is {tie!r}; it must be 0 or 1")
        super().__init__(log(beta), Fraction(1), None)
        self.tie = tie

    def decide(self, x: Example) -> int:
        """Return the class predicted on ``x``: 0 or 1."""
        side = Interval(HALF, HALF).side(self._average(x))
        return self.tie if side == 0 else (0 if side > 0 else 1)

    def update(self, x: Example, target: Interval) -> None:
        """Scale every weight by beta^|x_i - y| if the class was wrong; ``target`` holds the points of y's class."""
        y = 1 if target.side(Fraction(1)) == 0 else 0
        if self.decide(x) != y:
            distances = [abs(a - y * x.denominator) for a in x.numerators]
            self.multiply(1, Example(distances, x.denominator))


class WeightedMajorityVote(WeightedMajority):
    """Weighted Majority over experts that say -1 or +1; its prediction is the class it votes for, -1 or +1.

    >>> learner = WeightedMajorityVote(HALF)
    >>> learner.start(3); learner.predict(Example([1, 1, -1]))
    Fraction(1, 1)
    """

    def predict(self, x: Example) -> Fraction:
        """Return the vote, -1 or +1."""
        return Fraction(2 * self.decide(x) - 1)

    def decide(self, x: Example) -> int:
        """Return the class voted for: 0 or 1."""
        return super().decide(Example([a + x.denominator for a in x.numerators], 2 * x.denominator))

    def update(self, x: Example, target: Interval) -> None:
        """Scale the weights of the experts that erred by beta, if the vote did; ``target`` is the label's."""
        y = 1 if target.side(Fraction(1)) == 0 else 0
        if self.decide(x) != y:
            self.multiply(1, Example([int(a != 2 * y - 1) for a in x]))
