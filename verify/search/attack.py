"""What is tried against a claim: the numbered tasks of the portfolio.

Every candidate, whoever proposes it, is judged exactly by ``check``. A task is a deterministic function of the
claim, the seed and its number; clocks and processes only decide how many tasks are done.
"""

from __future__ import annotations

import dataclasses
import hashlib
import os
import random
import signal
import sys
import sysconfig
import threading
import time
import traceback
from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from fractions import Fraction
from math import ceil, isfinite
from pathlib import Path
from types import FrameType
from typing import Any, NamedTuple, TypeAlias

import bounds.learners.run
from adversaries.constructions.portfolio import deck
from adversaries.generate.build import build, bytes_needed
from adversaries.generate.parameters import with_free, without_fixed
from bounds.claims.claim import Claim, Outcomes
from bounds.claims.stated import regret_of
from bounds.data.instances import Instance
from bounds.display import plain
from bounds.errors import BoundcheckError, UndefinedValue
from bounds.numbers import compare, to_float
from verify.judge.check import Verdict, check
from verify.judge.status import Status
from verify.search.stages import Stages, stage_of

# --- how close a verdict comes ----------------------------------------------------------------------------

Tightness: TypeAlias = tuple[float, bool, int]
"""A ratio, whether it is an exact equality, and a length that shows the pattern (up to 4): larger is better."""


def tightness(verdict: Verdict | None) -> Tightness:
    """Tell how close a verdict comes to the bound; it orders verdicts for people and decides nothing."""
    if verdict is None or verdict.ratio is None or not isfinite(verdict.ratio):
        return -1.0, False, 0
    return verdict.ratio, verdict.attained, min(verdict.instance.trials.l, 4)


def tightest(claim: Claim) -> tuple[str, Verdict] | None:
    """Return the structured or boundary instance that comes closest to the bound, with its name; None if none does.

    >>> from bounds.claims.catalogue import theorem
    >>> tightest(theorem("bylander.8"))[1].attained
    True
    """
    found: tuple[str, Verdict] | None = None
    for name, instance in deck(claim):
        with suppress(UndefinedValue):
            verdict = _judged(claim, instance)
            best = tightness(None if found is None else found[1])
            if verdict.status is Status.HOLDS and tightness(verdict) > best:
                found = name, verdict
    return found


def _judged(claim: Claim, instance: Instance) -> Verdict:
    """Judge what an adversary proposes, which may set what the claim fixes, or leave out what it does not know of."""
    return check(claim, with_free(claim, without_fixed(claim, instance)))


# --- one task and its judge ------------------------------------------------------------------------------


class _Enough(BaseException):
    """A task is over: it found a violation, or used up its instances or its time.

    Not an Exception, so that neither a proposer nor Hypothesis takes it for a failure of its own.
    """


class Candidate(NamedTuple):
    """What became of one candidate, or of a proposer that ended in an error: a ``status``, or why it has none.

    ``undefined`` says why it has no value, ``error`` what was raised: ``ended`` by the proposer, ``crashed`` in the
    claim's own code, its learner's say, which ``trace`` shows. ``failures`` are the hypotheses that failed,
    ``supports`` tells whether it holds and has something to say (see ``supports``), ``alarm`` whether it exactly holds
    and a proposer's floats called it a violation.
    """

    status: Status | None = None
    failures: tuple[str, ...] = ()
    supports: bool = False
    alarm: bool = False
    undefined: str = ""
    error: str = ""
    ended: bool = False
    crashed: bool = False
    trace: str = ""


@dataclass
class Record:
    """What one task did: plain data that can cross a process boundary.

    ``candidates`` are what it looked at, in order; the positions elsewhere count in them, and all else is counted from
    them. ``improvements`` are those that came closer to the bound than all before them in the task. ``lost`` says that
    the process that did the task died, twice.
    """

    number: int
    attack: str
    candidates: list[Candidate] = field(default_factory=list)
    improvements: list[tuple[int, Tightness, str, Instance]] = field(default_factory=list)
    violation: tuple[int, str, Instance] | None = None
    lost: bool = False
    finished: bool = False
    interrupted: bool = False

    @property
    def statuses(self) -> Counter[Status]:
        """How many candidates were judged, by verdict."""
        return Counter(candidate.status for candidate in self.candidates if candidate.status is not None)

    @property
    def failures(self) -> Counter[str]:
        """How often each hypothesis failed."""
        return Counter(text for candidate in self.candidates for text in candidate.failures)

    @property
    def undefined(self) -> Counter[str]:
        """Why candidates have no value."""
        return Counter(candidate.undefined for candidate in self.candidates if candidate.undefined)

    @property
    def errors(self) -> Counter[str]:
        """What was raised."""
        return Counter(candidate.error for candidate in self.candidates if candidate.error)

    @property
    def supports(self) -> int:
        """How many candidates hold and have something to say."""
        return sum(candidate.supports for candidate in self.candidates)

    @property
    def alarms(self) -> int:
        """How many candidates floats alone called violations."""
        return sum(candidate.alarm for candidate in self.candidates)

    @property
    def crashes(self) -> int:
        """How many candidates ended in an error of the claim's own code."""
        return sum(candidate.crashed for candidate in self.candidates)

    @property
    def ended(self) -> bool:
        """Whether the proposer ended in an error."""
        return any(candidate.ended for candidate in self.candidates)

    @property
    def trace(self) -> str:
        """The traceback of the first error of one's own code."""
        return next((candidate.trace for candidate in self.candidates if candidate.trace), "")

    def truncated(self, limit: int) -> Record:
        """Return the record of the first ``limit`` candidates."""
        if limit >= len(self.candidates):
            return self
        return dataclasses.replace(
            self,
            candidates=self.candidates[:limit],
            improvements=[found for found in self.improvements if found[0] < limit],
            violation=self.violation if self.violation is not None and self.violation[0] < limit else None,
            finished=False,
        )


@dataclass
class Judge:
    """Judges one task's candidates and ends the task by raising ``_Enough``.

    With a ``ceiling`` (l, n) only a violation with fewer trials, or as many and fewer attributes, ends it.
    """

    claim: Claim
    record: Record
    limit: int | None = None
    deadline: float | None = None
    ceiling: tuple[int, int] | None = None
    progress: Callable[[Record], None] | None = None

    def __call__(self, name: str, instance: Instance, score: float | None = None) -> Verdict | None:
        """Judge a candidate; None if it is no instance of the claim. ``score`` is the proposer's own ratio."""
        self.pause()
        record, position = self.record, len(self.record.candidates)
        try:
            verdict = _judged(self.claim, instance)
        except UndefinedValue as error:
            if isinstance(error.__cause__, ZeroDivisionError) and _while_playing(error.__cause__):
                self.failed(error.__cause__, name)
            else:
                record.candidates.append(Candidate(undefined=str(error)))
            return None
        except Exception as error:
            self.failed(error, name)
            return None
        trials = instance.trials
        if verdict.status is Status.VIOLATED and (self.ceiling is None or (trials.l, trials.n) < self.ceiling):
            record.violation = (position, name, verdict.instance)
            record.candidates.append(Candidate(verdict.status))
            raise _Enough
        holds = verdict.status is Status.HOLDS
        best = record.improvements[-1][1] if record.improvements else tightness(None)
        if holds and tightness(verdict) > best:
            record.improvements.append((position, tightness(verdict), name, verdict.instance))
        failures = tuple(failure.hypothesis.text for failure in verdict.failures)
        alarm = holds and score is not None and score > 1
        record.candidates.append(Candidate(verdict.status, failures, supports(verdict), alarm))
        if self.progress is not None:
            self.progress(record)
        return verdict

    def pause(self) -> None:
        """End the task if its instances or its time are used up."""
        if self.limit is not None and len(self.record.candidates) >= self.limit:
            raise _Enough
        if self.deadline is not None and time.monotonic() >= self.deadline:
            raise _Enough

    def failed(self, error: Exception, name: str = "") -> None:
        """Record an exception of a proposer, or of the claim on a candidate; the search goes on."""
        where = f"{self.record.attack} ({name})" if name else self.record.attack
        message = plain(" ".join(str(error).split()))
        ours = isinstance(error, BoundcheckError)
        kind, place = type(error).__name__, "" if ours else user_place(error)
        crashed = bool(name) and (not ours or _while_playing(error))
        if crashed and ours:
            kind = "LearnerError"
        text = f"{where}: {kind}: {message[:200]}{place and f', at {place}'}"
        trace = own_traceback(error) if crashed and not self.record.trace else ""
        self.record.candidates.append(Candidate(error=text, ended=not name, crashed=crashed, trace=trace))

    def all(self, candidates: Iterable[tuple[Any, ...]]) -> None:
        """Judge candidates (name, instance) or (name, instance, score), in order."""
        for name, instance, *score in candidates:
            self(name, instance, *score)


SUPPORTS, SUPPORTED = 10, Fraction(1, 100)
"""Instances that have to test a claim before it is called HELD: so many, and this share of the candidates."""

CRASHED = Fraction(1, 100)
"""The share of the candidates that may end in an error of the claim's own code."""


def untested(candidates: int, supports: int, crashes: int) -> str:
    """Say why candidates, none of which breaks a claim, say nothing about it; nothing where they do.

    >>> untested(5000, 49, 0), untested(5000, 50, 50)
    ('49 of 5000 instances test it, and at least 50 have to', '')
    """
    needed = max(SUPPORTS, ceil(SUPPORTED * candidates))
    if crashes > CRASHED * candidates:
        return f"{crashes} of {candidates} candidates ended in an error of the claim's own code"
    if not supports:
        return "no instance satisfied the hypotheses and could be judged"
    return f"{supports} of {candidates} instances test it, and at least {needed} have to" if supports < needed else ""


def supports(verdict: Verdict) -> bool:
    """Tell whether an instance on which a claim holds speaks for it: nothing was compared in a run of no trials.

    A claim about parameters has no trials, and one without a learner no run; one against an adversary makes its own
    trials, and something happens on them.

    >>> from boundcheck import Instance, Trials, theorem, vector
    >>> empty = Trials.from_integers([], 1, [], 1)
    >>> supports(check(theorem("bylander.5"), Instance(empty, vector([1]))))
    False

    Where the learner predicts on each trial what the comparator does, as of one expert out of one, their losses are the
    same whatever the trials are.
    """
    if verdict.status is not Status.HOLDS:
        return False
    claim = verdict.claim
    if claim.outcomes is Outcomes.NONE or claim.learner is None:
        return True
    if verdict.instance.trials.l:
        return not _alike(verdict)
    return any(comparison.lhs != 0 for comparison in verdict.comparisons)


def _alike(verdict: Verdict) -> bool:
    """Tell whether a learner is compared with a comparator that predicts the same on every trial."""
    regret = regret_of(verdict.claim.quantity)
    if regret is None or regret.loss is None or any(abs(to_float(of.lhs)) > SAME for of in verdict.comparisons):
        return False
    pairs = ((step.prediction, step.comparator_prediction) for step in verdict.case.run.steps)
    return all(ux is not None and compare(yhat, ux) == 0 for yhat, ux in pairs)


SAME = 1e-9
"""An amount that may be 0, as far as floats can tell."""


def _while_playing(error: Exception) -> bool:
    """Tell whether an error was raised while a learner was played, which is the learner's fault whatever it is."""
    return any(frame.filename == bounds.learners.run.__file__ for frame in traceback.extract_tb(error.__traceback__))


ROOT = Path(__file__).parents[2]
OURS = tuple(f"{ROOT / package}{os.sep}" for package in ("bounds", "adversaries", "verify"))


def _own_frames(error: Exception) -> list[traceback.FrameSummary]:
    """Return the frames of an error in code that is neither ours nor a library's; in a library's, if there are none."""
    frames = traceback.extract_tb(error.__traceback__)
    libraries = tuple(sysconfig.get_paths()[name] for name in ("stdlib", "purelib", "platlib"))
    others = [frame for frame in frames if not frame.filename.startswith((*OURS, "<frozen"))]
    return [frame for frame in others if not frame.filename.startswith(libraries)] or others


def user_place(error: Exception) -> str:
    """Return file, line and function where an error came out of code that is neither ours nor a library's, if any."""
    own = _own_frames(error)
    return f"{own[-1].filename}, line {own[-1].lineno}, in {own[-1].name}" if own else ""


def own_traceback(error: Exception) -> str:
    """Return the traceback of an error through one's own code; nothing where it did not pass there."""
    own = _own_frames(error)
    if not own:
        return ""
    lines = "".join([*traceback.format_list(own), *traceback.format_exception_only(error)]).splitlines()
    return "\n".join(["Traceback (your own code):", *map(plain, lines)]).rstrip()


@contextmanager
def _alarm(deadline: float | None) -> Iterator[None]:
    """Interrupt a candidate that is still being judged at the deadline (in the main thread, where signals exist)."""
    in_main = threading.current_thread() is threading.main_thread()
    if deadline is None or not in_main or not hasattr(signal, "setitimer"):  # Windows has none
        yield
        return
    armed = True

    def ring(_number: int, frame: FrameType | None) -> None:
        if armed and not _importing(frame):
            raise _Enough

    def lost(unraisable: Any) -> None:
        if unraisable.exc_type is not _Enough:
            hook(unraisable)

    hook, sys.unraisablehook = sys.unraisablehook, lost
    previous = signal.signal(signal.SIGALRM, ring)
    # it rings again, because an exception raised inside a destructor is lost
    before = signal.setitimer(signal.ITIMER_REAL, max(deadline - time.monotonic(), 0) + 0.1, 0.1)
    try:
        yield
    finally:
        armed = False
        signal.setitimer(signal.ITIMER_REAL, *before)
        signal.signal(signal.SIGALRM, previous)
        sys.unraisablehook = hook


def _importing(frame: FrameType | None) -> bool:
    """Tell whether a candidate's judging is at an import: a module such as numba cannot be imported again once cut."""
    while frame is not None and frame.f_globals is not globals():
        if frame.f_code.co_filename.startswith("<frozen importlib"):
            return True
        frame = frame.f_back
    return False


def run_task(
    claim: Claim,
    number: int,
    seed: int,
    *,
    limit: int | None = None,
    deadline: float | None = None,
    ceiling: tuple[int, int] | None = None,
    progress: Callable[[Record], None] | None = None,
    own: Stages = (),
) -> Record:
    """Do the task with this number: at most ``limit`` candidates, not beyond ``deadline`` (time.monotonic).

    Stops at the first violation (below the ``ceiling``, if there is one). ``own`` are stages of one's own, which come
    first. A proposer that raises ends its task, and the record tells. Ctrl-C gives what was found so far.
    """
    stage, effort = stage_of(claim, number, own)
    record = Record(number, stage.name)
    judge = Judge(claim, record, limit, deadline, ceiling, progress)
    try:
        with _alarm(deadline):
            stage.run(claim, _task_seed(seed, number), effort, judge)
            record.finished = True
    except _Enough:
        pass
    except KeyboardInterrupt:
        record.interrupted = True
    except Exception as error:
        judge.failed(error)
    return record


def _task_seed(seed: int, number: int) -> int:
    return int.from_bytes(hashlib.sha256(f"{seed} {number}".encode()).digest()[:6], "big")


def require_judgeable(claim: Claim, deadline: float | None = None) -> None:
    """Judge a few simple instances; raise BoundcheckError with what is wrong if none of them can be judged."""
    problem: BoundcheckError | None = None
    try:
        with _alarm(deadline):
            simple = (bytes([1, *[fill] * (bytes_needed(length, 2) - 1)]) for length, fill in ((1, 0), (2, 1), (3, 9)))
            mixed = (random.Random(seed).randbytes(bytes_needed(3, 2)) for seed in range(20))  # noqa: S311
            for code in (*simple, *mixed):
                try:
                    check(claim, build(claim, code))
                    return
                except UndefinedValue:
                    return
                except BoundcheckError as error:
                    problem = error
    except (_Enough, Exception):
        return  # not about the statement; it is recorded when it comes up in a task
    if problem is not None:
        raise problem
