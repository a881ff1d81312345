"""Budgets of a search, and searches of a learner and a claim of one's own."""

from __future__ import annotations

import dataclasses
import json
import multiprocessing
import time
from fractions import Fraction
from typing import Any

import pytest
import sympy

from bounds import symbols as s
from bounds.claims.catalogue import theorem
from bounds.claims.claim import Claim, Comparator, Hypothesis, LearnerSpec, Outcomes, Source, Standing, always
from bounds.claims.hypotheses import SEPARABLE, comparator_within, examples_within, positive
from bounds.claims.quantities import MISTAKES
from bounds.data.interval import Interval
from bounds.data.trials import Trials
from bounds.data.vectors import Example
from bounds.data.versions import CLASSIFICATION
from bounds.errors import BoundcheckError
from bounds.learners import TableLearner
from bounds.mathematics.geometry import EUCLIDEAN
from tests.classes import Perceptron
from tests.verify.search.planted_learners import with_learner
from verify.search.search import search

FIVE, SIX = theorem("bylander.5"), theorem("bylander.6")


# --- budgets ---------------------------------------------------------------------------------------------


class Endless(Perceptron):
    """Never comes back from a prediction on two attributes."""

    def predict(self, x: Example) -> Fraction:
        while len(x) > 1:
            time.sleep(0.001)
        return Fraction(0)


@pytest.mark.parametrize("jobs", [1, 2])
def test_seconds_are_respected_though_one_candidate_never_ends(jobs: int) -> None:
    # the check that a claim can be judged at all is cut off like any other candidate
    result = search(with_learner(Endless), seconds=1, jobs=jobs)
    assert result.conclusion == "UNTESTED"
    assert result.stopped == "seconds"
    assert multiprocessing.active_children() == []


@pytest.mark.parametrize("jobs", [1, 2])
def test_seconds_are_respected_on_a_true_claim(jobs: int) -> None:
    result = search(theorem("bylander.3"), seconds=1.5, jobs=jobs)
    assert (result.stopped, result.refuted) == ("seconds", False)
    assert result.seconds > 1.4
    assert result.tried


@pytest.mark.parametrize(("name", "value"), [("seconds", 0), ("seconds", float("nan")), ("jobs", 0), ("instances", -1)])
def test_a_budget_that_is_none_is_refused(name: str, value: float) -> None:
    with pytest.raises(BoundcheckError, match=f"{name} is "):
        search(FIVE, **{name: value})  # type: ignore[arg-type]


def test_no_instances_are_no_instances() -> None:
    assert search(FIVE, instances=0).tried == 0


@pytest.mark.parametrize("jobs", [1, 2])
def test_an_interrupt_returns_what_was_found(jobs: int) -> None:
    def interrupt(tried: int, _ratio: float | None) -> None:
        if tried > 100:
            raise KeyboardInterrupt

    result = search(theorem("bylander.3"), instances=10**5, jobs=jobs, progress=interrupt)
    assert result.stopped == "interrupted"
    assert (result.conclusion, result.held) == ("INTERRUPTED", False)
    assert 100 < result.tried < 10000
    assert result.best is not None
    assert str(result).splitlines()[-1].startswith("INTERRUPTED")
    assert multiprocessing.active_children() == []


def test_progress_is_told_the_best_ratio() -> None:
    told: list[tuple[int, float | None]] = []
    search(FIVE, instances=300, progress=lambda tried, ratio: told.append((tried, ratio)))
    assert told
    assert told[-1][1] is not None
    assert [tried for tried, _ in told] == sorted(tried for tried, _ in told)


# --- one's own learner and claim -------------------------------------------------------------------------


class Dozing(Perceptron):
    """Forgets to update where its prediction is exactly 0."""

    def update(self, x: Example, target: Interval) -> None:
        if self.predict(x) != 0:
            super().update(x, target)


class Bare:
    """A Perceptron without a base class, which is wrong: it takes every outcome for a positive one."""

    def __init__(self, rate: Fraction) -> None:
        self.rate = rate

    def start(self, n: int) -> None:
        self.w = [Fraction(0)] * n

    def predict(self, x: Example) -> Fraction:
        return sum((a * b for a, b in zip(self.w, x, strict=True)), Fraction(0))

    def update(self, x: Example, target: Interval) -> None:
        if target.side(self.predict(x)):
            self.w = [a + self.rate * b for a, b in zip(self.w, x, strict=True)]


@pytest.mark.parametrize("jobs", [1, 2])
def test_a_learner_that_forgets_ties_is_refuted(jobs: int) -> None:
    result = search(with_learner(Dozing), instances=300, jobs=jobs)
    assert result.verdict is not None
    assert result.verdict.instance.trials == Trials.of([[1], [1]], [1, 1])
    assert result.counterexample is not None
    assert result.counterexample["statement"]["learner"] == {"predictions": ["0", "0"], "of": "Dozing"}
    assert result.confirmation == "by the independent checker"
    json.dumps(result.as_json())


def test_a_learner_without_our_base_class_is_refuted() -> None:
    result = search(with_learner(Bare), instances=800)  # type: ignore[arg-type]
    assert result.refuted, str(result)
    assert result.verdict is not None
    assert (result.verdict.instance.trials.l, result.verdict.instance.trials.n) == (2, 1)


def own_claim(bound: Any) -> Claim:
    return Claim(
        id="mine.1",
        title="mistakes of my Perceptron",
        source=Source("my notes", "claim 1", "p. 1"),
        standing=Standing.TRUE,
        quantity=MISTAKES,
        bound=bound,
        hypotheses=(comparator_within(EUCLIDEAN), examples_within(EUCLIDEAN), SEPARABLE, positive(s.X)),
        outcomes=Outcomes.LABELS,
        comparator=Comparator.SEPARATING,
        geometry=EUCLIDEAN,
        learner=LearnerSpec(
            "my Perceptron", lambda case: TableLearner("perceptron", case.value(s.eta)), always(CLASSIFICATION)
        ),
        defines={s.eta: sympy.Integer(3)},
    )


def test_a_claim_built_from_scratch_is_searched() -> None:
    held = search(own_claim(s.U**2 * s.X**2), instances=500)
    assert held.held
    assert not held.errors
    refuted = search(own_claim(s.U**2 * s.X**2 - 1), instances=500)
    assert refuted.refuted
    assert refuted.verdict is not None
    assert refuted.verdict.instance.trials.l == 1


def test_a_hypothesis_of_ones_own_narrows_the_claim() -> None:
    """Power: with the premise that rules the counterexamples out the claim is held, without it it falls."""
    long = Hypothesis("long", "l <= 1", lambda case: Fraction(1 - case.instance.trials.l))
    claim = own_claim(sympy.Integer(1))

    assert search(dataclasses.replace(claim, hypotheses=(*claim.hypotheses, long)), instances=300).held
    assert search(claim, instances=300).refuted
