"""Exact numbers against mpmath at 60 digits: values, laws of arithmetic, order, integer parts."""

from __future__ import annotations

import math
from collections.abc import Callable
from fractions import Fraction
from typing import Any, NamedTuple

import mpmath  # type: ignore[import-untyped]
import pytest
import sympy
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from bounds.errors import BoundcheckError, Undecided, UndefinedValue
from bounds.numbers import (
    ExpSum,
    Number,
    ball,
    compare,
    decimal,
    exp,
    floor,
    largest,
    log,
    log_expsum,
    power,
    quotient,
    reciprocal,
    require_sign,
    root,
    sign,
    sqrt,
    sum_of_powers,
    to_float,
    total,
    working_precision,
)
from bounds.numbers.evaluate import evaluate

DIGITS = 60
CLEAR = mpmath.mpf(10) ** -40
CASES = settings(max_examples=100, deadline=None)


class Both(NamedTuple):
    """A number of the package and what mpmath makes of the same operations."""

    number: Number
    value: Any


def approximate(q: Fraction) -> Any:
    with mpmath.workdps(DIGITS):
        return mpmath.mpf(q.numerator) / q.denominator


def at_60_digits(function: Callable[..., Any], *values: Any) -> Any:
    with mpmath.workdps(DIGITS):
        return function(*values)


def contains(number: Number, value: Any) -> bool:
    """Tell whether a tight ball around ``number`` is within 1e-40 (relative above 1) of ``value``."""
    with working_precision(256), mpmath.workdps(DIGITS):
        enclosure = ball(number)
        mantissa, exponent = enclosure.mid().man_exp()
        middle = mpmath.ldexp(mpmath.mpf(int(mantissa)), int(exponent))
        radius_mantissa, radius_exponent = enclosure.rad().man_exp()
        radius = mpmath.ldexp(mpmath.mpf(int(radius_mantissa)), int(radius_exponent))
        return bool(abs(middle - value) + radius < CLEAR * (1 + abs(value)))


rationals = st.fractions(min_value=-20, max_value=20, max_denominator=12)
positives = st.fractions(min_value=Fraction(1, 12), max_value=20, max_denominator=12)
exponents = st.fractions(min_value=-3, max_value=3, max_denominator=4)


def _rational(q: Fraction) -> Both:
    return Both(q, approximate(q))


def _root(q: Fraction) -> Both:
    return Both(sqrt(q), at_60_digits(mpmath.sqrt, approximate(q)))


def _exponential(q: Fraction) -> Both:
    return Both(exp(q), at_60_digits(mpmath.exp, approximate(q)))


def _logarithm(q: Fraction) -> Both:
    return Both(log(q), at_60_digits(mpmath.log, approximate(q)))


def _quotient(coefficients: tuple[list[int], list[int]], step: Fraction) -> Both:
    above, below = (dict(enumerate(c)) for c in coefficients)

    def value(c: dict[int, int]) -> Any:
        return sum(a * mpmath.exp(approximate(step) * k) for k, a in c.items())

    number = quotient(ExpSum(step, above), ExpSum(step, below))
    return Both(number, at_60_digits(lambda: value(above) / value(below)))


atoms = st.one_of(
    rationals.map(_rational),
    positives.map(_root),
    exponents.map(_exponential),
    positives.map(_logarithm),
    st.builds(
        _quotient,
        st.tuples(
            st.lists(st.integers(-4, 4), min_size=1, max_size=4),
            st.lists(st.integers(1, 4), min_size=1, max_size=4),
        ),
        exponents.filter(bool),
    ),
)


def _sum(a: Both, b: Both) -> Both:
    return Both(a.number + b.number, at_60_digits(lambda: a.value + b.value))


def _difference(a: Both, b: Both) -> Both:
    return Both(a.number - b.number, at_60_digits(lambda: a.value - b.value))


def _product(a: Both, b: Both) -> Both:
    return Both(a.number * b.number, at_60_digits(lambda: a.value * b.value))


numbers = st.recursive(
    atoms,
    lambda inner: st.builds(
        lambda operation, a, b: operation(a, b), st.sampled_from([_sum, _difference, _product]), inner, inner
    ),
    max_leaves=4,
)


# --- values and laws -----------------------------------------------------------------------------------


@CASES
@given(numbers)
def test_value_is_the_one_mpmath_finds(a: Both) -> None:
    assert contains(a.number, a.value)


@CASES
@given(numbers, numbers)
def test_difference_and_negation(a: Both, b: Both) -> None:
    assert contains(a.number - b.number, at_60_digits(lambda: a.value - b.value))
    assert sign(a.number - a.number) == 0
    assert (a.number - b.number) + (b.number - a.number) == 0


@CASES
@given(numbers, numbers)
def test_addition_and_multiplication_commute(a: Both, b: Both) -> None:
    assert sign((a.number + b.number) - (b.number + a.number)) == 0
    assert sign(a.number * b.number - b.number * a.number) == 0


@CASES
@given(numbers, numbers, numbers)
def test_addition_is_associative(a: Both, b: Both, c: Both) -> None:
    assert sign(((a.number + b.number) + c.number) - (a.number + (b.number + c.number))) == 0
    assert sign(total((a.number, b.number, c.number)) - (a.number + b.number + c.number)) == 0


@CASES
@given(atoms, atoms, atoms)
def test_multiplication_distributes_and_associates(a: Both, b: Both, c: Both) -> None:
    """Normal forms of products are not unique, so 'undecided' is allowed; a wrong sign is not."""
    assert sign(a.number * (b.number + c.number) - (a.number * b.number + a.number * c.number)) in (0, None)
    assert sign((a.number * b.number) * c.number - a.number * (b.number * c.number)) in (0, None)


@CASES
@given(numbers, numbers)
def test_quotient_times_divisor_is_the_dividend(a: Both, b: Both) -> None:
    assume(abs(b.value) > CLEAR)
    divided = a.number / b.number
    assert contains(divided, at_60_digits(lambda: a.value / b.value))
    assert sign(divided * b.number - a.number) in (0, None)


@CASES
@given(atoms, st.integers(-4, 4))
def test_integer_powers(a: Both, k: int) -> None:
    assume(k >= 0 or abs(a.value) > CLEAR)
    assert contains(power(a.number, Fraction(k)), at_60_digits(lambda: a.value**k))


@CASES
@given(positives, exponents)
def test_rational_powers(a: Fraction, b: Fraction) -> None:
    assert contains(power(a, b), at_60_digits(mpmath.power, approximate(a), approximate(b)))


@CASES
@given(positives, positives)
def test_functional_equations_hold_exactly(a: Fraction, b: Fraction) -> None:
    assert sign(log(a * b) - log(a) - log(b)) == 0
    assert sign(log(a / b) - log(a) + log(b)) == 0
    assert sign(sqrt(a) * sqrt(b) - sqrt(a * b)) == 0
    assert sign(sqrt(a) * sqrt(a) - a) == 0
    assert exp(a) * exp(b) == exp(a + b)
    assert exp(log(a)) == a
    assert sign(log(exp(a)) - a) == 0
    assert sign(reciprocal(sqrt(a)) * sqrt(a) - 1) == 0


@CASES
@given(exponents.filter(bool), st.lists(st.integers(1, 5), min_size=1, max_size=4), st.integers(-3, 3))
def test_logarithm_of_a_sum_of_exponentials(step: Fraction, coefficients: list[int], shift: int) -> None:
    terms = {k + shift: c for k, c in enumerate(coefficients)}
    value = at_60_digits(lambda: mpmath.log(sum(c * mpmath.exp(approximate(step) * k) for k, c in terms.items())))
    assert contains(log_expsum(ExpSum(step, terms)), value)


# --- order ---------------------------------------------------------------------------------------------


@CASES
@given(numbers, numbers)
def test_order_agrees_with_mpmath_where_it_can_tell(a: Both, b: Both) -> None:
    gap = at_60_digits(lambda: a.value - b.value)
    assume(abs(gap) > CLEAR * (1 + abs(a.value)))
    assert compare(a.number, b.number) == (1 if gap > 0 else -1)
    assert compare(b.number, a.number) == (-1 if gap > 0 else 1)
    assert largest([a.number, b.number]) == (a.number if gap > 0 else b.number)


@CASES
@given(numbers)
def test_sign_is_never_the_opposite_of_a_clear_value(a: Both) -> None:
    if abs(a.value) > CLEAR * 100:
        assert sign(a.number) == (1 if a.value > 0 else -1)


@CASES
@given(exponents.filter(bool), st.dictionaries(st.integers(-6, 6), st.integers(-6, 6), max_size=6))
def test_sum_of_exponentials_is_zero_only_when_empty(step: Fraction, terms: dict[int, int]) -> None:
    """Power: for a rational step every sum with a coefficient has a sign (Lindemann and Weierstrass)."""
    value = at_60_digits(lambda: sum(c * mpmath.exp(approximate(step) * k) for k, c in terms.items()) + mpmath.mpf(0))
    found = ExpSum(step, terms).sign()
    if not any(terms.values()):
        assert found == 0
    else:
        assert found in (1, -1)
        if abs(value) > CLEAR:
            assert found == (1 if value > 0 else -1)


@CASES
@given(
    st.fractions(min_value=Fraction(1, 6), max_value=6, max_denominator=6).filter(lambda q: q != 1),
    st.integers(1, 4),
    st.dictionaries(st.integers(-4, 4), st.integers(-6, 6), max_size=5),
)
def test_sum_of_radicals_has_the_sign_that_sympy_proves(base: Fraction, degree: int, terms: dict[int, int]) -> None:
    """Power: exp(step) is a root of a rational, so sums can vanish with coefficients that do not."""
    rational = sympy.Rational(base.numerator, base.denominator)
    exact = sum(c * rational ** sympy.Rational(k, degree) for k, c in terms.items())
    value = at_60_digits(lambda: mpmath.mpf(0) + sympy.N(exact, DIGITS)._to_mpmath(200))
    found = ExpSum(log(base) / degree, terms).sign()
    expected = 0 if abs(value) < CLEAR else (1 if value > 0 else -1)
    assert found == expected


@given(st.fractions(-3, 3, max_denominator=9), st.dictionaries(st.integers(-6, 6), st.integers(-5, 5)))
def test_sum_of_powers_over_one_denominator_is_the_sum(base: Fraction, terms: dict[int, int]) -> None:
    assume(base or min(terms, default=0) >= 0)
    assert sum_of_powers(base, terms) == sum((c * base**k for k, c in terms.items()), Fraction(0))


def test_undecided_is_raised_with_an_enclosure() -> None:
    riddle = log(2 + sqrt(Fraction(3))) + log(2 - sqrt(Fraction(3)))
    with pytest.raises(Undecided, match=r"something is undecided: the difference lies in \[\+/-") as caught:
        require_sign(riddle, "something")
    assert caught.value.enclosure.startswith("[+/-")


# --- integer parts -------------------------------------------------------------------------------------


@CASES
@given(numbers)
def test_floor_agrees_with_mpmath_away_from_integers(a: Both) -> None:
    nearest = at_60_digits(mpmath.nint, a.value)
    assume(abs(a.value - nearest) > CLEAR * (1 + abs(a.value)))
    assert floor(a.number) == int(at_60_digits(mpmath.floor, a.value))


@CASES
@given(st.integers(-50, 50), positives)
def test_floor_at_an_integer_written_with_roots_and_logarithms(k: int, a: Fraction) -> None:
    assume(a != 1)
    assert floor(k * (log(a * a) / log(a)) / 2) == k
    assert floor(k + sqrt(a) * sqrt(a) - a) == k
    assert floor(k + log(2 * a) - log(a) - log(Fraction(2))) == k


@pytest.mark.parametrize("power", [10**6, 10**12])
def test_the_floor_of_a_number_that_is_too_long_to_be_written_is_undecided(power: int) -> None:
    """Power: one of 434,295 digits was no number to Python, and one of 10**12 bits would have filled the memory."""
    for number in (exp(Fraction(power)), -exp(Fraction(power))):
        with pytest.raises(Undecided):
            floor(number)
    assert floor(exp(Fraction(-power))) == 0
    assert floor(-exp(Fraction(-power))) == -1


@CASES
@given(st.integers(1, 10**30))
def test_floor_of_a_square_root_is_the_integer_root(k: int) -> None:
    assert floor(sqrt(Fraction(k))) == math.isqrt(k)
    assert floor(-sqrt(Fraction(k))) == -math.isqrt(k - 1) - 1


# --- equality of written forms -------------------------------------------------------------------------


@CASES
@given(numbers, numbers)
def test_equal_written_forms_are_equal_numbers_with_equal_hashes(a: Both, b: Both) -> None:
    if a.number == b.number:
        assert hash(a.number) == hash(b.number)
        assert compare(a.number, b.number) == 0
    assert (a.number + b.number) - b.number == a.number


@CASES
@given(numbers)
def test_shown_decimals_are_near_the_value(a: Both) -> None:
    assert abs(to_float(a.number) - a.value) <= 1e-12 * (1 + abs(a.value))
    assert abs(float(decimal(a.number, 6)) - a.value) <= 1e-5 * (1 + abs(a.value))


# --- undefined values ----------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "undefined",
    [
        lambda: sqrt(Fraction(-1)),
        lambda: sqrt(1 - sqrt(Fraction(2))),
        lambda: log(Fraction(0)),
        lambda: log(Fraction(-2)),
        lambda: log(sqrt(Fraction(2)) - 2),
        lambda: power(Fraction(0), Fraction(-1)),
        lambda: power(Fraction(0), Fraction(-1, 2)),
        lambda: evaluate(1 / sympy.Symbol("z"), {sympy.Symbol("z"): Fraction(0)}),
    ],
    ids=range(8),
)
def test_value_that_does_not_exist_is_refused(undefined: Callable[[], Number]) -> None:
    with pytest.raises(UndefinedValue):
        undefined()


def test_division_by_zero_is_refused_however_zero_is_written() -> None:
    zero = sqrt(Fraction(8)) - 2 * sqrt(Fraction(2))
    hidden = log(Fraction(6)) - log(Fraction(2)) - log(Fraction(3))
    for divisor in (Fraction(0), zero, hidden):
        with pytest.raises(ZeroDivisionError):
            Fraction(1) / divisor


def test_maximum_of_nothing_is_refused() -> None:
    with pytest.raises(BoundcheckError):
        largest([])


def test_a_root_whose_radicand_would_be_too_large_to_write_is_enclosed() -> None:
    base = Fraction(10**6 + 3, 10**6 + 33)
    value = power(base, Fraction(10**5 + 3, 10**5 + 4))
    assert compare(value, base) == 1
    assert compare(value, Fraction(1)) == -1
    assert compare(root(base**299, 10**5 + 3), Fraction(1)) == -1


def test_the_root_of_a_large_power_is_rational() -> None:
    """Power: beyond the bits of a radical it was exp(-ln(2)), whose integer part is undecided."""
    assert root(Fraction(1, 2) ** 400, 400) == Fraction(1, 2)
