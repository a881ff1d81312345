"""Reading trials: what is accepted, how it is understood, and every refusal with its message."""

from __future__ import annotations

import csv
import json
import random
import re
from collections import Counter
from collections.abc import Callable
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest

from bounds import symbols as s
from bounds.data import csv_text
from bounds.data.interval import Interval
from bounds.data.trials import Trials
from bounds.data.vectors import vector
from bounds.errors import BoundcheckError
from bounds.instances import Instance
from bounds.numbers import sqrt
from verify.own_data.reader import ReadOptions, ReadResult, read_trials

DATA = Path(__file__).parents[2] / "data"
IRIS = Path(__file__).parents[3] / "verify" / "examples" / "iris.csv"
POINTS = ReadOptions(points=True)


@pytest.fixture
def read(tmp_path: Path) -> Callable[..., ReadResult]:
    def read_content(content: str | bytes, options: ReadOptions | None = None, name: str = "run.csv") -> ReadResult:
        file = tmp_path / name
        file.write_bytes(content.encode() if isinstance(content, str) else content)
        return read_trials(file, options or ReadOptions())

    return read_content


# --- what is accepted ----------------------------------------------------------------------------------


def test_iris() -> None:
    result = read_trials(IRIS, ReadOptions(outcome="species", positive="setosa"))
    assert (result.trials.l, result.trials.n) == (150, 4)
    assert result.attributes == ("sepal_length", "sepal_width", "petal_length", "petal_width")
    assert result.trials.outcomes == (1,) * 50 + (-1,) * 100
    assert result.trials.examples[0] == vector(["5.1", "3.5", "1.4", "0.2"])
    assert result.trials.examples[34] == vector(["4.9", "3.1", "1.5", "0.2"])
    assert result.trials.examples[37] == vector(["4.9", "3.6", "1.4", "0.1"])
    assert result.source == str(IRIS)
    with IRIS.open(encoding="utf-8", newline="") as file:
        classes = Counter(row["species"] for row in csv.DictReader(file))
    assert classes == {"setosa": 50, "versicolor": 50, "virginica": 50}


def test_example_of_intervals() -> None:
    result = read_trials(DATA / "intervals.json", ReadOptions())
    assert [str(outcome) for outcome in result.trials.outcomes] == [
        "[1/2, 2)",
        "(-oo, 3]",
        "(1/3, oo)",
        "[0, 3/2)",
        "(-oo, 1]",
        "3/4",
    ]
    assert result.trials.examples[4] == vector([Fraction(-1, 10), 1])
    assert result.comparator == vector([1, "1/2"])
    assert result.start == vector([0, 0])
    assert result.parameters == {s.eta: Fraction(1, 10), s.U: sqrt(Fraction(5)) / 2}
    assert result.attributes == ("x1", "x2")


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ("0.1", Fraction(1, 10)),
        ("1/3", Fraction(1, 3)),
        ("-2.5e-3", Fraction(-1, 400)),
        ("123456789012345678901234567890", Fraction(123456789012345678901234567890)),
        ("0.1000000000000000055511151231257827", Fraction("0.1000000000000000055511151231257827")),
    ],
)
def test_numbers_are_exact(read: Callable[..., ReadResult], text: str, value: Fraction) -> None:
    assert read(f"a,y\n{text},1\n").trials.examples[0][0] == value
    assert read(f'[{{"x": ["{text}"], "outcome": 1}}]', name="run.json").trials.examples[0][0] == value
    if "/" not in text:
        assert read(f'[{{"x": [{text}], "outcome": 1}}]', name="run.json").trials.examples[0][0] == value


@pytest.mark.parametrize(
    "content",
    [
        "a,b,y\n1,2,+1\n3,4,-1\n",
        "\ufeffa,b,y\n1,2,+1\n3,4,-1\n",
        "a,b,y\r\n1,2,+1\r\n3,4,-1\r\n",
        "a,b,y\r1,2,+1\r3,4,-1\r",
        "\n\na,b,y\n\n1,2,+1\n   \n3,4,-1\n\n",
        '"a","b","y"\n"1","2","+"\n"3", "4", "-"\n',
        "a , b , y\n 1 , 2 , 1.0\n3,\t4,-1.0",
        "y,a,b\n1,1,2\n-1,3,4\n",
        "a,label,b\n1,1,2\n3,-1,4\n",
    ],
)
def test_forms_of_csv(read: Callable[..., ReadResult], content: str) -> None:
    result = read(content)
    assert result.trials == Trials.of([[1, 2], [3, 4]], [1, -1])
    assert result.attributes == ("a", "b")


def test_the_suffix_or_else_the_first_character_tells_the_format(read: Callable[..., ReadResult]) -> None:
    expected = Trials.of([[1, 2]], [-1])
    assert read("a\tb\ty\n1\t2\t-1\n", name="run.tsv").trials == expected
    assert read("a\tb\ty\n1\t2\t-1\n", name="run.dat").trials == expected
    assert read("a,b,y\n1,2,-1\n", name="run").trials == expected
    assert read('\n [{"x": [1, 2], "outcome": -1}]', name="run.txt").trials == expected
    assert read('\ufeff{"trials": [{"x": [1, 2], "outcome": "-"}]}', name="run.JSON").trials == expected


def test_the_outcome_is_named_where_several_columns_may_be_it(read: Callable[..., ReadResult]) -> None:
    """Power: of y and label one was taken, and the other leaked into the examples as an attribute."""
    for header in ("a,b,y,label", "a,b,Label,OUTCOME", "y,label,outcome,a"):
        names = [repr(name) for name in header.split(",") if name.lower() in ("y", "label", "outcome")]
        with pytest.raises(BoundcheckError, match="several columns may be the outcome: " + ", ".join(names)) as refused:
            read(f"{header}\n1,0,1,1\n")
        assert "--outcome COLUMN" in str(refused.value)
        assert "--ignore COLUMN" in str(refused.value)
    assert read("a,Y\n2,1\n").trials == Trials.of([[2]], [1])


def test_an_outcome_that_is_named_wins_and_columns_can_be_ignored(read: Callable[..., ReadResult]) -> None:
    content = "id,y,outcome,a\nfirst,7,1,2\n"
    assert read(content, ReadOptions(outcome="outcome", ignore=("id",))).attributes == ("y", "a")
    result = read(content, ReadOptions(ignore=("id", "outcome")))
    assert (result.attributes, result.trials) == (("a",), Trials.of([[2]], [Interval.point(7)]))
    result = read(content, ReadOptions(outcome="a", ignore=("id",)))
    assert (result.attributes, result.trials.outcomes) == (("y", "outcome"), (Interval.point(2),))


@pytest.mark.parametrize(
    ("cells", "options", "expected"),
    [
        (["1", "-1"], ReadOptions(), [1, -1]),
        (["+", "-1", "+1"], ReadOptions(), [1, -1, 1]),
        (["1", "-1"], POINTS, [Interval.point(1), Interval.point(-1)]),
        (["1", "2"], ReadOptions(), [Interval.point(1), Interval.point(2)]),
        (["1", "0", "-1"], ReadOptions(), [Interval.point(1), Interval.point(0), Interval.point(-1)]),
        (["0", "1"], POINTS, [Interval.point(0), Interval.point(1)]),
        (["0", "1"], ReadOptions(positive="1"), [-1, 1]),
        (["[0.5,2)", "(-oo,3]"], ReadOptions(), [Interval.parse("[1/2,2)"), Interval.parse("(-oo,3]")]),
        (["(0,oo)", "1"], ReadOptions(), [Interval.parse("(0,oo)"), Interval.point(1)]),
        (["[1,1]", "[-1,-1]"], ReadOptions(), [Interval.point(1), Interval.point(-1)]),
        (["cat", "dog", "cow"], ReadOptions(positive=" dog "), [-1, 1, -1]),
    ],
)
def test_what_outcomes_mean(
    read: Callable[..., ReadResult], cells: list[str], options: ReadOptions, expected: list[Any]
) -> None:
    table = "a,outcome\n" + "".join(f'0,"{cell}"\n' for cell in cells)
    assert read(table, options).trials.outcomes == tuple(expected)
    trials = json.dumps([{"x": [0], "outcome": cell} for cell in cells])
    assert read(trials, options, "run.json").trials.outcomes == tuple(expected)


def test_json_outcomes(read: Callable[..., ReadResult]) -> None:
    def outcomes(*texts: str, options: ReadOptions | None = None) -> list[str | int]:
        trials = ",".join(f'{{"x": [0], "outcome": {text}}}' for text in texts)
        found = read(f"[{trials}]", options, "run.json").trials.outcomes
        return [str(outcome) if isinstance(outcome, Interval) else outcome for outcome in found]

    assert outcomes("1", '"-1"', '"+"', "-1.0") == [1, -1, 1, -1]
    assert outcomes("1", "-1", options=POINTS) == ["1", "-1"]
    assert outcomes("0.1", '"1/3"') == ["1/10", "1/3"]
    assert outcomes("{}", '{"lo": null, "hi": 1}', '{"lo": "1/2"}') == ["(-oo, oo)", "(-oo, 1]", "[1/2, oo)"]
    assert outcomes('{"lo": 0, "hi": 1, "lo_closed": false, "hi_closed": false}', "1") == ["(0, 1)", "1"]


def test_bias(read: Callable[..., ReadResult]) -> None:
    result = read("a,y\n2,1\n3,-1\n", ReadOptions(bias=True))
    assert result.attributes == ("a", "bias")
    assert result.trials == Trials.of([[2, 1], [3, 1]], [1, -1])
    assert read("y\n1\n", ReadOptions(bias=True)).trials == Trials.of([[1]], [1])
    result = read('{"trials": [{"x": [2], "outcome": 1}], "comparator": [3, 4]}', ReadOptions(bias=True), "run.json")
    assert result.instance == Instance(Trials.of([[2, 1]], [1]), vector([3, 4]))


def test_shuffle_permutes_the_trials_in_a_reproducible_way(read: Callable[..., ReadResult]) -> None:
    content = "a,y\n" + "".join(f"{i},{i + 100}\n" for i in range(30))
    straight, shuffled = read(content).trials, read(content, ReadOptions(shuffle=7)).trials
    assert straight != shuffled
    assert sorted(map(repr, straight)) == sorted(map(repr, shuffled))
    assert shuffled == read(content, ReadOptions(shuffle=7)).trials
    assert shuffled != read(content, ReadOptions(shuffle=8)).trials
    order = list(range(30))
    random.Random(7).shuffle(order)
    assert shuffled == straight.subsequence(order)


def test_no_trials(read: Callable[..., ReadResult]) -> None:
    result = read("a,b,species\n", ReadOptions(outcome="species", positive="setosa"))
    assert (result.trials.l, result.trials.n) == (0, 2)
    assert read('{"trials": [], "comparator": [1, 2, 3]}', name="run.json").trials.n == 3
    result = read('{"trials": [], "comparator": [1, 2, 3]}', ReadOptions(bias=True), "run.json")
    assert (result.trials.n, result.attributes) == (3, ("x1", "x2", "bias"))
    assert read('{"trials": [], "attributes": ["a", "b"]}', name="run.json").trials.n == 2
    assert read("[]", name="run.json").trials.n == 0


def test_names_of_json_attributes(read: Callable[..., ReadResult]) -> None:
    content = '{"trials": [{"x": [2, 3], "outcome": 1}], "attributes": ["a", "b"], "start": null}'
    assert read(content, ReadOptions(bias=True), "run.json").attributes == ("a", "b", "bias")


def test_parameters_are_exact(tmp_path: Path) -> None:
    file = tmp_path / "run.json"
    file.write_text('{"trials": [], "parameters": {"eta": 0.1, "U": " 2/3 "}}')
    result = read_trials(file)
    assert result.parameters == {s.eta: Fraction(1, 10), s.U: Fraction(2, 3)}
    file.write_text('{"trials": [], "parameters": {"U": "sqrt(2)"}}')
    assert read_trials(file).parameters == {s.U: sqrt(Fraction(2))}


# --- what is refused -----------------------------------------------------------------------------------

IGNORE_A = ReadOptions(ignore=("a",))
OUTCOME_Z = ReadOptions(outcome="z")
MANY = "".join(f"0,c{i}\n" for i in range(12))
CSV_ERRORS: dict[str, tuple[str | bytes, ReadOptions, list[str]]] = {
    "empty": ("", ReadOptions(), ["the file is empty"]),
    "blank": (" \n\n\t\n", ReadOptions(), ["the file is empty"]),
    "byte order mark only": (b"\xef\xbb\xbf", ReadOptions(), ["the file is empty"]),
    "blank cells": ('""\n', ReadOptions(), ["blank cells only"]),
    "not utf-8": (b"a,y\n1,1\n\xff,1\n", ReadOptions(), ["line 3", "0xff", "UTF-8"]),
    "utf-16": ("a,y\n1,1\n".encode("utf-16"), ReadOptions(), ["line 1", "UTF-8"]),
    "nul": (b"a,y\n1\x00,1\n", ReadOptions(), ["line 2", "NUL"]),
    "numbers for a header": (
        "5.1,3.5,1\n4.9,3.0,-1\n",
        ReadOptions(),
        ["line 1", "'5.1', '3.5', '1'", "header is needed", "'outcome'"],
    ),
    "no outcome column": (
        "a,b,species\n1,2,x\n",
        ReadOptions(),
        ["no column is called outcome, label or y", "'a', 'b', 'species'", "--outcome NAME"],
    ),
    "no outcome column, data": ("1,2,setosa\n", ReadOptions(), ["'1', '2', 'setosa'", "add a header"]),
    "semicolons": ("a;y\n1;1\n", ReadOptions(), ["'a;y'", "separate the cells by commas (.csv)"]),
    "named outcome absent": ("a,y\n1,1\n", OUTCOME_Z, ["--outcome z: there is no such column", "'a', 'y'"]),
    "outcome ignored": (
        "a,b\n1,1\n",
        ReadOptions(outcome="a", ignore=("a",)),
        ["'a' is both the outcome and ignored"],
    ),
    "ignored absent": ("b,y\n1,1\n", IGNORE_A, ["--ignore a: there is no such column", "'b', 'y'"]),
    "no attributes": ("a,y\n1,1\n", IGNORE_A, ["no attributes beside 'y'", "--bias"]),
    "two names alike": ("a,a,y\n1,2,1\n", ReadOptions(), ["line 1", "two columns are called 'a'"]),
    "name missing": ("a,,y\n1,2,1\n", ReadOptions(), ["line 1", "column 2 has no name"]),
    "bias twice": ("bias,y\n1,1\n", ReadOptions(bias=True), ["already an attribute 'bias'"]),
    "short row": ("a,b,y\n1,2,1\n\n1,2\n", ReadOptions(), ["line 4", "2 cells where the header has 3"]),
    "long row": ("a,y\n1,[0.5,2)\n", ReadOptions(), ["line 2", "3 cells where the header has 2", "quotes"]),
    "empty cell": ("a,b,y\n1,2,1\n1, ,1\n", ReadOptions(), ["line 3, column 'b'", "the cell is empty"]),
    "empty outcome": ("a,y\n1,\n", ReadOptions(positive="p"), ["line 2, column 'y'", "the cell is empty"]),
    "text": (
        "a,b,y\n1,2,1\n1,tall,1\n",
        ReadOptions(),
        ["line 3, column 'b'", "'tall'", "expected a finite number", "--ignore"],
    ),
    "line after a quoted line break": (
        'a,y,id\n1,1,"two\nlines"\nno,1,3\n',
        ReadOptions(ignore=("id",)),
        ["line 4, column 'a'", "'no'"],
    ),
    "nan": ("a,y\nnan,1\n", ReadOptions(), ["line 2, column 'a'", "'nan'"]),
    "inf": ("a,y\n-inf,1\n", ReadOptions(), ["line 2, column 'a'", "'-inf'"]),
    "unicode minus": (
        "a,y\n\u22121,1\n",
        ReadOptions(),
        ["line 2, column 'a'", "'\u22121', with a unicode minus (U+2212)", "write '-'"],
    ),
    "unicode minus in the middle": ("a,y\n1e\u22122,1\n", ReadOptions(), ["a unicode minus (U+2212)"]),
    "unicode minus of an outcome": ("a,y\n1,\u22121\n", ReadOptions(), ["line 2", "a unicode minus (U+2212)"]),
    "unicode minus of an interval": (
        'a,y\n1,"[\u22121,1]"\n',
        ReadOptions(),
        ["line 2", "the outcome is '[\u22121,1]', with a unicode minus"],
    ),
    "en dash": ("a,y\n\u20131,1\n", ReadOptions(), ["an en dash (U+2013)"]),
    "zero denominator": ("a,y\n1/0,1\n", ReadOptions(), ["line 2, column 'a'", "'1/0'", "denominator is zero"]),
    "many digits": (f"a,y\n{'9' * 5000},1\n", ReadOptions(), ["line 2, column 'a'", "4000 digits"]),
    "large exponent": ("a,y\n1e99999,1\n", ReadOptions(), ["line 2, column 'a'", "larger exponent"]),
    "padded exponent": ("a,y\n1e000000999999999,1\n", ReadOptions(), ["line 2", "too large an exponent"]),
    "padded exponent of an outcome": ("a,y\n1,1e000000999999999\n", ReadOptions(), ["line 2", "exponent"]),
    "padded exponent in an interval": ('a,y\n1,"[0,1e000000999999999]"\n', ReadOptions(), ["line 2", "exponent"]),
    "open quote": ('a,y\n1,1\n"2,1\n', ReadOptions(), ["line 3", "not valid CSV", "quotes"]),
    "text after a quote": ('a,y\n"1"2,1\n', ReadOptions(), ["line 2", "not valid CSV"]),
    "huge field": (f"a,y\n{'9' * 200_000},1\n", ReadOptions(), ["line 2", "not valid CSV", "field limit"]),
    "classes": (
        "a,y\n0,red\n0,blue\n0,red\n",
        ReadOptions(),
        ["line 2, column 'y'", "'red'", "values 'red', 'blue' are class names", "--positive NAME"],
    ),
    "a missing value among numbers": ("a,y\n0,1.5\n0,nan\n", ReadOptions(), ["line 3", "'nan'", "expected a label"]),
    "many classes": (f"a,y\n{MANY}", ReadOptions(), ["'c8', 'c9', ... are class names"]),
    "class absent": (
        "a,y\n0,red\n0,blue\n0,red\n",
        ReadOptions(positive="green"),
        ["--positive green: no outcome has this value", "'red', 'blue'"],
    ),
    "many classes, none of them": (f"a,y\n{MANY}", ReadOptions(positive="p"), ["'c0'", "'c9', ..."]),
    "zero and one": (
        "a,y\n0,0\n0,1\n0,0\n",
        ReadOptions(),
        ["0 and 1", "labels or numbers", "--positive 1", "--points"],
    ),
    "positive and points": (
        "a,y\n0,0\n",
        ReadOptions(positive="0", points=True),
        ["--positive", "--points", "use one"],
    ),
    "label among intervals": ('a,y\n0,+\n0,"[1,2]"\n', ReadOptions(), ["line 2, column 'y'", "'+'", "one kind"]),
    "label as a point": ("a,y\n0,-\n", POINTS, ["line 2, column 'y'", "'-'", "a label"]),
    "empty interval": ('a,y\n0,"[2,1]"\n', ReadOptions(), ["line 2, column 'y'", "'[2,1]'", "is empty"]),
    "reversed infinities": ('a,y\n0,"(oo,1]"\n', ReadOptions(), ["line 2", "'(oo,1]'", "is empty"]),
    "bad interval": ('a,y\n0,"[1;2]"\n', ReadOptions(), ["line 2", "'[1;2]'", "write an interval as [0.5,2)"]),
    "bad end": ('a,y\n0,"[1,b]"\n', ReadOptions(), ["line 2", "'b'", "write an interval as [0.5,2)"]),
    "unprintable ends": (
        f'a,y\n0,"[{"9" * 3000}e3000,1]"\n',
        ReadOptions(),
        ["line 2", "too many digits"],
    ),
    "outcome divides by zero": ("a,y\n0,1/0\n", ReadOptions(), ["line 2", "denominator is zero"]),
}


def one(outcome: str) -> str:
    return f'[{{"x": [0], "outcome": {outcome}}}]'


JSON_ERRORS: dict[str, tuple[str, ReadOptions, list[str]]] = {
    "empty": ("", ReadOptions(), ["the file is empty"]),
    "syntax": ('{"trials": [\n{"x": [1,]}]}', ReadOptions(), ["line 2, character", "not valid JSON"]),
    "csv in disguise": ("a,y\n1,1\n", ReadOptions(), ["line 1", "not valid JSON", ".csv"]),
    "trailing text": ("[] []", ReadOptions(), ["not valid JSON: Extra data"]),
    "an object a line": ('{"x": [1], "outcome": 1}\n{"x": [2], "outcome": 1}\n', ReadOptions(), ["put [ ] around"]),
    "deep": ("[" * 200_000, ReadOptions(), ["nested too deeply"]),
    "deep objects": ('{"a":' * 200_000, ReadOptions(), ["nested too deeply"]),
    "nan": ('[{"x": [NaN], "outcome": 1}]', ReadOptions(), ["contains NaN", "finite number"]),
    "infinity": ('[{"x": [1], "outcome": -Infinity}]', ReadOptions(), ["contains -Infinity", "null or oo"]),
    "doubled key": ('[{"x": [1], "x": [2], "outcome": 1}]', ReadOptions(), ["'x' occurs twice"]),
    "not trials": ("3", ReadOptions(), ["the file is '3'", "expected an object with trials"]),
    "null": ("null", ReadOptions(), ["the file is null"]),
    "no trials": ("{}", ReadOptions(), ["'trials' is missing"]),
    "trials not a list": ('{"trials": {}}', ReadOptions(), ["trials is an object", "list of trials"]),
    "unknown key": ('{"trials": [], "data": []}', ReadOptions(), ["unknown key 'data'", "comparator"]),
    "unknown key of a trial": ('[{"x": [1], "y": 1}]', ReadOptions(), ["trial 1", "unknown key 'y'"]),
    "trial not an object": ("[[1, 2]]", ReadOptions(), ["trial 1 is a list", "object with x, outcome"]),
    "no outcome": ('[{"x": [1]}]', ReadOptions(), ["trial 1", "'outcome' is missing"]),
    "no example": ('[{"outcome": 1}]', ReadOptions(), ["trial 1", "'x' is missing"]),
    "example not a list": ('[{"x": 1, "outcome": 1}]', ReadOptions(), ["x of trial 1 is '1'", "list of numbers"]),
    "truth value": ('[{"x": [1, true], "outcome": 1}]', ReadOptions(), ["entry 2 of x of trial 1 is true"]),
    "null entry": ('[{"x": [null], "outcome": 1}]', ReadOptions(), ["entry 1 of x of trial 1 is null"]),
    "text entry": ('[{"x": ["a"], "outcome": 1}]', ReadOptions(), ["entry 1 of x of trial 1 is 'a'"]),
    "blanks in a ratio": ('[{"x": ["1\\t/\\n0"], "outcome": 1}]', ReadOptions(), ["denominator is zero"]),
    "many digits": (f'[{{"x": [{"9" * 5000}], "outcome": 1}}]', ReadOptions(), ["entry 1", "4000 digits"]),
    "large exponent": ('[{"x": [1e99999], "outcome": 1}]', ReadOptions(), ["entry 1", "larger exponent"]),
    "padded exponent": ('[{"x": [1e000000999999999], "outcome": 1}]', ReadOptions(), ["too large an exponent"]),
    "ragged": (
        '[{"x": [1], "outcome": 1}, {"x": [1, 2], "outcome": 1}]',
        ReadOptions(),
        ["trial 2: x has 2 entries", "trial 1 has 1"],
    ),
    "no attributes": ('[{"x": [], "outcome": 1}]', ReadOptions(), ["no attributes", "--bias"]),
    "outcome true": (one("true"), ReadOptions(), ["trial 1", "the outcome is true", "expected a label"]),
    "outcome null": (one("null"), ReadOptions(), ["trial 1", "the outcome is null"]),
    "outcome list": (one("[1, 2]"), ReadOptions(), ["trial 1", "the outcome is a list"]),
    "outcome empty": (one('""'), ReadOptions(), ["trial 1", "the outcome is ''"]),
    "class": (one('"red"'), ReadOptions(), ["trial 1", "'red'", "--positive NAME"]),
    "class absent": (one('"red"'), ReadOptions(positive="blue"), ["--positive blue", "'red'"]),
    "interval for a class": (one("{}"), ReadOptions(positive="a"), ["trial 1", "an interval", "class name"]),
    "class beside an interval": (
        f'[{{"x": [0], "outcome": {{"lo": "{"9" * 3000}e3000"}}}}, {{"x": [0], "outcome": "red"}}]',
        ReadOptions(),
        ["trial 2", "'red'"],
    ),
    "zero and one": ('[{"x": [1], "outcome": 0}, {"x": [1], "outcome": 1}]', ReadOptions(), ["0 and 1"]),
    "unknown key of an interval": (one('{"low": 1}'), ReadOptions(), ["trial 1, outcome", "'low'", "lo_closed"]),
    "end true": (one('{"lo": true}'), ReadOptions(), ["trial 1, outcome: lo is true"]),
    "end infinite": (one('{"lo": "-oo"}'), ReadOptions(), ["trial 1, outcome: lo is '-oo'"]),
    "closed is a number": (one('{"lo": 1, "lo_closed": 1}'), ReadOptions(), ["lo_closed is '1'", "true or false"]),
    "interval empty": (one('{"lo": 2, "hi": 1}'), ReadOptions(), ["trial 1", "[2, 1] is empty"]),
    "interval unprintable": (
        one(f'{{"lo": "{"9" * 3000}e3000", "hi": 1}}'),
        ReadOptions(),
        ["trial 1", "too many digits"],
    ),
    "comparator long": (
        '{"trials": [{"x": [1], "outcome": 1}], "comparator": [1, 2]}',
        ReadOptions(),
        ["the comparator has 2 entries", "1 attributes"],
    ),
    "start short for the bias": (
        '{"trials": [{"x": [1], "outcome": 1}], "start": [1]}',
        ReadOptions(bias=True),
        ["the start vector has 1 entries", "2 attributes with the bias"],
    ),
    "comparator text": ('{"trials": [], "comparator": "1,2"}', ReadOptions(), ["comparator is '1,2'", "list"]),
    "comparator entry": ('{"trials": [], "comparator": [1, "b"]}', ReadOptions(), ["entry 2 of comparator", "'b'"]),
    "names not a list": ('{"trials": [], "attributes": "a"}', ReadOptions(), ["attributes is 'a'", "list of names"]),
    "names alike": ('{"trials": [], "attributes": ["a", "a"]}', ReadOptions(), ["two attributes", "'a'"]),
    "names missing": (
        '{"trials": [{"x": [1, 2], "outcome": 1}], "attributes": ["a"]}',
        ReadOptions(),
        ["attributes has 1 names", "2 attributes"],
    ),
    "parameters a list": ('{"trials": [], "parameters": [1]}', ReadOptions(), ["parameters is a list", "object"]),
    "parameter unknown": ('{"trials": [], "parameters": {"zeta": 1}}', ReadOptions(), ["unknown symbol 'zeta'"]),
    "parameter true": ('{"trials": [], "parameters": {"eta": true}}', ReadOptions(), ["parameter eta is true"]),
    "parameter text": ('{"trials": [], "parameters": {"eta": "big"}}', ReadOptions(), ["parameter eta", "'big'"]),
    "parameter undefined": ('{"trials": [], "parameters": {"eta": "1/0"}}', ReadOptions(), ["parameter eta", "zero"]),
    "outcome option": ("[]", OUTCOME_Z, ["--outcome and --ignore", "this is JSON"]),
    "ignore option": ("[]", IGNORE_A, ["--outcome and --ignore", "this is JSON"]),
}


@pytest.mark.parametrize("case", CSV_ERRORS)
def test_csv_errors(tmp_path: Path, case: str) -> None:
    content, options, phrases = CSV_ERRORS[case]
    check_refused(tmp_path / "run.csv", content, options, phrases)


@pytest.mark.parametrize("case", JSON_ERRORS)
def test_json_errors(tmp_path: Path, case: str) -> None:
    check_refused(tmp_path / "run.json", *JSON_ERRORS[case])


def check_refused(file: Path, content: str | bytes, options: ReadOptions, phrases: list[str]) -> None:
    file.write_bytes(content.encode() if isinstance(content, str) else content)
    with pytest.raises(BoundcheckError) as caught:
        read_trials(file, options)
    message = str(caught.value)
    assert message.startswith(f"{file}: ")
    assert "\n" not in message
    assert len(message) < len(str(file)) + 400
    for phrase in phrases:
        assert phrase in message, message


def test_files_that_cannot_be_read(tmp_path: Path) -> None:
    for path, phrase in (
        (tmp_path / "absent.csv", "no such file"),
        (tmp_path, "this is a directory"),
        (tmp_path / "a\0b", "no file can have this name"),
        (tmp_path / ("a" * 5000), "cannot read this file"),
        (tmp_path / "file" / "below", "cannot read this file"),
    ):
        (tmp_path / "file").touch()
        with pytest.raises(BoundcheckError, match=phrase):
            read_trials(path)


@pytest.mark.parametrize(
    ("begins", "what"),
    [
        (b"\x93NUMPY\x01\x00v\x00", "no text but an array of NumPy; in Python, Trials.of takes arrays"),
        (b"PK\x03\x04\x14", "no text but an archive such as .npz or .xlsx"),
        (b"PAR1\x15\x04", "no text but Parquet; call it .parquet, or in Python read it into a data frame"),
        (b"\x1f\x8b\x08", "this begins as a file packed by gzip and is none"),
    ],
)
def test_files_of_other_kinds_are_named_with_what_reads_them(tmp_path: Path, begins: bytes, what: str) -> None:
    """Power: that byte 0x93 is no text in UTF-8 does not help who has an array."""
    file = tmp_path / "run.npy"
    file.write_bytes(begins)
    with pytest.raises(BoundcheckError, match=re.escape(what)):
        read_trials(file)


def test_permission(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse(*_: object, **__: object) -> None:
        raise PermissionError(13, "Permission denied")

    monkeypatch.setattr(Path, "open", refuse)
    with pytest.raises(BoundcheckError, match="no permission to read this file"):
        read_trials(tmp_path / "run.csv")


def test_files_of_more_than_200_megabytes(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    assert csv_text.MAX_BYTES == 200_000_000
    monkeypatch.setattr(csv_text, "MAX_BYTES", 8)
    file = tmp_path / "run.csv"
    file.write_text("a,y\n1,1\n")
    assert read_trials(file).trials.l == 1
    file.write_text("a,y\n1,1\n\n")
    with pytest.raises(BoundcheckError, match=r"the file has more than .* MB; split it"):
        read_trials(file)
