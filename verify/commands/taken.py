"""Arguments that several commands take."""

from __future__ import annotations

import argparse
from collections.abc import Callable
from functools import partial
from importlib import import_module

from bounds.errors import BoundcheckError

Parser = argparse.ArgumentParser


def named(text: str) -> str:
    """Take what names a claim as it is: what runs reads it, and completion knows by this what is asked for."""
    return text


def claim_argument(
    command: Parser, name: str = "id", *, metavar: str = "ID", nargs: str | None = None, more: str = ""
) -> None:
    """Add an argument that names a claim, or several."""
    told = f"a claim: an id, a file that states one (.toml, .json), or a certificate (a file, a page, a link){more}"
    command.add_argument(name, type=named, metavar=metavar, nargs=nargs, help=told)


def positive(text: str) -> int:
    """Read a positive whole number."""
    value = int(text) if text.isascii() and text.isdigit() and len(text) < 19 else 0
    if value < 1:
        raise argparse.ArgumentTypeError(f"{text!r} is not a positive whole number")
    return value


def time(text: str, unit: str) -> float:
    """Read a positive number of seconds or hours."""
    from bounds.numbers.rational import parse_rational

    try:
        value = float(parse_rational(text, unit))
    except (BoundcheckError, OverflowError) as error:
        raise argparse.ArgumentTypeError(str(error)) from None
    if value <= 0:
        raise argparse.ArgumentTypeError(f"{text!r} is not a positive number of {unit}")
    return value


def patience(text: str) -> int:
    """Read what the checker, which is loaded where it is asked for, takes as its patience."""
    read: Callable[[str], int] = import_module("verify.kernel").patience_of
    return read(text)


seconds, hours = (partial(time, unit=unit) for unit in ("seconds", "hours"))


def set_argument(command: Parser, purpose: str, example: str = "U=sqrt(2)") -> None:
    """Add ``--set NAME=VALUE`` to a command."""
    command.add_argument(
        "--set",
        action="append",
        default=[],
        metavar="NAME=VALUE",
        help=f"{purpose}, such as eta=1/10 or {example}",
    )


def reading_arguments(command: Parser) -> None:
    """Add the arguments that say how trials are read and what is fixed."""
    set_argument(command, "fix a parameter")
    command.add_argument("--comparator", metavar="U1,U2,...", help="the comparator (default: a good one is found)")
    command.add_argument("--outcome", metavar="COLUMN", help="the CSV column of outcomes")
    command.add_argument("--positive", metavar="VALUE", help="the class that is +1; all others are -1")
    command.add_argument("--ignore", metavar="COLUMN", action="append", default=[], help="a CSV column to leave out")
    command.add_argument("--delimiter", metavar="C", help="what separates the cells of a CSV file, such as ';'")
    command.add_argument(
        "--drop-missing", action="store_true", help="leave out trials with an empty cell, or one as NA"
    )
    command.add_argument("--decimals", type=int, metavar="K", help="round each attribute to K decimals")
    command.add_argument("--points", action="store_true", help="read outcomes 1 and -1 as points, not as labels")
    command.add_argument(
        "--standardise",
        action="store_true",
        help="take each attribute less its mean, rounded to its last digit, over its standard deviation, rounded to a "
        "power of two of these; the report says with which numbers this was done, exactly",
    )
    command.add_argument("--prediction", metavar="COLUMN", help="a CSV column of predictions, taken as given")
    command.add_argument(
        "--weights",
        metavar="PREFIX",
        help="CSV columns PREFIX + attribute: the weights before each trial, taken as given",
    )
    command.add_argument("--bias", action="store_true", help="append an attribute that is always 1")
    command.add_argument("--double", action="store_true", help="replace each x by (x, -x), for weights of any sign")
    command.add_argument("--shuffle", type=int, metavar="SEED", help="put the trials in a random order")
