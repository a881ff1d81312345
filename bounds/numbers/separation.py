"""How far from zero a number made of roots is, if it is not zero: nested roots are decided, and not only refined.

A number of rationals, roots, sums, products and quotients is U/L with algebraic integers U and L of the field that its
roots generate, whose degree D is at most the product of the roots' degrees. With u and l above the magnitudes of all
conjugates of U and of L: the norm of U is an integer, so |U| >= u**(1 - D) where U is not 0, and |U/L| >= u**(1 - D)/l.
(The k-th root of U/L is (U*L**(k - 1))**(1/k)/L, and U/(U**(k - 1)*L)**(1/k).) Such bounds are due to Burnikel,
Fleischer, Mehlhorn and Schirra.
"""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Iterable, Mapping
from fractions import Fraction
from functools import reduce
from operator import mul
from typing import Any

from bounds.numbers.atoms import Atom, Inverse, Product, Root, Sum, factors_of

MOST_BITS = 1 << 19
"""Numbers that may be closer to zero than this many bits show are not decided by their distance."""


class _Other(Exception):
    """A number has something else than roots in it, or too many of them."""


def separation(rational: Fraction, terms: Mapping[Atom, Fraction]) -> int | None:
    """Return b such that a combination of roots is 0 if its magnitude is below 2**-b; None for other numbers.

    >>> from bounds.numbers import sqrt
    >>> tie = sqrt(3 + 2 * sqrt(2)) - sqrt(2) - 1
    >>> separation(tie.rational, tie.terms)
    28
    """
    roots: set[Root] = set()
    try:
        above, below = _combined(rational, terms, roots)
    except _Other:
        return None
    bits = (_degree(roots) - 1) * above + below
    return bits if bits <= MOST_BITS else None


def _degree(roots: Iterable[Root]) -> int:
    """Return what the degree of the field of some roots is at most."""
    return reduce(mul, (root.degree for root in roots), 1)


def _size(number: Any, roots: set[Root]) -> tuple[int, int]:
    """Return bits above log2 u and log2 l of a number, and add the roots in it to ``roots``."""
    if isinstance(number, Fraction):
        return abs(number.numerator).bit_length(), number.denominator.bit_length()
    return _combined(number.rational, number.terms, roots)


def _combined(rational: Fraction, terms: Mapping[Atom, Fraction], roots: set[Root]) -> tuple[int, int]:
    common = math.lcm(rational.denominator, *(c.denominator for c in terms.values()))
    products = {atom: Counter(factors_of((atom,))) for atom in terms}
    shared = Counter[Atom]()  # each factor as often as in the term where it is most often: that divides all terms
    for factors in products.values():
        shared |= factors
    sizes = {factor: _of_atom(factor, roots) for factor in shared}
    whole = sum(times * sizes[factor][1] for factor, times in shared.items())
    above = [abs(int(rational * common)).bit_length() + whole] if rational else []
    for atom, factors in products.items():
        grown = sum(times * (sizes[factor][0] - sizes[factor][1]) for factor, times in factors.items())
        above.append(abs(int(terms[atom] * common)).bit_length() + grown + whole)
    return max(above, default=0) + max(len(above) - 1, 0).bit_length(), whole + common.bit_length()


def _of_atom(atom: Atom, roots: set[Root]) -> tuple[int, int]:
    match atom:
        case Root(radicand, degree):
            above, below = _size(radicand, roots)
            roots.add(atom)
            if _degree(roots) > MOST_BITS:
                raise _Other
            if above >= below:
                return -(-(above + (degree - 1) * below) // degree), below
            return above, -(-((degree - 1) * above + below) // degree)
        case Inverse(inner):
            above, below = _size(inner, roots)
            return below, above
        case Product(factors):
            sizes = [_of_atom(factor, roots) for factor in factors]
            return sum(above for above, _ in sizes), sum(below for _, below in sizes)
        case Sum(inner):
            return _size(inner, roots)
    raise _Other
