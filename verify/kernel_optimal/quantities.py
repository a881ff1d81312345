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

A name that is a number stands for that number, of which a root is not rational, and log:2 for the logarithm of 2. One
that ends in + is whole and at least 1: see LEAST.
"""

Polynomial = Mapping[Monomial, Fraction]
UNIT: Polynomial = {frozenset(): ONE}

LOG = "log:"
LEAST: Mapping[str, tuple[Fraction, tuple[tuple[str, Fraction], ...]]] = {
    "n+": (Fraction(2), (("k+", ONE), ("h+", ONE))), "o+": (Fraction(2), (("h+", ONE),)),
    **dict.fromkeys(("l", "j+", "k+", "h+"), (ONE, ())),
}  # fmt: skip
"""What whole symbols are at least: a number, times powers of those that follow."""


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
    sums = {m: a.get(m, ZERO) + b.get(m, ZERO) for m in (*a, *b)}
    return {m: c for m, c in sums.items() if c}


def multiplied(a: Polynomial, b: Polynomial) -> Polynomial:
    """Return the product of two polynomials."""
    if b == UNIT:
        return a
    terms: dict[Monomial, Fraction] = {}
    spend(sum(5 + kernel.size(c) for c in a.values()) * sum(5 + kernel.size(c) for c in b.values()))
    for m, c in a.items():
        for o, d in b.items():
            powers = dict(m)
            for name, e in o:
                powers[name] = powers.get(name, ZERO) + e
            key, times = with_roots(powers)
            terms[key] = terms.get(key, ZERO) + c * d * times
    if len(terms) > MAX_TERMS:
        raise Refused(f"a polynomial of more than {MAX_TERMS} terms")
    return {m: c for m, c in terms.items() if c}


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
    """Return the sign of a sum of roots and logarithms of numbers, and None of a polynomial in symbols."""
    if not all(kernel.FRACTION.fullmatch(name.removeprefix(LOG)) for m in terms for name, _ in m):
        return None
    total: kernel.Number = ZERO
    for m, c in terms.items():
        product: kernel.Number = c
        for name, e in m:
            a = Fraction(name.removeprefix(LOG))
            product = product * kernel.power(kernel.log(a) if name.startswith(LOG) else a, e)
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
    spend(2 * len(a.above))
    if (known := at_numbers(a.above)) is not None:
        return frozenset({known})
    for terms in (a.above, from_least(a.above)):
        coefficients = {(c > 0) - (c < 0) for c in terms.values()}
        if len(coefficients) <= 1:
            sure = any(all(not name.endswith("?") for name, _ in m) for m in terms)
            return frozenset(coefficients if sure else coefficients | {0})
    raise Unknown("the sign of a quantity is not decided by its coefficients")


def from_least(a: Polynomial) -> Polynomial:
    """Return a polynomial, times powers of symbols, with (1 + r)**2 times the least that a symbol is in its place."""
    for name, (c, least) in LEAST.items():
        spend(10 * len(a))
        powers = [dict(m).get(name, ZERO) for m in a]
        low = min(powers, default=ZERO)
        total: Polynomial = {}
        for (m, coefficient), e in zip(a.items(), powers, strict=True):
            times = 2 * (e - low)
            if times.denominator != 1 or times > kernel.EXPANDED or (least and times % 2):
                return a
            rest = {name: ZERO, **{other: (e - low) * d for other, d in least}}
            for other, d in m:
                rest[other] = d + (rest.get(other, ZERO) if other != name else -d)
            kept, factor = with_roots(rest)
            factor *= coefficient * c ** int(times // 2)
            for i in range(int(times) + 1):
                part = kept | ({(f"{name}?", Fraction(i))} if i else frozenset())
                total = added(total, {part: factor * math.comb(int(times), i)})
        a = total
    return a


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
    natural = all(c.denominator == 1 and {name for name, _ in m} <= LEAST.keys() for m, c in whole.items())
    if a.below != UNIT or not natural or any(e.denominator != 1 or e < 0 for m in whole for _, e in m):
        raise Unknown("the whole part of a quantity that is not known to be whole")
    return Quantity(whole, UNIT) + constant(math.floor(a.above.get(frozenset(), ZERO)))


def logarithm(a: Quantity, logs: Mapping[str, Quantity]) -> Quantity:
    """Return the natural logarithm of a positive quantity, by those of symbols that are known; else it is a symbol.

    That is not negative, since it is taken of what is at least 1.
    """
    if signs(a) != {1}:
        raise Unknown("a logarithm of what may be 0, or negative")
    if len(a.above) > 1 or a.below != UNIT:
        return large(a) if -1 not in signs(a - ALL) else -large(quotient(ALL, a))
    ((m, c),) = a.above.items()
    total = of_number(c.numerator) - of_number(c.denominator)
    for name, e in m:
        if kernel.FRACTION.fullmatch(name):
            own = of_number(Fraction(name).numerator) - of_number(Fraction(name).denominator)
        else:
            own = logs[name] if name in logs else large(symbol(name))
        total += constant(e) * own
    return total


def of_number(a: int) -> Quantity:
    """Return the logarithm of a whole number: so many of 2, and that of an odd one."""
    twos = (a & -a).bit_length() - 1
    odd = a >> twos
    return constant(twos) * symbol(f"{LOG}2") + (symbol(f"{LOG}{odd}") if odd > 1 else NONE)


def large(a: Quantity) -> Quantity:
    """Return the logarithm of what is at least 1, as a symbol."""
    sign = signs(a - ALL)
    if -1 in sign:
        raise Unknown("a logarithm of which the sign is not known")
    return symbol(f"{LOG}{text_of(a)}{'?' if 0 in sign else ''}")


def text_of(a: Quantity) -> str:
    """Write a quantity, the same whenever numerator and denominator are, up to a factor."""
    scale = max(a.below.items(), key=lambda term: sorted(term[0]))[1]
    texts = []
    for terms in (a.above, a.below):
        ordered = sorted(terms.items(), key=lambda term: sorted(term[0]))
        products = ([f"({c / scale})", *(f"{plain(name)}**({e})" for name, e in sorted(m))] for m, c in ordered)
        texts.append(" + ".join(map("*".join, products)))
    return f"({texts[0]})/({texts[1]})"


def plain(name: str) -> str:
    """Return how a formula calls a symbol, as no other is called."""
    if ":" in name or ";" in name:
        raise Unknown("a logarithm of what has no name")
    return {"h+": "(m/2)", "o+": "n"}.get(name, name.rstrip("?+"))
