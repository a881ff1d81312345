"""What it takes to break a claim, in instances: a count is the same on every machine, however busy it is."""

from __future__ import annotations

import json
from collections import defaultdict
from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cache
from math import isfinite
from time import process_time
from typing import Any

from adversaries.portfolio.structured import CONSTRUCTIONS
from bounds.claims.claim import Claim
from verify import kernel
from verify.judge.certificate import certificate
from verify.judge.check import Verdict, check
from verify.judge.status import Status
from verify.search.order import records
from verify.search.result import PATIENCE, REPLAYED
from verify.shrink.shrink import shrink

BUDGET = 3000
"""Instances that a false claim has to fall within: two rounds of all attacks, about."""

SHRINKING = 150
"""Checks for making a counterexample smaller before the independent checker reads it."""


DECK = range(1, 2 + len(CONSTRUCTIONS))
"""The tasks of a search that judge the structured families and the boundary cases, each once."""

MANY = 10**5
"""Numbers in a sequence that is too long to be replayed within a test."""


@dataclass
class Spent:
    """What an attack took: instances, and seconds of this machine's time."""

    instances: int = 0
    seconds: float = 0.0


@dataclass(frozen=True)
class Attempt:
    """What the tasks of the search did to one claim: instances up to the first violation (None: held), best ratio.

    ``spent`` says on which attacks.
    """

    instances: int | None
    ratio: float | None
    found_by: str = ""
    verdict: Verdict | None = None
    spent: Mapping[str, Spent] = field(default_factory=dict)


def attempt(claim: Claim, budget: int = BUDGET, seed: int = 0) -> Attempt:
    """Do the search's tasks in order until one of them breaks the claim, or so many instances were looked at.

    The violation is judged once more.
    """
    best: float | None = None
    judged, spent, started = 0, defaultdict[str, Spent](Spent), process_time()
    for record in records(claim, seed, budget):
        judged += len(record.candidates)
        spent[record.attack].instances += len(record.candidates)
        spent[record.attack].seconds += process_time() - started
        started = process_time()
        if record.violation is not None:
            _, name, instance = record.violation
            verdict = check(claim, instance)
            assert verdict.status is Status.VIOLATED, name
            return Attempt(judged, best, f"{record.attack}: {name}", verdict, dict(spent))
        ratios = [tightness[0] for _, tightness, _, _ in record.improvements if isfinite(tightness[0])]
        best = max([*ratios, *([] if best is None else [best])], default=None)
    return Attempt(None, best, spent=dict(spent))


@cache
def statements() -> dict[str, Any]:
    """Return what the independent checker knows of the catalogue."""
    return kernel.statements()


def confirmed(verdict: Verdict) -> tuple[bool, list[str]]:
    """Return whether the independent checker confirms a violation, made a little smaller, and what it says.

    Certificates that a search does not have confirmed either, as replaying them takes minutes, are judged by ``check``
    alone; they are those of a hundred thousand numbers and more.
    """
    smaller = shrink(verdict, checks=SHRINKING, resample=False).verdict
    text = json.dumps(certificate(smaller))
    trials = smaller.instance.trials
    long = trials.l * trials.n > MANY
    if long and len(text) > REPLAYED:
        return smaller.status is Status.VIOLATED, ["too long to be replayed here"]
    try:
        return kernel.confirm(text, statements(), patience=PATIENCE)
    except kernel.Malformed as refused:  # trials that repeat are written in a few lines, and may take as many steps
        return long and smaller.status is Status.VIOLATED, [str(refused)]
