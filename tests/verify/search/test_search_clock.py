"""The clock is looked at wherever a search judges: also while it shrinks, confirms, and tries what was kept.

Power: without the alarm in any of these places its test never ends.
"""

from __future__ import annotations

import time
from fractions import Fraction
from itertools import count
from pathlib import Path
from typing import Any

import pytest

from bounds import symbols as s
from bounds.claims.catalogue import theorem
from bounds.claims.claim import Claim
from bounds.data.trials import Trials
from bounds.data.vectors import Example
from bounds.instances import Instance
from bounds.numbers import Number
from tests.classes import Perceptron
from verify import kernel
from verify.judge.check import check
from verify.search import corpus, result
from verify.search.search import search
from verify.search.searched import searched
from verify.shrink.shrink import shrink

HALF = theorem("bylander.5").replace(bound=s.U**2 * s.X**2 / 2)
BROKEN = Instance(Trials.of([[1, 0], [0, 1]], [1, 1]), [1, 1])
SOON = 0.2


def turning(after: int) -> Claim:
    """Return a false claim on a learner that plays so many runs, and then never ends one."""
    runs = count(1)

    class Turning(Perceptron):
        def predict(self, x: Example) -> Number:
            while self.run > after:
                time.sleep(0.001)
            return super().predict(x)

        def start(self, n: int) -> None:
            self.run = next(runs)
            super().start(n)

    return HALF.replace(learner=lambda: Turning(Fraction(1)))


def test_shrinking_ends_at_its_deadline_though_a_check_never_does() -> None:
    verdict = check(turning(1), BROKEN)
    found = shrink(verdict, deadline=time.monotonic() + SOON)
    assert found.verdict is verdict
    assert found.minimal.startswith("not shown to be minimal: cut short")


def test_the_best_is_judged_again_for_as_long_as_there_is_time() -> None:
    claim = turning(4).replace(bound=4 * s.U**2 * s.X**2)
    found = search(claim, seconds=5 * SOON)
    assert (found.stopped, found.best, found.refuted) == ("seconds", None, False)


def test_what_was_kept_has_its_share_of_the_time(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("BOUNDCHECK_CORPUS", str(tmp_path))
    corpus.keep_instance(HALF, BROKEN)
    claim = turning(0)
    monkeypatch.setattr(corpus, "_of", lambda _: next(tmp_path.iterdir()))
    assert not searched(claim, seconds=SOON).refuted


def test_a_certificate_is_confirmed_for_as_long_as_there_is_time(monkeypatch: pytest.MonkeyPatch) -> None:
    def endless(*_: Any, **__: Any) -> None:
        while True:
            time.sleep(0.001)

    found = search(HALF, seconds=30)
    assert found.refuted
    monkeypatch.setattr(kernel, "confirm", endless)
    monkeypatch.setattr(result, "CONFIRMING", 0.0)
    found.spare = SOON
    assert found.confirmation.startswith("not yet: the certificate has")
