"""The exceptions of boundcheck. Each message says what was wrong, what was received and what to do."""

from __future__ import annotations

from typing import NoReturn

MOST = 1000
"""Characters of a message; of a longer one, which repeats a long input, the middle is left out."""


def shortened(text: str) -> str:
    """Return a text that is not too long for a message.

    >>> len(shortened("9" * 10**6)) < 1100
    True
    """
    return text if len(text) <= MOST else f"{text[: MOST * 2 // 3]} [...] {text[-MOST // 3 :]}"


class BoundcheckError(ValueError):
    """Bad input: a malformed number, interval, file, claim id or parameter."""

    def __str__(self) -> str:
        return shortened(super().__str__())

    def _render_traceback_(self) -> list[str]:
        """Return what a notebook shows, in place of the frames that read what was given: the message is what helps."""
        return [f"{type(self).__name__}: {self}"]


class Undecided(ArithmeticError):
    """A comparison that enclosures up to the precision cap could not settle.

    Parameters
    ----------
    what : str
        What was compared.
    enclosure : str
        The last ball around the difference that was being compared with zero.
    """

    def __init__(self, what: str, enclosure: str) -> None:
        super().__init__(f"{what} is undecided: the difference lies in {enclosure}")
        self.enclosure = enclosure


class UndefinedValue(BoundcheckError):
    """An expression without a value here: a division by zero, or the logarithm or root of a wrong number."""


class NotAYesOrNo(BoundcheckError, TypeError):
    """A result was used as a truth value, as in ``assert search(claim)``, which would pass whatever was found."""


def not_a_yes_or_no(result: object, instead: str) -> NoReturn:
    """Refuse to be a truth value; ``instead`` says what to write.

    >>> not_a_yes_or_no({}, "len(found) > 0")
    Traceback (most recent call last):
    bounds.errors.NotAYesOrNo: a dict is no plain yes or no; write len(found) > 0
    """
    raise NotAYesOrNo(f"a {type(result).__name__} is no plain yes or no; write {instead}")
