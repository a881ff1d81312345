"""The proofs of Grove et al. 2001 in general: what each rests on, and that a change to a premise or a fact is named."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
import z3

from bounds.claims.catalogue import theorem
from verify.proofs import prove
from verify.proofs.engine.registry import PROOFS
from verify.proofs.engine.replay import replay_steps
from verify.proofs.engine.session import Session, run

SHAPE = {"g is not negative", "g grows with |v|", "ginv undoes g", "ginv increases", "f is positive", "Taylor"}

FACTS: dict[str, set[str]] = {
    "gls.4.1": {*SHAPE, "the slope of a power", "the level of a power"},
    "gls.7.1.step": {"Taylor", "Hoelder", "norms are not negative"},
    "gls.5.1": {"Hoelder"},
    "gls.5.hess": {
        *(f"{what}, {name}" for what in ("the level in alpha", "the second derivatives") for name in ("power", "exp"))
    },
}
EXIST: dict[str, set[str]] = {
    "gls.4.1": {"a point of the segment"},
    "gls.5.hess": {"finv, exp", "finv, power"},
}
"""Facts that say that something exists."""

pytestmark = pytest.mark.usefixtures("without_a_second_look")


@pytest.mark.parametrize(("identifier", "facts"), [(i, named | EXIST.get(i, set())) for i, named in FACTS.items()])
def test_what_the_proofs_rest_on(identifier: str, facts: set[str]) -> None:
    proof = prove(identifier)
    assert proof.failed is None, proof
    assert {axiom.name for axiom in proof.facts} == facts


def mutated(identifier: str, name: str, change: Callable[[Any], Any], monkeypatch: pytest.MonkeyPatch) -> Session:
    """Return the session of a proof in which the fact called ``name`` says something else."""
    original = Session.fact

    def fact(self: Session, said: str, formula: Any, text: str = "") -> Any:
        return original(self, said, change(formula) if said == name else formula, text)

    monkeypatch.setattr(Session, "fact", fact)
    function, reading = PROOFS[identifier.lower()]
    return run(theorem(identifier), function, reading)[1]


def _replaced(old: str, new: str) -> Callable[[Any], Any]:
    def change(formula: Any) -> Any:
        body = z3.substitute(formula, (z3.Real(old), z3.RealVal(new)))
        assert not body.eq(formula)
        return body

    return change


@pytest.mark.parametrize("identifier", ["gls.4.1", "gls.7.1.step"])
def test_a_wrong_second_derivative_is_seen_on_runs(identifier: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Power: with a quarter of the step in Taylor's theorem the runs contradict it, and it is named."""
    halved = (z3.Real("a"), z3.Real("a") / 4)
    session = mutated(identifier, "Taylor", lambda formula: z3.substitute(formula, halved), monkeypatch)
    violation = replay_steps(session, 20, seed=1).violation
    assert violation is not None
    assert (violation.step, violation.kind) == ("Taylor", "analysis")


@pytest.mark.parametrize(
    ("identifier", "name", "change"),
    [
        ("gls.4.1", "the slope of a power", _replaced("p", "2")),
        ("gls.4.1", "the level of a power", _replaced("p", "50")),
    ],
)
def test_a_wrong_fact_is_seen_on_runs(
    identifier: str, name: str, change: Callable[[Any], Any], monkeypatch: pytest.MonkeyPatch
) -> None:
    """Power: the facts of analysis are evaluated for the f at hand."""
    violation = replay_steps(mutated(identifier, name, change, monkeypatch), 20, seed=1).violation
    assert violation is not None
    assert violation.step == name
