"""A test may not end the run as a success: what a learner calls would, by os._exit(0), without any report."""

from __future__ import annotations

import os
from typing import TYPE_CHECKING

from boundcheck.plugin.evidence import running

if TYPE_CHECKING:
    import pytest


def guard(config: pytest.Config) -> None:
    """Make os._exit(0) an error while a test of this process runs; other processes, and other codes, end as they do."""
    ending, process = os._exit, os.getpid()

    def refuse(status: int) -> None:
        if status == 0 and running and os.getpid() == process:
            raise RuntimeError("os._exit(0) was called, which would end all tests as a success")
        ending(status)

    os._exit = refuse  # type: ignore[assignment]
    config.add_cleanup(lambda: setattr(os, "_exit", ending))
