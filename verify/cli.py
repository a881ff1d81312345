"""The ``boundcheck`` command: each subcommand is a module of verify.commands, which is loaded when it runs.

Exit codes: 0 for success (HOLDS, held, confirmed), 1 for a refuted claim (VIOLATED) or an unconfirmed certificate,
3 for VACUOUS, UNDECIDED or UNTESTED, 130 where Ctrl-C cut it short, 141 where nobody read on what it printed, and 143
where SIGTERM ended a campaign, 2 for bad input, with one line on standard error.
"""

from __future__ import annotations

import argparse
import difflib
import io
import re
import sys
from collections.abc import Callable, Sequence
from importlib import import_module
from typing import Any, NoReturn

from bounds.display import plain
from bounds.errors import BoundcheckError, Undecided, shortened
from bounds.extras import EXTRAS, missing
from verify.commands.arguments import COMMANDS, add_arguments
from verify.own_data.variant_options import joined
from verify.unread import UNREAD, print_no_more


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the command line and return its exit code."""
    given = joined(sys.argv[1:] if arguments is None else arguments)
    try:
        _take_all_characters()
        parser = _parser(given[0] if given else "")
        options = parser.parse_args(given)
        if not given:
            parser.print_help()
            return 0
        run: Callable[[argparse.Namespace], int] = options.run
        code = run(options)
        print(end="", flush=True)
        return code
    except ModuleNotFoundError as error:
        library = (error.name or "").partition(".")[0]
        if library not in EXTRAS:
            raise
        print(f"boundcheck: {missing(library)}", file=sys.stderr)
        return 2
    except BoundcheckError as error:
        print(f"boundcheck: {plain(str(error))}", file=sys.stderr)
        return 2
    except Undecided as error:
        print(f"boundcheck: {plain(str(error))}", file=sys.stderr)
        return 3
    except BrokenPipeError:
        print_no_more()
        return UNREAD
    except OSError as error:
        print(f"boundcheck: {plain(shortened(str(error)))}", file=sys.stderr)
        print_no_more()
        return 2
    except KeyboardInterrupt:
        print("boundcheck: interrupted", file=sys.stderr)
        return 130


def _take_all_characters() -> None:
    """Have characters that the terminal's encoding lacks printed as escapes."""
    if isinstance(sys.stdout, io.TextIOWrapper):
        sys.stdout.reconfigure(errors="backslashreplace")


class _Parser(argparse.ArgumentParser):
    """A parser that says in one line what is wrong, as is done with all bad input."""

    def parse_known_args(self, args: Any = None, namespace: Any = None) -> tuple[Any, list[str]]:
        """Parse what is known, which has to be all: a command refuses for itself what it does not take."""
        options, unknown = super().parse_known_args(args, namespace)
        if unknown:
            near = difflib.get_close_matches(unknown[0], re.findall(r"--[a-z-]+", self.format_usage()), 1)
            self.error(f"unrecognized arguments: {' '.join(unknown)}" + (f"; did you mean {near[0]}" if near else ""))
        return options, unknown

    def error(self, message: str) -> NoReturn:
        """End the program."""
        said = plain(shortened(" ".join(message.split())))
        self.exit(2, f"boundcheck: {said}; {self.prog} --help says what it takes\n")


def _parser(command: str = "") -> argparse.ArgumentParser:
    """Return the parser: whole for one command, and of the others with no more than what they do."""
    parser = _Parser(
        prog="boundcheck",
        description="State, check and break bounds of online linear learning, in exact arithmetic.",
        epilog="boundcheck COMMAND --help says what a command takes, and boundcheck docs prints what there is to read.",
    )
    parser.add_argument("--version", action=_Version, nargs=0, help="print the version")
    commands = parser.add_subparsers(title="commands", metavar="COMMAND")
    if command in COMMANDS:
        taken = commands.add_parser(command, help=COMMANDS[command].does)
        add_arguments(taken, command)
        taken.set_defaults(run=lambda options: import_module(f"verify.commands.{command}").run(options))
    else:
        for name, told in COMMANDS.items():
            commands.add_parser(name, help=told.does)
    return parser


class _Version(argparse.Action):
    """Prints the version and ends; what knows it is imported then."""

    def __call__(self, parser: argparse.ArgumentParser, *_given: Any) -> None:
        """Print the version."""
        print(f"boundcheck {import_module('importlib.metadata').version('boundcheck')}")
        parser.exit()


if __name__ == "__main__":
    sys.exit(main())
