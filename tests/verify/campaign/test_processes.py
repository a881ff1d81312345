"""Campaigns in processes of their own, and on clusters: killed, ended, spread, and each time with the same findings."""

from __future__ import annotations

import os
import random
import signal
import subprocess
import sys
import time
from importlib.util import find_spec
from pathlib import Path

import pytest

from bounds.errors import BoundcheckError
from tests.verify.campaign.crews import FALSE, WINNOW, content, run
from verify.campaign import executors
from verify.campaign.run import campaign
from verify.campaign.store import Store

TASKS = "17"


def _command(path: Path, claims: list[str], tasks: str) -> list[str]:
    given = ["--store", str(path), "--tasks", tasks, "--jobs", "1", "--window", "8"]
    return [sys.executable, "-m", "verify", "campaign", *claims, *given]


def _done(path: Path) -> int:
    """Return how many tasks a store has, without disturbing who writes it."""
    if not path.exists():
        return 0
    with Store.open(path) as store:
        return int(store.connection.execute("SELECT count(*) FROM tasks").fetchone()[0])


def _cut(path: Path, claims: list[str], tasks: str, number: signal.Signals, after: int) -> int:
    """Start a campaign, send it a signal once it has done so many more tasks, and return its exit code."""
    before = _done(path)
    process = subprocess.Popen(
        _command(path, claims, tasks), stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, cwd=path.parent
    )
    while process.poll() is None and _done(path) < before + after:
        time.sleep(0.05)
    children = _children(process.pid)
    process.send_signal(number)
    code = process.wait(60)
    limit = time.monotonic() + 30
    while any(map(_alive, children)) and time.monotonic() < limit:
        time.sleep(0.05)
    assert children
    assert not any(map(_alive, children)), "the processes end with the campaign, even one that is killed"
    return code


def _children(parent: int) -> list[int]:
    found = subprocess.run(["ps", "-o", "pid=", "--ppid", str(parent)], capture_output=True, text=True)
    return [int(line) for line in found.stdout.split() if _alive(int(line))]


def _alive(process: int) -> bool:
    try:
        os.kill(process, 0)
    except ProcessLookupError:
        return False
    return True


def _survives(folder: Path, claims: list[str], tasks: str, cuts: list[signal.Signals], most: int) -> None:
    """Cut a campaign short again and again, and compare it with one that was left alone."""
    chance, path = random.Random(3), folder / "cut.sqlite"
    codes = [_cut(path, claims, tasks, number, chance.randint(1, most)) for number in cuts]
    expected = {signal.SIGKILL: -signal.SIGKILL, signal.SIGTERM: 143, signal.SIGINT: 130}
    assert codes == [expected[number] for number in cuts]
    assert 0 < _done(path) < int(tasks), "it was under way each time"
    assert subprocess.run(_command(path, claims, tasks), capture_output=True).returncode == 1
    run(folder / "whole.sqlite", claims, int(tasks))
    assert content(path) == content(folder / "whole.sqlite")
    with Store.open(path) as store:
        assert store.connection.execute("SELECT count(*) FROM runs").fetchone()[0] == len(cuts) + 1


def test_a_campaign_that_is_killed_and_ended_finds_the_same(tmp_path: Path) -> None:
    """SIGKILL, SIGTERM and Ctrl-C one after the other, each with its exit code."""
    _survives(tmp_path, [FALSE, WINNOW], TASKS, [signal.SIGKILL, signal.SIGTERM, signal.SIGINT], 2)


@pytest.mark.deep
def test_a_campaign_survives_many_kills(tmp_path: Path) -> None:
    """More claims, and more of their random tasks."""
    claims = [FALSE, WINNOW, "bylander.5", "bylander.2 --bound 0", "kw.13a"]
    _survives(tmp_path, claims, "56", [signal.SIGKILL] * 6, 2)


# --- clusters, where their packages are installed; the tests are selected here, so that none is skipped ---


def _alone(folder: Path) -> Path:
    path = folder / "alone.sqlite"
    run(path, [FALSE, WINNOW], int(TASKS))
    return path


if find_spec("distributed") is not None:

    @pytest.mark.filterwarnings("ignore::ResourceWarning", "ignore::DeprecationWarning")
    def test_a_dask_cluster_of_two_workers_finds_the_same(tmp_path: Path) -> None:
        from distributed import LocalCluster

        with LocalCluster(
            n_workers=2, threads_per_worker=1, dashboard_address=None, worker_dashboard_address=None
        ) as cluster:
            address = f"dask={cluster.scheduler_address}"
            campaign([FALSE, WINNOW], tmp_path / "dask.sqlite", tasks=int(TASKS), window=8, executor=address)
        assert content(tmp_path / "dask.sqlite") == content(_alone(tmp_path))

    def test_a_dask_address_where_nothing_answers(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setattr(executors, "PATIENCE", 1)
        with pytest.raises(BoundcheckError, match="nothing answers there"):
            campaign([WINNOW], tmp_path / "none.sqlite", executor="dask=127.0.0.1:9")
        assert not (tmp_path / "none.sqlite").exists()

else:

    def test_without_dask_it_is_said_how_to_install_it(tmp_path: Path) -> None:
        with pytest.raises(BoundcheckError, match="pip install"):
            campaign([WINNOW], tmp_path / "none.sqlite", executor="dask=127.0.0.1:9")


if find_spec("ray") is not None:

    def test_a_ray_cluster_finds_the_same(tmp_path: Path) -> None:
        campaign([FALSE, WINNOW], tmp_path / "ray.sqlite", tasks=int(TASKS), window=8, executor="ray=local")
        assert content(tmp_path / "ray.sqlite") == content(_alone(tmp_path))
