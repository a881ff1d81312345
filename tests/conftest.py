"""Settings of the whole suite."""

from __future__ import annotations

import os

import pytest
from hypothesis import settings

os.environ["BOUNDCHECK_CORPUS"] = "off"  # what a user's searches have found is no part of a test

settings.register_profile("suite", deadline=None, derandomize=True, database=None)
settings.load_profile("suite")


@pytest.fixture
def without_a_second_look(monkeypatch: pytest.MonkeyPatch) -> None:
    """A proof that does not go through is not searched for an instance: that says only how a failure is called."""
    monkeypatch.setattr("verify.proofs.prover._refutation", lambda *_: "")


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
