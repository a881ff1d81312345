"""``boundcheck certify``: all sequences of at most L trials, in any dimension, or one that breaks the claim."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from rich.console import Console
from rich.progress import Progress, TextColumn, TimeElapsedColumn

from verify.certify.result import Certified
from verify.certify.result import Progress as Listener
from verify.certify.search import certify
from verify.commands.common import parameters
from verify.commands.printing import print_json, say
from verify.commands.search import require_writable
from verify.commands.variants import variant
from verify.judge.certificate import write_certificate

EXIT = {"certified": 0, "certified for every length": 0, "refuted": 1, "open": 3}
STYLES = {"certified": "green", "certified for every length": "green", "refuted": "bold red", "open": "yellow"}


def run(options: argparse.Namespace) -> int:
    """Certify and print what is known; 0 if certified, 1 if refuted, 3 if it stays open."""
    claim = variant(options)
    given: dict[str, Any] = {str(symbol): str(value) for symbol, value in parameters(options.set).items()}
    if options.out is not None:
        require_writable(options.out)

    with _line(options) as progress:
        found = certify(claim, options.length, seconds=options.seconds, progress=progress, **given)
    if options.out is not None and found.certificate is not None:
        write_certificate(found.certificate, options.out)
    if options.json:
        print_json(found.as_json())
    else:
        _show(found, options.out)
    return EXIT[found.status]


@contextmanager
def _line(options: argparse.Namespace) -> Iterator[Listener]:
    """Say on standard error which length it is at, if that is a terminal."""
    columns = TextColumn("{task.description}"), TimeElapsedColumn()
    bar = Progress(*columns, console=Console(stderr=True), transient=True, disable=not sys.stderr.isatty())
    with bar:
        task = bar.add_task(f"{options.id}: starting", total=None)

        def advance(length: int, last: int) -> None:
            bar.update(task, description=f"{options.id}: length {length} of {last}")

        yield advance


def _show(found: Certified, out: Path | None) -> None:
    say(f"{found.claim.id}  {found.claim.title}")
    say(f"  claim        {found.claim.inequality}")
    say(f"  parameters   {', '.join(f'{name} = {value}' for name, value in found.parameters.items()) or 'none'}")
    for line in found.lines():
        say(line)
    if out is not None and found.certificate is not None:
        say(f"  written      {out}")
    say(f"  time         {found.seconds:.1f} s")
    say(found.verdict, STYLES[found.status])
