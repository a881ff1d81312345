"""``boundcheck optimal``: whether any learner could have a smaller bound."""

from __future__ import annotations

import argparse

from verify.commands.bar import bar
from verify.commands.common import require_writable, variant, write_found
from verify.commands.printing import pairs, print_json, say
from verify.optimal.found import optimal

EXIT = {"OPTIMAL": 0, "PROVED": 0, "REFUTED": 1}
STYLES = {"OPTIMAL": "green", "PROVED": "green", "REFUTED": "bold red", "GAP": "yellow", "OPEN": "yellow"}


def run(options: argparse.Namespace) -> int:
    """Play against any learner; 0 if none has a smaller bound, 1 if every one pays more than the bound, else 3."""
    claim = variant(options, options.set)
    if options.out is not None:
        require_writable(options.out)
    with bar(f"{options.id}: playing against any learner"):
        result = optimal(claim)
    if options.out is not None and result.certificate is not None:
        write_found(result.certificate, options.out)
    if options.json:
        print_json(result.as_json())
    else:
        say(f"{claim.id}  {claim.title}")
        lines = [("claim", claim.inequality), *(("nature", line) for line in result.lines())]
        lines += [] if result.play is None else [("confirmed", "by the independent checker")]
        written = options.out is not None and result.certificate is not None
        pairs([*lines, *([("written", str(options.out))] if written else [])])
        say(f"{result.verdict}: {result.conclusion}", STYLES[result.verdict])
    return EXIT.get(result.verdict, 3)
