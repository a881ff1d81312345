"""The catalogue's bounds as Coq definitions: the sympy expression stays the only place of a bound.

A claim with the id ``bylander.5`` gives ``b_bylander_5`` (its bound), ``eta_bylander_5`` (what the claim
defines), ``upper_eta_...`` (the open upper end of a free parameter) and ``longer_...`` (what the number of
trials has to exceed). The arguments are the expression's symbols in the order of their names.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator
from typing import Any

import sympy

from bounds.claims.claim import Claim
from bounds.errors import BoundcheckError

PREAMBLE = """(** Generated from the catalogue's expressions; edit bounds/sources, not this file. *)

From Coq Require Import Reals.
From Boundcheck Require Import Definitions.
Open Scope R_scope.
"""
RENAMED = {"R": "R_", "floor": "floor_", "ceiling": "ceiling_"}
"""Symbols that would hide a name of Coq's or of Definitions.v in a definition."""

ATOM = re.compile(r"\w+|\(- \d+\)")

FUNCTIONS: dict[type, str] = {
    sympy.log: "ln",
    sympy.exp: "exp",
    sympy.floor: "floor",
    sympy.ceiling: "ceiling",
    sympy.Abs: "Rabs",
}


def coq_id(identifier: str) -> str:
    """Return a claim's id as a Coq identifier.

    >>> coq_id("bylander.2.tuned"), coq_id("gls.7.1a+"), coq_id("own.my bound, 99%")
    ('bylander_2_tuned', 'gls_7_1aplus', 'own_my_bound__99_')
    """
    return re.sub(r"\W", "_", identifier.replace("+", "plus"), flags=re.ASCII)


def to_coq(expression: Any) -> str:
    """Return a sympy expression over the glossary's symbols as a Coq term of type R.

    Raises BoundcheckError for a node whose Coq meaning is not laid down here.

    >>> from boundcheck import theorem
    >>> to_coq(theorem("bylander.2").bound)
    '(U ^ 2 / (2 * eta)) + (X ^ 2 * eta * l / 2)'
    >>> to_coq(theorem("bylander.3.tuned").defines[sympy.Symbol("eta", real=True)])
    '(sqrt 2) * (sqrt (ln n)) / (X * (sqrt l))'
    """
    e = sympy.sympify(expression)
    if e.is_Symbol:
        return RENAMED.get(e.name, str(e.name))
    if e.is_Integer:
        return str(e) if e >= 0 else f"(- {-e})"
    if e.is_Rational:
        return f"{to_coq(e.p)} / {e.q}"
    if e.is_Add:
        return _sum(e.as_ordered_terms())
    if e.is_Mul:
        return _product(e)
    if e.is_Pow and not isinstance(e, sympy.exp):
        return _power(e.base, e.exp)
    if e is sympy.E:
        return "exp 1"
    if isinstance(e, sympy.Max | sympy.Min):
        first, *rest = e.args
        return f"{'Rmax' if isinstance(e, sympy.Max) else 'Rmin'} {_atom(first)} {_atom(type(e)(*rest))}"
    function = FUNCTIONS.get(type(e))
    if function is None or len(e.args) != 1:
        raise BoundcheckError(f"{e} has no Coq form: the node {type(e).__name__} is not known; add it to coq_export")
    return f"{function} {_atom(e.args[0])}"


def _atom(e: Any) -> str:
    """Return the term in parentheses where it needs them as an argument."""
    text = to_coq(e)
    return text if ATOM.fullmatch(text) else f"({text})"


def _sum(terms: list[Any]) -> str:
    """Return the terms that are added, then those that are subtracted."""
    added = [term for term in terms if not term.as_coeff_Mul()[0].is_negative]
    taken = [-term for term in terms if term.as_coeff_Mul()[0].is_negative]
    text = " + ".join(map(_atom, added)) if added else "0"
    return text + "".join(f" - {_atom(term)}" for term in taken)


def _factor(e: Any) -> str:
    text = to_coq(e)
    return text if e.is_Pow and e.exp.is_Integer and e.exp > 0 else _atom(e)


def _product(e: Any) -> str:
    above: list[Any] = []
    below: list[Any] = []
    for factor in e.as_ordered_factors():
        if factor.is_Rational:
            above += [sympy.Integer(factor.p)] if factor.p != 1 else []
            below += [sympy.Integer(factor.q)] if factor.q != 1 else []
        elif factor.is_Pow and factor.exp.is_Rational and factor.exp < 0:
            below.append(sympy.Pow(factor.base, -factor.exp))
        else:
            above.append(factor)
    numerator = " * ".join(map(_factor, above)) or "1"
    if not below:
        return numerator
    denominator = _atom(below[0]) if len(below) == 1 else f"({' * '.join(map(_factor, below))})"
    return f"{numerator} / {denominator}"


def _power(base: Any, exponent: Any) -> str:
    if exponent.is_Rational and exponent < 0:
        return f"/ ({_power(base, -exponent)})" if exponent != -1 else f"/ {_atom(base)}"
    if exponent == sympy.S.Half:
        return f"sqrt {_atom(base)}"
    if exponent.is_Integer:
        return f"{_atom(base)} ^ {exponent}"
    return f"Rpower {_atom(base)} {_atom(exponent)}"


def definition(name: str, expression: Any) -> str:
    """Return ``Definition name (symbols : R) : R := expression.``

    >>> definition("eta_bylander_5", 1 / sympy.Symbol("X")**2)
    'Definition eta_bylander_5 (X : R) : R := / (X ^ 2).'
    """
    symbols = sorted(RENAMED.get(s.name, s.name) for s in sympy.sympify(expression).free_symbols)
    binder = f" ({' '.join(symbols)} : R)" if symbols else ""
    return f"Definition {name}{binder} : R := {to_coq(expression)}."


def named_ends(claim: Claim) -> dict[Any, Any]:
    """Return the ends of ranges that are constants in Coq, by the parameter."""
    return {symbol: interval.end for symbol, interval in claim.ranges.items() if interval.end is not None}


def constants(claim: Claim) -> Iterator[tuple[str, Any]]:
    """Yield the Coq name and the expression of everything that a claim fixes."""
    name = coq_id(claim.id)
    yield f"b_{name}", claim.bound
    for symbol, expression in claim.defines.items():
        yield f"{symbol}_{name}", expression
    for symbol, end in named_ends(claim).items():
        yield f"upper_{symbol}_{name}", end
    if claim.longer_than is not None:
        yield f"longer_{name}", claim.longer_than


def gen_bounds(claims: Iterable[Claim], change: Callable[[str, Any], Any] = lambda _, expression: expression) -> str:
    """Return the text of GenBounds.v for these claims.

    ``change(name, expression)`` may replace an expression; the tests plant wrong bounds with it.
    """
    blocks = []
    for claim in claims:
        lines = [f"(** {claim.id}: {claim.source} *)"]
        lines += [definition(name, change(name, expression)) for name, expression in constants(claim)]
        blocks.append("\n".join(lines))
    return PREAMBLE + "\n" + "\n\n".join(blocks) + "\n"
