"""The corpus: instances that broke a claim, and those that come closest to its bound, kept for later searches.

It is a folder of the user, ``$XDG_DATA_HOME/boundcheck/corpus``, with a folder a claim by the digest of what it
states; the instances are files that ``boundcheck check`` reads. ``BOUNDCHECK_CORPUS`` names another folder, or is
``off``. What is read there is judged again, so that nothing rests on it. ``verify.search`` itself knows nothing of it:
the same seed finds the same, whatever was found before.
"""

from __future__ import annotations

import hashlib
import os
from collections.abc import Iterator
from contextlib import suppress
from dataclasses import replace
from pathlib import Path
from typing import Any

from bounds.claim import Claim
from bounds.errors import BoundcheckError, Undecided
from bounds.trials import Instance
from verify.attack import tightness
from verify.campaign.subjects import digest
from verify.check import Status, Verdict, check
from verify.reader import read_trials
from verify.search import Search, counterexample_of, search
from verify.writer import write_trials

VARIABLE, OFF = "BOUNDCHECK_CORPUS", "off"

MOST = 5
"""Instances that broke one claim, at most."""


def folder() -> Path | None:
    """Return the folder of the corpus; None where it is off."""
    given = os.environ.get(VARIABLE, "")
    if given.lower() == OFF:
        return None
    home = Path(os.environ.get("XDG_DATA_HOME") or Path.home() / ".local" / "share")
    return Path(given) if given else home / "boundcheck" / "corpus"


def _of(claim: Claim) -> Path | None:
    """Return the folder of a claim; None where the corpus is off, or the claim has no formulas to know it by.

    A variant without formulas, such as one with a user's own learner, shares that of the claim that it varies.
    """
    home = folder()
    for stated, name in ((claim, ""), (claim.base, ".own")):
        if home is not None and stated is not None:
            with suppress(BoundcheckError):
                return home / f"{digest(stated)}{name}"
    return None


def _judged(claim: Claim, kind: str) -> Iterator[Verdict]:
    """Yield the verdicts on the instances of one kind that are kept; a file that cannot be read is passed over."""
    home = _of(claim)
    if home is None:
        return
    for path in sorted(home.glob(f"{kind}*.json")):
        with suppress(BoundcheckError, Undecided, ArithmeticError):
            yield check(claim, read_trials(path).instance)


def violation(claim: Claim) -> Verdict | None:
    """Return the smallest violation of a claim that is kept, judged again."""
    found = [verdict for verdict in _judged(claim, "broken") if verdict.status is Status.VIOLATED]
    return min(found, key=lambda verdict: (verdict.instance.trials.l, verdict.instance.trials.n), default=None)


def closest(claim: Claim) -> Verdict | None:
    """Return the instance closest to a claim's bound that is kept, judged again."""
    held = (verdict for verdict in _judged(claim, "best") if verdict.status is Status.HOLDS)
    return max(held, key=tightness, default=None)


def keep(claim: Claim, verdict: Verdict | None) -> None:
    """Keep a violation, or an instance that comes closer than the one that is kept; nothing where it cannot be."""
    if verdict is None or verdict.status not in (Status.VIOLATED, Status.HOLDS):
        return
    broken = verdict.status is Status.VIOLATED
    if not broken and tightness(verdict) <= tightness(closest(claim)):
        return
    home = _of(claim)
    with suppress(BoundcheckError, OSError):
        text = write_trials(None, verdict.instance)
        name = f"broken-{hashlib.sha256(text.encode()).hexdigest()[:12]}" if broken else "best"
        if home is None or (broken and len(list(home.glob("broken*.json"))) >= MOST):
            return
        home.mkdir(parents=True, exist_ok=True)
        part = home / f"{name}.{os.getpid()}"
        part.write_text(text, encoding="utf-8")
        part.replace(home / f"{name}.json")


def keep_instance(claim: Claim, instance: Instance) -> None:
    """Judge an instance, and keep it (see ``keep``)."""
    with suppress(BoundcheckError, Undecided):
        keep(claim, check(claim, instance))


def searched(claim: Claim, *, seed: int = 0, **budget: Any) -> Search:
    """Search as ``verify.search`` does, with the corpus: a kept violation comes first, and what is found is kept.

    Where the closest instance that is kept is closer than all that the search found, it is the best one.
    """
    known = violation(claim)
    if known is not None:
        result = Search(claim, seed, 1, found=known, found_name="corpus", stopped="refuted")
        result.counts[Status.VIOLATED] = result.attacks["corpus"] = 1
        return replace(result, counterexample=counterexample_of(known))
    result = search(claim, seed=seed, **budget)
    keep(claim, result.verdict)
    keep(claim, result.best)
    before = closest(claim)
    if not result.refuted and before is not None and tightness(before) > tightness(result.best):
        result.best, result.best_name = before, "corpus"
    return result
