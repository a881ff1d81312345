"""What is tried against a claim: the numbered tasks of the portfolio.

Every candidate, whoever proposes it, is judged exactly by ``check``. A task is a deterministic function of the
claim, the seed and its number; clocks and processes only decide how many tasks are done.
"""

from __future__ import annotations

import hashlib
import random
import time
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import Any

from adversaries.families.build import build, bytes_needed
from adversaries.generate.trial_columns import whole
from bounds.claims.claim import Claim
from bounds.display import plain
from bounds.errors import BoundcheckError, Undecided, UndefinedValue
from bounds.instances import Instance
from verify.alarm import Enough, alarm
from verify.judge.check import Verdict, check
from verify.judge.status import Status
from verify.search.evidence import judged, supports, tightness
from verify.search.faults import own_traceback, user_place, while_playing
from verify.search.record import Candidate, TaskRecord
from verify.search.stages import Stages, stage_of


@dataclass
class Judge:
    """Judges one task's candidates and ends the task by raising ``Enough``.

    With a ``ceiling`` (l, n) only a violation with fewer trials, or as many and fewer attributes, ends it.
    """

    claim: Claim
    record: TaskRecord
    limit: int | None = None
    deadline: float | None = None
    ceiling: tuple[int, int] | None = None
    progress: Callable[[TaskRecord], None] | None = None

    def __call__(self, name: str, instance: Instance, score: float | None = None) -> Verdict | None:
        """Judge a candidate; None if it is no instance of the claim. ``score`` is the proposer's own ratio."""
        self.pause()
        record, position = self.record, len(self.record.candidates)
        try:
            verdict = judged(self.claim, instance)
        except UndefinedValue as error:
            if isinstance(error.__cause__, ZeroDivisionError) and while_playing(error.__cause__):
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
            raise Enough
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
            raise Enough
        if self.deadline is not None and time.monotonic() >= self.deadline:
            raise Enough

    def failed(self, error: Exception, name: str = "") -> None:
        """Record an exception of a proposer, or of the claim on a candidate; the search goes on."""
        where = f"{self.record.attack} ({name})" if name else self.record.attack
        message = plain(" ".join(str(error).split()))
        ours = isinstance(error, BoundcheckError | Undecided)
        kind, place = type(error).__name__, "" if ours else user_place(error)
        crashed = bool(name) and (not ours or while_playing(error))
        if crashed and ours:
            kind = "LearnerError"
        text = f"{where}: {kind}: {message[:200]}{place and f', at {place}'}"
        trace = own_traceback(error) if crashed and not self.record.trace else ""
        self.record.candidates.append(Candidate(error=text, ended=not name, crashed=crashed, trace=trace))

    def all(self, candidates: Iterable[tuple[Any, ...]]) -> None:
        """Judge candidates (name, instance) or (name, instance, score), in order."""
        for name, instance, *score in candidates:
            self(name, instance, *score)


def run_task(
    claim: Claim,
    number: int,
    seed: int,
    *,
    limit: int | None = None,
    deadline: float | None = None,
    ceiling: tuple[int, int] | None = None,
    progress: Callable[[TaskRecord], None] | None = None,
    own: Stages = (),
) -> TaskRecord:
    """Do the task with this number: at most ``limit`` candidates, not beyond ``deadline`` (time.monotonic).

    Stops at the first violation (below the ``ceiling``, if there is one). ``own`` are stages of one's own, which come
    first. A proposer that raises ends its task, and the record tells. Ctrl-C gives what was found so far.
    """
    stage, effort = stage_of(claim, number, own)
    record = TaskRecord(number, stage.name)
    judge = Judge(claim, record, limit, deadline, ceiling, progress)
    try:
        with alarm(deadline, globals()):
            stage.run(claim, _task_seed(seed, number), effort, judge)
            record.finished = True
    except Enough:
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
        with alarm(deadline, globals()):
            simple = (bytes([1, *[fill] * (bytes_needed(length, 2) - 1)]) for length, fill in ((1, 0), (2, 1), (3, 9)))
            mixed = (random.Random(seed).randbytes(bytes_needed(3, 2)) for seed in range(20))  # noqa: S311
            for code in (*simple, *mixed):
                try:
                    check(claim, whole(claim, build(claim, code)))
                    return
                except UndefinedValue:
                    return
                except BoundcheckError as error:
                    problem = error
    except (Enough, Exception):
        return  # not about the statement; it is recorded when it comes up in a task
    if problem is not None:
        raise problem
