"""Section 6: Weighted Majority, Balanced Winnow and the Perceptron."""

from __future__ import annotations

from dataclasses import replace

from bounds.claims.claim import Standing
from bounds.claims.hypotheses import NONNEGATIVE, below, parameter, positive
from bounds.claims.quantities import MISTAKES
from bounds.claims.sections import false_form
from bounds.sources.grove2001.common import (
    EXPONENTIAL,
    HYPERBOLIC,
    PERCEPTRON,
    about_gaps,
    cited,
    gap_measures,
    gap_premises,
)
from bounds.sources.grove2001.norms import ENTROPY, ENTROPY_MEASURE, ONE_AND_MAX, TWO_NORMS
from bounds.symbols import U, X, a, delta

SHARES = (*gap_premises(ONE_AND_MAX, exact=True), positive(X, silent=True), ENTROPY)
SHARE_MEASURES = {**gap_measures(ONE_AND_MAX), **ENTROPY_MEASURE}
_A_STAR = delta / (U * X**2)

THEOREM_WM = about_gaps(
    id="gls.wm",
    title="Weighted Majority: mistakes at `a = delta/(U X**2)`",
    source=cited("section 6, Weighted Majority", "pp. 190-191"),
    standing=Standing.QUALIFIED,
    quantity=MISTAKES,
    bound="2*U**2*X**2*(log(n) - entropy)/delta**2",
    hypotheses=(NONNEGATIVE, *SHARES),
    learner=EXPONENTIAL,
    defines={a: _A_STAR},
    measures=SHARE_MEASURES,
    counterpart="gls.wm.printed",
    note="U is the 1-norm of u itself: sum u_i/U ln(u_i/U) is - entropy, 0 ln 0 = 0.",
)

THEOREM_WM_PRINTED = false_form(
    THEOREM_WM,
    title="Weighted Majority: the same bound for every `a <= delta/(U X**2)`",
    hypotheses=(*THEOREM_WM.hypotheses, parameter(a <= _A_STAR, "a")),
    defines={},
    free=(a,),
    note="A small a learns slowly: see gls.wm.a for the bound at every a.",
)

THEOREM_WM_ANY = replace(
    THEOREM_WM,
    id="gls.wm.a",
    title="Weighted Majority: mistakes at any `a < 2 delta/(U X**2)`",
    bound="2*U*(log(n) - entropy)/(2*a*delta - a**2*U*X**2)",
    hypotheses=(*THEOREM_WM.hypotheses, below(a, 2 * _A_STAR)),
    defines={},
    free=(a,),
    counterpart="",
    note="Least at a = delta/(U X**2), where it is gls.wm.",
)

THEOREM_BW = replace(
    THEOREM_WM,
    id="gls.bw",
    title="Balanced Winnow: mistakes at `a = delta/(U X**2)`",
    source=cited("section 6, after Weighted Majority", "p. 191"),
    bound="2*U**2*X**2*(log(2*n) - entropy)/delta**2",
    hypotheses=SHARES,
    learner=HYPERBOLIC,
    counterpart="",
    note="Derived: Weighted Majority on (x, -x), u split into its positive and negative parts.",
)

PERCEPTRON_BOUND = about_gaps(
    id="gls.perceptron",
    title="Perceptron: the classic bound",
    source=cited("sections 6 and 8", "pp. 192, 202"),
    standing=Standing.QUALIFIED,
    quantity=MISTAKES,
    bound="U**2*X**2/delta**2",
    hypotheses=gap_premises(TWO_NORMS),
    learner=PERCEPTRON,
    free=(a,),
    measures=gap_measures(TWO_NORMS),
    attained=True,
    note="Any a > 0: from zero a only scales the weights.",
)

PERCEPTRON_6 = replace(
    PERCEPTRON_BOUND,
    id="gls.6.perceptron",
    title="Perceptron: the bound that the optimal measure of progress gives in section 6",
    source=cited("section 6, Perceptron", "p. 192"),
    bound="3*U**2*X**2/delta**2 + 5*U*X/delta",
    attained=False,
    note="The printed m1 + m2 has no ceilings; harmless, as the classic bound implies it (U X >= delta).",
)
