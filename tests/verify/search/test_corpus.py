"""The corpus: what broke a claim is tried first, judged again, and changes nothing where it is off."""

from __future__ import annotations

import os
from importlib import import_module
from pathlib import Path

import pytest
from boundcheck import assert_held

from bounds import symbols as s
from bounds.claims.catalogue import theorem
from bounds.claims.claim import Claim
from bounds.claims.own import own_claim
from bounds.data.trials import Trials
from bounds.instances import Instance
from verify.cli import main
from verify.judge.check import check
from verify.judge.status import Status
from verify.own_data.reader import read_trials
from verify.publish.ledger import NO_PROOF, Memory, entry_of
from verify.search import corpus
from verify.search.searched import searched

FALSE = theorem("bylander.5").replace(bound=s.U**2 * s.X**2 / 2)
BROKEN = Instance(Trials.of([[1]], [1]), [1])


def _plant(false: Claim, true: Claim) -> None:
    """Let the corpus say that what breaks one claim breaks another."""
    home, other = corpus._of(false), corpus._of(true)
    assert home is not None
    assert other is not None
    other.mkdir(exist_ok=True)
    for lie in home.glob("broken*.json"):
        (other / lie.name).write_text(lie.read_text())


@pytest.fixture(autouse=True)
def _folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("BOUNDCHECK_CORPUS", str(tmp_path / "corpus"))


def test_what_broke_a_claim_is_tried_first() -> None:
    first = searched(FALSE, instances=100)
    again = searched(FALSE, instances=100)
    assert (first.refuted, again.refuted) == (True, True)
    assert first.found_name != "corpus"
    assert (again.found_name, again.tried) == ("corpus", 1)
    assert again.minimal == first.minimal
    assert again.minimal.startswith("1-minimal")
    assert again.verdict is not None
    assert first.verdict is not None
    assert again.verdict.instance.trials == first.verdict.instance.trials
    assert again.confirmation == "by the independent checker"


TIGHT = own_claim(
    "w + eta*y*x if y*yhat < 1 else w",
    "U**2/(2*eta) + eta*X**2*l/2",
    gain="hinge",
    loss="hinge",
    given=["norm(u, 2) <= U", "norm(x, 2) <= X"],
)


@pytest.mark.parametrize("rate", ["1", "1/2"])
def test_what_comes_close_to_a_bound_is_tried_on_its_variants_first(rate: str) -> None:
    """Power: without what is kept, or at its own rate alone, one instance does not break both."""
    corpus.keep_instance(TIGHT, Instance(Trials.of([[1, 0], [0, 1]], [1, 1]), [1, 1], {"eta": rate}))
    kept = corpus.closest(TIGHT)
    assert kept is not None
    assert kept.ratio == (1.0 if rate == "1" else 0.8)
    found = searched(TIGHT.replace(bound="99/100*(U**2/(2*eta) + eta*X**2*l/2)"), instances=1)
    assert (found.found_name, found.tried) == ("corpus", 1)
    assert found.confirmation == "by the independent checker"
    assert not searched(TIGHT.replace(bound="101/100*(U**2/(2*eta) + eta*X**2*l/2)"), instances=1).refuted
    assert not searched(TIGHT, instances=1).refuted


def test_nothing_rests_on_what_is_kept(monkeypatch: pytest.MonkeyPatch) -> None:
    """A file that lies, planted in the folder of a true claim, and one that is damaged."""
    true = theorem("bylander.5").replace(bound=2 * s.U**2 * s.X**2)
    corpus.keep_instance(FALSE, BROKEN)
    home, other = corpus._of(FALSE), corpus._of(true)
    assert home is not None
    assert other is not None
    assert home != other
    _plant(FALSE, true)
    (other / "broken-b.json").write_text("{")
    assert corpus.violation(FALSE) is not None
    assert corpus.violation(true) is None
    monkeypatch.setenv("BOUNDCHECK_CORPUS", "off")
    assert corpus.violation(FALSE) is None


def test_the_closest_instance_is_kept_and_a_farther_one_does_not_replace_it() -> None:
    claim = theorem("bylander.5")
    near, far = Instance(Trials.of([[1]], [1]), [1]), Instance(Trials.of([[2], [2]], [1, 1]), [1])
    for instance in (far, near, far):
        corpus.keep_instance(claim, instance)
    best = corpus.closest(claim)
    assert best is not None
    assert (best.status, best.instance.trials) == (Status.HOLDS, near.trials)


def test_the_command_keeps_and_one_option_turns_it_off(capsys: pytest.CaptureFixture[str]) -> None:
    command = ["search", "bylander.5", "--bound", "U**2*X**2/2", "--instances", "50", "--jobs", "1"]
    assert main([*command, "--no-corpus"]) == 1
    assert corpus.folder() is not None
    assert not corpus.folder().exists()  # type: ignore[union-attr]
    assert main(command) == main(command) == 1
    assert "corpus" in capsys.readouterr().out.rpartition("found by")[2]


def test_the_ledger_starts_from_it(monkeypatch: pytest.MonkeyPatch) -> None:
    """Nothing else is tried here. Power: without the corpus, and with a lie in it, the claim does not fall."""
    monkeypatch.setattr(import_module("verify.publish.ledger"), "evidence", lambda _: NO_PROOF)
    monkeypatch.setattr(import_module("verify.publish.ledger"), "theorem", lambda _: FALSE)
    corpus.keep_instance(FALSE, BROKEN)
    found, other = (entry_of(FALSE.id, 0, 0, corpus=read) for read in (True, False))
    assert (found.verdict, found.violated, found.instances) == ("refuted", 1, 1)
    assert found.counterexample is not None
    assert (other.verdict, other.instances) == ("untested", 0)
    true = theorem("bylander.5")
    corpus.keep_instance(FALSE, BROKEN)
    _plant(FALSE, true)
    monkeypatch.setattr(import_module("verify.publish.ledger"), "theorem", lambda _: true)
    lied = entry_of(true.id, 0, 0, corpus=True)
    assert (lied.verdict, lied.violated, lied.instances) == ("untested", 0, 0)


def test_what_the_ledger_remembers_depends_on_what_it_read() -> None:
    claim = theorem("bylander.5")
    reads, off = Memory(10, 0, corpus=True), Memory(10, 0)
    before = reads._key(claim), off._key(claim)
    corpus.keep_instance(claim, BROKEN)
    after = reads._key(claim), off._key(claim)
    assert before[0] == before[1] == after[1] != after[0]


def test_an_entry_is_not_remembered_where_the_corpus_changed_meanwhile(monkeypatch: pytest.MonkeyPatch) -> None:
    """Power: without the change it is."""
    claim = theorem("bylander.5")
    written: list[int] = []
    monkeypatch.setattr(import_module("verify.publish.ledger"), "keep", lambda _, found: written.append(len(found)))
    memory = Memory(10, 0, corpus=True)
    entry = entry_of(claim.id, 1, 0)
    memory.recall([claim])
    memory.keep([claim], {claim.id: entry})
    corpus.keep_instance(claim, BROKEN)
    memory.keep([claim], {claim.id: entry})
    assert written == [1, 0]


def test_the_pytest_marker_starts_from_it_and_keeps_what_it_finds() -> None:
    corpus.keep_instance(FALSE, BROKEN)
    with pytest.raises(AssertionError, match="of an earlier run, which was kept"):
        assert_held(FALSE, instances=1)
    other = theorem("bylander.5").replace(bound=s.U**2 * s.X**2 / 3)
    assert corpus.violation(other) is None
    with pytest.raises(AssertionError, match="REFUTED by the minimal counterexample"):
        assert_held(other)
    assert corpus.violation(other) is not None


def test_the_latest_violations_are_kept() -> None:
    """Power: five others broke it before."""
    home = corpus._of(FALSE)
    assert home is not None
    for factor in range(1, corpus.MOST + 3):
        corpus.keep_instance(FALSE, Instance(Trials.of([[factor]], [1]), [f"1/{factor}"]))
        for age, path in enumerate(sorted(home.glob("broken*.json"), key=lambda path: path.stat().st_mtime_ns)):
            os.utime(path, (factor - 100 + age, factor - 100 + age))
    kept = [check(FALSE, read_trials(path).instance).instance.trials for path in home.glob("broken*.json")]
    assert len(kept) == corpus.MOST
    assert Trials.of([[corpus.MOST + 2]], [1]) in kept
