"""Section 8: other constructions of measures of progress."""

from __future__ import annotations

from dataclasses import replace

from bounds.claims.claim import Hypothesis, Standing
from bounds.claims.hypotheses import below, positive
from bounds.claims.quantities import expressions
from bounds.claims.sections import about_parameters, false_form
from bounds.sources.grove2001 import progress
from bounds.sources.grove2001.common import P_RANGE, about_vectors, cited, gap_premises
from bounds.sources.grove2001.norms import P_NORMS, TWO_NORMS, start_norm
from bounds.sources.grove2001.section5 import THEOREM_5_1, U_NOT_ZERO
from bounds.sources.grove2001.section6 import PERCEPTRON_BOUND
from bounds.symbols import U, X, a, delta, eta, p

PROPOSITION_8_1 = replace(
    THEOREM_5_1,
    id="gls.8.1",
    title="Proposition 8.1 for `f_p`: no other measure of progress excludes more than `H*`",
    source=cited("Proposition 8.1", "p. 200"),
    standing=Standing.TRUE,
    quantity=progress.OTHERS,
    relation=">=",
    hypotheses=(
        P_NORMS.premises(exact=True)[0],
        U_NOT_ZERO,
        P_RANGE,
        start_norm(exact=True),
    ),
    free=(p, eta),
    attained=True,
    counterpart="",
    note="A region {G <= c, u.z >= d} meets no (G(z), u.z) iff d > H*: sup is attained (gls.5.1.alpha).",
)

BREGMAN = about_vectors(
    id="gls.8.7",
    title="(7): the Bregman distance of a convex `H = psi(G)` is not negative",
    source=cited("section 8, (7)", "p. 200"),
    standing=Standing.TRUE,
    quantity=progress.BREGMAN_DISTANCES,
    relation=">=",
    bound=0,
    hypotheses=(P_RANGE,),
    start="any",
    free=(p,),
    note="For H = G, H = ||z||_p**2/2, and exp.",
)

BREGMAN_FORM = replace(
    BREGMAN,
    id="gls.8.8",
    title="(8): `D_H(z, v) = H(z) - q u.z - r` where `f(v) = eta u` and `q = psi'(G(v)) eta`",
    source=cited("section 8, (8), and its Perceptron example", "pp. 200-201"),
    quantity=progress.BREGMAN_FORMS,
    relation="==",
    free=(p, eta),
    note="For the Perceptron D_H is ||z - eta u||_2**2/2.",
)

_ETA_BOUND = eta**2 * U**2 / (2 * eta * a * delta - a**2 * X**2)

DUDA_HART = replace(
    PERCEPTRON_BOUND,
    id="gls.8.dh",
    title="Perceptron: the Bregman construction at `eta` (Duda and Hart)",
    source=cited("section 8", "p. 202"),
    bound=_ETA_BOUND,
    hypotheses=(*gap_premises(TWO_NORMS), positive(X, silent=True), below(a, 2 * eta * delta / X**2)),
    free=(eta, a),
    attained=True,
    counterpart="gls.8.dh.printed",
    note="Silent: 2 eta delta > a X**2. At eta = a X**2/delta it is the classic bound.",
)

DUDA_HART_PRINTED = false_form(
    DUDA_HART,
    title="The same 'for any `eta`'",
    hypotheses=(
        *gap_premises(TWO_NORMS),
        positive(X, silent=True),
        Hypothesis(
            "defined",
            "2 eta a delta - a**2 X**2 is not 0",
            formula="2*eta*a*delta != a**2*X**2",
        ),
    ),
    note="For small eta the denominator is negative, and so is the bound.",
)

DUDA_HART_LEAST = about_parameters(
    id="gls.8.dh.least",
    title="No `eta` gives less than the classic bound",
    source=cited("section 8", "p. 202"),
    standing=Standing.QUALIFIED,
    quantity=expressions("bound at `eta`", (_ETA_BOUND, "gls.8.dh at any eta")),
    relation=">=",
    bound=PERCEPTRON_BOUND.bound,
    hypotheses=DUDA_HART.hypotheses[-1:],
    free=(U, X, delta, eta, a),
    attained=True,
    note="It is the classic bound at eta = a X**2/delta alone, where U > 0: the difference is a square.",
)

DUDA_HART_BEST = about_parameters(
    id="gls.8.dh.best",
    title="The best `eta`, `a X**2/delta`, gives the classic bound",
    source=cited("section 8", "p. 202"),
    standing=Standing.TRUE,
    quantity=expressions(
        "bound at `eta = a X**2/delta`", (_ETA_BOUND.subs(eta, a * X**2 / delta), "gls.8.dh at its best eta")
    ),
    relation="==",
    bound=PERCEPTRON_BOUND.bound,
    free=(U, X, delta, a),
    attained=True,
)
