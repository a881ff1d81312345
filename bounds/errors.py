"""The exceptions of boundcheck. Each message says what was wrong, what was received and what to do."""

from __future__ import annotations


class BoundcheckError(ValueError):
    """Bad input: a malformed number, interval, file, claim id or parameter."""


class Undecided(ArithmeticError):
    """A comparison that enclosures up to the precision cap could not settle.

    ``enclosure`` is the last ball around the difference that was being compared with zero.
    """

    def __init__(self, what: str, enclosure: str) -> None:
        super().__init__(f"{what} is undecided: the difference lies in {enclosure}")
        self.enclosure = enclosure


class UndefinedValue(BoundcheckError):
    """An expression without a value here: a division by zero, or the logarithm or root of a wrong number."""
