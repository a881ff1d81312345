"""``boundcheck replay FILE``: an independent checker replays a certificate: of an instance, or of a worst case."""

from __future__ import annotations

import argparse
from pathlib import Path
from types import ModuleType

from bounds.errors import BoundcheckError
from verify import kernel, kernel_minimax, kernel_worst
from verify.commands.printing import print_json, say
from verify.links import source_of, text_of

REMEDY = "give a certificate, which boundcheck search ID --out FILE writes, or boundcheck certify"


def _certificate(file: Path, patience: int) -> tuple[str, ModuleType]:
    """Return the text of a file that holds a certificate, by its looks, and the checker for its format."""
    text = text_of(file, kernel.MAX_BYTES * patience)
    if not text.strip():
        raise BoundcheckError(f"the file is empty; {REMEDY}")
    document = kernel.load(text)
    parts = {"format", "claim", "statement"}
    if isinstance(document, dict) and document.get("format") == kernel_minimax.FORMAT:
        parts = {"format", "game", "table"}
    if not isinstance(document, dict) or not parts <= document.keys():
        raise BoundcheckError(f"this is JSON, but no certificate; {REMEDY}")
    checker = kernel_worst if str(document["format"]) in kernel_worst.FORMATS else kernel
    if checker is kernel and "instance" not in document:
        raise BoundcheckError(f"this is JSON, but no certificate; {REMEDY}")
    return text, checker


def _asked(options: argparse.Namespace) -> kernel.Expected | None:
    """Return the claim that the file has to be about: one of the catalogue, or a variant of it."""
    if options.id is None:
        if options.bound is not None or options.relation or options.without or options.set:
            raise BoundcheckError(
                "--bound, --relation, --without and --set say more of a claim; name it with --claim ID"
            )
        return None
    from bounds.claims.variants import theorem_id  # the checker itself needs none of these
    from verify.commands.common import variant
    from verify.judge.certificate import statement

    claim = variant(options, options.set)
    return kernel.Expected(theorem_id(claim), statement(claim))


def run(options: argparse.Namespace) -> int:
    """Print what the checker finds; 0 if the certificate is confirmed, 1 if it is not."""
    wanted = _asked(options)
    try:
        text, checker = _certificate(options.file, options.patience)
        if checker is kernel:
            confirmed, said = kernel.confirm(text, kernel.statements(), wanted, options.patience)
        elif wanted is not None:
            raise BoundcheckError("--claim is for certificates of instances; a worst case says in full what it shows")
        else:
            confirmed, said = checker.confirm(text, kernel.statements(), options.patience)
    except BoundcheckError as error:
        raise BoundcheckError(f"{source_of(options.file)}: {error}") from None
    except kernel.Malformed as error:
        raise BoundcheckError(f"{source_of(options.file)}: {error}; {REMEDY}") from None
    if options.json:
        print_json({"confirmed": confirmed, "findings": said})
    else:
        say("CONFIRMED" if confirmed else "NOT CONFIRMED")
        for line in kernel.lines(said, "  "):
            say(line)
    return 0 if confirmed else 1
