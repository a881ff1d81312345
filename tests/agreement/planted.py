"""Small instances, and claims about another learner, in which faults are planted."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from typing import Any

from bounds import symbols as s
from bounds.claims.claim import LearnerSpec
from bounds.data.trials import Trials
from bounds.data.vectors import vector
from bounds.data.versions import Version
from bounds.instances import Instance
from bounds.learners import Learner
from bounds.numbers import Number

ONE = Fraction(1)


def spec(make: Callable[[Number], Learner], version: Version, rate: Any = s.eta) -> LearnerSpec:
    """Return a learner made from its rate, to put in the place of a claim's own."""
    return LearnerSpec("planted", lambda case: make(case.value(rate)), lambda _: version)


def unit_vectors(n: int) -> list[list[int]]:
    return [[int(i == j) for j in range(n)] for i in range(n)]


def orthonormal_labels(n: int = 4, **parameters: Number) -> Instance:
    """Return unit vectors labelled +1 and u = (1, ..., 1): each is a mistake, as w.x = 0."""
    given = {s.lookup(name): value for name, value in parameters.items()}
    return Instance(Trials.of(unit_vectors(n), [1] * n), vector([1] * n), given)


LABELLED = Trials.of([[1, 0], [0, 1]], [1, 1])
