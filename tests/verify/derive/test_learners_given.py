"""A learner by rule is given alike to all that take one; one that keeps no weights w is refused in a line."""

from __future__ import annotations

from typing import Any

import pytest
import sympy

from bounds.claims.own import learner, own_claim
from bounds.errors import BoundcheckError
from bounds.formulas import rule
from bounds.symbols import C, U, X, rho
from verify.derive import derive
from verify.derive.prove_own import prove_own
from verify.own_data.learner import with_learner

TEXT = "w + 2*eta*y*x if y*yhat <= 0 else w"
WAYS = [TEXT, {"w": TEXT}, rule(TEXT), learner(TEXT)]


@pytest.mark.parametrize("given", WAYS)
def test_a_learner_is_given_in_any_way(given: Any) -> None:
    """Power: derive knew texts and rules alone, and assert_bound learners alone."""
    assert str(derive(given, separable=True).bound) == str(derive(TEXT, separable=True).bound)
    assert own_claim(given, "l").learner == learner(TEXT)
    changed = with_learner("bylander.5", given).learner
    assert changed is not None
    assert changed.rule == rule(TEXT)


def test_a_version_that_a_learner_has_is_kept() -> None:
    """Power: without it, what is derived is of a learner that is told narrower intervals."""
    told: dict[str, Any] = {"outcomes": "intervals"}
    plain, wider = (learner("w + eta*side*x", version=v, **told) for v in ("absolute", "toleranced(tau)"))
    said = derive(rule("w + eta*side*x", outcomes="intervals"), "absolute", "absolute", tolerance="tau").bound
    assert derive(wider, "absolute", "absolute").bound == said != derive(plain, "absolute", "absolute").bound
    with pytest.raises(BoundcheckError, match="the side of a version's target"):
        derive(learner("w + eta*side*x", version="threshold(1/2)", **told), "absolute", "absolute")


@pytest.mark.parametrize("wrong", [5, None, learner])
def test_what_is_no_learner_by_rule_is_refused(wrong: Any) -> None:
    with pytest.raises(BoundcheckError, match="give a text or a dictionary, each value a text or a Rule"):
        derive(wrong)


@pytest.mark.parametrize("outcomes", ["labels", "points", "intervals"])
def test_a_state_without_weights_is_refused(outcomes: Any) -> None:
    """Power: a KeyError came from the rule's update of w, which there is not."""
    step = "side" if outcomes == "intervals" else "y"
    keeps = learner({"v": f"v + {step}*x"}, predict="dot(v, x)", outcomes=outcomes)
    claim = own_claim(keeps, "U**2*X**2", gain="absolute", given=["norm(u, 2) <= U", "norm(x, 2) <= X"])
    assert "the learner keeps v" in prove_own(claim).reason
    with pytest.raises(BoundcheckError, match="the learner keeps v"):
        derive(keeps, "absolute", "absolute")
    with pytest.raises(BoundcheckError, match="no distance pays"):
        own_claim(keeps, "U", gain="absolute", per_trial=True)


@pytest.mark.deep
def test_a_form_of_two_parameters_is_proved_in_the_range_where_it_holds() -> None:
    """PA-II. Power: closed forms went through all samples, and were given up for one ratio at which they fail."""
    found = derive("w + max(0, 1 - y*yhat)/(xx + 1/(2*C))*y*x", "squared_hinge", "squared_hinge")
    (part,) = found.parts
    assert (found.status, part.conditions) == ("derived", "2*C <= rho")
    at_textbook = [sympy.simplify(value.subs(rho, 2 * C)) for value in (part.bound, part.c)]
    assert [sympy.simplify(value) for value in at_textbook] == [
        sympy.simplify(U**2 * (X**2 + 1 / (2 * C))),
        sympy.simplify(1 + 2 * C * X**2),
    ]
    assert not found.holds(a="99/100", c="99/100").checked
