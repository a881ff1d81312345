"""Claims about intervals are proved by potentials, in inner products and entry by entry, with and without tolerance.

Power: one percent less, each premise that is dropped, each damaged identity, a missing kind of outcome, and losses of u
that are too small are caught.
"""

from __future__ import annotations

import copy
from collections.abc import Callable, Mapping
from fractions import Fraction
from functools import cache
from typing import Any

import pytest

from bounds.claims.claim import Claim, Potential
from bounds.claims.own import learner, own_claim
from tests.verify.confirmed import confirmed_worst, confirms, needless, says
from verify.derive.by_potential import proof_by
from verify.derive.found_weights import found_weights
from verify.judge.certificate import statement
from verify.kernel_proof.potential import Potential as Plan
from verify.kernel_proof.potential import goals_of
from verify.kernel_proof.states import StatefulClaim
from verify.search.search import search

BALL = ["norm(u, 2) <= U", "norm(x, 2) <= X"]
SIMPLEX = ["sum(u) == U", "0 <= min(u)", "max(abs(x)) <= X", "U > 0", "X > 0"]
STEP, UPDATE = "w + eta*side*x", "U*w*exp(eta*side*x)/sum(w*exp(eta*side*x))"
DISTANCE = "dot(u - w, u - w)/(2*eta)"
LESS = "99/100*"
SIDES = ("side = 1", "side = -1", "side = 0")


def regret(of: Any, bound: str, given: list[str], potential: str | Potential | None = None, **more: Any) -> Claim:
    stated = {"gain": "absolute", "loss": "absolute", **more}
    return own_claim(of, bound, given=given, potential=potential, **stated)


OWN: dict[str, Callable[..., Claim]] = {
    "sides": lambda scale="": regret(
        learner(STEP, outcomes="intervals"), f"{scale}(U**2/(2*eta) + eta*X**2*l/2)", BALL,
        f"{DISTANCE} - eta*X**2*(t - 1)/2",
    ),
    "tolerance": lambda scale="": regret(
        learner(STEP, outcomes="intervals", version="toleranced(tau)"), f"{scale}U**2/(2*eta)",
        [*BALL, "eta*X**2 <= 2*tau"], DISTANCE,
    ),
    "update": lambda scale="": regret(
        learner(UPDATE, start={"w": "U/n"}, outcomes="intervals"), f"{scale}(U*ln(n)/eta + U*X**2*eta*l/2)", SIMPLEX
    ),
    "update, tolerance": lambda scale="": regret(
        learner(UPDATE, start={"w": "U/n"}, outcomes="intervals", version="toleranced(tau)"), f"{scale}U*ln(n)/eta",
        [*SIMPLEX, "U*X**2*eta <= 2*tau"],
    ),
}  # fmt: skip
TOLERANT = ("tolerance", "update, tolerance")
QUICK = ("sides", "tolerance")


@cache
def document(name: str) -> Mapping[str, Any]:
    claim = OWN[name]()
    proof = proof_by(claim, claim.potential or next(found_weights(claim)))
    assert proof.status == "checked"
    assert proof.certificate is not None
    return proof.certificate


@pytest.mark.parametrize("name", OWN)
def test_they_are_proved_and_what_is_less_is_not_confirmed(name: str) -> None:
    given = document(name)
    assert confirmed_worst(given)
    statement = given["statement"]
    assert not says(given, bound=f"{LESS}({statement['bound']})")
    assert needless(given, [key for key in statement["hypotheses"] if "range" not in key and "X >" not in key]) == []
    assert not says(given, version="absolute" if name in TOLERANT else "toleranced(1)")
    rule = statement["learner"]
    turned = {"w": rule["rule"]["w"].replace("side", "(-side)")}
    assert not says(given, learner={**rule, "rule": turned})
    for loss in ("u_loss/2", "0", "u_loss - 1"):
        assert not says(given, compare=[{"value": f"sum_t(loss) - sum_t({loss})"}]), loss


@pytest.mark.parametrize("name", OWN)
def test_all_kinds_of_outcomes_are_among_the_goals(name: str) -> None:
    """Power: a proof that leaves one out is not confirmed, nor is one of which a coefficient is another one."""
    given: dict[str, Any] = copy.deepcopy(dict(document(name)))
    for side in SIDES:
        left = [goal for goal in given["goals"] if not goal["name"].endswith(side)]
        assert len(left) < len(given["goals"])
        assert not confirms({**given, "goals": left}), side
    for goal in given["goals"]:
        terms = goal["proof"]["terms"]
        for term in terms if len(terms) > 1 else ():
            was, term[0] = term[0], str(2 * Fraction(term[0]))
            assert not confirms(given), goal["name"]
            term[0] = was
    assert confirms(given)


@pytest.mark.parametrize("name", QUICK)
def test_what_is_false_is_not_proved(name: str) -> None:
    less = OWN[name](LESS)
    assert less.potential is not None
    assert proof_by(less, less.potential).status == "not proved"
    assert search(OWN[name](), instances=60).held


def test_a_loss_of_u_may_be_as_large_as_one_likes() -> None:
    given = document("sides")
    assert not says(given, compare=[{"value": "sum_t(u_loss) - sum_t(loss)"}])
    assert not says(given, compare=[{"value": "sum_t(loss*u_loss) - sum_t(u_loss)"}])
    made = goals_of(StatefulClaim(statement(OWN["sides"]())), Plan(DISTANCE))
    assert {goal.name.rpartition(", ")[2] for goal in made.goals if "side" in goal.name} == set(SIDES)
