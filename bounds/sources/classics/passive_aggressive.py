"""Passive-Aggressive: PA, PA-I and PA-II."""

from __future__ import annotations

from bounds.claims.claim import Claim
from bounds.claims.own import learner
from bounds.sources.classics.common import SQUARED_HINGE, ZERO_EXAMPLE, classic, derived
from bounds.sources.shelves import BALL, NO_TIES, SEPARABLE

PA = learner("w + max(0, 1 - y*yhat)/xx*y*x if xx > 0 else w", name="PA")
PA_1 = learner("w + min(C, max(0, 1 - y*yhat)/xx)*y*x if xx > 0 else w", name="`PA-I(C)`")
PA_2 = learner("w + max(0, 1 - y*yhat)/(xx + 1/(2*C))*y*x", name="`PA-II(C)`")
CRAMMER = "Crammer, Dekel, Keshet, Shalev-Shwartz and Singer 2006"
SAME_EXAMPLE = "One example of norm X, again and again, with u.x = y: the losses add up to the bound in the limit."

CLAIMS: tuple[Claim, ...] = (
    classic(
        "pa",
        "Squared hinge loss of Passive-Aggressive on separable labels",
        (CRAMMER, "theorem 2"),
        PA,
        "U**2*X**2",
        gain="squared_hinge",
        per_trial=True,
        given=SEPARABLE,
        ties=ZERO_EXAMPLE,
        attained=True,
    ),
    classic(
        "pa.x",
        "Squared hinge loss of Passive-Aggressive on examples of norm 1, against the squared hinge loss of any `u`",
        (CRAMMER, "theorem 3"),
        PA,
        "(U + 2*sqrt(H))**2",
        gain="squared_hinge",
        given=["norm(u, 2) <= U", "xx == 1", SQUARED_HINGE],
        ties=ZERO_EXAMPLE,
        attained=True,
        family="unit examples",
    ),
    classic(
        "pa1",
        "Mistakes of PA-I against the hinge loss of any `u`",
        (CRAMMER, "theorem 4"),
        PA_1,
        "Max(X**2, 1/C)*U**2",
        loss="hinge",
        times="2*C*Max(X**2, 1/C)",
        per_trial=True,
        given=BALL,
        ties=ZERO_EXAMPLE,
        note="Where C*X**2 <= 1 the factor 1/C may be 1/(C*(2 - C*X**2)), which is best possible.",
        attained=True,
    ),
    classic(
        "pa2",
        "Squared hinge loss of PA-II against that of any `u`",
        (CRAMMER, "theorem 5"),
        PA_2,
        "(X**2 + 1/(2*C))*U**2",
        gain="squared_hinge",
        loss="squared_hinge",
        times="2*C*(X**2 + 1/(2*C))",
        per_trial=True,
        given=BALL,
        ties=NO_TIES,
    ),
)

SHARPER: tuple[Claim, ...] = (
    derived(
        "pa1.sharp",
        "Mistakes of PA-I against the hinge loss of any `u`, where `C` is small",
        PA_1,
        "U**2/(C*(2 - C*X**2))",
        loss="hinge",
        times="2/(2 - C*X**2)",
        given=[*BALL, "X > 0", "C <= 1/X**2"],
        ties=ZERO_EXAMPLE,
        note="classics.pa1 has 1 in the place of 2 - C*X**2.",
        counterpart="classics.pa1",
        attained=True,
    ),
    derived(
        "pa2.sharp",
        "Squared hinge loss of PA-II against any multiple of that of any `u`",
        PA_2,
        "U**2*rho*(2*C*X**2 + 1)**2/(4*C*(C*X**2*rho - C + rho))",
        gain="squared_hinge",
        loss="squared_hinge",
        times="rho**2*(2*C*X**2 + 1)**2/(4*C*(C*X**2*rho - C + rho))",
        given=[*BALL, "rho >= 2*C", "rho > 0"],
        ties=NO_TIES,
        note="At rho = 2*C this is classics.pa2; a larger rho puts less weight on U and more on the loss of u.",
        counterpart="classics.pa2",
    ),
    derived(
        "pa2.separable",
        "Squared hinge loss of PA-II on separable labels",
        PA_2,
        "U**2*(2*C*X**2 + 1)**2/(4*C*(C*X**2 + 1))",
        gain="squared_hinge",
        given=SEPARABLE,
        ties=NO_TIES,
        note=f"classics.pa2 has U**2*(X**2 + 1/(2*C)) there. {SAME_EXAMPLE}",
        counterpart="classics.pa2",
    ),
    derived(
        "pa.x.sharp",
        "Squared hinge loss of Passive-Aggressive on examples of norm 1, against the squared hinge loss of any `u`",
        PA,
        "(sqrt(H) + sqrt(H + U**2))**2",
        gain="squared_hinge",
        given=["norm(u, 2) <= U", "xx == 1", SQUARED_HINGE],
        family="unit examples",
        ties=ZERO_EXAMPLE,
        note="classics.pa.x has 2*sqrt(H) + U in the place of sqrt(H) + sqrt(H + U**2).",
        counterpart="classics.pa.x",
        attained=True,
        per_trial=False,
    ),
)
