"""The power of the search as a table: ``python -m tests.power.table [--seconds 30] [--jobs 2] [--only TEXT]``.

For each theorem: how many of its false variants are killed, the median and the longest time to the first violation
(shrinking it comes after that), the closest ratio reached on the theorem itself, and the misses by name. A true
variant that is refuted would be an error of the checker, and is printed as one.
"""

from __future__ import annotations

import argparse
import statistics
import time
from collections.abc import Iterable, Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass
from functools import partial
from math import isfinite

from bounds import Claim, theorem
from tests.power.variants import KNOWN, Truth, Variant
from verify.attack import run_task

CLOSEST = 3.0
"""Seconds for the closest ratio of each theorem."""


@dataclass(frozen=True)
class Attempt:
    """What the tasks of the search did to one claim: seconds to the first violation (None: held), best ratio."""

    seconds: float | None
    ratio: float | None
    found_by: str = ""


def attempt(claim: Claim, seconds: float, seed: int = 0) -> Attempt:
    """Do the search's tasks in order until one of them breaks the claim or the time is over."""
    started = time.monotonic()
    best: float | None = None
    number = 0
    while time.monotonic() - started < seconds:
        record = run_task(claim, number, seed, deadline=started + seconds)
        if record.violation is not None:
            return Attempt(time.monotonic() - started, best, f"{record.attack}: {record.violation[1]}")
        ratios = [tightness[0] for _, tightness, _, _ in record.improvements if isfinite(tightness[0])]
        best = max([*ratios, *([] if best is None else [best])], default=None)
        number += 1
    return Attempt(None, best)


VARIANTS = {variant.id: variant for variant in KNOWN}


def of_variant(name: str, seconds: float, seed: int) -> Attempt:
    """Try the variant of this name; a true one for a tenth of the time, an open one for half of it."""
    variant = VARIANTS[name]
    share = {Truth.FALSE: 1.0, Truth.TRUE: 0.1, Truth.OPEN: 0.5}[variant.truth]
    return attempt(variant.made(), seconds * share, seed)


def closest(claim: str, seed: int) -> Attempt:
    """Try to come close to a theorem's own bound."""
    return attempt(theorem(claim), CLOSEST, seed)


def _ratio(found: Attempt) -> str:
    if found.seconds is not None:
        return "REFUTED"
    return "-" if found.ratio is None or found.ratio < 0 else f"{found.ratio:.4f}"


def lines(results: Sequence[tuple[Variant, Attempt]], theorems: dict[str, Attempt]) -> Iterator[str]:
    """Yield the table in Markdown, then the misses, the open variants, and errors of the checker if there are any."""
    yield "| theorem | false variants killed | median s | longest s | closest ratio | true variants held |"
    yield "|---|---|---|---|---|---|"
    for claim, own in theorems.items():
        false = [found for v, found in results if v.claim == claim and v.truth is Truth.FALSE]
        true = [found for v, found in results if v.claim == claim and v.truth is Truth.TRUE]
        times = [found.seconds for found in false if found.seconds is not None]
        median, longest = (f"{statistics.median(times):.2f}", f"{max(times):.2f}") if times else ("-", "-")
        killed, held = f"{len(times)} of {len(false)}", f"{sum(found.seconds is None for found in true)} of {len(true)}"
        yield f"| {claim} | {killed} | {median} | {longest} | {_ratio(own)} | {held} |"
    every = [found for v, found in results if v.truth is Truth.FALSE]
    kills = [found.seconds for found in every if found.seconds is not None]
    yield ""
    if kills:
        within = sum(seconds <= 1 for seconds in kills)
        yield (
            f"{len(kills)} of {len(every)} false variants killed, {within} of them within a second; "
            f"median {statistics.median(kills):.2f} s, longest {max(kills):.2f} s."
        )
    yield from _misses(results)


def _misses(results: Iterable[tuple[Variant, Attempt]]) -> Iterator[str]:
    for variant, found in results:
        if variant.truth is Truth.FALSE and found.seconds is None:
            yield f"missed: {variant.id} (best ratio {_ratio(found)}){f': {variant.hard}' if variant.hard else ''}"
    for variant, found in results:
        if variant.truth is Truth.OPEN:
            outcome = "broken, so it is false" if found.seconds is not None else f"best ratio {_ratio(found)}"
            yield f"open: {variant.id}: {outcome}; {variant.argument}"
    for variant, found in results:
        if variant.truth is Truth.TRUE and found.seconds is not None:
            yield f"ERROR of the checker: {variant.id} is true and was refuted by {found.found_by}"


def main(arguments: Sequence[str] | None = None) -> int:
    """Run everything and print the table; 1 if a true variant or a theorem was refuted."""
    parser = argparse.ArgumentParser(prog="python -m tests.power.table", description="The power of the search.")
    parser.add_argument("--seconds", type=float, default=30.0, help="budget of a false variant")
    parser.add_argument("--jobs", type=int, default=2, help="variants tried at the same time")
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--only", default="", help="variants whose name contains this text")
    given = parser.parse_args(arguments)
    variants = [variant for variant in KNOWN if given.only in variant.id]
    names = sorted({variant.claim for variant in variants})
    with ProcessPoolExecutor(given.jobs) as pool:
        tried = pool.map(
            partial(of_variant, seconds=given.seconds, seed=given.seed), [variant.id for variant in variants]
        )
        own = pool.map(partial(closest, seed=given.seed), names)
        results, theorems = list(zip(variants, tried, strict=True)), dict(zip(names, own, strict=True))
    for line in lines(results, theorems):
        print(line)
    wrong = [v for v, found in results if v.truth is Truth.TRUE and found.seconds is not None]
    return 1 if wrong or any(found.seconds is not None for found in theorems.values()) else 0


if __name__ == "__main__":
    raise SystemExit(main())
