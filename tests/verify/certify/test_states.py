"""Worst cases by states: Hedge and others by rule, on examples from a finite set, for given n."""

from __future__ import annotations

import copy
import itertools
import json
from fractions import Fraction
from typing import Any

import pytest

from bounds.claims.claim import Claim, LearnerSpec
from bounds.claims.own import learner, own_claim
from bounds.data.trials import Trials
from bounds.errors import BoundcheckError
from bounds.instances import Instance
from verify import kernel, kernel_worst
from verify.certify.search import certifiable, certify, worst_cases
from verify.judge.check import check

BITS = ["boolean inputs", "expert"]


def shares(rule: str) -> LearnerSpec:
    return learner(rule, predict="dot(w, x)/sum(w)", start={"w": "1"})


def majority(*given: str) -> Claim:
    premises = [*BITS, "beta < 1", *given]
    bound = "ln(n)/(1 - beta)"
    return own_claim(shares("w*beta**x"), bound, gain="linear", loss="linear", times="2 - beta", given=premises)


def halving(*given: str) -> Claim:
    of = learner("w*(1 + y*x)/2", start={"w": "1"})
    return own_claim(of, "ln(n)/ln(2)", gain="mistake", given=["sign inputs", "expert", *given])


def confirmed(document: Any) -> bool:
    try:
        return kernel_worst.confirm(json.dumps(document), kernel.statements())[0]
    except kernel.Malformed:
        return False


def test_the_worst_case_is_that_of_all_sequences() -> None:
    """Power: each sequence of three trials is played by the product's own judge."""
    rows = list(itertools.product((0, 1), repeat=2))
    amounts = [
        check(majority(), Instance(Trials.of(list(some), [1] * 3), u, {"beta": "1/3"})).comparisons[0].lhs
        for some in itertools.product(rows, repeat=3)
        for u in ([1, 0], [0, 1])
    ]
    worst = worst_cases(majority(), 3, beta="1/3", n=2)[-1]
    assert worst.value == worst.witness == max(amounts)


@pytest.mark.parametrize(
    "claim",
    [
        majority(),
        own_claim(shares("w*exp(-eta*x)"), "ln(n)/eta + eta*l/8", gain="linear", loss="linear", given=BITS),
        own_claim(
            learner(
                "w + yhat - x",
                predict="dot(max(w, 0), x)/sum(max(w, 0)) if sum(max(w, 0)) > 0 else sum(x)/n",
            ),
            "sqrt(n*l)", gain="linear", loss="linear", given=BITS,
        ),
        halving("separable"),
    ],
    ids=["majority", "hedge", "regret matching", "halving"],
)  # fmt: skip
def test_relatives_of_hedge_are_certified(claim: Claim) -> None:
    found = certify(claim, 3, n=2)
    assert (found.status, found.length, certifiable(claim)) == ("certified", 3, True)
    assert confirmed(found.certificate)
    assert found.worst[-1].bound is not None
    assert 0 < float(found.worst[-1].witness or 0) <= found.worst[-1].bound


def test_what_is_false_falls_at_the_length_where_it_does() -> None:
    """Power: the worst amounts at beta = 1/2 are 1/2, 5/6, 31/30 and 103/90, which is more than 34/30."""
    tight, less = (majority().replace(bound=bound) for bound in ("103/90", "34/30"))
    assert certify(tight, 4, beta="1/2", n=2).status == "certified"
    found = certify(less, 6, beta="1/2", n=2)
    assert (found.status, found.length) == ("refuted", 4)
    assert certify(less, 3, beta="1/2", n=2).status == "certified"
    assert kernel.confirm(json.dumps(found.certificate), kernel.statements())[0]


def test_the_bound_may_speak_of_the_comparator() -> None:
    """Power: for k = 0 two mistakes are allowed, and for each relevant attribute two more; Winnow2 needs them."""
    of = learner("w*2**(side*x)", predict="dot(w, x) - n/2", start={"w": "1"})
    given = ["boolean inputs", "disjunction", "(ux > 0) == (y > 0)"]
    few, less = (own_claim(of, bound, gain="mistake", given=given) for bound in ("2*k + 2", "2*k + 1"))
    assert certify(few, 6, n=3).status == "certified"
    found = certify(less, 6, n=3)
    assert found.refuted
    assert kernel.confirm(json.dumps(found.certificate), kernel.statements())[0]


def test_premises_on_a_trial_leave_trials_out() -> None:
    """Power: without an expert that is always right, Halving errs on all trials."""
    assert certify(halving("separable"), 4, n=3).status == "certified"
    assert certify(halving(), 4, n=3).refuted


@pytest.mark.parametrize(
    ("part", "value"),
    [
        (("statement", "bound"), "log(n)/2"),
        (("statement", "relation"), ">="),
        (("statement", "learner", "rule", "w"), "w*beta**(-x)"),
        (("statement", "learner", "rule", "w"), "w*beta**(x*l)"),
        (("statement", "hypotheses", "inputs"), "all_t(all_i(member(x, {0, 1, 2})))"),
        (("statement", "hypotheses", "inputs"), "all_t(all_i(x >= 0) and all_i(x <= 1))"),
        (("statement", "hypotheses", "expert"), "all_i(member(u, {0, 1}))"),
        (("statement", "hypotheses", "expert"), "norm(u, 1) <= 1"),
        (("statement", "hypotheses", "no start vector"), "length(start) <= n"),
        (("statement", "compare", 0, "value"), "sum_t(yhat) - (2 - beta)*sum_t(min(ux, past_t(yhat)))"),
        (("statement", "compare", 0, "value"), "max_t(yhat) - (2 - beta)*sum_t(ux)"),
        (("parameters",), {}),
        (("length",), 4),
        (("length",), 0),
        (("states",), 1),
        (("n",), 3),
        (("n",), 100),
    ],
)
def test_another_statement_is_not_confirmed(part: tuple[str | int, ...], value: Any) -> None:
    """Power: of each of these the certificate proves nothing."""
    found = certify(majority(), 3, beta="1/2", n=2).certificate
    document = copy.deepcopy(json.loads(json.dumps(found)))
    assert confirmed(document)
    inside: Any = document
    for key in part[:-1]:
        inside = inside[key]
    inside[part[-1]] = value
    assert not confirmed(document)


@pytest.mark.parametrize(
    ("claim", "said"),
    [
        (majority("sum_t(ux) <= H"), "a premise speaks of"),
        (own_claim("w + y*x/l", "l", gain="mistake", given=["boolean inputs"]), "the rule speaks of l"),
        (own_claim("w + y*x", "U", loss="mistake", given=["boolean inputs", "norm(u, 2) <= U"]), "comparator consists"),
    ],
)
def test_what_is_not_about_one_trial_is_refused(claim: Claim, said: str) -> None:
    with pytest.raises(BoundcheckError, match=said):
        certify(claim, 2)


def test_an_irrational_worst_case_is_between_rationals_that_are_near() -> None:
    hedge = own_claim(shares("w*exp(-eta*x)"), "l", gain="linear", loss="linear", given=BITS)
    worst = worst_cases(hedge, 2, n=2, eta="1/2")[-1]
    assert isinstance(worst.value, Fraction)
    assert worst.witness is not None
    assert 0 < worst.value - worst.witness < Fraction(1, 10**20)
