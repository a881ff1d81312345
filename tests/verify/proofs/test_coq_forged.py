"""Forged proofs in Coq: each way to seem proved that we know is refused, and says why."""

from __future__ import annotations

import hashlib
import shutil
from pathlib import Path

import pytest

from bounds.errors import BoundcheckError
from verify.proofs import coq_audited, coq_run, coq_statements
from verify.proofs.coq_programs import CoqFailed, coq_available
from verify.proofs.coq_run import BuildResult

pytestmark = pytest.mark.deep

needs_coq = pytest.mark.skipif(not coq_available(), reason="coqc is not installed (Debian: apt-get install coq)")

HEADER = "From Coq Require Import Reals.\nFrom Boundcheck Require Import Section3Statements.\n"
FALSE = "Definition bylander_2_stmt : Prop := False.\n"
FORGED = {
    "admitted": ("Theorem bylander_2 : bylander_2_stmt. Admitted.", "rests on .*bylander_2"),
    "forged axiom": ("Axiom cheat : False. Theorem bylander_2 : bylander_2_stmt. Proof. exact cheat. Qed.", "cheat"),
    "admitted lemma": (
        "Lemma l : False. Proof. admit. Admitted. Theorem bylander_2 : bylander_2_stmt. Proof. exact l. Qed.",
        r"rests on .*\bl\b",
    ),
    "parameter": ("Parameter p : False. Definition bylander_2 : bylander_2_stmt := p.", r"rests on .*\bp\b"),
    "unguarded recursion": (
        "Unset Guard Checking. Fixpoint f (n : nat) : False := f n. Definition bylander_2 : bylander_2_stmt := f O.",
        "assumed to be guarded",
    ),
    "another theorem": ("Theorem bylander_2 : True. Proof. exact I. Qed.", "does not have its statement"),
    "statement redefined": (
        "Definition bylander_2_stmt : Prop := True. Theorem bylander_2 : bylander_2_stmt. Proof. exact I. Qed.",
        "does not have its statement",
    ),
    "theorem missing": ("Theorem bylander_3 : True. Proof. exact I. Qed.", "does not have its statement"),
    "proof that does not compile": ("Theorem bylander_2 : bylander_2_stmt. Proof. exact I. Qed.", "does not compile"),
}


def _forge(folder: Path, main: str, statements: str = FALSE) -> BuildResult:
    """Compile two files that claim to prove something."""
    errors = {}
    for file, text in (("Section3Statements.v", statements), ("Section3.v", HEADER + main)):
        (folder / file).write_text(text)
        if message := coq_run.compile_file(folder, file):
            errors[file] = message
    return BuildResult(folder, ("Section3Statements.v", "Section3.v"), errors)


@needs_coq
@pytest.mark.parametrize("kind", FORGED)
def test_forged_proof_is_rejected(tmp_path: Path, kind: str) -> None:
    """Power: False is stated and "proved" in many ways; each is refused with what is wrong."""
    main, message = FORGED[kind]
    forged = _forge(tmp_path, main)
    with pytest.raises(CoqFailed, match=message):
        coq_run.judge(forged)
    if forged.ok and "rests on" in message:
        assert not coq_run.rests_on(forged) <= coq_run.STANDARD_AXIOMS


@needs_coq
def test_honest_proof_is_accepted(tmp_path: Path) -> None:
    result = _forge(
        tmp_path, "Theorem bylander_2 : bylander_2_stmt. Proof. exact I. Qed.", FALSE.replace("False", "True")
    )
    assert coq_run.judge(result) == {"bylander.2": frozenset()}


@needs_coq
def test_relaxed_universes_are_seen(tmp_path: Path) -> None:
    """Power: with type in type anything can be proved; a proof that uses it is refused even for a true statement."""
    main = "Unset Universe Checking. Definition T : Set := Type.\n"
    main += "Definition bylander_2 : bylander_2_stmt := (fun _ : Set => I) T."
    with pytest.raises(CoqFailed, match="unsafe hierarchy"):
        coq_run.judge(_forge(tmp_path, main, FALSE.replace("False", "True")))


def test_statement_of_no_claim_is_refused(tmp_path: Path) -> None:
    (tmp_path / "Section3Statements.v").write_text("Definition bylander_99_stmt : Prop := True.\n")
    with pytest.raises(BoundcheckError, match="no claim of the catalogue"):
        coq_statements.stated(tmp_path)


def test_claim_stated_twice_is_refused(tmp_path: Path) -> None:
    for name in ("Section3Statements.v", "Section4Statements.v"):
        (tmp_path / name).write_text(FALSE)
    with pytest.raises(BoundcheckError, match="stated twice"):
        coq_statements.stated(tmp_path)


def test_files_of_a_source_are_in_a_folder_of_its_own(tmp_path: Path) -> None:
    """Power: a statement in a subfolder is found, and its digest is missing until it is written down there."""
    folder = tmp_path / "bylander1998"
    folder.mkdir()
    (folder / "Section2Statements.v").write_text(FALSE)
    (found,) = coq_statements.stated(tmp_path)
    assert found.theorem == "Boundcheck.bylander1998.Section2.bylander_2"
    assert found.statement == "Boundcheck.bylander1998.Section2Statements.bylander_2_stmt"
    assert coq_audited.pinned(tmp_path) == {} != coq_audited.audited(tmp_path)
    (folder / coq_audited.PINS).write_text(f"{hashlib.sha256(FALSE.encode()).hexdigest()}  Section2Statements.v\n")
    assert coq_audited.pinned(tmp_path) == coq_audited.audited(tmp_path)


def test_weakened_statement_is_seen(tmp_path: Path) -> None:
    """Power: one hypothesis more, one character, or one definition file more, and the digests differ."""
    shutil.copytree(coq_statements.SOURCES, tmp_path / "coq")
    statements = tmp_path / "coq" / "bylander1998" / "Section3Statements.v"
    text = statements.read_text()
    assert "given_bylander_Ol n U X eta l ->" in text
    statements.write_text(text.replace("given_bylander_Ol n U X eta l ->", "given_bylander_Ol n U X eta l -> U < 1 ->"))
    assert coq_audited.audited(tmp_path / "coq") != coq_audited.audited()
    statements.write_text(text)
    assert coq_audited.audited(tmp_path / "coq") == coq_audited.audited()
    (tmp_path / "coq" / "MoreDefinitions.v").write_text("")
    assert coq_audited.audited(tmp_path / "coq") != coq_audited.audited()
