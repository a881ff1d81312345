"""Instances at the edges of the domains of a claim, made without the adversaries' own ideas of what is allowed.

From a few random instances: no trials, one, equal ones; one attribute, zero vectors; zero, unit, negative and all-one
comparators and start vectors; each parameter at and around the ends of its range, and outside of it.
"""

from __future__ import annotations

import dataclasses
import random
from collections.abc import Iterator
from fractions import Fraction

from adversaries.families.sampling import raw_instances
from adversaries.generate.trial_columns import trials_of
from bounds import symbols as s
from bounds.claims.claim import Claim, Comparator, Outcomes
from bounds.data.trials import Trials
from bounds.data.vectors import Example, vector
from bounds.instances import Instance
from bounds.numbers import Number

VALUES = tuple(map(Fraction, ("-2", "-1", "-1/3", "0", "1/3", "1/2", "1", "3/2", "2", "3", "4")))


def edges(claim: Claim, count: int, seed: int = 0) -> Iterator[Instance]:
    """Yield ``count`` instances, in an order that a seed decides: one change of a random instance, or two."""
    rng = random.Random(f"edges of {claim.id} {seed}")
    bases = [instance for _, instance in raw_instances(claim, 6, seed, max_trials=3)]
    for _ in range(count):
        instance = rng.choice(bases)
        for _ in range(rng.choice((1, 1, 2, 3))):
            instance = rng.choice(CHANGES if claim.outcomes is not Outcomes.NONE else (parameter,))(
                claim, instance, rng
            )
        yield instance


def parameter(claim: Claim, instance: Instance, rng: random.Random) -> Instance:
    """Set a parameter to an edge, or to what another one is."""
    spoken = {*claim.free, *claim.measures, *instance.parameters} - claim.defines.keys()
    norms = {s.U, s.X} & claim.bound.free_symbols if claim.geometry is not None else set()
    symbols = sorted(spoken | norms, key=str)
    if not symbols:
        return instance
    values: list[Number] = [*VALUES, *instance.parameters.values()]
    chosen = {**instance.parameters, rng.choice(symbols): rng.choice(values)}
    return dataclasses.replace(instance, parameters=chosen)


def fewer(_claim: Claim, instance: Instance, rng: random.Random) -> Instance:
    """Keep no trial, or one, as often as may be."""
    l = instance.trials.l
    return trials_of(instance, [rng.randrange(l)] * rng.randint(0, 3) if l else [])


def narrow(_claim: Claim, instance: Instance, _rng: random.Random) -> Instance:
    """Keep one attribute."""
    narrowed = Trials.of([[x[0]] for x, _ in instance.trials], [outcome for _, outcome in instance.trials], n=1)
    first = [None if v is None else vector(list(v)[:1]) for v in (instance.comparator, instance.start)]
    each = None if instance.sequence is None else tuple(vector(list(u)[:1]) for u in instance.sequence)
    return dataclasses.replace(instance, trials=narrowed, comparator=first[0], start=first[1], sequence=each)


def simple_examples(_claim: Claim, instance: Instance, rng: random.Random) -> Instance:
    """Replace examples by zeros, ones, unit vectors or their negatives."""
    rows = [_simple(instance.trials.n, rng) if rng.random() < 2 / 3 else x for x, _ in instance.trials]
    return _with(instance, rows, [outcome for _, outcome in instance.trials])


def comparator(claim: Claim, instance: Instance, rng: random.Random) -> Instance:
    """Replace the comparator."""
    if claim.comparator is Comparator.NONE:
        return instance
    if claim.comparator is Comparator.SEQUENCE:
        return dataclasses.replace(
            instance, sequence=tuple(_simple(instance.trials.n, rng) for _ in range(instance.trials.l))
        )
    return dataclasses.replace(instance, comparator=_simple(instance.trials.n, rng))


def start(_claim: Claim, instance: Instance, rng: random.Random) -> Instance:
    """Replace the start vector, or have none; give one to a claim that knows of none, too."""
    return dataclasses.replace(instance, start=rng.choice((None, _simple(instance.trials.n, rng))))


def _simple(n: int, rng: random.Random) -> Example:
    unit = rng.randrange(max(n, 1))
    entries = rng.choice(([0] * n, [1] * n, [i == unit for i in range(n)]))
    return vector([rng.choice((1, 1, -1, 2)) * Fraction(a) for a in entries])


def _with(instance: Instance, rows: list[Example], outcomes: list[object]) -> Instance:
    trials = Trials.of(rows, outcomes, n=instance.trials.n)
    return dataclasses.replace(instance, trials=trials)


CHANGES = (parameter, parameter, parameter, fewer, narrow, simple_examples, comparator, start)
