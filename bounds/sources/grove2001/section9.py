"""Section 9: related work."""

from __future__ import annotations

from dataclasses import replace

from sympy import E, log

from bounds.claims.claim import Standing
from bounds.claims.hypotheses import at_least
from bounds.claims.quantities import MISTAKES, amount_of
from bounds.sources.grove2001 import progress
from bounds.sources.grove2001.common import (
    EXPONENTIAL,
    P_NORM,
    P_NORM_FROM,
    P_RANGE,
    POSITIVE_WEIGHTS,
    about_gaps,
    about_runs,
    cited,
    gap_measures,
    gap_premises,
)
from bounds.sources.grove2001.norms import ONE_AND_MAX, P_NORMS
from bounds.sources.grove2001.section7 import INVARIANT
from bounds.symbols import U, X, a, delta, n, p

LOGARITHMIC_P = about_gaps(
    id="gls.9.logp",
    title="The `p`-norm Perceptron with `p = 2 ln n`: a bound logarithmic in `n` for any `a`",
    source=cited("section 9", "p. 205"),
    standing=Standing.QUALIFIED,
    quantity=MISTAKES,
    bound=(2 * log(n) - 1) * E * U**2 * X**2 / delta**2,
    hypotheses=(*gap_premises(ONE_AND_MAX), at_least(n, 3, silent=True)),
    learner=P_NORM,
    defines={p: "2*ln(n)"},
    free=(a,),
    measures=gap_measures(ONE_AND_MAX),
    note="From theorem 7.1 (a), ||x||_p <= n**(1/p) X with n**(2/p) = e. p >= 2 needs n >= 3.",
)


AVERAGE_MARGIN = replace(
    INVARIANT,
    id="gls.9.avg",
    title="The average margin: any labels and any `u`, noisy or not",
    source=cited("section 9, average margin", "p. 205"),
    quantity=amount_of("(sum_M y u.x)**2", "sum_t(err*y*ux)**2", names={"m": "sum_t(err)"}),
    bound="m*(p - 1)*U**2*X**2",
    hypotheses=(*P_NORMS.premises(), P_RANGE),
    learner=P_NORM,
    start="",
    measures=P_NORMS.measures,
    note="The gap may be negative: only the sum of the margins over the mistakes matters.",
)

INEQUALITY_10 = about_runs(
    id="gls.10",
    title="(10) for `f_p`: the margins on mistakes are paid by Bregman distances",
    source=cited("section 9, (10)", "p. 204"),
    standing=Standing.TRUE,
    quantity=progress.INEQUALITY_10,
    bound=0,
    hypotheses=(P_RANGE,),
    learner=P_NORM_FROM,
    start="any",
    free=(p, a),
    note="H = G, u = grad H(v), so v = finv(u); R(z', z) = D_H(z', z). Any labels.",
)

IDENTITY_10 = replace(
    INEQUALITY_10,
    id="gls.10.identity",
    title="(10) for `f_p` with the term that it leaves out: an identity",
    quantity=progress.IDENTITY_10,
    relation="==",
    note="What (10) leaves out is - R(z_end, v).",
)

IDENTITY_10_EXP = replace(
    IDENTITY_10,
    id="gls.10.exp",
    title="(10) for `exp` with the term that it leaves out: an identity",
    quantity=progress.IDENTITY_10_EXP,
    hypotheses=(POSITIVE_WEIGHTS,),
    learner=EXPONENTIAL,
    start="",
    free=(a,),
    note="v = ln u: R(z_1, v) is a relative entropy.",
)
