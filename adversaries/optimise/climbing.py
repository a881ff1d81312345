"""Small instances improved step by step: every entry, parameter and outcome is moved, and what comes closer stays.

Nothing is assumed of the learner but that it can be played: the way to a bound that is attained off the usual numbers,
such as at u = 2C/(1 + 2C).
"""

from __future__ import annotations

import dataclasses
import math
import random
from collections.abc import Callable, Iterator
from fractions import Fraction
from itertools import islice
from typing import TypeAlias

from adversaries.constructions import orthonormal, scales
from adversaries.families.sampling import raw_instances
from adversaries.generate.parameters import without_fixed
from bounds import symbols as s
from bounds.claims.claim import Claim, Comparator
from bounds.data.interval import Interval, Outcome
from bounds.data.trials import Trials
from bounds.data.vectors import Example, vector
from bounds.instances import Instance

Score: TypeAlias = Callable[[str, Instance], float | None]
"""Judges an instance and returns how close it comes to the bound, None where it is none of the claim."""

STARTS, KNOWN, CLIMBS, STEPS = 24, 12, 3, 60
LONGEST = 12
"""Trials of what is improved."""

LEAPS = tuple(map(Fraction, ("1/10", "1/2", "2", "10")))
GRID = 840
"""Entries and parameters are multiples of 1/840."""


def climb(claim: Claim, seed: int, effort: int, score: Score) -> None:
    """Judge small instances and what becomes of the best of them, step by step."""
    rng = random.Random(f"climbing {claim.id} {seed}")  # noqa: S311 - reproducible, not secret
    starts: list[tuple[float, Instance]] = []
    small = (*_simple(claim), *islice(scales.instances(claim), KNOWN), *orthonormal.instances(claim))
    for name, instance in (*small, *raw_instances(claim, STARTS, seed, max_trials=2 + effort)):
        if instance.trials.l > LONGEST:
            continue
        start = _unmeasured(claim, instance)
        reached = score(name, start)
        if reached is not None and math.isfinite(reached):
            starts.append((reached, start))
    starts.sort(key=lambda pair: (-pair[0], pair[1].trials.l))
    for best, instance in starts[:CLIMBS]:
        _improve(claim, best, instance, rng, STEPS * effort, score)


def _simple(claim: Claim) -> Iterator[tuple[str, Instance]]:
    """Yield one unit example, as often as four times, with a comparator along it, as long and half as long."""
    if claim.start == "positive":
        return
    point = claim.outcomes.kind == "points"
    read_off = {*claim.defines, *claim.measures, *(() if claim.geometry is None else (s.U, s.X))} - {*claim.free}
    given = [symbol for symbol in claim.parameters if symbol not in read_off]
    for length in (1, 2, 4):
        for rate in (Fraction(1), Fraction(1, 2), Fraction(2)):
            outcomes: list[Outcome] = [Interval.point(1) if point else 1] * length
            parameters = {symbol: Fraction(2) if claim.whole(symbol) or symbol is s.p else rate for symbol in given}
            for u in (None,) if claim.comparator is Comparator.NONE else (Example([1]), Example([1], 2)):
                yield "one example", Instance(Trials.of([[1]] * length, outcomes), u, parameters)


def _unmeasured(claim: Claim, instance: Instance) -> Instance:
    """Return an instance without what is read off it, in particular U and X where the claim has norms."""
    norms = () if claim.geometry is None else (s.X,) if instance.comparator is None else (s.U, s.X)
    measured = {*norms, *claim.measures} - {*claim.free}
    kept = {symbol: value for symbol, value in instance.parameters.items() if symbol not in measured}
    return without_fixed(claim, dataclasses.replace(instance, parameters=kept))


def _improve(claim: Claim, best: float, instance: Instance, rng: random.Random, steps: int, score: Score) -> None:
    """Try random moves of many sizes and keep each one that does not make it worse."""
    for _ in range(steps):
        moved = _moved(claim, instance, rng)
        if moved is None:
            continue
        reached = score("moved", moved)
        if reached is not None and math.isfinite(reached) and reached >= best:
            best, instance = reached, moved


def _moved(claim: Claim, instance: Instance, rng: random.Random) -> Instance | None:
    """Return the instance with one thing changed; None where that is no instance."""
    free = [symbol for symbol in claim.free if not claim.whole(symbol) and symbol in instance.parameters]
    kinds = ["entry", "trial", "outcome", *(["comparator"] * 3 if instance.comparator is not None else [])]
    kind = rng.choice([*kinds, *["parameter"] * len(free)])
    size = Fraction(rng.choice((-1, 1)), 2 ** rng.randint(0, 7))
    if kind == "parameter":
        symbol = rng.choice(free)
        value = instance.parameters[symbol]
        if not isinstance(value, Fraction):
            return None
        return dataclasses.replace(
            instance, parameters={**instance.parameters, symbol: _rounded(value * _factor(size, rng))}
        )
    if kind == "comparator":
        return _with_comparator(claim, instance, rng, size)
    trials = _moved_trials(claim, instance.trials, kind, rng, size)
    return None if trials is None else _fitted(claim, dataclasses.replace(instance, trials=trials))


def _with_comparator(claim: Claim, instance: Instance, rng: random.Random, size: Fraction) -> Instance | None:
    u = instance.require_comparator()
    if claim.comparator is Comparator.EXPERT:
        chosen = rng.randrange(len(u))
        return dataclasses.replace(instance, comparator=Example([int(i == chosen) for i in range(len(u))]))
    if rng.random() < 0.5:
        factor = _factor(size, rng)
        moved = [_rounded(a * factor) for a in u]
    else:
        chosen = rng.randrange(len(u))
        moved = [_rounded(a + size * (i == chosen)) for i, a in enumerate(u)]
    return _fitted(claim, dataclasses.replace(instance, comparator=vector(moved)))


def _moved_trials(claim: Claim, trials: Trials, kind: str, rng: random.Random, size: Fraction) -> Trials | None:
    if not trials.l:
        return None
    rows, outcomes = [list(x) for x in trials.examples], list(trials.outcomes)
    t, i = rng.randrange(trials.l), rng.randrange(trials.n)
    if kind == "entry":
        rows[t][i] = _rounded(rows[t][i] + size)
    elif kind == "outcome":
        outcomes[t] = _moved_outcome(outcomes[t], size, rng)
    elif rng.random() < 0.3 and trials.l > 1:
        del rows[t], outcomes[t]
    else:
        sign = 1 if claim.outcomes.kind == "labels" else rng.choice((1, -1))
        rows.insert(t, [sign * a for a in rows[t]])
        outcomes.insert(t, outcomes[t])
    return Trials.of(rows, outcomes, trials.n)


def _moved_outcome(outcome: Outcome, size: Fraction, rng: random.Random) -> Outcome:
    """Move both ends of an interval by as much, or by the same factor, and a label to the other one."""
    if not isinstance(outcome, Interval):
        return -outcome
    ends = [end for end in (outcome.lo, outcome.hi) if end is not None]
    if not ends or not all(isinstance(end, Fraction) for end in ends):
        return outcome
    factor, step = (_factor(size, rng), Fraction(0)) if rng.random() < 0.5 else (Fraction(1), size)
    lo, hi = (_rounded(end * factor + step) if isinstance(end, Fraction) else None for end in (outcome.lo, outcome.hi))
    return Interval(lo, hi) if lo == hi else Interval(lo, hi, outcome.lo_closed, outcome.hi_closed)


def _factor(size: Fraction, rng: random.Random) -> Fraction:
    """Return a factor near 1, or now and then one of 1/10, 1/2, 2 and 10."""
    return rng.choice(LEAPS) if rng.random() < 0.25 else 1 + size * Fraction(3, 4)


def _fitted(claim: Claim, instance: Instance) -> Instance | None:
    """Scale the comparator to margin 1 where the claim wants it to separate."""
    if claim.comparator is not Comparator.SEPARATING or instance.comparator is None:
        return instance
    margins = [y * instance.comparator.dot(x) for x, y in instance.trials if isinstance(y, int)]
    smallest = min(margins, default=Fraction(1))
    if smallest <= 0:
        return None
    return dataclasses.replace(instance, comparator=instance.comparator.scaled(1 / smallest))


def _rounded(value: Fraction) -> Fraction:
    return Fraction(round(value * GRID), GRID)
