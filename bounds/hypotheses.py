"""The premises that statements share."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import numpy as np
import sympy

from bounds import symbols as s
from bounds.claim import Case, Hypothesis
from bounds.expression import format_expression
from bounds.geometry import Geometry
from bounds.limits import Relation
from bounds.numbers import Number
from bounds.trials import Trials

ZERO = Fraction(0)


def parameter(relation: Any, name: str = "", *, silent: bool = False) -> Hypothesis:
    """Return the premise that a sympy relation between parameters holds, such as ``s.X > 0``."""
    operator = {"<": ">", ">": ">", "<=": ">=", ">=": ">=", "==": "=="}[relation.rel_op]
    gap = relation.rhs - relation.lhs if relation.rel_op in ("<", "<=") else relation.lhs - relation.rhs
    formula = f"{format_expression(relation.lhs)} {relation.rel_op} {format_expression(relation.rhs)}"
    return Hypothesis(name or str(relation), str(relation), lambda case: case.evaluate(gap), operator, silent, formula)


def positive(symbol: Any, *, silent: bool = False) -> Hypothesis:
    """Return the premise ``symbol > 0`` (written out: sympy would simplify it away)."""
    text = f"{symbol} > 0"
    return Hypothesis(text, text, lambda case: case.value(symbol), ">", silent, text)


def below(symbol: Any, upper: Any) -> Hypothesis:
    """Return the premise ``symbol < upper``, read as satisfied where upper is a division by zero (infinite)."""
    text = f"{symbol} < {upper}"

    def slack(case: Case) -> Number:
        denominator = case.evaluate(sympy.denom(sympy.together(upper)))
        return Fraction(1) if denominator == 0 else case.evaluate(upper) - case.value(symbol)

    numerator, denominator = (format_expression(part) for part in sympy.fraction(sympy.together(upper)))
    limit = f"if({denominator} == 0, {symbol} + 1, ({numerator})/({denominator}))"
    formula = text if denominator == "1" else f"{symbol} < {limit}"
    return Hypothesis(text, text, slack, ">", formula=formula, limit=Relation(symbol, "<", upper))


def at_least(symbol: Any, bound: int, *, silent: bool = False) -> Hypothesis:
    """Return the premise ``symbol >= bound``."""
    text = f"{symbol} >= {bound}"
    return Hypothesis(text, text, lambda case: case.value(symbol) - bound, ">=", silent, text)


def examples_within(geometry: Geometry) -> Hypothesis:
    """Return the premise that X bounds the examples' norms."""
    return Hypothesis(
        "examples",
        f"X >= {geometry.example_norm}",
        lambda case: case.value(s.X) - geometry.radius(case.instance.trials),
        formula=f"X >= {geometry.radius_formula}",
    )


def comparator_within(geometry: Geometry) -> Hypothesis:
    """Return the premise that U bounds the comparator's norm."""
    return Hypothesis(
        "comparator",
        f"{geometry.comparator_norm} <= U",
        lambda case: case.value(s.U) - geometry.size(case.instance.require_comparator()),
        formula=f"{geometry.size_formula} <= U",
    )


SUM = Hypothesis(
    "sum",
    "the sum of u = U",
    lambda case: case.value(s.U) - sum(case.instance.require_comparator(), ZERO),
    "==",
    formula="sum(u) == U",
)

SUM_AT_MOST = Hypothesis(
    "sum",
    "the sum of u <= U",
    lambda case: case.value(s.U) - sum(case.instance.require_comparator(), ZERO),
    formula="sum(u) <= U",
)

NONNEGATIVE = Hypothesis(
    "nonnegative",
    "u_i >= 0",
    lambda case: min(case.instance.require_comparator(), default=ZERO),
    formula="sum(abs(u)) == sum(u)",
)


def _smallest_margin(case: Case) -> Number:
    """Return the smallest y u.x - 1 (0 when there are no trials)."""
    u = case.instance.require_comparator()
    margins, unit = case.instance.trials.margins(u)
    return Fraction(min(margins, default=unit), unit) - 1


SEPARABLE = Hypothesis(
    "separable",
    "Abs-Loss(u, S) = 0: y u.x >= 1 on every trial",
    _smallest_margin,
    formula="sum_t(y*ux < 1) == 0",
)


def _trials_between(case: Case) -> Number:
    u = case.instance.require_comparator()
    margins, unit = case.instance.trials.margins(u)
    return -Fraction(sum(0 < margin < unit for margin in margins))


RIGHT_OR_CLEAR = Hypothesis(
    "clear",
    "Abs-Loss(u, S_t) = 0 on every trial where u does not err (y u.x >= 1 or y u.x <= 0)",
    _trials_between,
    formula="sum_t((y*ux > 0)*(y*ux < 1)) == 0",
)


def _expert(case: Case) -> Number:
    u = case.instance.require_comparator()
    return -ZERO - abs(u.one_norm() - 1) - abs(sum(u, ZERO) - 1) - abs(u.max_norm() - 1)


IS_EXPERT = Hypothesis(
    "expert",
    "u is one of the attributes: a unit vector e_i",
    _expert,
    formula="(sum(abs(u)) == 1)*(sum(u == 1) == 1) == 1",
)


def _not_binary(case: Case) -> Number:
    return -Fraction(sum(entry not in (0, 1) for entry in case.instance.require_comparator()))


IS_DISJUNCTION = Hypothesis("disjunction", "every u_i is 0 or 1", _not_binary, formula="sum((u != 0)*(u != 1)) == 0")


def _entries_outside(trials: Trials, values: tuple[int, ...]) -> int:
    inside = sum(np.count_nonzero(trials.numerators == value * trials.denominator) for value in set(values))
    return trials.l * trials.n - int(inside)


def _entries_not_in_unit_interval(trials: Trials) -> int:
    return int(np.count_nonzero(trials.numerators < 0) + np.count_nonzero(trials.numerators > trials.denominator))


def examples_in(values: tuple[int, ...]) -> Hypothesis:
    """Return the premise that every entry of every example is one of ``values``."""
    text = "every entry of an example is " + " or ".join(map(str, values))
    return Hypothesis(
        "inputs",
        text,
        lambda case: -Fraction(_entries_outside(case.instance.trials, values)),
        formula=f"sum_t(sum({' + '.join(f'(x == {v})' for v in values)})) == l*n",
    )


UNIT_INTERVAL = Hypothesis(
    "inputs",
    "every entry of an example is in [0, 1]",
    lambda case: -Fraction(_entries_not_in_unit_interval(case.instance.trials)),
    formula="sum_t(sum((x < 0) + (x > 1))) == 0",
)
