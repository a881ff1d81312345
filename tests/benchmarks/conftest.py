"""The benchmarks' timer, and the table they print at the end."""

from __future__ import annotations

from typing import Any

import pytest

from tests.benchmarks.ratios import ROWS, Ratio, table


@pytest.fixture
def ratio(benchmark: Any) -> Ratio:
    """The timer of one benchmark."""
    return Ratio(benchmark)


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter) -> None:
    """Print the table."""
    if ROWS:
        terminalreporter.section("ratios")
        for line in table():
            terminalreporter.write_line(line)
