"""Compiled replay in 64-bit integers. What keeps it from overflowing is proved in bounds.fast.integers."""

from __future__ import annotations

from bounds.data.integer_matrix import Integers
from bounds.fast.compiler import compiled

IDENTITY, POWER, TABLE = 0, 1, 2


@compiled
def _link(z: Integers, link: int, exponent: int, table: Integers, offset: int, weights: Integers) -> None:
    """Set the weights to f(z): z itself, sign(z) |z|**exponent, or table[z + offset]."""
    for j in range(z.size):
        if link == IDENTITY:
            weights[j] = z[j]
        elif link == POWER:
            size, product = abs(z[j]), 1
            for _ in range(exponent):
                product *= size
            weights[j] = product if z[j] >= 0 else -product
        else:
            weights[j] = table[z[j] + offset]


@compiled
def _dot(weights: Integers, row: Integers) -> int:
    product = 0
    for j in range(row.size):
        product += weights[j] * row[j]
    return product


@compiled
def _add(z: Integers, factor: int, row: Integers) -> None:
    for j in range(row.size):
        z[j] += factor * row[j]


@compiled
def _fits(z: Integers, factor: int, row: Integers, table: Integers, offset: int) -> bool:
    """Tell whether z + factor * row stays in the table."""
    for j in range(row.size):
        moved = z[j] + factor * row[j] + offset
        if moved < 0 or moved >= table.size:
            return False
    return True


@compiled
def span(values: Integers) -> tuple[int, int]:
    """Return the least and the largest of a matrix's entries and 0, in one pass."""
    least, largest = 0, 0
    for i in range(values.shape[0]):
        for j in range(values.shape[1]):
            least = min(least, values[i, j])
            largest = max(largest, values[i, j])
    return least, largest


@compiled
def replay(
    factors: Integers,
    updates: Integers,
    index: Integers,
    low: Integers,
    high: Integers,
    z: Integers,
    step: int,
    link: int,
    exponent: int,
    table: Integers,
    offset: int,
    capacity: int,
    sides: Integers,
    products: Integers,
) -> int:
    """Play all trials, or up to the one whose update would need more than ``capacity`` updates or the table.

    Fills ``sides`` and ``products``, moves ``z``, and returns the number of trials played.
    """
    weights = z if link == IDENTITY else z.copy()
    _link(z, link, exponent, table, offset, weights)
    for t in range(factors.shape[0]):
        product = _dot(weights, factors[t])
        side = 0
        if product < low[index[t]]:
            side = 1
        elif product > high[index[t]]:
            side = -1
        if side != 0:
            if capacity == 0 or (link == TABLE and not _fits(z, side * step, updates[t], table, offset)):
                return t
            capacity -= 1
            _add(z, side * step, updates[t])
            if link != IDENTITY:
                _link(z, link, exponent, table, offset, weights)
        sides[t] = side
        products[t] = product
    return int(factors.shape[0])
