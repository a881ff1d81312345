"""Theorems of today's textbooks, each a few lines of text in the language of one's own claims.

The statements are as they are commonly given; the books were not at hand, so no page is named.
"""

from __future__ import annotations

from bounds.sources.modern.adaptive import CLAIMS as ADAPTIVE
from bounds.sources.modern.experts import CLAIMS as EXPERTS
from bounds.sources.modern.gradient_descent import CLAIMS as GRADIENT_DESCENT
from bounds.sources.modern.perceptrons import CLAIMS as PERCEPTRONS
from bounds.sources.modern.regression import CLAIMS as REGRESSION

CLAIMS = (*GRADIENT_DESCENT, *ADAPTIVE, *EXPERTS, *PERCEPTRONS, *REGRESSION)
