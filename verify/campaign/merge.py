"""Stores put together, and taken apart: merge, and export to files."""

from __future__ import annotations

import json
import re
from collections.abc import Sequence
from contextlib import ExitStack, suppress
from pathlib import Path
from typing import Any

from bounds.data.files import write_text_whole
from bounds.errors import BoundcheckError
from verify.campaign.sound import FOUND
from verify.campaign.store import Plan, Store, marks
from verify.campaign.summary import summary
from verify.judge.certificate import NoFormula, certificate
from verify.judge.check import check
from verify.own_data.reader import read_trials

TABLES = ("tasks", *FOUND)


def merge(parts: Sequence[Path], target: Path) -> None:
    """Put stores into a new one, for reading: their order does not matter, and a task in two of them counts once.

    Raises BoundcheckError for stores made by different sources, a task of which two stores tell different things,
    and a target that is there already.
    """
    if target.exists():
        raise BoundcheckError(f"{target}: this file exists; give --out another one")
    with ExitStack() as stack:
        stores = [stack.enter_context(Store.open(part)) for part in parts]
        first = stores[0].plan
        for store in stores[1:]:
            if (store.plan.version, store.plan.code) != (first.version, first.code):
                raise BoundcheckError(f"{store.path} and {stores[0].path} were made by different sources; report each")
        named = {claim.digest: claim for store in stores for claim in store.claims}
        order = {digest: i for i, digest in enumerate(sorted(named, key=lambda digest: (named[digest].name, digest)))}
        tables: dict[str, dict[Any, tuple[Any, ...]]] = {name: {} for name in TABLES}
        for store in sorted(stores, key=lambda store: str(store.path)):
            _gather(store, [order[claim.digest] for claim in store.claims], tables)
        plan = Plan(min(store.plan.seed for store in stores), first.window, first.version, first.code, merged=True)
        rows = _claims(stores)
        with Store.blank(target, plan) as connection:
            for digest, i in order.items():
                row = i, *rows[digest][1:]
                connection.execute(f"INSERT INTO claims VALUES ({marks(row)})", row)  # noqa: S608
            for table, kept in tables.items():
                for row in kept.values():
                    connection.execute(f"INSERT INTO {table} VALUES ({marks(row)})", row)  # noqa: S608
            runs = {row[1:] for store in stores for row in store.connection.execute("SELECT * FROM runs")}
            for run in sorted(runs, key=str):
                connection.execute("INSERT INTO runs VALUES (NULL, ?, ?, ?, ?, ?, ?, ?, ?)", run)


def _claims(stores: Sequence[Store]) -> dict[str, tuple[Any, ...]]:
    """Return the rows of all claims by digest; two stores of the same sources say the same of one claim."""
    rows: dict[str, tuple[Any, ...]] = {}
    for store in stores:
        for row in store.connection.execute("SELECT * FROM claims"):
            if rows.setdefault(row[2], row)[1:] != row[1:]:
                raise BoundcheckError(f"{store.path}: it says something else of {row[1]} than another store")
    return rows


STATE, SECONDS = 5, -2
"""Where a row of tasks has its state, and where what depends on the machine: the seconds, and the number of the run."""


def _gather(store: Store, places: Sequence[int], tables: dict[str, dict[Any, tuple[Any, ...]]]) -> None:
    """Add a store's rows; of a task that is there already the one that was done counts."""
    rows = {table: store.connection.execute(f"SELECT * FROM {table}") for table in TABLES}  # noqa: S608
    for seed, claim, *task in rows["tasks"]:
        row = (seed, places[claim], *task[:-1], 0)
        there = tables["tasks"].setdefault(row[:3], row)
        if there[STATE] == row[STATE] == "done" and there[STATE:SECONDS] != row[STATE:SECONDS]:
            raise BoundcheckError(f"{store.path}: its task {row[2]} found something else than in another store")
        tables["tasks"][row[:3]] = max(there, row, key=_rank)
    for table in FOUND:
        for seed, claim, number, *rest in rows[table]:
            key = seed, places[claim], number
            tables[table][key] = (*key, *rest)


def _rank(row: tuple[Any, ...]) -> tuple[Any, ...]:
    """Order rows of one task: done, cut, failed, needless; then by what they count, where they were dealt, the time."""
    return {"done": 3, "cut": 2, "failed": 1}.get(row[STATE], 0), row[4:-2], -row[3], row[SECONDS]


# --- export ---------------------------------------------------------------------------------------------


def export(store: Store, folder: Path) -> list[Path]:
    """Write certificates and instances as files: of each claim the best instance, the counterexample, and the length.

    ``NAME.best.json`` and ``NAME.counterexample.json`` are instances, which ``boundcheck check`` reads; with
    ``.certificate`` in their names certificates, which ``boundcheck replay`` reads, and so does it
    ``NAME.lengths.certificate.json``, of all sequences up to a length. What holds is judged again here.
    """
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise BoundcheckError(f"{folder}: cannot make this directory: {error.strerror or error}") from None
    written: list[Path] = []

    def put(name: str, text: str) -> Path:
        path = folder / name
        try:
            write_text_whole(path, text)
        except OSError as error:
            raise BoundcheckError(
                f"cannot write {path}: {error.strerror or error}; give --out another directory"
            ) from None
        written.append(path)
        return path

    for subject, line in zip(store.claims, summary(store).lines, strict=True):
        name = f"{re.sub(r'[^A-Za-z0-9.+-]', '_', subject.name)}.{subject.digest[:8]}"
        worst, best = line.counterexample, line.best
        if worst is not None:
            if worst.instance or worst.found:
                put(f"{name}.counterexample.json", worst.instance or worst.found)
            if worst.certificate:
                put(f"{name}.counterexample.certificate.json", worst.certificate)
        if best is not None and best.instance:
            path = put(f"{name}.best.json", best.instance)
            with suppress(NoFormula):
                document = certificate(check(subject.claim(), read_trials(path).instance))
                put(f"{name}.best.certificate.json", json.dumps(document, indent=1) + "\n")
        if line.length is not None and line.length.certificate:
            put(f"{name}.lengths.certificate.json", line.length.certificate + "\n")
    return written
