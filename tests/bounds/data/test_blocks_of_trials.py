"""Sequences as blocks that come again and again: nothing is lost, whatever the sequence, and files hold them."""

from __future__ import annotations

import json
from pathlib import Path

import numpy as np
import pytest

from bounds.claims.catalogue import theorem
from bounds.data.interval import Interval
from bounds.data.repetition import LEAST, Repeated, blocks
from bounds.data.trials import Trials
from bounds.errors import BoundcheckError
from bounds.instances import Instance
from verify.judge.check import check
from verify.judge.status import Status
from verify.own_data.reader import ReadOptions, read_trials
from verify.own_data.writer import trials_text


def written_out(trials: Trials) -> list[int]:
    """Return the indices of the trials in the order in which the blocks give them."""
    return [block.first + i for block in blocks(trials) for _ in range(block.times) for i in range(block.length)]


@pytest.mark.parametrize("seed", range(6))
def test_blocks_make_up_the_sequence(seed: int) -> None:
    """Power: with one time less of every block, the lengths differ."""
    rng = np.random.default_rng(seed)
    parts = [
        np.tile(rng.integers(0, 3, (int(rng.integers(1, 6)), 2)), (int(rng.integers(1, 150)), 1)) for _ in range(5)
    ]
    rows = np.concatenate(parts)
    labels = [1 if sum(row) % 2 else -1 for row in rows.tolist()]
    trials = Trials(rows, 1, labels)
    assert trials.subsequence(written_out(trials)) == trials
    assert sum(block.times > 1 for block in blocks(trials)) >= 1
    assert all(block.times == 1 or block.times * block.length >= LEAST for block in blocks(trials))


def test_trials_differ_by_their_outcomes() -> None:
    far, near = Interval.parse("[9,oo)"), Interval.parse("[1,oo)")
    trials = Trials.from_integers([[1]] * 200, 1, [far, near] * 100)
    assert [tuple(block) for block in blocks(trials)] == [(0, 2, 100)]
    assert blocks(Trials.from_integers([[1]] * 4, 1, [1] * 4)) == [(0, 4, 1)]
    assert blocks(Trials.from_integers([], 1, [], 2)) == []


def test_files_hold_them_once(tmp_path: Path) -> None:
    instance = Instance(Trials.from_integers([[0, 1], *[[1, -1], [-1, 1]] * 300], 2, [1] * 601), [1, 0])
    text = trials_text(instance)
    assert len(text) < 300
    file = tmp_path / "long.json"
    file.write_text(text)
    assert read_trials(file).trials == instance.trials


@pytest.mark.parametrize(
    ("item", "said"),
    [
        ({"repeat": 0, "trials": []}, "repeat is '0'"),
        ({"repeat": "two", "trials": []}, "repeat is 'two'"),
        ({"repeat": 1.5, "trials": []}, "repeat is '1.5'"),
        ({"repeat": 2, "trials": 3}, "trials '3'"),
        ({"repeat": 2}, "the key 'trials' is missing"),
        ({"repeat": 2, "trials": [{"repeat": 2, "trials": []}]}, "unknown key 'repeat'"),
        ({"repeat": 2, "trials": [{"x": [1, 2], "outcome": 1}]}, "x has 2 entries"),
    ],
)
def test_what_is_no_repetition_is_refused(item: object, said: str, tmp_path: Path) -> None:
    file = tmp_path / "wrong.json"
    file.write_text(json.dumps([{"x": [1], "outcome": 1}, item]))
    with pytest.raises(BoundcheckError, match=said):
        read_trials(file)


def test_more_than_can_be_written_out_are_read_and_judged_as_they_are_repeated(tmp_path: Path) -> None:
    votes = [{"x": [-1, 1], "outcome": -1}, {"x": [1, -1], "outcome": -1}]
    items = [*votes, {"repeat": 10**7, "trials": votes}]
    file, again = tmp_path / "many.json", tmp_path / "again.json"
    file.write_text(json.dumps({"trials": items, "parameters": {"eta": "1/1024"}}))
    read = read_trials(file)
    assert isinstance(read.trials, Repeated)
    assert (read.trials.l, read.trials.written.l) == (2 * 10**7 + 2, 4)
    assert read.outcomes.endswith("of the 4 that are written")
    verdict = check(theorem("kitani.wma"), read.instance)
    assert verdict.status is Status.HOLDS
    assert verdict.comparisons[0].lhs == 10**7 + 1
    again.write_text(trials_text(read.instance))
    assert read_trials(again).instance == read.instance
    with pytest.raises(BoundcheckError, match="more than 5000000 trials; leave out --shuffle"):
        read_trials(file, ReadOptions(shuffle=1))
