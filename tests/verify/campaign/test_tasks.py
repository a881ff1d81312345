"""The unit of a search: numbered tasks, whose outcome depends on the claim, the seed and the number alone."""

from __future__ import annotations

from typing import NoReturn

import pytest

from bounds.claims.catalogue import theorem
from bounds.errors import BoundcheckError
from verify.campaign import tasks
from verify.campaign.subjects import of_text
from verify.search import evidence
from verify.search.search import search
from verify.search.stages import stage_names

CLAIM = theorem("kitani.winnow")


def test_a_search_is_the_sum_of_its_tasks() -> None:
    """Power: other tasks have other counts."""
    whole, *parts = (search(CLAIM, tasks=tasks) for tasks in (range(9), range(4), range(4, 9)))
    assert sum((part.counts for part in parts), start=type(whole.counts)()) == whole.counts
    assert sum((part.attacks for part in parts), start=type(whole.attacks)()) == +whole.attacks
    assert max(part.best_ratio or 0 for part in parts) == whole.best_ratio
    assert [part.tasks for part in parts] == [4, 5]
    assert parts[0].counts != parts[1].counts
    assert whole.stopped == "tasks"


def test_a_violation_is_found_by_its_own_task_alone() -> None:
    false = theorem("bylander.8").replace(bound="U**2*X**2/(5*tau)")
    names = stage_names(false)
    none, one = names.index("dropped premises"), names.index("rates")
    assert [search(false, tasks=tasks).refuted for tasks in ([none], [one], [none, one])] == [False, True, True]
    assert search(false, tasks=[none, one]).found_name == search(false, tasks=[one]).found_name


def test_tasks_that_are_no_numbers_are_refused() -> None:
    with pytest.raises(BoundcheckError, match="give numbers of tasks"):
        search(CLAIM, tasks=[-1])


def test_a_task_without_an_end_has_failed(monkeypatch: pytest.MonkeyPatch) -> None:
    """Power: without its deadline this test does not end, nor does a campaign."""

    def for_ever(*_: object) -> NoReturn:
        while True:
            pass

    monkeypatch.setattr(evidence, "check", for_ever)
    monkeypatch.setattr(tasks, "TOO_LONG", 0.2)
    outcome = tasks.do(of_text("bylander.5"), 0, 0)
    assert (outcome.state, outcome.judged) == ("failed", 0)
    assert "took longer than 0.2 seconds" in outcome.trouble
