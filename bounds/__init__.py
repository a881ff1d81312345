"""What is claimed: trials, learners, exact numbers, and the catalogue of statements.

Names are imported when they are first used, so that importing the package costs nothing.
"""

from typing import TYPE_CHECKING

from bounds.lazy import lazy_package

if TYPE_CHECKING:
    from bounds.catalogue import catalog, catalogue, theorem
    from bounds.claim import Claim, Comparator, Hypothesis, LearnerSpec, Outcomes, Quantity, Row, Source, Standing
    from bounds.comparison import compare
    from bounds.errors import BoundcheckError, Undecided
    from bounds.index import claims
    from bounds.own import learner, own_claim
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
    "catalog",
    "catalogue",
    "claims",
    "compare",
    "learner",
    "own_claim",
    "theorem",
    "vector",
]

lazy_package(
    __name__,
    {
        "bounds.catalogue": ("catalog", "catalogue", "theorem"),
        "bounds.index": ("claims",),
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
        "bounds.comparison": ("compare",),
        "bounds.errors": ("BoundcheckError", "Undecided"),
        "bounds.own": ("learner", "own_claim"),
        "bounds.trials": ("Instance", "Interval", "Trials", "vector"),
    },
)
