"""The README is executed: its Python as doctests, its commands with exactly the output that it shows."""

from __future__ import annotations

import doctest
import re
import shlex
from pathlib import Path

import pytest

from verify.cli import main

ROOT = Path(__file__).parents[1]
README = ROOT / "README.md"


def commands() -> list[tuple[str, str]]:
    """Return (command, output) for every ``$`` line of the README's console blocks."""
    found = []
    for block in re.findall(r"```console\n(.*?)```", README.read_text(encoding="utf-8"), re.DOTALL):
        for part in re.split(r"^\$ ", block, flags=re.MULTILINE)[1:]:
            command, _, output = part.partition("\n")
            found.append((command, output))
    return found


def test_python_blocks() -> None:
    result = doctest.testfile(str(README), module_relative=False)
    assert result.attempted > 15
    assert result.failed == 0


@pytest.mark.parametrize(("command", "output"), commands(), ids=[command for command, _ in commands()])
def test_commands(
    command: str, output: str, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(ROOT)
    program, *arguments = shlex.split(command)
    assert program == "boundcheck"
    main(arguments)
    assert capsys.readouterr().out.rstrip() == output.rstrip()


def test_there_are_commands_to_check() -> None:
    assert len(commands()) >= 4


def test_the_first_commands_are_targets_of_the_makefile() -> None:
    makefile = (ROOT / "Makefile").read_text(encoding="utf-8")
    for target in ("verify", "test", "lint"):
        assert f"make {target}" in README.read_text(encoding="utf-8")
        assert re.search(rf"^{target}:", makefile, re.MULTILINE)
