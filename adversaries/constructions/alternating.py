"""Alternating labels: one example that is now positive, now negative, so that every update is undone.

Or nearly undone: examples that are opposite but for one attribute, by which all of them can be told. A learner that has
to find it makes few mistakes if it takes the loud direction for what it is, and many if it does not, or if one loud
example of the other kind, on which it does not err, makes it distrust what tells.
"""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction

from bounds import symbols as s
from bounds.claims.claim import Claim, Comparator, Outcomes
from bounds.data.interval import Interval, Outcome
from bounds.data.trials import Trials
from bounds.data.vectors import Example
from bounds.formulas.rules import compiled
from bounds.instances import Instance
from bounds.mathematics.geometry import Entropic


def alternating(claim: Claim, length: int, row: list[int], u: Example) -> Instance:
    """Return ``length`` trials on one example whose outcome changes sides every time.

    >>> from boundcheck import theorem
    >>> alternating(theorem("bylander.10"), 2, [1], Example([1])).trials.outcomes
    (1, -1)
    """
    ends: tuple[Outcome, Outcome] = (1, -1)
    if claim.outcomes is Outcomes.INTERVALS:
        ends = (Interval(Fraction(1), None), Interval(None, Fraction(-1)))
    trials = Trials.from_integers([row] * length, 1, [ends[t % 2] for t in range(length)], len(row))
    parameters = {symbol: Fraction(1, 2) for symbol in claim.free if symbol not in (s.U, s.X)}
    if claim.geometry is None or claim.comparator is Comparator.NONE:
        parameters |= {symbol: Fraction(1) for symbol in claim.free if symbol in (s.U, s.X)}
    return Instance(trials, u if claim.comparator is not Comparator.NONE else None, parameters)


def nearly_opposite(claim: Claim, k: int, loud: int) -> Instance:
    """Return (k/2, 1), then (0, loud) if that is not 0, then (-k, 1) and (k, 1) in turn, all positive, with u = (0, 1).

    >>> from boundcheck import theorem
    >>> print(nearly_opposite(theorem("bylander.7"), 4, 0).trials.subsequence(range(3)))
    Trials(l=3, n=2: (2, 1) -> 1; (-4, 1) -> 1; (4, 1) -> 1)
    """
    rows = [[k, 2], *([[0, 2 * loud]] if loud else []), *[[-2 * k, 2], [2 * k, 2]] * TURNS]
    parameters = {symbol: Fraction(1) for symbol in claim.free if symbol not in (s.U, s.X)}
    return Instance(Trials.from_integers(rows, 2, [1] * len(rows), 2), Example([0, 1]), parameters)


TURNS = 8


def _keeps_a_matrix(claim: Claim) -> bool:
    """Tell whether the learner is a rule with a matrix; with roots instead, so many updates would take for ever."""
    rule = None if claim.learner is None else claim.learner.rule
    return rule is not None and "matrix" in compiled(rule).kinds.values()


def instances(claim: Claim) -> Iterator[tuple[str, Instance]]:
    """Yield alternating sequences for claims whose comparator may err."""
    if claim.outcomes not in (Outcomes.INTERVALS, Outcomes.LABELS, Outcomes.MASTER) or claim.start:
        return
    if (
        claim.comparator in (Comparator.SEPARATING, Comparator.SEQUENCE)
        or claim.longer_than is not None
        or claim.family
    ):
        return
    for length in (1, 2, 5, 20):
        for row in ([1], [1, -1], [1, 1, -1]):
            u = Example([1] + [0] * (len(row) - 1))
            yield f"{length} alternating outcomes, n = {len(row)}", alternating(claim, length, row, u)
    if not isinstance(claim.geometry, Entropic) and claim.comparator is Comparator.ANY:
        yield "alternating outcomes against u = 0", alternating(claim, 6, [1, 2], Example([0, 0]))
    if claim.outcomes is Outcomes.LABELS and claim.comparator is Comparator.ANY and _keeps_a_matrix(claim):
        for k, loud in ((1, 0), (10, 0), (1, 100), (10, 100)):
            said = f", after a loud one of {loud}" if loud else ""
            yield f"examples ({k}, 1) and ({-k}, 1) in turn{said}", nearly_opposite(claim, k, loud)
