"""What the tests of the plugin share."""

from __future__ import annotations

import pytest


@pytest.fixture(autouse=True)
def _at_a_desk(monkeypatch: pytest.MonkeyPatch) -> None:
    """Pytest says a failure twice where one of these is set, the second time in its summary."""
    for name in ("CI", "BUILD_NUMBER"):
        monkeypatch.delenv(name, raising=False)
