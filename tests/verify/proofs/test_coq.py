"""The machine-checked proofs: they compile, prove what is stated, and rest on the standard axioms alone.

Each check is shown to catch what it is for: a wrong bound, an admitted theorem, a forged axiom, a theorem
that proves something else, a changed statement, a learner that is not the one proved.
"""

from __future__ import annotations

import hashlib
import os
import re
import shutil
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest
import sympy

from bounds import symbols as s
from bounds.claims.catalogue import theorem
from bounds.data.interval import Interval
from bounds.data.trials import Trials
from bounds.data.vectors import Example
from bounds.data.versions import CLASSIFICATION, FOLLOW_EXPERT, thresholded
from bounds.errors import BoundcheckError
from bounds.formulas.rules import rule
from bounds.learners import (
    Perceptron,
    PNormPerceptron,
    RandomisedWeightedMajority,
    RuleLearner,
    ThresholdPerceptron,
    WeightedMajorityRounds,
    Winnow,
)
from bounds.mathematics import hadamard
from verify.proofs import coq_audited, coq_mutants, coq_run, coq_statements
from verify.proofs.coq_conformance import Count, Matrices, Trace, conformance, construction
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
    "uml.treeorder",
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


# --- forged proofs -------------------------------------------------------------------------------------

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
    assert "given_bylander_3_klinit n U u ->" in text
    statements.write_text(text.replace("given_bylander_3_klinit n U u ->", "given_bylander_3_klinit n U u -> U < 1 ->"))
    assert coq_audited.audited(tmp_path / "coq") != coq_audited.audited()
    statements.write_text(text)
    assert coq_audited.audited(tmp_path / "coq") == coq_audited.audited()
    (tmp_path / "coq" / "MoreDefinitions.v").write_text("")
    assert coq_audited.audited(tmp_path / "coq") != coq_audited.audited()


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


# --- the proved learners are the executable ones -------------------------------------------------------


class OnlyOnLoss(Perceptron):
    """A Perceptron with a fault: on an open end point, at loss 0, it does not update."""

    def update(self, x: Example, target: Interval) -> None:
        """Update only where there is a loss."""
        if target.loss(self.predict(x)) != 0:
            super().update(x, target)


CLASSICS = ("classics/Definitions", "classics/SecondOrderTraces")


@pytest.fixture
def base_only(built: BuildResult, tmp_path: Path) -> Path:
    """A folder with the compiled definitions and the lemmas on traces."""
    (tmp_path / "classics").mkdir()
    for stem in ("Definitions", "Vectors", "Traces", *CLASSICS):
        for path in built.directory.glob(f"{stem}.*"):
            shutil.copy2(path, tmp_path / path.relative_to(built.directory))
    return tmp_path


@needs_coq
@pytest.mark.parametrize(("learner", "agrees"), [(Perceptron, True), (OnlyOnLoss, False)])
def test_faulty_learner_does_not_conform(base_only: Path, learner: type[Perceptron], agrees: bool) -> None:
    """Power: a learner that differs on a tie only is told from the proved one by one example."""
    above_zero = Interval(Fraction(0), None, False)
    trace = Trace(
        "(perceptron 1)", "zero", learner(Fraction(1)), Trials.of([[1], [1]], [above_zero, Interval(None, Fraction(0))])
    )
    (base_only / "Conformance.v").write_text(conformance([trace]))
    assert (coq_run.compile_file(base_only, "Conformance.v") == "") is agrees


class PaysOnMistakes(WeightedMajorityRounds):
    """Weighted Majority with a fault: experts pay in the rounds in which the vote errs, and not in the others."""

    def update(self, x: Example, target: Interval) -> None:
        """Update only where the vote is wrong."""
        if target.side(self.predict(x)):
            super().update(x, target)


class Unnormalised(RandomisedWeightedMajority):
    """Randomised Weighted Majority with a fault: the average is taken over the number of experts."""

    def predict(self, x: Example) -> Any:
        """Return the weighted sum over n."""
        return WeightedMajorityRounds.predict(self, x) / len(x)


class Resets(Winnow):
    """Winnow with a fault: attributes in a wrong positive prediction get weight 0, as in the elimination algorithm."""

    def predict(self, x: Example) -> Any:
        """Return the sum over the attributes that were never demoted."""
        kept = [a if k >= 0 else 0 for a, k in zip(x.numerators, self.exponents, strict=True)]
        return super().predict(Example(kept, x.denominator))


THETA = Fraction(1)
DEMOTED = Trials.of([[1, 0], [0, 1], [1, 1]], [-1, -1, 1])
ON_TIES = Trials.of([[1, 0], [1, 0], [0, 1], [1, 1]], [1, 1, -1, 1])
VOTES = Trials.of([[1, 1, -1], [1, -1, -1], [1, -1, -1]], [1, 1, 1])
SIGNED = Trials.of([[2, -1], [1, 3], [-4, 1]], [1, -1, 1])
WINNOW = "winnow_mistakes true 2 2 1 {}"
THRESHOLD = "mistakes_by (errs_at true 2 1) (perceptron 1) zero {}"
MAJORITY, FOLLOWED = "majority_mistakes 3 (1 / 2) ones {}", "random_expert_mistakes 3 (1 / 2) ones {}"
PNORM = "mistakes_by (errs_linked true 2 3) (perceptron 1) zero {}"
POSITIVE, NEGATIVE = thresholded(THETA), thresholded(THETA, False)
HALF = Fraction(1, 2)

COUNTS: dict[str, tuple[Count, bool]] = {
    "Winnow": (Count(WINNOW, Winnow(Fraction(2), THETA), DEMOTED, POSITIVE), True),
    "Winnow that eliminates": (Count(WINNOW, Resets(Fraction(2), THETA), DEMOTED, POSITIVE), False),
    "Winnow with another tie rule": (Count(WINNOW, Winnow(Fraction(2), THETA), ON_TIES, NEGATIVE), False),
    "threshold": (Count(THRESHOLD, ThresholdPerceptron(THETA, THETA), ON_TIES, POSITIVE), True),
    "another tie rule": (Count(THRESHOLD, ThresholdPerceptron(THETA, THETA), ON_TIES, NEGATIVE), False),
    "majority": (Count(MAJORITY, WeightedMajorityRounds(HALF), VOTES, CLASSIFICATION), True),
    "majority that pays on mistakes": (Count(MAJORITY, PaysOnMistakes(HALF), VOTES, CLASSIFICATION), False),
    "random expert": (Count(FOLLOWED, RandomisedWeightedMajority(HALF), VOTES, FOLLOW_EXPERT), True),
    "random expert, no average": (Count(FOLLOWED, Unnormalised(HALF), VOTES, FOLLOW_EXPERT), False),
    "p-norm": (
        Count(
            PNORM,
            PNormPerceptron(Fraction(3)),
            SIGNED,
            thresholded(Fraction(0)),
            lambda learner: learner.z,
        ),
        True,
    ),
    "p-norm, another p": (
        Count(PNORM, PNormPerceptron(Fraction(2)), SIGNED, thresholded(Fraction(0)), lambda learner: learner.z),
        False,
    ),
}


@needs_coq
@pytest.mark.parametrize("name", COUNTS)
def test_faulty_classifier_does_not_conform(base_only: Path, name: str) -> None:
    """Power: a wrong update, tie rule, average or exponent is told from the proved learner by one short run."""
    count, agrees = COUNTS[name]
    (base_only / "Conformance.v").write_text(conformance([count]))
    assert (coq_run.compile_file(base_only, "Conformance.v") == "") is agrees


SUMMED, SQUARED = "v + y*x if y*yhat <= 0 else v", "A + outer(x, x) if y*yhat <= 0 else A"
SOLVED = "dot(v, solve(A + outer(x, x), x))"


@needs_coq
@pytest.mark.parametrize(
    ("squared", "predict", "agrees"),
    [(SQUARED, SOLVED, True), ("A + outer(x, x)", SOLVED, False), (SQUARED, "dot(v, solve(A, x))", False)],
    ids=["second-order", "every example in the matrix", "without this example"],
)
def test_faulty_matrix_does_not_conform(base_only: Path, squared: str, predict: str, agrees: bool) -> None:
    """Power: without this example the mistakes are the same ones, and still it is not the proved learner."""
    faulty = RuleLearner(rule({"v": SUMMED, "A": squared}, predict=predict, start={"A": "identity"}), {})
    trials = Trials.of([[1, 2], [2, 1], [1, -1]], [1, 1, 1])
    (base_only / "Conformance.v").write_text(conformance([Matrices(Fraction(1), faulty, trials)]))
    assert (coq_run.compile_file(base_only, "Conformance.v") == "") is agrees


@needs_coq
def test_faulty_construction_does_not_conform(base_only: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Power: the two instances of the last pair exchanged."""
    pairs = hadamard.pairs
    assert len(list(construction())) == 18
    monkeypatch.setattr(hadamard, "pairs", lambda d, n: (*pairs(d, n)[:-1], pairs(d, n)[-1][::-1]))
    (base_only / "Conformance.v").write_text(conformance([]))
    assert coq_run.compile_file(base_only, "Conformance.v")


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
    monkeypatch.setattr(coq_run, "judge", lambda _: {"bylander.2": frozenset({"an axiom"})})
    assert coq_run.proved_in_coq() == coq_run.proved_in_coq() == {"bylander.2": frozenset({"an axiom"})}
    assert len(builds) == 1
    shutil.copytree(coq_statements.SOURCES, tmp_path / "coq")
    before = coq_run.fingerprint(tmp_path / "coq")
    (tmp_path / "coq" / "Vectors.v").write_text("(* changed *)")
    assert coq_run.fingerprint(tmp_path / "coq") != before
