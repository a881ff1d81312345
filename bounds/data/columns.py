"""Columns of numbers as integers over one denominator, a power of ten for decimals; exactly, and many at a time."""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from fractions import Fraction

import numpy as np

from bounds.data.integer_matrix import SAFE, Floats, Matrix, magnitude
from bounds.errors import BoundcheckError

DIGITS = 15
"""Decimals of so many digits are told apart by the binary floats next to them."""

LONGEST = 100
"""Characters of a decimal that is read as an integer and a power of ten without further ado."""

SIZE = 4 * 10**7
"""Bits that all entries may have together, once they are written over their common denominator in more than 64."""

LISTED = 8
"""Columns of which it is said what was done to them."""

OF_DECIMALS = b"0123456789.+-"


@dataclass(frozen=True)
class Column:
    """The numbers ``numerators[t] / denominator``; numerators are int64 where all fit, else Python's integers."""

    numerators: Matrix
    denominator: int = 1

    def fractions(self) -> list[Fraction]:
        """Return the numbers."""
        return [Fraction(a, self.denominator) for a in self.numerators.tolist()]


def of_fractions(numbers: Sequence[Fraction]) -> Column:
    """Return rational numbers as a column.

    >>> of_fractions([Fraction(1, 2), Fraction(1, 3)])
    Column(numerators=array([3, 2]), denominator=6)
    """
    denominator = 1
    for other in {number.denominator for number in numbers}:
        denominator = math.lcm(denominator, other)
        require_short(denominator, len(numbers), 1, "the values of a column")
    return Column(_integers([a.numerator * (denominator // a.denominator) for a in numbers]), denominator)


def of_texts(cells: Sequence[str], parse: Callable[[int], Fraction]) -> Column:
    """Return a column of texts as numbers; ``parse`` reads, or refuses, the cell at a place that is no plain decimal.

    A decimal of at most 15 digits is the only one among these that rounds to its float (binary64): so an integer of at
    most 15 digits over a power of ten that rounds to the same float is the same number.

    >>> of_texts(["0.1", "-2", ".25"], lambda t: Fraction(0))
    Column(numerators=array([  10, -200,   25]), denominator=100)
    """
    text, longest = "".join(cells), max(map(len, cells), default=0)
    if text.isascii() and longest <= LONGEST and not text.encode().translate(None, OF_DECIMALS):
        try:
            floats = np.fromiter(map(float, cells), dtype=np.float64, count=len(cells))
        except ValueError:
            return of_fractions([parse(t) for t in range(len(cells))])
        column = of_floats(floats) if longest <= DIGITS else None
        return _of_decimals(cells) if column is None else column
    return of_fractions([parse(t) for t in range(len(cells))])


def of_floats(floats: Floats) -> Column | None:
    """Return the decimals of at most 15 digits that round to these floats; None where one of them has none.

    >>> of_floats(np.array([0.1, 2.0]))
    Column(numerators=array([ 1, 20]), denominator=10)
    """
    if not (np.abs(floats) < 10.0**DIGITS).all():
        return None
    for places in range(DIGITS + 1):
        power = 10.0**places
        whole = np.rint(floats * power)
        if not (np.abs(whole) < 10.0**DIGITS).all():
            return None
        if (whole / power == floats).all():
            return Column(whole.astype(np.int64), 10**places)
    return None


def require_decimals(decimals: int | None) -> None:
    """Refuse a number of decimals that nothing is rounded to."""
    if decimals is not None and not (type(decimals) is int and 0 <= decimals <= DIGITS):
        raise BoundcheckError(f"decimals is {decimals!r}; give a whole number from 0 to {DIGITS}")


CERTAIN = 2.0**40
"""Below this, a product with a power of ten is off by less than 1/1000, and rounds as it should but near a half."""


def of_rounded(floats: Floats, decimals: int) -> Column | None:
    """Return floats rounded to decimals, to even where two are as near; None where one of them is not finite.

    >>> of_rounded(np.array([0.12345, -2.0, 1 / 3]), 3)
    Column(numerators=array([  123, -2000,   333]), denominator=1000)
    """
    if not np.isfinite(floats).all():
        return None
    scaled = floats * 10.0**decimals
    whole = np.rint(scaled)
    certain = (np.abs(scaled) < CERTAIN) & (np.abs(scaled - whole) < 0.499)
    if certain.all():
        return Column(whole.astype(np.int64), 10**decimals)
    exact = [
        int(near) if sure else round(Fraction(value) * 10**decimals)
        for near, sure, value in zip(whole.tolist(), certain.tolist(), floats.tolist(), strict=True)
    ]
    return Column(_integers(exact), 10**decimals)


def rounded(column: Column, decimals: int) -> Column:
    """Return a column rounded to decimals, to even where two are as near.

    >>> rounded(Column(np.array([12345, 2]), 10000), 2)
    Column(numerators=array([123,   0]), denominator=100)
    """
    if 10**decimals % column.denominator == 0:
        return column
    unit = 10**decimals
    return Column(_integers([round(Fraction(a * unit, column.denominator)) for a in column.numerators.tolist()]), unit)


def of_binary(floats: Floats) -> Column | None:
    """Return the rational numbers that floats are; None where one of them is not finite.

    Each is an odd integer times a power of two; the smallest power becomes the denominator.

    >>> of_binary(np.array([0.75, -3.0, 0.0]))
    Column(numerators=array([  3, -12,   0]), denominator=4)
    """
    if not np.isfinite(floats).all():
        return None
    parts, powers = np.frexp(floats)
    whole = (parts * 2.0**53).astype(np.int64)
    zeros = np.frexp((whole & -whole).astype(np.float64))[1] - 1
    odd, shift = np.where(whole, whole >> np.maximum(zeros, 0), 0), np.where(whole, powers - 53 + zeros, 0)
    least = min(int(shift.min(initial=0)), 0)
    places = (shift - least).astype(np.int64)
    longest = int(np.where(odd, np.frexp(odd.astype(np.float64))[1] + places, 0).max(initial=0))
    if longest < 63:
        return Column(odd << places, 1 << -least)
    return Column(_integers([a << k for a, k in zip(odd.tolist(), places.tolist(), strict=True)]), 1 << -least)


def _of_decimals(cells: Sequence[str]) -> Column:
    """Return plain decimals as integers over the power of ten of the longest of them."""
    halves = [cell.partition(".")[::2] for cell in cells]
    places = max((len(after) for _, after in halves), default=0)
    return Column(_integers([int(before + after.ljust(places, "0")) for before, after in halves]), 10**places)


def _integers(values: Sequence[int]) -> Matrix:
    fits = min(values, default=0) > -(2**63) and max(values, default=0) < 2**63
    return np.array(values, dtype=np.int64 if fits else object)


def require_short(denominator: int, rows: int, columns: int, of: str) -> None:
    """Refuse a common denominator that is so long that exact arithmetic on so many entries would take minutes."""
    if denominator.bit_length() > 64 and denominator.bit_length() * rows * columns > SIZE:
        raise BoundcheckError(
            f"the common denominator of {of} has about {denominator.bit_length() * 3 // 10} digits, too many for exact "
            f"arithmetic on {rows} examples; round the values, as with decimals=4 (--decimals 4)"
        )


def joined(columns: Sequence[Column], rows: int) -> tuple[Matrix, int]:
    """Return columns side by side, as a matrix of integers and their common denominator.

    Raises BoundcheckError where that denominator is so long that exact arithmetic would take minutes.

    >>> joined([Column(np.array([1, 2]), 10), Column(np.array([3, 4]), 4)], 2)
    (array([[ 2, 15],
           [ 4, 20]]), 20)
    """
    common = 1
    for i, column in enumerate(columns, 1):
        common = math.lcm(common, column.denominator)
        require_short(common, rows, len(columns), f"the first {i} of {len(columns)} columns")
    factors = [common // column.denominator for column in columns]
    fits = all(magnitude(c.numerators) * factor < 2**63 for c, factor in zip(columns, factors, strict=True))
    matrix = np.empty((rows, len(columns)), dtype=np.int64 if fits else object)
    for i, (column, factor) in enumerate(zip(columns, factors, strict=True)):
        matrix[:, i] = (column.numerators if fits else column.numerators.astype(object)) * factor
    return matrix, common


@dataclass(frozen=True)
class Standardised:
    """A column less ``mean``, over ``scale``."""

    column: Column
    mean: Fraction
    scale: Fraction


def standardised(column: Column) -> Standardised:
    """Return a column less about its mean, over about its standard deviation; a constant one as zeros.

    The mean is rounded to the unit of the column, 1 / denominator, and the deviation to a power of two of units, within
    a factor 2: so numbers stay as short as they are. What is done with these two numbers is exact.

    >>> done = standardised(Column(np.array([10, 20, 30]), 10))
    >>> done.column, done.mean, done.scale
    (Column(numerators=array([-10,   0,  10]), denominator=8), Fraction(2, 1), Fraction(4, 5))
    """
    values, one = column.numerators, column.denominator
    count = max(len(values), 1)
    fits = values.dtype == np.int64 and count * (2 * magnitude(values)) ** 2 < SAFE
    exact = values if fits else values.astype(object)
    mean = round(Fraction(int(exact.sum()), count))
    centred = exact - mean
    variance = Fraction(int((centred * centred).sum()), count)
    taken = Fraction(mean, one)
    if not variance:
        return Standardised(Column(np.zeros(len(values), dtype=np.int64)), taken, Fraction(1))
    places = (variance.numerator.bit_length() - variance.denominator.bit_length()) // 2
    centred = centred * 2 ** max(-places, 0)
    whole = centred if fits else _integers(centred.tolist())
    return Standardised(Column(whole, 2 ** max(places, 0)), taken, Fraction(2) ** places / one)


def said_of_standardised(names: Sequence[str], done: Sequence[Standardised]) -> str:
    """Say what was done to columns.

    >>> said_of_standardised(["size"], [standardised(Column(np.array([1, 2, 3])))])
    'standardised, exactly: (size - 2)/1'
    """
    parts = [f"({name} - {_bracketed(a.mean)})/{_bracketed(a.scale)}" for name, a in zip(names, done, strict=True)]
    left = f", and {len(parts) - LISTED} more so" if len(parts) > LISTED else ""
    return f"standardised, exactly: {', '.join(parts[:LISTED])}{left}"


def _bracketed(number: Fraction) -> str:
    return str(number) if number.denominator == 1 and number >= 0 else f"({number})"


def as_read(columns: Sequence[Column]) -> str:
    """Say as what columns were read.

    >>> as_read([Column(np.array([1]), 100), Column(np.array([1]), 1), Column(np.array([1]), 3)])
    'exact: integers over 1 to 10^2 (2 columns), over 3 (1 column)'
    """
    tens = sorted(c.denominator for c in columns if _exponent(c.denominator) is not None)
    others = sorted(c.denominator for c in columns if _exponent(c.denominator) is None)
    parts = [f"{_range(group)} ({len(group)} column{'s' * (len(group) > 1)})" for group in (tens, others) if group]
    return f"exact: integers over {', over '.join(parts)}" if parts else "none"


def _exponent(denominator: int) -> int | None:
    """Return k where the denominator is 10**k."""
    k = round(math.log10(denominator))
    return k if 10**k == denominator else None


def _range(denominators: Sequence[int]) -> str:
    return " to ".join(dict.fromkeys((_written(denominators[0]), _written(denominators[-1]))))


def _written(denominator: int) -> str:
    k = _exponent(denominator)
    if k is not None and k > 1:
        return f"10^{k}"
    return str(denominator) if denominator.bit_length() < 64 else "a number of more than 64 bits"
