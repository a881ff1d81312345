"""The store of a campaign: one SQLite file with every task that was done, written so that a kill loses none of them."""

from __future__ import annotations

import json
import os
import sqlite3
import time
from collections.abc import Iterable, Iterator, Sequence
from contextlib import closing, contextmanager, suppress
from dataclasses import asdict, astuple, dataclass
from pathlib import Path
from typing import Any

from bounds.errors import BoundcheckError
from verify.campaign.place import Place
from verify.campaign.sound import FOUND, TABLES, require_sound
from verify.campaign.subjects import Subject
from verify.campaign.tasks import COUNTS, LENGTHS, Attacks, BestInstance, Counterexample, Length, Outcome
from verify.certify.search import certifiable
from verify.search.dealing import Dealt
from verify.search.stages import stages

APPLICATION, FORMAT = 0x626F756E, 3
"""What SQLite's header says of the file: that it is a store of campaigns, and of which format."""

NAME = "campaign.sqlite"
"""The name of the store in a directory."""

KILLED = "killed"
"""What is said of a run that has not ended, so that it stays where nothing else can be said any more."""

PATIENCE = 5.0
"""Seconds to wait for another program that has locked the store."""

_COUNTS = ", ".join(COUNTS)


def marks(row: Sequence[object]) -> str:
    """Return as many question marks as a row has values."""
    return ", ".join("?" * len(row))


def store_path(given: Path | str | None) -> Path:
    """Return the file of a store, given the file or its directory; by default ``campaign.sqlite`` right here."""
    path = Path(NAME if given is None else given)
    return path / NAME if path.is_dir() else path


@dataclass(frozen=True)
class Plan:
    """What decides which tasks a campaign deals, besides their outcomes; a store of several campaigns is ``merged``."""

    seed: int
    window: int
    version: str
    code: str
    merged: bool = False


@dataclass(frozen=True)
class DoneTask(Dealt):
    """A task of a campaign with its outcome."""

    outcome: Outcome


class Store:
    """An open store. What is read and written is plain data; the claims' order is that of the campaign."""

    def __init__(self, path: Path, connection: sqlite3.Connection) -> None:
        self.path = path
        self.connection = connection
        self.plan = self._plan()
        self.claims = self._claims()

    # --- opening -----------------------------------------------------------------------------------------

    @classmethod
    @contextmanager
    def open(cls, path: Path, *, write: bool = False) -> Iterator[Store]:
        """Open a store that exists, and look at the whole of it (see ``verify.campaign.sound``).

        Raises BoundcheckError for a file that is no store, is damaged, locked or of another format; it stays as it is.
        """
        if not path.is_file():
            raise BoundcheckError(f"{path}: there is no such store; start one with boundcheck campaign CLAIM --store")
        with _explaining(path):
            with closing(_reading(path)) as connection:
                _require_store(path, connection)
                if not write:
                    yield cls(path, connection)
                    return
            with _writing(path) as connection:
                yield cls(path, connection)

    @classmethod
    @contextmanager
    def new(cls, path: Path, plan: Plan, subjects: list[Subject]) -> Iterator[Store]:
        """Make a store for these claims, whole or not at all, and open it."""
        rows = []
        for i, subject in enumerate(subjects):
            claim = subject.claim()
            once, again = ([stage.name for stage in part] for part in stages(claim))
            said = subject.name, subject.digest, subject.reference, claim.inequality
            lengths = len(LENGTHS) if certifiable(claim) else 0
            rows.append((i, *said, json.dumps(once), json.dumps(again), lengths))
        with cls.blank(path, plan) as connection:
            connection.executemany(f"INSERT INTO claims VALUES ({marks(rows[0])})", rows)  # noqa: S608
        with cls.open(path, write=True) as store:
            yield store

    @classmethod
    @contextmanager
    def blank(cls, path: Path, plan: Plan) -> Iterator[sqlite3.Connection]:
        """Give a connection to a new store without claims; the file appears when what is written is complete."""
        part = path.with_name(f"{path.name}.new")
        with _explaining(path):
            part.unlink(missing_ok=True)
            connection = sqlite3.connect(part)
            try:
                connection.executescript(
                    f"PRAGMA application_id = {APPLICATION}; PRAGMA user_version = {FORMAT}; {TABLES}"
                )
                facts = {**asdict(plan), "merged": int(plan.merged)}
                with connection:
                    connection.executemany("INSERT INTO facts VALUES (?, ?)", [(k, str(v)) for k, v in facts.items()])
                    yield connection
            finally:
                connection.close()
            part.replace(path)

    def _plan(self) -> Plan:
        facts = dict(self.connection.execute("SELECT name, value FROM facts"))
        merged = facts["merged"] == "1"
        return Plan(int(facts["seed"]), int(facts["window"]), facts["version"], facts["code"], merged)

    def _claims(self) -> list[Subject]:
        rows = self.connection.execute("SELECT name, reference, digest FROM claims ORDER BY claim")
        return [Subject(*row) for row in rows]

    def take(self, given: Iterable[Subject]) -> None:
        """Take claims that are given as objects in the place of those without a reference."""
        objects = {subject.digest: subject for subject in given}
        self.claims = [claim if claim.reference else objects.get(claim.digest, claim) for claim in self.claims]

    @property
    def attacks(self) -> list[Attacks]:
        """The attacks on each claim."""
        rows = self.connection.execute("SELECT once, again, lengths FROM claims ORDER BY claim")
        return [Attacks(json.loads(once), json.loads(again), lengths) for once, again, lengths in rows]

    # --- runs and tasks ----------------------------------------------------------------------------------

    def begin(self, place: Place, executor: str, jobs: int) -> int:
        """Record that a run begins; return its number."""
        self.connection.execute("PRAGMA journal_mode = WAL")  # not before, so that a store that is refused stays
        row = (time.time(), None, 0.0, KILLED, executor, jobs, place.python, place.packages)
        with self.connection:
            made = self.connection.execute("INSERT INTO runs VALUES (NULL, ?, ?, ?, ?, ?, ?, ?, ?)", row)
        return int(made.lastrowid or 0)

    def end(self, run: int, seconds: float, stopped: str) -> None:
        """Record why a run ended, or that it is still under way."""
        row = (time.time(), seconds, stopped, run)
        with self.connection:
            self.connection.execute("UPDATE runs SET ended = ?, seconds = ?, stopped = ? WHERE run = ?", row)
        self.connection.execute("PRAGMA wal_checkpoint(PASSIVE)")  # a copy of the one file lacks what came since

    def add(self, run: int, done: Iterable[DoneTask]) -> None:
        """Add tasks that were done, or needless, all or none of them."""
        with self.connection:
            for task in done:
                key, outcome = (self.plan.seed, task.claim, task.number), task.outcome
                counts = [getattr(outcome, name) for name in COUNTS]
                said = task.position, outcome.attack, outcome.state, *counts, outcome.trouble, outcome.seconds, run
                self._put("tasks", (*key, *said))
                for table in FOUND:
                    self.connection.execute(f"DELETE FROM {table} WHERE (seed, claim, number) = (?, ?, ?)", key)  # noqa: S608
                for table, row in zip(FOUND, (outcome.best, outcome.counterexample, outcome.length), strict=True):
                    if row is not None:
                        self._put(table, (*key, *astuple(row)))

    def _put(self, table: str, row: tuple[Any, ...]) -> None:
        self.connection.execute(f"INSERT OR REPLACE INTO {table} VALUES ({marks(row)})", row)  # noqa: S608

    def forget_best(self, tasks: Iterable[DoneTask]) -> None:
        """Leave out the instances of tasks that came no closer to the bound than those before them."""
        with self.connection:
            keys = [(self.plan.seed, task.claim, task.number) for task in tasks]
            self.connection.executemany("DELETE FROM best WHERE (seed, claim, number) = (?, ?, ?)", keys)

    def done(self) -> Iterator[DoneTask]:
        """Yield the tasks that were done, by position; of an instance only how close it comes to the bound."""
        best, broken = dict[tuple[int, int], BestInstance](), dict[tuple[int, int], Counterexample]()
        lengths = dict[tuple[int, int], Length]()
        for claim, number, *kept in self.connection.execute(
            "SELECT claim, number, name, '', ratio, attained FROM best"
        ):
            name, instance, ratio, attained = kept
            best[claim, number] = BestInstance(name, instance, ratio, bool(attained))
        for _, claim, number, *parts in self.connection.execute("SELECT * FROM counterexamples"):
            broken[claim, number] = Counterexample(*parts)
        for claim, number, status, length in self.connection.execute(
            "SELECT claim, number, status, length FROM lengths"
        ):
            lengths[claim, number] = Length(status, length)
        query = f"SELECT position, claim, number, attack, state, {_COUNTS}, trouble, seconds FROM tasks"  # noqa: S608
        for position, claim, number, *parts in self.connection.execute(f"{query} ORDER BY position"):
            key = claim, number
            attack, state, *counts, trouble, seconds = parts
            counted = dict(zip(COUNTS, counts, strict=True))
            outcome = Outcome(
                attack, state, trouble, best.get(key), broken.get(key), lengths.get(key), seconds, **counted
            )
            yield DoneTask(position, claim, number, outcome)


BESIDE = ("-wal", "-shm", "-journal", ".lock")
"""What the files are called, after a store's name, that SQLite and campaigns put beside it."""


def _beside(path: Path, ending: str) -> Path:
    return path.with_name(f"{path.name}{ending}")


def _reading(path: Path) -> sqlite3.Connection:
    """Return a connection that writes nothing, not even beside a store that nobody is writing."""
    for other in (_beside(path, ending) for ending in BESIDE):
        if other.exists() and not other.is_file():
            raise BoundcheckError(f"{other}: this is no file; move the store {path.name} away from it")
    with path.open("rb") as opened:
        logged = opened.read(19)[18:] == b"\x02"
    log = _beside(path, "-wal").exists()
    if logged and log and not os.access(path.parent, os.W_OK):
        raise BoundcheckError(f"{path}: it was not closed; copy it, with {path.name}-wal, to where you can write")
    mode = "mode=ro&immutable=1" if logged and not log else "mode=ro"
    return sqlite3.connect(f"{path.resolve().as_uri()}?{mode}", uri=True, timeout=PATIENCE)


@contextmanager
def _writing(path: Path) -> Iterator[sqlite3.Connection]:
    """Give a connection that writes; then the store is one file again, which is read where nothing can be written.

    Where others are reading it meanwhile, the one file has everything all the same.
    """
    connection = sqlite3.connect(path, timeout=PATIENCE)
    try:
        connection.execute("PRAGMA synchronous = NORMAL")
        yield connection
        connection.execute("PRAGMA wal_checkpoint(TRUNCATE)")
    finally:
        with suppress(sqlite3.Error):
            connection.execute("PRAGMA busy_timeout = 100")
            connection.execute("PRAGMA journal_mode = DELETE")
        connection.close()


def _require_store(path: Path, connection: sqlite3.Connection) -> None:
    """Raise BoundcheckError for what is no store of this format, or is damaged."""
    ((application,),) = connection.execute("PRAGMA application_id")
    if application != APPLICATION:
        raise BoundcheckError(f"{path}: this is no store of a campaign; give --store another file")
    ((form,),) = connection.execute("PRAGMA user_version")
    if form != FORMAT:
        raise BoundcheckError(f"{path}: a store of format {form}, and this version reads {FORMAT}; start a new store")
    try:
        require_sound(connection)
    except BoundcheckError as error:
        raise BoundcheckError(f"{path}: {error}") from None


@contextmanager
def _explaining(path: Path) -> Iterator[None]:
    """Say in one line what SQLite, or the file system, has against a file."""
    try:
        yield
    except sqlite3.OperationalError as error:
        locked = "locked" in str(error)
        why = "another program has locked the store; wait for it, or end it" if locked else f"cannot use it: {error}"
        raise BoundcheckError(f"{path}: {why}") from None
    except sqlite3.DatabaseError as error:
        raise BoundcheckError(f"{path}: the store is damaged, or no store ({error}); start a new one") from None
    except OSError as error:
        raise BoundcheckError(f"{path}: cannot write here: {error.strerror or error}") from None


def busy(path: Path) -> bool:
    """Tell whether a campaign is writing into a store now."""
    lock = _beside(path, ".lock")
    with closing(sqlite3.connect(f"{lock.resolve().as_uri()}?mode=ro", uri=True, timeout=0)) as connection:
        try:
            connection.execute("SELECT count(*) FROM sqlite_master")
        except sqlite3.OperationalError as error:
            return "locked" in str(error)
    return False


@contextmanager
def alone(path: Path) -> Iterator[None]:
    """Keep other campaigns off a store; SQLite's own lock on a file beside it, which ends with this process."""
    if not path.parent.is_dir():
        raise BoundcheckError(f"there is no directory {path.parent}; make it first, or give --store another file")
    with _explaining(path):
        connection = sqlite3.connect(_beside(path, ".lock"), timeout=0.1)
    try:
        try:
            connection.execute("BEGIN EXCLUSIVE")
        except sqlite3.OperationalError:
            raise BoundcheckError(
                f"{path}: another campaign is writing into this store; wait for it, or end it"
            ) from None
        yield
    finally:
        connection.close()
