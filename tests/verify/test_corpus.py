"""The corpus: what broke a claim is tried first, judged again, and changes nothing where it is off."""

from __future__ import annotations

from pathlib import Path

import pytest

from bounds import Instance, Trials, theorem
from bounds import symbols as s
from verify import corpus
from verify.check import Status
from verify.cli import main

FALSE = theorem("bylander.5").replace(bound=s.U**2 * s.X**2 / 2)
BROKEN = Instance(Trials.of([[1]], [1]), [1])


@pytest.fixture(autouse=True)
def _folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("BOUNDCHECK_CORPUS", str(tmp_path / "corpus"))


def test_what_broke_a_claim_is_tried_first() -> None:
    first = corpus.searched(FALSE, instances=100)
    again = corpus.searched(FALSE, instances=100)
    assert (first.refuted, again.refuted) == (True, True)
    assert first.found_name != "corpus"
    assert (again.found_name, again.tried) == ("corpus", 1)
    assert again.verdict is not None
    assert first.verdict is not None
    assert again.verdict.instance.trials == first.verdict.instance.trials
    assert again.confirmation == "by the independent checker"


def test_nothing_rests_on_what_is_kept(monkeypatch: pytest.MonkeyPatch) -> None:
    """A file that lies, planted in the folder of a true claim, and one that is damaged."""
    true = theorem("bylander.5").replace(bound=2 * s.U**2 * s.X**2)
    corpus.keep_instance(FALSE, BROKEN)
    home, other = corpus._of(FALSE), corpus._of(true)
    assert home is not None
    assert other is not None
    assert home != other
    other.mkdir()
    (lie,) = home.glob("broken*.json")
    (other / lie.name).write_text(lie.read_text())
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
