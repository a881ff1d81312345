"""Processes that do tasks, and end with this one; where one of them dies, each task that it may have had goes alone.

A ``Crew`` does tasks: the processes of this machine, or a cluster. A standard pool of processes breaks as a whole when
one dies, and nobody can tell whose task it was: the ``Pool`` gives all that was under way once more, each task alone,
and what breaks the processes then has itself to blame.
"""

from __future__ import annotations

import multiprocessing
import os
import pickle
import signal
import sys
import threading
import warnings
from collections import deque
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from concurrent.futures import FIRST_COMPLETED, Future, ProcessPoolExecutor, wait
from concurrent.futures.process import BrokenProcessPool
from contextlib import closing, contextmanager, suppress
from functools import partial
from multiprocessing.connection import Connection
from typing import Any, Generic, Protocol, TypeVar

from bounds.errors import BoundcheckError

Task = TypeVar("Task")
Given = TypeVar("Given", contravariant=True)
Result = TypeVar("Result")

MOST = 16 * (os.cpu_count() or 1)
"""Processes that are started at most: more of them would fill the memory, and do no more."""

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


class Crew(Protocol[Given, Result]):
    """Who does tasks: ``jobs`` processes. ``died`` are the errors of tasks whose process died, ``cut`` those of a
    connection that was lost; after one of the first, where there is no ``retries``, the crew has to be ``renewed``."""

    jobs: int
    died: tuple[type[BaseException], ...]
    cut: tuple[type[BaseException], ...]
    retries: bool

    def submit(self, tasks: Sequence[Given]) -> Future[list[Result]]:
        """Have tasks done, one after the other in one process."""

    def renew(self) -> None:
        """Make good what died."""


def _raised(error: Exception) -> None:
    raise error


class Pool(Generic[Task, Result]):
    """Gives tasks to a crew, ``ahead`` times as many as it has processes, and takes what is ``done``.

    A task whose process died is given once more, alone; its result is None where its process dies again. What the work
    raises is raised, unless ``amiss`` makes a result of it. ``submit`` hands tasks to the crew, where it knows them
    under another form.
    """

    def __init__(
        self,
        crew: Crew[Any, Result],
        submit: Callable[[Sequence[Task]], Future[list[Result]]] | None = None,
        *,
        ahead: int = 1,
        amiss: Callable[[Exception], Result | None] = _raised,
    ) -> None:
        self._crew, self._hand, self._room, self._amiss = crew, submit or crew.submit, ahead * crew.jobs, amiss
        self._under_way: dict[Future[list[Result]], tuple[Sequence[Task], bool]] = {}
        self._alone: deque[tuple[Task, bool]] = deque()

    @property
    def free(self) -> bool:
        """Whether there is room for a task."""
        return not self._alone and len(self._under_way) < self._room

    @property
    def idle(self) -> bool:
        """Whether all that was given is done."""
        return not self._alone and not self._under_way

    @property
    def suspects(self) -> list[Task]:
        """The tasks that were under way when a process died, and that were not done since."""
        again = (task for tasks, suspected in self._under_way.values() if suspected for task in tasks)
        return [*(task for task, _ in self._alone), *again]

    def give(self, *tasks: Task) -> None:
        """Let one process do these tasks."""
        self._submit(tasks, suspected=False)

    def done(self, timeout: float | None) -> list[tuple[Task, Result | None]]:
        """Wait for a process and return what is done: tasks with their results, None where it died each time."""
        finished = wait(self._under_way, timeout, FIRST_COMPLETED).done if self._under_way else set()
        results: list[tuple[Task, Result | None]] = []
        broken = False
        for future in finished:
            tasks, suspected = self._under_way.pop(future)
            try:
                results += zip(tasks, future.result(), strict=True)
            except self._crew.cut:
                raise
            except self._crew.died:
                broken = True
                if suspected or (self._crew.retries and len(tasks) == 1):
                    results += ((task, None) for task in tasks)
                else:
                    self._suspect(tasks)
            except Exception as error:
                result = self._amiss(error)
                results += ((task, result) for task in tasks)
        if broken and not self._crew.retries:
            for tasks, _ in self._under_way.values():
                self._suspect(tasks)
            self._under_way.clear()
            self._crew.renew()
        if self._alone and not self._under_way:
            task, suspected = self._alone.popleft()
            self._submit([task], suspected)
        return results

    def drop(self) -> None:
        """Take back what nobody has begun."""
        for future in self._under_way:
            future.cancel()

    def _suspect(self, tasks: Sequence[Task]) -> None:
        self._alone += ((task, True) for task in tasks)

    def _submit(self, tasks: Sequence[Task], suspected: bool) -> None:
        try:
            self._under_way[self._hand(tasks)] = tasks, suspected
        except self._crew.died:  # one died while it had nothing to do, or nobody has heard of it yet
            self._alone += ((task, suspected) for task in tasks)
            if not self._under_way:
                self._crew.renew()


class Processes(Generic[Task, Result]):
    """So many processes of this machine, which do ``work(tasks)``: copies of this one, or started afresh.

    They end when this process does. Raises BoundcheckError where those that are started end at once, and for more
    processes than are started at ``MOST``.
    """

    died: tuple[type[BaseException], ...] = (BrokenProcessPool,)
    cut: tuple[type[BaseException], ...] = ()
    retries = False

    def __init__(self, work: Callable[[Sequence[Task]], list[Result]], jobs: int, *, copied: bool) -> None:
        if jobs > MOST:
            raise BoundcheckError(f"jobs is {jobs}; this machine has {os.cpu_count() or 1} cores: give at most {MOST}")
        self.jobs = jobs
        self._work, self._copied = work, copied
        self._start()

    def _start(self) -> None:
        context = multiprocessing.get_context("fork" if self._copied else "spawn")
        self._theirs, self._ours = context.Pipe(duplex=False)
        given = self._work, self._theirs, self._ours if self._copied else None
        self._pool = ProcessPoolExecutor(self.jobs, context, _begin, given)
        if self._copied:
            return
        try:
            with _without_interrupts():
                self._pool.submit(os.getpid).result()
        except BrokenProcessPool:
            self.close()
            raise BoundcheckError(
                "the processes that are to do the work end as they start; where a script starts them, say "
                "if __name__ == '__main__': before, and import what it gives them from a module"
            ) from None

    def submit(self, tasks: Sequence[Task]) -> Future[list[Result]]:
        """Have tasks done; Ctrl-C is for this process, not for those that are started here."""
        with _without_interrupts(), warnings.catch_warnings():
            warnings.simplefilter("ignore", DeprecationWarning)  # newer Pythons warn of forking beside threads
            return self._pool.submit(_done, tasks)

    def renew(self) -> None:
        """Start other processes in place of those that are left."""
        self.close()
        self._start()

    def close(self) -> None:
        """End the processes, whatever they are doing."""
        self._ours.close()
        self._pool.shutdown(wait=True, cancel_futures=True)
        self._theirs.close()


@contextmanager
def workers(work: Callable[[Task], Result], jobs: int) -> Iterator[Pool[Task, Result]]:
    """Give a pool of processes that do ``work(task)``, and end them afterwards."""
    with closing(Processes(partial(_each, work), jobs, copied=FORKS)) as crew:
        yield Pool(crew)


def in_processes(
    work: Callable[[Task], Result], tasks: Iterable[Task], jobs: int, finish: Callable[[Task, Result], None]
) -> None:
    """Do each task in a process, and tell what came of it; what kills its process twice is left out."""
    left = list(tasks)
    waiting = len(left)
    with workers(work, jobs) as pool:
        while waiting:
            while pool.free and left:
                pool.give(left.pop(0))
            for task, result in pool.done(None):
                waiting -= 1
                if result is not None:
                    finish(task, result)


def _each(work: Callable[[Task], Result], tasks: Sequence[Task]) -> list[Result]:
    return [work(task) for task in tasks]


@contextmanager
def handling(handlers: Mapping[signal.Signals, Callable[[int, Any], None]]) -> Iterator[None]:
    """Have signals handled (in the main thread, where signals exist)."""
    in_main = threading.current_thread() is threading.main_thread()
    before = {number: signal.signal(number, ring) for number, ring in handlers.items()} if in_main else {}
    try:
        yield
    finally:
        for number, handler in before.items():
            signal.signal(number, handler)


@contextmanager
def _without_interrupts() -> Iterator[None]:
    """Hold Ctrl-C back, for processes that are started meanwhile too, which learn to ignore it only later."""
    if not hasattr(signal, "pthread_sigmask"):  # Windows has none
        yield
        return
    before = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)


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
    with suppress(EOFError, OSError):
        theirs.recv_bytes()
    os._exit(1)


def _done(tasks: Any) -> Any:
    return _WORK[-1](tasks)
