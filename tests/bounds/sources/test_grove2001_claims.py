"""The claims of Grove, Littlestone and Schuurmans 2001: what is false falls, and what is repaired holds."""

from __future__ import annotations

import random
from fractions import Fraction
from typing import Any

import pytest
import sympy

from bounds import symbols as s
from bounds.claims.catalogue import theorem
from bounds.claims.claim import Comparator, Standing
from bounds.data.trials import Trials
from bounds.data.versions import ZERO, thresholded
from bounds.fast.play import play
from bounds.learners import TableLearner
from bounds.numbers import compare, log
from bounds.sources.grove2001 import CLAIMS
from tests.power.broken import DECK
from verify.judge.status import Status
from verify.search.search import search

PLUS = thresholded(ZERO)

FALSE = [claim.id for claim in CLAIMS if claim.standing is Standing.FALSE]


def test_every_statement_of_the_paper_is_there() -> None:
    wanted = (
        "bw.eq wm.eq ft.eq claim2 1st 4.1 4.2 4.2x 4.remark 5.1 5.2 5.3 5.hess wm wm.a bw perceptron 6.perceptron "
        "7.1a 7.1a+ 7.1q 7.1b 7.1c cor7.2 7.lim fk 8.1 8.7 8.8 8.dh 9.logp 9.avg 10"
    )
    assert {f"gls.{name}" for name in wanted.split()} <= {claim.id for claim in CLAIMS}
    assert len(FALSE) == 8


@pytest.mark.deep
@pytest.mark.parametrize("identifier", FALSE)
def test_a_false_statement_falls_and_its_repair_holds(identifier: str) -> None:
    """Both point at each other; the attack needs no stored witness."""
    false = theorem(identifier)
    repaired = theorem(false.counterpart)
    assert repaired.counterpart == identifier
    broken = search(false, instances=500, seed=2)
    assert broken.refuted
    held = search(repaired, instances=500, seed=2)
    assert not held.refuted
    assert held.counts[Status.HOLDS] > 60


LOWERED = [
    ("gls.perceptron", None, "0.99"),
    ("gls.4.remark", None, "0.99"),
    ("gls.7.1a", 2, "0.99"),
    ("gls.7.1a", 3, "0.82"),
    ("gls.7.1a", 4, "0.75"),
    ("gls.7.1a+", 3, "0.89"),
    ("gls.7.1q", 2, "0.99"),
    ("gls.7.1.step", 2, "0.99"),
    ("gls.9.avg", 2, "0.99"),
    ("gls.8.dh", None, "0.99"),
    ("gls.5.1", None, "0.99"),
    ("gls.wm", None, "0.72"),
    ("gls.bw", None, "0.72"),
    ("gls.9.logp", None, "0.62"),
]


@pytest.mark.deep
@pytest.mark.parametrize(("identifier", "p", "factor"), LOWERED)
def test_a_bound_lowered_below_the_best_known_ratio_falls(identifier: str, p: int | None, factor: str) -> None:
    claim = theorem(identifier)
    define = {} if p is None else {s.p: sympy.Integer(p)}
    lowered = claim.replace(bound=claim.bound * sympy.Rational(factor), define=define)
    budget: dict[str, Any] = {"instances": 500} if claim.comparator is Comparator.NONE else {"tasks": DECK}
    assert search(lowered, **budget).refuted
    assert not search(claim.replace(define=define), **budget).refuted


@pytest.mark.deep
def test_theorem_7_1_b_needs_its_coefficient() -> None:
    """A thousandth of the a of (b) makes more mistakes than (b) allows."""
    claim = theorem("gls.7.1b")
    assert not search(claim, instances=400).refuted
    assert search(claim.replace(define={s.a: claim.defines[s.a] / 1000}), instances=600).refuted


def test_interpolation_is_refuted_at_even_k_only() -> None:
    broken = search(theorem("gls.fk.printed"), instances=600).verdict
    assert broken is not None
    assert broken.instance.parameters[s.k] in (2, 4)


def test_balanced_winnow_runs_are_equal_prediction_by_prediction() -> None:
    rng = random.Random(5)
    for _ in range(150):
        n = rng.randint(1, 3)
        rows = [[Fraction(rng.randint(-3, 3), rng.choice((1, 1, 2))) for _ in range(n)] for _ in range(6)]
        trials = Trials.of(rows, [rng.choice((1, -1)) for _ in rows])
        first = play(TableLearner("qa_sinh", log(Fraction(5, 2))), trials, PLUS)
        second = play(TableLearner("balanced_winnow", Fraction(2, 5)), trials, PLUS)
        for one, two in zip(first.steps, second.steps, strict=True):
            assert compare(one.prediction, two.prediction) == 0
