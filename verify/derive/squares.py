"""Squares of vectors that may show a goal: those of which what is wanted is made, by completing squares.

What is wanted is a quadratic form in vectors, whose coefficients are ratios. Taking out one vector after another leaves
squares with the pivots as factors; that these are positive is for the identity to show, or another order is tried.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from itertools import permutations

from verify.derive.ratios import cancelled, primitive_vector, written
from verify.kernel_proof.pieces import NOTHING, UNIT
from verify.kernel_proof.ratios import Ratio, by_powers, number, variable

MOST_ORDERS = 24

Form = dict[tuple[str, str], Ratio]
"""The coefficient of each product of two vectors, in both orders."""


def form_of(a: Ratio, products: Mapping[tuple[str, str], Ratio], roots: Mapping[str, Ratio]) -> Form | None:
    """Return the quadratic form in vectors that a ratio is, apart from what speaks of none; None where it is none."""
    a, form = cancelled(lowered(a, roots)), Form()
    for (one, other), name in products.items():
        (only,) = name.names
        if any(only in Ratio(dict(factor)).names for factor in a.below):
            return None
        parts = by_powers(a.above, only)
        if parts.keys() - {0, 1}:
            return None
        if 1 in parts:
            rest = cancelled(Ratio(parts[1], a.below))
            if rest.names & {n for product in products.values() for n in product.names}:
                return None
            half = rest * number(UNIT.above[()] / 2) if one != other else rest
            form[one, other] = form[other, one] = half
    return form


def lowered(a: Ratio, roots: Mapping[str, Ratio]) -> Ratio:
    """Return a ratio with what is under the root for the squares of roots above; below they stay."""
    for root in reversed(list(roots)):
        parts = by_powers(a.above, root)
        if max(parts, default=0) < 2:
            continue
        total = NOTHING
        for e, above in parts.items():
            left = e % 2 if e > 1 else e
            total += Ratio(above) * (variable(root, left) if left else UNIT) * roots[root] ** ((e - left) // 2)
        a = total * Ratio({(): UNIT.above[()]}, a.below)
    return a


def completed(form: Form, order: Sequence[str]) -> Iterator[tuple[dict[str, Ratio], Ratio]]:
    """Yield the vectors whose squares a form is made of, with their factors, taking out vectors in some order."""
    left = dict(form)
    for i, name in enumerate(order):
        pivot = left.get((name, name), NOTHING)
        later = order[i + 1 :]
        row = {other: left.get((name, other), NOTHING) for other in (name, *later)}
        if not any(a.above for a in row.values()):
            continue
        if not pivot.above:
            yield row, -UNIT  # not made of squares
            return
        vector = primitive_vector(row)
        scale = cancelled(pivot * vector[name].inverse())
        yield vector, cancelled(scale * vector[name].inverse())
        for one in later:
            for other in later:
                gone = row[one] * row[other] * pivot.inverse()
                left[one, other] = cancelled(left.get((one, other), NOTHING) - gone)


def orders(form: Form) -> list[tuple[str, ...]]:
    """Return the orders in which vectors may be taken out."""
    spoken = sorted({name for pair, a in form.items() if a.above for name in pair})
    return list(permutations(spoken))[:MOST_ORDERS]


def text_of(vector: Mapping[str, Ratio]) -> str:
    """Write a combination of vectors as a formula."""
    return " + ".join(f"({written(a)})*{name}" for name, a in vector.items() if a.above)
