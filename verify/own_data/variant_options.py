"""The options that make a variant of a claim: another bound or relation, fewer hypotheses, fixed parameters."""

from __future__ import annotations

import argparse
import re
from collections.abc import Sequence

RELATIONS = ("<=", "<", "==", ">=", ">")


def bound_arguments(command: argparse.ArgumentParser) -> None:
    """Add ``--bound``, ``--relation`` and ``--without`` to a command."""
    command.add_argument("--bound", metavar="EXPR", help="another bound, in glossary symbols")
    command.add_argument("--relation", choices=RELATIONS, help="another relation to the bound")
    command.add_argument(
        "--without", metavar="HYPOTHESIS", action="append", default=[], help="leave out a hypothesis, by its name"
    )


def variant_arguments(command: argparse.ArgumentParser) -> None:
    """Add these, and ``--set``, which fixes parameters in the claim itself."""
    bound_arguments(command)
    command.add_argument(
        "--set", metavar="NAME=EXPR", action="append", default=[], help="fix a parameter, such as eta=1/(2*X**2)"
    )


def joined(arguments: Sequence[str]) -> list[str]:
    """Join an option with a value such as -1,1 or -U**2, which argparse would take for an option of its own.

    >>> joined(["check", "ID", "FILE", "--comparator", "-1,1"])
    ['check', 'ID', 'FILE', '--comparator=-1,1']
    >>> joined(["search", "ID", "--bound", "-U**2", "--seed", "-1", "--json", "-h"])
    ['search', 'ID', '--bound=-U**2', '--seed', '-1', '--json', '-h']
    """
    words: list[str] = []
    for argument in arguments:
        if words and re.fullmatch(r"--[a-z-]+", words[-1]) and re.match(r"-(?!-|h$|\d+$).", argument):
            words[-1] += f"={argument}"
        else:
            words.append(argument)
    return words
