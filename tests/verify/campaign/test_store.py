"""Stores: bad ones are refused in one line and stay as they are; merging is commutative; exports are replayed."""

from __future__ import annotations

import json
import sqlite3
from contextlib import closing, nullcontext
from pathlib import Path

import pytest

from bounds import symbols as s
from bounds.claims.catalogue import theorem
from bounds.errors import BoundcheckError
from tests.verify.campaign.crews import FALSE, WINNOW, content, run
from verify import memory, workers
from verify.campaign import store as store_module
from verify.campaign.merge import export, merge
from verify.campaign.page import page
from verify.campaign.place import here
from verify.campaign.report import cells
from verify.campaign.run import campaign
from verify.campaign.store import Store, alone
from verify.campaign.subjects import of_claim, of_text
from verify.campaign.summary import summary
from verify.campaign.tasks import Length, Outcome
from verify.cli import main
from verify.links import unpacked
from verify.search.dealing import Dealer


@pytest.fixture(scope="module")
def store(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A small campaign."""
    path = tmp_path_factory.mktemp("store") / "campaign.sqlite"
    run(path, [FALSE], 2)
    return path


def _copy(store: Path, folder: Path, *commands: str) -> Path:
    """Return a copy in which something was changed."""
    path = folder / "copy.sqlite"
    path.write_bytes(store.read_bytes())
    connection = sqlite3.connect(path)
    for command in commands:
        connection.execute(command)
        connection.commit()
    connection.close()
    return path


def _refused(path: Path, capsys: pytest.CaptureFixture[str], *claims: str) -> str:
    """Start a campaign that has to be refused; return the line that says why."""
    before = path.read_bytes()
    assert main(["campaign", *claims, "--store", str(path), "--tasks", "3", "--jobs", "1"]) == 2
    assert path.read_bytes() == before
    said = capsys.readouterr().err
    assert said.count("\n") == 1, said
    return said


@pytest.fixture(autouse=True)
def _no_processes(monkeypatch: pytest.MonkeyPatch) -> None:
    """Processes that are started and have nothing to do cost seconds."""
    monkeypatch.setattr(workers.Processes, "_start", lambda _: None)
    monkeypatch.setattr(workers.Processes, "close", lambda _: None)


def test_a_store_that_does_not_fit_is_refused_and_stays_as_it_is(
    store: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert "format 99" in _refused(_copy(store, tmp_path, "PRAGMA user_version = 99"), capsys)
    other = _copy(store, tmp_path, "UPDATE facts SET value = '0.0.1' WHERE name = 'version'")
    assert "version 0.0.1" in _refused(other, capsys)
    changed = _copy(store, tmp_path, "UPDATE facts SET value = lower(hex(zeroblob(32))) WHERE name = 'code'")
    assert "other sources" in _refused(changed, capsys)
    assert "its claims, or none" in _refused(_copy(store, tmp_path), capsys, WINNOW)
    stated = _copy(store, tmp_path, "UPDATE claims SET reference = replace(reference, '5*tau', '6*tau')")
    assert "states something else" in _refused(stated, capsys)


def test_a_file_that_is_no_store_or_damaged_is_refused(
    store: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "text.sqlite"
    path.write_text("not a store, but a text that is long enough for a header of SQLite to be looked for\n" * 9)
    assert "damaged, or no store" in _refused(path, capsys)
    foreign = tmp_path / "foreign.sqlite"
    sqlite3.connect(foreign).execute("CREATE TABLE a (b)").connection.close()
    assert "no store of a campaign" in _refused(foreign, capsys)
    data = bytearray(store.read_bytes())
    for start in range(4096, len(data), 4096):
        data[start : start + 200] = b"\xa5" * 200
    path.write_bytes(data)
    assert "damaged" in _refused(path, capsys)
    assert "there is no such store" in _refused_new(tmp_path / "none.sqlite", capsys)


def _refused_new(path: Path, capsys: pytest.CaptureFixture[str]) -> str:
    assert main(["campaign", "status", str(path)]) == 2
    assert not path.exists()
    return capsys.readouterr().err


def test_a_store_in_use_is_refused(
    store: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    path = _copy(store, tmp_path)
    with alone(path):
        assert "another campaign" in _refused(path, capsys)
    monkeypatch.setattr(store_module, "PATIENCE", 0.01)
    other = sqlite3.connect(path)
    other.execute("PRAGMA locking_mode = EXCLUSIVE")
    other.execute("BEGIN EXCLUSIVE")
    assert "locked" in _refused(path, capsys)
    other.close()


def test_bad_words_are_told_in_one_line(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = str(tmp_path / "campaign.sqlite")
    for given, said in (
        (["bylander.22"], "no claim is called"),
        (["bylander.5 --bond U"], "within one pair of quotes"),
        (["bylander.5", "--executor", "slurm=x"], "give processes, dask=ADDRESS or ray=ADDRESS"),
        ([], "name the claims to start with"),
        (["merge", path], "name two or more"),
    ):
        assert main(["campaign", *given, "--store", path]) == 2
        error = capsys.readouterr().err
        assert said in error
        assert error.count("\n") == 1
        assert not Path(path).exists()


def test_merging_is_commutative_and_refuses_what_disagrees(store: Path, tmp_path: Path) -> None:
    """Power: a store in which one count was changed is not merged with the one it was copied from."""
    other, third = tmp_path / "other.sqlite", tmp_path / "third.sqlite"
    run(other, [WINNOW, FALSE], 5)
    run(third, [WINNOW], 3, seed=1)
    results = []
    for i, order in enumerate(([store, other, third], [third, store, other], [other, third, store])):
        merge(order, tmp_path / f"merged{i}.sqlite")
        results.append(content(tmp_path / f"merged{i}.sqlite"))
    assert results[0] == results[1] == results[2]
    assert len(results[0]["claims"]) == 2
    keys = {row[:3] for row in results[0]["tasks"]}
    assert len(keys) == len(results[0]["tasks"]) >= 8
    merge([tmp_path / "merged0.sqlite", store], tmp_path / "again.sqlite")
    assert content(tmp_path / "again.sqlite") == results[0]
    lying = _copy(store, tmp_path, "UPDATE tasks SET holds = holds + 1 WHERE state = 'done'")
    with pytest.raises(BoundcheckError, match="found something else"):
        merge([store, lying], tmp_path / "lie.sqlite")
    with pytest.raises(BoundcheckError, match="merged does not go on"):
        campaign([], tmp_path / "merged0.sqlite", tasks=9)


def test_what_is_exported_is_replayed(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "both.sqlite"
    run(path, [FALSE, WINNOW], 17)
    with Store.open(path) as opened:
        files = export(opened, tmp_path / "files")
    kinds = sorted(file.name.split(".", 3)[-1].partition(".")[2] for file in files)
    assert len(kinds) >= 4
    for file in files:
        if ".certificate." in file.name:
            assert main(["replay", str(file)]) == 0, file.name
    violated = next(file for file in files if file.name.endswith(".counterexample.json"))
    assert main(["check", "bylander.8", str(violated)]) == 0, "the theorem itself holds there"
    assert main(["campaign", "report", str(path)]) == 1 - 1
    page = path.with_suffix(".html").read_text()
    assert "<svg" in page
    assert "://" not in page.replace("http://www.w3.org", ""), "the page needs nothing else"
    assert main(["campaign", "status", str(path), "--json"]) == 0
    printed = capsys.readouterr().out
    found = json.loads(printed[printed.index("\n{") :])
    assert [line["verdict"] for line in found["claims"]] == ["refuted", "held"]


def test_claims_go_by_what_makes_them_again() -> None:
    """Power: a reference whose bound was changed makes a claim of another digest."""
    weak = theorem("bylander.5").replace(bound=s.U**2 * s.X**2 / 2, without="separable")
    for claim in (theorem("kw.13a"), weak, theorem("bylander.2").replace(define={"eta": "1/2"}, relation="<")):
        subject = of_claim(claim)
        assert subject.reference
        assert subject.claim() == claim
    assert of_text("bylander.5 --bound U**2").digest != of_text("bylander.5 --bound U**2*X**2").digest


def test_a_judge_that_was_changed_makes_another_campaign(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Power: only the files that stand beside verify/kernel.py, and few others, were among its sources."""
    assert here().code == memory.sources()
    judge = tmp_path / "verify" / "judge" / "check.py"
    judge.parent.mkdir(parents=True)
    monkeypatch.setattr(memory, "ROOT", tmp_path)
    seen = set()
    for text in ("1", "2"):
        judge.write_text(text)
        seen.add(memory.sources())
    assert len(seen) == 2


def test_it_is_told_whether_a_campaign_is_under_way(store: Path, tmp_path: Path) -> None:
    """A run that was killed, and one that has not ended yet, are alike in the store."""
    path = _copy(store, tmp_path, "UPDATE runs SET stopped = 'killed'")
    said = []
    for writing in (alone(path), nullcontext()):
        with writing, Store.open(path) as opened:
            said.append(summary(opened).stopped)
    assert said == ["under way", "killed"]


def test_the_one_file_has_everything_even_where_others_read_it(store: Path, tmp_path: Path) -> None:
    path = _copy(store, tmp_path)
    with Store.open(path, write=True) as opened:
        with closing(sqlite3.connect(path)) as reader:
            reader.execute("SELECT count(*) FROM runs").fetchall()
            opened.begin(here(), "here", 1)
        reading = sqlite3.connect(path)
        reading.execute("SELECT count(*) FROM runs").fetchall()
    (tmp_path / "alone.sqlite").write_bytes(path.read_bytes())
    with Store.open(tmp_path / "alone.sqlite") as copied:
        assert copied.connection.execute("SELECT count(*) FROM runs").fetchone() == (2,)
    reading.close()


# --- lengths ---------------------------------------------------------------------------------------------


def test_lengths_are_certified_kept_reported_merged_and_exported(tmp_path: Path) -> None:
    """Of a claim for every length, of one up to a length, of a false one, of one without a form, and of one refused."""
    path, other = tmp_path / "lengths.sqlite", tmp_path / "other.sqlite"
    found = run(path, [WINNOW, "bylander.2.tuned", FALSE, "bylander.3", "kw.dnf"], 24)
    winnow, eight, false, none, refused = found.lines
    assert (str(winnow.length), str(eight.length)) == ("for every l", "up to l = 8")
    assert (false.conclusion, none.length) == ("REFUTED", None)
    assert false.length is not None
    assert false.length.status == "refuted"
    assert false.counterexample is not None
    assert (false.counterexample.name, false.counterexample.confirmed) == ("certify", True)
    assert refused.length is not None
    assert not refused.length.certified
    assert [cells(line)[-2] for line in (winnow, eight, refused)] == [
        "for every l, at n = 4, k = 1", "up to l = 8, at U = 2, X = 1", "",
    ]  # fmt: skip
    text = page(found)
    assert "Not certified: the premises of kw.dnf" in text
    assert "Certified up to l = 8, at U = 2, X = 1" in text
    claims, _, attacks = text.partition("How the budget was spent")
    assert claims.count("<math") >= 5  # each claim is set
    assert unpacked(claims, 10**6) == json.dumps(json.loads(false.counterexample.certificate), separators=(",", ":"))
    assert "certify" in attacks
    run(other, ["bylander.2.tuned"], 3, seed=1)
    merge([path, other], tmp_path / "both.sqlite")
    with Store.open(tmp_path / "both.sqlite") as merged:
        lines = [line for line in summary(merged).lines if line.claim == "bylander.2.tuned"]
        assert [str(line.length) for line in lines] == ["up to l = 8"]
        files = export(merged, tmp_path / "files")
    certified = [file for file in files if ".lengths." in file.name]
    assert len(certified) == 2
    assert [main(["replay", str(file)]) for file in certified] == [0, 0]


def test_a_longer_length_is_certified_once_the_one_before_is() -> None:
    """Power: where it stays open, is refused, or holds for every length, none follows."""
    for status, numbers in (("certified", [-1, -2, -3]), ("open", [-1]), ("certified for every length", [-1])):
        dealer, flat, dealt = Dealer([(2, 1, 3)], window=1), Outcome("any"), list[int]()
        for _ in range(20):
            last = dealt[-1] if dealt else None
            grown = Outcome("certify", length=Length(status, 4))
            task = dealer.deal(None if last is None else grown if last < 0 else flat)
            assert task is not None
            dealt.append(task.number)
        assert [number for number in dealt if number < 0] == numbers
        assert numbers[1:] == [] or dealt.index(-2) < dealt.index(1) < dealt.index(-3)
