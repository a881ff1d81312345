"""Which formulas of trials are evidently not negative: a count of mistakes, a norm, a sum of squares."""

from __future__ import annotations

from collections.abc import Mapping

from bounds.errors import BoundcheckError
from bounds.formulas.text import read
from bounds.formulas.tree import RELATIONS, Apply, Constant, Formula, Name

COUNTS = frozenset(("err", "u_err", "second_err", "update", "loss", "u_loss", "second_loss", "xx"))
"""Names of a trial that are 0 or 1, a distance, or a square."""

OF_A_RUN = frozenset(("err", "loss", "second_err", "second_loss", "update", "yhat", "wx", "side", "w", "w_next"))
"""Names that have no meaning before the learner has played."""

ALWAYS = frozenset((*RELATIONS, "and", "or", "not", "all_t", "all_i", "member", "abs", "Abs", "norm", "exp", "sqrt"))
"""Operations whose values are not negative; a truth is 0 or 1."""

ALL = frozenset(("+", "*", "/", "**", "min", "Min", "sum", "sum_t", "past_t", "max_t", "min_t"))
"""Operations whose values are not negative where none of their arguments is."""


def tree(text: str) -> Formula | None:
    """Return a formula of a certificate as a tree; None if it is none."""
    try:
        return read(text)
    except BoundcheckError:
        return None


def not_negative(formula: Formula, local: Mapping[str, Formula]) -> bool:
    """Tell whether a formula is evidently not negative, or a vector of such; ``local`` says what some names stand for.

    >>> [not_negative(read(text), {}) for text in ("sum_t(err)", "sum_t(loss) - sum_t(u_loss)", "norm(u, 2)**3")]
    [True, False, True]
    """
    match formula:
        case Constant(value):
            return value >= 0
        case Name(name) if name in local:
            rest = {other: value for other, value in local.items() if other != name}
            return not_negative(local[name], rest)
        case Name(name):
            return name in COUNTS
        case Apply("**", (_, Constant(power))) if power.denominator == 1 and power % 2 == 0:
            return True
        case Apply(("max" | "Max"), arguments):
            return any(not_negative(argument, local) for argument in arguments)
        case Apply("sum_for", (_, _, _, inside)):
            return not_negative(inside, local)
        case Apply("if", (_, *values)):
            return all(not_negative(value, local) for value in values)
        case Apply(function, arguments) if function in ALL:
            return all(not_negative(argument, local) for argument in arguments)
        case Apply(function, _):
            return function in ALWAYS


def at_least_zero(premise: Formula | None) -> str:
    """Return the name that a premise says to be at least an amount that is evidently not negative; "" if it says none.

    >>> [at_least_zero(read(text)) for text in ("norm(u, 2) <= U", "X == max_t(xx)", "X >= sum(x)", "U < norm(u, 2)")]
    ['U', 'X', '', '']
    """
    match premise:
        case Apply("<=" | "<" | "==", (amount, Name(name))) if not_negative(amount, {}):
            return name
        case Apply(">=" | ">" | "==", (Name(name), amount)) if not_negative(amount, {}):
            return name
    return ""
