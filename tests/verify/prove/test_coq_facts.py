"""The facts that step proofs rest on: Coq proves each as the proofs state it, and a proof says where it does not."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any
from unittest import mock

import pytest
import z3

from bounds.claims.catalogue import theorem
from bounds.errors import BoundcheckError
from verify.cli import main
from verify.logic import axioms, kernel, solvers
from verify.logic.axioms import REAL, VECTOR, dot, exp
from verify.logic.kernel import Axiom
from verify.logic.record import Checked
from verify.logic.session import Session
from verify.proofs import coq_run
from verify.proofs.coq_statements import FACTS_PROVED, SOURCES, facts
from verify.proofs.facts import FILE, MEANINGS, coq_name, statement
from verify.prove import prove
from verify.prove.coq_facts import gen_facts, used
from verify.publish.evidence import evidence, read_evidence

a, b, t = z3.Real("a"), z3.Real("b"), z3.Int("t")
vector = z3.Const("c", VECTOR)


@pytest.fixture
def all_proved(monkeypatch: pytest.MonkeyPatch) -> None:
    """Say that Coq has proved whatever fact has a theorem, and no claim."""
    proved = {fact.name: frozenset[str]() for fact in facts()}
    monkeypatch.setattr(coq_run, "checked", lambda: Checked({}, here=True, version="8.16.1", facts=proved))


def test_coq_states_the_facts_as_the_proofs_do() -> None:
    """``python -m verify.prove.coq_facts --write`` renews the statements; a fact that nobody uses is not kept."""
    with mock.patch.object(solvers, "objection", return_value=""), mock.patch.object(kernel, "_PROVED", {}):
        found = used()
    assert FILE.read_text() == gen_facts(axiom for axiom, _ in found.values())
    assert {fact.name for fact in facts()} == found.keys()
    assert (SOURCES / FACTS_PROVED).read_text().count("Theorem fact_") == len(found)


@pytest.mark.usefixtures("all_proved")
@pytest.mark.parametrize("identifier", ["bylander.3", "kitani.wma"])
def test_a_proof_from_proved_facts_is_checked(identifier: str) -> None:
    proof = prove(identifier)
    assert (proof.status, proof.unchecked) == ("checked", ())
    said = str(proof)
    assert f"all {len(proof.facts)} checked in Coq:" in said or "analysis, checked in Coq:" in said
    assert "checked: every step is checked" in said


def test_a_fact_that_coq_has_not_proved_is_named(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """Power: without one theorem, or where Coq was not asked, the proof is partial and does not exit with 0."""
    proved = {fact.name: frozenset[str]() for fact in facts() if fact.name != "fact_exp_of_a_sum"}
    monkeypatch.setattr(coq_run, "checked", lambda: Checked({}, here=True, version="8.16.1", facts=proved))
    assert main(["prove", "bylander.3"]) == 3
    said = capsys.readouterr().out
    assert "2 of 3 checked in Coq; NOT checked: exp of a sum:" in said
    assert "partial: every step is checked, but it also rests on facts that Coq is not known to have proved" in said
    monkeypatch.setattr(coq_run, "checked", lambda: None)
    assert prove("bylander.3").unchecked == ("exp of a sum", "exp is above its tangent", "exp undoes ln")


@pytest.mark.usefixtures("all_proved")
def test_the_ledger_names_the_facts_that_are_not_proved(monkeypatch: pytest.MonkeyPatch) -> None:
    found = evidence("bylander.3")
    assert (found.status, len(found.facts), found.unchecked, str(found)) == ("checked", 3, (), "steps")
    monkeypatch.setattr(coq_run, "checked", lambda: None)
    found = evidence("bylander.3")
    assert (found.status, found.unchecked, str(found)) == ("partial", found.facts, "steps (axioms: exp)")
    assert read_evidence(found.as_json()) == found


WRONG: list[tuple[str, str, Callable[[Any], Any]]] = [
    ("bylander.3", "exp is above its tangent", lambda formula: z3.substitute(formula, (z3.RealVal(1), z3.RealVal(0)))),
    ("kitani.wma", "exp undoes ln", lambda formula: z3.substitute(formula, (z3.RealVal(0), z3.RealVal(1)))),
]


@pytest.mark.usefixtures("all_proved", "without_a_second_look")
@pytest.mark.parametrize(("identifier", "name", "change"), WRONG)
def test_a_changed_formula_is_no_longer_proved(
    identifier: str, name: str, change: Callable[[Any], Any], monkeypatch: pytest.MonkeyPatch
) -> None:
    """Power: exp a >= a, and a side condition a > 1 for a > 0. What Coq has proved is something else."""
    original = Session.fact

    def fact(self: Session, said: str, formula: Any, text: str = "") -> Any:
        return original(self, said, change(formula) if said == name else formula, text)

    monkeypatch.setattr(Session, "fact", fact)
    proof = prove(identifier)
    assert name in proof.unchecked
    assert proof.status != "checked"


def of(formula: Any) -> str:
    """Return what a fact says in Coq, in one line."""
    text = statement(Axiom("it", "analysis", formula))
    return " ".join(text.partition(":=")[2].split())


def test_formulas_as_coq_has_them() -> None:
    """Numbers and functions are arbitrary; parentheses stay where they count; an integer is one of Z."""
    g = z3.Function("g", z3.IntSort(), REAL)
    assert of(a - (b - 1) <= a * (b / 2)) == "forall (a b : R), a - (b - 1) <= a * (b / 2)."
    assert of((a - b) - 1 >= -a) == "forall (a b : R), - a <= a - b - 1."
    assert of(z3.ForAll([a], z3.If(a >= 0, a, -a) < exp(a + 1))) == "forall (a : R), Rabs a < exp (a + 1)."
    assert of(z3.ForAll([t], z3.Implies(t > 0, g(t + 1) == z3.ToReal(t)))) == (
        "forall (g : Z -> R) (t : Z), (0 < t)%Z -> g (t + 1)%Z = IZR t."
    )
    assert of(z3.Implies(z3.ForAll([b], g(0) == b), exp(a) > 0)) == (
        "forall (a : R) (g : Z -> R), (forall (b : R), g 0%Z = b) -> 0 < exp a."
    )
    assert of(dot(vector, vector) >= a * z3.RealVal("-1/2")) == (
        "forall (a : R) (n : nat) (c : vec), a * (-1 / 2) <= dot n c c."
    )


@pytest.mark.parametrize(
    "formula",
    [
        z3.ForAll([z3.Real("n")], z3.Real("n") * dot(vector, vector) > 0),
        z3.ForAll([a], z3.Implies(z3.ForAll([a], a > 0), a > 0)),
        z3.And(z3.ForAll([a], a > 0), a > 0),
        z3.Real("n") + dot(vector, vector) > 0,
        z3.Real("exp") > 0,
        z3.Real("a") + z3.ToReal(z3.Int("a")) > 0,
        z3.Bool("c"),
        z3.If(a >= 0, a, b) > 0,
        z3.Exists([a], a > 0),
    ],
)
def test_what_could_be_read_in_another_way_is_refused(formula: Any) -> None:
    """Power: names that would be captured, or that mean something in Coq; and what has no Coq form."""
    with pytest.raises(BoundcheckError):
        of(formula)


def test_what_has_a_meaning_is_not_defined() -> None:
    """Power: a proof that defined f_p could prove anything from what is known of it."""
    assert {*MEANINGS} == {*axioms.MEANT}
    session = Session(theorem("bylander.3"))
    for symbol in axioms.MEANT:
        arguments = [z3.Const(f"v{k}", symbol.domain(k)) for k in range(symbol.arity())]
        with pytest.raises(BoundcheckError, match="means something already"):
            session.define(
                "mine",
                z3.ForAll(arguments, symbol(*arguments) == symbol(*arguments)) if arguments else symbol() == symbol(),
            )


def test_a_fact_has_one_formula() -> None:
    session = Session(theorem("bylander.3"))
    assert {*session.fact("mine", b > 0).axioms} == {"mine"}
    with pytest.raises(BoundcheckError, match="two different formulas"):
        session.fact("mine", b > 1)


def test_names_in_coq() -> None:
    assert coq_name("a norm, of |v|") == "fact_a_norm_of_v"
