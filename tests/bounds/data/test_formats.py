"""Data as people have it: other formats, separators, missing cells, an index column, classes, sparse matrices."""

from __future__ import annotations

import gzip
from fractions import Fraction
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import numpy as np
import pytest
import scipy.sparse

from bounds.data import formats
from bounds.data.columns import of_rounded, rounded
from bounds.data.given import Reader, column_of
from bounds.data.table import ReadOptions
from bounds.data.trials import Trials
from bounds.errors import BoundcheckError
from verify.own_data.reader import read_trials

PLAIN = "a,b,y\n0.5,1,1\n-2,0,-1\n"
SAME: dict[str, tuple[str, str, dict[str, Any]]] = {
    "index from 0": ("run.csv", ",a,b,y\n0,0.5,1,1\n1,-2,0,-1\n", {}),
    "index from 1": ("run.csv", ",a,b,y\n1,0.5,1,1\n2,-2,0,-1\n", {}),
    "no name": ("run.csv", ",a,b,y\n7,0.5,1,1\n7,-2,0,-1\n", {"ignore": ""}),
    "semicolons": ("run.csv", "a;b;y\n0.5;1;1\n-2;0;-1\n", {"delimiter": ";"}),
    "truth": ("run.csv", "a,b,y\n0.5,True,1\n-2,False,-1\n", {}),
    "missing": ("run.csv", "a,b,y\n0.5,1,1\n,3,1\n1,NA,-1\n1,1,?\n-2,0,-1\n", {"drop_missing": True}),
    "svmlight": ("run.svm", "# made by hand\n1 1:0.5 2:1 # first\n-1 1:-2\n", {}),
    "svmlight from 0": ("run", "1 0:0.5 1:1\n-1 0:-2\n", {}),
    "arff": (
        "run.arff",
        "% made by hand\n@RELATION r\n@attribute 'a' numeric\n@attribute b real\n@attribute class {1,-1}\n"
        "@data\n0.5, 1, 1\n% no trial\n-2,0,-1\n",
        {},
    ),
}


@pytest.mark.parametrize("form", SAME)
def test_the_same_trials_in_each_form(form: str, tmp_path: Path) -> None:
    """Power: a column that is taken for the index, or a zero that is left out, makes other trials."""
    name, text, options = SAME[form]
    plain, file, packed = (tmp_path / one for one in ("plain.csv", name, f"{name}.gz"))
    plain.write_text(PLAIN, encoding="utf-8")
    file.write_text(text, encoding="utf-8")
    packed.write_bytes(gzip.compress(text.encode()))
    expected = Trials.from_csv(plain)
    assert Trials.from_csv(file, **options) == Trials.from_csv(packed, **options) == expected
    ignore = ("",) if "ignore" in options else ()
    assert read_trials(packed, ReadOptions(**{**options, "ignore": ignore})).trials == expected


def test_what_was_left_out_or_rounded_is_said(tmp_path: Path) -> None:
    file = tmp_path / "run.csv"
    file.write_text(",a,y\n0,0.1234,1\n1,NaN,1\n", encoding="utf-8")
    found = read_trials(file, ReadOptions(drop_missing=True, decimals=2))
    assert found.trials == Trials.of([["0.12"]], [1])
    assert found.entries.endswith(
        "left out: the first column, which counts the rows; left out: 1 row with missing values; rounded to 2 decimals"
    )


REFUSED: dict[str, tuple[str, dict[str, Any], str]] = {
    "index that does not count": (",a,y\n3,1,1\n5,2,-1\n", {}, "column 1 has no name; name it in the header, or leave"),
    "semicolons": ("a;y\n1;1\n", {}, "say --delimiter ';'"),
    "empty": ("a,y\n,1\n", {}, "the cell is empty; fill it in, or leave such rows out with --drop-missing"),
    "long delimiter": ("a,y\n1,1\n", {"delimiter": ";;"}, "give one character"),
    "negative": ("a,y\n1,1\n", {"decimals": -1}, "decimals is -1; give a whole number from 0 to 15"),
    "svmlight twice": ("+1 1:1 1:2\n", {}, "line 1: attribute 1 is there twice"),
    "svmlight qid": ("+1 qid:3 1:2\n", {}, "'qid:3' is no index:value"),
    "svmlight wide": ("+1 999999999:1\n", {}, "have more than 50000000 entries"),
    "svmlight outcome": ("+1 1:1\n", {"outcome": "a"}, "has its outcome first in each line"),
    "sparse arff": (
        "@relation r\n@attribute a real\n@attribute y real\n@data\n{0 1}\n",
        {},
        "is sparse; write its rows",
    ),
    "arff without data": ("@relation r\n@attribute a real\n", {}, "has no @data"),
}


@pytest.mark.parametrize("case", REFUSED)
def test_what_is_refused_says_what_to_do(case: str, tmp_path: Path) -> None:
    text, options, message = REFUSED[case]
    file = tmp_path / "run.csv"
    file.write_text(text, encoding="utf-8")
    with pytest.raises(BoundcheckError) as refused:
        Trials.from_csv(file, **options)
    assert message in str(refused.value)


def test_a_packed_file_that_grows_too_large_is_refused(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("bounds.data.csv_text.MAX_BYTES", 10**6)
    file = tmp_path / "run.csv.gz"
    file.write_bytes(gzip.compress(b"0" * 10**7))
    with pytest.raises(BoundcheckError, match="more than 1 MB"):
        Trials.from_csv(file)


# --- arrays and frames -----------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("outcomes", "positive"),
    [
        (np.array([True, False]), True),
        ([0, 1], 0),
        (np.array([2.0, 1.0]), 2),
        (["spam", "ham"], "spam"),
        ([1.0, -1.0], 1),
    ],
    ids=["bool", "zero", "floats", "words", "labels"],
)
def test_classes_become_labels(outcomes: Any, positive: object) -> None:
    assert Trials.of([[1], [2]], outcomes, positive=positive) == Trials.of([[1], [2]], [1, -1])


def test_truth_values_and_classes_that_are_not_there() -> None:
    with pytest.raises(BoundcheckError, match="outcome of trial 1 is True, a truth value; say positive=True"):
        Trials.of([[1]], np.array([True]))
    with pytest.raises(BoundcheckError, match="no outcome has this value; the values are 'a'"):
        Trials.of([[1]], ["a"], positive="b")


def test_sparse_and_truth_valued_examples() -> None:
    dense = [[0, 1], [1, 0]]
    for sparse in (scipy.sparse.csr_matrix(dense), scipy.sparse.coo_array(dense)):
        assert Trials.of(sparse, [1, -1]) == Trials.of(dense, [1, -1])
    assert Trials.of(np.array(dense) == 1, [1, -1]) == Trials.of(dense, [1, -1])
    with pytest.raises(BoundcheckError, match="more than 50000000 entries"):
        Trials.of(scipy.sparse.csr_matrix((10**6, 100)), [1] * 10**6)


def test_rounding_is_that_of_the_rational_number() -> None:
    """Power: a product of floats alone takes 1.005, which lies below, for 1.01."""
    floats = np.array([1.005, 2.5, 0.5, -0.125, 2.0**60 + 2.0**8, 1e-30, 0.285])
    for decimals in (0, 2, 3):
        exact = [round(Fraction(value), decimals) for value in floats.tolist()]
        column = of_rounded(floats, decimals)
        assert column is not None
        assert column.fractions() == exact
    thirds = column_of(np.array(["1/3", "2/3"], dtype=object), Reader(None), 1, 1)
    assert rounded(thirds, 1).fractions() == [Fraction(3, 10), Fraction(7, 10)]


def test_decimals_make_many_long_floats_short() -> None:
    rows = np.random.default_rng(1).standard_normal((100_000, 20))
    with pytest.raises(BoundcheckError, match=r"round the values, as with decimals=4 \(--decimals 4\)"):
        Trials.of(rows, [1] * len(rows), floats="decimal")
    made = Trials.of(rows[:100], [1] * 100, decimals=4)
    assert made.denominator == 10**4
    assert made.numerators[7, 3] == round(Fraction(float(rows[7, 3])) * 10**4)


FRAME = {"a": np.array([0.5, np.nan, -2.0]), "b": np.array([True, True, False]), "kind": np.array(["x", "y", "z"])}


class Frame(dict[str, Any]):
    """A data frame: it names its columns, and gives each."""

    @property
    def columns(self) -> list[str]:
        return list(self)


def test_frames(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    options: dict[str, Any] = {"outcome": "kind", "positive": "x", "drop_missing": True}
    expected = Trials.of([["0.5", 1], [-2, 0]], [1, -1])
    arrow = SimpleNamespace(column_names=list(FRAME), column=FRAME.__getitem__, columns=list(FRAME.values()))
    for frame in (Frame(FRAME), arrow):
        assert Trials.from_dataframe(frame, floats="decimal", **options) == expected
    with pytest.raises(BoundcheckError, match=r"floats are not exact: say what they mean, floats='decimal'"):
        Trials.from_dataframe(Frame(FRAME), **options)
    with pytest.raises(BoundcheckError, match=r"not computed yet; give what its collect\(\) returns"):
        Trials.from_dataframe(SimpleNamespace(collect=None, columns=[]))
    parquet = SimpleNamespace(read_table=lambda _path: arrow)
    monkeypatch.setattr(formats, "needed", lambda name: name)
    monkeypatch.setattr(formats, "import_module", lambda _name: parquet)
    assert Trials.from_csv(tmp_path / "run.parquet", **options) == expected
    kept = ReadOptions(outcome="kind", positive="x", drop_missing=True)
    assert read_trials(tmp_path / "run.parquet", kept).trials == expected


def test_a_column_of_truth_values_has_its_class() -> None:
    frame = Frame(a=np.array([1, 2]), y=np.array([True, False]))
    assert Trials.from_dataframe(frame, positive=True) == Trials.of([[1], [2]], [1, -1])
