"""Rotations and spans in exact arithmetic: what additivity and rotation invariance are tested with.

Every orthonormal matrix is a product of reflections x -> x - 2 (v.x)/(v.v) v, and those with rational v are
dense among the reflections. Coordinate permutations, changes of sign and 3-4-5 rotations are products of them.
"""

from __future__ import annotations

from collections.abc import Sequence

from flint import fmpq, fmpq_mat

from bounds.data.vectors import Example, Vector, vector
from bounds.formulas.values import rest


def reflect(axis: Vector, x: Example) -> Example:
    """Return x mirrored in the hyperplane orthogonal to ``axis``; x itself where axis is the zero vector.

    >>> reflect(vector([1, -1]), vector([3, 5])), reflect(vector([1, 2]), vector([5, 0]))
    ((5, 3), (3, -4))
    """
    square = axis.squared_norm()
    if not square:
        return x
    factor = 2 * axis.dot(x) / square
    return vector(a - factor * v for a, v in zip(x, axis, strict=True))


def rank(rows: Sequence[Vector], n: int) -> int:
    """Return the rank of a list of vectors with ``n`` entries.

    >>> rank([vector([1, 2]), vector([2, 4])], 2)
    1
    """
    entries = [fmpq(a.numerator, a.denominator) for row in rows for a in row]
    return int(fmpq_mat(len(rows), n, entries).rank()) if entries else 0


def excess_rank(examples: Sequence[Vector], w: Vector) -> int:
    """Return 0 if w is a linear combination of the examples, 1 if not."""
    return rank([*examples, w], len(w)) - rank(examples, len(w))


def outside(examples: Sequence[Vector], w: Vector) -> Vector:
    """Return the part of w that is orthogonal to all examples (Gram-Schmidt).

    >>> outside([vector([1, 1])], vector([3, 1]))
    (1, -1)
    """
    basis: list[Vector] = []
    for x in examples:
        basis.append(rest(basis, x))
    return rest(basis, w)
