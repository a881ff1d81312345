"""Variants with a hypothesis missing: instances of the claim itself, moved just out of that hypothesis.

Good instances of the original claim are taken one by one and moved out of what a missing hypothesis says
(``adversaries.premises.ways``). Nobody can tell what a claim of one's own lacks: its instances are moved out
of every premise that it does not state, and instances are made besides in which the hints to generators (kind of
comparator, outcomes, family) are not followed.
"""

from __future__ import annotations

import dataclasses
import random
from collections.abc import Collection, Iterator
from fractions import Fraction
from itertools import chain, islice, product, zip_longest
from typing import Any

from adversaries.families import boundary
from adversaries.families.sampling import raw_instances
from adversaries.generate.parameters import without_fixed
from adversaries.generate.rounding import case_of
from adversaries.portfolio.structured import structured
from adversaries.premises import added
from adversaries.premises.moves import (
    FAR,
    Move,
    admitted,
    another_measure,
    other_parameters,
)
from adversaries.premises.ways import ALL, EVERYTHING, ways
from bounds import symbols as s
from bounds.claims.claim import Claim, Comparator, Outcomes
from bounds.claims.variants import missing, original, own, theorem_id
from bounds.data.trials import Trials
from bounds.data.vectors import Example
from bounds.errors import BoundcheckError
from bounds.instances import Instance


def _named(claim: Claim, name: str, symbols: Collection[Any]) -> list[Any]:
    """Return those of the symbols that a hypothesis speaks of."""
    base = original(claim)
    spoken = {a for h in base.hypotheses if h.name == name for a in h.spoken} if base is not None else ()
    return [symbol for symbol in symbols if symbol.name in spoken]


def moves(claim: Claim, name: str) -> tuple[Move, ...]:
    """Return the changes to try where the hypothesis ``name`` is missing."""
    base = original(claim)
    measured = tuple(map(another_measure, _named(claim, name, claim.measures)))
    parameters = (other_parameters,) if _named(claim, name, claim.free) else ()
    out = (move for premise in base.hypotheses if premise.name == name for move in ways(premise)) if base else ()
    return (*measured, *out, *parameters) or EVERYTHING


# --- sources -------------------------------------------------------------------------------------------


def _turned_away(base: Claim) -> Iterator[tuple[str, Instance]]:
    """Yield instances whose start vector points away from an example that comes again and again."""
    if base.start != "any" or base.comparator is not Comparator.GAP:
        return
    for start, length, rate in product(((1, -10), (-1, -10)), (1, 12), (Fraction(1, 10), FAR)):
        known = {symbol: value for symbol, value in ((s.p, Fraction(2)), (s.a, rate)) if symbol in base.free}
        trials = Trials.from_integers([[1, 1]] * length, 1, [1] * length)
        yield f"start {start}, {length} times (1, 1)", Instance(trials, Example([1, 0]), known, Example(start))


def loosened(claim: Claim) -> Claim:
    """Return the claim with the hints that say how instances are made taken back; only made instances depend on it.

    >>> from boundcheck import theorem
    >>> loose = loosened(theorem("kitani.wma"))
    >>> loose.comparator.name, loose.outcomes.name, loose.family
    ('NONE', 'LABELS', '')
    """
    asked = claim.comparator is not Comparator.NONE
    labels = claim.outcomes in (Outcomes.EXPERTS, Outcomes.MASTER, Outcomes.BOOLEAN)
    return dataclasses.replace(
        claim,
        comparator=Comparator.ANY if asked else Comparator.NONE,
        outcomes=Outcomes.LABELS if labels else claim.outcomes,
        family="",
        longer_than=None,
    )


def _sources(base: Claim, seed: int, effort: int) -> Iterator[tuple[str, Instance]]:
    yield from _turned_away(base)
    tiny = list(boundary.instances(base))
    random.Random(seed).shuffle(tiny)  # noqa: S311 - reproducible sampling, not secrecy
    any_of_it = raw_instances(base, 60 * effort, seed)
    triples = zip_longest(structured(base), tiny, any_of_it)
    mixed = (item for triple in triples for item in triple if item is not None)
    small = ((name, instance) for name, instance in mixed if instance.trials.l <= 40 and instance.trials.n <= 16)
    yield from islice(small, 180 * effort)


def playable(claim: Claim, instance: Instance) -> bool:
    """Tell whether the claim's learner can be made and started at the instance, U and X filled in."""
    if claim.learner is None:
        return True
    try:
        case_of(claim, instance).learner().start(instance.trials.n)
        return claim.outcomes is not Outcomes.NONE
    except (BoundcheckError, ArithmeticError, KeyError):
        return False


def instances(claim: Claim, seed: int, effort: int = 1) -> Iterator[tuple[str, Instance]]:
    """Yield changed instances of the claim that ``claim`` is a variant of; nothing for a claim as catalogued.

    Out of the premises that the variant lacks and, in turn with these, into those that it has besides.
    """
    both = zip_longest(_moved_out(claim, seed, effort), added.instances(claim, seed, effort))
    yield from (item for pair in both for item in pair if item is not None)


def _moved_out(claim: Claim, seed: int, effort: int) -> Iterator[tuple[str, Instance]]:
    base = original(claim) or claim
    names = missing(claim)
    if not names and not own(claim):
        return
    rng = random.Random(f"{theorem_id(claim)} {seed}")  # noqa: S311 - reproducible sampling, not secrecy
    if own(claim):
        yield from _moved_anyhow(claim, base, names, rng, seed, effort)
        return
    for name, source in chain(_sources(base, seed, effort), raw_instances(claim, 40 * effort, seed)):
        instance = without_fixed(claim, source)
        for lacking in names:
            for move in moves(claim, lacking):
                for changed in _safely(claim, instance, move, rng):
                    if admitted(claim, changed) and playable(claim, changed):
                        yield f"{name}, without '{lacking}'", changed


SAMPLE = 2
"""Changes of an instance of one's own claim that are tried for each way to change it."""

WAYS = 5
"""Ways to change an instance of one's own claim, to one that is loosely made."""


def _moved_anyhow(
    claim: Claim, base: Claim, names: list[str], rng: random.Random, seed: int, effort: int
) -> Iterator[tuple[str, Instance]]:
    """Yield loosely made instances of a claim of one's own, in turn with some moved out of what it does not state."""
    stated = {move for premise in claim.hypotheses for move in ways(premise)}
    unstated = (move for move in ALL if move not in stated)
    measured = tuple(another_measure(symbol) for symbol in sorted(claim.measures.keys() - claim.measured, key=str))
    known = (move for name in names for move in moves(claim, name))
    changes = list(dict.fromkeys((*known, *unstated, *measured, *EVERYTHING)))
    free = loosened(claim)
    loose = chain(_sources(free, seed, effort), raw_instances(free, 10**6, seed, 4 + 4 * effort))
    for name, source in chain(_sources(base, seed, effort), raw_instances(claim, 40 * effort, seed)):
        instance = without_fixed(claim, source)
        candidates = [("loosely made", made) for _, made in islice(loose, len(changes) // WAYS)]
        for move in changes:
            changed = list(islice(_safely(claim, instance, move, rng), 4 * SAMPLE))
            candidates += [(f"{name}, changed", made) for made in rng.sample(changed, min(SAMPLE, len(changed)))]
        rng.shuffle(candidates)
        yield from ((how, made) for how, made in candidates if admitted(claim, made) and playable(claim, made))


def _safely(claim: Claim, instance: Instance, move: Move, rng: random.Random) -> Iterator[Instance]:
    """Yield what a move makes, until it meets data that make no instance."""
    try:
        yield from move(claim, instance, rng)
    except (BoundcheckError, ZeroDivisionError, KeyError):
        return
