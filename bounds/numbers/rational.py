"""Exact rationals at the edges of the program: what may become a ``Fraction`` and what may not."""

from __future__ import annotations

import math
import numbers
import re
from collections.abc import Iterable
from fractions import Fraction
from typing import Any

from bounds.errors import BoundcheckError

MAX_DIGITS = 4000
MAX_EXPONENT = 4000

_RATIONAL = re.compile(
    r"""[+-]? (?: (?P<ratio> \d+ \s*/\s* \d+ )
            | (?: \d+ (?: \.\d* )? | \.\d+ ) (?: [eE] (?P<exponent> [+-]?\d+ ) )? )""",
    re.VERBOSE | re.ASCII,
)


def parse_rational(text: str, name: str = "number") -> Fraction:
    """Read ``text`` exactly: an integer, a decimal, scientific notation or a ratio ``p/q``.

    Never goes through a float. Raises BoundcheckError for anything else, infinities and NaN included.

    >>> parse_rational("0.1"), parse_rational("-3/6"), parse_rational("25e-1")
    (Fraction(1, 10), Fraction(-1, 2), Fraction(5, 2))
    """
    stripped = text.strip()
    match = _RATIONAL.fullmatch(stripped)
    if match is None:
        shown = stripped if len(stripped) <= 40 else stripped[:37] + "..."
        raise BoundcheckError(f"{name} is {shown!r}; expected a finite number such as 3, -0.25, 1e-3 or 2/7")
    exponent = (match["exponent"] or "").lstrip("+-0")
    if len(stripped) > MAX_DIGITS or len(exponent) > len(str(MAX_EXPONENT)) or int(exponent or 0) > MAX_EXPONENT:
        raise BoundcheckError(f"{name} has more than {MAX_DIGITS} digits or a larger exponent; shorten it")
    try:
        return Fraction("".join(stripped.split()))
    except ZeroDivisionError:
        raise BoundcheckError(f"{name} is {stripped!r}; the denominator is zero") from None


def to_fraction(value: object, name: str = "number") -> Fraction:
    """Convert an exact value (int, Fraction, sympy or flint rational, numpy integer, text) to a Fraction.

    Floats and bools are refused: a float rarely is the number its author meant.

    >>> to_fraction("0.1")
    Fraction(1, 10)
    """
    if isinstance(value, Fraction):
        return value
    if isinstance(value, str):
        return parse_rational(value, name)
    if type(value).__name__ in {"bool", "bool_"} or isinstance(value, bool):
        raise BoundcheckError(f"{name} is {value!r}; expected a number, not a truth value")
    if isinstance(value, numbers.Rational) and type(value).__name__ != "timedelta64":
        return Fraction(int(value.numerator), int(value.denominator))
    if isinstance(value, float):
        raise BoundcheckError(
            f"{name} is the float {value}; floats are not exact: write it as text ('0.1') or Fraction(1, 10)"
        )
    numerator: Any = getattr(value, "p", None)
    denominator: Any = getattr(value, "q", None)
    if isinstance(numerator, int | numbers.Integral) and isinstance(denominator, int | numbers.Integral):
        return Fraction(int(numerator), int(denominator))  # sympy.Rational
    if type(value).__module__.startswith("flint"):
        try:
            return Fraction(str(value))  # fmpz, fmpq
        except ValueError:
            pass
    raise BoundcheckError(f"{name} is {value!r} of type {type(value).__name__}; expected an exact rational number")


def common_denominator(values: Iterable[Fraction]) -> int:
    """Return the least common denominator of ``values`` (1 when there are none).

    >>> common_denominator([Fraction(1, 6), Fraction(3, 4)])
    12
    """
    return math.lcm(*(value.denominator for value in values))


def added(ratios: list[tuple[int, int]]) -> Fraction:
    """Add rationals in pairs, and pairs of pairs, so that only a few sums are of large numbers."""
    while len(ratios) > 1:
        pairs = zip(ratios[::2], ratios[1::2], strict=False)
        rest = ratios[len(ratios) // 2 * 2 :]
        ratios = []
        for (p, q), (r, s) in pairs:
            common = math.gcd(q, s)
            ratios.append((p * (s // common) + r * (q // common), q // common * s))
        ratios += rest
    return Fraction(*ratios[0]) if ratios else Fraction(0)
