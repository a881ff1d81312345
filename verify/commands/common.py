"""What the commands share: types of arguments, ``--set``, printing."""

from __future__ import annotations

import argparse
import json
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from bounds.errors import BoundcheckError

if TYPE_CHECKING:
    from rich.table import Table

    from bounds.claim import Claim

WIDEST = 10_000
"""Columns that no table needs."""


def claim_named(text: str) -> Claim:
    """Return the claim with this id, or the one that a file (TOML or JSON) states."""
    from bounds.catalogue import theorem
    from bounds.own_file import is_claim_file, read_claim

    return read_claim(text) if is_claim_file(text) else theorem(text)


def set_argument(command: argparse.ArgumentParser, purpose: str) -> None:
    """Add ``--set NAME=VALUE`` to a command."""
    command.add_argument(
        "--set",
        action="append",
        default=[],
        metavar="NAME=VALUE",
        help=f"{purpose}, such as eta=1/10 or U=sqrt(2)",
    )


def positive(text: str) -> int:
    """Read a positive whole number."""
    value = int(text) if text.isascii() and text.isdigit() and len(text) < 19 else 0
    if value < 1:
        raise argparse.ArgumentTypeError(f"{text!r} is not a positive whole number")
    return value


def seconds(text: str) -> float:
    """Read a positive number of seconds."""
    from bounds.numbers.rational import parse_rational

    try:
        value = float(parse_rational(text, "seconds"))
    except (BoundcheckError, OverflowError) as error:
        raise argparse.ArgumentTypeError(str(error)) from None
    if value <= 0:
        raise argparse.ArgumentTypeError(f"{text!r} is not a positive number of seconds")
    return value


def say(text: str) -> None:
    """Print a line as it is, without wrapping or markup."""
    from rich.console import Console

    Console(soft_wrap=True, highlight=False, markup=False).print(text)


def print_table(table: Table) -> None:
    """Print a table, as wide as it needs to be where the output is no terminal."""
    from rich.console import Console

    console = Console()
    if not console.is_terminal:
        console.width = max(console.width, console.measure(table, options=console.options.update(width=WIDEST)).maximum)
    console.print(table)


def print_json(value: object) -> None:
    """Print a value as JSON."""
    print(json.dumps(value, indent=2))


def pairs(lines: Sequence[tuple[str, str]]) -> None:
    """Print names with texts, a repeated name once."""
    previous = ""
    for name, text in lines:
        say(f"  {name if name != previous else '':<12} {text}")
        previous = name


def expressions(assignments: Sequence[str]) -> dict[Any, Any]:
    """Return the expressions given as NAME=EXPR by symbol."""
    from bounds.expression import parse_assignments

    return parse_assignments(assignments)


def parameters(assignments: Sequence[str]) -> dict[Any, Any]:
    """Return the exact values given by ``--set`` by symbol."""
    from bounds.expression import parse_number

    return {symbol: parse_number(str(expression)) for symbol, expression in expressions(assignments).items()}
