"""Quadratic forms along a chain: of the comparator u, of examples x_1, ..., x_m, and of states that these move.

Each trial adds c |x|**2 + x.v, where v is a combination of u and of the states before it; after it the states, which
begin at 0, are combinations of themselves and x. What the trials from t on add is least over their examples, and that
least value is a quadratic form V_t in u and the states before trial t: V_t is found from V_{t+1} by eliminating x_t. So
the matrix of m + 1 vectors is positive semidefinite if and only if m small ones have no negative pivot. Where numbers
grow long V_t is replaced by a form below it with short ones, and where they are irrational (rates such as C/sqrt(t)) by
one below it with rational ones, which proves less, and nothing false.
"""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from fractions import Fraction
from typing import NamedTuple

from verify.kernel import ZERO, Number, Real, spend
from verify.kernel_gram.numbers import NEAR, near

LONG, FINE = 2048, 1024
"""The bits of a common denominator that is too long, and of the one that it is replaced by."""

Matrix = list[list[int]]


class Step(NamedTuple):
    """What a trial adds, norm |x|**2 + x.(along_u u + a sum of states), and what it makes of each state."""

    norm: Number
    along_u: Number
    along: Mapping[str, Number]
    states: Mapping[str, Mapping[str, Number]]


def nonnegative(weight: Fraction, steps: Sequence[Step], after: tuple[Matrix, int] | None = None) -> bool:
    """Tell whether weight |u|**2 and what the steps add is never negative, whatever u and the examples are.

    With ``after``, a form in u and the states over a denominator, which is added after the steps.
    """
    states = [*steps[0].states] if steps else []
    form, common = after or ([[0] * (1 + len(states)) for _ in range(1 + len(states))], 1)
    for t in range(len(steps), 0, -1):
        known = states if t > 1 else []  # they are 0 before the first trial
        reduced = eliminated(*joined(form, common, steps[t - 1], states, known))
        if reduced is None:
            return False
        form, common = short(*reduced)
    return Fraction(form[0][0], common) + weight >= 0


def goes_on(step: Step, form: Matrix, common: int) -> bool:
    """Tell whether steps like this one, however many, add no less than a form in u and the states before them.

    None of them do, so that the form has to be at most 0; and one does, if those after it do.
    """
    states = [*step.states]
    total, over = joined(form, common, step, states, states)
    for line, known in zip(total, form, strict=False):
        line[: len(known)] = [a - over // common * b for a, b in zip(line, known, strict=False)]
    return semidefinite([[-a for a in line] for line in form]) and semidefinite(total)


def semidefinite(form: Matrix) -> bool:
    """Tell whether a form is never negative."""
    left: tuple[Matrix, int] | None = form, 1
    while left is not None and left[0]:
        left = eliminated(*left)
    return left is not None


def joined(form: Matrix, common: int, step: Step, states: Sequence[str], known: Sequence[str]) -> tuple[Matrix, int]:
    """Return what a trial and those after it add, as a form in u, the ``known`` states and x, over a denominator.

    Where some numbers are irrational it is a form below, by as much as their rational neighbours may make of it.
    """
    terms = [step.states[name] for name in states]
    rows = [[near(row.get(name, ZERO)) for name in (*known, "x")] for row in terms]
    unit = math.lcm(*(c.denominator for row in rows for c in row))
    after = [[unit, *[0] * (len(known) + 1)]]
    after += [[0, *(int(c * unit) for c in row)] for row in rows]
    halves = [near(c) / 2 for c in (step.along_u, *(step.along.get(name, ZERO) for name in known))]
    own = [*halves, near(step.norm)]
    parts = math.lcm(*(a.denominator for a in own))
    bits = max(map(int.bit_length, (common, parts, unit, *(a for row in form for a in row))))
    spend(5 + len(own) ** 3 * (40 + bits // 8 + bits * bits // 4000) // 300, bits)
    total = product(transposed(after), product(form, after))
    total = [[parts * a for a in row] for row in total]
    for i, a in enumerate(own):
        more = int(a * parts) * common * unit * unit
        total[i][-1] += more
        if i < len(total) - 1:
            total[-1][i] += more
    over = common * unit * unit * parts
    away = NEAR * irrational((step.norm, step.along_u, *step.along.values()))
    if any(irrational(tuple(row.values())) for row in terms):
        largest = Fraction(max(abs(a) for row in after for a in row), unit)
        away += NEAR * (2 * largest + NEAR) * Fraction(sum(abs(a) for row in form for a in row), common)
    for i in range(len(total)):  # entries that are so much away have eigenvalues of at most the sum of a row
        total[i][i] -= math.ceil(len(total) * away * over)
    return total, over


def irrational(numbers: Sequence[Number]) -> bool:
    """Tell whether some of the numbers are irrational, or may be."""
    return any(isinstance(c, Real) for c in numbers)


def product(a: Matrix, b: Matrix) -> Matrix:
    """Return the product of two matrices, of which many entries are 0."""
    columns = transposed(b)
    return [[sum(c * d for c, d in zip(row, column, strict=True) if c and d) for column in columns] for row in a]


def transposed(a: Matrix) -> Matrix:
    """Return the transpose."""
    return [list(column) for column in zip(*a, strict=True)]


def eliminated(form: Matrix, common: int) -> tuple[Matrix, int] | None:
    """Return the least value of a form over its last vector, None where there is none."""
    *above, last = form
    *row, pivot = last
    if pivot < 0 or (pivot == 0 and any(row)):
        return None
    if pivot == 0:
        return [line[:-1] for line in above], common
    least = [
        [pivot * a - b * c for a, c in zip(line[:-1], row, strict=True)] for line, b in zip(above, row, strict=True)
    ]
    return least, common * pivot


def short(form: Matrix, common: int) -> tuple[Matrix, int]:
    """Return the form with the least common denominator; where that is long, one below it with a short one."""
    divisor = math.gcd(common, *(a for line in form for a in line))
    form, common = [[a // divisor for a in line] for line in form], common // divisor
    if common.bit_length() <= LONG:
        return form, common
    fine = [[(a << FINE) // common for a in line] for line in form]
    for i in range(len(fine)):  # what is rounded off has eigenvalues of at most its size
        fine[i][i] -= len(fine)
    return fine, 1 << FINE
