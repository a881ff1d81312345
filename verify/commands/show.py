"""``boundcheck list`` and ``boundcheck show ID``: the catalogue, and one claim."""

from __future__ import annotations

import argparse
from typing import TYPE_CHECKING, Any

from bounds.errors import BoundcheckError
from verify.commands.common import claim_named, pairs, print_json, say

if TYPE_CHECKING:
    from bounds.claim import Claim


def add(commands: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
    """Add both commands."""
    command = commands.add_parser("list", help="the catalogue, a line a claim")
    command.add_argument("words", metavar="WORD", nargs="*", help="what the id or title has to contain")
    command.add_argument("--source", metavar="SOURCE", help="a source, such as bylander or kw")
    command.add_argument("--learner", metavar="LEARNER", help="a learner, such as Perceptron, EU or Winnow")
    command.add_argument("--standing", metavar="STANDING", help="true, true*, false or reading")
    command.add_argument("--json", action="store_true", help="print JSON")
    command.set_defaults(run=run_list)

    command = commands.add_parser("show", help="one claim: hypotheses, bound, learner, source, tightness")
    command.add_argument("id", metavar="ID")
    command.add_argument("--latex", action="store_true", help="print the inequality in LaTeX")
    command.add_argument("--where", action="store_true", help="print the files of its statement, proofs and page")
    command.add_argument("--json", action="store_true", help="print JSON")
    command.set_defaults(run=run_show)


def run_list(options: argparse.Namespace) -> int:
    """Print the catalogue, or the claims that pass the filters; BoundcheckError where none does."""
    from bounds.catalogue import STANDINGS
    from bounds.index import Entry, entries

    filters = {name: getattr(options, name) for name in ("source", "learner", "standing")}
    if options.json or options.words or any(value is not None for value in filters.values()):
        from bounds.catalogue import catalogue

        claims = catalogue(**filters).titled(*options.words)
        if not claims:
            raise BoundcheckError("no claim passes all these filters together; leave one out")
        if options.json:
            print_json([claim_object(claim) for claim in claims])
            return 0
        found = [Entry(claim.id, claim.title, claim.standing.value) for claim in claims]
    else:
        found = entries()
    width = max(len(entry.id) for entry in found)
    for entry in found:
        say(f"{entry.id:<{width}}  {STANDINGS[entry.standing]:<7}  {entry.title}")
    return 0


def claim_object(claim: Claim) -> dict[str, Any]:
    """Return a claim for JSON."""
    return {
        "id": claim.id,
        "title": claim.title,
        "source": str(claim.source),
        "standing": claim.standing.value,
        "quantity": claim.quantity.text,
        "relation": claim.relation,
        "bound": str(claim.bound),
        "learner": claim.learner.text if claim.learner else None,
        "ties": claim.ties,
        "hypotheses": [{"name": h.name, "text": h.text, "silent": h.silent} for h in claim.hypotheses],
        "sets": {str(symbol): str(value) for symbol, value in claim.defines.items()},
        "free": [str(symbol) for symbol in claim.free],
        "note": claim.note,
        "counterpart": claim.counterpart or None,
    }


def run_show(options: argparse.Namespace) -> int:
    """Print one claim."""
    from bounds.display import claim_lines
    from verify.attack import tightest
    from verify.report import tightness_lines

    claim = claim_named(options.id)
    if options.latex:
        print(claim.latex())
        return 0
    if options.where:
        return _where(claim, as_json=options.json)
    found = tightest(claim)
    if options.json:
        tightness = None
        if found is not None:
            tightness = {"ratio": found[1].ratio, "attained": found[1].attained, "name": found[0]}
        print_json({**claim_object(claim), "latex": claim.latex(), "tightness": tightness})
        return 0
    say(f"{claim.id}  {claim.title}")
    pairs([*claim_lines(claim), *tightness_lines(found)])
    return 0


def _where(claim: Claim, *, as_json: bool) -> int:
    """Print where the claim stands in the code."""
    from verify.places import places

    found = places(claim)
    if as_json:
        print_json({"id": claim.id, "where": dict(found)})
        return 0
    if not found:
        raise BoundcheckError(f"{claim.id} is no claim of the catalogue: it stands in the file that you gave")
    pairs(found)
    return 0
