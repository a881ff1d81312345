"""What the sections share: the learners, the premises and what happens at ties."""

from __future__ import annotations

from dataclasses import replace
from functools import partial
from typing import Any

from bounds.claims.claim import Claim, Hypothesis, Outcomes, Source
from bounds.claims.hypotheses import NONNEGATIVE, SUM, comparator_within, examples_within, positive
from bounds.claims.stated import named_learner
from bounds.mathematics.geometry import ENTROPIC, EUCLIDEAN
from bounds.symbols import U

cited = partial(Source, "Bylander 1998")
"""Makes the source of a statement, from its label and page."""


# --- learners ------------------------------------------------------------------------------------------

PERCEPTRON, EXPONENTIATED, TOLERANCED = "perceptron(eta)", "exponentiated(eta, U)", "toleranced(tau)"
P_ABSOLUTE = named_learner("`Perceptron(0, eta)`", PERCEPTRON, "absolute")
P_TOLERANCED = named_learner("`Perceptron(0, eta)`, toleranced", PERCEPTRON, TOLERANCED)
P_CLASSIFIES = named_learner("`Perceptron(0, eta)`, classification", PERCEPTRON, "classification")
P_RANDOMISED = named_learner("`Perceptron(0, eta)`, randomised", PERCEPTRON, "randomised")
EU = "`EU((U/n, ..., U/n), eta, U)`"
EU_ABSOLUTE = named_learner(EU, EXPONENTIATED, "absolute")
EU_TOLERANCED = named_learner(f"{EU}, toleranced", EXPONENTIATED, TOLERANCED)
EU_CLASSIFIES = named_learner(f"{EU}, classification", EXPONENTIATED, "classification")
EU_RANDOMISED = named_learner(f"{EU}, randomised", EXPONENTIATED, "randomised")
ANY_W = named_learner("any weight vector `w`", "fixed()", "absolute")
ANY_W_TOLERANCED = named_learner("any weight vector `w`, toleranced", "fixed()", TOLERANCED)
ANY_W_RANDOMISED = named_learner("any weight vector `w`, randomised", "fixed()", "randomised")

DISTANCE_DROP = "sum((u - w)**2) - sum((u - w_next)**2)"
"""By how much the squared distance of w to u falls on a trial."""

RELATIVE_ENTROPY = "sum(xlog(u, u)) - sum(xlog(u, w))"
"""The relative entropy of u to w."""

ENTROPY_DROP = f"({RELATIVE_ENTROPY}) - (sum(xlog(u, u)) - sum(xlog(u, w_next)))"
"""By how much it falls on a trial."""

# --- premises ------------------------------------------------------------------------------------------

BALL = (comparator_within(EUCLIDEAN), examples_within(EUCLIDEAN))
SIMPLEX = (NONNEGATIVE, SUM, examples_within(ENTROPIC), positive(U))
AT_ZERO = "a prediction of exactly 0 makes no classification: it counts as a mistake and updates"
AT_ONE = "a prediction of exactly the label has no absolute loss, and updates nothing"
OPEN_END = "a prediction on an open end of the outcome is outside it: it updates, at loss 0"

about_labels = partial(Claim, outcomes=Outcomes.LABELS, ties=AT_ZERO)
"""Makes a claim about the classification of labels."""


def exact(claim: Claim, bound: Any, note: str, *premises: Hypothesis) -> Claim:
    """Return the exact worst case over all sequences of length l, beside the theorem whose bound is not always that."""
    return replace(
        claim,
        id=f"{claim.id}.exact",
        title=f"Beside {claim.source.label}: the exact worst case over all sequences of length `l`",
        source=cited(f"beside {claim.source.label}", claim.source.page),
        bound=bound,
        hypotheses=(*claim.hypotheses, *premises),
        per_trial=None,
        note=note,
    )
