"""Section 5: the toleranced absolute loss (theorems 8 and 9)."""

from __future__ import annotations

from dataclasses import replace

from sympy import Min, diff

from bounds.claims.claim import Claim, Outcomes, PerTrial, Standing
from bounds.claims.hypotheses import at_least, positive
from bounds.claims.quantities import amount_of, each, expressions
from bounds.claims.sections import identity
from bounds.sources.bylander1998.common import (
    ANY_W_TOLERANCED,
    BALL,
    EU_TOLERANCED,
    OPEN_END,
    P_TOLERANCED,
    SIMPLEX,
    cited,
    exact,
)
from bounds.sources.bylander1998.section3 import STEP_2
from bounds.symbols import U, X, eta, l, n, tau

TOLERANCED_EXCESS_LOSS = amount_of("Abs-Loss(A, S, tau) - Abs-Loss(u, S)", "sum_t(loss) - sum_t(u_loss)")

THEOREM_8 = Claim(
    id="bylander.8",
    title="Theorem 8: toleranced absolute loss of the Perceptron",
    source=cited("Theorem 8", "p. 346"),
    standing=Standing.QUALIFIED,
    quantity=TOLERANCED_EXCESS_LOSS,
    bound="U**2*X**2/(4*tau)",
    hypotheses=(*BALL, positive(X, silent=True)),
    learner=P_TOLERANCED,
    defines={eta: "2*tau/X**2"},
    free=(tau,),
    per_trial=PerTrial("excess loss"),
    ties=OPEN_END,
    attained=True,
)

_TOLERANCED_REACH = Min(U * X**2 / (2 * tau), l * X)

THEOREM_8_EXACT = exact(
    THEOREM_8,
    U * _TOLERANCED_REACH - tau * _TOLERANCED_REACH**2 / X**2,
    "Attained for l >= 2 at all U, X and tau: as for bylander.2.exact, with r = Min(U*X**2/(2*tau), l*X). So theorem 8 "
    "is exact where U > 0 if and only if U*X <= 2*tau*l and l >= 2, or l = 1 and U*X = 2*tau.",
)

STEP_8 = replace(
    STEP_2,
    id="bylander.8.step",
    title="Proof of theorem 8: what an update does to the squared distance",
    source=cited("proof of Theorem 8", "p. 346"),
    learner=P_TOLERANCED,
    free=(eta, tau),
)

SHIFT = Claim(
    id="bylander.8.shift",
    title="Proof of theorem 8: outside `I +- tau` the toleranced loss is the loss less `tau`",
    source=cited("proof of Theorem 8", "p. 346"),
    standing=Standing.TRUE,
    quantity=each(
        "`Abs-Loss(w, S_t, tau)` where `yhat` is outside `I +- tau`",
        "second_loss",
        "second_side != 0",
        version="absolute",
        second="fixed()",
        second_version="toleranced(tau)",
    ),
    relation="==",
    bound="loss - tau",
    learner=ANY_W_TOLERANCED,
    start="any",
    free=(tau,),
    ties=OPEN_END,
    attained=True,
    note="Inside I +- tau the toleranced loss is 0 instead.",
)

THEOREM_9 = Claim(
    id="bylander.9",
    title="Theorem 9: toleranced absolute loss of Exponentiated Update",
    source=cited("Theorem 9", "p. 347"),
    standing=Standing.QUALIFIED,
    quantity=TOLERANCED_EXCESS_LOSS,
    bound="U**2*X**2*log(n)/(2*tau)",
    hypotheses=(*SIMPLEX, positive(X, silent=True)),
    learner=EU_TOLERANCED,
    defines={eta: "2*tau/(U*X**2)"},
    free=(tau,),
    per_trial=PerTrial("excess loss"),
    ties=OPEN_END,
)

CONSTANT_EXCESS = identity(
    id="bylander.const",
    title="Theorems 8 and 9: the excess does not depend on the length of the sequence",
    source=cited("section 5", "p. 348"),
    standing=Standing.TRUE,
    quantity=expressions(
        "`d` bound / `d l`",
        (diff(THEOREM_8.bound, l), "theorem 8"),
        (diff(THEOREM_9.bound, l), "theorem 9"),
    ),
    outcomes=Outcomes.NONE,
    hypotheses=(at_least(n, 1),),
    free=(U, X, tau, n, l),
)
