"""The symbols that mean something, and what every proof may take as given: of inner products, roots and counts.

The kernel compares what is stated with these formulas; a proof cannot state others under their names.
"""

from __future__ import annotations

from collections.abc import Mapping

import z3

from verify.logic.definitions import COORDINATE
from verify.logic.language import Formula, Term, is_free_constant

REAL, INT, BOOL = z3.RealSort(), z3.IntSort(), z3.BoolSort()
VECTOR = z3.DeclareSort("Vector")

dot = z3.Function("dot", VECTOR, VECTOR, REAL)
add = z3.Function("add", VECTOR, VECTOR, VECTOR)
scale = z3.Function("scale", REAL, VECTOR, VECTOR)
zero = z3.Const("zero", VECTOR)
coordinate = z3.Function(COORDINATE, VECTOR, INT, REAL)
products = z3.Function("products", VECTOR, VECTOR, INT, REAL)
root = z3.Function("sqrt", REAL, REAL)
ln = z3.Function("ln", REAL, REAL)
exp = z3.Function("exp", REAL, REAL)

_a, _b, _c = (z3.Const(name, VECTOR) for name in ("a", "b", "c"))
_r, _z, _j, _n = z3.Real("r"), z3.Real("z_"), z3.Int("j"), z3.Int("n")

INNER_PRODUCT: Mapping[str, Formula] = {
    "dot additive": z3.ForAll([_a, _b, _c], dot(_a, add(_b, _c)) == dot(_a, _b) + dot(_a, _c)),
    "dot homogeneous": z3.ForAll([_a, _b, _r], dot(_a, scale(_r, _b)) == _r * dot(_a, _b)),
    "dot symmetric": z3.ForAll([_a, _b], dot(_a, _b) == dot(_b, _a)),
    "dot zero": z3.ForAll([_a], dot(_a, zero) == 0),
    "dot positive": z3.ForAll([_a], dot(_a, _a) >= 0),
    "products of nothing": z3.ForAll([_a, _b], products(_a, _b, 0) == 0),
    "products with one more": z3.ForAll(
        [_a, _b, _j],
        z3.Implies(
            z3.And(_j >= 0, _j < _n),
            products(_a, _b, _j + 1) == products(_a, _b, _j) + coordinate(_a, _j) * coordinate(_b, _j),
        ),
    ),
    "the dot product": z3.ForAll([_a, _b], dot(_a, _b) == products(_a, _b, _n)),
}
"""The axioms of an inner product; the last three are of the one on vectors with n coordinates."""

SQUARE_ROOT = z3.ForAll([_z], z3.Implies(_z >= 0, z3.And(root(_z) >= 0, root(_z) * root(_z) == _z)))
"""Every real number that is not negative has a square root."""

MEANT = (dot, add, scale, zero.decl(), root, ln, exp)
"""The symbols that have a meaning, which named facts are about; verify.prove.coq_facts says it in Coq."""

RESERVED = frozenset((*(symbol.name() for symbol in MEANT), COORDINATE, "products"))
"""Symbols that mean something already: no definition is for them."""


def not_given(name: str, kind: str, formula: Formula) -> str:
    """Say why a formula is none of those that its kind allows, or return nothing."""
    if kind == "inner product" and not (name in INNER_PRODUCT and formula.eq(INNER_PRODUCT[name])):
        return "it is none of the axioms of an inner product"
    if kind == "square root" and not formula.eq(SQUARE_ROOT):
        return "it is not what is known of a square root"
    if kind == "count" and not _counts(formula):
        return "of a number that counts it is known only that it is at least 0 or 1, and of an index its range"
    return ""


def _counts(formula: Formula) -> bool:
    """Tell whether a formula says c >= 0, c >= 1, or 0 <= c < n of integer constants c and n."""
    if z3.is_and(formula) and formula.num_args() == 2:
        low, high = formula.children()
        index = low.arg(0) if low.num_args() == 2 else low
        return _at_least(low, 0) and z3.is_lt(high) and high.arg(0).eq(index) and _constant(high.arg(1))
    return _at_least(formula, 0) or _at_least(formula, 1)


def _at_least(formula: Formula, least: int) -> bool:
    return bool(z3.is_ge(formula) and _constant(formula.arg(0)) and formula.arg(1).eq(z3.IntVal(least)))


def _constant(term: Term) -> bool:
    return is_free_constant(term) and bool(term.sort() == INT)
