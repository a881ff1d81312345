"""The two geometries of Bylander 1998: norms of comparator and examples, and the distance of the proof."""

from __future__ import annotations

from abc import ABC, abstractmethod
from fractions import Fraction
from typing import Any

import sympy

from bounds import symbols as s
from bounds.data.trials import Trials
from bounds.data.vectors import Vector, vector
from bounds.learners import Learner, TableLearner
from bounds.learners.weights import ExponentialWeights
from bounds.numbers import Number, log, sqrt, total


class Geometry(ABC):
    """Norms of u and x, and the distance d(u, w) whose decrease pays for the learner's loss."""

    name: str
    initial: Any
    """Symbolic upper bound on d(u, w_1) for the zero (or uniform) start vector."""
    comparator_norm: str
    example_norm: str
    size_formula: str
    """The size of u in the formula language of certificates."""
    radius_formula: str
    length_formula: str
    """The size of an example, of which the radius is the largest."""

    def __reduce_ex__(self, protocol: Any) -> Any:
        """Return how a pickle makes the geometry again: those of this module come back as themselves."""
        names = (name for name, known in globals().items() if known is self)
        return next(names, None) or super().__reduce_ex__(protocol)

    @abstractmethod
    def size(self, u: Vector) -> Number:
        """Return the norm of a comparator."""

    @abstractmethod
    def radius(self, trials: Trials) -> Number:
        """Return the largest norm of an example (0 when there are none)."""

    @abstractmethod
    def distance(self, u: Vector, learner: Learner) -> Number:
        """Return d(u, w) for the learner's current weights w."""


class Euclidean(Geometry):
    """2-norms; d(u, w) is the squared Euclidean distance (Bylander 1998, theorem 2)."""

    name = "euclidean"
    initial = s.U**2
    comparator_norm = "the 2-norm of u"
    example_norm = "the largest 2-norm of an example"
    size_formula = "norm(u, 2)"
    radius_formula = "if(l == 0, 0, max_t(norm(x, 2)))"
    length_formula = "norm(x, 2)"

    def size(self, u: Vector) -> Number:
        """Return the 2-norm of u."""
        return sqrt(u.squared_norm())

    def radius(self, trials: Trials) -> Number:
        """Return the largest 2-norm of an example."""
        return sqrt(Fraction(trials.largest_square, trials.denominator**2))

    def distance(self, u: Vector, learner: Learner) -> Number:
        """Return the sum of (u_i - w_i)**2."""
        gaps = [a - w for a, w in zip(u, learner.weights, strict=True)]
        return total(gap * gap for gap in gaps)


class Entropic(Geometry):
    """1-norm of u, max-norm of x; d(u, w) = sum u_i ln(u_i / w_i), 0 ln 0 = 0 (Bylander 1998, theorem 3)."""

    name = "entropic"
    initial = s.U * sympy.log(s.n)
    comparator_norm = "the sum of u"
    example_norm = "the largest magnitude in an example"
    size_formula = "sum(abs(u))"
    radius_formula = "if(l == 0, 0, max_t(max(abs(x))))"
    length_formula = "max(abs(x))"

    def size(self, u: Vector) -> Number:
        """Return the sum of the magnitudes of u."""
        return u.one_norm()

    def radius(self, trials: Trials) -> Number:
        """Return the largest magnitude in any example."""
        return Fraction(trials.magnitude, trials.denominator)

    def distance(self, u: Vector, learner: Learner) -> Number:
        """Return the relative entropy of u to w."""
        logs = _log_weights(learner)
        return total(a * (log(a) - log_w) for a, log_w in zip(u, logs, strict=True) if a)


def _exponentials(learner: Learner) -> ExponentialWeights | None:
    """Return the weights of a learner that are exponentials scaled to a size, if they are."""
    shaped = learner.shaped if isinstance(learner, TableLearner) else None
    return shaped if isinstance(shaped, ExponentialWeights) and shaped.link.scaled else None


def _log_weights(learner: Learner) -> list[Number]:
    weights = _exponentials(learner)
    return [log(w) for w in learner.weights] if weights is None else weights.logarithms()


class SignedEntropic(Entropic):
    """The doubling transformation: u of any sign with sum |u_i| <= U, examples doubled to (x, -x).

    The doubled comparator has u_i or -u_i in the half of its sign, and the slack U - sum |u_i| spread
    equally over all 2n weights (Bylander 1998, section 3.3).
    """

    name = "signed entropic"
    initial = s.U * sympy.log(2 * s.n)
    comparator_norm = "the sum of the magnitudes of u"

    def distance(self, u: Vector, learner: Learner) -> Number:
        """Return the relative entropy of the doubled u to the 2n weights."""
        weights = _exponentials(learner)
        if weights is None or not weights.link.opposite or not isinstance(weights.link.size, Fraction):
            raise TypeError("the signed geometry belongs to a doubled learner")
        return super().distance(doubled_comparator(u, weights.link.size), learner)


class RescaledEntropic(Entropic):
    """As Entropic, for comparators whose sum may be less than U: the distance is that of u * U / sum(u).

    On labels the rescaled comparator keeps its zero loss (the step that Bylander's theorem 12 leaves out).
    """

    name = "entropic, comparator rescaled to U"

    def distance(self, u: Vector, learner: Learner) -> Number:
        """Return the relative entropy of the rescaled u to w."""
        size = sum(u, Fraction(0))
        weights = _exponentials(learner)
        if weights is not None and isinstance(weights.link.size, Fraction) and size:
            u = u.scaled(weights.link.size / size)
        return super().distance(u, learner)


class Shares(Entropic):
    """The distance of learners that divide by the sum of their weights: relative entropy of u to w over that sum.

    Both are taken to sum to 1, and the distance is times the sum of u: sum u_i ln(u_i W/(w_i sum(u))), W the sum of w.
    Of weights that start equal it is at most ``initial``, sum(u) ln n.
    """

    def __init__(self, initial: Any) -> None:
        self.initial = initial
        self.name = "relative entropy of u to the shares of w"

    def distance(self, u: Vector, learner: Learner) -> Number:
        """Return the relative entropy of u to the shares of w, times the sum of u."""
        size = total(u)
        if size == 0:
            return Fraction(0)
        return super().distance(u, learner) + size * (log(total(learner.weights)) - log(size))


def doubled_comparator(u: Vector, U: Fraction) -> Vector:
    """Return the non-negative vector on (x, -x) that predicts as u does on x and sums to U.

    >>> doubled_comparator(vector([1, -2]), Fraction(5))
    (3/2, 1/2, 1/2, 5/2)
    """
    slack = (U - u.one_norm()) / (2 * len(u))
    return vector([max(a, Fraction(0)) + slack for a in u] + [max(-a, Fraction(0)) + slack for a in u])


EUCLIDEAN = Euclidean()
ENTROPIC = Entropic()
SIGNED_ENTROPIC = SignedEntropic()
RESCALED_ENTROPIC = RescaledEntropic()
SHARES = Shares(s.U * sympy.log(s.n))
EXPERT_SHARES = Shares(sympy.log(s.n))
