"""A variant of a claim, as commands are told of it: another bound or relation, fewer hypotheses, fixed parameters."""

from __future__ import annotations

import argparse
from typing import TYPE_CHECKING

from verify.commands.common import claim_named, expressions

if TYPE_CHECKING:
    from bounds.claim import Claim

RELATIONS = ("<=", "<", "==", ">=", ">")


def variant_arguments(command: argparse.ArgumentParser) -> None:
    """Add ``--bound``, ``--relation`` and ``--without`` to a command."""
    command.add_argument("--bound", metavar="EXPR", help="another bound, in glossary symbols")
    command.add_argument("--relation", choices=RELATIONS, help="another relation to the bound")
    command.add_argument(
        "--without", metavar="HYPOTHESIS", action="append", default=[], help="leave out a hypothesis, by its name"
    )


def fixed_argument(command: argparse.ArgumentParser) -> None:
    """Add ``--set``, which fixes parameters in the claim itself."""
    command.add_argument(
        "--set", metavar="NAME=EXPR", action="append", default=[], help="fix a parameter, such as eta=1/(2*X**2)"
    )


def variant(options: argparse.Namespace, assignments: list[str] | None = None) -> Claim:
    """Return the claim that the options describe; raise BoundcheckError for names it does not have.

    ``assignments`` are what ``--set`` was given; without them ``--set`` means something else to the command.
    """

    claim = claim_named(options.id)
    define = expressions(assignments or ())
    if not (options.bound is not None or options.relation or options.without or define):
        return claim
    return claim.replace(bound=options.bound, relation=options.relation, without=options.without, define=define)
