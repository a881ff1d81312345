"""How the proof of a claim is found: by its steps, by implication, by one inequality a trial, or by Coq's record.

``verify.prove`` is the way in, and says what each function does.
"""

from __future__ import annotations

import dataclasses
import importlib
from collections.abc import Iterator
from functools import cache

from bounds.claims.asked import as_claim
from bounds.claims.catalogue import catalogue, catalogued, theorem
from bounds.claims.claim import Claim, Standing
from bounds.claims.variants import original as varied
from bounds.claims.variants import same_learner, theorem_id
from bounds.errors import BoundcheckError
from bounds.symbols import glossary
from verify.derive.prove_own import prove_own, read_claim
from verify.logic.kernel import Step
from verify.logic.proof import Proof
from verify.logic.session import ProofFunction, Reading, Session, run
from verify.logic.translate import NotTranslatable
from verify.proofs.facts import confirmed
from verify.proofs.registry import PROOFS
from verify.prove.implied import follows
from verify.prove.record import in_coq, record_of
from verify.prove.replay import StepReplay, replay_steps, violated_instance
from verify.search.search import search

SOURCES = (
    *("bylander1998.section3", "bylander1998.section4"),
    *("kitani.section1", "kitani.section2"),
    "kivinen1995.section3",
    *("grove2001.section4", "grove2001.section5", "grove2001.section7"),
)
"""The modules with proofs by steps, a section of a source each."""

ATTEMPTS = 200
"""Instances that a search judges for a claim whose proof does not go through, or before one is derived at length."""

NOT_COVERED = "the proofs do not cover this claim"

RUNS = 10
"""Random runs on which a claim's own learner is compared with the one that the proof speaks of."""


def prove(claim: Claim | str) -> Proof:
    """Run the proof of a claim, step by step; a variant follows from a claim, or is tried with the claim's steps."""
    proof, _ = _run(claim)
    return dataclasses.replace(proof, record=record_of(proof.claim), confirmed=confirmed(proof.facts))


def proved_ids() -> list[str]:
    """Return the ids of all claims that have a proof, in Coq or by steps, in the order of the catalogue."""
    return [claim.id for claim in catalogue() if _has_proof(claim) and claim.standing is not Standing.FALSE]


def stepped_ids() -> list[str]:
    """Return the ids of the claims among them whose proof has steps to be read."""
    return [identifier for identifier in proved_ids() if identifier.lower() in _proofs()]


def _has_proof(claim: Claim) -> bool:
    return claim.id.lower() in _proofs() or claim.id in in_coq()


def proof_function(identifier: str) -> ProofFunction | None:
    """Return the function whose steps prove a claim of the catalogue, None where it has none."""
    return _proofs().get(identifier.lower(), (None, None))[0]


@cache
def derived_ids() -> list[str]:
    """Return the ids of the claims by rule without steps of their own that one inequality a trial can speak of."""
    found, known = [], _proofs()
    for claim in catalogue():
        if claim.id.lower() in known or claim.learner is None or claim.learner.rule is None:
            continue
        try:
            read_claim(claim)
        except BoundcheckError:
            continue
        found.append(claim.id)
    return found


def replay_proof(claim: Claim | str, instances: int = 20, seed: int = 0) -> StepReplay:
    """Evaluate each axiom and each step of a claim's proof on exact runs of its learner."""
    _, session = _run(claim, steps_only=True)
    if session is None:
        raise BoundcheckError(f"there is no proof of {as_claim(claim).id} to replay")
    return replay_steps(session, instances, seed)


@cache
def _proofs() -> dict[str, tuple[ProofFunction, Reading | None]]:
    for source in SOURCES:
        importlib.import_module(f"verify.proofs.{source}")
    return PROOFS


def _run(claim: Claim | str, *, steps_only: bool = False) -> tuple[Proof, Session | None]:
    claim = as_claim(claim)
    original, base = _original(claim), varied(claim)
    if base is not None:
        _require_whole(claim, base if original is None else original)
    if not steps_only:
        implied = _implied(claim)
        if implied is not None:
            return implied, None
    if original is None:
        return _without_steps(claim), None
    changed = _changed_quantity(claim, original)
    if changed:
        return Proof(claim, reason=changed), None
    function, reading = _proofs()[original.id.lower()]
    another_learner = not same_learner(claim, original)
    try:
        proof, session = run(claim, function, reading)
    except NotTranslatable as error:
        return Proof(claim, reason=str(error)), None
    unpinned = _unpinned(claim, original)
    if unpinned and proof.failed is None:
        return Proof(claim, reason=unpinned), None
    if steps_only:
        return proof, session
    if another_learner and proof.failed is None:
        proof = _of_another_learner(proof, session, original)
    elif proof.failed is not None:
        proof = dataclasses.replace(proof, refuted=_refutation(claim, session))
    if claim.standing is Standing.FALSE and proof.failed is not None:
        proof = dataclasses.replace(proof, why=f"What is wrong with the claim: {claim.note}")
    return proof, session


def _without_steps(claim: Claim) -> Proof:
    """Return the proof by one inequality a trial of a claim by rule where it has one, else what Coq says of a claim."""
    by_rule = claim.learner is not None and claim.learner.rule is not None
    stated = None if by_rule and not catalogued(claim) else _in_coq(claim)
    if stated is not None and not by_rule:
        return stated
    own = _own(claim)
    return own if stated is None or own.status in ("checked", "partial") else stated


def _in_coq(claim: Claim) -> Proof | None:
    """Return what Coq says of a claim that has no steps, or why a variant of it is not proved; None if it has none."""
    base = varied(claim)
    if base is None or base.id not in in_coq():
        return None
    if catalogued(claim):
        return _of_record(claim)
    return Proof(
        claim, reason=f"it does not follow from {base.id}, whose proof, in Coq, has no steps to try on a variant"
    )


def _of_record(claim: Claim) -> Proof:
    """Return the proof of a claim of the catalogue that its theorem in Coq is."""
    record = record_of(claim)
    if record is None or not record.counts:
        return Proof(claim, reason=str(record), record=record)
    return Proof(claim, (Step(record.theorem, "coq", 0, ok=True, said=claim.inequality),), record=record)


def _own(claim: Claim) -> Proof:
    """Return the proof of a claim that has no steps of its own, by one inequality a trial where it is by rule."""
    if claim.learner is None or claim.learner.rule is None:
        unproved = claim.standing is Standing.UNPROVED
        return Proof(claim, reason=f"the claim is {claim.standing.value}" if unproved else NOT_COVERED)
    proof = prove_own(claim, _broken)
    if proof.failed is None or proof.refuted:
        return proof
    return dataclasses.replace(proof, refuted=_broken(claim))


def _implied(claim: Claim) -> Proof | None:
    """Return the proof of a variant that follows from the claim it is made from, or from another about the same."""
    return None if catalogued(claim) else follows(claim, _related(claim), _proof_of_base)


_BASES: dict[str, Proof] = {}
"""Proofs of the catalogue's claims that went through, for the variants that follow from them."""


def _proof_of_base(claim: Claim) -> Proof:
    """Return the proof of a claim from which a variant follows: that of record if it counts, else by steps."""
    record = record_of(claim)
    if record is not None and record.counts:
        return _of_record(claim)
    if claim.id not in _BASES:
        proof = prove(claim)
        if not catalogued(claim) or proof.status not in ("checked", "partial"):
            return proof
        _BASES[claim.id] = proof
    return _BASES[claim.id]


def _related(claim: Claim) -> Iterator[Claim]:
    """Yield the claims of which a claim may be a variant: its original first, then those about the same quantity."""
    base = varied(claim)
    if base is None or base is claim:
        return
    if not catalogued(base):
        yield base
        return
    nearest = (base.id, base.counterpart)
    for other in sorted(catalogue(source=base.id.partition(".")[0]), key=lambda other: other.id not in nearest):
        by_rule = other.learner is not None and other.learner.rule is not None
        proved = other.standing is not Standing.FALSE and (_has_proof(other) or by_rule)
        if proved and other.quantity.statement == claim.quantity.statement:
            yield other


def _require_whole(claim: Claim, original: Claim) -> None:
    """Raise BoundcheckError where a parameter that counts is set to what is not certainly an integer."""
    for symbol, value in claim.defines.items():
        if symbol.is_integer and value.is_integer is not True and original.defines.get(symbol) != value:
            raise BoundcheckError(
                f"{symbol} = {value} is not certainly an integer, and {symbol} counts: a proof would be only about "
                "the cases in which it is one; set it to an integer expression"
            )


def _refutation(claim: Claim, session: Session) -> str:
    """Say what shows that a claim whose proof does not go through, or a step of it, is false; nothing if nothing does.

    What is named was judged: by exact runs, or by the catalogue.
    """
    if claim.standing is Standing.FALSE:
        return "the catalogue has an instance on which the claim is false"
    try:
        violation = replay_steps(session, RUNS).violation
        if violation is not None:
            return str(violation)
        return _broken(claim)
    except BoundcheckError:
        return ""


def _broken(claim: Claim) -> str:
    """Say on which trials a claim is false, where a short search finds some; nothing else."""
    found = search(claim, instances=ATTEMPTS).verdict
    return "" if found is None else f"the claim is false on {found.instance.trials}"


def _original(claim: Claim) -> Claim | None:
    """Return the catalogue's claim whose proof fits: the claim itself, or its counterpart of the same quantity."""
    try:
        named = theorem(theorem_id(claim))
    except BoundcheckError:
        return None
    proofs = _proofs()
    for identifier in (named.id, named.counterpart):
        if identifier.lower() in proofs:
            return theorem(identifier)
    return None


def _changed_quantity(claim: Claim, original: Claim) -> str:
    """Say why the steps of ``original`` do not speak about ``claim``, or return nothing.

    A quantity, a premise or a measure is the same where its formula is, not where it reads the same.
    """
    if claim.quantity.statement != original.quantity.statement:
        return f"the proof of {original.id} is about another quantity"
    for what, a, b in (
        ("kind of outcomes", claim.outcomes, original.outcomes),
        ("start", claim.start, original.start),
        ("geometry", claim.geometry, original.geometry),
    ):
        if a != b:
            return f"the proof of {original.id} is about another {what}"
    premises = {hypothesis.name: hypothesis for hypothesis in original.hypotheses}
    for hypothesis in claim.hypotheses:
        if premises.get(hypothesis.name, hypothesis).statement != hypothesis.statement:
            return f"the proof of {original.id} has another premise called {hypothesis.name!r}"
    for symbol, measure in claim.measures.items():
        if original.measures.get(symbol, measure) != measure:
            return f"the proof of {original.id} measures {symbol} in another way"
    return "" if catalogued(claim) else _foreign(claim, original)


def _foreign(claim: Claim, original: Claim) -> str:
    """Say what in a claim that is not the catalogue's the proof of ``original`` cannot speak of, or return nothing."""
    if claim.comparator != original.comparator:
        return f"the proof of {original.id} is about another kind of comparator"
    known = [premise.statement for premise in original.hypotheses]
    for premise in claim.hypotheses:
        if premise.statement not in known:
            return f"the premise {premise.name!r} is none of {original.id}'s"
    for symbol in claim.defines:
        if symbol not in original.parameters:
            return f"{symbol} is no parameter of {original.id}, and its proof does not know it to be fixed"
    expressions = (claim.bound, *claim.defines.values())
    for symbol in sorted(set().union(*(e.free_symbols for e in expressions)), key=str):
        if symbol.name not in glossary():
            return f"the symbol {symbol} is none of the glossary's, and the proofs do not know it"
    return ""


def _unpinned(claim: Claim, original: Claim) -> str:
    """Say which measure an instance may set to what it is not, because the premise that pins it is missing."""
    if catalogued(claim):
        return ""
    stated = [premise.statement for premise in claim.hypotheses]
    for premise in original.hypotheses:
        if premise.statement in stated:
            continue
        for symbol in original.measures:
            if symbol.name in premise.spoken:
                return f"the proof takes {symbol} for what it measures, which only the premise {premise.name!r} says"
    return ""


def _of_another_learner(proof: Proof, session: Session, original: Claim) -> Proof:
    """Say what the proof of ``original`` shows of another learner: nothing; and, where runs say so, where it fails."""
    try:
        violation = replay_steps(session, RUNS).violation
    except AttributeError:  # the steps are read off parts of the learner that this one does not have
        violation = None
    if violation is not None:
        step = Step(violation.step, "run", 0, ok=False, message=str(violation), said=violation.statement)
    elif (broken := violated_instance(session.claim, RUNS)) is not None:
        step = Step("the claim", "run", 0, ok=False, message=f"it is false on {broken}", said=session.claim.inequality)
    else:
        message = f"the proof is about the learner of {original.id}, and nothing shows that this one is the same"
        step = Step("the learner", "z3", 0, ok=False, message=message)
    return dataclasses.replace(proof, steps=(*proof.steps, step), failed=step)
