"""Commands that are given a certificate, in the place of a claim or of trials; and pytest, which keeps one."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from boundcheck import assert_bound, assert_held, assert_refuted

from bounds.claims.catalogue import theorem
from bounds.claims.claim import Claim
from bounds.data.trials import Trials
from bounds.instances import Instance
from tests.classes import Perceptron
from tests.verify.commands.commanded import file_of, output, refusal
from verify.campaign.subjects import of_text, rebuilt
from verify.commands import plot
from verify.judge.certificate import certificate
from verify.judge.check import check
from verify.judge.read_certificate import read_certificate
from verify.links import fragment

MINE = """
learner = "w + C*y*x if y*yhat <= 0 else w"
bound = "U**2*X**2/4"
given = ["norm(u, 2) <= U", "norm(x, 2) <= X", "separable"]
"""


@pytest.fixture
def broken(tmp_path: Path) -> str:
    """Give a certificate of theorem 5 with a smaller bound, which three trials break."""
    claim = theorem("bylander.5").replace(bound="U**2*X**2/4")
    instance = Instance(Trials.of([[1, 0], [0, 1], [1, 0]], [1, 1, 1]), [1, 1])
    return file_of(tmp_path, json.dumps(certificate(check(claim, instance))), "broken.json")


def judged(arguments: list[str], capsys: pytest.CaptureFixture[str], code: int) -> dict[str, Any]:
    found: dict[str, Any] = json.loads(output([*arguments, "--json"], capsys, code))
    return found


def test_a_certificate_is_a_claim_with_its_instance(broken: str, capsys: pytest.CaptureFixture[str]) -> None:
    found = judged(["check", broken], capsys, 1)
    assert (found["claim"], found["trials"], found["lhs"], found["found"]) == ("bylander.5*", 3, "2", False)
    assert judged(["check", broken, broken], capsys, 1) == found
    shown = output(["show", broken], capsys)
    assert "M <= U**2*X**2/4" in shown
    assert "certificate  VIOLATED" in shown
    assert shown.count("x = (0, 1), outcome 1") == 1
    assert judged(["show", broken], capsys, 0)["certificate"]["verdict"] == "VIOLATED"


def test_an_instance_is_judged_under_another_claim(
    broken: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert judged(["check", "bylander.5", broken], capsys, 0)["trials"] == 3
    mine = file_of(tmp_path, MINE, "mine.toml")
    assert judged(["check", mine, broken, "--set", "C=1"], capsys, 1)["claim"] == "own.mine"
    other = json.loads(Path(broken).read_text())
    other["instance"]["parameters"]["C"] = "5"
    left = output(["check", "bylander.5", file_of(tmp_path, json.dumps(other), "other.json")], capsys)
    assert "left out     C of the certificate" in left


def test_a_search_tries_the_instance_first(broken: str, capsys: pytest.CaptureFixture[str]) -> None:
    found = output(["search", broken, "--instances", "1", "--jobs", "1", "--no-corpus"], capsys, 1)
    assert "found by     own: certificate: its instance" in found
    held = output(["search", broken, "--bound", "3*U**2*X**2", "--instances", "1", "--jobs", "1"], capsys, 3)
    assert "ratio 0.333333, by own: certificate: its instance" in held


def test_a_certificate_is_drawn(
    broken: str, tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    drawn: list[tuple[Claim, Instance]] = []
    monkeypatch.setattr(plot, "require_matplotlib", lambda: None)
    monkeypatch.setattr(plot, "plot_run", lambda *given: drawn.append(given))
    monkeypatch.setattr(plot, "save", lambda _, out: out)
    for arguments in ([broken], ["bylander.5", broken]):
        output(["plot", "run", *arguments, "--out", str(tmp_path / "run.svg")], capsys)
    assert [claim.id for claim, _ in drawn] == ["bylander.5*", "bylander.5"]
    assert [instance.trials.l for _, instance in drawn] == [3, 3]


def test_what_is_wrong_is_said_in_a_line(broken: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """Power: a tampered bound was judged as the catalogue's where the reader looked at the id alone."""
    document = json.loads(Path(broken).read_text())
    document["statement"]["compare"] = [{"value": "0"}]
    tampered = file_of(tmp_path, json.dumps(document), "tampered.json")
    for command in (["check", tampered], ["show", tampered], ["search", tampered], ["prove", tampered]):
        assert "tampered.json: no claim of the catalogue" in refusal(command, capsys)
    assert output(["check", "bylander.5", tampered], capsys)  # of which the instance alone is asked
    assert "leave out --shuffle" in refusal(["check", broken, "--shuffle", "0"], capsys)
    assert "give a FILE of trials" in refusal(["check", "bylander.5"], capsys)


@pytest.mark.parametrize("kind", ["page", "link"])
def test_a_page_and_a_link_are_read_as_their_file_is(
    kind: str, broken: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    given = str(tmp_path / "broken.html")
    assert output(["page", broken, "--out", given], capsys) == f"written {given}\n"
    if kind == "link":
        given = "https://example.org/check.html" + fragment(json.loads(Path(broken).read_text()))
    for command in ("check", "show", "replay"):
        code = 1 if command == "check" else 0
        assert output([command, given], capsys, code) == output([command, broken], capsys, code).replace(broken, given)
    assert judged(["check", "bylander.5", given], capsys, 0)["trials"] == 3
    found = output(["search", given, "--instances", "1", "--jobs", "1", "--no-corpus"], capsys, 1)
    assert "found by     own: certificate: its instance" in found
    assert read_certificate(given) == read_certificate(broken)
    assert assert_refuted(given, instances=1).tried == 1
    again = tmp_path / "again.html"
    output(["page", given, "--out", str(again)], capsys)
    assert read_certificate(again) == read_certificate(broken)
    assert rebuilt(json.loads(of_text(f"'{given}'").reference)) == read_certificate(broken).claim


def test_a_search_writes_a_page_where_the_file_is_called_so(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    page = str(tmp_path / "found.html")
    output(["search", "bylander.5", "--bound", "U", "--instances", "100", "--jobs", "1", "--out", page], capsys, 1)
    assert output(["replay", page], capsys).startswith("CONFIRMED")
    assert Path(page).read_text(encoding="utf-8").startswith("<!DOCTYPE html>")


def test_a_page_without_a_certificate_is_refused(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    empty = file_of(tmp_path, "<p>nothing</p>", "empty.html")
    for command in ("check", "show", "search", "replay", "page", "campaign"):
        assert "empty.html: this has no link" in refusal([command, empty], capsys)


def test_a_regression_is_kept_as_a_certificate(broken: str) -> None:
    assert assert_refuted(broken, instances=1).tried == 1
    with pytest.raises(AssertionError, match="VIOLATED"):
        assert_bound(broken)
    with pytest.raises(AssertionError, match="certificate: its instance"):
        assert_held(broken, instances=1)
    with pytest.raises(AssertionError, match="certificate: its instance"):
        assert_held(broken, instances=1, learner=lambda eta: Perceptron(2 * eta))
