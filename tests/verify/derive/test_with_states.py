"""Bounds of learners that keep more than weights are derived, with a proof that the independent checker confirms.

Power: a learner that moves the wrong way, a parameter without its range, and a lag that does not close give nothing.
"""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from bounds.claims.claim import Claim
from bounds.claims.own import learner, own_claim
from bounds.claims.own_file import asked_of
from bounds.errors import BoundcheckError
from tests.verify.confirmed import confirmed_worst
from verify.cli import main
from verify.derive import derive_with_states
from verify.prove import prove
from verify.search.search import search

LATE = {"w": "w - eta*v", "v": "x"}
HEAVY = {"w": "w - eta*x + beta*(w - v)", "v": "w"}
AVERAGED = {"w": "w - eta*x", "v": "(1 - rho)*v + rho*(w - eta*x)"}
GUESSED = {"w": "w - x", "v": "x"}


@pytest.mark.parametrize(
    ("rule", "more", "bound"),
    [
        (learner(LATE), {}, "3*H*eta/2 + U**2/(2*eta)"),
        (learner(HEAVY), {"given": ["beta < 1"]}, "H*eta*(beta + 1)/(2*(beta - 1)**2) - U**2*(beta - 1)/(2*eta)"),
        (
            learner(AVERAGED, predict="dot(v, x)"),
            {"given": ["rho > 0", "rho < 1"]},
            "-H*eta*(rho - 2)/(2*rho) + U**2/(2*eta)",
        ),
        (learner(GUESSED, predict="eta*dot(w - v, x)"), {}, "3*H*eta/2 + U**2/(2*eta)"),
        (
            learner({"w": "w - (x + C*w)/(C*t)"}, predict="dot(w, x) + C/2*dot(w, w)"),
            {"loss": "ux + C/2*dot(u, u)"},
            "2*H*X**2/C",
        ),
    ],
    ids=["late", "heavy ball", "averaged", "optimistic", "strongly convex"],
)
def test_bounds_are_derived_and_confirmed(rule: Any, more: dict[str, Any], bound: str) -> None:
    """Power: the bounds are written out, and what proves them is checked without what found it."""
    found = derive_with_states(rule, **more)
    assert found is not None
    assert found.status == "checked"
    assert str(found.claim.bound) == bound
    assert confirmed_worst(found.certificate)


def test_a_derived_bound_is_not_refuted_and_a_third_of_it_is() -> None:
    found = derive_with_states(learner(LATE))
    assert found is not None
    assert search(found.claim, instances=15, jobs=1).verdict is None
    assert search(found.claim.replace(bound="U**2/(6*eta) + eta*H/2"), instances=200, jobs=1).refuted


@pytest.mark.parametrize(
    ("rule", "more"),
    [
        ({"w": "w + eta*v", "v": "x"}, {}),
        (HEAVY, {}),
        ({"w": "w - eta*a", "a": "v", "v": "x"}, {}),
        ({"w": "w - eta*v", "v": "x"}, {"gain": "squared"}),
    ],
    ids=["wrong way", "no range", "two late", "squared"],
)
def test_nothing_is_derived_where_nothing_is_known(rule: dict[str, str], more: dict[str, str]) -> None:
    assert derive_with_states(learner(rule), **more) is None


def test_the_command_derives_of_a_file_without_a_bound(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file = tmp_path / "late.json"
    asked = {"learner": LATE, "gain": "linear", "loss": "linear"}
    file.write_text(json.dumps(asked), encoding="utf-8")
    assert main(["derive", str(file), "--out", str(tmp_path / "proof.json")]) == 0
    assert confirmed_worst(json.loads((tmp_path / "proof.json").read_text(encoding="utf-8")))
    said = capsys.readouterr().out
    assert "3*H*eta/2 + U**2/(2*eta)" in said
    assert said.rstrip().endswith("DERIVED")
    file.write_text(json.dumps({**asked, "learner": {**LATE, "w": "w + eta*v"}}), encoding="utf-8")
    assert main(["derive", str(file), "--json"]) == 3
    assert json.loads(capsys.readouterr().out)["status"] == "none"
    file.write_text(json.dumps({**asked, "bound": "l"}), encoding="utf-8")
    assert main(["derive", str(file)]) == 2


def test_what_is_asked_is_read_from_a_table() -> None:
    with pytest.raises(BoundcheckError, match="no 'bound'"):
        asked_of({"learner": LATE, "bound": "l"})
    with pytest.raises(BoundcheckError, match="there is no learner"):
        asked_of({"gain": "linear"})


DUAL = learner({"v": "v + x"}, predict="-eta*dot(v, x)")
SQUARE = "dot(u + eta*v, u + eta*v)/(2*eta) - eta*X**2*(t - 1)/2"


def dual(bound: str, *more: str, **said: Any) -> Claim:
    given = ["norm(u, 2) <= U", "norm(x, 2) <= X", *more]
    return own_claim(DUAL, bound, gain="linear", loss="linear", given=given, potential=SQUARE, **said)


def test_premises_of_which_one_case_is_empty_do_not_contradict_each_other() -> None:
    """Power: l != 0 is l > 0 or l < 0, of which the latter is never so, and these proofs were called inconsistent."""
    assert prove(dual("(U**2/(2*eta) + eta*X**2*l/2)*l/l")).status == "checked"
    assert prove(dual("0", "U >= 1", "U < X", "X < 1")).status == "inconsistent"


def test_where_no_run_is_left_a_potential_says_nothing() -> None:
    """Power: where the rate is set to 0 there was nothing to show, and no step to tell it by."""
    proof = prove(dual("U**2/(2*eta) + eta*X**2*l/2", define={"eta": "0"}))
    assert proof.status == "none"
    assert "leave no run" in proof.reason
