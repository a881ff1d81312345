"""Exact real numbers: rational combinations of square roots, exponentials, logarithms and quotients.

A ``Number`` is a ``Fraction`` or a ``Real``. A ``Real`` is a rational plus a rational combination of
*atoms*; each atom can be enclosed in a ball (python-flint ``arb``) of any precision. Equal atoms cancel
exactly. ``sign`` is three-valued: it answers from an exact argument or from a ball that excludes zero,
and says ``None`` when neither decides. No float is ever consulted.

When the sign is certain to be found:

* real roots of positive rationals, pairwise with irrational ratio, are linearly independent over the rationals
  (Besicovitch), so a combination with a non-zero coefficient is not zero;
* exponentials of distinct rationals are linearly independent over the rationals (Lindemann-Weierstrass);
* a rational combination of logarithms of rationals is zero if and only if the product of the powers is 1,
  and is never a rational other than zero (Lindemann).
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from decimal import MAX_EMAX, MIN_EMIN, ROUND_HALF_EVEN, Context, Decimal
from fractions import Fraction
from functools import cached_property, lru_cache
from itertools import combinations
from typing import NoReturn, TypeAlias, Union

from flint import arb, ctx, fmpq, fmpz

from bounds.errors import BoundcheckError, Undecided, UndefinedValue
from bounds.numbers.rational import common_denominator, to_fraction

PRECISION_START = 64
PRECISION_CAP = 4096
PRECISION_CERTAIN = 1 << 20
"""Cap for numbers that are known not to be zero: refinement ends there by theorem, not by luck."""

MAX_POWER_BITS = 1 << 16
"""Size up to which powers are multiplied out to see whether a sum of logarithms vanishes."""

Number: TypeAlias = Union[Fraction, "Real"]


@contextmanager
def working_precision(bits: int) -> Iterator[None]:
    """Set the ball precision (process-wide in flint) for a block and restore it afterwards."""
    with ctx.workprec(bits):
        yield


def ball(number: Number) -> arb:
    """Enclose ``number`` in a ball at the current precision."""
    if isinstance(number, Fraction):
        return arb(fmpq(number.numerator, number.denominator))
    return number.enclose()


def _refine(enclose: Callable[[], arb], cap: int) -> int | None:
    precision = PRECISION_START
    while precision <= cap:
        with working_precision(precision):
            enclosure = enclose()
        if enclosure > 0:
            return 1
        if enclosure < 0:
            return -1
        precision *= 2
    return None


# --- atoms ---------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Root:
    """A root of a positive number, of degree at least 2, that is not rational."""

    radicand: Number
    degree: int = 2

    def enclose(self) -> arb:
        """Enclose the root at the current precision."""
        return ball(self.radicand).root(self.degree)

    def __str__(self) -> str:
        return f"sqrt({self.radicand})" if self.degree == 2 else f"({self.radicand})**(1/{self.degree})"


@dataclass(frozen=True)
class Exp:
    """The exponential of a non-zero number."""

    exponent: Number

    def enclose(self) -> arb:
        """Enclose the exponential at the current precision."""
        return ball(self.exponent).exp()

    def __str__(self) -> str:
        return f"exp({self.exponent})"


@dataclass(frozen=True)
class Log:
    """The natural logarithm of a positive number other than 1, or of a positive sum of exponentials."""

    argument: Number | ExpSum

    def enclose(self) -> arb:
        """Enclose the logarithm at the current precision."""
        inner = self.argument
        return (inner.enclose() if isinstance(inner, ExpSum) else ball(inner)).log()

    def __str__(self) -> str:
        return f"ln({self.argument})"


@dataclass(frozen=True)
class Quotient:
    """A quotient of two sums of exponentials over the same step; the denominator is positive."""

    numerator: ExpSum
    denominator: ExpSum

    def enclose(self) -> arb:
        """Enclose the quotient at the current precision."""
        return self.numerator.enclose() / self.denominator.enclose()

    def __str__(self) -> str:
        return f"({self.numerator})/({self.denominator})"


@dataclass(frozen=True)
class Inverse:
    """The reciprocal of a number known not to be zero."""

    argument: Real

    def enclose(self) -> arb:
        """Enclose the reciprocal at the current precision."""
        return 1 / self.argument.enclose()

    def __str__(self) -> str:
        return f"1/({self.argument})"


@dataclass(frozen=True)
class Product:
    """A product of at least two atoms."""

    factors: tuple[Atom, ...]

    def enclose(self) -> arb:
        """Enclose the product at the current precision."""
        result = arb(1)
        for factor in self.factors:
            result *= factor.enclose()
        return result

    def __str__(self) -> str:
        return "*".join(str(factor) for factor in self.factors)


Atom: TypeAlias = Root | Exp | Log | Quotient | Inverse | Product


# --- sums of exponentials ------------------------------------------------------------------------------


class ExpSum:
    """A sum of ``c_K * exp(h K)`` over integers K with integer coefficients c_K: a Laurent polynomial in e^h.

    ``h`` is a non-zero Number. For rational h the sum is zero if and only if every coefficient is zero
    (Lindemann-Weierstrass); for h a rational multiple of the logarithm of a rational it is a sum of radicals,
    whose independence is known. In both cases ``sign`` always decides.

    >>> ExpSum(Fraction(1, 2), {0: -2, 1: 1, 3: 0}).sign()
    -1
    """

    __slots__ = ("_hash", "coefficients", "step")

    def __init__(self, step: Number, coefficients: Mapping[int, int]) -> None:
        if not isinstance(step, Fraction | Real) or not all(type(c) is int for c in coefficients.values()):
            raise BoundcheckError(f"a sum of exponentials needs integer coefficients and an exact step, not {step!r}")
        self.step = step
        self.coefficients = {k: c for k, c in coefficients.items() if c}
        self._hash: int | None = None

    @classmethod
    def _made(cls, step: Number, coefficients: dict[int, int]) -> ExpSum:
        """Make a sum from parts of one, which need no check; no coefficient may be 0."""
        made = cls.__new__(cls)
        made.step, made.coefficients, made._hash = step, coefficients, None
        return made

    def __eq__(self, other: object) -> bool:
        """Tell whether both are the same formal sum."""
        return (
            isinstance(other, ExpSum)
            and self.coefficients == other.coefficients
            and (self.step == other.step or not self.coefficients)
        )

    def __hash__(self) -> int:
        """Hash the formal sum."""
        if self._hash is None:
            self._hash = hash(frozenset(self.coefficients.items()))
        return self._hash

    def __str__(self) -> str:
        terms = (f"{c}*exp({k}*{self.step})" for k, c in sorted(self.coefficients.items()))
        return " + ".join(terms) or "0"

    def combine(self, a: int, other: ExpSum, b: int) -> ExpSum:
        """Return ``a * self + b * other``."""
        result = {k: a * c for k, c in self.coefficients.items()}
        for k, c in other.coefficients.items():
            result[k] = result.get(k, 0) + b * c
        return ExpSum._made(self.step, {k: c for k, c in result.items() if c})

    def enclose(self) -> arb:
        """Enclose the sum at the current precision."""
        step = ball(self.step)
        return sum(((step * k).exp() * c for k, c in self.coefficients.items()), arb(0))

    def sign(self) -> int | None:
        """Return -1, 0 or 1, or None if the step is not rational and the cap was reached."""
        values = self.coefficients.values()
        if not values:
            return 0
        if all(c > 0 for c in values):
            return 1
        if all(c < 0 for c in values):
            return -1
        certain = isinstance(self.step, Fraction)
        radical = _rational_logarithm(self.step)
        if radical is not None:
            if self._vanishes(*radical):
                return 0
            certain = True
        top = max(self.coefficients)
        scaled = ExpSum._made(self.step, {k - top: c for k, c in self.coefficients.items()})
        return _refine(scaled.enclose, PRECISION_CERTAIN if certain else PRECISION_CAP)

    def _vanishes(self, root: Fraction, multiple: Fraction) -> bool:
        """Decide whether the sum is zero when exp(step) = root ** multiple.

        With multiple = a/b and root no perfect power, X**b - root is irreducible, so the powers of root with
        exponents 0, 1/b, ..., (b-1)/b are linearly independent: each class of exponents has to vanish.
        """
        classes: dict[int, Fraction] = {}
        for k, c in self.coefficients.items():
            whole, part = divmod(multiple.numerator * k, multiple.denominator)
            classes[part] = classes.get(part, Fraction(0)) + c * root**whole
        return not any(classes.values())

    def normalised(self) -> tuple[int, int, ExpSum]:
        """Split off content and top exponent: ``self = content * exp(h * top) * rest``; self must be non-zero."""
        top = max(self.coefficients)
        content = math.gcd(*self.coefficients.values())
        return content, top, ExpSum._made(self.step, {k - top: c // content for k, c in self.coefficients.items()})


def _rational_logarithm(step: Number) -> tuple[Fraction, Fraction] | None:
    """Return (root, c) if ``step = c * ln(root)`` for rationals c and root > 1, root no perfect power."""
    if isinstance(step, Real) and not step.rational and len(step.terms) == 1:
        ((atom, coefficient),) = step.terms.items()
        if isinstance(atom, Log) and isinstance(atom.argument, Fraction):
            return atom.argument, coefficient
    return None


def quotient(numerator: ExpSum, denominator: ExpSum) -> Number:
    """Return numerator / denominator (the denominator positive), a Fraction when they are proportional."""
    if not numerator.coefficients:
        return Fraction(0)
    n_content, n_top, n_rest = numerator.normalised()
    d_content, d_top, d_rest = denominator.normalised()
    if n_top == d_top:
        if n_rest == d_rest:
            return Fraction(n_content, d_content)
        if n_rest == ExpSum._made(d_rest.step, {k: -c for k, c in d_rest.coefficients.items()}):
            return Fraction(-n_content, d_content)
    shifted = ExpSum._made(numerator.step, {k + n_top - d_top: c for k, c in n_rest.coefficients.items()})
    return Real(Fraction(0), {Quotient(shifted, d_rest): Fraction(n_content, d_content)})


def log_expsum(total: ExpSum) -> Number:
    """Return the logarithm of a positive sum of exponentials; shifts and common factors come out exactly."""
    content, top, rest = total.normalised()
    result: Number = top * total.step + log(Fraction(content))
    if rest.coefficients == {0: 1}:
        return result
    return result + _of_atom(Log(rest))


# --- the numbers ---------------------------------------------------------------------------------------


@dataclass(frozen=True, eq=False)
class Real:
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

    def approximation(self) -> arb:
        """Return a ball that is good enough to read the number off."""
        with working_precision(PRECISION_START):
            return self.enclose()

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
        """Multiply, term by term."""
        if isinstance(other, int | Fraction):
            if other == 0:
                return Fraction(0)
            return Real(self.rational * other, {a: c * other for a, c in self.terms.items()})
        if not isinstance(other, Real):
            return NotImplemented
        parts: list[Number] = [Fraction(self.rational * other.rational)]
        parts += [Real(Fraction(0), {a: c * other.rational}) for a, c in self.terms.items() if other.rational]
        parts += [Real(Fraction(0), {b: d * self.rational}) for b, d in other.terms.items() if self.rational]
        parts += [c * d * _multiply(a, b) for a, c in self.terms.items() for b, d in other.terms.items()]
        return total(parts)

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
        if not self.rational and self._is_logarithm_of_one():
            return 0
        return _refine(self.enclose, PRECISION_CERTAIN if self._is_certainly_nonzero() else PRECISION_CAP)

    def _is_logarithm_of_one(self) -> bool:
        """Decide whether a sum of c_i ln(q_i) is zero, by multiplying out the powers (if not too large)."""
        powers = [(a.argument, c) for a, c in self.terms.items() if isinstance(a, Log)]
        if len(powers) < len(self.terms):
            return False
        common = common_denominator(c for _, c in powers)
        shared = Fraction(common, math.gcd(*(int(c * common) for _, c in powers)))
        product, bits = Fraction(1), 0
        for q, c in powers:
            if not isinstance(q, Fraction):
                return False
            exponent = int(c * shared)
            bits += abs(exponent) * (q.numerator.bit_length() + q.denominator.bit_length())
            if bits > MAX_POWER_BITS:
                return False
            product *= q**exponent
        return product == 1

    def _is_certainly_nonzero(self) -> bool:
        def rational(value: object) -> bool:
            return isinstance(value, Fraction)

        return (
            all(isinstance(a, Root) and rational(a.radicand) for a in self.terms)
            or all(isinstance(a, Exp) and rational(a.exponent) for a in self.terms)
            or (
                all(isinstance(a, Log) and rational(a.argument) for a in self.terms)
                and (len(self.terms) == 1 or self.rational != 0)
            )
        )

    def __str__(self) -> str:
        text = self._closed_form()
        return text if len(text) <= 60 else f"~{decimal(self).removeprefix('~')}"

    def _closed_form(self) -> str:
        parts = [str(self.rational)] if self.rational else []
        for atom, coefficient in self.terms.items():
            magnitude = "" if abs(coefficient) == 1 else f"{abs(coefficient)}*"
            if coefficient < 0:
                parts.append(f"- {magnitude}{atom}" if parts else f"-{magnitude}{atom}")
            else:
                parts.append(f"+ {magnitude}{atom}" if parts else f"{magnitude}{atom}")
        return " ".join(parts)


def _of_atom(atom: Atom) -> Real:
    return Real(Fraction(0), {atom: Fraction(1)})


def _merge_factors(a: Atom, b: Atom) -> Number | None:
    """Return the product of two atoms where it has a simpler form."""
    if isinstance(a, Root) and isinstance(b, Root):
        if isinstance(a.radicand, Fraction) and isinstance(b.radicand, Fraction):
            common = math.lcm(a.degree, b.degree)
            return root(a.radicand ** (common // a.degree) * b.radicand ** (common // b.degree), common)
        if a == b and a.degree == 2:
            return a.radicand
    if isinstance(a, Exp) and isinstance(b, Exp):
        return exp(a.exponent + b.exponent)
    if (isinstance(a, Inverse) and a.argument == _of_atom(b)) or (isinstance(b, Inverse) and b.argument == _of_atom(a)):
        return Fraction(1)
    return None


def _multiply(a: Atom, b: Atom) -> Number:
    factors = [f for atom in (a, b) for f in (atom.factors if isinstance(atom, Product) else (atom,))]
    for i, j in combinations(range(len(factors)), 2):
        result = _merge_factors(factors[i], factors[j])
        if result is not None:
            for k, factor in enumerate(factors):
                if k not in (i, j):
                    result = result * _of_atom(factor)
            return result
    return _of_atom(Product(tuple(sorted(factors, key=str))))


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
                key, factor = _merge_root(atom, terms)
                terms[key] = terms.get(key, Fraction(0)) + coefficient * factor
        if not isinstance(rational, Fraction | int):
            raise BoundcheckError(f"a float entered a sum of exact numbers: {rational!r}")
        sums[rational.denominator] = sums.get(rational.denominator, 0) + rational.numerator
    rational = _added([(numerator, denominator) for denominator, numerator in sums.items()])
    terms = {a: c for a, c in terms.items() if c}
    return Real(rational, terms) if terms else rational


def _added(ratios: list[tuple[int, int]]) -> Fraction:
    """Add rationals in pairs, and pairs of pairs, so that only a few sums are of large numbers."""
    while len(ratios) > 1:
        pairs = zip(ratios[::2], ratios[1::2], strict=False)
        rest = ratios[len(ratios) // 2 * 2 :]
        ratios = []
        for (p, q), (r, s) in pairs:
            common = math.gcd(q, s)
            ratios.append((p * (s // common) + r * (q // common), q // common * s))
        ratios += rest
    return Fraction(*ratios[0]) if ratios else Fraction(0)


def _merge_root(atom: Atom, terms: Mapping[Atom, Fraction]) -> tuple[Atom, Fraction]:
    """Find a root already present whose ratio to ``atom`` is rational."""
    if isinstance(atom, Root) and isinstance(atom.radicand, Fraction) and atom not in terms:
        for other in terms:
            if isinstance(other, Root) and isinstance(other.radicand, Fraction):
                common = math.lcm(atom.degree, other.degree)
                power = atom.radicand ** (common // atom.degree) / other.radicand ** (common // other.degree)
                ratio = rational_root(power, common)
                if ratio is not None:
                    return other, ratio
    return atom, Fraction(1)


def rational_root(value: Fraction, degree: int = 2) -> Fraction | None:
    """Return the root of a non-negative rational if it is rational, else None."""
    numerator, denominator = fmpz(value.numerator).root(degree), fmpz(value.denominator).root(degree)
    if numerator**degree == value.numerator and denominator**degree == value.denominator:
        return Fraction(int(numerator), int(denominator))
    return None


def exact(value: Number | int | str) -> Number:
    """Return a number as it is, and what is rational as a Fraction; BoundcheckError for a float.

    >>> exact("1/2")
    Fraction(1, 2)
    """
    return value if isinstance(value, Fraction | Real) else to_fraction(value)


def sqrt(value: Number | int | str) -> Number:
    """Return the square root of a non-negative number.

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
    return sqrt(content) * _of_atom(Root(value / content))


SMALL_PRIMES = (2, 3, 5, 7, 11, 13, 17, 19, 23, 29, 31)

RADICAL_BITS = 100_000
"""The most bits of the integer under a root; a root of more is an exponential, whose ties may stay undecided."""


def root(value: Fraction, degree: int) -> Number:
    """Return the real root of a non-negative rational, in lowest terms.

    >>> root(Fraction(27, 8), 3), print(root(Fraction(4), 4))
    sqrt(2)
    (Fraction(3, 2), None)
    """
    if value < 0:
        raise UndefinedValue(f"square root of the negative number {value}" if degree == 2 else f"root of {value}")
    if degree * _bits(value) > RADICAL_BITS:
        return _exponential(log(value) / degree) if value not in (0, 1) else value
    exact = rational_root(value, degree)
    if exact is not None:
        return exact
    outside, inside = Fraction(1, value.denominator), fmpz(value.numerator) * fmpz(value.denominator) ** (degree - 1)
    for p in SMALL_PRIMES:
        perfect = fmpz(p) ** degree
        while inside % perfect == 0:
            inside //= perfect
            outside *= p
    for p in SMALL_PRIMES:
        while degree % p == 0 and inside.root(p) ** p == inside:
            inside, degree = inside.root(p), degree // p
    return Real(Fraction(0), {Root(Fraction(int(inside)), degree): outside})


def _exponential(multiple: Number) -> Number:
    """Return exp(c ln q) for rationals c and q: a rational where c is whole, and no root elsewhere."""
    if isinstance(multiple, Real) and len(multiple.terms) == 1 and not multiple.rational:
        ((atom, c),) = multiple.terms.items()
        if isinstance(atom, Log) and isinstance(atom.argument, Fraction) and c.denominator == 1:
            return atom.argument**c.numerator
    return _of_atom(Exp(multiple))


def exp(value: Number | int | str) -> Number:
    """Return the exponential of a number.

    >>> exp(0), print(exp("1/2") * exp("1/2"))
    exp(1)
    (Fraction(1, 1), None)
    """
    value = exact(value)
    if isinstance(value, Fraction):
        return _of_atom(Exp(value)) if value else Fraction(1)
    if len(value.terms) == 1 and not value.rational:
        ((atom, coefficient),) = value.terms.items()
        if isinstance(atom, Log) and isinstance(atom.argument, Fraction):
            return power(atom.argument, coefficient)
    return _of_atom(Exp(value))


def log(value: Number | int | str) -> Number:
    """Return the natural logarithm of a positive number.

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
        root, degree = _perfect_power(value)
        return degree * _of_atom(Log(root))
    if require_sign(value, "the argument of a logarithm") <= 0:
        raise UndefinedValue(f"logarithm of {value}; the argument must be positive")
    if len(value.terms) == 1 and not value.rational:
        ((atom, coefficient),) = value.terms.items()
        if isinstance(atom, Exp):
            return log(coefficient) + atom.exponent
    return _of_atom(Log(value))


MOST_DEGREE = 2000
"""The largest prime degree of a root that a number is tried for; the logarithm of a higher power is left as it is."""


@lru_cache(maxsize=4096)
def _perfect_power(value: Fraction) -> tuple[Fraction, int]:
    """Write a rational value > 1 as root ** degree with the largest degree that is a product of primes below 2000."""
    root, degree = value, 1
    p = 2
    while p < min(root.numerator.bit_length(), MOST_DEGREE):
        numerator, denominator = fmpz(root.numerator).root(p), fmpz(root.denominator).root(p)
        if numerator**p == root.numerator and denominator**p == root.denominator:
            root, degree = Fraction(int(numerator), int(denominator)), degree * p
        else:
            p += 1
    return root, degree


def reciprocal(value: Number) -> Number:
    """Return 1 / value; raises ZeroDivisionError for zero and Undecided where that cannot be ruled out."""
    if isinstance(value, Fraction):
        return 1 / value
    if len(value.terms) == 1 and not value.rational:
        ((atom, coefficient),) = value.terms.items()
        if isinstance(atom, Root):
            if isinstance(atom.radicand, Fraction):
                return root(1 / atom.radicand, atom.degree) / coefficient
            return _of_atom(atom) / (coefficient * atom.radicand)
        if isinstance(atom, Exp):
            return exp(-atom.exponent) / coefficient
        unit = _of_atom(atom)
        require_nonzero(unit)
        return Real(Fraction(0), {Inverse(unit): 1 / coefficient})
    if len(value.terms) == 1:
        ((atom, coefficient),) = value.terms.items()
        if isinstance(atom, Root) and atom.degree == 2 and isinstance(atom.radicand, Fraction):
            conjugate = Real(value.rational, {atom: -coefficient})
            return conjugate / (value.rational**2 - coefficient**2 * atom.radicand)
    require_nonzero(value)
    return _of_atom(Inverse(value))


def _bits(value: Fraction) -> int:
    return value.numerator.bit_length() + value.denominator.bit_length()


def power(base: Number, exponent: Number) -> Number:
    """Return ``base ** exponent``: a root where base and exponent are rational, else through exp and log.

    >>> power(Fraction(4, 9), Fraction(-3, 2)), print(power(Fraction(2), Fraction(5, 3)))
    2*(4)**(1/3)
    (Fraction(27, 8), None)
    """
    if isinstance(exponent, Fraction):
        if exponent.denominator == 1:
            return _integer_power(base, exponent.numerator)
        if isinstance(base, Fraction) and base and abs(exponent.numerator) * _bits(base) <= RADICAL_BITS:
            return root(base**exponent.numerator, exponent.denominator)
        if isinstance(base, Real) and len(base.terms) == 1 and not base.rational:
            ((atom, coefficient),) = base.terms.items()
            if isinstance(atom, Root) and isinstance(atom.radicand, Fraction) and coefficient > 0:
                size = atom.degree * _bits(coefficient) + _bits(atom.radicand)
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


def _integer_power(base: Number, n: int) -> Number:
    if isinstance(base, Fraction):
        if n < 0 and base == 0:
            raise UndefinedValue(f"0 ** ({n}) is a division by zero")
        return base**n
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
    return (number > 0) - (number < 0)


def compare(a: Number, b: Number) -> int | None:
    """Return the sign of ``a - b``, or None if undecided.

    >>> compare(sqrt(Fraction(2)), Fraction(7, 5))
    1
    """
    if isinstance(a, Fraction) and isinstance(b, Fraction):
        return (a > b) - (a < b)
    return sign(a - b)


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


def largest(numbers: Iterable[Number]) -> Number:
    """Return the largest of at least one number; raise Undecided if an order cannot be found."""
    result: Number | None = None
    for number in numbers:
        if result is None or require_sign(number - result, "a maximum") > 0:
            result = number
    if result is None:
        raise BoundcheckError("the maximum of no numbers was asked for")
    return result


def floor(number: Number) -> Fraction:
    """Return the largest integer not above ``number``; raise Undecided if that cannot be found.

    >>> floor(2 * log(Fraction(8)))
    Fraction(4, 1)
    """
    if isinstance(number, Fraction):
        return Fraction(math.floor(number))
    precision = PRECISION_START
    while precision <= PRECISION_CAP:
        with working_precision(precision):
            enclosure = number.enclose()
            lower, upper = enclosure.lower().floor(), enclosure.upper().floor()
        if lower.is_exact() and upper.is_exact() and lower.is_finite() and upper.is_finite():
            low, high = int(str(lower.fmpz())), int(str(upper.fmpz()))
            if low == high:
                return Fraction(low)
            if high == low + 1 and sign(number - high) is not None:
                return Fraction(high if require_sign(number - high, "a floor") >= 0 else low)
        precision *= 2
    raise Undecided(f"the integer part of {number}", enclosure_text(number))


def enclosure_text(number: Number) -> str:
    """Show ``number`` as a decimal interval."""
    with working_precision(PRECISION_START):
        return str(ball(number).str(12))


WRITTEN = 40
"""Most characters of a number that is written out; a longer one is shown in decimals."""


def decimal(number: Number, digits: int = 6) -> str:
    """Show ``number`` in decimals for reading, rounded correctly; exact integers stay integers where they are short.

    A number that no enclosure tells from 0 is shown as ~0.

    >>> decimal(Fraction(7, 2)), decimal(sqrt(Fraction(2)), 4), decimal(Fraction(10**400) / 3)
    ('3.5', '1.414', '3.33333e+399')
    >>> decimal(exp(Fraction(1, 10**20)) - 1)
    '1e-20'
    """
    if isinstance(number, Fraction):
        return _rounded(number, digits)
    ball = number.approximation()
    if ball.contains(0) and not (certain := number.sign()):
        return "0" if certain == 0 else "~0"
    precision = PRECISION_START
    while precision <= PRECISION_CERTAIN:
        for fewer in range(digits, 0, -1) if precision >= PRECISION_CAP else (digits,):
            text = _shared(ball, fewer)  # a number on the border of two roundings shares fewer digits
            if text is not None:
                return text
        precision *= 2
        with working_precision(precision):
            ball = number.enclose()
    return enclosure_text(number)


def _shared(ball: arb, digits: int) -> str | None:
    """Return the decimals to which all numbers in a ball are rounded, None if they differ."""
    if not ball.is_finite():
        return None
    ends = [end.man_exp() for end in (ball.lower(), ball.upper())]
    if any(abs(int(exponent)) > HUGE_EXPONENT for _, exponent in ends):
        return str(ball.str(digits, radius=False)) if ball.rel_accuracy_bits() > 4 * digits else None
    low, high = (_rounded(Fraction(int(m)) * Fraction(2) ** int(e), digits, whole=False) for m, e in ends)
    return low if low == high else None


HUGE_EXPONENT = 1 << 16
"""Powers of two beyond which a ball is not written out as a fraction."""


def _rounded(number: Fraction, digits: int, whole: bool = True) -> str:
    """Return a rational to this many digits, in scientific notation where that is shorter."""
    if whole and number.denominator == 1 and abs(number.numerator) < 10**WRITTEN:
        return str(number.numerator)
    context = Context(digits, ROUND_HALF_EVEN, MIN_EMIN, MAX_EMAX)
    negative, figures, _ = (value := context.divide(Decimal(number.numerator), Decimal(number.denominator))).as_tuple()
    if not value:
        return "0"
    power, text = value.adjusted(), "".join(map(str, figures)).rstrip("0")
    if -5 < power < 0:
        text = f"0.{'0' * (-power - 1)}{text}"
    elif 0 <= power < digits:
        text = text.ljust(power + 1, "0")
        text = f"{text[: power + 1]}.{text[power + 1 :]}".rstrip(".")
    else:
        text = f"{text[:1]}.{text[1:]}".rstrip(".") + f"e{power:+03d}"
    return f"-{text}" if negative else text


def short_text(number: Number, width: int = WRITTEN) -> str:
    """Show ``number`` exactly where that takes no more than ``width`` characters, else in decimals.

    >>> short_text(Fraction(-1, 2)), short_text(Fraction(10**50, 7))
    ('-1/2', '1.42857e+49')
    """
    try:
        text = str(number)
    except ValueError:  # Python writes no integers of more than 4300 digits
        return decimal(number)
    return text if len(text) <= width else decimal(number)


def to_size_one(number: Number) -> Fraction:
    """Return the power of ten that takes a number other than 0 to a size between about 1 and 10.

    >>> to_size_one(Fraction(1, 3)), to_size_one(Fraction(-1234))
    (Fraction(10, 1), Fraction(1, 1000))
    """
    return Fraction(10) ** -Decimal(decimal(number, 1)).adjusted()


def to_float(number: Number) -> float:
    """Return a float near ``number``, for pictures and progress bars only."""
    if isinstance(number, Fraction):
        try:
            return float(number)
        except OverflowError:
            return math.inf if number > 0 else -math.inf
    return float(number.approximation().mid())
