"""Exact sums over integer matrices, and columns of numbers read many at a time, beside the slow way."""

from __future__ import annotations

from fractions import Fraction
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from bounds.data import columns, integer_matrix
from bounds.data.interval import Interval
from bounds.data.trials import Trials
from bounds.data.vectors import vector
from bounds.errors import BoundcheckError
from bounds.fast import targets
from bounds.fast.targets import Multiples
from bounds.numbers import floor, parse_rational, sqrt

CELLS = st.one_of(
    st.decimals(allow_nan=False, allow_infinity=False, places=3, min_value=-(10**9), max_value=10**9).map(str),
    st.floats(allow_nan=False, allow_infinity=False, width=64).map(repr),
    st.integers(-(10**20), 10**20).map(str),
    st.sampled_from(["1/3", ".5", "-0", "+7.", "1e-3", "0.30000000000000004", "999999999999999", "9007199254740993"]),
)


@given(st.lists(CELLS, min_size=1, max_size=8))
def test_a_column_holds_the_numbers_that_its_cells_write(cells: list[str]) -> None:
    """Power: with 16 digits through floats in place of 15, 9007199254740993 becomes its even neighbour."""
    column = columns.of_texts(cells, lambda t: parse_rational(cells[t]))
    assert column.fractions() == [parse_rational(cell) for cell in cells]


def test_seventeen_digits_through_floats_would_be_noticed(monkeypatch: pytest.MonkeyPatch) -> None:
    """The planted fault of the test above."""
    monkeypatch.setattr(columns, "DIGITS", 17)
    (read,) = columns.of_texts(["9007199254740993"], lambda _: Fraction(0)).fractions()
    assert read != 9007199254740993


@pytest.mark.parametrize("largest", [1, 2**31, 2**59, 2**62])
def test_products_and_squares_are_exact_next_to_the_end_of_64_bits(largest: int) -> None:
    """Power: plain 64-bit sums overflow for the last two."""
    rng = np.random.default_rng(0)
    matrix = rng.integers(-largest, largest, (200, 3), endpoint=True)
    u = [largest, -3, 1]
    rows = matrix.tolist()
    assert integer_matrix.products(matrix, u) == [sum(a * b for a, b in zip(row, u, strict=True)) for row in rows]
    assert integer_matrix.largest_square(matrix) == max(sum(a * a for a in row) for row in rows)
    overflown = (matrix @ np.array(u)).tolist() != integer_matrix.products(matrix, u)
    assert overflown == (largest > 2**31)


@given(
    st.fractions(-(10**6), 10**6, max_denominator=50),
    st.sampled_from([sqrt(Fraction(2)), sqrt(Fraction(3)) / 7, Fraction(2, 7)]),
)
def test_floors_through_a_ball_are_the_floors(end: Fraction, unit: Any) -> None:
    assert Multiples(unit).floor(end) == floor(end / unit)
    assert Multiples(unit).between(Interval(end, end))[1] == floor(end / unit)


OUTER = [Fraction(2**63, 7), Fraction(-(10**400), 3), Fraction(1, 10**400), Fraction(0)]


@given(
    st.lists(st.fractions(-(10**9), 10**9), min_size=1, max_size=20),
    st.sampled_from([sqrt(Fraction(2)), sqrt(Fraction(3)) / 7**40, Fraction(2, 7), Fraction(1, 3**50), 5 * 10**400]),
    st.sampled_from([(True, True), (False, True), (True, False)]),
)
def test_ends_of_many_intervals_are_those_of_each(
    middles: list[Fraction], unit: Any, closed: tuple[bool, bool]
) -> None:
    """Whole multiples of the unit, their neighbours, infinite and huge ends are among them."""
    unit = Fraction(unit) if isinstance(unit, int) else unit
    whole = [Fraction(k) * unit if isinstance(unit, Fraction) else Fraction(k) for k in range(-30, 40)]
    near = [end + Fraction(1, 10**30) for end in whole]
    intervals = [Interval(end, end + 1, *closed) for end in (*middles, *whole, *near, *OUTER)]
    intervals += [Interval(None, Fraction(1, 3)), Interval(Fraction(1, 3), None), Interval(None, None)]
    if not isinstance(unit, Fraction):
        intervals.append(Interval(3 * unit, 4 * unit, *closed))
    classes = targets.Classes(tuple(intervals), np.arange(len(intervals)))
    low, high = classes.ends(lambda interval: interval, unit)  # type: ignore[arg-type, return-value]
    assert len(intervals) > targets.MANY
    assert list(zip(low.tolist(), high.tolist(), strict=True)) == [Multiples(unit).between(i) for i in intervals]


def test_a_float_next_to_an_integer_does_not_decide(monkeypatch: pytest.MonkeyPatch) -> None:
    """Power: a quotient that rounds to an integer from below is taken for it where the margin is left out."""
    end = Fraction(1) - Fraction(1, 10**20)
    (floors, sure) = Multiples(Fraction(1)).floors([end] * targets.MANY)
    assert not sure.any()
    monkeypatch.setattr(np, "rint", lambda a: a - 0.5)
    (floors, sure) = Multiples(Fraction(1)).floors([end] * targets.MANY)
    assert sure.all()
    assert floors[0] == 1 != floor(end)


def test_a_ball_around_an_integer_does_not_decide() -> None:
    """Power: 7 sqrt(2) sqrt(2) is 14 exactly, and its ball holds numbers below."""
    unit = sqrt(Fraction(2)) / 10**20
    end = Fraction(int(floor(10**18 / unit)) + 1)
    assert Multiples(unit).floor(end) == floor(end / unit)


def test_margins_and_mistakes() -> None:
    S = Trials.of([[1, "1/2"], [0, 1], [2, 0]], [1, -1, -1])
    u = vector([1, "1/3"])
    margins, unit = S.margins(u)
    assert [Fraction(m, unit) for m in margins] == [y * u.dot(x) for (x, _), y in zip(S, (1, -1, -1), strict=True)]
    assert S.mistakes(u) == 2
    assert Trials.of([[1]], [Interval.point(1)]).margins(vector([1]))[0] == []


# --- trials from what people have --------------------------------------------------------------------------


@pytest.mark.parametrize("rows", [[[1.0, 2.0], [3.0, float("nan")]], np.array([[1.0, 2.0], [3.0, np.nan]])])
def test_a_number_is_named_by_its_place_however_it_is_given(rows: Any) -> None:
    with pytest.raises(BoundcheckError, match=r"^attribute 2 of example 2 is nan; expected a finite number"):
        Trials.of(rows, [1, 1], floats="exact")


def test_floats_are_what_is_said_of_them() -> None:
    X = np.array([[0.1, 1e-7], [2.0, 3.5]])
    decimal = Trials.of(X, [1, -1], floats="decimal")
    exact = Trials.of(X, [1, -1], floats="exact")
    assert list(decimal.examples[0]) == [Fraction(1, 10), Fraction(1, 10**7)]
    assert list(exact.examples[0]) == [Fraction(0.1), Fraction(1e-7)]
    assert Trials.of(X.tolist(), [1, -1], floats="decimal") == decimal
    with pytest.raises(BoundcheckError, match="float"):
        Trials.of(X, [1, -1])
    with pytest.raises(BoundcheckError, match="float"):
        Trials.of(X, [1, -1], floats="near")  # type: ignore[arg-type]
    with pytest.raises(BoundcheckError, match="finite"):
        Trials.of(np.array([[np.inf]]), [1], floats="exact")


FLOATS = [0.0, -0.0, 1.0, -3.0, 0.1, 2.0**-1074, -(2.0**1023), 1.7976931348623157e308, 2.0**62, 2.0**63, -(2.0**63)]


@given(st.lists(st.one_of(st.floats(allow_nan=False, allow_infinity=False), st.sampled_from(FLOATS)), max_size=6))
def test_a_column_of_floats_is_what_they_are(floats: list[float]) -> None:
    """Power: in 64 bits alone 2.0**63 is negative, and beside 0.1 every number above 128 is cut off."""
    column = columns.of_binary(np.array(floats, dtype=np.float64))
    assert column is not None
    assert column.fractions() == [Fraction(a) for a in floats]
    assert column.numerators.dtype in (np.int64, np.dtype(object))
    assert columns.of_binary(np.array([*floats, np.nan])) is None


@given(st.lists(st.one_of(st.integers(-9, 9), st.sampled_from([2**63 - 1, -(2**63), 2**62])), min_size=1, max_size=4))
def test_an_array_of_integers_is_read_as_the_list_of_them(row: list[int]) -> None:
    """Power: with a column over 3 beside it, 2**62 no longer fits into 64 bits."""
    array, label = np.array([row]), np.array([-1])
    for floats in (None, "exact", "decimal"):
        assert Trials.of(array, label, floats=floats) == Trials.of([row], [-1])
    read = columns.joined([columns.Column(array[0]), columns.of_fractions([Fraction(1, 3)] * len(row))], len(row))
    assert [Fraction(a, read[1]) for a in read[0][:, 0].tolist()] == row


@pytest.mark.parametrize("floats", ["exact", "decimal"])
def test_outcomes_are_what_they_are_given_as(floats: Any) -> None:
    """Power: over a common denominator of all outcomes, a thousand of these would have as many digits."""
    y = [0.5, 0.1, -1.0, 1.0, 0.1, 1e300, -0.0]
    points = [Fraction(a) if floats == "exact" else Fraction(str(a)) for a in y]
    for outcomes in (y, np.array(y), [*points], [np.float64(a) for a in y]):
        S = Trials.of([[1]] * len(y), outcomes, floats=floats)
        assert [o.lo for o in S.outcomes] == points  # type: ignore[union-attr]
    assert S.outcomes[1] is S.outcomes[4]
    assert Trials.of([[1]] * 2, np.array([1.0, -1.0]), floats=floats).outcomes == (1, -1)
    fractions = [Fraction(1, p) for p in range(2, 1002)]
    assert [o.lo for o in Trials.of([[1]] * 1000, fractions, floats=floats).outcomes] == fractions  # type: ignore[union-attr]


class Frame:
    """What is used of a data frame."""

    def __init__(self, **given: list[Any]) -> None:
        self.given, self.columns = given, list(given)

    def __getitem__(self, name: str) -> np.ndarray[Any, Any]:
        return np.array(self.given[name])


def test_a_data_frame_is_read_as_its_csv_file(tmp_path: Path) -> None:
    frame = Frame(a=[0.1, 0.25], b=[1, 2], y=["no", "yes"])
    file = tmp_path / "run.csv"
    file.write_text("a,b,y\n0.1,1,no\n0.25,2,yes\n")
    read = Trials.from_dataframe(frame, floats="decimal", positive="yes")
    assert read == Trials.from_csv(file, positive="yes")
    assert read.outcomes == (-1, 1)
    with pytest.raises(BoundcheckError, match="floats are not exact"):
        Trials.from_dataframe(frame, positive="yes")
    with pytest.raises(BoundcheckError, match="there is no option 'positives'"):
        Trials.from_csv(file, positives="yes")


@pytest.mark.parametrize(
    "text",
    [
        "a,b,y\n1,2,1\n0.5,-3,-1\n",
        "a,b,y\n\n1,2,+1\n\n.5,-3.,-1\n",
        "a,b,y\r\n1,2,1\r\n0.5,-3,-1\r\n",
        '"a",b,y\n1,2,1\n0.5,-3,-1\n',
        "y,a,b\n1,1,2\n-1,0.5,-3\n",
        "a,y,b\n1,1,2\n0.5,-1,-3\n",
        "a,b,y\n1, 2,1\n1/2,-3,-1\n",
    ],
)
def test_a_file_says_the_same_however_it_is_read(tmp_path: Path, text: str) -> None:
    file = tmp_path / "run.csv"
    file.write_bytes(text.encode())
    assert Trials.from_csv(file) == Trials.of([[1, 2], ["1/2", -3]], [1, -1])


def test_standardised_columns_are_exact() -> None:
    done = columns.standardised(columns.of_fractions([Fraction(a) for a in (10, 20, 60)]))
    assert done.column.fractions() == [Fraction(a - 30, 16) for a in (10, 20, 60)]
    assert columns.standardised(columns.of_fractions([Fraction(7)] * 3)).column.fractions() == [0] * 3


@given(
    st.lists(
        st.one_of(st.integers(-99, 99), st.sampled_from([2**62, -(2**63), 2**63 - 1, 10**400])), min_size=1, max_size=9
    ),
    st.sampled_from([1, 3, 1000, 7**200]),
)
def test_standardised_is_what_is_said(numerators: list[int], denominator: int) -> None:
    """Power: in 64 bits alone the squares of 2**62 overflow; in floats the variance of 10**400 does."""
    values = [Fraction(a, denominator) for a in numerators]
    done = columns.standardised(columns.of_fractions(values))
    assert done.column.fractions() == [(a - done.mean) / done.scale for a in values]
    unit = Fraction(1, columns.of_fractions(values).denominator)
    squares = [(a - done.mean) * (a - done.mean) for a in values]
    variance = sum(squares, Fraction(0)) / len(values)
    assert abs(done.mean - sum(values, Fraction(0)) / len(values)) <= unit / 2
    assert not variance or done.scale * done.scale / 2 <= variance <= 4 * done.scale * done.scale
