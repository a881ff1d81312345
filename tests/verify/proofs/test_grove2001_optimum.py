"""The proofs about the best measure of progress, and of the last runs side by side: what they rest on, and faults."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
import sympy
import z3

from bounds import symbols as s
from bounds import theorem
from verify.proofs import prove, replay_proof, stepped_ids
from verify.proofs.engine.registry import PROOFS
from verify.proofs.engine.replay import replay_steps
from verify.proofs.engine.session import Proof, Session, run

EXPONENTIAL = {"exp of a sum", "exp is above its tangent", "exp undoes ln"}

FACTS: dict[str, set[str]] = {
    "gls.5.1.proof": EXPONENTIAL,
    "gls.wm.eq": EXPONENTIAL,
    "gls.fk": set(),
}
pytestmark = pytest.mark.usefixtures("without_a_second_look")

PROVED = list(FACTS)


@pytest.mark.parametrize(("identifier", "facts"), FACTS.items())
def test_what_the_proofs_rest_on(identifier: str, facts: set[str]) -> None:
    """Nothing but the three laws of exp is taken from analysis, and for f_k nothing at all."""
    proof = prove(identifier)
    assert proof.failed is None, proof
    assert {axiom.name for axiom in proof.facts} == facts
    assert proof.status == ("partial" if facts else "checked")
    assert identifier in stepped_ids()


@pytest.mark.parametrize("identifier", PROVED)
@pytest.mark.parametrize("seed", [3, 11])
def test_every_step_holds_on_runs(identifier: str, seed: int) -> None:
    found = replay_proof(identifier, instances=6, seed=seed)
    assert found.violation is None, found.violation
    assert found.holds
    assert not found.skipped


@pytest.mark.parametrize(
    ("identifier", "bound", "step"),
    [
        ("gls.5.1.proof", sympy.Integer(-1), "the claim"),
        ("gls.wm.eq", sympy.Integer(-1), "the claim"),
        ("gls.fk", sympy.Integer(-1), "the claim"),
    ],
)
def test_a_stronger_bound_fails_at_the_claim(identifier: str, bound: sympy.Expr, step: str) -> None:
    """Power: nothing but the catalogue's bound is proved."""
    failed = prove(theorem(identifier).replace(bound=bound)).failed
    assert failed is not None
    assert failed.name == step


DROPPED = [
    ("gls.5.1.proof", "positive weights", "u.v <= |T| (U - u_k) + u_k v_k: step"),
    ("gls.wm.eq", "inputs", "the exponent after a mistake of both"),
    ("gls.fk", "k is odd", "sign(b) |b|**k = b**k"),
]


@pytest.mark.parametrize(("identifier", "hypothesis", "step"), DROPPED)
def test_a_dropped_premise_fails_at_the_step_that_needs_it(identifier: str, hypothesis: str, step: str) -> None:
    """Power: the proofs use no premise that the claim does not have."""
    failed = prove(theorem(identifier).replace(without=hypothesis)).failed
    assert failed is not None
    assert failed.name == step


@pytest.mark.parametrize(
    ("identifier", "step"),
    [
        ("gls.fk.printed", "sign(b) |b|**k = b**k"),
    ],
)
def test_what_is_false_as_printed_fails(identifier: str, step: str) -> None:
    """Power: neither an even k nor a threshold between 1 and sqrt(2) is covered."""
    proof = prove(identifier)
    assert proof.failed is not None
    assert proof.failed.name == step
    assert theorem(identifier).note in proof.why


def test_the_coefficient_of_weighted_majority_is_read_off_the_claim() -> None:
    """Power: with a = ln(1/beta), twice the right one, the two runs part."""
    failed = prove(theorem("gls.wm.eq").replace(define={s.a: sympy.log(1 / s.beta)})).failed
    assert failed is not None
    assert failed.name == "2 a = ln(1/beta)"


def mutated(
    identifier: str, rule: str, name: str, change: Callable[[Any], Any], monkeypatch: pytest.MonkeyPatch
) -> tuple[Proof, Session]:
    """Return a proof in which the fact or definition called ``name`` says something else."""
    original = getattr(Session, rule)

    def state(self: Session, said: str, formula: Any, text: str = "") -> Any:
        if said == name:
            changed = change(formula)
            assert not changed.eq(formula)
            formula = changed
        return original(self, said, formula, text)

    monkeypatch.setattr(Session, rule, state)
    function, reading = PROOFS[identifier.lower()]
    return run(theorem(identifier), function, reading)


def doubled(name: str, *sorts: Any) -> Callable[[Any], Any]:
    """Return the change of a formula that doubles the values of a function."""
    function = z3.Function(name, *sorts, z3.RealSort())

    def change(formula: Any) -> Any:
        value = function(*(z3.Var(k, sort) for k, sort in enumerate(sorts)))
        return z3.substitute_funs(formula, (function, 2 * value))

    return change


def replaced(old: Any, new: Any) -> Callable[[Any], Any]:
    """Return the change of a formula that puts one parameter in place of another."""
    return lambda formula: z3.substitute(formula, (old, new))


INT, REAL = z3.IntSort(), z3.RealSort()
A, BETA = z3.Reals("a beta")

WRONG = [
    ("gls.5.1.proof", "v on the level of z", doubled("start_potential", INT), "v_i <= |T| and z_i <= |T|"),
    ("gls.wm.eq", "the update", replaced(A, 2 * A), "the exponent after a mistake of both"),
    ("gls.wm.eq", "the update of w", replaced(BETA, BETA / 2), "c w = exp(z) at the worst coordinate: step"),
    ("gls.fk", "the update of z'", replaced(A, 2 * A), "z' = (1 + z/k, 1 - z/k) at the worst coordinate: step"),
    ("gls.fk", "the update", replaced(A, 2 * A), "z' = (1 + z/k, 1 - z/k) at the worst coordinate: step"),
]


@pytest.mark.parametrize(("identifier", "name", "change", "step"), WRONG)
def test_a_wrong_definition_fails_in_the_proof_and_on_runs(
    identifier: str, name: str, change: Callable[[Any], Any], step: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Power: another algorithm, or another v*, is neither what the steps speak of nor what the learners do."""
    proof, session = mutated(identifier, "define", name, change, monkeypatch)
    assert proof.failed is not None
    assert proof.failed.name == step
    violation = replay_steps(session, 20, seed=1).violation
    assert violation is not None
    assert (violation.step, violation.kind) == (name, "definition")


@pytest.mark.parametrize("identifier", [identifier for identifier, facts in FACTS.items() if facts])
@pytest.mark.parametrize("name", sorted(EXPONENTIAL))
def test_a_wrong_law_of_exp_is_seen_on_runs(identifier: str, name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Power: with 2 exp in place of exp two of the laws are false, and with exp/2 the third one."""
    factor = z3.RealVal("1/2" if name == "exp is above its tangent" else 2)
    function = z3.Function("exp", REAL, REAL)

    def change(formula: Any) -> Any:
        return z3.substitute_funs(formula, (function, factor * function(z3.Var(0, REAL))))

    _, session = mutated(identifier, "fact", name, change, monkeypatch)
    violation = replay_steps(session, 10, seed=1).violation
    assert violation is not None
    assert (violation.step, violation.kind) == (name, "analysis")
