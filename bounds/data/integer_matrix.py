"""Exact sums over the rows of an integer matrix: in 64 bits where nothing can overflow, else in Python's integers."""

from __future__ import annotations

from collections.abc import Sequence
from operator import mul
from typing import Any, TypeAlias

import numpy as np

Matrix: TypeAlias = np.ndarray[Any, Any]
"""Rows of integers, int64 or Python's own."""

Integers: TypeAlias = np.ndarray[Any, np.dtype[np.int64]]
Floats: TypeAlias = np.ndarray[Any, np.dtype[np.float64]]
Flags: TypeAlias = np.ndarray[Any, np.dtype[np.bool_]]

SAFE = 2**62
"""Sums whose terms add up to less than this in magnitude stay within 64 bits in any order."""

SMALL = 256
"""Entries up to which Python's integers are as quick as numpy's."""


def magnitude(values: Matrix) -> int:
    """Return the largest magnitude (0 for no values)."""
    return max(int(values.max()), -int(values.min())) if values.size else 0


def products(matrix: Matrix, vector: Sequence[int], largest: int | None = None) -> list[int]:
    """Return the product of every row with a vector; ``largest`` is the matrix's magnitude, where it is known.

    >>> products(np.array([[2**62, 1], [1, 1]]), [4, -1])
    [18446744073709551615, 3]
    """
    if matrix.size > SMALL and matrix.dtype == np.int64:
        largest = magnitude(matrix) if largest is None else largest
        if largest * sum(map(abs, vector)) < SAFE and max(map(abs, vector)) < SAFE:
            values: list[int] = (matrix @ np.array(vector, dtype=np.int64)).tolist()
            return values
    return [sum(map(mul, row, vector)) for row in matrix.tolist()]


def largest_square(matrix: Matrix, largest: int | None = None) -> int:
    """Return the largest sum of squares of a row (0 for no rows).

    >>> largest_square(np.array([[3, 4], [2**40, 0]]))
    1208925819614629174706176
    """
    if matrix.size > SMALL and matrix.dtype == np.int64:
        largest = magnitude(matrix) if largest is None else largest
        if matrix.shape[1] * largest**2 < SAFE:
            return int(np.einsum("ti,ti->t", matrix, matrix).max())
    return max((sum(a * a for a in row) for row in matrix.tolist()), default=0)
