"""``boundcheck ledger``: check and attack every claim, and print how far each has come."""

from __future__ import annotations

import argparse
import os
from collections import Counter
from typing import Any

from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeElapsedColumn

from bounds.claims.catalogue import catalogue
from bounds.claims.claim import Claim
from verify.commands.printing import Output, print_json
from verify.publish.evidence import coq_evidence
from verify.publish.ledger import Entry, Memory, ledger
from verify.publish.report import ledger_table

EVERY = 25
"""Claims between two lines about progress, where no terminal shows a bar."""

PIPED = 120
"""Columns of the table where it does not go to a terminal."""


def run(options: argparse.Namespace) -> int:
    """Print the ledger; 1 if a claim did not come out as its standing says, 3 if one was not tested, 130 if cut."""
    claims, corpus = catalogue(), not options.no_corpus
    clocked = options.seconds is not None  # what a clock cuts short is another thing each time
    memory = None if options.fresh or clocked else Memory(options.instances, options.seed, corpus=corpus)
    given: dict[str, Any] = {
        "instances": options.instances,
        "seed": options.seed,
        "seconds": options.seconds,
        "jobs": options.jobs,
        "memory": memory,
        "corpus": corpus,
    }
    if options.json:
        entries = ledger(claims, **given)
        unfinished = [claim.id for claim in claims if claim.id not in {item.id for item in entries}]
        print_json({"claims": [item.as_json() for item in entries], "unfinished": unfinished})
    else:
        entries = _worked_out(claims, given, memory)
    return _exit(entries, len(claims))


def _worked_out(claims: list[Claim], given: dict[str, Any], memory: Memory | None) -> list[Entry]:
    """Work the ledger out with a bar, and print it."""
    console = Console(stderr=True)
    known = 0 if memory is None else len(memory.recall(claims))
    if memory is not None and memory.refused:
        console.print(f"Nothing is remembered: {memory.refused}", highlight=False, markup=False)
    console.print(
        f"{len(claims)} claims: {known} remembered from an earlier run of the same code, "
        f"{len(claims) - known} to attack and to prove.",
        highlight=False,
    )
    columns = TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn(), TimeElapsedColumn()
    done = 0
    with Progress(*columns, console=console) as bar:
        task = bar.add_task("checking", total=len(claims))

        def advance(item: Entry) -> None:
            nonlocal done
            done += 1
            bar.update(task, advance=1, description=f"{item.id:<24}")
            if not console.is_terminal and done > known and done % EVERY == 0:
                console.print(f"{done} of {len(claims)} claims", highlight=False)

        entries = ledger(claims, **given, progress=advance)
    output = Output()
    if not output.is_terminal and "COLUMNS" not in os.environ:
        output = Output(width=PIPED)
    output.print(ledger_table(entries))
    for line in _summary(entries):
        output.print(line, highlight=False)
    if len(entries) < len(claims):
        left = len(claims) - len(entries)
        output.print(f"INTERRUPTED, or a process was killed: {left} claims were not finished.", style="yellow")
    return entries


def _summary(entries: list[Entry]) -> tuple[str, str]:
    judged = sum(item.instances for item in entries)
    refuted = [item for item in entries if item.verdict == "refuted"]
    proved = Counter(item.proof.status for item in entries)
    in_coq = sum(item.proof.coq is not None for item in entries)
    return (
        f"{len(entries)} claims, {judged} instances judged; {len(refuted)} refuted"
        f" ({sum(item.as_expected for item in refuted)} of them false as printed)."
        " HELD means not broken by this search; the proof column says what is proved.",
        f"Proofs: {proved['checked']} checked ({in_coq} by Coq), {proved['partial']} from facts that are not,"
        f" {proved['none']} none. {coq_evidence()[1]}",
    )


def _exit(entries: list[Entry], wanted: int) -> int:
    if len(entries) < wanted:
        return 130
    if any(not item.as_expected and item.verdict != "untested" for item in entries):
        return 1
    return 0 if all(item.as_expected for item in entries) else 3
