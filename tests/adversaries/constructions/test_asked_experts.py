"""Votes that are wrong by the learner's own weights."""

from __future__ import annotations

import dataclasses
from fractions import Fraction

from adversaries.constructions import experts
from adversaries.generate.rounding import rate_limit
from bounds import symbols as s
from bounds.claims.catalogue import theorem
from bounds.claims.claim import Hypothesis, LearnerSpec, always
from bounds.data.versions import CLASSIFICATION
from tests.classes import WeightedMajorityRounds
from verify.judge.check import check
from verify.judge.status import Status


class Rewarding(WeightedMajorityRounds):
    """Weighted Majority that multiplies the weights of those that are right by 3/2, up to a factor of them all."""

    def __init__(self) -> None:
        super().__init__(Fraction(1, 3))


def test_votes_are_wrong_by_the_learners_own_weights() -> None:
    claim = theorem("kitani.wma")
    wrong = claim.replace(learner=LearnerSpec("rewarding", lambda _: Rewarding(), always(CLASSIFICATION)))
    half = Fraction(1, 2)
    assert any(check(wrong, found).status is Status.VIOLATED for _, found in experts.erring_rounds(wrong, half, 60, 1))
    assert not any(
        check(claim, found).status is Status.VIOLATED for _, found in experts.erring_rounds(claim, half, 60, 1)
    )


def test_a_replaced_range_of_the_rate_is_no_limit() -> None:
    claim = theorem("kitani.wma")
    other = Hypothesis("eta <= 1/2", "eta <= 2/3", lambda case: Fraction(2, 3) - case.rational(s.eta))
    replaced = [other if h.name == other.name else h for h in claim.hypotheses]
    variant = dataclasses.replace(claim, base=claim, hypotheses=tuple(replaced))
    assert rate_limit(claim) == Fraction(1, 2)
    assert rate_limit(variant) > Fraction(9, 10)
