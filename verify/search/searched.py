"""A search that starts from what earlier ones have found, and keeps what it finds."""

from __future__ import annotations

import time
from dataclasses import replace
from typing import Any

from bounds.claims.claim import Claim
from verify.judge.status import Status
from verify.search import corpus
from verify.search.attack import tightness
from verify.search.search import SHRINKING, Search, counterexample_of, search
from verify.shrink.shrink import shrink


def searched(claim: Claim, *, seed: int = 0, keep: bool = True, **budget: Any) -> Search:
    """Search as ``search`` does, with the corpus: a kept violation comes first, and what is found is kept (``keep``).

    What is kept was mostly shrunk before, so that doing it again tells at once how small it is. Where the closest
    instance that is kept is closer than all that the search found, it is the best one.
    """
    known = corpus.violation(claim)
    if known is not None:
        started = time.monotonic()
        shrunk = shrink(known, deadline=started + SHRINKING)
        result = Search(claim, seed, 1, found=known, found_name="corpus", shrunk=shrunk, stopped="refuted")
        result.counts[Status.VIOLATED] = result.attacks["corpus"] = 1
        result.seconds = time.monotonic() - started
        return replace(result, counterexample=counterexample_of(shrunk.verdict))
    result = search(claim, seed=seed, **budget)
    for found in (result.verdict, result.best) if keep else ():
        corpus.keep(claim, found)
    before = corpus.closest(claim)
    if not result.refuted and before is not None and tightness(before) > tightness(result.best):
        result.best, result.best_name = before, "corpus"
    return result
