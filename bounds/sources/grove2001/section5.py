"""Section 5: the optimal measure of progress (theorems 5.1 and 5.2)."""

from __future__ import annotations

from dataclasses import replace

from bounds.claims.claim import Standing
from bounds.claims.hypotheses import NONNEGATIVE, at_least, positive
from bounds.claims.quantities import each
from bounds.claims.sections import false_form
from bounds.sources.grove2001 import progress
from bounds.sources.grove2001.common import P_RANGE, POSITIVE_START, POSITIVE_WEIGHTS, about_vectors, cited
from bounds.sources.grove2001.norms import ENTROPY, ENTROPY_MEASURE, ONE_AND_MAX, P_NORMS, START_MEASURES, start_norm
from bounds.symbols import U, Z, alpha, p, rate

U_NOT_ZERO = positive(U, silent=True)
Z_NOT_ZERO = positive(Z, silent=True)

THEOREM_5_1 = about_vectors(
    id="gls.5.1",
    title="Theorem 5.1 for `f_p`: sup `u.v` over `G(v) = G(z)` is `||u||_q ||z||_p`",
    source=cited("Theorem 5.1 and section 7", "pp. 185, 193"),
    standing=Standing.QUALIFIED,
    quantity=each("u.v at v = x scaled to G(v) = G(z)", "dot(u, x*Z/norm(x, p))", "sum(abs(x)) > 0"),
    bound="U*Z",
    hypotheses=(P_NORMS.premises()[0], U_NOT_ZERO, Z_NOT_ZERO, P_RANGE),
    start="any",
    free=(p,),
    measures={U: P_NORMS.measures[U], Z: START_MEASURES[Z]},
    attained=True,
    counterpart="gls.5.1.printed",
    note="Hoelder's inequality; attained where v is proportional to v*.",
)

THEOREM_5_1_ATTAINED = replace(
    THEOREM_5_1,
    id="gls.5.1.alpha",
    title="Theorem 5.1 for `f_p`: `v* = finv(alpha u)` has `f(v*) = alpha u`, `G(v*) = G(z)` and "
    "`u.v* = ||u||_q ||z||_p`",
    quantity=progress.OPTIMUM_CONDITIONS,
    relation="==",
    bound=0,
    hypotheses=(P_NORMS.premises(exact=True)[0], *THEOREM_5_1.hypotheses[1:], start_norm(exact=True)),
    attained=False,
    note="alpha = ||z||_p**(p - 1)/||u||_q. Decided exactly where u_i = sign(c)|c|**(p - 1) or p = 2.",
)

THEOREM_5_1_PRINTED = false_form(
    THEOREM_5_1,
    title="Theorem 5.1: `alpha` is positive, at every `z`",
    quantity=progress.POSITIVE_MULTIPLIER,
    relation=">",
    bound=0,
    hypotheses=(P_NORMS.premises(exact=True)[0], U_NOT_ZERO, P_RANGE, start_norm(exact=True)),
    note="At z = 0, the default start, the odd case has G(z) = 0 and alpha = 0.",
)

THEOREM_5_1_EXP = about_vectors(
    id="gls.5.1.exp",
    title="Theorem 5.1 for `exp`: sup `u.v` over `G(v) = G(z)` is `U (ln G(z) - entropy)`",
    source=cited("Theorem 5.1 and section 6", "pp. 185, 191"),
    standing=Standing.QUALIFIED,
    quantity=each(
        "u.v - H*(z) at v = x + c with G(v) = G(z), H*(z) = U (ln G(z) - entropy)",
        "dot(u, x) + U*c - U*(ln(sum(exp(s))) - entropy)",
        names={"c": "ln(sum(exp(s))) - ln(sum(exp(x)))"},
    ),
    bound=0,
    hypotheses=(NONNEGATIVE, ONE_AND_MAX.premises(exact=True)[0], U_NOT_ZERO, ENTROPY),
    start="any",
    measures={U: ONE_AND_MAX.measures[U], **ENTROPY_MEASURE},
    note="0 ln 0 = 0; where u_i = 0 the supremum is not attained but at v_i = -oo.",
)

THEOREM_5_1_SINH = replace(
    THEOREM_5_1_EXP,
    id="gls.5.1.bw",
    title="Theorem 5.1 for `2 sinh`: `u.v <= u.v*` wherever `G(v) <= G(v*)`, `v* = finv(alpha u)`",
    source=cited("Theorem 5.1", "p. 185"),
    quantity=progress.INSIDE_THE_LEVEL,
    hypotheses=(ONE_AND_MAX.premises(exact=True)[0], U_NOT_ZERO),
    start="",
    free=(alpha,),
    note="alpha > 0 is any; G(z) = G(v*) then defines the level.",
)

PROOF_5_1 = about_vectors(
    id="gls.5.1.proof",
    title="Proof of theorem 5.1 for `exp`: a `v` on the level of `z` with one very low coordinate has `u.v < u.z`",
    source=cited("proof of Theorem 5.1", "p. 186"),
    standing=Standing.QUALIFIED,
    quantity=progress.LOW_COORDINATE,
    relation="<",
    bound=0,
    hypotheses=(POSITIVE_WEIGHTS,),
    start="any",
    family="level",
    counterpart="gls.5.1.proof.printed",
    note="With |ginv(G(z))| in place of ginv(G(z)). Theorem 5.1 itself is not touched.",
)

PROOF_5_1_PRINTED = false_form(
    PROOF_5_1,
    quantity=progress.LOW_COORDINATE_PRINTED,
    note="Wrong sign where ginv(G(z)) < 0: u = (1, 1, 4), z = (-10, -10, -10) = v.",
)

THEOREM_5_2 = about_vectors(
    id="gls.5.2",
    title="Theorem 5.2: `d psi*/dr = 1/alpha`, for `f_p`, `exp` and `2 sinh`",
    source=cited("Theorem 5.2", "p. 188"),
    standing=Standing.QUALIFIED,
    quantity=progress.SLOPES,
    relation="==",
    bound=0,
    hypotheses=(at_least(p, 2),),
    free=(p, alpha),
    counterpart="gls.5.2.printed",
    note="Coordinates with u_i = 0 contribute nothing. alpha > 0, so G(z) > 0 in the odd case.",
)

THEOREM_5_2_PRINTED = replace(
    THEOREM_5_1_PRINTED,
    id="gls.5.2.printed",
    title="Theorem 5.2 and its proof: `alpha > 0` at every `z`, and `finv` has a derivative at every `alpha u_i`",
    source=cited("Theorem 5.2 and its proof", "p. 188"),
    quantity=progress.SMOOTH_INVERSE,
    counterpart="gls.5.2",
    note="alpha = 0 at z = 0; and f_p'(0) = 0 for p > 2, where u_i = 0. d psi* = dr/alpha is true all the same.",
)

COROLLARY_5_3 = about_vectors(
    id="gls.5.3",
    title="Corollary 5.3: `psi*` increases, and is concave, for `f_p`, `exp` and `2 sinh`",
    source=cited("Corollary 5.3", "p. 188"),
    standing=Standing.QUALIFIED,
    quantity=progress.MONOTONE,
    relation=">",
    bound=0,
    hypotheses=(at_least(p, 2), ONE_AND_MAX.premises(exact=True)[0], U_NOT_ZERO),
    free=(p, alpha, rate),
    measures={U: ONE_AND_MAX.measures[U]},
    note="r and r' belong to alpha and alpha' = alpha + rate.",
)

HESSIAN = about_vectors(
    id="gls.5.hess",
    title="The second derivatives of `H*`, for `f_p` and `exp`",
    source=cited("section 5, after Corollary 5.3", "p. 189"),
    standing=Standing.TRUE,
    quantity=progress.HESSIAN,
    relation="==",
    bound=0,
    hypotheses=(
        POSITIVE_WEIGHTS,
        replace(POSITIVE_START, name="positive z", text="`z_i > 0`"),
        P_RANGE,
    ),
    start="positive",
    free=(p,),
    note="Both sides are derived by sympy and compared at exact values. Only f_p is odd; z > 0 loses nothing.",
)
