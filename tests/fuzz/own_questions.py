"""Questions to ``derive`` drawn at random: rules, gains, losses and what is assumed.

The same number is the same question on every machine.
"""

from __future__ import annotations

import random

from tests.fuzz.own_classics import PASSIVE, Asked

STEPS = (
    "eta*y*x", "eta*y*x", "y*x", "2*eta*y*x", "eta*y*x/2", "C*y*x", "eta*X**2*y*x", "-eta*y*x", "eta*y*(1 - y*yhat)*x",
    f"min(C, {PASSIVE})*y*x", f"{PASSIVE}*y*x/2", "max(0, 1 - y*yhat)/(xx + 1/(2*C))*y*x", "eta*(y - yhat)*x",
)  # fmt: skip
WHERE = (
    "", "y*yhat <= 0", "y*yhat <= 0", "y*yhat < 0", "y*yhat < 1", "y*yhat <= 1/2", "y*yhat <= beta", "y*yhat < 2",
    "y*yhat > 0", "xx <= 1", "abs(yhat) <= 1",
)  # fmt: skip
GAINS = ("mistake", "mistake", "update", "hinge", "squared_hinge", "-y*yhat", "max(0, 1/2 - y*yhat)", "squared")
LOSSES = ("hinge", "hinge", "squared_hinge", "-y*yhat", "squared", "max(0, 1/2 - y*yhat)")


def question(number: int) -> Asked:
    """Return the question with this number."""
    chance = random.Random(f"own question {number}")
    step, where = chance.choice(STEPS), chance.choice(WHERE)
    where = " and ".join(filter(None, (where, "xx > 0" if "/xx" in step else "")))
    rule = f"w + {step} if {where} else w" if where else f"w + {step}"
    gain = chance.choice(GAINS)
    loss = gain if gain != "mistake" and gain != "update" and chance.random() < 0.5 else chance.choice(LOSSES)
    if chance.random() < 0.3:
        return Asked(rule, gain, loss, ("separable",), {"separable": True})
    return Asked(rule, gain, loss)
