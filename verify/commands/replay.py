"""``boundcheck replay FILE``: the independent checker replays a certificate."""

from __future__ import annotations

import argparse
from pathlib import Path

from bounds.errors import BoundcheckError
from bounds.files import name_of, read_whole
from verify import kernel
from verify.commands.common import print_json, say


def add(commands: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
    """Add the command."""
    command = commands.add_parser("replay", help="re-check a certificate with the independent checker")
    command.add_argument("file", metavar="FILE", type=Path, help="a certificate (JSON); - reads standard input")
    command.add_argument("--json", action="store_true", help="print JSON")
    command.set_defaults(run=run)


REMEDY = "give a certificate, which boundcheck search ID --out FILE writes"


def _certificate(file: Path) -> str:
    """Return the text of a file that holds a certificate, by its looks."""
    text = read_whole(file, kernel.MAX_BYTES)
    if not text.strip():
        raise BoundcheckError(f"the file is empty; {REMEDY}")
    document = kernel.load(text)
    if not isinstance(document, dict) or not {"format", "claim", "statement", "instance"} <= document.keys():
        raise BoundcheckError(f"this is JSON, but no certificate; {REMEDY}")
    return text


def run(options: argparse.Namespace) -> int:
    """Print what the checker finds; 0 if the certificate is confirmed, 1 if it is not."""
    try:
        confirmed, said = kernel.confirm(_certificate(options.file), kernel.statements())
    except BoundcheckError as error:
        raise BoundcheckError(f"{name_of(options.file)}: {error}") from None
    except kernel.Malformed as error:
        raise BoundcheckError(f"{name_of(options.file)}: {error}; {REMEDY}") from None
    if options.json:
        print_json({"confirmed": confirmed, "findings": said})
    else:
        say("CONFIRMED" if confirmed else "NOT CONFIRMED")
        for sentence in said:
            say(f"  {sentence}")
    return 0 if confirmed else 1
