"""Sums over whole numbers: at once and number by number they are the same, and a wrong array is noticed."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import numpy as np
import pytest

from bounds.data.vectors import vector
from bounds.formulas import loops, read
from bounds.formulas.columns import Column
from bounds.formulas.program import program
from bounds.formulas.scope import COLUMNS, RUNNING, TRIALS
from bounds.formulas.tree import Kind
from bounds.numbers import Number, sqrt

KINDS: dict[str, Kind] = {"n": "number", "d": "number", "a": "number", "u": "vector"}
ROWS: list[list[int | Fraction]] = [[k % 3, k % 5, Fraction(k, 2)] for k in range(12)]
HALVES = np.array([[int(2 * entry) for entry in row] for row in ROWS])

SUMS = (
    "sum_for(i, 1, 12, i**2/a)",
    "sum_for(i, 1, n, at(u, i)*i)",
    "sum_for(i, 1, 2**d, sum_for(j, 1, i - 1, dot(hadamard_row(d, i), hadamard_row(d, j)) != i - j))",
    "max_for(i, 1, 12, sum_for(j, 1, i, (i - j)/(j + a) - 3))",
    "sum_for(i, 1, 12, abs(max_for(j, -1, 5, i*j - j**2)))",
    "sum_for(i, 1, 12, sum(example(i)*u - floor(i/3)) < dot(example(13 - i), u))",
    "sum_for(i, 1, 12, at(hadamard_row(4, i), 3) + at(hadamard_row(4, 3), i)/a)",
    "sum_for(i, 1, 12, sum(abs(vector(i/2, part(u, 2, 3), 0*u) - 1)))",
    "sum_for(i, 1, 12, 1/(i - a) if i > 7 else 0)",
    "sum_for(i, 1, 12, i*(a > 3 and i > 2 or not i < 9))",
)


def value(text: str, **given: Any) -> Number:
    e = {"n": Fraction(3), "d": Fraction(3), "a": Fraction(7), "u": vector([1, "1/2", -3]), RUNNING: {}, **given}
    e |= {COLUMNS: {"x": Column.of(HALVES, 2)}.get, TRIALS: [{"x": vector(row)} for row in ROWS]}
    found: Number = program(read(text), KINDS, KINDS).value(e)
    return found


def by_number(monkeypatch: pytest.MonkeyPatch, text: str, **given: Any) -> Number:
    with monkeypatch.context() as patch:
        patch.setattr(loops, "LEAST_ROWS", 10**9)
        return value(text, **given)


@pytest.mark.parametrize("text", SUMS)
def test_at_once_is_number_by_number(text: str, monkeypatch: pytest.MonkeyPatch) -> None:
    assert value(text) == by_number(monkeypatch, text)


@pytest.mark.parametrize("given", [{"a": sqrt(Fraction(2))}, {"a": Fraction(10**30, 3)}, {"a": Fraction(-1, 7)}])
def test_numbers_of_any_kind(given: dict[str, Any], monkeypatch: pytest.MonkeyPatch) -> None:
    text = "sum_for(i, 1, 12, max_for(j, 1, i, a*j - (i - j)**3*a))"
    assert value(text, **given) == by_number(monkeypatch, text, **given)


@pytest.mark.parametrize("function", ["hadamard_row", "at", "floor", "vector"])
def test_a_wrong_array_is_noticed(function: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Power: each function of arrays, with its result one too large, gives another sum somewhere."""
    right = [by_number(monkeypatch, text) for text in SUMS]
    compute = loops.OF_ROWS[function]

    def wrong(*columns: Column) -> Column:
        found = compute(*columns)
        return Column(found.numerators + 1, found.most + 1, found.denominator)

    monkeypatch.setitem(loops.OF_ROWS, function, wrong)
    assert [value(text) for text in SUMS] != right


def test_what_is_remembered_is_of_the_same_numbers() -> None:
    compiled = program(read("sum_for(i, 1, n, a*i)"), KINDS, KINDS).value
    values = [compiled({"n": Fraction(n), "a": Fraction(a), RUNNING: {}}) for n, a in ((3, 1), (4, 1), (3, 2), (3, 1))]
    assert values == [6, 10, 12, 6]
    compiled = program(read("sum_for(i, 1, 2, at(u, i))"), KINDS, KINDS).value
    values = [compiled({"u": vector(u), RUNNING: {}}) for u in ([1, 2], [1, "5/2"], [1, 2])]
    assert values == [3, Fraction(7, 2), 3]
