"""Finding claims by completion, from a table of contents kept beside the compiled sources: listing needs no sympy.

Like compiled bytecode it lies in ``__pycache__`` and is made again when a source has changed since.
"""

from __future__ import annotations

import contextlib
import difflib
import json
from dataclasses import astuple, dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

from bounds.claims.catalogue import catalogue, theorem
from bounds.claims.standing import SOURCES
from bounds.data.files import write_whole

if TYPE_CHECKING:
    from bounds.claims.claim import Claim

HERE = Path(__file__).parents[1]
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
    rows = [Entry(claim.id, claim.title, claim.standing.value) for claim in catalogue()]
    with contextlib.suppress(OSError):  # where it cannot be written, it is made again the next time
        cache.parent.mkdir(exist_ok=True)
        write_whole(cache, {"stamp": stamp, "entries": [astuple(entry) for entry in rows]})
    return rows


def _stamp() -> list[list[object]]:
    """Return name, size and time of change of all that the entries are made of."""
    files = sorted(HERE.rglob("*.py"))
    return [
        [file.relative_to(HERE).as_posix(), stat.st_size, stat.st_mtime_ns] for file in files for stat in [file.stat()]
    ]


class Claims:
    """Claims as attributes and keys, for completion: ``claims.kitani.winnow``, ``claims.bylander["2.tuned"]``.

    In an attribute a dot of the id is written ``_`` and a first digit follows ``t``: bylander.2.tuned is
    ``claims.bylander.t2_tuned``. Completion reads the table of contents and computes nothing.

    >>> claims.bylander.t2_tuned is claims.bylander["2.tuned"] is theorem("bylander.2.tuned")
    True
    >>> dir(claims)
    ['bylander', 'classics', 'gls', 'kitani', 'kw', 'modern', 'uml']
    """

    def __init__(self, source: str = "") -> None:
        self._source = source

    def _ids(self) -> list[str]:
        return [entry.id for entry in entries() if not self._source or entry.id.startswith(f"{self._source}.")]

    def _names(self) -> dict[str, str]:
        return {_attribute(identifier[len(self._source) + 1 :]): identifier for identifier in self._ids()}

    def __dir__(self) -> list[str]:
        return sorted(self._names() if self._source else SOURCES)

    def __getattr__(self, name: str) -> Any:
        if name.startswith(("__", "_repr_", "_ipython_")):
            raise AttributeError(name)
        if not self._source:
            if name in SOURCES:
                return Claims(name)
            raise AttributeError(f"no source is called {name!r}; there are {', '.join(SOURCES)}")
        names = self._names()
        if name not in names:
            near = difflib.get_close_matches(name, names, n=3, cutoff=0.4)
            hint = f"; did you mean {', '.join(near)}?" if near else ""
            raise AttributeError(f"{self._source} has no claim {name!r}{hint}")
        return theorem(names[name])

    def __getitem__(self, key: str) -> Claim:
        """Return a claim by its id, which within a source may leave out the source."""
        if self._source and not key.lower().startswith(f"{self._source}."):
            return theorem(f"{self._source}.{key}")
        return theorem(key)

    def _ipython_key_completions_(self) -> list[str]:
        return [identifier[len(self._source) + 1 :] if self._source else identifier for identifier in self._ids()]

    def __repr__(self) -> str:
        if self._source:
            return f"<the {len(self._ids())} claims of {self._source}>"
        return f"<claims of {', '.join(SOURCES)}; for example claims.bylander.t2>"


def _attribute(label: str) -> str:
    """Make an attribute's name of an id without its source.

    >>> [_attribute(label) for label in ("2.tuned", "A1", "7.1a+", "winnow")]
    ['t2_tuned', 'A1', 't7_1a_plus', 'winnow']
    """
    name = "".join(c if c.isalnum() else "_plus" if c == "+" else "_" for c in label)
    return f"t{name}" if name[:1].isdigit() else name


claims = Claims()
