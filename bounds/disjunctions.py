"""Facts about monotone disjunctions: their Vapnik-Chervonenkis dimension, DNF as disjunctions, forced mistakes."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from functools import lru_cache
from itertools import combinations, product

from bounds.errors import BoundcheckError
from bounds.learners import Learner
from bounds.trials import Example
from bounds.versions import Version

MAX_EXHAUSTIVE = 5
"""Largest number of variables for which all of {0, 1}^N is searched."""


def cube(n: int) -> Iterator[tuple[int, ...]]:
    """Yield the points of {0, 1}^n."""
    return product((0, 1), repeat=n)


@lru_cache(maxsize=64)
def vc_dimension(n: int, k: int) -> int:
    """Return the Vapnik-Chervonenkis dimension of the monotone disjunctions of exactly k of n variables.

    Exhaustive over {0, 1}^n, so n is at most 5; subsets of shattered sets are shattered, which prunes.

    >>> vc_dimension(4, 1), vc_dimension(3, 3)
    (2, 0)
    """
    if not 1 <= k <= n <= MAX_EXHAUSTIVE:
        raise BoundcheckError(f"N = {n}, k = {k}; the exhaustive search needs 1 <= k <= N <= {MAX_EXHAUSTIVE}")
    concepts = list(combinations(range(n), k))
    traces = [tuple(int(any(x[i] for i in c)) for c in concepts) for x in cube(n)]
    shattered: list[tuple[int, ...]] = [()]
    size = 0
    while True:
        larger = [
            (*points, j)
            for points in shattered
            for j in range(points[-1] + 1 if points else 0, len(traces))
            if len(set(zip(*(traces[i] for i in (*points, j)), strict=True))) == 2 ** (size + 1)
        ]
        if not larger:
            return size
        shattered, size = larger, size + 1


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


def most_mistakes(make: Callable[[], Learner], version: Version, n: int, k: int, enough: int) -> int:
    """Return the largest number of mistakes of any trial sequence with a k-literal target, counted up to ``enough``.

    Exhaustive over targets and sequences of mistakes; the learner must change on mistakes only. At most 3
    variables, so that the search ends soon.
    """
    if n > 3:
        raise BoundcheckError(f"N is {n}; the exhaustive search for the worst sequence needs N <= 3")
    points = [Example(x) for x in cube(n)]

    def search(u: tuple[int, ...], sequence: list[tuple[Example, int]]) -> int:
        if len(sequence) == enough:
            return enough
        best = len(sequence)
        for x in points:
            y = 1 if any(map(int.__and__, u, x.numerators)) else -1
            learner = make()
            learner.start(n)
            for seen, told in sequence:
                learner.update(seen, version.target(told))
            if version.target(y).side(learner.predict(x)):
                best = max(best, search(u, [*sequence, (x, y)]))
                if best == enough:
                    break
        return best

    if not 0 <= k <= n:
        raise BoundcheckError(f"k is {k}; a disjunction of k of the {n} variables needs 0 <= k <= {n}")
    return max(search(tuple(int(i in c) for i in range(n)), []) for c in combinations(range(n), k))
