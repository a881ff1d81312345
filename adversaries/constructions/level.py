"""p-norm Perceptrons at their worst over thousands of trials: ties all the way, on examples in proportion to z.

A mistake adds 2 w.v + (p - 1) sum_i |z_i/Z|**(p - 2) v_i**2 + ... to Z**2, Z = ||z||_p. So the bound is met where
w.v = 0 and each |v_i| is in proportion to |z_i|. Two ends are known for that:

* u = (1, ..., 1), so that the sum of v is the gap and the sum of z grows by it. The signs of v leave as much of the
  weight up as down, and v is turned a little to meet tie, sum and norm. The signs that take z furthest are taken. At
  first half of z is below zero; when all entries are alike, after (p - 1) (n/gap)**2 trials, u.z is ||u||_q ||z||_p.
  Twelve attributes come within a percent of the bound in 1786 trials at p = 3.
* u = e_1, for bounds in ||u||_1 and the largest entry: v_1 is the gap, the others are 1 or -1 and hold z at one level
  until w_1 outweighs them. With p = 2 ln n that tends to the bound with n, as n**(1/p) = sqrt(e) is how far the first
  entry has to go.

The ratio of mistakes to bound tends to 1 as the gap goes to 0 and n grows.
"""

from __future__ import annotations

import math
from collections.abc import Iterator
from fractions import Fraction
from itertools import product, zip_longest
from typing import Any

import numpy as np

from adversaries.constructions.quasi_additive import folded
from bounds import symbols as s
from bounds.claims.claim import Claim, Comparator
from bounds.data.integer_matrix import Floats
from bounds.data.vectors import Example
from bounds.errors import BoundcheckError
from bounds.fast.verdict import value_of
from bounds.instances import Instance
from bounds.numbers import Number, to_float

UNITS, TURNS, NEAREST = 4096, 8, 12
"""In what entries are whole numbers; steps in which one is turned; signs that are turned, those nearest to a tie."""

UNEVEN = 4
"""By how many more entries are up than down, or down than up, at most."""

NEAR, ALIKE = 0.1, 1e-9
"""How far sum and tie may be missed before rounding; where w is taken to have all entries alike."""

FINE = 256
"""Steps in which the last entry is turned until w.v is at 0."""

LONGEST = 10_000
"""Trials at most."""

SLACK = 1e-9
"""How far below 0 a product stays, as a share of the sum of the weights."""

PUSH = 1.2
"""How far above the level the entries are drawn, as a factor."""


def turned(aim: Floats, w: Floats, excess: float) -> Floats | None:
    """Return v in [-1, 1] with the largest aim.v such that w.v <= -excess; None if there is none.

    All but two entries, at most, are 1 or -1.

    >>> turned(np.array([2.0, 1.0, -1.0]), np.array([1.0, 1.0, 1.0]), 0.25)
    array([ 1.  , -0.25, -1.  ])
    """

    def at(price: float) -> Floats:
        return np.where(aim - price * w > 0, 1.0, -1.0)

    low, high = 0.0, 1.0
    over, v = at(low), at(low)
    while w @ v > -excess:
        if high > 2.0**40:
            return None
        low, over, high = high, v, 4 * high
        v = at(high)
    for _ in range(24 if low else 30):
        middle = (low + high) / 2
        between = at(middle)
        if w @ between > -excess:
            low, over = middle, between
        else:
            high, v = middle, between
    return _walked(over, v, w, excess)


def _walked(v: Floats, end: Floats, w: Floats, excess: float) -> Floats:
    """Turn the entries of v to those of ``end``, one up for one down, until w.v <= -excess; the last in small steps."""
    v = v.copy()
    for pair in zip_longest(np.flatnonzero(end > v), np.flatnonzero(end < v)):
        product = w @ v
        if product <= -excess:
            break
        moved = [i for i in pair if i is not None]
        gain = -(w[moved] @ (end[moved] - v[moved]))
        steps = FINE if gain <= product + excess else math.ceil(FINE * (product + excess) / gain)
        v[moved] += (end[moved] - v[moved]) * steps / FINE
    return v


def shared_by_all(n: int, p: float, total: int, longest: int) -> list[list[int]]:
    """Return rows of sum ``total``, in units of 1/UNITS, all of them mistakes: every entry is relevant.

    >>> rows = shared_by_all(8, 3.0, 4096, 1000)
    >>> len(rows), {sum(row) for row in rows}
    (122, {4096})
    """
    signs = 1.0 - 2 * np.array(list(product((0, 1), repeat=n)))
    signs = signs[np.abs(signs.sum(axis=1)) <= UNEVEN]
    in_turn = 1.0 - 2 * (np.arange(n) % 2)[None, :]
    z, rows = np.zeros(n), list[list[int]]()
    while len(rows) < longest:
        size = np.abs(z) / max(float(np.abs(z).max()), 1.0)
        w = np.sign(z) * size ** (p - 1)
        nearest = signs[np.argsort(np.abs(signs @ size**p), kind="stable")[:NEAREST]]
        v = _met(np.asarray(nearest * size if rows else in_turn, dtype=np.float64), w, p, total / UNITS)
        v = v[np.abs(v.sum(axis=1) - total / UNITS) + np.abs(v @ w) < NEAR]
        row = _rounded(v[np.argmax(_norm(z + v, p))], w, total) if len(v) else None
        if row is None:
            break
        rows.append([round(a) for a in row])
        z += row / UNITS
    return rows


def _norm(v: Floats, p: float) -> Floats:
    norms: Floats = (np.abs(v) ** p).sum(axis=-1) ** (1 / p)
    return norms


def _met(v: Floats, w: Floats, p: float, total: float) -> Floats:
    """Turn each v a little until w.v is 0, its entries sum up to ``total`` and its norm is that of (1, ..., 1)."""
    n = len(w)
    ww, wu = float(w @ w), float(w.sum())
    free = n * ww - wu * wu
    for _ in range(TURNS):
        v = v * (n ** (1 / p) / _norm(v, p))[:, None]
        missing, tie = total - v.sum(axis=1), v @ w
        if free > ALIKE * n * ww:
            v = v + ((missing * ww + tie * wu) / free)[:, None] - ((missing * wu + tie * n) / free)[:, None] * w
        else:
            v = v + (missing / n)[:, None]
    vectors: Floats = v * (n ** (1 / p) / _norm(v, p))[:, None]
    return vectors


def _rounded(v: Floats, w: Floats, total: int) -> Floats | None:
    """Return v in units of 1/UNITS, rounded to this sum and to a tie, or just below it; None where that is far."""
    row: Floats = np.asarray(np.round(v * UNITS), dtype=np.float64)
    row[np.abs(row).argmin()] += total - row.sum()
    below = -SLACK * UNITS * float(np.abs(w).sum())
    for step in (1, 2, 4, 8, 16, 32, 64):
        products = w @ row + step * (w[:, None] - w[None, :])
        products[products > below] = -np.inf
        up, down = np.unravel_index(products.argmax(), products.shape)
        if np.isfinite(products[up, down]):
            moved: Floats = row + step * (np.arange(len(w)) == up) - step * (np.arange(len(w)) == down)
            return moved
    return None


def one_relevant(n: int, p: float, gap: int, longest: int) -> list[list[int]]:
    """Return rows with first entry ``gap``, in units of 1/FINE, all of them mistakes: the others hold the level.

    >>> rows = one_relevant(8, 4.0, 64, 1000)
    >>> len(rows), {row[0] for row in rows}
    (75, {64})
    """
    signs = np.where(np.arange(n - 1) % 2 == 0, 1.0, -1.0)
    z, rows = np.zeros(n), list[list[int]]()
    while len(rows) < longest:
        others = z[1:]
        level = max(float((np.abs(others) ** p).mean() ** (1 / p)), 1.0)
        w = np.sign(z) * (np.abs(z) / level) ** (p - 1)
        excess = w[0] * gap / FINE + SLACK * float(np.abs(w).sum())
        v = turned(PUSH * level * signs - others, w[1:], excess)
        if v is None:
            break
        rows.append([gap, *(round(a * FINE) for a in v)])
        z += np.array([gap / FINE, *v])
    return rows


ALL, ONE = ((12, 1638), (14, 1638)), ((16, 32), (64, 32))
"""Attributes and the sum of a row; attributes and the first entry of a row. The second of each comes closer."""

EXPONENTS = (4, 3, 6)
"""Where p is free, one for each effort: no bound that is met at p = 2 needs these."""


def _exponent(claim: Claim, n: int) -> Number | None:
    """Return the p that a claim fixes, for n attributes; None where that is 2, or no number."""
    try:
        p = value_of(claim.definitions[s.p], {s.n: Fraction(n)})
    except (BoundcheckError, KeyError):
        return None
    return None if p == 2 else p


def _instance(claim: Claim, rows: list[list[int]], u: list[int], parameters: dict[Any, Fraction]) -> Instance:
    start = Example([0] * len(u)) if claim.start else None
    parameters |= {s.a: Fraction(1)} if s.a in claim.free else {}
    return Instance(folded(rows, 1), Example(u), parameters, start)


def instances(claim: Claim, seed: int, effort: int = 1) -> Iterator[tuple[str, Instance]]:
    """Yield the sequences for claims about p-norm Perceptrons: with every attribute relevant, and where p grows with n
    with one. A claim of one's own mostly fixes p, so that all of them come at once.
    """
    del seed
    if claim.learner is None or claim.learner.formula != "p_norm(p, a)" or claim.family != "quasi-additive":
        return
    if claim.comparator not in (Comparator.GAP, Comparator.ANY) or claim.relation not in ("<=", "<"):
        return
    if s.p in claim.free and effort <= len(EXPONENTS):
        p, (n, total) = EXPONENTS[effort - 1], ALL[0]
        rows = shared_by_all(n, p, total, LONGEST)
        yield f"{len(rows)} ties at one level, n = {n}, p = {p}", _instance(claim, rows, [1] * n, {s.p: Fraction(p)})
    if s.p not in claim.defines or effort > 1:
        return
    one = s.n in claim.defines[s.p].free_symbols
    for n, size in ONE if one else ALL:
        power = _exponent(claim, n)
        if power is None or to_float(power) <= 1:
            return
        rows = (one_relevant if one else shared_by_all)(n, to_float(power), size, LONGEST)
        name = f"{len(rows)} ties at one level, n = {n}{', one relevant' if one else ''}"
        yield name, _instance(claim, rows, [1, *[int(not one)] * (n - 1)], {})
