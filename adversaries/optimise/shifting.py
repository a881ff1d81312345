"""Comparators that change with the trial: few segments, a vector on each, and trials that suit it, improved by steps.

The learner is led to one vector, and when it is there the comparator is another one, perhaps the opposite, and again.
What is judged is made of segments: so many trials with one example, one outcome and one comparator.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from itertools import product
from typing import Any, NamedTuple, TypeAlias

from adversaries.generate.parameters import within
from adversaries.generate.pools import Drawer
from adversaries.optimise.rates import RATES
from bounds import symbols as s
from bounds.claims.claim import Claim, Comparator
from bounds.claims.stated import by_trial, regret_of
from bounds.data.interval import Interval, Outcome
from bounds.data.trials import Trials
from bounds.data.vectors import Vector, vector
from bounds.formulas.tree import functions
from bounds.instances import Instance
from bounds.numbers import Number

Score: TypeAlias = Callable[[str, Instance], float | None]
"""Judges an instance and returns how close it comes to the bound, None where it is none of the claim."""

STARTS, CLIMBS, STEPS = 120, 3, 150
"""Instances of one comparator after the other that are judged, how many are improved, and by how many steps."""

LONGEST, REPEATS = 40, (1, 2, 3, 4, 6, 9)
"""Trials of an instance, and how long segments are at first."""

ROOTED = 4
"""Trials of more than one attribute where the learner takes roots: they come to stand below each other."""


def longest(claim: Claim, n: int) -> int:
    """Return how many trials of n attributes are tried."""
    rule = None if claim.learner is None else claim.learner.rule
    applied = frozenset[str]() if rule is None else frozenset[str]().union(*map(functions, rule.updates.values()))
    return ROOTED if n > 1 and applied & {"norm", "sqrt"} else LONGEST


class Segment(NamedTuple):
    """So many trials with the same example, outcome and comparator."""

    u: Vector
    x: Vector
    outcome: Outcome
    times: int


@dataclass(frozen=True)
class Draft:
    """Segments and parameters."""

    segments: tuple[Segment, ...]
    parameters: tuple[tuple[Any, Number], ...]

    def within(self, most: int) -> Draft:
        """Return the draft with its first segments, or so much of them that there are no more trials."""
        kept = list[Segment]()
        for segment in self.segments:
            if most > 0:
                kept.append(segment._replace(times=min(segment.times, most)))
            most -= segment.times
        return replace(self, segments=tuple(kept))

    def instance(self) -> Instance:
        """Return the instance."""
        each = [segment for segment in self.segments for _ in range(segment.times)]
        trials = Trials.of([a.x for a in each], [a.outcome for a in each])
        return Instance(trials, None, dict(self.parameters), None, [a.u for a in each])


def climb(claim: Claim, seed: int, effort: int, score: Score) -> None:
    """Judge sequences of segments, and what becomes of the best of them; nothing for one comparator.

    >>> from boundcheck import own_claim
    >>> claim = own_claim("w - eta*x", "0", gain="linear", loss="linear", comparator="u_t", given=["norm(u, 2) <= 1"])
    >>> found = []
    >>> climb(claim, 0, 1, lambda name, instance: found.append(instance) or 0.0)
    >>> len(found) > 100, all(u.squared_norm() <= 1 for instance in found for u in instance.sequence)
    (True, True)
    """
    if claim.comparator is not Comparator.SEQUENCE:
        return
    rng = random.Random(f"shifting {claim.id} {seed}")  # noqa: S311 - reproducible, not secret
    drawer = Drawer(claim, rng)
    kinds = [kind for n in (1, 2, 3) if (kind := Kinds.of(drawer, n)).vectors and kind.trials]
    most = {of.n: longest(claim, of.n) * effort for of in kinds}
    if not kinds:
        return
    reached: list[tuple[float, int, Draft, Kinds]] = []
    for i in range(STARTS):
        of = kinds[0] if i % 2 else rng.choice(kinds)
        draft = of.draft(rng, drawer, effort).within(most[of.n])
        ratio = score("shifting: segments", draft.instance())
        if ratio is not None:
            reached.append((ratio, -i, draft, of))
    reached.sort(key=lambda found: found[:2], reverse=True)
    for best, _, draft, of in reached[:CLIMBS]:
        for _ in range(STEPS * effort):
            moved = of.moved(draft, rng, drawer).within(most[of.n])
            ratio = score("shifting: improved", moved.instance())
            if ratio is not None and ratio >= best:
                best, draft = ratio, moved


def plain(n: int) -> list[Vector]:
    """Return the vectors of 0 and 1, or of 1, 0 and -1 with one entry that is not 0, and those of 1 and -1."""
    rows = {*product((0, 1), repeat=n), *product((1, -1), repeat=n)}
    rows |= {tuple(sign * (i == j) for j in range(n)) for i in range(n) for sign in (1, -1)}
    return [vector(row) for row in sorted(rows)]


@dataclass(frozen=True)
class Kinds:
    """What segments are made of, in so many dimensions: comparators and trials that satisfy what is said of each.

    ``best`` has the trials, by their places, on which a comparator has the least loss.
    """

    n: int
    vectors: tuple[Vector, ...]
    trials: tuple[tuple[Vector, Outcome], ...]
    best: tuple[tuple[int, ...], ...]

    @classmethod
    def of(cls, drawer: Drawer, n: int) -> Kinds:
        """Return what the premises allow."""
        claim, given, rows = drawer.claim, drawer.given(), plain(n)
        labels = claim.outcomes.kind == "labels"
        outcomes: Sequence[Outcome] = drawer.labels if labels else [Interval.point(a) for a in (1, -1, 0)]

        def one(u: Vector, x: Vector, outcome: Outcome) -> Instance:
            return Instance(Trials.of([x], [outcome]), None, given, None, [u])

        alone = [h for h in drawer.of_trials if not h.spoken & {"u", "ux", "u_next", "u_loss", "u_err"}]
        trials = [(x, y) for x, y in product(rows, outcomes) if drawer.holds(alone, one(rows[0], x, y))]
        vectors = [u for u in rows if trials and drawer.holds(drawer.of_comparator, one(u, *trials[0]))]
        best = tuple(_least(claim, [one(u, *a) for a in trials]) for u in vectors)
        return cls(n, tuple(vectors), tuple(trials), best)

    def draft(self, rng: random.Random, drawer: Drawer, effort: int) -> Draft:
        """Return some segments, with two comparators in turn or any, and rates."""
        count = rng.randint(1, 3 + effort)
        pair = [rng.randrange(len(self.vectors)) for _ in range(2)]
        order = [pair[i % 2] for i in range(count)]
        if rng.random() < 0.3:
            order = [rng.randrange(len(self.vectors)) for _ in range(count)]
        times = rng.choice(REPEATS)
        return Draft(tuple(self.segment(rng, i, times) for i in order), _rates(drawer, rng, {}))

    def segment(self, rng: random.Random, i: int, times: int) -> Segment:
        """Return a segment for a comparator: mostly with a trial that suits it."""
        k = rng.choice(self.best[i]) if rng.random() < 0.7 else rng.randrange(len(self.trials))
        return Segment(self.vectors[i], *self.trials[k], times)

    def moved(self, draft: Draft, rng: random.Random, drawer: Drawer) -> Draft:
        """Return the draft with a segment longer, shorter, other, once more or no more, or with other rates."""
        k, segments = rng.randrange(len(draft.segments)), list(draft.segments)
        other = self.segment(rng, rng.randrange(len(self.vectors)), segments[k].times)
        match rng.randrange(7):
            case 0:
                return replace(draft, parameters=_rates(drawer, rng, dict(draft.parameters)))
            case 1:
                times = max(1, segments[k].times + rng.choice((-1, 1)))
                segments[k] = segments[k]._replace(times=times)
            case 2:
                segments = [a._replace(times=segments[k].times) for a in segments]
            case 3:
                segments[k] = other
            case 4:
                segments[k] = segments[k]._replace(x=other.x, outcome=other.outcome)
            case 5:
                segments = segments[max(0, k - 1) : k + 1] + segments
            case 6:
                segments = segments[:k] + segments[k + 1 :] or segments
        return replace(draft, segments=tuple(segments))


def _least(claim: Claim, instances: Sequence[Instance]) -> tuple[int, ...]:
    """Return on which instances of one trial the comparator has the least loss; all where it has none."""
    regret = regret_of(claim.quantity)
    if regret is None or regret.loss is None:
        return tuple(range(len(instances)))
    losses = [by_trial(regret.loss, claim.case(instance))[0] for instance in instances]
    least = min(losses)
    return tuple(i for i, loss in enumerate(losses) if loss == least)


def _rates(drawer: Drawer, rng: random.Random, given: dict[Any, Number]) -> tuple[tuple[Any, Number], ...]:
    """Return the parameters with one of them another power of 2, as far as the premises allow; at first all."""
    claim = drawer.claim
    values = dict(given or drawer.given())
    chosen = [a for a in values if not a.is_integer]
    for symbol in rng.sample(chosen, 1) if given and chosen else chosen:
        values[symbol] = within(claim, symbol, rng.choice(RATES), {**values, s.n: Fraction(2), s.X: Fraction(1)})
    return tuple(values.items())
