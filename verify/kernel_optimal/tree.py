"""Trees of examples: which one nature shows depends on the outcomes before, and for all outcomes there is a u."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from functools import reduce
from typing import Any

from verify.kernel import Malformed, read, spend
from verify.kernel_gram.numbers import Refused
from verify.kernel_optimal.formulas import Levels, PlayScope, number
from verify.kernel_optimal.orthogonal import Example, Run, Trials
from verify.kernel_optimal.quantities import ALL, Quantity, constant
from verify.kernel_optimal.shattered import example

MAX_DEPTH = 10


class Tree:
    """The example at each node, level by level, and u at each leaf; after node i comes 2i, or 2i + 1 after +1.

    Where there are as many examples as levels, all nodes of a level have the same one: such points are shattered.
    """

    parts = frozenset({"points", "leaves", "threshold"})
    by_mean = False
    logs: Mapping[str, Quantity] = {}
    fractions: Sequence[Quantity] = ()

    def __init__(self, play: Mapping[str, Any]) -> None:
        points, leaves = play["points"], play["leaves"]
        self.depth = len(leaves).bit_length() - 1
        if not 1 <= self.depth <= MAX_DEPTH or len(leaves) != 1 << self.depth:
            raise Malformed(f"a tree has 2, 4, ... or {1 << MAX_DEPTH} leaves, one for each sequence of outcomes")
        if len(points) not in (self.depth, len(leaves) - 1):
            raise Malformed(f"there are {len(points)} points for {len(leaves)} leaves: one at each node, or each level")
        self.points, self.leaves = ([text.split(",") for text in listed] for listed in (points, leaves))
        if len({*map(len, (*self.points, *self.leaves))}) > 1:
            raise Malformed("points and leaves have different numbers of entries")
        self.n = len(self.leaves[0])
        self.names = {"l": constant(self.depth), "n": constant(self.n)}

    def runs(self, _: Mapping[str, Any], said: PlayScope) -> Iterator[Run]:
        """Yield u and the trials for each leaf."""
        spend(5 * self.n * (len(self.points) + len(self.leaves)))
        points, leaves = ([[number(read(a), said) for a in row] for row in rows] for rows in (self.points, self.leaves))
        same = len(points) == self.depth
        for i, u in enumerate(leaves):
            trials = []
            for t in range(self.depth):
                x = points[t if same else (1 << t) - 1 + (i >> (self.depth - t))]
                side = 1 if i >> (self.depth - 1 - t) & 1 else -1
                ux = reduce(Quantity.__add__, (a * b for a, b in zip(u, x, strict=True)))
                trials.append(Trials(ALL, {side: example(listed(x), ux)}))
            yield listed(u), trials

    def turned(self, _: Any) -> tuple[Quantity, Example]:
        """Refuse what has no other side."""
        raise Refused("a tree has outcomes, and is not turned")

    def counted(self, _: Mapping[str, Any]) -> tuple[str, str]:
        """Say how many trials there are."""
        return f"l = {self.depth}", ""

    def lines(self, _: Mapping[str, Any]) -> Iterator[str]:
        """Say what is shown."""
        same = "points that are shattered" if len(self.points) == self.depth else "a tree of points"
        yield f"there are {same}, {self.depth} on each path, in {self.n} dimensions, and a u at each of the"
        yield f"{len(self.leaves)} leaves, one for every sequence of outcomes"


def listed(row: Sequence[Quantity]) -> Levels:
    """Return a vector by its entries."""
    return Levels(tuple((a, ALL) for a in row))
