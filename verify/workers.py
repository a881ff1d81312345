"""Processes that do numbered tasks; forked, so that a learner defined in a notebook or a test needs no pickling."""

from __future__ import annotations

import contextlib
import multiprocessing
import os
import signal
import warnings
from collections import deque
from collections.abc import Callable, Iterator
from multiprocessing.connection import Connection, wait
from multiprocessing.process import BaseProcess
from typing import Any, TypeAlias

Work: TypeAlias = Callable[[int], Any]

TRIES = 2
"""How often a task is tried whose process died: once more, elsewhere."""


class Pool:
    """Processes, each at the other end of a connection; ``free`` tells whether one has nothing to do."""

    def __init__(self, work: Work, jobs: int) -> None:
        self._work = work
        self._processes: dict[Connection, BaseProcess] = {}
        self._idle: list[Connection] = [self._start() for _ in range(jobs)]
        self._busy: dict[Connection, int] = {}
        self._again: deque[int] = deque()
        self._deaths: dict[int, int] = {}

    @property
    def free(self) -> bool:
        """Whether a process waits for a task."""
        return bool(self._idle)

    @property
    def dead(self) -> set[int]:
        """The tasks whose process died and that were not done since."""
        return set(self._deaths)

    def give(self, task: int) -> None:
        """Let a free process do the task; one that died meanwhile is replaced."""
        connection = self._idle.pop()
        while True:
            try:
                connection.send(task)
            except OSError:
                connection = self._replaced(connection)
            else:
                self._busy[connection] = task
                return

    def done(self, timeout: float | None) -> list[tuple[int, Any]]:
        """Wait for a process and return what is done: tasks with their results, None where it died each time."""
        found: list[tuple[int, Any]] = []
        ready = wait(list(self._busy), timeout) if self._busy else []
        for connection in [connection for connection in self._busy if connection in ready]:
            task = self._busy.pop(connection)
            try:
                found.append((task, connection.recv()))
                self._idle.append(connection)
                self._deaths.pop(task, None)
            except (EOFError, OSError):
                self._idle.append(self._replaced(connection))
                self._deaths[task] = self._deaths.get(task, 0) + 1
                if self._deaths[task] < TRIES:
                    self._again.append(task)
                else:
                    found.append((task, None))
                    del self._deaths[task]
        while self._again and self._idle:
            self.give(self._again.popleft())
        return found

    def _start(self) -> Connection:
        context = multiprocessing.get_context("fork")
        ours, theirs = context.Pipe()
        process = context.Process(target=_serve, args=(self._work, theirs), daemon=True)
        with warnings.catch_warnings():
            warnings.simplefilter("ignore", DeprecationWarning)  # newer Pythons warn of forking beside threads
            process.start()
        theirs.close()
        self._processes[ours] = process
        return ours

    def _replaced(self, dead: Connection) -> Connection:
        """Start a process in the place of one that died."""
        dead.close()
        self._processes.pop(dead).join(timeout=1)
        return self._start()

    def close(self) -> None:
        """End all processes."""
        for connection, process in self._processes.items():
            connection.close()
            process.terminate()
        for process in self._processes.values():
            process.join(timeout=1)
            if process.is_alive():
                process.kill()
                process.join()


@contextlib.contextmanager
def workers(work: Work, jobs: int) -> Iterator[Pool]:
    """Give a pool of processes that do ``work(number)``, and end them afterwards."""
    pool = Pool(work, jobs)
    try:
        yield pool
    finally:
        pool.close()


def _serve(work: Work, connection: Connection) -> None:
    """Do the tasks whose numbers arrive, until the connection is closed."""
    parent = os.getppid()
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl-C is for the process that collects the results
    signal.signal(signal.SIGTERM, signal.SIG_DFL)
    with contextlib.suppress(EOFError, OSError):
        while os.getppid() == parent:
            if connection.poll(1):
                connection.send(work(connection.recv()))
