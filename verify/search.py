"""The search for a counterexample: the portfolio of attacks within a budget, and what it found.

The work is cut into numbered tasks (``verify.attack``). The answer is the first violation in the order of the
tasks, shrunk; it does not depend on the number of processes. A clock only decides how many tasks are done.
"""

from __future__ import annotations

import contextlib
import json
import math
import multiprocessing
import os
import re
import signal
import time
import warnings
from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from functools import cached_property
from multiprocessing.connection import Connection, wait
from multiprocessing.process import BaseProcess
from typing import Any

from bounds.claim import Claim, Outcomes
from bounds.display import Reported
from bounds.errors import BoundcheckError, not_a_yes_or_no
from bounds.trials import Instance
from verify import kernel
from verify.attack import ROUND, Record, Tightness, require_judgeable, run_task
from verify.certificate import NoFormula, certificate
from verify.check import Status, Verdict, check
from verify.ledger import instance_object
from verify.report import instance_lines, number_text, trial_lines, variant_lines, verdict_lines
from verify.shrink import Shrunk, shrink

GRACE = 0.7
"""Seconds that a process may take to hand over its results after the deadline, before it is ended."""

SHRINKING = 1.5
"""Seconds that shrinking has at least, however late the violation was found."""

LONGEST = 10**7
"""Seconds beyond which a budget is taken to be this long: timers take no more."""

SHORT = 6
"""Trials beyond which a shrunk counterexample is thought long, and a shorter one is looked for."""

Progress = Callable[[int, float | None], None]
"""Is told how many instances were judged so far, and the best ratio."""


@dataclass(repr=False)
class Search(Reported):
    """What a search found. REFUTED comes with an exact counterexample; HELD is not a proof.

    ``found`` is the violation as it was found, ``verdict`` the same after shrinking, ``counterexample`` its
    certificate. ``best`` is the verdict that holds and comes closest to the bound. ``counts`` are verdicts,
    ``attacks`` instances by attack; ``alarms`` counts violations that were claimed by floats and do not exist,
    ``failures`` the hypotheses that failed, ``undefined`` why candidates have no value, ``errors`` what went wrong.
    ``spare`` are the seconds of the budget that were left, ``stopped`` tells why the search ended: refuted, seconds,
    instances or interrupted.
    """

    claim: Claim
    seed: int
    jobs: int
    counts: Counter[Status] = field(default_factory=Counter)
    attacks: Counter[str] = field(default_factory=Counter)
    tasks: int = 0
    best: Verdict | None = None
    best_name: str = ""
    found: Verdict | None = None
    found_name: str = ""
    shrunk: Shrunk | None = None
    counterexample: dict[str, Any] | None = None
    alarms: int = 0
    failures: Counter[str] = field(default_factory=Counter)
    undefined: Counter[str] = field(default_factory=Counter)
    errors: Counter[str] = field(default_factory=Counter)
    seconds: float = 0.0
    spare: float = math.inf
    stopped: str = ""

    @property
    def refuted(self) -> bool:
        """Whether a violation was found."""
        return self.found is not None

    @property
    def held(self) -> bool:
        """Whether the claim held wherever it was tested, and it was tested at all; this is no proof."""
        return self.found is None and self.counts[Status.HOLDS] > 0

    @property
    def conclusion(self) -> str:
        """REFUTED, HELD, or UNTESTED where the claim did not hold on any instance either."""
        return "REFUTED" if self.refuted else "HELD" if self.held else "UNTESTED"

    @property
    def verdict(self) -> Verdict | None:
        """The violated verdict, shrunk as far as it went."""
        return self.found if self.shrunk is None else self.shrunk.verdict

    @property
    def minimal(self) -> str:
        """What was established about the counterexample's minimality, in words."""
        return "" if self.shrunk is None else self.shrunk.minimal

    @cached_property
    def confirmation(self) -> str:
        """What the independent checker says of the counterexample's certificate."""
        document = self.counterexample or {}
        if "uncertified" in document or not document:
            return f"not: {document.get('uncertified', 'there is no certificate')}"
        text = json.dumps(document)
        if len(text) > min(REPLAYED, AT_ONCE + PER_SECOND * self.spare):
            return f"not yet: the certificate has {len(text) / 10**6:.1f} MB; boundcheck replay takes a while"
        try:
            agrees, said = kernel.confirm(text, kernel.statements(), patience=PATIENCE)
        except (kernel.Malformed, kernel.Unknown) as error:
            agrees, said = False, [str(error)]
        return "by the independent checker" if agrees else f"NOT by the independent checker, which says: {said[-1]}"

    @property
    def tried(self) -> int:
        """How many instances were judged."""
        return sum(self.counts.values())

    @property
    def best_ratio(self) -> float | None:
        """The counterexample's achieved/bound, or the largest one among instances that hold; for reading."""
        for verdict in (self.verdict, self.best):
            if verdict is not None and verdict.ratio is not None and math.isfinite(verdict.ratio):
                return verdict.ratio
        return None

    def as_json(self) -> dict[str, Any]:
        """Return the result as one JSON object (see DESIGN: ``boundcheck search --json``)."""
        return {
            "claim": self.claim.id,
            "title": self.claim.title,
            "bound": str(self.claim.bound),
            "inequality": self.claim.inequality,
            "verdict": self.conclusion.lower(),
            "best_ratio": self.best_ratio,
            "best": instance_object(self.best),
            "best_name": self.best_name,
            "instances": self.tried,
            "holds": self.counts[Status.HOLDS],
            "violated": self.counts[Status.VIOLATED],
            "vacuous": self.counts[Status.VACUOUS],
            "undecided": self.counts[Status.UNDECIDED],
            "undefined": self.undefined.total(),
            "failures": dict(self.failures.most_common()),
            "attacks": dict(self.attacks),
            "float_alarms": self.alarms,
            "errors": dict(self.errors),
            "seed": self.seed,
            "seconds": round(self.seconds, 3),
            "jobs": self.jobs,
            "tasks": self.tasks,
            "stopped": self.stopped,
            "found_by": self.found_name,
            "minimal": self.minimal,
            "confirmed": self.confirmation if self.refuted else "",
            "counterexample": self.counterexample,
        }

    def lines(self) -> list[str]:
        """Return the result for people, a line each: the counterexample or the best sequence, and the budget."""
        verdict = self.verdict
        if verdict is not None:
            lines = _counterexample_lines(verdict)
            lines.append(f"  minimal      {self.minimal or 'not shrunk'}")
            lines.append(f"  confirmed    {self.confirmation}")
            lines.append(f"  found by     {self.found_name}")
        else:
            lines = [f"{self.claim.id}  {self.claim.title}", f"  claim        {self.claim.inequality}"]
            lines += variant_lines(self.claim)
            if self.held:
                lines += _best_lines(self.best, self.best_name)
        counts = ", ".join(f"{self.counts[status]} {status.value}" for status in Status if self.counts[status])
        budget = f"{self.tried} instances in {self.seconds:.1f} s, seed {self.seed}, {self.tasks} tasks"
        lines.append(f"  judged       {budget}{', interrupted' if self.stopped == 'interrupted' else ''}")
        lines.append(f"  verdicts     {counts or 'none'}")
        lines.append(f"  attacks      {', '.join(f'{name} {n}' for name, n in self.attacks.items() if n) or 'none'}")
        if self.alarms:
            lines.append(f"  alarms       {self.alarms} violations in floats that exactly hold")
        if self.conclusion == "UNTESTED":
            lines += [f"  vacuous      {times} times: {text}" for text, times in self.failures.most_common(TROUBLES)]
        if self.undefined:
            ((why, _),) = self.undefined.most_common(1)
            lines.append(f"  undefined    {self.undefined.total()} instances at which there is no value: {why}")
        lines += self._troubles()
        return [*lines, {"HELD": HELD, "UNTESTED": UNTESTED}.get(self.conclusion, self.conclusion)]

    def _troubles(self) -> list[str]:
        """Return what went wrong, the most frequent first: candidates that are no instances in one line."""
        kinds, unfit = Counter[str](), Counter[str]()
        for text, times in self.errors.items():
            where, refused, message = _CANDIDATE.sub(": ", text, count=1).partition(": BoundcheckError: ")
            (unfit if refused else kinds)[message or where] += times
        shown = [
            f"  trouble      {text}" + (f" ({times} times)" if times > 1 else "")
            for text, times in kinds.most_common(TROUBLES)
        ]
        if len(kinds) > TROUBLES:
            shown.append(f"               ... and {len(kinds) - TROUBLES} more kinds")
        if unfit:
            ((message, _),) = unfit.most_common(1)
            shown.append(f"  unfit        {unfit.total()} candidates are no instances of the claim: {message}")
        return shown

    def __bool__(self) -> bool:
        not_a_yes_or_no(self, "result.held (which is no proof) or result.refuted")

    def __str__(self) -> str:
        return "\n".join(self.lines())


HELD = "HELD (not broken by this search within this budget; that is not a proof)"
UNTESTED = "UNTESTED (no instance satisfied the hypotheses and could be judged; that says nothing about the claim)"

PATIENCE = 25
"""Times the usual limits of the checker that a certificate of the search's own may take."""

REPLAYED, AT_ONCE, PER_SECOND = 10**6, 60_000, 40_000
"""Characters of a certificate that is confirmed before it is shown: at most, at hardly any cost, and in a second."""

TROUBLES = 5
"""Kinds of trouble that are shown."""

_CANDIDATE = re.compile(r" \(.*?\): (?=[A-Z]\w*: )")
"""The candidate's name in a line of trouble."""


def _counterexample_lines(verdict: Verdict) -> list[str]:
    """Return the verdict's lines with the trials among them."""
    lines = verdict_lines(verdict)
    shown = trial_lines(verdict.instance.trials, SHOWN)
    trials = [f"  {'trial ' + numbers if numbers else '':<12} {text}" for numbers, text in shown]
    after = next((i + 1 for i, line in enumerate(lines) if line.startswith("  data ")), len(lines))
    return [*lines[:after], *trials, *lines[after:]]


SHOWN = 20
"""Most trials that are printed."""


def _best_lines(best: Verdict | None, name: str) -> list[str]:
    if best is None or best.ratio is None:
        return ["  best         no instance with a positive bound"]
    ratio = "attained with equality, exactly" if best.attained else f"ratio {best.ratio:.6g}"
    lines = [f"  best         {ratio}, by {name}"]
    lines += [f"               {text}" for text in instance_lines(best.instance, 6)]
    if best.decisive is not None:
        compared = f"{number_text(best.decisive.lhs)} against {number_text(best.decisive.rhs)}"
        lines.append(f"               {compared}")
    return lines


def search(
    claim: Claim,
    *,
    seconds: float = 30.0,
    seed: int = 0,
    jobs: int = 1,
    instances: int | None = None,
    progress: Progress | None = None,
) -> Search:
    """Try to break a claim, with everything the adversaries have, and shrink what breaks it.

    ``seconds`` is the budget of time; ``instances`` replaces it by a budget of judged instances, and then the
    result is the same on every machine. ``jobs`` is the number of processes (more than one needs a system
    that can fork). Ctrl-C ends the search with what was found so far. Raises BoundcheckError for a claim
    that cannot be judged at all, such as a bound in a symbol that it has no value for.

    >>> from bounds import theorem, symbols as s
    >>> found = search(theorem("bylander.5").replace(bound=s.U**2 * s.X**2 / 2), instances=100)
    >>> found.refuted, found.verdict.instance.trials
    (True, Trials(l=1, n=1: (1) -> 1))
    """
    _require_budget(seconds, jobs, instances)
    started = time.monotonic()
    deadline = started + min(seconds, LONGEST) if instances is None else None
    require_judgeable(claim, deadline)
    jobs = jobs if "fork" in multiprocessing.get_all_start_methods() else 1
    driver = _Driver(Search(claim, seed, jobs), instances, deadline, progress)
    result = driver.result
    try:
        driver.run()
        result.stopped = result.stopped or ("seconds" if instances is None else "instances")
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


def counterexample_of(verdict: Verdict) -> dict[str, Any]:
    """Return the certificate of a verdict; the bare instance, and why, where the claim has no formulas for one."""
    try:
        return certificate(verdict)
    except NoFormula as reason:
        try:
            instance = instance_object(verdict)
        except BoundcheckError as error:
            instance = {"unwritten": str(error)}
        return {"claim": verdict.claim.id, "uncertified": str(reason), "instance": instance}


def _require_budget(seconds: float, jobs: int, instances: int | None) -> None:
    if not (math.isfinite(seconds) and seconds > 0):
        raise BoundcheckError(f"seconds is {seconds!r}; give a positive number")
    if jobs < 1:
        raise BoundcheckError(f"jobs is {jobs!r}; give at least 1")
    if instances is not None and instances < 0:
        raise BoundcheckError(f"instances is {instances!r}; give at least 0")


# --- doing the tasks -------------------------------------------------------------------------------------


@dataclass
class _Driver:
    """Does tasks until the budget is spent, and merges their records in the order of the tasks."""

    result: Search
    limit: int | None
    deadline: float | None
    progress: Progress | None
    best: tuple[Tightness, str, Instance] | None = None
    violation: tuple[str, Instance] | None = None
    told: float = 0.0

    @property
    def room(self) -> int | None:
        """How many instances may still be judged; a candidate that cannot be judged counts too."""
        spent = self.result.tried + self.result.errors.total() + self.result.undefined.total()
        return None if self.limit is None else self.limit - spent

    @property
    def late(self) -> bool:
        """Whether the time is over."""
        return self.deadline is not None and time.monotonic() >= self.deadline

    @property
    def decided(self) -> bool:
        """Whether a violation, or the count of instances, has ended the search."""
        return self.violation is not None or (self.room is not None and self.room <= 0)

    def run(self) -> None:
        """Do tasks 0, 1, 2, ... in this process, or in several."""
        if self.result.jobs > 1:
            self.run_in_processes()
            return
        while not self.decided and not self.late:
            if self.do_next().interrupted:
                raise KeyboardInterrupt

    def do_next(self, ceiling: tuple[int, int] | None = None) -> Record:
        """Do the next task here."""
        record = run_task(
            self.result.claim,
            self.result.tasks,
            self.result.seed,
            limit=self.room,
            deadline=self.deadline,
            ceiling=ceiling,
            progress=self.tell,
        )
        self.merge(record)
        return record

    def merge(self, record: Record) -> None:
        """Add the record of the next task."""
        result, room = self.result, self.room
        record = record if room is None else record.truncated(room)
        result.tasks += 1
        result.counts.update(record.statuses)
        result.attacks[record.attack] += len(record.statuses)
        result.alarms += len(record.alarms)
        result.failures.update(record.failures)
        result.undefined.update(record.undefined)
        result.errors.update(record.errors)
        for _, ratio, name, instance in record.improvements:
            if self.best is None or ratio > self.best[0]:
                self.best = ratio, f"{record.attack}: {name}", instance
        if record.violation is not None:
            _, name, instance = record.violation
            self.violation = f"{record.attack}: {name}", instance
        self.tell()

    def tell(self, *unmerged: Record) -> None:
        """Report progress, a few times a second."""
        now = time.monotonic()
        if self.progress is None or now - self.told < 0.1:
            return
        self.told = now
        ratios = [self.best[0][0]] if self.best is not None else []
        ratios += [record.improvements[-1][1][0] for record in unmerged if record.improvements]
        tried = self.result.tried + sum(len(record.statuses) for record in unmerged)
        self.progress(tried, max(ratios, default=None))

    def conclude(self) -> None:
        """Judge the best instance and the violation once more, in this process."""
        claim, result = self.result.claim, self.result
        if self.best is not None and result.best is None:
            _, result.best_name, instance = self.best
            result.best = check(claim, instance)
        if self.violation is not None and result.found is None:
            result.found_name, instance = self.violation
            verdict = check(claim, instance)
            if verdict.status is not Status.VIOLATED:
                raise RuntimeError(f"{result.found_name}: VIOLATED at first, {verdict.status.value} when repeated")
            result.found = verdict

    def shrink(self) -> None:
        """Shrink the violation; while it stays long, go on for a round of tasks in search of a shorter one."""
        result = self.result
        if result.found is None:
            return
        result.shrunk = shrink(result.found, deadline=self.patient_deadline)
        last = result.tasks + len(ROUND)
        while result.tasks < last and not self.late and (self.room is None or self.room > 0):
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
        claim, seed, jobs = self.result.claim, self.result.seed, self.result.jobs
        with _workers(claim, seed, jobs, self.limit, self.deadline) as workers:
            waiting: dict[int, Record] = {}
            busy: dict[Connection, int] = {}
            free, number, last = list(workers), 0, math.inf
            while not self.decided:
                while free and number < last and not self.late:
                    busy[free[-1]] = number
                    free.pop().send(number)
                    number += 1
                ready = wait(list(busy), timeout=self.patience) if busy else []
                for connection in (c for c in busy.copy() if c in ready):
                    task = busy.pop(connection)
                    record = _received(connection)
                    free.append(connection if record is not None else workers.replace(connection))
                    waiting[task] = record or Record(task, "process", errors=Counter([f"task {task}: process died"]))
                    if waiting[task].violation is not None:
                        last = min(last, task)
                self.merge_next(waiting)
                self.tell(*waiting.values())
                if not ready:  # the deadline is over and nothing more is coming
                    break
            for task in sorted(waiting):
                if not self.decided:
                    self.merge(waiting[task])

    def merge_next(self, waiting: dict[int, Record]) -> None:
        """Merge what is next in the order of the tasks."""
        while self.result.tasks in waiting and not self.decided:
            self.merge(waiting.pop(self.result.tasks))

    @property
    def patience(self) -> float | None:
        """How long to wait for a process."""
        return None if self.deadline is None else max(self.deadline - time.monotonic(), 0) + GRACE


def _received(connection: Connection) -> Record | None:
    try:
        record = connection.recv()
    except (EOFError, OSError):
        return None
    return record if isinstance(record, Record) else None


class _Pool(list[Connection]):
    """The connections to worker processes, which are forked so that claims need not be pickled."""

    def __init__(self, start: Callable[[], tuple[Connection, BaseProcess]], jobs: int) -> None:
        super().__init__()
        self.start = start
        self.processes: dict[Connection, BaseProcess] = {}
        for _ in range(jobs):
            self.add()

    def add(self) -> Connection:
        """Start one more process."""
        connection, process = self.start()
        self.append(connection)
        self.processes[connection] = process
        return connection

    def replace(self, dead: Connection) -> Connection:
        """Start a process in the place of one that died."""
        self.remove(dead)
        dead.close()
        self.processes.pop(dead).join(timeout=1)
        return self.add()

    def close(self) -> None:
        """End all processes."""
        for connection, process in self.processes.items():
            connection.close()
            process.terminate()
        for process in self.processes.values():
            process.join(timeout=1)
            if process.is_alive():
                process.kill()
                process.join()


@contextlib.contextmanager
def _workers(claim: Claim, seed: int, jobs: int, limit: int | None, deadline: float | None) -> Iterator[_Pool]:
    context = multiprocessing.get_context("fork")

    def start() -> tuple[Connection, BaseProcess]:
        ours, theirs = context.Pipe()
        process = context.Process(target=_work, args=(claim, seed, limit, deadline, theirs), daemon=True)
        with warnings.catch_warnings():
            warnings.simplefilter("ignore", DeprecationWarning)  # newer Pythons warn of forking beside threads
            process.start()
        theirs.close()
        return ours, process

    pool = _Pool(start, jobs)
    try:
        yield pool
    finally:
        pool.close()


def _work(claim: Claim, seed: int, limit: int | None, deadline: float | None, connection: Connection) -> None:
    """Do the tasks whose numbers arrive, until the connection is closed."""
    parent = os.getppid()
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl-C is for the process that collects the results
    signal.signal(signal.SIGTERM, signal.SIG_DFL)
    with contextlib.suppress(EOFError, OSError):
        while os.getppid() == parent:
            if connection.poll(1):
                number = connection.recv()
                connection.send(run_task(claim, number, seed, limit=limit, deadline=deadline))
