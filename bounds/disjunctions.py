"""Facts about monotone disjunctions: their Vapnik-Chervonenkis dimension, and DNF as disjunctions."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import lru_cache
from itertools import combinations, product

from bounds.errors import BoundcheckError

MAX_EXHAUSTIVE = 5
"""Largest number of variables for which all of {0, 1}^N is searched."""


def cube(n: int) -> Iterator[tuple[int, ...]]:
    """Yield the points of {0, 1}^n."""
    return product((0, 1), repeat=n)


def vc_dimension(n: int, k: int) -> int:
    """Return the Vapnik-Chervonenkis dimension of the monotone disjunctions of exactly k of n variables.

    >>> vc_dimension(4, 1), vc_dimension(3, 3)
    (2, 0)
    """
    return len(shattered(n, k))


@lru_cache(maxsize=64)
def shattered(n: int, k: int) -> tuple[tuple[int, ...], ...]:
    """Return a largest set of points that the monotone disjunctions of exactly k of n variables label in all ways.

    Exhaustive over {0, 1}^n, so n is at most 5; subsets of shattered sets are shattered, which prunes.

    >>> shattered(2, 1)
    ((0, 1),)
    """
    if not 1 <= k <= n <= MAX_EXHAUSTIVE:
        raise BoundcheckError(f"N = {n}, k = {k}; the exhaustive search needs 1 <= k <= N <= {MAX_EXHAUSTIVE}")
    points = list(cube(n))
    traces = [tuple(int(any(x[i] for i in c)) for c in combinations(range(n), k)) for x in points]
    sets: list[tuple[int, ...]] = [()]
    while True:
        larger = [
            (*some, j)
            for some in sets
            for j in range(some[-1] + 1 if some else 0, len(points))
            if len(set(zip(*(traces[i] for i in (*some, j)), strict=True))) == 2 ** (len(some) + 1)
        ]
        if not larger:
            return tuple(points[i] for i in sets[0])
        sets = larger


def conjunctions(n: int) -> list[tuple[int, ...]]:
    """Return the 3**n conjunctions over n variables: 1 for a variable, -1 for its negation, 0 for neither."""
    return list(product((0, 1, -1), repeat=n))


def expand(x: Sequence[int]) -> tuple[int, ...]:
    """Return the values of all conjunctions at a point of {0, 1}^n, a vector with 3**n entries.

    >>> expand((1,))
    (1, 1, 0)
    """
    return tuple(
        int(all(c == 0 or (c == 1) == (a == 1) for c, a in zip(term, x, strict=True))) for term in conjunctions(len(x))
    )
