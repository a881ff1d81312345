"""Writes an expression as text that is read back to an equal one."""

from __future__ import annotations

import sympy
from sympy.printing.str import StrPrinter

from bounds.errors import BoundcheckError
from bounds.expression.meaning import MAX_BITS, bits_of, short
from bounds.expression.terms import Terms

_NODES = (
    sympy.Rational,
    sympy.Symbol,
    sympy.Add,
    sympy.Mul,
    sympy.Pow,
    sympy.exp,
    sympy.log,
    sympy.floor,
    sympy.ceiling,
    sympy.Max,
    sympy.Min,
    sympy.Abs,
)


def format_expression(expression: sympy.Expr) -> str:
    """Write ``expression`` as text that ``parse_expression`` reads back to an equal expression.

    Raises BoundcheckError for an expression outside the grammar. An expression that sympy holds unevaluated,
    such as 2*(U + X), comes back in sympy's usual form.

    >>> from bounds import symbols
    >>> format_expression(sympy.sqrt(symbols.l) * sympy.E)
    'exp(1)*sqrt(l)'
    """
    if not isinstance(expression, sympy.Expr):
        raise BoundcheckError(
            f"cannot write {expression!r} of type {type(expression).__name__}; give a sympy expression"
        )
    for node in sympy.preorder_traversal(expression):
        if not isinstance(node, _NODES) and node is not sympy.E:
            raise BoundcheckError(f"cannot write {type(node).__name__} {short(repr(node))} in the grammar of bounds")
        if isinstance(node, sympy.Rational) and bits_of(node) > MAX_BITS:
            raise BoundcheckError(f"cannot write a number of {bits_of(node)} bits; the limit is {MAX_BITS}")
    text: str = _Printer().doprint(expression)
    again = Terms(text).expression()
    if again != expression and again != _rebuilt(expression):
        raise BoundcheckError(
            f"cannot write {short(text)!r}: it reads back as {short(str(again))!r}, "
            "a different expression; build it from bounds.symbols"
        )
    return text


class _Printer(StrPrinter):  # type: ignore[misc]
    """Writes as sympy does, except for what the parser would take for something else."""

    def _print_Exp1(self, expr: object) -> str:  # noqa: ARG002, N802 - called by sympy
        return "exp(1)"

    def _print_Mul(self, expr: sympy.Expr) -> str:  # noqa: N802 - called by sympy
        divisor = expr.as_coeff_Mul()[0].q
        if divisor != 1 and any(factor.is_Pow and factor.base.is_Add for factor in expr.args):
            return f"{self._print(expr * divisor)}/{divisor}"  # 1/(2*(U + 1)) would read as 1/(2*U + 2)
        text: str = super()._print_Mul(expr)
        return text


def _rebuilt(expression: sympy.Expr) -> sympy.Expr:
    if not expression.args:
        return expression
    lattice = isinstance(expression, sympy.Max | sympy.Min | sympy.Abs | sympy.floor | sympy.ceiling)
    return expression if lattice else expression.func(*map(_rebuilt, expression.args))
