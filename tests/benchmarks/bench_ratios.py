"""Benchmarks, each a ratio against a baseline timed in the same run: ``pytest -n0 tests/benchmarks/bench_ratios.py``.

The files are named so that the ordinary suite does not collect them. A baseline that would take too long is timed on a
part of the work and scaled linearly, which its name says.
"""

from __future__ import annotations

import math
import time
import tracemalloc
from fractions import Fraction
from operator import mul
from typing import Any

import numba
import numpy as np
import pytest
import sympy
from flint import arb, fmpq

from bounds import symbols as s
from bounds.claims.catalogue import theorem
from bounds.data.interval import Interval
from bounds.data.trials import Trials
from bounds.data.versions import ABSOLUTE, CLASSIFICATION
from bounds.fast.play import play
from bounds.fast.verdict import order
from bounds.formulas import rule
from bounds.learners import RuleLearner, TableLearner
from bounds.numbers import Number
from tests.benchmarks.ratios import Ratio, report

F = Fraction
ETA = F(1, 4)


def random_trials(length: int, n: int, size: int, denominator: int, seed: int = 0) -> Trials:
    rng = np.random.default_rng(seed)
    labels = [int(y) for y in rng.choice([1, -1], length)]
    return Trials(rng.integers(-size, size + 1, (length, n)), denominator, labels)


# --- Perceptron ----------------------------------------------------------------------------------------

PERCEPTRON = random_trials(5000, 200, 1000, 1000)
PART = 100


def fractions_sides(rows: list[list[Fraction]], labels: tuple[Any, ...]) -> list[int]:
    """Play the Perceptron in plain Fractions."""
    w, sides = [F(0)] * len(rows[0]), []
    for x, y in zip(rows, labels, strict=True):
        prediction = sum(map(mul, w, x), F(0))
        side = int(y) if y * prediction < 1 else 0
        if side:
            step = side * ETA
            w = [a + step * b for a, b in zip(w, x, strict=True)]
        sides.append(side)
    return sides


@pytest.mark.parametrize(("tier", "reach"), [("compiled", 5000), ("numpy", 300)])
def test_perceptron(ratio: Ratio, tier: Any, reach: float) -> None:
    rows = [[F(a, 1000) for a in row] for row in PERCEPTRON.numerators[:PART].tolist()]
    labels = PERCEPTRON.outcomes[:PART]
    run = play(TableLearner("perceptron", ETA), PERCEPTRON, ABSOLUTE, tier=tier)
    assert [step.side for step in run.steps[:PART]] == fractions_sides(rows, labels)
    ratio(
        f"exact Perceptron replay, 5000 x 200, data /1000, {tier}",
        "plain Fractions (first 100 trials, x 50)",
        reach,
        lambda: play(TableLearner("perceptron", ETA), PERCEPTRON, ABSOLUTE, tier=tier),
        lambda: fractions_sides(rows, labels),
        scale=5000 / PART,
        calls=10 if tier == "compiled" else 1,
    )


RULES: dict[str, tuple[Any, Any]] = {
    "Perceptron": (rule("w + eta*y*x if y*yhat <= 0 else w"), lambda: TableLearner("perceptron", ETA)),
    "Exponentiated Update": (
        rule("w*exp(eta*side*x)", predict="dot(w, x)/sum(w)", start={"w": "1"}),
        lambda: TableLearner("exponentiated", ETA, F(1)),
    ),
}


@pytest.mark.parametrize("name", RULES)
def test_a_rule_is_within_a_factor_of_5_of_the_learner_written_by_hand(ratio: Ratio, name: str) -> None:
    written, by_hand = RULES[name]

    def by_rule() -> Number:
        return play(RuleLearner(written, {"eta": ETA}), PERCEPTRON, CLASSIFICATION, tier="compiled").mistakes

    def by_class() -> Number:
        return play(by_hand(), PERCEPTRON, CLASSIFICATION, tier="compiled").mistakes

    assert by_rule() == by_class()
    ratio(
        f"exact replay of {name} by its rule, 5000 x 200, compiled",
        "the learner written by hand",
        1 / 5,
        by_rule,
        by_class,
    )


# --- Exponentiated Update ------------------------------------------------------------------------------

RATE = F(1, 10)


def ball_sides(trials: Trials, length: int) -> list[int]:
    """Play Exponentiated Update (U = 1) with a ball for each weight of each prediction."""
    step = arb(fmpq(1, 10 * trials.denominator))
    exponents, sides = [0] * trials.n, []
    labels = [1 if y == 1 else -1 for y in trials.outcomes[:length]]
    for x, y in zip(trials.numerators[:length].tolist(), labels, strict=True):
        weights = [(step * k).exp() for k in exponents]
        gap = y * sum(map(mul, weights, x), arb(0)) - trials.denominator * sum(weights, arb(0))
        assert gap > 0 or gap < 0
        side = y if gap < 0 else 0
        if side:
            exponents = [k + side * a for k, a in zip(exponents, x, strict=True)]
        sides.append(side)
    return sides


@pytest.mark.parametrize("denominator", [8, 1000])
def test_exponentiated_update(ratio: Ratio, denominator: int) -> None:
    trials = random_trials(1000, 200, 3 * denominator, denominator)
    run = play(TableLearner("exponentiated", RATE, F(1)), trials, ABSOLUTE, tier="compiled")
    assert [step.side for step in run.steps[:50]] == ball_sides(trials, 50)
    ratio(
        f"exact Exponentiated Update replay, 1000 x 200, data /{denominator}",
        "all-ball replay (first 50 trials, x 20)",
        300,
        lambda: play(TableLearner("exponentiated", RATE, F(1)), trials, ABSOLUTE, tier="compiled"),
        lambda: ball_sides(trials, 50),
        scale=20,
        calls=10,
    )


def float_sides(rows: Any, kinds: Any, step: float, sides: Any) -> None:
    """Play Exponentiated Update in floats against the ends [0, oo), (0, oo) and (-oo, -5] in turn."""
    weights = np.full(rows.shape[1], 1.0 / rows.shape[1])
    for t in range(rows.shape[0]):
        prediction = 0.0
        for j in range(rows.shape[1]):
            prediction += weights[j] * rows[t, j]
        side = 0
        if (kinds[t] == 0 and prediction < 0.0) or (kinds[t] == 1 and prediction <= 0.0):
            side = 1
        elif kinds[t] == 2 and prediction > -100.0:
            side = -1
        sides[t] = side
        if side != 0:
            norm = 0.0
            for j in range(rows.shape[1]):
                weights[j] *= math.exp(side * step * rows[t, j])
                norm += weights[j]
            for j in range(rows.shape[1]):
                weights[j] /= norm


def test_ties(ratio: Ratio) -> None:
    n = 200
    v = np.random.default_rng(0).integers(-8, 9, (999, n // 2))
    v[2::3] = v[1::3]
    rows = np.hstack([v, -v])
    kinds = np.arange(999) % 3
    ends = [Interval.parse(text) for text in ("[0,oo)", "(0,oo)", "(-oo,-5]")]
    trials = Trials(rows, 8, [ends[k] for k in kinds])
    exact = [
        step.side for step in play(TableLearner("exponentiated", RATE, F(1)), trials, ABSOLUTE, tier="compiled").steps
    ]
    assert exact == [0, 1, -1] * 333
    sides = np.zeros(999, dtype=np.int64)
    looped = numba.njit(float_sides)  # not cached: a cache would remember under which name this file was imported
    looped(rows, kinds, 0.1 / 8, sides)
    wrong = int((sides != exact).sum())
    assert wrong > 50
    report(f"666 exact ties in 999 trials, n = {n}", "compiled float loop: wrong updates", str(wrong))
    ratio(
        f"tie-heavy Exponentiated Update replay, 999 x {n}",
        "compiled float loop (gets ties wrong)",
        1,
        lambda: play(TableLearner("exponentiated", RATE, F(1)), trials, ABSOLUTE, tier="compiled"),
        lambda: [looped(rows, kinds, 0.1 / 8, sides) for _ in range(100)],
        scale=1 / 100,
        calls=20,
    )


# --- verdicts ------------------------------------------------------------------------------------------

BOUNDS = {
    "bylander.3": {s.U: F(3, 2), s.X: F(2), s.l: F(100), s.n: F(8), s.eta: F(1, 10)},
    "bylander.6": {s.U: F(3, 2), s.X: F(2), s.n: F(8)},
    "kitani.wma": {s.N: F(10), s.k: F(7), s.eta: F(1, 3)},
    "bylander.9": {s.U: F(3, 2), s.X: F(2), s.n: F(8), s.tau: F(1, 3)},
}


def test_verdict(ratio: Ratio) -> None:
    lhs, number = F(7, 3), sympy.Rational(7, 3)
    bounds = [(theorem(name).bound, values) for name, values in BOUNDS.items()]
    plain = [({k: sympy.Rational(v.numerator, v.denominator) for k, v in values.items()}) for _, values in bounds]
    for (bound, values), given in zip(bounds, plain, strict=True):
        assert (order(bound, values, lhs) == 1) == bool(bound.evalf(20, subs=given) > number)

    def ours() -> None:
        for bound, values in bounds:
            order(bound, values, lhs)

    def evalf() -> None:
        for _ in range(20):
            for (bound, _), given in zip(bounds, plain, strict=True):
                bool(bound.evalf(20, subs=given) > number)

    ratio("one symbolic verdict (mean of four bounds)", "sympy evalf", 30, ours, evalf, scale=1 / 20, calls=500)


# --- growth --------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "make",
    [lambda: TableLearner("perceptron", ETA), lambda: TableLearner("exponentiated", RATE, F(1))],
    ids=["Perceptron", "EU"],
)
def test_cost_is_linear(make: Any, request: pytest.FixtureRequest) -> None:
    """Cost a cell stays the same, and memory beyond the data stays small, up to 10^8 cells."""
    times, sizes = [], (10**6, 10**7, 10**8)
    name = request.node.callspec.id
    for cells in sizes:
        trials = random_trials(cells // 100, 100, 100, 100)
        labels = trials.outcomes
        play(make(), trials, ABSOLUTE, tier="compiled")
        tracemalloc.start()
        start = time.process_time()
        run = play(make(), trials, ABSOLUTE, tier="compiled")
        run.loss  # noqa: B018
        times.append((time.process_time() - start) / cells * 1e9)
        peak = tracemalloc.get_traced_memory()[1] / trials.numerators.nbytes
        tracemalloc.stop()
        assert len(labels) == trials.l
    shown = ", ".join(f"{nanoseconds:.2f}" for nanoseconds in times)
    report(f"{name} replay with its total loss, 10^6, 10^7, 10^8 cells", "ns a cell", shown)
    report(f"{name}, 10^8 cells", "memory beyond the data, as a part of it", f"{peak:.2f}")
    assert max(times) < 3 * min(times)
    assert peak < 1
