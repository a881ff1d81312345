"""What is claimed: trials, learners, exact numbers, and the catalogue of statements."""

from bounds.catalogue import catalogue, theorem
from bounds.claim import Claim, Comparator, Hypothesis, LearnerSpec, Outcomes, Quantity, Row, Source, Standing
from bounds.errors import BoundcheckError, Undecided
from bounds.trials import Instance, Interval, Trials, vector

__all__ = [
    "BoundcheckError",
    "Claim",
    "Comparator",
    "Hypothesis",
    "Instance",
    "Interval",
    "LearnerSpec",
    "Outcomes",
    "Quantity",
    "Row",
    "Source",
    "Standing",
    "Trials",
    "Undecided",
    "catalogue",
    "theorem",
    "vector",
]
