"""How a task ends that has used up its time while a candidate is judged."""

from __future__ import annotations

import signal
import sys
import threading
import time
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from types import FrameType
from typing import Any


class Enough(BaseException):
    """A task is over: it found a violation, or used up its instances or its time.

    Not an Exception, so that neither a proposer nor Hypothesis takes it for a failure of its own.
    """


@contextmanager
def alarm(deadline: float | None, home: Mapping[str, Any]) -> Iterator[None]:
    """Interrupt a candidate that is still being judged at the deadline (in the main thread, where signals exist).

    ``home`` are the globals of the module that judges: an import below it is not cut.
    """
    in_main = threading.current_thread() is threading.main_thread()
    if deadline is None or not in_main or not hasattr(signal, "setitimer"):  # Windows has none
        yield
        return
    armed = True

    def ring(_number: int, frame: FrameType | None) -> None:
        if armed and not _importing(frame, home):
            raise Enough

    def lost(unraisable: Any) -> None:
        if unraisable.exc_type is not Enough:
            hook(unraisable)

    hook, sys.unraisablehook = sys.unraisablehook, lost
    previous = signal.signal(signal.SIGALRM, ring)
    # it rings again, because an exception raised inside a destructor is lost
    before = signal.setitimer(signal.ITIMER_REAL, max(deadline - time.monotonic(), 0) + 0.1, 0.1)
    try:
        yield
    finally:
        armed = False
        signal.setitimer(signal.ITIMER_REAL, *before)
        signal.signal(signal.SIGALRM, previous)
        sys.unraisablehook = hook


def _importing(frame: FrameType | None, home: Mapping[str, Any]) -> bool:
    """Tell whether a candidate's judging is at an import: a module such as numba cannot be imported again once cut."""
    while frame is not None and frame.f_globals is not home:
        if frame.f_code.co_filename.startswith("<frozen importlib"):
            return True
        frame = frame.f_back
    return False
