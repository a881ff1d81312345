"""``boundcheck list``: the catalogue, a line a claim; without a filter the claims themselves are not loaded."""

from __future__ import annotations

import argparse
from textwrap import wrap

from bounds.claims.catalogue import catalogue
from bounds.claims.index import Entry, entries
from bounds.claims.standing import STANDINGS
from bounds.errors import BoundcheckError
from verify.commands.printing import claim_object, columns, print_json, say

NARROW = 7
"""Columns of a standing, if none in the list is longer."""

LEAST = 20
"""Columns of a title, however narrow the terminal is."""


def run(options: argparse.Namespace) -> int:
    """Print the catalogue, or the claims that pass the filters; BoundcheckError where none does."""
    filters = {name: getattr(options, name) for name in ("source", "learner", "standing")}
    if options.json or options.words or any(value is not None for value in filters.values()):
        claims = catalogue(**filters).titled(*options.words)
        if not claims:
            raise BoundcheckError("no claim passes all these filters together; leave one out")
        if options.json:
            print_json([claim_object(claim) for claim in claims])
            return 0
        rows = [Entry(claim.id, claim.title, claim.standing.value) for claim in claims]
    else:
        rows = entries()
    width = max(len(entry.id) for entry in rows)
    standing = max(NARROW, *(len(STANDINGS[entry.standing]) for entry in rows))
    start = width + standing + 4
    for entry in rows:
        lines = wrap(entry.title, max(columns() - start, LEAST), break_long_words=False, break_on_hyphens=False)
        title = f"\n{'':<{start}}".join(lines)
        say(f"{entry.id:<{width}}  {STANDINGS[entry.standing]:<{standing}}  {title}")
    return 0
