"""The order in which searches and campaigns deal their tasks: by what they still yield, the same on every machine.

The task at position k is chosen from the outcomes at the positions up to k - window, and from nothing else: not from
clocks, nor from how many processes there are. So up to a window of tasks can be done at once, and what is dealt is a
function of the claims, the seed and the count of tasks.

Each claim has one arm for the attacks that are done once, in turn, and one for each attack that is repeated with other
random numbers. An arm whose last task came closer to the bound than all before has its next turn after one round;
one that did not waits twice as long as before, up to LONGEST rounds. A claim that is refuted has no turn any more.

A claim that can be certified has one arm for that: a longer length has its turn once the one before is certified, the
second at once, and each later one after twice as many rounds.
"""

from __future__ import annotations

import heapq
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import NamedTuple, Protocol

WINDOW = 64
"""Tasks of a campaign that may be under way at once."""

LONGEST = 64
"""Rounds that an arm waits at most for its next turn."""


class Outcome(Protocol):
    """What a task yielded, as far as it matters to what is dealt next."""

    @property
    def rose(self) -> bool:
        """Whether it came closer to the claim's bound than all before it."""

    @property
    def broke(self) -> bool:
        """Whether the claim is refuted, and needs no more tasks."""

    @property
    def grows(self) -> bool:
        """Whether a longer length may be certified as well."""


class Yielded(NamedTuple):
    """An outcome that says no more than that."""

    rose: bool = False
    broke: bool = False
    grows: bool = False


@dataclass
class Arm:
    """One attack on one claim: the ``number`` of its next task, ``step`` to the one after, turns and waiting time.

    ``last`` is the number of the last task, where there is one.
    """

    claim: int
    number: int
    step: int
    last: int | None = None
    due: int = 0
    turns: int = 0
    gap: int = 1

    @property
    def once(self) -> bool:
        """Whether the arm's tasks are done once."""
        return self.last is not None

    @property
    def certifies(self) -> bool:
        """Whether the arm's tasks certify the claim."""
        return self.number < 0

    @property
    def over(self) -> bool:
        """Whether there is no task any more."""
        return self.last is not None and abs(self.number) > abs(self.last)

    @property
    def order(self) -> tuple[int, int, int, int]:
        """When its turn is: the earliest first, then the one that had fewer turns."""
        return self.due, self.turns, self.claim, self.number


@dataclass(frozen=True)
class Dealt:
    """The task at a position: the claim, by its place among them, and the number of the task."""

    position: int
    claim: int
    number: int


@dataclass
class Dealer:
    """Deals tasks of claims with so many attacks that are done once, that are repeated, and lengths to certify.

    >>> dealer = Dealer([(1, 2, 0), (2, 1, 0)], window=1)
    >>> [(task.claim, task.number) for task in (dealer.deal(None if k == 0 else Yielded()) for k in range(6))]
    [(0, 0), (1, 0), (1, 1), (0, 1), (0, 2), (1, 2)]
    """

    attacks: Sequence[tuple[int, int, int]]
    window: int = WINDOW
    refuted: set[int] = field(default_factory=set)

    def __post_init__(self) -> None:
        """Make the arms; those of attacks that are done once have the first turns."""
        self._arms: list[Arm] = []
        for claim, (once, again, lengths) in enumerate(self.attacks):
            if lengths:
                self._arms.append(Arm(claim, -1, -1, last=-lengths, gap=0))
            if once:
                self._arms.append(Arm(claim, 0, 1, last=once - 1))
            self._arms += [Arm(claim, once + i, again, due=1) for i in range(again)]
        self._queue = [(arm.order, i) for i, arm in enumerate(self._arms)]
        heapq.heapify(self._queue)
        self._under_way: dict[int, tuple[int, int]] = {}
        self.dealt = 0

    def deal(self, outcome: Outcome | None) -> Dealt | None:
        """Return the next task, given the outcome at the position that is WINDOW before; None if no claim is left."""
        behind = self.dealt - self.window
        if (outcome is None) != (behind < 0):
            raise ValueError(f"position {self.dealt} is dealt from the outcome at {behind}")
        if outcome is not None:
            self._learn(behind, outcome)
        turn = self._next()
        if turn is None:
            return None
        arm = self._arms[turn]
        task = Dealt(self.dealt, arm.claim, arm.number)
        self._under_way[self.dealt] = turn, arm.gap
        self.dealt += 1
        arm.turns += 1
        arm.number += arm.step
        if not arm.once:
            arm.due += arm.gap
        if not (arm.over or arm.certifies):
            heapq.heappush(self._queue, (arm.order, turn))
        return task

    def _next(self) -> int | None:
        """Take the arm whose turn it is; an entry that is out of date is passed over."""
        while self._queue:
            order, turn = heapq.heappop(self._queue)
            arm = self._arms[turn]
            if order == arm.order and arm.claim not in self.refuted:
                return turn
        return None

    def _learn(self, position: int, outcome: Outcome) -> None:
        """Take account of what a task yielded."""
        turn, waited = self._under_way.pop(position)
        arm = self._arms[turn]
        if outcome.broke:
            self.refuted.add(arm.claim)
            return
        if arm.certifies and outcome.grows and not arm.over:
            arm.due += arm.gap
            arm.gap = max(1, 2 * arm.gap)
            heapq.heappush(self._queue, (arm.order, turn))
        if arm.once:
            return
        arm.gap = 1 if outcome.rose else min(2 * arm.gap, LONGEST)
        if outcome.rose and waited > 1:
            arm.due -= waited - 1
            heapq.heappush(self._queue, (arm.order, turn))
