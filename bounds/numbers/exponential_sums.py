"""Sums of exponentials: what normalised weights are made of."""

from __future__ import annotations

import math
from collections.abc import Mapping
from fractions import Fraction

from flint import arb

from bounds.errors import BoundcheckError
from bounds.numbers.balls import PRECISION_CAP, PRECISION_CERTAIN, Enclosable, Exact, Irrational, ball, sign_by_refining


class ExpSum(Enclosable):
    """A sum of ``c_K * exp(h K)`` over integers K with integer coefficients c_K: a Laurent polynomial in e^h.

    ``h`` is a non-zero number. For rational h the sum is zero if and only if every coefficient is zero
    (Lindemann-Weierstrass); for h a rational multiple of the logarithm of a rational it is a sum of radicals,
    whose independence is known. In both cases ``sign`` always decides.

    >>> ExpSum(Fraction(1, 2), {0: -2, 1: 1, 3: 0}).sign()
    -1
    """

    __slots__ = ("_hash", "coefficients", "step")

    def __init__(self, step: Exact, coefficients: Mapping[int, int]) -> None:
        if not isinstance(step, Fraction | Irrational) or not all(type(c) is int for c in coefficients.values()):
            raise BoundcheckError(f"a sum of exponentials needs integer coefficients and an exact step, not {step!r}")
        self.step = step
        self.coefficients = {k: c for k, c in coefficients.items() if c}
        self._hash: int | None = None

    @classmethod
    def _made(cls, step: Exact, coefficients: dict[int, int]) -> ExpSum:
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
        radical = self.step.as_logarithm() if isinstance(self.step, Irrational) else None
        if radical is not None:
            if self._vanishes(*radical):
                return 0
            certain = True
        top = max(self.coefficients)
        scaled = ExpSum._made(self.step, {k - top: c for k, c in self.coefficients.items()})
        return sign_by_refining(scaled, PRECISION_CERTAIN if certain else PRECISION_CAP)

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
