"""Section 7: p-norm Perceptrons (theorem 7.1), and their limit as p grows."""

from __future__ import annotations

from dataclasses import replace

from bounds.claims.claim import Hypothesis, Standing
from bounds.claims.hypotheses import NONNEGATIVE, at_least, parameter, positive
from bounds.claims.quantities import MISTAKES, amount_of, disagreements, each, parts
from bounds.claims.sections import about_parameters, false_form
from bounds.claims.stated import named_learner
from bounds.sources.grove2001 import progress
from bounds.sources.grove2001.common import (
    INTERPOLATING,
    P_NORM,
    P_NORM_FROM,
    P_RANGE,
    SIGN,
    SOME_GAP,
    VECTORS,
    about_gaps,
    about_runs,
    cited,
    equivalence,
    gap_measures,
    gap_premises,
)
from bounds.sources.grove2001.norms import (
    ENTROPY,
    GAP_MEASURE,
    ONE_AND_MAX,
    P_NORMS,
    START_MEASURES,
    START_PRODUCT,
    start_norm,
)
from bounds.sources.grove2001.section6 import SHARE_MEASURES, SHARES, THEOREM_WM
from bounds.symbols import U, X, Z, a, delta, k, p, uz, z

ODD_K = Hypothesis("k is odd", "k is odd", silent=True, formula="k == 2*floor(k/2) + 1")


THEOREM_7_1 = about_gaps(
    id="gls.7.1a",
    title="Theorem 7.1 (a): `p`-norm Perceptron from `z0 = 0`",
    source=cited("Theorem 7.1 (a)", "p. 194"),
    standing=Standing.QUALIFIED,
    quantity=MISTAKES,
    bound="(p - 1)*U**2*X**2/delta**2",
    hypotheses=(*gap_premises(P_NORMS), P_RANGE),
    learner=P_NORM,
    free=(p, a),
    measures=gap_measures(P_NORMS),
    attained=True,
    note="Decided exactly for integer p. At p = 2 orthonormal examples attain it.",
)

STEP_7_1 = about_runs(
    id="gls.7.1.step",
    title="Proof of theorem 7.1: what a mistake does to `||z||_p**2`",
    source=cited("proof of Theorem 7.1", "p. 195"),
    standing=Standing.TRUE,
    quantity=each(
        "||z'||_p**2 - ||z||_p**2 on a mistake, X the p-norm of its example",
        "norm(z_next, p)**2 - norm(z, p)**2",
        "err",
        names={"X": "norm(x, p)"},
    ),
    bound="(p - 1)*a**2*X**2",
    hypotheses=(P_RANGE,),
    learner=P_NORM_FROM,
    start="any",
    free=(p, a),
    attained=True,
    note="Taylor's theorem needs ||z||_p**2 to be C2, which it is not at 0; through 0 it is exactly quadratic.",
)


THEOREM_7_1_SHARP = replace(
    THEOREM_7_1,
    id="gls.7.1a+",
    title="Theorem 7.1 (a), sharper: the first step from 0 adds only `a**2 ||x||_p**2`",
    source=cited("Theorem 7.1 (a), proof", "p. 195"),
    quantity=parts(
        "M**2 delta**2, where m = M >= 1", {"if": "m > 0", "value": "m**2*delta**2", "with": {"m": "sum_t(err)"}}
    ),
    bound="U**2*X**2*(1 + (m - 1)*(p - 1))",
    note="New. Strictly sharper than (a) for p > 2.",
)


FROM_START = (START_PRODUCT, start_norm())
FROM_MEASURES = {**P_NORMS.measures, **START_MEASURES}

INVARIANT = about_runs(
    id="gls.7.1q",
    title="Theorem 7.1, the inequality behind it: any start, any `a`, any labels",
    source=cited("proof of Theorem 7.1", "p. 195"),
    standing=Standing.TRUE,
    quantity=amount_of(
        "max(0, u.z0 + a sum_M y u.x)**2", "Max(0, uz + a*sum_t(err*y*ux))**2", names={"m": "sum_t(err)"}
    ),
    bound="U**2*(Z**2 + m*(p - 1)*a**2*X**2)",
    hypotheses=(*P_NORMS.premises(), P_RANGE, *FROM_START),
    learner=P_NORM_FROM,
    start="any",
    free=(p, a),
    measures=FROM_MEASURES,
    attained=True,
    note="u.z <= ||u||_q ||z||_p after m mistakes, squared so that radicals decide it.",
)

_UY = uz * delta / ((p - 1) * a * (U**2 * X**2))
_ZY = Z**2 * U**2 * delta**2 / ((p - 1) ** 2 * a**2 * (U**2 * X**2) ** 2)


THEOREM_7_1_ROOT = replace(
    THEOREM_7_1,
    id="gls.7.1q.root",
    title="Theorem 7.1 from any start, at any `a`: `M` is at most the larger root",
    source=cited("proof of Theorem 7.1", "p. 196"),
    quantity=amount_of(
        "max(0, 2 M delta**2/((p - 1) U**2 X**2) - 1 + 2 U y)**2",
        "Max(0, 2*sum_t(err)*delta**2/size - 1 + 2*uz*delta/(a*size))**2",
        names={"size": "(p - 1)*U**2*X**2"},
    ),
    bound=1 - 4 * _UY + 4 * _ZY,
    hypotheses=(*gap_premises(P_NORMS), P_RANGE, positive(X, silent=True), *FROM_START),
    learner=P_NORM_FROM,
    start="any",
    measures={**FROM_MEASURES, **GAP_MEASURE},
    note="m <= (p - 1)/(2 D**2) (1 - 2Uy + sqrt(1 - 4Uy + 4Z**2y**2)), squared; Uy is uz delta/((p - 1)a U**2 X**2).",
)

_FROM = THEOREM_7_1_ROOT.hypotheses

THEOREM_7_1_B = replace(
    THEOREM_7_1_ROOT,
    id="gls.7.1b",
    title="Theorem 7.1 (b): `p`-norm Perceptron from `z0` with `u.z0 > 0`",
    source=cited("Theorem 7.1 (b)", "p. 194"),
    quantity=MISTAKES,
    bound="(p - 1)*U**2*X**2/delta**2*(1 - uz**2/(U**2*Z**2))",
    hypotheses=(*_FROM, positive(uz)),
    defines={a: "delta*Z**2/((p - 1)*X**2*uz)"},
    free=(p,),
    family="tuned start",
    note="The a of the paper is half lost in the scan; it is the one that its proof derives.",
)

THEOREM_7_1_C = replace(
    THEOREM_7_1_B,
    id="gls.7.1c",
    title="Theorem 7.1 (a) still holds from `z0` with `u.z0 > 0`, at every large enough `a`",
    source=cited("Theorem 7.1", "p. 194"),
    bound=THEOREM_7_1.bound,
    hypotheses=(
        *_FROM,
        positive(uz),
        parameter(2 * a * (p - 1) * X**2 * uz >= delta * (Z**2 - uz**2 / U**2), "large a"),
    ),
    defines={},
    free=(p, a),
    family="large rate",
    attained=False,
    note="New. Half the a of (b) is enough.",
)

SAME_NORMS = (*ONE_AND_MAX.premises(exact=True, exact_radius=True), *SOME_GAP, positive(X, silent=True))

COROLLARY_7_2 = about_gaps(
    id="gls.cor7.2",
    title="Corollary 7.2: from `z0 = (1, ..., 1)` the bound (b) tends to Weighted Majority's as `p -> oo`",
    source=cited("Corollary 7.2", "p. 197"),
    standing=Standing.QUALIFIED,
    quantity=progress.LIMIT,
    relation="==",
    bound=THEOREM_WM.bound,
    hypotheses=(NONNEGATIVE, *SHARES),
    measures=SHARE_MEASURES,
    ties=VECTORS,
    note="The limit is a derivative at 1/p = 0, taken by sympy. ||S||_p tends to X, n is finite.",
)

COROLLARY_7_2_FINITE = replace(
    COROLLARY_7_2,
    id="gls.cor7.2.finite",
    title="Corollary 7.2 at finite `p`: `n**(2/p)` times the bound (b) is at least `1 - 1/p` times its limit",
    quantity=progress.AT_ONE_P,
    relation=">=",
    bound=(1 - 1 / p) * THEOREM_WM.bound,
    hypotheses=(NONNEGATIVE, *SAME_NORMS, ENTROPY, P_RANGE),
    free=(p,),
    note="New: ln(n**s ||u||_{1/(1-s)}/||u||_1) is convex in s = 1/p, with the limit as its slope at 0.",
)

EXPONENTIAL_LIMIT = about_parameters(
    id="gls.7.lim",
    title="After corollary 7.2: `(1 + z/(p - 1))**(p - 1)` tends to `exp(z)`, at a rate",
    source=cited("after Corollary 7.2", "p. 198"),
    standing=Standing.TRUE,
    quantity=progress.EXPONENTIAL_GAP,
    bound="z**2*exp(z)/(p - 1)",
    hypotheses=(
        P_RANGE,
        Hypothesis(
            "|z| <= p - 1",
            "|z| <= p - 1",
            formula="abs(z) <= p - 1",
        ),
    ),
    free=(p, z),
    family="exponent",
    note="So f_p from z0 = 1 at coefficient a/(p - 1) tends to exp from 0 at a.",
)

RATE_LIMIT = replace(
    COROLLARY_7_2,
    id="gls.7.lim.rate",
    title="After corollary 7.2: `p - 1` times the `a` of (b), over the `a` of Weighted Majority, is in `[1, n**(2/p)]`",
    source=cited("after Corollary 7.2", "p. 198"),
    quantity=progress.RATES,
    relation="<=",
    bound="n**(2/p)",
    hypotheses=(NONNEGATIVE, *SAME_NORMS, P_RANGE),
    free=(p,),
    attained=True,
    note="n**(2/p) tends to 1, so the coefficients differ by the factor p - 1 in the limit.",
)


FK = equivalence(
    id="gls.fk",
    title="`QA(f_k)` is the `(k + 1)`-norm Perceptron on `(x, -x)` from `z0 = 1` at `a/k`",
    source=cited("section 7, `f_k`", "p. 198"),
    standing=Standing.QUALIFIED,
    quantity=disagreements(
        named_learner(
            "(k + 1)-norm Perceptron on (x, -x), z0 = 1, a/k",
            "doubled_p_norm(k + 1, a/k)",
            SIGN,
        ),
        "trials on which the two predict differently",
        "yhat != second_yhat",
    ),
    hypotheses=(at_least(k, 1), ODD_K),
    learner=INTERPOLATING,
    free=(a, k),
    counterpart="gls.fk.printed",
    note="So theorem 7.1 bounds f_k for odd k. f_k is increasing for every k.",
)

FK_PRINTED = false_form(
    FK,
    title="The same for every `k`",
    hypotheses=FK.hypotheses[:1],
    note="For even k, (1 - z/k)**k is not sign(.)|.|**k once |z| > k.",
)
