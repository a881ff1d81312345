"""Who does the tasks: local processes, a Dask cluster or a Ray cluster, each through its own futures.

All of them give ``concurrent.futures`` futures, and with equal tasks equal outcomes; they differ in what happens where
a process dies. Dask and Ray try its tasks elsewhere themselves. A pool of local processes breaks as a whole, so that
nobody can tell whose task it was: it is made again, and the tasks that were under way are tried one by one.
"""

from __future__ import annotations

import asyncio
import logging
import os
import signal
import socket
import threading
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import CancelledError, Future, ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from functools import partial
from multiprocessing import get_context
from multiprocessing.connection import Connection
from typing import Any, Protocol

from bounds.errors import BoundcheckError
from bounds.extras import missing
from verify.campaign.place import Place, here
from verify.campaign.tasks import Outcome, Task, do_all

PATIENCE = 10
"""Seconds to wait for the answer of a cluster."""


class Crew(Protocol):
    """Who does tasks: ``jobs`` processes. ``died`` are the errors of tasks whose process died, ``cut`` those of a
    connection that was lost; after one of the first, where there is no ``retries``, the crew has to be ``renewed``."""

    jobs: int
    died: tuple[type[BaseException], ...]
    cut: tuple[type[BaseException], ...]
    retries: bool

    def submit(self, tasks: Sequence[Task]) -> Future[list[Outcome]]:
        """Have tasks done, one after the other in one process."""

    def renew(self) -> None:
        """Make good what died."""


@contextmanager
def crew(executor: str, jobs: int) -> Iterator[Crew]:
    """Give the crew of an executor's name: ``processes``, ``dask=ADDRESS`` or ``ray=ADDRESS``.

    Raises BoundcheckError for another name, an address where nothing answers, and a cluster with other sources.
    """
    kind, _, address = executor.partition("=")
    known = {"dask": _dask, "ray": _ray}
    if executor == "processes":
        with _processes(jobs) as made:
            yield made
    elif kind in known and address:
        with known[kind](address) as made:
            yield made
    else:
        raise BoundcheckError(f"the executor is {executor!r}; give processes, dask=ADDRESS or ray=ADDRESS")


def _require_same(place: Place, where: str) -> None:
    ours = here()
    if other := ours.other(place.version, place.code):
        raise BoundcheckError(f"{where} runs {other} of boundcheck; install {ours.version} there as it is here")


# --- local processes ------------------------------------------------------------------------------------


@dataclass
class Processes:
    """A pool of processes of this machine, started afresh (spawned), that end when this one does."""

    jobs: int
    died: tuple[type[BaseException], ...] = (BrokenProcessPool,)
    cut: tuple[type[BaseException], ...] = ()
    retries: bool = False

    def __post_init__(self) -> None:
        self._start()

    def _start(self) -> None:
        context = get_context("spawn")
        theirs, self._ours = context.Pipe(duplex=False)
        self._pool = ProcessPoolExecutor(self.jobs, context, _ends_with, (theirs,))
        self._theirs = theirs
        try:
            with _without_interrupts():
                self._pool.submit(here).result()
        except BrokenProcessPool:
            self.close()
            raise BoundcheckError(
                "the processes of the campaign end as they start; where a script starts it, say "
                "if __name__ == '__main__': before"
            ) from None

    def submit(self, tasks: Sequence[Task]) -> Future[list[Outcome]]:
        """Have tasks done; Ctrl-C is for this process, not for those that are started here."""
        with _without_interrupts():
            return self._pool.submit(do_all, tasks)

    def renew(self) -> None:
        """Start other processes in place of those that are left."""
        self.close()
        self._start()

    def close(self) -> None:
        """End the processes, whatever they are doing."""
        self._ours.close()
        self._pool.shutdown(wait=True, cancel_futures=True)
        self._theirs.close()


def _ends_with(other: Connection) -> None:
    """Have this process end when the other end of the connection is closed, or its process is killed."""

    def watch() -> None:
        with suppress(EOFError, OSError):
            other.recv_bytes()
        os._exit(1)

    signal.signal(signal.SIGINT, signal.SIG_IGN)
    threading.Thread(target=watch, daemon=True).start()


@contextmanager
def _without_interrupts() -> Iterator[None]:
    """Hold Ctrl-C back, for processes that are started meanwhile too, which learn to ignore it only later."""
    if not hasattr(signal, "pthread_sigmask"):
        yield
        return
    before = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)


@contextmanager
def _processes(jobs: int) -> Iterator[Crew]:
    made = Processes(jobs)
    try:
        yield made
    finally:
        made.close()


# --- clusters -------------------------------------------------------------------------------------------


@dataclass
class Cluster:
    """A cluster whose engine tries a task elsewhere where a process dies."""

    jobs: int
    died: tuple[type[BaseException], ...]
    cut: tuple[type[BaseException], ...]
    give: Callable[[Sequence[Task]], Future[list[Outcome]]]
    retries: bool = True

    def submit(self, tasks: Sequence[Task]) -> Future[list[Outcome]]:
        """Have tasks done."""
        return self.give(tasks)

    def renew(self) -> None:
        """Leave it to the engine."""


@contextmanager
def _dask(address: str) -> Iterator[Crew]:
    try:
        import distributed
    except ImportError:
        raise BoundcheckError(missing("distributed")) from None

    try:
        asyncio.run(_answer(distributed, address))  # a client that finds nobody makes a noise when it is collected
        client = distributed.Client(address, timeout=PATIENCE, set_as_default=False)
    except (OSError, ValueError, TypeError) as error:
        reason = str(error) or "no answer in time"
        raise BoundcheckError(f"dask={address}: nothing answers there ({reason}); start a scheduler") from None
    try:
        places = client.run(here)
        if not places:
            raise BoundcheckError(f"dask={address}: the scheduler has no workers; start some")
        for worker, place in places.items():
            _require_same(place, f"dask={address}: the worker {worker}")
        pool = client.get_executor(pure=False)
        cut = (CancelledError, distributed.CancelledError, distributed.comm.core.CommClosedError)
        yield Cluster(len(places), (distributed.KilledWorker,), cut, partial(pool.submit, do_all))
    finally:
        client.close(timeout=PATIENCE)


async def _answer(distributed: Any, address: str) -> None:
    """Connect once; raise OSError where nothing answers."""
    security = distributed.Security().get_connection_args("client")
    comm = await distributed.comm.connect(address, timeout=PATIENCE, **security)
    await comm.close()


@contextmanager
def _ray(address: str) -> Iterator[Crew]:
    try:
        import ray
    except ImportError:
        raise BoundcheckError(missing("ray")) from None

    host, _, port = address.removeprefix("ray://").rpartition(":")
    try:
        if host and port.isdigit():  # ray itself would wait for minutes
            socket.create_connection((host, int(port)), timeout=PATIENCE).close()
        ray.init(address=address, log_to_driver=False, logging_level=logging.ERROR)
    except (OSError, ValueError, RuntimeError) as error:
        raise BoundcheckError(f"ray={address}: nothing answers there ({error}); start a cluster") from None
    try:
        place = ray.get(ray.remote(here).remote())
        _require_same(place, f"ray={address}: a worker")
        work = ray.remote(do_all)
        died = (ray.exceptions.WorkerCrashedError, ray.exceptions.NodeDiedError)

        def give(tasks: Sequence[Task]) -> Future[list[Outcome]]:
            future: Future[list[Outcome]] = work.remote(tasks).future()
            return future

        yield Cluster(int(ray.cluster_resources().get("CPU", 1)), died, (ray.exceptions.RaySystemError,), give)
    finally:
        ray.shutdown()
