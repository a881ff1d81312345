"""What the command says of itself: help with examples that it takes, pages that are installed, and completion."""

from __future__ import annotations

import re
import shlex
import shutil
import subprocess
import tomllib
from pathlib import Path

import pytest

from bounds.claims.catalogue import catalogue
from bounds.display import rich_table
from tests.verify.commands.commanded import output, refusal
from verify import cli
from verify.commands.arguments import COMMANDS, DATA, PICTURES, SHELLS, TOPICS
from verify.commands.completion import places, script
from verify.commands.copying import EXAMPLES, NOTEBOOKS
from verify.commands.docs import ROOT
from verify.commands.printing import print_table

DECLARED = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["tool"]["setuptools"]["package-data"]

HELPS = [*([name] for name in COMMANDS), *(["plot", kind] for kind in PICTURES)]


def help_of(command: list[str], capsys: pytest.CaptureFixture[str]) -> str:
    with pytest.raises(SystemExit) as ended:
        cli.main([*command, "--help"])
    assert ended.value.code == 0
    return capsys.readouterr().out


def installed(file: Path) -> bool:
    """Tell whether package-data names a file by a pattern that it matches."""
    package = file.relative_to(ROOT).parts[0]
    return any(file in (ROOT / package).glob(pattern) for pattern in DECLARED[package])


@pytest.mark.parametrize("command", HELPS, ids=" ".join)
def test_help_has_an_example_that_the_command_takes(
    command: list[str], monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """Power: an option that has another name now is refused, as is a usage line that is not wrapped."""
    monkeypatch.setenv("COLUMNS", "80")
    said = help_of(command, capsys)
    assert max(map(len, said.splitlines())) <= 80
    example = said.partition("\nexample: ")[2].partition("\nmore: ")[0]
    program, *arguments = shlex.split(example.replace("\\\n", " "))
    assert program == "boundcheck"
    assert arguments[: len(command)] == command
    cli._parser(command[0]).parse_args(arguments)


@pytest.mark.parametrize("command", HELPS, ids=" ".join)
def test_help_names_a_page_that_there_is(command: list[str], capsys: pytest.CaptureFixture[str]) -> None:
    (topic,) = re.findall(r"^more:    boundcheck docs (\w+)$", help_of(command, capsys), re.MULTILINE)
    assert topic in TOPICS
    assert len(command) > 1 or topic == COMMANDS[command[0]].topic


def test_every_argument_is_explained() -> None:
    """Power: ID was not."""
    bare = [(place.after, action.dest) for place in places() for action in place.actions if not action.help]
    assert [one for one in bare if one != ("plot", "kind")] == []


# --- pages -----------------------------------------------------------------------------------------------


@pytest.mark.parametrize("topic", TOPICS)
def test_a_page_is_printed_as_it_is_and_is_installed(topic: str, capsys: pytest.CaptureFixture[str]) -> None:
    """Installed: package-data names it, by a pattern that the file matches."""
    page = ROOT / TOPICS[topic]
    assert output(["docs", topic], capsys).rstrip("\n") == page.read_text(encoding="utf-8").rstrip("\n")
    assert installed(page), page


def test_without_a_topic_there_is_a_line_for_each(capsys: pytest.CaptureFixture[str]) -> None:
    assert [line.split()[0] for line in output(["docs"], capsys).splitlines()] == list(TOPICS)


# --- copies ----------------------------------------------------------------------------------------------


def test_the_notebooks_are_copied_and_are_installed(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    folder = tmp_path / "in" / "notebooks"
    said = output(["notebooks", str(folder)], capsys)
    files = sorted(NOTEBOOKS.glob("*.ipynb"))
    assert said.splitlines() == [f"written {folder / file.name}" for file in files]
    assert [(folder / file.name).read_bytes() for file in files] == [file.read_bytes() for file in files]
    assert all(map(installed, files))


@pytest.mark.parametrize("name", DATA)
def test_data_are_copied_with_a_command_that_takes_them(
    name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    *_, tried = output(["example", name], capsys).splitlines()
    program, *arguments = shlex.split(tried.removeprefix("try: "))
    assert program == "boundcheck"
    assert cli.main(arguments) in (0, 1)
    assert installed(EXAMPLES / DATA[name][0])


def test_without_a_name_there_is_a_line_for_each_of_the_data(capsys: pytest.CaptureFixture[str]) -> None:
    assert [line.split()[0] for line in output(["example"], capsys).splitlines()] == list(DATA)
    assert {file for file, _, _ in DATA.values()} == {file.name for file in EXAMPLES.iterdir()}


def test_a_copy_takes_the_place_of_nothing(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """Not even the others are written; the very same file is no trouble."""
    last = max(NOTEBOOKS.glob("*.ipynb")).name
    (tmp_path / last).write_text("mine", encoding="utf-8")
    assert f"{last} is there already" in refusal(["notebooks", str(tmp_path)], capsys)
    assert [file.name for file in tmp_path.iterdir()] == [last]
    assert "cannot make" in refusal(["example", "iris", str(tmp_path / last)], capsys)
    (tmp_path / last).unlink()
    for _ in range(2):
        output(["notebooks", str(tmp_path)], capsys)


# --- completion ------------------------------------------------------------------------------------------


@pytest.mark.parametrize("shell", SHELLS)
def test_a_script_has_all_commands_options_and_ids(shell: str) -> None:
    text = script(shell)
    for place in places():
        for option in place.options:
            longest = max(option.option_strings, key=len)
            assert (f"-l {longest[2:]}" if shell == "fish" else longest) in text
    assert [claim.id for claim in catalogue() if claim.id not in text] == []
    assert [name for name in COMMANDS if name not in text] == []


TYPED = {
    "boundcheck sea": ["search"],
    "boundcheck --v": ["--version"],
    "boundcheck show bylander.5.et": ["bylander.5.eta", "bylander.5.eta.loss", "bylander.5.eta.start"],
    "boundcheck search bylander.5 --rel": ["--relation"],
    "boundcheck search bylander.5 --relation =": ["=="],
    "boundcheck plot wor": ["worst"],
    "boundcheck plot bound bylander.2 --o": ["--out", "--over"],
    "boundcheck export bylander.5 kitani.winnow.": ["kitani.winnow.beta"],
    "boundcheck replay --claim gls.7.1a": ["gls.7.1a", "gls.7.1a+"],
    "boundcheck docs ru": ["rules"],
    "boundcheck search bylander.5 --bound byl": [],
}
ASKED = {
    "bash": "COMP_WORDS=({words}); COMP_CWORD=$((${{#COMP_WORDS[@]}} - 1)); _boundcheck; "
    'for found in "${{COMPREPLY[@]}}"; do eval "printf \'%s\\n\' $found"; done; echo',
    "zsh": "words=({words}); CURRENT=$#words; _boundcheck; echo",
    "fish": "complete -C {line}; echo",
}
ZSH = """
compdef() { :; }
_files() { :; }
compadd() { shift; local found; for found in $@; do [[ $found == $words[CURRENT]* ]] && print -r -- $found; done; }
"""


@pytest.mark.parametrize("shell", SHELLS)
def test_a_shell_completes_what_is_typed(shell: str, tmp_path: Path) -> None:
    """Where the shell is installed: what it offers for each line of TYPED. Power: == is a program's name to zsh."""
    program = shutil.which(shell)
    if program is None:
        pytest.skip(f"{shell} is not installed")
    asked = [
        ASKED[shell].format(words=" ".join(map("'{}'".format, line.split(" "))), line=f"'{line}'") for line in TYPED
    ]
    lines = [ZSH * (shell == "zsh"), script(shell), *asked]
    file = tmp_path / "typed"
    file.write_text("\n".join(lines), encoding="utf-8")
    options = ["-f"] if shell == "zsh" else ["--no-config"] if shell == "fish" else ["--norc"]
    done = subprocess.run([program, *options, file], cwd=tmp_path, capture_output=True, text=True, check=True)
    assert done.stderr == ""
    offered = [[word.partition("\t")[0] for word in part.split("\n") if word] for part in done.stdout.split("\n\n")]
    assert [sorted(words) for words in offered[: len(TYPED)]] == [sorted(words) for words in TYPED.values()]


def test_a_shell_that_is_not_known_is_refused(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as ended:
        cli.main(["completion", "tcsh"])
    assert ended.value.code == 2
    assert "choose from" in capsys.readouterr().err


# --- several claims --------------------------------------------------------------------------------------


def test_several_claims_are_exported_as_one_document(capsys: pytest.CaptureFixture[str]) -> None:
    text = output(["export", "kitani.winnow", "bylander.5", "--document"], capsys)
    assert text.count(r"\documentclass") == 1
    assert text.index(r"\label{kitani.winnow}") < text.index(r"\label{bylander.5}") < text.index(r"\end{document}")
    assert output(["export", "all", "--latex"], capsys).count(r"\begin{theorem}") == len(catalogue())
    assert output(["export", "bylander.5", "bylander.8", "--coq"], capsys).count("\nSection ") == 2


def test_a_claim_is_exported_once(capsys: pytest.CaptureFixture[str]) -> None:
    assert "two of these are called bylander.5" in refusal(["export", "bylander.5", "BYLANDER.5", "--coq"], capsys)


@pytest.mark.parametrize("width", [70, 100])
def test_the_catalogue_keeps_to_the_terminal(
    width: int, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """A line a claim where nothing bounds the width; wrapped, with the same words, where COLUMNS does."""
    monkeypatch.delenv("COLUMNS", raising=False)
    whole = output(["list"], capsys)
    assert len(whole.splitlines()) == len(catalogue())
    monkeypatch.setenv("COLUMNS", str(width))
    wrapped = output(["list"], capsys)
    assert max(map(len, wrapped.splitlines())) <= width
    assert wrapped.split() == whole.split()


@pytest.mark.parametrize("width", [60, 100])
def test_a_table_keeps_to_the_terminal(
    width: int, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("COLUMNS", str(width))
    print_table(rich_table(["a", "b"], [["word " * 20, "word " * 20]]))
    assert max(map(len, capsys.readouterr().out.splitlines())) <= width
