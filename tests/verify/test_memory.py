"""What is remembered is found again, and nothing that is stale, damaged or about something else ever is."""

from __future__ import annotations

import ast
import dataclasses
import json
from pathlib import Path
from typing import Any

import pytest

from bounds.claims.catalogue import theorem
from bounds.claims.claim import Standing
from verify import memory
from verify.publish.ledger import Entry, Memory, ledger

ROOT = Path(__file__).parents[2]
FIVE, HALF = theorem("bylander.5"), theorem("bylander.half")


@pytest.fixture(autouse=True)
def _cache(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path))


def timeless(entries: list[Entry]) -> list[dict[str, object]]:
    return [{**vars(entry), "seconds": 0} for entry in entries]


def test_a_second_ledger_attacks_only_what_is_new(monkeypatch: pytest.MonkeyPatch) -> None:
    first = ledger([FIVE], 20, memory=Memory(20, 0))
    worked: list[str] = []
    real = ledger.__globals__["entry_of"]

    def counted(name: str, **given: Any) -> Entry:
        worked.append(name)
        entry: Entry = real(name, **given)
        return entry

    monkeypatch.setitem(ledger.__globals__, "entry_of", counted)
    again = ledger([FIVE, HALF], 20, memory=Memory(20, 0))
    assert worked == ["bylander.half"]
    assert timeless(again[:1]) == timeless(first)
    ledger([FIVE], 20)
    ledger([FIVE], 21, memory=Memory(21, 0))
    ledger([FIVE], 20, 1, memory=Memory(20, 1))
    assert worked == ["bylander.half", *["bylander.5"] * 3], "no memory, other instances, another seed"


def test_another_statement_or_another_code_is_not_taken_for_it(monkeypatch: pytest.MonkeyPatch) -> None:
    """Power: the same id with another bound, fewer premises or another standing, and one byte of code changed."""
    ledger([FIVE], 20, memory=Memory(20, 0))
    assert list(Memory(20, 0).recall([FIVE])) == ["bylander.5"]
    for changed in (
        dataclasses.replace(FIVE, bound=FIVE.bound + 1),
        dataclasses.replace(FIVE, hypotheses=FIVE.hypotheses[1:]),
        dataclasses.replace(FIVE, standing=Standing.FALSE),
    ):
        assert changed.id == FIVE.id
        assert Memory(20, 0).recall([changed]) == {}
    monkeypatch.setattr("verify.publish.ledger.fingerprint", lambda: "0" * 64)
    assert Memory(20, 0).recall([FIVE]) == {}


def test_a_change_of_a_source_file_or_of_a_library_changes_the_fingerprint(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Power: a byte, a name, a library."""
    for folder in memory.FOLDERS:
        (tmp_path / folder).mkdir()
    source = tmp_path / "verify" / "attack.py"
    source.write_text("1")
    monkeypatch.setattr(memory, "ROOT", tmp_path)
    seen = set()

    def changed() -> bool:
        memory.fingerprint.cache_clear()
        new = memory.fingerprint() not in seen
        seen.add(memory.fingerprint())
        return new

    assert changed()
    assert not changed()
    source.write_text("2")
    assert changed()
    source.rename(source.with_name("attacks.py"))
    assert changed()
    (tmp_path / "bounds" / "statements.json").write_text("{}")
    assert changed()
    (tmp_path / "verify" / "commands").mkdir()
    (tmp_path / "verify" / "commands" / "show.py").write_text("")
    assert not changed(), "a command only shows what was found"
    monkeypatch.setattr(memory, "version", lambda _library: "0")
    assert changed()
    memory.fingerprint.cache_clear()


def test_nothing_is_kept_where_the_code_was_changed_meanwhile(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Power: modules are imported late, so that a long run may be of two codes."""
    folder = tmp_path / "code"
    for name in memory.FOLDERS:
        (folder / name).mkdir(parents=True)
    monkeypatch.setattr(memory, "ROOT", folder)
    memory.fingerprint.cache_clear()
    memory.keep(tmp_path / "ledger-1.json", {"a": 1})
    (folder / "verify" / "late.py").write_text("changed")
    memory.keep(tmp_path / "ledger-2.json", {"a": 1})
    memory.fingerprint.cache_clear()
    assert [path.name for path in tmp_path.glob("ledger-*.json")] == ["ledger-1.json"]


def test_nothing_that_is_remembered_depends_on_what_only_shows() -> None:
    """No module but the command line imports what the fingerprint leaves out."""
    for path in (path for folder in memory.FOLDERS for path in (ROOT / folder).rglob("*.py")):
        name = path.relative_to(ROOT).as_posix()
        if name.startswith(memory.SHOWING) or name in ("verify/cli.py", "verify/__main__.py"):
            continue
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            names = [node.module or ""] if isinstance(node, ast.ImportFrom) else []
            names += [alias.name for alias in node.names] if isinstance(node, ast.Import) else []
            assert not [n for n in names if n.startswith(("verify.commands", "boundcheck"))], name


@pytest.mark.parametrize(
    "damage",
    [
        lambda text: text[: len(text) // 2],
        lambda text: text.replace('"held"', '"lost"'),
        lambda text: text.replace('"violated": 0', '"violated": 1'),
        lambda _text: "[]",
        lambda text: json.dumps({name: item["value"] for name, item in json.loads(text).items()}),
    ],
)
def test_a_damaged_memory_is_ignored(damage: object, tmp_path: Path) -> None:
    """Power: half a file, another verdict, another count, another shape."""
    assert callable(damage)
    ledger([FIVE], 20, memory=Memory(20, 0))
    (file,) = (tmp_path / "boundcheck").glob("ledger-*.json")
    text = file.read_text(encoding="utf-8")
    assert damage(text) != text
    file.write_text(damage(text), encoding="utf-8")
    assert Memory(20, 0).recall([FIVE]) == {}


def test_old_memories_are_forgotten(tmp_path: Path) -> None:
    for number in range(memory.KEPT + 3):
        memory.keep(tmp_path / f"ledger-{number}.json", {"a": 1})
    memory.keep(tmp_path / "steps-0.json", {"a": 1})
    assert len(list(tmp_path.glob("ledger-*.json"))) == memory.KEPT
    assert memory.recall(tmp_path / "steps-0.json") == {"a": 1}
