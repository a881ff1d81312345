"""What the premises of a claim of one's own say of a trial, of the comparator and of the parameters.

Premises are read from what they are, not from how they are called. One that says nothing here is left out, which can
only make more of what has to be proved.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

import sympy

from bounds import symbols as s
from bounds.claims.claim import Claim
from bounds.claims.hypotheses import (
    IS_EXPERT,
    NONNEGATIVE,
    SEPARABLE,
    SUM,
    UNIT_INTERVAL,
    comparator_within,
    examples_in,
    examples_within,
)
from bounds.formulas import Apply, Formula, names, read
from bounds.formulas.scope import parameters_of
from bounds.formulas.slack import NO_TRIALS, ZERO
from bounds.mathematics.geometry import ENTROPIC, EUCLIDEAN
from verify.derive.pieces import Guard, conditions, pieces
from verify.derive.potentials import parameter

UNIT = frozenset((read("0 <= min(x)"), read("max(x) <= 1")))
SIZE, ENTRIES, RADIUS, TOTAL = read("norm(u, 2)"), read("max(abs(u))"), read("norm(x, 2)"), read("sum(u)")
STANDARD: dict[str, dict[str, Any]] = {
    comparator_within(EUCLIDEAN).formula: {"size": s.U},
    examples_within(EUCLIDEAN).formula: {"radius": s.X},
    examples_within(ENTROPIC).formula: {"largest": s.X},
    SUM.formula: {"total": s.U},
    IS_EXPERT.formula: {"total": sympy.Integer(1), "nonnegative": True},
    NONNEGATIVE.formula: {"nonnegative": True},
    UNIT_INTERVAL.formula: {"unit": True},
    examples_in((0, 1)).formula: {"unit": True},
}
"""What premises of the catalogue say."""

TRIAL = frozenset(("ux", "xx", "y", "yhat"))
"""What a premise about trials may speak of, besides parameters."""


@dataclass
class Premises:
    """``size`` bounds |u|, ``entries`` the |u_i|, ``radius`` the 2-norms of examples, ``largest`` their max-norms;
    ``total`` is the sum of u.

    ``charge`` is (f, H) where the sum of f over the trials is at most H. ``of_trials`` holds of each trial, ``guards``
    of parameters.
    """

    size: Any = None
    entries: Any = None
    radius: Any = None
    largest: Any = None
    total: Any = None
    nonnegative: bool = False
    unit: bool = False
    charge: tuple[Formula, Any] | None = None
    of_trials: list[Formula] = field(default_factory=list)
    guards: list[Guard] = field(default_factory=list)


def premises_of(claim: Claim) -> Premises:
    """Read the premises of a claim; one by a function says nothing here."""
    found = Premises()
    ends: set[Formula] = set()
    for formula in (hypothesis.formula for hypothesis in claim.hypotheses if hypothesis.function is None):
        if formula in STANDARD:
            found = replace(found, **STANDARD[formula])
        elif formula == SEPARABLE.formula:
            found.of_trials.append(read("1 <= y*ux"))
        else:
            said, of_trials = _said(read(formula))
            ends |= {said} & UNIT
            _stated(found, said, of_trials)
    found.unit |= ends == UNIT
    return found


def _said(premise: Formula) -> tuple[Formula, bool]:
    """Return what a premise says, of one trial where it is said of all, and whether it is."""
    match premise:
        case Apply("==", (Apply("sum_t", (Apply("not", (inside,)),)), zero)) if zero == ZERO:
            return inside, True
        case Apply("or", (condition, inside)) if condition == NO_TRIALS:
            match inside:
                case Apply("==", (Apply("max_t", (Apply("abs", (gap,)),)), zero)) if zero == ZERO:
                    return Apply("==", (gap, ZERO)), True
                case Apply("<" | "<=" as relation, (Apply("max_t", (left,)), right)):
                    return Apply(relation, (left, right)), True
                case Apply("<" | "<=" as relation, (left, Apply("min_t", (right,)))):
                    return Apply(relation, (left, right)), True
    return premise, False


def _stated(found: Premises, said: Formula, of_trials: bool) -> None:
    spoken = names(said) - set(parameters_of(said))
    if not spoken:
        held = conditions(said, True, {name: parameter(name) for name in parameters_of(said)})
        found.guards += held[0] if len(held) == 1 else ()
        return
    if of_trials and spoken <= TRIAL:
        found.of_trials.append(said)
    match said:
        case Apply("<=", (Apply("sum_t", (inside,)), limit)) if not of_trials:
            value = _limit(limit)
            found.charge = found.charge if value is None else (inside, value)
        case Apply("<=", (left, limit)) if left == SIZE:
            found.size = _limit(limit) or found.size
        case Apply("<=", (left, limit)) if left == ENTRIES:
            found.entries = _limit(limit) or found.entries
        case Apply("<=", (left, limit)) if left == RADIUS and of_trials:
            found.radius = _limit(limit) or found.radius
        case Apply("==", (left, limit)) if left == TOTAL:
            found.total = _limit(limit) or found.total


def _limit(limit: Formula) -> Any:
    """Return a limit that is an expression of parameters; None for another."""
    if names(limit) - set(parameters_of(limit)):
        return None
    held = pieces(limit, {name: parameter(name) for name in parameters_of(limit)})
    return held[0].value if len(held) == 1 else None


def positive(claim: Claim, symbol: Any, guards: Sequence[Guard]) -> bool:
    """Tell whether a parameter is positive, by its domain in the claim or by a guard such as C - 1 > 0."""
    domain = claim.domain(symbol)
    if domain.low is not None and (domain.low > 0 or (domain.low == 0 and domain.open)):
        return True
    for guard in guards:
        rest = sympy.expand(guard.term - symbol)
        if rest.is_number and bool(rest <= 0 if guard.relation == ">" else rest < 0):
            return True
    return False


def branches(value: Any) -> Iterator[tuple[tuple[Guard, ...], Any]]:
    """Yield an expression without Max and Min, with the guards under which it is the one given.

    >>> [(str(guards[0]), value) for guards, value in branches(sympy.Max(s.X, 1))]
    [('1 - X >= 0', 1), ('X - 1 >= 0', X)]
    """
    choices = sorted(value.atoms(sympy.Max, sympy.Min), key=lambda e: (e.count_ops(), str(e)))
    if not choices:
        yield (), value
        return
    choice = choices[0]
    sign = 1 if isinstance(choice, sympy.Max) else -1
    for best in choice.args:
        above = tuple(Guard(sign * (best - other), ">=") for other in choice.args if other != best)
        for guards, rest in branches(value.xreplace({choice: best})):
            yield (*above, *guards), rest
