"""What was found before, kept in the user's cache under a digest of all that it depends on.

A change of the code, of the statement or of a library gives another digest, so that nothing stale is ever found; what
is damaged is not the text that was written, which its own digest tells, and is worked out again.
"""

from __future__ import annotations

import hashlib
import json
import os
import platform
from collections.abc import Mapping
from contextlib import suppress
from functools import cache
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path
from typing import Any

from bounds.data.files import write_whole
from bounds.errors import BoundcheckError
from verify.folders import private, read_own, user_folder

ROOT = Path(__file__).parents[1]
FOLDERS = ("bounds", "adversaries", "verify")
SHOWING = ("verify/commands/", "verify/facade/")
"""Files that only show what was found: nothing else imports them."""

LIBRARIES = ("clarabel", "hypothesis", "mpmath", "numba", "numpy", "python-flint", "scipy", "sympy", "z3-solver")
"""Whose versions what we find may depend on."""

KEPT = 8
"""Files of one kind that are kept: those of the latest versions of the code."""


def cache_directory() -> Path:
    """Return the folder for remembered answers, in the user's cache.

    Raises BoundcheckError where there is none that is the user's alone.
    """
    return private(user_folder("XDG_CACHE_HOME", ".cache") / "boundcheck")


def leave_no_folder() -> None:
    """Have Hypothesis keep its files with ours, or nowhere; it would leave a folder in the current one."""
    folder = Path(os.devnull)
    with suppress(BoundcheckError):
        folder = cache_directory()
    os.environ.setdefault("HYPOTHESIS_STORAGE_DIRECTORY", str(folder / "hypothesis"))


def sources() -> str:
    """Return the sha256 of our source files on which findings depend."""
    digest = hashlib.sha256()
    for path in sorted(path for folder in FOLDERS for path in (ROOT / folder).rglob("*")):
        name = path.relative_to(ROOT).as_posix()
        if path.suffix in (".py", ".json", ".v") and not name.startswith(SHOWING):
            digest.update(f"{name} {hashlib.sha256(path.read_bytes()).hexdigest()}\n".encode())
    return digest.hexdigest()


def installed(package: str) -> str:
    """Return the version of a package, or that it is absent."""
    try:
        return version(package)
    except PackageNotFoundError:
        return "absent"


@cache
def fingerprint() -> str:
    """Return the digest of our sources, and of the versions of Python and libraries."""
    return key(sources(), platform.python_version(), *((library, installed(library)) for library in LIBRARIES))


def key(*parts: object) -> str:
    """Return the digest of what an answer is about.

    >>> key("bylander.5", 500) == key("bylander.5", 501)
    False
    """
    return _digest([str(part) for part in parts])


def _digest(value: object) -> str:
    return hashlib.sha256(json.dumps(value, sort_keys=True).encode()).hexdigest()


def recall(file: Path) -> dict[str, Any]:
    """Return what a file remembers, by key; of a damaged file only what is whole, of none nothing."""
    try:
        read = json.loads(read_own(file))
    except (OSError, ValueError, RecursionError):
        return {}
    if not isinstance(read, dict):
        return {}
    whole = {}
    for name, item in read.items():
        if isinstance(item, dict) and item.get("sha256") == _digest([name, item.get("value")]):
            whole[name] = item["value"]
    return whole


def keep(file: Path, answers: Mapping[str, Any]) -> None:
    """Add answers to a file, and forget the oldest files of its kind; nothing is kept where nothing can be written.

    Nor is anything where a source was changed meanwhile: a process imports some of them late.
    """
    if fingerprint.__wrapped__() != fingerprint():
        return
    with suppress(OSError, BoundcheckError):
        whole = recall(file) | dict(answers)
        write_whole(file, {name: {"value": value, "sha256": _digest([name, value])} for name, value in whole.items()})
        kind = file.name.partition("-")[0]
        for old in sorted(file.parent.glob(f"{kind}-*.json"), key=lambda path: path.stat().st_mtime)[:-KEPT]:
            old.unlink(missing_ok=True)
