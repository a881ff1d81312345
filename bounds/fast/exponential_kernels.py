"""Compiled replay of learners with exponential weights. The error bound is proved in bounds.fast.exponentials."""

from __future__ import annotations

import numpy as np

from bounds.data.integer_matrix import Floats, Integers
from bounds.fast.compiler import compiled, compiled_sums

UNDECIDED = 2


@compiled_sums
def _weigh(
    exponents: Integers,
    initial: Floats,
    shares: Floats,
    bits: int,
    low: Floats,
    high: Floats,
    last: int,
    weights: Floats,
) -> float:
    """Set the weights, relative to the largest power, and return the sum of weights * shares."""
    top = exponents[0]
    for j in range(exponents.size):
        top = max(top, exponents[j])
    shift, mask, end = np.uint64(bits), np.uint64((1 << bits) - 1), np.uint64(last)
    for j in range(exponents.size):
        drop = np.uint64(top - exponents[j])
        reached = min(drop, end)
        weight = initial[j] * (high[reached >> shift] * low[reached & mask])
        weights[j] = weight if drop <= end else 0.0
    norm = 0.0
    for j in range(exponents.size):
        norm += weights[j] * shares[j]
    return norm


@compiled_sums
def _multiply(exponents: Integers, weights: Floats, shares: Floats, row: Integers, side: int, growth: Floats) -> float:
    """Move the exponents, multiply the weights by the growth of each move, and return the sum of weights * shares."""
    middle = growth.size // 2
    for j in range(row.size):
        move = side * row[j]
        exponents[j] += move
        weights[j] *= growth[np.uint64(move + middle)]
    norm = 0.0
    for j in range(row.size):
        norm += weights[j] * shares[j]
    return norm


@compiled
def _move(exponents: Integers, row: Integers, side: int) -> None:
    for j in range(row.size):
        exponents[j] += side * row[j]


@compiled_sums
def _sums(weights: Floats, row: Integers) -> tuple[float, float]:
    product, size = 0.0, 0.0
    for j in range(row.size):
        term = weights[j] * row[j]
        product += term
        size += abs(term)
    return product, size


@compiled
def _group(exponents: Integers, slots: Integers, groups: Integers) -> int:
    """Number the distinct exponents (hashed into ``slots``, twice as many and a power of 2); return how many."""
    slots[:] = -1
    mask = slots.size - 1
    count = 0
    for j in range(exponents.size):
        place = (exponents[j] * -7046029254386353131 >> 20) & mask
        while slots[place] >= 0 and exponents[slots[place]] != exponents[j]:
            place = (place + 1) & mask
        if slots[place] < 0:
            slots[place] = j
            groups[j] = count
            count += 1
        else:
            groups[j] = groups[slots[place]]
    return count


@compiled
def _exact(
    groups: Integers, count: int, initial: Integers, shares: Integers, row: Integers, a: int, b: int, totals: Integers
) -> int:
    """Return the sign of a sum of exponentials that its grouped coefficients alone decide, else UNDECIDED."""
    totals[:count] = 0
    for j in range(row.size):
        totals[groups[j]] += initial[j] * (a * row[j] - b * shares[j])
    positive, negative = False, False
    for g in range(count):
        positive = positive or totals[g] > 0
        negative = negative or totals[g] < 0
    if positive:
        return UNDECIDED if negative else 1
    return -1 if negative else 0


@compiled
def replay(
    rows: Integers,
    index: Integers,
    ends: Integers,
    first: int,
    forced: int,
    exponents: Integers,
    initial: Integers,
    shares: Integers,
    bits: int,
    low: Floats,
    high: Floats,
    last: int,
    growth: Floats,
    period: int,
    factor: float,
    tiny: float,
    sides: Integers,
    sums: Floats,
) -> int:
    """Play from trial ``first`` on; return the number of trials played, fewer where one cannot be decided.

    ``ends[k]`` is (lower a, b, closed, upper a, b, closed) for outcomes of class k, a = 0 for an infinite end. The
    sign compared is that of the sum over j of initial_j exp(step * exponents_j) (a x_j - b shares_j). ``forced`` is
    the side of trial ``first`` if it is known (else UNDECIDED). The weights are computed afresh on every update but
    ``period`` of them in a row, which multiply by ``growth``. Over the trials with an update, ``sums`` adds up
    side * average, the error bound and the size of the averages, and the expected errors min(1, 1/2 - side * average)
    where ``sums[4]`` is what an average is to be multiplied by.
    """
    n = rows.shape[1]
    weights, scale, share = np.empty(n), initial.astype(np.float64), shares.astype(np.float64)
    size = 1
    while size < 2 * n:
        size *= 2
    slots, groups, totals = np.empty(size, np.int64), np.empty(n, np.int64), np.empty(n, np.int64)
    count = -1
    norm = _weigh(exponents, scale, share, bits, low, high, last, weights)
    since = 0
    for t in range(first, rows.shape[0]):
        side = forced if t == first else UNDECIDED
        product, magnitude = _sums(weights, rows[t])
        steps = n + 8 + 3 * since
        if side == UNDECIDED:
            side = 0
            for which in range(2):
                a, b, closed = ends[index[t], 3 * which], ends[index[t], 3 * which + 1], ends[index[t], 3 * which + 2]
                if a == 0 or side != 0:
                    continue
                value = a * product - b * norm
                doubt = factor * steps * (abs(a) * magnitude + abs(b) * norm) + tiny
                if value > doubt:
                    order = 1
                elif value < -doubt:
                    order = -1
                else:
                    if count < 0:
                        count = _group(exponents, slots, groups)
                    order = _exact(groups, count, initial, shares, rows[t], a, b, totals)
                    if order == UNDECIDED:
                        return t
                outward = -1 if which == 0 else 1
                if order == outward or (order == 0 and closed == 0):
                    side = -outward
        sides[t] = side
        if side != 0:
            if norm > 0.0:
                sums[0] += side * (product / norm)
                sums[1] += steps * (magnitude / norm)
                sums[2] += magnitude / norm
                sums[3] += min(1.0, 0.5 - side * (sums[4] * (product / norm)))
            count = -1
            if since < period:
                norm = _multiply(exponents, weights, share, rows[t], side, growth)
                since += 1
            else:
                _move(exponents, rows[t], side)
                norm = _weigh(exponents, scale, share, bits, low, high, last, weights)
                since = 0
    return int(rows.shape[0])
