"""Where each proof by steps fails without one premise of its claim: the snapshot, and what makes it.

python -m tests.verify.prove.dropped_premises      drop every premise again, and write down what was found
"""

from __future__ import annotations

import json
from pathlib import Path
from unittest import mock

from bounds.claims.catalogue import theorem
from bounds.claims.claim import Claim
from verify.prove import prove, stepped_ids

SNAPSHOT = Path(__file__).with_suffix(".json")
PROVED, NOT_TRIED = "(proved)", "(not tried)"
"""What is written where no step fails: the proof does without the premise, or is no proof of what is left."""


def outcome(claim: Claim, name: str) -> str:
    """Return the name of the step that fails without the premise ``name``."""
    proof = prove(claim.replace(without=name))
    if proof.failed is not None:
        assert proof.failed.message, proof
        return proof.failed.name
    return PROVED if proof.goes_through else NOT_TRIED


def outcomes(claim: Claim) -> dict[str, str]:
    """Return the outcome without each premise of a claim, by its name."""
    return {name: outcome(claim, name) for name in dict.fromkeys(premise.name for premise in claim.hypotheses)}


def main() -> None:
    """Write the snapshot."""
    with mock.patch.multiple("verify.prove.prover", _refutation=lambda *_: "", _broken=lambda *_: ""):
        found = {identifier: outcomes(theorem(identifier)) for identifier in stepped_ids()}
    SNAPSHOT.write_text(json.dumps(found, indent=1) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
