"""Exact numbers in decimals: for reading, for pictures and progress bars, and nothing else."""

from __future__ import annotations

import math
from decimal import MAX_EMAX, MIN_EMIN, ROUND_HALF_EVEN, Context, Decimal
from fractions import Fraction

from flint import arb

from bounds.numbers.balls import (
    PRECISION_CAP,
    PRECISION_CERTAIN,
    PRECISION_START,
    Exact,
    ball,
    refined,
    working_precision,
)
from bounds.numbers.radicals import bits_of

WRITTEN = 40
"""Most characters of a number that is written out; a longer one is shown in decimals."""

FAINT = arb(2) ** -50
"""What cannot be told from 0 is 0 as a float once it is smaller than this."""

LARGE = 100_000
"""Bits of a rational that is taken for a ball before it is written in decimals."""

HUGE_EXPONENT = 1 << 16
"""Powers of two beyond which a ball is not written out as a fraction."""


def enclosure_text(number: Exact) -> str:
    """Show ``number`` as a decimal interval."""
    with working_precision(PRECISION_START):
        return str(ball(number).str(12))


def decimal(number: Exact, digits: int = 6) -> str:
    """Show ``number`` in decimals for reading, rounded correctly; exact integers stay integers where they are short.

    A number that no enclosure tells from 0 is shown as ~0.

    >>> from bounds.numbers import exp, sqrt
    >>> decimal(Fraction(7, 2)), decimal(sqrt(Fraction(2)), 4), decimal(Fraction(10**400) / 3)
    ('3.5', '1.414', '3.33333e+399')
    >>> decimal(exp(Fraction(1, 10**20)) - 1)
    '1e-20'
    """
    if isinstance(number, Fraction):
        if bits_of(number) < LARGE:
            return _rounded(number, digits)
        with working_precision(PRECISION_CERTAIN):
            return _shared(ball(number), digits) or enclosure_text(number)
    if number.approximation().contains(0) and not (certain := number.sign()):
        return "0" if certain == 0 else "~0"
    for precision, enclosure in refined(number, PRECISION_CERTAIN):
        for fewer in range(digits, 0, -1) if precision >= PRECISION_CAP else (digits,):
            text = _shared(enclosure, fewer)  # a number on the border of two roundings shares fewer digits
            if text is not None:
                return text
    return enclosure_text(number)


def _shared(ball: arb, digits: int) -> str | None:
    """Return the decimals to which all numbers in a ball are rounded, None if they differ."""
    if not ball.is_finite():
        return None
    ends = [end.man_exp() for end in (ball.lower(), ball.upper())]
    if any(abs(int(exponent)) > HUGE_EXPONENT for _, exponent in ends):
        return str(ball.str(digits, radius=False)) if ball.rel_accuracy_bits() > 4 * digits else None
    low, high = (_rounded(Fraction(int(m)) * Fraction(2) ** int(e), digits, whole=False) for m, e in ends)
    return low if low == high else None


def _rounded(number: Fraction, digits: int, whole: bool = True) -> str:
    """Return a rational to this many digits, in scientific notation where that is shorter."""
    if whole and number.denominator == 1 and abs(number.numerator) < 10**WRITTEN:
        return str(number.numerator)
    context = Context(digits, ROUND_HALF_EVEN, MIN_EMIN, MAX_EMAX)
    negative, figures, _ = (value := context.divide(Decimal(number.numerator), Decimal(number.denominator))).as_tuple()
    if not value:
        return "0"
    power, text = value.adjusted(), "".join(map(str, figures)).rstrip("0")
    if -5 < power < 0:
        text = f"0.{'0' * (-power - 1)}{text}"
    elif 0 <= power < digits:
        text = text.ljust(power + 1, "0")
        text = f"{text[: power + 1]}.{text[power + 1 :]}".rstrip(".")
    else:
        text = f"{text[:1]}.{text[1:]}".rstrip(".") + f"e{power:+03d}"
    return f"-{text}" if negative else text


def short_text(number: Exact, width: int = WRITTEN) -> str:
    """Show ``number`` exactly where that takes no more than ``width`` characters, else in decimals.

    >>> short_text(Fraction(-1, 2)), short_text(Fraction(10**50, 7))
    ('-1/2', '1.42857e+49')
    """
    try:
        text = str(number)
    except ValueError:  # Python writes no integers of more than 4300 digits
        return decimal(number)
    return text if len(text) <= width else decimal(number)


def number_text(number: Exact) -> str:
    """Show a number exactly where that is short, with decimals where it is not an integer.

    >>> number_text(Fraction(7, 2)), number_text(Fraction(3))
    ('7/2 (3.5)', '3')
    """
    approximate = decimal(number)
    exact = short_text(number)
    return approximate if exact == approximate or "~" in exact else f"{exact} ({approximate})"


def to_float(number: Exact) -> float:
    """Return the float nearest to ``number``, however it is written; where it cannot be told from 0, that is 0.

    >>> from bounds.numbers import exp
    >>> to_float(exp(Fraction(60)) + 7 - exp(Fraction(60) + Fraction(1, 10**60)))
    7.0
    """
    if isinstance(number, Fraction):
        try:
            return float(number)
        except OverflowError:
            return math.inf if number > 0 else -math.inf
    for precision, enclosure in refined(number, PRECISION_CAP):
        with working_precision(2 * precision):
            low, high = float(enclosure.lower()), float(enclosure.upper())
        if low == high:
            return low
        if enclosure.contains(0) and abs(enclosure) < FAINT:
            return 0.0
    return (low + high) / 2


def float_ratio(a: Exact, b: Exact) -> float:
    """Return the float near ``a / b``, for b other than 0 and numbers of any size; 0 where none is known.

    >>> float_ratio(Fraction(10) ** 5000, 4 * Fraction(10) ** 5000)
    0.25
    """
    small, large = to_float(a), to_float(b)
    if math.isfinite(small) and math.isfinite(large) and large:
        return small / large
    with working_precision(PRECISION_START):
        quotient = ball(a) / ball(b)
    return float(quotient.mid()) if quotient.is_finite() else 0.0
