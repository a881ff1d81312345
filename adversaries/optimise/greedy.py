"""A greedy opponent for learners of disjunctions: it asks the learner for its predictions and takes what errs.

A mistake on a negative example costs the learner weight that the relevant attributes do not lose, so it is taken while
there is one: irrelevant attributes, the heaviest first, just enough of them to be predicted positive, the last of them
the lightest that still does. Else the lightest relevant attribute comes with as many irrelevant ones as leave it
predicted negative: what is promoted with it can be demoted again. Weights are what the learner predicts on unit
vectors, so that nothing is known of the learner but its predictions, and these decide exactly.
"""

from __future__ import annotations

import dataclasses
import itertools
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from adversaries.constructions.subsets import filled, just_enough
from adversaries.constructions.winnow import disjunction_trials
from bounds import symbols as s
from bounds.claims.claim import Claim, Comparator
from bounds.claims.limits import says
from bounds.data.vectors import Example
from bounds.data.versions import Version
from bounds.errors import BoundcheckError
from bounds.instances import Instance
from bounds.learners import Learner
from bounds.numbers import Number, to_float


@dataclass(frozen=True)
class Plan:
    """How to choose among mistakes.

    ``positives_first``: whether mistakes on positive examples come first, ``cap``: the most active attributes of an
    example, ``longest``: the most trials.
    """

    positives_first: bool = False
    cap: int | None = None
    longest: int = 100


class Opponent:
    """Plays a learner on N attributes, the first k of them relevant, for as long as there is a mistake to be had.

    >>> from bounds.learners import TableLearner
    >>> from bounds.data.versions import thresholded
    >>> opponent = Opponent(TableLearner("winnow", Fraction(2)), thresholded(Fraction(2)), 3, 1)
    >>> opponent.mistakes(Plan())
    [{1, 2}, {0, 1}]
    """

    def __init__(self, learner: Learner, version: Version, N: int, k: int) -> None:
        self.learner, self.version, self.N, self.k = learner, version, N, k
        self.targets = {label: version.target(label) for label in (1, -1)}

    def mistakes(self, plan: Plan) -> list[set[int]]:
        """Return the active attributes of each trial, from the learner's start."""
        self.learner.start(self.N)
        trials: list[set[int]] = []
        while len(trials) < plan.longest:
            active = self._next(plan)
            if active is None:
                break
            self.learner.update(self._example(active), self.targets[1 if min(active) < self.k else -1])
            trials.append(active)
        return trials

    def _next(self, plan: Plan) -> set[int] | None:
        self.bias = _rational(self.learner.predict(self._example(())))
        self.weights = [_rational(self.learner.predict(self._example((i,)))) - self.bias for i in range(self.N)]
        kinds = [self._negative, self._positive]
        for kind in reversed(kinds) if plan.positives_first else kinds:
            active = kind(plan)
            if active is not None:
                label = 1 if min(active) < self.k else -1
                if self.targets[label].side(self.learner.predict(self._example(active))):
                    return active
        return None

    def _negative(self, plan: Plan) -> set[int] | None:
        """Return heavy irrelevant attributes that are predicted positive together."""
        chosen = just_enough(self._heaviest_first(), self.weights, lambda weight: self._errs(-1, weight), plan.cap)
        return chosen or None

    def _positive(self, plan: Plan) -> set[int] | None:
        """Return the lightest relevant attribute, filled up with irrelevant ones while it is predicted negative."""
        if not self.k:
            return None
        first = min(range(self.k), key=self.weights.__getitem__)
        if not self._errs(1, self.weights[first]):
            return None
        return filled(first, self._heaviest_first(), self.weights, lambda weight: self._errs(1, weight), plan.cap)

    def _errs(self, label: int, weight: Fraction) -> bool:
        return self.targets[label].side(self.bias + weight) != 0

    def _heaviest_first(self) -> list[int]:
        """Return the irrelevant attributes by weight, those of equal weight in their order."""
        return sorted(range(self.k, self.N), key=self.weights.__getitem__, reverse=True)

    def _example(self, active: Iterable[int]) -> Example:
        row = [0] * self.N
        for i in active:
            row[i] = 1
        return Example(row)


def _rational(value: Number) -> Fraction:
    return value if isinstance(value, Fraction) else Fraction(to_float(value))


# --- against a claim -----------------------------------------------------------------------------------

FAMILIES = ("disjunction", "winnow", "elimination", "elimination, sharp", "one relevant feature", "binary disjunction")
"""Families of claims about any sequence that a disjunction labels."""

SIZES = (*((N, 1) for N in (2, 3, 4, 6, 8, 9, 16)), (2, 0), (4, 0))
"""N and k."""

CAPS = (1, 2, 3, 5, 8)
"""Values of X, where a claim bounds the active attributes by it."""

PLANS = (Plan(), Plan(positives_first=True))


def choices(claim: Claim, N: int, k: int) -> Iterator[tuple[dict[Any, Number], int | None]]:
    """Yield values of the claim's parameters, with the most active attributes that they allow.

    >>> from boundcheck import theorem
    >>> [values for values, _ in choices(theorem("kitani.winnow.beta"), 2, 1)]
    [{beta: Fraction(1, 1)}, {beta: Fraction(1, 2)}, {beta: Fraction(3, 1)}]
    """
    values: dict[Any, list[Fraction]] = {
        s.alpha: [Fraction(2), Fraction(3, 2), Fraction(3), Fraction(10), Fraction(N)],
        s.beta: [Fraction(1), Fraction(1, 2), Fraction(3)],
        s.theta: [Fraction(N), Fraction(2), Fraction(N, max(k, 1))],
        s.X: [Fraction(cap) for cap in CAPS if cap <= N],
    }
    read = [*claim.free, *({s.X} & {*claim.parameters} - {*claim.free, *claim.defines})]
    grid = itertools.product(*(dict.fromkeys(values.get(symbol, [Fraction(1)])) for symbol in read))
    for chosen in grid:
        known: dict[Any, Number] = dict(zip(read, chosen, strict=True))
        X = known.get(s.X)
        yield known, int(X) if isinstance(X, Fraction) else None


def instances(claim: Claim) -> Iterator[tuple[str, Instance]]:
    """Yield what the greedy opponent plays against the claim's own learner, each sequence once."""
    if claim.comparator is not Comparator.DISJUNCTION or claim.learner is None or claim.family not in FAMILIES:
        return
    single = says(claim, "k == 1")
    for N, k in SIZES if not single else [size for size in SIZES if size[1] == 1]:
        for parameters, cap in choices(claim, N, k):
            empty = Instance(*disjunction_trials(N, k, []), parameters)
            seen = set()
            for plan in PLANS:
                case = claim.case(empty)
                try:
                    opponent = Opponent(case.learner(), case.version, N, k)
                    active = opponent.mistakes(dataclasses.replace(plan, cap=cap))
                except BoundcheckError:  # no learner at these values
                    break
                key = tuple(map(frozenset, active))
                if active and key not in seen:
                    seen.add(key)
                    name = f"{len(active)} greedy mistakes, N = {N}, k = {k}"
                    yield name, Instance(*disjunction_trials(N, k, active), parameters)
