"""Stores from strangers: odd ones are refused in one line when they are opened, and sound ones are not believed."""

from __future__ import annotations

import json
import os
import sqlite3
from contextlib import closing
from pathlib import Path

import pytest

from tests.verify.campaign.crews import FALSE, WINNOW, run
from verify import workers
from verify.campaign.report import notes, tables
from verify.campaign.sound import MAY, expected
from verify.campaign.store import Store
from verify.campaign.summary import summary
from verify.cli import main

DEEP = "replace(hex(zeroblob(50000)), '0', '[')"
FAR = "replace(hex(zeroblob(50)), '0', '[') || replace(hex(zeroblob(50)), '0', ']')"
ENDLESS = "WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n)"

ODD = {
    # facts
    "no facts": "DELETE FROM facts",
    "a fact more": "INSERT INTO facts VALUES ('hours', '1')",
    "a seed in words": "UPDATE facts SET value = 'x' WHERE name = 'seed'",
    "a seed that SQLite does not keep": "UPDATE facts SET value = '9999999999999999999' WHERE name = 'seed'",
    "no window": "UPDATE facts SET value = '0' WHERE name = 'window'",
    "a window below": "UPDATE facts SET value = '-5' WHERE name = 'window'",
    "a window without an end": "UPDATE facts SET value = '999999' WHERE name = 'window'",
    "a version that is markup": "UPDATE facts SET value = '<b>' WHERE name = 'version'",
    "sources without a digest": "UPDATE facts SET value = 'x' WHERE name = 'code'",
    "merged in part": "UPDATE facts SET value = '2' WHERE name = 'merged'",
    # claims
    "no claims": "DELETE FROM claims",
    "a claim that is not there": "DELETE FROM claims WHERE claim = 0",
    "a name of bytes": "UPDATE claims SET name = x'ff00'",
    "a name that is no text in UTF-8": "UPDATE claims SET name = CAST(x'ff1b5b' AS TEXT)",
    "no name": "UPDATE claims SET name = ''",
    "a digest that leads elsewhere": "UPDATE claims SET digest = '/../../x' WHERE claim = 0",
    "a digest of capitals": "UPDATE claims SET digest = upper(digest)",
    "a digest with a line more": "UPDATE claims SET digest = digest || char(10)",
    "a reference cut short": "UPDATE claims SET reference = '{'",
    "a reference that is a list": "UPDATE claims SET reference = '[]'",
    "a reference of nothing": "UPDATE claims SET reference = '{}'",
    "a reference nested deeply": f"UPDATE claims SET reference = {DEEP}",  # noqa: S608
    "a reference to a number": """UPDATE claims SET reference = '{"claim": 5}'""",
    "a reference with a list of numbers": """UPDATE claims SET reference = '{"claim": "bylander.5", "without": [5]}'""",
    "a reference with another key": """UPDATE claims SET reference = '{"claim": "bylander.5", "path": "/etc"}'""",
    "attacks cut short": "UPDATE claims SET once = '{'",
    "attacks that are a number": "UPDATE claims SET once = '5'",
    "no attack to repeat": "UPDATE claims SET again = '[]'",
    "attacks nested deeply": f"UPDATE claims SET again = {DEEP}",  # noqa: S608
    "lengths below": "UPDATE claims SET lengths = -1",
    # tasks
    "a state of another kind": "UPDATE tasks SET state = 'evil'",
    "a count in words": "UPDATE tasks SET holds = 'lots'",
    "a count below": "UPDATE tasks SET vacuous = -1",
    "a count that has a fraction": "UPDATE tasks SET vacuous = 0.5",
    "more support than instances": "UPDATE tasks SET supports = holds + 1",
    "more crashes than errors": "UPDATE tasks SET crashes = errors + 1",
    "a task of no claim": "UPDATE tasks SET claim = 99 WHERE position = 0",
    "a task of a claim below": "UPDATE tasks SET claim = -1 WHERE position = 0",
    "a task that no claim has": "UPDATE tasks SET number = -77 WHERE number = 1",
    "another attack than its number": "UPDATE tasks SET attack = 'luck'",
    "two tasks at a position": "UPDATE tasks SET position = 0",
    "a task of another seed": "UPDATE tasks SET seed = 5 WHERE position = 0",
    "seconds without an end": "UPDATE tasks SET seconds = 9e999",
    "seconds in words": "UPDATE tasks SET seconds = 'long'",
    "trouble of bytes": "UPDATE tasks SET trouble = x'00'",
    # what was found
    "no ratio": "UPDATE best SET ratio = NULL",
    "a ratio in words": "UPDATE best SET ratio = 'close'",
    "a ratio without an end": "UPDATE best SET ratio = 9e999",
    "attained twice": "UPDATE best SET attained = 2",
    "an instance that is a list": "UPDATE best SET instance = '[]'",
    "an instance nested too deeply": f"UPDATE best SET instance = '{{\"a\": ' || {FAR} || '}}'",  # noqa: S608
    "an instance of no task": "UPDATE best SET number = number + 1000",
    "a counterexample of no task": "UPDATE counterexamples SET number = number + 1000",
    "a counterexample of a task that broke nothing": "UPDATE tasks SET violated = 0",
    "confirmed a little": "UPDATE counterexamples SET confirmed = 'a little'",
    "a certificate that is no JSON": "UPDATE counterexamples SET certificate = 'yes'",
    "a length of another kind": "UPDATE lengths SET status = 'proved'",
    "a length below": "UPDATE lengths SET length = -8",
    "a length of an attack": "UPDATE lengths SET number = 0 WHERE claim = 1",
    # runs
    "a run that ended for no reason": "UPDATE runs SET stopped = 'bored'",
    "a run of no processes": "UPDATE runs SET jobs = 0",
    "a run that began in words": "UPDATE runs SET started = 'now'",
    # other tables
    "no table": "DROP TABLE runs",
    "a table more": "CREATE TABLE more (a)",
    "a column more": "ALTER TABLE runs ADD COLUMN more",
    "a trigger": "CREATE TRIGGER t AFTER INSERT ON tasks BEGIN DELETE FROM best; END",
    "an index": "CREATE INDEX i ON tasks (position)",
    "a view without an end": f"DROP TABLE runs; CREATE VIEW runs AS {ENDLESS} SELECT i AS run FROM n",  # noqa: S608
    "another format": "PRAGMA user_version = 2",
}
"""What makes a sound store odd."""


@pytest.fixture(scope="module")
def store(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A small campaign with a row in every table."""
    path = tmp_path_factory.mktemp("store") / "campaign.sqlite"
    run(path, [FALSE, WINNOW, "bylander.2.tuned"], 24)
    with closing(sqlite3.connect(path)) as connection:
        for table in MAY:
            assert connection.execute(f"SELECT count(*) FROM {table}").fetchone()[0], table  # noqa: S608
    return path


def _copy(store: Path, folder: Path, script: str = "") -> Path:
    path = folder / "copy.sqlite"
    path.write_bytes(store.read_bytes())
    with closing(sqlite3.connect(path)) as connection:
        connection.executescript(script)
        connection.commit()
    return path


@pytest.fixture(autouse=True)
def _no_processes(monkeypatch: pytest.MonkeyPatch) -> None:
    """Processes that are started and have nothing to do cost seconds."""
    monkeypatch.setattr(workers.Processes, "_start", lambda _: None)
    monkeypatch.setattr(workers.Processes, "close", lambda _: None)


def _commands(path: Path, folder: Path) -> list[list[str]]:
    """Return all that can be done with a store."""
    out, merged = str(folder / "out"), str(folder / "merged.sqlite")
    return [
        ["status", str(path)],
        ["status", str(path), "--json"],
        ["report", str(path), "--out", str(folder / "page.html")],
        ["export", str(path), "--out", out],
        ["merge", str(path), str(path), "--out", merged],
        ["--store", str(path), "--tasks", "1", "--jobs", "1", "--no-corpus"],
    ]


@pytest.mark.parametrize("name", ODD)
def test_an_odd_store_is_refused_in_one_line(
    name: str, store: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = _copy(store, tmp_path, ODD[name])
    before = path.read_bytes()
    for command in _commands(path, tmp_path):
        assert main(["campaign", *command]) == 2, command
        said = capsys.readouterr()
        assert said.out == ""
        assert said.err.count("\n") == 1
        assert len(said.err) < 400
        assert said.err[:-1].isprintable()
    assert path.read_bytes() == before
    assert {file.name for file in tmp_path.iterdir()} <= {path.name, f"{path.name}.lock"}


def test_a_sound_store_is_taken_by_all(store: Path, tmp_path: Path) -> None:
    """Power: what refuses the odd ones takes this one."""
    path = _copy(store, tmp_path)
    assert [main(["campaign", *command]) for command in _commands(path, tmp_path)] == [0, 0, 0, 0, 0, 1]
    assert len(ODD) >= 40
    with closing(sqlite3.connect(path)) as connection:
        for table, columns in MAY.items():
            assert [row[1] for row in connection.execute(f"PRAGMA table_info({table})")] == list(columns)
    assert len(expected()) >= len(MAY) + 1


# --- what a sound store says -----------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("change", "reason"),
    [
        ("certificate = '{}'", "lacks a part"),
        ("certificate = ''", "no certificate"),
        ("certificate = replace(certificate, '5*tau', '6*tau')", "asked for U**2*X**2/(5*tau)"),
        ("""certificate = replace(certificate, '"VIOLATED"', '"HOLDS"')""", "verdict"),
    ],
)
def test_what_a_store_says_is_confirmed_is_replayed(change: str, reason: str, store: Path, tmp_path: Path) -> None:
    """Power: the store itself says that all is confirmed; unchanged it is."""
    for script, confirmed in (("", True), (f"UPDATE counterexamples SET confirmed = 1, said = '', {change}", False)):  # noqa: S608
        with Store.open(_copy(store, tmp_path, script)) as opened:
            line = summary(opened).lines[0]
        assert line.counterexample is not None
        assert line.counterexample.confirmed is confirmed
        assert (line.beyond is not None) is confirmed
        assert confirmed or reason in line.counterexample.said


@pytest.mark.parametrize(
    ("change", "said"),
    [
        ("status = 'certified for every length'", "up to l = 8"),
        ("length = length + 1000", "up to l = 8"),
        ("parameters = 'U = 10**9'", "up to l = 8"),
        ("certificate = ''", ""),
        ("certificate = replace(certificate, 'eta', 'tau')", ""),
        ("certificate = (SELECT certificate FROM lengths WHERE claim = 1)", ""),
    ],
)
def test_how_far_a_claim_is_certified_is_read_off_its_certificate(
    change: str, said: str, store: Path, tmp_path: Path
) -> None:
    """Power: the store says more than it has proofs of, or has another claim's."""
    path = _copy(store, tmp_path, f"UPDATE lengths SET {change} WHERE claim = 2 AND status = 'certified'")  # noqa: S608
    with Store.open(path) as opened:
        length = summary(opened).lines[2].length
    assert length is not None
    assert str(length) == said
    assert "10**9" not in length.parameters


def test_a_name_of_the_catalogue_on_another_statement_is_not_confirmed(store: Path, tmp_path: Path) -> None:
    path = _copy(store, tmp_path, "UPDATE claims SET name = 'kitani.winnow' WHERE claim = 0")
    with Store.open(path) as opened:
        found = summary(opened).lines[0].counterexample
    assert found is not None
    assert not found.confirmed
    assert "states something else" in found.said


def test_words_of_a_store_are_printed_plainly(store: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """Power: they clear the screen, colour what follows and say HELD on a line of their own."""
    escape = "char(27) || '[2J' || char(27) || '[31m' || char(10) || 'HELD' || char(8238)"
    columns = {
        "claims": ("inequality", "name"),
        "tasks": ("trouble",),
        "best": ("name",),
        "counterexamples": ("name", "minimal", "said"),
        "lengths": ("parameters", "worst", "reason"),
        "runs": ("executor", "python", "packages"),
    }
    script = "".join(f"UPDATE {table} SET {column} = {escape};" for table in columns for column in columns[table])  # noqa: S608
    names = """UPDATE claims SET again = replace(again, '"random"', '"\\u001b[31m"');"""
    attacks = "UPDATE tasks SET attack = char(27) || '[31m' WHERE attack = 'random';"
    path = _copy(store, tmp_path, script + names + attacks)
    for command in _commands(path, tmp_path):
        main(["campaign", *command])
        said = capsys.readouterr()
        for line in (said.out + said.err).splitlines():
            assert all(c.isprintable() for c in line), line
            assert line != "HELD"
    with Store.open(path) as opened:
        found = summary(opened)
    assert "\\x1b[2J" in "".join(notes(found))
    assert tables(found)


def test_nothing_is_written_through_links_that_lie_in_the_folder(store: Path, tmp_path: Path) -> None:
    """Power: the name of a file that is exported leads out of the folder."""
    assert main(["campaign", "export", str(store), "--out", str(tmp_path / "first")]) == 0
    names = [file.name for file in (tmp_path / "first").iterdir()]
    out, prize = tmp_path / "out", tmp_path / "prize"
    out.mkdir()
    prize.write_text("mine")
    for name in names:
        (out / name).symlink_to(prize)
    assert main(["campaign", "export", str(store), "--out", str(out)]) == 0
    assert prize.read_text() == "mine"
    assert all(json.loads((out / name).read_text()) for name in names)


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="no pipes with names here")
@pytest.mark.parametrize("ending", ["-wal", "-shm", "-journal", ".lock"])
def test_a_pipe_beside_a_store_does_not_hang(
    ending: str, store: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = _copy(store, tmp_path)
    os.mkfifo(f"{path}{ending}")
    for command in _commands(path, tmp_path)[:5]:
        assert main(["campaign", *command]) == 2
        assert "this is no file" in capsys.readouterr().err
