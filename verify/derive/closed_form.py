"""Closed forms of the best constants: rational functions of the parameters, in as many pieces as it takes.

The constants are found at sampled parameters; numerators and denominators of least degree through these values are in
the null space of a matrix. Where no single form goes through all of them, a form is fitted near one sample at a time,
and two forms meet where a factor of their difference changes its sign. A form is a guess until it is proved.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import combinations_with_replacement
from typing import Any

import numpy as np
import sympy

from verify.derive.pieces import Guard, Guards

Point = tuple[Fraction, ...]
Values = tuple[float, ...]
Solve = Callable[[Point], Values | None]

PLACES: tuple[Fraction, ...] = (
    Fraction(1, 2),
    Fraction(3, 4),
    Fraction(3, 2),
    Fraction(1, 5),
    Fraction(9, 4),
    Fraction(1),
    Fraction(4, 3),
)
PLACES += (Fraction(5, 2), Fraction(2, 7), Fraction(7, 4), Fraction(3), Fraction(1, 8), Fraction(5, 8), Fraction(4))
TOLERANCE = 1e-6
MOST_PIECES, MOST_DEGREE = 4, {1: 4, 2: 4, 3: 2}


@dataclass(frozen=True)
class Form:
    """One piece of the answer: the constants, the guards under which it holds, and the samples that it goes through."""

    values: tuple[Any, ...]
    when: Guards
    through: tuple[Point, ...]


def places(count: int, many: int) -> list[Point]:
    """Return samples of this many parameters, always the same.

    >>> len(set(places(2, 12)))
    12
    """
    if count == 0:
        return [()]
    if count == 1:
        return [(place,) for place in PLACES[:many]]
    random = np.random.default_rng(1)
    samples: dict[Point, None] = {}
    while len(samples) < many:
        samples[tuple(PLACES[int(i)] for i in random.integers(0, len(PLACES), count))] = None
    return list(samples)


def near(place: Point, many: int) -> list[Point]:
    """Return samples close to one, always the same."""
    random = np.random.default_rng(2)
    samples: dict[Point, None] = {place: None}
    while len(samples) < many:
        samples[tuple(f * (1 + Fraction(int(random.integers(-12, 13)), 120)) for f in place)] = None
    return list(samples)


def fit(points: Sequence[Point], values: Sequence[float], symbols: Sequence[Any]) -> Any:
    """Return the rational function of least degree through the values, or None.

    >>> t = sympy.Symbol("t")
    >>> at = [(Fraction(k, 7),) for k in range(1, 9)]
    >>> fit(at, [1 / (2 * float(x) - float(x) ** 2) for (x,) in at], [t])
    -1/(t*(t - 2))
    """
    at = np.array([[float(x) for x in point] for point in points]).reshape(len(points), len(symbols))
    wanted = np.array(values)
    most = MOST_DEGREE.get(len(symbols), 2) if symbols else 0
    for total in range(2 * most + 1):
        for below in range(min(most, total) + 1):
            if total - below <= most:
                form = _fit(at, wanted, symbols, total - below, below)
                if form is not None:
                    return form
    return None


def _fit(at: Any, wanted: Any, symbols: Sequence[Any], above: int, below: int) -> Any:
    top, bottom = list(_monomials(len(symbols), above)), list(_monomials(len(symbols), below))
    if len(top) + len(bottom) > len(wanted) + (len(symbols) == 0) * 2:
        return None
    columns = [np.prod(at**powers, axis=1) for powers in top]
    columns += [-wanted * np.prod(at**powers, axis=1) for powers in bottom]
    matrix = np.array(columns).T
    matrix = matrix / np.maximum(1e-300, np.max(np.abs(matrix), axis=1))[:, None]
    norms = np.maximum(np.linalg.norm(matrix, axis=0), 1e-300)
    vector = _sparse(matrix / norms, norms)
    largest = vector[np.argmax(np.abs(vector))]
    rational = [Fraction(float(entry / largest)).limit_denominator(400) for entry in vector]
    if max(abs(float(r) - entry / largest) for r, entry in zip(rational, vector, strict=True)) > 1e-5:
        return None
    terms = [sympy.prod([x**k for x, k in zip(symbols, powers, strict=True)]) for powers in (*top, *bottom)]
    numbers = [sympy.Rational(x.numerator, x.denominator) for x in rational]
    numerator = sympy.Add(*(n * term for n, term in zip(numbers[: len(top)], terms, strict=False)))
    denominator = sympy.Add(*(n * term for n, term in zip(numbers[len(top) :], terms[len(top) :], strict=True)))
    if denominator == 0:
        return None
    form = sympy.factor(sympy.cancel(numerator / denominator))
    return form if np.allclose(_at(form, at, symbols), wanted, rtol=TOLERANCE, atol=TOLERANCE) else None


def _sparse(matrix: Any, norms: Any) -> Any:
    """Return the vector nearest the null space; where that has more dimensions, one with few terms, by elimination."""
    _, sizes, rows = np.linalg.svd(matrix)
    rank = min(len([size for size in sizes if size > 1e-8 * sizes[0]]), len(rows) - 1)
    null = rows[rank:] / norms
    for i in range(len(null) - 1):
        pivot = int(np.argmax(np.abs(null[i])))
        for j in range(i + 1, len(null)):
            null[j] -= null[j][pivot] / null[i][pivot] * null[i]
    return null[-1]


def _monomials(count: int, degree: int) -> Iterator[tuple[int, ...]]:
    for total in range(degree + 1):
        for chosen in combinations_with_replacement(range(count), total):
            yield tuple(chosen.count(i) for i in range(count))


def _at(form: Any, at: Any, symbols: Sequence[Any]) -> Any:
    if not symbols:
        return np.full(len(at), float(form))
    with np.errstate(all="ignore"):
        return np.broadcast_to(sympy.lambdify([list(symbols)], form, "numpy")(list(at.T)), len(at))


def forms(solve: Solve, symbols: Sequence[Any], admits: Callable[[Point], bool]) -> list[Form] | None:
    """Return the closed forms of what ``solve`` gives: none where it gives nothing, None where they are not found."""
    count = len(symbols)
    many = {0: 1, 1: 10}.get(count, 30)
    samples = [place for place in places(count, {0: 1, 1: len(PLACES)}.get(count, 5 * many)) if admits(place)][:many]
    known = {place: solve(place) for place in samples}
    solved = {place: values for place, values in known.items() if values is not None}
    if not solved:
        return []
    closed: list[tuple[Any, ...]] = []
    left = list(solved)
    single = _fitted(left, solved, symbols)
    if single is not None:
        closed, left = [single], []
    elif not count:
        return None
    bases = list(left)
    while left and bases and len(closed) < MOST_PIECES:
        base = bases.pop(0)
        if base not in left:
            continue
        around = {place: solve(place) for place in near(base, {1: 9, 2: 24}.get(count, 34)) if admits(place)}
        close = {place: values for place, values in around.items() if values is not None}
        form = _fitted(list(close), close, symbols) if close else None
        if form is not None:
            closed.append(form)
            left = [place for place in left if not _through(form, place, solved[place], symbols)]
    if left:
        return None
    none = [place for place, values in known.items() if values is None]
    placed = _placed(closed, solved, symbols)
    return placed if placed is None or count != 1 else [_ended(form, solve, none, symbols[0]) for form in placed]


def _ended(form: Form, solve: Solve, none: list[Point], symbol: Any) -> Form:
    """Return a form in one parameter with the ends of where there are constants, if its guards do not say them."""
    guards = list(form.when)
    inside = sorted(form.through)
    for side, edge in ((1, inside[-1]), (-1, inside[0])):
        beyond = [place for place in none if side * (place[0] - edge[0]) > 0]
        if not beyond:
            continue
        outer = min(beyond, key=lambda place: abs(place[0] - edge[0]))
        if not all(_true(guard, outer, [symbol]) for guard in guards):
            continue
        low, high = edge[0], outer[0]
        for _ in range(24):
            middle = (low + high) / 2
            low, high = (middle, high) if solve((middle,)) is not None else (low, middle)
        end = low.limit_denominator(60)
        if abs(end - low) < Fraction(1, 10**5):
            guards.append(Guard(side * (sympy.Rational(end.numerator, end.denominator) - symbol), ">="))
    return Form(form.values, tuple(guards), form.through)


def _true(guard: Guard, place: Point, symbols: Sequence[Any]) -> bool:
    value = _value(guard.term, place, symbols)
    return bool(value > 0 if guard.relation == ">" else value >= 0)


def _fitted(points: list[Point], known: dict[Point, Values], symbols: Sequence[Any]) -> tuple[Any, ...] | None:
    if not points:
        return None
    closed = []
    for values in zip(*(known[point] for point in points), strict=True):
        form = fit(points, values, symbols)
        if form is None:
            return None
        closed.append(form)
    return tuple(closed)


def _through(form: tuple[Any, ...], place: Point, values: Values, symbols: Sequence[Any]) -> bool:
    at = np.array([[float(x) for x in place]])
    given = [float(_at(f, at, symbols)[0]) for f in form]
    return bool(np.allclose(given, values, rtol=TOLERANCE, atol=TOLERANCE))


def _placed(closed: list[tuple[Any, ...]], solved: dict[Point, Values], symbols: Sequence[Any]) -> list[Form] | None:
    """Say where each form holds: on one side of where it meets another, and where its denominators keep their signs."""
    placed = []
    own = [[place for place, values in solved.items() if _through(form, place, values, symbols)] for form in closed]
    for i, form in enumerate(closed):
        guards: list[Guard] = []
        for j, other in enumerate(closed):
            if i == j:
                continue
            only = [place for place in own[j] if place not in own[i]]
            guard = _between(form, other, [place for place in own[i] if place not in own[j]], only, symbols)
            if guard is None:
                return None
            guards.append(guard)
        guards += _ends(form, own[i], symbols)
        placed.append(Form(form, tuple(dict.fromkeys(guards)), tuple(own[i])))
    return placed


def _factors(term: Any) -> list[Any]:
    return [base for base, _ in sympy.factor_list(sympy.together(term))[1] if not base.is_positive]


def _value(term: Any, place: Point, symbols: Sequence[Any]) -> Any:
    return term.subs({s: sympy.Rational(x.numerator, x.denominator) for s, x in zip(symbols, place, strict=True)})


def _between(
    form: tuple[Any, ...], other: tuple[Any, ...], here: list[Point], there: list[Point], symbols: Sequence[Any]
) -> Guard | None:
    """Return the guard that is true of the samples of one form and false of those of another."""
    for first, second in zip(form, other, strict=True):
        for factor in _factors(sympy.numer(sympy.together(first - second))):
            for sign in (1, -1):
                if all(sign * _value(factor, place, symbols) >= 0 for place in here) and all(
                    sign * _value(factor, place, symbols) <= 0 for place in there
                ):
                    return Guard(sympy.expand(sign * factor), ">=")
    return None


def _ends(form: tuple[Any, ...], own: list[Point], symbols: Sequence[Any]) -> list[Guard]:
    """Return the signs of the form's denominators, which say where it ends."""
    ends = []
    for factor in dict.fromkeys(f for value in form for f in _factors(sympy.denom(sympy.together(value)))):
        signs = {sympy.sign(_value(factor, place, symbols)) for place in own}
        if len(signs) == 1 and 0 not in signs:
            ends.append(Guard(sympy.expand(signs.pop() * factor), ">"))
    return ends
