"""A program whose output is closed before its end, as by ``| head``, says no more, and ends with exit code 141."""

from __future__ import annotations

import os
import sys
from collections.abc import Callable

UNREAD = 141
"""The exit code: 128 + SIGPIPE, as a shell gives it."""


def ended(main: Callable[[], int]) -> int:
    """Run a program and return its exit code, which is ``UNREAD`` where nobody reads on."""
    try:
        code = main()
        print(end="", flush=True)
        return code
    except BrokenPipeError:
        print_no_more()
        return UNREAD


def print_no_more() -> None:
    """Print nowhere what is still to be printed, where standard output takes no more."""
    try:
        print(end="", flush=True)
    except OSError:
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
