"""A. J. Grove, N. Littlestone and D. Schuurmans, General convergence results for linear discriminant updates (2001)."""

from __future__ import annotations

from bounds.claim import Claim

CLAIMS: tuple[Claim, ...] = ()
