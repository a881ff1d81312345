"""The command line: output, JSON, exit codes, and bad input without a traceback."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

import pytest

from bounds.claims.catalogue import catalogue
from tests.verify.commands.commanded import IRIS, PAIR, SETOSA, file_of, output, refusal
from verify.cli import main

PERCEPTRON = "w + eta*y*x if y*yhat <= 0 else w"


EXP3 = str(Path(__file__).parents[2] / "language" / "exp3.toml")


def test_check_prints_the_verdict_with_its_numbers(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["check", "bylander.5", file_of(tmp_path, PAIR)]) == 0
    printed = capsys.readouterr().out
    assert "M = 2" in printed
    assert "bound        2" in printed
    assert printed.rstrip().endswith("HOLDS")


def test_check_json_is_exact(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["check", "bylander.5", file_of(tmp_path, PAIR), "--json"]) == 0
    found = json.loads(capsys.readouterr().out)
    assert found["verdict"] == "HOLDS"
    assert (found["lhs"], found["rhs"], found["slack"]) == ("2", "2", "0")
    assert found["parameters"]["U"] == "sqrt(2)"


def test_check_is_vacuous_with_exit_code_3(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = file_of(tmp_path, PAIR)
    assert main(["check", "bylander.5", path, "--set", "U=1"]) == 3
    printed = capsys.readouterr().out
    assert "VACUOUS" in printed
    assert "the 2-norm of u <= U" in printed


def test_check_of_a_violated_claim_exits_1_and_names_the_first_failing_trial(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    text = '{"trials": [{"x": [1, 1], "outcome": -1}], "comparator": [1, 0], "parameters": {"eta": 1, "C": "5"}}'
    assert main(["check", "bylander.fn5.printed", file_of(tmp_path, text)]) == 0
    text = '{"trials": [{"x": [1, 1], "outcome": 1}], "comparator": [1, 0], "parameters": {"eta": 1, "C": "5"}}'
    assert main(["check", "bylander.fn5.printed", file_of(tmp_path, text)]) == 1
    assert "VIOLATED" in capsys.readouterr().out


def test_check_finds_a_comparator_for_real_data(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["check", "bylander.5", *SETOSA, "--json"]) == 0
    found = json.loads(capsys.readouterr().out)
    assert found["trials"] == 150
    assert int(found["lhs"]) <= int(found["rhs"])


def test_check_trace_shows_every_trial(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["check", "bylander.5", file_of(tmp_path, PAIR), "--trace"]) == 0
    assert "trial by trial" in capsys.readouterr().out


def test_decimals_are_read_exactly(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    text = 'a,outcome\n0.1,0.3\n0.2,"[0.5,2)"\n'
    path = file_of(tmp_path, text, "run.csv")
    assert main(["check", "bylander.2", path, "--set", "eta=1/10", "--comparator", "3", "--json"]) == 0
    found = json.loads(capsys.readouterr().out)
    assert found["parameters"]["X"] == "1/5"
    assert found["comparator"] == ["3"]


def test_list_has_every_claim(capsys: pytest.CaptureFixture[str]) -> None:
    from bounds.claims.catalogue import catalogue

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


def test_list_takes_filters_and_words(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("COLUMNS", raising=False)

    def listed(*arguments: str) -> list[str]:
        return [line.split()[0] for line in output(["list", *arguments], capsys).splitlines()]

    assert listed("perceptron", "Mistakes", "separable") == ["bylander.5", "bylander.5.loss"]
    assert listed("--source", "kitani", "--learner", "WMA", "--standing", "false") == [
        "kitani.wma.printed",
        "kitani.rwma.printed",
    ]
    assert listed("bylander.5.delta") == ["bylander.5.delta"]
    found = json.loads(output(["list", "--json", "--standing", "reading"], capsys))
    assert found
    assert {item["standing"] for item in found} == {"ambiguous: true in the reading given"}


def test_show_says_the_formulas_that_are_judged(capsys: pytest.CaptureFixture[str]) -> None:
    shown = output(["show", "bylander.5"], capsys)
    for formula in (
        "separable: all_t(y*ux >= 1)",
        "compared: sum_t(err)",
        "learner: perceptron(eta), classification",
    ):
        assert formula in shown
    found = json.loads(output(["show", "bylander.5", "--json"], capsys))
    assert {h["name"]: h["formula"] for h in found["hypotheses"]}["separable"] == "all_t(y*ux >= 1)"
    assert found["compared"] == [{"value": "sum_t(err)"}]


def test_show_latex(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["show", "bylander.2.tuned", "--latex"]) == 0
    assert r"U X \sqrt{l}" in capsys.readouterr().out
    found = json.loads(output(["show", "bylander.2.tuned", "--latex", "--json"], capsys))
    assert (found["id"], r"U X \sqrt{l}" in found["latex"]) == ("bylander.2.tuned", True)


def test_tune_prints_optimum_bound_reason_and_mistuning(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["tune", "bylander.2"]) == 0
    printed = capsys.readouterr().out
    assert "U/(X*sqrt(l))" in printed
    assert "U*X*sqrt(l)" in printed
    assert main(["tune", "bylander.2", "--set", "U=1", "--set", "X=2", "--set", "l=2", "--json"]) == 0
    found = json.loads(capsys.readouterr().out)
    assert found["optimum"] == "sqrt(2)/4"
    assert found["tuned"] == "2*sqrt(2)"


@pytest.mark.deep
def test_ledger_json(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> None:
    some = catalogue()[::12]
    monkeypatch.setattr("verify.commands.ledger.catalogue", lambda: some)
    assert main(["ledger", "--json", "--instances", "200", "--jobs", "2"]) == 0
    found = json.loads(capsys.readouterr().out)["claims"]
    assert [item["id"] for item in found] == [claim.id for claim in some]
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
    "a parameter that the claim does not have": (
        ["check", "bylander.5", *SETOSA, "--set", "tau=3"],
        "bylander.5 has no parameter tau to set; it has U, X, eta, and fixes eta = 1/X**2",
    ),
    "the number of trials": (["check", "bylander.5", *SETOSA, "--set", "l=3"], "the trials say what it is"),
    "the number of attributes": (["check", "bylander.5", *SETOSA, "--set", "n=3"], "the trials say what it is"),
    "the errors of a comparator": (["check", "bylander.7", *SETOSA, "--set", "k=3"], "do not set k"),
    "several missing parameters": (
        ["check", "kw.winnow.up", *SETOSA],
        "no value for alpha and theta; set them, for example --set alpha=2 --set theta=1",
    ),
    "a missing exponent": (["check", "gls.4.1", *SETOSA], "no value for p; set it, for example --set p=2"),
    "a missing sum and tolerance": (["check", "bylander.9", *SETOSA], "for example --set U=1 --set tau=1"),
    "a unicode minus": (["check", "bylander.5", *SETOSA, "--comparator", "\u22121,1,1,1"], "a unicode minus (U+2212)"),
    "a word that no title has": (["list", "percetron"], "did you mean perceptron"),
    "a learner that there is not": (["list", "--learner", "Perceptrn"], "did you mean Perceptron? there are"),
    "a standing that there is not": (["list", "--standing", "proved"], "there are true, true*, false, reading"),
    "a source that there is not": (["list", "--source", "knuth"], "there are bylander ("),
    "filters without a claim": (["list", "winnow", "--source", "uml"], "no claim passes all these filters"),
    "a missing parameter of a claim about no trials": (["check", "kw.def4", *SETOSA], "for example --set d=1"),
    "a trace of draws": (["check", EXP3, *SETOSA, "--trace"], "a learner that draws has many; leave it out"),
    "a table within JSON": (["check", "bylander.5", *SETOSA, "--trace", "--json"], "leave one of them out"),
    "a symbol to tune that the bound does not have": (
        ["derive", PERCEPTRON, "--separable", "--tune", "q"],
        "the bound has no q to tune; it has U, X, eta",
    ),
    "a symbol to tune that has a value": (
        ["derive", PERCEPTRON, "--separable", "--set", "eta=1", "--tune", "eta"],
        "the bound has no eta to tune; it has U, X",
    ),
    "a value of a parameter that no trial speaks of": (["derive", PERCEPTRON, "--set", "U=2"], "U is given a value"),
    "an assumption on a parameter that no trial speaks of": (
        ["derive", PERCEPTRON, "--assume", "etta <= 1"],
        "etta is given a value or a range, and the inequality of a trial does not speak of it",
    ),
    "a value of a rate that falls": (
        ["derive", f"{PERCEPTRON} with eta = C/sqrt(t)", "--set", "C=1"],
        "write its value into the rule",
    ),
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
    assert main(["check", "bylander.5", file_of(tmp_path, text)]) == 2
    assert capsys.readouterr().err.startswith("boundcheck: ")


@pytest.mark.parametrize(
    "text", ["a,outcome\n1\n", "a,outcome\ninf,1\n", "a,outcome\nnan,1\n", "1,2\n3,4\n", ",\n", "a,b\n1,2\n"]
)
def test_malformed_csv_exits_2(text: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["check", "bylander.5", file_of(tmp_path, text, "run.csv")]) == 2
    assert capsys.readouterr().err.startswith("boundcheck: ")


@pytest.mark.parametrize(
    "arguments",
    [
        ["ledger", "--instances", "0"],
        ["ledger", "--seconds", "nan"],
        ["show", "bylander.2", "--latex", "--where"],
        ["nonsense"],
    ],
)
def test_bad_options_exit_2(arguments: list[str]) -> None:
    with pytest.raises(SystemExit) as stopped:
        main(arguments)
    assert stopped.value.code == 2


@pytest.mark.parametrize("module", ["verify", "verify.cli"])
def test_the_module_is_the_command(module: str) -> None:
    """Power: python -m verify.cli did nothing, and said that it had succeeded."""
    done = subprocess.run(
        [sys.executable, "-m", module, "show", "bylander.2", "--latex"], capture_output=True, text=True, check=True
    )
    assert "frac" in done.stdout


# --- wording -------------------------------------------------------------------------------------------


def test_a_condition_on_the_compared_amount_ends_the_sentence(capsys: pytest.CaptureFixture[str]) -> None:
    printed = output(["show", "gls.7.1a+"], capsys)
    assert "M**2 delta**2 <= U**2*X**2*(1 + (m - 1)*(p - 1)), where m = M >= 1\n" in printed


def test_a_claim_that_has_nothing_to_compare_says_what_is_missing(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    right = '{"trials": [{"x": [1], "outcome": 1}], "comparator": [1]}'  # sign(0) = +1 is right: a trial, no mistake
    arguments = ["check", "gls.7.1a+", file_of(tmp_path, right), "--set", "p=2", "--set", "a=1"]
    printed = output(arguments, capsys, 3)
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
    assert f"  comparator   {asked}\n" in output(["show", identifier], capsys)


def test_the_comparator_of_the_perceptron_need_not_have_margin_1(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """Why the text of kitani.perc is right: a comparator with y u.x < 1 is one of its comparators."""
    short = '{"trials": [{"x": [1, 0], "outcome": 1}, {"x": [0, 1], "outcome": 1}], "comparator": ["1/9", "1/9"]}'
    assert output(["check", "kitani.perc", file_of(tmp_path, short)], capsys).endswith("HOLDS\n")


def test_the_hypothesis_unit_says_that_u_is_not_0(capsys: pytest.CaptureFixture[str]) -> None:
    assert "unit: u is not 0, so that w* = u/|u| has length 1\n" in output(["show", "kitani.perc"], capsys)


# --- tune ----------------------------------------------------------------------------------------------


def test_tune_names_the_symbols_that_can_be_tuned(capsys: pytest.CaptureFixture[str]) -> None:
    assert "does not contain eta; tune another parameter with --symbol a" in refusal(["tune", "gls.wm.a"], capsys)
    assert "does not contain eta; it leaves no parameter to tune" in refusal(["tune", "gls.4.1x"], capsys)
    assert "leaves no parameter" in refusal(["tune", "bylander.5", "--symbol", "p"], capsys)


def test_tune_puts_values_in_first_where_the_proof_needs_them(capsys: pytest.CaptureFixture[str]) -> None:
    assert "put values in" in refusal(["tune", "gls.wm.a", "--symbol", "a"], capsys)
    printed = output(["tune", "gls.wm.a", "--symbol", "a", "--set", "entropy=0"], capsys)
    assert "a = delta/(U*X**2) gives 2*U**2*X**2*log(n)/delta**2" in printed
