"""``boundcheck tune ID``: the optimal learning rate, symbolically."""

from __future__ import annotations

import argparse

from verify.commands.common import print_json, say, set_argument


def add(commands: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
    """Add the command."""
    command = commands.add_parser("tune", help="the optimal learning rate, symbolically")
    command.add_argument("id", metavar="ID")
    command.add_argument("--symbol", default="eta", help="the parameter to tune (default eta)")
    set_argument(command, "put a value in after tuning")
    command.add_argument("--json", action="store_true", help="print JSON")
    command.set_defaults(run=run)


def run(options: argparse.Namespace) -> int:
    """Print the optimum, the tuned bound and what mis-tuning costs."""
    from bounds.catalogue import theorem
    from bounds.expression import parse_assignment

    claim = theorem(options.id)
    tuning = claim.tune(options.symbol)
    values = dict(parse_assignment(text) for text in options.set)
    if values:
        tuning = tuning.substitute(values)
    if options.json:
        print_json(
            {
                "claim": claim.id,
                "symbol": str(tuning.symbol),
                "bound": str(tuning.bound),
                "optimum": str(tuning.optimum),
                "tuned": str(tuning.tuned),
                "second_derivative": str(tuning.second_derivative),
                "reason": tuning.reason,
                "assumes": list(tuning.assumes),
                "mistuning": str(tuning.mistuning()) if tuning.tuned != 0 else None,
            }
        )
        return 0
    say(f"{claim.id}  {claim.title}")
    say(str(tuning))
    if tuning.tuned != 0:
        say(f"{tuning.symbol} = (1 + r) times that multiplies the bound by {tuning.mistuning()}")
    return 0
