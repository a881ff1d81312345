"""The order of a search's tasks: those that are given, or as they are dealt from what the tasks before yielded."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from bounds.claims.claim import Claim
from verify.search.attack import run_task
from verify.search.dealing import Dealer, Yielded
from verify.search.evidence import tightness
from verify.search.record import TaskRecord
from verify.search.stages import Stages, stages

WINDOW = 16
"""Tasks of a search that may be under way at once."""


class Order:
    """The numbers of a search's tasks, place by place; ``learn`` is told the records in the same order.

    >>> from bounds.claims.catalogue import theorem
    >>> order = Order(theorem("bylander.5"))
    >>> [order.number(place) for place in (0, 1, WINDOW)]
    [0, 1, None]
    """

    def __init__(self, claim: Claim, own: Stages = (), given: Sequence[int] | None = None) -> None:
        once, again = stages(claim, own)
        self._dealer = Dealer([(len(once), len(again), 0)], WINDOW)
        self._given, self._dealt, self._over = given, list[int](), False
        self._rose = list[bool]()
        self._best = tightness(None)

    def number(self, place: int) -> int | None:
        """Return the number of the task at a place; None where there is none, or none before more is learnt."""
        numbers = self._dealt if self._given is None else self._given
        while numbers is self._dealt and len(numbers) <= place and self._deal():
            pass
        return numbers[place] if place < len(numbers) else None

    def _deal(self) -> bool:
        """Deal one more task, and tell whether that could be done."""
        behind = len(self._dealt) - WINDOW
        if self._over or behind >= len(self._rose):
            return False
        task = self._dealer.deal(Yielded(self._rose[behind]) if behind >= 0 else None)
        self._over = task is None
        self._dealt += [] if task is None else [task.number]
        return task is not None

    def learn(self, record: TaskRecord) -> None:
        """Take account of the record of the next task."""
        best = record.improvements[-1][1] if record.improvements else tightness(None)
        self._rose.append(best > self._best)
        self._best = max(best, self._best)


def records(claim: Claim, seed: int, instances: int) -> Iterator[TaskRecord]:
    """Yield what a search's tasks do within a budget of instances, in their order; a violation does not end it.

    Candidates that have no value or end in an error count too, as in ``search``.
    """
    order, place, judged = Order(claim), 0, 0
    while judged < instances and (number := order.number(place)) is not None:
        record = run_task(claim, number, seed, limit=instances - judged)
        order.learn(record)
        place, judged = place + 1, judged + len(record.candidates)
        yield record
