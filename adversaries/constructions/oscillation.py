"""Two clusters of attributes that pull against each other: the hard case for Exponentiated Update.

For s trials the clusters alternate, which feeds the second-order term of the bound; then a ramp
(1, -1, ..., -1) makes one attribute the only good one, which feeds U ln(n)/eta.
"""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from typing import Any

from adversaries.generate.signed import signed_instance
from bounds import symbols as s
from bounds.claims.claim import Claim, Comparator, Outcomes
from bounds.data.vectors import Example
from bounds.instances import Instance
from bounds.mathematics.geometry import SIGNED_ENTROPIC, Entropic
from bounds.numbers import Number


def two_clusters(n: int, alternating: int, ramp: int) -> list[list[int]]:
    """Return ``alternating`` rows of half against half with changing sign, then ``ramp`` rows (1, -1, ..., -1).

    >>> two_clusters(4, 2, 1)
    [[1, 1, -1, -1], [-1, -1, 1, 1], [1, -1, -1, -1]]
    """
    half = [1] * (n - n // 2) + [-1] * (n // 2)
    rows = [[a if t % 2 == 0 else -a for a in half] for t in range(alternating)]
    return rows + [[1] + [-1] * (n - 1) for _ in range(ramp)]


RATES = tuple(map(Fraction, ("1/16", "1/8", "1/4", "1/2", "1", "2")))


def instances(claim: Claim) -> Iterator[tuple[str, Instance]]:
    """Yield two-cluster sequences with u = e_1 for claims about Exponentiated Update."""
    if not isinstance(claim.geometry, Entropic) or claim.start or claim.comparator is Comparator.NONE:
        return
    if claim.outcomes in (Outcomes.POINTS, Outcomes.EXPERTS, Outcomes.BOOLEAN):
        return
    intervals = claim.outcomes is Outcomes.INTERVALS
    for n in (2, 4, 8):
        for alternating, ramp in ((0, 1), (0, 4), (0, 12), (0, 40), (4, 8), (12, 12), (20, 20)):
            if alternating and not intervals and claim.comparator is Comparator.SEPARATING:
                continue
            rows = two_clusters(n, alternating, ramp)
            u = Example([1] + [0] * (n - 1))
            for parameters in _parameters(claim):
                name = f"{alternating} alternating and {ramp} ramp trials of 2 clusters, n = {n}"
                yield name, signed_instance(claim, rows, u, parameters, far=Fraction(2))


def _parameters(claim: Claim) -> Iterator[dict[Any, Number]]:
    base: dict[Any, Number] = {}
    if s.U not in claim.defines and claim.geometry is SIGNED_ENTROPIC:
        base[s.U] = Fraction(1)
    free = [symbol for symbol in claim.free if symbol in (s.eta, s.tau)]
    if not free:
        yield base
    for symbol in free:
        for rate in RATES:
            yield {**base, symbol: rate}
