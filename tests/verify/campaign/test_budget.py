"""The budget of a campaign is kept to the last instance, and where it ends does not depend on who does the tasks."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from bounds.errors import BoundcheckError
from tests.verify.campaign.crews import FALSE, WINNOW, Here, Shuffled, content, run
from tests.verify.campaign.test_run import NUMBER
from verify.campaign.run import campaign
from verify.campaign.store import Store
from verify.campaign.subjects import of_text
from verify.campaign.summary import Summary
from verify.campaign.tasks import do

BOTH = ["bylander.3", "kw.13a"]
"""True claims that have no form to be certified in, which takes longer than all else."""

MOST = 130


def _spent(found: Summary) -> int:
    return sum(line.total.candidates for line in found.lines)


@pytest.fixture(scope="module")
def whole(tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("budget") / "whole.sqlite"
    found = run(path, BOTH, None, instances=MOST)
    assert _spent(found) == MOST
    assert found.stopped == "done"
    assert found.total.cut == 1, "the budget ends within a task"
    return path


def test_the_budget_is_that_of_the_whole_campaign(whole: Path, tmp_path: Path) -> None:
    """Power: tasks that are under way when it is spent are not counted, however many they judge."""
    for most in (1, 40):
        assert _spent(run(tmp_path / f"{most}.sqlite", BOTH, None, instances=most)) == most
    assert _spent(run(whole, BOTH, None, instances=MOST)) == MOST, "it is spent"
    assert _spent(run(whole, BOTH, None, instances=MOST - 1)) == MOST, "and more than a smaller one"


def test_whoever_does_the_tasks_it_ends_at_the_same_instance(whole: Path, tmp_path: Path) -> None:
    """Power: other orders, one that goes on after a smaller budget, and one after a budget of tasks."""
    crew = Shuffled()
    run(tmp_path / "shuffled.sqlite", BOTH, None, crew, instances=MOST)
    assert crew.given
    for i, (tasks, instances) in enumerate(((None, 60), (None, MOST - 1), (3, None))):
        path = tmp_path / f"{i}.sqlite"
        run(path, BOTH, tasks, instances=instances)
        assert content(path) != content(whole)
        run(path, BOTH, None, instances=MOST)
        assert content(path) == content(whole)
    assert content(tmp_path / "shuffled.sqlite") == content(whole)


def test_a_task_that_was_cut_is_done_whole_when_the_campaign_goes_on(whole: Path, tmp_path: Path) -> None:
    path, left_alone = tmp_path / "more.sqlite", tmp_path / "alone.sqlite"
    path.write_bytes(whole.read_bytes())
    with Store.open(path) as opened:
        tasks = len(list(opened.done()))
    run(path, BOTH, tasks + 3)
    run(left_alone, BOTH, tasks + 3)
    assert content(path) == content(left_alone)
    assert run(path, BOTH, tasks + 3).total.cut == 0


def test_a_false_claim_falls_within_the_budget_and_has_no_turn_after(tmp_path: Path) -> None:
    found = run(tmp_path / "false.sqlite", [FALSE, WINNOW], None, Here(), instances=60)
    assert [line.conclusion for line in found.lines] == ["REFUTED", "HELD"]
    assert _spent(found) == 60


def test_the_first_candidates_of_a_task_are_those_of_the_whole() -> None:
    """Power: one that has just enough of them is done."""
    winnow = of_text(WINNOW)
    whole = do(winnow, 0, NUMBER)
    part, all_of_it = (do(winnow, 0, NUMBER, most) for most in (whole.candidates - 1, whole.candidates))
    assert whole.candidates > 5
    assert (part.state, part.candidates) == ("cut", whole.candidates - 1)
    assert all_of_it == whole


def test_numbers_that_no_store_keeps_are_refused(tmp_path: Path) -> None:
    refused: list[tuple[dict[str, Any], str]] = [
        ({"seed": 2**70}, "at most 63 bits"),
        ({"seed": "x"}, "seed is"),
        ({"window": 10**9}, "at most"),
    ]
    for given, said in refused:
        with pytest.raises(BoundcheckError, match=said):
            campaign([WINNOW], tmp_path / "campaign.sqlite", tasks=1, **given)
        assert not (tmp_path / "campaign.sqlite").exists()
