"""``boundcheck campaign``: searches of many claims for hours, with a store that survives anything."""

from __future__ import annotations

import argparse
import sys
from pathlib import Path

from bounds.data.files import write_text
from bounds.errors import BoundcheckError
from verify.campaign.merge import export, merge
from verify.campaign.page import page
from verify.campaign.report import last_line, notes, tables
from verify.campaign.run import campaign
from verify.campaign.store import Store, store_path
from verify.campaign.summary import Summary, summary
from verify.commands.printing import print_json, print_table, say
from verify.commands.progress import listening

ACTIONS = ("status", "report", "merge", "export")
"""What can be done with stores, in the place of the first claim."""

STOPPED = {"interrupted": 130, "terminated": 143}
"""Exit codes of a campaign that was cut short."""


def run(options: argparse.Namespace) -> int:
    """Run a campaign, or read stores: 1 if a claim fell, 0 if all held, 3 if one was not tested enough, 130 or 143."""
    action, *rest = options.what or [""]
    if action in ACTIONS:
        stores = [Path(name) for name in rest] or [options.store or Path()]
        return _read(action, stores, options)
    if options.out is not None:
        raise BoundcheckError("--out is for report, merge and export; a campaign writes into its --store")
    with listening() as progress:
        result = campaign(
            options.what,
            options.store,
            hours=options.hours,
            tasks=options.tasks,
            instances=options.instances,
            seed=options.seed,
            jobs=options.jobs,
            executor=options.executor,
            window=options.window,
            progress=progress,
            corpus=not options.no_corpus,
        )
    _print(result, options)
    return STOPPED.get(result.stopped, _code(result))


def _code(result: Summary) -> int:
    conclusions = {line.conclusion for line in result.lines}
    return 1 if "REFUTED" in conclusions else 3 if "UNTESTED" in conclusions else 0


def _read(action: str, stores: list[Path], options: argparse.Namespace) -> int:
    """Report on a store, or write what is in some; 0 if that went well."""
    paths = [store_path(store) for store in stores]
    if action == "merge":
        if len(paths) < 2:
            raise BoundcheckError("merge puts stores together; name two or more, and --out FILE for the new one")
        target = options.out or Path("merged.sqlite")
        merge(paths, target)
        say(f"written {target}")
        return 0
    if len(paths) > 1:
        raise BoundcheckError(f"{action} reads one store; merge them first")
    with Store.open(paths[0]) as store:
        if action == "export":
            folder = options.out or paths[0].with_suffix(".files")
            say(f"written {len(export(store, folder))} files to {folder}")
            return 0
        result = summary(store)
    if action == "status" and not options.json:
        say(last_line(result))
    else:
        _print(result, options)
    if action == "report" and not options.json:
        target = options.out or paths[0].with_suffix(".html")
        write_text(target, page(result))
        say(f"written {target}")
    return 0


def _print(result: Summary, options: argparse.Namespace) -> None:
    """Print the report."""
    if options.json:
        print_json(result.as_json())
        return
    for table in tables(result):
        print_table(table)
    for text in (*notes(result), last_line(result)):
        say(text)
    sys.stdout.flush()
