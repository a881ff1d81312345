"""Verdicts by compiled balls: every bound of the catalogue is enclosed, and decisions are those of exact arithmetic."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import pytest
import sympy
from flint import arb

from adversaries.generate.sampling import random_instances
from bounds import symbols as s
from bounds.claims.catalogue import catalogue, theorem
from bounds.claims.claim import Claim
from bounds.errors import BoundcheckError, Undecided, UndefinedValue
from bounds.fast import verdict
from bounds.fast.verdict import compiled_balls, enclose, order
from bounds.numbers import ball, compare, sqrt, working_precision
from bounds.numbers.evaluate import evaluate
from tests.ladder import rung
from verify.judge.complete import complete

F = Fraction
REALS = (s.U, s.X, s.eta, s.tau, s.delta, s.beta, s.alpha, s.theta)
INTEGERS = (s.l, s.n, s.N, s.k, s.m, s.p)
VALUES = {symbol: F(k + 2, 3) for k, symbol in enumerate(REALS)} | {
    symbol: F(k + 3) for k, symbol in enumerate(INTEGERS)
}
CLAIMS = [c for c in catalogue() if c.bound.free_symbols and not c.bound.free_symbols - VALUES.keys()]


@rung("run", CLAIMS)
def test_bounds_are_enclosed(claim: Claim) -> None:
    try:
        exact = evaluate(claim.bound, VALUES)
    except (UndefinedValue, Undecided):
        return
    enclosure = enclose(claim.bound, VALUES)
    with working_precision(300):
        assert enclosure.contains(ball(exact))
    for other in (exact, exact + F(1, 10**6), exact - F(1, 10**6), F(1), exact + F(1, 10**40)):
        assert order(claim.bound, VALUES, other) == compare(exact, other)


def test_there_are_bounds_to_enclose() -> None:
    assert len(CLAIMS) > 40


@pytest.mark.parametrize("identifier", ["bylander.2", "bylander.3", "bylander.6", "bylander.9", "bylander.8"])
def test_decisions_on_instances_agree(identifier: str) -> None:
    claim = theorem(identifier)
    for _, instance in random_instances(claim, 20, seed=3):
        case = claim.case(complete(claim, instance))
        for lhs in (F(0), F(1), F(3, 2), case.evaluate(claim.bound)):
            assert order(claim.bound, case.values, lhs) == compare(case.evaluate(claim.bound), lhs)


@pytest.mark.parametrize(
    "expression",
    [
        sympy.Rational(1, 3) * s.U,
        sympy.sqrt(s.U) + 1 / sympy.sqrt(s.U),
        s.U ** sympy.Rational(5, 3),
        s.U**-2,
        s.U**s.X,
        sympy.exp(-s.U) + sympy.E,
        sympy.Max(s.U, s.X, 1) - sympy.Min(s.U, s.X),
        sympy.Abs(s.U - s.X),
        sympy.floor(10 * s.U) + sympy.ceiling(s.X / 7),
        sympy.log(2 * s.U) / sympy.log(3),
        sympy.sqrt(2) * s.X,
    ],
    ids=str,
)
def test_every_node(expression: Any) -> None:
    exact = evaluate(expression, VALUES)
    with working_precision(200):
        assert abs(enclose(expression, VALUES) - ball(exact)) < arb(2) ** -100
    assert enclose(expression, VALUES).contains(enclose(expression, VALUES).mid())
    assert order(expression, VALUES, exact) == 0 or compare(evaluate(expression, VALUES), exact) is None
    assert order(expression, VALUES, exact + 1) == -1


def test_one_third_is_one_third() -> None:
    """A third is no float: at 200 bits its ball holds the truth."""
    with working_precision(200):
        assert enclose(s.U / 3, {s.U: F(1)}).contains(arb(1) / 3)
        assert enclose(s.U / 3, {s.U: F(1)}).rad() < arb(2) ** -190


def test_undecided_and_undefined_are_those_of_exact_arithmetic() -> None:
    assert order(sympy.sqrt(2 + s.U), {s.U: sqrt(F(3))}, (sqrt(F(6)) + sqrt(F(2))) / 2) is None
    with pytest.raises(UndefinedValue):
        order(sympy.log(s.X), {s.X: F(0)}, F(1))
    with pytest.raises(UndefinedValue):
        order(1 / s.X, {s.X: F(0)}, F(1))
    with pytest.raises(BoundcheckError, match="no value for X"):
        order(1 / s.X, {}, F(1))
    with pytest.raises(BoundcheckError, match="sin"):
        order(sympy.sin(s.X), {s.X: F(1)}, F(1))
    with pytest.raises(BoundcheckError, match="Float"):
        order(sympy.Float("0.5") * s.X, {s.X: F(1)}, F(1))


def test_compiled_once() -> None:
    expression = s.U * sympy.log(s.n) + 7
    assert compiled_balls(expression, 53) is compiled_balls(s.U * sympy.log(s.n) + 7, 53)
    assert compiled_balls(expression, 53) is not compiled_balls(expression, 64)


def test_a_wrong_enclosure_is_noticed(monkeypatch: pytest.MonkeyPatch) -> None:
    """Power: with balls that lost their radius, equality is taken for a strict order somewhere."""
    original = verdict.enclose
    monkeypatch.setattr(verdict, "enclose", lambda expression, values: original(expression, values).mid())
    expressions = [s.U / k + s.X * sympy.sqrt(k) for k in range(3, 30)]
    assert any(order(e, VALUES, evaluate(e, VALUES)) for e in expressions)
