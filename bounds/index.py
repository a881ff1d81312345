"""The catalogue's table of contents, kept beside the compiled sources so that listing needs no sympy.

Like compiled bytecode it lies in ``__pycache__`` and is made again when a source has changed since.
"""

from __future__ import annotations

import contextlib
import json
from dataclasses import astuple, dataclass
from pathlib import Path

from bounds.files import write_whole

HERE = Path(__file__).parent
CACHE = HERE / "sources" / "__pycache__" / "index.json"


@dataclass(frozen=True)
class Entry:
    """One claim: its id, title and standing (in words)."""

    id: str
    title: str
    standing: str


def entries(cache: Path = CACHE) -> list[Entry]:
    """Return an entry for every claim, in the order of the sources.

    >>> entries()[0].id
    'bylander.1'
    """
    stamp = _stamp()
    with contextlib.suppress(OSError, ValueError, TypeError, KeyError):
        kept = json.loads(cache.read_text(encoding="utf-8"))
        if kept["stamp"] == stamp:
            return [Entry(*row) for row in kept["entries"]]
    from bounds.catalogue import catalogue

    found = [Entry(claim.id, claim.title, claim.standing.value) for claim in catalogue()]
    with contextlib.suppress(OSError):  # where it cannot be written, it is made again the next time
        cache.parent.mkdir(exist_ok=True)
        write_whole(cache, {"stamp": stamp, "entries": [astuple(entry) for entry in found]})
    return found


def _stamp() -> list[list[object]]:
    """Return name, size and time of change of all that the entries are made of."""
    files = sorted([*(HERE / "sources").glob("*.py"), *HERE.glob("*.py")])
    return [[file.name, stat.st_size, stat.st_mtime_ns] for file in files for stat in [file.stat()]]
