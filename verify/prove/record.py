"""The proof of record: the theorem of a claim in Coq, and who has checked it as it stands here.

It counts where Coq was run here on these very sources, or where the committed record of such a run
(``coq_run.RECORD``) has their digest, the bounds generated from the catalogue as it is included. It is about the
catalogue's own claim and no variant; what follows from it is said by ``verify.prove.implied``.
"""

from __future__ import annotations

from functools import cache

from bounds.claims.catalogue import catalogued
from bounds.claims.claim import Claim
from verify.logic.record import CoqTheorem
from verify.proofs import coq_run
from verify.proofs.coq_statements import Stated, stated

FOLDER = "verify/proofs/coq"


@cache
def _theorems() -> dict[str, Stated]:
    return {one.of: one for one in stated()}


def in_coq() -> frozenset[str]:
    """Return the ids of the claims that have a theorem in Coq, whether or not it was checked.

    >>> "bylander.2" in in_coq(), "bylander.2.printed" in in_coq()
    (True, False)
    """
    return frozenset(_theorems())


def record_of(claim: Claim) -> CoqTheorem | None:
    """Return the proof of record of a claim of the catalogue; None of any other claim, and where there is none.

    >>> from boundcheck import theorem
    >>> record_of(theorem("bylander.2")).theorem
    'bylander_2'
    >>> record_of(theorem("bylander.2").replace(bound="U")) is None
    True
    """
    theorem = _theorems().get(claim.id) if catalogued(claim) else None
    if theorem is None:
        return None
    record = coq_run.checked()
    axioms = None if record is None else record.axioms.get(claim.id)
    known = () if axioms is None else tuple(sorted(axioms))
    return CoqTheorem(f"{FOLDER}/{theorem.proved_in}", theorem.name, None if axioms is None else record, known)
