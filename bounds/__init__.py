"""What is claimed: trials, learners, exact numbers, and the catalogue of statements.

Names are imported when they are first used, so that importing the package costs nothing.
"""

from typing import TYPE_CHECKING

from bounds.lazy import lazy_package

if TYPE_CHECKING:
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

lazy_package(
    __name__,
    {
        "bounds.catalogue": ("catalogue", "theorem"),
        "bounds.claim": (
            "Claim",
            "Comparator",
            "Hypothesis",
            "LearnerSpec",
            "Outcomes",
            "Quantity",
            "Row",
            "Source",
            "Standing",
        ),
        "bounds.errors": ("BoundcheckError", "Undecided"),
        "bounds.trials": ("Instance", "Interval", "Trials", "vector"),
    },
)
