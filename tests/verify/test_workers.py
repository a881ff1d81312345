"""Processes that do tasks: by copying this one and without, and where one dies."""

from __future__ import annotations

import os
import signal
from collections.abc import Callable
from functools import partial
from pathlib import Path

import pytest

from bounds import theorem
from verify import workers as module
from verify.search import search
from verify.workers import possible, workers


def square(number: int) -> int:
    return number * number


def deadly(file: Path, number: int) -> int:
    """Kill the process that does number 3, each time; that of number 5 the first time."""
    if number == 3 or (number == 5 and not file.exists()):
        if number == 5:
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
    found = all_of(partial(deadly, tmp_path / "died"), 9)
    assert found == {number: None if number == 3 else number**2 for number in range(9)}


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
