"""A variant of a claim, as commands are told of it: another bound or relation, fewer hypotheses, fixed parameters."""

from __future__ import annotations

import argparse

from bounds.claims.claim import Claim
from verify.commands.common import claim_named, expressions


def variant(options: argparse.Namespace, assignments: list[str] | None = None) -> Claim:
    """Return the claim that the options describe; raise BoundcheckError for names it does not have.

    ``assignments`` are what ``--set`` was given; without them ``--set`` means something else to the command.
    """

    claim = claim_named(options.id)
    define = expressions(assignments or ())
    if not (options.bound is not None or options.relation or options.without or define):
        return claim
    return claim.replace(bound=options.bound, relation=options.relation, without=options.without, define=define)
