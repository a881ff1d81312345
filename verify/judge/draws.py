"""The verdict on a learner that draws: both sides in expectation, over all that it may draw, exactly.

A path is what is drawn on the trials, one after the other. On each path that has a probability above 0 the learner is
played, all premises have to hold, and what is compared and the bound have values; these are added up, each times the
probability of its path. Trials are the same on all paths, or where the adversary is adaptive those of the path.
"""

from __future__ import annotations

import dataclasses
from collections.abc import Iterator
from fractions import Fraction
from functools import cached_property
from typing import Any

from bounds.claims.claim import Claim, ClaimCase
from bounds.data.trials import Trials
from bounds.errors import BoundcheckError, Undecided, UndefinedValue
from bounds.instances import Instance
from bounds.learners.rule import Undrawn
from bounds.numbers import Number, total

MOST_PLAYED = 15_000
"""Trials that are played at most on all paths and their beginnings: some seconds."""

ONE = Fraction(1)


def rounds(claim: Claim, instance: Instance) -> int:
    """Return on how many trials the learner draws: the levels of the tree, where the trials are one.

    Raises BoundcheckError where a tree is not complete.

    >>> from bounds.claims.own import learner, own_claim
    >>> drawing = learner("w", predict="at(x, I)", draw={"I": "w"}, start="1")
    >>> claim = own_claim(drawing, "l", gain="linear", adversary="adaptive")
    >>> rounds(claim, Instance(Trials.of([[1, 0], [0, 0], [1, 1]], [1, 1, 1])))
    2
    """
    l, n = instance.trials.l, instance.trials.n  # noqa: E741
    if claim.adversary == "oblivious":
        return l
    levels, size, level = 0, 0, 1
    while size < l:
        levels, size, level = levels + 1, size + level, level * max(n, 1)
    if size != l:
        raise BoundcheckError(
            f"the trials follow each draw of {n} places in levels, so that there are 1 + {n} + {n}*{n} + ...; "
            f"{l} of them are no such tree, {size} would be"
        )
    return levels


def along(claim: Claim, instance: Instance, path: tuple[Fraction, ...]) -> Instance:
    """Return the instance with the trials that follow a path; behind its end, those that follow draws of 1."""
    if claim.adversary == "oblivious":
        return instance
    n, place, places = instance.trials.n, 0, list[int]()
    for t in range(rounds(claim, instance)):
        places.append(place)
        place = n * place + (int(path[t]) if t < len(path) else 1)
    trials = instance.trials
    chosen = Trials.of([trials.examples[i] for i in places], [trials.outcomes[i] for i in places], n)
    columns = {name: [column[i] for i in places] for name, column in instance.columns.items()}
    return dataclasses.replace(instance, trials=chosen, columns=columns)


class TooMany(Undecided):
    """There are too many paths of draws."""

    def __init__(self) -> None:
        ArithmeticError.__init__(
            self,
            f"all that may be drawn makes more than {MOST_PLAYED} trials to play; the expectation is exact for fewer "
            "trials or attributes",
        )
        self.enclosure = ""


class DrawnCase(ClaimCase):
    """A claim at an instance on which the learner draws: in expectation over all paths."""

    @cached_property
    def paths(self) -> list[tuple[Number, ClaimCase]]:
        """The paths that have a probability above 0, each with its probability; Undecided where there are too many."""
        return list(self._paths())

    def _paths(self) -> Iterator[tuple[Number, ClaimCase]]:
        length, played = rounds(self.claim, self.instance), 0
        open_ones: list[tuple[tuple[Fraction, ...], Number]] = [((), ONE)]
        while open_ones:
            path, chance = open_ones.pop()
            case = ClaimCase(self.claim, along(self.claim, self.instance, path), path)
            played += min(len(path) + 1, length)
            if played > MOST_PLAYED:
                raise TooMany
            if len(path) == length:
                yield chance, case
                continue
            try:
                _ = case.run
            except Undrawn as drawn:
                places = [(Fraction(i), q) for i, q in enumerate(drawn.chances, 1) if q != 0]
                open_ones += [((*path, i), chance * q) for i, q in reversed(places)]
            else:
                raise BoundcheckError(f"{self.claim.id} draws nothing on trial {len(path) + 1}")

    def expected(self) -> tuple[Number, Number]:
        """Return what is compared and the bound, in expectation."""
        left, right = list[Number](), list[Number]()
        for chance, case in self.paths:
            (row,) = case.rows()
            left.append(chance * row.lhs)
            right.append(chance * (case.bound_at(row.values) if row.values else case.bound))
        return total(left), total(right)

    @property
    def before(self) -> ClaimCase:
        """The claim where nothing is drawn yet."""
        return ClaimCase(self.claim, along(self.claim, self.instance, ()))

    @cached_property
    def values(self) -> dict[Any, Number]:
        """Exact values by symbol, as far as they are the same on all paths."""
        try:
            (_, first), *others = self.paths
        except (UndefinedValue, Undecided, ZeroDivisionError):
            return dict(self.instance.parameters)
        values = dict(first.values)
        for _, case in others:
            values = {symbol: value for symbol, value in values.items() if case.values.get(symbol) == value}
        return values
