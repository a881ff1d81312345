"""From sympy to z3: the bound that is proved is the catalogue's own expression."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from functools import reduce
from operator import mul
from typing import Any

import sympy
import z3

from bounds.domains import Domain
from bounds.errors import BoundcheckError
from verify.logic import language
from verify.logic.axioms import exp, ln, root
from verify.logic.language import UNKNOWN, Formula, Term


class NotTranslatable(BoundcheckError):
    """An expression has a part that the proofs have no term for."""


def constant(symbol: Any) -> Term:
    """Return the z3 constant of a symbol: an integer one for an integer symbol, else a real one.

    >>> from bounds import symbols as s
    >>> constant(s.l).sort(), constant(s.eta).sort()
    (Int, Real)
    """
    if symbol.name.startswith(UNKNOWN):
        raise NotTranslatable(f"a symbol is called {symbol}; {UNKNOWN} begins the names of values of functions")
    return z3.Int(symbol.name) if symbol.is_integer else z3.Real(symbol.name)


def real(term: Term) -> Term:
    """Return a term as a real number."""
    return z3.ToReal(term) if term.sort() == z3.IntSort() else term


def translate(expression: Any, terms: Mapping[Any, Term] | None = None) -> Term:
    """Return a sympy expression as a real z3 term; ``terms`` says what some symbols stand for.

    Logarithms, exponentials and square roots become applications of the function symbols ln, exp and sqrt; a power
    with a variable exponent becomes exp(exponent * ln(base)), of which nothing follows but for a positive base.

    >>> from boundcheck import theorem
    >>> translate(theorem("bylander.8").bound)
    1/4*U*U*X*X*(1/tau)
    """
    e = sympy.sympify(expression)
    known = terms or {}
    if e in known:
        return real(known[e])
    if e.is_Symbol:
        return real(constant(e))
    if e is sympy.E:
        return exp(z3.RealVal(1))
    if e.is_Rational:
        return z3.RealVal(str(e))
    if e.is_Pow and e.exp.is_number:
        return _power(e, translate(e.base, known))
    parts = [translate(a, known) for a in e.args]
    if e.is_Add:
        return z3.Sum(parts)
    if e.is_Mul:
        return reduce(mul, parts)
    if e.is_Pow:
        base, power = parts
        return exp(power * ln(base))
    if isinstance(e, sympy.log):
        return ln(parts[0])
    if isinstance(e, sympy.exp):
        return exp(parts[0])
    if isinstance(e, sympy.floor):
        return z3.ToReal(z3.ToInt(parts[0]))
    if isinstance(e, sympy.ceiling):
        return -z3.ToReal(z3.ToInt(-parts[0]))
    if isinstance(e, sympy.Max):
        return reduce(lambda a, b: z3.If(a >= b, a, b), parts)
    if isinstance(e, sympy.Min):
        return reduce(lambda a, b: z3.If(a <= b, a, b), parts)
    if isinstance(e, sympy.Abs):
        return z3.If(parts[0] >= 0, parts[0], -parts[0])
    raise NotTranslatable(f"{e} has no counterpart in the proofs")


def _power(e: Any, base: Term) -> Term:
    exponent = e.exp
    if exponent.is_Integer and abs(exponent) <= 64:
        product = reduce(mul, [base] * abs(int(exponent)))
        return product if exponent > 0 else 1 / product
    if abs(exponent) == sympy.Rational(1, 2):
        return root(base) if exponent > 0 else 1 / root(base)
    raise NotTranslatable(f"the power {e} has no counterpart in the proofs")


def arguments(terms: Iterable[Term], function: z3.FuncDeclRef) -> list[Term]:
    """Return the x of every f(x) in some terms, each once, the innermost first.

    >>> arguments([exp(ln(z3.Real("a"))) + ln(z3.Real("b"))], ln)
    [a, b]
    """
    inner = [part.arg(0) for part in language.parts(terms) if z3.is_app(part) and part.decl().eq(function)]
    return list({argument.get_id(): argument for argument in inner}.values())


def assumptions(symbol: Any, domain: Domain) -> list[Formula]:
    """Return what a claim says that a symbol is; a whole number has an integer constant already."""
    return [] if domain.low is None else [relation(constant(symbol), domain.operator, domain.low)]


def relation(lhs: Term, operator: str, rhs: Term) -> Formula:
    """Return ``lhs operator rhs`` for one of <=, <, >=, > and ==."""
    return {
        "<=": lambda: lhs <= rhs,
        "<": lambda: lhs < rhs,
        ">=": lambda: lhs >= rhs,
        ">": lambda: lhs > rhs,
        "==": lambda: lhs == rhs,
    }[operator]()
