"""How far the predictions of a learner are from those of the rule that stands beside it, on one run, exactly."""

from __future__ import annotations

import dataclasses
from dataclasses import dataclass
from fractions import Fraction

from bounds.claims.claim import ClaimCase
from bounds.display import counted
from bounds.errors import BoundcheckError, Undecided
from bounds.numbers import Number, enclosure_text, number_text, sign

NAMED = 5
"""Most trials that are named."""

TINY = Fraction(1, 10**6)
"""Below this a deviation is told as a power of two, which doubles are about."""


@dataclass(frozen=True)
class Deviation:
    """The largest deviation of predictions from those of the rule beside them, and where it is.

    ``t`` is the first trial with it, None where there is none; on the trials of ``signs`` the signs differ. Where the
    rule could not be played, or two amounts could not be told apart, ``unknown`` says why, and all else is empty.
    """

    largest: Number = Fraction(0)
    t: int | None = None
    signs: tuple[int, ...] = ()
    unknown: str = ""

    def __str__(self) -> str:
        if self.unknown:
            return f"from the rule beside it not known: {self.unknown}"
        if self.t is None:
            return "none: the rule beside it makes the same predictions"
        named = ", ".join(map(str, self.signs[:NAMED])) + (", ..." if len(self.signs) > NAMED else "")
        where = f"on {counted(len(self.signs), 'trial')}: {named}" if self.signs else "on no trial"
        return f"from the rule beside it at most {_size(self.largest)}, on trial {self.t}; the signs differ {where}"

    def as_json(self) -> dict[str, object]:
        """Return it as one JSON object; the largest deviation is exact where it is rational."""
        return {"largest": str(self.largest), "trial": self.t, "signs": [*self.signs], "unknown": self.unknown or None}


def _size(a: Number) -> str:
    """Return an amount exactly; a tiny one is rounded up to a power of two."""
    if isinstance(a, Fraction) and a < TINY:
        return f"2**-{int(1 / a).bit_length() - 1}"
    return number_text(a)


def deviation(case: ClaimCase) -> Deviation | None:
    """Return how far a learner's predictions are from those of the rule beside it; None where there is no such rule.

    >>> from boundcheck import Instance, Trials, with_predictions
    >>> from verify.judge.check import check
    >>> given = with_predictions("bylander.5", [0, 0.1], rule="w + y*x if y*yhat <= 0 else w")
    >>> print(check(given, Instance(Trials.of([[1], ["1/10"]], [1, 1]), comparator=[10])).deviation)
    from the rule beside it at most 2**-57, on trial 2; the signs differ on no trial
    """
    learner = case.claim.learner
    if learner is None or learner.beside is None:
        return None
    try:
        steps = dataclasses.replace(case.claim, learner=learner.beside).case(case.instance).run.steps
        pairs = [(step.prediction, other.prediction) for step, other in zip(case.run.steps, steps, strict=True)]
        return _largest(pairs)
    except (BoundcheckError, Undecided, ZeroDivisionError) as error:
        return Deviation(unknown=str(error))


def _largest(pairs: list[tuple[Number, Number]]) -> Deviation:
    largest: Number = Fraction(0)
    t: int | None = None
    for i, (a, b) in enumerate(pairs, 1):
        gap = a - b if _sign(a - b) >= 0 else b - a
        if _sign(gap - largest) > 0:
            largest, t = gap, i
    return Deviation(largest, t, tuple(i for i, (a, b) in enumerate(pairs, 1) if _sign(a) != _sign(b)))


def _sign(a: Number) -> int:
    decided = sign(a)
    if decided is None:
        raise Undecided("how far two predictions are apart", enclosure_text(a))
    return decided
