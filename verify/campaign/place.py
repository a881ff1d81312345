"""What the tasks of a campaign run on: the version and the sources of this package, Python and other packages."""

from __future__ import annotations

import platform
from dataclasses import dataclass
from functools import cache

from verify.memory import LIBRARIES, installed, sources


@dataclass(frozen=True)
class Place:
    """The version of this package, the digest of its sources, Python and other packages."""

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
    packages = ", ".join(f"{name} {installed(name)}" for name in LIBRARIES)
    return Place(installed("boundcheck"), sources(), platform.python_version(), packages)
