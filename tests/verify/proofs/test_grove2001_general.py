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

SHAPE = {"g is not negative", "g grows with |v|", "ginv undoes g", "ginv increases", "f is positive"}

FACTS: dict[str, set[str]] = {
    "gls.4.1": {*SHAPE, "Taylor, for the level", "the slope of a power", "the level of a power"},
    "gls.7.1.step": {"smoothness"},
    "gls.5.1": {"Hoelder"},
}

pytestmark = pytest.mark.usefixtures("without_a_second_look")


@pytest.mark.parametrize(("identifier", "facts"), FACTS.items())
def test_what_the_proofs_rest_on(identifier: str, facts: set[str]) -> None:
    proof = prove(identifier)
    assert proof.failed is None, proof
    assert {axiom.name for axiom in proof.facts} == facts


DROPPED = [
    ("gls.4.1", "gap", "U > 0 and X > 0"),
    ("gls.4.1", "examples", "|u.x| <= X |u|: step"),
    ("gls.4.1", "comparator", "U > 0 and X > 0"),
    ("gls.4.1", "p >= 2", "the parameter of f is in its range"),
    ("gls.7.1.step", "p >= 2", "p >= 2, for smoothness"),
    ("gls.5.1", "comparator", "the claim"),
]


@pytest.mark.deep
@pytest.mark.parametrize(("identifier", "hypothesis", "step"), DROPPED)
def test_a_dropped_premise_fails_at_the_step_that_needs_it(identifier: str, hypothesis: str, step: str) -> None:
    failed = prove(theorem(identifier).replace(without=hypothesis)).failed
    assert failed is not None
    assert failed.name == step


def mutated(identifier: str, name: str, change: Callable[[Any], Any], monkeypatch: pytest.MonkeyPatch) -> Session:
    """Return the session of a proof in which the fact called ``name`` says something else."""
    original = Session.fact

    def fact(self: Session, said: str, formula: Any, text: str = "", under: Any = ()) -> Any:
        return original(self, said, change(formula) if said == name else formula, text, under)

    monkeypatch.setattr(Session, "fact", fact)
    function, reading = PROOFS[identifier.lower()]
    return run(theorem(identifier), function, reading)[1]


def _replaced(old: str, new: str) -> Callable[[Any], Any]:
    def change(formula: Any) -> Any:
        body = z3.substitute(formula, (z3.Real(old), z3.RealVal(new)))
        assert not body.eq(formula)
        return body

    return change


def _less_smooth(formula: Any) -> Any:
    p, b, c, r = variables = [z3.Const(formula.var_name(k), formula.var_sort(k)) for k in range(formula.num_vars())]
    return z3.ForAll([p, b, c, r], z3.substitute(z3.substitute_vars(formula.body(), *variables[::-1]), (p - 1, p / 4)))


@pytest.mark.parametrize(
    ("identifier", "name", "change"),
    [
        ("gls.4.1", "Taylor, for the level", lambda formula: z3.substitute(formula, (z3.Real("a"), z3.Real("a") / 4))),
        ("gls.7.1.step", "smoothness", _less_smooth),
        ("gls.4.1", "the slope of a power", _replaced("p", "2")),
        ("gls.4.1", "the level of a power", _replaced("p", "50")),
    ],
)
def test_a_wrong_fact_is_seen_on_runs(
    identifier: str, name: str, change: Callable[[Any], Any], monkeypatch: pytest.MonkeyPatch
) -> None:
    """Power: with a quarter of the step in Taylor's theorem, say, the runs contradict it, and it is named."""
    violation = replay_steps(mutated(identifier, name, change, monkeypatch), 20, seed=1).violation
    assert violation is not None
    assert (violation.step, violation.kind) == (name, "analysis")
