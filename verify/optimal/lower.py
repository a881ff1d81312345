"""Lower bounds of the catalogue that are about examples alone, as claims about any learner, with what nature plays."""

from __future__ import annotations

from functools import cache

from bounds.claims.catalogue import theorem
from bounds.claims.claim import Claim
from bounds.claims.own import learner, own_claim
from bounds.errors import BoundcheckError

LITERALS = ["disjunction", "boolean inputs", "all_t((ux >= 1/2) == (y > 0))"]


@cache
def lower_bounds() -> dict[str, Claim]:
    """Return what the catalogue's theorems say of any learner, by the theorem's id.

    That points are shattered, or a tree of them, means that any learner without coins errs on each of them.
    """
    disjunctions = own_claim(
        learner("any"), "k*floor(log(n/k)/log(2))", relation=">=", given=LITERALS,
        nature={"examples": "blocks", "rest": "any"},
        name="own.vc", title="Disjunctions of k of n attributes force k*floor(log2(n/k)) mistakes on any learner",
    )  # fmt: skip
    thresholds = own_claim(
        learner("any"), "l", relation=">=", given=["all_t(y*ux > 0)", "n == 2", "max(abs(x)) <= 1"],
        nature={"examples": "thresholds"},
        name="own.ldim", title="Half planes force a mistake on every trial on any learner, however many there are",
    )  # fmt: skip
    return {"kw.vc": disjunctions, "uml.ldim": thresholds}


def lower_bound_of(claim: Claim) -> Claim | None:
    """Return what a theorem of the catalogue says of any learner, if it stands as it is there.

    >>> print(lower_bound_of(theorem("kw.vc")))
    own.vc: sum_t(mistake) >= k*floor(log(n/k)/log(2))
    """
    if claim.id not in lower_bounds():
        return None
    try:
        return lower_bounds()[claim.id] if claim == theorem(claim.id) else None
    except BoundcheckError:
        return None
