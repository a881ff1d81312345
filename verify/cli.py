"""The ``boundcheck`` command: each subcommand is a module of verify.commands.

Exit codes: 0 for success (HOLDS, held, confirmed), 1 for a refuted claim (VIOLATED) or an unconfirmed certificate,
3 for VACUOUS, UNDECIDED or UNTESTED, 130 where Ctrl-C cut it short and 143 where SIGTERM ended a campaign, 2 for bad
input, with one line on standard error.
"""

from __future__ import annotations

import argparse
import os
import re
import sys
from collections.abc import Callable, Sequence
from importlib import import_module

from bounds.errors import BoundcheckError, Undecided

COMMANDS = (
    *(
        "ledger",
        "show",
        "check",
        "search",
        "campaign",
        "certify",
        "replay",
        "prove",
        "derive",
        "tune",
        "plot",
        "export",
    ),
    "experiment",
)
"""The modules of verify.commands, in the order of the help text; heavy imports wait until a command runs."""


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the command line and return its exit code."""
    parser = _parser()
    options = parser.parse_args(_joined(sys.argv[1:] if arguments is None else arguments))
    run: Callable[[argparse.Namespace], int] = options.run
    try:
        return run(options)
    except BoundcheckError as error:
        print(f"boundcheck: {error}", file=sys.stderr)
        return 2
    except Undecided as error:
        print(f"boundcheck: {error}", file=sys.stderr)
        return 3
    except BrokenPipeError:
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return 0
    except KeyboardInterrupt:
        print("boundcheck: interrupted", file=sys.stderr)
        return 130


def _joined(arguments: Sequence[str]) -> list[str]:
    """Join --comparator with a value such as -1,1, which argparse would take for an option of its own.

    >>> _joined(["check", "ID", "FILE", "--comparator", "-1,1"])
    ['check', 'ID', 'FILE', '--comparator=-1,1']
    """
    joined: list[str] = []
    for argument in arguments:
        if joined and joined[-1] == "--comparator" and re.match(r"-[\d.]", argument):
            joined[-1] += f"={argument}"
        else:
            joined.append(argument)
    return joined


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(
        prog="boundcheck",
        description="State, check and break bounds of online linear learning, in exact arithmetic.",
    )
    commands = parser.add_subparsers(title="commands", metavar="COMMAND")
    for name in COMMANDS:
        import_module(f"verify.commands.{name}").add(commands)
    import_module("verify.commands.ledger").arguments(parser)
    return parser


if __name__ == "__main__":
    sys.exit(main())
