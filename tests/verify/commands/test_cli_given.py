"""What commands are given: files, standard input, numbers, comparators and rates; and what is chosen."""

from __future__ import annotations

import io
import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

from tests.verify.commands.commanded import IRIS, PAIR, SETOSA, file_of, output, refusal
from verify.cli import main

# --- data, rates and numbers ---------------------------------------------------------------------------

EMPTY = {"empty.csv": "", "header.csv": "a,outcome\n", "list.json": "[]", "object.json": '{"trials": []}'}


@pytest.mark.parametrize("name", EMPTY)
def test_a_file_without_trials_is_refused(name: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    for identifier in ("bylander.5", "bylander.2"):
        said = refusal(["check", identifier, file_of(tmp_path, EMPTY[name], name)], capsys)
        assert "no trials" in said
        assert name in said


def test_a_rate_that_may_not_be_is_what_is_wrong(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """Power: it was the solvers that propose a comparator."""
    path = file_of(tmp_path, "y,a\n1,1\n", "run.csv")
    assert refusal(["check", "bylander.2", path, "--set", "eta=0"], capsys) == (
        "boundcheck: eta is 0; bylander.2 needs eta > 0\n"
    )


@pytest.mark.parametrize(
    ("outcomes", "why"),
    [
        ("1\n2", "the number 1; where outcomes are classes, name the one that is +1 with --positive"),
        ('"[0,1)"\n1', "on trial 1 there is the interval [0, 1)\n"),
    ],
)
def test_an_outcome_that_is_no_label_is_called_what_it_is(
    outcomes: str, why: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = file_of(tmp_path, "y,a\n" + outcomes.replace("\n", ",1\n") + ",1\n", "run.csv")
    assert why in refusal(["check", "bylander.5", path], capsys)


def test_a_claim_about_parameters_alone_needs_no_trials(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = file_of(tmp_path, '{"trials": [], "parameters": {"U": 1, "X": 1, "delta": 1, "a": 1}}')
    assert output(["check", "gls.8.dh.best", path], capsys).endswith("HOLDS\n")


def test_a_rate_that_is_chosen_is_named(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = file_of(tmp_path, PAIR)
    chosen = output(["check", "bylander.2", path, "--comparator", "1,1"], capsys)
    assert "  chosen       eta = 1, as none is given; set another with --set eta=VALUE\n" in chosen
    given = output(["check", "bylander.2", path, "--comparator", "1,1", "--set", "eta=1"], capsys)
    assert "chosen" not in given
    assert given == "".join(line for line in chosen.splitlines(keepends=True) if "chosen" not in line)
    assert "chosen" not in output(["check", "bylander.5", path], capsys)
    found = json.loads(output(["check", "bylander.2", path, "--json"], capsys))
    assert found["chosen"] == ["eta"]


def test_a_ratio_of_1_is_printed_for_equality_only(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    def ratio(trials: str) -> str:
        printed = output(["check", "bylander.2", file_of(tmp_path, trials)], capsys)
        return printed.rpartition("ratio ")[2].partition("\n")[0]

    far = '{"trials": [{"x": [1], "outcome": "[9,oo)"}], "comparator": [1], "parameters": {"eta": %s}}'
    assert ratio(far % 1) == "1"
    assert ratio(far % '"1001/1000"') == "0.9999995"  # (eta + 1/eta)/2 is more than 1
    assert ratio(far % '"1000000000001/1000000000000"') == "~1"


@pytest.mark.parametrize("size", ["1e160", "1e308", "1e400", "1e3000", "1e-400", "1e-3000"])
@pytest.mark.parametrize("identifier", ["bylander.2", "bylander.5", "bylander.7"])
def test_numbers_beyond_floats_give_a_verdict_or_one_line(
    size: str, identifier: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = file_of(tmp_path, f"a,b,outcome\n{size},0,1\n0,1,-1\n1,1,1\n", "run.csv")
    for more in ([], ["--comparator", "1,-1"], ["--comparator", "1,-1", "--json"]):
        code = main(["check", identifier, path, *more])
        captured = capsys.readouterr()
        assert code in (0, 3) or (code == 2 and not more and "--comparator" in captured.err)
        assert "inf" not in captured.out.replace("infinit", "")
        assert max(map(len, captured.out.splitlines() or [""])) < 400 or "--json" in more
        if "--json" in more:
            json.loads(captured.out, parse_constant=lambda name: pytest.fail(f"{name} is no JSON"))


def test_a_huge_rate_is_printed_in_scientific_notation(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    printed = output(["check", "bylander.2", file_of(tmp_path, PAIR), "--set", "eta=1e400"], capsys)
    assert "eta = 1e+400," in printed
    assert "  bound        1e+400\n" in printed


def test_a_measure_that_needs_a_parameter_asks_for_it(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    said = refusal(["check", "gls.7.1a", file_of(tmp_path, PAIR)], capsys)
    assert "no value for p; set it, for example --set p=2" in said


# --- replay and standard input -------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("text", "problem"),
    [
        (None, "no such file; check the name"),
        ("", "the file is empty; give a certificate"),
        ("a,b\n1,2\n", "this is not JSON"),
        ("[1]", "this is JSON, but no certificate"),
        ('{"trials": []}', "this is JSON, but no certificate"),
        ('{"format": 1, "claim": "", "statement": {}, "instance": {}}', "the format is not 'boundcheck certificate 1'"),
        (
            '{"format": "boundcheck certificate 1", "claim": "", "statement": {}, "instance": {}}',
            "the certificate lacks a part",
        ),
    ],
)
def test_replay_says_what_is_wrong_with_a_file_and_what_to_do(
    text: str | None, problem: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = str(tmp_path / "none.json") if text is None else file_of(tmp_path, text)
    said = refusal(["replay", path], capsys)
    assert path in said
    assert problem in said
    assert text is None or "boundcheck search ID --out FILE" in said


def test_replay_of_a_directory(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert f"{tmp_path}: this is a directory; name a file" in refusal(["replay", str(tmp_path)], capsys)


def _give(monkeypatch: pytest.MonkeyPatch, text: str) -> None:
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(text.encode())))


def test_check_reads_standard_input(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    for text in (PAIR, "a,b,outcome\n1,0,1\n0,1,1\n", "  [" + PAIR.partition("[")[2].rpartition("],")[0] + "]"):
        _give(monkeypatch, text)
        assert "M = 2" in output(["check", "bylander.5", "-"], capsys)
    _give(monkeypatch, "")
    assert "standard input: no trials" in refusal(["check", "bylander.5", "-"], capsys)
    _give(monkeypatch, "a,outcome\n1,red\n")
    assert "standard input: line 2" in refusal(["check", "bylander.5", "-"], capsys)


def test_replay_reads_standard_input(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    file = Path(__file__).parents[3] / "bounds" / "sources" / "certificates" / "bylander.cmp.printed.json"
    text = file.read_text(encoding="utf-8")
    _give(monkeypatch, text)
    assert output(["replay", "-"], capsys) == output(["replay", str(file)], capsys)
    _give(monkeypatch, "nothing")
    assert "standard input: this is not JSON" in refusal(["replay", "-"], capsys)


@pytest.mark.parametrize("command", ["check", "replay"])
def test_help_says_how_to_read_standard_input(command: str, capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit):
        main([command, "--help"])
    assert "- reads standard input" in " ".join(capsys.readouterr().out.split())


# --- what is chosen, found and asked for -----------------------------------------------------------------

OPPOSITE = "a,b,outcome\n1,0,1\n0,1,-1\n"


@pytest.mark.parametrize("identifier", ["bylander.2", "bylander.2.tuned", "bylander.8"])
def test_a_comparator_and_a_rate_of_natural_size_are_chosen(
    identifier: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """Power: u = (977/1000000, -977/1000000) and eta = 97/100000 cost as much as (1, -1) and 1, and were taken."""
    path = file_of(tmp_path, OPPOSITE, "two.csv")
    more = ["--set", "tau=1/2"] if identifier == "bylander.8" else []
    found = json.loads(output(["check", identifier, path, "--json", *more], capsys))
    assert found["comparator"] == ["1", "-1"]
    assert found["parameters"]["eta"] == "1"
    assert found["slack"] == "0"
    assert found["ratio"] == 1


def test_a_comparator_within_a_given_norm_is_short_too(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = file_of(tmp_path, OPPOSITE, "two.csv")
    found = json.loads(output(["check", "bylander.2", path, "--json", "--set", "U=1"], capsys))
    assert found["comparator"] == ["707/1000", "-707/1000"]
    assert found["ratio"] > 0.999


@pytest.mark.parametrize("form", [["--comparator", "-1,1"], ["--comparator=-1,1"], ["--comparator", "-1/1,1.0"]])
def test_a_comparator_may_begin_with_a_minus(
    form: list[str], tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = file_of(tmp_path, OPPOSITE, "two.csv")
    found = json.loads(output(["check", "bylander.5", path, "--json", *form], capsys, 3))
    assert found["comparator"] == ["-1", "1"]
    with pytest.raises(SystemExit):  # the value was forgotten
        main(["check", "bylander.5", path, "--comparator", "--trace"])


@pytest.mark.parametrize(
    ("arguments", "because"),
    [
        (["bylander.5", "versicolor"], "the data are not linearly separable: no comparator has y u.x >= 1 on every"),
        (
            ["bylander.6", "setosa"],
            "the data are not linearly separable by weights >= 0: no comparator with u_i >= 0 has y u.x >= 1 on every "
            "trial; --double puts (x, -x) in place of x",
        ),
        (["gls.wm", "setosa"], "no comparator with u_i >= 0 has y u.x >= delta > 0 on every trial; --double"),
        (["bylander.6", "setosa", "--double", "--set", "U=1/100"], "no comparator was found that has y u.x >= 1"),
        (["bylander.6", "versicolor", "--double"], "the data are not linearly separable: no comparator has y u.x >= 1"),
    ],
)
def test_where_no_comparator_separates_the_verdict_says_so(
    arguments: list[str], because: str, capsys: pytest.CaptureFixture[str]
) -> None:
    identifier, kind, *more = arguments
    command = ["check", identifier, IRIS, "--outcome", "species", "--positive", kind, *more]
    printed = output(command, capsys, 3)
    line = next(line for line in printed.splitlines() if line.startswith("  because      "))
    assert because in line
    assert ("--double" in because) == ("--double" in line)
    assert json.loads(output([*command, "--json"], capsys, 3))["because"] in line


def test_a_comparator_that_is_given_is_not_explained(capsys: pytest.CaptureFixture[str]) -> None:
    assert "because" not in output(["check", "bylander.5", *SETOSA, "--comparator", "0,1,-1,0"], capsys, 3)


def test_parameters_of_a_file_are_those_of_the_claim(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    for name, said in (("tau", "no parameter tau to set"), ("l", "the trials say what it is")):
        path = file_of(tmp_path, PAIR[:-1] + f', "parameters": {{"{name}": 3}}}}')
        assert said in refusal(["check", "bylander.5", path], capsys)
    path = file_of(tmp_path, PAIR[:-1] + ', "parameters": {"U": 3}}')
    assert "U = 3" in output(["check", "bylander.5", path], capsys)


def test_a_trace_is_as_wide_as_it_needs_where_it_is_piped(tmp_path: Path) -> None:
    trials = [{"x": ["1/7", "5/13"], "outcome": [1, -1][i % 2]} for i in range(4)]
    path = file_of(
        tmp_path, json.dumps({"trials": trials, "comparator": ["1/17", "1/19"], "parameters": {"eta": "1/3"}})
    )
    done = subprocess.run(
        [sys.executable, "-m", "verify", "check", "bylander.2", path, "--trace"],
        capture_output=True,
        check=True,
        env={**{name: value for name, value in os.environ.items() if name != "COLUMNS"}, "PYTHONIOENCODING": "utf-8"},
    )
    printed = done.stdout.decode("utf-8")
    assert "\u2026" not in printed
    for heading in ("prediction", "outcome", "update", "u's loss", "d(u, w)", "after", "slack"):
        assert heading in printed


def test_a_value_may_be_an_exponential(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = file_of(tmp_path, PAIR)
    assert "U = exp(1) (2.71828)" in output(["check", "bylander.5", path, "--set", "U=exp(1)"], capsys)


def test_a_bound_without_a_value_is_not_certified(capsys: pytest.CaptureFixture[str]) -> None:
    """The bound has ln(n/k)."""
    said = refusal(["certify", "kw.winnow.ok", "--set", "n=2", "--set", "k=0"], capsys)
    assert said == "boundcheck: kw.winnow.ok cannot be certified: division by zero\n"
