"""Claims that count the trials which change the state are proved by a potential that speaks of their number.

Power: a trial that leaves the state as it was is not counted, so that what is paid there is missed; so is each
invariant, one percent less of bound or potential, and a rate that does not fall.
"""

from __future__ import annotations

import copy
from collections.abc import Mapping
from fractions import Fraction
from functools import cache
from typing import Any

import pytest

from bounds.claims.claim import Claim, Potential
from bounds.claims.own import own_claim
from bounds.data.trials import Trials
from bounds.instances import Instance
from tests.verify.confirmed import confirmed_worst, confirms, says
from verify.derive.by_potential import proof_by
from verify.derive.found_potential import found_potentials
from verify.judge.certificate import statement
from verify.judge.check import check
from verify.judge.status import Status
from verify.kernel_proof.potential import Potential as Plan
from verify.kernel_proof.potential import goals_of
from verify.kernel_proof.states import StatefulClaim

RULE = "w + y*x/sqrt(updates + 1) if y*yhat <= 0 else w"
COUNTED = Potential("-updates", ("updates >= 0", "updates <= t - 1"))
MOVED = "(w + C*y*x/sqrt(updates + 1))"
ALMA = f"{MOVED}/max(1, norm({MOVED}, 2)) if y*yhat <= beta/sqrt(updates + 1) else w"
GIVEN = ["norm(u, 2) <= 1", "norm(x, 2) <= X", "C > 0", "beta >= 0"]


def counted(gain: str = "update", bound: str = "l") -> Claim:
    return own_claim(RULE, bound, gain=gain)


@cache
def certificate() -> Mapping[str, Any]:
    proof = proof_by(counted(), COUNTED)
    assert proof.status == "checked"
    assert proof.certificate is not None
    return proof.certificate


def alma() -> Claim:
    return own_claim(ALMA, "(2/C + 2*beta + C*X**2)*sqrt(l)", gain="update", loss="hinge", given=GIVEN)


def test_there_are_no_more_updates_than_trials() -> None:
    given: dict[str, Any] = copy.deepcopy(dict(certificate()))
    assert confirmed_worst(given)
    assert not says(given, bound="99/100*l")
    others: list[dict[str, Any]] = [{"potential": "-99/100*updates"}]
    for other in (*others, *({"invariants": [of]} for of in COUNTED.invariants)):
        assert not confirms({**given, **other}), other
    for left in (given["goals"][1:], given["goals"][:-1], given["goals"][::-1]):
        assert not confirms({**given, "goals": left})
    for gain in ("1", "y*yhat <= 0", "2*update", "1 - update"):
        compared = [{**given["statement"]["compare"][0], "value": f"sum_t({gain})"}]
        assert not says(given, compare=compared), gain


def test_a_mistake_on_nothing_is_no_update() -> None:
    """Power: where x = 0 the state stays, as exact runs have it, and no potential pays for the mistake there."""
    more = counted("(y*yhat <= 0) - update", "0")
    nothing = Instance(Trials.of([[Fraction(0)]], [1], floats="exact"), comparator=[Fraction(0)])
    assert check(more, nothing).status is Status.VIOLATED
    assert proof_by(more, Potential("0")).status == "not proved"
    moved = own_claim("w + y*x if y*yhat <= 0 and xx > 0 else w", "0", gain="(y*yhat <= 0 and xx > 0) - update")
    assert proof_by(moved, Potential("0")).status == "checked"


def test_where_the_state_may_stay_both_ways_are_looked_at() -> None:
    """Power: a step that is projected may lead back to where it began, and then no gain of 1 is asked for."""
    made = goals_of(StatefulClaim(statement(alma())), Plan("0", ("dot(w, w) <= 1",)))
    gains = {goal.wanted.ratio.constant for goal in made.goals if goal.name == "a later trial, y = 1"}
    assert gains >= {0, -1}
    stays = [goal for goal in made.goals if any("_last_w" in g.ratio.names and g.relation == "==" for g in goal.guards)]
    assert stays


def test_the_potential_of_rates_by_updates_is_found() -> None:
    (found,) = found_potentials(alma())
    assert found.formula.startswith("(sqrt(updates)/C)*(dot(u - w, u - w) - 4")
    assert found.invariants[:2] == ("updates >= 0", "updates <= t - 1")


@pytest.mark.deep
def test_alma_is_proved_by_certificate() -> None:
    """Power: one percent less is not, nor a rate that does not fall."""
    (potential,) = found_potentials(alma())
    proof = proof_by(alma(), potential)
    assert proof.status == "checked"
    assert proof.certificate is not None
    given = dict(proof.certificate)
    assert confirmed_worst(given)
    assert not says(given, bound=f"99/100*({given['statement']['bound']})")
    rule = given["statement"]["learner"]
    other = {**rule, "rule": {"w": rule["rule"]["w"].replace("updates + 1", "updates + 2")}}
    assert not says(given, learner=other)
