"""Everything at a few scales: a bound that is not homogeneous in U, X or a rate falls to a trial or two.

The smallest tight sequences (one example, the same twice, two that are orthogonal, opposite ends in turn) with examples
multiplied by c and the comparator by d, for small, large and unlike c and d. The rates follow as the algorithm does:
eta as d/c, and as 1/c**2, so that a bound with U where U**2 belongs is seen off U = 1.
"""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from typing import Any

from adversaries.generate.pools import by_outcome
from bounds import symbols as s
from bounds.claims.claim import Claim, Comparator, Outcomes
from bounds.data.interval import Interval, Outcome
from bounds.data.trials import Trials
from bounds.data.vectors import Example
from bounds.instances import Instance

SCALES = tuple(
    (Fraction(c), Fraction(d))
    for c, d in (("1", "1/2"), ("1", "100"), ("100", "1/100"), ("1/2", "1"), ("1/100", "1/100"), ("10", "10"))
)
"""Factors of the examples and of the comparator; where the comparator separates, it is made longer."""

AGAINST = (Fraction(1, 1000), Fraction(-1, 100))
"""The same for losses that are slopes, against them: squares of such short slopes are too small."""

SHAPES: tuple[tuple[str, tuple[tuple[int, ...], ...], tuple[int, ...]], ...] = (
    ("one example", ((1,),), (1,)),
    ("one example twice", ((1,), (1,)), (1,)),
    ("two orthogonal examples", ((1, 0), (0, 1)), (1, 1)),
)
"""Rows, and the comparator that they are all 1 for."""

PLAIN = (Outcomes.INTERVALS, Outcomes.LABELS, Outcomes.POINTS)


def instances(claim: Claim) -> Iterator[tuple[str, Instance]]:
    """Yield the smallest sequences at every scale, for claims about examples and comparators of any size."""
    if claim.outcomes not in PLAIN or claim.comparator not in (Comparator.ANY, Comparator.SEPARATING, Comparator.NONE):
        return
    if claim.start == "positive":  # its sum is U
        return
    of_slopes = claim.comparator is Comparator.ANY and not by_outcome(claim)
    for c, d in (*SCALES, *([AGAINST] if of_slopes else [])):
        if claim.comparator is Comparator.SEPARATING and c * d < 1:
            d = 2 / c
        for name, rows, u in SHAPES:
            comparator = None if claim.comparator is Comparator.NONE else Example(u).scaled(d)
            trials = Trials.of([[c * a for a in row] for row in rows], _outcomes(claim, c * d, len(rows)), len(u))
            for rates in _rates(claim, c, d):
                said = "".join(f", {symbol} = {value}" for symbol, value in rates.items() if symbol in claim.free)
                yield f"{name}, X = {c}, u = {d}{said}", Instance(trials, comparator, rates)
            if claim.outcomes is not Outcomes.LABELS and name == "one example twice":
                yield f"far-out ends, X = {c}", _turning(claim, c, d)


def _outcomes(claim: Claim, reached: Fraction, count: int) -> list[Outcome]:
    """Return outcomes on which the comparator, which predicts ``reached``, has no loss."""
    if claim.outcomes is Outcomes.LABELS:
        return [1] * count
    return [Interval(reached, reached if claim.outcomes is Outcomes.POINTS else None)] * count


def _turning(claim: Claim, c: Fraction, d: Fraction) -> Instance:
    """Return one example twice, to be predicted far above and far below, against u = 0."""
    far = 100 * max(c, Fraction(1)) * max(d, Fraction(1))
    trials = Trials.of([[c], [c]], [Interval.point(far), Interval.point(-far)], 1)
    u = None if claim.comparator is Comparator.NONE else Example([0])
    return Instance(trials, u, next(_rates(claim, c, d)))


def _rates(claim: Claim, c: Fraction, d: Fraction) -> Iterator[dict[Any, Fraction]]:
    """Yield values of the claim's free parameters: rates of the right size for these scales, and others as they are."""
    others = {symbol: usual_value(claim, symbol) for symbol in claim.free if symbol not in (s.eta, s.U, s.X)}
    d = abs(d)
    sizes = {s.U: d} if s.U in claim.free else {}
    if s.eta not in claim.free:
        yield {**others, **sizes}
        if s.tau in claim.free:
            yield {**others, **sizes, s.tau: c * d / 2}
        return
    for rate in dict.fromkeys((d / c, 1 / c**2, d / c / 2, 1 / c**2 / 2)):
        yield {**others, **sizes, s.eta: rate}


def usual_value(claim: Claim, symbol: Any) -> Fraction:
    """Return a value of a free parameter that is mostly allowed: 2 where it counts, half of its upper end, or 1."""
    if claim.whole(symbol) or symbol == s.p:
        return Fraction(2)
    end = claim.ranges[symbol].number
    return Fraction(1) if end is None else end / 2
