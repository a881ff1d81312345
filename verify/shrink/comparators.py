"""Comparators for the trials of a shrunk instance: derived exactly, best first."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from fractions import Fraction
from itertools import combinations
from typing import Any

from bounds import symbols as s
from bounds.claims.claim import Claim, Comparator
from bounds.data.interval import Interval, Outcome
from bounds.errors import BoundcheckError, Undecided, UndefinedValue
from bounds.formulas import matrices
from bounds.formulas.matrices import Matrix
from bounds.mathematics.geometry import SIGNED_ENTROPIC, Entropic
from bounds.numbers import Number
from verify.judge.complete import complete
from verify.shrink.draft import NORMS, Draft
from verify.shrink.numbers import ONE, ZERO, Numbers, content, scaled

LARGEST_EXPONENT = 12
"""Largest exponent p for which the comparators of a p-norm learner are derived."""


def solve(matrix: Sequence[Numbers], target: Numbers) -> Numbers | None:
    """Return the solution of a square system, exactly; None if the matrix is singular.

    >>> solve([(Fraction(2), Fraction(0)), (Fraction(1), Fraction(1))], (Fraction(1), Fraction(1)))
    (Fraction(1, 2), Fraction(1, 2))
    """
    try:
        return tuple(matrices.solve(Matrix.of(matrix), target))
    except UndefinedValue:
        return None


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


def side(outcome: Outcome) -> int:
    """Return the direction of an update: towards the label, or from the finite end of the interval."""
    if not isinstance(outcome, Interval):
        return outcome
    return 1 if outcome.lo is not None else -1


def comparators(claim: Claim, draft: Draft) -> Iterator[Numbers]:
    """Propose comparators for the trials of a draft, best first; which of them are legal is for ``check`` to say."""
    n, u = draft.n, draft.u
    if u is None or not n:
        return
    signed = [tuple(side(y) * a for a in row) for row, y in zip(draft.rows, draft.outcomes, strict=True)]
    unit = [tuple(Fraction(int(i == j)) for j in range(n)) for i in range(n)]
    labels = claim.comparator in (Comparator.SEPARATING, Comparator.NOISY, Comparator.GAP)
    proposals: list[Numbers] = []
    if claim.comparator is Comparator.EXPERT:
        proposals = unit
    elif claim.comparator is Comparator.DISJUNCTION:
        proposals = unit if any(u) else []
    elif isinstance(claim.geometry, Entropic):
        corners = unit if claim.geometry is not SIGNED_ENTROPIC else [*unit, *(scaled(row, -ONE) for row in unit)]
        corners += [_combined([ONE / 2, ONE / 2], pair, n) for pair in combinations(corners[:6], 2)]
        worth = _smallest_margin if labels else _total_margin
        corners.sort(key=lambda corner: worth(corner, signed), reverse=True)
        size = sum(map(abs, u), ZERO) or ONE
        proposals = [scaled(corner, size) for corner in corners[:2]]
    elif claim.comparator is Comparator.ANY:
        total = _combined([ONE] * len(signed), signed, n)
        rate = dict(draft.parameters).get(s.eta)
        proposals = [scaled(total, rate)] if isinstance(rate, Fraction) else []
        proposals.append(total)
    elif labels:
        right = [v for v in signed if _dot(v, u) > 0] if claim.comparator is Comparator.NOISY else signed
        best = smallest_separator(right) if 0 < len(right) <= 12 else None
        proposals = [] if best is None else [best]
        p = _exponent(claim, draft)
        if p > 2:
            proposals = [
                _dual(_combined([ONE] * len(signed), signed, n), p),
                *(_dual(row, p) for row in proposals),
                *proposals,
            ]
    if claim.comparator is Comparator.GAP and not {s.U, s.delta} & {symbol for symbol, _ in draft.parameters}:
        proposals = [scaled(row, 1 / content(row)) for row in proposals if any(row)]
    elif labels:
        proposals = [_to_margin_one(row, signed) for row in (*proposals, u)]
    seen = {u}
    for row in proposals:
        if row not in seen and (any(row) or claim.comparator is Comparator.ANY):
            seen.add(row)
            yield row


def _exponent(claim: Claim, draft: Draft) -> int:
    """Return the exponent p of a p-norm learner where it is an integer, else 2."""
    p = dict(draft.parameters).get(s.p, claim.defines.get(s.p))
    return next((k for k in range(3, LARGEST_EXPONENT + 1) if p == k), 2)


def _dual(z: Numbers, p: int) -> Numbers:
    """Return sign(z_i)|z_i|**(p - 1): the u whose u.z is largest for its q-norm."""
    return tuple(a * abs(a) ** (p - 2) for a in z)


def _smallest_margin(u: Numbers, signed: Sequence[Numbers]) -> Fraction:
    return min((_dot(u, v) for v in signed), default=ZERO)


def _total_margin(u: Numbers, signed: Sequence[Numbers]) -> Fraction:
    return sum((_dot(u, v) for v in signed), ZERO)


def _to_margin_one(u: Numbers, signed: Sequence[Numbers]) -> Numbers:
    smallest = min((margin for v in signed if (margin := _dot(u, v)) > 0), default=ONE)
    return scaled(u, 1 / smallest)


def _tight(claim: Claim, draft: Draft, held: Sequence[tuple[Any, Number]]) -> bool:
    """Tell whether the norms held are those that the draft has without them, or it has none."""
    try:
        tight = complete(claim, draft.instance()).parameters
        return all(tight.get(symbol) == value for symbol, value in held)
    except (BoundcheckError, Undecided, ArithmeticError):
        return True


def completions(
    claim: Claim, draft: Draft, *, derive: bool = True, held: Sequence[tuple[Any, Number]] = ()
) -> Iterator[Draft]:
    """Yield the draft with the tightest norms, with its own and with those ``held``.

    Then, if asked to ``derive``, with derived comparators.
    """
    norms = [symbol for symbol, _ in draft.parameters if symbol in NORMS] if claim.geometry else []
    loose = draft.without(*norms)
    if norms:
        yield loose
    yield draft
    if len(norms) < len(held) and not _tight(claim, draft, held):
        yield draft.with_norms(held)
    for u in comparators(claim, draft) if derive else ():
        yield replace(loose, u=u)
        if norms:
            yield replace(draft, u=u)
