"""Exact numbers in decimals: rounded correctly at any size, and exact where that is short."""

from __future__ import annotations

import random
from fractions import Fraction

import mpmath  # type: ignore[import-untyped]
import pytest
from hypothesis import given
from hypothesis import strategies as st

from bounds.numbers import Number, decimal, exp, float_ratio, log, power, short_text, sign, sqrt, to_float


@given(number=st.fractions(), digits=st.integers(1, 12))
def test_decimals_are_the_nearest(number: Fraction, digits: int) -> None:
    """The text is a number of that many digits, and none of them is nearer."""
    text = decimal(number, digits)
    if number.denominator == 1 and abs(number) < 10**40:
        assert text == str(number.numerator)
        return
    shown = Fraction(text)
    figures = text.lower().partition("e")[0].replace(".", "").lstrip("-0")
    assert len(figures) <= digits
    power = len(str(abs(number.numerator))) - len(str(number.denominator))
    power -= Fraction(10) ** power > abs(number)
    assert Fraction(10) ** power <= abs(number) < Fraction(10) ** (power + 1)
    assert abs(shown - number) <= Fraction(10) ** (power - digits + 1) / 2


@pytest.mark.parametrize(
    ("number", "shown"),
    [
        (Fraction(10**400), "1e+400"),
        (Fraction(-(10**400), 3), "-3.33333e+399"),
        (Fraction(1, 10**400), "1e-400"),
        (Fraction(10**39), str(10**39)),
        (Fraction(1, 3000), "0.000333333"),
        (Fraction(1, 30000), "3.33333e-05"),
        (Fraction(999999999, 1000), "1e+06"),
        (10**400 * log(Fraction(2)), "6.93147e+399"),
        (exp(Fraction(-(10**9))), "1.24953e-434294482"),
        (exp(Fraction(1, 10**30)) - 1, "1e-30"),
        (sqrt(Fraction(10**40 + 1)) - 10**20, "5e-21"),
        (exp(Fraction(1, 2)) * exp(Fraction(-1, 2)) - 1, "0"),
        (sqrt(sqrt(Fraction(2)) + 3) - sqrt(sqrt(Fraction(2)) + 3), "0"),
    ],
)
def test_decimals_beyond_floats(number: Number, shown: str) -> None:
    assert decimal(number) == shown


def test_a_number_that_no_ball_tells_from_0_is_shown_as_about_0() -> None:
    """(2 + sqrt 3)(2 - sqrt 3) = 1, which the logarithms do not tell."""
    zero = log(2 + sqrt(Fraction(3))) + log(2 - sqrt(Fraction(3)))
    assert sign(zero) is None
    assert abs(to_float(zero)) < 1e-15  # what a float makes of it
    assert decimal(zero) == "~0"
    assert "~~" not in str(zero + zero * log(Fraction(3)))


def test_a_number_on_the_border_of_two_roundings_shows_fewer_digits() -> None:
    zero = log(2 + sqrt(Fraction(3))) + log(2 - sqrt(Fraction(3)))
    assert decimal(zero + Fraction(12345675, 10**7)) in ("1.2346", "1.23457")
    assert decimal(zero + Fraction(1234565, 10**6)) == "1.2346"


def test_short_text_writes_out_what_is_short() -> None:
    assert short_text(sqrt(Fraction(2))) == "sqrt(2)"
    assert short_text(Fraction(10**5000)) == "1e+5000"
    assert short_text(sqrt(Fraction(10**5001))) == "~3.16228e+2500"
    assert short_text(Fraction(1, 3), 2) == "0.333333"


def test_gigantic_numbers_are_written_at_once() -> None:
    """Power: turning millions of bits into decimals is quadratic; 8**8**8 never ended."""
    assert decimal(Fraction(2) ** (8**8)) == "1.81859e+5050445"
    assert decimal(Fraction(-(10**50_000)) / 3) == "-3.33333e+49999"
    assert decimal(power(Fraction(8), Fraction(8**8))) == "6.01452e+15151335"
    assert decimal(power(Fraction(-20), Fraction(20**20 + 1)), 2) == "-6.7e+136422882873335474575244148"


@pytest.mark.parametrize("power", [0, 400, -400])
def test_the_ratio_of_numbers_of_any_size_is_a_float(power: int) -> None:
    size = Fraction(10) ** power
    assert float_ratio(size, 4 * size) == 0.25
    assert float_ratio(size * sqrt(Fraction(8)), size * sqrt(Fraction(2))) == 2


def test_a_float_is_the_nearest_however_its_number_is_added_up() -> None:
    """Power: the middle of the first ball that tells a number from 0 is not the nearest, where large terms cancel."""
    chance = random.Random(1)
    for _ in range(20):
        powers = [Fraction(chance.randint(1, 300), chance.randint(1, 50)) for _ in range(10)]
        terms = [(sign, power + Fraction(sign, 10**24)) for power in powers for sign in (-1, 1)]
        chance.shuffle(terms)
        with mpmath.workdps(400):
            nearest = float(
                mpmath.fsum(sign * mpmath.exp(mpmath.mpf(a.numerator) / a.denominator) for sign, a in terms)
            )
        assert to_float(sum((sign * exp(power) for sign, power in terms), Fraction(0))) == nearest
