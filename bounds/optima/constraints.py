"""What is put in for symbols, and closed constraints on the symbol that is tuned."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, TypeAlias

import sympy

from bounds import symbols
from bounds.errors import BoundcheckError
from bounds.expression import parse_expression, require_possible
from bounds.formulas.tree import TURNED
from bounds.numbers import compare
from bounds.numbers.evaluate import evaluate
from bounds.optima.algebra import evident_sign, exactly, positive_names

Assignments: TypeAlias = Mapping[Any, Any]
"""What is put in for symbols, by symbol or name: exact numbers, or expressions (also as text, "sqrt(k)")."""

Constraint: TypeAlias = str | sympy.Rel
"""A closed constraint on one symbol, such as "eta <= 1/2"."""


def assignments(where: Assignments) -> dict[sympy.Symbol, sympy.Expr]:
    """Read what is put in for symbols: exact numbers, sympy expressions, or expressions as text.

    >>> assignments({"U": "sqrt(k)", "l": 100})
    {U: sqrt(k), l: 100}
    """
    values: dict[sympy.Symbol, sympy.Expr] = {}
    for key, value in where.items():
        symbol = symbols.lookup(key) if isinstance(key, str) else key
        if not isinstance(symbol, sympy.Symbol):
            raise BoundcheckError(f"cannot put a value in for {key!r}; name a symbol of the glossary")
        exact = parse_expression(value) if isinstance(value, str) else exactly(value, str(symbol))
        if exact.is_number:
            require_possible(symbol, exact, symbols.usual(symbol))
        values[symbol] = exact
    return values


def ends(
    symbol: sympy.Symbol, subject_to: Sequence[Constraint], values: Mapping[sympy.Symbol, sympy.Expr]
) -> tuple[sympy.Expr | None, sympy.Expr | None]:
    """Read the constraints on one symbol: the largest lower end and the smallest upper one."""
    if isinstance(subject_to, str):
        subject_to = [subject_to]
    least: sympy.Expr | None = None
    most: sympy.Expr | None = None
    for constraint in subject_to:
        left, operator, right = sides(constraint)
        if right == symbol:
            left, operator, right = right, TURNED[operator], left
        end = right.subs(values, simultaneous=True)
        if left != symbol or symbol in end.free_symbols:
            raise BoundcheckError(f"the constraint {constraint} does not limit {symbol}; write it as {symbol} <= ...")
        if operator == "<=":
            most = end if most is None else _chosen(most, end, smaller=True)
        else:
            least = end if least is None else _chosen(least, end, smaller=False)
    if most is not None and order(most, sympy.Integer(0)) != 1:
        raise BoundcheckError(f"{symbol} <= {most} leaves no {symbol} that is known to be positive")
    if least is not None and order(least, sympy.Integer(0)) in (-1, 0):
        least = None
    if least is not None and most is not None and order(most, least) not in (0, 1):
        raise BoundcheckError(f"{least} <= {symbol} <= {most} is not known to leave any {symbol}")
    return least, most


def sides(constraint: Constraint) -> tuple[sympy.Expr, str, sympy.Expr]:
    """Return the left side, ``<=`` or ``>=``, and the right side of a constraint."""
    if isinstance(constraint, sympy.Rel) and constraint.rel_op in ("<=", ">="):
        return constraint.lhs, constraint.rel_op, constraint.rhs
    if isinstance(constraint, str):
        for operator in ("<=", ">="):
            left, separator, right = constraint.partition(operator)
            if separator:
                return parse_expression(left), operator, parse_expression(right)
    raise BoundcheckError(f"{constraint!r} is no closed constraint; write it as eta <= 1/2 or eta >= 1/l")


def order(a: sympy.Expr, b: sympy.Expr) -> int | None:
    """Return the sign of a - b for all values of the symbols, decided exactly; None if it depends or is not known.

    >>> from bounds import symbols as s
    >>> order(sympy.sqrt(2), sympy.Rational(3, 2)), order(s.U + 1, s.U), order(s.U, s.X)
    (-1, 1, None)
    """
    if not (a.free_symbols | b.free_symbols):
        return compare(evaluate(a, {}), evaluate(b, {}))
    names, _ = positive_names(a - b)
    return evident_sign((a - b).xreplace(names))


def _chosen(a: sympy.Expr, b: sympy.Expr, *, smaller: bool) -> sympy.Expr:
    sign = order(a, b)
    if sign is None:
        return sympy.Min(a, b) if smaller else sympy.Max(a, b)
    return a if (sign <= 0) == smaller else b
