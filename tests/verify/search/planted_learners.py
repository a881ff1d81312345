"""A learner of a test's own, planted in a claim."""

from __future__ import annotations

from bounds import symbols as s
from bounds.claims.catalogue import theorem
from bounds.claims.claim import Claim, LearnerSpec, always
from bounds.data.versions import CLASSIFICATION
from tests.classes import Perceptron

FIVE = theorem("bylander.5")


def with_learner(make: type[Perceptron], claim: Claim = FIVE) -> Claim:
    """Return a claim about labels as one about ``make``, at the claim's own rate."""
    return claim.replace(
        learner=LearnerSpec(
            make.__name__, lambda case: make(case.value(s.eta)), always(CLASSIFICATION), "", "classification"
        )
    )
