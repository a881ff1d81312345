"""What is proved of a claim, for every dimension and every sequence of trials, and on what it rests.

``prover`` finds the proof of a claim, by the record of Coq (``record``), by steps (``verify.proofs``), because it
follows from another (``implied``), or by one inequality a trial (``verify.derive``); ``lift`` goes from some parameters
to all. All of that needs z3, which not everybody has, and is imported when a proof is asked for.

>>> from verify.prove import prove
>>> prove("bylander.2").status
'checked'
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any

from bounds.errors import BoundcheckError
from bounds.extras import missing

if TYPE_CHECKING:
    from collections.abc import Mapping
    from pathlib import Path

    from bounds.claims.claim import Claim
    from verify.derive.certified import Certified
    from verify.logic.proof import Proof
    from verify.logic.session import ProofFunction
    from verify.prove.coq_folder import InCoq
    from verify.prove.replay import StepReplay


def _prover() -> Any:
    try:
        import_module("z3")
    except ImportError:
        raise BoundcheckError(f"proofs need z3; {missing('z3')}") from None
    return import_module("verify.prove.prover")


def prove(claim: Claim | str) -> Proof:
    """Run the proof of a claim, step by step; a variant follows from a claim, or is attempted with the claim's steps.

    The proof of record of a claim is in Coq, and counts where Coq has checked it (verify.prove.record); steps that
    there are besides can be read and run here. A claim by rule that has neither is proved by one inequality a trial,
    where that can be (verify.derive.prove_own).

    Parameters
    ----------
    claim : Claim or str
        The claim, or its id.

    Returns
    -------
    Proof
        The steps that were checked, and which failed.

    Raises
    ------
    BoundcheckError
        For an id that no claim has, and where z3 is not installed.

    Examples
    --------
    >>> from bounds import symbols as s
    >>> from bounds.claims.catalogue import theorem
    >>> weak = theorem("bylander.8").replace(bound=s.U**2 * s.X**2 / (8 * s.tau))
    >>> prove(weak).failed.name
    'the claim'
    """
    proof: Proof = _prover().prove(claim)
    return proof


def certificate(proof: Proof) -> Certified:
    """Return the certificate of a proof by one inequality a trial, or say what is missing.

    It is an identity for each case, which ``boundcheck replay`` multiplies out without z3 and without this program's
    reading of the claim (verify.kernel_proof).

    >>> from boundcheck import own_claim
    >>> given = ["norm(u, 2) <= U", "norm(x, 2) <= X"]
    >>> regret = own_claim("w - eta*x", "U**2/(2*eta)", gain="yhat - eta/2*xx", loss="linear", given=given[:1])
    >>> print(certificate(prove(regret)))
    by certificate: 6 identities that boundcheck replay multiplies out
    """
    _prover()
    certified: Certified = import_module("verify.derive.certified").certificate_of(proof)
    return certified


def in_coq(claim: Claim, document: Mapping[str, Any] | None, directory: Path) -> InCoq:
    """Write a certificate as a folder that coqc compiles by itself, and have it compiled where coqc is installed."""
    _prover()
    result: InCoq = import_module("verify.prove.coq_folder").in_coq(claim, document, directory)
    return result


def lifted(claim: Claim | str) -> Proof | None:
    """Return the proof for all parameters by a form that is fitted to what ``certify`` finds at some of them.

    >>> from boundcheck import own_claim
    >>> given = ["norm(u, 2) <= U"]
    >>> regret = own_claim("w - eta*x", "U**2/(2*eta)", gain="yhat - eta/2*xx", loss="linear", given=given)
    >>> lifted(regret).status
    'checked'
    """
    _prover()
    proof: Proof | None = import_module("verify.prove.lift").lifted(claim)
    return proof


def proved_ids() -> list[str]:
    """Return the ids of all claims that have a proof, in Coq or by steps, in the order of the catalogue.

    Claims that are false as printed are not among them; ``prove`` attempts some of these, to show where they fail.
    """
    ids: list[str] = _prover().proved_ids()
    return ids


def stepped_ids() -> list[str]:
    """Return the ids of the claims among them whose proof has steps to be read.

    >>> "bylander.2" in stepped_ids()
    True
    """
    ids: list[str] = _prover().stepped_ids()
    return ids


def proof_function(identifier: str) -> ProofFunction | None:
    """Return the function whose steps prove a claim of the catalogue, None where it has none.

    >>> proof_function("bylander.5").__name__
    'mistakes_of_the_perceptron'
    """
    function: ProofFunction | None = _prover().proof_function(identifier)
    return function


def derived_ids() -> list[str]:
    """Return the ids of the claims by rule without steps of their own that one inequality a trial can speak of.

    >>> "classics.pa1" in derived_ids(), "classics.winnow1" in derived_ids()
    (True, False)
    """
    ids: list[str] = _prover().derived_ids()
    return ids


def by_potential_ids() -> list[str]:
    """Return the ids of the claims that say by which potential they are proved.

    >>> "modern.ogd.heavy_ball" in by_potential_ids()
    True
    """
    ids: list[str] = _prover().by_potential_ids()
    return ids


def replay_proof(claim: Claim | str, instances: int = 20, seed: int = 0) -> StepReplay:
    """Evaluate each axiom and each step of a claim's proof on exact runs of its learner.

    >>> replay_proof("bylander.2", instances=5).holds
    True
    """
    replay: StepReplay = _prover().replay_proof(claim, instances, seed)
    return replay
