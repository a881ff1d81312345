"""One task of a campaign, done in whatever process: what was tried on a claim, and what was found, as plain data."""

from __future__ import annotations

import hashlib
import json
import os
import platform
import tempfile
import threading
import time
from collections import Counter
from dataclasses import asdict, dataclass, field, fields
from functools import cache
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path

from bounds.claim import Claim
from bounds.errors import BoundcheckError
from bounds.trials import Instance
from verify import kernel
from verify.attack import Record, run_task
from verify.campaign.subjects import Subject
from verify.certificate import certificate
from verify.check import Status, check
from verify.shrink import shrink
from verify.writer import write_trials

CHECKS = 4000
"""Checks that are spent on making a counterexample small."""

LONGEST = 200_000
"""Characters of an instance that is kept; one that is longer is made again by its task."""

ONE_AT_A_TIME = threading.Lock()
"""The precision of exact arithmetic belongs to a process: where threads share one, tasks wait for each other."""


@dataclass(frozen=True)
class Found:
    """An instance that a task found, as JSON text (empty if it is too long), and how close it comes to the bound."""

    name: str
    instance: str
    ratio: float
    attained: bool


@dataclass(frozen=True)
class Counterexample:
    """A violation: as it was found, shrunk, and its certificate; what the independent checker says of that."""

    name: str
    found: str
    instance: str
    minimal: str
    confirmed: bool
    said: str
    certificate: str


@dataclass(frozen=True, kw_only=True)
class Counts:
    """What became of candidates.

    ``supports`` are the instances that hold and say something, ``undefined`` the candidates without a value,
    ``errors`` those that ended in an error, of which ``crashes`` in the claim's own code.
    """

    holds: int = 0
    supports: int = 0
    violated: int = 0
    vacuous: int = 0
    undecided: int = 0
    undefined: int = 0
    errors: int = 0
    crashes: int = 0
    alarms: int = 0

    @property
    def judged(self) -> int:
        """How many instances were judged."""
        return self.holds + self.violated + self.vacuous + self.undecided

    @property
    def candidates(self) -> int:
        """How many candidates were looked at."""
        return self.judged + self.undefined + self.errors


COUNTS = tuple(part.name for part in fields(Counts))
"""The names of the counts."""


@dataclass(frozen=True)
class Outcome(Counts):
    """What a task did. ``state`` is done, failed (nothing counts of a task whose process died) or needless.

    ``trouble`` tells of the most frequent error. ``best`` is the instance that comes closest to the bound. ``seconds``
    is what it took here.
    """

    attack: str
    state: str = "done"
    trouble: str = ""
    best: Found | None = None
    counterexample: Counterexample | None = None
    seconds: float = field(default=0.0, compare=False)


def do(subject: Subject, seed: int, number: int) -> Outcome:
    """Do a task and return what it found, which depends on nothing else; shrink and certify a violation.

    >>> from verify.campaign.subjects import of_text
    >>> outcome = do(of_text("bylander.5 --bound U**2*X**2/2"), 0, 0)
    >>> outcome.violated, outcome.counterexample.confirmed
    (1, True)
    """
    os.environ.setdefault("HYPOTHESIS_STORAGE_DIRECTORY", str(Path(tempfile.gettempdir()) / "boundcheck-hypothesis"))
    with ONE_AT_A_TIME:
        started = time.monotonic()
        claim = subject.claim()
        record = run_task(claim, number, seed)
        if record.interrupted:
            raise KeyboardInterrupt
        return outcome_of(claim, record, started)


def outcome_of(claim: Claim, record: Record, started: float) -> Outcome:
    """Return a record as plain data, with the counterexample made small."""
    counts = Counter(record.statuses)
    best = None
    if record.improvements:
        _, (ratio, attained, _), name, instance = record.improvements[-1]
        best = Found(name, _text(instance), ratio, attained)
    troubles = sorted(record.errors.items(), key=lambda item: (-item[1], item[0]))
    return Outcome(
        attack=record.attack,
        holds=counts[Status.HOLDS],
        supports=len(record.supports),
        violated=counts[Status.VIOLATED],
        vacuous=counts[Status.VACUOUS],
        undecided=counts[Status.UNDECIDED],
        undefined=record.undefined.total(),
        errors=record.errors.total(),
        crashes=record.crashes,
        alarms=len(record.alarms),
        trouble=troubles[0][0] if troubles else "",
        best=best,
        counterexample=None if record.violation is None else _counterexample(claim, *record.violation[1:]),
        seconds=time.monotonic() - started,
    )


def _text(instance: Instance) -> str:
    """Return an instance as ``boundcheck check`` reads it; nothing where it cannot be written, or is too long."""
    try:
        text = write_trials(None, instance)
    except BoundcheckError:
        return ""
    return text if len(text) <= LONGEST else ""


def _counterexample(claim: Claim, name: str, instance: Instance) -> Counterexample:
    """Judge a violation once more, shrink it, and let the independent checker replay its certificate."""
    shrunk = shrink(check(claim, instance), checks=CHECKS)
    document, confirmed, said = "", False, ""
    try:
        document = json.dumps(certificate(shrunk.verdict), indent=1) + "\n"
        confirmed, lines = kernel.confirm(document, kernel.statements(), patience=25)
        said = lines[-1] if lines else ""
    except (BoundcheckError, kernel.Malformed, kernel.Unknown) as error:
        said = str(error)
    smallest = _text(shrunk.verdict.instance)
    return Counterexample(name, _text(instance), smallest, shrunk.minimal, confirmed, said, document)


# --- where a task is done -------------------------------------------------------------------------------


ROOT = Path(__file__).parents[2]
PACKAGES = ("clarabel", "hypothesis", "numba", "numpy", "python-flint", "scipy", "sympy")


@dataclass(frozen=True)
class Place:
    """The version of this package, the digest of the ``code`` that tasks run, Python and other packages."""

    version: str
    code: str
    python: str
    packages: str

    def as_dict(self) -> dict[str, str]:
        """Return the fields by name."""
        return asdict(self)


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
    others = ("adapters", "cli", "comparator", "experiments", "export", "plot", "pytest_plugin", "report", "search")
    files = [path for path in (ROOT / "verify").glob("*.py") if not path.stem.startswith(others)]
    return [*files, *(ROOT / "verify" / "campaign" / name for name in ("subjects.py", "tasks.py"))]


def _version(package: str) -> str:
    try:
        return version(package)
    except PackageNotFoundError:
        return "absent"
