"""Products of sums of nested roots: multiplied out where that is short, factors as they are where it is not."""

from __future__ import annotations

from fractions import Fraction

from bounds.numbers import Number, ball, compare, sign, sqrt
from bounds.numbers.real import Real

UNIT = [Fraction(3), Fraction(-2), Fraction(5)]


def projected(steps: int) -> list[Number]:
    """Return weights that are moved and put back on the unit sphere, as a projection on a ball does on each trial."""
    w: list[Number] = [Fraction(0)] * 3
    for t in range(1, steps + 1):
        moved = [a + b / t for a, b in zip(w, UNIT[t % 3 :] + UNIT[: t % 3], strict=True)]
        size = sqrt(sum((a * a for a in moved), Fraction(0)))
        w = [a / size for a in moved]
    return w


def test_short_products_cancel() -> None:
    for steps in (1, 2):
        assert compare(sum((a * a for a in projected(steps)), Fraction(0)), Fraction(1)) == 0


def test_long_products_end_and_are_what_they_are() -> None:
    """Power: multiplied out, the weights of eight steps did not end in minutes."""
    w = projected(8)
    square = sum((a * a for a in w), Fraction(0))
    assert isinstance(square, Real)
    assert compare(square, Fraction(1)) in (0, None)
    assert -1 < 10**9 * (ball(square) - 1) < 1
    assert sign(w[0] * w[1] - w[1] * w[0]) == 0
    assert sign(w[0] * w[0]) == 1
