"""Minimal counterexamples: fewest trials, then fewest attributes, then the simplest numbers.

Shrinking is a descent in a well-founded order (``cost``). A move proposes smaller instances; a step is taken
only if ``check`` says VIOLATED again, so a move can be wrong without harm. Comparator and norms follow: they are
derived from the trials, exactly, wherever that keeps the violation. At the end, where it can be afforded, every
smaller instance with small integers is enumerated.

A counterexample that is called 1-minimal was tried without each trial, each attribute and each repeated pass, and
with every candidate of ``verify.shrink.numbers.simpler`` in the place of each of its numbers: the entries, the ends of
intervals, comparator (of comparators that change those that are equal together), start vector and explicit parameters.
Each time with the norms U and X derived afresh and with those it had. Norms that are the tightest ones follow from the
other numbers and are not tried on their own.
"""

from __future__ import annotations

import time
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from adversaries.families.sampling import random_instances
from bounds.calls import checked
from bounds.claims.claim import Claim, Outcomes
from bounds.errors import BoundcheckError, Undecided
from bounds.numbers import Number, compare
from verify.alarm import Enough, alarm
from verify.judge.check import Verdict, check
from verify.judge.status import Status
from verify.shrink.comparators import completions
from verify.shrink.deletions import (
    Move,
    chunks,
    deletion_levels,
    deletions,
    far_outcomes,
    passes,
    single_deletions,
    updates_only,
)
from verify.shrink.draft import NORMS, Cost, Draft, cost
from verify.shrink.exhaustion import smaller
from verify.shrink.moves import (
    all_entries,
    coarser,
    columns,
    entries,
    orders,
    outcomes,
    parameters,
    scalings,
    sequences,
    signs,
    smoother,
    together,
    vectors,
)

CHECKS = 20000
"""Checks that a shrink may spend; instances of more than FREE_SIZE numbers cost proportionally more."""

FREE_SIZE = 50

DERIVING = 16
"""Numbers in the examples up to which every change of one also tries other comparators."""

DERIVED = 2 * 10**6
"""Products of an attribute with all numbers in the examples up to which a shorter instance tries other comparators."""

SAMPLES = 600
"""Random instances among which a smaller violation is looked for."""

HUGE = 200_000
"""Numbers in the examples beyond which nothing is tried: taking them apart once takes seconds."""

MOVES: tuple[Move, ...] = (
    smoother,
    chunks,
    passes,
    updates_only,
    single_deletions,
    far_outcomes,
    coarser,
    scalings,
    signs,
    entries,
    outcomes,
    parameters,
    columns,
    vectors,
    sequences,
    together,
    orders,
    deletions,
    all_entries,
)
"""Cheap moves that gain much come first; what is tried of each number is complete with the last."""


class _Spent(Exception):
    """The budget of checks, or the time, is used up."""


@dataclass(frozen=True)
class Shrunk:
    """A violation that was shrunk.

    Attributes
    ----------
    verdict : Verdict
        The smallest violation that was found.
    checks : int
        How many checks that took.
    local : bool
        Whether no move keeps the violation (1-minimality).
    smallest : bool
        Whether an enumeration of all smaller instances with small integers found none.
    minimal : str
        What was established about it, in words.
    """

    verdict: Verdict
    checks: int
    local: bool
    smallest: bool
    minimal: str

    @property
    def brief(self) -> str:
        """What was established, without the details."""
        if not self.local:
            return self.minimal
        whole = "; by exhaustion, there is no simpler one" if self.smallest else ""
        return f"1-minimal: nothing can be left out, and no number made simpler{whole}"


@dataclass
class _Shrinker:
    claim: Claim
    verdict: Verdict
    draft: Draft
    budget: int
    deadline: float | None
    kept: Mapping[Any, Number] = field(default_factory=dict)
    checks: int = 0
    spent: int = 0
    broken: bool = False
    priced: tuple[Draft, Cost] | None = None
    failed: dict[Draft, Status | None] = field(default_factory=dict)

    @property
    def cost(self) -> Cost:
        """The cost of the draft reached."""
        if self.priced is None or self.priced[0] is not self.draft:
            self.priced = self.draft, cost(self.draft)
        return self.priced[1]

    def simpler(self, draft: Draft) -> bool:
        """Tell whether a draft costs less than the one reached; mostly its shape decides."""
        return draft.shape < self.draft.shape if draft.shape != self.draft.shape else cost(draft) < self.cost

    def violation(self, draft: Draft) -> Verdict | None:
        """Return the verdict on a draft if it is VIOLATED at the values kept; what cannot be judged is none."""
        if draft in self.failed:
            return None
        size = len(draft.rows) * draft.n
        if self.spent >= self.budget:
            raise _Spent
        self.pause()
        self.checks += 1
        self.spent += 1 + size // FREE_SIZE
        try:
            verdict = check(self.claim, draft.instance())
        except (BoundcheckError, Undecided, ArithmeticError, ValueError, TypeError, LookupError):
            verdict = None
        if verdict is not None and verdict.status is Status.VIOLATED and self.keeps(verdict):
            return verdict
        self.failed[draft] = None if verdict is None else verdict.status
        return None

    def keeps(self, verdict: Verdict) -> bool:
        """Tell whether the symbols whose values are kept have them."""
        return all(compare(verdict.case.value(symbol), value) == 0 for symbol, value in self.kept.items())

    def pause(self) -> None:
        """End the descent if its time is used up: on long instances even a proposal that is passed over takes long."""
        if self.deadline is not None and time.monotonic() > self.deadline:
            raise _Spent

    def step(self, candidate: Draft) -> bool:
        """Take the candidate, or a completion of it, if it is simpler and still violates."""
        self.pause()
        if candidate.n < 1 or candidate.shape > self.draft.shape:
            return False
        size = len(candidate.rows) * candidate.n
        shorter = size < len(self.draft.rows) * self.draft.n
        derive = size <= DERIVING or (shorter and size * candidate.n <= DERIVED)
        if candidate.rows == self.draft.rows and (candidate.u, candidate.each) != (self.draft.u, self.draft.each):
            derive = False
        if not derive and not self.simpler(candidate.without(*NORMS)):
            return False
        held = [(k, v) for k, v in self.verdict.instance.parameters.items() if k in NORMS and self.claim.geometry]
        for draft in completions(self.claim, candidate, derive=derive, held=held):
            if self.simpler(draft) and self.take(draft):
                return True
        return False

    def take(self, draft: Draft) -> bool:
        """Go on from a draft, if it violates."""
        verdict = self.violation(draft)
        if verdict is not None:
            self.draft, self.verdict = draft, verdict
        return verdict is not None

    def descend(self, moves: Sequence[Move]) -> None:
        """Apply moves until a whole round of them makes no step."""
        moving = True
        while moving:
            moving, self.broken = False, False
            for move in moves:
                moving |= self.exhaust(move)

    def exhaust(self, move: Move) -> bool:
        """Try a move's proposals in order; after a step go on at the same place with what is left."""
        done, moved = 0, False
        while True:
            for position, candidate in enumerate(self.proposed(move)):
                if position >= done and self.step(candidate):
                    done, moved = position, True
                    break
            else:
                return moved

    def proposed(self, move: Move) -> Iterator[Draft]:
        """Yield what a move proposes; a proposal that makes no instance ends it, and minimality is not claimed."""
        try:
            yield from move(self.claim, self.draft)
        except (BoundcheckError, Undecided, ArithmeticError, LookupError):
            self.broken = True

    def resampled(self) -> bool:
        """Look for a violation with fewer trials or attributes among random instances, to go on from there."""
        size = self.draft.shape
        if size[0] < 3 or self.claim.outcomes is Outcomes.NONE:
            return False
        for _, instance in random_instances(self.claim, SAMPLES, size[0], max_trials=size[0]):
            if (instance.trials.l, instance.trials.n) < size and self.take(Draft.of(self.claim, instance)):
                return True
        return False

    def enumerated(self) -> tuple[bool, str]:
        """Look for a smaller violation with small integers; the flag tells whether one was found."""
        if self.draft.columns:
            return False, "instances with columns of the claim's own are not enumerated"
        space = smaller(self.claim, self.draft)
        if isinstance(space, str):
            return False, space
        judged, legal = 0, 0
        for draft in space.drafts():
            if self.simpler(draft):
                if self.take(draft):
                    return True, ""
                judged += 1
                legal += self.failed[draft] is Status.HOLDS
        counted = f"none of {judged} simpler instances does, {legal} of which satisfy the hypotheses"
        return False, f"by exhaustion, {counted} ({space.words})"


@checked
def shrink(
    verdict: Verdict,
    *,
    checks: int = CHECKS,
    deadline: float | None = None,
    moves: Sequence[Move] | None = None,
    resample: bool = True,
    keeping: Iterable[Any] = (),
) -> Shrunk:
    """Shrink a violated verdict; every step is judged by ``check`` and makes the instance simpler.

    Deterministic, unless ``deadline`` cuts it short. An instance of more than HUGE numbers is returned as it is, and
    ``minimal`` says that.

    Parameters
    ----------
    verdict : Verdict
        A verdict VIOLATED.
    checks : int, optional
        How many checks it may spend.
    deadline : float, optional
        When to end, on the clock of time.monotonic; ``minimal`` then says so.
    moves : sequence of callable, optional
        The moves that are tried (default: all that there are).
    resample : bool, optional
        Whether the descent goes on from smaller violations that random sampling finds.
    keeping : iterable of sympy.Symbol, optional
        Symbols that keep their values: what is smaller, or simpler, is so among the instances that have them.

    Returns
    -------
    Shrunk
        The smallest violation that was found, and what is established about it.

    Raises
    ------
    BoundcheckError
        For a verdict that is not VIOLATED.

    Examples
    --------
    >>> from bounds.data.trials import Trials
    >>> from bounds.instances import Instance
    >>> from bounds.data.vectors import vector
    >>> from bounds.claims.catalogue import theorem
    >>> from bounds import symbols as s
    >>> half = theorem("bylander.5").replace(bound=s.U**2 * s.X**2 / 2)
    >>> S = Trials.of([[2, 2], [-2, 2]], [1, -1])
    >>> shrink(check(half, Instance(S, vector(["1/2", 0])))).verdict.instance.trials
    Trials(l=1, n=1: (1) -> 1)
    """
    if verdict.status is not Status.VIOLATED:
        raise BoundcheckError(f"the verdict is {verdict.status.value}; only a VIOLATED one can be shrunk")
    claim, trials = verdict.claim, verdict.instance.trials
    if trials.size > HUGE:
        shape = f"{trials.l} x {trials.n} numbers are too many to take apart (more than {HUGE})"
        return Shrunk(verdict, 0, False, False, f"not shown to be minimal: {shape}; nothing smaller was tried")
    kept = {symbol: verdict.case.value(symbol) for symbol in keeping}
    shrinker = _Shrinker(claim, verdict, Draft.of(claim, verdict.instance), checks, deadline, kept)
    local, smallest, words = False, False, ""
    try:
        with alarm(deadline, globals()):
            while True:
                local = False
                shrinker.descend(MOVES if moves is None else moves)
                local = not shrinker.broken
                if resample and shrinker.resampled():
                    continue
                improved, words = shrinker.enumerated()
                if not improved:
                    smallest = words.startswith("by exhaustion")
                    break
    except (_Spent, Enough):
        ended = f"after {shrinker.checks} checks"
        words = f"the enumeration of smaller instances was not finished {ended}" if local else f"cut short {ended}"
    return Shrunk(shrinker.verdict, shrinker.checks, local, smallest, _words(shrinker.draft, words, local=local))


def _words(draft: Draft, exhaustion: str, *, local: bool) -> str:
    if not local and not exhaustion.startswith("cut short"):
        exhaustion = f"a move ended in an error; {exhaustion}"
    if not local:
        return f"not shown to be minimal: {exhaustion}"
    levels = ", ".join(f"{k}+{c}" for k, c in deletion_levels(len(draft.rows), draft.n))
    deleted = f"no deletion (trials + attributes: {levels}) and " if levels else ""
    return f"1-minimal: {deleted}no simplification of a number keeps the violation; {exhaustion}"
