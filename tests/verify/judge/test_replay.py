"""A replay prints as a table, and takes an id where it takes a claim."""

from __future__ import annotations

from bounds.claims.catalogue import theorem
from bounds.data.interval import Interval
from bounds.data.trials import Trials
from bounds.data.vectors import vector
from bounds.instances import Instance
from verify.judge.replay import SHOWN, replay

FAR = Interval.parse("[3, oo)")


def block(times: int) -> Instance:
    return Instance(Trials.of([[1, 0], [0, 1]] * times, [FAR] * 2 * times), vector([1, 1]), {"eta": 1})


def test_a_replay_prints_as_a_table() -> None:
    """Power: it printed its fields, a page of them, and an id ended in an error of Python's."""
    found = replay("bylander.2", block(1))
    assert str(found).splitlines() == [
        "bylander.2: the run, trial by trial",
        "t  prediction  outcome  update  loss  u's loss  d(u, w)  after  slack",
        "1           0  [3, oo)      up     3         2        2      1      0",
        "2           0  [3, oo)      up     3         2        1      0      0",
    ]
    assert repr(found) == str(found)
    assert found._repr_html_().count("<tr>") == 3
    assert found.records == replay(theorem("bylander.2"), block(1)).records


def test_a_long_run_is_cut_and_says_so() -> None:
    lines = str(replay("bylander.2", block(30))).splitlines()
    assert len(lines) == SHOWN + 3
    assert lines[-1] == "the first 50 of 60 trials"
