"""By how much a premise holds: the amount that has to be at least 0, more than 0 or equal to 0."""

from __future__ import annotations

from fractions import Fraction

from bounds.formulas.tree import RELATIONS, TURNED, Apply, Constant, Formula, Name

ZERO, ONE = Constant(Fraction(0)), Constant(Fraction(1))
NO_TRIALS = Apply("==", (Name("l"), ZERO))


def slack(premise: Formula) -> tuple[Formula, str]:
    """Return an amount and how it compares with 0 where the premise holds: >=, > or ==.

    That there is no trial on which ``a < b`` is that ``min_t(a - b) >= 0``; no trials are no exception. An amount that
    is not 0 has a square above 0.

    >>> from bounds.formulas.text import read, write
    >>> for text in ("norm(u, 2) <= U", "sum_t(y*ux < 1) == 0", "gamma != 0", "l == 0 or max_t(xx) < 4"):
    ...     amount, relation = slack(read(text))
    ...     print(write(amount), relation, 0)
    U - norm(u, 2) >= 0
    min_t(y*ux - 1) >= 0
    gamma**2 > 0
    1 if l == 0 else 4 - max_t(xx) > 0
    """
    match premise:
        case Apply("or", (condition, inside)) if condition == NO_TRIALS:
            amount, relation = slack(inside)
            return Apply("if", (NO_TRIALS, ONE if relation == ">" else ZERO, amount)), relation
        case Apply("==", (Apply("sum_t", (Apply("<", (left, right)),)), zero)) if zero == ZERO:
            return Apply("min_t", (_less(left, right),)), ">="
        case Apply(("<" | "<=") as relation, (left, right)):
            return _less(right, left), TURNED[relation]
        case Apply("!=", (left, right)):
            return Apply("**", (_less(left, right), Constant(Fraction(2)))), ">"
        case Apply(relation, (left, right)) if relation in RELATIONS:
            return _less(left, right), relation
    return Apply("-", (Apply("if", (premise, ONE, ZERO)), ONE)), ">="


def _less(left: Formula, right: Formula) -> Formula:
    return left if right == ZERO else Apply("-", (left, right))
