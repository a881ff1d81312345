"""Balls of any precision: what every decision about a number that is not rational rests on."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from typing import TypeAlias

from flint import arb, ctx, fmpq

PRECISION_START = 64
PRECISION_CAP = 4096
PRECISION_CERTAIN = 1 << 20
"""Cap for numbers that are known not to be zero: refinement ends there by theorem, not by luck."""


working_precision = ctx.workprec
"""Sets the ball precision (process-wide in flint) for a block and restores it afterwards."""


class Enclosable:
    """What can be enclosed in a ball of any precision: a number, and what numbers are made of."""

    __slots__ = ()

    def enclose(self) -> arb:
        """Enclose the number at the current precision."""
        raise NotImplementedError

    def approximation(self) -> arb:
        """Return a ball that is good enough to read the number off."""
        with working_precision(PRECISION_START):
            return self.enclose()


class Irrational(Enclosable):
    """An exact number that is not written as a Fraction: it can be enclosed, and has a sign."""

    __slots__ = ()

    def sign(self) -> int | None:
        """Return -1, 0 or 1, or None if undecided."""
        raise NotImplementedError

    def as_logarithm(self) -> tuple[Fraction, Fraction] | None:
        """Return (q, c) where the number is written c ln(q) with rational q and c, else None."""
        raise NotImplementedError


Exact: TypeAlias = Fraction | Irrational
"""An exact number of which only enclosure and sign are asked."""


def ball(number: Fraction | Enclosable) -> arb:
    """Enclose ``number`` in a ball at the current precision."""
    if isinstance(number, Fraction):
        return arb(fmpq(number.numerator, number.denominator))
    return number.enclose()


def refined(number: Enclosable, cap: int) -> Iterator[tuple[int, arb]]:
    """Yield balls around a number with their precisions, each twice that of the one before, up to the cap."""
    precision, enclosure = PRECISION_START, number.approximation()
    while True:
        yield precision, enclosure
        precision *= 2
        if precision > cap:
            return
        with working_precision(precision):
            enclosure = number.enclose()


def sign_by_refining(number: Enclosable, cap: int, separation: int | None = None) -> int | None:
    """Return the sign that a ball around a number shows, at a precision up to the cap; None where none does.

    With a ``separation`` the number is 0 where its magnitude is below 2**-separation.
    """
    for _, enclosure in refined(number, cap):
        if enclosure > 0:
            return 1
        if enclosure < 0:
            return -1
        if separation is not None and abs(enclosure) < arb(2) ** -separation:
            return 0
    return None
