"""Learners of the table as classes, for tests that plant a fault in one of their methods."""

from __future__ import annotations

from fractions import Fraction

from bounds.data.vectors import Example
from bounds.formulas import rule
from bounds.learners import RuleLearner, TableLearner
from bounds.numbers import Number

ONE, ZERO = Fraction(1), Fraction(0)


def descends_on_hinge_losses(eta: Number) -> RuleLearner:
    """Return gradient descent on the hinge loss of every round, which is flat at its corner."""
    return RuleLearner(rule("w + eta*y*x if y*yhat < 1 else w"), {"eta": eta})


class Perceptron(TableLearner):
    """The Perceptron."""

    def __init__(self, eta: Number, s: Example | None = None) -> None:
        super().__init__("perceptron", eta, start=s)


class ExponentiatedUpdate(TableLearner):
    """Exponentiated Update."""

    def __init__(self, eta: Number, U: Number, s: Example | None = None) -> None:
        super().__init__("exponentiated", eta, U, start=s)


class WeightedMajorityRounds(TableLearner):
    """Weighted Majority in which experts pay in every round."""

    def __init__(self, eta: Number) -> None:
        super().__init__("wma", eta)


class Winnow(TableLearner):
    """Winnow."""

    def __init__(self, alpha: Number) -> None:
        super().__init__("winnow", alpha)


class PNormPerceptron(TableLearner):
    """The p-norm Perceptron."""

    def __init__(self, p: Number, a: Number = ONE, z0: Example | None = None) -> None:
        super().__init__("p_norm", p, a, start=z0)


class RandomisedWeightedMajority(TableLearner):
    """Following an expert that is drawn by its weight."""

    def __init__(self, eta: Number) -> None:
        super().__init__("rwma", eta)


class BiasPerceptron(TableLearner):
    """The Perceptron with a threshold that is learned."""

    def __init__(self, eta: Number) -> None:
        super().__init__("bias_perceptron", eta, ZERO)
