"""Coq's own programs: whether they are installed, their version, and how one is run in a build directory."""

from __future__ import annotations

import re
import shutil
import subprocess
from functools import cache
from pathlib import Path

from bounds.errors import BoundcheckError

LOGICAL = "Boundcheck"
SECONDS_PER_FILE = 1800


class CoqFailed(BoundcheckError):
    """Coq rejected a file, or a theorem does not have its statement, or rests on what it may not rest on."""


class CoqUnfinished(CoqFailed):
    """Coq did not end in the time that it had, and has said neither yes nor no."""


def coq_available() -> bool:
    """Tell whether the programs coqc and coqdep are installed."""
    return all(shutil.which(program) for program in ("coqc", "coqdep"))


def run_program(
    program: str, *arguments: str, directory: Path, text: str = "", seconds: int = SECONDS_PER_FILE
) -> subprocess.CompletedProcess[str]:
    """Run one of Coq's programs in a build directory, with ``text`` as its input.

    Raises CoqUnfinished where it does not end in so many ``seconds``.
    """
    command = [_path(program), "-Q", ".", LOGICAL, *arguments]
    try:
        return subprocess.run(  # noqa: S603
            command, input=text, cwd=directory, capture_output=True, text=True, check=False, timeout=seconds
        )
    except subprocess.TimeoutExpired:
        raise CoqUnfinished(f"{program} {arguments[-1]} did not end within {seconds} seconds") from None


def _path(program: str) -> str:
    path = shutil.which(program)
    if path is None:
        raise BoundcheckError(f"{program} is not installed; the machine-checked proofs need Coq 8.16 (package 'coq')")
    return path


@cache
def coq_version() -> str:
    """Return what ``coqc --version`` says."""
    command = [_path("coqc"), "--version"]
    return subprocess.run(command, capture_output=True, text=True, check=True, timeout=60).stdout  # noqa: S603


def coq_release() -> str:
    """Return the number of Coq's version."""
    matched = re.search(r"\d+(\.\d+)+", coq_version())
    return matched[0] if matched else "of unknown version"
