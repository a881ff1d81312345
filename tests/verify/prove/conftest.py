"""Coq, for all tests of the files of own claims: what they have in common is compiled once."""

from __future__ import annotations

import pytest

from tests.verify.prove.compiled import Run
from verify.proofs.coq_programs import CoqFailed, run_program
from verify.proofs.coq_run import parse_assumptions
from verify.prove.coq_folder import CLAIM, libraries


@pytest.fixture(scope="session")
def coqc(tmp_path_factory: pytest.TempPathFactory) -> Run:
    """Return what compiles the file of a claim, beside what all have in common, and returns its axioms."""
    folder = tmp_path_factory.mktemp("coq")
    for file, text in libraries().items():
        (folder / file).parent.mkdir(exist_ok=True)
        (folder / file).write_text(text)
        done = run_program("coqc", "-q", file, directory=folder)
        assert done.returncode == 0, done.stderr

    def run(text: str) -> frozenset[str]:
        (folder / CLAIM).write_text(text)
        done = run_program("coqc", "-q", CLAIM, directory=folder)
        if done.returncode:
            raise CoqFailed(done.stderr)
        return parse_assumptions(done.stdout)

    return run
