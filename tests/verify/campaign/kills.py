"""Campaigns that are killed, and spread over a cluster, against one that was left alone.

``python -m tests.verify.campaign.kills FOLDER`` compares campaigns of a million instances over the whole catalogue.

Each campaign is one of three stores in a folder, and goes on there: started again with the same folder, the comparison
does what is left of it.
"""

from __future__ import annotations

import argparse
import os
import random
import signal
import sqlite3
import subprocess
import sys
import time
from collections.abc import Sequence
from contextlib import closing
from pathlib import Path
from typing import Any

from tests.verify.campaign.crews import content
from verify.campaign.run import campaign

KILLS = 10


def command(path: Path, claims: Sequence[str], budget: Sequence[str]) -> list[str]:
    """Return the command of a campaign."""
    return [sys.executable, "-m", "verify", "campaign", *claims, "--store", str(path), *budget, "--no-corpus"]


def done(path: Path) -> int:
    """Return how many tasks a store has, without disturbing who writes it."""
    return _count(path, "tasks")


def _count(path: Path, rows: str) -> int:
    if not path.exists():
        return 0
    with closing(sqlite3.connect(f"{path.resolve().as_uri()}?mode=ro", uri=True, timeout=60)) as connection:
        return int(connection.execute(f"SELECT count(*) FROM {rows}").fetchone()[0])  # noqa: S608


def cut(path: Path, given: list[str], number: signal.Signals, after: int, wait: float = 0.0) -> int:
    """Start a campaign, send it a signal once it has done so many more tasks, and return its exit code."""
    before = done(path)
    process = subprocess.Popen(given, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    while process.poll() is None and done(path) < before + after:
        time.sleep(0.05)
    time.sleep(wait)
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


def kill(path: Path, given: list[str], most: int) -> None:
    """Kill a campaign ten times in all, each time at some moment after 1 to ``most`` more tasks."""
    chance = random.Random(3)
    moments = [(chance.randint(1, most), chance.random()) for _ in range(KILLS)]
    for after, wait in moments[_count(path, "runs WHERE stopped = 'killed'") :]:
        assert cut(path, given, signal.SIGKILL, after, wait) == -signal.SIGKILL, "it was under way each time"


def on_dask(path: Path, claims: Sequence[str], **budget: Any) -> None:
    """Run a campaign on a cluster of two workers of this machine."""
    from distributed import LocalCluster

    alone = {"threads_per_worker": 1, "dashboard_address": ":0", "worker_dashboard_address": None}
    with LocalCluster(n_workers=2, **alone) as cluster:
        campaign(claims, path, executor=f"dask={cluster.scheduler_address}", **budget)


def same(one: Path, other: Path) -> bool:
    """Tell whether two stores have the same findings: tasks with their counts, instances, certificates, lengths."""
    ours, theirs = content(one), content(other)
    return ours.keys() == theirs.keys() and all(sorted(ours[key]) == sorted(theirs[key]) for key in ours)


def compare(folder: Path, claims: Sequence[str], instances: int, *, jobs: int, most: int) -> bool:
    """Run a campaign alone, killed ten times and on Dask; print figures, and tell whether all found the same."""
    whole, killed, spread = (folder / f"{name}.sqlite" for name in ("whole", "killed", "dask"))
    budget = ["--instances", str(instances), "--jobs", str(jobs)]
    subprocess.run(command(whole, claims, budget), stdout=subprocess.DEVNULL)
    print(_figures(whole), flush=True)
    kill(killed, command(killed, claims, budget), most)
    subprocess.run(command(killed, claims, budget), stdout=subprocess.DEVNULL)
    print(_figures(killed), flush=True)
    on_dask(spread, claims, instances=instances)
    print(_figures(spread), flush=True)
    equal = [same(path, whole) for path in (killed, spread)]
    print(f"the same findings: killed {equal[0]}, on Dask {equal[1]}")
    return all(equal)


def main() -> None:
    """Compare campaigns of so many instances."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("folder", type=Path)
    parser.add_argument("--claims", nargs="*", default=["all"])
    parser.add_argument("--instances", type=int, default=1_000_000)
    parser.add_argument("--jobs", type=int, default=1)
    parser.add_argument("--most", type=int, default=900, help="tasks from one kill to the next, at most")
    options = parser.parse_args()
    options.folder.mkdir(parents=True, exist_ok=True)
    if not compare(options.folder, options.claims, options.instances, jobs=options.jobs, most=options.most):
        sys.exit(1)


def _figures(path: Path) -> str:
    with closing(sqlite3.connect(path)) as connection:
        counts = "holds + violated + vacuous + undecided"
        query = f"SELECT count(*), sum({counts}), sum(seconds) FROM tasks WHERE state = 'done'"  # noqa: S608
        tasks, judged, seconds = connection.execute(query).fetchone()
    found, runs, size = _count(path, "counterexamples"), _count(path, "runs"), path.stat().st_size / 1e6
    return (
        f"{path.name}: {tasks} tasks, {judged} instances, {found} counterexamples, {runs} runs, "
        f"{seconds / 60:.0f} minutes in tasks, {size:.1f} MB"
    )


if __name__ == "__main__":
    main()
