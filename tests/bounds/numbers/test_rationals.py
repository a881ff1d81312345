"""Exact rationals: what is read as one, and what is refused."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import numpy as np
import pytest
import sympy
from flint import fmpq, fmpz
from hypothesis import given
from hypothesis import strategies as st

from bounds.errors import BoundcheckError
from bounds.numbers import common_denominator, parse_rational, to_fraction

rationals = st.fractions(min_value=-20, max_value=20, max_denominator=12)


@given(rationals)
def test_ratio_text_is_read_back(q: Fraction) -> None:
    assert parse_rational(str(q)) == q
    assert to_fraction(str(q)) == q


@given(st.decimals(allow_nan=False, allow_infinity=False, places=9, min_value=-(10**9), max_value=10**9))
def test_decimal_text_is_read_exactly(d: Any) -> None:
    assert parse_rational(str(d)) == Fraction(d)


@pytest.mark.parametrize(
    ("value", "expected"),
    [
        (3, Fraction(3)),
        (Fraction(1, 3), Fraction(1, 3)),
        ("1e-3", Fraction(1, 1000)),
        (" -2/7 ", Fraction(-2, 7)),
        (".5", Fraction(1, 2)),
        (np.int64(2**62), Fraction(2**62)),
        (np.int8(-3), Fraction(-3)),
        (sympy.Rational(2, 6), Fraction(1, 3)),
        (sympy.Integer(4), Fraction(4)),
        (fmpz(5), Fraction(5)),
        (fmpq(3, 9), Fraction(1, 3)),
    ],
    ids=str,
)
def test_exact_values_become_fractions(value: object, expected: Fraction) -> None:
    result = to_fraction(value)
    assert result == expected
    assert type(result.numerator) is int


@pytest.mark.parametrize(
    "value",
    [
        *(0.5, 1.0, float("nan"), np.float64(1), np.float32(0.5), True, np.bool_(1), None, 1j, sympy.Float(0.5)),
        *(sympy.pi, [1], "nan", "inf", "oo", "", "1/0", "1,5", "0x10", "1_000", "1/2/3", "--1", "1e", "١"),
        *("9" * 5000, "1e99999"),
    ],
    ids=lambda value: repr(value)[:12],
)
def test_everything_else_is_refused(value: object) -> None:
    with pytest.raises(BoundcheckError):
        to_fraction(value)


def test_product_of_a_numpy_integer_does_not_overflow() -> None:
    assert to_fraction(np.int64(2**62)) * 4 == 2**64


@given(st.lists(rationals, max_size=6))
def test_common_denominator_clears_all_denominators_and_no_smaller_one_does(values: list[Fraction]) -> None:
    common = common_denominator(values)
    assert all((value * common).denominator == 1 for value in values)
    smaller = (d for d in range(1, common) if all((value * d).denominator == 1 for value in values))
    assert next(smaller, None) is None or common > 2000
