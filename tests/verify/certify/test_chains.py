"""Certifying by chains: the value of the one large Gram program, long sequences, and learners that keep more than w."""

from __future__ import annotations

import dataclasses
import math
from fractions import Fraction
from typing import Any
from unittest.mock import patch

import numpy as np
import pytest
from scipy import sparse

from bounds import symbols
from bounds.claims.catalogue import theorem
from bounds.claims.claim import Claim
from bounds.claims.hypotheses import parameter
from bounds.claims.own import learner, own_claim
from bounds.data.trials import Trials
from bounds.instances import Instance
from tests.verify.confirmed import confirmed, confirmed_worst
from verify.certify import endless, patterns
from verify.certify.given import parameters_of, problem_of
from verify.certify.result import Request
from verify.certify.search import certify, worst_cases
from verify.certify.solver import ROOT_TWO, minimised, place, solve, symmetric
from verify.certify.witness import Form, predictions, rows_of
from verify.judge.certificate import certificate, statement
from verify.judge.check import Verdict, check
from verify.judge.status import Status
from verify.kernel_gram.numbers import real
from verify.kernel_gram.problem import Run
from verify.search.search import search

NORMS = ("norm(u, 2) <= U", "norm(x, 2) <= X")


def linear(rule: Any, bound: str, predict: str = "dot(w, x)", gain: str = "linear") -> Claim:
    made = learner(rule if isinstance(rule, dict) else {"w": rule}, predict=predict)
    return own_claim(made, bound, gain=gain, loss="linear", given=NORMS, name="own.linear")


DESCENT = "w - eta*x"
HEAVY = {"w": "w - eta*x + beta*v", "v": "beta*v - eta*x"}
AVERAGED = {"w": "w - eta*x", "v": "(1 - a)*v + a*(w - eta*x)"}
CLAIMS: dict[str, tuple[Claim, dict[str, Any]]] = {
    "descent": (linear(DESCENT, "U**2/(2*eta) + eta*X**2*l/2"), {}),
    "heavy ball": (
        linear(HEAVY, "(1 - beta)*U**2/(2*eta) + eta*(1 + beta)/(2*(1 - beta)**2)*X**2*l"),
        {"beta": "1/2", "eta": "1/4"},
    ),
    "averaged": (
        linear(AVERAGED, "U**2/(2*eta) + eta*(1/a - 1/2)*X**2*l", "dot(v, x)"), {"a": "1/3", "eta": "1/4"},
    ),
    "dual averaging": (linear({"v": "v - x"}, "U**2*l/2 + X**2*(2 + l/4)", "dot(v, x)/t"), {}),
    "falling rate": (linear("w - x/t", "U**2*l/2 + X**2*(1 + l/2)"), {}),
    "theorem 2": (theorem("bylander.2"), {"U": 3, "eta": "1/3"}),
    "hinge loss": (theorem("classics.ogd.hinge"), {}),
}  # fmt: skip


def broken_by(claim: Claim, length: int, given: dict[str, Any]) -> Verdict | None:
    """Return the verdict on a sequence that breaks a claim, None where the claim is proved up to the length."""
    found = patterns.by_pattern(
        Request(claim, statement(claim), length, {k: str(v) for k, v in given.items()}, math.inf)
    )
    assert found.broken is not None or found.length == length, found.reason
    return found.broken


def run_of(claim: Claim, given: dict[str, Any], length: int) -> Run:
    """Return the run along the first branches."""
    values = parameters_of(claim, {name: str(value) for name, value in given.items()})
    run = Run(problem_of(claim, statement(claim), values, length).problem(0, length))
    return run.along("0" * length)


def large(run: Run) -> float:
    """Return the value of the program in the one large Gram matrix."""
    rows, group = rows_of(run), []
    pieces: list[tuple[Form, Fraction]] = []
    for t, (link, q) in enumerate(zip(run.links, predictions(run), strict=True), 1):
        for inside in link.groups:
            group.append(range(len(rows) + len(pieces), len(rows) + len(pieces) + len(inside)))
            for form, constant in inside:
                own: Form = {(t, t): form.norm, (0, t): form.p} | {entry: form.q * c for entry, c in q.items()}
                pieces.append(({entry: -c for entry, c in own.items()}, constant))
    size = len(run.links) + 1
    cone = np.zeros((size * (size + 1) // 2, len(rows) + len(pieces)))
    for column, (entries, _) in enumerate([*rows, *pieces]):
        for (i, j), c in entries.items():
            cone[place(i, j), column] -= real(c) * (1.0 if i == j else ROOT_TWO / 2)
    sums = np.array([[float(i in inside) for i in range(cone.shape[1])] for inside in group])
    matrix = sparse.csc_matrix(np.vstack([sums, -np.eye(cone.shape[1]), cone]))
    right = np.concatenate([np.ones(len(group)), np.zeros(cone.shape[1] + len(cone))])
    cones = [("ZeroConeT", len(group)), ("NonnegativeConeT", cone.shape[1]), ("PSDTriangleConeT", size)]
    cost = np.array([float(limit) for _, limit in (*rows, *pieces)])
    found, least = minimised(cost, matrix, right, cones)
    assert least
    assert np.linalg.eigvalsh(symmetric(np.array(found.z)[-len(cone) :], size))[0] > -1e-6
    return float(found.obj_val)


@pytest.mark.parametrize("name", CLAIMS)
def test_a_chain_has_the_value_of_the_large_program(name: str) -> None:
    """Power: to six digits; what is proved in fractions is no less, and at most a little more."""
    claim, given = CLAIMS[name]
    proved = worst_cases(claim, 5, **given)
    for length in (1, 2, 3, 5):
        run = run_of(claim, given, length)
        value, solved = large(run), solve(run.program)
        assert solved is not None
        assert solved.value == pytest.approx(value, abs=1e-6 * (1 + abs(value)))
        own = proved[length - 1].value
        assert value - 1e-6 * (1 + abs(value)) < real(own) < value + 1e-5 * (1 + abs(value)) or length > 1


def test_the_products_of_a_chain_are_those_of_vectors() -> None:
    """Each Gram matrix that is made of them is positive semidefinite, and keeps the rows."""
    for claim, given in CLAIMS.values():
        run = run_of(claim, given, 6)
        solved = solve(run.program)
        assert solved is not None
        assert np.linalg.eigvalsh(solved.gram)[0] > -1e-9
        for form, limit in rows_of(run):
            assert sum(real(c) * solved.gram[i, j] for (i, j), c in form.items()) < float(limit) + 1e-6


@pytest.mark.parametrize("name", CLAIMS)
def test_a_learner_with_a_state_is_certified_and_a_smaller_bound_falls(name: str) -> None:
    """Power: nine tenths of the worst case at l = 2 is refuted by an exact sequence, and the checker confirms both."""
    claim, given = CLAIMS[name]
    with patch.object(
        endless, "for_every_length", return_value=None
    ):  # lists for all lengths, in the place of one trial's
        found = certify(claim, 24, **given)
    assert (found.status, found.length) == ("certified", 24), found.reason
    assert confirmed_worst(found.certificate)
    assert len(found.means.split()) == 4
    smaller = claim.replace(bound=f"9/10*({found.worst[1].value})")
    broken = broken_by(smaller, 2, given)
    assert broken is not None
    assert confirmed(certificate(broken))


@pytest.mark.parametrize("name", ["heavy ball", "dual averaging"])
def test_search_does_not_beat_what_is_certified(name: str) -> None:
    claim, given = CLAIMS[name]
    worst = worst_cases(claim, 3, **given)[-1]
    sized = claim.replace(bound=str(worst.value), define={**given, "U": 2, "X": 1})
    short = dataclasses.replace(sized, hypotheses=(*sized.hypotheses, parameter(symbols.l <= 3, "short")))
    found = search(short, instances=100, jobs=1)
    assert found.verdict is None
    assert found.counts[Status.HOLDS] >= 5
    assert worst.exact


@pytest.mark.parametrize(("identifier", "given"), [("bylander.2", {}), ("bylander.5", {"U": 14})])
def test_two_hundred_trials(identifier: str, given: dict[str, Any]) -> None:
    """The worst cases are those in closed form: U**2/(2 eta) + eta X**2 l/2, and U**2 X**2 mistakes."""
    found = certify(identifier, 200, **given)
    assert (found.status.startswith("certified"), found.length, found.reason) == (True, 200, "")
    assert found.worst[-1].value == (54 if identifier == "bylander.2" else 196)
    assert confirmed_worst(found.certificate)


@pytest.mark.parametrize("percent", [97, 100])
def test_a_bound_that_falls_late_is_not_certified_to_its_end(percent: int) -> None:
    """Power: 97 percent of the heavy ball's bound is exceeded at U = 8, and by no sequence of less than 9 trials."""
    bound = f"{percent}/100*(U**2/(4*eta) + 3*eta*X**2*l)"
    claim = linear({"w": "w - eta*x + v/2", "v": "v/2 - eta*x"}, bound)
    broken = broken_by(claim, 24, {"eta": "1/4", "U": 8})
    assert (broken is None) == (percent == 100)
    if broken is not None:
        assert 8 < broken.instance.trials.l <= 24
        assert confirmed(certificate(broken))


def test_a_certified_bound_holds_on_sequences_that_are_played() -> None:
    claim, given = CLAIMS["averaged"]
    assert certify(claim, 12, **given).status == "certified for every length"
    for sign in (1, -1):
        trials = Trials.of([[Fraction(1)] if t % 3 else [Fraction(sign)] for t in range(12)], [1] * 12)
        instance = Instance(trials, [Fraction(2)], {**given, "U": 2, "X": 1})
        assert check(claim, instance).status is Status.HOLDS
