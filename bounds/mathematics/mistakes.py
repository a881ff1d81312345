"""The most mistakes that a trial sequence forces from a learner of disjunctions."""

from __future__ import annotations

from collections.abc import Callable
from itertools import combinations

from bounds.data.vectors import Example
from bounds.data.versions import Version
from bounds.disjunctions import cube
from bounds.errors import BoundcheckError
from bounds.learners import Learner


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
