"""The proof of a claim by rule that has no steps of its own: by the potential that it states, by z3, by a guessed one.

A potential's proof has its certificate; z3 proposes, and what it proposes is a proof with the certificate of a plan.
"""

from __future__ import annotations

from collections.abc import Callable
from itertools import chain

from bounds.claims.claim import Claim
from bounds.errors import BoundcheckError
from verify.derive.by_potential import proof_by, proved_by_potential
from verify.derive.certified import Certified, certificate_of, sealed
from verify.derive.found_potential import found_potentials
from verify.derive.found_weights import found_weights
from verify.derive.prove_own import prove_own
from verify.logic.proof import Proof


def own_proof(claim: Claim, broken: Callable[[Claim], str] | None = None) -> Proof:
    """Return the proof of a claim by rule, by one inequality a trial; ``broken`` looks for an instance against it."""
    proof = proved_by_potential(claim)
    if proof is None or proof.status in ("none", "not proved"):
        own = prove_own(claim, broken)
        proof = own if proof is None or own.goes_through else proof
    if claim.potential is None and (proof.status in ("none", "not proved") or uncertified(proof)):
        guessed = chain(found_weights(claim), found_potentials(claim))
        tried = (proof_by(claim, potential) for potential in guessed)
        proof = next((attempt for attempt in tried if attempt.status == "checked"), proof)
    return proof


def uncertified(proof: Proof) -> bool:
    """Tell whether z3 alone says that a claim is proved, by steps that have no certificate."""
    return proof.status == "proposed" and proof.plan is None


def own_certificate(claim: Callable[[], Claim]) -> Certified:
    """Return the certificate of a claim by rule, or why it has none, as where it cannot be stated."""
    try:
        return certificate_of(sealed(own_proof(claim())))
    except BoundcheckError as error:
        return Certified(None, str(error))
