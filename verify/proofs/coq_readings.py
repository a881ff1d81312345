"""What a premise says of a vector as a Coq proposition: a norm, a sum, a product or the entries, and their limits."""

from __future__ import annotations

from fractions import Fraction

from bounds.errors import BoundcheckError
from bounds.expression import expression_of
from bounds.formulas.reading import Limit, Reading
from bounds.formulas.slack import ONE, ZERO
from bounds.formulas.text import read
from bounds.formulas.tree import Apply, Constant, Formula, Name
from verify.proofs.coq_export import to_coq

VECTORS = {"u": "u", "s": "s", "x": "(fst c)"}
RELATIONS = {"<": "{} < {}", "<=": "{} <= {}", "==": "{} = {}", ">": "{1} < {0}", ">=": "{1} <= {0}"}
"""Relations of premises, which turn > around."""

ENTRIES: dict[tuple[str, Formula], str] = {(">=", ZERO): "nonnegative n {}", (">", ZERO): "positive_vec n {}"}
ENTRIES |= {("<=", ONE): "forall i, (i < n)%nat -> {} i <= 1"}
AMONG: dict[tuple[Formula, Formula], str] = {(ZERO, ONE): "zero_one n {}", (read("-1"), ONE): "votes n {}"}
ORDERS: dict[Formula, str] = {ONE: "norm1 n {}", Constant(Fraction(2)): "norm n {}"}
ORDERS |= {Name("p"): "pnorm p n {}", read("p/(p - 1)"): "pnorm q n {}"}
"""Norms by their orders; q is the dual exponent of p, with 1/p + 1/q = 1."""


def coq_reading(one: Reading) -> str | None:
    """Return one thing that a premise says as a Coq proposition; None where there is none.

    >>> from bounds.formulas.reading import readings
    >>> [coq_reading(one) for one in readings(read("all_t(sum(abs(x)) <= X) and max(abs(u)) <= U"))]
    ['Forall (fun c => norm1 n (fst c) <= X) S', 'max_norm_at_most n u U']
    """
    found = _of_entries(one.said) or (_of_limit(one.limit) if one.limit is not None else None)
    if found is None or ("(fst c)" in found) != (one.about == "trials"):
        return None
    return f"Forall (fun c => {found}) S" if one.about == "trials" else found


def _of_entries(said: Formula) -> str | None:
    match said:
        case Apply("all_i", (Apply("member", (Name(vector), *members)),)) if vector in VECTORS:
            form = AMONG.get((members[0], members[-1])) if len(members) == 2 else None
            return form and form.format(VECTORS[vector])
        case Apply("all_i", (Apply(relation, (Name(vector), end)),)) if vector in VECTORS:
            form = ENTRIES.get((relation, end))
            return form and form.format(VECTORS[vector])
    return None


def _of_limit(limit: Limit) -> str | None:
    try:
        end = to_coq(expression_of(limit.end))
    except BoundcheckError:
        return None
    vector, order = limit.norm or ("", None)
    if vector in VECTORS and order is None and limit.relation == "<=":
        return f"max_norm_at_most n {VECTORS[vector]} {end if end.isidentifier() or end.isdigit() else f'({end})'}"
    amount = _amount(limit, vector, order)
    return None if amount is None or limit.relation not in RELATIONS else RELATIONS[limit.relation].format(amount, end)


def _amount(limit: Limit, vector: str, order: Formula | None) -> str | None:
    if vector in VECTORS:
        form = None if order is None else ORDERS.get(order)
        return form and form.format(VECTORS[vector])
    match limit.amount:
        case Apply("sum", (Name(summed),)) if summed in VECTORS:
            return f"sum n {VECTORS[summed]}"
        case Apply("dot", (Name(left), Name(right))) if {left, right} <= VECTORS.keys():
            return f"dot n {VECTORS[left]} {VECTORS[right]}"
        case Name("ux"):
            return "dot n u (fst c)"
        case Name("xx"):
            return "dot n (fst c) (fst c)"
    return None
