"""Outcomes: intervals of real numbers, and labels."""

from __future__ import annotations

import re
from dataclasses import dataclass
from fractions import Fraction
from typing import TypeAlias

from bounds.errors import BoundcheckError, Undecided
from bounds.numbers import Number, compare, enclosure_text, parse_rational, to_fraction
from bounds.numbers.evaluate import as_number

_INTERVAL = re.compile(r"([\[(])([^,\[\]()]*),([^,\[\]()]*)([\])])")
_INFINITIES = {"-oo": -1, "-inf": -1, "-infinity": -1, "oo": 1, "+oo": 1, "inf": 1, "+inf": 1, "infinity": 1}


@dataclass(frozen=True)
class Interval:
    """A non-empty real interval, the outcome of a trial.

    Source: Bylander 1998, section 2. A prediction is *below* the interval when it is less than all its points, so an
    update can happen at loss zero, on an open end.

    Parameters
    ----------
    lo, hi : Number or None
        The ends; one that is None is infinite.
    lo_closed, hi_closed : bool, optional
        Whether the end belongs to it.

    Raises
    ------
    BoundcheckError
        For an interval that is empty, and ends that are no exact numbers.

    Examples
    --------
    >>> outcome = Interval.parse("[0.5, 2)")
    >>> outcome.side(Fraction(0)), outcome.loss(Fraction(0)), outcome.side(Fraction(2)), outcome.loss(Fraction(2))
    (1, Fraction(1, 2), -1, Fraction(0, 1))
    """

    lo: Number | None
    hi: Number | None
    lo_closed: bool = True
    hi_closed: bool = True

    def __post_init__(self) -> None:
        """Make the ends exact, open the infinite ones and refuse an empty interval."""
        if self.lo is self.hi and type(self.lo) is Fraction and self.lo_closed and self.hi_closed:
            return
        for name in ("lo", "hi"):
            end = getattr(self, name)
            if end is not None:
                object.__setattr__(self, name, as_number(end, f"the end {name} of an interval"))
        object.__setattr__(self, "lo_closed", self.lo_closed and self.lo is not None)
        object.__setattr__(self, "hi_closed", self.hi_closed and self.hi is not None)
        if self.lo is not None and self.hi is not None:
            order = compare(self.lo, self.hi)
            if order == 1 or (order == 0 and not (self.lo_closed and self.hi_closed)):
                raise BoundcheckError(
                    f"the interval {self._bracketed()} is empty; an interval has low < high, or is the closed [a, a]"
                )

    @classmethod
    def point(cls, y: object) -> Interval:
        """Return the interval that holds a single outcome.

        Parameters
        ----------
        y : number or str
            The exact outcome.

        Returns
        -------
        Interval
            The point.

        Raises
        ------
        BoundcheckError
            For what is no exact number.
        """
        value = to_fraction(y, "outcome")
        return cls(value, value)

    @classmethod
    def parse(cls, text: str) -> Interval:
        """Read an interval, or a point.

        Parameters
        ----------
        text : str
            ``[lo,hi]`` with round brackets for open ends and ``-oo``, ``oo`` for infinite ones, or a number.

        Returns
        -------
        Interval
            The interval.

        Raises
        ------
        BoundcheckError
            For what is no interval.
        """
        if not isinstance(text, str):
            raise BoundcheckError(
                f"the interval is {text!r}; give a text such as '[0,1]', or make a point with Interval.point"
            )
        match = _INTERVAL.fullmatch(text.strip())
        if match is None:
            return cls.point(parse_rational(text, "outcome"))
        left, lo, hi, right = match.groups()
        ends: list[Fraction | None] = []
        for end, direction in ((lo, -1), (hi, 1)):
            infinity = _INFINITIES.get(end.strip().lower())
            if infinity == -direction:
                raise BoundcheckError(f"the interval {text.strip()!r} is empty; write its lower end first")
            ends.append(None if infinity else parse_rational(end, f"an end of the interval {text.strip()!r}"))
        return cls(ends[0], ends[1], left == "[", right == "]")

    def side(self, prediction: Number) -> int:
        """Return on which side of the interval a prediction is.

        Parameters
        ----------
        prediction : Number
            An exact number.

        Returns
        -------
        int
            +1 if the prediction is below the interval, -1 if above, 0 if in it.

        Raises
        ------
        Undecided
            Where the prediction cannot be placed.
        """
        if self.lo is not None:
            order = self._order(prediction, self.lo)
            if order < 0 or (order == 0 and not self.lo_closed):
                return 1
        if self.hi is not None:
            order = order if self.hi is self.lo else self._order(prediction, self.hi)
            if order > 0 or (order == 0 and not self.hi_closed):
                return -1
        return 0

    def loss(self, prediction: Number, side: int | None = None) -> Number:
        """Return the absolute loss: the distance of the prediction to the interval (0 on an open end).

        Parameters
        ----------
        prediction : Number
            An exact number.
        side : int, optional
            What ``side`` says of it, where that is known.

        Returns
        -------
        Number
            The distance, >= 0.

        Raises
        ------
        Undecided
            Where the prediction cannot be placed.
        """
        side = self.side(prediction) if side is None else side
        if side > 0 and self.lo is not None:
            return self.lo - prediction
        if side < 0 and self.hi is not None:
            return prediction - self.hi
        return Fraction(0)

    def widened(self, tau: Number) -> Interval:
        """Return all points within ``tau`` of the interval; open ends stay open (Bylander 1998, section 5).

        Parameters
        ----------
        tau : Number
            An exact number, >= 0.

        Returns
        -------
        Interval
            The wider interval.

        Raises
        ------
        BoundcheckError
            Where nothing is left, for a ``tau`` < 0.
        """
        return Interval(
            None if self.lo is None else self.lo - tau,
            None if self.hi is None else self.hi + tau,
            self.lo_closed,
            self.hi_closed,
        )

    @staticmethod
    def _order(prediction: Number, end: Number) -> int:
        order = compare(prediction, end)
        if order is None:
            raise Undecided(f"prediction against {end}", enclosure_text(prediction - end))
        return order

    def __str__(self) -> str:
        return str(self.lo) if self.lo is not None and self.lo == self.hi else self._bracketed()

    def _bracketed(self) -> str:
        lo = "-oo" if self.lo is None else str(self.lo)
        hi = "oo" if self.hi is None else str(self.hi)
        return f"{'[' if self.lo_closed else '('}{lo}, {hi}{']' if self.hi_closed else ')'}"


Label: TypeAlias = int
"""A classification outcome: +1 or -1."""

Outcome: TypeAlias = Label | Interval


def stretched(outcome: Outcome, factor: Fraction) -> Outcome:
    """Return an interval times a number other than 0; a negative one mirrors it, and makes a label the other one.

    >>> print(stretched(Interval.parse("[1, 2)"), Fraction(-3)), stretched(1, Fraction(-3)))
    (-6, -3] -1
    """
    if not isinstance(outcome, Interval):
        return outcome if factor > 0 else -outcome
    lo, hi = (None if end is None else factor * end for end in (outcome.lo, outcome.hi))
    if factor > 0:
        return Interval(lo, hi, outcome.lo_closed, outcome.hi_closed)
    return Interval(hi, lo, outcome.hi_closed, outcome.lo_closed)
