"""A sympy expression as the formula that it is, part by part."""

from __future__ import annotations

from fractions import Fraction
from functools import reduce

import sympy

from bounds.formulas.tree import Apply, Constant, Formula, Name
from bounds.numbers.evaluate import cannot_evaluate

JOINED = {sympy.Add: "+", sympy.Mul: "*", sympy.Pow: "**", sympy.Max: "max", sympy.Min: "min"}
"""Operations that take two, or go on from one to the next."""

OF_ONE = {sympy.exp: "exp", sympy.log: "ln", sympy.floor: "floor", sympy.ceiling: "ceiling", sympy.Abs: "abs"}


def formula_of(expression: sympy.Expr) -> Formula:
    """Return an expression as a formula with the same operations; raise BoundcheckError for any other.

    >>> from bounds import symbols as s
    >>> from bounds.formulas import write
    >>> write(formula_of(sympy.sqrt(s.l) * s.U - 1))
    '(-1) + U*l**(1/2)'
    """
    if isinstance(expression, sympy.Rational):
        return Constant(Fraction(int(expression.p), int(expression.q)))
    if isinstance(expression, sympy.Symbol):
        return Name(expression.name)
    if expression is sympy.E:
        return Apply("exp", (Constant(Fraction(1)),))
    arguments = [formula_of(argument) for argument in expression.args]
    for kind, name in JOINED.items():
        if isinstance(expression, kind):
            return reduce(lambda one, other: Apply(name, (one, other)), arguments)
    for kind, name in OF_ONE.items():
        if isinstance(expression, kind):
            return Apply(name, tuple(arguments))
    raise cannot_evaluate(expression)
