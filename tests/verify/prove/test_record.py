"""The proof of record: what Coq accepted counts for the sources and the catalogue as they are, and for nothing else."""

from __future__ import annotations

import json
import shutil
from pathlib import Path
from typing import Any

import pytest

from bounds.claims.catalogue import catalogue, theorem
from bounds.claims.claim import Standing
from tests.verify.derive.test_sharper import BY_COQ_ALONE
from verify.cli import main
from verify.logic.record import Checked
from verify.proofs import coq_run, coq_statements
from verify.proofs.coq_programs import CoqFailed
from verify.proofs.coq_run import STANDARD_AXIOMS
from verify.proofs.coq_statements import facts
from verify.prove import by_potential_ids, derived_ids, prove, proved_ids, stepped_ids
from verify.prove.record import in_coq, record_of
from verify.publish.evidence import coq_evidence, evidence

README = Path(__file__).parents[3] / "README.md"
WITHOUT_STEPS = "bylander.7.dev"


@pytest.fixture
def known(monkeypatch: pytest.MonkeyPatch) -> Any:
    """Say what Coq is known to have found."""

    def say(checked: Checked | None) -> None:
        monkeypatch.setattr(coq_run, "checked", lambda: checked)

    return say


def every(*, here: bool) -> Checked:
    return Checked(dict.fromkeys(in_coq(), STANDARD_AXIOMS), here=here, version="8.16.1")


# --- the committed record ------------------------------------------------------------------------------


def test_the_record_is_about_these_sources_and_this_catalogue() -> None:
    """``python -m verify.proofs.coq_run`` writes it; ``make prove`` runs Coq and compares."""
    found = coq_run.recorded()
    assert found is not None, "the record is stale"
    assert found.axioms.keys() == in_coq()
    assert found.facts.keys() == {fact.name for fact in facts()}
    assert not found.here
    assert coq_run.RECORD.read_text() == coq_run.record_text({**found.axioms, **found.facts}, found.version)


def test_a_changed_source_does_not_count(tmp_path: Path) -> None:
    """Power: one character in one file."""
    shutil.copytree(coq_statements.SOURCES, tmp_path / "coq")
    assert coq_run.recorded(sources=tmp_path / "coq") is not None
    shutil.copytree(coq_statements.SOURCES, tmp_path / "changed")
    with (tmp_path / "changed" / "Vectors.v").open("a") as file:
        file.write(" ")
    assert coq_run.recorded(sources=tmp_path / "changed") is None


def test_a_changed_bound_of_the_catalogue_does_not_count(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Power: bounds are generated, so that no source of Coq changes with them."""
    texts = coq_run.generated(change=lambda name, bound: 2 * bound if name == "b_bylander_2" else bound)
    monkeypatch.setattr(coq_run, "generated", lambda _: texts)
    shutil.copytree(coq_statements.SOURCES, tmp_path / "coq")
    assert coq_run.recorded(sources=tmp_path / "coq") is None


@pytest.mark.parametrize(
    "damage",
    [
        lambda read: read["axioms"].update({"bylander.2": ["Forged.axiom"]}),
        lambda read: read["facts"].update({"fact_exp_undoes_ln": ["Forged.axiom"]}),
        lambda read: read.pop("facts"),
        lambda read: read.update(axioms=3),
        lambda read: read.pop("coq"),
        lambda read: read.update(sha256=""),
    ],
)
def test_a_damaged_record_does_not_count(damage: Any, tmp_path: Path) -> None:
    read = json.loads(coq_run.RECORD.read_text())
    file = tmp_path / "checked.json"
    file.write_text(json.dumps(read))
    assert coq_run.recorded(file) is not None
    damage(read)
    file.write_text(json.dumps(read))
    assert coq_run.recorded(file) is None
    file.write_text("{")
    assert coq_run.recorded(file) is None
    assert coq_run.recorded(tmp_path / "none.json") is None


def test_a_run_that_finds_something_else_fails() -> None:
    """Power: ``make prove`` compares, and does not write over what it was to check."""
    recorded = coq_run.recorded()
    assert recorded is not None
    found = {**recorded.axioms, **recorded.facts}
    coq_run._record(found, only_compare=True)
    for lost in ("bylander.2", "fact_exp_undoes_ln"):
        less = {name: axioms for name, axioms in found.items() if name != lost}
        with pytest.raises(CoqFailed, match="is not what Coq finds"):
            coq_run._record(less, only_compare=True)


def test_what_is_recorded_need_not_be_built_again(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """Power: where the record is of other sources, Coq is run, and what it rejects fails."""

    def rejects(_: Path) -> Any:
        raise CoqFailed("Vectors.v does not compile")

    monkeypatch.setattr(coq_run, "build", rejects)
    assert coq_run.main(["--coqchk", "--compare", "--unrecorded"]) == 0
    assert "checked.json is the record of these sources" in capsys.readouterr().out
    assert coq_run.main(["--compare"]) == 1
    monkeypatch.setattr(coq_run, "recorded", lambda: None)
    assert coq_run.main(["--compare", "--unrecorded"]) == 1
    assert "does not compile" in capsys.readouterr().err


# --- what is said of a claim ---------------------------------------------------------------------------


def test_a_claim_without_steps_is_proved_by_coq_alone(known: Any, capsys: pytest.CaptureFixture[str]) -> None:
    assert WITHOUT_STEPS in {*proved_ids()} - {*stepped_ids()}
    place = "verify/proofs/coq/bylander1998/Section4.v, theorem bylander_7_dev"
    for here, said in ((True, f"proved (Coq): {place}"), (False, f"checked by Coq (record): {place}")):
        known(every(here=here))
        assert main(["prove", WITHOUT_STEPS]) == 0
        assert said in capsys.readouterr().out.replace("\n  ", " ")
        assert prove(WITHOUT_STEPS).status == "checked"
    known(None)
    assert main(["prove", WITHOUT_STEPS]) == 3
    assert f"no proof: its proof is in Coq: {place}; it does not count" in capsys.readouterr().out
    assert prove(WITHOUT_STEPS).status == "none"


def test_steps_that_there_are_run_and_the_record_is_named_beside_them(known: Any) -> None:
    known(every(here=False))
    proof = prove("bylander.2")
    assert proof.by_steps
    assert proof.status == "checked"
    assert "checked by Coq (record): verify/proofs/coq/bylander1998/Section3.v" in str(proof)
    known(None)
    assert prove("bylander.2").status == "checked"
    assert "it does not count" in str(prove("bylander.2"))


def test_a_variant_does_not_ride_on_the_record(known: Any) -> None:
    """Power: half a bound, and a premise dropped; twice the bound follows, and says from what."""
    known(every(here=False))
    claim = theorem(WITHOUT_STEPS)
    assert record_of(claim.replace(bound=claim.bound / 2)) is None
    assert prove(claim.replace(bound=claim.bound / 2)).status == "failed"
    assert prove(claim.replace(without=claim.hypotheses[0].name)).status == "none"
    doubled = prove(claim.replace(bound=2 * claim.bound))
    assert doubled.status == "checked"
    assert f"it follows from {WITHOUT_STEPS} (Coq)" in str(doubled)
    known(None)
    assert prove(claim.replace(bound=2 * claim.bound)).status == "none"


def test_a_record_without_a_claim_says_nothing_of_it(known: Any) -> None:
    """Power: a run that proved everything else."""
    known(Checked({"bylander.2": frozenset()}, here=True, version="8.16.1"))
    assert prove(WITHOUT_STEPS).status == "none"
    assert prove("bylander.2").record.counts  # type: ignore[union-attr]


def test_the_ledger_says_whether_coq_ran_here(known: Any) -> None:
    assert evidence(WITHOUT_STEPS).steps == "none"
    known(every(here=True))
    assert coq_evidence()[1] == ""
    known(every(here=False))
    proved, said = coq_evidence()
    assert WITHOUT_STEPS in proved
    assert "by the record of Coq 8.16.1" in said
    known(None)
    assert coq_evidence()[0] == {}
    assert "not counted" in coq_evidence()[1]


def test_the_readme_counts_the_proofs() -> None:
    true = [claim.id for claim in catalogue() if claim.standing is not Standing.FALSE]
    proved = [identifier for identifier in true if theorem(identifier).standing is not Standing.UNPROVED]
    assert in_coq() | {*stepped_ids()} == {*proved_ids()}
    assert {*proved} <= {*proved_ids(), *derived_ids(), *by_potential_ids()}
    by_one_inequality = {*derived_ids()} - BY_COQ_ALONE
    counted = f"{'All' if proved == true else f'{len(proved)} of the'} {len(true)} claims"
    sentence = (
        f"{counted} that are not false as printed are proved for every dimension and every sequence: "
        f"{len(in_coq())} in Coq, {len(stepped_ids())} by steps that can be read, "
        f"{len(by_one_inequality)} by one inequality a trial, and {len(by_potential_ids())} by a potential."
    )
    assert sentence in " ".join(README.read_text(encoding="utf-8").split())
