"""All judges on one own claim: what one calls proved or certified no other refutes, and a refutation is confirmed.

The judges are those of the front door, and the plain judge of these tests, which reads the claim file by itself.
"""

from __future__ import annotations

import json
import random
import re
from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass, field
from fractions import Fraction
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from boundcheck import (
    BoundcheckError,
    Certified,
    Claim,
    Instance,
    Interval,
    Proof,
    Search,
    Trials,
    certificate,
    certify,
    check,
    kernel,
    prove,
    read_claim,
    search,
)

from tests.fuzz.own_claims import as_file
from tests.fuzz.plain_attack import attack
from tests.fuzz.plain_judge import COUNTED, Document, Found, Plain, judge, measured, parts
from tests.fuzz.plain_language import Undefined, Unreadable
from verify.derive.prove_own import prove_own

PROVED = ("checked", "partial", "proposed")
CERTIFIED = ("certified", "certified for every length")
LENGTH = 3
DERIVED = (
    "a d(u, w_1) + b l + c (sum of losses) is at most the bound",
    "what the trials add up to is at most the bound",
)
"""Steps of a proof with constants that were derived, which say that these add up."""


def as_claim(document: Document) -> Claim:
    """Return the claim in a file of these texts."""
    with TemporaryDirectory() as folder:
        file = Path(folder, "mine.json")
        file.write_text(as_file(document), encoding="utf-8")
        return read_claim(file)


@dataclass(frozen=True)
class Judges:
    """What is asked of each judge, of a claim file; a planted fault stands in the place of one of them."""

    read: Callable[[Document], Claim] = as_claim
    prove: Callable[[Document], Proof] = lambda document: prove(as_claim(document))
    certify: Callable[[Document], Certified] = lambda document: _at_ones(document)
    search: Callable[[Document, int], Search] = lambda document, instances: search(
        as_claim(document), instances=instances
    )
    asked: frozenset[str] = frozenset(("check", "prove", "search", "certify", "replace"))
    instances: int = 16
    """How many the plain judge tries; the search twice as many."""


def _at_ones(document: Document) -> Certified:
    """Certify a claim where U and eta are 1, at which most bounds are attained on a trial or two."""
    claim = as_claim(document)
    given: dict[str, Any] = {name: 1 for name in ("U", "eta") if name in map(str, claim.parameters)}
    return certify(claim, LENGTH, patterns=100, **given)


def without_a_search(document: Document) -> Proof:
    """Prove a claim without looking for what breaks it first, so that constants are derived of false claims too."""
    return prove_own(as_claim(document))


@dataclass
class Said:
    """What was counted, and what contradicts what."""

    counts: Counter[str] = field(default_factory=Counter)
    wrong: list[str] = field(default_factory=list)


def said_of(document: Document, number: int, judges: Judges, true: Document | None = None) -> Said:
    """Ask the judges about a claim, and compare what they say; ``true`` is the claim of which it is a variant."""
    said = Said()
    try:
        claim = judges.read(document)
    except BoundcheckError:
        said.counts["refused"] += 1
        return said
    if counted := document.get("define", {}).keys() & COUNTED:
        said.wrong.append(f"it is read, though it defines {', '.join(counted)}, which an instance counts")
        return said
    tried = [*attack(document, random.Random(number), judges.instances)]
    broken = next((plain for plain, found in tried if found.status == "VIOLATED"), None)
    supported = any(found.status == "HOLDS" for _, found in tried)
    said.counts["broken" if broken else "supported" if supported else "vacuous" if tried else "unread"] += 1
    if "check" in judges.asked:
        _compare(claim, tried, said)
    proved = "prove" in judges.asked and _proved(document, broken, judges, said)
    if true is not None and "replace" in judges.asked:
        _replaced(document, true, broken, said)
    if "search" in judges.asked or proved:
        _searched(document, proved, judges, said)
    if "certify" in judges.asked:
        _certified(document, number, proved, judges, said)
    return said


# --- the checker, on instances ----------------------------------------------------------------------------------


def _outcome(y: Any) -> Any:
    if isinstance(y, tuple):
        return Interval(*y)
    return Interval.point(y)


def as_instance(plain: Plain, labels: bool) -> Instance:
    """Return an instance as the package has it."""
    outcomes = [int(y) if labels else _outcome(y) for y in plain.outcomes]
    trials = Trials.of(plain.rows, outcomes, n=len(plain.u))
    return Instance(trials, plain.u, dict(plain.parameters))


def _compare(claim: Claim, tried: list[tuple[Plain, Found]], said: Said) -> None:
    """Compare the plain judge with the checker, and with the independent one, on an instance of each verdict."""
    for status in ("VIOLATED", "HOLDS", "VACUOUS"):
        plain, found = next(((p, f) for p, f in tried if f.status == status), (None, None))
        if plain is None or found is None:
            continue
        try:
            verdict = check(claim, as_instance(plain, labels=claim.outcomes.kind == "labels"))
            theirs = verdict.status.value
        except BoundcheckError as error:
            theirs = f"refused: {error}"
        said.counts[f"check {status}"] += 1
        if theirs == status or theirs == "UNDECIDED" or (status == "VACUOUS" and theirs.startswith("refused")):
            if theirs == "VIOLATED" and not kernel.confirm(json.dumps(certificate(verdict)), kernel.statements())[0]:
                said.wrong.append(f"check says VIOLATED of {plain}, and the independent checker does not confirm it")
            continue
        said.wrong.append(f"check says {theirs} of {plain}, and the plain judge {found}")


# --- proofs, searches and certificates ---------------------------------------------------------------------------


def _proved(document: Document, broken: Plain | None, judges: Judges, said: Said) -> bool:
    try:
        proof = judges.prove(document)
    except BoundcheckError:
        said.counts["prove refuses"] += 1
        return False
    said.counts[f"prove {proof.status}"] += 1
    proved = proof.status in PROVED
    if any(step.name.startswith(DERIVED) for step in proof.steps):
        said.counts["derived, proved" if proved else "derived, not proved"] += 1
    if proved and broken is not None:
        said.wrong.append(f"prove says {proof.status}, and the plain judge that it is violated on {broken}")
    return proved


def _replaced(document: Document, true: Document, broken: Plain | None, said: Said) -> None:
    """Prove the claim as a variant of the true one, where it has another bound: it may follow from that one."""
    if {**document, "bound": ""} != {**true, "bound": ""} or document == true:
        return
    try:
        proof = prove(as_claim(true).replace(bound=as_claim(document).bound))
    except BoundcheckError:
        return
    said.counts[f"variant {proof.status}"] += 1
    if proof.status in PROVED and broken is not None:
        said.wrong.append(f"the variant is proved, and the plain judge says that it is violated on {broken}")


def _searched(document: Document, proved: bool, judges: Judges, said: Said) -> None:
    try:
        found = judges.search(document, 2 * judges.instances)
    except BoundcheckError:
        said.counts["search refuses"] += 1
        return
    said.counts[f"search {found.conclusion}"] += 1
    if not found.refuted:
        return
    if proved:
        said.wrong.append(f"prove says that it is proved, and search:\n{found}")
    if found.confirmation != "by the independent checker":
        said.wrong.append(f"search refutes it, and its certificate is confirmed {found.confirmation}")
    _confirmed(document, "search", found.counterexample, said)


def _confirmed(document: Document, who: str, document_of: Any, said: Said) -> None:
    """See whether the plain judge confirms a certificate that refutes the claim."""
    try:
        plain = plain_of(document, document_of["instance"])
        found = judge(document, plain)
    except Unreadable:
        said.counts["refuted, unread"] += 1
        return
    said.counts["refuted, confirmed"] += 1
    if found.status != "VIOLATED":
        said.wrong.append(f"{who} refutes it by {document_of['instance']}, and the plain judge says {found}")


def _certified(document: Document, number: int, proved: bool, judges: Judges, said: Said) -> None:
    try:
        found = judges.certify(document)
    except BoundcheckError:
        said.counts["certify refuses"] += 1
        return
    said.counts[f"certify {found.status}"] += 1
    if found.refuted:
        if proved:
            said.wrong.append(f"prove says that it is proved, and certify:\n{found}")
        _confirmed(document, "certify", found.certificate, said)
    if found.status in CERTIFIED:
        chance = random.Random(number)
        for plain, plainly in attack(document, chance, 3 * judges.instances, **found.parameters):
            short = plain.l <= found.length or found.status != "certified"
            if plainly.status == "VIOLATED" and short:
                said.wrong.append(f"certify says {found.status} at {found.parameters}, and it is violated on {plain}")
                return
            said.counts["certified, tried"] += plainly.status == "HOLDS" and short


_INTERVAL = re.compile(r"[\[(](.+),(.+)[\])]")


def plain_of(document: Document, said: dict[str, Any]) -> Plain:
    """Return the instance in a certificate, for the plain judge."""
    outcomes = parts(document)["outcomes"]
    rows = tuple(tuple(map(Fraction, trial["x"])) for trial in said["trials"])
    ends = [_ends(trial["outcome"]) for trial in said["trials"]]
    targets = tuple(end if outcomes == "intervals" else end[0] for end in ends)
    u = tuple(map(Fraction, said.get("comparator") or ["0"] * said["n"]))
    return measured(document, Plain(rows, targets, u, dict(said["parameters"])))


def _ends(text: str) -> tuple[Fraction | None, Fraction | None]:
    found = _INTERVAL.fullmatch(text)
    if found is None:
        return Fraction(text), Fraction(text)
    if (text[0] == "(" and "oo" not in found[1]) or (text[-1] == ")" and "oo" not in found[2]):
        raise Unreadable("an open end of an interval")
    low, high = (None if "oo" in end else Fraction(end) for end in found.groups())
    return low, high


# --- a smaller claim that shows the same ---------------------------------------------------------------------------


def shrunk(document: Document, number: int, judges: Judges, tries: int = 12) -> Document:
    """Return a claim with less in it of which the judges still contradict each other."""
    for smaller in _smaller(document):
        tries -= 1
        if tries < 0:
            break
        try:
            if said_of(smaller, number, judges).wrong:
                return shrunk(smaller, number, judges, tries)
        except (BoundcheckError, Undefined, Unreadable):
            continue
    return document


def _smaller(document: Document) -> list[Document]:
    """Return the claim without one of its premises, definitions or other parts."""
    found = [{**document, "given": [p for p in document["given"] if p != said]} for said in document["given"]]
    left = [key for key in ("define", "relation", "times", "loss") if key in document]
    return found + [{name: said for name, said in document.items() if name != key} for key in left]
