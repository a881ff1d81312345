"""``boundcheck ledger``: check and attack every claim, and print how far each has come."""

from __future__ import annotations

import argparse
import os
from collections import Counter
from typing import TYPE_CHECKING

from verify.commands.common import positive, print_json, seconds

if TYPE_CHECKING:
    from verify.ledger import Entry


PIPED = 120
"""Columns of the table where it does not go to a terminal."""


def add(commands: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
    """Add the command."""
    command = commands.add_parser("ledger", help="check every claim and print how far each has come (the default)")
    arguments(command)


def arguments(command: argparse.ArgumentParser) -> None:
    """Add the ledger's arguments."""
    command.add_argument("--instances", type=positive, default=500, help="random instances a claim (default 500)")
    command.add_argument("--seconds", type=seconds, default=None, help="time limit for each claim")
    command.add_argument("--seed", type=int, default=0, help="seed of the random instances (default 0)")
    command.add_argument("--jobs", type=positive, default=os.cpu_count() or 1, help="processes (default: all cores)")
    command.add_argument("--json", action="store_true", help="print JSON")
    command.set_defaults(run=run)


def run(options: argparse.Namespace) -> int:
    """Print the ledger; 1 if a claim did not come out as its standing says, 3 if one was not tested, 130 if cut."""
    from rich.console import Console
    from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeElapsedColumn

    from bounds.catalogue import catalogue
    from verify.evidence import coq_evidence
    from verify.ledger import ledger
    from verify.report import ledger_table

    claims = catalogue()
    given = {
        "instances": options.instances,
        "seed": options.seed,
        "seconds": options.seconds,
        "jobs": options.jobs,
    }
    if options.json:
        entries = ledger(claims, **given)
        unfinished = [claim.id for claim in claims if claim.id not in {item.id for item in entries}]
        print_json({"claims": [item.as_json() for item in entries], "unfinished": unfinished})
        return _exit(entries, len(claims))
    console = Console(stderr=True)
    with Progress(
        TextColumn("{task.description}"),
        BarColumn(),
        MofNCompleteColumn(),
        TimeElapsedColumn(),
        console=console,
    ) as bar:
        task = bar.add_task("checking", total=len(claims))

        def advance(item: Entry) -> None:
            bar.update(task, advance=1, description=f"{item.id:<24}")

        entries = ledger(claims, **given, progress=advance)
    output = Console()
    if not output.is_terminal and "COLUMNS" not in os.environ:
        output = Console(width=PIPED)
    output.print(ledger_table(entries))
    judged = sum(item.instances for item in entries)
    refuted = [item for item in entries if item.verdict == "refuted"]
    output.print(
        f"{len(entries)} claims, {judged} instances judged; {len(refuted)} refuted"
        f" ({sum(item.as_expected for item in refuted)} of them false as printed)."
        " HELD means not broken by this search; the proof column says what is proved.",
        highlight=False,
    )
    proved = Counter(item.proof.status for item in entries)
    in_coq = sum(item.proof.coq is not None for item in entries)
    output.print(
        f"Proofs: {proved['checked']} checked ({in_coq} by Coq), {proved['partial']} from named facts of analysis,"
        f" {proved['none']} none. {coq_evidence()[1]}",
        highlight=False,
    )
    if len(entries) < len(claims):
        left = len(claims) - len(entries)
        output.print(f"INTERRUPTED, or a process was killed: {left} claims were not finished.", style="yellow")
    return _exit(entries, len(claims))


def _exit(entries: list[Entry], wanted: int) -> int:
    if len(entries) < wanted:
        return 130
    if any(not item.as_expected and item.verdict != "untested" for item in entries):
        return 1
    return 0 if all(item.as_expected for item in entries) else 3
