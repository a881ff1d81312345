"""``boundcheck minimax``: what the best learner pays against the worst sequence, with both strategies."""

from __future__ import annotations

import argparse
import json
from pathlib import Path

from bounds.data.files import read_whole
from bounds.errors import BoundcheckError
from verify import kernel, kernel_worst
from verify.commands.bar import bar
from verify.commands.common import require_writable, write_found
from verify.commands.printing import pairs, print_json, say
from verify.minimax import games
from verify.minimax.learners import digits


def run(options: argparse.Namespace) -> int:
    """Work out a game and print its value; 0 if the independent checker confirms it, 3 where it needs more patience."""
    if options.out is not None:
        require_writable(options.out)
    with bar(f"{options.game}: working out all states"):
        game = _found(options)
    try:
        confirmed, said = kernel_worst.confirm(json.dumps(game.certificate), kernel.statements())
    except kernel.Malformed as error:
        confirmed, said = False, [str(error)]
    if options.out is not None:
        write_found(game.certificate, options.out)
    if options.json:
        print_json({**game.as_json(), "confirmed": confirmed})
    else:
        say(game.description)
        value = str(game.value) if game.value.denominator == 1 else f"{game.value} ({digits(game.value)})"
        lines = [("value", value), *game.beside, ("states", str(len(game.table)))]
        lines.append(("confirmed", "by the independent checker" if confirmed else f"not: {said[-1]}"))
        pairs([*lines, *([("written", str(options.out))] if options.out is not None else [])])
    return 0 if confirmed else 3


def _found(options: argparse.Namespace) -> games.Minimax:
    if options.game == "experts":
        return games.experts(options.experts, options.length)
    if options.game == "mistakes":
        return games.mistakes(options.experts, options.mistakes, coins=options.coins)
    if options.game == "disjunctions":
        return games.disjunctions(options.attributes, options.relevant)
    if not options.game.endswith(".json"):
        raise BoundcheckError(
            f"the game is {options.game!r}; give experts, mistakes, disjunctions, or a class in a .json file"
        )
    try:
        given = json.loads(read_whole(Path(options.game), kernel.MAX_BYTES))
    except (ValueError, RecursionError) as error:
        raise BoundcheckError(f"{options.game}: this is not JSON: {str(error)[:100]}") from None
    return games.of_class(given)
