"""What the tasks of a campaign run on: the version and the sources of this package, Python and other packages."""

from __future__ import annotations

import hashlib
import platform
from dataclasses import dataclass
from functools import cache
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path

ROOT = Path(__file__).parents[2]
PACKAGES = ("clarabel", "hypothesis", "numba", "numpy", "python-flint", "scipy", "sympy")

OTHERS = (
    *("adapters", "cli", "comparator", "corpus", "evidence", "experiments", "export", "ledger", "memory", "places"),
    *("plot", "report", "search"),
)
"""How the names of files begin on which no task depends."""


@dataclass(frozen=True)
class Place:
    """The version of this package, the digest of the ``code`` that tasks run, Python and other packages."""

    version: str
    code: str
    python: str
    packages: str

    def other(self, version: str, code: str) -> str:
        """Say which other sources these are; nothing where they are the same as here."""
        if version != self.version:
            return f"version {version}"
        return "" if code == self.code else "other sources of this version"


def here() -> Place:
    """Return what tasks that are done in this process run on."""
    return _here()


@cache
def _here() -> Place:
    digest = hashlib.sha256()
    for path in sorted([*(ROOT / "bounds").rglob("*.py"), *(ROOT / "adversaries").rglob("*.py"), *_of_verify()]):
        digest.update(str(path.relative_to(ROOT)).encode() + path.read_bytes())
    packages = ", ".join(f"{name} {_version(name)}" for name in PACKAGES)
    return Place(_version("boundcheck"), digest.hexdigest(), platform.python_version(), packages)


def _of_verify() -> list[Path]:
    """Return the files of this wing that a task's outcome depends on."""
    files = [path for path in (ROOT / "verify").glob("*.py") if not path.stem.startswith(OTHERS)]
    files += [path for folder in ("certify", "kernel_gram") for path in (ROOT / "verify" / folder).glob("*.py")]
    return [*files, *(ROOT / "verify" / "campaign" / name for name in ("subjects.py", "tasks.py"))]


def _version(package: str) -> str:
    try:
        return version(package)
    except PackageNotFoundError:
        return "absent"
