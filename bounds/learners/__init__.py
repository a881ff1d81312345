"""Executable learners, each readable beside the figure that defines it."""

from bounds.learners.additive import AdditiveLearner, CoordinateLearner, GramLearner
from bounds.learners.base import Conservative, Fixed, Learner
from bounds.learners.doubled import Doubled, OnChanged, Signed
from bounds.learners.ellipsoid import Ellipsoid
from bounds.learners.experts import RandomisedWeightedMajority, WeightedMajorityRounds
from bounds.learners.exponentiated import (
    ExponentialWeights,
    ExponentiatedGradient,
    ExponentiatedUpdate,
    WeightedMajority,
    WeightedMajorityVote,
)
from bounds.learners.gradient import OnlineGradientDescent
from bounds.learners.perceptron import Perceptron
from bounds.learners.quasi_additive import (
    EXP,
    IDENTITY,
    SINH,
    BalancedWinnow,
    FixedThreshold,
    PNormPerceptron,
    QuasiAdditive,
    Transformation,
    interpolating_transformation,
    power_transformation,
)
from bounds.learners.rule import RuleLearner
from bounds.learners.threshold_perceptron import BiasPerceptron, ThresholdPerceptron
from bounds.learners.winnow import Winnow

__all__ = [
    "EXP",
    "IDENTITY",
    "SINH",
    "AdditiveLearner",
    "BalancedWinnow",
    "BiasPerceptron",
    "Conservative",
    "CoordinateLearner",
    "Doubled",
    "Ellipsoid",
    "ExponentialWeights",
    "ExponentiatedGradient",
    "ExponentiatedUpdate",
    "Fixed",
    "FixedThreshold",
    "GramLearner",
    "Learner",
    "OnChanged",
    "OnlineGradientDescent",
    "PNormPerceptron",
    "Perceptron",
    "QuasiAdditive",
    "RandomisedWeightedMajority",
    "RuleLearner",
    "Signed",
    "ThresholdPerceptron",
    "Transformation",
    "WeightedMajority",
    "WeightedMajorityRounds",
    "WeightedMajorityVote",
    "Winnow",
    "interpolating_transformation",
    "power_transformation",
]
