"""Reals known by a ball, and exactly on demand: totals over runs too long to write out."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from fractions import Fraction
from functools import cached_property

from flint import arb, fmpq

from bounds.numbers.atoms import Atom
from bounds.numbers.balls import PRECISION_START, ball, working_precision
from bounds.numbers.decimals import decimal
from bounds.numbers.real import Number, Real, sign


class Enclosed(Real):
    """A number in ``enclosure``, whose written form ``exact()`` is worked out only where the ball does not decide.

    Sums and rational multiples stay enclosed; everything else is that of the exact number.

    >>> third = Enclosed(arb(1) / 3, lambda: Fraction(1, 3))
    >>> (third - 1).sign(), (third - Fraction(1, 3)).sign()
    (-1, 0)
    """

    def __init__(self, enclosure: arb, exact: Callable[[], Number]) -> None:
        self.__dict__["enclosure"] = enclosure
        self.__dict__["_work_out"] = exact

    enclosure: arb
    _work_out: Callable[[], Number]

    @cached_property
    def exact(self) -> Number:
        """The number in written form."""
        return self._work_out()

    @property
    def rational(self) -> Fraction:
        """The rational part of the written form."""
        return self.exact if isinstance(self.exact, Fraction) else self.exact.rational

    @property
    def terms(self) -> Mapping[Atom, Fraction]:
        """The other terms of the written form."""
        return {} if isinstance(self.exact, Fraction) else self.exact.terms

    def approximation(self) -> arb:
        """Return the ball."""
        return self.enclosure

    def enclose(self) -> arb:
        """Enclose the number at the current precision."""
        return ball(self.exact)

    def sign(self) -> int | None:
        """Return -1, 0 or 1, or None if undecided."""
        if self.enclosure > 0:
            return 1
        if self.enclosure < 0:
            return -1
        return sign(self.exact)

    def __eq__(self, other: object) -> bool:
        """Tell whether both are written the same way."""
        if isinstance(other, int | Fraction):
            return not self._differs(Fraction(other)) and self.exact == other
        return isinstance(other, Real) and not self._differs(other) and self.exact == getattr(other, "exact", other)

    def _differs(self, other: Number) -> bool:
        gap = self.enclosure - _known(other)
        return bool(gap > 0) or bool(gap < 0)

    def __hash__(self) -> int:
        """Hash the written form."""
        return hash(self.exact)

    def __add__(self, other: Number | int) -> Number:
        """Add."""
        number = Fraction(other) if isinstance(other, int) else other
        with working_precision(PRECISION_START):
            enclosure = self.enclosure + _known(number)
        return Enclosed(enclosure, lambda: self.exact + _written(number))

    __radd__ = __add__

    def __neg__(self) -> Real:
        """Negate."""
        return Enclosed(-self.enclosure, lambda: -self.exact)

    def __mul__(self, other: Number | int) -> Number:
        """Multiply."""
        if not isinstance(other, int | Fraction):
            return self.exact * _written(other)
        if not other:
            return Fraction(0)
        factor = Fraction(other)
        with working_precision(PRECISION_START):
            enclosure = self.enclosure * fmpq(factor.numerator, factor.denominator)
        return Enclosed(enclosure, lambda: self.exact * factor)

    __rmul__ = __mul__

    def __str__(self) -> str:
        return f"~{decimal(self).removeprefix('~')}"


def _known(number: Number) -> arb:
    """Return a ball around a number without working it out."""
    if isinstance(number, Fraction):
        return arb(fmpq(number.numerator, number.denominator))
    return number.approximation()


def _written(number: Number) -> Number:
    return number.exact if isinstance(number, Enclosed) else number
