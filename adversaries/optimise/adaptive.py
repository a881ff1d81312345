"""Greedy opponents that look into the learner's state: each row is chosen against the weights of the moment.

Against exponential weights, ties: rows with w.v just at or below 0 that are as spread as possible, so that each
mistake moves the relative entropy least. Against weighted votes, a wrong half. Against the Perceptron and p-norm
learners, rows nearly orthogonal to the weights. Weights are followed in floats; what is yielded is exact.
"""

from __future__ import annotations

import random
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

import numpy as np

from adversaries.constructions.experts import counts_mistakes, erring_rounds, expert_trials, wrong_half
from adversaries.generate.reduced import Form, Goal, Link, form, weights
from adversaries.generate.rounding import proposed, rate_limit, tie_label
from adversaries.optimise import greedy
from bounds import symbols as s
from bounds.claims.claim import Claim, Comparator, Outcomes
from bounds.claims.variants import theorem_id
from bounds.data.integer_matrix import Floats
from bounds.data.trials import Trials
from bounds.data.vectors import Example
from bounds.instances import Instance

GRID = 256
"""Entries of rows are multiples of 1/GRID."""


def balanced(w: Floats, first: int, *, whole: bool = False, grid: int = GRID) -> list[int] | None:
    """Return a row (first, s_2, ..., s_n), in multiples of 1/grid, with w.v at most 0 and as near to it as can be.

    All s_i are +-grid but one, the heaviest that can take up what is left (none with ``whole``). None if even
    s_i = -grid everywhere makes w.v positive. The heaviest weights are signed first, downwards.

    >>> balanced(np.array([0.25, 0.5, 0.25]), 256)
    [256, -256, 256]
    """
    n = len(w)
    row = [first] + [-grid] * (n - 1)
    left = -float(w @ np.array(row))  # how far below 0 the product is
    if left < -1e-12:
        return None
    for i in sorted(range(1, n), key=lambda i: -abs(w[i])):
        gain = 2 * grid * w[i]
        if 0 < gain <= left + 1e-13:
            row[i] = grid
            left -= gain
    if not whole and left > 1e-12:
        lifted = [i for i in range(1, n) if row[i] < 0 < w[i] and left / w[i] >= 1]
        if lifted:
            i = min(lifted, key=lambda i: left / w[i] % 1 * w[i])
            row[i] = min(grid, row[i] + int(left / w[i] * (1 - 1e-12)))
    return row


# --- ties against exponential weights ------------------------------------------------------------------


@dataclass(frozen=True)
class Ties:
    """A plan: the gap delta in multiples of 1/GRID, noisy rows, and eta as a share of its largest value."""

    n: int
    delta: int
    k: int = 0
    share: Fraction = Fraction(1, 2)
    longest: int = 400

    @property
    def rate(self) -> float:
        """The learning rate at X = 1 and weights of sum 1."""
        gap = self.delta / GRID
        return 2 * float(self.share) * gap if self.k else gap


def tie_rows(link: Link, plan: Ties) -> list[list[int]]:
    """Return rows in multiples of 1/GRID: mistakes all, (delta, ...) but for k noisy ones (-1, ...).

    A noisy row comes as soon as the comparator's weight has doubled, while there are some left.
    """
    z, rows, noise = np.zeros(plan.n), list[list[int]](), plan.k
    while len(rows) < plan.longest:
        w = weights(link, plan.rate * z)
        heavy = w[0] >= min(0.5, 2.0 / plan.n) if link is Link.SOFTMAX else len(rows) % 3 == 1
        noisy = noise > 0 and heavy and w[0] <= 0.5
        row = _signed_tie(w, -GRID if noisy else plan.delta)
        if row is None:
            break
        noise -= noisy
        rows.append(row)
        z = z + np.array(row) / GRID
    return rows


def _signed_tie(w: Floats, first: int) -> list[int] | None:
    """Return a balanced row where weights other than the first may be negative."""
    flips = np.where(w[1:] < 0, -1, 1)
    row = balanced(np.append(w[0], np.abs(w[1:])), first)
    return None if row is None else [row[0], *(int(a * f) for a, f in zip(row[1:], flips, strict=True))]


DELTAS = (256, 230, 192, 160, 128, 96, 64, 40, 24)
TIE_SIZES = (2, 3, 4, 8, 16, 32)


def _plans(reduced: Form, effort: int) -> Iterator[Ties]:
    longest = 400 * effort
    for n in (*TIE_SIZES, 64 * effort):
        for delta in DELTAS:
            if not reduced.noisy:
                yield Ties(n, delta, longest=longest)
                continue
            for k, share in ((1, "1/2"), (2, "3/10"), (8, "3/10"), (20, "2/5"), (20, "1/10"), (60, "1/10")):
                yield Ties(n, delta, k, Fraction(share), longest)


def _ties(reduced: Form, rng: random.Random, effort: int) -> Iterator[tuple[str, Instance]]:
    plans = list(_plans(reduced, effort))
    rng.shuffle(plans)
    for plan in plans:
        rows = tie_rows(reduced.link, plan)
        u = Example([1] + [0] * (plan.n - 1))
        noisy = [t for t, row in enumerate(rows) if row[0] < 0]
        if reduced.noisy and (not rows or len(noisy) == len(rows)):
            continue
        noise = f", {len(noisy)} of noise, eta share {plan.share}" if reduced.noisy else ""
        name = f"{len(rows)} ties, n = {plan.n}, delta = {plan.delta}/{GRID}{noise}"
        yield from proposed(name, reduced.claim, rows, GRID, u, {s.eta: plan.share})


# --- rows orthogonal to the weights --------------------------------------------------------------------


def orthogonal_rows(link: Link, n: int, first: int, p: int, length: int) -> list[list[int]]:
    """Return up to ``length`` rows (first, s_2, ..., s_n) in multiples of 1/GRID, nearly orthogonal to the weights."""
    z, rows = np.zeros(n), list[list[int]]()
    while len(rows) < length:
        w = weights(link, z, p)
        row = _signed_tie(w / max(1.0, float(np.abs(w).max())), first)
        if row is None:
            break
        rows.append(row)
        z = z + np.array(row) / GRID
    return rows


def _orthogonal(reduced: Form, rng: random.Random, effort: int) -> Iterator[tuple[str, Instance]]:
    grid = [(n, first, p) for n in (3, 4, 6, 8, 12, 16) for first in (256, 192, 128, 64) for p in reduced.exponents()]
    rng.shuffle(grid)
    for n, first, p in grid:
        rows = orthogonal_rows(reduced.link, n, first, p, 60 * effort)
        u = Example([1] + [0] * (n - 1))
        name = f"{len(rows)} rows orthogonal to the weights, n = {n}, p = {p}, first {first}/{GRID}"
        yield from proposed(name, reduced.claim, rows, GRID, u, {s.p: Fraction(p), s.eta: Fraction(1, 4)})


# --- the wrong half of the votes -----------------------------------------------------------------------


def vote_rows(n: int, factor: float, length: int, *, half: bool) -> list[list[int]]:
    """Return rows of +-1 on which the vote of n experts, each scaled by ``factor`` for an error, is wrong or tied.

    +1 is right. With ``half`` the wrong weight is as near to one half as a greedy choice gets; otherwise the first
    expert is spared whenever the others make up half of the weight.

    >>> vote_rows(2, 0.5, 3, half=True)
    [[1, -1], [-1, 1], [1, -1]]
    """
    errors = np.zeros(n)
    rows: list[list[int]] = []
    for _ in range(length):
        w = factor ** (errors - errors.min())
        w = w / w.sum()
        row = balanced(w, 1, whole=True, grid=1)
        other = balanced(w, -1, whole=True, grid=1)
        spared = row is not None and (not half or other is None or float(w @ row) >= float(w @ other) - 1e-12)
        chosen = row if spared else other
        if chosen is None:
            break
        rows.append(chosen)
        errors = errors + (np.array(chosen) < 0)
    return rows


def expert_rows(claim: Claim, rows: Sequence[Sequence[int]], parameters: dict[Any, Any]) -> Instance:
    """Return the rows as predictions of experts, +1 being right, with the best expert as the comparator."""
    n = len(rows[0])
    errors = [sum(row[i] < 0 for row in rows) for i in range(n)]
    best = errors.index(min(errors))
    u = None if claim.comparator is Comparator.NONE else Example([int(i == best) for i in range(n)])
    label = tie_label(claim, parameters)
    trials = Trials.from_integers([[label * a for a in row] for row in rows], 1, [label] * len(rows))
    return Instance(trials, u, parameters)


def _masters(claim: Claim, effort: int) -> Iterator[tuple[str, Instance]]:
    """Yield wrong halves for claims about a master algorithm whose experts are scaled by 1/e for an error."""
    parameters = {symbol: Fraction(1) for symbol in claim.free}
    for n in (1, 2, 3, 4, 8, 16, 32, 64):
        for half in (True, False):
            for length in (2, 8, 30, 150, 400 * effort):
                rows = vote_rows(n, float(np.exp(-1.0)), length, half=half)
                if rows:
                    yield f"{len(rows)} wrong halves, n = {n}", expert_rows(claim, rows, parameters)


RATES = tuple(map(Fraction, ("1/2", "1/3", "1/4", "1/8", "1/20", "17/25", "9/10", "99/100")))


def _rounds(claim: Claim, effort: int) -> Iterator[tuple[str, Instance]]:
    """Yield wrong halves for the claims on experts that pay in every round."""
    limit = rate_limit(claim)
    for rate in (rate for rate in RATES if rate <= limit):
        for n, length in ((2, 20), (3, 20), (4, 40), (8, 40), (8, 120), (32, 60), (64, 100 * effort)):
            for half in (True, False):
                rows = vote_rows(n, float(1 - rate), length, half=half)
                yield f"{len(rows)} wrong halves, N = {n}, eta = {rate}", expert_rows(claim, rows, {s.eta: rate})
            heavy = Instance(expert_trials(n, wrong_half(n, rate, length)), parameters={s.eta: rate})
            yield f"{length} heavy halves, N = {n}, eta = {rate}", heavy
    for rate in (rate for rate in RATES[:5] if rate <= limit):
        for spared in (1, 0):
            yield from erring_rounds(claim, rate, 60, spared)


def instances(claim: Claim, seed: int, effort: int = 1) -> Iterator[tuple[str, Instance]]:
    """Yield greedy sequences for mistake bounds, in an order that ``seed`` decides; longer with more ``effort``."""
    if claim.outcomes is Outcomes.MASTER and claim.comparator is Comparator.EXPERT:
        yield from _masters(claim, effort)
    elif counts_mistakes(claim) and s.eta in claim.free:
        yield from _rounds(claim, effort)
    yield from greedy.more(claim, seed, effort)
    reduced = form(claim)
    if reduced is None or reduced.goal is not Goal.MISTAKES:
        return
    rng = random.Random(f"{theorem_id(claim)} {seed}")  # noqa: S311 - reproducible sampling, not secrecy
    yield from _ties(reduced, rng, effort) if reduced.entropic else _orthogonal(reduced, rng, effort)
