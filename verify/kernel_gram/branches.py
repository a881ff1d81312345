"""The branches of a rule, as pieces of the line on which the prediction lies.

Where outcomes are labels, a trial (x, -1) is the trial (-x, +1) of a learner that is odd, and oddness is checked.
Where they are intervals, an update says on which side of the outcome the prediction was, and one with side = -1 is
one with side = 1 for -x; the outcome that costs the comparator least is [a, oo) with a large, and then the learner
loses a - tau - q and the comparator at least a - p, in all p - q - tau. Other trials cost the learner nothing.
"""

from __future__ import annotations

import itertools
from collections.abc import Callable, Mapping, Sequence
from fractions import Fraction
from typing import Any, NamedTuple

from verify.kernel import ONE, ZERO, Number, sign, size, spend
from verify.kernel_gram.formulas import Affine, GramScope, rational
from verify.kernel_gram.numbers import Refused

MAX_CELLS = 60


class Branch(NamedTuple):
    """What a rule does where low <= q <= high: the new states, and the gain, the least of affine functions of q."""

    low: Fraction | None
    high: Fraction | None
    states: Mapping[str, Mapping[str, Number]]
    gains: tuple[Affine, ...]
    against: bool = False  # the gain is p - q - tau: the comparator's prediction enters with 1

    @property
    def idle(self) -> bool:
        """Whether the state stays as it is and nothing is gained."""
        still = all(dict(terms) == {name: ONE} for name, terms in self.states.items())
        return still and not self.against and self.most is not None and self.most <= 0

    @property
    def corners(self) -> list[Fraction]:
        """The ends of the branch, and where two of the affine functions cross on it."""
        spend(len(self.gains) * size(self.gains))
        pairs = [(a, b) for a, b in itertools.combinations(self.gains, 2) if a.slope != b.slope]
        crossings = [(b.constant - a.constant) / rational(a.slope - b.slope) for a, b in pairs]
        low, high = self.low, self.high
        inside = [q for q in crossings if (low is None or low < q) and (high is None or q < high)]
        return [*(end for end in (low, high) if end is not None), *inside]

    @property
    def most(self) -> Fraction | None:
        """The supremum of the gain, which is concave: at a corner, for x = 0; None where it is infinite."""
        slopes = [sign(gain.slope) for gain in self.gains]
        if any(sign(gain.norm) > 0 for gain in self.gains):
            return None
        if (self.low is None and max(slopes) < 0) or (self.high is None and min(slopes) > 0):
            return None
        corners = self.corners or [ZERO]
        spend(len(corners) * size(self.gains) + len(self.gains) * size(tuple(corners)))
        return max(min(gain.at(q) for gain in self.gains) for q in corners)


Cell = tuple[Fraction | None, Fraction | None, Any]


def cells(function: Callable[[GramScope], Any], names: Mapping[str, Any]) -> list[Cell]:
    """Return what is found on each open cell of the line and at each end of one; names may stand for Affine."""
    known: dict[Fraction, Any] = {}
    ends: list[Fraction] = []
    while True:
        between = [(a + b) / 2 for a, b in itertools.pairwise(ends)]
        samples = [ends[0] - 1, *ends, *between, ends[-1] + 1] if ends else [ZERO]
        roots = set(ends)
        for q in samples:
            scope = GramScope(names, q)
            known[q] = function(scope)
            roots |= scope.roots
        if len(roots) > MAX_CELLS:
            raise Refused(f"the rule has more than {MAX_CELLS} branches")
        if roots == set(ends):
            break
        ends = sorted(roots)
    if not ends:
        return [(None, None, known[ZERO])]
    middles = [ends[0] - 1, *between, ends[-1] + 1]
    cell: list[Cell] = [(None, ends[0], known[middles[0]])]
    for i, end in enumerate(ends):
        cell += [(end, end, known[end]), (end, ends[i + 1] if i + 1 < len(ends) else None, known[middles[i + 1]])]
    return cell


def merged(branches: Sequence[Branch]) -> list[Branch]:
    """Join neighbours that differ in the gain alone, where it is the least of theirs on both."""
    joined: list[Branch] = []
    for branch in branches:
        if (
            joined
            and joined[-1].states == branch.states
            and joined[-1].high == branch.low
            and branch.low != branch.high
        ):
            left, right, at = joined[-1].gains[-1], branch.gains[0], branch.low
            same = at is not None and left.at(at) == right.at(at) and left.norm == right.norm
            if same and sign(left.slope - right.slope) >= 0:
                gains = joined[-1].gains if left == right else (*joined[-1].gains, *branch.gains)
                joined[-1] = joined[-1]._replace(high=branch.high, gains=gains)
                continue
        joined.append(branch)
    return joined


def branches_of(
    outcome: Callable[[GramScope], tuple[Any, Any]], names: Mapping[str, Any], *, signed: bool = True
) -> list[Branch]:
    """Return the branches of a rule for labels, refused if not odd; ``outcome`` gives new states and gain.

    Where nothing speaks of the label (not ``signed``) it is as good as 1, and no trial has to be flipped.
    """
    labels = (ONE, -ONE) if signed else (ONE,)
    both = [cells(outcome, {**names, "y": y, "yhat": Affine(ZERO, y), "ux": None}) for y in labels]
    ends = sorted({a for side in both for a, b, _ in side if a is not None and a == b})
    pieces = [*zip([None, *ends], [*ends, None], strict=True)]
    branches, points = [], []
    for low, high in pieces:
        states, gain = at_cell(both[0], low, high)
        if at_cell(both[-1], low, high) != (states, gain):
            raise Refused("the rule is not odd: it treats (x, +1) and (-x, -1) differently")
        branches.append(Branch(low, high, states, (gain,)))
    for i, end in enumerate(ends):
        for states, gain in {str(r): r for r in (at_cell(side, end, end) for side in both)}.values():
            beside = [b for b in branches[i : i + 2] if b.states == states and b.gains[0].norm == gain.norm]
            near = [b for b in beside if b.gains[0].at(end) >= gain.at(end)]
            if not near:
                points.append(Branch(end, end, states, (gain,)))
    return merged(branches) + points


def at_cell(side: Sequence[Cell], low: Fraction | None, high: Fraction | None) -> Any:
    """Return what a list of cells has on a part of one, or at a point: at the end of cells that is what is there."""
    point = low is not None and low == high
    spend(len(side) * size((low or ZERO, high or ZERO)))
    for a, b, entry in side:
        if a is not None and a == b:
            if point and low == a:
                return entry
            continue
        above = a is None or (low is not None and (low > a or (low == a and not point)))
        below = b is None or (high is not None and (high < b or (high == b and not point)))
        if above and below:
            return entry
    raise Refused("the branches of the rule do not fit together")
