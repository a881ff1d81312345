"""Classics of online learning beyond the five papers, each a few lines of text in the language of one's own claims.

The statements are as they are commonly given; their papers were not at hand, so no page is named. Gradient descent on
any convex losses is stated for linear ones, from which it follows, and for three others.
"""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from bounds.claim import Claim, LearnerSpec, Source, Standing
from bounds.own import learner, own_claim

COMMONLY = "as commonly stated"

BALL = ("norm(u, 2) <= U", "norm(x, 2) <= X")
SIMPLEX = ("min(u) >= 0", "sum(u) == 1")
SEPARABLE = (*BALL, "separable")
HINGE = "sum_t(max(0, 1 - y*ux)) <= H"
SQUARED_HINGE = "sum_t(max(0, 1 - y*ux)**2) <= H"

AT_ZERO = "a prediction of exactly 0 counts as a mistake and updates"
ZERO_EXAMPLE = "at x = 0 nothing is updated; a prediction of exactly 0 counts as a mistake"
NO_TIES = "no ties matter"


def _weights(rule: str, name: str, outcomes: Any = "labels") -> LearnerSpec:
    """Return a learner by weights that start at 1 and predict by their shares."""
    return learner(rule, predict="dot(w, x)/sum(w)", start={"w": "1"}, outcomes=outcomes, name=name)


def _points(rule: str, name: str) -> LearnerSpec:
    return learner(rule, outcomes="points", name=name)


PERCEPTRON = learner("w + y*x if y*yhat <= 0 else w", name="Perceptron")
MARGIN = learner("w + eta*y*x if y*yhat <= beta else w", name="Perceptron with margin (beta, eta)")
PA = learner("w + max(0, 1 - y*yhat)/xx*y*x if xx > 0 else w", name="PA")
PA_1 = learner("w + min(C, max(0, 1 - y*yhat)/xx)*y*x if xx > 0 else w", name="PA-I(C)")
PA_2 = learner("w + max(0, 1 - y*yhat)/(xx + 1/(2*C))*y*x", name="PA-II(C)")
GD = _points("w + eta*(y - yhat)*x", "GD(eta)")
EG = _weights("w*exp(eta*(y - yhat)*x)", "EG(eta)", "points")
OGD_HINGE = learner("w + eta*y*x if y*yhat < 1 else w", name="OGD(eta), hinge loss")
OGD_ABSOLUTE = _points("w + eta*sign(y - yhat)*x", "OGD(eta), absolute loss")
OGD_SQUARED = _points("w + 2*eta*(y - yhat)*x", "OGD(eta), squared loss")
OGD_LINEAR = learner("w - eta*x", name="OGD(eta), linear losses")
HEDGE = _weights("w*exp(-eta*x)", "Hedge(eta)")
HEDGE_BETA = _weights("w*beta**x", "Hedge(beta)")
WINNOW_1 = learner(
    "w if y*(yhat - theta) > 0 or (y > 0 and yhat == theta) else w*alpha**x if y > 0 else w*(x == 0)",
    start={"w": "1"},
    name="Winnow1(alpha, theta)",
)
WINNOW_2 = learner(
    "w if y*(yhat - theta) > 0 or (y > 0 and yhat == theta) else w*alpha**(y*x)",
    start={"w": "1"},
    name="Winnow2(alpha, theta)",
)
WRONG = "y*yhat <= 0"
SECOND_ORDER = learner(
    {"v": f"v + y*x if {WRONG} else v", "A": f"A + outer(x, x) if {WRONG} else A"},
    predict="dot(v, solve(A + outer(x, x), x))",
    start={"A": "a*identity"},
    name="second-order Perceptron(a)",
)
AT_THETA = "w.x = theta is predicted positive"
CROSSED = "1 if y*(yhat - theta) < 0 or (y < 0 and yhat == theta) else 0"

PROJECTED = learner(
    "max(-R, min(R, w + 2*R*sqrt(n)/(G*sqrt(t))*y*x)) if y*yhat < 1 else w",
    name="OGD on [-R, R]^n, rates 2 R sqrt(n)/(G sqrt(t)), hinge loss",
)


def _classic(
    name: str,
    title: str,
    source: tuple[str, str],
    of: LearnerSpec,
    bound: str,
    *,
    ties: str = AT_ZERO,
    note: str = "",
    standing: Standing = Standing.TRUE,
    counterpart: str = "",
    family: str = "",
    attained: bool = False,
    **said: Any,
) -> Claim:
    return replace(
        own_claim(of, bound, title=title, **said),
        id=f"classics.{name}",
        source=Source(*source, COMMONLY),
        standing=standing,
        ties=ties,
        note=note,
        counterpart=counterpart,
        family=family,
        attained=attained,
    )


CRAMMER = "Crammer, Dekel, Keshet, Shalev-Shwartz and Singer 2006"
LITTLESTONE = "Littlestone 1988"
ZINKEVICH = ("Zinkevich 2003", "online gradient descent")

CLAIMS: tuple[Claim, ...] = (
    # --- the Perceptron -----------------------------------------------------------------------------------
    _classic(
        "perceptron.hinge",
        "Mistakes of the Perceptron against the hinge loss of any u",
        ("Shalev-Shwartz and Ben-David 2014; Gentile 2003", "theorem 21.16"),
        PERCEPTRON,
        "H + U*X*sqrt(H) + U**2*X**2",
        given=[*BALL, HINGE],
        note="The next claim is stronger wherever H, U and X are positive.",
        counterpart="classics.perceptron.hinge.mohri",
        attained=True,
    ),
    _classic(
        "perceptron.hinge.mistaken",
        "The same, with H over the mistaken trials only",
        ("Shalev-Shwartz and Ben-David 2014; Gentile 2003", "theorem 21.16"),
        PERCEPTRON,
        "H + U*X*sqrt(H) + U**2*X**2",
        given=[*BALL, "sum_t(max(0, 1 - y*ux) if y*yhat <= 0 else 0) <= H"],
        counterpart="classics.perceptron.hinge",
    ),
    _classic(
        "perceptron.hinge.mohri",
        "Mistakes of the Perceptron against the hinge loss of any u, solved for M",
        ("Mohri and Rostamizadeh 2013", "Perceptron mistake bounds"),
        PERCEPTRON,
        "(U*X + sqrt(U**2*X**2 + 4*H))**2/4",
        given=[*BALL, HINGE],
        attained=True,
    ),
    _classic(
        "perceptron.hinge2",
        "Mistakes of the Perceptron against the squared hinge loss of any u, whose sum is H",
        ("Freund and Schapire 1999", "theorem 2"),
        PERCEPTRON,
        "(U*X + sqrt(H))**2",
        given=[*BALL, SQUARED_HINGE],
        attained=True,
    ),
    _classic(
        "margin",
        "Updates of the Perceptron with margin on separable labels",
        ("Krauth and Mezard 1987; Duda and Hart", "convergence"),
        MARGIN,
        "U**2*(X**2 + 2*beta/eta)",
        gain="update",
        given=SEPARABLE,
        ties="y w.x = beta updates",
        note="Never attained where there is a trial: see classics.margin.exact, which is about beta/(eta*X**2) less.",
    ),
    _classic(
        "second_order",
        "Mistakes of the second-order Perceptron against the hinge loss, at margin gamma, of any u on the mistakes",
        ("Cesa-Bianchi, Conconi and Gentile 2005", "second-order Perceptron"),
        SECOND_ORDER,
        "H/gamma + sqrt((a*U**2 + Q)*logdet)/gamma",
        given=[
            "norm(u, 2) <= U",
            f"sum_t(max(0, gamma - y*ux) if {WRONG} else 0) <= H",
            f"sum_t(ux**2 if {WRONG} else 0) <= Q",
            f"ln(det(identity + sum_t(outer(x, x)*(1 if {WRONG} else 0))/a)) <= logdet",
        ],
        note=(
            "The source has |u| = 1, which is U = 1; H is its D_gamma(u), Q its u' S S' u, and logdet its sum of "
            "ln(1 + lambda_i/a). Equality needs u = 0; with one example and u = x it is approached as a grows."
        ),
        attained=True,
    ),
    # --- Passive-Aggressive -------------------------------------------------------------------------------
    _classic(
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
    _classic(
        "pa.x",
        "Squared hinge loss of Passive-Aggressive on examples of norm 1, against the squared hinge loss of any u",
        (CRAMMER, "theorem 3"),
        PA,
        "(U + 2*sqrt(H))**2",
        gain="squared_hinge",
        given=["norm(u, 2) <= U", "xx == 1", SQUARED_HINGE],
        ties=ZERO_EXAMPLE,
        attained=True,
        family="unit examples",
    ),
    _classic(
        "pa1",
        "Mistakes of PA-I against the hinge loss of any u",
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
    _classic(
        "pa2",
        "Squared hinge loss of PA-II against that of any u",
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
    # --- gradient descent ---------------------------------------------------------------------------------
    _classic(
        "gd.square",
        "Squared loss of gradient descent against C times that of any u",
        ("Cesa-Bianchi, Long and Warmuth 1996; Kivinen and Warmuth 1997", "worst-case loss of GD"),
        GD,
        "C*X**2*U**2/(C - 1)",
        gain="squared",
        loss="squared",
        times="C",
        per_trial=True,
        given=[*BALL, "C > 1", "X > 0"],
        define={"eta": "(C - 1)/(C*X**2)"},
        ties=NO_TIES,
        note="C is the factor that the sources call c.",
    ),
    _classic(
        "eg.square",
        "Squared loss of exponentiated gradient against that of any mixture",
        ("Kivinen and Warmuth 1997", "worst-case loss of EG"),
        EG,
        "(1/2 + 1/rho)*ln(n)",
        gain="squared",
        loss="squared",
        times="1 + rho/2",
        per_trial=True,
        given=[*SIMPLEX, "min(x) >= 0", "max(x) <= 1", "rho > 0"],
        define={"eta": "4*rho/(rho + 2)"},
        ties=NO_TIES,
        family="mixtures",
    ),
    _classic(
        "ogd.hinge",
        "Hinge loss of online gradient descent against that of any u, l examples",
        ZINKEVICH,
        OGD_HINGE,
        "U**2/(2*eta) + eta*X**2*l/2",
        gain="hinge",
        loss="hinge",
        per_trial=True,
        given=BALL,
        ties="y w.x = 1 makes no update",
        attained=True,
    ),
    _classic(
        "ogd.hinge.gradients",
        "The same, with the squared norms of the gradients themselves",
        ZINKEVICH,
        OGD_HINGE,
        "U**2/(2*eta)",
        gain="max(0, 1 - y*yhat) - (eta/2*xx if y*yhat < 1 else 0)",
        loss="hinge",
        per_trial=True,
        given=["norm(u, 2) <= U"],
        ties="y w.x = 1 makes no update",
        attained=True,
    ),
    _classic(
        "ogd.absolute",
        "Absolute loss of online gradient descent against that of any u, l examples",
        ZINKEVICH,
        OGD_ABSOLUTE,
        "U**2/(2*eta) + eta*X**2*l/2",
        gain="absolute",
        loss="absolute",
        per_trial=True,
        given=BALL,
        ties="w.x = y makes no update",
    ),
    _classic(
        "ogd.squared.gradients",
        "Squared loss of online gradient descent, with the squared norms of the gradients themselves",
        ZINKEVICH,
        OGD_SQUARED,
        "U**2/(2*eta)",
        gain="(y - yhat)**2 - 2*eta*xx*(y - yhat)**2",
        loss="squared",
        per_trial=True,
        given=["norm(u, 2) <= U"],
        ties=NO_TIES,
    ),
    _classic(
        "ogd.linear",
        "Linear losses of online gradient descent, the examples being their gradients",
        ZINKEVICH,
        OGD_LINEAR,
        "U**2/(2*eta)",
        gain="yhat - eta/2*xx",
        loss="linear",
        given=["norm(u, 2) <= U"],
        ties=NO_TIES,
        note="So for any convex losses: f(w) - f(u) is at most x.w - x.u, x a subgradient of f at w.",
    ),
    _classic(
        "ogd.projected",
        "Hinge loss of online gradient descent projected on [-R, R]^n, at rates that decrease",
        ZINKEVICH,
        PROJECTED,
        "3*R*G*sqrt(n*l)",
        gain="hinge",
        loss="hinge",
        given=["max(abs(u)) <= R", "norm(x, 2) <= G", "G > 0"],
        ties="y w.x = 1 makes no update",
        note="This is 3/2*D*G*sqrt(l) with D = 2*R*sqrt(n), the diameter, at the rates D/(G*sqrt(t)).",
    ),
    # --- experts ------------------------------------------------------------------------------------------
    _classic(
        "hedge",
        "Loss of Hedge against that of the best expert, l trials",
        ("Cesa-Bianchi and Lugosi 2006", "exponentially weighted average forecaster"),
        HEDGE,
        "ln(n)/eta + eta*l/8",
        gain="linear",
        loss="linear",
        per_trial=True,
        given=["unit inputs", "expert"],
        ties=NO_TIES,
    ),
    _classic(
        "hedge.beta",
        "Loss of Hedge against a multiple of that of the best expert",
        ("Freund and Schapire 1997", "Hedge(beta)"),
        HEDGE_BETA,
        "ln(n)/(1 - beta)",
        gain="linear",
        loss="linear",
        times="ln(1/beta)/(1 - beta)",
        per_trial=True,
        given=["unit inputs", "expert", "beta < 1"],
        ties=NO_TIES,
    ),
    # --- Winnow -------------------------------------------------------------------------------------------
    _classic(
        "winnow1",
        "Mistakes of Winnow1 on monotone disjunctions of k literals",
        (LITTLESTONE, "Winnow1"),
        WINNOW_1,
        "alpha*k*(ln(theta)/ln(alpha) + 1) + n/theta",
        gain=CROSSED,
        given=["boolean inputs", "disjunction", "(y > 0) == (ux >= 1)", "alpha > 1", "theta >= 1/alpha"],
        family="labelled by a disjunction",
        ties=AT_THETA,
    ),
    _classic(
        "winnow2",
        "Mistakes of Winnow2 on labels that u separates with a gap",
        (LITTLESTONE, "Winnow2"),
        WINNOW_2,
        "8*n/(delta**2*theta) + (5/delta + 14*ln(theta)/delta**2)*U",
        gain=CROSSED,
        given=[
            "boolean inputs",
            "sum(u) == U",
            "min(u) >= 0",
            "ux >= 1 if y > 0 else ux <= 1 - delta",
            "delta <= 1",
            "theta >= 1",
        ],
        define={"alpha": "1 + delta/2"},
        ties=AT_THETA,
        family="gap",
    ),
)

# --- exact: the worst case over all sequences -----------------------------------------------------------

_MARGIN = next(claim for claim in CLAIMS if claim.id == "classics.margin")
USUAL, UNITS, SIZE = "U**2*(X**2 + 2*beta/eta)", "beta/(eta*X**2)", "U**2*X**2"
"""The usual bound on the updates, b = beta/(eta*X**2) and V = U**2*X**2."""

_FRACTION = f"({UNITS} - floor({UNITS}))"
DISCRIMINANT = f"({SIZE} - 1)**2*(1 + 2*{UNITS})**2 - 4*({SIZE} - 1)*{_FRACTION}*(1 - {_FRACTION})"
"""(V - 1)**2 (1 + 2 b)**2 - 4 (V - 1) f (1 - f) with f = b - floor(b)."""

ROOT = f"sqrt(Max(0, {DISCRIMINANT}))"
MOST = f"({USUAL} + 1 + {ROOT})/2"


def _margin(name: str, title: str, bound: str, *premises: str, note: str) -> Claim:
    claim = _classic(
        name, title, (_MARGIN.source.document, "beside the convergence"), MARGIN, bound,
        gain="update", given=[*SEPARABLE, "X > 0", *premises], ties=_MARGIN.ties,
        note=note, counterpart=_MARGIN.id, attained=True,
    )  # fmt: skip
    return replace(claim, source=replace(claim.source, page="derived here, from the last update"))


CLAIMS += (
    _margin(
        "margin.exact",
        "Beside the Perceptron with margin: the exact worst case over all sequences of length l",
        f"Min(l, floor({MOST}))",
        note="Attained at all U, X, beta, eta and l with U*X >= 1, in three dimensions: with b = beta/(eta*X**2), the "
        "first floor(b) + 1 examples are equal, each later one is at y w.x = beta, and all have y u.x = 1 and norm X. "
        "Where b is whole this is classics.margin.sharp, rounded down. The usual bound is by about b too large; "
        "rounded down it is exact where both have one floor, and in the limit beta = 0.",
    ),
    _margin(
        "margin.sharp",
        "Updates of the Perceptron with margin on separable labels, by beta/(eta X**2) fewer",
        f"{USUAL} - {UNITS}",
        "l >= 1",
        note="classics.margin has the same without the last term. Best possible where beta/(eta*X**2) is a whole "
        "number, up to rounding: see classics.margin.exact.",
    ),
)

# --- sharper, as verify.derive found them -----------------------------------------------------------------

PERCEPTRON_AT_RATE = learner("w + eta*y*x if y*yhat <= 0 else w", name="Perceptron(eta)")
DERIVED = "derived here, one inequality a trial"
SAME_EXAMPLE = "One example of norm X, again and again, with u.x = y: the losses add up to the bound in the limit."


def _derived(name: str, title: str, of: LearnerSpec, bound: str, **said: Any) -> Claim:
    claim = _classic(
        name, title, ("verify.derive", "from the learner's rule"), of, bound, **{"per_trial": True, **said}
    )
    return replace(claim, source=replace(claim.source, page=DERIVED))


CLAIMS += (
    _derived(
        "perceptron.hinge.sharp",
        "Mistakes of the Perceptron against a multiple of the hinge loss of any u, for every rate",
        PERCEPTRON_AT_RATE,
        "U**2/(eta*(2 - eta*X**2))",
        loss="hinge",
        times="2/(2 - eta*X**2)",
        given=[*BALL, "X > 0", "eta < 2/X**2"],
        note="The run does not depend on eta. At the best eta this is classics.perceptron.hinge.mohri.",
        counterpart="classics.perceptron.hinge",
        attained=True,
    ),
    _derived(
        "pa1.sharp",
        "Mistakes of PA-I against the hinge loss of any u, where C is small",
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
    _derived(
        "pa2.sharp",
        "Squared hinge loss of PA-II against any multiple of that of any u",
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
    _derived(
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
    _derived(
        "pa.x.sharp",
        "Squared hinge loss of Passive-Aggressive on examples of norm 1, against the squared hinge loss of any u",
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
