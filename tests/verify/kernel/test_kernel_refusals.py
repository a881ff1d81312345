"""What the checkers do not read: devices, pipes, deep nesting, and limits without limit."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

from tests.verify.kernel.test_kernel_files import written
from verify import cli, kernel, kernel_worst


def exit_codes(path: str) -> list[int]:
    """Return how both checkers end on a file, each as a process of its own."""
    modules = ("verify.kernel", "verify.kernel_worst")
    done = [
        subprocess.run([sys.executable, "-m", m, path], capture_output=True, text=True, check=False) for m in modules
    ]
    assert all(run.stderr.count("\n") == 1 and run.stdout == "" for run in done), done
    return [run.returncode for run in done]


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="needs a system with named pipes")
def test_a_device_and_a_pipe_are_refused_by_the_checkers_alone(tmp_path: Path) -> None:
    """Power: /dev/zero took all memory, and a pipe never ended."""
    os.mkfifo(tmp_path / "pipe")
    assert exit_codes("/dev/zero") == exit_codes(str(tmp_path / "pipe")) == exit_codes(str(tmp_path)) == [2, 2]


@pytest.mark.parametrize("text", ["[" * 20_000, '{"a":' * 20_000, '["\\"[", "]", ' + "[" * 101])
def test_nesting_is_limited_before_anything_is_parsed(text: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("verify.kernel.json.loads", None)
    with pytest.raises(kernel.Malformed, match="nested more than 100 deep"):
        kernel.load(text)


def test_brackets_in_texts_are_no_nesting() -> None:
    """Power: the second text ends in an escaped quote, and the first bracket after it is in a text still."""
    assert kernel.load(json.dumps(["[" * 500, '"\\' + "[" * 500, "]"])) == ["[" * 500, '"\\' + "[" * 500, "]"]


@pytest.mark.parametrize("patience", ["0", "-1", "1001", "9" * 18, "9" * 5000, "x", "1.5"])
def test_patience_has_limits(patience: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """Power: 18 nines ended in an OverflowError."""
    path = written("verify.kernel", tmp_path)
    assert kernel.main([path, f"--patience={patience}"]) == kernel_worst.main([path, f"--patience={patience}"]) == 2
    with pytest.raises(SystemExit):
        cli.main(["replay", path, f"--patience={patience}"])
    assert capsys.readouterr().err.count("it has to be a whole number from 1 to 1000") == 3
