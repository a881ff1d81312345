"""From rows of floats to exact instances: small rationals first, then the hypotheses repaired exactly.

A candidate is in reduced form (see adversaries.generate.signed): rows v_t, all of which the learner should have
predicted higher, a direction for the comparator, and choices for the free parameters. Rounding is plain; then labels,
far outcomes, the scale of u, norms and learning rates are derived from the rounded rows, never rounded themselves.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import replace
from fractions import Fraction
from typing import Any, TypeAlias

from adversaries.generate.family_quasi_additive import rational_below
from adversaries.generate.signed import signed_instance
from bounds import symbols as s
from bounds.claims.claim import Case, Claim, Comparator, Hypothesis, Outcomes
from bounds.claims.hypotheses import GAP, NONNEGATIVE, SEPARABLE
from bounds.claims.limits import says
from bounds.data.integer_matrix import Floats
from bounds.data.trials import Trials
from bounds.data.vectors import Example, Vector, vector
from bounds.errors import BoundcheckError
from bounds.instances import Instance
from bounds.mathematics.geometry import Entropic
from bounds.numbers import Number, sign, to_float
from bounds.numbers.evaluate import relation_holds

Rows: TypeAlias = Sequence[Sequence[int]]
Choices: TypeAlias = Mapping[Any, Fraction]
"""Values of free parameters; for one with an upper end, the share of it, between 0 and 1."""

ZERO = Fraction(0)
DEFAULTS = {s.p: Fraction(2), s.alpha: Fraction(2)}


def direction(values: Floats, limit: int = 10**6) -> Vector:
    """Return a rational vector near ``values``; zeros stay zeros.

    >>> import numpy as np
    >>> direction(np.array([1.0, 1 / 3]), 10)
    (1, 1/3)
    """
    return vector([Fraction(float(a)).limit_denominator(limit) for a in values])


def rate_limit(claim: Claim) -> Fraction:
    """Return how large eta may be for the claims on experts: any below 1 where the theorem's own range is gone.

    >>> from boundcheck import theorem
    >>> rate_limit(theorem("kitani.wma")), rate_limit(theorem("kitani.wma").replace(without="eta <= 1/2"))
    (Fraction(1, 2), Fraction(999, 1000))
    """
    limit = claim.ranges[s.eta].number
    return min(Fraction(999, 1000), Fraction(1) if limit is None else limit)


def tie_label(claim: Claim, parameters: Mapping[Any, Number]) -> int:
    """Return the label on which a prediction of exactly 0 is a mistake: -1 where sign(0) is +1."""
    if claim.learner is None:
        return 1
    try:
        version = claim.learner.version(parameters)
        return -1 if version.target(1).side(ZERO) == 0 else 1
    except (BoundcheckError, KeyError):
        return 1


def exact(claim: Claim, rows: Rows, denominator: int, u: Vector | None, choices: Choices) -> Instance | None:
    """Return the instance made of these rows, its hypotheses repaired; None where they cannot be.

    ``u`` is scaled to margin 1 where the claim asks for one, and its negative entries are dropped where they are
    not allowed; a hypothesis that a variant lacks is not repaired.

    >>> from boundcheck import theorem
    >>> instance = exact(theorem("bylander.5"), [[3, 1], [-1, 3]], 2, Example([1, 1]), {})
    >>> instance.comparator
    (1, 1)
    """
    if claim.start or claim.family not in ("", "quasi-additive") or not rows:
        return None
    denominator = _unit_scale(claim, rows, denominator)
    examples = [Example(list(row), denominator) for row in rows]
    if claim.comparator is Comparator.NONE:
        u = None
    elif u is not None:
        u = _allowed(claim, examples, u)
        if u is None:
            return None
    if claim.outcomes in (Outcomes.LABELS, Outcomes.MASTER) and tie_label(claim, {}) == -1:
        negated = [[-a for a in row] for row in rows]
        trials = Trials.from_integers(negated, denominator, [-1] * len(rows))
    else:
        trials = signed_instance(claim, rows, u, {}, denominator).trials
    try:
        parameters = _parameters(claim, Instance(trials, u), choices)
        if claim.outcomes is Outcomes.INTERVALS:
            far = _far(claim, Instance(trials, u, parameters))
            trials = signed_instance(claim, rows, u, {}, denominator, far).trials
    except (BoundcheckError, ZeroDivisionError):
        return None
    return Instance(trials, u, parameters)


def proposed(
    name: str, claim: Claim, rows: Rows, denominator: int, u: Vector | None, choices: Choices
) -> Iterator[tuple[str, Instance]]:
    """Yield the exact instance made of these rows with its name, where there is one."""
    instance = exact(claim, rows, denominator, u, choices)
    if instance is not None:
        yield name, instance


def _unit_scale(claim: Claim, rows: Rows, denominator: int) -> int:
    """Return a denominator that makes the examples no longer than 1, where the claim says X = 1."""
    if claim.defines.get(s.X) != 1 or claim.outcomes is not Outcomes.LABELS:
        return denominator
    if isinstance(claim.geometry, Entropic):
        return max(denominator, *(abs(a) for row in rows for a in row))
    return max(denominator, *(math.isqrt(max(0, sum(a * a for a in row) - 1)) + 1 for row in rows))


def _allowed(claim: Claim, examples: Sequence[Example], u: Vector) -> Vector | None:
    """Return u without forbidden negative entries and with margin 1, or None."""
    if says(claim, NONNEGATIVE.formula):
        u = Example([max(a, 0) for a in u.numerators], u.denominator)
    if not any(u.numerators):
        return None
    if claim.comparator not in (Comparator.SEPARATING, Comparator.NOISY, Comparator.GAP):
        return u
    margins = [u.dot(x) for x in examples]
    smallest = min((margin for margin in margins if margin > 0), default=None)
    apart = says(claim, SEPARABLE.formula, GAP.formula, "gamma > 0")
    strict = apart and claim.comparator is not Comparator.NOISY
    if smallest is None or (strict and min(margins) <= 0):
        return None
    return u if claim.comparator is Comparator.GAP else u.scaled(1 / smallest)


def norms(claim: Claim, instance: Instance) -> dict[Any, Number]:
    """Return U and X read off the instance, where the claim's geometry gives them and the claim does not."""
    known: dict[Any, Number] = {}
    if claim.geometry is not None:
        if s.X not in claim.defines:
            known[s.X] = claim.geometry.radius(instance.trials)
        if s.U not in claim.defines and instance.comparator is not None:
            known[s.U] = claim.geometry.size(instance.comparator)
    return known


def case_of(claim: Claim, instance: Instance) -> Case:
    """Return the claim at the instance, norms filled in."""
    parameters = {**norms(claim, instance), **instance.parameters}
    return claim.case(replace(instance, parameters=parameters))


def hold(claim: Claim, premises: Sequence[Hypothesis], instance: Instance) -> bool:
    """Tell whether some premises hold on an instance."""
    if not premises:
        return True
    try:
        case = case_of(claim, instance)
        orders = ((premise.relation, sign(premise.slack(case))) for premise in premises)
        return all(order is not None and relation_holds(relation, order) for relation, order in orders)
    except (BoundcheckError, ArithmeticError, KeyError):
        return False


def _parameters(claim: Claim, instance: Instance, choices: Choices) -> dict[Any, Number]:
    parameters: dict[Any, Number] = {}
    for symbol, interval in claim.ranges.items():
        limit: Number | None = interval.number
        if interval.end is not None and limit is None:
            with suppress(BoundcheckError):  # an end that waits for a later parameter
                at = Instance(instance.trials, instance.comparator, parameters)
                limit = case_of(claim, at).evaluate(interval.end)
        if limit is None:
            parameters[symbol] = choices.get(symbol, DEFAULTS.get(symbol, Fraction(1)))
        else:
            parameters[symbol] = rational_below(limit * choices.get(symbol, Fraction(1, 2)))
    return parameters


def _far(claim: Claim, instance: Instance) -> Fraction:
    """Return a whole number above every prediction of the learner, by more than the tolerance."""
    case = case_of(claim, instance)
    values = {symbol: to_float(case.value(symbol)) for symbol in (s.eta, s.tau) if symbol in case.values}
    X = max(to_float(x.squared_norm()) ** 0.5 for x in instance.trials.examples)
    own = instance.comparator.one_norm() if instance.comparator is not None else ZERO
    reach = values.get(s.eta, 0.0) * instance.trials.l * X * X + float(own) * X
    return Fraction(math.ceil(reach + values.get(s.tau, 0.0)) + 2)
