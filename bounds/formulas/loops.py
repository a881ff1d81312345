"""Sums over whole numbers computed on all of them at once: a row for each, or for each pair where two sums nest.

It is one more way to find what ``bounds.formulas.program`` finds number by number, with the arrays of
``bounds.formulas.columns``; where those do not say it, nothing is found here.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator, Mapping, Sequence
from fractions import Fraction
from functools import lru_cache
from itertools import islice
from typing import Any, TypeAlias

import numpy as np

from bounds.data.integer_matrix import Matrix
from bounds.data.vectors import Example
from bounds.errors import Undecided, UndefinedValue
from bounds.formulas.columns import FUNCTIONS, Column, NotAtOnce, OnTrials, applied
from bounds.formulas.scope import COLUMNS, TRIALS, Names
from bounds.formulas.tree import Apply, Constant, Formula, Name, names
from bounds.formulas.values import whole
from bounds.formulas.work import TOGETHER, spend, spent
from bounds.numbers import Number

Environment: TypeAlias = Mapping[str, Any]
Here: TypeAlias = Callable[[Formula], Callable[[Environment], Any]]
"""Compiles a formula that is not about what is counted with."""

Level: TypeAlias = tuple[str, str, Callable[[Environment], Any], Callable[[Environment], Any]]
"""A sum or a maximum: its function, with what it counts, and from where to where."""

LEAST_ROWS, MOST_ROWS = 2, 2**18
"""So many rows are worth it."""

MOST_CELLS = 2**22
"""So many numbers are held at once."""

MOST_KEPT = 256
"""Values of a sum that are kept."""


def _rows(a: Column, rows: int) -> Matrix:
    """Return the integers with one row for each number that is counted."""
    if rows * a.numerators.shape[1] > MOST_CELLS:
        raise NotAtOnce
    return np.broadcast_to(a.numerators, (rows, a.numerators.shape[1]))


def _places(i: Column, end: int) -> Matrix:
    """Return whole numbers from 1 to ``end`` as places in an array."""
    if i.denominator != 1 or (i.numerators.size and not 1 <= i.numerators.min() <= i.numerators.max() <= end):
        raise NotAtOnce
    places: Matrix = i.numerators[:, 0].astype(np.int64) - 1
    return places


def _vector(numerators: Matrix, most: int, denominator: int = 1) -> Column:
    """Return vectors; those of one entry would be taken for numbers."""
    if numerators.shape[1] == 1 or numerators.size > MOST_CELLS:
        raise NotAtOnce
    return Column(numerators, most, denominator)


def _at(a: Column, i: Column) -> Column:
    here = _places(i, a.numerators.shape[1])
    rows = max(len(here), len(a.numerators))
    entries = np.take_along_axis(_rows(a, rows), np.broadcast_to(here[:, None], (rows, 1)), axis=1)
    return Column(entries, a.most, a.denominator)


@lru_cache(maxsize=16)
def _hadamard(d: int) -> Matrix:
    """Return Sylvester's Hadamard matrix of order 2**d."""
    matrix = np.ones((1, 1), np.int64)
    for _ in range(d):
        matrix = np.block([[matrix, matrix], [matrix, -matrix]])
    return matrix


def _hadamard_row(d: Column, i: Column) -> Column:
    order = d.numerators.ravel().tolist()
    if len(order) != 1 or d.denominator != 1 or not 1 <= order[0] <= MOST_CELLS.bit_length() // 2:
        raise NotAtOnce
    here = _places(i, 2 ** order[0])
    if len(here) << order[0] > MOST_CELLS:
        raise NotAtOnce
    return _vector(_hadamard(order[0])[here], 1)


def _together(*parts: Column) -> Column:
    denominator = math.lcm(*(part.denominator for part in parts))
    over = [part.over(denominator) for part in parts]
    rows, most = max(len(part.numerators) for part in over), max(part.most for part in over)
    return _vector(np.hstack([_rows(Column(part.up_to(most), most), rows) for part in over]), most, denominator)


def _floor(a: Column) -> Column:
    return Column(a.numerators // a.denominator, a.most)


OF_ROWS: dict[str, Callable[..., Column]] = {
    **FUNCTIONS,
    "at": _at,
    "hadamard_row": _hadamard_row,
    "vector": _together,
    "floor": _floor,
    "ceiling": lambda a: Column(-(-a.numerators // a.denominator), a.most),
}


def _column(formula: Formula, counted: frozenset[str], here: Here, *, joined: bool = False) -> OnTrials | None:
    """Compile a formula to be computed on all rows; None where it applies what is not computed this way.

    What is ``joined`` to others may be a vector of one entry, which elsewhere would be taken for a number.
    """
    if isinstance(formula, Constant):
        constant = Column.whole(formula.value)
        return lambda _: constant
    if not names(formula) & counted:
        value, known = here(formula), Column.whole if joined else _known
        return lambda e: known(value(e))
    match formula:
        case Name(name):
            return lambda e: e[name]
        case Apply("example", (number,)):
            place = _column(number, counted, here)
            return place and (lambda e: _examples(e, place(e)))
        case Apply(function, arguments) if function in OF_ROWS:
            parts = [_column(argument, counted, here, joined=function == "vector") for argument in arguments]
            return applied(OF_ROWS[function], parts)
    return None


def _known(value: Any) -> Column:
    """Return what is the same on all rows."""
    if isinstance(value, Example) and len(value) == 1:
        raise NotAtOnce
    return Column.whole(value)


def _examples(e: Environment, t: Column) -> Column:
    x = e[COLUMNS]("x")
    return _vector(x.numerators[_places(t, len(e[TRIALS]))], x.most, x.denominator)


def counted_at_once(
    levels: Sequence[Level], inside: Formula, here: Here, steps: int
) -> Callable[[Environment], Number | None] | None:
    """Compile nested sums and maxima of a formula; it gives None where the numbers are not found this way."""
    counted = frozenset(level[1] for level in levels)
    column = _column(inside, counted, here)
    if column is None:
        return None

    def value(e: Environment) -> Number | None:
        rows = list(islice(_counts(levels, steps, e), MOST_ROWS + 1))
        if not LEAST_ROWS <= len(rows) <= MOST_ROWS:
            return None
        table = np.array(rows, np.int64)
        try:
            values = column(Names(e, {level[1]: Column.of(table[:, [k]]) for k, level in enumerate(levels)}))
            left = iter(_rows(values, len(rows))[:, 0].tolist())
            return Fraction(_combined(levels, left, e), values.denominator)
        except (
            NotAtOnce,
            Undecided,
            UndefinedValue,
            ValueError,
        ):  # arrays whose shapes do not fit, the largest of no numbers
            return None

    return value


def _counts(levels: Sequence[Level], steps: int, e: Environment) -> Iterator[tuple[int, ...]]:
    """Yield what is counted, a tuple for each row."""
    (_, name, low, high), *rest = levels
    first, last = whole(low(e)), whole(high(e))
    spend(e, max(last - first + 1, 0) * steps // TOGETHER)
    for i in range(first, last + 1):
        if not rest:
            yield (i,)
        else:
            yield from ((i, *others) for others in _counts(rest, steps, Names(e, {name: Fraction(i)})))


def _combined(levels: Sequence[Level], left: Iterator[int], e: Environment) -> int:
    """Return the sum or the maximum of what is left of the rows."""
    (function, name, low, high), *rest = levels
    numbers = range(whole(low(e)), whole(high(e)) + 1)
    values = (_combined(rest, left, Names(e, {name: Fraction(i)})) if rest else next(left) for i in numbers)
    return sum(values) if function == "sum_for" else max(values)


def remembered(value: Callable[[Environment], Any], spoken: Sequence[str]) -> Callable[[Environment], Any]:
    """Return a function of numbers and vectors alone that keeps its last values, and what it took to find them."""
    known: dict[tuple[Fraction | Example, ...], tuple[Any, int]] = {}

    def recalled(e: Environment) -> Any:
        given = tuple([e[name] for name in spoken])
        if not all(isinstance(a, Fraction | Example) for a in given):
            return value(e)
        if given not in known:
            before = spent(e)
            result = value(e)
            if len(known) >= MOST_KEPT:
                known.clear()
            known[given] = result, spent(e) - before
        else:
            spend(e, known[given][1])
        return known[given][0]

    return recalled
