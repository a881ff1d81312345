"""Tests of variants of claims: what may be put in place of what, as text too, and what of it is reported."""

from __future__ import annotations

import dataclasses
from fractions import Fraction
from typing import Any

import pytest
import sympy

from bounds import symbols as s
from bounds.claims.catalogue import catalogue, theorem
from bounds.claims.claim import Hypothesis, Measure
from bounds.claims.hints import Hints
from bounds.claims.statement import Statement
from bounds.claims.variants import changes, missing
from bounds.data.trials import Trials
from bounds.data.vectors import vector
from bounds.domains import REAL
from bounds.errors import BoundcheckError
from bounds.instances import Instance
from tests.classes import Perceptron
from verify.own_data.completed import check

FIVE = theorem("bylander.5")


BESIDE = {
    *(field.name for field in dataclasses.fields(Hints)),
    *("id", "title", "source", "standing", "base", "free", "written", "definitions"),
}
"""Fields of a statement that claim nothing by themselves; a free parameter's domain is claimed."""

CHANGES: dict[str, Any] = {
    "quantity": theorem("bylander.5.loss").quantity,
    "bound": s.U,
    "relation": "<",
    "adversary": "adaptive",
    "hypotheses": FIVE.hypotheses[1:],
    "outcomes": theorem("bylander.2").outcomes,
    "comparator": theorem("bylander.2").comparator,
    "separates": "nothing",
    "geometry": theorem("bylander.3").geometry,
    "learner": theorem("bylander.6").learner,
    "start": "any",
    "defines": {"eta": 2},
    "domains": {s.X: REAL},
    "measures": {s.X: Measure("max_t(norm(x, 2))")},
    "longer_than": s.U,
    "nature": {"norm": "X"},
}


def test_claims_differ_in_all_that_is_claimed() -> None:
    """Power: each field of a statement is a hint, or another one there makes another claim."""
    assert {field.name for field in dataclasses.fields(Statement)} == BESIDE | CHANGES.keys()
    assert FIVE.difference(dataclasses.replace(FIVE, id="x", title="y", note="z", attained=not FIVE.attained)) == {}
    for field, value in CHANGES.items():
        assert FIVE.difference(dataclasses.replace(FIVE, **{field: value})), field


def test_text_is_read_by_the_grammar_of_the_glossary() -> None:
    """Power: read by sympy, U was another symbol than the claim's, without a value anywhere."""
    claim = theorem("bylander.2").replace(bound="U**2/eta", define={"eta": "1/X**2"})
    assert claim.bound == s.U**2 / s.eta
    assert claim.defines == {s.eta: 1 / s.X**2}
    verdict = check(claim, Instance(Trials.of([[1]], [1]), vector([1])))
    assert verdict.decisive is not None
    assert verdict.decisive.rhs == 1


@pytest.mark.parametrize(
    ("bound", "message"),
    [
        ("__import__('os').getcwd()", "cannot read"),
        (sympy.Symbol("U"), r"use bounds\.symbols\.U"),
        (0.5, "has a float in it"),
        (sympy.Float("0.5") * s.U, "has a float in it"),
        ([1], "is no expression"),
        (object(), "is no expression"),
        (sympy.true, "is no expression"),
        ("U**", "cannot read"),
    ],
)
def test_what_is_no_expression_is_refused(bound: Any, message: str) -> None:
    with pytest.raises(BoundcheckError, match=message):
        FIVE.replace(bound=bound)
    with pytest.raises(BoundcheckError, match=message):
        FIVE.replace(define={"eta": bound})


@pytest.mark.parametrize(
    ("define", "message"),
    [
        ({"l": 1}, "has no parameter l to set; it has U, X, eta"),
        ({s.n: 2}, "has no parameter n to set"),
        ({"foo": 1}, "unknown symbol 'foo'"),
        ({"loss": 1}, "has no parameter loss"),
        ({"U": -1}, "U is -1; it must be at least 0"),
        ({"eta": 0}, "eta is 0; it must be positive"),
        ({sympy.Symbol("eta"): 1}, "is not the glossary's symbol eta"),
    ],
)
def test_only_parameters_are_fixed(define: dict[Any, Any], message: str) -> None:
    """Power: with l = 1 one claim was proved and refuted at once."""
    with pytest.raises(BoundcheckError, match=message):
        theorem("bylander.2").replace(define=define)


def test_a_learner_is_a_spec_or_what_makes_one() -> None:
    changed = FIVE.replace(learner=Perceptron)
    assert changed.learner is not None
    assert changed.learner.text == "Perceptron"
    with pytest.raises(BoundcheckError, match=r"learner is 5; give a class or a function"):
        FIVE.replace(learner=5)  # type: ignore[arg-type]


def test_every_parameter_that_an_instance_carries_is_one_of_the_claim() -> None:
    from adversaries.families.sampling import random_instances

    for claim in catalogue():
        for _, instance in random_instances(claim, 3, 1):
            assert set(instance.parameters) <= set(claim.parameters), claim.id


def test_changes_are_told() -> None:
    assert changes(FIVE) == []
    assert changes(dataclasses.replace(FIVE, id="mine")) == []
    index = [h.name for h in FIVE.hypotheses].index("separable")
    other = Hypothesis("separable", "u is right", lambda _: Fraction(0))
    mine = dataclasses.replace(
        FIVE, id="mine", base=FIVE, hypotheses=(*FIVE.hypotheses[:index], other, *FIVE.hypotheses[index + 1 :])
    )
    assert missing(mine) == ["separable"]
    assert changes(mine) == ["with the hypothesis separable: u is right"]
    fixed = FIVE.replace(define={"eta": 3}, without=["X > 0", "separable"])
    assert changes(fixed) == ["without the hypothesis separable", "without the hypothesis X > 0", "eta = 3"]


@pytest.mark.parametrize("value", [-1, Fraction(1, 2), "sqrt(2)"])
def test_a_count_is_a_whole_number(value: Any) -> None:
    """Power: N = -1 ended in an exception of itertools."""
    instance = Instance(Trials.of([[1, 0, 0]], [1]), vector([1, 0, 0]), {"N": value})
    with pytest.raises(BoundcheckError, match="needs a whole number"):
        check(theorem("kw.dnf"), instance)
