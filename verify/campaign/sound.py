"""What a store has to be: its tables, and what every value in them may be.

A store may come from anybody. It is looked at once and whole, when it is opened, so that what reads it later need not.
"""

from __future__ import annotations

import json
import math
import re
import sqlite3
from collections.abc import Callable, Iterator
from contextlib import closing
from typing import Any, TypeAlias

from bounds.data.cells import excerpt
from bounds.errors import BoundcheckError
from verify.campaign.tasks import COUNTS, LONGEST, STATES, Attacks

TABLES = """
CREATE TABLE facts (name TEXT PRIMARY KEY, value TEXT NOT NULL);
CREATE TABLE claims (claim INTEGER PRIMARY KEY, name TEXT NOT NULL, digest TEXT NOT NULL UNIQUE,
    reference TEXT NOT NULL, inequality TEXT NOT NULL, once TEXT NOT NULL, again TEXT NOT NULL,
    lengths INTEGER NOT NULL);
CREATE TABLE tasks (seed INTEGER NOT NULL, claim INTEGER NOT NULL, number INTEGER NOT NULL, position INTEGER NOT NULL,
    attack TEXT NOT NULL, state TEXT NOT NULL, holds INTEGER NOT NULL, supports INTEGER NOT NULL,
    violated INTEGER NOT NULL, vacuous INTEGER NOT NULL, undecided INTEGER NOT NULL, undefined INTEGER NOT NULL,
    errors INTEGER NOT NULL, crashes INTEGER NOT NULL, alarms INTEGER NOT NULL, trouble TEXT NOT NULL,
    seconds REAL NOT NULL, run INTEGER NOT NULL, PRIMARY KEY (seed, claim, number)) WITHOUT ROWID;
CREATE TABLE best (seed INTEGER NOT NULL, claim INTEGER NOT NULL, number INTEGER NOT NULL, name TEXT NOT NULL,
    instance TEXT NOT NULL, ratio REAL, attained INTEGER NOT NULL, PRIMARY KEY (seed, claim, number)) WITHOUT ROWID;
CREATE TABLE counterexamples (seed INTEGER NOT NULL, claim INTEGER NOT NULL, number INTEGER NOT NULL,
    name TEXT NOT NULL, found TEXT NOT NULL, instance TEXT NOT NULL, minimal TEXT NOT NULL,
    confirmed INTEGER NOT NULL, said TEXT NOT NULL, certificate TEXT NOT NULL,
    PRIMARY KEY (seed, claim, number)) WITHOUT ROWID;
CREATE TABLE lengths (seed INTEGER NOT NULL, claim INTEGER NOT NULL, number INTEGER NOT NULL, status TEXT NOT NULL,
    length INTEGER NOT NULL, parameters TEXT NOT NULL, worst TEXT NOT NULL, reason TEXT NOT NULL,
    certificate TEXT NOT NULL, PRIMARY KEY (seed, claim, number)) WITHOUT ROWID;
CREATE TABLE runs (run INTEGER PRIMARY KEY, started REAL NOT NULL, ended REAL, seconds REAL NOT NULL,
    stopped TEXT NOT NULL, executor TEXT NOT NULL, jobs INTEGER NOT NULL, python TEXT NOT NULL, packages TEXT NOT NULL);
"""

FOUND = ("best", "counterexamples", "lengths")
"""The tables of what tasks found, by seed, claim and number."""

STOPPED = ("done", "hours", "interrupted", "terminated", "cut", "failed", "killed")
"""Why a run ended; "killed" stands for one that has not ended, or could not say why."""

LARGEST = 2**63 - 1
"""The largest whole number that SQLite keeps."""

WIDEST = 100_000
"""Tasks that may be under way at once, at most."""

LONG = 10**8
"""Characters of a certificate, or of what describes a claim, at most."""

NESTED = 40
"""How deep JSON in a store may be nested; kernel.py and the readers of claims and trials refuse less deep ones."""

REFERENCE: dict[str, type | tuple[type, ...]] = {
    "claim": str, "table": dict, "bound": str, "relation": str, "without": (str, list), "set": dict, "parsed": bool,
    "certificate": dict,
}  # fmt: skip
"""What describes a claim (see ``verify.campaign.subjects``), and of which type each part is."""

May: TypeAlias = Callable[[Any], bool]


# --- what a value may be ---------------------------------------------------------------------------------


def whole(least: int = 0, most: int = LARGEST) -> May:
    """Take whole numbers of a range."""
    return lambda value: type(value) is int and least <= value <= most


def number(value: Any) -> bool:
    """Take finite numbers."""
    return type(value) is float and math.isfinite(value)


def duration(value: Any) -> bool:
    """Take finite numbers that are not negative."""
    return number(value) and value >= 0


def text(value: Any) -> bool:
    """Take texts that are not too long."""
    return type(value) is str and len(value) <= LONGEST


def like(pattern: str) -> May:
    """Take texts of one form."""
    form = re.compile(pattern)
    return lambda value: type(value) is str and form.fullmatch(value) is not None


def one_of(*words: str) -> May:
    """Take a few words."""
    return lambda value: type(value) is str and value in words


def document(most: int, *, form: May = lambda value: type(value) is dict) -> May:
    """Take nothing, or JSON of a form that is neither too long nor nested too deeply."""
    return lambda value: type(value) is str and len(value) <= most and (not value or form(_decoded(value)))


def _decoded(value: str) -> Any:
    try:
        decoded = json.loads(value)
    except (ValueError, RecursionError):
        return None
    layer = [decoded]
    for _ in range(NESTED):
        layer = [part for whole in layer for part in _parts(whole)]
        if not layer:
            return decoded
    return None


def _parts(whole: Any) -> Iterator[Any]:
    yield from whole.values() if type(whole) is dict else whole if type(whole) is list else ()


def _names(value: str) -> list[str] | None:
    """Read a list of names; None where it is none."""
    names = _decoded(value) if type(value) is str and len(value) <= LONGEST else None
    right = type(names) is list and all(type(name) is str and name for name in names)
    return names if right else None


def _reference(value: Any) -> bool:
    """Take the description of a claim."""
    if type(value) is not dict or "claim" not in value or not value.keys() <= REFERENCE.keys():
        return False
    texts = [*_parts(value.get("set", {})), *_parts(value.get("without", []))]
    right = all(isinstance(part, REFERENCE[key]) for key, part in value.items())
    return right and all(type(part) is str for part in texts)


DIGEST = like(r"[0-9a-f]{64}")
SIGNED = whole(-LARGEST - 1)
ANY_CLAIM = whole()
INSTANCE, CERTIFICATE = document(LONGEST), document(LONG)
KEY: dict[str, May] = {"seed": SIGNED, "claim": ANY_CLAIM, "number": SIGNED}
YES_OR_NO = whole(0, 1)

FACTS: dict[str, May] = {
    "seed": lambda value: like(r"-?[0-9]{1,19}")(value) and SIGNED(int(value)),
    "window": lambda value: like(r"[0-9]{1,6}")(value) and 1 <= int(value) <= WIDEST,
    "version": like(r"[\w.+!-]{1,100}"),
    "code": DIGEST,
    "merged": one_of("0", "1"),
}
"""What the facts of a store are called, and what each may say."""

MAY: dict[str, dict[str, May]] = {
    "claims": {
        "claim": ANY_CLAIM,
        "name": lambda value: text(value) and value != "",
        "digest": DIGEST,
        "reference": document(LONG, form=_reference),
        "inequality": text,
        "once": lambda value: _names(value) is not None,
        "again": lambda value: bool(_names(value)),
        "lengths": whole(0, 1000),
    },
    "tasks": {
        **KEY,
        "position": whole(),
        "attack": text,
        "state": one_of(*STATES),
        **dict.fromkeys(COUNTS, whole(0, 10**12)),
        "trouble": text,
        "seconds": duration,
        "run": whole(),
    },
    "best": {**KEY, "name": text, "instance": INSTANCE, "ratio": number, "attained": YES_OR_NO},
    "counterexamples": {
        **KEY,
        "name": text,
        "found": INSTANCE,
        "instance": INSTANCE,
        "minimal": text,
        "confirmed": YES_OR_NO,
        "said": text,
        "certificate": CERTIFICATE,
    },
    "lengths": {
        **KEY,
        "status": one_of("certified", "certified for every length", "refuted", "open", "refused"),
        "length": whole(0, 10**6),
        "parameters": text,
        "worst": text,
        "reason": text,
        "certificate": CERTIFICATE,
    },
    "runs": {
        "run": whole(1),
        "started": number,
        "ended": lambda value: value is None or number(value),
        "seconds": duration,
        "stopped": one_of(*STOPPED),
        "executor": text,
        "jobs": whole(1),
        "python": text,
        "packages": text,
    },
}
"""What each column of a table may hold, in their order."""

POSITIONS = "SELECT 1 FROM tasks WHERE NOT :merged GROUP BY position HAVING count(*) > 1 LIMIT 1"
NOWHERE = "SELECT claim FROM {0} LEFT JOIN tasks USING (seed, claim, number) WHERE {1} LIMIT 1"
AGREE = {
    "two tasks have one position": POSITIONS,
    "a task has another seed": "SELECT 1 FROM tasks WHERE NOT :merged AND seed != :seed LIMIT 1",
    "a task counts more than there is": "SELECT 1 FROM tasks WHERE supports > holds OR crashes > errors LIMIT 1",
    "an instance belongs to no task": NOWHERE.format("best", "state IS NULL OR state NOT IN ('done', 'cut')"),
    "a length belongs to no task": NOWHERE.format("lengths", "state IS NOT 'done' OR number >= 0"),
    "a counterexample belongs to no task": NOWHERE.format(
        "counterexamples", "state IS NULL OR state NOT IN ('done', 'cut') OR violated = 0"
    ),
}
"""Questions that no store answers which a campaign wrote."""


# --- looking at a store ----------------------------------------------------------------------------------


def fault(connection: sqlite3.Connection) -> str:
    """Say what is wrong with a store, whose header is right; nothing where it is sound."""
    if _schema(connection) != expected():
        return "it has other tables"
    ((whole_file,),) = connection.execute("PRAGMA quick_check(1)").fetchmany(1)
    if whole_file != "ok":
        return str(whole_file).splitlines()[-1]
    facts = dict(connection.execute("SELECT name, value FROM facts"))
    if facts.keys() != FACTS.keys():
        return "its facts are others"
    wrong = next((name for name, may in FACTS.items() if not may(facts[name])), None)
    if wrong is not None:
        return f"its {wrong} is {described(facts[wrong])}"
    message = next(_wrong_values(connection), "") or _wrong_attack(connection)
    known = {"merged": facts["merged"] == "1", "seed": int(facts["seed"])}
    return message or next((what for what, query in AGREE.items() if connection.execute(query, known).fetchone()), "")


def _schema(connection: sqlite3.Connection) -> list[Any]:
    return sorted(connection.execute("SELECT type, name, tbl_name, coalesce(sql, '') FROM sqlite_master").fetchall())


def expected() -> list[Any]:
    """Return the schema of a store, as SQLite writes it down."""
    with closing(sqlite3.connect(":memory:")) as model:
        model.executescript(TABLES)
        return _schema(model)


def _wrong_values(connection: sqlite3.Connection) -> Iterator[str]:
    for table, columns in MAY.items():
        for row in connection.execute(f"SELECT {', '.join(columns)} FROM {table}"):  # noqa: S608
            for (column, may), value in zip(columns.items(), row, strict=True):
                if not may(value):
                    yield f"{column} in its {table} is {described(value)}"


def described(value: object) -> str:
    """Describe a value of a store in a message.

    >>> described("x" * 100), described(-1), described(b"ab")
    ("'xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx...'", '-1', 'bytes')
    """
    if isinstance(value, int | float):
        return str(value)
    return "bytes" if isinstance(value, bytes) else excerpt(value)


def _wrong_attack(connection: sqlite3.Connection) -> str:
    """Say whether claims are not numbered in order, or a task did something else than the task with its number."""
    rows = connection.execute("SELECT claim, once, again, lengths FROM claims ORDER BY claim").fetchall()
    if not rows or [row[0] for row in rows] != list(range(len(rows))):
        return "its claims are not numbered in order"
    attacks = [Attacks(_names(once) or [], _names(again) or [], lengths) for _, once, again, lengths in rows]
    for claim, number, attack in connection.execute("SELECT claim, number, attack FROM tasks"):
        if claim >= len(attacks) or number < -attacks[claim].lengths:
            return f"task {number} is of no claim"
        if attack != attacks[claim].name(number):
            return f"the attack of task {number} is {described(attack)}"
    return ""


def require_sound(connection: sqlite3.Connection) -> None:
    """Raise BoundcheckError for a store that a campaign cannot have written."""
    if what := fault(connection):
        raise BoundcheckError(f"the store is damaged, or no campaign wrote it ({what}); start a new one")
