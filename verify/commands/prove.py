"""``boundcheck prove``: the proof of a claim, step by step, and what it rests on."""

from __future__ import annotations

import argparse
from typing import TYPE_CHECKING, Any

from verify.commands.common import print_json

if TYPE_CHECKING:
    from rich.table import Table

STYLES = {"checked": "green", "partial": "yellow", "failed": "bold red", "none": "dim"}
EXIT = {"checked": 0, "partial": 0, "failed": 1, "none": 3}


def add(commands: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
    """Add the command ``prove ID`` (or ``prove all``) to the parser."""
    command = commands.add_parser("prove", help="run the machine-checked proof of a claim, step by step")
    command.add_argument("id", metavar="ID", help="a claim's id, or all for a summary")
    command.add_argument("--json", action="store_true", help="print JSON")
    command.set_defaults(run=run)


def run(options: argparse.Namespace) -> int:
    """Run the command: 0 if the proof is checked or partial, 1 if a step fails, 3 if there is no proof."""
    from rich.console import Console

    from verify.proofs import prove

    if options.id.lower() == "all":
        return _all(options)
    proof = prove(options.id)
    if options.json:
        print_json(proof_object(proof))
    else:
        Console(highlight=False, soft_wrap=True).print(str(proof), style=STYLES[proof.status], markup=False)
    return EXIT[proof.status]


def _all(options: argparse.Namespace) -> int:
    from rich.console import Console

    from bounds.catalogue import catalogue
    from verify.proofs import prove, proved_ids

    proofs = [prove(identifier) for identifier in proved_ids()]
    if options.json:
        print_json({"proofs": [proof_object(proof) for proof in proofs], "claims": len(catalogue())})
    else:
        Console().print(_table(proofs))
        counts = {
            status: sum(proof.status == status for proof in proofs) for status in ("checked", "partial", "failed")
        }
        seconds = sum(proof.seconds for proof in proofs)
        text = ", ".join(f"{count} {status}" for status, count in counts.items() if count)
        print(f"{len(proofs)} of {len(catalogue())} claims have a proof: {text}; {seconds:.1f} s")
    return 1 if any(proof.failed for proof in proofs) else 0


def _table(proofs: list[Any]) -> Table:
    from rich.table import Table

    table = Table("id", "proof", "steps", "seconds", "rests on, besides base axioms")
    for proof in proofs:
        steps = sum(step.how != "axiom" for step in proof.steps)
        rests_on = "; ".join([*(axiom.name for axiom in proof.facts), *(f"unchecked: {u}" for u in proof.unchecked)])
        status = f"[{STYLES[proof.status]}]{proof.status}[/]"
        failure = "" if proof.failed is None else f"fails at: {proof.failed.name}"
        table.add_row(proof.claim.id, status, str(steps), f"{proof.seconds:.2f}", failure or rests_on)
    return table


def proof_object(proof: Any) -> dict[str, Any]:
    """Return a proof as an object for JSON."""
    return {
        "claim": proof.claim.id,
        "bound": proof.claim.inequality,
        "proof": proof.status,
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
                "formula": " ".join(str(axiom.formula).split()),
                "text": axiom.text or None,
            }
            for axiom in proof.axioms
        ],
        "facts": [axiom.name for axiom in proof.facts],
        "unchecked": list(proof.unchecked),
        "failed": None if proof.failed is None else proof.failed.name,
        "repairs": [{"step": repair.step, "text": repair.text} for repair in proof.repairs],
        "seconds": round(proof.seconds, 3),
    }
