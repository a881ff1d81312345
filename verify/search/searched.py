"""A search that starts from what earlier ones have found, and keeps what it finds.

What comes closest to the bound of a claim is tried on its variants first, at its own rates and at others.
"""

from __future__ import annotations

import math
import time
from collections.abc import Callable
from contextlib import suppress
from dataclasses import replace
from functools import partial
from typing import Any, TypeVar

from adversaries.generate.parameters import retuned
from bounds.claims.claim import Claim
from bounds.errors import BoundcheckError, UndefinedValue
from verify.alarm import Enough, alarm
from verify.judge.check import Verdict, check
from verify.judge.read_certificate import under
from verify.judge.status import Status
from verify.search import corpus
from verify.search.evidence import tightness
from verify.search.search import LONGEST, SECONDS, SHRINKING, Search, counterexample_of, search
from verify.shrink.shrink import shrink

T = TypeVar("T")


def searched(claim: Claim, *, seed: int = 0, keep: bool = True, **budget: Any) -> Search:
    """Search as ``search`` does, with the corpus: a kept violation comes first, and what is found is kept (``keep``).

    So does what is kept of the claim that it varies, where that breaks it. What is kept was mostly shrunk before, so
    that doing it again tells at once how small it is. Where the closest instance that is kept is closer than all that
    the search found, it is the best one. A budget of seconds is that of all of it: what is kept has at most the half.
    """
    started = time.monotonic()
    timed = budget.get("instances") is None and budget.get("tasks") is None
    seconds = min(budget.get("seconds", SECONDS), LONGEST) if timed else math.inf
    known = _in_time(partial(_violation, claim), started + seconds / 2)
    if known is not None:
        shrunk = shrink(known, deadline=time.monotonic() + SHRINKING)
        result = Search(claim, seed, 1, found=known, found_name="corpus", shrunk=shrunk, stopped="refuted")
        result.counts[Status.VIOLATED] = result.attacks["corpus"] = 1
        result.seconds = time.monotonic() - started
        result.spare = max(seconds - result.seconds, 0.0)
        if keep:
            corpus.keep(claim, result.verdict)
        return replace(result, counterexample=counterexample_of(shrunk.verdict))
    if timed:
        budget["seconds"] = max(seconds - (time.monotonic() - started), seconds / 4)
    result = search(claim, seed=seed, **budget)
    result.seconds = time.monotonic() - started
    _in_time(partial(_keep, result, keep), max(started + seconds, time.monotonic() + SHRINKING))
    return result


def _violation(claim: Claim) -> Verdict | None:
    """Return what is kept that breaks a claim."""
    known = corpus.violation(claim)
    return of_base(claim) if known is None else known


def _keep(result: Search, keep: bool) -> None:
    """Keep what a search found, and take the closest instance that is kept for its best where it is closer."""
    claim = result.claim
    for verdict in (result.verdict, result.best) if keep else ():
        corpus.keep(claim, verdict)
    before = corpus.closest(claim)
    if not result.refuted and before is not None and tightness(before) > tightness(result.best):
        result.best, result.best_name = before, "corpus"


def _in_time(asked: Callable[[], T], deadline: float) -> T | None:
    """Return what is found before the deadline; None after it, as what is kept may be long and take long to judge."""
    with suppress(Enough), alarm(None if deadline == math.inf else deadline, globals()):
        return asked()
    return None


def of_base(claim: Claim) -> Verdict | None:
    """Return a violation of a variant among what is kept of the claim that it varies, at its own rates and at others.

    Its closest instance, and what broke it; None where they do not violate the variant.
    """
    kept = () if claim.base is None else (corpus.closest(claim.base), corpus.violation(claim.base))
    for verdict in kept:
        for instance in () if verdict is None else retuned(claim, under(claim, verdict.instance)[0]):
            with suppress(BoundcheckError, UndefinedValue):
                judged = check(claim, instance)
                if judged.status is Status.VIOLATED:
                    return judged
    return None
