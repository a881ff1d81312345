"""Bounds of the literature, derived from the learners' rules alone.

Power: each constant is the source's, and each fails z3's proof when it is lowered by one percent.
"""

from __future__ import annotations

from functools import cache
from typing import Any, NamedTuple

import pytest
import sympy

from bounds.claims.catalogue import theorem
from bounds.formulas import Rule, rule
from bounds.symbols import C, U, X, beta, eta, l, n, rho, tau
from tests.verify.confirmed import confirmed_worst, says
from verify.derive import Derived, derive

HALF, ONE, ZERO = sympy.Rational(1, 2), sympy.Integer(1), sympy.Integer(0)
PERCEPTRON = rule("w + eta*y*x if y*yhat <= 0 else w")
ABSOLUTE = rule("w + eta*side*x", outcomes="intervals")
EU = rule("U*w*exp(eta*side*x)/sum(w*exp(eta*side*x))", start={"w": "U/n"}, outcomes="intervals")
EG = rule("w*exp(eta*(y - yhat)*x)/sum(w*exp(eta*(y - yhat)*x))", start={"w": "1/n"}, outcomes="points")
SHARES = "dot(w, x)/sum(w)"
HEDGE = rule("w*exp(-eta*x)", predict=SHARES, start={"w": "1"}, outcomes="points")
BETA = rule("w*beta**x", predict=SHARES, start={"w": "1"}, outcomes="points")
PA = rule("w + max(0, 1 - y*yhat)/xx*y*x")
PA1 = rule("w + min(C, max(0, 1 - y*yhat)/xx)*y*x")
PA2 = rule("w + max(0, 1 - y*yhat)/(xx + 1/(2*C))*y*x")
PA_REGRESSION = rule("w + sign(y - yhat)*max(0, abs(y - yhat) - tau)/xx*x", outcomes="points")
GD = rule("w + eta*(y - yhat)*x", outcomes="points")


class Golden(NamedTuple):
    rule: Rule
    gain: str
    loss: str
    asked: dict[str, Any]
    a: Any
    b: Any
    c: Any
    bound: Any = None


GOLDEN = {
    "Bylander 2": Golden(ABSOLUTE, "absolute", "absolute", {}, 1 / (2 * eta), eta * X**2 / 2, ONE),
    "Bylander 3": Golden(EU, "absolute", "absolute", {}, 1 / eta, eta * U * X**2 / 2, ONE, U * sympy.log(n) / eta),
    "Bylander 5": Golden(PERCEPTRON, "mistake", "hinge", {"separable": True}, 1 / (eta * (2 - eta * X**2)), ZERO, ZERO),
    "Bylander 5 at eta = 1/X**2": Golden(
        PERCEPTRON, "mistake", "hinge", {"separable": True, "where": {"eta": "1/X**2"}}, X**2, ZERO, ZERO
    ),
    "Bylander 8": Golden(ABSOLUTE, "absolute", "absolute", {"tolerance": "tau"}, 1 / (2 * eta), ZERO, ONE),
    "Bylander 8 at its rate": Golden(
        ABSOLUTE, "absolute", "absolute", {"tolerance": "tau", "where": {"eta": "2*tau/X**2"}},
        X**2 / (4 * tau), ZERO, ONE,
    ),
    "Perceptron, hinge": Golden(
        PERCEPTRON, "mistake", "hinge", {}, 1 / (eta * (2 - eta * X**2)), ZERO, 2 / (2 - eta * X**2)
    ),
    "margin Perceptron": Golden(
        rule("w + eta*y*x if y*yhat <= beta else w"), "update", "hinge", {"separable": True, "scaled": True},
        None, ZERO, ZERO, U**2 * (X**2 + 2 * beta / eta),
    ),
    "normalised Perceptron": Golden(
        rule("w + y*x/norm(x, 2) if y*yhat <= 0 else w"), "mistake", "hinge", {"separable": True, "scaled": True},
        None, ZERO, ZERO, U**2 * X**2,
    ),
    "PA": Golden(PA, "squared_hinge", "hinge", {"separable": True}, X**2, ZERO, ZERO),
    "PA-II": Golden(
        PA2, "squared_hinge", "squared_hinge", {"ratio": "2*C"}, X**2 + 1 / (2 * C), ZERO, 2 * C * X**2 + 1
    ),
    "PA-II, any ratio": Golden(
        PA2, "squared_hinge", "squared_hinge", {"ratio": "rho", "assume": ["rho >= 2*C"]},
        rho * (2 * C * X**2 + 1) ** 2 / (4 * C * (C * X**2 * rho - C + rho)), ZERO,
        rho**2 * (2 * C * X**2 + 1) ** 2 / (4 * C * (C * X**2 * rho - C + rho)),
    ),
    "PA-II, separable": Golden(
        PA2, "squared_hinge", "squared_hinge", {"separable": True},
        (2 * C * X**2 + 1) ** 2 / (4 * C * (C * X**2 + 1)), ZERO, ZERO,
    ),
    "PA, regression": Golden(
        PA_REGRESSION, "max(0, abs(y - yhat) - tau)**2", "insensitive", {"separable": True}, X**2, ZERO, ZERO
    ),
    "OGD, hinge": Golden(
        rule("w + eta*y*x if y*yhat < 1 else w"), "hinge", "hinge", {}, 1 / (2 * eta), eta * X**2 / 2, ONE
    ),
    "OGD, absolute": Golden(
        rule("w + eta*sign(y - yhat)*x", outcomes="points"), "absolute", "absolute", {},
        1 / (2 * eta), eta * X**2 / 2, ONE,
    ),
    "GD, squared": Golden(
        GD, "squared", "squared", {}, rho / (eta * (2 * rho - eta - eta * rho * X**2)), ZERO,
        rho**2 / (eta * (2 * rho - eta - eta * rho * X**2)),
    ),
    "GD, squared, at Kivinen and Warmuth's rate": Golden(
        GD, "squared", "squared", {"ratio": "rho", "where": {"eta": "rho/(1 + rho*X**2)"}},
        X**2 + 1 / rho, ZERO, 1 + rho * X**2,
    ),
    "EG, squared": Golden(
        EG, "squared", "squared", {"inputs": "unit", "ratio": "rho", "where": {"eta": "4*rho/(rho + 2)"}},
        None, ZERO, 1 + rho / 2, (HALF + 1 / rho) * sympy.log(n),
    ),
    "Hedge": Golden(
        HEDGE, "linear", "linear", {"inputs": "unit"}, 1 / eta, eta / 8, ONE, sympy.log(n) / eta + eta * l / 8
    ),
    "Hedge, beta": Golden(
        BETA, "linear", "linear", {}, 1 / (1 - beta), ZERO, sympy.log(1 / beta) / (1 - beta), sympy.log(n) / (1 - beta)
    ),
    "Weighted Majority": Golden(
        BETA, "1 if yhat >= 1/2 else 0", "linear", {}, 1 / sympy.log(2 / (1 + beta)), ZERO,
        sympy.log(1 / beta) / sympy.log(2 / (1 + beta)),
    ),
}  # fmt: skip


@cache
def derived(name: str) -> Derived:
    golden = GOLDEN[name]
    return derive(golden.rule, golden.gain, golden.loss, **golden.asked)


def equal(first: Any, second: Any) -> bool:
    return bool(sympy.simplify(first - second) == 0)


@pytest.mark.parametrize("name", GOLDEN)
def test_the_constants_of_the_source_come_out_and_are_proved(name: str) -> None:
    golden, found = GOLDEN[name], derived(name)
    assert found.outcome == "derived"
    part = found.parts[0]
    assert part.proof.checked
    assert golden.a is None or equal(part.a, golden.a)
    assert equal(part.b, golden.b)
    assert equal(part.c, golden.c)
    if golden.bound is not None:
        assert equal(part.bound.subs(l, 0) if golden.b != 0 and not golden.bound.has(l) else part.bound, golden.bound)


@pytest.mark.deep
@pytest.mark.parametrize("name", GOLDEN)
def test_all_of_them_have_a_certificate_that_is_confirmed(name: str) -> None:
    found = derived(name)
    assert found.status == "derived"
    for part in found.certificates:
        assert confirmed_worst(part.document)
        assert part.document is not None
        assert not says(part.document, bound=f"99/100*({part.document['statement']['bound']})")


def test_the_catalogues_own_bounds_come_out_of_the_rules_alone() -> None:
    for number, name in (("2", "Bylander 2"), ("3", "Bylander 3"), ("8", "Bylander 8 at its rate")):
        assert equal(derived(name).parts[0].bound, theorem(f"bylander.{number}").bound)
    at_its_rate = derived("Bylander 5 at eta = 1/X**2").parts[0].bound
    assert equal(at_its_rate, theorem("bylander.5").inner_bound)


@pytest.mark.parametrize("name", GOLDEN)
def test_no_constant_can_be_one_percent_smaller(name: str) -> None:
    """Power: z3 finds a state that breaks the inequality, rather than giving up."""
    found = derived(name)
    part = found.parts[0]
    for constant in "abc":
        if getattr(part, constant) != 0:
            factors: dict[str, Any] = {constant: "99/100"}
            failed = found.holds(**factors).failed
            assert failed is not None, constant
            assert not failed.message.endswith("z3 does not know")
