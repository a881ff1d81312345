"""Trials that come again and again: a long sequence as blocks, each so many times over."""

from __future__ import annotations

import itertools
from collections.abc import Sequence
from functools import cached_property
from typing import Any, NamedTuple

import numpy as np

from bounds.data.trials import Trials
from bounds.data.vectors import Vector
from bounds.display import counted
from bounds.errors import BoundcheckError

LONGEST = 256
"""Trials of the longest block that is looked for."""

LEAST = 100
"""Trials that a block has to stand for: fewer are as well written out."""


class Block(NamedTuple):
    """Consecutive trials, from the one of index ``first`` on, and how many times they come one after the other."""

    first: int
    length: int
    times: int = 1


def blocks(trials: Trials) -> list[Block]:
    """Return blocks that make up the sequence when each is repeated; what covers most is taken first.

    >>> blocks(Trials.from_integers([[0], *[[1], [2]] * 60, [3]], 1, [1] * 122))
    [Block(first=0, length=1, times=1), Block(first=1, length=2, times=60), Block(first=121, length=1, times=1)]
    """
    if trials.l < LEAST:
        return [Block(0, trials.l)] if trials.l else []
    known: dict[object, int] = {}
    rows = zip(map(tuple, trials.numerators.tolist()), trials.outcomes, strict=True)
    kinds = np.array([known.setdefault(row, len(known)) for row in rows], dtype=np.int64)
    candidates = [block for length in range(1, min(LONGEST, trials.l // 2) + 1) for block in _repeated(kinds, length)]
    taken: list[Block] = []
    for block in sorted(candidates, key=lambda block: (-block.length * block.times, block.length, block.first)):
        if all(block.first >= _end(other) or _end(block) <= other.first for other in taken):
            taken.append(block)
    between = [Block(0, 0), *sorted(taken), Block(trials.l, 0)]
    gaps = [Block(_end(a), b.first - _end(a)) for a, b in itertools.pairwise(between)]
    return sorted(block for block in (*taken, *gaps) if block.length)


def _end(block: Block) -> int:
    return block.first + block.length * block.times


def _repeated(kinds: np.ndarray[tuple[int], np.dtype[np.int64]], length: int) -> list[Block]:
    """Return the blocks of this length that come twice or more, and stand for enough trials."""
    same = np.concatenate([[False], kinds[length:] == kinds[:-length], [False]])
    turns = np.flatnonzero(same[1:] != same[:-1]).reshape(-1, 2)
    long = turns[turns[:, 1] - turns[:, 0] >= max(length, LEAST - length)]
    return [Block(first, length, (after - first) // length + 1) for first, after in long.tolist()]


class Repeated(Trials):
    """Trials too many to be written out: blocks, each with how many times it comes.

    They have a length, and are judged as they are repeated. Whatever asks for each of them is refused, so that nothing
    takes the trials that are written for all that there are.

    Parameters
    ----------
    blocks : sequence of pairs
        Trials of the same number of attributes, all of labels or all of intervals, and how many times they come.

    Raises
    ------
    BoundcheckError
        For blocks that do not go together, and for less than one time.

    Examples
    --------
    >>> many = Repeated([(Trials.of([[1], [2]], [1, -1]), 10**8), (Trials.of([[3]], [1]), 1)])
    >>> many
    Repeated(l=200000001, n=1: 100000000 times 2 trials, 1 trial)
    >>> many.l, many.written.l, many.magnitude, many.mistakes(many.written.examples[0])
    (200000001, 3, 3, 100000000)
    """

    def __init__(self, blocks: Sequence[tuple[Trials, int]]) -> None:
        if not blocks or any(times < 1 for _, times in blocks):
            raise BoundcheckError(f"the blocks are {blocks!r}; give pairs of trials and how often they come, 1 or more")
        if len({(block.n, block.are_labels) for block, _ in blocks}) > 1:
            raise BoundcheckError("the blocks differ in their number of attributes or their kind of outcomes")
        self.blocks = tuple(blocks)

    @cached_property
    def written(self) -> Trials:
        """The trials of the blocks, each once."""
        trials = [trial for block, _ in self.blocks for trial in block]
        return Trials.of([x for x, _ in trials], [outcome for _, outcome in trials], n=self.n)

    @property
    def l(self) -> int:  # noqa: E743
        """The number of trials."""
        return sum(block.l * times for block, times in self.blocks)

    @property
    def n(self) -> int:
        """The number of attributes."""
        return self.blocks[0][0].n

    @property
    def denominator(self) -> int:  # type: ignore[override]
        """The denominator of ``written``."""
        return self.written.denominator

    @property
    def are_labels(self) -> bool:
        """Whether the outcomes are labels."""
        return self.blocks[0][0].are_labels

    @cached_property
    def magnitude(self) -> int:
        """The largest magnitude among the numerators of ``written``."""
        return self.written.magnitude

    @cached_property
    def largest_square(self) -> int:
        """The largest sum of squares of the numerators of an example of ``written``."""
        return self.written.largest_square

    def mistakes(self, u: Vector) -> int:
        """Return on how many trials with a label y it is not the case that y u.x > 0."""
        return sum(block.mistakes(u) * times for block, times in self.blocks)

    def __getattr__(self, name: str) -> Any:
        """Refuse the arrays of all trials."""
        if name in ("numerators", "outcomes"):
            raise BoundcheckError(
                f"the {self.l} trials are blocks that are repeated, judged as such; this needs each of them, and "
                "there are too many. boundcheck check and boundcheck replay decide their certificate"
            )
        raise AttributeError(name)

    def __eq__(self, other: object) -> bool:
        """Tell whether both are the same blocks."""
        return isinstance(other, Repeated) and self.blocks == other.blocks

    def __hash__(self) -> int:
        """Hash the blocks."""
        return hash(self.blocks)

    def __repr__(self) -> str:
        return f"Repeated(l={self.l}, n={self.n}: {', '.join(self.block_texts)})"

    @property
    def block_texts(self) -> list[str]:
        """How many trials each block has, and how often it comes."""
        return [
            f"{times} times {counted(block.l, 'trial')}" if times > 1 else counted(block.l, "trial")
            for block, times in self.blocks
        ]


def parts(trials: Trials) -> list[tuple[Trials, int]]:
    """Return trials as blocks, each with how many times it comes.

    >>> [(block.l, times) for block, times in parts(Trials.from_integers([[1], [2]] * 60, 1, [1] * 120))]
    [(2, 60)]
    """
    if isinstance(trials, Repeated):
        return list(trials.blocks)
    return [(trials.subsequence(range(first, first + length)), times) for first, length, times in blocks(trials)]


def repeated(written: Trials, blocks: Sequence[Block], most: int) -> Trials:
    """Return blocks of what is written one after the other: each trial in its place if they have so few numbers.

    >>> written, blocks = Trials.of([[1], [2], [3]], [1, 1, 1]), [Block(0, 1), Block(1, 2, 3)]
    >>> repeated(written, blocks, 100), repeated(written, blocks, 10)
    (Trials(l=7, n=1: (1) -> 1; (2) -> 1; (3) -> 1; (2) -> 1; (3) -> 1; (2) -> 1; ...), Repeated(l=7, n=1: ...
    """
    if sum(length * times for _, length, times in blocks) * (written.n + 1) <= most:
        order = [i for first, length, times in blocks for i in [*range(first, first + length)] * times]
        return written.subsequence(order) if order else written
    pieces: list[tuple[Trials, int]] = []
    for single, group in itertools.groupby((block for block in blocks if block.length), lambda block: block.times == 1):
        joined = list(group)
        if single:
            joined = [Block(joined[0].first, sum(block.length for block in joined))]
        pieces += [(written.subsequence(range(a, a + length)), times) for a, length, times in joined]
    return Repeated(pieces)
