"""Classics of online learning beyond the five papers, each a few lines of text in the language of one's own claims.

The statements are as they are commonly given; their papers were not at hand, so no page is named. Gradient descent on
any convex losses is stated for linear ones, from which it follows, and for three others. What was found to be exact
or sharper stands beside them, in the same file, and in the catalogue after all of them.
"""

from __future__ import annotations

from bounds.sources.classics.experts import CLAIMS as EXPERTS
from bounds.sources.classics.gradient_descent import CLAIMS as GRADIENT_DESCENT
from bounds.sources.classics.passive_aggressive import CLAIMS as PASSIVE_AGGRESSIVE
from bounds.sources.classics.passive_aggressive import SHARPER as SHARPER_PASSIVE_AGGRESSIVE
from bounds.sources.classics.perceptron import CLAIMS as PERCEPTRON
from bounds.sources.classics.perceptron import SHARPER as SHARPER_PERCEPTRON
from bounds.sources.classics.winnow import CLAIMS as WINNOW

CLAIMS = (
    *PERCEPTRON,
    *PASSIVE_AGGRESSIVE,
    *GRADIENT_DESCENT,
    *EXPERTS,
    *WINNOW,
    *SHARPER_PERCEPTRON,
    *SHARPER_PASSIVE_AGGRESSIVE,
)
