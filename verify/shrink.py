"""Minimal counterexamples: fewest trials, then fewest attributes, then the simplest numbers.

Shrinking is a descent in a well-founded order (``cost``). A move proposes smaller instances; a step is taken
only if ``check`` says VIOLATED again, so a move can be wrong without harm. Comparator and norms follow: they are
derived from the trials, exactly, wherever that keeps the violation. At the end, where it can be afforded, every
smaller instance with small integers is enumerated.
"""

from __future__ import annotations

import math
import time
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from fractions import Fraction
from itertools import combinations, product
from typing import Any, TypeAlias

from adversaries.sampling import random_instances
from bounds import symbols as s
from bounds.claim import Claim, Comparator, Outcomes
from bounds.errors import BoundcheckError, Undecided
from bounds.geometry import SIGNED_ENTROPIC, Entropic
from bounds.numbers import Number, floor
from bounds.trials import Instance, Interval, Outcome, Trials, vector
from verify.check import Status, Verdict, check
from verify.complete import complete

Numbers: TypeAlias = tuple[Fraction, ...]

CHECKS = 20000
"""Checks that a shrink may spend; instances of more than FREE_SIZE numbers cost proportionally more."""

FREE_SIZE = 50
DELETIONS = 600
"""Most combinations of joint deletions that are tried before 1-minimality is called."""

DERIVING = 16
"""Numbers in the examples up to which every change of one also tries other comparators."""

DERIVED = 2 * 10**6
"""Products of an attribute with all numbers in the examples up to which a shorter instance tries other comparators."""

SAMPLES = 600
"""Random instances among which a smaller violation is looked for."""

EXHAUSTION = 2000
"""Most checks that an enumeration of all smaller instances may take."""

HUGE = 200_000
"""Numbers in the examples beyond which nothing is tried: taking them apart once takes seconds."""

ZERO, ONE = Fraction(0), Fraction(1)


# --- what is shrunk --------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Draft:
    """An instance taken apart: ``rows`` of shape (l, n), outcomes, comparator, start and explicit parameters.

    Norms U and X that are missing from ``parameters`` are the tightest ones.
    """

    n: int
    rows: tuple[Numbers, ...]
    outcomes: tuple[Outcome, ...]
    u: Numbers | None = None
    start: Numbers | None = None
    parameters: tuple[tuple[Any, Number], ...] = ()

    def __post_init__(self) -> None:
        """Refuse parts that do not fit together."""
        vectors = [*self.rows, *(v for v in (self.u, self.start) if v is not None)]
        if len(self.outcomes) != len(self.rows) or any(len(v) != self.n for v in vectors):
            raise BoundcheckError(f"rows, outcomes and vectors of a draft with {self.n} attributes do not fit together")

    @classmethod
    def of(cls, claim: Claim, instance: Instance) -> Draft:
        """Take an instance apart."""
        trials = instance.trials
        given = [(symbol, value) for symbol, value in instance.parameters.items() if symbol not in claim.defines]
        return cls(
            trials.n,
            tuple(tuple(x) for x in trials.examples),
            trials.outcomes,
            None if instance.comparator is None else tuple(instance.comparator),
            None if instance.start is None else tuple(instance.start),
            tuple(sorted(given, key=lambda item: str(item[0]))),
        )

    def instance(self) -> Instance:
        """Put the instance together."""
        return Instance(
            Trials.of(self.rows, self.outcomes, self.n),
            None if self.u is None else vector(self.u),
            dict(self.parameters),
            None if self.start is None else vector(self.start),
        )

    def keeping(self, trials: Iterable[int], attributes: Iterable[int]) -> Draft:
        """Return the draft with these trials and attributes only."""
        kept = tuple(attributes)
        trials = tuple(trials)
        return replace(
            self,
            n=len(kept),
            rows=tuple(_pick(self.rows[t], kept) for t in trials),
            outcomes=tuple(self.outcomes[t] for t in trials),
            u=None if self.u is None else _pick(self.u, kept),
            start=None if self.start is None else _pick(self.start, kept),
        )

    def without(self, *symbols: Any) -> Draft:
        """Return the draft without these explicit parameters."""
        return replace(self, parameters=tuple(item for item in self.parameters if item[0] not in symbols))

    def setting(self, symbol: Any, value: Number) -> Draft:
        """Return the draft with another value of an explicit parameter."""
        return replace(self, parameters=tuple((k, value if k == symbol else v) for k, v in self.parameters))


def _pick(values: Numbers, indices: Sequence[int]) -> Numbers:
    return tuple(values[i] for i in indices)


def simplicity(number: Number) -> int:
    """Rank a number: 0, then 1, then 2 and 1/2, and so on; irrational numbers come last.

    >>> [simplicity(Fraction(x)) for x in ("0", "1", "-1", "1/2", "-7/3")]
    [0, 1, 1, 2, 9]
    """
    if isinstance(number, Fraction):
        return abs(number.numerator) + number.denominator - 1
    return 10**6 + len(str(number))


def _outcome_cost(outcome: Outcome) -> int:
    """Rank outcomes: +1 before -1, and intervals by their ends, lower ends and closed ends first."""
    if not isinstance(outcome, Interval):
        return 0 if outcome == 1 else 1
    low = 0 if outcome.lo is None else 1 + simplicity(outcome.lo) + (not outcome.lo_closed)
    high = 0 if outcome.hi is None else 2 + simplicity(outcome.hi) + (not outcome.hi_closed)
    return low + high


Cost: TypeAlias = tuple[Any, ...]


def cost(draft: Draft) -> Cost:
    """Order drafts: trials, attributes, largest entry, sum of entries, outcomes, signs, parameters, vectors, order."""
    entries = [a for row in draft.rows for a in row]
    sizes = list(map(simplicity, entries))
    signed = [*entries, *(draft.u or ())]
    return (
        len(draft.rows),
        draft.n,
        max(sizes, default=0),
        sum(sizes),
        sum(map(_outcome_cost, draft.outcomes)),
        sum(a < 0 for a in signed),
        sum(1 + simplicity(value) for _, value in draft.parameters),
        sum(map(simplicity, draft.u or ())),
        sum(map(simplicity, draft.start or ())),
        tuple(-a for a in entries),
        tuple(-a for a in draft.u or ()),
        tuple((value < 0) if isinstance(value, Fraction) else False for _, value in draft.parameters),
    )


# --- comparators, exactly --------------------------------------------------------------------------------


def solve(matrix: Sequence[Numbers], target: Numbers) -> Numbers | None:
    """Return the solution of a square system, exactly; None if the matrix is singular.

    >>> solve([(Fraction(2), Fraction(0)), (Fraction(1), Fraction(1))], (Fraction(1), Fraction(1)))
    (Fraction(1, 2), Fraction(1, 2))
    """
    rows = [[*row, b] for row, b in zip(matrix, target, strict=True)]
    for i in range(len(rows)):
        pivot = next((j for j in range(i, len(rows)) if rows[j][i]), None)
        if pivot is None:
            return None
        rows[i], rows[pivot] = rows[pivot], rows[i]
        rows[i] = [a / rows[i][i] for a in rows[i]]
        for j in range(len(rows)):
            if j != i and rows[j][i]:
                factor = rows[j][i]
                rows[j] = [a - factor * b for a, b in zip(rows[j], rows[i], strict=True)]
    return tuple(row[-1] for row in rows)


def _dot(a: Numbers, b: Numbers) -> Fraction:
    return sum((x * y for x, y in zip(a, b, strict=True)), ZERO)


def _combined(weights: Sequence[Fraction], rows: Sequence[Numbers], n: int) -> Numbers:
    return tuple(sum((c * row[i] for c, row in zip(weights, rows, strict=True)), ZERO) for i in range(n))


def smallest_separator(rows: Sequence[Numbers]) -> Numbers | None:
    """Return the u of least 2-norm with u.v >= 1 for every row v, exactly; None if there is none.

    An active set method on the dual: maximise sum a - |sum a_t v_t|**2 / 2 over a >= 0.

    >>> smallest_separator([(Fraction(1), Fraction(0)), (Fraction(0), Fraction(2))])
    (Fraction(1, 1), Fraction(1, 2))
    """
    n = len(rows[0]) if rows else 0
    multipliers = [ZERO] * len(rows)
    while True:
        u = _combined(multipliers, rows, n)
        short = [1 - _dot(row, u) for row in rows]
        entering = max(range(len(rows)), key=lambda t: short[t], default=0)
        if not rows or short[entering] <= 0:
            return u
        active = [t for t, a in enumerate(multipliers) if a]
        while True:
            wanted = _stationary(rows, active, entering)
            if wanted is None:  # v_entering depends on the active rows: move along the dependence
                step = _dependence(rows, active, entering)
                blocking = {t: -multipliers[t] / d for t, d in step.items() if d < 0}
                if not blocking:
                    return None
                length = min(blocking.values())
            else:
                step = {t: wanted[t] - multipliers[t] for t in wanted}
                blocking = {t: -multipliers[t] / d for t, d in step.items() if d < 0 and wanted[t] <= 0}
                length = min([ONE, *blocking.values()])
            for t, d in step.items():
                multipliers[t] += length * d
            for t in [t for t in active if multipliers[t] == 0]:
                active.remove(t)
            if wanted is not None and length == 1:
                break


def _stationary(rows: Sequence[Numbers], active: list[int], entering: int) -> dict[int, Fraction] | None:
    support = [*active, entering]
    solution = solve([tuple(_dot(rows[i], rows[j]) for j in support) for i in support], (ONE,) * len(support))
    return None if solution is None else dict(zip(support, solution, strict=True))


def _dependence(rows: Sequence[Numbers], active: list[int], entering: int) -> dict[int, Fraction]:
    """Return the direction that adds v_entering and takes the same vector away from the active rows."""
    gram = [tuple(_dot(rows[i], rows[j]) for j in active) for i in active]
    weights = solve(gram, tuple(_dot(rows[i], rows[entering]) for i in active)) or ()
    return {entering: ONE, **{t: -c for t, c in zip(active, weights, strict=True)}}


def _side(outcome: Outcome) -> int:
    """Return the direction of an update: towards the label, or from the finite end of the interval."""
    if not isinstance(outcome, Interval):
        return outcome
    return 1 if outcome.lo is not None else -1


def comparators(claim: Claim, draft: Draft) -> Iterator[Numbers]:
    """Propose comparators for the trials of a draft, best first; which of them are legal is for ``check`` to say."""
    n, u = draft.n, draft.u
    if u is None or not n:
        return
    signed = [tuple(_side(y) * a for a in row) for row, y in zip(draft.rows, draft.outcomes, strict=True)]
    unit = [tuple(Fraction(int(i == j)) for j in range(n)) for i in range(n)]
    labels = claim.comparator in (Comparator.SEPARATING, Comparator.NOISY, Comparator.GAP)
    found: list[Numbers] = []
    if claim.comparator is Comparator.EXPERT:
        found = unit
    elif claim.comparator is Comparator.DISJUNCTION:
        found = unit if any(u) else []
    elif isinstance(claim.geometry, Entropic):
        corners = unit if claim.geometry is not SIGNED_ENTROPIC else [*unit, *(_scaled(row, -ONE) for row in unit)]
        corners += [_combined([ONE / 2, ONE / 2], pair, n) for pair in combinations(corners[:6], 2)]
        worth = _smallest_margin if labels else _total_margin
        corners.sort(key=lambda corner: worth(corner, signed), reverse=True)
        size = sum(map(abs, u), ZERO) or ONE
        found = [_scaled(corner, size) for corner in corners[:2]]
    elif claim.comparator is Comparator.ANY:
        total = _combined([ONE] * len(signed), signed, n)
        rate = dict(draft.parameters).get(s.eta)
        found = [_scaled(total, rate)] if isinstance(rate, Fraction) else []
        found.append(total)
    elif labels:
        right = [v for v in signed if _dot(v, u) > 0] if claim.comparator is Comparator.NOISY else signed
        best = smallest_separator(right) if 0 < len(right) <= 12 else None
        found = [] if best is None else [best]
    if labels:
        found = [_to_margin_one(row, signed) for row in (*found, u)]
    seen = {u}
    for row in found:
        if row not in seen and (any(row) or claim.comparator is Comparator.ANY):
            seen.add(row)
            yield row


def _scaled(row: Numbers, factor: Fraction) -> Numbers:
    return tuple(factor * a for a in row)


def _smallest_margin(u: Numbers, signed: Sequence[Numbers]) -> Fraction:
    return min((_dot(u, v) for v in signed), default=ZERO)


def _total_margin(u: Numbers, signed: Sequence[Numbers]) -> Fraction:
    return sum((_dot(u, v) for v in signed), ZERO)


def _to_margin_one(u: Numbers, signed: Sequence[Numbers]) -> Numbers:
    smallest = min((margin for v in signed if (margin := _dot(u, v)) > 0), default=ONE)
    return _scaled(u, 1 / smallest)


def completions(claim: Claim, draft: Draft, *, derive: bool = True) -> Iterator[Draft]:
    """Yield the draft with its own comparator and norms, then (if asked to ``derive``) with derived comparators."""
    norms = [symbol for symbol, _ in draft.parameters if symbol in (s.U, s.X)] if claim.geometry else []
    loose = draft.without(*norms)
    if norms:
        yield loose
    yield draft
    for u in comparators(claim, draft) if derive else ():
        yield replace(loose, u=u)
        if norms:
            yield replace(draft, u=u)


# --- moves -----------------------------------------------------------------------------------------------

Move: TypeAlias = Callable[[Claim, Draft], Iterator[Draft]]
"""Proposes changed drafts; those that are not simpler or do not violate are passed over."""


def chunks(_: Claim, draft: Draft) -> Iterator[Draft]:
    """Delete runs of trials, and of attributes: halves first, then ever shorter ones."""
    everywhere, always = range(draft.n), range(len(draft.rows))
    for first, last in _runs(len(draft.rows)):
        yield draft.keeping([t for t in always if not first <= t < last], everywhere)
    for first, last in _runs(draft.n):
        yield draft.keeping(always, [i for i in everywhere if not first <= i < last])


def _runs(size: int) -> Iterator[tuple[int, int]]:
    length = size // 2
    while length >= 2:
        for first in range(0, size, length):
            yield first, first + length
        length //= 2


def updates_only(claim: Claim, draft: Draft) -> Iterator[Draft]:
    """Keep the trials on which the learner updates."""
    if claim.learner is not None and draft.rows:
        steps = claim.case(complete(claim, draft.instance())).run.steps
        yield draft.keeping([i for i, step in enumerate(steps) if step.side], range(draft.n))


def deletion_levels(trials: int, attributes: int) -> list[tuple[int, int]]:
    """Return the numbers (of trials, of attributes) deleted together, few first, as far as they are affordable.

    >>> deletion_levels(2, 1)
    [(1, 0), (2, 0)]
    """
    levels = [(k, c) for k, c in product(range(4), range(3)) if (k or c) and k <= trials and c < max(attributes, 1)]
    levels.sort(key=lambda level: (sum(level), level[1]))
    affordable: list[tuple[int, int]] = []
    combined = 0
    for k, c in levels:
        combined += math.comb(trials, k) * math.comb(attributes, c)
        if affordable and combined > DELETIONS:
            break
        affordable.append((k, c))
    return affordable


def single_deletions(_: Claim, draft: Draft) -> Iterator[Draft]:
    """Delete one trial, one attribute, or one of each."""
    yield from _deleted(draft, [(1, 0), (0, 1), (1, 1)])


def deletions(_: Claim, draft: Draft) -> Iterator[Draft]:
    """Delete up to three trials and up to two attributes together."""
    yield from _deleted(draft, deletion_levels(len(draft.rows), draft.n))


def _deleted(draft: Draft, levels: Sequence[tuple[int, int]]) -> Iterator[Draft]:
    everywhere, always = range(draft.n), range(len(draft.rows))
    for k, c in levels:
        for trials, attributes in product(combinations(always, k), combinations(everywhere, c)):
            yield draft.keeping([t for t in always if t not in trials], [i for i in everywhere if i not in attributes])


def far_outcomes(claim: Claim, draft: Draft) -> Iterator[Draft]:
    """Put far-out intervals in the direction of each update (Lemma 1 of Bylander 1998), and delete as well."""
    if claim.outcomes is not Outcomes.INTERVALS or not draft.rows:
        return
    steps = claim.case(complete(claim, draft.instance())).run.steps
    rows = tuple(_scaled(row, Fraction(step.side or 1)) for row, step in zip(draft.rows, steps, strict=True))
    length = len(rows)
    for deleted in range(min(length, 4)):
        for trials in combinations(range(length), deleted) if length**deleted <= DELETIONS else ():
            for end in (1, 2, 4, 16):
                far = (Interval(Fraction(end), None),) * length
                yield replace(draft, rows=rows, outcomes=far).keeping(
                    [t for t in range(length) if t not in trials], range(draft.n)
                )


RATES = (s.eta, s.tau, s.a)
"""Parameters that scale with the examples."""


def coarser(_: Claim, draft: Draft) -> Iterator[Draft]:
    """Round all entries to small integers; comparator and rates may follow the scale."""
    largest = max((abs(a) for row in draft.rows for a in row), default=ZERO)
    for size in (1, 2, 3, 4, 6, 8, 12, 16, 24, 32, 64):
        if largest > size:
            factor = Fraction(size) / largest
            rows = tuple(tuple(Fraction(round(a * factor)) for a in row) for row in draft.rows)
            yield from _rescaled(replace(draft, rows=rows), factor)


def _rescaled(draft: Draft, factor: Fraction) -> Iterator[Draft]:
    """Yield a draft whose rows were multiplied by a factor, with a comparator and rates that follow."""
    opposite = draft if draft.u is None else replace(draft, u=_scaled(draft.u, 1 / factor))
    yield opposite
    for symbol, value in draft.parameters:
        if symbol in RATES:
            yield opposite.setting(symbol, value / factor)
            yield opposite.setting(symbol, value / (factor * factor))


def scalings(_: Claim, draft: Draft) -> Iterator[Draft]:
    """Divide all examples, or one, by what their entries have in common; comparator and rates may follow."""
    common = _content(a for row in draft.rows for a in row)
    if common not in (0, 1):
        rows = tuple(_scaled(row, 1 / common) for row in draft.rows)
        yield replace(draft, rows=rows)
        yield from _rescaled(replace(draft, rows=rows), 1 / common)
        yield replace(draft, rows=rows, outcomes=tuple(_stretched(y, 1 / common) for y in draft.outcomes))
    for t, row in enumerate(draft.rows):
        own = _content(row)
        if own not in (0, 1):
            yield replace(draft, rows=_put(draft.rows, t, _scaled(row, 1 / own)))


def _content(values: Iterable[Fraction]) -> Fraction:
    """Return the largest c > 0 such that all values are integer multiples of c (0 if all are zero)."""
    nonzero = [value for value in values if value]
    denominator = math.lcm(*(value.denominator for value in nonzero))
    return Fraction(math.gcd(*(int(value * denominator) for value in nonzero)), denominator)


def _stretched(outcome: Outcome, factor: Fraction) -> Outcome:
    """Return ``factor`` times an interval; a negative factor mirrors it, and a label."""
    if not isinstance(outcome, Interval):
        return outcome if factor > 0 else -outcome
    lo, hi = (None if end is None else factor * end for end in (outcome.lo, outcome.hi))
    if factor > 0:
        return Interval(lo, hi, outcome.lo_closed, outcome.hi_closed)
    return Interval(hi, lo, outcome.hi_closed, outcome.lo_closed)


def _put(values: Sequence[Any], index: int, value: Any) -> tuple[Any, ...]:
    return (*values[:index], value, *values[index + 1 :])


def _simpler(value: Fraction) -> list[Fraction]:
    """Return numbers to put in the place of an entry, simplest first."""
    options = [ZERO, ONE, -ONE, abs(value), Fraction(round(value)), *(value.limit_denominator(d) for d in (2, 3, 10))]
    step = abs(value)
    while step >= 1:  # halfway to zero, a quarter of the way, an eighth ...
        step /= 2
        options.append(Fraction(int(value - step if value > 0 else value + step)))
    unique = dict.fromkeys(options)
    return [b for b in unique if (simplicity(b), b < 0) < (simplicity(value), value < 0)]


def entries(_: Claim, draft: Draft) -> Iterator[Draft]:
    """Simplify entries: all that are equal at once, one by one, and two at a time where there are few."""
    values = sorted({a for row in draft.rows for a in row}, key=lambda a: (-simplicity(a), a))
    for a in values:
        for b in _simpler(a):
            yield replace(draft, rows=tuple(tuple(b if x == a else x for x in row) for row in draft.rows))
    cells = [(t, i) for t in range(len(draft.rows)) for i in range(draft.n)]
    for t, i in cells:
        for b in _simpler(draft.rows[t][i]):
            yield replace(draft, rows=_put(draft.rows, t, _put(draft.rows[t], i, b)))
    if len(cells) <= 9:
        for (t, i), (r, j) in combinations(cells, 2):
            for b, c in product((ZERO, ONE, -ONE), repeat=2):
                rows = _put(draft.rows, t, _put(draft.rows[t], i, b))
                yield replace(draft, rows=_put(rows, r, _put(rows[r], j, c)))


def signs(_: Claim, draft: Draft) -> Iterator[Draft]:
    """Turn labels to +1 and intervals upwards, trial by trial and all together; flip and sort attributes."""

    def folded(turned: Iterable[int]) -> Draft:
        chosen = set(turned)
        return replace(
            draft,
            rows=tuple(_scaled(row, -ONE) if t in chosen else row for t, row in enumerate(draft.rows)),
            outcomes=tuple(_stretched(y, -ONE) if t in chosen else y for t, y in enumerate(draft.outcomes)),
        )

    downward = [t for t, y in enumerate(draft.outcomes) if _side(y) < 0]
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
        )
    columns = sorted(
        range(draft.n), key=lambda i: tuple(-row[i] for row in (*draft.rows, *([draft.u] if draft.u else [])))
    )
    yield draft.keeping(range(len(draft.rows)), columns)


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
        for end in _simpler(lo):
            if hi is None or (isinstance(hi, Fraction) and end < hi):
                yield Interval(end, hi, outcome.lo_closed, outcome.hi_closed)
    if isinstance(hi, Fraction):
        for end in _simpler(hi):
            if lo is None or (isinstance(lo, Fraction) and lo < end):
                yield Interval(lo, end, outcome.lo_closed, outcome.hi_closed)


SIMPLE = sorted(
    {Fraction(p, q) for p in range(1, 11) for q in range(1, 11) if p + q <= 11},
    key=lambda value: (simplicity(value), -value),
)


def parameters(claim: Claim, draft: Draft) -> Iterator[Draft]:
    """Leave the norms to be derived, and set every other parameter to the simplest numbers."""
    norms = [symbol for symbol, _ in draft.parameters if symbol in (s.U, s.X)] if claim.geometry else []
    for symbol in norms:
        yield draft.without(symbol)
    for symbol, value in draft.parameters:
        options: list[Fraction] = [ZERO] if claim.free.get(symbol) == "real" else []
        options += SIMPLE
        options += [_rounded(value, d) for d in (1, 2, 3, 4, 5, 6, 8, 10, 12, 100, 1000)]
        if symbol.is_integer and isinstance(value, Fraction):
            options = [ZERO, *map(Fraction, range(1, 13)), *(Fraction(int(value) // d) for d in (8, 4, 2)), value - 1]
        for option in dict.fromkeys(options):
            if simplicity(option) < simplicity(value):
                yield draft.setting(symbol, option)
        if isinstance(value, Fraction) and value < 0:
            yield draft.setting(symbol, -value)


def _rounded(value: Number, denominator: int) -> Fraction:
    return floor(value * denominator + Fraction(1, 2)) / denominator


def vectors(_: Claim, draft: Draft) -> Iterator[Draft]:
    """Simplify the entries of comparator and start vector: all to the same number, then one by one."""
    if draft.u is not None:
        for u in _simpler_vectors(draft.u):
            yield replace(draft, u=u)
    if draft.start is not None:
        for start in _simpler_vectors(draft.start):
            yield replace(draft, start=start)


def _simpler_vectors(values: Numbers) -> Iterator[Numbers]:
    for whole in (ZERO, ONE):
        yield (whole,) * len(values)
    for i, value in enumerate(values):
        for option in dict.fromkeys([*_simpler(value), Fraction(1, 2), Fraction(2)]):
            if (simplicity(option), option < 0) < (simplicity(value), value < 0):
                yield _put(values, i, option)


MOVES: tuple[Move, ...] = (
    chunks,
    updates_only,
    single_deletions,
    far_outcomes,
    coarser,
    scalings,
    signs,
    entries,
    outcomes,
    parameters,
    vectors,
    deletions,
)


# --- the descent -----------------------------------------------------------------------------------------


class _Spent(Exception):
    """The budget of checks, or the time, is used up."""


@dataclass(frozen=True)
class Shrunk:
    """A violation that was shrunk. ``minimal`` says in words what was established about it.

    ``local`` tells that no move keeps the violation (1-minimality), ``smallest`` that an enumeration of all
    smaller instances with small integers found none.
    """

    verdict: Verdict
    checks: int
    local: bool
    smallest: bool
    minimal: str


@dataclass
class _Shrinker:
    claim: Claim
    verdict: Verdict
    draft: Draft
    budget: int
    deadline: float | None
    checks: int = 0
    spent: int = 0
    failed: dict[Draft, Status | None] = field(default_factory=dict)

    def violation(self, draft: Draft) -> Verdict | None:
        """Return the verdict on a draft if it is VIOLATED; what cannot be judged is no counterexample."""
        if draft in self.failed:
            return None
        size = len(draft.rows) * draft.n
        if self.spent >= self.budget:
            raise _Spent
        self.pause()
        self.checks += 1
        self.spent += 1 + size // FREE_SIZE
        try:
            verdict = check(self.claim, draft.instance())
        except (BoundcheckError, Undecided, ArithmeticError, ValueError, TypeError, LookupError):
            verdict = None
        if verdict is not None and verdict.status is Status.VIOLATED:
            return verdict
        self.failed[draft] = None if verdict is None else verdict.status
        return None

    def pause(self) -> None:
        """End the descent if its time is used up: on long instances even a proposal that is passed over takes long."""
        if self.deadline is not None and time.monotonic() > self.deadline:
            raise _Spent

    def step(self, candidate: Draft) -> bool:
        """Take the candidate, or a completion of it, if it is simpler and still violates."""
        self.pause()
        here = cost(self.draft)
        if candidate.n < 1 or cost(candidate)[:2] > here[:2]:
            return False
        size = len(candidate.rows) * candidate.n
        shorter = size < len(self.draft.rows) * self.draft.n
        derive = size <= DERIVING or (shorter and size * candidate.n <= DERIVED)
        for draft in completions(self.claim, candidate, derive=derive):
            if cost(draft) < here:
                verdict = self.violation(draft)
                if verdict is not None:
                    self.draft, self.verdict = draft, verdict
                    return True
        return False

    def descend(self, moves: Sequence[Move]) -> None:
        """Apply moves until a whole round of them makes no step."""
        moving = True
        while moving:
            moving = False
            for move in moves:
                moving |= self.exhaust(move)

    def exhaust(self, move: Move) -> bool:
        """Try a move's proposals in order; after a step go on at the same place with what is left."""
        done, moved = 0, False
        while True:
            for position, candidate in enumerate(self.proposed(move)):
                if position >= done and self.step(candidate):
                    done, moved = position, True
                    break
            else:
                return moved

    def proposed(self, move: Move) -> Iterator[Draft]:
        """Yield what a move proposes; a proposal that makes no instance ends it."""
        try:
            yield from move(self.claim, self.draft)
        except (BoundcheckError, Undecided, ArithmeticError, LookupError):
            return

    def resampled(self) -> bool:
        """Look for a violation with fewer trials or attributes among random instances, to go on from there."""
        size = len(self.draft.rows), self.draft.n
        if size[0] < 3 or self.claim.outcomes is Outcomes.NONE:
            return False
        for _, instance in random_instances(self.claim, SAMPLES, size[0], max_trials=size[0]):
            if (instance.trials.l, instance.trials.n) < size:
                draft = Draft.of(self.claim, instance)
                verdict = self.violation(draft)
                if verdict is not None:
                    self.draft, self.verdict = draft, verdict
                    return True
        return False

    def enumerated(self) -> tuple[bool, str]:
        """Look for a smaller violation with small integers; the flag tells whether one was found."""
        space = smaller(self.claim, self.draft)
        if isinstance(space, str):
            return False, space
        judged, legal, here = 0, 0, cost(self.draft)
        for draft in space.drafts():
            if cost(draft) < here:
                verdict = self.violation(draft)
                if verdict is not None:
                    self.draft, self.verdict = draft, verdict
                    return True, ""
                judged += 1
                legal += self.failed[draft] is Status.HOLDS
        counted = f"none of {judged} simpler instances does, {legal} of which satisfy the hypotheses"
        return False, f"by exhaustion, {counted} ({space.words})"


def shrink(
    verdict: Verdict,
    *,
    checks: int = CHECKS,
    deadline: float | None = None,
    moves: Sequence[Move] = MOVES,
    resample: bool = True,
) -> Shrunk:
    """Shrink a violated verdict; every step is judged by ``check`` and makes the instance simpler.

    Deterministic, unless ``deadline`` (on the clock of time.monotonic) cuts it short, and then ``minimal`` says
    so. With ``resample`` the descent goes on from smaller violations that random sampling finds. An instance of
    more than HUGE numbers is returned as it is, and ``minimal`` says that. Raises BoundcheckError for a verdict that
    is not VIOLATED.

    >>> from bounds import Trials, theorem, symbols as s
    >>> half = theorem("bylander.5").replace(bound=s.U**2 * s.X**2 / 2)
    >>> S = Trials.of([[2, 2], [-2, 2]], [1, -1])
    >>> shrink(check(half, Instance(S, vector([1, 0]).scaled(Fraction(1, 2))))).verdict.instance.trials
    Trials(l=1, n=1: (1) -> 1)
    """
    if verdict.status is not Status.VIOLATED:
        raise BoundcheckError(f"the verdict is {verdict.status.value}; only a VIOLATED one can be shrunk")
    claim, trials = verdict.claim, verdict.instance.trials
    if trials.numerators.size > HUGE:
        shape = f"{trials.l} x {trials.n} numbers are too many to take apart (more than {HUGE})"
        return Shrunk(verdict, 0, False, False, f"not shown to be minimal: {shape}; nothing smaller was tried")
    shrinker = _Shrinker(claim, verdict, Draft.of(claim, verdict.instance), checks, deadline)
    local, smallest, words = False, False, ""
    try:
        while True:
            local = False
            shrinker.descend(moves)
            local = True
            if resample and shrinker.resampled():
                continue
            found, words = shrinker.enumerated()
            if not found:
                smallest = words.startswith("by exhaustion")
                break
    except _Spent:
        ended = f"after {shrinker.checks} checks"
        words = f"the enumeration of smaller instances was not finished {ended}" if local else f"cut short {ended}"
    return Shrunk(shrinker.verdict, shrinker.checks, local, smallest, _words(shrinker.draft, words, local=local))


def _words(draft: Draft, exhaustion: str, *, local: bool) -> str:
    if not local:
        return f"not shown to be minimal: {exhaustion}"
    levels = ", ".join(f"{k}+{c}" for k, c in deletion_levels(len(draft.rows), draft.n))
    deleted = f"no deletion (trials + attributes: {levels}) and " if levels else ""
    return f"1-minimal: {deleted}no simplification of a number keeps the violation; {exhaustion}"


# --- exhaustion ------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Space:
    """All instances that are enumerated: ``sizes`` (l, n), entries, outcomes; the parameters are those found."""

    claim: Claim
    draft: Draft
    sizes: tuple[tuple[int, int], ...]
    values: tuple[Fraction, ...]
    outcomes: tuple[Outcome, ...]

    @property
    def words(self) -> str:
        """What was enumerated."""
        widest: dict[int, int] = {}
        for l, n in self.sizes:  # noqa: E741
            widest[l] = max(n, widest.get(l, 0))
        sizes = ", ".join(f"{l} x {n}" for l, n in widest.items())  # noqa: E741
        entries = ", ".join(map(str, sorted(self.values)))
        shown = " or ".join(map(str, self.outcomes))
        comparator = "" if self.draft.u is None else "; comparators derived or as found"
        return (
            f"trials x attributes up to {sizes}; entries {entries}, the first example in decreasing order; "
            f"outcomes {shown}{comparator}; other parameters as found"
        )

    def drafts(self) -> Iterator[Draft]:
        """Enumerate, smallest first, with every completion of the comparator."""
        for l, n in self.sizes:  # noqa: E741
            rows = list(product(self.values, repeat=n))
            u = None if self.draft.u is None else self.draft.u[:n]
            given = self.draft.parameters
            for chosen, labels in product(product(rows, repeat=l), product(self.outcomes, repeat=l)):
                if not l or list(chosen[0]) == sorted(chosen[0], reverse=True):
                    yield from completions(self.claim, Draft(n, chosen, labels, u, None, given))


def smaller(claim: Claim, draft: Draft) -> Space | str:
    """Return the space of smaller instances as far as it can be afforded, or why there is none."""
    if claim.outcomes is Outcomes.NONE or draft.start is not None or not draft.rows:
        return "smaller instances were not enumerated"
    l, n = len(draft.rows), draft.n  # noqa: E741
    shown = tuple(sorted({*draft.outcomes, *_usual_outcomes(claim)}, key=_outcome_cost))
    for values in _entry_sets(claim, draft):
        sizes: list[tuple[int, int]] = []
        count = 0
        for j, i in product(range(l + 1), range(1, n + 1)):
            count += math.comb(len(values) + i - 1, i) * len(values) ** (i * (j - 1)) * len(shown) ** j if j else 1
            if count * COMPLETIONS > EXHAUSTION:
                break
            sizes.append((j, i))
        if (l - 1, n) in sizes or (l, 1) in sizes:
            return Space(claim, draft, tuple(sizes), values, shown)
    return "there are too many smaller instances to enumerate"


def _usual_outcomes(claim: Claim) -> tuple[Outcome, ...]:
    return (Interval(ONE, None),) if claim.outcomes is Outcomes.INTERVALS else (1,)


COMPLETIONS = 3
"""About how many comparators are tried on each enumerated instance."""


def _entry_sets(claim: Claim, draft: Draft) -> Iterator[tuple[Fraction, ...]]:
    """Yield the entries to enumerate: integers as large as those found, then 0 and +-1 only."""
    special: dict[Outcomes, tuple[Fraction, ...]] = {
        Outcomes.BOOLEAN: (ZERO, ONE),
        Outcomes.MASTER: (ONE, -ONE),
        Outcomes.EXPERTS: (ZERO, ONE, Fraction(1, 2)),
    }
    if claim.outcomes in special:
        yield special[claim.outcomes]
        return
    largest = max([1, *(math.ceil(abs(a)) for row in draft.rows for a in row)])
    for size in dict.fromkeys((largest, 1)):
        if size <= 20:
            yield tuple(map(Fraction, sorted(range(-size, size + 1), key=lambda a: (abs(a), -a))))
