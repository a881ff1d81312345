"""The parameters of a claim in Coq, and the constants of GenBounds.v that are made of them, with their arguments."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any

import sympy

from bounds import symbols as s
from bounds.claims.claim import Claim, Comparator
from bounds.claims.limits import premise
from verify.proofs.coq_export import RENAMED, coq_id, to_coq

TYPES = {"intervals": "list trial", "labels": "list ctrial", "points": "list (vec * R)"}
"""The trials by their outcomes."""


def trial_of(claim: Claim) -> str:
    """Return a trial c of a claim with its type, as it is bound.

    >>> from boundcheck import theorem
    >>> trial_of(theorem("classics.gd.square"))
    'c : vec * R'
    """
    if claim.outcomes.kind not in TYPES:
        return "c"
    return f"c : {TYPES[claim.outcomes.kind].removeprefix('list ').strip('()')}"


def parameters(claim: Claim) -> set[Any]:
    """Return the parameters that a claim may speak of."""
    relations = [relation for relation in map(premise, claim.hypotheses) if relation is not None]
    symbols = {s.U, s.X, s.R, s.H, s.p, s.Z, s.uz, s.delta, s.gamma, s.entropy, *claim.free, *claim.bound.free_symbols}
    return symbols.union(*(side.free_symbols for relation in relations for side in (relation.left, relation.right)))


def whole(claim: Claim) -> dict[str, str]:
    """Return the parameters that are natural numbers in Coq, with what each is as a real number."""
    symbols = (symbol for symbol in parameters(claim) if claim.domain(symbol).whole and symbol not in claim.defines)
    return {symbol.name: f"INR {symbol.name}" for symbol in symbols if to_coq(named(claim, symbol)) == symbol.name}


def named(claim: Claim, expression: Any) -> Any:
    """Return an expression with what Coq calls the number of trials, the dimension and what is counted."""
    if claim.outcomes.kind == "none":
        return expression
    trials = "S" if claim.longer_than is None else "S'"
    names = {s.l: f"INR (length {trials})", s.n: "INR n"}
    names |= {symbol: "INR n" for symbol, value in claim.defines.items() if value == s.n}
    if claim.comparator is Comparator.DISJUNCTION:
        names[s.k] = "sum n u"
    if claim.comparator in (Comparator.NOISY, Comparator.EXPERT):
        names[s.k] = "INR (cmp_mistakes n u S)"
    return expression.subs({symbol: sympy.Symbol(name) for symbol, name in names.items()})


def constant(claim: Claim, prefix: str, expression: Any, names: Mapping[str, str] | None = None) -> str:
    """Return a constant of GenBounds.v with its arguments, which are in the order of their names.

    An argument is what ``names`` says of it, what the claim defines in its place, or the parameter.
    """
    terms = []
    for symbol in sorted(expression.free_symbols, key=lambda symbol: RENAMED.get(symbol.name, symbol.name)):
        known = to_coq(named(claim, symbol))
        if symbol in claim.defines and known == to_coq(symbol):
            known = constant(claim, symbol.name, claim.defines[symbol])
        terms.append((names or {}).get(symbol.name, known))
    return " ".join([f"{prefix}_{coq_id(claim.id)}", *(term if " " not in term else f"({term})" for term in terms)])


def defined(claim: Claim, text: str, names: Mapping[str, str] | None = None) -> str:
    """Return a term with what the claim defines in the place of X, U and the like; ``names`` as for ``constant``."""
    for symbol, expression in claim.defines.items():
        name = RENAMED.get(symbol.name, symbol.name)
        value = constant(claim, symbol.name, expression, names)
        text = re.sub(rf"\b{name}\b", f"({value})" if " " in value else value, text)
    return text
