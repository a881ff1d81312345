"""Counterexamples that a test failed with: kept in pytest's cache and in the corpus, and tried first the next time."""

from __future__ import annotations

import hashlib
import re
from contextlib import suppress
from pathlib import Path

from boundcheck.plugin.evidence import running
from bounds.claims.claim import Claim
from bounds.errors import BoundcheckError
from verify.judge.check import Verdict, check
from verify.judge.status import Status
from verify.own_data.reader import read_trials
from verify.own_data.writer import write_trials
from verify.search import corpus


def again(claim: Claim) -> Verdict | None:
    """Return the violation of this claim by what is kept for the test that runs now, or else in the corpus.

    What no longer fails is dropped from pytest's cache. The instance is judged like any other, so that a damaged file,
    or one about another claim, says nothing.
    """
    path = _path(claim)
    if path is None or not path.is_file():
        return corpus.violation(claim)
    try:
        verdict = check(claim, read_trials(path).instance)
    except BoundcheckError:
        verdict = None
    except Exception:
        return None  # of the claim's own code, a learner's say; the search will tell
    if verdict is not None and verdict.status is Status.VIOLATED:
        return verdict
    path.unlink(missing_ok=True)
    return corpus.violation(claim)


def keep(verdict: Verdict) -> None:
    """Keep the instance of a violation for the next run; nothing is kept where it cannot be written down."""
    corpus.keep(verdict.claim, verdict)
    path = _path(verdict.claim)
    if path is not None:
        with suppress(BoundcheckError):
            write_trials(path, verdict.instance)


def _path(claim: Claim) -> Path | None:
    cache = getattr(running[-1].config, "cache", None) if running else None
    if cache is None:
        return None
    learner = "" if claim.learner is None else claim.learner.text
    stated = hashlib.sha256(f"{running[-1].nodeid} {claim.inequality} {learner}".encode()).hexdigest()
    name = re.sub(r"[^\w.-]+", "_", f"{running[-1].name}-{claim.id}")
    return Path(cache.mkdir("boundcheck-failing")) / f"{name[:80]}-{stated[:16]}.json"
