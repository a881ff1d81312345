"""The tables of games: values and strategies in every state, which the independent checker checks."""

from __future__ import annotations

import itertools
from collections.abc import Iterator, Sequence
from fractions import Fraction
from functools import cache
from typing import Any

from flint import fmpq

from verify.kernel_minimax import State, after_error, halved, next_of, paid_on, splits
from verify.minimax.matrix import solved

Rows = list[list[Any]]
Table = tuple[Fraction, Rows]


def experts(n: int, length: int) -> Table:
    """Return the regret that n experts can force on L trials, and both strategies.

    >>> experts(2, 3)[0]
    Fraction(3, 4)
    """
    moves = list(itertools.product((0, 1), repeat=n))
    values: dict[State, fmpq] = {}
    rows: Rows = []
    for state in reversed(list(reachable(n, length, moves))):
        if state[0] == 0:
            values[state] = fmpq(0)
            rows.append([list(state), "0", [], [], []])
            continue
        rests = [values[after] - best for best, after in (next_of(state, losses) for losses in moves)]
        payoffs = [[rest + loss for loss in losses] for rest, losses in zip(rests, moves, strict=True)]
        v, learner, nature = solved(payoffs)
        values[state] = fmpq(v.numerator, v.denominator)
        played = [i for i, q in enumerate(nature) if q]
        rows.append([list(state), str(v), list(map(str, learner)), played, [str(nature[i]) for i in played]])
    value = values[(length, *[0] * n)]
    return Fraction(int(value.p), int(value.q)), rows


def reachable(n: int, length: int, moves: Sequence[Sequence[int]]) -> Iterator[State]:
    """Yield the states that can be reached, those with more trials to come first."""
    layer: dict[State, None] = {(length, *[0] * n): None}
    while layer:
        yield from layer
        layer = {next_of(state, losses)[1]: None for state in layer if state[0] for losses in moves}


def mistakes(n: int, k: int, *, coins: bool) -> Table:
    """Return the mistakes that n experts can force of which the best errs at most k times.

    >>> mistakes(4, 1, coins=False)[0], mistakes(4, 1, coins=True)[0]
    (Fraction(4, 1), Fraction(19, 8))
    """
    rows: Rows = []

    @cache
    def value(state: State) -> Fraction:
        best = Fraction(0)
        for wrong in splits(state):
            right = tuple(a - b for a, b in zip(state, wrong, strict=True))
            after = after_error(state, wrong)
            if not any(right):
                best = max(best, Fraction(0) if after is None else 1 + value(after))
                continue
            other = after_error(state, right)
            a, b = (None if side is None else value(side) for side in (after, other))
            best = max(best, paid_on(a, b, coins=coins))
        rows.append([list(state), str(best)])
        return best

    return value((*[0] * k, n)), rows


def classes(functions: Sequence[str]) -> Table:
    """Return the Littlestone dimension of a finite class of functions, each written by its values on all points.

    >>> classes(["00", "01", "10", "11"])[0]
    Fraction(2, 1)
    """
    columns = {sum((f[i] == "1") << j for j, f in enumerate(functions)) for i in range(len(functions[0]))}
    rows: Rows = []

    @cache
    def value(left: int) -> int:
        best = 0
        sides = {(left & column, left & ~column) for column in columns if left & column and left & ~column}
        for pair in sorted(sides, key=lambda pair: (-min(a.bit_count() for a in pair), pair)):
            a, b = map(halved, pair)
            if max(a, b, 1 + min(a, b)) > best:
                a, b = map(value, pair)
                best = max(best, a, b, 1 + min(a, b))
        rows.append([str(left), best])
        return best

    return Fraction(value((1 << len(functions)) - 1)), rows


def disjunctions(n: int, k: int) -> list[str]:
    """Return the disjunctions of k of n attributes, each by its values on all points of {0, 1}^n.

    >>> disjunctions(2, 1)
    ['0011', '0101']
    """
    points = list(itertools.product((0, 1), repeat=n))
    return ["".join(str(max(x[i] for i in chosen)) for x in points) for chosen in itertools.combinations(range(n), k)]
