"""Nested roots that cancel are found to be zero, and what is not zero is never called so."""

from __future__ import annotations

import random
from fractions import Fraction

import pytest

from bounds.numbers import Number, exp, log, power, root, sign, sqrt
from bounds.numbers.balls import working_precision
from bounds.numbers.real import Real
from bounds.numbers.separation import separation

ONE, TWO = Fraction(1), Fraction(2)


def squared(rng: random.Random) -> tuple[Number, Number]:
    """Return a positive sum of roots, and the root of its square, which is written otherwise."""
    p, q = (Fraction(rng.randint(1, 9), rng.randint(1, 4)) for _ in range(2))
    a, b = sqrt(p), sqrt(q)
    return a + b, sqrt(p + q + 2 * sqrt(p * q))


@pytest.mark.parametrize("seed", range(40))
def test_a_root_of_a_square_is_its_side(seed: int) -> None:
    """Power: with 10**-60 more, it is not, at distances where refining alone cannot tell a zero from a small number."""
    side, nested = squared(random.Random(seed))
    assert sign(nested - side) == 0
    assert sign(1 / nested - 1 / side) == 0
    assert sign(nested - side + Fraction(1, 10**60)) == 1
    assert sign(power(nested, Fraction(3)) - power(side, Fraction(3)) - Fraction(1, 10**200)) == -1


def test_cube_roots_and_quotients_cancel() -> None:
    third = root(TWO, 3)
    assert sign(1 / (third - 1) - (1 + third + third * third)) == 0
    assert sign(1 / sqrt(5 + 2 * sqrt(Fraction(6))) - sqrt(Fraction(3)) + sqrt(TWO)) == 0
    assert sign(sqrt(sqrt(TWO) + 1) * sqrt(sqrt(TWO) - 1) - 1) == 0


def random_nested(rng: random.Random, depth: int) -> Number:
    if depth == 0:
        return Fraction(rng.randint(1, 12), rng.randint(1, 5))
    a, b = (random_nested(rng, rng.randint(0, depth - 1)) for _ in range(2))
    kind = rng.randrange(4)
    if kind == 0:
        return a + b
    if kind == 1:
        return a * b
    return a / b if kind == 2 else sqrt(a + b)


def test_no_number_is_nearer_to_zero_than_it_is_said() -> None:
    rng, known = random.Random(7), 0
    for _ in range(1500):
        number = random_nested(rng, 3) - random_nested(rng, 3)
        if not isinstance(number, Real) or (bits := separation(number.rational, number.terms)) is None or bits > 4000:
            continue
        known += 1
        with working_precision(2 * bits + 200):
            size = abs(number.enclose())
            small = 2 ** (-bits)
            assert size > small or sign(number) == 0
    assert known > 400


def test_numbers_with_logarithms_have_no_separation() -> None:
    assert separation(ONE, (log(TWO) + sqrt(TWO)).terms) is None  # type: ignore[union-attr]
    assert separation(ONE, (exp(ONE) * sqrt(1 + sqrt(TWO))).terms) is None  # type: ignore[union-attr]
