"""Who does the tasks: local processes, a Dask cluster or a Ray cluster, each through its own futures.

All of them give ``concurrent.futures`` futures, and with equal tasks equal outcomes; they differ in what happens where
a process dies: Dask and Ray try its tasks elsewhere themselves, local processes are made anew (``verify.workers``).
"""

from __future__ import annotations

import asyncio
import logging
import socket
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import CancelledError, Future
from contextlib import closing, contextmanager
from dataclasses import dataclass
from functools import partial
from typing import Any

from bounds.errors import BoundcheckError
from bounds.extras import missing
from verify.campaign.place import Place, here
from verify.campaign.tasks import Outcome, Task, do_all
from verify.workers import Crew, Processes

PATIENCE = 10
"""Seconds to wait for the answer of a cluster."""


@contextmanager
def crew(executor: str, jobs: int) -> Iterator[Crew[Task, Outcome]]:
    """Give the crew of an executor's name: ``processes``, ``dask=ADDRESS`` or ``ray=ADDRESS``.

    Raises BoundcheckError for another name, an address where nothing answers, and a cluster with other sources.
    """
    kind, _, address = executor.partition("=")
    known = {"dask": _dask, "ray": _ray}
    if executor == "processes":
        with closing(Processes(do_all, jobs, copied=False)) as made:  # a copy would keep the store open, and locked
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
def _dask(address: str) -> Iterator[Crew[Task, Outcome]]:
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
def _ray(address: str) -> Iterator[Crew[Task, Outcome]]:
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
