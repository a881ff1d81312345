"""Section 6: randomised classification (theorems 11 and 12)."""

from __future__ import annotations

from functools import partial

from sympy import Min, Rational, floor

from bounds.claims.claim import Claim, Outcomes, PerTrial, Standing
from bounds.claims.hypotheses import NONNEGATIVE, SEPARABLE, SUM_AT_MOST, at_least, examples_within, positive
from bounds.claims.quantities import each, expressions, parts
from bounds.claims.sections import identity
from bounds.mathematics.geometry import ENTROPIC, RESCALED_ENTROPIC
from bounds.sources.bylander1998.common import ANY_W_RANDOMISED, EU_RANDOMISED, P_RANDOMISED, cited, exact
from bounds.sources.bylander1998.section4 import SEPARATED_BALL, THEOREM_5, THEOREM_6
from bounds.symbols import U, X, eta, l, n

TOLERANCED_LOSS_AND_EXPECTED_MISTAKES = parts(
    "`Abs-Loss(A, S, 1/2)`, `E[M]`",
    {"value": "sum_t(loss)"},
    {"value": "sum_t(err)"},
    notes=("Abs-Loss(A, S, 1/2)", "E[M]"),
)

HALF_TOLERANCE = identity(
    id="bylander.6half",
    title="The loss at tolerance `1/2` is the error probability inside `(-1/2, 1/2)`, else 0 or at least 1",
    source=cited("before Observation 10", "p. 349"),
    standing=Standing.TRUE,
    quantity=each(
        "Abs-Loss(w, S_t, 1/2) - P(error) if |yhat| < 1/2, else its distance to 0 (right) or to [1, oo) (wrong)",
        "if(abs(yhat) < 1/2, loss - err, if(err == 1, Max(0, 1 - loss), loss))",
    ),
    outcomes=Outcomes.LABELS,
    learner=ANY_W_RANDOMISED,
    start="any",
    ties="yhat >= 1/2 is predicted positive and yhat <= -1/2 negative, with certainty",
)

about_coins = partial(Claim, outcomes=Outcomes.LABELS, ties=HALF_TOLERANCE.ties)

OBSERVATION_10 = about_coins(
    id="bylander.10",
    title="Observation 10: the toleranced loss is at least the expected 0-1 loss",
    source=cited("Observation 10", "p. 349"),
    standing=Standing.TRUE,
    quantity=each("E[0-1 loss of trial t]", "err"),
    bound="loss",
    learner=P_RANDOMISED,
    free=(eta,),
    attained=True,
    note="On every trial, and so in sum; the outcome is fixed before the coin is tossed. Stated for any algorithm, and "
    "proved for any weights; run by the Perceptron.",
)

THEOREM_11 = about_coins(
    id="bylander.11",
    title="Theorem 11: randomised Perceptron on separable labels",
    source=cited("Theorem 11", "p. 349"),
    standing=Standing.QUALIFIED,
    quantity=TOLERANCED_LOSS_AND_EXPECTED_MISTAKES,
    bound="U**2*X**2/2",
    hypotheses=SEPARATED_BALL,
    learner=P_RANDOMISED,
    defines={eta: "1/X**2"},
    per_trial=PerTrial("excess loss"),
    attained=True,
)

_UPDATES = Min(l, floor(U**2 * X**2 + Rational(1, 2)))
"""The number of updates that is worst: the whole number nearest to U**2*X**2, or l."""

THEOREM_11_EXACT = exact(
    THEOREM_11,
    _UPDATES - _UPDATES**2 / (2 * U**2 * X**2),
    "For the loss attained at all U and X with U**2*X**2 >= 3/2 and all l >= 2: m examples of norm X with equal dot "
    "products (m/U**2 - X**2)/(m - 1), which sum to m*u/U**2, m = Min(l, floor(U**2*X**2 + 1/2)). So theorem 11 is "
    "exact there if and only if U**2*X**2 is a whole number that is at most l.",
    positive(U),
)

THEOREM_12 = about_coins(
    id="bylander.12",
    title="Theorem 12: randomised Exponentiated Update on separable labels",
    source=cited("Theorem 12", "p. 349"),
    standing=Standing.QUALIFIED,
    quantity=TOLERANCED_LOSS_AND_EXPECTED_MISTAKES,
    bound="U**2*X**2*log(n)",
    hypotheses=(
        NONNEGATIVE,
        SUM_AT_MOST,
        examples_within(ENTROPIC),
        positive(U),
        SEPARABLE,
        positive(X, silent=True),
    ),
    geometry=RESCALED_ENTROPIC,
    learner=EU_RANDOMISED,
    defines={eta: "1/(U*X**2)"},
    per_trial=PerTrial("excess loss"),
    note="The proof cites theorem 9, which needs sum u = U; rescaling u closes the gap on labels.",
)

HALVED = identity(
    id="bylander.half",
    title="The bounds of theorems 11 and 12 are half those of theorems 5 and 6",
    source=cited("after Theorem 12", "p. 349"),
    standing=Standing.TRUE,
    quantity=expressions(
        "`2` * randomised bound - deterministic bound",
        (2 * THEOREM_11.bound - THEOREM_5.inner_bound, "theorem 11 against 5"),
        (2 * THEOREM_12.bound - THEOREM_6.inner_bound, "theorem 12 against 6"),
    ),
    outcomes=Outcomes.NONE,
    hypotheses=(at_least(n, 1),),
    free=(U, X, n),
    note="Of the printed bounds, not of the numbers of mistakes, which are integers.",
)
