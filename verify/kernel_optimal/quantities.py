"""Quotients of polynomials in positive symbols, and what signs they can have."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from fractions import Fraction
from functools import reduce
from typing import Any

from verify import kernel
from verify.kernel import ONE, ZERO, Unknown, spend
from verify.kernel_gram.numbers import Refused

MAX_TERMS = 400

Monomial = frozenset[tuple[str, Fraction]]
"""A product of powers of symbols, which are positive; one whose name ends in ? may be 0 as well.

A name that is a number stands for that number, of which a root is not rational.
"""

Polynomial = Mapping[Monomial, Fraction]
UNIT: Polynomial = {frozenset(): ONE}


@dataclass(frozen=True)
class Quantity:
    """A quotient of two sums of monomials, the lower one positive."""

    above: Polynomial
    below: Polynomial

    def __add__(self, other: Quantity) -> Quantity:
        if self.below == other.below:
            return Quantity(added(self.above, other.above), self.below)
        above = added(multiplied(self.above, other.below), multiplied(other.above, self.below))
        return Quantity(above, multiplied(self.below, other.below))

    def __mul__(self, other: Quantity) -> Quantity:
        return Quantity(multiplied(self.above, other.above), multiplied(self.below, other.below))

    def __neg__(self) -> Quantity:
        return Quantity({m: -c for m, c in self.above.items()}, self.below)

    def __sub__(self, other: Quantity) -> Quantity:
        return self + -other


def added(a: Polynomial, b: Polynomial) -> Polynomial:
    """Return the sum of two polynomials."""
    spend(sum(map(kernel.size, (*a.values(), *b.values()))))
    found = {m: a.get(m, ZERO) + b.get(m, ZERO) for m in (*a, *b)}
    return {m: c for m, c in found.items() if c}


def multiplied(a: Polynomial, b: Polynomial) -> Polynomial:
    """Return the product of two polynomials."""
    if b == UNIT:
        return a
    found: dict[Monomial, Fraction] = {}
    spend(sum(5 + kernel.size(c) for c in a.values()) * sum(5 + kernel.size(c) for c in b.values()))
    for m, c in a.items():
        for o, d in b.items():
            powers = dict(m)
            for name, e in o:
                powers[name] = powers.get(name, ZERO) + e
            key, times = with_roots(powers)
            found[key] = found.get(key, ZERO) + c * d * times
    if len(found) > MAX_TERMS:
        raise Refused(f"a polynomial of more than {MAX_TERMS} terms")
    return {m: c for m, c in found.items() if c}


def with_roots(powers: Mapping[str, Fraction]) -> tuple[Monomial, Fraction]:
    """Return a product of powers, with those of numbers between 0 and 1, and what is taken out of these."""
    times, left = ONE, dict(powers)
    for name, e in powers.items():
        if kernel.FRACTION.fullmatch(name):
            left[name] = e - math.floor(e)
            times *= power_of(Fraction(name), math.floor(e))
    return frozenset((name, e) for name, e in left.items() if e), times


def power_of(a: Fraction, e: int) -> Fraction:
    """Return a whole power of a number, within what is multiplied out."""
    if abs(e) > kernel.EXPANDED:
        raise Unknown("a power too large to be multiplied out")
    return a**e


def at_numbers(terms: Polynomial) -> int | None:
    """Return the sign of a sum of roots of numbers, and None of a polynomial in symbols."""
    if not all(kernel.FRACTION.fullmatch(name) for m in terms for name, _ in m):
        return None
    total: kernel.Number = ZERO
    for m, c in terms.items():
        product: kernel.Number = c
        for name, e in m:
            product = product * kernel.power(Fraction(name), e)
        total = total + product
    return kernel.sign(total)


def constant(a: Fraction | int) -> Quantity:
    """Return a rational number as a quantity."""
    return Quantity({frozenset(): Fraction(a)} if a else {}, UNIT)


NONE, ALL = constant(0), constant(1)


def symbol(name: str) -> Quantity:
    """Return a symbol as a quantity."""
    return Quantity({frozenset({(name, ONE)}): ONE}, UNIT)


def rational(a: Any) -> Fraction:
    """Return a quantity that has to be a rational number."""
    if isinstance(a, Quantity) and a.below == UNIT and a.above.keys() <= {frozenset()}:
        return a.above.get(frozenset(), ZERO)
    raise Unknown("a number is needed where a quantity depends on symbols")


def signs(a: Quantity) -> frozenset[int]:
    """Return the signs that a quantity may have, by its coefficients; raise Unknown where they do not tell."""
    if not a.above:
        return frozenset({0})
    if (known := at_numbers(a.above)) is not None:
        return frozenset({known})
    for terms in (a.above, from_one(a.above)):
        found = {(c > 0) - (c < 0) for c in terms.values()}
        if len(found) <= 1:
            sure = any(all(not name.endswith("?") for name, _ in m) for m in terms)
            return frozenset(found if sure else found | {0})
    raise Unknown("the sign of a quantity is not decided by its coefficients")


def from_one(a: Polynomial) -> Polynomial:
    """Return a polynomial, times a power of l, with (1 + r)**2 in the place of l, which is 1 at least."""
    powers = [dict(m).get("l", ZERO) for m in a]
    least = min(powers)
    found: Polynomial = {}
    for (m, c), e in zip(a.items(), powers, strict=True):
        times = 2 * (e - least)
        if times.denominator != 1 or times > kernel.EXPANDED:
            return a
        rest = frozenset((name, d) for name, d in m if name != "l")
        for i in range(int(times) + 1):
            found = added(found, {rest | ({("l?", Fraction(i))} if i else set()): c * math.comb(int(times), i)})
    return found


def quotient(a: Quantity, b: Quantity) -> Quantity:
    """Return a/b; b has to be positive or negative."""
    sign = signs(b)
    if sign not in ({1}, {-1}):
        raise Unknown("a quotient by what may be 0")
    if sign == {-1}:
        return quotient(-a, -b)
    if len(b.above) == 1:
        ((m, c),) = b.above.items()
        inverse = {frozenset((name, -e) for name, e in m): 1 / c}
        return Quantity(multiplied(multiplied(a.above, b.below), inverse), a.below)
    return Quantity(multiplied(a.above, b.below), multiplied(a.below, b.above))


def power(a: Quantity, e: Fraction, roots: Sequence[Quantity] = ()) -> Quantity:
    """Return a**e: of whole e, of a monomial, or by one of the ``roots``, which is one if its power is a."""
    if e.denominator == 1:
        if abs(e) > kernel.EXPANDED:
            raise Unknown("a power too large to be multiplied out")
        return quotient(ALL, power(a, -e)) if e < 0 else reduce(Quantity.__mul__, [a] * int(e), ALL)
    sign = signs(a)
    if -1 in sign or (0 in sign and e < 0):
        raise Unknown("a root of what may be negative")
    if not a.above:
        return NONE
    if len(a.above) == 1 and a.below == UNIT:
        ((m, c),) = a.above.items()
        factor = kernel.power(c, e)
        powers = {name: d * e for name, d in m}
        if not isinstance(factor, Fraction):
            powers[str(c)], factor = powers.get(str(c), ZERO) + e, ONE
        key, times = with_roots(powers)
        return Quantity({key: factor * times}, UNIT)
    for root in roots:
        if -1 not in signs(root) and not (power(root, Fraction(e.denominator)) - a).above:
            return power(root, Fraction(e.numerator))
    raise Unknown("a root that is no quotient of polynomials, and is not among those given")


def rounded(a: Quantity, fractions: Sequence[Quantity] = ()) -> Quantity:
    """Return the largest whole number that is at most a quantity: one in l with whole coefficients, and a number.

    One of the ``fractions``, which are at least 0 and below 1, may be above that.
    """
    for part in fractions:
        left = a - part
        if all(c.denominator == 1 for c in left.above.values()):
            with suppress(Unknown):
                return rounded(left)
    whole = {m: c for m, c in a.above.items() if m}
    natural = all(c.denominator == 1 and {name for name, _ in m} <= {"l"} for m, c in whole.items())
    if a.below != UNIT or not natural or any(e.denominator != 1 or e < 0 for m in whole for _, e in m):
        raise Unknown("the whole part of a quantity that is not known to be whole")
    return Quantity(whole, UNIT) + constant(math.floor(a.above.get(frozenset(), ZERO)))
