"""Algebra of bounds in symbols of known sign: signs that are evident, sums of powers, and square roots made simple."""

from __future__ import annotations

import math
from fractions import Fraction
from typing import TypeAlias

import sympy

from bounds import symbols
from bounds.errors import BoundcheckError
from bounds.numbers import to_fraction

Exact: TypeAlias = int | Fraction | str
"""What may be put in for a symbol; text is an exact rational such as "1/10"."""


def exactly(value: sympy.Expr | Exact, name: str) -> sympy.Expr:
    """Make an expression without floats of ``value``."""
    if isinstance(value, sympy.Expr) and not isinstance(value, sympy.Number):
        if value.has(sympy.Float):
            raise BoundcheckError(f"{name} is {value}; it contains a float, write it as an exact rational")
        return value
    fraction = to_fraction(float(value) if isinstance(value, sympy.Float) else value, name)
    return sympy.Rational(fraction.numerator, fraction.denominator)


# --- signs ------------------------------------------------------------------------------------------------


def evident_sign(expression: sympy.Expr) -> int | None:
    """Return the sign that an expression has for all values of its symbols, None if that is not evident."""
    for form in (lambda e: e, sympy.expand, sympy.factor):
        shape = form(expression)
        if shape.is_positive:
            return 1
        if shape.is_negative:
            return -1
        if shape.is_zero:
            return 0
    numerator, denominator = sympy.fraction(sympy.together(expression))
    if denominator == 1:
        return None
    above, below = evident_sign(sympy.expand(numerator)), evident_sign(denominator)
    return None if above is None or below is None else above * below


def named_positive(
    inner: sympy.Expr, upper: sympy.Expr | None, symbol: sympy.Symbol
) -> tuple[dict[sympy.Expr, sympy.Symbol], tuple[sympy.Rel, ...]]:
    """Return ``positive_names`` for a bound in one symbol, which is positive, up to its upper end."""
    both = sympy.Tuple(inner, *([] if upper is None else [upper]))
    names: dict[sympy.Expr, sympy.Symbol] = {}
    conditions = []
    for logarithm in both.atoms(sympy.log):
        if logarithm.free_symbols and symbol not in logarithm.free_symbols:
            names[logarithm] = sympy.Symbol(str(logarithm), positive=True)
            if not _exceeds_one(logarithm.args[0]):
                conditions.append(sympy.Gt(logarithm.args[0], 1))
    for free in both.xreplace(names).free_symbols - set(names.values()):
        usual = symbols.usual(free)
        if free == symbol or free.is_nonnegative or usual.low is not None:
            names[free] = sympy.Symbol(free.name, positive=True)
            if free != symbol and not (free.is_positive or usual.open or free in symbols.SIZES):
                conditions.append(sympy.Gt(free, 0))
    return names, tuple(sorted(conditions, key=str))


def positive_names(expression: sympy.Expr) -> tuple[dict[sympy.Expr, sympy.Symbol], tuple[sympy.Rel, ...]]:
    """Return a positive symbol for every symbol and logarithm of known sign, and the conditions for that."""
    return named_positive(expression, None, sympy.Dummy())


def _exceeds_one(argument: sympy.Expr) -> bool:
    """Tell whether an expression in numbers of attributes is known to be above 1, as 2*n is."""
    shifted = {
        free: sympy.Symbol(free.name, integer=True, nonnegative=True) + 1
        for free in argument.free_symbols
        if free in symbols.SIZES
    }
    return bool(sympy.expand(argument.xreplace(shifted) - 1).is_positive)


# --- sums of powers ---------------------------------------------------------------------------------------


def powers_of(expression: sympy.Expr, x: sympy.Symbol) -> dict[sympy.Rational, sympy.Expr] | None:
    """Write an expression as a sum of rational powers of ``x`` with coefficients free of it, if it is one."""
    powers: dict[sympy.Rational, sympy.Expr] = {}
    for term in sympy.Add.make_args(sympy.expand(expression)):
        coefficient, power = term.as_independent(x)
        base, exponent = power.as_base_exp()
        if power == 1:
            exponent = sympy.Integer(0)
        elif base != x or not isinstance(exponent, sympy.Rational):
            return None
        powers[exponent] = powers.get(exponent, sympy.Integer(0)) + coefficient
    return powers


def coefficient_signs(expression: sympy.Expr, x: sympy.Symbol) -> list[int] | None:
    """Return the signs of the non-zero coefficients by rising power of ``x``, None if one is not known."""
    powers = powers_of(expression, x)
    if powers is None:
        return None
    signs = []
    for _, coefficient in sorted(powers.items()):
        sign = evident_sign(coefficient)
        if sign is None:
            return None
        signs += [sign] * (sign != 0)
    return signs or None


# --- square roots -----------------------------------------------------------------------------------------


def vanishes(expression: sympy.Expr) -> bool:
    """Tell whether an expression is known to be 0."""
    return bool(tidy(expression) == 0)


def tidy(expression: sympy.Expr, *, rationalise: bool = True) -> sympy.Expr:
    """Simplify a quotient of polynomials in roots of symbols and one square root of a sum; 0 comes out as 0."""
    roots = _symbol_roots(expression)
    rational = sympy.together(expression.xreplace({symbol: root**q for symbol, (root, q) in roots.items()}))
    back = {root: symbol ** sympy.Rational(1, q) for symbol, (root, q) in roots.items()}
    simple = _without_root_of_sum(rational, rationalise=rationalise)
    forms = [simple, sympy.expand(simple)] if rationalise else [simple]
    return min((form.xreplace(back) for form in forms), key=sympy.count_ops)


def _symbol_roots(expression: sympy.Expr) -> dict[sympy.Symbol, tuple[sympy.Dummy, int]]:
    """Name the q-th root of each positive symbol that occurs with an exponent of denominator q."""
    degrees: dict[sympy.Symbol, int] = {}
    for power in sorted(expression.atoms(sympy.Pow), key=str):
        if power.base.is_Symbol and power.base.is_positive and power.exp.is_Rational:
            degrees[power.base] = math.lcm(degrees.get(power.base, 1), int(power.exp.q))
    return {symbol: (sympy.Dummy(symbol.name, positive=True), q) for symbol, q in degrees.items() if q > 1}


def _without_root_of_sum(expression: sympy.Expr, *, rationalise: bool) -> sympy.Expr:
    sums = {power.base for power in expression.atoms(sympy.Pow) if power.base.is_Add and not power.exp.is_Integer}
    if len(sums) != 1:
        return sympy.factor(expression)
    (square,) = sums
    t = sympy.Dummy("t", positive=True)
    in_t = expression.replace(lambda e: e.is_Pow and e.base == square, lambda e: t ** (2 * e.exp))
    numerator, denominator = sympy.fraction(sympy.cancel(in_t))
    if not (numerator.is_polynomial(t) and denominator.is_polynomial(t)):
        return sympy.factor(expression)
    if not rationalise:
        return sympy.factor(numerator / denominator).xreplace({t: sympy.sqrt(square)})
    a, b = _linear(numerator, t, square)
    if a == b == 0:
        return a
    c, d = _linear(denominator, t, square)
    whole, norm = sympy.factor((a + b * t) / (c + d * t)), sympy.expand(c**2 - d**2 * square)
    forms = [whole]
    if evident_sign(norm):  # else the norm might be zero where the denominator is not
        parts = (sympy.factor(part / norm) for part in (a * c - b * d * square, b * c - a * d))
        forms.append(sum(part * power for part, power in zip(parts, (1, t), strict=True)))
    return min(forms, key=sympy.count_ops).xreplace({t: sympy.sqrt(square)})


def _linear(polynomial: sympy.Expr, t: sympy.Symbol, square: sympy.Expr) -> tuple[sympy.Expr, sympy.Expr]:
    """Write a polynomial in ``t`` as a + b*t, where t**2 = ``square``."""
    parts = [sympy.Integer(0), sympy.Integer(0)]
    for (degree,), coefficient in sympy.Poly(polynomial, t).terms():
        parts[degree % 2] += coefficient * square ** (degree // 2)
    return sympy.expand(parts[0]), sympy.expand(parts[1])
