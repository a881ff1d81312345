"""LMS with squared loss: certified, broken, refused with the reason, and every way its certificate can be wrong."""

from __future__ import annotations

import json
from fractions import Fraction
from typing import Any

import pytest

from bounds.claims.claim import Claim
from bounds.claims.own import learner, own_claim
from bounds.errors import BoundcheckError
from tests.verify.confirmed import confirmed, confirmed_worst
from verify import kernel
from verify.certify.search import certify, worst_cases
from verify.judge.status import Status
from verify.kernel_gram.certificate import FORMAT
from verify.search.search import search

NORMS = ("norm(u, 2) <= U", "norm(x, 2) <= X")
LMS = "w + eta*(y - yhat)*x"
CATALOGUE = kernel.statements()


def lms(bound: str, times: str = "1/(1 - eta*X**2)", rule: str = LMS, loss: str = "squared") -> Claim:
    made = learner(rule, outcomes="points")
    return own_claim(made, bound, gain="squared", loss=loss, times=times, given=NORMS, name="own.lms")


def test_it_is_certified_for_twenty_trials() -> None:
    """The usual bound U**2/eta is attained by one trial, and no sequence has more."""
    found = certify(lms("U**2/eta"), 20)
    assert (found.status, found.length) == ("certified", 20)
    assert found.worst[0].exact
    assert [worst.value for worst in found.worst] == [8] * 9
    assert "20 slopes" in str(found)
    assert confirmed_worst(found.certificate)


def test_worst_cases_grow_with_the_length_and_are_nearly_attained() -> None:
    """At c = 3 and eta = 1/3, 6 at one trial: e**2 - 3 (e - 2)**2 at its largest."""
    found = worst_cases(lms("U**2/eta", "3"), 6, eta="1/3")
    assert found[0].value == found[0].witness == 6
    assert found[1].value == Fraction(84, 11)
    values = [float(worst.value) for worst in found if isinstance(worst.value, Fraction)]
    assert values == sorted(values)
    for worst, value in zip(found, values, strict=True):
        assert worst.witness is not None
        assert value - 1e-3 < worst.witness <= value


@pytest.mark.parametrize("percent", ["1", "1/10", "1/100"])
def test_bounds_just_below_fall(percent: str) -> None:
    found = certify(lms(f"U**2/eta*{1 - Fraction(percent) / 100}"), 3, patterns=100)
    assert found.refuted
    assert found.counterexample is not None
    assert found.counterexample.verdict.status is Status.VIOLATED


def test_a_learner_that_steps_too_far_is_refuted() -> None:
    """Power: the same bound of twice the rate."""
    wrong = lms("U**2/eta", "3", "w + 2*eta*(y - yhat)*x")
    assert certify(wrong, 4, patterns=100).refuted


@pytest.mark.parametrize(
    ("times", "rate", "length"), [("3", "4/3", 2), ("2", "1", 2), ("1", "1/2", 1), ("1/2", "1/2", 1)]
)
def test_where_there_is_no_limit_any_bound_falls(times: str, rate: str, length: int) -> None:
    """Along a sequence whose outcomes are scaled; a slightly smaller rate, or larger factor, has a limit."""
    found = certify(lms("10**6*U**2", times), 4, patterns=100, eta=rate)
    assert found.refuted
    assert found.length == length
    assert confirmed(found.certificate)
    with pytest.raises(BoundcheckError, match=f"at length {length} it grows with the outcomes"):
        worst_cases(lms("10**6*U**2", times), 4, eta=rate)
    if length > 1:
        assert certify(lms("10**6*U**2", f"{times} + 1/2"), 2, eta=f"{rate} - 1/4").status == "certified"


def test_search_does_not_beat_it() -> None:
    claim = lms("U**2/eta", "3").replace(define={"U": 2, "X": 1, "eta": "1/3"}, bound="12")
    assert search(claim, instances=60, jobs=1).verdict is None


@pytest.fixture(scope="module")
def proof() -> dict[str, Any]:
    found = certify(lms("U**2/eta", "3"), 4, eta="1/3").certificate
    assert found is not None
    return dict(json.loads(json.dumps(found)))


def test_every_slope_and_the_weight_count(proof: dict[str, Any]) -> None:
    """Power: less weight, a slope of 0, half a one or one of the other sign prove nothing."""
    assert confirmed_worst(proof)
    assert not confirmed_worst({**proof, "weight": str(Fraction(proof["weight"]) * Fraction(99, 100))})
    for place, slope in enumerate(proof["slopes"]):
        for wrong in ("0", str(-Fraction(slope)), str(Fraction(slope) / 2)):
            slopes = [wrong if i == place else other for i, other in enumerate(proof["slopes"])]
            assert not confirmed_worst({**proof, "slopes": slopes}), (place, wrong)
    with pytest.raises(kernel.Malformed, match="length"):
        confirmed_worst({**proof, "length": 5})


@pytest.mark.parametrize(
    "change",
    [
        {"bound": "U**2*2"},
        {"compare": [{"value": "sum_t((y - yhat)**2) - 2*sum_t((y - ux)**2)"}]},
        {"compare": [{"value": "2*sum_t((y - yhat)**2) - 3*sum_t((y - ux)**2)"}]},
        {"compare": [{"value": "sum_t((y - 2*yhat)**2) - 3*sum_t((y - ux)**2)"}]},
        {"learner": {"rule": {"w": "w + 2*eta*(y - yhat)*x"}, "predict": "dot(w, x)"}},
        {"learner": {"rule": {"w": "w + eta*(y - yhat)*x"}, "predict": "2*dot(w, x)"}},
        {"learner": {"rule": {"w": "w + eta*(y - yhat)*x"}, "predict": "dot(w, x)", "start": {"w": "1"}}},
        {"outcomes": "labels"},
        {"hypotheses": {"no start vector": "length(start) == 0"}},
        {"relation": ">="},
    ],
)
def test_a_changed_claim_is_not_confirmed(proof: dict[str, Any], change: dict[str, Any]) -> None:
    assert not confirmed_worst({**proof, "statement": {**proof["statement"], **change}})


def test_single_outcomes_are_no_labels(proof: dict[str, Any]) -> None:
    """Power: with y = 1 and -1 alone, multipliers for labels would prove too much."""
    rule = {"rule": {"w": "w + eta*y*x"}, "predict": "dot(w, x)"}
    said = {**proof["statement"], "learner": rule, "compare": [{"value": "sum_t(y*yhat <= 0)"}], "bound": "l + 1"}
    document = {**proof, "format": FORMAT, "statement": said, "every": False, "multipliers": {}}
    assert not confirmed_worst(document)
    assert confirmed_worst({**document, "statement": {**said, "outcomes": "labels"}})


@pytest.mark.parametrize(
    ("rule", "loss", "times", "reason"),
    [
        ("w + eta*(y - yhat)*x/xx", "squared", "3", "xx"),
        ("w - eta*(y - yhat)*x", "squared", "3", "has to be"),
        ("w/2 + eta*(y - yhat)*x", "squared", "3", "has to be"),
        (LMS, "absolute", "3", "abs"),
        (LMS, "squared", "-1", "taken off"),
    ],
)
def test_what_is_not_lms_is_refused_with_the_reason(rule: str, loss: str, times: str, reason: str) -> None:
    with pytest.raises(BoundcheckError, match=f"cannot be certified: .*{reason}"):
        certify(lms("U**2/eta", times, rule, loss), 3)
