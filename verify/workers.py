"""Processes that do tasks: a standard pool, which ends at once and is made anew where one of its processes died.

A standard pool breaks as a whole when a process dies, and nobody can tell whose task it was: all that was under way is
tried once more, alone, and what breaks the pool then has itself to blame.
"""

from __future__ import annotations

import contextlib
import multiprocessing
import os
import pickle
import signal
import sys
import threading
import warnings
from collections import deque
from collections.abc import Callable, Iterator
from concurrent.futures import FIRST_COMPLETED, Future, ProcessPoolExecutor, wait
from concurrent.futures.process import BrokenProcessPool
from multiprocessing.connection import Connection
from typing import Any, Generic, TypeVar

Task = TypeVar("Task")
Result = TypeVar("Result")

FORKS = sys.platform == "linux"
"""Whether processes start as copies of this one, so that a learner of a notebook or a test needs no pickling."""


def possible(work: Callable[..., Any]) -> bool:
    """Tell whether other processes can do this work: a daemon may start none, and what is not copied is pickled.

    >>> possible(len), FORKS or possible(lambda number: number)
    (True, True)
    """
    if multiprocessing.current_process().daemon:
        return False
    if not FORKS:
        try:
            pickle.dumps(work)
        except (pickle.PicklingError, AttributeError, TypeError):
            return False
    return True


class Pool(Generic[Task, Result]):
    """So many processes that each do ``work(task)``; give tasks while one is ``free``, and take what is ``done``."""

    def __init__(self, work: Callable[[Task], Result], jobs: int) -> None:
        self._work, self._jobs = work, jobs
        self._under_way: dict[Future[Result], tuple[Task, bool]] = {}
        self._suspects: deque[Task] = deque()
        self._start()

    @property
    def free(self) -> bool:
        """Whether a process waits for a task."""
        return not self._suspects and len(self._under_way) < self._jobs

    @property
    def suspects(self) -> list[Task]:
        """The tasks that were under way when a process died, and that were not done since."""
        return [*self._suspects, *(task for task, alone in self._under_way.values() if alone)]

    def give(self, task: Task) -> None:
        """Let a free process do the task."""
        self._submit(task, alone=False)

    def done(self, timeout: float | None) -> list[tuple[Task, Result | None]]:
        """Wait for a process and return what is done: tasks with their results, None where it died each time.

        Raises what the work raised.
        """
        finished = wait(self._under_way, timeout, FIRST_COMPLETED).done if self._under_way else set()
        broken = {future for future in finished if isinstance(future.exception(), BrokenProcessPool)}
        found: list[tuple[Task, Result | None]]
        found = [(self._under_way.pop(future)[0], future.result()) for future in finished - broken]
        if broken:
            found += self._again()
        if self._suspects and not self._under_way:
            self._submit(self._suspects.popleft(), alone=True)
        return found

    def _submit(self, task: Task, alone: bool) -> None:
        try:
            with warnings.catch_warnings():
                warnings.simplefilter("ignore", DeprecationWarning)  # newer Pythons warn of forking beside threads
                future = self._pool.submit(_done, task)
        except BrokenProcessPool:  # a process died while it had nothing to do, or nobody has heard of it yet
            self._suspects.append(task)
            if not self._under_way:
                self._again()
        else:
            self._under_way[future] = task, alone

    def _again(self) -> list[tuple[Task, None]]:
        """Make the pool anew, suspect what was under way, and return what was so alone."""
        left = list(self._under_way.values())
        self._under_way.clear()
        self._suspects += (task for task, alone in left if not alone)
        self.close()
        self._start()
        return [(task, None) for task, alone in left if alone]

    def _start(self) -> None:
        context = multiprocessing.get_context("fork" if FORKS else "spawn")
        self._theirs, self._ours = context.Pipe(duplex=False)
        given = self._work, self._theirs, self._ours if FORKS else None
        self._pool = ProcessPoolExecutor(self._jobs, context, _begin, given)

    def close(self) -> None:
        """End all processes, whatever they are doing."""
        self._ours.close()
        self._pool.shutdown(wait=True, cancel_futures=True)
        self._theirs.close()


@contextlib.contextmanager
def workers(work: Callable[[Task], Result], jobs: int) -> Iterator[Pool[Task, Result]]:
    """Give a pool of processes that do ``work(task)``, and end them afterwards."""
    pool = Pool(work, jobs)
    try:
        yield pool
    finally:
        pool.close()


# --- in the processes -----------------------------------------------------------------------------------

_WORK: list[Callable[[Any], Any]] = []


def _begin(work: Callable[[Any], Any], theirs: Connection, ours: Connection | None) -> None:
    """Learn what the work is, and end when the other end of the connection is closed, or its process is killed."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl-C is for the process that collects the results
    signal.signal(signal.SIGTERM, signal.SIG_DFL)
    if ours is not None:
        ours.close()
    _WORK.append(work)
    threading.Thread(target=_watch, args=(theirs,), daemon=True).start()


def _watch(theirs: Connection) -> None:
    with contextlib.suppress(EOFError, OSError):
        theirs.recv_bytes()
    os._exit(1)


def _done(task: Any) -> Any:
    return _WORK[-1](task)
