"""By how much a premise holds: the amount that has to be at least 0, more than 0 or equal to 0."""

from __future__ import annotations

from collections.abc import Set
from fractions import Fraction

from bounds.formulas.scope import OF_PLAYED, OF_TRIALS
from bounds.formulas.tree import OF_THE_TRIALS, RELATIONS, TURNED, Apply, Constant, Formula, Name, functions, names

ZERO, ONE = Constant(Fraction(0)), Constant(Fraction(1))
NO_TRIALS = Apply("==", (Name("l"), ZERO))


def slack(premise: Formula, further: Set[str] = frozenset()) -> tuple[Formula, str]:
    """Return an amount and how it compares with 0 where the premise holds: >=, > or ==.

    What is said of all trials, or entries, holds by the least amount; without trials by 0, or by 1 where that has to be
    more than 0; that no trial has two amounts equal, by how many have. One or the other holds by that amount of the
    other, or so where the one does. An amount that is not 0 has a square above 0. ``further`` are names of a trial that
    this premise's claim alone has.

    >>> from bounds.formulas.text import read, write
    >>> for text in ("norm(u, 2) <= U", "all_t(y*ux >= 1)", "all_i(u > 0)", "gamma != 0", "all_t(xx < 4)"):
    ...     amount, relation = slack(read(text))
    ...     print(write(amount), relation, 0)
    U - norm(u, 2) >= 0
    0 if l == 0 else min_t(y*ux) - 1 >= 0
    min(u) > 0
    gamma**2 > 0
    1 if l == 0 else 4 - max_t(xx) > 0
    """
    match premise:
        case Apply("all_t", (Apply("!=", sides),)):  # an equality may be decided where the sign of a square is not
            return Apply("sum_t", (Apply("==", sides),)), "=="
        case Apply("all_t", (inside,)):
            return _least(*slack(inside, further), further)
        case Apply("all_i", (Apply(relation, (left, right)),)) if relation in RELATIONS and "start" not in names(
            premise
        ):
            amount, relation = slack(Apply(relation, (left, right)), further)
            return (Apply("max", (Apply("abs", (amount,)),)) if relation == "==" else Apply("min", (amount,))), relation
        case Apply("or", (condition, inside)):
            amount, relation = slack(inside, further)
            return Apply("if", (condition, ONE if relation == ">" else ZERO, amount)), relation
        case Apply(("<" | "<=") as relation, (left, right)):
            return _less(right, left), TURNED[relation]
        case Apply("!=", (left, right)):
            return Apply("**", (_less(left, right), Constant(Fraction(2)))), ">"
        case Apply(relation, (left, right)) if relation in RELATIONS:
            return _less(left, right), relation
    return Apply("-", (Apply("if", (premise, ONE, ZERO)), ONE)), ">="


def _least(amount: Formula, relation: str, further: Set[str]) -> tuple[Formula, str]:
    """Return the least of an amount over the trials; what is no trial's is subtracted once."""
    if relation == "==":
        return Apply("max_t", (Apply("abs", (amount,)),)), relation
    least: Formula = Apply("min_t", (amount,))
    match amount:
        case Apply("-", (left, right)) if not _of_a_trial(left, further):
            least = _less(left, Apply("max_t", (right,)))
        case Apply("-", (left, right)) if not _of_a_trial(right, further):
            least = _less(Apply("min_t", (left,)), right)
    return Apply("if", (NO_TRIALS, ONE if relation == ">" else ZERO, least)), relation


def _of_a_trial(formula: Formula, further: Set[str]) -> bool:
    """Tell whether a formula may have another value on another trial, as one of the comparator may."""
    return bool(names(formula) & {"u", *OF_TRIALS, *OF_PLAYED, *further} or functions(formula) & OF_THE_TRIALS)


def _less(left: Formula, right: Formula) -> Formula:
    return left if right == ZERO else Apply("-", (left, right))
