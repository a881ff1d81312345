"""What the sections share: the learners, the premises and what happens at ties."""

from __future__ import annotations

from functools import partial
from typing import Any

from bounds.claims.claim import Claim, Comparator, Hypothesis, Outcomes, Source
from bounds.claims.hypotheses import GAP, at_least, positive
from bounds.claims.sections import identity
from bounds.claims.stated import named_learner
from bounds.sources.grove2001.norms import GAP_MEASURE, Norms
from bounds.symbols import delta, l, p

cited = partial(Source, "Grove, Littlestone and Schuurmans 2001")
"""Makes the source of a statement, from its label and page."""


TIES = "sign(0) = +1; a mistake always has y w.x <= 0, so the bound is the same for any sign(0)"
BOTH_DECIDE = "both learners decide a tie for +1"

# --- learners ------------------------------------------------------------------------------------------

SIGN = "threshold(0)"
"""Positive iff w.x >= 0: sign(0) = +1."""

P_NORM = named_learner("`p`-norm Perceptron: `QA(f_p)`, `z0 = 0`", "p_norm(p, a)", SIGN)
P_NORM_FROM = named_learner("`p`-norm Perceptron: `QA(f_p)` from `z0`", "p_norm(p, a)", SIGN)
PERCEPTRON = named_learner("Perceptron: `QA(z)`, `z0 = 0`", "p_norm(2, a)", SIGN)
EXPONENTIAL = named_learner("Weighted Majority: `QA(exp)`, `z0 = 0`", "qa_exp(a)", SIGN)
HYPERBOLIC = named_learner("Balanced Winnow: `QA(2 sinh)`, `z0 = 0`", "qa_sinh(a)", SIGN)
INTERPOLATING = named_learner("`QA(f_k)`, `f_k(z) = (1 + z/k)**k - (1 - z/k)**k`, `z0 = 0`", "qa_f(k, a)", SIGN)

# --- premises ------------------------------------------------------------------------------------------

SOME_GAP = (GAP, positive(delta, silent=True))
P_RANGE = at_least(p, 2)
A_TRIAL = at_least(l, 1, silent=True)
"""Without a trial nothing makes U X at least delta, and a bound such as 2 U X/delta - 1 may be negative."""


def gap_premises(norms: Norms, *, exact: bool = False) -> tuple[Hypothesis, ...]:
    """Return the premises on U and X in a pair of norms, and that the gap is delta > 0."""
    return (*norms.premises(exact=exact), *SOME_GAP)


def gap_measures(norms: Norms) -> dict[Any, Any]:
    """Return how U and X, in a pair of norms, and delta are measured on an instance."""
    return {**norms.measures, **GAP_MEASURE}


POSITIVE_START = Hypothesis(
    "start",
    "`s_i > 0`",
    formula="all_i(start > 0)",
)

POSITIVE_WEIGHTS = Hypothesis(
    "positive weights",
    "u_i > 0",
    formula="all_i(u > 0)",
)
VECTORS = "no ties: the claim is about vectors"

# --- what claims have in common ------------------------------------------------------------------------

about_runs = partial(Claim, outcomes=Outcomes.LABELS, ties=TIES, family="quasi-additive", geometry=None)
about_gaps = partial(about_runs, comparator=Comparator.GAP)
about_vectors = partial(Claim, outcomes=Outcomes.LABELS, ties=VECTORS, family="sphere", geometry=None)
equivalence = partial(identity, outcomes=Outcomes.LABELS, ties=BOTH_DECIDE, family="quasi-additive")
