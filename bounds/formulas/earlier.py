"""Sums over the trials before the one that a learner's rule speaks of."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import reduce
from typing import Any

from bounds.formulas.matrices import zero
from bounds.formulas.scope import HISTORY, NOW, RUNNING, TRIALS, Names
from bounds.formulas.tree import Formula, Kind
from bounds.formulas.values import ZERO, plus, whole, zeros
from bounds.formulas.work import spend
from bounds.numbers import total

AT_A_TRIAL = 4
"""Steps that a part of a formula takes on an earlier trial, whose names are looked up one by one."""


def added_up(kind: Kind, part: Callable[[Mapping[str, Any]], Any], steps: int, e: Mapping[str, Any]) -> Any:
    """Return the sum of what a part of this kind is on the trials before this one, each of which takes these steps.

    >>> from fractions import Fraction
    >>> then = [{"y": Fraction(1)}, {"y": Fraction(-1)}, {"y": Fraction(1)}]
    >>> added_up("number", lambda e: e["y"], 1, {HISTORY: then})
    Fraction(1, 1)
    """
    spend(e, steps * len(e[HISTORY]))
    parts = [part(Names(then, {NOW: e})) for then in e[HISTORY]]
    if kind == "number":
        return total(parts)
    nothing: Any = zero(e["n"]) if kind == "matrix" else zeros(whole(e["n"]))
    return sum(parts, nothing) if kind == "matrix" else reduce(plus, parts, nothing)


def running(
    formula: Formula, here: Sequence[str], part: Callable[[Mapping[str, Any]], Any], e: Mapping[str, Any]
) -> Any:
    """Return a sum over the trials up to this one, added up once for all trials and these values of names ``here``."""
    trials, t = e[TRIALS], whole(e["t"])
    sums = e[RUNNING].setdefault((formula, *(e[name] for name in here)), [ZERO])
    while len(sums) <= t:
        trial = trials[len(sums) - 1]
        sums.append(sums[-1] + part(Names(e, {}, of_trial=trial) if here else trial))
    return sums[t]
