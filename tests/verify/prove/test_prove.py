"""The proofs of the catalogue: what is proved, and that a change to any of it makes a named step fail."""

from __future__ import annotations

import html
import json
from dataclasses import replace

import pytest
import sympy

from bounds import symbols as s
from bounds.claims.catalogue import theorem
from bounds.claims.claim import Claim, LearnerSpec, Standing
from bounds.data.interval import Interval
from bounds.data.vectors import Example
from bounds.errors import BoundcheckError
from tests.classes import Perceptron
from tests.ladder import FALSE, TRUE, rung
from verify import cli
from verify.logic.kernel import BASE_KINDS
from verify.logic.proof import Proof
from verify.prove import by_potential_ids, derived_ids, prove, proved_ids, stepped_ids
from verify.publish.evidence import family

STEPPED = stepped_ids()

WITHOUT_ANALYSIS = [
    *("bylander.2", "bylander.2.tuned"),
    *("bylander.5", "bylander.5.delta", "bylander.8"),
]
EXPONENTIAL = {"exp of a sum", "exp is above its tangent", "exp undoes ln"}
FACTS = {
    **dict.fromkeys(("bylander.3", "bylander.3.tuned", "bylander.6", "bylander.9", "kitani.wma"), EXPONENTIAL),
}


def changed(claim: Claim) -> Claim:
    """Return the claim with a bound that is a tenth stronger, or by 1 where it is 0."""
    inner, stronger = claim.inner_bound, {"<=": -1, "<": -1, "==": -1, ">=": 1, ">": 1}[claim.relation]
    direction = -stronger if inner.could_extract_minus_sign() and inner.is_Mul else stronger
    new = inner + stronger if inner == 0 else inner * (1 + sympy.Rational(direction, 10))
    return claim.replace(bound=sympy.floor(new) if inner is not claim.bound else new)


@rung("proof", STEPPED)
@pytest.mark.usefixtures("without_a_second_look")
def test_the_claim_is_proved_and_a_stronger_bound_is_not(claim: Claim) -> None:
    """Power: the bound that is proved is the catalogue's; a stronger one fails at the claim itself."""
    proof = prove(claim)
    assert proof.failed is None, proof
    assert proof.status == ("partial" if proof.unchecked else "checked")
    assert proof.steps
    failed = prove(changed(claim)).failed
    assert failed is not None
    assert failed.name.startswith(("the claim", "the bound, in these terms"))


ATTEMPTED = {
    "kitani.wma.printed": "the claim",
}
"""Claims that are false as printed and attempted with the steps of the repaired claim, and where each fails."""


def test_a_proof_without_steps_says_the_inequality_of_a_trial() -> None:
    said = " ".join(str(prove("bylander.7")).split())
    assert "The proof of record 1. bylander_7 [Coq]" in said
    assert "Its inequality of a trial: mistake <= (-2/(eta*(U*X**2*eta - 2)))*(d(u, w) - d(u, w')) + " in said


def test_a_false_variant_of_a_claim_without_steps_is_shown_on_its_first_trials() -> None:
    proof = prove(theorem("bylander.12").replace(without="sum"))
    assert (proof.status, proof.steps) == ("failed", ())
    said = " ".join(str(proof).split())
    assert "It is false: the claim is false on Trials(l=1, n=2: (1, 0) -> 1); the per-trial inequality first" in said


@rung("proof", FALSE)
def test_a_false_claim_has_no_proof(claim: Claim) -> None:
    """Power: no claim that is false as printed is proved, and where it is attempted the failing step is named."""
    proof = prove(claim)
    assert proof.status == "failed"
    assert claim.note in proof.why
    assert ("" if proof.failed is None else proof.failed.name) == ATTEMPTED.get(claim.id, "")


@rung("proof", ATTEMPTED)
def test_a_failed_attempt_says_what_is_wrong(claim: Claim) -> None:
    """The report names the step, why it does not follow, and what is wrong with the claim."""
    proof = prove(claim)
    assert proof.failed is not None
    assert proof.failed.message
    assert claim.note in proof.why
    text = " ".join(str(proof).split())
    assert f"{proof.failed.name}: {' '.join(proof.failed.message.split())[:40]}" in text
    assert "What is wrong with the claim:" in text
    assert claim.id not in proved_ids()


@pytest.mark.parametrize("identifier", WITHOUT_ANALYSIS)
def test_perceptron_proofs_rest_on_base_axioms_alone(identifier: str) -> None:
    proof = prove(identifier)
    assert proof.status == "checked"
    assert {axiom.kind for axiom in proof.axioms} <= set(BASE_KINDS)


@pytest.mark.parametrize(("identifier", "facts"), FACTS.items())
def test_proofs_name_their_facts_of_analysis(identifier: str, facts: set[str]) -> None:
    """Three laws of exp are all that Exponentiated Update, Winnow and Weighted Majority need."""
    assert {axiom.name for axiom in prove(identifier).facts} == facts


@pytest.mark.deep
@pytest.mark.parametrize(
    ("identifier", "define", "step"),
    [
        ("bylander.2.tuned", {s.eta: 2 * s.U / (s.X * sympy.sqrt(s.l))}, "the claim"),
        ("bylander.5", {s.eta: 2 / s.X**2}, "the claim, before rounding down"),
        ("bylander.8", {s.eta: 4 * s.tau / s.X**2}, "the claim"),
    ],
)
def test_another_learning_rate_fails(identifier: str, define: dict[sympy.Symbol, sympy.Expr], step: str) -> None:
    """Power: the rate that the claim fixes is read off the claim."""
    failed = prove(theorem(identifier).replace(define=define)).failed
    assert failed is not None
    assert failed.name == step


class SignBug(Perceptron):
    """A Perceptron that adds where it should subtract."""

    def update(self, x: Example, target: Interval) -> None:
        """Add eta*x on every error."""
        if target.side(self.predict(x)):
            self.move(1, x)


def with_learner(identifier: str, make: type[Perceptron]) -> Claim:
    claim = theorem(identifier)
    assert claim.learner is not None
    spec = LearnerSpec("another", lambda case: make(case.value(s.eta)), claim.learner.version)
    return claim.replace(learner=spec)


def test_a_wrong_learner_is_caught_on_data() -> None:
    """Power: the proof is about the Perceptron; runs show that this is not one."""
    failed = prove(with_learner("bylander.2", SignBug)).failed
    assert failed is not None
    assert (failed.name, failed.how) == ("the update", "run")


def test_nothing_is_proved_of_a_learner_that_no_run_tells_apart() -> None:
    proof = prove(with_learner("bylander.2", Perceptron))
    assert proof.failed is not None
    assert (proof.status, proof.failed.name) == ("not proved", "what the proof is about")


def test_a_mutated_step_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    """Power: a proof whose one-step identity is wrong fails there, not later."""
    from verify.logic.axioms import dot
    from verify.logic.vectors import distance

    monkeypatch.setattr("verify.logic.runs.perceptron.distance", lambda u, w: distance(u, w) + dot(w, w))
    failed = prove("bylander.2").failed
    assert failed is not None
    assert failed.name == "what an update does to the distance"


UNPROVED = replace(theorem("bylander.2"), id="a claim of one's own")


LONG = ("modern.dual_averaging.self_confident", "modern.hedge.small_loss", "modern.sleeping", "modern.exp3")
"""Claims that all ways to prove are tried on in vain, for long."""


@rung("proof", TRUE, deep=(*LONG, "modern.perceptron.classes"))
def test_a_claim_that_is_not_false_has_a_proof_or_says_that_it_has_none(claim: Claim) -> None:
    """Power: one that says that it has none, and has one, fails too: its standing is to be mended."""
    stated = claim.standing is Standing.UNPROVED
    assert stated or claim.id in {*proved_ids(), *derived_ids(), *by_potential_ids()}
    assert not stated or prove(claim).status not in ("checked", "partial")


def test_a_claim_that_is_stated_says_that_it_is_not_proved() -> None:
    stated = replace(UNPROVED, standing=Standing.UNPROVED)
    assert prove(stated).status == "none"
    assert str(prove(stated)).endswith("no proof: the claim is stated, not proved")


def test_claims_without_a_proof_say_so() -> None:
    proof = prove(UNPROVED)
    assert (proof.status, proof.steps) == ("none", ())
    assert str(proof).endswith("no proof: the proofs do not cover this claim")
    other = replace(theorem("bylander.2"), quantity=theorem("bylander.11").quantity)
    assert prove(other).reason == "the proof of bylander.2 does not speak of another quantity"
    odd = prove(theorem("bylander.2").replace(bound=s.U ** sympy.Rational(1, 3)))
    assert (odd.status, odd.steps) == ("failed", ())
    assert "the claim is false on Trials" in odd.refuted
    assert "U**(1/3)" in odd.reason
    with pytest.raises(BoundcheckError, match="no claim is called"):
        prove("bylander.99")


def test_repairs_are_told() -> None:
    told = {step for proof in map(prove, ("kitani.wma", "bylander.5")) for step in (r.step for r in proof.repairs)}
    assert told == {"(3)", "the learning rate 1/X**2"}


def test_the_text_of_a_proof() -> None:
    text = str(prove("bylander.2"))
    assert text.splitlines()[0].startswith("bylander.2  ")
    assert "    dot additive: for all a, b, c: a.(b + c) = a.b + a.c" in text
    assert ". what an update does to the distance  [z3, " in text
    assert "|u - w_t|**2 - |u - w_{t+1}|**2 = 2*eta*side(w_t.x_t; I_t)*(u.x_t - w_t.x_t)" in " ".join(text.split())
    assert "\nchecked: every step is checked, from the axioms of an inner product" in text


def commanded(capsys: pytest.CaptureFixture[str], *arguments: str) -> tuple[int, str]:
    options = cli._parser("prove").parse_args(["prove", *arguments])
    code: int = options.run(options)
    return code, capsys.readouterr().out


@pytest.mark.deep
def test_the_command(capsys: pytest.CaptureFixture[str]) -> None:
    code, out = commanded(capsys, "bylander.8")
    assert code == 0
    assert "the sum over the trials" in out
    assert commanded(capsys, "bylander.2", "--bound", "U**(1/3)")[0] == 1
    code, out = commanded(capsys, "bylander.8", "--bound", "U**2*X**2/(5*tau)")
    assert (code, "the sum over the trials  [" in out, "FAILS" in out) == (1, True, True)
    assert commanded(capsys, "kw.genN", "--without", "k <= N")[0] in (1, 3)
    assert commanded(capsys, "kitani.perc.printed")[0] == 1
    code, out = commanded(capsys, "kitani.wma", "--json")
    found = json.loads(out)
    assert (code, found["coq"]["checked"]) in ((0, "here"), (0, "record"))
    assert (found["status"], found["failed"], found["unchecked"]) == ("checked", None, [])
    assert set(found["facts"]) == EXPONENTIAL
    assert {step["how"] for step in found["steps"]} >= {"z3", "induction", "calculus"}


def test_importing_the_package_does_not_import_z3() -> None:
    import subprocess
    import sys

    code = "import verify, verify.prove, verify.commands.prove, sys; sys.exit('z3' in sys.modules)"
    assert subprocess.run([sys.executable, "-c", code], check=False).returncode == 0


def test_proof_objects_are_plain() -> None:
    proof = prove("bylander.2")
    assert isinstance(proof, Proof)
    assert proof.seconds < 5


def test_a_notebook_shows_the_steps_in_order() -> None:
    shown = prove("bylander.8")._repr_html_()
    names = [step.name for step in prove("bylander.8").steps if step.how != "axiom"]
    places = [shown.index(f">{html.escape(name, quote=False)}<") for name in names]
    assert places == sorted(places)
    assert shown.index("It rests on") > places[-1]
    assert "color:green'>checked" in shown


def test_a_notebook_shows_the_step_that_fails() -> None:
    weak = theorem("bylander.8").replace(bound=s.U**2 * s.X**2 / (5 * s.tau))
    shown = prove(weak)._repr_html_()
    assert ": FAILS (" in shown
    assert "color:red'>failed: step" in shown
    assert "no proof" in prove(UNPROVED)._repr_html_()


@pytest.mark.deep
def test_every_fact_of_analysis_has_a_short_name() -> None:
    """Power: the full name of a fact that no family covers is longer than that."""
    facts = {axiom.name for identifier in STEPPED for axiom in prove(identifier).facts}
    assert facts == EXPONENTIAL
    assert {family(fact) for fact in facts} == {"exp"}
    assert family("a fact of no family") == "a fact of no family"
