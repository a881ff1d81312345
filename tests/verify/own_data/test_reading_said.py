"""The check command says how it read outcomes; numbers that would take minutes are refused; tuning at expressions."""

from __future__ import annotations

import json
from fractions import Fraction
from pathlib import Path

import pytest

from bounds.data.trials import Trials
from bounds.errors import BoundcheckError
from bounds.mathematics.geometry import ENTROPIC, EUCLIDEAN
from verify.cli import main
from verify.own_data.reader import ReadOptions, read_trials

ROWS = {
    "labels": ("1\n-1\n1\n", [], "labels, from column 'y': +1 (2 times) and -1 (1 time)"),
    "points": ("1\n-1\n1\n", ["--points"], "points: a number is the interval of that one value, from column 'y'"),
    "classes": (
        "a\nb\nc\n",
        ["--positive", "b"],
        "classes, from column 'y': +1 is 'b' (1 time), -1 is 'a', 'c' (2 times)",
    ),
    "intervals": ('"[0,1)"\n"[2,oo)"\n"(-oo,0]"\n', [], "intervals, from column 'y'"),
}


@pytest.mark.parametrize("name", ROWS)
def test_check_says_how_it_read_the_outcomes(name: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """Power: the same column read as labels or as points gives other verdicts, and nothing said which it was."""
    text, options, said = ROWS[name]
    file = tmp_path / "run.csv"
    file.write_text("a,y\n" + "\n".join(f"{i + 1},{row}" for i, row in enumerate(text.splitlines())) + "\n")
    main(["check", "bylander.2", str(file), "--comparator", "1", *options])
    (line,) = (line for line in capsys.readouterr().out.splitlines() if line.startswith("  outcomes"))
    stands_for = "; +1 stands for [1, oo), -1 for (-oo, -1]" if name in ("labels", "classes") else ""
    assert line == f"  outcomes     {said}{stands_for}"
    main(["check", "bylander.2", str(file), "--comparator", "1", "--json", *options])
    assert json.loads(capsys.readouterr().out)["outcomes"] == said + stands_for


def test_a_json_file_says_it_too(tmp_path: Path) -> None:
    file = tmp_path / "run.json"
    file.write_text('[{"x": [1], "outcome": 2}, {"x": [1], "outcome": "[0,1]"}]')
    assert read_trials(file).outcomes == (
        "intervals and points: a number is the interval of that one value, from the key 'outcome'"
    )


def test_a_common_denominator_that_takes_minutes_is_refused(tmp_path: Path) -> None:
    """Power: 3,000 rows with unlike denominators took more than 300 seconds."""
    file = tmp_path / "unlike.csv"
    rows = [f"1/{1000 + 2 * i},2/{7001 + i},{(-1) ** i}" for i in range(3000)]
    file.write_text("a,b,y\n" + "\n".join(rows) + "\n")
    said = r"common denominator of the first \d+ of 2 columns .* on 3000 examples; round the"
    with pytest.raises(BoundcheckError, match=said):
        read_trials(file)
    decimals = [f"{i}.{i:04d},0.{i:06d},{(-1) ** i}" for i in range(3000)]
    file.write_text("a,b,y\n" + "\n".join(decimals) + "\n")
    assert read_trials(file, ReadOptions()).trials.l == 3000


def test_norms_of_the_whole_are_the_largest_of_the_examples() -> None:
    trials = Trials.of([["3/7", "-4/7"], ["1/3", 0], [0, 0]], [1, 1, -1])
    assert EUCLIDEAN.radius(trials) == Fraction(5, 7)
    assert ENTROPIC.radius(trials) == Fraction(4, 7)
    empty = Trials.from_integers([], 1, [], 2)
    assert EUCLIDEAN.radius(empty) == ENTROPIC.radius(empty) == 0


def test_tune_takes_an_expression_of_unknown_sign(capsys: pytest.CaptureFixture[str]) -> None:
    """Power: it was a traceback with exit code 1."""
    assert main(["tune", "bylander.2", "--set", "U=X-1"]) == 0
    assert "for X - 1 > 0, X > 0, l > 0" in capsys.readouterr().out
    assert main(["tune", "bylander.2", "--set", "U=-1"]) == 2
