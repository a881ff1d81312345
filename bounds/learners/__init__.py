"""Executable learners, each readable beside the figure that defines it."""

from bounds.learners.base import Fixed, Learner
from bounds.learners.doubled import Doubled
from bounds.learners.exponentiated import (
    ExponentialWeights,
    ExponentiatedGradient,
    ExponentiatedUpdate,
    WeightedMajority,
    WeightedMajorityVote,
)
from bounds.learners.perceptron import Perceptron

__all__ = [
    "Doubled",
    "ExponentialWeights",
    "ExponentiatedGradient",
    "ExponentiatedUpdate",
    "Fixed",
    "Learner",
    "Perceptron",
    "WeightedMajority",
    "WeightedMajorityVote",
]
