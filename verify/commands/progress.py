"""How far a campaign is: a bar on a terminal, and a plain line a minute where there is none."""

from __future__ import annotations

import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import datetime

from verify.campaign.run import Progress as Listener
from verify.campaign.run import State
from verify.commands.bar import bar

EVERY = 60.0
"""Seconds from one plain line to the next."""


def line(state: State) -> str:
    """Say how far a campaign is.

    >>> line(State(3, 1, 40, 5000, 0, 0.5, 1200, 60.0, 1800.0))
    '3 claims, 1 refuted; 40 tasks, 5000 instances (20 a second); best ratio 0.5; 0:30 h left'
    """
    speed = state.new_judged / state.seconds if state.seconds > 0 else 0.0
    parts = [
        f"{state.claims} claims, {state.refuted} refuted",
        f"{state.tasks} tasks, {state.judged} instances ({speed:.0f} a second)",
    ]
    if state.failed:
        parts.append(f"{state.failed} tasks failed")
    if state.best is not None:
        parts.append(f"best ratio {state.best:.4g}")
    if state.left is not None:
        minutes = max(int(state.left) // 60, 0)
        parts.append(f"{minutes // 60}:{minutes % 60:02} h left")
    return "; ".join(parts)


@contextmanager
def listening() -> Iterator[Listener]:
    """Give a listener that shows how far a campaign is."""
    if not sys.stderr.isatty():
        yield _plain()
        return
    with bar("starting") as update:

        def listen(state: State) -> None:
            total = None if state.left is None else state.seconds + state.left
            update(description=line(state), completed=state.seconds, total=total)

        yield listen


def _plain() -> Listener:
    told = time.monotonic() - EVERY + 5

    def listen(state: State) -> None:
        nonlocal told
        if time.monotonic() - told >= EVERY:
            told = time.monotonic()
            print(f"{datetime.now():%H:%M:%S} {line(state)}", file=sys.stderr, flush=True)

    return listen
