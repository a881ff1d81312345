"""K. Kitani, lecture notes on online learning: Weighted Majority, Perceptron and Winnow."""

from __future__ import annotations

from bounds.claim import Claim

CLAIMS: tuple[Claim, ...] = ()
