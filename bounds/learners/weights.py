"""Weights of the two known shapes as exact numbers, and their products with examples.

The state is K/D with integers K, and entries with the same K have the same weight: their coefficients are added up
first, so that attributes that mirror each other cancel exactly.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping, Sequence
from fractions import Fraction
from functools import cached_property
from operator import mul

from bounds.data.vectors import Example
from bounds.errors import BoundcheckError
from bounds.numbers import (
    ExpSum,
    Number,
    exp,
    log,
    log_expsum,
    power,
    quotient,
    require_sign,
    sign,
    sum_of_powers,
    total,
)

ZERO, ONE = Fraction(0), Fraction(1)


def signed_power(z: Number, exponent: Number) -> Number:
    """Return sign(z)*|z|**exponent.

    >>> signed_power(Fraction(-2), Fraction(3))
    Fraction(-8, 1)
    """
    if exponent == 1:
        return z
    return -power(-z, exponent) if require_sign(z, "an entry of z") < 0 else power(z, exponent)


class PowerWeights:
    """sign(z)*|z|**exponent at z = start + rate*K/D.

    z is a unit times arguments, which are integers unless an irrational rate and a start forbid it.
    """

    def __init__(self, start: Sequence[Number] | None, rate: Number, exponent: Number, K: Example) -> None:
        self.start, self.rate, self.exponent, self.K = start, rate, exponent, K
        if exponent == 1:
            self.exponent = ONE

    @cached_property
    def _placed(self) -> tuple[Number, Sequence[int | Number]]:
        step, start, sums = self.rate / self.K.denominator, self.start, self.K.numerators
        if start is None:
            return step, sums
        if isinstance(step, Fraction) and isinstance(start, Example):
            common = math.lcm(step.denominator, start.denominator)
            new, old = step.numerator * (common // step.denominator), common // start.denominator
            return Fraction(1, common), [new * k + old * b for k, b in zip(sums, start.numerators, strict=True)]
        return ONE, [step * k + b for k, b in zip(sums, start, strict=True)]

    @property
    def z(self) -> Sequence[Number]:
        """The vector z."""
        unit, arguments = self._placed
        return [unit * argument for argument in arguments]

    def weights(self) -> list[Number]:
        """Return the weight vector."""
        return [signed_power(z, self.exponent) for z in self.z]

    def product(self, x: Example) -> Number:
        """Return the product of the weights and an example."""
        if self.exponent is ONE:
            product = sum(map(mul, self.K.numerators, x.numerators))
            learned = self.rate * Fraction(product, self.K.denominator * x.denominator)
            if self.start is None:
                return learned
            started = self.start.dot(x) if isinstance(self.start, Example) else total(map(mul, self.start, x))
            return learned + started
        unit, arguments = self._placed
        groups: dict[int | Number, int] = {}
        for argument, c in zip(arguments, x.numerators, strict=True):
            if isinstance(argument, int) and argument < 0:
                groups[-argument] = groups.get(-argument, 0) - c
            elif c:
                groups[argument] = groups.get(argument, 0) + c
        return self._combined({z: c for z, c in groups.items() if c}, unit) / x.denominator

    def _combined(self, groups: Mapping[int | Number, int], unit: Number) -> Number:
        """Return the sum of c*f(unit*z); of integers z an integer, or a sum of radicals, times a power of the unit."""
        exponent = self.exponent
        whole = [(z, c) for z, c in groups.items() if isinstance(z, int)]
        if not isinstance(exponent, Fraction) or len(whole) < len(groups):
            return total(c * signed_power(unit * z, exponent) for z, c in groups.items())
        if exponent.denominator == 1:
            return power(unit, exponent) * Fraction(sum(c * z**exponent.numerator for z, c in whole))
        return power(unit, exponent) * total(c * power(Fraction(z), exponent) for z, c in whole)


class ExponentialLink:
    """first*base**K, ``rate`` being ln(base), less opposite*base**(-K) where there is an ``opposite``.

    With ``average`` products are those of weights that sum, with those that are taken off, to ``size``; with ``scaled``
    the weights are these, too.
    """

    def __init__(
        self,
        first: Example,
        opposite: Example | None,
        base: Number,
        rate: Number | None,
        size: Number,
        average: bool,
        scaled: bool,
    ) -> None:
        self.opposite, self.base, self.rate, self.size = opposite is not None, base, rate, size
        self.average, self.scaled = average, scaled
        parts = [first] if opposite is None else [first, opposite]
        self.common = math.lcm(*(part.denominator for part in parts))
        self.first = [a * (self.common // part.denominator) for part in parts for a in part.numerators]
        """The first weights of all rows, the opposite ones last, as integers over ``common``."""
        self._steps: dict[int, tuple[Number, Fraction | None, int]] = {}

    def step(self, D: int) -> tuple[Number, Fraction | None, int]:
        """Return ln(base)/D, base**(1/D) where that is rational, and the sign of the step."""
        if D not in self._steps:
            if self.rate is None:
                raise BoundcheckError("weights that are 0 have no logarithm; use a rate below 1")
            step = self.rate / D
            growth = self.base if D == 1 else exp(step)
            self._steps[D] = step, growth if isinstance(growth, Fraction) else None, sign(step) or 1
        return self._steps[D]


class ExponentialWeights:
    """The weights of a link at K/D.

    Where the base is irrational an average is a quotient of two sums of exponentials, of which the sign is found.
    """

    def __init__(self, link: ExponentialLink, K: Example) -> None:
        self.link, self.K = link, K if K.denominator == 1 else K.reduced()

    @property
    def growth(self) -> Fraction | None:
        """base**(1/D), where that is rational."""
        if self.K.denominator == 1:
            return self.link.base if isinstance(self.link.base, Fraction) else None
        return self.link.step(self.K.denominator)[1]

    @property
    def step(self) -> Number:
        """ln(base)/D."""
        return self.link.step(self.K.denominator)[0]

    @cached_property
    def exponents(self) -> list[int]:
        """K of all rows, those of the opposite weights last."""
        K = list(self.K.numerators)
        return [*K, *(-k for k in K)] if self.link.opposite else K

    def _grouped(self, factors: Iterable[int]) -> dict[int, int]:
        """Add up the first weights times factors, by their K."""
        sums: dict[int, int] = {}
        for k, first, a in zip(self.exponents, self.link.first, factors, strict=True):
            if a:
                sums[k] = sums.get(k, 0) + first * a
        return sums

    @cached_property
    def _whole(self) -> dict[int, int]:
        """The first weights, added up by their K."""
        sums: dict[int, int] = {}
        for k, first in zip(self.exponents, self.link.first, strict=True):
            sums[k] = sums.get(k, 0) + first
        return sums

    def _sum(self, groups: Mapping[int, int]) -> ExpSum:
        """Return the sum of c*base**(K/D) as one of exponentials with a positive step: that is how it is compared."""
        step, _, direction = self.link.step(self.K.denominator)
        return ExpSum(step, groups) if direction > 0 else ExpSum(-step, {-k: c for k, c in groups.items()})

    @cached_property
    def _whole_sum(self) -> ExpSum:
        return self._sum(self._whole)

    def _value(self, groups: Mapping[int, int], average: bool) -> Number:
        """Return the sum of c*base**(K/D), over the sum of all weights for an average."""
        if average:
            least = min(self._whole, default=0)
            if self.growth is not None:
                if least and not self.growth:
                    raise BoundcheckError("all weights are 0, since eta = 1 and every expert has erred; use eta < 1")
                low = min([least, *groups])
                above = sum_of_powers(self.growth, {k - low: c for k, c in groups.items()})
                return above / sum_of_powers(self.growth, {k - low: c for k, c in self._whole.items()})
            return quotient(self._sum(groups), self._whole_sum)
        common = self.link.common
        if self.growth is not None:
            return sum_of_powers(self.growth, groups) / common
        if self.K.denominator == 1:
            return sum_of_powers(self.link.base, groups) / common
        return total(c * exp(self.step * k) for k, c in groups.items()) / common

    def product(self, x: Example) -> Number:
        """Return the product of the weights and an example."""
        factors = [*x.numerators, *(-a for a in x.numerators)] if self.link.opposite else x.numerators
        return self.link.size / x.denominator * self._value(self._grouped(factors), self.link.average)

    def rows(self) -> list[Number]:
        """Return the weights of all rows, the opposite ones last, before these are taken off."""
        places = list(zip(self.exponents, self.link.first, strict=True))
        known = {place: self.link.size * self._value({place[0]: place[1]}, self.link.scaled) for place in set(places)}
        return [known[place] for place in places]

    def weights(self) -> list[Number]:
        """Return the weight vector."""
        rows = self.rows()
        if not self.link.opposite:
            return rows
        return [a - b for a, b in zip(rows, rows[len(self.K) :], strict=False)]

    def logarithms(self) -> list[Number]:
        """Return ln w_j for each row of an average, written so that differences cancel exactly."""
        if self.growth is not None:
            return [log(w) for w in self.rows()]
        scale = log(self.link.size) - log_expsum(self._whole_sum)
        rows = zip(self.link.first, self.exponents, strict=True)
        return [scale + log(Fraction(first)) + self.step * k for first, k in rows]
