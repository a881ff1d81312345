"""Powers of a growth factor as floats, each certified by a ball.

``PowerTable.of(step, reach)`` holds floats ``low[i]`` and ``high[i]`` within relative error 1.0001 * 2**-53 of
exp(-step * i) and exp(-step * i * 2**bits), so that exp(-step * d) for 0 <= d <= last is
``high[d >> bits] * low[d & mask]``, three roundings away. Every entry is checked against its ball when it is made.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache

import numpy as np
from flint import arb

from bounds.data.integer_matrix import Floats
from bounds.errors import BoundcheckError
from bounds.numbers import Number, ball, working_precision

SMALLEST_EXPONENT = 600
"""Powers below exp(-600) > 2**-866 are left out (and accounted for): all others are normal floats."""

MAX_BITS = 13
LARGEST_GROWTH = 4096
PRECISION = 160


@dataclass(frozen=True)
class PowerTable:
    """Certified powers exp(-step * d) for 0 <= d <= last; ``complete`` if no larger d is above exp(-600)."""

    bits: int
    low: Floats
    high: Floats
    last: int


@lru_cache(maxsize=64)
def power_table(step: Number, reach: int) -> PowerTable | None:
    """Return a table of exp(-step * d) for d up to ``reach``, or up to where powers are below exp(-600).

    ``reach`` is a power of 2 (so that tables are shared); None where the table would be too large.
    """
    with working_precision(PRECISION):
        largest = int(str((SMALLEST_EXPONENT / ball(step)).lower().floor().fmpz()))
        last = min(reach, largest)
        bits = (last.bit_length() + 1) // 2
        if bits > MAX_BITS:
            return None
        growth = (-ball(step)).exp()
        low = _powers(growth, min(last, (1 << bits) - 1))
        high = _powers(growth ** (1 << bits), last >> bits)
    return PowerTable(bits, low, high, last)


@lru_cache(maxsize=64)
def growth_table(step: Number, largest: int, most: int, drift: int) -> tuple[Floats, int]:
    """Return certified floats of exp(step * m) for -largest <= m <= largest, and how many may be multiplied.

    That many, and no more than ``most``, have a product between exp(-drift) and exp(drift); no table for none.
    """
    with working_precision(PRECISION):
        period = int(str((drift / (ball(step) * max(largest, 1))).lower().floor().fmpz()))
        if period < 1 or largest > LARGEST_GROWTH:
            return np.ones(1), 0
        base = ball(step).exp()
        up, down = _powers(base, largest), _powers(1 / base, largest)
    return np.concatenate([down[:0:-1], up]), min(period, most)


def _powers(base: arb, last: int) -> Floats:
    """Return floats of base**i for 0 <= i <= last; raise BoundcheckError if one is not within 1.0001 * 2**-53."""
    tolerance = arb(2) ** -53 * arb("1.0001")
    powers = np.empty(last + 1)
    value = arb(1)
    for i in range(last + 1):
        nearest = float(value.mid())
        if not abs(value - arb(nearest)) <= tolerance * value:
            raise BoundcheckError(f"power {i} of {base} was not rounded to the nearest float")
        powers[i] = nearest
        value *= base
    return powers
