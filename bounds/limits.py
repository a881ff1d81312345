"""The range that a claim's premises leave to a parameter, with its ends open or closed."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any, NamedTuple

import sympy

from bounds.claim import Claim
from bounds.errors import BoundcheckError
from bounds.expression import parse_expression

_OPERATORS = re.compile(r"(<=|>=|==|=|<|>)")
_TURNED = {"<": ">", ">": "<", "<=": ">=", ">=": "<=", "==": "=="}


class Relation(NamedTuple):
    """A premise about parameters alone."""

    left: Any
    operator: str
    right: Any


def relation_of(text: str) -> Relation | None:
    """Read a premise such as ``eta < 2/(U*X**2)``; None where it says more than glossary symbols do.

    >>> relation_of("X > 0"), relation_of("the sum of u = U")
    (Relation(left=X, operator='>', right=0), None)
    """
    parts = _OPERATORS.split(text)
    if len(parts) != 3:
        return None
    try:
        left, right = parse_expression(parts[0].strip()), parse_expression(parts[2].strip())
    except BoundcheckError:
        return None
    return Relation(left, "==" if parts[1] == "=" else parts[1], right)


def limits(claim: Claim, symbol: sympy.Symbol) -> Iterator[Relation]:
    """Yield the premises of a claim that limit a symbol, with the symbol on the left.

    >>> from bounds import theorem, symbols as s
    >>> list(limits(theorem("kitani.wma"), s.eta))
    [Relation(left=eta, operator='<=', right=1/2)]
    """
    for hypothesis in claim.hypotheses:
        found = relation_of(hypothesis.text)
        if found is not None and found.right == symbol:
            found = Relation(found.right, _TURNED[found.operator], found.left)
        if found is not None and found.left == symbol and symbol not in found.right.free_symbols:
            yield found


def upper_limit(claim: Claim, symbol: sympy.Symbol) -> Relation | None:
    """Return the premise that is the upper end of a free parameter's range, closed (<=) or open (<).

    None where the parameter has no end, or where ``claim.free`` only says how far instances are made.

    >>> from bounds import theorem, symbols as s
    >>> upper_limit(theorem("kitani.wma.printed"), s.eta).operator
    '<'
    """
    upper = claim.free.get(symbol)
    stated = (found for found in limits(claim, symbol) if found.operator in ("<", "<=") and found.right == upper)
    return next(stated, None)
