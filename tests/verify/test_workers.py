"""Processes that do tasks: by copying this one and without, and where one dies."""

from __future__ import annotations

import os
import signal
from collections.abc import Callable, Sequence
from concurrent.futures import Future
from concurrent.futures.process import BrokenProcessPool
from dataclasses import dataclass
from functools import partial
from pathlib import Path

import pytest

from bounds.claims.catalogue import theorem
from bounds.errors import BoundcheckError
from verify import workers as module
from verify.search.search import search
from verify.workers import Pool, Processes, possible, workers


def square(number: int) -> int:
    return number * number


def deadly(file: Path, number: int) -> int:
    """Kill the process that does number 3, each time; that of number 8 the first time."""
    if number == 3 or (number == 8 and not file.exists()):
        if number == 8:
            file.touch()
        os.kill(os.getpid(), signal.SIGKILL)
    return number * number


def all_of(work: Callable[[int], int], numbers: int) -> dict[int, int | None]:
    found: dict[int, int | None] = {}
    left = list(range(numbers))
    with workers(work, 2) as pool:
        while len(found) < numbers:
            while pool.free and left:
                pool.give(left.pop(0))
            found |= pool.done(None)
    return found


@pytest.mark.parametrize("forks", [True, False])
def test_all_tasks_are_done(forks: bool, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module, "FORKS", forks and module.FORKS)
    assert all_of(square, 5) == {number: number**2 for number in range(5)}


def test_a_task_that_kills_its_process_twice_is_lost_and_no_other(tmp_path: Path) -> None:
    """Power: a standard pool is broken by the first process that dies, and every task with it."""
    found = all_of(partial(deadly, tmp_path / "died"), 12)
    assert found == {number: None if number == 3 else number**2 for number in range(12)}


def test_of_tasks_given_together_only_the_deadly_one_is_lost(tmp_path: Path) -> None:
    with workers(partial(deadly, tmp_path / "died"), 1) as pool:
        pool.give(2, 3, 4)
        found: list[tuple[int, int | None]] = []
        while not pool.idle:
            found += pool.done(None)
    assert sorted(found) == [(2, 4), (3, None), (4, 16)]


@dataclass
class Dying:
    """Breaks as it is given a task, so many times, and then as often while it does one."""

    refusals: int
    deaths: int
    jobs: int = 1
    died: tuple[type[BaseException], ...] = (BrokenProcessPool,)
    cut: tuple[type[BaseException], ...] = ()
    retries: bool = False
    renewed: int = 0

    def submit(self, tasks: Sequence[int]) -> Future[list[int]]:
        future: Future[list[int]] = Future()
        if self.refusals:
            self.refusals -= 1
            raise BrokenProcessPool
        if self.deaths:
            self.deaths -= 1
            future.set_exception(BrokenProcessPool())
        else:
            future.set_result([*tasks])
        return future

    def renew(self) -> None:
        self.renewed += 1


@pytest.mark.parametrize(("refusals", "deaths", "result"), [(0, 1, 7), (0, 2, None), (2, 1, 7), (2, 2, None)])
def test_a_task_that_was_never_begun_still_has_two_tries(refusals: int, deaths: int, result: int | None) -> None:
    """Power: one that counts a broken pool against a task it never began gives it up after one death."""
    crew = Dying(refusals, deaths)
    pool = Pool[int, int](crew)
    pool.give(7)
    found = []
    while not pool.idle:
        found += pool.done(None)
    assert (found, crew.renewed) == ([(7, result)], refusals + deaths)


def _ends_at_once(*_: object) -> None:
    os._exit(1)


def _squares(tasks: Sequence[int]) -> list[int]:
    return [square(task) for task in tasks]


def test_processes_that_end_as_they_start_are_said_to(monkeypatch: pytest.MonkeyPatch) -> None:
    """Power: without the first question to them, each task would be lost, one after the other."""
    monkeypatch.setattr(module, "_begin", _ends_at_once)
    with pytest.raises(BoundcheckError, match="end as they start"):
        Processes(_squares, 1, copied=False)


def test_more_processes_than_a_machine_bears_are_refused() -> None:
    """Power: a hundred thousand of them would take a machine down."""
    with pytest.raises(BoundcheckError, match=rf"give at most {module.MOST}$"):
        Processes(_squares, module.MOST + 1, copied=True)


def test_what_the_work_raises_is_raised() -> None:
    with workers(partial(divmod, 1), 1) as pool:
        pool.give(0)
        with pytest.raises(ZeroDivisionError):
            pool.done(None)


def test_a_search_without_copied_processes_finds_the_same(monkeypatch: pytest.MonkeyPatch) -> None:
    """Power: a claim that does not pickle would be refused, or stop the search with a traceback."""
    claim = theorem("bylander.5").replace(bound="U*X")
    copied = search(claim, instances=120, jobs=2)
    monkeypatch.setattr(module, "FORKS", False)
    started = search(claim, instances=120, jobs=2)
    assert (started.jobs, str(started.verdict)) == (2, str(copied.verdict))
    assert not possible(lambda number: number)
