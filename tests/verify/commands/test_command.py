"""The command as a whole: help without a wait, the version, and what to install where something is missing."""

from __future__ import annotations

import io
import os
import subprocess
import sys
import tomllib
from importlib import import_module
from pathlib import Path

import boundcheck
import pytest

from bounds.extras import EXTRAS
from verify import cli
from verify.commands.arguments import COMMANDS

ROOT = Path(__file__).parents[3]
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))


def test_without_arguments_it_prints_help(capsys: pytest.CaptureFixture[str]) -> None:
    assert cli.main([]) == 0
    printed = capsys.readouterr().out
    assert all(f"    {name}" in printed for name in COMMANDS)


def test_help_and_version_import_nothing_that_takes_time() -> None:
    """Counted in modules, not seconds: the numbers, sympy and rich cost most of a second."""
    program = (
        "import sys\nfrom verify.cli import main\nmain([])\n"
        "heavy = {'sympy', 'numpy', 'rich', 'flint', 'bounds.claims.claim', 'verify.kernel'}\n"
        "print(heavy & set(sys.modules), len(sys.modules))"
    )
    done = subprocess.run([sys.executable, "-S", "-c", program], cwd=ROOT, capture_output=True, text=True, check=True)
    found, _, number = done.stdout.splitlines()[-1].rpartition(" ")
    assert found == "set()"
    assert int(number) < 120


def test_the_version(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("importlib.metadata.version", lambda name: {"boundcheck": boundcheck.__version__}[name])
    with pytest.raises(SystemExit) as ended:
        cli.main(["--version"])
    assert ended.value.code == 0
    assert capsys.readouterr().out == f"boundcheck {boundcheck.__version__}\n"


def test_help_of_each_command_imports_nothing_that_takes_time() -> None:
    """Power: a command whose module is loaded for its arguments brings the catalogue, sympy and rich with it."""
    program = (
        "import contextlib, io, sys\nfrom verify.cli import COMMANDS, main\n"
        "for name in COMMANDS:\n"
        "    with contextlib.suppress(SystemExit), contextlib.redirect_stdout(io.StringIO()) as said:\n"
        "        main([name, '--help'])\n"
        "    assert f'boundcheck {name}' in said.getvalue()\n"
        "print({'sympy', 'numpy', 'rich', 'flint', 'bounds.claims.claim', 'verify.kernel'} & set(sys.modules))"
    )
    done = subprocess.run([sys.executable, "-S", "-c", program], cwd=ROOT, capture_output=True, text=True, check=True)
    assert done.stdout == "set()\n"


def test_every_command_has_a_module_that_runs() -> None:
    assert all(callable(import_module(f"verify.commands.{name}").run) for name in COMMANDS)


def test_every_extra_is_in_the_project_and_the_core_is_without_them() -> None:
    extras = PROJECT["project"]["optional-dependencies"]
    assert set(EXTRAS.values()) <= set(extras)
    core = " ".join(PROJECT["project"]["dependencies"])
    assert not [name for name in ("z3", "clarabel", "pytest", "numba", "matplotlib") if name in core]


@pytest.mark.parametrize(("module", "command"), [("clarabel", "certify"), ("z3", "prove"), ("z3", "derive")])
def test_what_is_missing_is_named_with_what_installs_it(module: str, command: str) -> None:
    """In a fresh process in which the library cannot be imported."""
    argument = "w + y*x if y*yhat <= 0 else w" if command == "derive" else "bylander.2"
    program = f"import sys; sys.modules[{module!r}] = None\nfrom verify.cli import main\n"
    program += f"sys.exit(main([{command!r}, {argument!r}]))"
    done = subprocess.run([sys.executable, "-c", program], cwd=ROOT, capture_output=True, text=True, check=False)
    assert done.returncode == 2
    assert f"pip install 'boundcheck[{EXTRAS[module]}]'" in done.stderr
    assert "Traceback" not in done.stderr


def test_a_name_that_needs_what_is_missing_says_so(monkeypatch: pytest.MonkeyPatch) -> None:
    def absent(name: str) -> object:
        if name == "verify.search.search":
            raise ModuleNotFoundError("No module named 'clarabel'", name="clarabel")
        return import_module(name)

    monkeypatch.setattr(boundcheck, "import_module", absent)
    monkeypatch.delitem(vars(boundcheck), "search", raising=False)
    search = boundcheck.search
    with pytest.raises(
        boundcheck.BoundcheckError, match=r"boundcheck\.search cannot be used: clarabel is not installed"
    ):
        search("bylander.5")


def test_how_minimality_was_established_is_said_where_it_is_asked_for(capsys: pytest.CaptureFixture[str]) -> None:
    said = []
    for more in ([], ["--verbose"]):
        assert (
            cli.main(["search", "bylander.5", "--bound", "U**2*X**2/2", "--instances", "60", "--jobs", "1", *more]) == 1
        )
        (line,) = [line for line in capsys.readouterr().out.splitlines() if line.startswith("  minimal")]
        said.append(line.removeprefix("  minimal      "))
    assert said[0] == (
        "1-minimal: nothing can be left out, and no number made simpler; by exhaustion, there is no simpler one"
    )
    assert said[1].startswith("1-minimal: no deletion (trials + attributes: ")
    assert "simpler instances does" in said[1]


@pytest.mark.parametrize(
    ("arguments", "why"),
    [
        (["nonsense"], "invalid choice: 'nonsense'"),
        (["search", "bylander.5", "--instances", "0"], "argument --instances: '0' is not a positive whole number"),
        (["plot", "worst", "bylander.2"], "the following arguments are required: --out"),
        (
            ["certify", "bylander.5", "--lenght", "3"],
            "did you mean --length; boundcheck certify --help says",
        ),
        (["plot", "run", "bylander.5", "--out", "a.png", "--bais"], "did you mean --bias; boundcheck plot run --help"),
        (["show", "bylander.5", "-x\ny"], "unrecognized arguments: -x y; boundcheck show --help says"),
    ],
)
def test_a_wrong_option_is_one_line(arguments: list[str], why: str, capsys: pytest.CaptureFixture[str]) -> None:
    """Power: argparse prints all the options before it."""
    with pytest.raises(SystemExit) as stopped:
        cli.main(arguments)
    said = capsys.readouterr().err
    assert stopped.value.code == 2
    assert said.startswith("boundcheck: ")
    assert why in said
    assert said.count("\n") == 1


def test_a_bound_may_begin_with_a_minus(capsys: pytest.CaptureFixture[str]) -> None:
    assert cli.main(["search", "bylander.5", "--bound", "-U**2", "--instances", "10", "--jobs", "1"]) == 1
    assert "M <= -U**2\n" in capsys.readouterr().out


TOOL = "import sys; from verify.unread import ended; sys.exit(ended(lambda: print('1 ' * 99999) or 0))"


@pytest.mark.parametrize("program", [["-m", "verify", "show", "bylander.5"], ["-c", TOOL]])
def test_a_closed_pipe_is_not_taken_for_a_refuted_claim(program: list[str]) -> None:
    """Power: rich ends the program with 1, which says VIOLATED of what holds; the tools ended in a traceback."""
    reading, writing = os.pipe()
    os.close(reading)
    command = [sys.executable, *program]
    done = subprocess.run(command, cwd=ROOT, stdout=writing, stderr=subprocess.PIPE, text=True, check=False)
    os.close(writing)
    assert (done.returncode, done.stderr) == (141, "")


def test_every_tool_ends_so() -> None:
    tools = [*(ROOT / "verify" / "proofs").rglob("*.py"), *(ROOT / "verify" / "prove").rglob("*.py")]
    ends = [text.partition('__name__ == "__main__":\n')[2] for text in map(Path.read_text, tools)]
    assert {end for end in ends if end} == {"    sys.exit(ended(main))\n"}


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="there is no /dev/full here")
@pytest.mark.parametrize("form", [[], ["--json"]])
def test_a_full_disk_is_one_line(
    form: list[str], monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    with Path("/dev/full").open("w", encoding="utf-8") as full:
        monkeypatch.setattr(sys, "stdout", full)
        assert cli.main(["list", "theorem", *form]) == 2
        monkeypatch.undo()
    assert capsys.readouterr().err == "boundcheck: [Errno 28] No space left on device\n"


def test_what_a_terminal_has_no_characters_for_is_escaped(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    file = tmp_path / "größe.toml"
    file.write_text('learner = "w + y*x"\nbound = "l"\ntitle = "a :heart: of [red]stone[/]"\n', encoding="utf-8")
    printed = io.BytesIO()
    monkeypatch.setattr(sys, "stdout", io.TextIOWrapper(printed, encoding="ascii"))
    assert cli.main(["show", str(file)]) == 0
    assert printed.getvalue().startswith(b"own.gr\\xf6\\xdfe  a :heart: of [red]stone[/]\n")


def test_standard_input_that_is_closed_is_named(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(sys, "stdin", None)
    for command in (["check", "bylander.5", "-"], ["replay", "-"]):
        assert cli.main(command) == 2
        assert capsys.readouterr().err == "boundcheck: standard input: this is closed; name a file\n"
