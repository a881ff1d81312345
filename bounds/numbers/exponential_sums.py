"""Sums of exponentials: what normalised weights are made of, their quotients and their logarithms."""

from __future__ import annotations

import math
from collections.abc import Mapping
from fractions import Fraction

from flint import arb

from bounds.errors import BoundcheckError
from bounds.numbers.atoms import Log, Quotient
from bounds.numbers.balls import PRECISION_CAP, PRECISION_CERTAIN, ball, sign_by_refining
from bounds.numbers.real import Number, Real, log, of_atom


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
        return sign_by_refining(scaled.enclose, PRECISION_CERTAIN if certain else PRECISION_CAP)

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
    return result + of_atom(Log(rest))
