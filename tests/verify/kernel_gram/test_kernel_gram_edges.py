"""What would be certified and is false: a loss with a hole, a scaled comparator, a bound in l, names that are taken.

Power: each claim is violated on the sequence beside it, and a checker that overlooks the edge certifies it.
"""

from __future__ import annotations

import copy
from collections.abc import Callable
from typing import Any

import pytest

from bounds.claims.catalogue import theorem
from bounds.claims.own import own_claim
from bounds.data.trials import Trials
from bounds.errors import BoundcheckError
from bounds.instances import Instance
from tests.verify.confirmed import confirmed_worst, findings
from verify import kernel
from verify.certify.search import certify
from verify.judge.check import check
from verify.kernel import ONE, ZERO
from verify.kernel_gram.certificate import FORMAT, NOTHING_CLAIMED, constant
from verify.kernel_gram.claims import UNIT, Claim
from verify.kernel_gram.formulas import Affine, GramScope, Vector, value
from verify.kernel_gram.numbers import Refused

OGD = "w + eta*y*x if y*yhat < 1 else w"
CATALOGUE = kernel.statements()


def test_a_comparator_with_less_loss_at_a_point_is_not_certified() -> None:
    """Power: with u.x = 2 on every trial each takes 5 off the comparator's loss."""
    claim = own_claim(
        OGD, "U**2/(2*eta) + eta*X**2*l/2", gain="hinge", loss="max(0, 1 - y*ux) if y*ux != 2 else -5",
        given=["norm(u, 2) <= U", "norm(x, 2) <= X"],
    )  # fmt: skip
    given: dict[str, Any] = {"U": 2, "X": 1, "eta": 1}
    assert check(claim, Instance(Trials.of([[1], [1]], [1, 1]), [2], given)).status.value == "VIOLATED"
    with pytest.raises(BoundcheckError, match="smaller at a point"):
        certify(claim, 2, **given)


def test_a_comparator_that_is_charged_is_not_scaled_to_norm_1() -> None:
    """Power: of norm 1 it would have a hinge loss of 4/5 on every trial; of norm 50 it has none."""
    claim = own_claim(OGD, "l/2", gain="hinge", loss="hinge", given=["norm(x, 2) <= X", UNIT])
    one = Trials.of([["3/5", "1/5"]], [1])
    given: dict[str, Any] = {"X": "1", "eta": "1/4"}
    violated = check(claim, Instance(one, [0, 50], given))
    assert violated.status.value == "VIOLATED"
    assert not certify(claim, 2, **given, gamma="1/5").status.startswith("certified")
    said = {**CATALOGUE["bylander.5"], "hypotheses": {"margin": UNIT, "start": "length(start) == 0"}}
    charged = {**said, "compare": [{"value": "sum_t(err) - sum_t(u_loss)"}]}
    names = {"gamma": constant("1/5")}
    assert Claim(said, {}).premises(names) == {"u": ONE, "margin": constant("1/5")}
    assert Claim(charged, {}).premises(names) == {}


def test_a_bound_of_each_trial_that_speaks_of_l_is_not_certified() -> None:
    """Power: with one trial the bound is the theorem's, with two it is 1 less."""
    claim = theorem("bylander.10")
    assert certify(claim, 2).status == "certified for every length"
    less = claim.replace(bound=f"{claim.bound} + 1 - l")
    two = Instance(Trials.of([[1], [1]], [1, 1]), [1], {"U": 1, "X": 1, "eta": 1})
    assert check(less, two).status.value == "VIOLATED"
    with pytest.raises(BoundcheckError, match="the number of trials"):
        certify(less, 2)
    changed = {**CATALOGUE["bylander.10"], "bound": "loss + 1 - l"}
    document = {
        "format": FORMAT, "claim": "own", "statement": changed, "parameters": {"eta": "1/2"}, "length": 2,
        "every": False, "multipliers": {},
    }  # fmt: skip
    assert confirmed_worst({**document, "statement": CATALOGUE["bylander.10"]})
    assert not confirmed_worst(document)


@pytest.mark.parametrize(
    ("value", "bound"),
    [("u_loss", "0"), ("err + u_loss", "err"), ("1 - update", "0")],
)
def test_of_each_trial_nothing_is_certified_that_its_prediction_does_not_say(value: str, bound: str) -> None:
    """Power: u = 0 has a loss of 1, and a trial with x = 0 makes no update."""
    compare = [{"over": "trials", "value": value}]
    said = {**CATALOGUE["bylander.10"], "compare": compare, "bound": bound, "learner": {
        "rule": {"w": "w + eta*y*x"}, "predict": "dot(w, x)", "start": {},
    }}  # fmt: skip
    document = {
        "format": FORMAT, "claim": "own", "statement": said, "parameters": {"eta": "1"}, "length": 1,
        "every": False, "multipliers": {},
    }  # fmt: skip
    instance = {"n": 1, "trials": [{"x": ["0"], "outcome": "+1"}], "comparator": ["0"], "parameters": {"eta": "1"}}
    assert kernel.judge(said, instance).status == "VIOLATED"
    assert not confirmed_worst(document)


@pytest.mark.parametrize(
    ("condition", "at_zero", "beside"),
    [
        ("if(yhat, 1, 2)", 2, 1),
        ("if(not yhat, 1, 2)", 1, 2),
        ("if(yhat and 1, 1, 2)", 2, 1),
        ("if(yhat or 0, 1, 2)", 2, 1),
        ("if(sqrt(2), 1, 2)", 1, 1),
    ],
)
def test_a_number_as_a_condition_is_true_where_it_is_not_0(condition: str, at_zero: int, beside: int) -> None:
    for q, expected in ((ZERO, at_zero), (ONE, beside)):
        assert value(kernel.read(condition), GramScope({"yhat": Affine(ZERO, ONE)}, q)) == expected
        assert kernel.value(kernel.read(condition), kernel.Scope({"yhat": q})) == expected
    with pytest.raises(Refused):
        value(kernel.read("if(w, 1, 2)"), GramScope({"w": Vector({"w": ONE})}))


def test_no_parameter_is_called_what_a_trial_has() -> None:
    """Power: a parameter yhat = 0 would stand for every prediction in the comparator's part."""
    said = {**CATALOGUE["bylander.2"], "compare": [{"value": "sum_t(loss) - sum_t(max(0, yhat - y*ux))"}]}
    with pytest.raises(kernel.Malformed, match="yhat"):
        Claim({**said, "free": [*said["free"], "yhat"]}, {"yhat": ZERO})


def test_an_empty_list_of_multipliers_is_malformed() -> None:
    certificate = certify("bylander.2.tuned", 2).certificate
    assert certificate is not None
    with pytest.raises(kernel.Malformed):
        confirmed_worst({**certificate, "multipliers": {key: [] for key in certificate["multipliers"]}})


@pytest.mark.parametrize(
    ("rule", "gain"),
    [
        ("w + y*x if y*yhat == 0 else w", "1 if y*yhat > 1/2 else 0"),
        ("w + y*x if not y*yhat != 0 else w", "1 if y*yhat > 1/2 else 0"),
        (OGD, "1 if yhat == 0 else 0"),
    ],
)
def test_what_a_rule_does_at_one_prediction_alone_is_not_overlooked(rule: str, gain: str) -> None:
    """Power: the first prediction is 0, where the rule moves or the gain is 1, and beside it neither is so."""
    claim = own_claim(rule, "1/2", gain=gain, given=["norm(u, 2) <= U", "norm(x, 2) <= X"])
    given: dict[str, Any] = dict.fromkeys(map(str, claim.parameters), 1)
    twice = Instance(Trials.of([[1], [1]], [1, 1]), [1], given)
    assert check(claim, twice).status.value == "VIOLATED"
    assert certify(claim, 2, **given).status == "refuted"
    allowed = certify(claim.replace(bound="l"), 2, **given)
    assert allowed.status == "certified"
    assert allowed.worst[-1].exact


@pytest.mark.parametrize(
    "changed",
    [
        lambda _: {"length": True},
        lambda _: {"every": "no"},
        lambda _: {"claim": 1},
        lambda said: {"statement": {**said, "compare": []}},
        lambda said: {"statement": {**said, "compare": {}}},
    ],
)
def test_a_part_of_another_type_is_malformed(changed: Callable[[Any], dict[str, Any]]) -> None:
    """Power: true passes for a length of 1, "no" for every length, and what compares nothing is true."""
    certificate = certify("bylander.2", 1).certificate
    assert certificate is not None
    assert confirmed_worst(certificate)
    with pytest.raises(kernel.Malformed):
        confirmed_worst({**certificate, **changed(certificate["statement"])})


@pytest.mark.parametrize(
    ("identifier", "length", "premise"), [("classics.gd.square", 2, "X < 0"), ("kitani.winnow", 4, "beta < 0")]
)
def test_a_certificate_of_a_claim_that_says_nothing_says_so(identifier: str, length: int, premise: str) -> None:
    """Power: without the premise the sentence is not there."""
    document: Any = copy.deepcopy(certify(identifier, length).certificate)
    assert NOTHING_CLAIMED not in findings(document)
    document["statement"]["hypotheses"]["never"] = premise
    assert confirmed_worst(document)
    assert NOTHING_CLAIMED in findings(document)
