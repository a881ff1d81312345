"""What is done with the quotients of verify.kernel_proof to find identities, and not to check them."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from fractions import Fraction
from functools import reduce
from typing import Any

import sympy

from verify.kernel import ONE
from verify.kernel_proof.ratios import (
    Factor,
    Monomial,
    Polynomial,
    Ratio,
    by_powers,
    content,
    multiplied,
    number,
    turned,
    variable,
)

PREDICTED = ("y", "yhat", "ux", "u_loss")
OF_A_TRIAL = (*PREDICTED, "xx")
"""The variables of a trial, as the checker calls them."""


def divided(a: Polynomial, factor: Factor) -> dict[Monomial, Fraction] | None:
    """Return a polynomial divided by another one, None where something is left."""
    rest, quotient = dict(a), dict[Monomial, Fraction]()
    names = sorted({name for part in (a, dict(factor)) for m in part for name, _ in m})

    def order(m: Monomial) -> tuple[int, ...]:
        powers = dict(m)
        return tuple(powers.get(name, 0) for name in names)

    lead, c = max(factor, key=lambda term: order(term[0]))
    while rest:
        top = max(rest, key=order)
        m = multiplied(top, turned(lead))
        if any(e < 0 for _, e in m):
            return None
        quotient[m] = by = rest[top] / c
        for o, d in factor:
            both = multiplied(m, o)
            left = rest.pop(both, Fraction(0)) - by * d
            if left:
                rest[both] = left
    return quotient


def cancelled(a: Ratio) -> Ratio:
    """Return a ratio without the factors below that divide what is above."""
    taken, below = content(a.above), dict(a.below)
    above: Polynomial = {multiplied(m, turned(taken)): c for m, c in a.above.items()}
    for factor in a.below:
        while below[factor] and (quotient := divided(above, factor)) is not None:
            above, below[factor] = quotient, below[factor] - 1
    return Ratio({multiplied(m, taken): c for m, c in above.items()}, {factor: e for factor, e in below.items() if e})


def degree(a: Polynomial, name: str) -> int:
    """Return the degree of a polynomial in a variable."""
    return max((dict(m).get(name, 0) for m in a), default=0)


def slope(a: Polynomial, name: str) -> Ratio:
    """Return the derivative of a polynomial."""
    terms = ((m, c * dict(m).get(name, 0)) for m, c in a.items())
    return Ratio({multiplied(m, ((name, -1),)): c for m, c in terms if c})


def as_poly(above: Polynomial, names: Sequence[str]) -> Any:
    """Return a polynomial as one of sympy, in variables that include its own; its powers are not negative."""
    terms = {
        tuple(dict(m).get(name, 0) for name in names): sympy.Rational(c.numerator, c.denominator)
        for m, c in above.items()
    }
    return sympy.Poly.from_dict(terms or {(0,) * len(names): 0}, *map(sympy.Symbol, names), domain="QQ")


def as_ratio(poly: Any) -> Ratio:
    """Return one of sympy's polynomials as a ratio."""
    names = list(map(str, poly.gens))
    terms = ((zip(names, powers, strict=True), Fraction(int(c.p), int(c.q))) for powers, c in poly.terms() if c)
    return Ratio({tuple((name, int(e)) for name, e in powers if e): c for powers, c in terms})


def factored(a: Ratio) -> tuple[Fraction, list[tuple[Ratio, int]]]:
    """Return a ratio as a number and powers of polynomials that cannot be factored.

    >>> coefficient, factors = factored(Ratio({(("t", 2),): Fraction(2), (("r", 2),): Fraction(-2)}))
    >>> coefficient, [(written(factor), e) for factor, e in factors]
    (Fraction(-2, 1), [('-t + r', 1), ('t + r', 1)])
    """
    names = sorted(a.names)
    taken = content(a.above)
    coefficient, exponents = Fraction(1), dict[Any, int]()
    above = {multiplied(m, turned(taken)): c for m, c in a.above.items()}
    for side, e in ((above, 1), *((dict(factor), -e) for factor, e in a.below.items())):
        c, factors = as_poly(side, names or ["_"]).factor_list()
        coefficient *= Fraction(int(c.p), int(c.q)) ** e
        for factor, power in factors:
            exponents[factor] = exponents.get(factor, 0) + e * int(power)
    powers = [(variable(name), e) for name, e in taken]
    return coefficient, powers + [(as_ratio(factor), e) for factor, e in exponents.items() if e]


def primitive(a: Ratio, names: Sequence[str] = PREDICTED) -> Ratio:
    """Return a polynomial without the factors that speak of none of some variables.

    >>> written(primitive(Ratio({(("t", 1), ("ux", 1)): Fraction(2), (("t", 1),): Fraction(4)})))
    'ux + 2'
    """
    if not a.names:
        return a
    product = number(Fraction(1))
    for factor, e in as_poly(a.above, sorted(a.names)).factor_list()[1]:
        if {*names} & set(map(str, factor.free_symbols)):
            product *= as_ratio(factor) ** int(e)
    return product


def substituted(a: Ratio, name: str, value: Ratio) -> Ratio:
    """Return a ratio with something put in for a variable."""
    if name not in a.names:
        return a
    total = Ratio({})
    for e, above in by_powers(a.above, name).items():
        total += Ratio(above) * value**e
    for factor, e in a.below.items():
        total = total * substituted(Ratio(dict(factor)), name, value) ** -e
    return cancelled(total)


def divided_by_gap(a: Ratio, name: str, value: Ratio) -> Ratio:
    """Return a over (variable - value), where a is 0 if the variable has the value."""
    parts = by_powers(a.above, name)
    low, quotient, carry = min([0, *parts]), Ratio({}), Ratio({})
    for e in range(max(parts, default=0), low, -1):
        carry = carry * value + Ratio(parts.get(e, {}))
        quotient += carry * variable(name, e - 1 - low) if e - 1 > low else carry
    return quotient * Ratio({((name, low),): Fraction(1)} if low else {(): Fraction(1)}, a.below)


def written(a: Ratio) -> str:
    """Write a ratio as a formula.

    >>> written(Ratio({(("t", 1),): Fraction(1, 2), (): Fraction(-1)}))
    '1/2*t - 1'
    """
    below = "".join(f"/({written(Ratio(dict(factor)))})" * e for factor, e in a.below.items())
    terms = ""
    for m, c in sorted(a.above.items(), reverse=True):
        powers = "*".join(name if e == 1 else f"{name}**({e})" if e < 0 else f"{name}**{e}" for name, e in m)
        size = str(abs(c)) if abs(c) != 1 or not powers else ""
        terms += (" - " if c < 0 else " + ") + "*".join(part for part in (size, powers) if part)
    text = terms.removeprefix(" + ")
    text = f"-{text[3:]}" if text.startswith(" - ") else text or "0"
    return f"({text}){below}" if below else text


def primitive_vector(parts: Mapping[str, Ratio]) -> dict[str, Ratio]:
    """Return the coefficients of a vector without what they have in common: polynomials that no factor divides.

    >>> t = variable("t")
    >>> {name: written(a) for name, a in primitive_vector({"u": t * t, "w": t * number(Fraction(-2))}).items()}
    {'u': 't', 'w': '-2'}
    """
    below: dict[Factor, int] = {}
    for a in parts.values():
        below |= {factor: max(e, below.get(factor, 0)) for factor, e in a.below.items()}
    above = {name: a.over(below) for name, a in parts.items()}
    taken = turned(content({m: ONE for a in above.values() for m in a}))
    names = sorted({name for a in above.values() for name in Ratio(a).names}) or ["_"]
    whole = {name: as_poly({multiplied(m, taken): c for m, c in a.items()}, names) for name, a in above.items()}
    common = reduce(sympy.gcd, whole.values())
    return {name: as_ratio(a.quo(common)) for name, a in whole.items()}


def square_root(a: Ratio) -> Ratio | None:
    """Return the square root of a ratio, where it is one."""
    coefficient, factors = factored(a)
    above, below = math.isqrt(max(coefficient.numerator, 0)), math.isqrt(coefficient.denominator)
    if Fraction(above, below) ** 2 != coefficient or any(e % 2 for _, e in factors):
        return None
    whole = number(Fraction(above, below))
    for of, e in factors:
        whole *= of ** (e // 2)
    return whole


def of_parameters(a: Ratio) -> bool:
    """Tell whether a ratio speaks of parameters alone: all else has a name with _."""
    return not any("_" in name for name in a.names)
