"""Weighted Majority as the lecture notes of Kitani give it: experts pay in every round in which they err."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence

from bounds.data.interval import Interval
from bounds.data.vectors import Example
from bounds.errors import BoundcheckError
from bounds.learners.base import Learner
from bounds.numbers import Number, sign, sum_of_powers, whole_power
from bounds.numbers.evaluate import as_number


class WeightedMajorityRounds(Learner):
    """WMA(eta): the weight of every expert that errs becomes (1 - eta) times itself, in every round.

    Kitani, (1) and (2). Examples x in {-1, +1}^N are the experts' predictions; the prediction is the weighted
    sum, whose sign is the vote, and targets are (0, oo) and (-oo, 0). ``eta`` is a Number, 0 < eta <= 1.
    (Weighted Majority as Littlestone and Warmuth give it pays only where the vote errs: WeightedMajorityVote.)

    The state is the number of mistakes m_n of each expert: w_n = (1 - eta)**m_n.

    >>> from fractions import Fraction
    >>> learner = WeightedMajorityRounds(Fraction(1, 2))
    >>> learner.start(3)
    >>> learner.predict(Example([1, 1, -1]))
    Fraction(1, 1)
    >>> learner.update(Example([1, 1, -1]), Interval(Fraction(0), None, False))
    >>> learner.mistakes, learner.weights
    ([0, 0, 1], [Fraction(1, 1), Fraction(1, 1), Fraction(1, 2)])
    """

    def __init__(self, eta: Number) -> None:
        self.eta = as_number(eta, "the penalty eta of Weighted Majority")
        self._factor: Number = 1 - self.eta
        if sign(self.eta) != 1 or sign(self._factor) == -1:
            raise BoundcheckError(f"the penalty eta of Weighted Majority is {self.eta}; it must be in (0, 1]")

    def start(self, n: int) -> None:
        """Give every expert the weight 1."""
        if n < 1:
            raise BoundcheckError("Weighted Majority needs at least one expert")
        self.mistakes = [0] * n

    @property
    def weights(self) -> Sequence[Number]:
        """The weights (1 - eta)**m_n, one an expert."""
        powers = {m: whole_power(self._factor, m) for m in set(self.mistakes)}
        return [powers[m] for m in self.mistakes]

    def _weighted(self, counts: Mapping[int, int], cancelled: int = 0) -> Number:
        """Return the sum of c (1 - eta)**(m - cancelled) over the items m: c."""
        return sum_of_powers(self._factor, {m - cancelled: c for m, c in counts.items()})

    def predict(self, x: Example) -> Number:
        """Return the weighted sum of the experts' predictions."""
        return self._weighted(self._votes(x)) / x.denominator

    def _votes(self, x: Example) -> dict[int, int]:
        """Return the sum of the predictions of all experts with as many mistakes."""
        found: dict[int, int] = {}
        for m, a in zip(self.mistakes, x.numerators, strict=True):
            found[m] = found.get(m, 0) + a
        return found

    def update(self, x: Example, target: Interval) -> None:
        """Charge the experts that are wrong about the label, whose side of 0 is ``target``."""
        right = x.denominator if target.hi is None else -x.denominator
        self.mistakes = [m + (a != right) for m, a in zip(self.mistakes, x.numerators, strict=True)]


class RandomisedWeightedMajority(WeightedMajorityRounds):
    """RWMA(eta): follow expert n with probability w_n / Phi, Phi the sum of the weights (Kitani, (4)).

    The prediction is the weighted average of the experts, in [-1, 1]: the probability of erring on label y
    is (1 - y * prediction) / 2, which the version bounds.data.versions.FOLLOW_EXPERT charges.

    >>> from fractions import Fraction
    >>> learner = RandomisedWeightedMajority(Fraction(1, 2))
    >>> learner.start(4); learner.predict(Example([1, 1, 1, -1]))
    Fraction(1, 2)
    """

    def predict(self, x: Example) -> Number:
        """Return the weighted average of the experts' predictions; what all weights have in common cancels."""
        least = min(self.mistakes)
        if least and sign(self._factor) == 0:
            raise BoundcheckError("all weights are 0, since eta = 1 and every expert has erred; use eta < 1")
        potential = self._weighted(Counter(self.mistakes), least)
        return self._weighted(self._votes(x), least) / (potential * x.denominator)
