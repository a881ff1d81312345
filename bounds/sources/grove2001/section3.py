"""Section 3: measures of progress."""

from __future__ import annotations

from bounds.claims.claim import Standing
from bounds.claims.quantities import each
from bounds.sources.grove2001.common import P_NORM_FROM, SOME_GAP, about_gaps, about_runs, cited
from bounds.sources.grove2001.norms import GAP_MEASURE, START_MEASURES, START_PRODUCT
from bounds.symbols import a, p, uz

CLAIM_2 = about_gaps(
    id="gls.claim2",
    title="`u.z` grows by at least `a delta` with each mistake",
    source=cited("section 3 and Claim 2", "pp. 177, 181"),
    standing=Standing.QUALIFIED,
    quantity=each("u.z after m mistakes", "dot(u, z_next)", "err"),
    relation=">=",
    bound="uz + m*a*delta",
    hypotheses=(*SOME_GAP, START_PRODUCT),
    learner=P_NORM_FROM,
    start="any",
    free=(p, a),
    measures={**GAP_MEASURE, uz: START_MEASURES[uz]},
    attained=True,
    note="For any quasi-additive algorithm; checked for the p-norm Perceptrons.",
)

FIRST_ORDER = about_runs(
    id="gls.1st",
    title="To first order no `H = psi(G)` grows on a mistake",
    source=cited("section 3", "p. 178"),
    standing=Standing.TRUE,
    quantity=each("grad G(z).(a y x) on a mistake", "dot(w, a*y*x)", "err"),
    bound=0,
    learner=P_NORM_FROM,
    start="any",
    free=(p, a),
    ties="a tie that is a mistake has grad G(z).(a y x) = 0",
    note="grad G = f, and psi' >= 0 only scales it. Printed as H decreases; on a tie it is level.",
)
