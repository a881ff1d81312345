"""Sequences as blocks that come again and again: nothing is lost, whatever the sequence, and files hold them."""

from __future__ import annotations

import json
from pathlib import Path

import numpy as np
import pytest

from bounds.data.instances import Instance
from bounds.data.interval import Interval
from bounds.data.repetition import LEAST, blocks
from bounds.data.trials import Trials
from bounds.errors import BoundcheckError
from verify.own_data.reader import read_trials
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
        ({"repeat": 10**8, "trials": [{"x": [1], "outcome": 1}]}, "more than 5000000 trials"),
        ({"repeat": 2, "trials": [{"x": [1, 2], "outcome": 1}]}, "x has 2 entries"),
    ],
)
def test_what_is_no_repetition_is_refused(item: object, said: str, tmp_path: Path) -> None:
    file = tmp_path / "wrong.json"
    file.write_text(json.dumps([{"x": [1], "outcome": 1}, item]))
    with pytest.raises(BoundcheckError, match=said):
        read_trials(file)
