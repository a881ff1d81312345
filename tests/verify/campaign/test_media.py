"""Stores on full disks, on media that cannot be written, and as copies: what is said of them is so."""

from __future__ import annotations

import errno
import os
import sqlite3
from contextlib import closing
from pathlib import Path
from typing import Any, NoReturn

import pytest

from bounds.errors import BoundcheckError
from tests.verify.campaign.crews import FALSE, WINNOW, Here, run
from verify.campaign import store as store_module
from verify.campaign.place import here
from verify.campaign.report import cells
from verify.campaign.run import Driver
from verify.campaign.store import DoneTask, Store
from verify.campaign.summary import summary
from verify.campaign.tasks import Outcome
from verify.cli import main


@pytest.fixture(scope="module")
def store(tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("store") / "campaign.sqlite"
    run(path, [FALSE, WINNOW], 17)
    return path


def _unwritable(monkeypatch: pytest.MonkeyPatch) -> None:
    """Say that nothing can be written, which the superuser could all the same."""
    monkeypatch.setattr(os, "access", lambda _path, mode: mode != os.W_OK)


def test_a_run_on_a_full_disk_has_failed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Power: what had been done before was the end of a run that was called done; it goes on where there is room."""
    path, real, added = tmp_path / "campaign.sqlite", Store.add, []

    def full(self: Store, number: int, done: Any) -> None:
        added.append(number)
        if len(added) > 4:
            raise sqlite3.OperationalError("database or disk is full")
        real(self, number, done)

    monkeypatch.setattr(Store, "add", full)
    with pytest.raises(BoundcheckError, match="disk is full"):
        run(path, [FALSE, WINNOW], 12)
    with Store.open(path) as opened:
        assert summary(opened).stopped == "failed"
    monkeypatch.undo()
    assert run(path, [FALSE, WINNOW], 12).stopped == "done"


@pytest.mark.parametrize("raised", [KeyboardInterrupt, OSError(errno.EIO, "broken"), MemoryError])
def test_what_ends_in_an_error_is_not_called_done(raised: Any, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def fails(*_: object) -> NoReturn:
        raise raised

    path = tmp_path / "campaign.sqlite"
    monkeypatch.setattr(Driver, "_take", fails)
    with pytest.raises((KeyboardInterrupt, BoundcheckError, MemoryError)):
        run(path, [WINNOW], 3, Here())
    with Store.open(path) as opened:
        assert summary(opened).stopped == "failed"


def test_a_store_that_is_closed_is_one_file_and_reading_it_leaves_none(
    store: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """Power: in the mode in which it is written SQLite needs two files beside it, and a folder for them."""
    path = tmp_path / "campaign.sqlite"
    path.write_bytes(store.read_bytes())
    assert path.read_bytes()[18] == 1, "a rollback journal, and no log"
    for action in ("status", "report", "export"):
        assert main(["campaign", action, str(path)]) == 0
    left = {file.name for file in tmp_path.iterdir()}
    assert left == {path.name, "campaign.html", "campaign.files"}
    assert "2 claims, 1 refuted" in capsys.readouterr().out


def test_a_store_in_a_folder_that_cannot_be_written_is_read(store: Path, tmp_path: Path) -> None:
    """Power: none for the superuser, who can write everywhere; the test after this one has no such gap."""
    path = tmp_path / "medium" / "campaign.sqlite"
    path.parent.mkdir()
    path.write_bytes(store.read_bytes())
    path.parent.chmod(0o500)
    assert main(["campaign", "status", str(path)]) == 0
    path.parent.chmod(0o700)


def test_the_copy_of_a_store_that_is_being_written_has_what_was_saved(
    store: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """Power: all that was done stood in SQLite's log alone, and the copy said that there are no tasks."""
    path, copy = tmp_path / "campaign.sqlite", tmp_path / "copy" / "campaign.sqlite"
    copy.parent.mkdir()
    path.write_bytes(store.read_bytes())
    with Store.open(path, write=True) as opened:
        number = opened.begin(here(), "here", 1)
        tasks = list(opened.done())
        opened.add(number, [DoneTask(len(tasks) + 5, 1, 50, Outcome(opened.attacks[1].name(50)))])
        assert path.read_bytes()[18] == 2, "it has a log"
        copy.write_bytes(path.read_bytes())
        with Store.open(copy) as before:
            assert len(list(before.done())) == len(tasks)
        opened.end(number, 1.0, "killed")
        copy.write_bytes(path.read_bytes())
        assert (tmp_path / "campaign.sqlite-wal").exists()
    _unwritable(monkeypatch)
    with Store.open(copy) as copied:
        assert len(list(copied.done())) == len(tasks) + 1
    assert [file.name for file in copy.parent.iterdir()] == [copy.name]
    (copy.parent / "campaign.sqlite-wal").write_bytes(b"")
    assert main(["campaign", "status", str(copy)]) == 2
    assert "copy it, with campaign.sqlite-wal" in capsys.readouterr().err


def test_a_store_that_others_read_while_it_is_closed_is_whole(store: Path, tmp_path: Path) -> None:
    path = tmp_path / "campaign.sqlite"
    path.write_bytes(store.read_bytes())
    with closing(sqlite3.connect(path)) as reader:
        with Store.open(path, write=True) as opened:
            opened.begin(here(), "here", 1)
            reader.execute("SELECT count(*) FROM runs").fetchall()
        with Store.open(path) as again:
            assert again.connection.execute("SELECT count(*) FROM runs").fetchone() == (2,)
    assert store_module.BESIDE


# --- what is said of claims that fell --------------------------------------------------------------------


def test_a_claim_that_fell_shows_how_far_past_its_bound(store: Path) -> None:
    """Power: what came closest and holds has a ratio of less than 1; one trial breaks it, as a search finds too."""
    with Store.open(store) as opened:
        false, true = summary(opened).lines
    assert false.counterexample is not None
    assert false.counterexample.confirmed
    assert (false.beyond, true.beyond) == (1.25, None)
    assert cells(false)[6] == "1.25"
    assert false.as_json()["best_ratio"] == 1.25
    assert false.as_json()["attained"] is False
    assert true.ratio is not None
    assert true.ratio <= 1
    assert false.counterexample.instance.count('"x"') == 1
    assert false.counterexample.minimal.startswith("1-minimal")
