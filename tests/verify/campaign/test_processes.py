"""Campaigns in processes of their own, and on clusters: killed, ended, spread, and each time with the same findings."""

from __future__ import annotations

import os
import random
import signal
import subprocess
from importlib.util import find_spec
from pathlib import Path

import pytest

from bounds.errors import BoundcheckError
from tests.verify.campaign import kills
from tests.verify.campaign.crews import FALSE, WINNOW, run
from verify.campaign import executors
from verify.campaign.run import campaign
from verify.campaign.store import Store

TASKS = 17
INSTANCES = int(os.environ.get("BOUNDCHECK_CAMPAIGN", "0"))
"""Instances of the long campaign over the whole catalogue; make nightly sets it."""


def _survives(folder: Path, claims: list[str], tasks: int, cuts: list[signal.Signals], most: int) -> None:
    """Cut a campaign short again and again, and compare it with one that was left alone."""
    chance, path = random.Random(3), folder / "cut.sqlite"
    given = kills.command(path, claims, ["--tasks", str(tasks), "--jobs", "1", "--window", "8"])
    codes = [kills.cut(path, given, number, chance.randint(1, most)) for number in cuts]
    expected = {signal.SIGKILL: -signal.SIGKILL, signal.SIGTERM: 143, signal.SIGINT: 130}
    assert codes == [expected[number] for number in cuts]
    assert 0 < kills.done(path) < tasks, "it was under way each time"
    assert subprocess.run(given, capture_output=True).returncode == 1
    run(folder / "whole.sqlite", claims, tasks)
    assert kills.same(path, folder / "whole.sqlite")
    with Store.open(path) as store:
        assert store.connection.execute("SELECT count(*) FROM runs").fetchone()[0] == len(cuts) + 1


@pytest.mark.deep
def test_a_campaign_that_is_killed_and_ended_finds_the_same(tmp_path: Path) -> None:
    """SIGKILL, SIGTERM and Ctrl-C one after the other, each with its exit code. Power: another seed finds another."""
    many = 2 * TASKS  # on a busy machine a signal comes late, and is to find it under way
    _survives(tmp_path, [FALSE, WINNOW], many, [signal.SIGKILL, signal.SIGTERM, signal.SIGINT], 2)
    run(tmp_path / "other.sqlite", [FALSE, WINNOW], many, seed=1)
    assert not kills.same(tmp_path / "cut.sqlite", tmp_path / "other.sqlite")


@pytest.mark.deep
def test_a_campaign_survives_ten_kills(tmp_path: Path) -> None:
    """More claims, and more of their random tasks."""
    claims = [FALSE, WINNOW, "bylander.5", "bylander.2 --bound 0", "kw.13a"]
    _survives(tmp_path, claims, 60, [signal.SIGKILL] * kills.KILLS, 2)


if INSTANCES:

    @pytest.mark.deep
    def test_the_catalogue_survives_ten_kills_and_a_cluster(tmp_path: Path) -> None:
        """As many instances as the environment says, over all claims."""
        assert kills.compare(tmp_path, ["all"], INSTANCES, jobs=os.cpu_count() or 1, most=INSTANCES // 1200)


# --- clusters, where their packages are installed; the tests are selected here, so that none is skipped ---


def _alone(folder: Path) -> Path:
    path = folder / "alone.sqlite"
    run(path, [FALSE, WINNOW], TASKS)
    return path


if find_spec("distributed") is not None:

    @pytest.mark.deep
    @pytest.mark.filterwarnings("ignore::ResourceWarning", "ignore::DeprecationWarning")
    def test_a_dask_cluster_of_two_workers_finds_the_same(tmp_path: Path) -> None:
        kills.on_dask(tmp_path / "dask.sqlite", [FALSE, WINNOW], tasks=TASKS, window=8)
        assert kills.same(tmp_path / "dask.sqlite", _alone(tmp_path))

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
        campaign([FALSE, WINNOW], tmp_path / "ray.sqlite", tasks=TASKS, window=8, executor="ray=local")
        assert kills.same(tmp_path / "ray.sqlite", _alone(tmp_path))
