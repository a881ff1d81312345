"""Verdicts by compiled balls: every bound of the catalogue is enclosed, and decisions are those of exact arithmetic."""

from __future__ import annotations

from fractions import Fraction

import pytest
import sympy
from flint import arb

from adversaries.families.sampling import random_instances
from bounds import symbols as s
from bounds.claims.catalogue import catalogue, theorem
from bounds.claims.claim import Claim
from bounds.claims.own import own_claim
from bounds.data.trials import Trials
from bounds.errors import BoundcheckError, Undecided, UndefinedValue
from bounds.expression import formula_of, parse_expression
from bounds.fast import verdict
from bounds.fast.verdict import enclose, order, value_of
from bounds.formulas import read
from bounds.formulas.text import as_typed
from bounds.instances import Instance
from bounds.numbers import ball, compare, log, sqrt, working_precision
from bounds.numbers.evaluate import evaluate
from tests.ladder import rung
from verify.judge.check import check
from verify.judge.complete import complete
from verify.judge.status import Status
from verify.search.search import search

F = Fraction
BALL = ["norm(u, 2) <= U", "norm(x, 2) <= X"]
REALS = (s.U, s.X, s.eta, s.tau, s.delta, s.beta, s.alpha, s.theta)
INTEGERS = (s.l, s.n, s.N, s.k, s.m, s.p)
VALUES = {symbol: F(k + 2, 3) for k, symbol in enumerate(REALS)} | {
    symbol: F(k + 3) for k, symbol in enumerate(INTEGERS)
}
CLAIMS = [c for c in catalogue() if c.bound.free_symbols and not c.bound.free_symbols - VALUES.keys()]


@rung("run", CLAIMS)
def test_bounds_are_enclosed(claim: Claim) -> None:
    try:
        exact = value_of(claim.formula, VALUES)
    except (UndefinedValue, Undecided):
        return
    enclosure = enclose(claim.formula, VALUES)
    with working_precision(300):
        assert enclosure.contains(ball(exact))
        assert enclosure.overlaps(ball(evaluate(claim.bound, VALUES)))
    for other in (exact, exact + F(1, 10**6), exact - F(1, 10**6), F(1), exact + F(1, 10**40)):
        assert order(claim.formula, VALUES, other) == compare(exact, other)


def test_there_are_bounds_to_enclose() -> None:
    assert len(CLAIMS) > 40


@pytest.mark.parametrize("identifier", ["bylander.2", "bylander.3", "bylander.6", "bylander.9", "bylander.8"])
def test_decisions_on_instances_agree(identifier: str) -> None:
    claim = theorem(identifier)
    for _, instance in random_instances(claim, 20, seed=3):
        case = claim.case(complete(claim, instance))
        assert compare(case.bound, case.evaluate(claim.bound)) == 0
        for lhs in (F(0), F(1), F(3, 2), case.bound):
            assert case.order(lhs, {}) == compare(case.bound, lhs)


OPERATIONS = (
    "1/3*U", "sqrt(U) + 1/sqrt(U)", "U**(5/3)", "U**-2", "U**X", "U**(-1/2)", "exp(-U) + exp(1)", "Max(U, X, 1)",
    "Min(U, X)", "Abs(U - X)", "floor(10*U) + ceiling(X/7)", "log(2*U)/log(3)", "log(U, 2) + log2(X) + ln(U)",
    "sqrt(2)*X", "U - X/U",
)  # fmt: skip
"""Each operation that bounds are written in."""


@pytest.mark.parametrize("text", OPERATIONS)
def test_every_operation(text: str) -> None:
    bound = as_typed(text)
    exact = value_of(bound, VALUES)
    with working_precision(200):
        assert abs(enclose(bound, VALUES) - ball(exact)) < arb(2) ** -100
        assert abs(ball(evaluate(parse_expression(text), VALUES)) - ball(exact)) < arb(2) ** -100
    assert enclose(bound, VALUES).contains(enclose(bound, VALUES).mid())
    assert order(bound, VALUES, exact) == 0 or compare(value_of(bound, VALUES), exact) is None
    assert order(bound, VALUES, exact + 1) == -1


def test_one_third_is_one_third() -> None:
    """A third is no float: at 200 bits its ball holds the truth."""
    with working_precision(200):
        assert enclose(as_typed("U/3"), {s.U: F(1)}).contains(arb(1) / 3)
        assert enclose(as_typed("U/3"), {s.U: F(1)}).rad() < arb(2) ** -190


def test_undecided_and_undefined_are_those_of_exact_arithmetic() -> None:
    assert order(as_typed("sqrt(2 + U)"), {s.U: sqrt(F(3))}, (sqrt(F(6)) + sqrt(F(2))) / 2) == 0
    assert order(as_typed("log(2 + U)"), {s.U: sqrt(F(3))}, -log(2 - sqrt(F(3)))) is None
    for text in ("log(X)", "1/X", "X/X", "X**-1"):
        with pytest.raises(UndefinedValue):
            order(as_typed(text), {s.X: F(0)}, F(1))
    with pytest.raises(BoundcheckError, match="no value for X"):
        order(as_typed("1/X"), {}, F(1))
    with pytest.raises(BoundcheckError, match="cannot enclose sign"):
        order(read("sign(X)"), {s.X: F(1)}, F(1))


def test_no_simplifier_stands_between_a_bound_and_its_value() -> None:
    """Power: by way of sympy, which cancels X, this bound was 1 where X is 0."""
    claim = theorem("bylander.2").replace(bound="X/X")
    assert claim.bound == 1
    case = claim.case(Instance(Trials.of([[0]], [1]), [1], {"eta": 1, "U": 1, "X": 0}))
    with pytest.raises(UndefinedValue):
        _ = case.bound
    assert check(claim, case.instance).status is Status.VACUOUS


def test_a_parameter_that_cancels_is_one_of_the_claim() -> None:
    """Power: sympy's view of the bound has none, and its value was asked for and refused."""
    claim = own_claim("w + y*x if y*yhat <= 0 else w", "U**2*X**2 + 0*beta", given=[*BALL, "separable"])
    assert s.beta in claim.free
    assert search(claim, instances=40).counts[Status.HOLDS] > 10
    with pytest.raises(BoundcheckError, match="does not say what tau is"):
        theorem("bylander.2").replace(bound="U**2 + 0*tau")


def test_expressions_are_formulas_part_by_part() -> None:
    for text in OPERATIONS:
        expression = parse_expression(text)
        assert compare(value_of(formula_of(expression), VALUES), evaluate(expression, VALUES)) == 0
    with pytest.raises(BoundcheckError, match="cannot evaluate sin"):
        formula_of(sympy.sin(s.U))


def test_compiled_once() -> None:
    assert verdict._compiled_balls(as_typed("U*ln(n) + 7"), 53) is verdict._compiled_balls(as_typed("U*ln(n) + 7"), 53)
    assert verdict._compiled_balls(as_typed("U*ln(n)"), 53) is not verdict._compiled_balls(as_typed("U*ln(n)"), 64)


def test_a_wrong_enclosure_is_noticed(monkeypatch: pytest.MonkeyPatch) -> None:
    """Power: with balls that lost their radius, equality is taken for a strict order somewhere."""
    original = verdict.enclose
    monkeypatch.setattr(verdict, "enclose", lambda bound, values: original(bound, values).mid())
    bounds = [as_typed(f"U/{k} + X*sqrt({k})") for k in range(3, 30)]
    assert any(order(bound, VALUES, value_of(bound, VALUES)) for bound in bounds)
