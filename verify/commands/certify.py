"""``boundcheck certify``: all sequences of at most L trials, in any dimension, or one that breaks the claim."""

from __future__ import annotations

import argparse
from pathlib import Path
from typing import TYPE_CHECKING, Any

from verify.certify.result import Certified
from verify.certify.search import certify
from verify.commands.bar import bar
from verify.commands.common import parameters, require_folder, require_writable, variant, write_found
from verify.commands.printing import print_json, say
from verify.prove import in_coq, lifted

if TYPE_CHECKING:
    from verify.logic.proof import Proof
    from verify.prove.coq_folder import InCoq

INTERRUPTED = 130
EXIT = {"certified": 0, "certified for every length": 0, "refuted": 1, "open": 3}
STYLES = {"certified": "green", "certified for every length": "green", "refuted": "bold red", "open": "yellow"}


def run(options: argparse.Namespace) -> int:
    """Certify and print what is known; 0 if certified, 1 if refuted, 3 if it stays open, 130 if interrupted."""
    claim = variant(options)
    if options.coq is not None:
        require_folder(options.coq)
    given: dict[str, Any] = {str(symbol): str(value) for symbol, value in parameters(options.set).items()}
    if options.out is not None:
        require_writable(options.out)

    with bar(f"{options.id}: starting") as update:

        def advance(length: int, last: int) -> None:
            update(description=f"{options.id}: length {length} of {last}")

        result = certify(claim, options.length, seconds=options.seconds, progress=advance, **given)
        every = result.status == "certified for every length"
        of_all = lifted(claim) if options.lift and every else None
        proof = None if result.refuted else result.certificate
        folder = None if options.coq is None else in_coq(claim, proof, options.coq)
    written = result.certificate if of_all is None else of_all.certificate
    if options.out is not None and written is not None:
        write_found(written, options.out)
    told = _lifted(of_all) if options.lift else ""
    if options.json:
        more = {"lifted": told} if options.lift else {}
        print_json(result.as_json() | more | ({} if folder is None else {"coq_folder": folder.said}))
    else:
        _show(result, options.out, folder, told)
    if result.interrupted and not result.refuted:
        return INTERRUPTED
    return EXIT[result.status] if folder is None or folder.ok or result.refuted else EXIT["open"]


def _lifted(proof: Proof | None) -> str:
    """Say what is proved for all parameters."""
    if proof is None or proof.claim.potential is None:
        return "no: no closed form was found that proves it for all parameters"
    return f"to all parameters, by the potential {proof.claim.potential.formula}"


def _show(result: Certified, out: Path | None, folder: InCoq | None, lifted: str) -> None:
    say(f"{result.claim.id}  {result.claim.title}")
    say(f"  claim        {result.claim.inequality}")
    for line in (result.given, *result.lines()):
        say(line)
    if lifted:
        say(f"  lifted       {lifted}")
    if out is not None and result.certificate is not None:
        say(f"  written      {out}")
    if folder is not None:
        say(f"  Coq          {folder.said}")
    say(f"  time         {result.seconds:.1f} s")
    say(result.verdict, STYLES[result.status])
