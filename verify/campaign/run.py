"""The run of a campaign: tasks are dealt, done and put into the store, until the budget is spent."""

from __future__ import annotations

import math
import signal
import time
from collections.abc import Callable, Iterable, Iterator, Sequence
from concurrent.futures import Future
from contextlib import contextmanager
from dataclasses import dataclass, field, replace
from numbers import Integral, Real
from pathlib import Path
from typing import Any, TypeAlias

from bounds.calls import checked
from bounds.claims.claim import Claim
from bounds.data.cells import excerpt
from bounds.errors import BoundcheckError
from verify.campaign.executors import crew
from verify.campaign.place import here
from verify.campaign.sound import LARGEST, WIDEST
from verify.campaign.store import KILLED, DoneTask, Plan, Store, alone, store_path
from verify.campaign.subjects import Subject, subjects
from verify.campaign.summary import Summary, summary
from verify.campaign.tasks import Outcome, Task, failed
from verify.own_data.reader import read_instance
from verify.search.corpus import keep_instance
from verify.search.dealing import WINDOW, Dealer, Dealt
from verify.workers import Crew, Pool, handling

HOURS = 1.0
"""How long a campaign runs where nothing else is said."""

TICK = 0.5
"""Seconds after which it looks at the clock, and whether someone said stop."""

TOGETHER = 1.0
"""Seconds of work that a process is given at once, so that short tasks are not spent on their way to it and back."""

SIGNALS = {signal.SIGINT: "interrupted", signal.SIGTERM: "terminated"}
"""Why a run stopped, by the signal that stopped it."""


@dataclass(frozen=True)
class State:
    """How far a run has come: what is in the store, and what this run has added to it in so many seconds."""

    claims: int
    refuted: int
    tasks: int
    judged: int
    failed: int
    best: float | None
    new_judged: int
    seconds: float
    left: float | None


Progress: TypeAlias = Callable[[State], None]
"""Is told how far a run has come, after each task and a few times a second."""


@checked
def campaign(
    claims: Iterable[Claim | str] = (),
    store: Path | str | None = None,
    *,
    hours: float | None = None,
    tasks: int | None = None,
    instances: int | None = None,
    seed: int | None = None,
    jobs: int = 1,
    executor: str = "processes",
    window: int | None = None,
    progress: Progress | None = None,
    corpus: bool = False,
) -> Summary:
    """Search for counterexamples of many claims, keep all that is found in a store, and return a summary of it.

    Ctrl-C and SIGTERM end it with what was found so far.

    Parameters
    ----------
    claims : iterable of Claim or str, optional
        Claims, ids, claim files, variants as text (``"bylander.5 --bound U**2"``), or ``"all"``; a store that exists
        goes on, with the same claims or without any.
    store : Path or str, optional
        The folder in which all is kept.
    hours : float, optional
        The budget of this run (an hour, where nothing else is said).
    tasks, instances : int, optional
        Budgets of the whole campaign, in tasks and in instances that are looked at; with them its findings are the
        same on every machine, whatever was killed on the way.
    seed : int, optional
        What is tried depends on it.
    jobs : int, optional
        The number of processes.
    executor : str, optional
        ``processes``, so many as ``jobs``, or ``dask=ADDRESS`` or ``ray=ADDRESS``: of a cluster that only you reach,
        since it runs what it is sent.
    window : int, optional
        How many tasks may be under way at once.
    progress : callable, optional
        Is told how far the run has come, after each task and a few times a second.
    corpus : bool, optional
        Whether its best instances and counterexamples are kept for later searches (see ``verify.search.corpus``); it
        reads none.

    Returns
    -------
    Summary
        What the campaign has found so far.

    Raises
    ------
    BoundcheckError
        For a store that does not fit, a claim without formulas, and an executor that does not answer.
    """
    _require_budget(hours, tasks, instances, jobs, window, seed)
    path, wanted = store_path(store), subjects(claims)
    hours = HOURS if hours is None and tasks is None and instances is None else hours
    with alone(path), crew(executor, jobs) as workers, _opened(path, wanted, seed, window) as opened:
        run = opened.begin(here(), executor, workers.jobs)
        driver = Driver(opened, workers, run, Budget(hours, tasks, instances), progress)
        with _signals(driver.stop):
            driver.work()
        result = summary(opened)
        if corpus:
            for subject, line in zip(opened.claims, result.lines, strict=True):
                kept = [line.best.instance] if line.best is not None else []
                kept += [line.counterexample.instance] if line.counterexample is not None else []
                for text in filter(None, kept):
                    keep_instance(subject.claim(), read_instance(text))
        return result


def _require_budget(hours: Any, tasks: Any, instances: Any, jobs: Any, window: Any, seed: Any) -> None:
    if hours is not None and (not isinstance(hours, Real) or not 0 < float(hours) < math.inf):
        raise BoundcheckError(f"hours is {hours!r}; give a positive number")
    for name, given in (("tasks", tasks), ("instances", instances), ("jobs", jobs), ("window", window)):
        if given is not None and (not isinstance(given, Integral) or int(given) < 1):
            raise BoundcheckError(f"{name} is {given!r}; give a whole number of at least 1")
    if window is not None and window > WIDEST:
        raise BoundcheckError(f"window is {window}; give at most {WIDEST}")
    if seed is not None and (not isinstance(seed, Integral) or abs(int(seed)) > LARGEST):
        raise BoundcheckError(f"seed is {excerpt(str(seed))}; a campaign takes a whole number of at most 63 bits")


@contextmanager
def _opened(path: Path, wanted: list[Subject], seed: int | None, window: int | None) -> Iterator[Store]:
    """Open the store, which is made where there is none; raise BoundcheckError where it is about something else."""
    if not path.exists():
        if not wanted:
            raise BoundcheckError(f"{path}: there is no such store yet; name the claims to start with")
        place = here()
        with Store.new(path, Plan(seed or 0, window or WINDOW, place.version, place.code), wanted) as made:
            yield made
        return
    with Store.open(path, write=True) as store:
        _require_fitting(store, wanted, seed, window)
        store.take(wanted)
        yield store


def _require_fitting(store: Store, wanted: list[Subject], seed: int | None, window: int | None) -> None:
    plan, path, place = store.plan, store.path, here()
    if plan.merged:
        raise BoundcheckError(f"{path}: a store that was merged does not go on; go on with its parts, and merge again")
    if other := place.other(plan.version, plan.code):
        raise BoundcheckError(f"{path}: this campaign runs on {other}; start a new store, and merge to read both")
    for name, given, fixed in (("seed", seed, plan.seed), ("window", window, plan.window)):
        if given not in (None, fixed):
            raise BoundcheckError(f"{path}: this campaign has {name} {fixed}, not {given}; start a new store")
    ours, theirs = {claim.digest: claim for claim in store.claims}, {claim.digest: claim for claim in wanted}
    if wanted and ours.keys() != theirs.keys():
        name = (theirs | ours)[min(ours.keys() ^ theirs.keys())].name
        which = "does not have" if name in {claim.name for claim in wanted} else "also has"
        raise BoundcheckError(f"{path}: this campaign {which} {name}; give its claims, or none, or start a new store")
    for claim in store.claims:
        if claim.reference or claim.digest not in theirs:
            claim.claim()


# --- doing the tasks -------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Budget:
    """How long a run may take, and how many tasks and candidates the campaign may have."""

    hours: float | None
    tasks: int | None
    instances: int | None


@dataclass
class Driver:
    """Deals tasks to the crew and puts their outcomes into the store, in whatever order they come.

    ``outcomes`` are those that are known and that the dealer has not learnt, by position; up to ``settled`` all are
    known, and only those that came closer to the bound than all before keep their instance. ``pace`` has the seconds
    that each attack took last, on each claim and on any; it decides how many tasks go to a process together, and
    nothing else.

    Candidates are ``spent`` along the positions: with a budget of them an outcome that comes ``early`` waits for those
    before it, and the task in which the budget ends is done ``again``, up to there. So it is kept to the last instance,
    and what it leaves is the same wherever it was done; a campaign that goes on does that task whole.
    """

    store: Store
    crew: Crew[Task, Outcome]
    run: int
    budget: Budget
    progress: Progress | None = None
    stopped: str = ""
    outcomes: dict[int, DoneTask] = field(default_factory=dict)
    settled: int = 0
    closest: dict[int, tuple[float, bool]] = field(default_factory=dict)
    refuted: dict[int, int] = field(default_factory=dict)
    pace: dict[tuple[int | None, str], float] = field(default_factory=dict)
    spent: int = 0
    early: dict[int, tuple[Dealt, Outcome]] = field(default_factory=dict)
    again: list[Dealt] = field(default_factory=list)

    def __post_init__(self) -> None:
        """Take up what the store has."""
        self.started = self.told = self.noted = time.monotonic()
        self.subjects = self.store.claims
        self.attacks = self.store.attacks
        self.dealer = Dealer([(len(a.once), len(a.again), a.lengths) for a in self.attacks], self.store.plan.window)
        self.pool = Pool(self.crew, self._submit, ahead=2, amiss=lambda error: failed(repr(error)[:300]))
        self.tasks = self.judged = self.failed = self.new_judged = 0
        looked_at = 0
        for done in self.store.done():
            looked_at += done.outcome.candidates
            if done.outcome.state != "cut":
                self.outcomes[done.position] = done
                self._count(done)
        if self.budget.instances is not None and looked_at >= self.budget.instances:
            self.stop("done")
        self._settle()

    def stop(self, why: str) -> None:
        """Say that the run is to end."""
        self.stopped = self.stopped or why

    @property
    def seconds(self) -> float:
        """How long this run has taken."""
        return time.monotonic() - self.started

    @property
    def left(self) -> float | None:
        """How many seconds are left to this run."""
        return None if self.budget.hours is None else self.budget.hours * 3600 - self.seconds

    @property
    def room(self) -> int | None:
        """How many candidates are left to the campaign after those of the positions that are settled."""
        return None if self.budget.instances is None else self.budget.instances - self.spent

    def work(self) -> None:
        """Deal and do tasks until the budget is spent, nothing is left to deal, or someone says stop."""
        try:
            while not self.stopped:
                while self.pool.free and (tasks := self._together()):
                    self.pool.give(*tasks)
                if self.pool.idle:
                    break
                for task, outcome in self.pool.done(TICK):
                    outcome = failed("its process died") if outcome is None else outcome
                    self._take(task, replace(outcome, attack=self._attack(task)))
                if self.left is not None and self.left <= 0:
                    self.stop("hours")
                self._tell()
        except self.crew.cut as error:
            self.stop("cut")
            raise BoundcheckError(f"the cluster was lost ({error!r}); start it, and the campaign goes on") from None
        except BaseException:
            self.stop("failed")
            raise
        finally:
            self.pool.drop()
            self._settle()
            self.store.end(self.run, self.seconds, self.stopped or "done")
        self._tell(last=True)

    def _submit(self, tasks: Sequence[Dealt]) -> Future[list[Outcome]]:
        seed = self.store.plan.seed
        return self.crew.submit([(self.subjects[task.claim], seed, task.number, self.room) for task in tasks])

    def _together(self) -> list[Dealt]:
        """Deal the next tasks that a process is to do: more than one where they are short."""
        if self.again:
            return [self.again.pop()]
        tasks: list[Dealt] = []
        seconds, most = 0.0, max(1, self.store.plan.window // (2 * self.crew.jobs))
        while seconds < TOGETHER and len(tasks) < most and (task := self._next()) is not None:
            known = self.outcomes.get(task.position)
            if known is not None:
                if (known.claim, known.number) != (task.claim, task.number):
                    raise BoundcheckError(
                        f"{self.store.path}: position {task.position} has another task; it is damaged"
                    )
            elif self.refuted.get(task.claim, task.position) < task.position:
                self._take(task, self._needless(task).outcome)
            else:
                tasks.append(task)
                attack = self._attack(task)
                seconds += self.pace.get((task.claim, attack), self.pace.get((None, attack), TOGETHER))
        return tasks

    def _next(self) -> Dealt | None:
        """Deal the next task, if the outcomes that decide it are there and the budget allows it."""
        behind = self.dealer.dealt - self.dealer.window
        if behind >= self.settled or self.stopped:
            return None
        if self.budget.tasks is not None and self.dealer.dealt >= self.budget.tasks:
            return None
        return self.dealer.deal(self.outcomes.pop(behind).outcome if behind >= 0 else None)

    def _attack(self, task: Dealt) -> str:
        """Return the name of a task's attack."""
        return self.attacks[task.claim].name(task.number)

    def _needless(self, task: Dealt) -> DoneTask:
        """Return the task as one that nobody needs."""
        return DoneTask(task.position, task.claim, task.number, Outcome(self._attack(task), state="needless"))

    def _take(self, task: Dealt, outcome: Outcome) -> None:
        """Add an outcome, with a budget of candidates in the order in which the tasks were dealt."""
        if self.budget.instances is None:
            self._add(task, outcome)
            return
        self.early[task.position] = task, outcome
        while not self.stopped and self.settled in self.early:
            task, outcome = self.early.pop(self.settled)
            if self.spent + outcome.candidates > self.budget.instances:
                self.again.append(task)
                return
            self._add(task, outcome)
            if self.spent >= self.budget.instances:
                self.stop("done")

    def _add(self, task: Dealt, outcome: Outcome) -> None:
        """Put an outcome into the store; a violation makes what was dealt later for the same claim needless."""
        first = self.refuted.get(task.claim, math.inf)
        if task.position > first:
            outcome = self._needless(task).outcome
        tasks = [DoneTask(task.position, task.claim, task.number, outcome)]
        if outcome.counterexample is not None:
            self.refuted[task.claim] = task.position
            later = [
                done for done in self.outcomes.values() if done.claim == task.claim and done.position > task.position
            ]
            tasks += map(self._needless, later)
        self.store.add(self.run, tasks)
        for done in tasks:
            if done.position in self.outcomes:
                self._count(self.outcomes[done.position], -1)
            self.outcomes[done.position] = done
            self._count(done)
        if outcome.state == "done":
            self.pace[task.claim, outcome.attack] = self.pace[None, outcome.attack] = outcome.seconds
        self.new_judged += outcome.judged
        self._settle()

    def _count(self, done: DoneTask, sign: int = 1) -> None:
        self.tasks += sign * (done.outcome.state == "done")
        self.failed += sign * (done.outcome.state == "failed")
        self.judged += sign * done.outcome.judged
        if done.outcome.counterexample is not None and sign > 0:
            self.refuted[done.claim] = min(done.position, self.refuted.get(done.claim, done.position))

    def _settle(self) -> None:
        """Go on along the positions whose outcomes are known; leave out instances that came no closer than before."""
        farther = []
        while (done := self.outcomes.get(self.settled)) is not None:
            self.spent += done.outcome.candidates
            best = done.outcome.best
            if best is not None:
                closeness = best.ratio, best.attained
                if closeness > self.closest.get(done.claim, (-math.inf, False)):
                    self.closest[done.claim] = closeness
                else:
                    farther.append(done)
                    self.outcomes[self.settled] = replace(done, outcome=replace(done.outcome, best=None))
            self.settled += 1
        if farther:
            self.store.forget_best(farther)

    def _tell(self, *, last: bool = False) -> None:
        """Report how far it is, a few times a second, and note in the store that the run is under way."""
        now = time.monotonic()
        if now - self.noted > 10 and not last:
            self.noted = now
            self.store.end(self.run, self.seconds, KILLED)
        if self.progress is None or (now - self.told < 0.2 and not last):
            return
        self.told = now
        counts = self.tasks, self.judged, self.failed, max((ratio for ratio, _ in self.closest.values()), default=None)
        self.progress(State(len(self.subjects), len(self.refuted), *counts, self.new_judged, self.seconds, self.left))


@contextmanager
def _signals(stop: Callable[[str], None]) -> Iterator[None]:
    """Have Ctrl-C and SIGTERM say stop; a second Ctrl-C ends it at once."""

    def ring(number: int, _frame: object) -> None:
        stop(SIGNALS[signal.Signals(number)])
        signal.signal(signal.SIGINT, signal.default_int_handler)

    with handling(dict.fromkeys(SIGNALS, ring)):
        yield
