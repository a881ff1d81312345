"""``boundcheck search``: attack a claim, or a variant of it, and print what broke it."""

from __future__ import annotations

import argparse
import math
import os
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from rich.console import Console
from rich.progress import BarColumn, Progress, TextColumn, TimeElapsedColumn

from bounds.errors import BoundcheckError
from verify.commands.printing import print_json, say
from verify.commands.variants import variant
from verify.judge.certificate import write_certificate
from verify.search.search import Progress as Listener
from verify.search.search import Search, search
from verify.search.searched import searched

INTERRUPTED, UNTESTED = 130, 3


def run(options: argparse.Namespace) -> int:
    """Search and print the result; 1 if the claim fell, 0 if it held, 3 if too little tested it, 130 if interrupted."""
    claim = variant(options, options.set)
    if options.out is not None:
        require_writable(options.out)
    # Hypothesis would otherwise leave a directory of caches in the current one
    os.environ.setdefault("HYPOTHESIS_STORAGE_DIRECTORY", str(Path(tempfile.gettempdir()) / "boundcheck-hypothesis"))

    look = search if options.no_corpus else searched
    with _bar(options) as listener:
        result = look(
            claim,
            seconds=options.seconds,
            seed=options.seed,
            jobs=options.jobs,
            instances=options.instances,
            progress=listener,
        )
    written: Path | None = None
    if options.out is not None and result.counterexample is not None:
        written = options.out
        write_certificate(result.counterexample, options.out)
    if options.json:
        print_json(result.as_json())
    else:
        _show(result, written, verbose=options.verbose)
    if result.refuted:
        return 1
    if result.stopped == "interrupted":
        return INTERRUPTED
    return 0 if result.held else UNTESTED


def require_writable(path: Path) -> None:
    """Refuse a file that cannot be written before the time is spent."""
    if path.is_dir():
        raise BoundcheckError(f"{path} is a directory; give --out the name of a file")
    if not path.parent.is_dir():
        raise BoundcheckError(f"there is no directory {path.parent}; make it first, or give --out another file")
    if not os.access(path if path.exists() else path.parent, os.W_OK):
        raise BoundcheckError(f"{path}: cannot write this file; give --out another one")


@contextmanager
def _bar(options: argparse.Namespace) -> Iterator[Listener]:
    """Show a progress bar with the best ratio so far on standard error, if that is a terminal."""
    bar = Progress(
        TextColumn("{task.description}"),
        BarColumn(),
        TimeElapsedColumn(),
        console=Console(stderr=True),
        transient=True,
        disable=not sys.stderr.isatty(),
    )
    started = time.monotonic()
    with bar:
        task = bar.add_task(f"{options.id}: searching", total=options.instances or options.seconds)

        def advance(tried: int, ratio: float | None) -> None:
            best = "" if ratio is None or not math.isfinite(ratio) else f", best ratio {ratio:.4f}"
            done = tried if options.instances else min(time.monotonic() - started, options.seconds)
            bar.update(task, completed=done, description=f"{options.id}: {tried} instances{best}")

        yield advance


def _show(result: Search, written: Path | None, *, verbose: bool) -> None:
    *lines, last = result.lines(verbose=verbose)
    for line in lines:
        say(line)
    if written is not None:
        say(f"  written      {written}")
    style = "bold red" if result.refuted else "green" if result.held else "yellow"
    say(last, style)
