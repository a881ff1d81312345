"""``boundcheck search``: attack a claim, or a variant of it, and print what broke it."""

from __future__ import annotations

import argparse
import math
import time
from pathlib import Path

from verify.commands.bar import bar
from verify.commands.common import certified, require_writable, variant, write_found
from verify.commands.printing import print_json, say
from verify.memory import leave_no_folder
from verify.search.search import Search, search
from verify.search.searched import searched
from verify.search.stages import KnownInstance

INTERRUPTED, UNTESTED = 130, 3


def run(options: argparse.Namespace) -> int:
    """Search and print the result; 1 if the claim fell, 0 if it held, 3 if too little tested it, 130 if interrupted."""
    claim, known = variant(options, options.set), certified(options.id)
    if options.out is not None:
        require_writable(options.out)
    leave_no_folder()
    look, started = search if options.no_corpus else searched, time.monotonic()
    with bar(f"{options.id}: searching", options.instances or options.seconds) as update:

        def advance(tried: int, ratio: float | None) -> None:
            best = "" if ratio is None or not math.isfinite(ratio) else f", best ratio {ratio:.4f}"
            done = tried if options.instances else min(time.monotonic() - started, options.seconds)
            update(completed=done, description=f"{options.id}: {tried} instances{best}")

        result = look(
            claim,
            seconds=options.seconds,
            seed=options.seed,
            jobs=options.jobs,
            instances=options.instances,
            progress=advance,
            adversaries=() if known is None else (KnownInstance(known),),
        )
    written: Path | None = None
    if options.out is not None and result.counterexample is not None:
        written = options.out
        write_found(result.counterexample, options.out)
    if options.json:
        print_json(result.as_json())
    else:
        _show(result, written, verbose=options.verbose)
    if result.refuted:
        return 1
    if result.stopped == "interrupted":
        return INTERRUPTED
    return 0 if result.held else UNTESTED


def _show(result: Search, written: Path | None, *, verbose: bool) -> None:
    *lines, last = result.lines(verbose=verbose)
    for line in lines:
        say(line)
    if written is not None:
        say(f"  written      {written}")
    style = "bold red" if result.refuted else "green" if result.held else "yellow"
    say(last, style)
