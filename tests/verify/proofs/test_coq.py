"""The machine-checked proofs: they compile, prove what is stated, and rest on the standard axioms alone.

Each check is shown to catch what it is for: a wrong bound, a wrong rate, a premise that nothing meets.
"""

from __future__ import annotations

import os
import re
import shutil
from dataclasses import replace
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest
import sympy

from bounds import symbols as s
from bounds.claims.catalogue import theorem
from bounds.errors import BoundcheckError
from verify.proofs import coq_audited, coq_mutants, coq_run, coq_statements
from verify.proofs.coq_export import constants, coq_id, definition, gen_bounds, to_coq
from verify.proofs.coq_programs import CoqFailed, coq_available
from verify.proofs.coq_run import BuildResult

pytestmark = pytest.mark.deep

needs_coq = pytest.mark.skipif(not coq_available(), reason="coqc is not installed (Debian: apt-get install coq)")

PROVED = (
    "bylander.1",
    "bylander.2",
    "bylander.2.tuned",
    "bylander.3",
    "bylander.3.tuned",
    "bylander.A1",
    "bylander.4",
    "bylander.4.eu",
    "bylander.5",
    "bylander.5.loss",
    "bylander.6",
    "bylander.6.loss",
    "bylander.7",
    "bylander.7.loss",
    "bylander.fn5",
    "bylander.8",
    "bylander.9",
    "bylander.10",
    "bylander.11",
    "bylander.12",
    "kitani.perc",
    "gls.perceptron",
)


# --- the proofs ----------------------------------------------------------------------------------------


@needs_coq
def test_everything_compiles(built: BuildResult) -> None:
    assert built.errors == {}
    assert {"GenBounds.v", "GenPremises.v", "GenClaims.v", "Conformance.v", "bylander1998/Section4.v"} <= set(
        built.files
    )


def test_the_main_theorems_are_stated() -> None:
    assert set(PROVED) <= {stated.claim.id for stated in coq_statements.stated()}


@needs_coq
def test_every_stated_claim_is_proved_from_the_standard_axioms(built: BuildResult) -> None:
    """All theorems at once, each with the type of its statement."""
    built.require()
    assert coq_run.rests_on(built) <= coq_run.STANDARD_AXIOMS


@needs_coq
def test_axioms_are_read_off_for_each_claim(built: BuildResult) -> None:
    found = coq_run.assumptions(built, only={"bylander.2", "bylander.A1"})
    assert "Classical_Prop.classic" in found["bylander.A1"], "the mean value theorem needs it"
    assert "Classical_Prop.classic" not in found["bylander.2"]


@needs_coq
def test_a_record_that_says_less_is_not_confirmed(built: BuildResult) -> None:
    """Power: an axiom that a theorem rests on is left out, and a theorem that is stated is; more axioms do no harm."""
    known = coq_run.recorded()
    assert known is not None
    assert coq_run.confirmed(built, known) == {**known.axioms, **known.facts}
    fewer = known.axioms["bylander.A1"] - {"Classical_Prop.classic"}
    for wrong in ({**known.axioms, "bylander.A1": fewer}, {k: v for k, v in known.axioms.items() if k != "kw.thm8"}):
        with pytest.raises(CoqFailed, match="is not what Coq finds"):
            coq_run.confirmed(built, replace(known, axioms=wrong))


def test_the_audited_files_are_those_that_were_read() -> None:
    """A statement that changes has to be read again; then `sha256sum` writes the new audited.sha256."""
    assert coq_audited.audited() == coq_audited.pinned()


def test_no_claim_that_is_false_is_stated() -> None:
    assert not [t.claim.id for t in coq_statements.stated() if t.claim.standing.name == "FALSE"]


if os.environ.get("BOUNDCHECK_COQCHK") == "1":  # a minute: asked for, not skipped

    @needs_coq
    def test_independent_checker_agrees(built: BuildResult) -> None:
        assert {name.split(".")[-1] for name in coq_run.recheck(built)} <= {
            name.split(".")[-1] for name in coq_run.STANDARD_AXIOMS
        }


# --- wrong bounds --------------------------------------------------------------------------------------


@needs_coq
def test_every_proof_goes_through_in_the_session_that_tries_mutants(built: BuildResult) -> None:
    """The control: with nothing changed, each claim whose statement has a constant is proved there."""
    tried = coq_mutants.mutants(built.directory, coq_mutants.unchanged)
    assert {mutant.claim for mutant in tried} == {stated.claim.id for stated in coq_statements.stated()} - {"kw.thm3"}
    assert coq_mutants.proved(built, tried) == {mutant.changed for mutant in tried}


@needs_coq
def test_no_proof_survives_a_bound_that_is_one_part_in_100_too_strong(built: BuildResult) -> None:
    """Power: bounds, upper limits of rates and lengths of all claims, each changed alone."""
    tried = coq_mutants.mutants(built.directory)
    assert len(tried) > 100
    assert coq_mutants.proved(built, tried) == set()


@needs_coq
def test_no_proof_of_a_fact_survives_a_conclusion_that_says_more(built: BuildResult) -> None:
    """Power: less by 1 on the right side of each fact that the step proofs state; unchanged, all are proved there."""
    assert coq_mutants.proved(built, coq_mutants.fact_mutants(built.directory)) == set()
    control = coq_mutants.fact_mutants(built.directory, "")
    assert coq_mutants.proved(built, control) == {fact.name for fact in coq_statements.facts()}


@needs_coq
def test_wrong_rate_is_rejected_by_the_build(built: BuildResult, tmp_path: Path) -> None:
    """Power: the build itself fails with one rate of the catalogue changed."""
    folder = tmp_path / "mutant"
    shutil.copytree(built.directory, folder)
    wrong = {"eta_bylander_6": 2 / (s.U * s.X**2)}
    texts = coq_run.generated(built.directory, lambda constant, right: wrong.get(constant, right))
    assert texts["GenBounds.v"] != (folder / "GenBounds.v").read_text()
    (folder / "GenBounds.v").write_text(texts["GenBounds.v"])
    section = "bylander1998/Section4"
    files = ("GenBounds.v", "GenPremises.v", "GenClaims.v", f"{section}Statements.v", f"{section}.v")
    assert [bool(coq_run.compile_file(folder, file)) for file in files] == [False, False, False, False, True]


# --- no statement holds for want of cases ----------------------------------------------------------------

WITHOUT_PREMISES = {
    "bylander.6half",
    "bylander.const",
    "bylander.half",
    "gls.ft.eq",
    "kitani.lem1",
    "kw.def1",
    "kw.dot",
    "kw.ellip.span",
    "uml.01tie",
}


def test_every_claim_with_premises_has_a_case_that_meets_them() -> None:
    texts = [path.read_text() for path in coq_statements.SOURCES.rglob("*Witness.v")]
    met = {name for text in texts for name in re.findall(r"^Definition (\w+)_met := ltac", text, re.MULTILINE)}
    stated = {stated.claim.id for stated in coq_statements.stated()}
    assert met == {coq_id(identifier) for identifier in stated - WITHOUT_PREMISES}


@needs_coq
def test_premise_that_nothing_meets_is_seen(built: BuildResult) -> None:
    """Power: a theorem with a premise that cannot hold has no such case."""
    lines = ["From Boundcheck Require Import Cases.", "From Coq Require Import Reals.", "Open Scope R_scope."]
    lines += [
        "Lemma empty : forall r : R, 0 < r -> r < 0 -> r = 1. Proof. intros. exfalso; apply (Rlt_asym 0 r); auto. Qed."
    ]
    lines += ["Definition empty_met := ltac:(met (empty 1))."]
    (built.directory / "Empty.v").write_text("\n".join(lines) + "\n")
    assert "this premise is not met" in coq_run.compile_file(built.directory, "Empty.v")


# --- the parser of Print Assumptions ---------------------------------------------------------------------

PRINTED = """Axioms:
ClassicalDedekindReals.sig_not_dec : forall P : Prop, {~ ~ P} + {~ P}
FunctionalExtensionality.functional_extensionality_dep
  : forall (A : Type) (B : A -> Type) (f g : forall x : A, B x),
    (forall x : A, f x = g x) -> f = g
cheat : False
"""


@pytest.mark.parametrize(
    ("text", "names"),
    [
        (
            PRINTED,
            {
                "ClassicalDedekindReals.sig_not_dec",
                "FunctionalExtensionality.functional_extensionality_dep",
                "cheat",
            },
        ),
        ("Closed under the global context\n", set()),
        ("Axioms:\nl : False\nf is assumed to be guarded.\n", {"l", "f is assumed to be guarded."}),
    ],
)
def test_assumptions_are_read(text: str, names: set[str]) -> None:
    assert coq_run.parse_assumptions(text) == names


@pytest.mark.parametrize("text", ["", "Error: no such theorem", "Theorem closed"])
def test_what_is_no_list_of_assumptions_is_refused(text: str) -> None:
    """Power: an empty or foreign output must not read as "no axioms"."""
    with pytest.raises(BoundcheckError, match="no output of Print Assumptions"):
        coq_run.parse_assumptions(text)


# --- bounds in Coq's words -----------------------------------------------------------------------------


@pytest.mark.parametrize(
    "expression",
    [sympy.sin(s.eta), sympy.Piecewise((s.U, s.U > 1), (1, True)), sympy.atan(s.X), sympy.I],
)
def test_unknown_node_is_refused(expression: Any) -> None:
    """Power: what has no laid-down meaning in Coq is not guessed."""
    with pytest.raises(BoundcheckError, match="has no Coq form"):
        to_coq(expression)


def test_the_smaller_of_two_is_the_smaller_of_two_in_coq() -> None:
    assert to_coq(sympy.Min(s.U, s.X)) == "Rmin U X"


def test_bounds_are_those_of_the_catalogue() -> None:
    """Power: the Coq terms, read back by Python, have the values of the sympy expressions."""
    values = {s.U: Fraction(3), s.X: Fraction(2), s.eta: Fraction(1, 5), s.l: Fraction(7), s.tau: Fraction(2, 3)}
    values |= {s.k: Fraction(5), s.delta: Fraction(1, 7), s.gamma: Fraction(1, 3), s.R: Fraction(5, 2)}
    rational = [
        "bylander.2",
        "bylander.5.loss",
        "bylander.8",
        "bylander.11",
        "bylander.fn5",
        "kitani.perc",
        "gls.perceptron",
    ]
    for identifier in rational:
        claim = theorem(identifier)
        expression = claim.inner_bound
        names = {("R_" if symbol is s.R else symbol.name): value for symbol, value in values.items()}
        read_back = eval(to_coq(expression).replace("^", "**"), {"__builtins__": {}}, names)  # noqa: S307
        assert read_back == Fraction(str(expression.subs(values))), identifier


def test_definitions_have_their_symbols_in_order() -> None:
    assert definition("b_kitani_perc", theorem("kitani.perc").bound) == (
        "Definition b_kitani_perc (R_ gamma : R) : R := R_ ^ 2 / (gamma ^ 2)."
    )
    assert "floor" in gen_bounds([theorem("bylander.5")])
    assert [name for name, _ in constants(theorem("bylander.7.loss"))] == [
        "b_bylander_7_loss",
        "upper_eta_bylander_7_loss",
        "longer_bylander_7_loss",
    ]


# --- without Coq ---------------------------------------------------------------------------------------


def test_missing_coq_is_said_plainly(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setattr(shutil, "which", lambda _: None)
    assert not coq_available()
    with pytest.raises(BoundcheckError, match="coqc is not installed"):
        coq_run.compile_file(tmp_path, "Vectors.v")


@needs_coq
def test_answer_is_remembered_until_a_source_changes(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, built: BuildResult
) -> None:
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))
    builds = []

    def build(folder: Path) -> BuildResult:
        builds.append(folder)
        return built

    monkeypatch.setattr(coq_run, "build", build)
    monkeypatch.setattr(coq_run, "judge", lambda _: {"bylander.2": frozenset({"Classical_Prop.classic"})})
    assert coq_run.proved_in_coq() == coq_run.proved_in_coq() == {"bylander.2": frozenset({"Classical_Prop.classic"})}
    assert len(builds) == 1
    for name in ("copied", "changed"):
        shutil.copytree(coq_statements.SOURCES, tmp_path / name)
    (tmp_path / "changed" / "Vectors.v").write_text("(* changed *)")
    assert coq_run.fingerprint(tmp_path / "copied") == coq_run.fingerprint()
    assert coq_run.fingerprint(tmp_path / "changed") != coq_run.fingerprint()
