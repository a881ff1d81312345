"""Which claim is meant: one that is given whole, or by its id."""

from __future__ import annotations

from bounds.claims.catalogue import theorem
from bounds.claims.claim import Claim
from bounds.errors import BoundcheckError


def as_claim(claim: Claim | str) -> Claim:
    """Return a claim as it is, and the claim of an id; raise BoundcheckError for anything else.

    >>> as_claim("bylander.5") is as_claim(theorem("bylander.5"))
    True
    """
    if isinstance(claim, Claim):
        return claim
    if not isinstance(claim, str):
        raise BoundcheckError(f"the claim is {claim!r}; give a Claim, or an id such as 'bylander.5'")
    return theorem(claim)
