"""What the sections share: the learners, the premises and what happens at ties."""

from __future__ import annotations

from dataclasses import replace
from functools import partial
from typing import Any

from sympy import Rational

from bounds.claims.claim import Claim, Hypothesis, Outcomes, Source
from bounds.claims.hypotheses import IS_DISJUNCTION, at_least
from bounds.claims.stated import named_learner
from bounds.domains import REAL, Domain
from bounds.expression import format_expression
from bounds.sources.kivinen1995 import quantities as kw
from bounds.symbols import N, a, alpha, d, eta, k, n, rate, rho, theta

cited = partial(Source, "Kivinen and Warmuth 1995")
"""Makes the source of a statement, from its label and section."""


# --- learners ------------------------------------------------------------------------------------------

THRESHOLD, AT_ZERO = "threshold(theta)", "threshold(0)"
FIXED_THRESHOLD = named_learner("`Perceptron(s, eta)`, threshold `theta`", "perceptron(eta)", THRESHOLD)
ZERO_START = replace(FIXED_THRESHOLD, text="`Perceptron(0, eta)`, threshold `theta`")
BIAS = named_learner("`Perceptron(0, eta)`, bias trick", "bias_perceptron(eta, 0)", AT_ZERO)
OTHER_RATE = named_learner("Perceptron(0, rate), bias trick", "bias_perceptron(rate, 0)", AT_ZERO)
OTHER_RATE_FIXED = named_learner("Perceptron(0, rate), threshold theta", "perceptron(rate)", THRESHOLD)
WINNOW = named_learner("`Winnow(alpha, theta)`, start 1", "winnow(alpha)", THRESHOLD)
ELLIPSOID = named_learner("central-cut ellipsoid method", "ellipsoid()", AT_ZERO)
ADDITIVE = named_learner(
    "additive learner`(s; eta, rate, rho; theta, a)`", "additive(eta, rate, rho, theta, a)", AT_ZERO
)
ADDITIVE_ZERO = replace(ADDITIVE, text="additive learner`(0; eta, rate, rho; theta, a)`")
GRAM = named_learner("additive learner with coefficients from dot products", "gram(eta, rate, theta, a)", AT_ZERO)
COORDINATE = named_learner(
    "additive learner with coefficients from coordinates", "coordinate(eta, rate, theta, a)", AT_ZERO
)
ANY_W = named_learner("any weight vector `w`", "fixed()", AT_ZERO)
ONES = named_learner("`Perceptron((rate, ..., rate), eta)`, threshold `theta`", "perceptron_from(rate, eta)", THRESHOLD)

COEFFICIENTS = (eta, rate, rho, theta, a)
"""Step sizes on mistakes and on right trials, memory, first threshold, step of the threshold."""

POSITIVE_RATE: dict[Any, Domain] = {rate: REAL, a: REAL}
"""Any reals, but a positive learning rate, where a Perceptron with it is played too."""

ANY_COEFFICIENTS = {eta: REAL, **POSITIVE_RATE}
"""Any reals."""

# --- premises ------------------------------------------------------------------------------------------

TIES = "yhat = 1 where w.x >= theta: a prediction of exactly theta is 1"
ANY_TIES = "yhat = 1 where w.x >= theta; the statement holds for the other choice too"


BINARY = Hypothesis(
    "inputs",
    "every entry of an example is `0` or `1`",
    formula="all_t(all_i(member(x, {0, 1})))",
)
LABELLED = Hypothesis(
    "labels",
    "the label is +1 where u.x >= 1/2, else -1",
    formula="all_t((ux >= 1/2) == (y > 0))",
)


def equal(left: Any, right: Any) -> Hypothesis:
    """Return the premise that two expressions are equal."""
    text = f"{left} = {right}"
    formula = f"{format_expression(left)} == {format_expression(right)}"
    return Hypothesis(text, text, formula=formula)


TARGET = (BINARY, IS_DISJUNCTION, LABELLED)
LITERALS = at_least(k, 1)
FROM_ZERO = Hypothesis("start", "`w_1 = 0`", formula="all_i(s == 0)")
SILENT_FROM_ZERO = replace(FROM_ZERO, silent=True)
NOT_ZERO = Hypothesis(
    "x != 0",
    "no example is zero",
    silent=True,
    formula="all_t(not all_i(x == 0))",
)
SUM_OF_X = Hypothesis(
    "examples",
    "X >= the largest sum of an example",
    formula="all_t(sum(x) <= X)",
)
PAIRWISE_CONSTANT = Hypothesis(
    "pairwise constant",
    "the examples `z_1'`, `z_1''`, `z_2', ...` have pairwise constant dot products",
    formula=f"{kw.TOLD_APART} == 0",
)
SIZE = equal(n, 2**d + k - 1)
SECTION_3 = (SIZE, at_least(d, 1), LITERALS)


def tuned(claim: Claim, variables: Any) -> Any:
    """Return Winnow's bound at factor 3/2 and threshold variables/k."""
    return claim.bound.subs({alpha: Rational(3, 2), theta: variables / k, N: variables})


# --- what claims have in common ------------------------------------------------------------------------

about_winnow = partial(Claim, outcomes=Outcomes.BOOLEAN, learner=WINNOW, ties=TIES)
EVERY_ADDITIVE = "every additive learner: `w_t` is `w_1` and any combination of the examples so far, at any thresholds"
about_additive = partial(
    Claim,
    outcomes=Outcomes.BOOLEAN,
    learner=ADDITIVE,
    learners=EVERY_ADDITIVE,
    start="any",
    domains=ANY_COEFFICIENTS,
    ties=ANY_TIES,
)
on_hadamard_pairs = partial(
    Claim,
    hypotheses=SECTION_3,
    outcomes=Outcomes.BOOLEAN,
    family="hadamard pairs",
)
