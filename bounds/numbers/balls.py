"""Balls of any precision: what every decision about a number that is not rational rests on."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from fractions import Fraction
from typing import TYPE_CHECKING

from flint import arb, ctx, fmpq

if TYPE_CHECKING:
    from bounds.numbers.exponential_sums import ExpSum
    from bounds.numbers.real import Number

PRECISION_START = 64
PRECISION_CAP = 4096
PRECISION_CERTAIN = 1 << 20
"""Cap for numbers that are known not to be zero: refinement ends there by theorem, not by luck."""


@contextmanager
def working_precision(bits: int) -> Iterator[None]:
    """Set the ball precision (process-wide in flint) for a block and restore it afterwards."""
    with ctx.workprec(bits):
        yield


def ball(number: Number | ExpSum) -> arb:
    """Enclose ``number`` in a ball at the current precision."""
    if isinstance(number, Fraction):
        return arb(fmpq(number.numerator, number.denominator))
    return number.enclose()


def sign_by_refining(enclose: Callable[[], arb], cap: int) -> int | None:
    """Return the sign that an enclosure shows, at a precision up to the cap; None where none does."""
    precision = PRECISION_START
    while precision <= cap:
        with working_precision(precision):
            enclosure = enclose()
        if enclosure > 0:
            return 1
        if enclosure < 0:
            return -1
        precision *= 2
    return None
