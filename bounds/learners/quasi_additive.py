"""Quasi-additive algorithms: w = f(z), where z is the scaled sum of the examples on which a mistake was made.

Grove, Littlestone and Schuurmans 2001, section 2. The transformations f that the paper names are here with
their derivative, integral and inverse, each written once as a formula.
"""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from typing import Any, TypeAlias

import sympy

from bounds import symbols as s
from bounds.data.vectors import Example
from bounds.errors import BoundcheckError
from bounds.learners.base import Conservative, accumulate
from bounds.numbers import Number, power, require_sign, sign, total
from bounds.numbers.evaluate import as_number, evaluate

Groups: TypeAlias = "Mapping[int | Number, int]"
"""Integer coefficients by the argument that they multiply f of."""


@dataclass(frozen=True)
class Transformation:
    """An increasing function f with its integral g from its zero (or -oo), and its inverse.

    Formulas are in the symbol z; those of an odd f, which has an even integral, are for z >= 0. ``values`` holds
    the values of their other symbols. ``level`` is the inverse of g (None where it has no closed form, as may be
    ``inverse``).

    >>> SINH.value(Fraction(0)), print(EXP.value(Fraction(1, 2)))
    exp(1/2)
    (Fraction(0, 1), None)
    """

    name: str
    formula: Any
    integral: Any
    inverse: Any = None
    level: Any = None
    odd: bool = True
    values: Mapping[Any, Number] = field(default_factory=dict)

    def _at(self, formula: Any, argument: Number, what: str = "") -> Number:
        if formula is None:
            raise BoundcheckError(f"the {what} of f = {self.name} has no closed form; use another transformation")
        return evaluate(formula, {**self.values, s.z: argument})

    def _folded(self, formula: Any, argument: Number, what: str = "") -> Number:
        """Evaluate an odd function's formula at an argument of either sign."""
        if self.odd and require_sign(argument, f"the argument of f = {self.name}") < 0:
            return -self._at(formula, -argument, what)
        return self._at(formula, argument, what)

    def value(self, argument: Number) -> Number:
        """Return f(z)."""
        return self._folded(self.formula, argument)

    def preimage(self, weight: Number) -> Number:
        """Return the z with f(z) = ``weight``; raises BoundcheckError where f has no closed inverse."""
        return self._folded(self.inverse, weight, "inverse")

    def combine(self, groups: Groups, unit: Number) -> Number:
        """Return the sum of c * f(unit * K) over the items K: c."""
        return total(c * self.value(unit * argument) for argument, c in groups.items())


class _Power(Transformation):
    def combine(self, groups: Groups, unit: Number) -> Number:
        """Return the sum of c * f(unit * K); on integers K an integer or radical sum times one power of unit."""
        exponent = self.values[s.p] - 1
        integers = [(argument, c) for argument, c in groups.items() if isinstance(argument, int)]
        if not isinstance(exponent, Fraction) or len(integers) < len(groups):
            return super().combine(groups, unit)
        signed = [(abs(argument), -c if argument < 0 else c) for argument, c in integers]
        if exponent.denominator == 1:
            return power(unit, exponent) * Fraction(sum(c * b**exponent.numerator for b, c in signed))
        return power(unit, exponent) * total(c * power(Fraction(argument), exponent) for argument, c in signed)


_Z, _P, _K = s.z, s.p, s.k


def power_transformation(p: Number) -> Transformation:
    """Return f_p(z) = sign(z) |z|**(p - 1), which makes the p-norm Perceptron; the Perceptron is p = 2.

    ``p`` is a Number above 1. The paper has a factor p more, which changes no prediction's sign.

    >>> power_transformation(Fraction(4)).value(Fraction(-2))
    Fraction(-8, 1)
    """
    p = as_number(p, "the exponent p")
    if sign(p - 1) != 1:
        raise BoundcheckError(f"the exponent p is {p}; it must be greater than 1, or f is not increasing")
    return _Power(
        f"sign(z) |z|**(p - 1), p = {p}",
        formula=_Z ** (_P - 1),
        integral=_Z**_P / _P,
        inverse=_Z ** (1 / (_P - 1)),
        level=(_P * _Z) ** (1 / _P),
        values={s.p: p},
    )


def interpolating_transformation(k: int) -> Transformation:
    """Return f_k(z) = (1 + z/k)**k - (1 - z/k)**k: the Perceptron at k = 1, Balanced Winnow in the limit.

    >>> interpolating_transformation(3).value(Fraction(3))
    Fraction(8, 1)
    """
    if k < 1:
        raise BoundcheckError(f"the k of the interpolating transformation is {k}; it must be at least 1")
    up, down = 1 + _Z / _K, 1 - _Z / _K
    return Transformation(
        f"(1 + z/k)**k - (1 - z/k)**k, k = {k}",
        formula=up**_K - down**_K,
        integral=_K / (_K + 1) * (up ** (_K + 1) + down ** (_K + 1) - 2),
        values={s.k: Fraction(k)},
    )


IDENTITY = power_transformation(Fraction(2))
"""The Perceptron's transformation."""

EXP = Transformation("exp(z)", sympy.exp(_Z), sympy.exp(_Z), inverse=sympy.log(_Z), level=sympy.log(_Z), odd=False)
"""Weighted Majority's transformation."""

_COSH = 1 + _Z / 2
SINH = Transformation(
    "2 sinh(z)",
    sympy.exp(_Z) - sympy.exp(-_Z),
    sympy.exp(_Z) + sympy.exp(-_Z) - 2,
    inverse=sympy.log(_Z / 2 + sympy.sqrt(_Z**2 / 4 + 1)),
    level=sympy.log(_COSH + sympy.sqrt(_COSH**2 - 1)),
)
"""Balanced Winnow's transformation."""


class QuasiAdditive(Conservative):
    """QA(f): on a mistake z becomes z + a*y*x, and w = f(z), componentwise (section 2).

    ``a`` is a positive Number; ``z0`` the start vector (zero if None). The sum of the examples is held as
    integers K over a denominator D, z = z0 + (a / D) * K, and w.x is grouped by the different z_i, so
    coordinates that mirror each other cancel exactly. The learner updates up on targets above the
    prediction and down on targets below it; with the version ``thresholded(0)``, sign(0) is +1.

    >>> learner = QuasiAdditive(power_transformation(Fraction(3)), Fraction(1, 2))
    >>> learner.start(2)
    >>> learner.move(1, Example([2, -4]))
    >>> learner.z, learner.weights, learner.predict(Example([4, 1]))
    ([Fraction(1, 1), Fraction(-2, 1)], [Fraction(1, 1), Fraction(-4, 1)], Fraction(0, 1))
    """

    def __init__(self, f: Transformation, a: Number, z0: Example | None = None) -> None:
        self.f = f
        self.a = as_number(a, "the update coefficient a")
        self.z0 = z0
        if sign(self.a) != 1:
            raise BoundcheckError(f"the update coefficient a is {self.a}; it must be positive")

    def start(self, n: int) -> None:
        """Set z to the start vector."""
        if self.z0 is not None and len(self.z0) != n:
            raise BoundcheckError(f"the start vector has {len(self.z0)} entries; the examples have {n} attributes")
        self._sum = [0] * n
        self._denominator = 1
        self._place()

    def _place(self) -> None:
        """Write z as a unit times arguments, which are integers unless z0 and an irrational a forbid it."""
        self._last: tuple[Example, Number] | None = None
        self._arguments: Sequence[int | Number]
        self._unit: Number
        if self.z0 is None:
            self._unit, self._arguments = self.a / self._denominator, self._sum
        elif isinstance(self.a, Fraction):
            numerator, denominator = (self.a / self._denominator).as_integer_ratio()
            common = math.lcm(denominator, self.z0.denominator)
            new, old = numerator * (common // denominator), common // self.z0.denominator
            self._unit = Fraction(1, common)
            self._arguments = [new * k + old * b for k, b in zip(self._sum, self.z0.numerators, strict=True)]
        else:
            step = self.a / self._denominator
            self._unit, self._arguments = Fraction(1), [step * k + b for k, b in zip(self._sum, self.z0, strict=True)]

    def predict(self, x: Example) -> Number:
        """Return yhat = w.x."""
        if self._last is None or self._last[0] is not x:
            self._last = (x, self._product(x))
        return self._last[1]

    def _product(self, x: Example) -> Number:
        groups: dict[int | Number, int] = {}
        for argument, c in zip(self._arguments, x.numerators, strict=True):
            key, signed = argument, c
            if self.f.odd and isinstance(argument, int) and argument < 0:
                key, signed = -argument, -c
            if signed:
                groups[key] = groups.get(key, 0) + signed
        return self.f.combine({k: c for k, c in groups.items() if c}, self._unit) / x.denominator

    def move(self, side: int, x: Example) -> None:
        """Add ``side * a * x`` to z."""
        self._sum, self._denominator = accumulate(self._sum, self._denominator, side, x)
        self._place()

    @property
    def z(self) -> Sequence[Number]:
        """The vector z."""
        return [self._unit * argument for argument in self._arguments]

    @property
    def weights(self) -> Sequence[Number]:
        """The weight vector w = f(z)."""
        return [self.f.value(argument) for argument in self.z]


class PNormPerceptron(QuasiAdditive):
    """The p-norm Perceptron: QA(f_p) (section 7).

    >>> learner = PNormPerceptron(Fraction(4))
    >>> learner.start(2)
    >>> learner.move(1, Example([1, -2])); learner.weights
    [Fraction(1, 1), Fraction(-8, 1)]
    """

    def __init__(self, p: Number, a: Number | None = None, z0: Example | None = None) -> None:
        super().__init__(power_transformation(p), Fraction(1) if a is None else a, z0)


class FixedThreshold(QuasiAdditive):
    """Winnow with a fixed threshold in quasi-additive form (section 2).

    f_i = exp on the attributes, and on one more attribute, always 1, the constant -theta.

    >>> learner = FixedThreshold(Fraction(1), Fraction(2))
    >>> learner.start(2); learner.predict(Example([1, 1]))
    Fraction(0, 1)
    """

    def __init__(self, a: Number, theta: Number) -> None:
        super().__init__(EXP, a)
        self.theta = as_number(theta, "the threshold theta")

    def predict(self, x: Example) -> Number:
        """Return w.x - theta."""
        return super().predict(x) - self.theta


class BalancedWinnow(Conservative):
    """Balanced Winnow: w+ and w- multiplied by beta**(-y x_i) and beta**(y x_i) on a mistake (section 2).

    ``beta`` is a Number between 0 and 1; both weight vectors start at ``positive`` and ``negative`` (1 if
    None). The prediction is (w+ - w-).x. Nothing is shared with QuasiAdditive, for comparison with it.

    >>> learner = BalancedWinnow(Fraction(1, 2))
    >>> learner.start(2)
    >>> learner.move(1, Example([1, -1])); learner.weights
    [Fraction(3, 2), Fraction(-3, 2)]
    """

    def __init__(self, beta: Number, positive: Example | None = None, negative: Example | None = None) -> None:
        self.beta = as_number(beta, "the factor beta of Balanced Winnow")
        if sign(self.beta) != 1 or sign(1 - self.beta) != 1:
            raise BoundcheckError(f"the factor beta of Balanced Winnow is {self.beta}; it must be between 0 and 1")
        for given in (positive, negative):
            if given is not None and min(given.numerators) <= 0:
                raise BoundcheckError(f"the start weights {given} of Balanced Winnow must be positive")
        self.starts = (positive, negative)

    def start(self, n: int) -> None:
        """Set both weight vectors to their start."""
        positive, negative = ([Fraction(1)] * n if given is None else list(given) for given in self.starts)
        self.positive: list[Number] = list(positive)
        self.negative: list[Number] = list(negative)

    def predict(self, x: Example) -> Number:
        """Return (w+ - w-).x."""
        return total(b * w for b, w in zip(x, self.weights, strict=True) if b)

    def move(self, side: int, x: Example) -> None:
        """Multiply w+ by ``beta**(-side * x_i)`` and divide w- by it."""
        factors = [power(self.beta, -side * b) for b in x]
        self.positive = [w * factor for w, factor in zip(self.positive, factors, strict=True)]
        self.negative = [w / factor for w, factor in zip(self.negative, factors, strict=True)]

    @property
    def weights(self) -> Sequence[Number]:
        """The weight vector w+ - w-."""
        return [b - c for b, c in zip(self.positive, self.negative, strict=True)]
