"""What a campaign costs besides its tasks: dealing, store, executors (python -m tests.benchmarks.bench_campaign)."""

from __future__ import annotations

import tempfile
import time
from collections.abc import Callable, Sequence
from concurrent.futures import Future, wait
from dataclasses import dataclass, field
from importlib.util import find_spec
from pathlib import Path
from typing import Any

from verify.campaign import run as run_module
from verify.campaign.place import here
from verify.campaign.run import TOGETHER, Budget, Driver
from verify.campaign.store import Plan, Store
from verify.campaign.subjects import subjects
from verify.campaign.tasks import BestInstance, Outcome, Task, do_all
from verify.workers import Processes


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
        best = None if self.given % 100 else BestInstance("a name", "x" * 2000, self.given / 10**9, False)
        return Outcome("random", holds=100, supports=100, best=best)

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


def slept(seconds: float, tasks: int) -> list[Outcome]:
    """Do tasks that take so long, and nothing else, so that others who use the machine do not matter."""
    time.sleep(seconds * tasks)
    return [Outcome("random", holds=100, seconds=seconds) for _ in range(tasks)]


@dataclass
class Sleepers(Idle):
    """Has the processes of another crew sleep."""

    give: Callable[..., Future[list[Outcome]]] = field(kw_only=True)
    seconds: float = 0.1

    def submit(self, tasks: Sequence[Task]) -> Future[list[Outcome]]:
        return self.give(slept, self.seconds, len(tasks))


def overhead(name: str, give: Callable[..., Future[Any]], folder: Path) -> None:
    """Time whole campaigns whose tasks sleep, on two processes, with short tasks given together and one by one."""
    wait([give(slept, 0.1, 1) for _ in range(4)])
    for seconds, tasks in ((0.02, 1500), (0.1, 400), (1.0, 60)):
        said = []
        for together in (1e-9, TOGETHER):
            run_module.TOGETHER = together
            path = folder / f"{name}-{seconds}-{together}.sqlite"
            crew = Sleepers(jobs=2, give=give, seconds=seconds)
            with Store.new(path, Plan(0, 64, here().version, here().code), subjects(["bylander.5"])) as opened:
                started = time.perf_counter()
                Driver(opened, crew, opened.begin(here(), name, 2), Budget(None, tasks, None)).work()
                said.append(100 * (2 * (time.perf_counter() - started) / (tasks * seconds) - 1))
        print(f"{name}: tasks of {seconds} s: overhead {said[0]:.1f} percent one by one, {said[1]:.1f} together")


def main() -> None:
    """Print all figures."""
    with tempfile.TemporaryDirectory() as name:
        store(Path(name), 2000)
        store_more = Path(name) / "more"
        store_more.mkdir()
        store(store_more, 20000)
        processes = Processes(do_all, 2, copied=False)
        overhead("processes", processes._pool.submit, Path(name))
        processes.close()
        if find_spec("distributed") is not None:
            from distributed import Client, LocalCluster

            with (
                LocalCluster(n_workers=2, threads_per_worker=1, dashboard_address=None) as cluster,
                Client(cluster) as client,
            ):
                overhead("dask", client.get_executor(pure=False).submit, Path(name))


if __name__ == "__main__":
    main()
