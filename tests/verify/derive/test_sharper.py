"""Theorems of the second shelf that are sharper than what is commonly stated: proved, below it, and nearly attained."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import pytest
import sympy

from bounds.claims.catalogue import catalogue, theorem
from bounds.claims.claim import Claim, Standing
from bounds.data.trials import Trials
from bounds.data.vectors import vector
from bounds.instances import Instance
from bounds.symbols import C, H, U, X, rho
from tests.ladder import rung
from verify.derive.pieces import Guard
from verify.derive.shown import follows
from verify.judge.check import check
from verify.judge.status import Status
from verify.prove import derived_ids, prove, stepped_ids

SHARPER = ["perceptron.hinge.sharp", "pa1.sharp", "pa2.sharp", "pa2.separable", "pa.x.sharp"]
BY_COQ_ALONE = {"classics.margin.exact", "classics.margin.sharp"}
"""Claims by rule that one inequality a trial can speak of, and does not prove."""

OF_MORE = {"classics.second_order", "classics.winnow1", "classics.winnow2"}
"""Claims by rule that one inequality a trial cannot speak of."""

PROVED = [claim for claim in catalogue() if claim.standing not in (Standing.FALSE, Standing.UNPROVED)]
PLAIN = [claim for claim in PROVED if claim.potential is None]
RULES = [claim.id for claim in PLAIN if claim.learner is not None and claim.learner.rule is not None]
SPOKEN_OF = [identifier for identifier in RULES if identifier not in {*stepped_ids(), *OF_MORE}]
"""What ``derived_ids`` finds at length; listed here, since tests are collected more often than they are run."""

SMALL = Guard(1 - C * X**2, ">=")


@pytest.mark.deep
@rung("proof", SPOKEN_OF)
def test_the_second_shelf_is_proved_for_all_parameters(claim: Claim) -> None:
    proof = prove(claim)
    assert proof.status == ("partial" if proof.unchecked else "checked")
    assert proof.by_steps == (claim.id not in BY_COQ_ALONE)
    assert not proof.facts


def test_the_sharper_theorems_are_among_them() -> None:
    assert derived_ids() == SPOKEN_OF
    assert {f"classics.{name}" for name in SHARPER} <= {*SPOKEN_OF}


@pytest.mark.parametrize(
    ("name", "usual", "given"),
    [
        ("pa1.sharp", U**2 / C, (SMALL,)),
        ("pa2.separable", U**2 * (X**2 + 1 / (2 * C)), ()),
        ("pa2.sharp", U**2 * (X**2 + 1 / (2 * C)), (Guard(rho - 2 * C, ">="),)),
    ],
)
def test_it_is_at_most_what_is_usual(name: str, usual: Any, given: tuple[Guard, ...]) -> None:
    """Power: half of the usual bound, less a little, is not above it everywhere."""
    sharp = theorem(f"classics.{name}").bound
    assert follows(given, usual - sharp)
    assert not follows(given, sympy.Rational(49, 100) * usual - sharp)


def test_examples_of_norm_1() -> None:
    sharp, usual = theorem("classics.pa.x.sharp").bound, theorem("classics.pa.x").bound
    at = {U: 3, H: 4}
    assert sympy.simplify((sharp - usual).subs(at)) < 0
    assert sympy.simplify((sharp - usual).subs({U: 3, H: 0})) == 0


def test_pa2_on_one_example_again_and_again_comes_as_close_as_one_likes() -> None:
    """The losses are 1, 1/4, 1/16, ... at C = 1/2: their sum goes to the bound 4/3, and the usual one is 2."""
    sharp = theorem("classics.pa2.separable")
    ratios = []
    for length in (1, 2, 6):
        trials = Trials.of([[1]] * length, [1] * length)
        verdict = check(sharp, Instance(trials, vector([1]), {C: Fraction(1, 2)}))
        assert verdict.status is Status.HOLDS
        assert verdict.decisive is not None
        ratios.append(Fraction(verdict.decisive.lhs) / Fraction(verdict.decisive.rhs))  # type: ignore[arg-type]
    assert ratios == [1 - Fraction(1, 4) ** length for length in (1, 2, 6)]


def test_a_smaller_constant_fails_on_a_trial_that_is_named() -> None:
    claim = theorem("classics.pa1.sharp")
    trials = Trials.of([[1, 0], [0, 1]], [1, 1])
    instance = Instance(trials, vector(["1/2", "1/2"]), {C: Fraction(1, 2)})
    assert check(claim, instance).attained
    failed = check(claim.replace(bound=99 * claim.bound / 100), instance).first_failure
    assert failed is not None
    assert failed.step.t == 1
