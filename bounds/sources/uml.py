"""S. Shalev-Shwartz and S. Ben-David, Understanding Machine Learning, section 21.4."""

from __future__ import annotations

from bounds.claim import Claim

CLAIMS: tuple[Claim, ...] = ()
