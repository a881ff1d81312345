"""J. Kivinen and M. K. Warmuth, The Perceptron algorithm vs. Winnow (COLT 1995)."""

from __future__ import annotations

from bounds.claim import Claim

CLAIMS: tuple[Claim, ...] = ()
