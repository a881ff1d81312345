"""Exact quotients of polynomials: what is in the identities of a proof.

A polynomial is the coefficient of each monomial, whose exponents may be negative. A ratio has factors below that are
polynomials of two terms at least, each with the power that it has there. Nothing is cancelled but monomials: a ratio is
0 where what is above is.
"""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from functools import cached_property

from verify.kernel import ONE, ZERO, Malformed, size, spend

Monomial = tuple[tuple[str, int], ...]
"""The exponents of variables, none of them 0, in the order of their names."""

Polynomial = Mapping[Monomial, Fraction]
Factor = tuple[tuple[Monomial, Fraction], ...]
"""A polynomial below a ratio, in order: no variable can be taken out of it, and its first coefficient is 1."""

MAX_POWER = 64


def multiplied(a: Monomial, b: Monomial) -> Monomial:
    """Return the product of two monomials."""
    if not a or not b:
        return a or b
    powers = dict(a)
    for name, e in b:
        powers[name] = powers.get(name, 0) + e
    return tuple(sorted((name, e) for name, e in powers.items() if e))


def product(a: Polynomial, b: Polynomial) -> dict[Monomial, Fraction]:
    """Return the product of two polynomials."""
    together = bits(a) + bits(b)
    large = 1 + together // 200 + (together // 64) ** 2 // 1000  # of which divisors in common take the most
    spend(2 * len(a) * len(b) * large + (width(a) * len(b) + width(b) * len(a)) // 2, 64 * large)
    terms: dict[Monomial, Fraction] = {}
    for m, c in a.items():
        for o, d in b.items():
            both = multiplied(m, o)
            terms[both] = terms[both] + c * d if both in terms else c * d
    return {m: c for m, c in terms.items() if c}


def bits(a: Polynomial) -> int:
    """Return the length of the largest coefficient."""
    return max((c.numerator.bit_length() + c.denominator.bit_length() for c in a.values()), default=0)


def width(a: Polynomial) -> int:
    """Return how many powers of variables there are in all monomials together."""
    return sum(map(len, a))


def content(a: Polynomial) -> Monomial:
    """Return the monomial that can be taken out of all terms: of each variable the least exponent."""
    powers = [dict(m) for m in a]
    names = {name for m in powers for name in m}
    spend(len(a) + width(a) + len(names) * len(a) // 8)
    least = {name: min(m.get(name, 0) for m in powers) for name in names}
    return tuple(sorted((name, e) for name, e in least.items() if e))


def turned(m: Monomial) -> Monomial:
    """Return 1/m."""
    return tuple((name, -e) for name, e in m)


def factor_of(a: Polynomial) -> Factor:
    """Return a polynomial as it stands below a ratio."""
    taken = turned(content(a))
    ordered = sorted((multiplied(m, taken), c) for m, c in a.items())
    return tuple((m, c / ordered[0][1]) for m, c in ordered)


def by_powers(a: Polynomial, name: str) -> dict[int, dict[Monomial, Fraction]]:
    """Return a polynomial by the powers of one variable."""
    spend(len(a) + width(a) // 2)
    coefficients: dict[int, dict[Monomial, Fraction]] = {}
    for m, c in a.items():
        powers = dict(m)
        e = powers.pop(name, 0)
        coefficients.setdefault(e, {})[tuple(sorted(powers.items()))] = c
    return coefficients


class Ratio:
    """A polynomial over a product of powers of factors."""

    def __init__(self, above: Polynomial, below: Mapping[Factor, int] | None = None) -> None:
        spend(4)  # for what it leaves, however few terms it has
        self.above, self.below = above, below or {}

    @cached_property
    def key(self) -> tuple[frozenset[tuple[Monomial, Fraction]], frozenset[tuple[Factor, int]]]:
        """What two ratios that are written in the same way have in common."""
        return frozenset(self.above.items()), frozenset(self.below.items())

    @cached_property
    def names(self) -> frozenset[str]:
        """The variables that it speaks of."""
        parts = [self.above, *map(dict, self.below)]
        return frozenset(name for part in parts for m in part for name, _ in m)

    @cached_property
    def divisors(self) -> frozenset[str | Factor]:
        """The factors and variables that it is divided by."""
        return frozenset((*self.below, *(name for m in self.above for name, e in m if e < 0)))

    @cached_property
    def nonzero(self) -> frozenset[str | Factor]:
        """The factors and variables that 1 over it is divided by."""
        return self.inverse().divisors

    def spend_on_factors(self) -> None:
        """Pay for looking up what it is divided by."""
        if self.below:
            spend(sum(3 * len(factor) + width(dict(factor)) // 8 for factor in self.below))

    @property
    def constant(self) -> Fraction | None:
        """Its value where it speaks of no variable, else None."""
        if self.below or any(self.above):
            return None
        return self.above.get((), Fraction(0))

    def over(self, below: Mapping[Factor, int]) -> Polynomial:
        """Return what is above where so much is below, which is at least what is."""
        numerator = self.above
        for factor, e in below.items():
            for _ in range(e - self.below.get(factor, 0)):
                numerator = product(numerator, dict(factor))
        return numerator

    def __add__(self, other: Ratio) -> Ratio:
        if self.below == other.below:
            below, parts = self.below, (self.above, other.above)
        else:
            self.spend_on_factors()
            other.spend_on_factors()
            both = {**self.below, **other.below}
            below = {f: max(self.below.get(f, 0), other.below.get(f, 0)) for f in both}
            parts = (self.over(below), other.over(below))
        terms = dict(parts[0])
        spend(len(terms) // 16 + sum(size(c) + size(terms.get(m, ZERO)) for m, c in parts[1].items()))
        for m, c in parts[1].items():
            terms[m] = terms[m] + c if m in terms else c
        return Ratio({m: c for m, c in terms.items() if c}, below)

    def __neg__(self) -> Ratio:
        spend(len(self.above))
        return Ratio({m: -c for m, c in self.above.items()}, self.below)

    def __sub__(self, other: Ratio) -> Ratio:
        return self + -other

    def __mul__(self, other: Ratio) -> Ratio:
        other.spend_on_factors()
        below = dict(self.below)
        for factor, e in other.below.items():
            below[factor] = below.get(factor, 0) + e
        if any(e > MAX_POWER for e in below.values()):
            raise Malformed(f"a power of more than {MAX_POWER} below a quotient")
        return Ratio(product(self.above, other.above), below)

    def inverse(self) -> Ratio:
        """Return 1 over it; it may not be 0."""
        taken, factor = content(self.above), factor_of(self.above)
        first = self.above[multiplied(factor[0][0], taken)]
        below = {factor: 1} if len(factor) > 1 else {}
        return Ratio({turned(taken): 1 / first}, below) * Ratio(number(ONE).over(self.below))

    def __pow__(self, e: int) -> Ratio:
        if abs(e) > MAX_POWER:
            raise Malformed(f"a power of more than {MAX_POWER}")
        result, base = number(ONE), self if e >= 0 else self.inverse()
        for _ in range(abs(e)):
            result *= base
        return result


def number(a: Fraction) -> Ratio:
    """Return a number as a ratio."""
    return Ratio({(): a} if a else {})


def variable(name: str, e: int = 1) -> Ratio:
    """Return a power of a variable."""
    return Ratio({((name, e),): ONE})


def reduced(a: Ratio, roots: Mapping[str, Ratio]) -> Ratio:
    """Return a ratio that is equal where some variables are the square roots of what ``roots`` says, in lowest powers.

    A root is the last of the variables that it is made of, and so the last to be put in is the first to be taken out.
    """
    for root in reversed(list(roots)):
        parts = by_powers(a.above, root)
        if parts.keys() <= {0, 1}:
            continue
        total = number(Fraction(0))
        for e, above in parts.items():
            odd = variable(root) if e % 2 else number(ONE)
            total += Ratio(above) * odd * roots[root] ** (e // 2)
        a = total * Ratio({(): ONE}, a.below)
    return a


def vanishes(a: Ratio, roots: Mapping[str, Ratio]) -> bool:
    """Tell whether a ratio is 0 everywhere, where some variables are the square roots of what ``roots`` says."""
    return not reduced(Ratio(a.above), roots).above
