"""Experts: the losses of Hedge."""

from __future__ import annotations

from bounds.claims.claim import Claim
from bounds.sources.classics.common import classic
from bounds.sources.shelves import NO_TIES, weights

HEDGE = weights("w*exp(-eta*x)", "`Hedge(eta)`")
HEDGE_BETA = weights("w*beta**x", "`Hedge(beta)`")

CLAIMS: tuple[Claim, ...] = (
    classic(
        "hedge",
        "Loss of Hedge against that of the best expert, `l` trials",
        ("Cesa-Bianchi and Lugosi 2006", "exponentially weighted average forecaster"),
        HEDGE,
        "ln(n)/eta + eta*l/8",
        gain="linear",
        loss="linear",
        per_trial=True,
        given=["unit inputs", "expert"],
        ties=NO_TIES,
    ),
    classic(
        "hedge.beta",
        "Loss of Hedge against a multiple of that of the best expert",
        ("Freund and Schapire 1997", "`Hedge(beta)`"),
        HEDGE_BETA,
        "ln(n)/(1 - beta)",
        gain="linear",
        loss="linear",
        times="ln(1/beta)/(1 - beta)",
        per_trial=True,
        given=["unit inputs", "expert", "beta < 1"],
        ties=NO_TIES,
    ),
)
