"""Classics of online learning beyond the five papers, each a few lines of text in the language of one's own claims.

The statements are as they are commonly given; their papers were not at hand, so no page is named. Gradient descent on
any convex losses is stated for linear ones, from which it follows, and for three others. What was found to be exact
or sharper stands beside them, in the same file, and in the catalogue after all of them.
"""

from __future__ import annotations

from bounds.sources.classics import experts, gradient_descent, passive_aggressive, perceptron, winnow

CLAIMS = (
    *perceptron.CLAIMS,
    *passive_aggressive.CLAIMS,
    *gradient_descent.CLAIMS,
    *experts.CLAIMS,
    *winnow.CLAIMS,
    *perceptron.SHARPER,
    *passive_aggressive.SHARPER,
)
