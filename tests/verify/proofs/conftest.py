"""What the tests of proofs share."""

from __future__ import annotations

import fcntl
import json
import os

import pytest

from verify.proofs import coq_run
from verify.proofs.coq_run import BuildResult


@pytest.fixture(scope="session")
def built(tmp_path_factory: pytest.TempPathFactory) -> BuildResult:
    """One build for the whole run: test processes that work side by side share it."""
    base = tmp_path_factory.getbasetemp()
    folder = (base.parent if os.environ.get("PYTEST_XDIST_WORKER") else base) / "coq"
    folder.mkdir(exist_ok=True)
    with (folder / "lock").open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        record = folder / "build.json"
        if not record.exists():
            result = coq_run.build(folder / "build")
            record.write_text(json.dumps([result.files, dict(result.errors)]))
        files, errors = json.loads(record.read_text())
    return BuildResult(folder / "build", tuple(files), errors)
