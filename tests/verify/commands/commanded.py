"""Files that commands are given, and what they print."""

from __future__ import annotations

from pathlib import Path

import pytest

from verify.cli import main

IRIS = str(Path(__file__).parents[3] / "verify" / "examples" / "iris.csv")

SETOSA = [IRIS, "--outcome", "species", "--positive", "setosa"]


def file_of(folder: Path, text: str, name: str = "run.json") -> str:
    path = folder / name
    path.write_text(text, encoding="utf-8")
    return str(path)


PAIR = '{"trials": [{"x": [1, 0], "outcome": 1}, {"x": [0, 1], "outcome": 1}], "comparator": [1, 1]}'


def output(arguments: list[str], capsys: pytest.CaptureFixture[str], code: int = 0) -> str:
    assert main(arguments) == code
    return capsys.readouterr().out


def refusal(arguments: list[str], capsys: pytest.CaptureFixture[str]) -> str:
    """Return the one line that says why the arguments are refused."""
    assert main(arguments) == 2
    captured = capsys.readouterr()
    assert captured.out == ""
    assert captured.err.count("\n") == 1
    return captured.err
