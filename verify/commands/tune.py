"""``boundcheck tune ID``: the optimal learning rate, symbolically."""

from __future__ import annotations

import argparse
from typing import Any

from bounds.claims.claim import Claim
from bounds.claims.tuning import tune_claim
from bounds.errors import BoundcheckError
from bounds.expression import parse_assignments
from bounds.optima import Tuning, TuningError, UnknownOptimum
from bounds.symbols import lookup
from verify.commands.common import claim_named
from verify.commands.printing import print_json, say


def _tuned(claim: Claim, symbol: str, values: dict[Any, Any]) -> Tuning:
    """Tune, then put the values in; before tuning where the optimum needs them."""
    tuned = lookup(symbol)
    if tuned not in claim.defines and not claim.bound.has(tuned):
        remedy = _remedy(claim, tuned) or "it leaves no parameter to tune"
        raise BoundcheckError(f"the bound of {claim.id}, {claim.bound_text}, does not contain {symbol}; {remedy}")
    try:
        tuning = tune_claim(claim, tuned)
    except TuningError as error:
        if values and isinstance(error, UnknownOptimum):
            return tune_claim(claim, tuned, where=values)
        if isinstance(error, UnknownOptimum):
            raise
        remedy = _remedy(claim, tuned) or "no other parameter of the bound can be tuned"
        raise BoundcheckError(f"{error}; {remedy}") from None
    return tuning.substitute(values) if values else tuning


def _mistuning(tuning: Tuning) -> Any:
    """Return the price of mis-tuning, None where it has none: at an end of the range, or of a bound of 0."""
    try:
        return tuning.mistuning()
    except TuningError:
        return None


def _remedy(claim: Claim, symbol: Any) -> str:
    """Name the other parameters that can be tuned, having tried it; nothing if there are none."""
    remedies = []
    for other in claim.free:
        if other == symbol or not claim.bound.has(other):
            continue
        try:
            tune_claim(claim, other)
        except UnknownOptimum as error:
            if error.numbers:
                values = " ".join(f"--set {name}={value}" for name, value in error.numbers.items())
                remedies.append(f"--symbol {other} {values}")
        except TuningError:
            continue
        else:
            remedies.append(f"--symbol {other}")
    return f"tune another parameter with {' or '.join(remedies)}" if remedies else ""


def run(options: argparse.Namespace) -> int:
    """Print the optimum, the tuned bound and what mis-tuning costs."""
    claim = claim_named(options.id)
    tuning = _tuned(claim, options.symbol, parse_assignments(options.set))
    mistuning = _mistuning(tuning)
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
                "assumes": [*tuning.assumes, *tuning.unread],
                "mistuning": None if mistuning is None else str(mistuning),
            }
        )
        return 0
    say(f"{claim.id}  {claim.title}")
    say(str(tuning))
    if mistuning is not None:
        say(f"{tuning.symbol} = (1 + r) times that multiplies the bound by {mistuning}")
    return 0
