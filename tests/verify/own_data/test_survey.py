"""Every claim on the same trials: what is judged, in which order, and what is said of the others."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from bounds import symbols as s
from bounds.claims.catalogue import theorem
from bounds.claims.claim import Outcomes, Standing
from bounds.data.trials import Trials
from bounds.errors import BoundcheckError
from bounds.instances import Instance
from tests.verify.commands.commanded import SETOSA, file_of, output, refusal
from verify.judge.status import Status
from verify.own_data.completed import check
from verify.own_data.survey import applicable, check_all

S = Trials.of([[2, 0], [0, 4], [1, -3]], [1, -1, 1])


def test_each_verdict_is_that_of_the_claim_alone() -> None:
    """Power: a survey that judged another claim, instance or comparator than ``check`` has another slack."""
    ids = ["bylander.5", "bylander.5.exact", "kitani.perc", "classics.pa"]
    found = check_all(Instance(S), ids)
    assert {verdict.claim.id for verdict in found.verdicts} == {*ids}
    for verdict in found.verdicts:
        alone = check(verdict.claim, Instance(S))
        assert (verdict.slack, verdict.instance.comparator, verdict.found) == (
            alone.slack,
            alone.instance.comparator,
            True,
        )


def test_order_and_what_is_said_of_the_others() -> None:
    false = theorem("bylander.5").replace(bound="U**2/1000")
    found = check_all(
        Instance(S), ["kitani.perc.step", "bylander.5", "bylander.5.exact", false, "kitani.winnow", "gls.7.1a"]
    )
    assert [v.claim.id for v in found.verdicts] == ["bylander.5*", "bylander.5.exact", "bylander.5", "kitani.perc.step"]
    assert [v.status for v in found.verdicts[:2]] == [Status.VIOLATED, Status.HOLDS]
    assert found.verdicts[2].trivial
    assert [v.claim.id for v in found.vacuous] == ["kitani.winnow"]
    assert found.lacking == {"gls.7.1a": {"p": "2"}}


def test_values_go_to_the_claims_that_leave_them_open() -> None:
    found = check_all(Instance(S, parameters={"p": 2}), ["bylander.5", "gls.7.1a"])
    assert {verdict.claim.id: s.p in verdict.case.values for verdict in found.verdicts} == {
        "bylander.5": False,
        "gls.7.1a": True,
    }
    with pytest.raises(BoundcheckError, match="none of these claims has a parameter p to set"):
        check_all(Instance(S, parameters={"p": 2}), ["bylander.5"])


def test_claims_about_other_outcomes_say_why() -> None:
    found = check_all(Instance(S), ["classics.gd.square"])
    assert found.verdicts == ()
    assert str(found).startswith("no claim says anything about these trials")
    assert "C" in found.lacking["classics.gd.square"]
    set_too = check_all(Instance(S, parameters={"C": 2}), ["classics.gd.square"])
    assert "about single points" in set_too.others["classics.gd.square"]


def test_what_is_judged_where_nothing_is_named() -> None:
    assert {claim.standing for claim in applicable()} >= {Standing.TRUE}
    assert not any(c.standing is Standing.FALSE or c.outcomes is Outcomes.NONE for c in applicable())


def test_command(capsys: pytest.CaptureFixture[str]) -> None:
    said = output(["check", "all", *SETOSA, "--claims", "perceptron", "separable"], capsys)
    assert "bylander.11" in said
    assert "HOLDS, trivial" in said
    given = json.loads(output(["check", "all", *SETOSA, "--claims", "perceptron", "separable", "--json"], capsys))
    assert [entry["claim"] for entry in given["verdicts"]][-1] == "bylander.5"
    assert given["verdicts"][-1]["trivial"]


def test_exit_codes(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """Power: predictions that err on each trial violate a mistake bound; where nothing applies, nothing holds."""
    log = file_of(tmp_path, "a,guess,y\n" + "1,-1,1\n" * 5, "log.csv")
    assert "VIOLATED" in output(
        ["check", "all", log, "--claims", "bylander.5.exact", "--prediction", "guess"], capsys, 1
    )
    output(["check", "all", log, "--claims", "kw.winnow.up", "--ignore", "guess"], capsys, 3)


def test_what_is_refused(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file = file_of(tmp_path, "a,y\n1,1\n", "run.csv")
    assert "--claims chooses among all claims" in refusal(["check", "bylander.5", file, "--claims", "winnow"], capsys)
    assert "--trace, --out and --rule are of one claim" in refusal(["check", "all", file, "--trace"], capsys)
    assert "no claim has 'winow'" in refusal(["check", "all", file, "--claims", "winow"], capsys)
    assert "give a FILE" in refusal(["check", "all"], capsys)
