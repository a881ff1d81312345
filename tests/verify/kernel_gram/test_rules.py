"""Learners and versions of kernel.py's tables as rules of a Gram form."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import pytest

from verify import kernel
from verify.kernel import LEARNERS, ONE, VERSIONS, ZERO
from verify.kernel_gram.formulas import GramScope, Vector, value
from verify.kernel_gram.numbers import Refused
from verify.kernel_gram.rules import rule_of

HALF = Fraction(1, 2)
NAMES = {name: Fraction(3) for name in ("eta", "U", "alpha", "a", "k", "level", "theta", "first", "rate", "slope")}
NAMES |= {"beta": HALF, "rho": HALF, "base": ONE, "drift": ONE, "tau": Fraction(1, 4), "p": Fraction(2)}
PREDICTIONS = [Fraction(i, 4) for i in range(-13, 14)]


def rule(learner: str, version: str = "absolute", /, **changed: Fraction) -> dict[str, Any]:
    return rule_of({"learner": learner, "version": version}, NAMES | changed)


def has_gram_form(learner: str, **changed: Fraction) -> bool:
    try:
        rule(learner, **changed)
    except Refused:
        return False
    return True


def test_learners_with_a_gram_form_are_those_whose_weights_are_a_multiple_of_a_sum() -> None:
    linear = {"fixed()", "perceptron(eta)", "p_norm(p, a)", "gradient_descent(eta)"}
    others = {"additive(eta, rate, rho, first, a)", "bias_perceptron(eta, first)"}  # refused at their predictions
    past = {learner for learner in LEARNERS if learner.startswith(("gram", "coordinate"))}  # and these at their sums
    assert {learner for learner in LEARNERS if has_gram_form(learner)} == linear | others | past
    assert not has_gram_form("p_norm(p, a)", p=Fraction(3))


@pytest.mark.parametrize("learner", ["perceptron(eta)", "p_norm(p, a)"])
def test_an_update_adds_the_rate_times_the_side_times_the_example(learner: str) -> None:
    found = value(
        kernel.read(rule(learner)["updates"]["w"]),
        GramScope({"w": Vector({"w": ONE}), "x": Vector({"x": ONE}), "side": -ONE}),
    )
    assert found == Vector({"w": ONE, "x": Fraction(-3)})


def test_a_rate_that_the_learner_does_not_take_is_refused() -> None:
    with pytest.raises(Refused, match="needs eta > 0"):
        rule("perceptron(eta)", eta=ZERO)


@pytest.mark.parametrize("label", ["+1", "-1"])
@pytest.mark.parametrize("version", VERSIONS)
def test_side_loss_and_mistake_are_those_of_the_kernel_on_either_side_of_every_end(version: str, label: str) -> None:
    """Power: with an end open instead of closed, another sign or another target some prediction here differs."""
    texts = rule("fixed()", version)
    body, given = kernel.look_up(VERSIONS, version, kernel.Scope(NAMES))
    ends = kernel.target(body, given, label)
    lossy = kernel.target(kernel.ABSOLUTE, {}, label) if body["err"] == "abs(side)" else ends
    for yhat in PREDICTIONS:
        names = {"y": Fraction(int(label)), "yhat": yhat, "num": yhat, "side": kernel.side_of(ends, yhat)}
        scope = kernel.Scope(names)
        wanted = [names["side"], kernel.distance(lossy, scope, "yhat"), kernel.amount(body["err"], scope)]
        assert [value(kernel.read(texts[name]), GramScope(names)) for name in ("side", "loss", "err")] == wanted
