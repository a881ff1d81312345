"""A bound as a function of one positive symbol: where it rises and falls, where it may be least, and why."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from itertools import pairwise
from typing import Any, Literal, TypeAlias

import sympy

from bounds.errors import BoundcheckError
from bounds.optima.algebra import (
    Exact,
    coefficient_signs,
    evident_sign,
    exactly,
    named_positive,
    powers_of,
    tidy,
    vanishes,
)

_MULTIPLIERS = 6
_MAX_POWER = 12
_SMOOTH = (sympy.Add, sympy.Mul, sympy.Pow, sympy.exp, sympy.log)


class TuningError(BoundcheckError):
    """No proven optimum: the bound is monotone, constant, not convex, or its optimum has no closed form."""


class UnknownOptimum(TuningError):
    """No optimum is known, but there may be one. ``numbers`` are such for other symbols that make it known, if any."""

    def __init__(self, message: str, numbers: Mapping[Any, Any] | None = None) -> None:
        super().__init__(message)
        self.numbers = dict(numbers or {})


@dataclass(frozen=True)
class TuningProblem:
    """A bound ``f`` of ``x`` in which every quantity of known sign is a positive symbol.

    ``names`` maps the user's quantities (symbols, and logarithms without the tuned symbol) to these.
    """

    bound: sympy.Expr
    symbol: sympy.Symbol
    upper: sympy.Expr | None
    f: sympy.Expr
    x: sympy.Symbol
    limit: sympy.Expr | None
    floored: bool
    names: Mapping[sympy.Expr, sympy.Symbol]
    conditions: tuple[sympy.Rel, ...]

    @staticmethod
    def of(bound: sympy.Expr, symbol: sympy.Symbol, upper: sympy.Expr | Exact | None) -> TuningProblem:
        """State the problem; refuse one that is not about a smooth function of the symbol."""
        if not isinstance(bound, sympy.Expr) or not isinstance(symbol, sympy.Symbol):
            raise BoundcheckError(
                f"cannot tune {bound!r} in {symbol!r}; expected a sympy expression and one of its symbols"
            )
        upper = None if upper is None else exactly(upper, f"the upper end of {symbol}")
        exactly(bound, "the bound")
        if symbol not in bound.free_symbols:
            raise TuningError(f"{bound} does not contain {symbol}; there is nothing to tune")
        floored = isinstance(bound, sympy.floor)
        inner = bound.args[0] if floored else bound
        names, conditions = named_positive(inner, upper, symbol)
        x = names[symbol]
        f = inner.xreplace(names)
        for node in sympy.preorder_traversal(f):
            if x in node.free_symbols and node != x and not isinstance(node, _SMOOTH):
                raise TuningError(f"{bound} is not smooth in {symbol}; only an outermost floor can be tuned")
            if node.is_Pow and node.base.is_Add and node.exp.is_Rational and abs(node.exp) > _MAX_POWER:
                raise TuningError(f"{bound} has powers of sums above {_MAX_POWER}, too many terms to tune it")
        limit = None if upper is None else upper.xreplace(names)
        if limit is not None and (x in limit.free_symbols or evident_sign(limit) != 1):
            raise TuningError(f"the upper end {upper} of {symbol} is not known to be positive; give another")
        return TuningProblem(bound, symbol, upper, f, x, limit, floored, names, conditions)

    @property
    def domain(self) -> str:
        """The range of the symbol as text."""
        return domain_text(self.symbol, self.upper)

    @property
    def end(self) -> sympy.Expr:
        """The upper end of the range."""
        return sympy.oo if self.upper is None else self.upper

    def positive(self, expression: sympy.Expr) -> sympy.Expr:
        """Write an expression in the positive symbols."""
        return expression.xreplace(self.names)

    def original(self, expression: sympy.Expr) -> sympy.Expr:
        """Write an expression in the user's quantities."""
        return expression.xreplace({name: quantity for quantity, name in self.names.items()})

    def derivative(self) -> sympy.Expr:
        """The slope in the symbol."""
        return sympy.diff(self.f, self.x)

    def second_derivative(self) -> sympy.Expr:
        """The second derivative, in partial fractions, whose signs are easy to see."""
        rational = self.f.is_rational_function(self.x)
        parts = sympy.apart(sympy.together(self.f), self.x) if rational else self.f
        terms = [sympy.factor(sympy.diff(term, self.x, 2)) for term in sympy.Add.make_args(parts)]
        return sympy.Add(*(_upright(term, self) for term in terms))

    def crossing(self) -> tuple[type[sympy.Rel], sympy.Expr] | None:
        """Solve bound < 0 for the symbol: (Lt or Gt, the one zero), None where it has no such form."""
        pattern = sign_pattern(self, self.f)
        if pattern not in ("rises", "falls") or self.floored:
            return None
        numerator, _ = sympy.fraction(sympy.factor(self.f))
        for point in _zeros(numerator, self.x):
            if vanishes(self.f.xreplace({self.x: point})):
                return (sympy.Lt if pattern == "rises" else sympy.Gt), self.original(point)
        return None

    def unbounded(self, expression: sympy.Expr) -> sympy.Expr:
        """Move the range to all positive numbers: x = limit * y / (1 + y), with y written as x again."""
        if self.limit is None:
            return expression
        return expression.xreplace({self.x: self.limit * self.x / (1 + self.x)})


def _upright(term: sympy.Expr, problem: TuningProblem) -> sympy.Expr:
    """Write the factors of a term that are negative over the range with the opposite sign."""
    factors = []
    for factor in sympy.Mul.make_args(term):
        base, exponent = factor.as_base_exp()
        turned = base.is_Add and exponent.is_Integer and sign_pattern(problem, base) == "negative"
        factors.append((-1) ** exponent * (-base) ** exponent if turned else factor)
    return sympy.Mul(*factors)


def domain_text(
    symbol: sympy.Symbol,
    upper: sympy.Expr | None,
    least: sympy.Expr | None = None,
    most: sympy.Expr | None = None,
) -> str:
    """Return the range of a symbol as text."""
    below = "0 <" if least is None else f"{least} <="
    above = f" <= {most}" if most is not None else "" if upper is None else f" < {upper}"
    return f"{below} {symbol}{above}"


# --- the proof ------------------------------------------------------------------------------------------

Pattern: TypeAlias = Literal["zero", "positive", "negative", "rises", "falls", "unknown"]
"""Signs over (0, oo): constant, or negative then positive ("rises"), or positive then negative ("falls")."""


def proof_of(problem: TuningProblem, candidate: sympy.Expr) -> str:
    """Return the proof as the ``argument`` of a Tuning."""
    x = problem.x
    named = f"{problem.symbol} = {problem.original(candidate)}"
    if evident_sign(candidate) != 1 or (problem.limit is not None and evident_sign(problem.limit - candidate) != 1):
        raise UnknownOptimum(f"{named} is not known to lie in {problem.domain}")
    if not vanishes(problem.derivative().xreplace({x: candidate})):
        raise UnknownOptimum(
            f"{named} is not the minimum of {problem.bound}: the derivative is not known to be zero there"
        )
    second = problem.second_derivative()
    shown = problem.original(second)
    floored = "; the floor is least where its inside is" if problem.floored else ""
    curvature = sign_pattern(problem, second)
    if curvature == "positive":
        where = "" if problem.limit is None else " for {domain}"
        return f"convex: the second derivative {{second}} is positive{where}{floored}"
    slope = sign_pattern(problem, problem.derivative())
    if slope == "rises":
        return f"the derivative is negative below the optimum and positive above it{floored}"
    if curvature == "negative":
        raise TuningError(f"{named} is not the minimum of {problem.bound}: the second derivative {shown} is negative")
    if slope == "falls":
        raise TuningError(f"{named} is not the minimum of {problem.bound}: it is the maximum")
    raise UnknownOptimum(
        f"no proof that {named} is the minimum of {problem.bound} over {problem.domain}: neither is the second "
        f"derivative {shown} known to be positive nor does the derivative change sign just once"
    )


def sign_pattern(problem: TuningProblem, expression: sympy.Expr) -> Pattern:
    """Find the signs of an expression over the range, by Descartes' rule of signs."""
    x = problem.x
    numerator, denominator = sympy.fraction(sympy.factor(problem.unbounded(expression)))
    sign = evident_sign(denominator)
    if sign is None:
        return "unknown"
    rest = sympy.Integer(1)
    for factor in sympy.Mul.make_args(numerator):
        factor_sign = evident_sign(factor)
        if factor_sign is None:
            rest *= factor
        else:
            sign *= factor_sign
    if sign == 0:
        return "zero"
    for _ in range(_MULTIPLIERS):
        signs = coefficient_signs(rest, x)
        if signs is None:
            break
        changes = sum(left != right for left, right in pairwise(signs))
        if changes == 0:
            return "positive" if signs[0] == sign else "negative"
        if changes == 1:
            return "falls" if signs[0] == sign else "rises"
        rest *= 1 + x  # the same signs, and by Polya's theorem fewer changes in the end
    return "unknown"


# --- the stationary points ------------------------------------------------------------------------------


def stationary_points(problem: TuningProblem) -> list[sympy.Expr]:
    """Find positive zeros of the derivative in closed form; those below the limit are for the proof to pick."""
    numerator, _ = sympy.fraction(sympy.factor(problem.derivative()))
    return _zeros(numerator, problem.x)


def _zeros(numerator: sympy.Expr, x: sympy.Symbol) -> list[sympy.Expr]:
    """Find positive zeros of a product, in closed form."""
    points = []
    for factor in sympy.Mul.make_args(numerator):
        powers = powers_of(factor.base if factor.is_Pow and factor.exp.is_Integer else factor, x)
        if powers is not None:
            points += _roots({e: c for e, c in sorted(powers.items()) if c != 0})
    return points


def _roots(powers: Mapping[sympy.Rational, sympy.Expr]) -> list[sympy.Expr]:
    """Solve a sum of two powers of x, or a quadratic in a power of x, for positive x."""
    low = min(powers)
    exponents = [exponent - low for exponent in powers]
    coefficients = list(powers.values())
    if len(exponents) == 2:
        roots = [tidy(-coefficients[0] / coefficients[1])]
    elif len(exponents) == 3 and exponents[2] == 2 * exponents[1]:
        roots = _quadratic_roots(*coefficients)
    else:
        return []
    return [root ** (1 / exponents[1]) for root in roots if evident_sign(root) == 1]


def _quadratic_roots(c: sympy.Expr, b: sympy.Expr, a: sympy.Expr) -> list[sympy.Expr]:
    """Return the roots of a*z**2 + b*z + c, written without differences of like quantities where possible."""
    if evident_sign(a) == -1:
        a, b, c = -a, -b, -c
    root = sympy.sqrt(sympy.factor(b**2 - 4 * a * c))
    if evident_sign(b) == 1:
        return [tidy(-2 * c / (b + root), rationalise=False)]
    return [tidy((root - b) / (2 * a), rationalise=False), tidy((-b - root) / (2 * a), rationalise=False)]
