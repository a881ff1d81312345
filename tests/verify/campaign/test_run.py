"""Campaigns in this process: what is found, what dies, and that neither order nor interruption changes it."""

from __future__ import annotations

import dataclasses
from fractions import Fraction
from pathlib import Path

import pytest

from bounds.claims.catalogue import theorem
from bounds.claims.claim import Case
from bounds.data.interval import Interval
from bounds.data.vectors import Example
from bounds.learners import Learner
from tests.classes import Perceptron
from tests.verify.campaign.crews import FALSE, WINNOW, Here, Mortal, Shuffled, content, run
from verify import kernel
from verify.campaign import run as run_module
from verify.campaign.subjects import of_text
from verify.campaign.tasks import BestInstance, Outcome, do_all
from verify.search.dealing import Dealer
from verify.search.stages import stages

BOTH = [FALSE, WINNOW]
TASKS = 18
NUMBER = [stage.name for stage in stages(theorem("kitani.winnow"))[0]].index("winnow")
"""The number of a task that has something to say of Winnow."""


@pytest.fixture(scope="module")
def whole(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A campaign that nothing interrupted."""
    path = tmp_path_factory.mktemp("campaign") / "whole.sqlite"
    run(path, BOTH, TASKS)
    return path


def test_a_planted_false_claim_falls_with_a_certificate_and_a_true_one_holds(whole: Path) -> None:
    false, true = run(whole, BOTH, TASKS).lines
    assert (false.conclusion, true.conclusion) == ("REFUTED", "HELD")
    assert false.counterexample is not None
    assert false.counterexample.confirmed
    assert kernel.confirm(false.counterexample.certificate, kernel.statements())[0]
    assert true.best is not None
    assert 0 < true.best.ratio <= 1
    assert [ratio for _, ratio in true.curve] == sorted({ratio for _, ratio in true.curve})
    assert false.total.needless > 0, "what was dealt before the violation was known"


def test_the_order_in_which_tasks_end_does_not_matter(whole: Path, tmp_path: Path) -> None:
    """Power: the store of another budget differs, and so does that of another seed."""
    crew = Shuffled()
    run(tmp_path / "shuffled.sqlite", BOTH, 6, Here())
    run(tmp_path / "shuffled.sqlite", BOTH, TASKS, crew)
    assert crew.given, "the last part was done in another order"
    assert content(tmp_path / "shuffled.sqlite") == content(whole)
    run(tmp_path / "short.sqlite", BOTH, TASKS - 1)
    assert content(tmp_path / "short.sqlite") != content(whole)


def test_a_task_whose_process_dies_is_tried_again_and_then_failed(whole: Path, tmp_path: Path) -> None:
    once = Mortal(task=("kitani.winnow", NUMBER), deaths=1)
    run(tmp_path / "once.sqlite", BOTH, TASKS, once)
    assert (once.given["kitani.winnow", NUMBER], once.renewed) == (2, 1)
    assert content(tmp_path / "once.sqlite") == content(whole)
    twice = Mortal(task=("kitani.winnow", NUMBER), deaths=9)
    _, winnow = run(tmp_path / "twice.sqlite", BOTH, TASKS, twice).lines
    assert twice.given["kitani.winnow", NUMBER] == 2
    assert (winnow.attacks["winnow"].failed, winnow.attacks["winnow"].supports, winnow.total.failed) == (1, 0, 1)
    assert winnow.conclusion == "UNTESTED", "a task of some dozens failed"
    assert "its process died" in winnow.trouble


def test_short_tasks_go_together_and_those_that_take_long_alone(
    whole: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """And what is found is the same."""
    monkeypatch.setattr(run_module, "TOGETHER", 1e9)  # however slow the machine is
    crew = Here()
    monkeypatch.setattr(run_module, "TOGETHER", 1e9)
    run(tmp_path / "short.sqlite", BOTH, TASKS, crew)
    assert 1 < max(crew.together) <= 4, "half of the window"
    monkeypatch.setattr(run_module, "TOGETHER", 1e-9)
    alone = Here()
    run(tmp_path / "alone.sqlite", BOTH, TASKS, alone)
    assert set(alone.together) == {1}
    assert content(tmp_path / "short.sqlite") == content(tmp_path / "alone.sqlite") == content(whole)


def test_one_task_that_raises_does_not_take_others_with_it() -> None:
    winnow, lying = of_text("kitani.winnow"), dataclasses.replace(of_text("kitani.winnow"), digest="another")
    good, bad, after = do_all([(winnow, 0, 0, None), (lying, 0, 0, None), (winnow, 0, 1, None)])
    assert (good.state, bad.state, after.state) == ("done", "failed", "done")
    assert "states something else" in bad.trouble


def test_where_the_engine_tries_again_a_task_fails_when_it_dies_alone(tmp_path: Path) -> None:
    crew = Mortal(task=("kitani.winnow", NUMBER), deaths=9, retries=True)
    _, winnow = run(tmp_path / "engine.sqlite", BOTH, TASKS, crew).lines
    assert winnow.total.failed == 1
    assert (crew.given["kitani.winnow", NUMBER] <= 2, crew.renewed) == (True, 0)


class Broken(Perceptron):
    """Crashes on its first update."""

    def update(self, x: Example, outcome: Interval) -> None:
        raise ZeroDivisionError(f"planted on {x}, {outcome}")


def _broken(_: Case) -> Learner:
    return Broken(Fraction(1))


def test_a_learner_that_crashes_is_no_support(tmp_path: Path) -> None:
    claim = theorem("bylander.5")
    assert claim.learner is not None
    crashing = claim.replace(learner=dataclasses.replace(claim.learner, make=_broken))
    (line,) = run(tmp_path / "crash.sqlite", [crashing], 12).lines
    assert line.total.crashes > 20
    assert "planted" in line.trouble
    assert line.conclusion == "UNTESTED"
    assert "the claim's own code" in line.untested


# --- dealing ---------------------------------------------------------------------------------------------

ROSE, FLAT = Outcome("any", best=BestInstance("closer", "", 0.5, False)), Outcome("any")


def _deal(rising: int, tasks: int, window: int) -> list[tuple[int, int]]:
    """Deal tasks of one claim with three repeated attacks, of which one always comes closer."""
    dealer, dealt = Dealer([(0, 3, 0)], window), []
    outcomes: list[Outcome] = []
    for k in range(tasks):
        task = dealer.deal(outcomes[k - window] if k >= window else None)
        assert task is not None
        outcomes.append(ROSE if task.number % 3 == rising else FLAT)
        dealt.append((task.claim, task.number))
    return dealt


def test_an_attack_that_comes_closer_has_more_turns_and_none_is_forgotten() -> None:
    """Power: the same count whichever attack it is, so it is what it yields that counts, and not its place."""
    for rising in range(3):
        turns = [number % 3 for _, number in _deal(rising, 300, 4)]
        shares = [turns.count(attack) for attack in range(3)]
        assert shares[rising] > 200
        assert min(shares) > 5
    assert len(set(_deal(0, 300, 4))) == 300, "no task is dealt twice"


def test_a_refuted_claim_has_no_turn_once_that_is_known() -> None:
    dealer, broken = Dealer([(1, 1, 0), (1, 1, 0)], window=2), Outcome("any", counterexample=object())  # type: ignore[arg-type]
    claims = [dealer.deal(None), dealer.deal(None), dealer.deal(broken), *(dealer.deal(FLAT) for _ in range(20))]
    assert [task and task.claim for task in claims] == [0, 1, *[1] * 21]
    assert dealer.deal(broken) is None, "no claim is left"
    with pytest.raises(ValueError, match="is dealt from"):
        Dealer([(1, 1, 0)]).deal(FLAT)
