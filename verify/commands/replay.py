"""``boundcheck replay FILE``: the independent checker replays a certificate."""

from __future__ import annotations

import argparse
from pathlib import Path

from bounds.errors import BoundcheckError
from verify import kernel
from verify.commands.common import print_json, say


def add(commands: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
    """Add the command."""
    command = commands.add_parser("replay", help="re-check a certificate with the independent checker")
    command.add_argument("file", metavar="FILE", type=Path)
    command.add_argument("--json", action="store_true", help="print JSON")
    command.set_defaults(run=run)


def run(options: argparse.Namespace) -> int:
    """Print what the checker finds; 0 if the certificate is confirmed, 1 if it is not."""
    try:
        confirmed, said = kernel.replay(options.file)
    except kernel.Malformed as error:
        raise BoundcheckError(f"{options.file}: {error}") from None
    if options.json:
        print_json({"confirmed": confirmed, "findings": said})
    else:
        say("CONFIRMED" if confirmed else "NOT CONFIRMED")
        for sentence in said:
            say(f"  {sentence}")
    return 0 if confirmed else 1
