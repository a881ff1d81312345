"""The command line: output, JSON, exit codes, and bad input without a traceback."""

from __future__ import annotations

import io
import json
import subprocess
import sys
from pathlib import Path

import pytest

from verify.cli import main

IRIS = str(Path(__file__).parents[1] / "data" / "iris.csv")
SETOSA = [IRIS, "--outcome", "species", "--positive", "setosa"]


def _file(folder: Path, text: str, name: str = "run.json") -> str:
    path = folder / name
    path.write_text(text, encoding="utf-8")
    return str(path)


PAIR = '{"trials": [{"x": [1, 0], "outcome": 1}, {"x": [0, 1], "outcome": 1}], "comparator": [1, 1]}'


def test_check_prints_the_verdict_with_its_numbers(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["check", "bylander.5", _file(tmp_path, PAIR)]) == 0
    printed = capsys.readouterr().out
    assert "M = 2" in printed
    assert "bound        2" in printed
    assert printed.rstrip().endswith("HOLDS")


def test_check_json_is_exact(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["check", "bylander.5", _file(tmp_path, PAIR), "--json"]) == 0
    found = json.loads(capsys.readouterr().out)
    assert found["verdict"] == "HOLDS"
    assert (found["lhs"], found["rhs"], found["slack"]) == ("2", "2", "0")
    assert found["parameters"]["U"] == "sqrt(2)"


def test_check_is_vacuous_with_exit_code_3(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = _file(tmp_path, PAIR)
    assert main(["check", "bylander.5", path, "--set", "U=1"]) == 3
    printed = capsys.readouterr().out
    assert "VACUOUS" in printed
    assert "the 2-norm of u <= U" in printed


def test_check_of_a_violated_claim_exits_1_and_names_the_first_failing_trial(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    text = '{"trials": [{"x": [1, 1], "outcome": -1}], "comparator": [1, 0], "parameters": {"eta": 1, "C": "5"}}'
    assert main(["check", "bylander.fn5.printed", _file(tmp_path, text)]) == 0
    text = '{"trials": [{"x": [1, 1], "outcome": 1}], "comparator": [1, 0], "parameters": {"eta": 1, "C": "5"}}'
    assert main(["check", "bylander.fn5.printed", _file(tmp_path, text)]) == 1
    assert "VIOLATED" in capsys.readouterr().out


def test_check_finds_a_comparator_for_real_data(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["check", "bylander.5", *SETOSA, "--json"]) == 0
    found = json.loads(capsys.readouterr().out)
    assert found["trials"] == 150
    assert int(found["lhs"]) <= int(found["rhs"])


def test_check_trace_shows_every_trial(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["check", "bylander.5", _file(tmp_path, PAIR), "--trace"]) == 0
    assert "trial by trial" in capsys.readouterr().out


def test_decimals_are_read_exactly(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    text = 'a,outcome\n0.1,0.3\n0.2,"[0.5,2)"\n'
    path = _file(tmp_path, text, "run.csv")
    assert main(["check", "bylander.2", path, "--set", "eta=1/10", "--comparator", "3", "--json"]) == 0
    found = json.loads(capsys.readouterr().out)
    assert found["parameters"]["X"] == "1/5"
    assert found["comparator"] == ["3"]


def test_list_has_every_claim(capsys: pytest.CaptureFixture[str]) -> None:
    from bounds import catalogue

    assert main(["list", "--json"]) == 0
    found = {item["id"] for item in json.loads(capsys.readouterr().out)}
    assert found == {claim.id for claim in catalogue()}
    assert main(["list"]) == 0
    assert "bylander.2.tuned" in capsys.readouterr().out


@pytest.mark.parametrize("identifier", ["bylander.2.tuned", "bylander.5", "bylander.8", "bylander.11"])
def test_show_says_that_the_bound_is_attained_and_by_which_sequence(
    identifier: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["show", identifier]) == 0
    printed = capsys.readouterr().out
    assert "attained with equality, exactly: orthonormal block of 4" in printed
    assert "x = (1, 0, 0, 0)" in printed
    assert "u = (" in printed


def test_show_latex(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["show", "bylander.2.tuned", "--latex"]) == 0
    assert r"U X \sqrt{l}" in capsys.readouterr().out


def test_tune_prints_optimum_bound_reason_and_mistuning(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["tune", "bylander.2"]) == 0
    printed = capsys.readouterr().out
    assert "U/(X*sqrt(l))" in printed
    assert "U*X*sqrt(l)" in printed
    assert main(["tune", "bylander.2", "--set", "U=1", "--set", "X=2", "--set", "l=2", "--json"]) == 0
    found = json.loads(capsys.readouterr().out)
    assert found["optimum"] == "sqrt(2)/4"
    assert found["tuned"] == "2*sqrt(2)"


def test_ledger_json(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["ledger", "--json", "--instances", "60", "--jobs", "2"]) == 0
    found = json.loads(capsys.readouterr().out)["claims"]
    assert len(found) > 40
    assert all({"id", "source", "bound", "proof", "attack", "tightness"} <= set(item) for item in found)


BAD = {
    "an unknown claim, with the nearest match": (["show", "bylandr.5"], "did you mean bylander.5"),
    "a missing file": (["check", "bylander.5", "no/such/file.csv"], "no/such/file.csv"),
    "an unknown parameter": (["check", "bylander.5", IRIS, "--set", "zeta=1"], "zeta"),
    "a hostile expression": (["check", "bylander.5", IRIS, "--set", "eta=__import__('os')"], "cannot read"),
    "a huge power": (["check", "bylander.2", IRIS, "--set", "eta=9**9**9"], "cannot read"),
    "an assignment without =": (["tune", "bylander.2", "--set", "U"], "="),
    "a claim with nothing to tune": (["tune", "bylander.5"], "fixes eta"),
    "a bound without an optimum": (["tune", "bylander.8", "--symbol", "tau"], "tau"),
    "class names without --positive": (["check", "bylander.5", IRIS, "--outcome", "species"], "--positive"),
    "a class that does not occur": (
        ["check", "bylander.5", IRIS, "--outcome", "species", "--positive", "rosa"],
        "rosa",
    ),
    "an unknown column": (["check", "bylander.5", IRIS, "--outcome", "colour"], "colour"),
    "a comparator of the wrong length": (["check", "bylander.5", *SETOSA, "--comparator", "1,2"], "2 entries"),
    "a comparator that is not a number": (["check", "bylander.5", *SETOSA, "--comparator", "1,nan,1,1"], "nan"),
    "a parameter that the claim fixes": (["check", "bylander.5", *SETOSA, "--set", "eta=1"], "fixes eta"),
}


@pytest.mark.parametrize("name", BAD)
def test_bad_input_exits_2_with_one_line(name: str, capsys: pytest.CaptureFixture[str]) -> None:
    arguments, expected = BAD[name]
    assert main(arguments) == 2
    captured = capsys.readouterr()
    assert captured.out == ""
    assert captured.err.startswith("boundcheck: ")
    assert captured.err.count("\n") == 1
    assert expected in captured.err


@pytest.mark.parametrize(
    "text",
    ["", "{", "[1, 2]", '{"trials": [{"x": [NaN], "outcome": 1}]}', '{"trials": [{"x": [1], "outcome": "(2,1)"}]}',
     '{"trials": [{"x": [1], "outcome": 1}, {"x": [1, 2], "outcome": 1}]}', '{"trials": 7}', "\x00", '{"trails": []}'],
)  # fmt: skip
def test_malformed_json_exits_2(text: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["check", "bylander.5", _file(tmp_path, text)]) == 2
    assert capsys.readouterr().err.startswith("boundcheck: ")


@pytest.mark.parametrize(
    "text", ["a,outcome\n1\n", "a,outcome\ninf,1\n", "a,outcome\nnan,1\n", "1,2\n3,4\n", ",\n", "a,b\n1,2\n"]
)
def test_malformed_csv_exits_2(text: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["check", "bylander.5", _file(tmp_path, text, "run.csv")]) == 2
    assert capsys.readouterr().err.startswith("boundcheck: ")


@pytest.mark.parametrize("arguments", [["ledger", "--instances", "0"], ["ledger", "--seconds", "nan"], ["nonsense"]])
def test_bad_options_exit_2(arguments: list[str]) -> None:
    with pytest.raises(SystemExit) as stopped:
        main(arguments)
    assert stopped.value.code == 2


def test_the_module_is_the_command() -> None:
    done = subprocess.run(
        [sys.executable, "-m", "verify", "show", "bylander.2", "--latex"], capture_output=True, text=True, check=True
    )
    assert "frac" in done.stdout


# --- wording -------------------------------------------------------------------------------------------


def _printed(arguments: list[str], capsys: pytest.CaptureFixture[str], code: int = 0) -> str:
    assert main(arguments) == code
    return capsys.readouterr().out


def _refused(arguments: list[str], capsys: pytest.CaptureFixture[str]) -> str:
    """Return the one line that says why the arguments are refused."""
    assert main(arguments) == 2
    captured = capsys.readouterr()
    assert captured.out == ""
    assert captured.err.count("\n") == 1
    return captured.err


def test_a_condition_on_the_compared_amount_ends_the_sentence(capsys: pytest.CaptureFixture[str]) -> None:
    printed = _printed(["show", "gls.7.1a+"], capsys)
    assert "M**2 delta**2 <= U**2*X**2*((m - 1)*(p - 1) + 1), where m = M >= 1\n" in printed


def test_a_claim_that_has_nothing_to_compare_says_what_is_missing(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    right = '{"trials": [{"x": [1], "outcome": 1}], "comparator": [1]}'  # sign(0) = +1 is right: a trial, no mistake
    arguments = ["check", "gls.7.1a+", _file(tmp_path, right), "--set", "p=2", "--set", "a=1"]
    printed = _printed(arguments, capsys, 3)
    assert "nothing to compare: the instance has no case of M**2 delta**2, where m = M >= 1\n" in printed
    assert "at least one trial" not in printed


@pytest.mark.parametrize(
    ("identifier", "asked"),
    [
        ("kitani.perc", "y u.x > 0 on every trial"),
        ("kitani.eq18", "y u.x > 0 on every trial"),
        ("kitani.perc.printed", "any vector of the class"),
        ("bylander.5", "y u.x >= 1 on every trial"),
    ],
)
def test_show_asks_of_the_comparator_what_the_claim_does(
    identifier: str, asked: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert f"  comparator   {asked}\n" in _printed(["show", identifier], capsys)


def test_the_comparator_of_the_perceptron_need_not_have_margin_1(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """Why the text of kitani.perc is right: a comparator with y u.x < 1 is one of its comparators."""
    short = '{"trials": [{"x": [1, 0], "outcome": 1}, {"x": [0, 1], "outcome": 1}], "comparator": ["1/9", "1/9"]}'
    assert _printed(["check", "kitani.perc", _file(tmp_path, short)], capsys).endswith("HOLDS\n")


def test_the_hypothesis_unit_says_that_u_is_not_0(capsys: pytest.CaptureFixture[str]) -> None:
    assert "unit: u is not 0, so that w* = u/|u| has length 1\n" in _printed(["show", "kitani.perc"], capsys)


# --- data, rates and numbers ---------------------------------------------------------------------------

EMPTY = {"empty.csv": "", "header.csv": "a,outcome\n", "list.json": "[]", "object.json": '{"trials": []}'}


@pytest.mark.parametrize("name", EMPTY)
def test_a_file_without_trials_is_refused(name: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    for identifier in ("bylander.5", "bylander.2"):
        said = _refused(["check", identifier, _file(tmp_path, EMPTY[name], name)], capsys)
        assert "no trials" in said
        assert name in said


def test_a_claim_about_parameters_alone_needs_no_trials(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = _file(tmp_path, '{"trials": [], "parameters": {"U": 1, "X": 1, "delta": 1, "a": 1, "eta": 1}}')
    assert _printed(["check", "gls.8.dh.best", path], capsys).endswith("HOLDS\n")


def test_a_rate_that_is_chosen_is_named(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = _file(tmp_path, PAIR)
    chosen = _printed(["check", "bylander.2", path, "--comparator", "1,1"], capsys)
    assert "  chosen       eta = 1, as none is given; set another with --set eta=VALUE\n" in chosen
    given = _printed(["check", "bylander.2", path, "--comparator", "1,1", "--set", "eta=1"], capsys)
    assert "chosen" not in given
    assert given == "".join(line for line in chosen.splitlines(keepends=True) if "chosen" not in line)
    assert "chosen" not in _printed(["check", "bylander.5", path], capsys)
    found = json.loads(_printed(["check", "bylander.2", path, "--json"], capsys))
    assert found["chosen"] == ["eta"]


def test_a_ratio_of_1_is_printed_for_equality_only(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    def ratio(trials: str) -> str:
        printed = _printed(["check", "bylander.2", _file(tmp_path, trials)], capsys)
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
    path = _file(tmp_path, f"a,b,outcome\n{size},0,1\n0,1,-1\n1,1,1\n", "run.csv")
    for more in ([], ["--comparator", "1,-1"], ["--comparator", "1,-1", "--json"]):
        code = main(["check", identifier, path, *more])
        captured = capsys.readouterr()
        assert code in (0, 3) or (code == 2 and not more and "--comparator" in captured.err)
        assert "inf" not in captured.out.replace("infinit", "")
        assert max(map(len, captured.out.splitlines() or [""])) < 400 or "--json" in more
        if "--json" in more:
            json.loads(captured.out, parse_constant=lambda name: pytest.fail(f"{name} is no JSON"))


def test_a_huge_rate_is_printed_in_scientific_notation(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    printed = _printed(["check", "bylander.2", _file(tmp_path, PAIR), "--set", "eta=1e400"], capsys)
    assert "eta = 1e+400," in printed
    assert "  bound        1e+400\n" in printed


def test_a_measure_that_needs_a_parameter_asks_for_it(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    said = _refused(["check", "gls.7.1a", _file(tmp_path, PAIR)], capsys)
    assert "no value for p; set it, for example p=2" in said


# --- tune ----------------------------------------------------------------------------------------------


def test_tune_names_the_symbols_that_can_be_tuned(capsys: pytest.CaptureFixture[str]) -> None:
    assert "does not contain eta; tune another parameter with --symbol a\n" in _refused(["tune", "gls.wm.a"], capsys)
    assert "--symbol p or --symbol a\n" in _refused(["tune", "gls.4.1x"], capsys)
    assert "leaves no parameter" in _refused(["tune", "bylander.5", "--symbol", "p"], capsys)


def test_tune_puts_values_in_first_where_the_proof_needs_them(capsys: pytest.CaptureFixture[str]) -> None:
    assert "put values in" in _refused(["tune", "gls.wm.a", "--symbol", "a"], capsys)
    printed = _printed(["tune", "gls.wm.a", "--symbol", "a", "--set", "entropy=0"], capsys)
    assert "a = delta/(U*X**2) gives 2*U**2*X**2*log(n)/delta**2" in printed


# --- replay and standard input -------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("text", "problem"),
    [
        (None, "no such file; check the name"),
        ("", "the file is empty; give a certificate"),
        ("a,b\n1,2\n", "this is not JSON"),
        ("[1]", "this is JSON, but no certificate"),
        ('{"trials": []}', "this is JSON, but no certificate"),
        ('{"format": 1, "claim": "", "statement": {}, "instance": {}}', "lacks a part"),
    ],
)
def test_replay_says_what_is_wrong_with_a_file_and_what_to_do(
    text: str | None, problem: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = str(tmp_path / "none.json") if text is None else _file(tmp_path, text)
    said = _refused(["replay", path], capsys)
    assert path in said
    assert problem in said
    assert text is None or "boundcheck search ID --out FILE" in said


def test_replay_of_a_directory(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert f"{tmp_path}: this is a directory; name a file" in _refused(["replay", str(tmp_path)], capsys)


def _give(monkeypatch: pytest.MonkeyPatch, text: str) -> None:
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(text.encode())))


def test_check_reads_standard_input(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    for text in (PAIR, "a,b,outcome\n1,0,1\n0,1,1\n", "  [" + PAIR.partition("[")[2].rpartition("],")[0] + "]"):
        _give(monkeypatch, text)
        assert "M = 2" in _printed(["check", "bylander.5", "-"], capsys)
    _give(monkeypatch, "")
    assert "standard input: no trials" in _refused(["check", "bylander.5", "-"], capsys)
    _give(monkeypatch, "a,outcome\n1,red\n")
    assert "standard input: line 2" in _refused(["check", "bylander.5", "-"], capsys)


def test_replay_reads_standard_input(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    file = Path(__file__).parents[2] / "bounds" / "sources" / "certificates" / "bylander.cmp.printed.json"
    text = file.read_text(encoding="utf-8")
    _give(monkeypatch, text)
    assert _printed(["replay", "-"], capsys) == _printed(["replay", str(file)], capsys)
    _give(monkeypatch, "nothing")
    assert "standard input: this is not JSON" in _refused(["replay", "-"], capsys)


@pytest.mark.parametrize("command", ["check", "replay"])
def test_help_says_how_to_read_standard_input(command: str, capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit):
        main([command, "--help"])
    assert "- reads standard input" in " ".join(capsys.readouterr().out.split())
