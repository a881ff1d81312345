"""A derived bound is a claim like any other: everything that takes a claim takes it, and a smaller constant falls."""

from __future__ import annotations

import json
from fractions import Fraction
from functools import cache
from pathlib import Path

import pytest

from bounds import Claim, Instance, Trials
from bounds.formulas import rule
from bounds.symbols import eta
from bounds.trials import vector
from verify import kernel
from verify.certificate import write_certificate
from verify.certify.search import certify
from verify.check import Status, check
from verify.cli import main
from verify.derive import derive
from verify.export import to_coq, to_latex
from verify.plots import plot_run, run_curve
from verify.search import search

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
    assert certify(perceptron(), 2, U="2", X="1", eta="1/2").status == "certified"
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
    assert search(claim, instances=40).held
    quarter = claim.replace(bound="ln(n)/(4*eta) + eta*l/32")
    assert search(quarter, instances=200).refuted
