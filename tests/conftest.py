"""Settings of the whole suite."""

from __future__ import annotations

import os
from collections import Counter
from pathlib import Path

import pytest
from hypothesis import settings

from tests import rotation

os.environ["BOUNDCHECK_CORPUS"] = "off"  # what a user's searches have found is no part of a test

settings.register_profile("suite", deadline=None, derandomize=True, database=None)
settings.load_profile("suite")


@pytest.fixture
def without_a_second_look(monkeypatch: pytest.MonkeyPatch) -> None:
    """A proof that does not go through is not searched for an instance: that says only how a failure is called."""
    for way in ("_refutation", "_broken"):
        monkeypatch.setattr(f"verify.prove.prover.{way}", lambda *_: "")


def pytest_report_header() -> str | None:
    """Say which deep tests run, and how the same run again."""
    return rotation.notice() if rotation.share() else None


@pytest.hookimpl(trylast=True)
def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Take what takes long first, so that no core ends long after another; where a share is drawn, only that of it."""
    share, slow = rotation.share(), rotation.slow()
    taken: dict[int, list[pytest.Item]] = {rotation.DEEP: [], rotation.SLOW: [], 1: []}
    left = list[pytest.Item]()
    for item in items:
        deep = item.get_closest_marker("deep") is not None
        parts = rotation.DEEP if deep else rotation.SLOW if item.nodeid in slow else 1
        name = rotation.unit(item.nodeid, getattr(item, "fixturenames", ()))
        (taken[parts] if not share or rotation.drawn(name, share, parts) else left).append(item)
    if left:
        config.hook.pytest_deselected(items=left)
    items[:] = [item for some in taken.values() for item in some]


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter) -> None:
    """Fail a run that must not skip (BOUNDCHECK_NO_SKIPS=1) if anything was skipped; note which tests are slow.

    The latter where BOUNDCHECK_SLOW names the file (``make slow``).
    """
    if noted := os.environ.get("BOUNDCHECK_SLOW"):
        seconds = Counter[str]()
        for report in terminalreporter.stats.get("passed", []):
            seconds[report.nodeid] += report.duration
        Path(noted).write_text(rotation.measured(seconds))
    skipped = len(terminalreporter.stats.get("skipped", []))
    if skipped and os.environ.get("BOUNDCHECK_NO_SKIPS") == "1":
        terminalreporter.write_line(f"{skipped} tests were skipped, and none may be here", red=True)


@pytest.hookimpl(trylast=True)
def pytest_sessionfinish(session: pytest.Session) -> None:
    """Turn skipped tests into a failed run where none may be skipped."""
    reporter = session.config.pluginmanager.get_plugin("terminalreporter")
    if os.environ.get("BOUNDCHECK_NO_SKIPS") == "1" and reporter is not None and reporter.stats.get("skipped"):
        session.exitstatus = pytest.ExitCode.TESTS_FAILED
