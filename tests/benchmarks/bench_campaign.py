"""What a campaign costs besides its tasks: dealing, store, executors (python -m tests.benchmarks.bench_campaign)."""

from __future__ import annotations

import tempfile
import time
from collections.abc import Callable, Sequence
from concurrent.futures import Future, wait
from dataclasses import dataclass
from importlib.util import find_spec
from pathlib import Path
from typing import Any

from adversaries import screened
from bounds import theorem
from verify.attack import run_task
from verify.campaign.executors import Cluster, Processes, crew
from verify.campaign.place import here
from verify.campaign.run import Budget, Driver
from verify.campaign.store import Plan, Store
from verify.campaign.subjects import subjects
from verify.campaign.tasks import Found, Outcome, Task
from verify.stages import stages


@dataclass
class Idle:
    """Does nothing, and says that it came closer with every hundredth task."""

    jobs: int = 1
    died: tuple[type[BaseException], ...] = ()
    cut: tuple[type[BaseException], ...] = ()
    retries: bool = True
    given: int = 0

    def submit(self, tasks: Sequence[Task]) -> Future[list[Outcome]]:
        future: Future[list[Outcome]] = Future()
        future.set_result([self.outcome() for _ in tasks])
        return future

    def outcome(self) -> Outcome:
        self.given += 1
        best = None if self.given % 100 else Found("a name", "x" * 2000, self.given / 10**9, False)
        return Outcome("local search", holds=100, supports=100, best=best)

    def renew(self) -> None:
        pass


def store(folder: Path, tasks: int) -> None:
    """Time dealing and storing, and going on from a store of that size."""
    path = folder / "idle.sqlite"
    with Store.new(path, Plan(0, 64, here().version, here().code), subjects(["bylander.5", "kw.13a"])) as opened:
        started = time.perf_counter()
        Driver(opened, Idle(), opened.begin(here(), "idle", 1), Budget(None, tasks, None)).work()
        spent = time.perf_counter() - started
        started = time.perf_counter()
        Driver(opened, Idle(), opened.begin(here(), "idle", 1), Budget(None, tasks, None)).work()
        again = time.perf_counter() - started
    size = path.stat().st_size
    print(
        f"store: {tasks} tasks, {1000 * spent / tasks:.2f} ms and {size / tasks:.0f} bytes a task; again {again:.1f} s"
    )


def round_trips(name: str, submit: Callable[[], Future[Any]], tasks: int) -> None:
    """Time tasks that do nothing."""
    wait([submit() for _ in range(4)])
    started = time.perf_counter()
    under_way = {submit() for _ in range(3)}
    for _ in range(tasks):
        done, under_way = wait(under_way, return_when="FIRST_COMPLETED")
        under_way |= {submit() for _ in done}
    print(f"{name}: {1000 * (time.perf_counter() - started) / tasks:.2f} ms a task")
    wait(under_way)


def screening(identifier: str) -> None:
    """Time the tasks that screen random sequences by floats, by the trials that they look at."""
    claim = theorem(identifier)
    once, again = stages(claim)
    at = len(once) + [stage.name for stage in again].index("screened")
    run_task(claim, at, 0)
    for effort in (1, 4, 8):
        number = at + (effort - 1) * len(again)
        started = time.process_time()
        candidates = len(run_task(claim, number, 0).statuses)
        spent, points = time.process_time() - started, candidates // (screened.KEPT * len(screened.SHAPES))
        trials = points * 2000 * effort * sum(length for length, _ in screened.SHAPES)
        each = 1e9 * spent / trials if trials else 0.0
        print(f"screened {identifier}, effort {effort}: {trials} trials, {spent:.2f} s, {each:.0f} ns a trial")


def main() -> None:
    """Print all figures."""
    with tempfile.TemporaryDirectory() as name:
        store(Path(name), 2000)
        store_more = Path(name) / "more"
        store_more.mkdir()
        store(store_more, 20000)
    processes = Processes(2)
    round_trips("processes", lambda: processes.submit([]), 500)
    processes.close()
    if find_spec("distributed") is not None:
        from distributed import LocalCluster

        with (
            LocalCluster(n_workers=2, threads_per_worker=1, dashboard_address=None) as cluster,
            crew(f"dask={cluster.scheduler_address}", 1) as made,
        ):
            assert isinstance(made, Cluster)
            round_trips("dask", lambda: made.give([]), 500)
    for identifier in ("bylander.5", "bylander.2"):
        screening(identifier)


if __name__ == "__main__":
    main()
