"""The program of a pattern: what is linear in the Gram matrix of the comparator and the examples."""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from fractions import Fraction
from typing import NamedTuple

from verify.kernel import ONE, ZERO, Number, sign, size, spend

Form = dict[tuple[int, int], Fraction]
"""A linear function of the Gram matrix of u (0) and x_1, ..., x_m: the coefficient of each entry (i, j), i <= j."""


class Program(NamedTuple):
    """Rows say form <= limit; the amount is the sum of the groups, each the least of its forms plus constants."""

    size: int
    rows: list[tuple[Form, Fraction]]
    groups: list[list[tuple[Form, Fraction]]]
    labels: list[tuple[str, int]]

    def proves(self, multipliers: Sequence[Fraction], bound: Number, *, strict: bool = False) -> bool:
        """Tell whether the multipliers prove that no Gram matrix has an amount above the bound (or at it).

        They are the scale s of the amount, one for each row and one for each form of each group, all >= 0, those of a
        group summing to s. Then s*amount <= total. With s = 0 and total < 0 there is no such matrix at all.
        """
        pieces = sum(map(len, self.groups))
        if len(multipliers) != 1 + len(self.rows) + pieces or min(multipliers) < 0:
            return False
        total, left = self.total(multipliers)
        if left or not self.dominates(multipliers):
            return False
        if multipliers[0] == 0:
            return total < 0
        order = sign(total / multipliers[0] - bound)
        return order < 0 if strict else order <= 0

    def total(self, multipliers: Sequence[Fraction]) -> tuple[Fraction, bool]:
        """Return the value that the multipliers give, and whether those of some group do not sum to the scale."""
        place = 1 + len(self.rows)
        total = added(y * limit for y, (_, limit) in zip(multipliers[1:], self.rows, strict=False))
        wrong = False
        for group in self.groups:
            given = multipliers[place : place + len(group)]
            wrong |= added(given) != multipliers[0]
            total += added(y * constant for y, (_, constant) in zip(given, group, strict=True))
            place += len(group)
        return total, wrong

    def dominates(self, multipliers: Sequence[Fraction]) -> bool:
        """Tell whether the combination of the rows less that of the groups is positive semidefinite."""
        return semidefinite(self.matrix(multipliers))

    def matrix(self, multipliers: Sequence[Fraction]) -> list[list[Fraction]]:
        """Return the combination of the rows less that of the groups, as a symmetric matrix."""
        found = [[ZERO] * self.size for _ in range(self.size)]
        forms = [(form, ONE) for form, _ in self.rows] + [(form, -ONE) for group in self.groups for form, _ in group]
        for y, (form, factor) in zip(multipliers[1:], forms, strict=True):
            if y:
                for (i, j), c in form.items():
                    spend(3 * size(found[i][j]) + size(y) + size(c))
                    found[i][j] += factor * y * c * (1 if i == j else Fraction(1, 2))
        for i in range(self.size):
            for j in range(i):
                found[i][j] = found[j][i]
        return found


def semidefinite(matrix: Sequence[Sequence[Fraction]]) -> bool:
    """Tell whether a symmetric matrix is positive semidefinite: by elimination, in whole numbers."""
    common = 1
    for row in matrix:
        spend(1 + len(row) * size(Fraction(common)) // 3)
        common = math.lcm(common, *(a.denominator for a in row))
    spend(len(matrix) ** 2 * size(Fraction(common)) // 3)
    left = [[int(a * common) for a in row[i:]] for i, row in enumerate(matrix)]  # from the diagonal on
    divisor = 1
    while left:
        (pivot, *first), left = left[0], left[1:]
        if pivot < 0 or (pivot == 0 and any(first)):
            return False
        if pivot:  # the rows below times the pivot, less what the first takes off: divisible by the pivot before
            widest = most_bits((pivot, *first))
            for below in left:
                bits = max(widest, most_bits(below))
                spend(1 + len(below) * (250 + bits // 2 + bits * bits // 500) // 3000, bits)
            left = [
                [(pivot * a - b * c) // divisor for a, c in zip(row, first[i:], strict=True)]
                for i, (row, b) in enumerate(zip(left, first, strict=True))
            ]
            divisor = pivot
    return True


def most_bits(numbers: Sequence[int]) -> int:
    """Return how many bits the largest of some numbers has."""
    return max(map(int.bit_length, numbers))


def added(numbers: Iterable[Fraction]) -> Fraction:
    """Return the sum of some fractions."""
    found = ZERO
    for a in numbers:
        spend(3 * size(found) + size(a))  # of which the greatest common divisor takes the most
        found += a
    return found


def combined(*parts: tuple[Form, Fraction]) -> Form:
    """Return a combination of forms."""
    found: Form = {}
    for form, factor in parts:
        spend(1 + len(form) * size(factor) + sum(map(size, form.values())))
        for entry, c in form.items():
            found[entry] = found.get(entry, ZERO) + factor * c
    return {entry: c for entry, c in found.items() if c}
