"""Trying a claim on everything the adversaries have: structured sequences, boundary cases, random instances."""

from __future__ import annotations

import time
from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from itertools import chain

from adversaries.portfolio import deck
from adversaries.sampling import random_instances
from bounds.claim import Claim
from bounds.trials import Instance
from verify.check import Status, Verdict, check


@dataclass
class Attack:
    """What an attack found. ``best`` is the verdict closest to the bound, ``broken`` the smallest violation."""

    claim: Claim
    seed: int
    counts: Counter[Status] = field(default_factory=Counter)
    best: Verdict | None = None
    best_name: str = ""
    broken: Verdict | None = None
    broken_name: str = ""
    seconds: float = 0.0

    @property
    def refuted(self) -> bool:
        """Whether a violation was found."""
        return self.broken is not None

    @property
    def tried(self) -> int:
        """How many instances were judged."""
        return sum(self.counts.values())

    @property
    def best_ratio(self) -> float | None:
        """The largest achieved/bound among instances that hold, as a float for reading."""
        return None if self.best is None else self.best.ratio

    def __str__(self) -> str:
        counts = ", ".join(f"{self.counts[status]} {status.value}" for status in Status)
        ratio = "" if self.best_ratio is None else f"; best ratio {self.best_ratio:.4g}"
        return f"{'REFUTED' if self.refuted else 'HELD'} {self.claim.id}: {counts}; seed {self.seed}{ratio}"

    def record(self, name: str, verdict: Verdict) -> None:
        """Count one verdict and keep it if it is the tightest or the smallest violation."""
        self.counts[verdict.status] += 1
        if verdict.status is Status.VIOLATED:
            if self.broken is None or _size(verdict) < _size(self.broken):
                self.broken, self.broken_name = verdict, name
        elif verdict.status is Status.HOLDS and _tightness(verdict) > _tightness(self.best):
            self.best, self.best_name = verdict, name


def _size(verdict: Verdict) -> tuple[int, int, int]:
    trials = verdict.instance.trials
    magnitude = int(abs(trials.numerators).max()) if trials.numerators.size else 0
    return trials.l, trials.n, magnitude * trials.denominator


def _tightness(verdict: Verdict | None) -> tuple[float, bool, int]:
    """Order verdicts by ratio, exact equality, and then a length that shows the pattern (up to 4)."""
    if verdict is None or verdict.ratio is None:
        return -1.0, False, 0
    return verdict.ratio, verdict.attained, min(verdict.instance.trials.l, 4)


def attack(
    claim: Claim,
    instances: int = 300,
    seed: int = 0,
    seconds: float | None = None,
    progress: Callable[[int], None] | None = None,
) -> Attack:
    """Judge the claim on the adversaries' deck and on ``instances`` random instances, all exactly.

    The same seed gives the same instances and the same result, unless the limit of ``seconds`` cuts it
    short. ``progress`` is called with the number of instances judged so far.

    >>> from bounds import theorem, symbols as s
    >>> attack(theorem("bylander.8").replace(bound=s.U**2 * s.X**2 / (5 * s.tau)), instances=0).refuted
    True
    """
    started = time.monotonic()
    result = Attack(claim, seed)
    candidates: Iterator[tuple[str, Instance]] = chain(deck(claim), random_instances(claim, instances, seed))
    for name, instance in candidates:
        result.record(name, check(claim, instance))
        if progress is not None:
            progress(result.tried)
        if seconds is not None and time.monotonic() - started > seconds:
            break
    result.seconds = time.monotonic() - started
    return result


def tightest(claim: Claim) -> tuple[str, Verdict] | None:
    """Return the deck's instance that comes closest to the bound, with its name; None if none has a ratio."""
    result = attack(claim, instances=0)
    return None if result.best is None or result.best_ratio is None else (result.best_name, result.best)
