"""``boundcheck tune ID``: the optimal learning rate, symbolically."""

from __future__ import annotations

import argparse
from typing import TYPE_CHECKING, Any

from bounds.errors import BoundcheckError
from verify.commands.common import expressions, print_json, say, set_argument

if TYPE_CHECKING:
    from bounds.claim import Claim
    from bounds.tuning import Tuning


def add(commands: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
    """Add the command."""
    command = commands.add_parser("tune", help="the optimal learning rate, symbolically")
    command.add_argument("id", metavar="ID")
    command.add_argument("--symbol", metavar="SYMBOL", default="eta", help="the parameter to tune (default eta)")
    set_argument(command, "put a value in")
    command.add_argument("--json", action="store_true", help="print JSON")
    command.set_defaults(run=run)


def _tuned(claim: Claim, symbol: str, values: dict[Any, Any]) -> Tuning:
    """Tune, then put the values in; before tuning where the optimum needs them."""
    from bounds.symbols import lookup
    from bounds.tuning import TuningError

    tuned = lookup(symbol)
    if tuned not in claim.defines and not claim.bound.has(tuned):
        free = [f"--symbol {other}" for other in claim.free if claim.bound.has(other)]
        remedy = f"tune another parameter with {' or '.join(free)}" if free else "it leaves no parameter to tune"
        raise BoundcheckError(f"the bound of {claim.id}, {claim.bound}, does not contain {symbol}; {remedy}")
    try:
        tuning = claim.tune(tuned)
    except TuningError:
        if not values:
            raise
        return claim.tune(tuned, where=values)
    return tuning.substitute(values) if values else tuning


def run(options: argparse.Namespace) -> int:
    """Print the optimum, the tuned bound and what mis-tuning costs."""
    from bounds.catalogue import theorem

    claim = theorem(options.id)
    tuning = _tuned(claim, options.symbol, expressions(options.set))
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
