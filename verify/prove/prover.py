"""How the proof of a claim is found: by its steps, by implication, by one inequality a trial, or by Coq's record.

``verify.prove`` is the way in, and says what each function does.
"""

from __future__ import annotations

import dataclasses
import importlib
from collections.abc import Iterator
from contextlib import suppress
from functools import cache
from typing import Any

from bounds.claims.asked import as_claim
from bounds.claims.catalogue import catalogue, catalogued, theorem
from bounds.claims.claim import Claim, Standing
from bounds.claims.variants import original as varied
from bounds.claims.variants import theorem_id
from bounds.errors import BoundcheckError
from verify.derive.certified import certified, sealed
from verify.derive.own import own_proof
from verify.derive.prove_own import read_claim
from verify.judge.check import first_failure_text
from verify.logic.kernel import Step
from verify.logic.proof import Proof
from verify.logic.session import ProofFunction, Reading, Session, run
from verify.logic.translate import NotTranslatable
from verify.optimal.found import optimal
from verify.proofs.facts import confirmed
from verify.proofs.registry import PROOFS
from verify.prove.implied import READ, follows
from verify.prove.record import in_coq, record_of
from verify.prove.replay import StepReplay, replay_steps, violated_instance
from verify.search.search import search

SOURCES = ("bylander1998.section3", "bylander1998.section4", "kitani.section1")
"""The modules with proofs by steps, a section of a source each."""

ATTEMPTS = 200
"""Instances that a search judges for a claim whose proof does not go through, or before one is derived at length."""

NOT_COVERED = "the proofs do not cover this claim"

WRITTEN_ON = frozenset({"quantity", "kind of outcomes", "start", "geometry"})
"""Where a claim differs in these, the steps of another cannot be tried on it at all."""

RUNS = 10
"""Random runs on which a claim's own learner is compared with the one that the proof speaks of."""


def prove(claim: Claim | str) -> Proof:
    """Run the proof of a claim, step by step; a variant follows from a claim, or is tried with the claim's steps."""
    proof, _ = _run(claim)
    if proof.status == "none" and catalogued(varied(proof.claim) or proof.claim):
        proof = dataclasses.replace(proof, refuted=_shown_false(proof.claim), why=_why(proof.claim))
    proof = dataclasses.replace(proof, record=record_of(proof.claim), confirmed=confirmed(proof.facts))
    return sealed(proof) if proof.status == "proposed" and proof.follows_from is None else proof


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
    ids, known = [], _proofs()
    for claim in catalogue():
        by_rule = claim.learner is not None and claim.learner.rule is not None
        otherwise = claim.potential is not None or claim.standing is Standing.UNPROVED
        if claim.id.lower() in known or not by_rule or otherwise:
            continue
        try:
            read_claim(claim)
        except BoundcheckError:
            continue
        ids.append(claim.id)
    return ids


def by_potential_ids() -> list[str]:
    """Return the ids of the claims that say by which potential they are proved."""
    return [claim.id for claim in catalogue() if claim.potential is not None]


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
    if claim.nature is not None:
        return _by_play(claim), None
    implied = None if steps_only else _implied(claim)
    if implied is not None:
        return implied, None
    original = _original(claim)
    if original is None:
        return _without_steps(claim), None
    beyond = _beyond(claim, original)
    if claim.difference(original).keys() & WRITTEN_ON:
        return Proof(claim, reason=beyond), None
    try:
        proof, session = run(claim, *_proofs()[original.id.lower()])
    except NotTranslatable as error:
        return Proof(claim, reason=str(error)), None
    if steps_only:
        return proof, session
    if proof.failed is None and beyond:
        proof = _diagnosed(proof, session, beyond)
    elif proof.failed is not None:
        proof = dataclasses.replace(proof, refuted=_refutation(claim, session))
    if proof.failed is not None:
        proof = dataclasses.replace(proof, why=_why(claim))
    return proof, session


def _without_steps(claim: Claim) -> Proof:
    """Return the proof by one inequality a trial of a claim by rule where it has one, else what Coq says of a claim."""
    by_rule = claim.learner is not None and claim.learner.rule is not None
    stated = None if by_rule and not catalogued(claim) else _in_coq(claim)
    if stated is not None and not by_rule:
        return stated
    own = _own(claim)
    return own if stated is None or own.goes_through else stated


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
    if claim.draws:
        return Proof(claim, reason="its learner draws: it is about an expectation, which check and search judge")
    proof = own_proof(claim, _broken)
    if proof.failed is None or proof.refuted:
        return proof
    return dataclasses.replace(proof, refuted=_broken(claim))


def _by_play(claim: Claim) -> Proof:
    """Return the proof of a lower bound on any learner: what nature plays, as the independent checker confirms it."""
    result = optimal(claim)
    if result.certificate is None:
        return Proof(claim, reason=f"what nature plays does not show it: {result.why}")
    step = Step("what nature plays against every learner", "play", 0, ok=True, said=" ".join(result.lines()))
    return Proof(claim, (step,), certificate=result.certificate)


def _implied(claim: Claim) -> Proof | None:
    """Return the proof of a variant that follows from the claim it is made from, or from another about the same."""
    if catalogued(claim):
        return None
    proof = follows(claim, _related(claim), _proof_of_base)
    base = None if proof is None else proof.follows_from
    return proof if proof is None or base is None or catalogued(base.claim) else _of_own_base(proof, base)


def _of_own_base(proof: Proof, base: Proof) -> Proof:
    """Return the proof of a variant of an own claim: with a certificate by the same constants, or by its own."""
    document = None if base.plan is None else certified(proof.claim, base.plan).document
    if document is not None:
        return dataclasses.replace(proof, certificate=document, missing="")
    own = sealed(_own(proof.claim))
    lacks = f"z3 alone says that it follows from {base.claim.id}"
    return own if own.status == "checked" else dataclasses.replace(proof, missing=lacks)


_BASES: dict[str, Proof] = {}
"""Proofs of the catalogue's claims that went through, for the variants that follow from them."""


def _proof_of_base(claim: Claim) -> Proof:
    """Return the proof of a claim from which a variant follows: that of record if it counts, else by steps."""
    record = record_of(claim)
    if record is not None and record.counts:
        return _of_record(claim)
    if claim.id not in _BASES:
        proof = prove(claim)
        if not catalogued(claim) or not proof.goes_through:
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


def _refutation(claim: Claim, session: Session) -> str:
    """Say what shows that a claim whose proof does not go through, or a step of it, is false; nothing if nothing does.

    What is named was judged: by exact runs, or by the catalogue.
    """
    try:
        violation = None if claim.standing is Standing.FALSE else replay_steps(session, RUNS).violation
    except BoundcheckError:
        return ""
    return _shown_false(claim) if violation is None else str(violation)


def _shown_false(claim: Claim) -> str:
    """Say what shows that a claim is false: the catalogue, or what a short search finds; nothing else."""
    if claim.standing is Standing.FALSE:
        return "the catalogue has an instance on which the claim is false"
    try:
        return _broken(claim)
    except BoundcheckError:
        return ""


def _broken(claim: Claim) -> str:
    """Say on which trials a claim is false, and where its inequality of a trial first fails; nothing of another."""
    verdict = search(claim, instances=ATTEMPTS).verdict
    if verdict is None:
        return ""
    where = "" if verdict.first_failure is None else f"; {first_failure_text(verdict)}"
    return f"the claim is false on {verdict.instance.trials}{where}"


def _why(claim: Claim) -> str:
    return f"What is wrong with the claim: {claim.note}" if claim.standing is Standing.FALSE else ""


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


def _beyond(claim: Claim, original: Claim) -> str:
    """Say in what a claim is more than the steps of ``original`` speak of, or return nothing.

    They read the claim's own bound, relation, premises, definitions and domains, and prove what these say as long as
    all else is what it was: the premises are some of the original's, the parameters are its own, those that count are
    whole, and each that is measured has the premise that says so.
    """
    stated = [premise.statement for premise in claim.hypotheses]
    known = [premise.statement for premise in original.hypotheses]
    unpinned = {name for h in original.hypotheses if h.statement not in stated for name in h.spoken}
    differences = [f"another {part}" for part in claim.difference(original) if part not in READ]
    differences += [f"the premise {h.name!r}" for h in claim.hypotheses if h.statement not in known]
    strange = {*(_symbols(claim) - _symbols(original)), *(claim.defines.keys() - {*original.parameters})}
    differences += [f"{symbol}, which is none of its parameters" for symbol in sorted(strange, key=str)]
    differences += [
        f"{a} = {b}, which need not be whole"
        for a, b in claim.fixed_besides(original).items()
        if a.is_integer and not b.is_integer
    ]
    differences += [f"{symbol} that no premise measures" for symbol in original.measures if symbol.name in unpinned]
    return f"the proof of {original.id} does not speak of {', '.join(differences)}" if differences else ""


def _symbols(claim: Claim) -> set[Any]:
    """Return the symbols of a claim: those that it speaks of, measures and counts, and is bounded in."""
    return {*claim.parameters, *claim.spoken, *claim.measures, *claim.counted, *claim.bound.free_symbols}


def _diagnosed(proof: Proof, session: Session, beyond: str) -> Proof:
    """Say that steps which go through show nothing of a claim that is ``beyond`` them, or where runs break it."""
    claim, violation, broken = session.claim, None, None
    with suppress(AttributeError, BoundcheckError):  # the steps may be read off parts that this learner does not have
        violation = replay_steps(session, RUNS).violation
    with suppress(BoundcheckError):
        broken = violated_instance(claim, RUNS)
    if violation is not None:
        step = Step(violation.step, "run", 0, ok=False, message=str(violation), said=violation.statement)
    elif broken is not None:
        step = Step("the claim", "run", 0, ok=False, message=f"it is false on {broken}", said=claim.inequality)
    else:
        step = Step("what the proof is about", "z3", 0, ok=False, message=beyond)
    return dataclasses.replace(proof, steps=(*proof.steps, step), failed=step)
