"""Crews that do tasks in this process: in order, in any order, and with processes that die."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Sequence
from concurrent.futures import Future, ThreadPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from dataclasses import dataclass, field
from pathlib import Path

from bounds.claims.claim import Claim
from verify.campaign.place import here
from verify.campaign.run import Budget, Driver
from verify.campaign.sound import FOUND
from verify.campaign.store import Plan, Store
from verify.campaign.subjects import subjects
from verify.campaign.summary import Summary, summary
from verify.campaign.tasks import COUNTS, Outcome, Task, do_all

FALSE, WINNOW = "bylander.8 --bound U**2*X**2/(5*tau)", "kitani.winnow"
"""A planted false claim, and a true one with cheap tasks."""


@dataclass
class Here:
    """Does each task as it is given."""

    jobs: int = 1
    died: tuple[type[BaseException], ...] = (BrokenProcessPool,)
    cut: tuple[type[BaseException], ...] = ()
    retries: bool = False
    given: Counter[tuple[str, int]] = field(default_factory=Counter)
    together: list[int] = field(default_factory=list)

    def submit(self, tasks: Sequence[Task]) -> Future[list[Outcome]]:
        self.together.append(len(tasks))
        self.given.update((subject.name, number) for subject, _, number, _ in tasks)
        future: Future[list[Outcome]] = Future()
        self.do(future, tasks)
        return future

    def do(self, future: Future[list[Outcome]], tasks: Sequence[Task]) -> None:
        future.set_result(do_all(tasks))

    def renew(self) -> None:
        pass


@dataclass
class Shuffled(Here):
    """Has several tasks under way, and ends them in an order of chance."""

    jobs: int = 5
    chance: random.Random = field(default_factory=lambda: random.Random(7))
    open: list[tuple[Future[list[Outcome]], Sequence[Task]]] = field(default_factory=list)

    thread: ThreadPoolExecutor = field(default_factory=lambda: ThreadPoolExecutor(1))

    def do(self, future: Future[list[Outcome]], tasks: Sequence[Task]) -> None:
        self.open.append((future, tasks))
        self.thread.submit(self.finish)

    def finish(self) -> None:
        super().do(*self.open.pop(self.chance.randrange(len(self.open))))


@dataclass
class Mortal(Here):
    """A process dies on one task as often as it is told to."""

    task: tuple[str, int] = ("", 0)
    deaths: int = 2
    renewed: int = 0

    def do(self, future: Future[list[Outcome]], tasks: Sequence[Task]) -> None:
        here = self.task in [(subject.name, number) for subject, _, number, _ in tasks]
        if here and self.given[self.task] <= self.deaths:
            future.set_exception(BrokenProcessPool())
        else:
            super().do(future, tasks)

    def renew(self) -> None:
        self.renewed += 1


def run(
    path: Path,
    claims: Sequence[Claim | str],
    tasks: int | None,
    crew: Here | None = None,
    seed: int = 0,
    instances: int | None = None,
) -> Summary:
    """Run a campaign in this process, from where its store stands."""
    if not path.exists():
        with Store.new(path, Plan(seed, 8, here().version, here().code), subjects(claims)):
            pass
    with Store.open(path, write=True) as store:
        store.take(subjects(claims))
        number = store.begin(here(), "here", 1)
        Driver(store, crew or Here(), number, Budget(None, tasks, instances)).work()
        return summary(store)


def content(path: Path) -> dict[str, list[tuple[object, ...]]]:
    """Return what a store says, without what depends on clocks or processes: equal campaigns have equal content."""
    counts = ", ".join(COUNTS)
    queries = {
        "claims": "SELECT * FROM claims ORDER BY claim",
        "tasks": f"SELECT seed, claim, number, position, attack, state, {counts}, trouble FROM tasks",  # noqa: S608
        **{table: f"SELECT * FROM {table}" for table in FOUND},  # noqa: S608
    }
    with Store.open(path) as store:
        return {name: store.connection.execute(query).fetchall() for name, query in queries.items()}
