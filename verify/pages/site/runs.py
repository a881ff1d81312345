"""The runs of claims without a certificate of their own: looked for in processes, and remembered for this very code."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from contextlib import suppress
from pathlib import Path
from typing import Any

from bounds.claims.catalogue import theorem
from bounds.errors import BoundcheckError
from verify.memory import cache_directory, fingerprint, keep, recall
from verify.pages.claim import tight_run
from verify.workers import in_processes

Run = tuple[dict[str, Any], str]
"""The certificate of a run, and what the run is."""


def runs(
    identifiers: Iterable[str], jobs: int = 1, progress: Callable[[int, int], None] | None = None
) -> Mapping[str, Run]:
    """Return the run that tells most of each claim of the catalogue that has one.

    ``jobs`` is the number of processes; ``progress`` is told how many claims are done, and of how many.
    """
    wanted, chosen = list(identifiers), dict[str, Any]()
    with suppress(BoundcheckError):
        known = recall(_file())
        chosen = {identifier: known[identifier] for identifier in wanted if identifier in known}
    left = [identifier for identifier in wanted if identifier not in chosen]

    def finish(identifier: str, run: list[Any]) -> None:
        chosen[identifier] = run
        if progress is not None:
            progress(len(chosen), len(wanted))

    try:
        if jobs > 1 and left:
            in_processes(_looked_for, left, jobs, finish)
        for identifier in left if jobs <= 1 else ():
            finish(identifier, _looked_for(identifier))
    finally:  # what was found before an interrupt is kept, too
        with suppress(BoundcheckError):
            keep(_file(), {identifier: chosen[identifier] for identifier in left if identifier in chosen})
    return {identifier: (run[0], run[1]) for identifier, run in chosen.items() if run}


def _file() -> Path:
    return cache_directory() / f"runs-{fingerprint()}.json"


def _looked_for(identifier: str) -> list[Any]:
    return [*(tight_run(theorem(identifier)) or ())]
