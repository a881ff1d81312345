"""Exact real numbers: rational combinations of square roots, exponentials, logarithms and quotients.

A ``Number`` is a ``Fraction`` or a ``Real``. A ``Real`` is a rational plus a rational combination of
*atoms*; each atom can be enclosed in a ball (python-flint ``arb``) of any precision. Equal atoms cancel
exactly. ``sign`` is three-valued: it answers from an exact argument or from a ball that excludes zero,
and says ``None`` when neither decides. No float is ever consulted.
Where the sign is certain to be found ``independence`` says.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from itertools import combinations
from typing import NoReturn, TypeAlias, Union

from flint import arb, fmpq

from bounds.errors import BoundcheckError, Undecided, UndefinedValue
from bounds.numbers.atoms import Atom, Exp, Inverse, Log, Quotient, Root, Sum, factors_of, joined, merged_root
from bounds.numbers.balls import (
    PRECISION_CAP,
    PRECISION_CERTAIN,
    Enclosable,
    Irrational,
    ball,
    sign_by_refining,
)
from bounds.numbers.decimals import decimal, enclosure_text, to_float
from bounds.numbers.independence import is_certainly_nonzero, is_logarithm_of_one
from bounds.numbers.radicals import bits_of, lowest_terms, perfect_power, rational_root
from bounds.numbers.rational import added, to_fraction
from bounds.numbers.separation import separation

Number: TypeAlias = Union[Fraction, "Real"]


@dataclass(frozen=True, eq=False)
class Real(Irrational):
    """A rational plus a rational combination of atoms: ``rational + sum(terms[a] * a)``.

    Made by ``sqrt``, ``log``, ``exp``, ``quotient`` and arithmetic with Fractions, ints and other Reals.
    ``==`` compares the written form, which is what cancellation needs; whether two numbers are equal is
    ``compare(a, b) == 0``. ``<``, ``max`` and the like, and ``abs`` decide exactly, or raise Undecided. Only ``float``
    and ``format`` are inexact, and nothing of ours reads a number through them.

    >>> print(sqrt(Fraction(8)) - sqrt(Fraction(2)))
    sqrt(2)
    >>> sign(sqrt(Fraction(2)) * sqrt(Fraction(8)) - 4)
    0
    """

    rational: Fraction
    terms: Mapping[Atom, Fraction]

    @cached_property
    def _key(self) -> tuple[Fraction, frozenset[tuple[Atom, Fraction]]]:
        return self.rational, frozenset(self.terms.items())

    def __eq__(self, other: object) -> bool:
        """Tell whether both are written the same way (see the class)."""
        return isinstance(other, Real) and self._key == other._key

    def __hash__(self) -> int:
        """Hash the written form."""
        return hash(self._key)

    def enclose(self) -> arb:
        """Enclose the number at the current precision."""
        result = ball(self.rational)
        for atom, coefficient in self.terms.items():
            result += atom.enclose() * fmpq(coefficient.numerator, coefficient.denominator)
        return result

    def __add__(self, other: Number | int) -> Number:
        """Add; equal atoms cancel."""
        return total((self, Fraction(other) if isinstance(other, int) else other))

    __radd__ = __add__

    def __neg__(self) -> Real:
        """Negate."""
        return Real(-self.rational, {a: -c for a, c in self.terms.items()})

    def __sub__(self, other: Number | int) -> Number:
        """Subtract; equal atoms cancel."""
        return self + -other

    def __rsub__(self, other: Fraction | int) -> Number:
        """Subtract; equal atoms cancel."""
        return -self + other

    def __mul__(self, other: Number | int) -> Number:
        """Multiply, term by term where that comes to an end soon (see MOST_PRODUCTS)."""
        if not isinstance(other, Real):
            if not isinstance(other, int | Fraction):
                return NotImplemented
            if not other:
                return Fraction(0)
            rational = self.rational * other if self.rational else self.rational
            return Real(rational, {a: c * other for a, c in self.terms.items()})
        try:
            return _product(self, other, [MOST_PRODUCTS])
        except _Long:
            return of_atom(joined((_as_factor(self), _as_factor(other))))

    __rmul__ = __mul__

    def __truediv__(self, other: Number | int) -> Number:
        """Divide; the divisor must be provably non-zero."""
        return self * reciprocal(Fraction(other) if isinstance(other, int) else other)

    def __rtruediv__(self, other: Fraction | int) -> Number:
        """Divide; the divisor must be provably non-zero."""
        return other * reciprocal(self)

    def __pow__(self, exponent: int | Fraction) -> Number:
        """Raise to a whole or fractional power."""
        if isinstance(exponent, int | Fraction):
            return power(self, Fraction(exponent))
        return NotImplemented

    def __pos__(self) -> Number:
        """Return the number."""
        return self

    def __abs__(self) -> Number:
        """Return the absolute value; raise Undecided where the sign cannot be found."""
        return -self if require_sign(self, "an absolute value") < 0 else self

    def __lt__(self, other: Number | int) -> bool:
        """Tell whether this number is the smaller one; raise Undecided where that cannot be found."""
        return self._order(other) < 0

    def __le__(self, other: Number | int) -> bool:
        """Tell whether this number is not the larger one; raise Undecided where that cannot be found."""
        return self._order(other) <= 0

    def __gt__(self, other: Number | int) -> bool:
        """Tell whether this number is the larger one; raise Undecided where that cannot be found."""
        return self._order(other) > 0

    def __ge__(self, other: Number | int) -> bool:
        """Tell whether this number is not the smaller one; raise Undecided where that cannot be found."""
        return self._order(other) >= 0

    def _order(self, other: Number | int) -> int:
        if not isinstance(other, int | Fraction | Real):
            raise BoundcheckError(f"{self} is compared with {other!r}, a {type(other).__name__}; use exact numbers")
        return require_sign(self - other, "a comparison")

    def __float__(self) -> float:
        """Return a float near the number."""
        return to_float(self)

    def __format__(self, spec: str) -> str:
        """Write the number: exactly without a format, else as the float near it."""
        return format(float(self), spec) if spec and spec[-1] in "eEfFgG%" else format(str(self), spec)

    def _sympy_(self) -> NoReturn:
        """Refuse to become a float of sympy's."""
        raise BoundcheckError(f"{self} is an exact number, not an expression; write it as text, such as 'sqrt(2)'")

    def sign(self) -> int | None:
        """Return -1, 0 or 1, or None when enclosures up to the cap do not decide."""
        if not self.terms:
            return (self.rational > 0) - (self.rational < 0)
        if len(self.terms) == 1:
            ((atom, coefficient),) = self.terms.items()
            if isinstance(atom, Quotient):
                a, b = self.rational.as_integer_ratio()
                c, d = coefficient.as_integer_ratio()
                return atom.denominator.combine(a * d, atom.numerator, c * b).sign()
        if not self.rational and is_logarithm_of_one(self.terms):
            return 0
        if is_certainly_nonzero(self.rational, self.terms):
            return sign_by_refining(self, PRECISION_CERTAIN)
        decided = sign_by_refining(self, PRECISION_CAP // 4)
        if decided is None and (bits := separation(self.rational, self.terms)) is not None:
            return sign_by_refining(self, 4 * bits + PRECISION_CAP, bits)
        return decided or sign_by_refining(self, PRECISION_CAP)

    def as_logarithm(self) -> tuple[Fraction, Fraction] | None:
        """Return (q, c) where the number is written c ln(q) with rational q and c, else None."""
        if not self.rational and len(self.terms) == 1:
            ((atom, coefficient),) = self.terms.items()
            if isinstance(atom, Log) and isinstance(atom.argument, Fraction):
                return atom.argument, coefficient
        return None

    def __str__(self) -> str:
        try:
            text = self._closed_form()
        except ValueError:  # Python writes no integers of more than 4300 digits
            text = ""
        return text if 0 < len(text) <= 60 else f"~{decimal(self).removeprefix('~')}"

    def _closed_form(self) -> str:
        parts = [str(self.rational)] if self.rational else []
        for atom, coefficient in self.terms.items():
            magnitude = "" if abs(coefficient) == 1 else f"{abs(coefficient)}*"
            if coefficient < 0:
                parts.append(f"- {magnitude}{atom}" if parts else f"-{magnitude}{atom}")
            else:
                parts.append(f"+ {magnitude}{atom}" if parts else f"{magnitude}{atom}")
        return " ".join(parts)


MOST_PRODUCTS = 1000
"""The most products of atoms in a product of two sums, those of its parts included; longer ones, as of sums under roots
of sums under roots, would soon be without end: there the sums are factors as they are, and cancel only as a whole."""


class _Long(Exception):
    """A product has more than MOST_PRODUCTS."""


def _as_factor(value: Real) -> Atom:
    """Return a number as one atom."""
    first = next(iter(value.terms))
    return first if value == of_atom(first) else Sum(value)


def of_atom(atom: Atom) -> Real:
    """Return an atom as a number."""
    return Real(Fraction(0), {atom: Fraction(1)})


def _merge_factors(a: Atom, b: Atom) -> Number | None:
    """Return the product of two atoms where it has a simpler form."""
    if isinstance(a, Root) and isinstance(b, Root):
        if isinstance(a.radicand, Fraction) and isinstance(b.radicand, Fraction):
            common = math.lcm(a.degree, b.degree)
            return root(a.radicand ** (common // a.degree) * b.radicand ** (common // b.degree), common)
        if a == b and a.degree == 2:
            return exact(a.radicand)
    if isinstance(a, Exp) and isinstance(b, Exp):
        return exp(exact(a.exponent) + exact(b.exponent))
    return Fraction(1) if _is_inverse(a, b) or _is_inverse(b, a) else None


def _is_inverse(a: Atom, b: Atom) -> bool:
    """Tell whether an atom is written as the reciprocal of another."""
    of = a.argument if isinstance(a, Inverse) else None
    return isinstance(of, Real) and len(of.terms) == 1 and not of.rational and of.terms.get(b) == 1


def _product(a: Real, b: Real, left: list[int]) -> Number:
    """Return a product, term by term; ``left`` is how many products of atoms it may still take."""
    parts: list[Number] = [Fraction(a.rational * b.rational)]
    parts += [Real(Fraction(0), {x: c * b.rational}) for x, c in a.terms.items() if b.rational]
    parts += [Real(Fraction(0), {y: d * a.rational}) for y, d in b.terms.items() if a.rational]
    parts += [c * d * _multiply(x, y, left) for x, c in a.terms.items() for y, d in b.terms.items()]
    return total(parts)


def _multiply(a: Atom, b: Atom, left: list[int]) -> Number:
    left[0] -= 1
    if left[0] < 0:
        raise _Long
    factors = factors_of((a, b))
    for i, j in combinations(range(len(factors)), 2):
        result = _merge_factors(factors[i], factors[j])
        if result is not None:
            for k, factor in enumerate(factors):
                if k not in (i, j):
                    one = of_atom(factor)
                    result = _product(result, one, left) if isinstance(result, Real) else result * one
            return result
    return of_atom(joined(factors))


def total(numbers: Iterable[Number | int]) -> Number:
    """Add many numbers in one pass.

    >>> total([Fraction(1, 2), sqrt(Fraction(2)), -sqrt(Fraction(2))])
    Fraction(1, 2)
    """
    sums: dict[int, int] = {}
    terms: dict[Atom, Fraction] = {}
    for number in numbers:
        rational = number
        if isinstance(number, Real):
            rational = number.rational
            for atom, coefficient in number.terms.items():
                key, factor = merged_root(atom, terms)
                share = coefficient if factor is None else coefficient * factor
                terms[key] = terms[key] + share if key in terms else share
        if not isinstance(rational, Fraction | int):
            raise BoundcheckError(f"a float entered a sum of exact numbers: {rational!r}")
        numerator, denominator = rational.as_integer_ratio()
        sums[denominator] = sums.get(denominator, 0) + numerator
    rational = added([(numerator, denominator) for denominator, numerator in sums.items()])
    terms = {a: c for a, c in terms.items() if c}
    return Real(rational, terms) if terms else rational


def exact(value: Fraction | Enclosable | int | str) -> Number:
    """Return a number as it is, and what is rational as a Fraction; BoundcheckError for a float.

    >>> exact("1/2")
    Fraction(1, 2)
    """
    return value if isinstance(value, Fraction | Real) else to_fraction(value)


def sqrt(value: Number | int | str) -> Number:
    """Return the square root of a non-negative number.

    Parameters
    ----------
    value : Number or int or str
        The number, >= 0.

    Returns
    -------
    Number
        The exact root: a Fraction where it is rational.

    Raises
    ------
    BoundcheckError
        For a negative number, and what is no exact number.

    Examples
    --------
    >>> sqrt("9/4"), print(sqrt(12))
    2*sqrt(3)
    (Fraction(3, 2), None)
    """
    value = exact(value)
    if isinstance(value, Fraction):
        return root(value, 2)
    if require_sign(value, "the argument of a square root") < 0:
        raise UndefinedValue(f"square root of the negative number {value}")
    content = abs(next(iter(value.terms.values()))) if len(value.terms) == 1 and not value.rational else Fraction(1)
    return sqrt(content) * of_atom(Root(value / content))


RADICAL_BITS = 100_000
"""The most bits of the integer under a root; a root of more is an exponential, whose ties may stay undecided."""

POWER_BITS = 1_000_000
"""The most bits of a whole power of a rational; a larger one is an exponential."""


def root(value: Fraction, degree: int) -> Number:
    """Return the real root of a non-negative rational, in lowest terms.

    >>> root(Fraction(27, 8), 3), print(root(Fraction(4), 4))
    sqrt(2)
    (Fraction(3, 2), None)
    """
    if value < 0:
        raise UndefinedValue(f"square root of the negative number {value}" if degree == 2 else f"root of {value}")
    if degree * bits_of(value) > RADICAL_BITS:
        return _exponential(log(value) / degree) if value not in (0, 1) else value
    exact = rational_root(value, degree)
    if exact is not None:
        return exact
    outside, inside, degree = lowest_terms(value, degree)
    return Real(Fraction(0), {Root(inside, degree): outside})


def _exponential(multiple: Number) -> Number:
    """Return exp(c ln q) for rationals c and q: a rational where c is whole, and no root elsewhere."""
    logarithm = multiple.as_logarithm() if isinstance(multiple, Real) else None
    if logarithm is not None and logarithm[1].denominator == 1:
        return _whole_power(logarithm[0], logarithm[1].numerator)
    return of_atom(Exp(multiple))


def exp(value: Number | int | str) -> Number:
    """Return the exponential of a number.

    Parameters
    ----------
    value : Number or int or str
        The number.

    Returns
    -------
    Number
        The exact value: a Fraction where it is rational.

    Raises
    ------
    BoundcheckError
        For what is no exact number.

    Examples
    --------
    >>> exp(0), print(exp("1/2") * exp("1/2"))
    exp(1)
    (Fraction(1, 1), None)
    """
    value = exact(value)
    if isinstance(value, Fraction):
        return of_atom(Exp(value)) if value else Fraction(1)
    logarithm = value.as_logarithm()
    return of_atom(Exp(value)) if logarithm is None else power(*logarithm)


def log(value: Number | int | str) -> Number:
    """Return the natural logarithm of a positive number.

    Parameters
    ----------
    value : Number or int or str
        The number, > 0.

    Returns
    -------
    Number
        The exact value: a Fraction where it is rational.

    Raises
    ------
    BoundcheckError
        For a number <= 0, and what is no exact number.

    Examples
    --------
    >>> log(1), print(log("1/2"))
    -ln(2)
    (Fraction(0, 1), None)
    >>> log(8) / log(2)
    Fraction(3, 1)
    """
    value = exact(value)
    if isinstance(value, Fraction):
        if value <= 0:
            raise UndefinedValue(f"logarithm of {value}; the argument must be positive")
        if value == 1:
            return Fraction(0)
        if value < 1:
            return -log(1 / value)
        root, degree = perfect_power(value)
        return degree * of_atom(Log(root))
    if require_sign(value, "the argument of a logarithm") <= 0:
        raise UndefinedValue(f"logarithm of {value}; the argument must be positive")
    if len(value.terms) == 1 and not value.rational:
        ((atom, coefficient),) = value.terms.items()
        if isinstance(atom, Exp):
            return log(coefficient) + exact(atom.exponent)
    return of_atom(Log(value))


def reciprocal(value: Number) -> Number:
    """Return 1 / value; raises ZeroDivisionError for zero and Undecided where that cannot be ruled out."""
    if isinstance(value, Fraction):
        return 1 / value
    if len(value.terms) == 1 and not value.rational:
        ((atom, coefficient),) = value.terms.items()
        if isinstance(atom, Root):
            if isinstance(atom.radicand, Fraction):
                return root(1 / atom.radicand, atom.degree) / coefficient
            return of_atom(atom) / (coefficient * exact(atom.radicand))
        if isinstance(atom, Exp):
            return exp(-exact(atom.exponent)) / coefficient
        unit = of_atom(atom)
        require_nonzero(unit)
        return Real(Fraction(0), {Inverse(unit): 1 / coefficient})
    if len(value.terms) == 1:
        ((atom, coefficient),) = value.terms.items()
        if isinstance(atom, Root) and atom.degree == 2 and isinstance(atom.radicand, Fraction):
            conjugate = Real(value.rational, {atom: -coefficient})
            return conjugate / (value.rational**2 - coefficient**2 * atom.radicand)
    require_nonzero(value)
    return of_atom(Inverse(value))


def power(base: Number, exponent: Number) -> Number:
    """Return ``base ** exponent``: a root where base and exponent are rational, else through exp and log.

    >>> power(Fraction(4, 9), Fraction(-3, 2)), print(power(Fraction(2), Fraction(5, 3)))
    2*(4)**(1/3)
    (Fraction(27, 8), None)
    """
    if isinstance(exponent, Fraction):
        if exponent.denominator == 1:
            return _integer_power(base, exponent.numerator)
        if isinstance(base, Fraction) and base and abs(exponent.numerator) * bits_of(base) <= RADICAL_BITS:
            inside = base**exponent.numerator if base > 0 else base  # of which there is no root, nor of its powers
            return root(inside, exponent.denominator)
        if isinstance(base, Real) and len(base.terms) == 1 and not base.rational:
            ((atom, coefficient),) = base.terms.items()
            if isinstance(atom, Root) and isinstance(atom.radicand, Fraction) and coefficient > 0:
                size = atom.degree * bits_of(coefficient) + bits_of(atom.radicand)
                if abs(exponent.numerator) * size <= RADICAL_BITS:
                    inside = coefficient**atom.degree * atom.radicand
                    return root(inside**exponent.numerator, atom.degree * exponent.denominator)
        if exponent.denominator == 2:
            return _integer_power(sqrt(base), exponent.numerator)
    if isinstance(base, Fraction) and base == 0:
        if require_sign(exponent, "the exponent of zero") > 0:
            return Fraction(0)
        raise UndefinedValue(f"0 ** ({exponent}) is not defined")
    if isinstance(base, Fraction) and isinstance(exponent, Fraction):
        return _exponential(exponent * log(base)) if base != 1 else base
    return exp(exponent * log(base))


def _whole_power(base: Fraction, n: int) -> Number:
    """Return ``base ** n``, as an exponential where it is too large to be written out."""
    if base in (0, 1, -1) or abs(n) * bits_of(base) <= POWER_BITS:
        return base**n
    return of_atom(Exp(n * log(abs(base)))) * Fraction(-1 if base < 0 and n % 2 else 1)


def _integer_power(base: Number, n: int) -> Number:
    if isinstance(base, Fraction):
        if n < 0 and base == 0:
            raise UndefinedValue(f"0 ** ({n}) is a division by zero")
        return _whole_power(base, n)
    if len(base.terms) == 1 and not base.rational:
        ((atom, coefficient),) = base.terms.items()
        if isinstance(atom, Exp) and isinstance(atom.exponent, Fraction):
            return exp(n * atom.exponent) * coefficient**n
    result: Number = Fraction(1)
    for _ in range(abs(n)):
        result = result * base
    return reciprocal(result) if n < 0 else result


# --- decisions -----------------------------------------------------------------------------------------


def sign(number: Number) -> int | None:
    """Return -1, 0, 1, or None if undecided at the precision cap."""
    if isinstance(number, Real):
        return number.sign()
    if not isinstance(number, Fraction | int):
        raise BoundcheckError(
            f"the sign of {number!r}, of type {type(number).__name__}, was asked for; use exact numbers"
        )
    numerator = number.numerator
    return (numerator > 0) - (numerator < 0)


def require_sign(number: Number, what: str) -> int:
    """Return the sign of ``number``; raise Undecided when it cannot be found."""
    result = sign(number)
    if result is None:
        raise Undecided(f"the sign of {what}", enclosure_text(number))
    return result


def require_nonzero(number: Number) -> None:
    """Raise ZeroDivisionError if ``number`` is zero and Undecided if that cannot be ruled out."""
    if require_sign(number, "a divisor") == 0:
        raise ZeroDivisionError("division by zero")
