"""Reads formulas written in glossary symbols. Nothing read is ever run as code.

The language is that of formulas, as far as it speaks of numbers and parameters: ``+ - * / **``, parentheses, exact
numbers, the glossary's symbols and the functions sqrt, ln, log, log2, exp, floor, ceiling, Max, Min, Abs. Anything else
is refused with its position. Limits on length, nesting and the size of numbers keep every formula quick to read.

>>> parse_expression("U**2/(2*eta) + eta*l*X**2/2")
U**2/(2*eta) + X**2*eta*l/2
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

import sympy

from bounds import symbols
from bounds.domains import Domain
from bounds.errors import BoundcheckError
from bounds.expression.conditions import lost_conditions
from bounds.expression.meaning import MAX_BITS
from bounds.expression.printing import format_expression
from bounds.expression.terms import MAX_DEPTH, MAX_LENGTH, Terms
from bounds.expression.trees import formula_of
from bounds.formulas.text import write
from bounds.formulas.tree import Formula
from bounds.numbers import Number

__all__ = [
    "MAX_BITS",
    "MAX_DEPTH",
    "MAX_LENGTH",
    "as_expression",
    "as_symbol",
    "expression_of",
    "format_expression",
    "formula_of",
    "lost_conditions",
    "parse_assignment",
    "parse_assignments",
    "parse_expression",
    "parse_number",
    "require_possible",
]


def parse_expression(text: str) -> sympy.Expr:
    """Read ``text`` as a sympy expression in glossary symbols.

    ``**`` is right associative and binds tighter than a minus on its left; ``log`` is natural unless given a
    base, as in ``log(N, 2)``; numbers are exact. Raises BoundcheckError, with the position, for anything outside
    the grammar or the limits.

    >>> parse_expression("-U**2 + 0.5*log(N, 2)")
    -U**2 + log(N)/(2*log(2))
    >>> parse_expression("U**2 @ 3")
    Traceback (most recent call last):
    ...
    bounds.errors.BoundcheckError: cannot read 'U**2 @ 3': unexpected '@' at position 6
    """
    return Terms(text).expression()


def expression_of(formula: Formula) -> sympy.Expr:
    """Return a formula in parameters alone as a sympy expression; raise BoundcheckError where it says more.

    >>> from bounds.formulas import read
    >>> expression_of(read("2*tau/X**2"))
    2*tau/X**2
    """
    return Terms(write(formula)).term(formula).value


def as_expression(value: Any) -> sympy.Expr:
    """Return a number, a text or a sympy expression as a sympy expression; a text is read by ``parse_expression``.

    Raises BoundcheckError for anything else, for floats, and for a symbol that has the name of one of the glossary
    but is another one, as those of ``sympy.symbols`` are: they are not known to be real, or whole.

    >>> as_expression("U**2/2") == as_expression(symbols.U**2 / 2)
    True
    >>> as_expression(sympy.Symbol("U"))
    Traceback (most recent call last):
    ...
    bounds.errors.BoundcheckError: U is not the glossary's symbol U; use bounds.symbols.U, or write a text
    """
    if isinstance(value, str):
        return parse_expression(value)
    try:
        expression = sympy.sympify(value, strict=True)
    except sympy.SympifyError:
        expression = None
    if not isinstance(expression, sympy.Expr):
        raise BoundcheckError(f"{str(value)[:60]!r} is no expression; use a number, a text or a sympy expression")
    if expression.has(sympy.Float):
        raise BoundcheckError(f"{str(value)[:60]} has a float in it; write an exact number, such as '1/10'")
    for symbol in sorted(expression.free_symbols, key=str):
        if symbols.known(symbol.name) and symbol != symbols.lookup(symbol.name):
            raise BoundcheckError(
                f"{symbol} is not the glossary's symbol {symbol}; use bounds.symbols.{symbol}, or write a text"
            )
    return expression


def as_symbol(value: Any) -> sympy.Symbol:
    """Return a symbol, or the glossary's symbol of that name.

    >>> as_symbol("eta") == as_symbol(symbols.eta)
    True
    """
    return as_expression(value) if isinstance(value, sympy.Symbol) else symbols.lookup(str(value))


def require_possible(symbol: sympy.Symbol, value: sympy.Expr, domain: Domain) -> None:
    """Raise BoundcheckError for a number that the symbol cannot be."""
    if not value.is_number:
        return
    low = domain.low
    for wrong, kind in (
        (domain.whole and not value.is_integer, "an integer"),
        (domain.open and value <= low, "positive" if low == 0 else f"more than {low}"),
        (low is not None and value < low, f"at least {low}"),
    ):
        if wrong == True:  # noqa: E712 - an inequality of sympy may be neither
            raise BoundcheckError(f"{symbol} is {value}; it must be {kind}")


def parse_assignment(text: str) -> tuple[sympy.Symbol, sympy.Expr]:
    """Read ``symbol=expression`` and return both sides.

    >>> parse_assignment("eta = 1/X**2")
    (eta, X**(-2))
    """
    return Terms(text).assignment()


def parse_assignments(texts: Iterable[str]) -> dict[sympy.Symbol, sympy.Expr]:
    """Read several assignments; raise BoundcheckError where one symbol is set twice.

    >>> parse_assignments(["eta = 1/X**2", "U = 2"])
    {eta: X**(-2), U: 2}
    """
    assignments: dict[sympy.Symbol, sympy.Expr] = {}
    for symbol, expression in map(parse_assignment, texts):
        if symbol in assignments:
            raise BoundcheckError(f"{symbol} is set twice; set it once")
        assignments[symbol] = expression
    return assignments


def parse_number(text: str) -> Number:
    """Read an expression without symbols and evaluate it exactly.

    >>> parse_number("1/10"), print(parse_number("sqrt(2)/3"))
    1/3*sqrt(2)
    (Fraction(1, 10), None)
    """
    terms = Terms(text)
    expression = terms.expression()
    names = sorted(str(symbol) for symbol in expression.free_symbols)
    if names:
        raise BoundcheckError(
            f"cannot read {terms.source.quoted} as a number: it contains {', '.join(names)}; use numbers only"
        )
    return terms.meaning.number(expression, 0)
