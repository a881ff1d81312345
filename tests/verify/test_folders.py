"""What is remembered is read from folders that the user alone can write, or not at all."""

from __future__ import annotations

import json
import os
from pathlib import Path
from typing import Any

import pytest

from bounds import symbols as s
from bounds.claims.catalogue import theorem
from bounds.claims.claim import Standing
from bounds.errors import BoundcheckError
from verify import folders, memory
from verify.cli import main
from verify.folders import private, read_own, user_folder
from verify.proofs import coq_run
from verify.publish.ledger import Entry, Memory, ledger
from verify.search import corpus
from verify.search.searched import searched

FIVE = theorem("bylander.5")
needs_owners = pytest.mark.skipif(not hasattr(os, "getuid"), reason="files have owners on POSIX alone")


@pytest.fixture
def cache(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path))
    monkeypatch.setattr(coq_run, "fingerprint", lambda: "0" * 64)  # which takes seconds
    monkeypatch.setattr(coq_run, "checked", lambda: None)  # which would keep what is forged here
    return tmp_path / "boundcheck"


def _forge(folder: Path, name: str, entries: dict[str, Any]) -> None:
    """Write a memory with digests that are right, as anybody can."""
    folder.mkdir(exist_ok=True)
    forged = {key: {"value": value, "sha256": memory._digest([key, value])} for key, value in entries.items()}
    (folder / name).write_text(json.dumps(forged))


def _another_user(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(folders, "_user", lambda: 12345)


@needs_owners
@pytest.mark.parametrize("plant", ["mode", "link", "file", "parent", "owner"])
def test_a_folder_that_others_can_write_is_none(plant: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Power: mode 777, a link to such a folder, a file, a folder that lies in one of mode 777, another owner."""
    parent = tmp_path / "parent"
    parent.mkdir()
    folder = parent / "boundcheck"
    assert private(folder) == folder
    assert folder.stat().st_mode & 0o777 == 0o700
    assert private(folder) == folder, "again"
    if plant == "mode":
        folder.chmod(0o777)
    elif plant == "parent":
        parent.chmod(0o777)
    elif plant == "owner":
        _another_user(monkeypatch)
    else:
        folder.rmdir()
        (tmp_path / "open").mkdir()
        (tmp_path / "open").chmod(0o777)
        folder.symlink_to(tmp_path / "open") if plant == "link" else folder.write_text("")
    with pytest.raises(BoundcheckError, match="cannot use this folder"):
        private(folder)
    parent.chmod(0o1777)
    if plant == "parent":
        assert private(folder) == folder, "a sticky folder, as the temporary one is, keeps users apart"


@needs_owners
def test_planted_memories_are_not_believed(
    cache: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """Power: the very same files are read where they are the user's own."""
    held, key = ledger([FIVE], 5)[0], Memory(5, 0)._key(FIVE)
    lie = {
        **memory.recall(cache / "none"),
        **vars(held),
        "instances": 99999,
        "proof": {**vars(held.proof), "coq": None},
    }
    _forge(cache, Memory(5, 0)._file().name, {key: lie})
    _forge(cache, coq_run._memory().name, {"bylander.5": []})
    assert Memory(5, 0).recall([FIVE])["bylander.5"].instances == 99999
    assert coq_run.remembered() == {"bylander.5": frozenset()}
    cache.chmod(0o777)
    assert Memory(5, 0).recall([FIVE]) == {}
    assert coq_run.remembered() is None
    cache.chmod(0o700)
    for file in cache.iterdir():
        file.chmod(0o666)
    assert Memory(5, 0).recall([FIVE]) == {}, "a file that others can write"
    monkeypatch.setattr("verify.commands.ledger.catalogue", lambda: [FIVE])
    cache.chmod(0o777)
    assert main(["ledger", "--instances", "5", "--jobs", "1", "--no-corpus"]) in (0, 3)
    said = capsys.readouterr()
    assert "Nothing is remembered" in said.err
    assert "99999" not in said.out


def test_no_shared_folder_stands_in_for_a_cache_that_cannot_be_written(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "file").write_text("")
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "file"))
    with pytest.raises(BoundcheckError, match="name another in XDG_CACHE_HOME"):
        memory.cache_directory()
    memory.keep(tmp_path / "file" / "ledger-1.json", {"a": 1})
    assert Memory(5, 0).recall([FIVE]) == {}


def test_what_decides_is_computed_from_what_is_remembered(cache: Path) -> None:
    """Power: an entry that says that all is well, of a true claim that fell, and of one under a false claim's name."""
    entry = ledger([FIVE], 5, memory=Memory(5, 0))[0]
    (file,) = cache.glob("ledger-*.json")
    ((key, kept),) = json.loads(file.read_text()).items()
    assert "as_expected" not in kept["value"]
    false = theorem("kitani.wma.printed")
    assert false.standing is Standing.FALSE
    for changes, expected in (
        ({"verdict": "refuted", "violated": 1}, False),
        ({"verdict": "held", "undecided": 1}, False),
        ({"verdict": "held", "violated": 1}, False),
        ({"verdict": "held", "supports": 1}, None),
        ({"verdict": "refuted", "standing": false.standing.value}, None),
        ({"bound": false.inequality}, None),
    ):
        _forge(cache, file.name, {key: {**kept["value"], **changes}})
        found = Memory(5, 0).recall([FIVE])
        assert [item.as_expected for item in found.values()] == ([] if expected is None else [expected]), changes
    assert Entry.read({**kept["value"], "verdict": "held", "standing": false.standing.value}).as_expected is False
    assert entry.standing == FIVE.standing.value


def test_an_axiom_that_is_not_standard_is_not_remembered(cache: Path) -> None:
    """Power: standard ones are."""
    name = coq_run._memory().name
    _forge(cache, name, {"bylander.5": ["Classical_Prop.classic"]})
    assert coq_run.remembered() == {"bylander.5": frozenset({"Classical_Prop.classic"})}
    for lie in (["My.admitted_everything"], "Classical_Prop.classic", 5, [["a"]]):
        _forge(cache, name, {"bylander.5": lie})
        assert coq_run.remembered() is None


# --- users without a home, systems without owners, pipes -----------------------------------------------


def _no_home() -> Path:
    raise RuntimeError("Could not determine home directory.")


@pytest.fixture
def homeless(monkeypatch: pytest.MonkeyPatch) -> None:
    """A user whom the system does not know, such as that of ``docker run --user``."""
    for variable in ("HOME", "XDG_CACHE_HOME", "XDG_DATA_HOME", "BOUNDCHECK_CORPUS", "HYPOTHESIS_STORAGE_DIRECTORY"):
        monkeypatch.delenv(variable, raising=False)
    monkeypatch.setattr(Path, "home", _no_home)


@pytest.mark.usefixtures("homeless")
def test_a_user_without_a_home_searches_and_remembers_nothing(capsys: pytest.CaptureFixture[str]) -> None:
    assert corpus.folder() is None
    assert main(["search", "bylander.5", "--instances", "60", "--jobs", "1"]) == 0
    assert main(["search", "bylander.5", "--bound", "U**2*X**2/2", "--instances", "60", "--jobs", "1"]) == 1
    assert "Traceback" not in capsys.readouterr().err
    assert Memory(5, 0).recall([FIVE]) == {}
    assert ledger([FIVE], 5, memory=Memory(5, 0))[0].verdict in ("held", "untested")
    with pytest.raises(BoundcheckError, match="set HOME, or XDG_CACHE_HOME"):
        memory.cache_directory()


def test_a_relative_folder_is_passed_over(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Power: in a folder that was unpacked from elsewhere, ``cache`` would be the stranger's."""
    monkeypatch.setenv("HOME", str(tmp_path))
    for given in ("cache", ".", ""):
        monkeypatch.setenv("XDG_CACHE_HOME", given)
        assert user_folder("XDG_CACHE_HOME", ".cache") == tmp_path / ".cache"


def test_a_system_without_owners_remembers(cache: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("getuid", "geteuid"):
        monkeypatch.delattr(os, name, raising=False)
    ledger([FIVE], 5, memory=Memory(5, 0))
    assert list(Memory(5, 0).recall([FIVE])) == ["bylander.5"]
    assert cache.is_dir()


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="no pipes with names here")
def test_a_pipe_or_a_device_in_a_folder_of_ours_is_passed_over(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Power: opened as a file, a pipe that nobody writes into never answers."""
    monkeypatch.setenv("BOUNDCHECK_CORPUS", str(tmp_path))
    false = FIVE.replace(bound=s.U**2 * s.X**2 / 2)
    home = corpus._of(false)
    assert home is not None
    home.mkdir()
    os.mkfifo(home / "broken-x.json")
    (home / "best.json").symlink_to("/dev/zero")
    assert corpus.content(false) == ""
    assert searched(false, instances=60).refuted
    assert corpus.violation(false) is not None
    os.mkfifo(tmp_path / "pipe")
    with pytest.raises(OSError, match="is not this user's"):
        read_own(tmp_path / "pipe")
    assert memory.recall(tmp_path / "pipe") == {}
