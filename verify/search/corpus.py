"""The corpus: instances that broke a claim, and those that come closest to its bound, kept for later searches.

It is a folder of the user, ``$XDG_DATA_HOME/boundcheck/corpus``, with a folder a claim by the digest of what it
states; the instances are files that ``boundcheck check`` reads. ``BOUNDCHECK_CORPUS`` names another folder, or is
``off``. What is read there is judged again, so that nothing rests on it. ``verify.search.search`` itself knows nothing
of it: the same seed finds the same, whatever was found before; ``verify.search.searched`` does.
"""

from __future__ import annotations

import hashlib
import os
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path

from bounds.claims.claim import Claim
from bounds.data.files import write_text_whole
from bounds.errors import BoundcheckError, Undecided
from bounds.instances import Instance
from verify.folders import user_folder
from verify.judge.certificate import digest
from verify.judge.check import Verdict, check
from verify.judge.status import Status
from verify.own_data.reader import read_trials
from verify.own_data.writer import trials_text
from verify.search.evidence import tightness

VARIABLE, OFF = "BOUNDCHECK_CORPUS", "off"

MOST = 5
"""Instances that broke one claim, at most: the latest."""


def folder() -> Path | None:
    """Return the folder of the corpus; None where it is off, or the user has none."""
    given = os.environ.get(VARIABLE, "")
    if given.lower() == OFF:
        return None
    if given:
        return Path(given)
    with suppress(BoundcheckError):
        return user_folder("XDG_DATA_HOME", ".local", "share") / "boundcheck" / "corpus"
    return None


def _of(claim: Claim) -> Path | None:
    """Return the folder of a claim; None where there is no corpus, or the claim has no formulas to know it by.

    A variant without formulas, such as one with a user's own learner, shares that of the claim that it varies.
    """
    home = folder()
    for stated, name in ((claim, ""), (claim.base, ".own")):
        if home is not None and stated is not None:
            with suppress(BoundcheckError):
                return home / f"{digest(stated)}{name}"
    return None


def _files(claim: Claim, kind: str = "") -> list[Path]:
    """Return the files of one kind, or of any, that are kept of a claim; a pipe or a device is none."""
    whole = folder()
    home = _of(claim) if whole is not None and whole.is_dir() else None
    return [] if home is None else sorted(path for path in home.glob(f"{kind}*.json") if path.is_file())


def _judged(claim: Claim, kind: str) -> Iterator[Verdict]:
    """Yield the verdicts on what is kept; what cannot be read, or where the claim's own code raises, is passed over."""
    for path in _files(claim, kind):
        with suppress(Exception):
            yield check(claim, read_trials(path).instance)


def content(claim: Claim) -> str:
    """Return the sha256 of all that is kept of a claim; nothing where nothing is."""
    files = _files(claim)
    with suppress(OSError):
        return hashlib.sha256(b"".join(path.read_bytes() for path in files)).hexdigest() if files else ""
    return ""


def violation(claim: Claim) -> Verdict | None:
    """Return the smallest violation of a claim that is kept, judged again."""
    violations = [verdict for verdict in _judged(claim, "broken") if verdict.status is Status.VIOLATED]
    return min(violations, key=lambda verdict: (verdict.instance.trials.l, verdict.instance.trials.n), default=None)


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
        text = trials_text(verdict.instance)
        name = f"broken-{hashlib.sha256(text.encode()).hexdigest()[:12]}" if broken else "best"
        if home is None:
            return
        home.mkdir(parents=True, exist_ok=True)
        write_text_whole(home / f"{name}.json", text)
        for old in sorted(home.glob("broken*.json"), key=lambda path: path.stat().st_mtime)[:-MOST]:
            old.unlink(missing_ok=True)


def keep_instance(claim: Claim, instance: Instance) -> None:
    """Judge an instance, and keep it (see ``keep``)."""
    with suppress(BoundcheckError, Undecided):
        keep(claim, check(claim, instance))
