"""The ellipsoid method as an online learner (Kivinen and Warmuth 1995, section 2.2, after Maass and Turan)."""

from __future__ import annotations

import math
from collections.abc import Sequence
from fractions import Fraction
from operator import mul
from typing import Any

import numpy as np

from bounds.data.interval import Interval
from bounds.data.vectors import Example, Vector, vector
from bounds.errors import BoundcheckError
from bounds.learners.additive import combine, label_of
from bounds.learners.base import Learner


class Ellipsoid(Learner):
    """Central-cut ellipsoid method in the space of all (w, -theta), from the unit ball around zero.

    A mistake on (x, y) means that the centre c violates g.c >= 0 with g = y*(x, 1). The ellipsoid
    {c + z : z'P^-1z <= 1} is cut through its centre and replaced by the smallest one around the rest:
    c += Pg / ((m + 1) sqrt(g'Pg)) and P = m**2/(m**2 - 1) * (P - 2/(m + 1) * Pg(Pg)'/(g'Pg)), m = n + 1. The
    prediction is w.x - theta at the centre, with version ``thresholded(0)``.

    All is rational. P is held as I + G'MG up to a scalar factor, where the rows of G are the g so far, so the
    centre is a combination of mistaken examples, with coefficients that depend on dot products only: the
    learner is additive and rotation invariant, exactly. Square roots are rational, rounded down, and the
    entries of M are rounded to multiples of 2**-bits, which keeps both properties and keeps the numbers short.

    >>> learner = Ellipsoid()
    >>> learner.start(1)
    >>> learner.predict(Example([1]))
    Fraction(0, 1)
    >>> learner.update(Example([1]), Interval.parse("(-oo,0)"))
    >>> learner.predict(Example([1])) < 0
    True
    """

    def __init__(self, bits: int = 128) -> None:
        if bits < 16:
            raise BoundcheckError(f"the ellipsoid method was given {bits} bits; use at least 16")
        self.bits = bits

    def start(self, n: int) -> None:
        """Set the ellipsoid to the unit ball around zero, in n + 1 dimensions."""
        self._m = n + 1
        self._centre: Vector = vector([0] * (n + 1))
        self._cuts: list[Example] = []
        self._matrix: np.ndarray[Any, Any] = np.zeros((0, 0), dtype=object)

    def predict(self, x: Example) -> Fraction:
        """Return w.x - theta at the centre."""
        return self._centre.dot(_signed(x, 1))

    def update(self, x: Example, target: Interval) -> None:
        """Cut the ellipsoid through its centre if the prediction is outside ``target``."""
        if target.side(self.predict(x)):
            self.cut(_signed(x, label_of(target)))

    def cut(self, g: Example) -> None:
        """Keep the half of the ellipsoid on the side of g, and enclose it."""
        one, m = 1 << self.bits, self._m
        common = math.lcm(g.denominator, *(h.denominator for h in self._cuts))
        scale = g.denominator * common
        gram = np.array(
            [sum(map(mul, h.numerators, g.numerators)) * (common // h.denominator) for h in self._cuts], dtype=object
        )
        # In units of 1/one: Pg = sum of h_i g_i + g, and q = g'Pg.
        h = self._matrix.dot(gram) // scale if self._cuts else gram
        square = g.squared_norm()
        q = square.numerator * one // square.denominator + int(h.dot(gram) if self._cuts else 0) // scale
        if q <= 0:
            raise BoundcheckError(f"{self.bits} bits are too few for {len(self._cuts) + 1} cuts; use more")
        h = np.append(h, one)
        self._cuts.append(g)
        self._move(h, q)
        size = len(self._cuts)
        grown = np.zeros((size, size), dtype=object)
        grown[:-1, :-1] = self._matrix
        self._matrix = grown - (2 * np.outer(h, h)) // ((m + 1) * q)

    def _factor(self, q: int) -> Fraction:
        """Return 1/((m + 1) sqrt(g'Pg)), where P has grown by m**2/(m**2 - 1) at every earlier cut."""
        one, m, earlier = 1 << self.bits, self._m, len(self._cuts) - 1
        growth = Fraction(m * m, m * m - 1) ** earlier if m > 1 else Fraction(1)
        length = floor_sqrt(Fraction(one, q) * growth, self.bits) / (m + 1)
        return Fraction(math.floor(length * one), one)

    def _move(self, h: np.ndarray[Any, Any], q: int) -> None:
        """Move the centre by Pg / ((m + 1) sqrt(g'Pg))."""
        one, m, factor = 1 << self.bits, self._m, self._factor(q)
        step = [0] * m
        common = math.lcm(*(g.denominator for g in self._cuts))
        for a, g in zip(h, self._cuts, strict=True):
            b = int(a) * (common // g.denominator)
            step = [s + b * e for s, e in zip(step, g.numerators, strict=True)]
        self._centre = combine(self._centre, Fraction(1), Example(step, common * one), factor)

    @property
    def weights(self) -> Sequence[Fraction]:
        """The weights w at the centre."""
        return self._centre[:-1]

    @property
    def threshold(self) -> Fraction:
        """The threshold theta at the centre."""
        return -self._centre[-1]


def _signed(x: Example, y: int) -> Example:
    return Example([*(y * a for a in x.numerators), y * x.denominator], x.denominator)


def floor_sqrt(value: Fraction, bits: int) -> Fraction:
    """Return a rational root of a non-negative rational, at most the true one, with relative error below 2**-bits.

    >>> floor_sqrt(Fraction(9, 4), 8), Fraction(2) - floor_sqrt(Fraction(2), 30) ** 2 < Fraction(1, 2**28)
    (Fraction(3, 2), True)
    """
    shift = max(0, 2 * bits + value.denominator.bit_length() - value.numerator.bit_length() + 2)
    shift += shift % 2
    scaled = (value.numerator << shift) // value.denominator
    return Fraction(math.isqrt(scaled), 1 << (shift // 2))
