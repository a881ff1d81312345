"""Ties between two halves of equal weight, many of them: how the mistake bounds of exponential weights become tight.

All attributes outside of the comparator have entries +-1, and those with +1 weigh as much as those with -1, so that
each row is a tie: the relative entropy of the comparator to the weights falls by delta**2/2 (1 + O(delta**2)) a
mistake, and no less is possible. The light ones go up and the heavy ones down, which keeps them alike, so that they can
be halved as long as they outweigh the comparator. What is lost of the bound:

- for u = e_1 against exponential weights, about ln(2 + delta) of ln n, because x_1 = delta spreads less than +-1;
- for k equal weights in u and rows of +-1 on them with mean delta, about ln(1 + delta) of ln(2n/k): little even for
  small n, where the bound charges the entropy of u, as Balanced Winnow's does.

Weights are followed in floats; what is yielded is exact, and small integers throughout.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from fractions import Fraction

import numpy as np

from adversaries.generate.reduced import Goal, Link, form
from adversaries.generate.rounding import proposed
from bounds.claims.claim import Claim
from bounds.data.integer_matrix import Floats, Integers
from bounds.data.vectors import Example
from bounds.instances import Instance

LONGEST = 2000
"""Rows after which a sequence is long enough."""

TIE = 1e-12
"""Weight by which a row may miss a tie in floats, because exact ones are rounded too."""


@dataclass(frozen=True)
class Halves:
    """A plan: u has 1/k on each of the first ``k`` of ``n`` attributes.

    On those a row has ``down`` entries -1 and the rest ``top``/``grid``, and +-1 on all others. ``tried`` is how many
    of the heaviest attributes may go up, if that makes a better tie.
    """

    n: int
    k: int = 1
    down: int = 0
    top: int = 1
    grid: int = 1
    tried: int = 0

    @property
    def delta(self) -> Fraction:
        """The margin of u on each row, which is the learning rate too.

        >>> Halves(6020, grid=3).delta, Halves(32, k=4, down=1).delta
        (Fraction(1, 3), Fraction(1, 2))
        """
        return Fraction((self.k - self.down) * self.top - self.down * self.grid, self.k * self.grid)

    @property
    def comparator(self) -> Example:
        """The comparator, with sum 1."""
        return Example([1] * self.k + [0] * (self.n - self.k), self.k)


def lighter_half(weights: Floats, most: float, tried: int = 0) -> tuple[Integers, float]:
    """Sign attributes so that those with +1 weigh at most ``most``; return the signs and what is left of ``most``.

    The lightest are +1, and so are up to ``tried`` of the heaviest, if that leaves less.

    >>> lighter_half(np.array([1.0, 3.0, 1.0, 2.0]), 4.0)
    (array([ 1, -1,  1,  1]), 0.0)
    """
    order = np.argsort(weights, kind="stable")
    sums = np.concatenate([[0.0], np.cumsum(weights[order])])
    n, best, chosen = len(weights), np.inf, (0, 0)
    for heavy in range(min(tried, n) + 1):
        room = most - (sums[n] - sums[n - heavy])
        if room < -TIE:
            break
        light = min(int(np.searchsorted(sums, room + TIE, side="right")) - 1, n - heavy)
        if room - sums[light] < best - TIE:
            best, chosen = float(room - sums[light]), (light, heavy)
    signs = np.full(n, -1)
    signs[order[: chosen[0]]] = 1
    signs[order[n - chosen[1] :]] = 1
    return signs, best


def rows(link: Link, plan: Halves) -> Integers:
    """Return rows of a plan, in multiples of 1/grid: ties or just mistakes, as many as there are.

    >>> rows(Link.SOFTMAX, Halves(5))
    array([[ 1,  1, -1, -1, -1],
           [ 1, -1,  1, -1, -1]])
    """
    z, examples, scale = np.zeros(plan.n), list[Integers](), float(plan.delta) / plan.grid
    while len(examples) < LONGEST:
        w = np.exp(scale * z) if link is Link.SOFTMAX else np.sinh(scale * z)
        row = _tie(plan, w)
        if row is None:
            break
        examples.append(row)
        z = z + row
    return np.array(examples, dtype=np.int64).reshape(len(examples), plan.n)


def _tie(plan: Halves, w: Floats) -> Integers | None:
    """Return the row that is nearest to a tie from below, for these weights; None if the comparator outweighs all."""
    k, others = plan.k, np.abs(w[plan.k :])
    heads = np.argsort(-w[:k], kind="stable")
    nearest, best = np.inf, None
    for first in range(min(plan.tried, k - plan.down) + 1 if plan.down else 1):
        head = np.full(k, plan.top)
        head[heads[first : first + plan.down]] = -plan.grid
        most = (others.sum() - float(w[:k] @ head) / plan.grid) / 2
        if most < -TIE:
            continue
        signs, left = lighter_half(others, most, plan.tried)
        if left < nearest - TIE:
            nearest, best = left, np.concatenate([head, plan.grid * signs * np.where(w[k:] < 0, -1, 1)])
    return best


UNIT = (Halves(16, grid=2), Halves(48, grid=2), Halves(128, grid=2), Halves(1024, grid=3), Halves(6020, grid=3))
"""Against exponential weights: 0.63, 0.74, 0.80, 0.87 and 0.9001 of 2 ln(n)/delta**2."""

SPREAD = (
    Halves(32, k=4, down=1, tried=2),
    Halves(92, k=4, down=1, tried=2),
    Halves(200, k=9, down=3, tried=2),
    Halves(800, k=9, down=3, tried=2),
)
"""Against exponential weights of both signs: 0.902, 0.914, 0.922 and 0.933 of 2 ln(2n/k)/delta**2."""

MOST = 4
"""How many times longer than in the first round the longest plan gets."""


def plans(link: Link, effort: int = 1) -> tuple[Halves, ...]:
    """Return the plans against these weights, smallest first; with more effort one with more attributes."""
    usual = UNIT if link is Link.SOFTMAX else SPREAD
    return usual if effort == 1 else (replace(usual[-1], n=usual[-1].n * min(effort, MOST)),)


def instances(claim: Claim, seed: int = 0, effort: int = 1) -> Iterator[tuple[str, Instance]]:  # noqa: ARG001
    """Yield these sequences for bounds on the mistakes of exponential weights on separable labels, for any ``seed``."""
    reduced = form(claim)
    if reduced is None or reduced.goal is not Goal.MISTAKES or reduced.noisy or not reduced.entropic:
        return
    for plan in plans(reduced.link, effort):
        ties = rows(reduced.link, plan)
        comparator = f"u on {plan.k} of them, " if plan.k > 1 else ""
        name = f"{len(ties)} ties of two halves, n = {plan.n}, {comparator}delta = {plan.delta}"
        yield from proposed(name, claim, ties.tolist(), plan.grid, plan.comparator, {})
