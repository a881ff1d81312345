"""The proofs of Grove et al. 2001 in general: what each rests on, and that a change to a premise or a fact is named."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
import z3

from bounds.claims.catalogue import theorem
from verify.logic.axioms import norm1
from verify.logic.session import Session, run
from verify.proofs.registry import PROOFS
from verify.prove import prove
from verify.prove.replay import replay_steps

FACTS: dict[str, set[str]] = {
    "gls.4.1": {
        *("Hoelder", "smoothness", "a norm is not negative", "a norm of 0"),
        *("a norm is at most the 1-norm", "a norm of bounded entries"),
        *("exp of a sum", "exp is above its tangent", "exp undoes ln"),
    },
    "gls.7.1.step": {"smoothness"},
    "gls.5.1": {"Hoelder"},
}

pytestmark = pytest.mark.usefixtures("without_a_second_look")


@pytest.mark.parametrize(("identifier", "facts"), FACTS.items())
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


def _half(part: Callable[..., Any]) -> Callable[[Any], Any]:
    """Return the change that puts half of a part in its place, which is given by the fact's variables."""

    def change(formula: Any) -> Any:
        variables = [z3.Const(formula.var_name(k), formula.var_sort(k)) for k in range(formula.num_vars())]
        whole = part(*variables)
        body = z3.substitute_vars(formula.body(), *variables[::-1])
        changed = z3.substitute(body, (whole, whole / 2))
        assert not changed.eq(body)
        return z3.ForAll(variables, changed)

    return change


@pytest.mark.parametrize(
    ("identifier", "name", "change"),
    [
        ("gls.7.1.step", "smoothness", _half(lambda p, *_: p - 1)),
        ("gls.4.1", "smoothness", _half(lambda p, *_: p - 1)),
        ("gls.4.1", "a norm is at most the 1-norm", _half(lambda _, b: norm1(b))),
        ("gls.4.1", "a norm of bounded entries", _half(lambda p, *_: 1 / p)),
    ],
)
def test_a_wrong_fact_is_seen_on_runs(
    identifier: str, name: str, change: Callable[[Any], Any], monkeypatch: pytest.MonkeyPatch
) -> None:
    """Power: with half of p - 1 for smoothness, say, the runs contradict it, and it is named."""
    violation = replay_steps(mutated(identifier, name, change, monkeypatch), 20, seed=1).violation
    assert violation is not None
    assert (violation.step, violation.kind) == (name, "analysis")
