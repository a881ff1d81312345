"""``boundcheck prove``: the proof of a claim, step by step, and what it rests on."""

from __future__ import annotations

import argparse
import json
import time
from typing import Any

from rich.table import Table

from bounds.claims.catalogue import catalogue
from bounds.data.files import write_text
from bounds.errors import BoundcheckError
from verify.commands.bar import bar
from verify.commands.common import require_folder, require_writable, variant
from verify.commands.printing import Output, print_json, say
from verify.logic.record import CoqTheorem
from verify.prove import by_potential_ids, certificate, derived_ids, in_coq, prove, proved_ids

STYLES = {
    "checked": "green",
    "partial": "yellow",
    "proposed": "bold yellow",
    "not proved": "bold yellow",
    "inconsistent": "bold red",
    "failed": "bold red",
    "none": "dim",
}
EXIT = {"checked": 0, "failed": 1}
"""Exit codes; every other status, which leaves the claim neither proved nor shown to be false, gives 3."""


def run(options: argparse.Namespace) -> int:
    """Run the command: 0 if the claim is proved, by steps, certificate or Coq, 1 if a step is false, 3 otherwise."""
    if options.out is not None:
        require_writable(options.out)
    if options.coq is not None:
        require_folder(options.coq)
    if options.id.lower() == "all":
        if options.out is not None or options.coq is not None:
            raise BoundcheckError("a file holds the proof of one claim; name it, not all")
        if options.bound is not None or options.relation or options.without or options.set:
            raise BoundcheckError("another bound, relation, hypothesis or parameter is for one claim; name it, not all")
        return _all(options)
    with bar("proving"):
        proof = prove(variant(options, options.set))
        shown = options.out is not None or options.coq is not None or (proof.claim.own and proof.goes_through)
        certified = certificate(proof) if shown else None
        folder = (
            None if certified is None or options.coq is None else in_coq(proof.claim, certified.document, options.coq)
        )
    if options.json:
        said = {"certificate": certified and str(certified), "coq_folder": folder and folder.said}
        print_json({**proof_object(proof), **said})
    else:
        *lines, verdict = str(proof).split("\n\n")
        for part in lines:
            say(part, end="\n\n")
        say(verdict, STYLES[proof.status])
        if certified is not None:
            say(certified.description if proof.status == "proposed" else str(certified))
        if folder is not None:
            say(folder.said)
    if certified is not None and certified.document is not None and options.out is not None:
        write_text(options.out, f"{json.dumps(certified.document, indent=1)}\n")
    if folder is not None and not folder.ok:
        return max(3, EXIT.get(proof.status, 3))
    return 0 if proof.record is not None and proof.record.counts else EXIT.get(proof.status, 3)


def _record_object(record: CoqTheorem | None) -> dict[str, Any] | None:
    """Return what is known of a theorem in Coq as an object for JSON; it counts where ``checked`` is not null."""
    if record is None:
        return None
    checked = None if record.checked is None else "here" if record.checked.here else "record"
    return {"file": record.file, "theorem": record.theorem, "checked": checked, "axioms": list(record.axioms)}


def _all(options: argparse.Namespace) -> int:
    started = time.perf_counter()
    identifiers, proofs = list(dict.fromkeys((*proved_ids(), *derived_ids(), *by_potential_ids()))), list[Any]()
    with bar("proving", len(identifiers)) as update:
        for identifier in identifiers:
            update(description=identifier, completed=len(proofs))
            proofs.append(prove(identifier))
    seconds = time.perf_counter() - started
    if options.json:
        print_json({"proofs": [proof_object(proof) for proof in proofs], "claims": len(catalogue())})
    else:
        table, facts = _table(proofs)
        Output().print(table)
        for letter, fact in facts.items():
            say(f"  {letter}  {fact}")
        counts = {status: sum(proof.status == status for proof in proofs) for status in STYLES}
        text = ", ".join(f"{count} {status}" for status, count in counts.items() if count)
        print(f"{len(proofs)} of {len(catalogue())} claims have a proof: {text}; {seconds:.1f} s")
    if any(proof.status == "failed" for proof in proofs):
        return 1
    return 0 if all(proof.status in ("checked", "partial") for proof in proofs) else 3


def _table(proofs: list[Any]) -> tuple[Table, dict[str, str]]:
    """Return the table of all proofs, and what the letters in its last column stand for."""
    letters: dict[str, str] = {}
    table = Table("id", "proof", "Coq", "steps", "seconds", "facts not checked", box=None, padding=(0, 2, 0, 0))
    for proof in proofs:
        steps = sum(step.how not in ("axiom", "coq") for step in proof.steps)
        named = {letters.setdefault(fact, _letter(len(letters))) for fact in proof.unchecked}
        facts = sorted(named, key=lambda letter: (len(letter), letter))
        status = f"[{STYLES[proof.status]}]{proof.status}[/]"
        failure = "" if proof.failed is None else f"fails at: {proof.failed.name}"
        rests_on = failure or " ".join(facts)
        in_coq = (_record_object(proof.record) or {}).get("checked") or ""
        table.add_row(proof.claim.id, status, in_coq, str(steps), f"{proof.seconds:.2f}", rests_on)
    return table, {letter: name for name, letter in letters.items()}


def _letter(index: int) -> str:
    """Return a, ..., z, aa, ab, ... for the facts of analysis.

    >>> [_letter(index) for index in (0, 25, 26, 27, 701, 702)]
    ['a', 'z', 'aa', 'ab', 'zz', 'aaa']
    """
    earlier, letter = divmod(index, 26)
    return (_letter(earlier - 1) if earlier else "") + chr(ord("a") + letter)


def _follows_from(proof: Any) -> dict[str, Any]:
    """Return the proof from which a variant follows, as an object for JSON."""
    record = _record_object(proof.record)
    return {"claim": proof.claim.id, "bound": proof.claim.inequality, "status": proof.status, "coq": record}


def proof_object(proof: Any) -> dict[str, Any]:
    """Return a proof as an object for JSON."""
    from verify.logic.notation import text

    return {
        "claim": proof.claim.id,
        "bound": proof.claim.inequality,
        "status": proof.status,
        "reason": proof.reason or None,
        "steps": [
            {
                "name": step.name,
                "statement": step.statement,
                "how": step.how,
                "seconds": round(step.seconds, 4),
                "ok": step.ok,
                "message": step.message or None,
            }
            for step in proof.steps
            if step.how != "axiom"
        ],
        "axioms": [
            {
                "name": axiom.name,
                "kind": axiom.kind,
                "formula": text(axiom.formula),
                "text": axiom.text or None,
            }
            for axiom in proof.axioms
        ],
        "facts": [axiom.name for axiom in proof.facts],
        "unchecked": list(proof.unchecked),
        "coq": _record_object(proof.record),
        "follows_from": None if proof.follows_from is None else _follows_from(proof.follows_from),
        "failed": None if proof.failed is None else proof.failed.name,
        "refuted": proof.refuted or None,
        "why": proof.why or None,
        "repairs": [{"step": repair.step, "text": repair.text} for repair in proof.repairs],
        "seconds": round(proof.seconds, 3),
    }
