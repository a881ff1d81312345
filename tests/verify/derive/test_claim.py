"""A derived bound is a claim like any other: everything that takes a claim takes it, and a smaller constant falls."""

from __future__ import annotations

import json
from fractions import Fraction
from functools import cache
from pathlib import Path
from typing import Any

import pytest

from bounds.claims.claim import Claim
from bounds.claims.own import learner, own_claim
from bounds.data.interval import Interval
from bounds.data.trials import Trials
from bounds.data.vectors import vector
from bounds.errors import BoundcheckError
from bounds.formulas import rule
from bounds.instances import Instance
from bounds.symbols import beta, eta
from verify import kernel
from verify.certify.search import certify
from verify.cli import main
from verify.derive import derive
from verify.judge.certificate import write_certificate
from verify.judge.check import check
from verify.judge.replay import replay
from verify.judge.status import Status
from verify.plots import plot_run, run_curve
from verify.publish.export import to_coq, to_latex
from verify.search.search import search

LESS = Fraction(99, 100)
ORTHONORMAL = Instance(Trials.of([[1, 0], [0, 1]], [1, -1]), vector(["1/2", "-1/2"]), {eta: Fraction(1, 2)})


@cache
def perceptron() -> Claim:
    """M - 2/(2 - eta X**2) H <= U**2/(eta (2 - eta X**2)), from the rule alone."""
    return derive(rule("w + eta*y*x if y*yhat <= 0 else w"), "mistake", "hinge").claim()


def smaller() -> Claim:
    return perceptron().replace(bound=99 * perceptron().bound / 100)


def test_it_is_stated_by_rule_losses_and_premises() -> None:
    claim = perceptron()
    assert claim.learner is not None
    assert claim.learner.rule is not None
    assert [h.formula for h in claim.hypotheses][2:] == ["0 < X", "eta < 2/X**2"]


def test_check_holds_with_equality_and_names_the_first_trial_that_fails() -> None:
    """Power: with one percent less, the first of the two trials is named, and what it allows."""
    verdict = check(perceptron(), ORTHONORMAL)
    assert (verdict.status, verdict.attained) == (Status.HOLDS, True)
    failed = check(smaller(), ORTHONORMAL)
    assert failed.status is Status.VIOLATED
    assert failed.first_failure is not None
    assert failed.first_failure.step.t == 1
    assert failed.first_failure.slack == -(1 - LESS) * Fraction(1, 3)
    assert "first fails on trial 1" in str(failed)


def test_one_percent_less_falls_with_a_certificate_that_replay_confirms(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert search(perceptron(), instances=60).held
    found = search(smaller(), instances=200)
    assert found.refuted
    document = found.counterexample
    assert document is not None
    path = tmp_path / "counterexample.json"
    write_certificate(document, path)
    assert main(["replay", str(path)]) == 0
    assert capsys.readouterr().out.startswith("CONFIRMED")
    confirmed, said = kernel.confirm(json.dumps(document), kernel.statements())
    assert confirmed, said


def test_certify_takes_it() -> None:
    assert certify(perceptron(), 2, U="2", X="1", eta="1/2").status.startswith("certified")
    assert certify(smaller(), 1, U="1", X="1", eta="1").refuted


def test_tune_takes_it() -> None:
    separable = derive(rule("w + eta*y*x if y*yhat <= 0 else w"), separable=True).claim()
    assert str(separable.tune("eta").tuned) == "U**2*X**2"


def test_export_and_plot_take_it() -> None:
    assert r"\eta < \frac{2}{X^{2}}" in to_latex(perceptron())
    assert "eta c < 2 / ((X c) ^ 2)" in to_coq(perceptron())
    curve = run_curve(perceptron(), ORTHONORMAL)
    assert curve.achieved == curve.granted
    assert plot_run(perceptron(), ORTHONORMAL).axes


def test_learners_that_multiply_make_claims_too() -> None:
    hedge = rule("w*exp(-eta*x)", predict="dot(w, x)/sum(w)", start={"w": "1"}, outcomes="points")
    claim = derive(hedge, "linear", "linear", inputs="unit").claim()
    assert search(claim, instances=60).held
    quarter = claim.replace(bound="ln(n)/(4*eta) + eta*l/32")
    assert search(quarter, instances=200).refuted


SHARES: dict[str, Any] = {"predict": "dot(w, x)/sum(w)", "start": {"w": "1"}, "outcomes": "points"}
BY_SHARES: dict[str, tuple[Any, dict[str, Any], dict[str, Any]]] = {
    "Hedge": (
        rule("w*exp(-eta*x)", **SHARES),
        {"gain": "linear", "loss": "linear", "inputs": "unit"},
        {"trials": Trials.of([[0, 0], [1, 0]], [1, 1]), "parameters": {eta: 1}},
    ),
    "Weighted Majority": (
        rule("w*beta**x", **SHARES),
        {"gain": "1 if yhat >= 1/2 else 0", "loss": "linear", "inputs": "unit"},
        {"trials": Trials.of([[0, 0], [1, 0]], [1, 1]), "parameters": {beta: "1/3"}},
    ),
    "EU": (
        rule("U*w*exp(eta*side*x)/sum(w*exp(eta*side*x))", start={"w": "U/n"}, outcomes="intervals"),
        {"gain": "absolute", "loss": "absolute"},
        {"trials": Trials.of([[0, 0], [-1, 1]], [Interval.point(0), Interval.point(1)]), "parameters": {eta: 1}},
    ),
}


@pytest.mark.parametrize("name", BY_SHARES)
def test_learners_that_multiply_have_a_first_trial_that_fails(name: str) -> None:
    """Power: of half of the bound, on a run whose first trial is idle, the second trial is named and its amounts."""
    of, asked, data = BY_SHARES[name]
    claim = derive(of, **asked).claim()
    instance = Instance(data["trials"], vector([0, 1]), data["parameters"])
    verdict = check(claim, instance)
    assert verdict.status is Status.HOLDS
    assert verdict.first_failure is None
    records = replay(claim, instance).records
    assert [record.fails for record in records] == [False, False]
    drop = records[1].before - records[1].after  # type: ignore[operator]
    scale, charge = (claim.case(verdict.instance).evaluate(part) for part in claim.allowance() or ())
    assert (records[1].allowed - scale * drop - charge) == 0  # type: ignore[operator]
    failed = check(claim.replace(bound=claim.bound / 2), instance)
    assert failed.status is Status.VIOLATED
    assert failed.first_failure is not None
    assert failed.first_failure.step.t == 2
    assert "first fails on trial 2" in str(failed)


def test_own_claims_have_an_inequality_where_they_ask_for_one() -> None:
    """Power: half of Hedge's bound, stated by hand, falls on its second trial; the margin's bound has none of u."""
    given = ["unit inputs", "expert"]
    of = learner("w*exp(-eta*x)", **SHARES)
    half = own_claim(of, "(ln(n)/eta + eta*l/8)/2", gain="linear", loss="linear", given=given, per_trial=True)
    failed = check(half, Instance(Trials.of([[0, 0], [1, 0]], [1, 1]), vector([0, 1]), {eta: Fraction(1)}))
    assert failed.first_failure is not None
    assert failed.first_failure.step.t == 2
    ball, at_rate = ["norm(u, 2) <= U", "norm(x, 2) <= X", "U > 0"], {"eta": "U/(X*sqrt(l))"}
    ogd = "w + eta*y*x if y*yhat < 1 else w"
    tuned = own_claim(ogd, "U*X*sqrt(l)", gain="hinge", loss="hinge", per_trial=True, given=ball, define=at_rate)
    assert [str(part) for part in tuned.allowance() or ()] == ["X*sqrt(l)/(2*U)", "U*X/(2*sqrt(l))"]
    with pytest.raises(BoundcheckError, match="no distance pays"):
        own_claim(of, "l", gain="linear", per_trial=True)
