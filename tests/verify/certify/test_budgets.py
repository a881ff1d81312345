"""Certifying keeps its time wherever it is at work, and what is too large for the solver is one line."""

from __future__ import annotations

import time
from typing import Any

import pytest

from bounds.errors import BoundcheckError
from verify import kernel
from verify.certify.clock import Clock, TimeIsUp, seconds_left
from verify.certify.search import certify


@pytest.mark.parametrize(
    ("claim", "length", "parameters"),
    [("kitani.winnow", 12, {"n": "12", "k": "6"}), ("kitani.wma", 12, {"n": "12"}), ("bylander.2", 40, {})],
)
def test_the_time_is_kept_in_the_preparation_too(claim: str, length: int, parameters: dict[str, Any]) -> None:
    """Power: with 5 seconds the table of Winnow, which takes hours, was filled to its end."""
    found = certify(claim, length, seconds=0.05, **parameters)
    assert (found.status, found.certificate and found.length) in {("open", None), ("certified", found.length)}
    assert found.reason.startswith("the time was up")


def test_a_clock_ends_whoever_spends() -> None:
    with kernel.within(Clock(time.monotonic() + 1000)):
        assert 900 < seconds_left() <= 1000
        kernel.spend(10**9)
    with kernel.within(Clock(time.monotonic() - 1)):
        assert seconds_left() == 0
        with pytest.raises(TimeIsUp):
            kernel.spend(1)
    assert seconds_left() == float("inf")


def test_what_is_too_large_for_the_solver_is_refused() -> None:
    """Power: the solver panicked, with what is no Exception."""
    with pytest.raises(BoundcheckError, match="a number is too large for the solver"):
        certify("bylander.5", 3, U=10**100)


def test_a_panic_of_the_solver_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    class PanicException(BaseException):
        pass

    def panic(*_: object) -> None:
        raise PanicException

    monkeypatch.setattr("clarabel.DefaultSolver", panic)
    with pytest.raises(BoundcheckError, match="a number is too large for the solver"):
        certify("bylander.5", 3)


def test_a_proof_that_takes_more_than_the_usual_work_says_so(monkeypatch: pytest.MonkeyPatch) -> None:
    found = certify("bylander.2", 3)
    assert found.patience == 1
    assert "--patience" not in str(found)
    monkeypatch.setattr(kernel, "MAX_STEPS", 100)
    assert "replay it with --patience" in str(certify("bylander.2", 3))
