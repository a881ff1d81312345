"""The lower-bound construction of Kivinen and Warmuth 1995, section 3: pairs of instances an additive learner ties on.

Definition 4 (Sylvester's Hadamard matrix), definitions 6, 7 and 9 (sequences with pairwise constant dot
products), lemmas 5, 11 and 12 (targets), and the adversary of theorem 8 played against a learner. Attributes
are counted from 0 here: the paper's target e_1 is ``target(0, ...)``.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import lru_cache
from typing import TypeAlias

from bounds.data.trials import Trials
from bounds.data.vectors import Example, Vector
from bounds.data.versions import Version
from bounds.errors import BoundcheckError
from bounds.learners import Learner
from bounds.numbers import Number, require_sign, total

HALF = Fraction(1, 2)

Pair: TypeAlias = tuple[Example, Example]
"""The two candidates (z', z'') for one trial."""

MAX_ORDER = 12
"""Largest d: a matrix of order 2**12 has 16 million entries."""


def sylvester(d: int) -> list[list[int]]:
    """Return the matrix of definition 4, of shape (2**d, 2**d) with entries 1 and -1.

    It is symmetric, its rows are orthogonal, its first row and column are all 1. Raises BoundcheckError for d
    outside 0, ..., 12.

    >>> sylvester(1)
    [[1, 1], [1, -1]]
    """
    if not 0 <= d <= MAX_ORDER:
        raise BoundcheckError(f"a Hadamard matrix of order 2**{d} was asked for; d must be in 0, ..., {MAX_ORDER}")
    matrix = [[1]]
    for _ in range(d):
        matrix = [row + row for row in matrix] + [row + [-a for a in row] for row in matrix]
    return matrix


def largest_order(n: int, k: int) -> int:
    """Return the largest d such that a k-literal disjunction over n variables has room for 2**d + k - 1.

    >>> largest_order(9, 2), largest_order(10, 2)
    (3, 3)
    """
    if not 1 <= k <= n:
        raise BoundcheckError(f"k is {k} and N is {n}; a k-literal disjunction needs 1 <= k <= N")
    return (n - k + 1).bit_length() - 1


def halves(row: Sequence[int], n: int) -> Pair:
    """Return definition 9's pair of a row h with entries 1 and -1: (h + 1)/2 and (1 - h)/2, then zeros up to n.

    >>> halves([1, -1], 3)
    ((1, 0, 0), (0, 1, 0))
    """
    rest = [0] * (n - len(row))
    return Example([(a + 1) // 2 for a in row] + rest), Example([(1 - a) // 2 for a in row] + rest)


@lru_cache(maxsize=64)
def pairs(d: int, n: int) -> tuple[Pair, ...]:
    """Return B_H of definition 9: 2**d pairs of instances in {0, 1}^n, zero beyond the first 2**d attributes."""
    if n < 2**d:
        raise BoundcheckError(f"N is {n}; the construction of order 2**{d} needs at least {2**d} attributes")
    return tuple(halves(row, n) for row in sylvester(d))


def target(i: int, d: int, n: int, k: int) -> Vector:
    """Return the k-literal disjunction of variable i < 2**d and the k - 1 variables from 2**d on.

    >>> target(1, 1, 4, 2)
    (0, 1, 1, 0)
    """
    size = 2**d
    if not (0 <= i < size and 1 <= k <= n - size + 1):
        raise BoundcheckError(f"no target: i = {i}, 2**d = {size}, N = {n}, k = {k}; needs i < 2**d <= N - k + 1")
    return Example([int(j == i or size <= j < size + k - 1) for j in range(n)])


def label(u: Vector, psi: Fraction, x: Example) -> int:
    """Return the label that the classifier (u, psi) gives to x: +1 iff u.x >= psi."""
    return 1 if u.dot(x) >= psi else -1


def product(w: Sequence[Number], x: Example) -> Number:
    """Return w.x for weights of any kind."""
    return total(a * b for a, b in zip(w, x, strict=True) if b)


def order(w: Sequence[Number], pair: Pair) -> int:
    """Return the sign of w.z' - w.z''."""
    return require_sign(product(w, pair[0]) - product(w, pair[1]), "the order of two candidates")


def differs(w: Sequence[Number], u: Vector, psi: Fraction, pair: Pair) -> bool:
    """Tell whether weights w and the classifier (u, psi) differ at this pair (definition 7, with w for its w_1)."""
    first, second = u.dot(pair[0]), u.dot(pair[1])
    if first > psi > second:
        return order(w, pair) <= 0
    return first < psi < second and order(w, pair) >= 0


def best_target(w: Sequence[Number], d: int, n: int, k: int) -> Vector:
    """Return a target of lemma 12: one that differs from w at the largest number of pairs of B_H."""
    signs = [order(w, pair) for pair in pairs(d, n)]
    columns = list(zip(*sylvester(d), strict=True))
    counts = [sum(s * q <= 0 for s, q in zip(signs, column, strict=True)) for column in columns]
    return target(counts.index(max(counts)), d, n, k)


def products_that_differ(sequence: Sequence[Pair]) -> int:
    """Return how many of definition 6's equations fail: z_i.z_t' = z_i.z_t'' for i < t and z_i in pair i."""
    return sum(
        z.dot(first) != z.dot(second)
        for t, (first, second) in enumerate(sequence)
        for pair in sequence[:t]
        for z in pair
    )


@dataclass(frozen=True)
class Forced:
    """What an adversary made of a learner: the trial sequence, its target and the mistakes it forced."""

    trials: Trials
    target: Vector
    mistakes: int


def choose(pair: Pair, u: Vector, psi: Fraction, predicts_one: dict[int, bool]) -> Example:
    """Return the adversary's instance (proof of theorem 8), given the predictions on both candidates.

    Of a pair with one positive and one negative candidate it is the negative one if the learner predicts 1 on
    the positive one, else the positive one. ``predicts_one`` has the prediction on z' at 0 and on z'' at 1.
    """
    labels = [label(u, psi, z) for z in pair]
    if labels[0] == labels[1]:
        return pair[0]
    positive = labels.index(1)
    return pair[1 - positive] if predicts_one[positive] else pair[positive]


def force(
    learner: Learner, version: Version, sequence: Sequence[Pair], u: Vector, psi: Fraction = HALF, started: bool = False
) -> Forced:
    """Play the adversary of theorem 8 against a learner and return what it forced.

    ``version`` places the threshold: the learner predicts 1 where its prediction is in the target of label +1.
    The learner is started first, unless it is ``started``.

    >>> from bounds.learners import named
    >>> from bounds.data.versions import thresholded
    >>> result = force(named("perceptron(1)"), thresholded(Fraction(1)), pairs(2, 4), target(0, 2, 4, 1))
    >>> result.mistakes, result.trials
    (4, Trials(l=4, n=4: (1, 1, 1, 1) -> 1; (0, 1, 0, 1) -> -1; (0, 0, 1, 1) -> -1; (1, 0, 0, 1) -> 1))
    """
    if not started:
        learner.start(len(u))
    one = version.target(1)
    rows: list[Sequence[int]] = []
    labels: list[int] = []
    mistakes = 0
    for pair in sequence:
        predicts_one = {i: one.side(learner.predict(z)) == 0 for i, z in enumerate(pair)}
        x = choose(pair, u, psi, predicts_one)
        y = label(u, psi, x)
        mistakes += predicts_one[0 if x is pair[0] else 1] != (y == 1)
        learner.update(x, version.target(y))
        rows.append(x.numerators)
        labels.append(y)
    return Forced(Trials.from_integers(rows, 1, labels, len(u)), u, mistakes)


def oppose(learner: Learner, version: Version, n: int, k: int) -> Forced:
    """Force at least 2**d / 2 mistakes on any additive learner, and 2**d from the zero vector (theorem 13).

    The learner may have any start vector and any thresholds; ``version`` tells predictions 1 from 0 (``thresholded(0)``
    where the prediction is w.x - theta). The target is the disjunction of lemma 12 (from the zero vector, of
    lemma 11), d the largest with 2**d + k - 1 <= n.

    >>> from bounds.learners import TableLearner
    >>> from bounds.data.versions import thresholded
    >>> result = oppose(TableLearner("bias_perceptron", Fraction(1), Fraction(0)), thresholded(Fraction(0)), n=10, k=3)
    >>> result.mistakes, result.target
    (8, (1, 0, 0, 0, 0, 0, 0, 0, 1, 1))
    """
    d = largest_order(n, k)
    learner.start(n)
    return force(learner, version, pairs(d, n), best_target(list(learner.weights), d, n, k), started=True)
