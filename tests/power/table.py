"""The power of the search as a table: ``python -m tests.power.table [--instances 4000] [--jobs 2] [--only TEXT]``.

For each theorem: how many of its false variants are killed, after how many instances at the median and at most
(shrinking comes after that), the closest ratio reached on the theorem itself, and the misses by name. All budgets are
counts, so that every machine prints the same table. A true variant that is refuted would be an error of the checker,
and is printed as one.

After it, each attack: how many false variants, and false claims about learners of one's own (``tests.power.own``), it
was the first to kill, and what it took on all of them.
"""

from __future__ import annotations

import argparse
import statistics
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from dataclasses import replace
from functools import partial

from bounds.claims.catalogue import theorem
from tests.power.broken import Attempt, Spent, attempt
from tests.power.changes import Truth, Variant
from tests.power.own import FALSE as FALSE_OWN
from tests.power.variants import KNOWN
from verify.unread import ended

CLOSEST = 700
"""Instances for the closest ratio of each theorem: about the first 17 tasks."""

FEW = 100
"""Instances that a search judges in a moment."""


VARIANTS = {variant.id: variant for variant in KNOWN}


def of_variant(name: str, budget: int, seed: int) -> Attempt:
    """Try the variant of this name; a true or open one with a tenth of the instances."""
    variant = VARIANTS[name]
    return _told(attempt(variant.made(), budget if variant.truth is Truth.FALSE else budget // 10, seed))


OWN = {f"own: {own.name}": own for own in FALSE_OWN}


def of_own(name: str, budget: int, seed: int) -> Attempt:
    """Try the false claim of this name about a learner of one's own."""
    return _told(attempt(OWN[name].made(), budget, seed))


def closest(claim: str, seed: int) -> Attempt:
    """Try to come close to a theorem's own bound."""
    return _told(attempt(theorem(claim), CLOSEST, seed))


def _told(found: Attempt) -> Attempt:
    """Return what another process is told: numbers, and no claim."""
    return replace(found, verdict=None)


def _ratio(found: Attempt) -> str:
    if found.instances is not None:
        return "REFUTED"
    return "-" if found.ratio is None or found.ratio < 0 else f"{found.ratio:.4f}"


def lines(results: Sequence[tuple[Variant, Attempt]], theorems: dict[str, Attempt]) -> Iterator[str]:
    """Yield the table in Markdown, then the misses, the open variants, and errors of the checker if there are any."""
    yield "| theorem | false variants killed | instances, median | at most | closest ratio | true variants held |"
    yield "|---|---|---|---|---|---|"
    for claim, own in theorems.items():
        false = [found for v, found in results if v.claim == claim and v.truth is Truth.FALSE]
        true = [found for v, found in results if v.claim == claim and v.truth is Truth.TRUE]
        counts = [found.instances for found in false if found.instances is not None]
        median, most = (f"{statistics.median_high(counts)}", f"{max(counts)}") if counts else ("-", "-")
        killed, held = (
            f"{len(counts)} of {len(false)}",
            f"{sum(found.instances is None for found in true)} of {len(true)}",
        )
        yield f"| {claim} | {killed} | {median} | {most} | {_ratio(own)} | {held} |"
    every = [found for v, found in results if v.truth is Truth.FALSE]
    kills = [found.instances for found in every if found.instances is not None]
    yield ""
    if kills:
        within = sum(count <= FEW for count in kills)
        yield (
            f"{len(kills)} of {len(every)} false variants killed, {within} of them within {FEW} instances; "
            f"median {statistics.median_high(kills)}, at most {max(kills)}."
        )
    yield from _misses(results)


def by_attack(results: Iterable[Attempt]) -> Iterator[str]:
    """Yield the table of what attacks killed first, and what they took, the costliest first."""
    kills, spent = Counter[str](), defaultdict[str, Spent](Spent)
    for found in results:
        if found.instances is not None:
            kills[found.found_by.partition(":")[0]] += 1
        for attack, took in found.spent.items():
            spent[attack].instances += took.instances
            spent[attack].seconds += took.seconds
    yield "| attack | killed first | instances | seconds |"
    yield "|---|---|---|---|"
    for attack, took in sorted(spent.items(), key=lambda item: -item[1].seconds):
        yield f"| {attack} | {kills[attack]} | {took.instances} | {took.seconds:.1f} |"


def _misses(results: Iterable[tuple[Variant, Attempt]]) -> Iterator[str]:
    for variant, found in results:
        if variant.truth is Truth.FALSE and found.instances is None:
            yield f"missed: {variant.id} (best ratio {_ratio(found)}){f': {variant.hard}' if variant.hard else ''}"
    for variant, found in results:
        if variant.truth is Truth.OPEN:
            outcome = "broken, so it is false" if found.instances is not None else f"best ratio {_ratio(found)}"
            yield f"open: {variant.id}: {outcome}; {variant.argument}"
    for variant, found in results:
        if variant.truth is Truth.TRUE and found.instances is not None:
            yield f"ERROR of the checker: {variant.id} is true and was refuted by {found.found_by}"


def main(arguments: Sequence[str] | None = None) -> int:
    """Run everything and print the table; 1 if a true variant or a theorem was refuted."""
    parser = argparse.ArgumentParser(prog="python -m tests.power.table", description="The power of the search.")
    parser.add_argument("--instances", type=int, default=4000, help="budget of a false variant")
    parser.add_argument("--jobs", type=int, default=2, help="variants tried at the same time")
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--only", default="", help="variants whose name contains this text")
    given = parser.parse_args(arguments)
    variants = [variant for variant in KNOWN if given.only in variant.id]
    names = sorted({variant.claim for variant in variants})
    with ProcessPoolExecutor(given.jobs) as pool:
        tried = pool.map(
            partial(of_variant, budget=given.instances, seed=given.seed), [variant.id for variant in variants]
        )
        near = pool.map(partial(closest, seed=given.seed), names)
        of_ones_own = [name for name in OWN if given.only in name]
        own = pool.map(partial(of_own, budget=given.instances, seed=given.seed), of_ones_own)
        results, theorems = list(zip(variants, tried, strict=True)), dict(zip(names, near, strict=True))
        others = list(zip(of_ones_own, own, strict=True))
    false = [found for variant, found in results if variant.truth is Truth.FALSE]
    missed = (f"missed: {name}" for name, found in others if found.instances is None)
    for line in (*lines(results, theorems), *missed, "", *by_attack([*false, *(found for _, found in others)])):
        print(line)
    wrong = [v for v, found in results if v.truth is Truth.TRUE and found.instances is not None]
    return 1 if wrong or any(found.instances is not None for found in theorems.values()) else 0


if __name__ == "__main__":
    raise SystemExit(ended(main))
