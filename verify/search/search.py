"""The search for a counterexample: the portfolio of attacks within a budget, and what it found.

The work is cut into numbered tasks (``verify.search.attack``), which are dealt by what those before them yielded
(``verify.search.order``). The answer is the first violation in their order, shrunk; it does not depend on the number of
processes. A clock only decides how many tasks are done.
"""

from __future__ import annotations

import math
import signal
import sys
import threading
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from functools import partial
from numbers import Integral, Real
from typing import Any, TypeAlias

from bounds.calls import checked
from bounds.claims.asked import as_claim
from bounds.claims.claim import Claim, Outcomes
from bounds.errors import BoundcheckError
from bounds.instances import Instance
from verify.alarm import Enough, alarm
from verify.judge.certificate import certificate
from verify.judge.check import Verdict, check
from verify.judge.status import Status
from verify.own_data.writer import trials_object
from verify.search.attack import require_judgeable, run_task
from verify.search.evidence import Tightness, tightest, tightness
from verify.search.order import Order
from verify.search.record import TaskRecord
from verify.search.result import Search
from verify.search.stages import ROUND, Adversary, own_stages, stage_of
from verify.shrink.shrink import shrink
from verify.workers import Pool, handling, possible, workers

__all__ = ["Progress", "Search", "counterexample_of", "search"]

A_FEW = 300
"""Instances of a search that only looks for one close to the bound."""

GRACE = 0.7
"""Seconds that a process may take to hand over its results after the deadline, before it is ended."""

SECONDS = 30.0
"""The usual budget of time."""

SHRINKING = 1.5
"""Seconds that shrinking has at least, however late the violation was found."""

LONGEST = 10**7
"""Seconds beyond which a budget is taken to be this long: timers take no more."""

SHORT = 6
"""Trials beyond which a shrunk counterexample is thought long, and a shorter one is looked for."""

Progress = Callable[[int, float | None], None]
"""Is told how many instances were judged so far, and the best ratio."""


@checked
def search(
    claim: Claim | str,
    *,
    seconds: float = SECONDS,
    seed: int = 0,
    jobs: int = 1,
    instances: int | None = None,
    tasks: Sequence[int] | None = None,
    progress: Progress | None = None,
    adversaries: Sequence[Adversary] = (),
) -> Search:
    """Try to break a claim with all that the adversaries have; shrink what breaks it.

    Ctrl-C ends the search with what was found so far.

    Parameters
    ----------
    claim : Claim or str
        The claim, or its id.
    seconds : float, optional
        The budget of time, > 0.
    seed : int, optional
        What is tried depends on it.
    jobs : int, optional
        The number of processes (one, where others cannot do it), >= 1.
    instances : int, optional
        A budget of judged instances in the place of ``seconds``; the result is then the same on every machine.
    tasks : sequence of int, optional
        The numbers of the tasks to do, such as ``range(100, 200)``, and these alone: what a task finds depends on the
        claim, the seed and its number.
    progress : callable, optional
        Is called with the number of instances judged so far, and the best ratio.
    adversaries : sequence of callable, optional
        One's own, tried before all others: functions ``adversary(claim, seed, effort)`` that yield instances, or pairs
        of a name and an instance; seed and effort are others each time.

    Returns
    -------
    Search
        REFUTED, with an exact and minimal counterexample, or HELD, which is no proof.

    Raises
    ------
    BoundcheckError
        For a claim that cannot be judged at all, such as a bound in a symbol without a value.

    Examples
    --------
    >>> from bounds.claims.catalogue import theorem
    >>> from bounds import symbols as s
    >>> found = search(theorem("bylander.5").replace(bound=s.U**2 * s.X**2 / 2), instances=100)
    >>> found.refuted, found.verdict.instance.trials
    (True, Trials(l=1, n=1: (1) -> 1))
    """
    claim = as_claim(claim)
    _require_budget(seconds, jobs, instances)
    own = own_stages(adversaries)
    order = Order(claim, own, _numbers(tasks))
    started = time.monotonic()
    deadline = started + min(seconds, LONGEST) if instances is None and tasks is None else None
    result = Search(claim, seed, 1, wanted=jobs, own=own)
    with _interrupts() as cut:
        driver = _Driver(result, order, instances, deadline, progress, cut)
        result.jobs = jobs if possible(driver.work) else 1
        try:
            require_judgeable(claim, deadline)
            driver.run()
            result.stopped = "tasks" if driver.exhausted else "seconds" if instances is None else "instances"
            driver.conclude()
            if result.found is not None:
                result.stopped = "refuted"
                driver.shrink()
        except KeyboardInterrupt:
            result.stopped = "interrupted"
            driver.conclude()
    if result.verdict is not None:
        result.counterexample = counterexample_of(result.verdict)
    result.seconds = time.monotonic() - started
    result.spare = math.inf if deadline is None else max(deadline - time.monotonic(), 0.0)
    return result


@contextmanager
def _interrupts() -> Iterator[threading.Event]:
    """Give an event that Ctrl-C sets: what it raises may be swallowed in a library's callback, and is not printed."""
    cut = threading.Event()

    def ring(_number: int, _frame: object) -> None:
        cut.set()
        raise KeyboardInterrupt

    def tell(swallowed: Any) -> None:
        if swallowed.exc_type is not KeyboardInterrupt:
            told(swallowed)

    if signal.getsignal(signal.SIGINT) is not signal.default_int_handler:
        yield cut
        return
    told, sys.unraisablehook = sys.unraisablehook, tell
    try:
        with handling({signal.SIGINT: ring}):
            yield cut
    finally:
        sys.unraisablehook = told


def counterexample_of(verdict: Verdict) -> dict[str, Any]:
    """Return the certificate of a verdict; the bare instance, and why, where the claim has no formulas for one."""
    try:
        return certificate(verdict)
    except BoundcheckError as reason:  # it has no formula, or one that is too long
        try:
            instance = trials_object(verdict.instance)
        except BoundcheckError as error:
            instance = {"unwritten": str(error)}
        return {"claim": verdict.claim.id, "uncertified": str(reason), "instance": instance}


def closest(claim: Claim) -> tuple[str, Verdict] | None:
    """Return an instance that comes close to the bound, with its name: of a claim of one's own, a short search's.

    >>> from bounds.claims.own import own_claim
    >>> gradient = "w + eta*y*x if y*yhat < 1 else w"
    >>> closest(own_claim(gradient, "l", gain="mistake"))[1].attained
    True
    """
    tight = tightest(claim)
    if not claim.own or claim.draws or (tight is not None and tight[1].attained):
        return tight
    searched = search(claim, instances=A_FEW)
    if searched.best is None or tightness(searched.best) <= tightness(None if tight is None else tight[1]):
        return tight
    return searched.best_name, searched.best


def _require_budget(seconds: Any, jobs: Any, instances: Any) -> None:
    if not isinstance(seconds, Real) or not 0 < float(seconds) < math.inf:
        raise BoundcheckError(f"seconds is {seconds!r}; give a positive number")
    for name, number, least in (("jobs", jobs, 1), ("instances", instances, 0)):
        if number is not None and (not isinstance(number, Integral) or int(number) < least):
            raise BoundcheckError(f"{name} is {number!r}; give a whole number of at least {least}")


def _numbers(tasks: Sequence[int] | None) -> Sequence[int] | None:
    """Return the numbers of the tasks to do, None where they are dealt."""
    if tasks is None:
        return None
    ends = (*tasks[:1], *tasks[-1:]) if isinstance(tasks, Sequence) else (None,)
    if not all(isinstance(number, int) and number >= 0 for number in ends):
        raise BoundcheckError(f"tasks is {tasks!r}; give numbers of tasks, such as range(100, 200)")
    return tasks


# --- doing the tasks -------------------------------------------------------------------------------------


Task: TypeAlias = tuple[int, int]
"""The place of a task in the search, and its number."""


def _work(claim: Claim, seed: int, task: Task, **given: Any) -> TaskRecord:
    return run_task(claim, task[1], seed, **given)


@dataclass
class _Driver:
    """Does tasks until the budget is spent, and merges their records in the order of the tasks."""

    result: Search
    order: Order
    limit: int | None
    deadline: float | None
    progress: Progress | None
    cut: threading.Event
    best: tuple[Tightness, str, Instance] | None = None
    violation: tuple[str, Instance] | None = None
    told: float = 0.0

    @property
    def room(self) -> int | None:
        """How many instances may still be judged; a candidate that cannot be judged counts too."""
        return None if self.limit is None else self.limit - self.result.candidates

    @property
    def late(self) -> bool:
        """Whether the time is over."""
        return self.deadline is not None and time.monotonic() >= self.deadline

    @property
    def decided(self) -> bool:
        """Whether a violation, or the count of instances, has ended the search."""
        return self.violation is not None or (self.room is not None and self.room <= 0) or self.exhausted

    @property
    def exhausted(self) -> bool:
        """Whether all tasks that were asked for are done."""
        return self.order.number(self.result.tasks) is None

    @property
    def work(self) -> Callable[[Task], TaskRecord]:
        """What another process does of it."""
        claim, seed, own = self.result.claim, self.result.seed, self.result.own
        return partial(_work, claim, seed, limit=self.limit, deadline=self.deadline, own=own)

    def run(self) -> None:
        """Do the tasks in their order, in this process or in several."""
        if self.result.jobs > 1:
            self.run_in_processes()
            return
        while not self.decided and not self.late:
            if self.do_next().interrupted or self.cut.is_set():
                raise KeyboardInterrupt

    def do_next(self, ceiling: tuple[int, int] | None = None) -> TaskRecord:
        """Do the next task here."""
        number = self.order.number(self.result.tasks)
        if number is None:
            raise LookupError("all tasks are done")
        record = run_task(
            self.result.claim,
            number,
            self.result.seed,
            limit=self.room,
            deadline=self.deadline,
            ceiling=ceiling,
            progress=self.tell,
            own=self.result.own,
        )
        self.merge(record)
        return record

    def merge(self, record: TaskRecord) -> None:
        """Add the record of the next task."""
        result, room = self.result, self.room
        record = record if room is None else record.truncated(room)
        self.order.learn(record)
        result.tasks += 1
        result.counts.update(record.statuses)
        judged = record.statuses
        result.attacks[record.attack] += judged.total()
        result.vacuous[record.attack] += judged[Status.VACUOUS]
        result.unjudged[record.attack] += len(record.candidates) - judged.total()
        result.cut[record.attack] += not record.finished
        result.alarms += record.alarms
        result.failures.update(record.failures)
        result.undefined.update(record.undefined)
        result.errors.update(record.errors)
        result.supports += record.supports
        result.crashes += record.crashes
        result.trace = result.trace or record.trace
        if record.ended:
            result.ended[record.attack] += 1
        if record.lost:
            result.lost.append(record.attack)
        for _, ratio, name, instance in record.improvements:
            if self.best is None or ratio > self.best[0]:
                self.best = ratio, f"{record.attack}: {name}", instance
        if record.violation is not None:
            _, name, instance = record.violation
            self.violation = f"{record.attack}: {name}", instance
        self.tell()

    def tell(self, *unmerged: TaskRecord) -> None:
        """Report progress, a few times a second."""
        now = time.monotonic()
        if self.progress is None or now - self.told < 0.1:
            return
        self.told = now
        ratios = [self.best[0][0]] if self.best is not None else []
        ratios += [record.improvements[-1][1][0] for record in unmerged if record.improvements]
        tried = self.result.tried + sum(record.statuses.total() for record in unmerged)
        self.progress(tried, max(ratios, default=None))

    def conclude(self) -> None:
        """Judge the best instance and the violation once more, in this process."""
        claim, result = self.result.claim, self.result
        if self.best is not None and result.best is None:
            _, name, instance = self.best
            with suppress(Enough), alarm(self.patient_deadline, globals()):
                result.best, result.best_name = check(claim, instance), name
        if self.violation is not None and result.found is None:
            result.found_name, instance = self.violation
            verdict = check(claim, instance)
            if verdict.status is not Status.VIOLATED:
                raise BoundcheckError(
                    f"{result.found_name}: VIOLATED at first, {verdict.status.value} when repeated; a learner has to "
                    "do the same each time, so give what is random in it a seed"
                )
            result.found = verdict

    def shrink(self) -> None:
        """Shrink the violation; while it stays long, go on for a round of tasks in search of a shorter one."""
        result = self.result
        if result.found is None:
            return
        result.shrunk = shrink(result.found, deadline=self.patient_deadline)
        last = result.tasks + len(ROUND)
        while result.tasks < last and not self.exhausted and not self.late and (self.room is None or self.room > 0):
            trials = result.shrunk.verdict.instance.trials
            if trials.l <= SHORT or result.claim.outcomes is Outcomes.NONE:
                return
            record = self.do_next(ceiling=(trials.l, trials.n))
            if record.violation is not None:
                _, name, instance = record.violation
                shorter = shrink(check(result.claim, instance), deadline=self.patient_deadline)
                result.found, result.found_name = shorter.verdict, f"{record.attack}: {name}"
                result.shrunk = shorter
            if record.interrupted:
                raise KeyboardInterrupt

    @property
    def patient_deadline(self) -> float | None:
        """When shrinking has to end."""
        return None if self.deadline is None else max(self.deadline, time.monotonic() + SHRINKING)

    # several processes

    def run_in_processes(self) -> None:
        """Hand tasks to processes as they become free; a violation makes all later tasks needless."""
        waiting: dict[int, TaskRecord] = {}
        with workers(self.work, self.result.jobs) as pool:
            try:
                self.gather(pool, waiting)
                waiting |= {task[0]: self.lost(task) for task in pool.suspects}
            except KeyboardInterrupt:
                self.progress = None  # which may have been what raised it
                raise
            finally:
                for place in sorted(waiting):
                    if not self.decided:
                        self.merge(waiting[place])

    def gather(self, pool: Pool[Task, TaskRecord], waiting: dict[int, TaskRecord]) -> None:
        """Merge records in the order of the tasks; those that come too early, or too late, are left in ``waiting``."""
        place, last = 0, math.inf
        while not self.decided:
            while pool.free and place < last and not self.late and (number := self.order.number(place)) is not None:
                pool.give((place, number))
                place += 1
            done = pool.done(self.patience)
            for task, record in done:
                waiting[task[0]] = record or self.lost(task)
                if waiting[task[0]].violation is not None:
                    last = min(last, task[0])
            self.merge_next(waiting)
            self.tell(*waiting.values())
            if self.cut.is_set():
                raise KeyboardInterrupt
            if not done and self.patience == GRACE:  # the deadline is over and nothing more is coming
                break

    def lost(self, task: Task) -> TaskRecord:
        """Return the record of a task whose process died."""
        _, number = task
        return TaskRecord(number, stage_of(self.result.claim, number, self.result.own)[0].name, lost=True)

    def merge_next(self, waiting: dict[int, TaskRecord]) -> None:
        """Merge what is next in the order of the tasks."""
        while self.result.tasks in waiting and not self.decided:
            self.merge(waiting.pop(self.result.tasks))

    @property
    def patience(self) -> float | None:
        """How long to wait for a process."""
        return None if self.deadline is None else max(self.deadline - time.monotonic(), 0) + GRACE
