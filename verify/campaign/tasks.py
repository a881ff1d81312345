"""One task of a campaign, done in whatever process: what was tried on a claim, and what was found, as plain data.

The tasks of a claim with the numbers 0, 1, ... are those of its search. Those with the numbers -1, -2, ... certify it
for all sequences up to the first, the second of LENGTHS, and so on, where it has a form for that.
"""

from __future__ import annotations

import json
import threading
import time
import warnings
from collections.abc import Sequence
from dataclasses import dataclass, field, fields, replace
from typing import TypeAlias

from bounds.claims.claim import Claim
from bounds.errors import BoundcheckError
from bounds.instances import Instance
from verify import kernel
from verify.campaign.subjects import Subject
from verify.certify.search import certify
from verify.judge.certificate import certificate
from verify.judge.check import check
from verify.judge.status import Status
from verify.memory import leave_no_folder
from verify.own_data.writer import trials_text
from verify.search.attack import run_task
from verify.search.record import TaskRecord
from verify.search.result import PATIENCE
from verify.shrink.shrink import shrink

CHECKS = 4000
"""Checks that are spent on making a counterexample small."""

LONGEST = 200_000
"""Characters of an instance that is kept; one that is longer is made again by its task."""

CERTIFY = "certify"
"""What certifying is called among the attacks."""

LENGTHS = (4, 8, 12, 16, 20)
"""The lengths that are certified, one after the other."""

PATTERNS = 400
"""Patterns of updates that one task of certifying looks at, at most."""

TOO_LONG = 1800.0
"""Seconds after which a task has failed: one that comes to no end would stop the campaign, which waits for it."""

STATES = ("done", "failed", "needless", "cut")
"""What became of a task: "cut" where the budget of instances ended within it."""

ONE_AT_A_TIME = threading.Lock()
"""The precision of exact arithmetic belongs to a process: where threads share one, tasks wait for each other."""


@dataclass(frozen=True)
class BestInstance:
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


@dataclass(frozen=True)
class Length:
    """How far a claim is certified at the ``parameters``: the ``status``, the length, the worst case, a certificate."""

    status: str
    length: int
    parameters: str = ""
    worst: str = ""
    reason: str = ""
    certificate: str = ""

    @property
    def growing(self) -> bool:
        """Whether a longer length may be certified as well."""
        return self.status == "certified"

    @property
    def certified(self) -> bool:
        """Whether all sequences up to some length are certified."""
        return self.status in ("certified", "certified for every length")

    def __str__(self) -> str:
        if not self.certified:
            return ""
        return f"up to l = {self.length}" if self.growing else "for every l"


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
    """What a task did. ``state`` is done, failed (nothing counts of a task whose process died), needless or cut.

    ``trouble`` tells of the most frequent error. ``best`` is the instance that comes closest to the bound, ``length``
    how far the claim is certified. ``seconds`` is what it took here.
    """

    attack: str
    state: str = "done"
    trouble: str = ""
    best: BestInstance | None = None
    counterexample: Counterexample | None = None
    length: Length | None = None
    seconds: float = field(default=0.0, compare=False)

    @property
    def rose(self) -> bool:
        """Whether it came closer to the bound than all before it; otherwise it keeps no instance."""
        return self.best is not None

    @property
    def broke(self) -> bool:
        """Whether it refuted the claim."""
        return self.counterexample is not None

    @property
    def grows(self) -> bool:
        """Whether a longer length may be certified as well."""
        return self.length is not None and self.length.growing


Task: TypeAlias = tuple[Subject, int, int, int | None]
"""The claim, the seed and the number of a task, and how many candidates it may look at."""


@dataclass(frozen=True)
class Attacks:
    """The names of a claim's attacks that are done ``once``, and ``again`` and again; how many lengths to certify."""

    once: list[str]
    again: list[str]
    lengths: int

    def name(self, number: int) -> str:
        """Return the name of what the task with this number does."""
        if number < 0:
            return CERTIFY
        rest = number - len(self.once)
        return self.once[number] if rest < 0 else self.again[rest % len(self.again)]

    @property
    def names(self) -> list[str]:
        """All names, each once."""
        return list(dict.fromkeys([*([CERTIFY] if self.lengths else []), *self.once, *self.again]))


def do_all(tasks: Sequence[Task]) -> list[Outcome]:
    """Do tasks one after the other; one that raises has failed, and the others count."""
    return [_done_or_failed(*task) for task in tasks]


def _done_or_failed(subject: Subject, seed: int, number: int, most: int | None) -> Outcome:
    try:
        return do(subject, seed, number, most)
    except Exception as error:
        return failed(repr(error)[:300])


def failed(trouble: str) -> Outcome:
    """Return the outcome of a task that failed."""
    return Outcome("", state="failed", trouble=trouble)


def do(subject: Subject, seed: int, number: int, most: int | None = None) -> Outcome:
    """Do a task, or its first ``most`` candidates; return what it found, which depends on nothing else.

    A violation is shrunk and certified.

    >>> from verify.campaign.subjects import of_text
    >>> outcome = do(of_text("bylander.5 --bound U**2*X**2/2"), 0, 0)
    >>> outcome.violated, outcome.counterexample.confirmed
    (1, True)
    """
    leave_no_folder()
    warnings.filterwarnings("ignore", "Do not use the `random` module")  # other threads of a Dask worker do
    with ONE_AT_A_TIME:
        started = time.monotonic()
        claim = subject.claim()
        if number < 0:
            return _certified(claim, LENGTHS[-number - 1], started)
        record = run_task(claim, number, seed, limit=most, deadline=started + TOO_LONG)
        if record.interrupted:
            raise KeyboardInterrupt
        outcome = outcome_of(claim, record, started)
        if record.finished or record.violation:
            return outcome
        if most is not None and outcome.candidates >= most:
            return replace(outcome, state="cut")
        if time.monotonic() >= started + TOO_LONG:
            return failed(f"it took longer than {TOO_LONG:g} seconds, after {outcome.judged} instances")
        return outcome


def outcome_of(claim: Claim, record: TaskRecord, started: float) -> Outcome:
    """Return a record as plain data, with the counterexample made small."""
    counts = record.statuses
    best = None
    if record.improvements:
        _, (ratio, attained, _), name, instance = record.improvements[-1]
        best = BestInstance(name, _text(instance), ratio, attained)
    troubles = sorted(record.errors.items(), key=lambda item: (-item[1], item[0]))
    return Outcome(
        attack=record.attack,
        holds=counts[Status.HOLDS],
        supports=record.supports,
        violated=counts[Status.VIOLATED],
        vacuous=counts[Status.VACUOUS],
        undecided=counts[Status.UNDECIDED],
        undefined=record.undefined.total(),
        errors=record.errors.total(),
        crashes=record.crashes,
        alarms=record.alarms,
        trouble=troubles[0][0] if troubles else "",
        best=best,
        counterexample=None if record.violation is None else _shrunk(claim, *record.violation[1:]),
        seconds=time.monotonic() - started,
    )


def _text(instance: Instance) -> str:
    """Return an instance as ``boundcheck check`` reads it; nothing where it cannot be written, or is too long."""
    try:
        text = trials_text(instance)
    except BoundcheckError:
        return ""
    return text if len(text) <= LONGEST else ""


def _certified(claim: Claim, length: int, started: float) -> Outcome:
    """Certify a claim up to a length; where it cannot be done, say why."""
    try:
        result = certify(claim, length, patterns=PATTERNS)
    except BoundcheckError as error:
        return Outcome(CERTIFY, length=Length("refused", 0, reason=str(error)), seconds=time.monotonic() - started)
    if result.interrupted:
        raise KeyboardInterrupt
    broken = result.counterexample
    document = "" if broken is not None or result.certificate is None else json.dumps(result.certificate)
    return Outcome(
        CERTIFY,
        violated=int(broken is not None),
        counterexample=None if broken is None else _shrunk(claim, CERTIFY, broken.verdict.instance),
        length=Length(
            result.status,
            result.length,
            ", ".join(f"{name} = {value}" for name, value in result.parameters.items()),
            str(result.worst[-1]) if result.worst else "",
            result.reason,
            document if len(document) <= LONGEST else "",
        ),
        seconds=time.monotonic() - started,
    )


def _shrunk(claim: Claim, name: str, instance: Instance) -> Counterexample:
    """Judge a violation once more, shrink it, and let the independent checker replay its certificate."""
    shrunk = shrink(check(claim, instance), checks=CHECKS)
    document, confirmed, said = "", False, ""
    try:
        document = json.dumps(certificate(shrunk.verdict), indent=1) + "\n"
        confirmed, lines = kernel.confirm(document, kernel.statements(), patience=PATIENCE)
        said = lines[-1] if lines else ""
    except (BoundcheckError, kernel.Malformed, kernel.Unknown) as error:
        said = str(error)
    smallest = _text(shrunk.verdict.instance)
    return Counterexample(name, _text(instance), smallest, shrunk.minimal, confirmed, said, document)
