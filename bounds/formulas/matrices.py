"""Matrices of rationals, as rules may keep them: n rows and n columns for n attributes.

>>> A = identity(Fraction(2)) + outer(Example([1, 1]), Example([1, 0]))
>>> print(A, solve(A, Example([2, 1])), det(A))
[[2, 0], [1, 1]] (1, 0) 2
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from fractions import Fraction
from typing import Any

from flint import fmpq, fmpq_mat

from bounds.data.vectors import Example
from bounds.errors import BoundcheckError, UndefinedValue
from bounds.formulas.tree import Kind
from bounds.numbers import Number

MOST = 256
"""The most attributes for which there is a matrix."""


class Matrix:
    """A square matrix of rationals."""

    __slots__ = ("entries",)

    def __init__(self, entries: fmpq_mat) -> None:
        self.entries = entries

    @classmethod
    def of(cls, rows: Sequence[Sequence[Fraction]]) -> Matrix:
        """Return the matrix with these rows."""
        return cls(fmpq_mat(len(rows), len(rows), [_rational(a) for row in rows for a in row]))

    def rows(self) -> list[list[Fraction]]:
        """Return the rows."""
        return [[Fraction(int(a.p), int(a.q)) for a in row] for row in self.entries.tolist()]

    def __add__(self, other: Matrix) -> Matrix:
        return Matrix(self.entries + other.entries)

    def __sub__(self, other: Matrix) -> Matrix:
        return Matrix(self.entries - other.entries)

    def __neg__(self) -> Matrix:
        return Matrix(-self.entries)

    def __eq__(self, other: object) -> bool:
        """Tell whether both are the same matrix."""
        return isinstance(other, Matrix) and bool(self.entries == other.entries)

    def __hash__(self) -> int:
        """Hash the entries."""
        return hash(tuple(map(tuple, self.rows())))

    def __reduce__(self) -> tuple[Callable[..., Matrix], tuple[Any, ...]]:
        """Return how a pickle makes the matrix again."""
        return Matrix.of, (self.rows(),)

    def __repr__(self) -> str:
        rows = (f"[{', '.join(map(str, row))}]" for row in self.rows())
        return f"[{', '.join(rows)}]"


def identity(n: Number) -> Matrix:
    """Return the matrix with 1 on its diagonal and 0 elsewhere."""
    size = _size(n)
    return Matrix(fmpq_mat(size, size, [int(i == j) for i in range(size) for j in range(size)]))


def zero(n: Number) -> Matrix:
    """Return the matrix of zeros."""
    return Matrix(fmpq_mat(_size(n), _size(n)))


def outer(a: Any, b: Any) -> Matrix:
    """Return the product of a column and a row: entry (i, j) is a_i b_j."""
    _size(Fraction(len(a)))
    return Matrix(_column(a) * _column(b).transpose())


def scaled(factor: Number, a: Matrix) -> Matrix:
    """Return a number times a matrix."""
    return Matrix(a.entries * _rational(factor))


def shared(a: Matrix, divisor: Number) -> Matrix:
    """Return a matrix divided by a number."""
    if not divisor:
        raise UndefinedValue("division by zero")
    return Matrix(a.entries / _rational(divisor))


def times(a: Matrix, v: Any) -> Example:
    """Return the product of a matrix and a vector."""
    return _vector(a.entries * _column(v))


def solve(a: Matrix, v: Any) -> Example:
    """Return the vector whose product with the matrix is v."""
    try:
        return _vector(a.entries.solve(_column(v)))
    except ZeroDivisionError:
        raise UndefinedValue("the matrix that is solved for is singular") from None


def basic_solution(rows: Sequence[Sequence[Fraction | int]]) -> list[Fraction] | None:
    """Return a solution of equations, each with its right side last, in which what is free is 0; None without any.

    >>> basic_solution([[1, 1, 2], [2, 2, 4]]), basic_solution([[1, 2], [1, 3]])
    ([Fraction(2, 1), Fraction(0, 1)], None)
    """
    width = len(rows[0])
    entries = [fmpq(a.numerator, a.denominator) for row in rows for a in row]
    reduced, rank = fmpq_mat(len(rows), width, entries).rref()
    solution = [Fraction(0)] * width
    for row in reduced.tolist()[:rank]:
        place = next(j for j, a in enumerate(row) if a)
        solution[place] = Fraction(int(row[-1].p), int(row[-1].q))
    return None if solution.pop() else solution


def det(a: Matrix) -> Fraction:
    """Return the determinant."""
    determinant = a.entries.det()
    return Fraction(int(determinant.p), int(determinant.q))


def _size(n: Number) -> int:
    if not isinstance(n, Fraction) or n > MOST:
        raise BoundcheckError(f"a matrix for {n} attributes is too large; there are matrices for at most {MOST}")
    return int(n)


def _rational(a: Number) -> fmpq:
    if not isinstance(a, Fraction):
        raise UndefinedValue(f"matrices have rational entries, and {a} is not rational")
    return fmpq(a.numerator, a.denominator)


def _column(v: Any) -> fmpq_mat:
    if isinstance(v, Example):
        return fmpq_mat(len(v), 1, list(map(int, v.numerators))) / v.denominator
    return fmpq_mat(len(v), 1, list(map(_rational, v)))


def _vector(column: fmpq_mat) -> Example:
    numerators, denominator = column.numer_denom()
    return Example(list(map(int, numerators.entries())), int(denominator))


OF_MATRICES: dict[tuple[str, ...], tuple[Kind, Callable[..., Any]]] = {
    ("+", "matrix", "matrix"): ("matrix", lambda a, b: a + b),
    ("-", "matrix", "matrix"): ("matrix", lambda a, b: a - b),
    ("-", "matrix"): ("matrix", lambda a: -a),
    ("*", "number", "matrix"): ("matrix", scaled),
    ("*", "matrix", "number"): ("matrix", lambda a, factor: scaled(factor, a)),
    ("*", "matrix", "vector"): ("vector", times),
    ("/", "matrix", "number"): ("matrix", shared),
    ("outer", "vector", "vector"): ("matrix", outer),
    ("solve", "matrix", "vector"): ("vector", solve),
    ("det", "matrix"): ("number", det),
}
"""What there is of matrices: an operation and the kinds of what it is applied to, the kind of its value and how."""
