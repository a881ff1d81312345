"""Where a claim stands: every place that is named is there, and holds what it is said to hold."""

from __future__ import annotations

import inspect
import json
import re
import sys
from importlib import import_module
from pathlib import Path

import pytest

from adversaries.families.sampling import random_instances
from bounds.claims.catalogue import catalogue, theorem
from bounds.claims.claim import Claim
from bounds.learners import TableLearner
from bounds.learners.table import LEARNERS
from verify.cli import main
from verify.proofs.coq_statements import stated
from verify.prove import proof_function, stepped_ids
from verify.publish.places import ROOT, places

NAMES = {header.partition("(")[0] for header in LEARNERS}


def line(place: str) -> str:
    """Return the line that a place names, or the whole file where it names none."""
    file, _, number = place.partition(":")
    text = (ROOT / file).read_text(encoding="utf-8")
    return text.splitlines()[int(number) - 1] if number else text


def stands_at(claim: Claim, place: str, text: str) -> bool:
    """Tell whether a line of a source's file makes the claim: it binds a name to it, or says its id."""
    module = import_module(place.partition(".py")[0].replace("/", "."))
    assigned = re.match(r"(\w+)(: \w+)? = ", text)
    if assigned:
        return bool(getattr(module, assigned[1], None) == claim)
    return f'"{claim.id}"' in text or f'"{claim.id.partition(".")[2]}"' in text


def test_every_statement_stands_where_it_is_said_to() -> None:
    """Power: with the line after each, many of them are not there."""
    found = {claim: dict(places(claim)) for claim in catalogue()}
    statements = {claim: where["statement"] for claim, where in found.items()}
    assert all(stands_at(claim, place, line(place)) for claim, place in statements.items())
    after = {claim: re.sub(r"\d+$", lambda n: str(int(n[0]) + 1), place) for claim, place in statements.items()}
    assert sum(not stands_at(claim, place, line(place)) for claim, place in after.items()) > 100
    assert {claim.id for claim, where in found.items() if "coq" in where} == {s.claim.id for s in stated()}


def test_steps_stand_where_the_function_does_that_proves_them() -> None:
    found = {claim.id: where["steps"] for claim in catalogue() if "steps" in (where := dict(places(claim)))}
    functions = {claim.id: function for claim in catalogue() if (function := proof_function(claim.id)) is not None}
    assert functions.keys() >= {*stepped_ids()}
    assert found == {
        identifier: f"{Path(inspect.getfile(of)).relative_to(ROOT)}:{of.__code__.co_firstlineno}"
        for identifier, of in functions.items()
    }


def test_the_learner_is_the_line_of_the_table_that_plays() -> None:
    for claim in catalogue():
        where = dict(places(claim)).get("learner")
        assert (where is not None) == (claim.learner is not None and claim.learner.kind in NAMES), claim.id
        for _, instance in random_instances(claim, 1, 0) if where is not None else ():
            player = claim.case(instance).learner()
            assert isinstance(player, TableLearner)
            assert line(where or "").strip().startswith(f'"{player.name}(')


def test_they_are_found_where_z3_is_not_installed(monkeypatch: pytest.MonkeyPatch) -> None:
    known = places(theorem("bylander.5"))
    monkeypatch.setitem(sys.modules, "z3", None)
    assert "steps" in dict(known)
    assert places(theorem("bylander.5")) == known


def test_proofs_and_pages_are_found() -> None:
    where = dict(places(theorem("bylander.5")))
    assert line(where["coq"]).startswith("Theorem bylander_5 ")
    assert "bylander.5" in line(where["steps"])
    assert "bylander.5" in line(where["page"])
    assert Path(where["certificate"]).stem == "bylander.5"


def test_a_variant_stands_where_its_theorem_does() -> None:
    five = theorem("bylander.5")
    assert places(five.replace(bound=2 * five.inner_bound)) == places(five)


def test_the_command_prints_them(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["show", "bylander.5", "--where"]) == 0
    assert "bounds/sources/bylander1998/section4.py:" in capsys.readouterr().out


def test_places_are_printed_so_that_they_are_there_from_anywhere(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """Power: a place below the packages' folder is no place in another one."""
    monkeypatch.chdir(tmp_path)
    assert main(["show", "bylander.5", "--where", "--json"]) == 0
    where = json.loads(capsys.readouterr().out)["where"]
    assert where.keys() == dict(places(theorem("bylander.5"))).keys()
    assert all(Path(place.partition(":")[0]).is_file() for place in where.values())


def test_a_claim_is_shown_with_the_files_of_its_proofs(capsys: pytest.CaptureFixture[str]) -> None:
    """Steps and Coq where there are both, Coq alone where a claim has no steps."""
    for identifier, kinds in (("bylander.8", ("steps", "coq")), ("gls.4.2", ("coq",))):
        assert main(["show", identifier]) == 0
        lines = capsys.readouterr().out.splitlines()
        where = dict(places(theorem(identifier)))
        for kind in ("steps", "coq"):
            assert any(line.split() == [kind, where.get(kind)] for line in lines) == (kind in kinds)
