"""Planted faults: each is caught, and the test says what catches it.

The faults are wrong learners, bounds that are too small, a trial that goes missing, instances outside the
premises, and floats where a decision should be exact.
"""

from __future__ import annotations

import ast
import contextlib
from collections.abc import Callable, Iterator
from dataclasses import replace
from fractions import Fraction
from pathlib import Path
from typing import Any

import numpy as np
import pytest
import sympy

import bounds.claims.scope
from bounds import symbols as s
from bounds.claims.catalogue import theorem
from bounds.claims.claim import Claim, LearnerSpec
from bounds.data.trials import Example, Instance, Interval, Trials, vector
from bounds.data.versions import ABSOLUTE, CLASSIFICATION, RANDOMISED, Version, toleranced
from bounds.errors import BoundcheckError, Undecided
from bounds.learners import (
    ExponentiatedGradient,
    ExponentiatedUpdate,
    Learner,
    Perceptron,
    WeightedMajority,
    WeightedMajorityVote,
)
from bounds.learners.play import play
from bounds.learners.run import Run
from bounds.numbers import ExpSum, Number, compare, exp, floor, log, power, quotient, sign, sqrt, total
from bounds.numbers.evaluate import evaluate
from tests.agreement import oracle
from tests.agreement.test_oracle import disagreements, plain_problem
from verify.judge.check import check
from verify.judge.replay import replay
from verify.judge.status import Status

pytestmark = pytest.mark.deep

ROOT = Path(__file__).parent.parent.parent
ONE = Fraction(1)
HALF = Fraction(1, 2)
FAR = Interval(Fraction(1000), None)


def spec(make: Callable[[Number], Learner], version: Version, rate: Any = s.eta) -> LearnerSpec:
    """Return a learner made from its rate, to put in the place of a claim's own."""
    return LearnerSpec("planted", lambda case: make(case.value(rate)), lambda _: version)


def oracle_notices(claim: Claim, instance: Instance) -> list[str]:
    """Return in what the run of the claim's learner differs from the oracle's run for the claim's theorem."""
    statement = oracle.STATEMENTS[claim.id.rstrip("*")]
    problem = oracle.with_fixed(statement, plain_problem(instance))
    with oracle.precision(statement, problem):
        return list(disagreements(claim.case(instance).run, oracle.play(statement, problem)))


def unit_vectors(n: int) -> list[list[int]]:
    return [[int(i == j) for j in range(n)] for i in range(n)]


# --- wrong learners ------------------------------------------------------------------------------------


class WrongSign(Perceptron):
    def add(self, side: int, x: Example) -> None:
        super().add(-side, x)


def test_wrong_sign_violates_theorem_2_and_the_failing_trial_is_named() -> None:
    """Power: the verdict sees a learner that runs away, and the per-trial inequality says where it starts."""
    trials = Trials.of([[1]] * 5, [Interval.point(0), *[Interval.parse("[1,oo)")] * 4])
    instance = Instance(trials, vector([1]), {s.eta: ONE})
    claim = theorem("bylander.2")
    assert check(claim, instance).status is Status.HOLDS
    verdict = check(claim.replace(learner=spec(WrongSign, ABSOLUTE)), instance)
    assert verdict.status is Status.VIOLATED
    assert verdict.first_failure is not None
    assert verdict.first_failure.step.t == 2, "trial 1 is predicted rightly and changes nothing"


def test_wrong_sign_violates_theorem_5_and_the_failing_trial_is_named() -> None:
    """Power: a mistake bound sees it too; both learners err on trial 1, where only the wrong one moves away."""
    instance = Instance(Trials.of([[1]] * 3, [1] * 3), vector([1]))
    claim = theorem("bylander.5")
    assert check(claim, instance).status is Status.HOLDS
    verdict = check(claim.replace(learner=spec(WrongSign, CLASSIFICATION)), instance)
    assert verdict.status is Status.VIOLATED
    assert verdict.first_failure is not None
    assert verdict.first_failure.step.t == 1


class IdleOnTies(Perceptron):
    """Treats every end of the target as closed, so it does not update on an open end."""

    def update(self, x: Example, target: Interval) -> None:
        super().update(x, Interval(target.lo, target.hi))


def test_idleness_on_an_open_end_is_noticed_by_the_oracle() -> None:
    """Power: agreement covers updates at loss zero, which no total shows on the trial itself."""
    trials = Trials.of([[1], [1]], [Interval.parse("(0,oo)"), Interval.point(1)])
    instance = Instance(trials, vector([1]), {s.eta: ONE, s.X: ONE, s.U: ONE})
    claim = theorem("bylander.2")
    assert oracle_notices(claim, instance) == []
    noticed = oracle_notices(claim.replace(learner=spec(IdleOnTies, ABSOLUTE)), instance)
    assert any(text.startswith("prediction 2") for text in noticed)


def test_idleness_on_an_open_end_violates_the_identity_of_an_update() -> None:
    """Power: the step identity of theorem 2 is an equation, so it sees an update that did not happen."""
    trials = Trials.of([[1], [1]], [Interval.point(0), Interval.parse("(0,oo)")])
    instance = Instance(trials, vector([1]), {s.eta: ONE})
    claim = theorem("bylander.2.step")
    assert check(claim, instance).status is Status.HOLDS
    verdict = check(claim.replace(learner=spec(IdleOnTies, ABSOLUTE)), instance)
    assert verdict.status is Status.VIOLATED
    assert verdict.decisive is not None
    assert verdict.decisive.row.t == 2


def test_idleness_at_zero_violates_theorem_5_on_its_first_trial() -> None:
    """Power: a mistake without an update has to be paid for by the distance, which does not move."""
    instance = Instance(Trials.of([[1], [1]], [1, 1]), vector([1]))
    verdict = check(theorem("bylander.5").replace(learner=spec(IdleOnTies, CLASSIFICATION)), instance)
    assert verdict.status is Status.VIOLATED
    assert verdict.first_failure is not None
    assert verdict.first_failure.step.t == 1


class Unnormalised(ExponentiatedUpdate):
    """Exponentiated Update that forgets to divide by the sum."""

    def predict(self, x: Example) -> Number:
        n = len(x)
        return total(self.total / n * a * exp(self._step * k) for a, k in zip(x, self._exponents, strict=True))


def _eu(kind: type[ExponentiatedUpdate], factor: Fraction, version: Version) -> LearnerSpec:
    return LearnerSpec(
        "planted",
        lambda case: kind(case.value(s.eta) * factor, Fraction(1)),
        lambda _: version,
    )


def test_missing_normalisation_violates_theorem_3_and_the_oracle_notices() -> None:
    """Power: on x = (1, 1) the true learner always predicts U; the wrong one overshoots and pays coming back."""
    outcomes = [Interval.parse("[3,oo)")] * 2 + [Interval.point(1)] * 2
    instance = Instance(Trials.of([[1, 1]] * 4, outcomes), vector([1, 0]), {s.eta: ONE, s.U: ONE, s.X: ONE})
    claim = theorem("bylander.3")
    wrong = claim.replace(learner=_eu(Unnormalised, ONE, ABSOLUTE))
    assert check(claim, instance).status is Status.HOLDS
    assert oracle_notices(claim, instance) == []
    assert check(wrong, instance).status is Status.VIOLATED
    assert any(text.startswith("prediction 2") for text in oracle_notices(wrong, instance))


def test_halved_rate_is_noticed_by_the_oracle() -> None:
    """Power: half the rate keeps within the bounds of small instances; agreement sees it at the second trial."""
    instance = Instance(Trials.of([[1, 0]] * 2, [FAR] * 2), vector([1, 0]), {s.eta: ONE, s.U: ONE, s.X: ONE})
    claim = theorem("bylander.3")
    wrong = claim.replace(learner=_eu(ExponentiatedUpdate, HALF, ABSOLUTE))
    assert check(wrong, instance).status is Status.HOLDS
    assert oracle_notices(claim, instance) == []
    assert any(text.startswith("prediction 2") for text in oracle_notices(wrong, instance))


def test_wrong_beta_is_noticed_by_the_oracle() -> None:
    """Power: one right expert outvotes two that erred once at beta = 1/e but not at beta = 1/2 (a tie)."""
    instance = Instance(Trials.of([[1, -1, -1], [-1, 1, 1]], [1, -1]), vector([1, 0, 0]))
    claim = theorem("bylander.7.264")
    wrong = claim.replace(
        learner=LearnerSpec("planted", lambda _: WeightedMajorityVote(HALF), lambda _: CLASSIFICATION)
    )
    assert [text for text in oracle_notices(claim, instance) if "weight" not in text] == []
    assert any(text.startswith("prediction 2") for text in oracle_notices(wrong, instance))


# --- a trial that goes missing -------------------------------------------------------------------------


def test_dropped_trial_is_noticed_by_the_agreement_check(monkeypatch: pytest.MonkeyPatch) -> None:
    """Power: without a trial the verdict still HOLDS (losses only shrink); agreement counts the steps."""

    def forgetful(learner: Learner, trials: Trials, version: Version, *rest: Any, **more: Any) -> Run:
        run = play(learner, trials, version, *rest, **more)
        return replace(run, steps=run.steps[:1] + run.steps[2:])

    instance = Instance(Trials.of(unit_vectors(3), [1, 1, 1]), vector([1, 1, 1]), {s.X: ONE, s.U: sqrt(Fraction(3))})
    claim = theorem("bylander.5")
    assert oracle_notices(claim, instance) == []
    monkeypatch.setattr(bounds.claims.scope, "play", forgetful)
    assert check(claim, instance).status is Status.HOLDS
    noticed = oracle_notices(claim, instance)
    assert "2 steps against 3 trials" in noticed
    assert "mistakes 2" in noticed


# --- bounds that are too small -------------------------------------------------------------------------


def orthonormal_far(rate: Number, n: int = 4, **parameters: Number) -> Instance:
    """Return unit vectors with outcomes far out and u = rate * (1, ..., 1), where the learner ends up."""
    given = {s.lookup(name): value for name, value in parameters.items()}
    return Instance(Trials.of(unit_vectors(n), [FAR] * n), vector([rate] * n), given)


def orthonormal_labels(n: int = 4, **parameters: Number) -> Instance:
    """Return unit vectors labelled +1 and u = (1, ..., 1): each is a mistake, as w.x = 0."""
    given = {s.lookup(name): value for name, value in parameters.items()}
    return Instance(Trials.of(unit_vectors(n), [1] * n), vector([1] * n), given)


def hypercube(d: int = 3, **parameters: Number) -> Instance:
    """Return d orthogonal rows in {-1, 1}^(2**d) labelled -1, where u = e_1 is right: every one is a tie."""
    rows = [[-1 if not i >> t & 1 else 1 for i in range(2**d)] for t in range(d)]
    given = {s.lookup(name): value for name, value in parameters.items()}
    return Instance(Trials.of(rows, [-1] * d), vector([1] + [0] * (2**d - 1)), given)


def ramp(n: int, trials: int, **parameters: Number) -> Instance:
    """Return x = (1, -1, ..., -1) again and again with an outcome far out, and u = e_1."""
    given = {s.lookup(name): value for name, value in parameters.items()}
    rows = [[1] + [-1] * (n - 1)] * trials
    return Instance(Trials.of(rows, [FAR] * trials), vector([1] + [0] * (n - 1)), given)


TENTH = Fraction(1, 10)
EXTREMAL = {
    "bylander.2": orthonormal_far(ONE, eta=ONE),
    "bylander.2.tuned": orthonormal_far(ONE, U=Fraction(2)),
    "bylander.3": ramp(16, 40, eta=TENTH),
    "bylander.3.tuned": ramp(4, 1),
    "bylander.double": ramp(1, 19, eta=TENTH),
    "bylander.5": orthonormal_labels(),
    "bylander.5.delta": orthonormal_labels(),
    "bylander.6": hypercube(),
    "bylander.6.litt": hypercube(),
    "bylander.7": hypercube(eta=ONE),
    "bylander.7.267": hypercube(),
    "bylander.7.264": hypercube(),
    "bylander.fn5": orthonormal_labels(eta=ONE),
    "bylander.8": orthonormal_far(ONE, tau=HALF),
    "bylander.9": ramp(16, 40, tau=TENTH / 2),
    "bylander.11": orthonormal_labels(),
    "bylander.12": hypercube(),
}
ATTAINED = ("2", "2.tuned", "5", "5.delta", "fn5", "8", "11")
"""On these the orthonormal examples reach the bound itself, so that every smaller constant is refuted."""


def scaled(claim: Claim, factor: Fraction) -> Claim:
    """Return the claim with ``factor`` times its bound, inside the floor where there is one."""
    bound = sympy.Rational(factor.numerator, factor.denominator) * claim.inner_bound
    return claim.replace(bound=sympy.floor(bound) if isinstance(claim.bound, sympy.floor) else bound)


@pytest.mark.parametrize("identifier", EXTREMAL)
def test_half_the_constant_is_refuted(identifier: str) -> None:
    """Power: a bound wrong by a factor of 2 does not survive the extremal instance of its theorem."""
    claim, instance = theorem(identifier), EXTREMAL[identifier]
    assert check(claim, instance).status is Status.HOLDS
    verdict = check(scaled(claim, HALF), instance)
    assert verdict.status is Status.VIOLATED
    assert verdict.slack is not None
    assert sign(verdict.slack) == -1


@pytest.mark.parametrize("identifier", [f"bylander.{name}" for name in ATTAINED])
def test_bound_of_the_perceptron_is_attained_and_any_smaller_one_refuted(identifier: str) -> None:
    """Power: an error of one in a million in the constant is seen, because the decision is exact."""
    claim, instance = theorem(identifier), EXTREMAL[identifier]
    assert check(claim, instance).attained
    assert check(scaled(claim, 1 - Fraction(1, 10**6)), instance).status is Status.VIOLATED


@pytest.mark.parametrize(
    ("identifier", "percent"),
    [("bylander.3", 90), ("bylander.9", 90), ("bylander.6", 70), ("bylander.7", 70), ("bylander.12", 70)],
)
def test_bound_of_exponentiated_update_is_refuted_well_above_half(identifier: str, percent: int) -> None:
    """Power: the ramp comes near theorems 3 and 9; orthogonal rows reach log2(n) of 2 ln(n) in 6, 7 and 12."""
    assert check(scaled(theorem(identifier), Fraction(percent, 100)), EXTREMAL[identifier]).status is Status.VIOLATED


@pytest.mark.parametrize("identifier", EXTREMAL)
def test_first_failure_exists_wherever_the_proof_has_a_step_for_each_trial(identifier: str) -> None:
    """Power: the per-trial inequalities of a refuted bound cannot all hold, as they add up to it."""
    claim = scaled(theorem(identifier), HALF)
    verdict = check(claim, EXTREMAL[identifier])
    if claim.geometry is not None and claim.per_trial is not None and not isinstance(claim.bound, sympy.floor):
        assert verdict.first_failure is not None
        records = replay(claim, EXTREMAL[identifier]).records
        assert not any(record.fails for record in records[: verdict.first_failure.step.t - 1])


# --- instances outside the premises --------------------------------------------------------------------

SIMPLE = Trials.of([[1, 0], [0, 1]], [Interval.point(1)] * 2)
LABELLED = Trials.of([[1, 0], [0, 1]], [1, 1])


@pytest.mark.parametrize(
    ("identifier", "instance", "failures"),
    [
        ("bylander.3", Instance(SIMPLE, vector([2, -1]), {s.eta: ONE, s.U: ONE}), {"nonnegative": 2}),
        ("bylander.3", Instance(SIMPLE, vector([1, 1]), {s.eta: ONE, s.U: ONE}), {"sum": 1}),
        ("bylander.3", Instance(SIMPLE, vector(["1/4", "1/4"]), {s.eta: ONE, s.U: ONE}), {"sum": -HALF}),
        ("bylander.12", Instance(LABELLED, vector([1, 2]), {s.U: ONE}), {"sum": -2}),
        ("bylander.2", Instance(SIMPLE, vector([3, 4]), {s.eta: ONE, s.U: Fraction(4)}), {"comparator": -1}),
        ("bylander.double", Instance(SIMPLE, vector([1, -1]), {s.eta: ONE, s.U: ONE}), {"comparator": -1}),
        ("bylander.5", Instance(LABELLED, vector([1, HALF])), {"separable": -HALF}),
        ("bylander.6", Instance(LABELLED, vector([1, 0])), {"separable": -1}),
        ("bylander.11", Instance(LABELLED, vector([1, -1])), {"separable": -2}),
        ("bylander.7", Instance(LABELLED, vector([1, HALF]), {s.eta: TENTH}), {"clear": 1}),
        ("bylander.7", Instance(LABELLED, vector([1, 1]), {s.eta: ONE}), {"eta < 2/(U*X**2)": 0}),
        ("bylander.7.267", Instance(LABELLED, vector([1, 0])), {"inputs": -2}),
        ("bylander.7.264", Instance(hypercube(1).trials, vector([1, 1])), {"expert": -1}),
        ("bylander.2", Instance(SIMPLE, vector([1, 1]), {s.eta: ONE, s.X: HALF}), {"examples": -HALF}),
        ("bylander.3", Instance(SIMPLE, vector([1, 1]), {s.eta: ONE, s.X: HALF}), {"examples": -HALF}),
        (
            "bylander.5.delta",
            Instance(Trials.of([[2]], [1]), vector([1])),
            {"examples": -1},
        ),
        (
            "bylander.2",
            Instance(SIMPLE, vector([3, 4]), {s.eta: ONE, s.U: ONE, s.X: HALF}),
            {"comparator": -4, "examples": -HALF},
        ),
    ],
)
def test_instance_outside_the_premises_is_vacuous_and_every_failing_premise_is_named(
    identifier: str, instance: Instance, failures: dict[str, Fraction]
) -> None:
    """Power: a verdict is not given where the theorem says nothing; the amounts are exact."""
    verdict = check(theorem(identifier), instance)
    assert verdict.status is Status.VACUOUS
    assert verdict.comparisons == ()
    named = {str(failure.hypothesis.name): failure.amount for failure in verdict.failures}
    assert {_plain(name): amount for name, amount in named.items()} == {_plain(k): v for k, v in failures.items()}
    assert all(failure.hypothesis.text in str(failure) for failure in verdict.failures)


def _plain(name: str) -> str:
    return name.split("<")[0].strip()


def test_premise_that_fails_by_a_hair_is_seen() -> None:
    """Power: the norm sqrt(2) against a U that is right to 40 digits."""
    u = Fraction("1.4142135623730950488016887242096980785696")
    parameters: dict[Any, Number] = {s.eta: ONE}
    assert (
        check(theorem("bylander.2"), Instance(SIMPLE, vector([1, 1]), {**parameters, s.U: u})).status is Status.VACUOUS
    )
    above = u + Fraction(1, 10**40)
    assert (
        check(theorem("bylander.2"), Instance(SIMPLE, vector([1, 1]), {**parameters, s.U: above})).status
        is Status.HOLDS
    )


# --- floats --------------------------------------------------------------------------------------------

F: Any = 0.5
NUMPY_F: Any = np.float64(0.5)
"""Floats, hidden from the type checker."""
POINTS = Trials.of([[1, 0], [0, 1]], [Interval.point(1)] * 2)


def _check(identifier: str, **changes: Any) -> Any:
    """Check a claim of intervals on a small instance with some of its data replaced."""
    given = {"trials": POINTS, "comparator": vector([1, 0]), "parameters": {s.eta: ONE}, **changes}
    return check(theorem(identifier), Instance(**given))


FLOATS: dict[str, Callable[[], object]] = {
    "example in Trials.of": lambda: Trials.of([[F]], [1]),
    "numpy floats in Trials.of": lambda: Trials.of(np.array([[0.5]]), [1]),
    "numpy float32 in Trials.of": lambda: Trials.of([[np.float32(0.5)]], [1]),
    "whole float in Trials.of": lambda: Trials.of([[1.0]], [1]),
    "numerators of Trials": lambda: Trials(np.array([[0.5]]), 1, [1]),
    "whole numerators of Trials": lambda: Trials(np.array([[1.0]]), 1, [1]),
    "object numerators of Trials": lambda: Trials(np.array([[F]], dtype=object), 1, [1]),
    "denominator of Trials": lambda: Trials(np.array([[1]]), 2 * F, [1]),
    "rows of Trials.from_integers": lambda: Trials.from_integers([[F]], 1, [1]),
    "denominator of Trials.from_integers": lambda: Trials.from_integers([[1]], 2 * F, [1]),
    "label": lambda: Trials.of([[1]], [2 * F]),
    "numpy label": lambda: Trials.of([[1]], [2 * NUMPY_F]),
    "entry of a vector": lambda: vector([F]),
    "numpy vector": lambda: vector(np.array([0.5])),
    "lower end": lambda: Interval(F, ONE),
    "upper end": lambda: Interval(ONE, 2 + F),
    "only end": lambda: Interval(F, None),
    "infinite float end": lambda: Interval(Fraction(0), F * float("inf")),
    "numpy end": lambda: Interval(NUMPY_F, ONE),
    "point": lambda: Interval.point(F),
    "tolerance of an interval": lambda: Interval(ONE, None).widened(F),
    "tolerance of a version": lambda: check(
        theorem("bylander.8").replace(
            learner=LearnerSpec("", lambda _: Perceptron(ONE), lambda _: toleranced(F)),
        ),
        Instance(POINTS, vector([1, 0]), {s.tau: ONE}),
    ),
    "comparator": lambda: _check("bylander.2", comparator=[F, F]),
    "comparator that is an array": lambda: _check("bylander.2", comparator=np.array([0.5, 0.5])),
    "start vector": lambda: check(
        theorem("bylander.4"),
        Instance(LABELLED, None, {s.eta: ONE}, start=np.array([0.5, 0.5])),
    ),
    "rate of the Perceptron": lambda: Perceptron(F),
    "rate of Exponentiated Update": lambda: ExponentiatedUpdate(F, ONE),
    "sum of Exponentiated Update": lambda: ExponentiatedUpdate(ONE, F),
    "rate of Exponentiated Gradient": lambda: ExponentiatedGradient(F),
    "beta of Weighted Majority": lambda: WeightedMajority(F),
    "parameter eta": lambda: _check("bylander.2", parameters={s.eta: F}),
    "numpy parameter eta": lambda: _check("bylander.2", parameters={s.eta: np.float64(0.5)}),
    "sympy Float as parameter": lambda: _check("bylander.2", parameters={s.eta: sympy.Float(0.5)}),
    "parameter X": lambda: _check("bylander.2", parameters={s.eta: ONE, s.X: 2 + F}),
    "parameter U": lambda: _check("bylander.2", parameters={s.eta: ONE, s.U: 2 + F}),
    "parameter eta of theorem 3": lambda: _check("bylander.3", parameters={s.eta: F}),
    "parameter U of theorem 3": lambda: _check("bylander.3", parameters={s.eta: ONE, s.U: 2 * F}),
    "parameter tau": lambda: _check("bylander.8", parameters={s.tau: F}),
    "parameters of claims without trials": lambda: check(
        theorem("bylander.half"),
        Instance(Trials.from_integers([], 1, [], 1), None, {s.U: F, s.X: F, s.n: ONE}),
    ),
    "sympy Float in the bound": lambda: check(
        theorem("bylander.2").replace(bound=F * s.U**2 / s.eta + s.eta * s.l * s.X**2 * F),
        Instance(POINTS, vector([1, 0]), {s.eta: ONE}),
    ),
    "sympy Float in the exponent": lambda: check(
        theorem("bylander.2").replace(bound=s.U ** (4 * F) / s.eta + s.l * s.X),
        Instance(POINTS, vector([1, 0]), {s.eta: ONE}),
    ),
    "bound that is a float": lambda: check(
        theorem("bylander.2").replace(bound=20 * F), Instance(POINTS, vector([1, 0]), {s.eta: ONE})
    ),
    "sympy Float in a definition": lambda: check(
        theorem("bylander.2").replace(define={s.eta: F}), Instance(POINTS, vector([1, 0]))
    ),
    "sympy Float to evaluate": lambda: evaluate(sympy.Float("0.5"), {}),
}


@pytest.mark.parametrize("entry", FLOATS)
def test_float_is_refused(entry: str) -> None:
    """Power: no entry point lets a float, which is never the number that was meant, reach a verdict."""
    with pytest.raises(BoundcheckError):
        FLOATS[entry]()


class Rounding(Perceptron):
    """One's own learner, which predicts with floats."""

    def predict(self, x: Example) -> Number:
        prediction: Any = float(sum(map(float, x)))
        return prediction  # type: ignore[no-any-return]


@pytest.mark.parametrize(("identifier", "version"), [("bylander.2", ABSOLUTE), ("bylander.5", CLASSIFICATION)])
def test_float_predictions_of_ones_own_learner_are_refused(identifier: str, version: Version) -> None:
    """Power: a learner is code from outside; its floats must not be compared with an exact bound."""
    claim = theorem(identifier).replace(learner=spec(Rounding, version))
    with pytest.raises((BoundcheckError, TypeError)):
        check(claim, orthonormal_labels(2, **({"eta": ONE} if identifier == "bylander.2" else {})))


INNER: dict[str, Callable[[], object]] = {
    "numerators of an Example": lambda: Example([F]).dot(Example([1])),
    "denominator of an Example": lambda: Example([1], 2 * F).dot(Example([1])),
    "float value to evaluate at": lambda: evaluate(s.eta + 1, {s.eta: F}),
    "compare": lambda: compare(ONE, F),
    "sign": lambda: sign(F),
    "floor": lambda: floor(F),
    "sqrt": lambda: sqrt(F),
    "log": lambda: log(F),
    "exp": lambda: exp(F),
    "power": lambda: power(Fraction(2), F),
    "total": lambda: total([ONE, F]),
    "step of a sum of exponentials": lambda: ExpSum(F, {0: 1, 1: -1}).sign(),
    "quotient": lambda: sign(quotient(ExpSum(F, {0: 1, 1: -1}), ExpSum(F, {0: 1}))),
    "error probability": lambda: RANDOMISED.error(F, 1, 0),
    "side of an interval": lambda: Interval(ONE, None).side(F),
    "sum with a Real": lambda: sqrt(Fraction(2)) + F,
    "difference with a Real": lambda: sqrt(Fraction(2)) - F,
    "product with a Real": lambda: sqrt(Fraction(2)) * F,
    "quotient with a Real": lambda: sqrt(Fraction(2)) / F,
    "Real taken from a float": lambda: F - sqrt(Fraction(2)),
    "float divided by a Real": lambda: F / sqrt(Fraction(2)),
}


@pytest.mark.parametrize("function", INNER)
def test_float_inside_fails_loudly(function: str) -> None:
    """Power: beneath the entry points, where types say Number, a float gets no answer either."""
    with pytest.raises((BoundcheckError, TypeError, AttributeError)):
        INNER[function]()


DECIDING = (
    *sorted((ROOT / "bounds" / "numbers").glob("*.py")),
    *sorted((ROOT / "bounds" / "learners").glob("*.py")),
    *sorted((ROOT / "bounds" / "sources").rglob("*.py")),
    *(
        ROOT / "bounds" / f"{name}.py"
        for name in (
            "case",
            "claim",
            "evaluate",
            "geometry",
            "hypotheses",
            "parts",
            "quantities",
            "run",
            "trials",
            "versions",
        )
    ),
    *(ROOT / "verify" / f"{name}.py" for name in ("check", "complete", "replay")),
)
READS_FLOATS = {("trials.py", "__call__"), ("trials.py", "_column_of")}
"""Functions that read floats as the exact numbers that they are said to be."""
SHOWS_FLOATS = {
    ("decimals.py", "decimal"),
    ("decimals.py", "to_float"),
    ("real.py", "__float__"),
    ("real.py", "__format__"),
    ("check.py", "ratio"),
    ("trials.py", "_row"),
}
EXACT_MATH = {"gcd", "lcm", "isqrt", "floor", "comb"}


def float_uses(path: Path) -> Iterator[tuple[str, int, str]]:
    """Yield (function, line, what) for every use of machine floats in a module."""

    def visit(node: ast.AST, function: str) -> Iterator[tuple[str, int, str]]:
        if isinstance(node, ast.FunctionDef):
            function = node.name
        line = getattr(node, "lineno", 0)
        if isinstance(node, ast.Call):
            called = node.func.id if isinstance(node.func, ast.Name) else getattr(node.func, "attr", "")
            if called in ("float", "to_float", "__float__", "round", "evalf", "astype"):
                yield function, line, f"{called}(...)"
        if isinstance(node, ast.Constant) and isinstance(node.value, float):
            yield function, line, repr(node.value)
        if isinstance(node, ast.Attribute) and isinstance(node.value, ast.Name):
            module, name = node.value.id, node.attr
            if module == "math" and name not in EXACT_MATH:
                yield function, line, f"math.{name}"
            if module in ("np", "numpy") and name.startswith(("float", "double", "half", "longdouble")):
                yield function, line, f"np.{name}"
        for child in ast.iter_child_nodes(node):
            yield from visit(child, function)

    yield from visit(ast.parse(path.read_text(encoding="utf-8")), "")


@pytest.mark.parametrize("path", DECIDING, ids=lambda path: str(path.relative_to(ROOT)))
def test_modules_that_decide_use_no_floats(path: Path) -> None:
    """Power: a float decision added later shows up here, outside the functions that only show numbers."""
    found = [use for use in float_uses(path) if (path.name, use[0]) not in SHOWS_FLOATS | READS_FLOATS]
    assert not found


def test_scan_for_floats_sees_floats(tmp_path: Path) -> None:
    """Power: the scan itself finds each kind of use."""
    source = "def f(x):\n    return float(x) + math.sqrt(x) + np.float64(x) + 0.5 + to_float(x)\n"
    (tmp_path / "m.py").write_text(source, encoding="utf-8")
    found = {what for _, _, what in float_uses(tmp_path / "m.py")}
    assert found == {"float(...)", "math.sqrt", "np.float64", "0.5", "to_float(...)"}


# --- numbers on the edge of a decision -----------------------------------------------------------------


def scaled_exponential(bits: int, power_of_e: int) -> int:
    """Return floor(e**power_of_e * 2**bits), from the series of e in integers."""
    one = 1 << (bits + 64)
    term, whole, i = one, 0, 0
    while term:
        whole += term
        i += 1
        term = term * power_of_e // i
    return whole >> 64


@pytest.mark.parametrize("bits", [50, 200, 1000, 5000])
def test_sign_of_a_near_tie_of_exponentials_is_found(bits: int) -> None:
    """Power: a * 1 - b * e**3 with a/b the nearest fractions on either side; doubles see 0 from 50 bits on."""
    near = scaled_exponential(bits, 3)
    assert ExpSum(ONE, {3: 2**bits, 0: -near}).sign() == 1
    assert ExpSum(ONE, {3: 2**bits, 0: -near - 1}).sign() == -1
    assert ExpSum(ONE, {3: -(2**bits), 0: near}).sign() == -1
    assert ExpSum(Fraction(1, 7), {21 + 5: 2**bits, 5: -near}).sign() == 1


def test_sign_of_a_near_tie_hidden_under_a_large_term_is_found() -> None:
    """Power: the difference is 2**-200 of the terms and comes after an exponent far above it."""
    near = scaled_exponential(200, 1)
    assert ExpSum(ONE, {900: 0, 1: 2**200, 0: -near, -900: -1}).sign() == 1
    assert quotient(ExpSum(ONE, {1: 2**200, 0: -near}), ExpSum(ONE, {0: 1, 500: 1})).sign() == 1  # type: ignore[union-attr]


@pytest.mark.parametrize(
    "zero",
    [
        ExpSum(ONE, {}),
        ExpSum(ONE, {0: 0, 5: 0}),
        ExpSum(log(Fraction(2)), {0: -2, 1: 1}),
        ExpSum(log(Fraction(2)), {0: -1, 3: 1, 1: -2, -1: -6}),
        ExpSum(log(Fraction(4)) / 2, {0: -4, 2: 1}),
        ExpSum(log(Fraction(2)) / 2, {0: -2, 2: 1, 1: 3, 3: -2, -1: 2}),
        ExpSum(-log(Fraction(2)), {0: 1, 1: -2}),
    ],
    ids=str,
)
def test_sum_of_exponentials_that_is_zero_has_sign_zero(zero: ExpSum) -> None:
    assert zero.sign() == 0


def test_sum_of_radicals_that_is_not_zero_has_a_sign() -> None:
    assert ExpSum(log(Fraction(2)) / 2, {0: -2, 2: 1, 1: 3, 3: -2, -1: 1}).sign() == -1
    assert ExpSum(log(Fraction(2)) / 2, {0: -3, 3: 1}).sign() == -1


TWO, THREE = sqrt(Fraction(2)), sqrt(Fraction(3))
NESTED = sqrt(5 + 2 * sqrt(Fraction(6)))


@pytest.mark.parametrize(
    "zero",
    [
        sqrt(Fraction(8)) - 2 * TWO,
        sqrt(Fraction(1, 2)) - TWO / 2,
        TWO * THREE - sqrt(Fraction(6)),
        (TWO + THREE) * (TWO + THREE) - 5 - 2 * sqrt(Fraction(6)),
        log(Fraction(6)) - log(Fraction(2)) - log(Fraction(3)),
        log(Fraction(9)) / 2 - log(Fraction(3)),
        log(Fraction(10, 7)) + log(Fraction(7, 5)) - log(Fraction(2)),
        exp(ONE) * exp(-ONE) - 1,
        exp(log(Fraction(5))) - 5,
        log(Fraction(8)) / log(Fraction(2)) - 3,
        1 / (1 + TWO) - 1 / (TWO + 1),
    ],
    ids=range(11),
)
def test_number_that_is_zero_has_sign_zero(zero: Number) -> None:
    assert sign(zero) == 0


def test_nested_roots_that_cancel_are_never_given_a_sign() -> None:
    """Power: no proof of zero is known here; the answer may be 'undecided' but not a guess."""
    assert sign(TWO + THREE - NESTED) in (0, None)


@pytest.mark.parametrize("bits", [40, 100, 400, 1500])
def test_nested_roots_that_nearly_cancel_get_their_sign(bits: int) -> None:
    gap = Fraction(1, 2**bits)
    assert sign(TWO + THREE - NESTED + gap) == 1
    assert sign(TWO + THREE - NESTED - gap) == -1


@pytest.mark.parametrize("bits", [60, 300, 2000])
def test_near_equal_logarithms_and_roots_get_their_sign(bits: int) -> None:
    a = Fraction(2**bits + 1, 2**bits)
    assert sign(log(3 * a) - log(Fraction(3))) == 1
    assert sign(sqrt(3 * a) - THREE) == 1
    assert sign(THREE - sqrt(3 * a)) == -1
    assert sign(exp(a) - exp(ONE)) == 1


@pytest.mark.parametrize(
    ("number", "expected"),
    [
        (TWO * TWO, 2),
        ((TWO + THREE) * (TWO + THREE) - 2 * sqrt(Fraction(6)), 5),
        (log(Fraction(8)) / log(Fraction(2)), 3),
        (2 * log(Fraction(8)), 4),
        (-TWO, -2),
        (log(Fraction(6)) - log(Fraction(2)) - log(Fraction(3)) + 7, 7),
        (7 - (log(Fraction(6)) - log(Fraction(2)) - log(Fraction(3))), 7),
        (sqrt(Fraction(10**40 - 1)), 10**20 - 1),
        (sqrt(Fraction(10**40 + 1)), 10**20),
        (exp(Fraction(1, 10**60)), 1),
        (-exp(Fraction(1, 10**60)), -2),
    ],
    ids=range(11),
)
def test_floor_at_and_around_integers(number: Number, expected: int) -> None:
    assert floor(number) == expected


def test_floor_of_an_integer_in_disguise_is_right_or_undecided() -> None:
    """Power: rounding would say 6 or 7 as the wind blows."""
    for disguised in (7 + (TWO + THREE - NESTED), 7 - (TWO + THREE - NESTED)):
        with contextlib.suppress(Undecided):
            assert floor(disguised) == 7
