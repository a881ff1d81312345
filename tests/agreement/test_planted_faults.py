"""Planted faults: each is caught, and the test says what catches it.

The faults are wrong learners, bounds that are too small, a trial that goes missing, instances outside the
premises, and floats where a decision should be exact.
"""

from __future__ import annotations

import contextlib
from dataclasses import replace
from fractions import Fraction
from typing import Any

import pytest
import sympy

import bounds.claims.scope
from bounds import symbols as s
from bounds.claims.catalogue import theorem
from bounds.claims.claim import Claim, LearnerSpec
from bounds.data.interval import Interval
from bounds.data.trials import Trials
from bounds.data.vectors import Example, vector
from bounds.data.versions import ABSOLUTE, CLASSIFICATION, Version
from bounds.errors import Undecided
from bounds.fast.play import play
from bounds.instances import Instance
from bounds.learners import Learner, TableLearner
from bounds.learners.run import Run
from bounds.numbers import ExpSum, Number, exp, floor, log, quotient, sign, sqrt, total
from tests.agreement import oracle
from tests.agreement.planted import LABELLED, ONE, orthonormal_labels, spec, unit_vectors
from tests.agreement.test_oracle import disagreements, plain_problem
from tests.classes import ExponentiatedUpdate, Perceptron
from verify.judge.check import check
from verify.judge.replay import replay
from verify.judge.status import Status

pytestmark = pytest.mark.deep

HALF = Fraction(1, 2)
FAR = Interval(Fraction(1000), None)


def oracle_notices(claim: Claim, instance: Instance) -> list[str]:
    """Return in what the run of the claim's learner differs from the oracle's run for the claim's theorem."""
    statement = oracle.STATEMENTS[claim.id.rstrip("*")]
    problem = oracle.with_fixed(statement, plain_problem(instance))
    with oracle.precision(statement, problem):
        return list(disagreements(claim.case(instance).run, oracle.play(statement, problem)))


# --- wrong learners ------------------------------------------------------------------------------------


class WrongSign(Perceptron):
    def move(self, side: int, x: Example) -> None:
        super().move(-side, x)


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
        eta, U = self.parameters["eta"], self.parameters["U"]
        return total(U / len(x) * a * exp(eta * k) for a, k in zip(x, self.K, strict=True))


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
        learner=LearnerSpec("planted", lambda _: TableLearner("weighted_majority_vote", HALF), lambda _: CLASSIFICATION)
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


@pytest.mark.parametrize(
    ("identifier", "instance", "failures"),
    [
        ("bylander.3", Instance(SIMPLE, vector([2, -1]), {s.eta: ONE, s.U: ONE}), {"nonnegative": -1}),
        ("bylander.3", Instance(SIMPLE, vector([1, 1]), {s.eta: ONE, s.U: ONE}), {"sum": 1}),
        ("bylander.3", Instance(SIMPLE, vector(["1/4", "1/4"]), {s.eta: ONE, s.U: ONE}), {"sum": -HALF}),
        ("bylander.12", Instance(LABELLED, vector([1, 2]), {s.U: ONE}), {"sum": -2}),
        ("bylander.2", Instance(SIMPLE, vector([3, 4]), {s.eta: ONE, s.U: Fraction(4)}), {"comparator": -1}),
        ("bylander.double", Instance(SIMPLE, vector([1, -1]), {s.eta: ONE, s.U: ONE}), {"comparator": -1}),
        ("bylander.5", Instance(LABELLED, vector([1, HALF])), {"separable": -HALF}),
        ("bylander.6", Instance(LABELLED, vector([1, 0])), {"separable": -1}),
        ("bylander.11", Instance(LABELLED, vector([1, -1])), {"separable": -2}),
        ("bylander.7", Instance(LABELLED, vector([1, HALF]), {s.eta: TENTH}), {"clear": -HALF}),
        ("bylander.7", Instance(LABELLED, vector([1, 1]), {s.eta: ONE}), {"eta < 2/(U*X**2)": 0}),
        ("bylander.7.267", Instance(LABELLED, vector([1, 0])), {"inputs": -1}),
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


def test_nested_roots_that_cancel_are_zero_and_logarithms_that_do_are_never_given_a_sign() -> None:
    """Power: no proof of zero is known of the logarithms; the answer is 'undecided' and not a guess."""
    assert sign(TWO + THREE - NESTED) == 0
    assert sign(log(2 + THREE) + log(2 - THREE)) is None


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
