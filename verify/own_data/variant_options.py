"""The options that make a variant of a claim: another bound or relation, fewer hypotheses, fixed parameters."""

from __future__ import annotations

import argparse

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
