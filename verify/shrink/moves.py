"""Moves of shrinking that make numbers simpler: entries, outcomes, parameters, comparator and start vector.

Numbers that work only together are changed together: all are scaled, or rounded.
Trials and attributes are put in order.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import replace
from fractions import Fraction
from itertools import combinations, product
from typing import Any

from bounds import symbols as s
from bounds.claims.claim import Claim
from bounds.data.interval import Interval, Outcome, stretched
from bounds.numbers import Number
from verify.shrink.comparators import comparators, side
from verify.shrink.draft import NORMS, Draft
from verify.shrink.numbers import (
    HALF,
    ONE,
    SIZES,
    ZERO,
    Numbers,
    content,
    quickly_simpler,
    rounded,
    scaled,
    simpler,
    simplicity,
)

RATES = (s.eta, s.tau, s.a, s.rate)
"""Parameters that follow the scale of examples and comparator."""

MARGINS = (s.delta, s.gamma)
"""Parameters that scale with both of them."""

TOGETHER = 1200
"""Most combinations of values for a whole vector, or for a vector and a parameter, that are tried."""

FEW: Numbers = (ZERO, ONE, -ONE, Fraction(2), Fraction(-2), Fraction(3), Fraction(-3), HALF, -HALF)
"""The values of numbers that are changed together, simplest first."""


# --- all together ----------------------------------------------------------------------------------------


def coarser(claim: Claim, draft: Draft) -> Iterator[Draft]:
    """Round all entries to small integers; comparator, norms and rates follow the scale, or are derived."""
    largest = max((abs(a) for row in draft.rows for a in row), default=ZERO)
    integers = all(a.denominator == 1 for row in draft.rows for a in row)
    for size in SIZES:
        if largest > size or not integers:
            factor = size / largest
            smaller = replace(draft, rows=tuple(rounded(scaled(row, factor)) for row in draft.rows))
            yield smaller
            for u in comparators(claim, smaller):
                yield replace(smaller.without(*NORMS), u=u)
                yield replace(smaller.without(*NORMS), u=_coarse(u, size))
            if draft.u is not None:
                yield replace(smaller.without(*NORMS), u=_coarse(draft.u, size))
            yield from _followed(draft, factor, 1 / factor, rows=smaller.rows)


ROUGH = 200
"""Numbers in the examples up to which many-digit entries are rounded before anything is deleted."""

SMOOTH = 24
"""Largest integer entry that need not be rounded first."""


def smoother(claim: Claim, draft: Draft) -> Iterator[Draft]:
    """Round many-digit entries while there is slack: every deletion takes some of it, and rounding fails later."""
    if len(draft.rows) * draft.n <= ROUGH and any(a.denominator > 1 or abs(a) > SMOOTH for r in draft.rows for a in r):
        yield from coarser(claim, draft)


def _coarse(values: Numbers, size: Fraction) -> Numbers:
    """Scale a vector so that its largest entry is ``size``, and round it to integers."""
    largest = max(map(abs, values), default=ZERO)
    return rounded(scaled(values, size / largest)) if largest else values


def _followed(draft: Draft, x: Fraction, u: Fraction, rows: tuple[Numbers, ...] | None = None) -> Iterator[Draft]:
    """Multiply examples by ``x`` and the comparator by ``u``; explicit norms, margins and (or not) rates follow."""
    factors: dict[Any, Fraction] = {s.X: x, s.U: u, **dict.fromkeys(MARGINS, x * u)}
    followed = replace(
        draft,
        rows=tuple(scaled(row, x) for row in draft.rows) if rows is None else rows,
        u=None if draft.u is None else scaled(draft.u, u),
        parameters=tuple((symbol, value * factors.get(symbol, ONE)) for symbol, value in draft.parameters),
    )
    followers = tuple(stretched(y, x * u) for y in draft.outcomes)
    for outcomes in dict.fromkeys((draft.outcomes, followers)):
        scaled_draft = replace(followed, outcomes=outcomes)
        yield scaled_draft
        for symbol, value in draft.parameters:
            if symbol in RATES:
                for factor in dict.fromkeys((1 / x, 1 / (x * x), u / x, 1 / (u * x * x), u * x)):
                    if factor != 1:
                        yield scaled_draft.setting(symbol, value * factor)


def scalings(_: Claim, draft: Draft) -> Iterator[Draft]:
    """Scale all examples, the comparator, or both in opposite directions, so that a number becomes 1, 2 or integer."""
    norms = dict(draft.parameters)
    entries = [a for row in draft.rows for a in row]
    for factor in _factors([*entries, norms.get(s.X)]):
        yield replace(draft, rows=tuple(scaled(row, factor) for row in draft.rows))
        yield from _followed(draft, factor, ONE)
        yield from _followed(draft, factor, 1 / factor)
    for factor in _factors([*(draft.u or ()), *(norms.get(symbol) for symbol in (s.U, *MARGINS))]):
        yield from _followed(draft, ONE, factor)
        yield from _followed(draft, 1 / factor, factor)
    for t, row in enumerate(draft.rows):
        own = content(row)
        if own not in (0, 1):
            yield replace(draft, rows=_put(draft.rows, t, scaled(row, 1 / own)))


SCALES = 6
"""Magnitudes, the smallest and the largest, of which each is scaled to 1 and to 2."""


def _factors(values: Iterable[Number | None]) -> list[Fraction]:
    """Return the factors by which numbers are scaled together."""
    magnitudes = sorted({abs(value) for value in values if isinstance(value, Fraction) and value})
    if not magnitudes:
        return []
    chosen = magnitudes[:SCALES] + magnitudes[-SCALES:]
    factors = [1 / content(magnitudes), *(Fraction(size) / a for a in chosen for size in (1, 2))]
    return [factor for factor in dict.fromkeys(factors) if factor != 1]


def _put(values: Sequence[Any], index: int, value: Any) -> tuple[Any, ...]:
    return (*values[:index], value, *values[index + 1 :])


# --- order -----------------------------------------------------------------------------------------------


def signs(_: Claim, draft: Draft) -> Iterator[Draft]:
    """Turn labels to +1 and intervals upwards, trial by trial and all together; flip and sort attributes."""

    def folded(turned: Iterable[int]) -> Draft:
        chosen = set(turned)
        return replace(
            draft,
            rows=tuple(scaled(row, -ONE) if t in chosen else row for t, row in enumerate(draft.rows)),
            outcomes=tuple(stretched(y, -ONE) if t in chosen else y for t, y in enumerate(draft.outcomes)),
        )

    downward = [t for t, y in enumerate(draft.outcomes) if side(y) < 0]
    yield folded(downward)
    yield folded(range(len(draft.rows)))
    for t in range(len(draft.rows)):
        yield folded([t])
    for i in range(draft.n):
        yield replace(
            draft,
            rows=tuple(_put(row, i, -row[i]) for row in draft.rows),
            u=None if draft.u is None else _put(draft.u, i, -draft.u[i]),
            start=None if draft.start is None else _put(draft.start, i, -draft.start[i]),
            each=None if draft.each is None else tuple(_put(u, i, -u[i]) for u in draft.each),
        )
    columns = sorted(
        range(draft.n), key=lambda i: tuple(-row[i] for row in (*draft.rows, *([draft.u] if draft.u else [])))
    )
    yield draft.keeping(range(len(draft.rows)), columns)


def orders(_: Claim, draft: Draft) -> Iterator[Draft]:
    """Put trials with larger entries first: all in order, then two neighbours; and two neighbouring attributes."""
    length, everywhere = len(draft.rows), range(draft.n)
    yield draft.keeping(sorted(range(length), key=lambda t: scaled(draft.rows[t], -ONE)), everywhere)
    for t in range(length - 1):
        if draft.rows[t] < draft.rows[t + 1]:
            yield draft.keeping(_swapped(length, t), everywhere)
    for i in range(draft.n - 1):
        yield draft.keeping(range(length), _swapped(draft.n, i))


def _swapped(size: int, first: int) -> list[int]:
    return [*range(first), first + 1, first, *range(first + 2, size)]


# --- number by number ------------------------------------------------------------------------------------


def entries(_: Claim, draft: Draft) -> Iterator[Draft]:
    """Simplify entries a few ways: all that are equal at once, one by one, and two at a time where there are few."""
    yield from _simplified(draft, quickly_simpler)
    cells = [(t, i) for t in range(len(draft.rows)) for i in range(draft.n)]
    if len(cells) <= 9:
        for (t, i), (r, j) in combinations(cells, 2):
            for b, c in product((ZERO, ONE, -ONE), repeat=2):
                yield _with_entry(_with_entry(draft, t, i, b), r, j, c)


def all_entries(_: Claim, draft: Draft) -> Iterator[Draft]:
    """Put every simpler number in the place of every entry: the equal ones at once, and one by one."""
    yield from _simplified(draft, simpler)


def _simplified(draft: Draft, options: Callable[[Fraction], Numbers]) -> Iterator[Draft]:
    for a in sorted({a for row in draft.rows for a in row}, key=simplicity, reverse=True):
        for b in options(a):
            yield replace(draft, rows=tuple(tuple(b if x == a else x for x in row) for row in draft.rows))
    for t, row in enumerate(draft.rows):
        for i, a in enumerate(row):
            for b in options(a):
                yield _with_entry(draft, t, i, b)


def _with_entry(draft: Draft, t: int, i: int, value: Fraction) -> Draft:
    return replace(draft, rows=_put(draft.rows, t, _put(draft.rows[t], i, value)))


def outcomes(_: Claim, draft: Draft) -> Iterator[Draft]:
    """Simplify outcomes: all together, then one by one."""
    simple: tuple[Outcome, ...] = (1, -1)
    if any(isinstance(y, Interval) for y in draft.outcomes):
        simple = SIMPLE_INTERVALS
    for outcome in simple:
        yield replace(draft, outcomes=(outcome,) * len(draft.outcomes))
    for t, y in enumerate(draft.outcomes):
        for option in _simpler_outcomes(y):
            yield replace(draft, outcomes=_put(draft.outcomes, t, option))


SIMPLE_INTERVALS = tuple(map(Interval.parse, ("[0,oo)", "[1,oo)", "[2,oo)", "[3,oo)", "0", "1")))


def _simpler_outcomes(outcome: Outcome) -> Iterator[Outcome]:
    if not isinstance(outcome, Interval):
        yield -outcome
        return
    yield from SIMPLE_INTERVALS
    lo, hi = outcome.lo, outcome.hi
    if lo is not None and hi is not None:
        yield Interval(lo, None, outcome.lo_closed)
        yield Interval(None, hi, True, outcome.hi_closed)
    if not outcome.lo_closed or not outcome.hi_closed:
        yield Interval(lo, hi)
    if isinstance(lo, Fraction):
        for end in simpler(lo):
            if hi is None or (isinstance(hi, Fraction) and end < hi):
                yield Interval(end, hi, outcome.lo_closed, outcome.hi_closed)
    if isinstance(hi, Fraction):
        for end in simpler(hi):
            if lo is None or (isinstance(lo, Fraction) and lo < end):
                yield Interval(lo, end, outcome.lo_closed, outcome.hi_closed)


def parameters(claim: Claim, draft: Draft) -> Iterator[Draft]:
    """Leave the norms to be derived; set every other parameter to every simpler number; then two at a time."""
    if claim.geometry:
        for symbol, _ in draft.parameters:
            if symbol in NORMS:
                yield draft.without(symbol)
    for symbol, value in draft.parameters:
        for option in simpler(value, integer=claim.whole(symbol)):
            yield draft.setting(symbol, option)
    for (first, a), (second, b) in combinations(draft.parameters, 2):
        for one, two in product(_few(a, claim.whole(first)), _few(b, claim.whole(second))):
            yield draft.setting(first, one).setting(second, two)


def _few(value: Number, whole: bool) -> Iterator[Fraction]:
    """Yield values of a parameter that is changed together with others."""
    yield from (option for option in FEW if option.denominator == 1 or not whole)
    if isinstance(value, Fraction) and not whole:
        yield from (rounded((value,), d)[0] for d in (1, 2, 4, 10))


def columns(_: Claim, draft: Draft) -> Iterator[Draft]:
    """Put every simpler number in the place of every number in the claim's own columns."""
    for place, value in enumerate(draft.in_columns):
        for option in simpler(value):
            yield draft.with_column_number(place, option)


def vectors(_: Claim, draft: Draft) -> Iterator[Draft]:
    """Simplify comparator and start vector: all entries together, then one by one; explicit norms may follow."""
    if draft.u is not None:
        for u in _simpler_vectors(draft.u):
            yield replace(draft, u=u)
    if draft.start is not None:
        for start in _simpler_vectors(draft.start):
            yield replace(draft, start=start)


def sequences(_: Claim, draft: Draft) -> Iterator[Draft]:
    """Have the comparator change less often; then all that are equal made simpler, entry by entry, and all scaled."""
    each = draft.each
    if each is None:
        return
    for t in range(1, len(each)):
        yield replace(draft, each=(*each[:t], *[each[t - 1]] * (len(each) - t)))
        yield replace(draft, each=(*[each[t]] * t, *each[t:]))
        yield replace(draft, each=_put(each, t, each[t - 1]))
        yield replace(draft, each=_put(each, t - 1, each[t]))
    for u in dict.fromkeys(each):
        for other in _simpler_vectors(u):
            yield replace(draft, each=tuple(other if v == u else v for v in each))
    for factor in _factors([a for u in each for a in u]):
        yield replace(draft, each=tuple(scaled(u, factor) for u in each))


def _simpler_vectors(values: Numbers) -> Iterator[Numbers]:
    yield from ((whole,) * len(values) for whole in (ZERO, ONE, -ONE, Fraction(2)))
    yield from (_coarse(values, size) for size in SIZES)
    yield from (rounded(values, d) for d in range(1, 13))
    for i, value in enumerate(values):
        yield from (_put(values, i, option) for option in simpler(value))
    for a in sorted(set(values), key=simplicity, reverse=True):
        yield from (tuple(b if x == a else x for x in values) for b in simpler(a))


def together(claim: Claim, draft: Draft) -> Iterator[Draft]:
    """Try all small values of the comparator, alone and with one parameter, where they are few."""
    if draft.u is None:
        return
    choices = list(product(FEW, repeat=draft.n)) if len(FEW) ** draft.n <= TOGETHER else []
    choices = choices or [u for u in product(FEW[:3], repeat=draft.n) if len(FEW[:3]) ** draft.n <= TOGETHER]
    for u in choices:
        yield replace(draft, u=u)
    for symbol, value in draft.parameters:
        options = list(dict.fromkeys(_few(value, claim.whole(symbol))))
        if len(choices) * len(options) <= TOGETHER:
            for option, u in product(options, choices):
                yield replace(draft, u=u).setting(symbol, option)
