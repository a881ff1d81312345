"""Variants with a hypothesis that the theorem does not have: its instances, moved into that hypothesis.

An added premise leaves most instances of the theorem out, and what is left of the structured ones is where a bound
that the premise was to improve shows its constant. So good instances of the theorem are changed in simple ways (signs
folded into the outcomes, entries made positive or halved towards X); those are kept of which the premise itself says
that they satisfy it.
"""

from __future__ import annotations

import dataclasses
from collections.abc import Callable, Iterator
from fractions import Fraction
from itertools import islice
from typing import TypeAlias

from adversaries.families.sampling import raw_instances
from adversaries.generate.parameters import without_fixed
from adversaries.generate.rounding import norms
from adversaries.portfolio.structured import deck
from adversaries.premises.moves import admitted, relabelled
from bounds.claims.claim import Claim, Hypothesis, Outcomes
from bounds.claims.variants import added, original
from bounds.data.interval import Outcome, stretched
from bounds.data.trials import Trials
from bounds.errors import BoundcheckError
from bounds.instances import Instance
from bounds.numbers import sign
from bounds.numbers.evaluate import relation_holds

Entries: TypeAlias = Callable[[int, int, int], int]
"""A new entry from an old one, the denominator and the largest magnitude, over twice the denominator."""


def satisfies(claim: Claim, instance: Instance, premises: list[Hypothesis]) -> bool:
    """Tell whether an instance satisfies these premises, judged by the premises themselves."""
    if not admitted(claim, instance):
        return False
    case = claim.case(instance)
    try:
        orders = ((premise.relation, sign(premise.slack(case))) for premise in premises)
        return all(order is not None and relation_holds(relation, order) for relation, order in orders)
    except (BoundcheckError, ArithmeticError, KeyError):
        return False


# --- changes -------------------------------------------------------------------------------------------

CHANGES: dict[str, Entries] = {
    "as it is": lambda a, _one, _top: 2 * a,
    "magnitudes": lambda a, _one, _top: 2 * abs(a),
    "halved towards X": lambda a, _one, top: a + top,
    "0 and 1": lambda a, one, _top: 2 * one * (a > 0),
}


def turned(trials: Trials) -> Trials:
    """Return the trials with each example whose first entry that is not 0 is negative turned round with its outcome.

    >>> from bounds.data.interval import Interval
    >>> turned(Trials.of([[-1, 1]], [Interval.parse("[2,oo)")]))
    Trials(l=1, n=2: (1, -1) -> (-oo, -2])
    """
    rows: list[list[int]] = []
    outcomes: list[Outcome] = []
    for row, outcome in zip(trials.numerators.tolist(), trials.outcomes, strict=True):
        turn = next((a for a in row if a), 1) < 0
        rows.append([-a for a in row] if turn else row)
        outcomes.append(stretched(outcome, Fraction(-1)) if turn else outcome)
    return Trials.from_integers(rows, trials.denominator, outcomes, trials.n)


def changed(claim: Claim, instance: Instance) -> Iterator[tuple[str, Instance]]:
    """Yield the instance with its examples changed, and what that asks of comparator, labels and norms."""
    trials = turned(instance.trials)
    rows = trials.numerators.tolist()
    top = max((abs(a) for row in rows for a in row), default=0)
    for name, entry in CHANGES.items():
        new = [[entry(a, trials.denominator, top) for a in row] for row in rows]
        moved = Trials.from_integers(new, 2 * trials.denominator, trials.outcomes, trials.n)
        yield name, _fitted(claim, dataclasses.replace(instance, trials=moved))


def _fitted(claim: Claim, instance: Instance) -> Instance:
    """Return the instance with labels and the scale of u as the claim asks for them, and U and X read off."""
    if instance.comparator is not None and claim.outcomes is Outcomes.LABELS:
        instance = relabelled(claim, instance, instance.comparator) or instance
    return dataclasses.replace(instance, parameters={**instance.parameters, **norms(claim, instance)})


# --- sources -------------------------------------------------------------------------------------------

CELLS = 2000
"""Trials times attributes of the largest source: each is changed in many ways before a premise is asked."""


def _sources(base: Claim, claim: Claim, seed: int, effort: int) -> Iterator[tuple[str, Instance]]:
    """Yield structured instances of the theorem, and random ones of the claim."""
    small = ((name, instance) for name, instance in deck(base) if instance.trials.l * instance.trials.n <= CELLS)
    yield from islice(small, 120 * effort)
    yield from raw_instances(claim, 40 * effort, seed)


def instances(claim: Claim, seed: int, effort: int = 1) -> Iterator[tuple[str, Instance]]:
    """Yield instances of the theorem that were moved into a claim's own premises; nothing where there are none."""
    base, premises = original(claim), added(claim)
    if base is None or not premises:
        return
    for name, source in _sources(base, claim, seed, effort):
        seen = set[tuple[object, ...]]()
        for how, moved in changed(claim, without_fixed(claim, source)):
            key = (moved.trials.numerators.tobytes(), moved.trials.denominator, moved.trials.outcomes)
            if key not in seen and satisfies(claim, moved, premises):
                yield f"{name}, {how}", moved
            seen.add(key)
