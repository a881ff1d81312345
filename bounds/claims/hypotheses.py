"""The premises that statements share."""

from __future__ import annotations

from typing import Any

import sympy

from bounds.claims.parts import Hypothesis
from bounds.expression import format_expression
from bounds.formulas.text import read, write
from bounds.mathematics.geometry import Geometry


def parameter(relation: Any, name: str = "", *, silent: bool = False) -> Hypothesis:
    """Return the premise that a sympy relation between parameters holds, such as ``s.X > 0``."""
    formula = f"{format_expression(relation.lhs)} {relation.rel_op} {format_expression(relation.rhs)}"
    return Hypothesis(name or str(relation), str(relation), silent=silent, formula=formula)


def by_formula(formula: str, *, silent: bool = False) -> Hypothesis:
    """Return the premise that is called by its formula, such as ``X > 0``."""
    return Hypothesis(formula, formula, silent=silent, formula=formula)


def positive(symbol: Any, *, silent: bool = False) -> Hypothesis:
    """Return the premise ``symbol > 0`` (written out: sympy would simplify it away)."""
    return by_formula(f"{symbol} > 0", silent=silent)


def below(symbol: Any, upper: Any) -> Hypothesis:
    """Return the premise ``symbol < upper``, satisfied where upper is a division by zero (infinite)."""
    text = f"{symbol} < {upper}"
    numerator, denominator = (format_expression(part) for part in sympy.fraction(sympy.together(upper)))
    limit = f"{denominator} == 0 or {symbol} < ({numerator})/({denominator})"
    return Hypothesis(text, text, formula=text if denominator == "1" else write(read(limit)))


def at_least(symbol: Any, bound: int, *, silent: bool = False) -> Hypothesis:
    """Return the premise ``symbol >= bound``."""
    return by_formula(f"{symbol} >= {bound}", silent=silent)


def examples_within(geometry: Geometry) -> Hypothesis:
    """Return the premise that X bounds the examples' norms."""
    return Hypothesis("examples", f"X >= {geometry.example_norm}", formula=f"all_t({geometry.length_formula} <= X)")


def comparator_within(geometry: Geometry) -> Hypothesis:
    """Return the premise that U bounds the comparator's norm."""
    return Hypothesis("comparator", f"{geometry.comparator_norm} <= U", formula=f"{geometry.size_formula} <= U")


SUM = Hypothesis("sum", "the sum of u = U", formula="sum(u) == U")

SUM_AT_MOST = Hypothesis("sum", "the sum of u <= U", formula="sum(u) <= U")

NONNEGATIVE = Hypothesis("nonnegative", "u_i >= 0", formula="all_i(u >= 0)")

SEPARABLE = Hypothesis("separable", "Abs-Loss(u, S) = 0: y u.x >= 1 on every trial", formula="all_t(y*ux >= 1)")

GAP = Hypothesis("gap", "y u.x >= delta on every trial", formula="all_t(y*ux >= delta)")

RIGHT_OR_CLEAR = Hypothesis(
    "clear",
    "Abs-Loss(u, S_t) = 0 on every trial where u does not err (y u.x >= 1 or y u.x <= 0)",
    formula="all_t(y*ux <= 0 or y*ux >= 1)",
)

IS_EXPERT = Hypothesis(
    "expert",
    "`u` is one of the attributes: a unit vector `e_i`",
    formula="all_i(member(u, {0, 1})) and sum(u) == 1",
)

IS_DISJUNCTION = Hypothesis("disjunction", "every u_i is 0 or 1", formula="all_i(member(u, {0, 1}))")


def examples_in(values: tuple[int, ...]) -> Hypothesis:
    """Return the premise that every entry of every example is one of ``values``."""
    return Hypothesis(
        "inputs",
        "every entry of an example is " + " or ".join(f"`{v}`" for v in values),
        formula=f"all_t(all_i(member(x, {{{', '.join(map(str, values))}}})))",
    )


UNIT_INTERVAL = Hypothesis(
    "inputs", "every entry of an example is in `[0, 1]`", formula="all_t(all_i(x >= 0) and all_i(x <= 1))"
)
