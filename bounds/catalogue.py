"""Finding claims by their ids."""

from __future__ import annotations

import difflib
from functools import cache

from bounds.claim import Claim
from bounds.errors import BoundcheckError
from bounds.sources import bylander1998, grove2001, kitani, kivinen1995, uml

SOURCES = (bylander1998, kitani, uml, kivinen1995, grove2001)


@cache
def _by_id() -> dict[str, Claim]:
    claims: dict[str, Claim] = {}
    for claim in (claim for source in SOURCES for claim in source.CLAIMS):
        key = claim.id.lower()
        if key in claims:
            raise RuntimeError(f"two claims are called {claim.id}")
        claims[key] = claim
    return claims


def catalogue() -> list[Claim]:
    """Return every claim, in the order of the sources."""
    return list(_by_id().values())


def theorem(identifier: str) -> Claim:
    """Return the claim with this id; case does not matter. Raises BoundcheckError, with near matches.

    >>> theorem("BYLANDER.5").title
    'Theorem 5: mistakes of the Perceptron on separable labels'
    """
    claims = _by_id()
    claim = claims.get(identifier.strip().lower())
    if claim is None:
        near = difflib.get_close_matches(identifier.strip().lower(), claims, n=3, cutoff=0.5)
        names = ", ".join(claims[key].id for key in near)
        hint = f"did you mean {names}?" if near else "see 'boundcheck list'"
        raise BoundcheckError(f"no claim is called {identifier!r}; {hint}")
    return claim
