"""The language of the proofs: closed, first-order formulas of real and integer arithmetic with uninterpreted functions.

What could mean more than it shows is refused: recursive definitions, loose variables, another context of z3.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import Any, Literal, TypeAlias

import z3

from bounds.errors import BoundcheckError

Formula: TypeAlias = Any

Term: TypeAlias = Any

How: TypeAlias = Literal["z3", "induction", "axiom", "calculus", "enclosure", "run", "identity", "coq", "play"]


class StepFailed(BoundcheckError):
    """A step of a proof does not follow; ``name`` says which one, ``message`` why."""

    def __init__(self, name: str, message: str) -> None:
        super().__init__(f"{name}: {message}")
        self.name = name
        self.message = message


@dataclass(frozen=True)
class Parts:
    """A term of the kernel's language and what is in it; constants and outermost applications f(x) by their ids.

    ``loose`` tells how many variables of quantifiers the term needs around it; a closed term needs none.
    """

    term: Term
    loose: int
    quantified: bool
    constants: frozenset[int]
    applications: frozenset[int]


PARTS: dict[int, Parts] = {}
"""What is known of each term by its id. Each is kept by a reference of its own, so that its id stays its id."""

UNKNOWN = "unknown!"
"""How the names of the unknowns begin that stand for applications f(x); no formula may have such a name."""

_CLASSES = frozenset(
    (z3.ExprRef, z3.BoolRef, z3.QuantifierRef, z3.ArithRef, z3.IntNumRef, z3.RatNumRef, z3.AlgebraicNumRef)
)
"""The classes of terms. A class of one's own could say of a term what is not so."""

_SORTS = (z3.Z3_REAL_SORT, z3.Z3_INT_SORT, z3.Z3_BOOL_SORT, z3.Z3_UNINTERPRETED_SORT)

_OPERATIONS = frozenset(
    (
        *(z3.Z3_OP_TRUE, z3.Z3_OP_FALSE, z3.Z3_OP_NOT, z3.Z3_OP_AND, z3.Z3_OP_OR, z3.Z3_OP_XOR, z3.Z3_OP_IMPLIES),
        *(z3.Z3_OP_ITE, z3.Z3_OP_EQ, z3.Z3_OP_DISTINCT, z3.Z3_OP_LE, z3.Z3_OP_LT, z3.Z3_OP_GE, z3.Z3_OP_GT),
        *(z3.Z3_OP_ANUM, z3.Z3_OP_ADD, z3.Z3_OP_SUB, z3.Z3_OP_UMINUS, z3.Z3_OP_MUL, z3.Z3_OP_DIV),
        *(z3.Z3_OP_TO_REAL, z3.Z3_OP_TO_INT, z3.Z3_OP_UNINTERPRETED),
    )
)
"""What a formula may be made of, besides quantifiers and their variables."""


def admit(name: str, formula: Formula) -> Parts:
    """Refuse what is not a closed formula of first-order arithmetic with uninterpreted functions."""
    parts = closed(name, formula)
    if not z3.is_bool(parts.term):
        raise StepFailed(name, f"{formula!r} is not a formula")
    return parts


def closed(name: str, term: Term) -> Parts:
    """Return what is in a closed term; the kernel goes on with its own reference to it, ``parts.term``."""
    if type(term) not in _CLASSES:
        raise StepFailed(name, f"{term!r} is not a term of z3's own")
    if term.ctx != z3.main_ctx():
        raise StepFailed(name, "the formula is of another context of z3")
    parts = known(name, referenced(term))
    if parts.loose:
        raise StepFailed(name, "the formula has a variable without a quantifier")
    return parts


def known(name: str, term: Term) -> Parts:
    """Return what is in a term, and refuse what is not in the language; each term is looked at once."""
    key = term.get_id()
    if key not in PARTS:
        PARTS[key] = _look_into(name, referenced(term))
    return PARTS[key]


def _look_into(name: str, term: Term) -> Parts:
    if z3.is_quantifier(term):
        if term.is_lambda():
            raise StepFailed(name, f"{term} is not first-order")
        body = known(name, term.body())
        return Parts(term, max(0, body.loose - term.num_vars()), True, body.constants, body.applications)
    if term.sort().kind() not in _SORTS:
        raise StepFailed(name, f"{term} is of sort {term.sort()}, which the proofs do not have")
    if z3.is_var(term):
        return Parts(term, z3.get_var_index(term) + 1, False, frozenset(), frozenset())
    operation = term.decl()
    if operation.kind() not in _OPERATIONS:
        raise StepFailed(name, f"{operation.name()} is not in the language of the proofs")
    if operation.name().startswith(UNKNOWN):
        raise StepFailed(name, f"{operation.name()} is a name that the kernel keeps to itself")
    inside = [known(name, child) for child in term.children()]
    constants = frozenset().union(*(part.constants for part in inside))
    applications = frozenset().union(*(part.applications for part in inside))
    if operation.kind() == z3.Z3_OP_UNINTERPRETED:
        this = frozenset([term.get_id()])
        constants, applications = (constants, this) if inside else (this, applications)
    loose = max((part.loose for part in inside), default=0)
    return Parts(term, loose, any(part.quantified for part in inside), constants, applications)


def parts(terms: Iterable[Term]) -> Iterator[Term]:
    """Yield each part of some terms once, the innermost first; of a quantifier, the parts of its body and itself."""
    seen: set[int] = set()

    def look(term: Term) -> Iterator[Term]:
        if term.get_id() not in seen:
            seen.add(term.get_id())
            for inside in [term.body()] if z3.is_quantifier(term) else term.children():
                yield from look(inside)
            yield term

    for term in terms:
        yield from look(term)


def referenced(term: Term) -> Term:
    """Return the same term with a reference of its own, which nobody else holds.

    Nothing that is set on the given object counts: neither a method of its own, nor a class that the term is not of.
    """
    return z3.z3._to_expr_ref(z3.AstRef.as_ast(term), z3.main_ctx())


def is_applied(term: Term) -> bool:
    """Tell whether a term is a symbol that nothing interprets, with its arguments."""
    return bool(z3.is_app(term) and term.decl().kind() == z3.Z3_OP_UNINTERPRETED)


def is_free_constant(term: Term) -> bool:
    """Tell whether a term is a constant that nothing interprets."""
    return is_applied(term) and not term.num_args()
