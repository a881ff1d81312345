"""Trials that come again and again: a long sequence as blocks, each so many times over."""

from __future__ import annotations

import itertools
from typing import NamedTuple

import numpy as np

from bounds.data.trials import Trials

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
    found = [block for length in range(1, min(LONGEST, trials.l // 2) + 1) for block in _repeated(kinds, length)]
    taken: list[Block] = []
    for block in sorted(found, key=lambda block: (-block.length * block.times, block.length, block.first)):
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
