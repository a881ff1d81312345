"""Variants with a hypothesis that the theorem does not have: its instances, moved into that hypothesis.

An added premise leaves most instances of the theorem out, and what is left of the structured ones is where a bound
that the premise was to improve shows its constant. So good instances of the theorem are changed in simple ways (entries
made positive, halved towards X, rounded, signs folded into the outcomes, fewer attributes or trials), and those are
kept of which the premise itself says that they satisfy it.
"""

from __future__ import annotations

import dataclasses
import random
from collections.abc import Callable, Iterator
from fractions import Fraction
from itertools import chain, islice, product
from typing import TypeAlias

from adversaries.families.sampling import raw_instances
from adversaries.generate.parameters import without_fixed
from adversaries.generate.rounding import norms
from adversaries.generate.signed import signed_instance
from adversaries.portfolio import large
from adversaries.portfolio.structured import deck
from adversaries.premises.moves import admitted, at_the_boundary, other_parameters, relabelled
from bounds import symbols as s
from bounds.claims.claim import Claim, Comparator, Hypothesis, Outcomes
from bounds.claims.variants import added, original, theorem_id
from bounds.data.interval import Outcome, stretched
from bounds.data.trials import Trials
from bounds.data.vectors import Example
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
    "positive parts": lambda a, _one, _top: 2 * max(a, 0),
    "signs": lambda a, one, _top: 2 * one * ((a > 0) - (a < 0)),
    "0 and 1": lambda a, one, _top: 2 * one * (a > 0),
    "divided by X": lambda a, one, top: 2 * a * one // max(top, 1),
    "rounded": lambda a, one, _top: 2 * one * round(Fraction(a, one)),
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


def _labels_folded(trials: Trials) -> Trials:
    """Return the trials with every label +1, the examples of the others negated."""
    signs = [y if isinstance(y, int) else 1 for y in trials.outcomes]
    rows = [[y * a for a in row] for y, row in zip(signs, trials.numerators.tolist(), strict=True)]
    outcomes = [1 if isinstance(y, int) else y for y in trials.outcomes]
    return Trials.from_integers(rows, trials.denominator, outcomes, trials.n)


def changed(claim: Claim, instance: Instance) -> Iterator[tuple[str, Instance]]:
    """Yield the instance with its examples changed, and what that asks of comparator, labels and norms."""
    for name, entry in CHANGES.items():
        for trials in (turned(instance.trials), instance.trials, _labels_folded(instance.trials)):
            rows = trials.numerators.tolist()
            top = max((abs(a) for row in rows for a in row), default=0)
            new = [[entry(a, trials.denominator, top) for a in row] for row in rows]
            moved = Trials.from_integers(new, 2 * trials.denominator, trials.outcomes, trials.n)
            yield name, _fitted(claim, dataclasses.replace(instance, trials=moved))
    if instance.trials.l > 1:
        for length in (1, instance.trials.l // 2):
            part = instance.trials.subsequence(range(length))
            yield f"first {length}", _fitted(claim, dataclasses.replace(instance, trials=part))


def _fitted(claim: Claim, instance: Instance) -> Instance:
    """Return the instance with labels and the scale of u as the claim asks for them, and U and X read off."""
    if instance.comparator is not None and claim.outcomes is Outcomes.LABELS:
        instance = relabelled(claim, instance, instance.comparator) or instance
    return dataclasses.replace(instance, parameters={**instance.parameters, **norms(claim, instance)})


# --- sources -------------------------------------------------------------------------------------------

LENGTHS = (60, 160, 400)
RATES = tuple(map(Fraction, ("1", "1/2", "1/4")))
CELLS = 2000
"""Trials times attributes of the largest source: each is changed in many ways before a premise is asked."""


def _alternations(base: Claim) -> Iterator[tuple[str, Instance]]:
    """Yield (1, -1) with outcomes far out on either side in turn, hundreds of times: the second-order term alone."""
    if base.outcomes is not Outcomes.INTERVALS or base.comparator is not Comparator.ANY or base.start:
        return
    for length, rate in product(LENGTHS, RATES):
        rows = [[(-1) ** t, -((-1) ** t)] for t in range(length)]
        known = {symbol: rate for symbol in base.free if symbol in (s.eta, s.tau)}
        found = signed_instance(base, rows, Example([1, 0]), known, far=Fraction(length))
        yield f"{length} alternating outcomes, rate {rate}", found


def _sources(base: Claim, seed: int, effort: int) -> Iterator[tuple[str, Instance]]:
    """Yield structured instances of the theorem, small ones first, and random ones."""

    def not_large(found: Iterator[tuple[str, Instance]]) -> Iterator[tuple[str, Instance]]:
        return ((name, instance) for name, instance in found if instance.trials.l * instance.trials.n <= CELLS)

    yield from islice(not_large(deck(base)), 120 * effort)
    yield from _alternations(base)
    yield from not_large(islice(large.instances(base, seed, effort), 20 * effort))
    yield from raw_instances(base, 60 * effort, seed)


def instances(claim: Claim, seed: int, effort: int = 1) -> Iterator[tuple[str, Instance]]:
    """Yield instances of the theorem that were moved into a claim's own premises; nothing where there are none."""
    base, premises = original(claim), added(claim)
    if base is None or not premises:
        return
    rng = random.Random(f"{theorem_id(claim)} {seed}")  # noqa: S311 - reproducible sampling, not secrecy
    moves = (other_parameters, *map(at_the_boundary, premises))
    for name, source in chain(_sources(base, seed, effort), raw_instances(claim, 40 * effort, seed)):
        instance = without_fixed(claim, source)
        seen = set[tuple[object, ...]]()
        for how, moved in changed(claim, instance):
            key = (moved.trials.numerators.tobytes(), moved.trials.denominator, moved.trials.outcomes)
            if key in seen:
                continue
            seen.add(key)
            if satisfies(claim, moved, premises):
                yield f"{name}, {how}", moved
        for move in moves:
            for moved in move(claim, instance, rng):
                if satisfies(claim, moved, premises):
                    yield f"{name}, other parameters", moved
