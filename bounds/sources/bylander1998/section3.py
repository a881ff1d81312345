"""Section 3: the absolute loss of the Perceptron (theorem 2) and of Exponentiated Update (theorem 3)."""

from __future__ import annotations

from dataclasses import replace
from functools import partial

from sympy import Min, sqrt

from bounds.claims.claim import Claim, Hypothesis, Outcomes, PerTrial, Standing
from bounds.claims.hypotheses import (
    UNIT_INTERVAL,
    at_least,
    below,
    comparator_within,
    examples_within,
    parameter,
    positive,
)
from bounds.claims.quantities import EXCESS_LOSS, amount_of, disagreements, each, expressions
from bounds.claims.sections import about_parameters, false_form, identity
from bounds.claims.stated import named_learner
from bounds.mathematics.geometry import ENTROPIC, EUCLIDEAN, SIGNED_ENTROPIC
from bounds.sources.bylander1998.common import (
    BALL,
    DISTANCE_DROP,
    ENTROPY_DROP,
    EU_ABSOLUTE,
    EXPONENTIATED,
    OPEN_END,
    P_ABSOLUTE,
    RELATIVE_ENTROPY,
    SIMPLEX,
    cited,
    exact,
)
from bounds.symbols import U, X, beta, eta, k, l, n

# --- section 3.1: Perceptron ---------------------------------------------------------------------------

THEOREM_2 = Claim(
    id="bylander.2",
    title="Theorem 2: absolute loss of the Perceptron",
    source=cited("Theorem 2", "p. 338"),
    standing=Standing.TRUE,
    quantity=EXCESS_LOSS,
    bound="U**2/(2*eta) + eta*l*X**2/2",
    hypotheses=BALL,
    learner=P_ABSOLUTE,
    free=(eta,),
    per_trial=PerTrial("excess loss", counter=l),
    ties=OPEN_END,
    attained=True,
)

THEOREM_2_TUNED = replace(
    THEOREM_2,
    id="bylander.2.tuned",
    title="Theorem 2 with the best learning rate",
    source=cited("Theorem 2, second part", "p. 338"),
    standing=Standing.QUALIFIED,
    bound="U*X*sqrt(l)",
    hypotheses=(*BALL, positive(U, silent=True), positive(X, silent=True), at_least(l, 1, silent=True)),
    defines={eta: "U/(X*sqrt(l))"},
    free=(),
    per_trial=PerTrial("excess loss", tuned=True),
)


_REACH = Min(U / eta, l * X)
"""The norm of the sum of the examples that is worst."""

THEOREM_2_EXACT = exact(
    THEOREM_2,
    U * _REACH - eta * _REACH**2 / 2 + eta * l * X**2 / 2,
    "Attained for l >= 2 at all U, X and eta: l examples of norm X with equal dot products that sum to r u/|u|, "
    "r = Min(U/eta, l*X) and |u| = U, with far outcomes. So theorem 2 is exact where U > 0 if and only if U <= eta*l*X "
    "and l >= 2, or l = 1 and U = eta*X; the tuned rate is such a one for every l.",
)

STEP_2 = Claim(
    id="bylander.2.step",
    title="Proof of theorem 2: what an update does to the squared distance",
    source=cited("proof of Theorem 2", "p. 338"),
    standing=Standing.TRUE,
    quantity=each("d(u, w_t) - d(u, w_t+1) on an update", DISTANCE_DROP, "side != 0"),
    relation="==",
    bound="2*eta*side*(ux - wx) - eta**2*xx",
    geometry=EUCLIDEAN,
    learner=P_ABSOLUTE,
    free=(eta,),
    ties=OPEN_END,
    attained=True,
)

# --- section 3.2: Exponentiated Update -----------------------------------------------------------------


WEIGHTED_MAJORITY = named_learner("Weighted Majority with factor beta", "weighted_majority(beta)", "master")

WM_SIMULATION = identity(
    id="bylander.wmsim",
    title="EU with `s = (1/n, ..., 1/n)`, `eta = ln(1/beta)`, `U = 1` decides as Weighted Majority does",
    source=cited("section 3.2", "p. 339"),
    standing=Standing.QUALIFIED,
    quantity=disagreements(
        WEIGHTED_MAJORITY,
        "trials on which EU and WM decide differently",
        "(yhat == 1/2) + (yhat != 1/2)*((yhat >= 1/2) != (second_yhat >= 1/2))",
    ),
    hypotheses=(
        UNIT_INTERVAL,
        below(beta, 1),
        Hypothesis("tie-free", "no prediction is exactly 1/2", silent=True, formula="all_t(yhat != 1/2)"),
    ),
    outcomes=Outcomes.EXPERTS,
    learner=named_learner(
        "`EU((1/n, ..., 1/n), ln(1/beta), 1)`, outcomes `[0, 1/2)` and `(1/2, 1]`",
        EXPONENTIATED,
        "master",
    ),
    defines={eta: "ln(1/beta)", U: "1"},
    free=(beta,),
    ties="Weighted Majority decides a tie for class 1; EU's prediction 1/2 is in neither outcome",
    counterpart="bylander.wmsim.printed",
)

WM_SIMULATION_PRINTED = false_form(
    WM_SIMULATION,
    hypotheses=WM_SIMULATION.hypotheses[:2],
    note="Fails at ties: at 1/2 EU makes no decision and always updates; Weighted Majority decides.",
)

EXPONENTIATED_GRADIENT = named_learner("EG(eta) for the absolute loss", "exponentiated_gradient(eta)", "absolute")

EG = identity(
    id="bylander.eg",
    title="EU with `U = 1` and point outcomes is EG with the absolute loss",
    source=cited("section 3.2", "p. 339"),
    standing=Standing.TRUE,
    quantity=disagreements(
        EXPONENTIATED_GRADIENT,
        "trials on which EU and EG predict differently",
        "yhat != second_yhat",
    ),
    outcomes=Outcomes.POINTS,
    learner=EU_ABSOLUTE,
    defines={U: "1"},
    free=(eta,),
    ties="the subgradient 0 is chosen where the prediction equals the outcome",
)

about_eu = partial(Claim, hypotheses=SIMPLEX, learner=EU_ABSOLUTE, free=(eta,))

THEOREM_3 = about_eu(
    id="bylander.3",
    title="Theorem 3: absolute loss of Exponentiated Update",
    source=cited("Theorem 3", "p. 340"),
    standing=Standing.TRUE,
    quantity=EXCESS_LOSS,
    bound="U*log(n)/eta + eta*l*U*X**2/2",
    per_trial=PerTrial("excess loss", counter=l),
    ties=OPEN_END,
    note="The sum of u must equal U: with n = 1, u = U/2, x = 1 and outcome u.x every trial costs U/2.",
)

THEOREM_3_TUNED = replace(
    THEOREM_3,
    id="bylander.3.tuned",
    title="Theorem 3 with the best learning rate",
    source=cited("Theorem 3, second part", "p. 340"),
    standing=Standing.QUALIFIED,
    bound="U*X*sqrt(2*l*log(n))",
    hypotheses=(
        *SIMPLEX,
        at_least(n, 2, silent=True),
        positive(X, silent=True),
        at_least(l, 1, silent=True),
    ),
    defines={eta: "sqrt(2*ln(n))/(X*sqrt(l))"},
    free=(),
    per_trial=PerTrial("excess loss", tuned=True),
    note="At n = 1 the rate would be 0, which is not a learning rate.",
)

KL_START = about_eu(
    id="bylander.3.klinit",
    title="Proof of theorem 3: the initial relative entropy",
    source=cited("proof of Theorem 3", "p. 340"),
    standing=Standing.TRUE,
    quantity=amount_of("`d(u, s)`", "sum(xlog(u, u)) - sum(xlog(u, if(length(start) == 0, u*0 + U/n, start)))"),
    bound=ENTROPIC.initial,
    attained=True,
    note="Equality if and only if u = U e_i.",
)

KL_POSITIVE = about_eu(
    id="bylander.3.klpos",
    title="Proof of theorem 3: relative entropy is not negative when the sums are equal",
    source=cited("proof of Theorem 3", "p. 340"),
    standing=Standing.TRUE,
    quantity=each("`d(u, w_t)`", RELATIVE_ENTROPY, over="states"),
    relation=">=",
    bound=0,
    note="False without equal sums: n = 1, u = 1, w = e gives -1.",
)

STEP_3 = about_eu(
    id="bylander.3.step",
    title="Proof of theorem 3: what an update does to the relative entropy",
    source=cited("proof of Theorem 3", "p. 341"),
    standing=Standing.TRUE,
    quantity=each("`d(u, w_t) - d(u, w_t+1)` on an update", ENTROPY_DROP, "side != 0"),
    relation=">=",
    bound="eta*side*(ux - wx) - eta**2*U*X**2/2",
    ties=OPEN_END,
    note="Lemma A.1 at the weights before the update. The sum of u has to be U here already.",
)

# --- section 3.3: discussion ---------------------------------------------------------------------------

LINEAR_GROWTH = about_parameters(
    id="bylander.Ol",
    title="Both bounds are `Abs-Loss(u, S) + O(l)`, and `O(sqrt(l))` when tuned",
    source=cited("section 3.3", "p. 342"),
    standing=Standing.TRUE,
    quantity=expressions(
        "`bound(l) - l*bound(1)`, tuned `bound(l) - sqrt(l)*bound(1)`",
        (THEOREM_2.bound - l * THEOREM_2.bound.subs(l, 1), "theorem 2"),
        (THEOREM_3.bound - l * THEOREM_3.bound.subs(l, 1), "theorem 3"),
        (THEOREM_2_TUNED.bound - sqrt(l) * THEOREM_2_TUNED.bound.subs(l, 1), "theorem 2, tuned"),
        (THEOREM_3_TUNED.bound - sqrt(l) * THEOREM_3_TUNED.bound.subs(l, 1), "theorem 3, tuned"),
    ),
    bound=0,
    hypotheses=(at_least(l, 1), at_least(n, 2), positive(U), positive(X)),
    free=(eta, U, X, l, n),
    note="That the bounds are approached is what the witnesses of bylander.2 and bylander.3 show.",
)

COMPARISON = about_parameters(
    id="bylander.cmp",
    title="EU's tuned bound is below the Perceptron's for one relevant attribute and examples in `{-1, 1}^n`",
    source=cited("section 3.3", "p. 342"),
    standing=Standing.AMBIGUOUS,
    quantity=expressions(
        "tuned EU bound at `U = 1`, `X = 1`",
        (THEOREM_3_TUNED.bound.subs({U: 1, X: 1}), "u = e_1, x in {-1, 1}^n"),
    ),
    bound=THEOREM_2_TUNED.bound.subs({U: 1, X: sqrt(n)}),
    hypotheses=(at_least(l, 1), at_least(n, 2)),
    free=(l, n),
    counterpart="bylander.cmp.printed",
    note="The paper's words are loose; this reading, few relevant attributes and dense examples, is true.",
)

COMPARISON_PRINTED = about_parameters(
    id="bylander.cmp.printed",
    title="EU's tuned bound is below the Perceptron's for `n` equal weights and examples with `k` values of "
    "magnitude 1",
    source=cited("section 3.3", "p. 342"),
    standing=Standing.FALSE,
    quantity=expressions(
        "tuned EU bound at `U = 1`, `X = 1`",
        (THEOREM_3_TUNED.bound.subs({U: 1, X: 1}), "u = (1/n, ..., 1/n), k non-zero values"),
    ),
    bound=THEOREM_2_TUNED.bound.subs({U: 1 / sqrt(n), X: sqrt(k)}),
    hypotheses=(at_least(l, 1), at_least(n, 2), at_least(k, 1), parameter(k <= n)),
    free=(l, n, k),
    counterpart="bylander.cmp",
    note="The reading 'all weights small' (k counts the non-zero values): it needs 2 ln n <= k/n, so it never holds.",
)


DOUBLING = Claim(
    id="bylander.double",
    title="Doubling the attributes: comparators of any sign, `ln n` becomes `ln 2n`",
    source=cited("section 3.3", "p. 342"),
    standing=Standing.TRUE,
    quantity=EXCESS_LOSS,
    bound=THEOREM_3.bound.subs(n, 2 * n),
    hypotheses=(comparator_within(SIGNED_ENTROPIC), examples_within(ENTROPIC), positive(U)),
    learner=named_learner("EU on `(x, -x)`", "doubled_exponentiated(eta, U)", "absolute"),
    free=(eta,),
    per_trial=PerTrial("excess loss", counter=l),
    ties=OPEN_END,
)
