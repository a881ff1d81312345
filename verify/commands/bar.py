"""How far a command is: a bar on standard error, if that is a terminal."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import partial

from rich.console import Console
from rich.progress import BarColumn, Progress, TextColumn, TimeElapsedColumn


@contextmanager
def bar(description: str, total: float | None = None) -> Iterator[Callable[..., None]]:
    """Show a bar; give what updates its ``description`` and what is ``completed``, and its ``total``."""
    columns = TextColumn("{task.description}"), BarColumn(), TimeElapsedColumn()
    disable = not sys.stderr.isatty()
    with Progress(*columns, console=Console(stderr=True), transient=True, disable=disable) as shown:
        yield partial(shown.update, shown.add_task(description, total=total))
