"""Settings of the whole suite."""

from __future__ import annotations

import os

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
    return rotation.said() if rotation.share() else None


@pytest.hookimpl(trylast=True)
def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Take what is slow first, so that no core ends long after another; of the deep tests, those of the share."""
    taken: list[list[pytest.Item]] = [[], []]
    for item in items:
        taken[item.get_closest_marker("deep") is None].append(item)
    deep, quick = taken
    if rotation.share():
        left = [item for item in deep if not _drawn(item)]
        config.hook.pytest_deselected(items=left)
        deep = [item for item in deep if _drawn(item)]
    items[:] = [*deep, *quick]


def _drawn(item: pytest.Item) -> bool:
    return rotation.drawn(rotation.unit(item.nodeid, getattr(item, "fixturenames", ())), rotation.share())


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter) -> None:
    """Fail a run that must not skip (BOUNDCHECK_NO_SKIPS=1) if anything was skipped."""
    skipped = len(terminalreporter.stats.get("skipped", []))
    if skipped and os.environ.get("BOUNDCHECK_NO_SKIPS") == "1":
        terminalreporter.write_line(f"{skipped} tests were skipped, and none may be here", red=True)


@pytest.hookimpl(trylast=True)
def pytest_sessionfinish(session: pytest.Session) -> None:
    """Turn skipped tests into a failed run where none may be skipped."""
    reporter = session.config.pluginmanager.get_plugin("terminalreporter")
    if os.environ.get("BOUNDCHECK_NO_SKIPS") == "1" and reporter is not None and reporter.stats.get("skipped"):
        session.exitstatus = pytest.ExitCode.TESTS_FAILED
