"""What is known of the catalogue: the plays that ``optimal`` found, which the checker confirms whenever they are read.

python -m verify.optimal.record    looks for them all again, and writes verify/optimal/plays.json
"""

from __future__ import annotations

import json
from functools import cache
from pathlib import Path
from typing import Any

from bounds.claims.catalogue import catalogue
from bounds.claims.claim import Claim
from verify.judge.certificate import NoFormula, statement
from verify.optimal.found import Optimal, confirmed, optimal
from verify.optimal.lower import lower_bound_of

FILE = Path(__file__).parent / "plays.json"


@cache
def plays() -> dict[str, dict[str, Any]]:
    """Return the plays and factors that are recorded, by the claim's id."""
    return json.loads(FILE.read_text(encoding="utf-8"))  # type: ignore[no-any-return]


def recorded(claim: Claim) -> Optimal | None:
    """Return what the record has of a claim, if the checker confirms it of what the claim says now.

    >>> from boundcheck import theorem
    >>> recorded(theorem("bylander.5")).conclusion
    'no learner has a smaller bound'
    >>> recorded(theorem("bylander.7"))
    """
    if claim.nature is not None or lower_bound_of(claim) is not None:
        result = optimal(claim)
        return result if result.play is not None else None
    if claim.id not in plays():
        return None
    try:
        result = Optimal(claim, statement(claim), **plays()[claim.id])
    except NoFormula:
        return None
    return result if confirmed(result.statement, result.play or {}, result.factor) else None


def write() -> None:
    """Look for a play against every claim, and write the record."""
    asked = [claim for claim in catalogue() if claim.quantity.formula and lower_bound_of(claim) is None]
    results = {claim.id: optimal(claim) for claim in asked}
    kept = {name: {"play": a.play, "factor": a.factor} for name, a in results.items() if a.play is not None}
    FILE.write_text(json.dumps(kept, indent=1, sort_keys=True) + "\n", encoding="utf-8")


if __name__ == "__main__":
    write()
