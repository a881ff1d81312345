"""The Perceptron: against hinge losses, with a margin, and second-order."""

from __future__ import annotations

from dataclasses import replace

from bounds.claims.claim import Claim
from bounds.claims.own import learner
from bounds.sources.classics.common import HINGE, SQUARED_HINGE, classic, derived
from bounds.sources.shelves import BALL, SEPARABLE

PERCEPTRON = learner("w + y*x if y*yhat <= 0 else w", name="Perceptron")
PERCEPTRON_AT_RATE = learner("w + eta*y*x if y*yhat <= 0 else w", name="`Perceptron(eta)`")
MARGIN = learner("w + eta*y*x if y*yhat <= beta else w", name="Perceptron with margin `(beta, eta)`")
WRONG = "y*yhat <= 0"
SECOND_ORDER = learner(
    {"v": f"v + y*x if {WRONG} else v", "A": f"A + outer(x, x) if {WRONG} else A"},
    predict="dot(v, solve(A + outer(x, x), x))",
    start={"A": "a*identity"},
    name="second-order `Perceptron(a)`",
)

CLAIMS: tuple[Claim, ...] = (
    classic(
        "perceptron.hinge",
        "Mistakes of the Perceptron against the hinge loss of any `u`",
        ("Shalev-Shwartz and Ben-David 2014; Gentile 2003", "theorem 21.16"),
        PERCEPTRON,
        "H + U*X*sqrt(H) + U**2*X**2",
        given=[*BALL, HINGE],
        note="classics.perceptron.hinge.mohri is stronger wherever H, U and X are positive.",
        counterpart="classics.perceptron.hinge.mohri",
        attained=True,
    ),
    classic(
        "perceptron.hinge.mistaken",
        "The same, with `H` over the mistaken trials only",
        ("Shalev-Shwartz and Ben-David 2014; Gentile 2003", "theorem 21.16"),
        PERCEPTRON,
        "H + U*X*sqrt(H) + U**2*X**2",
        given=[*BALL, "sum_t(max(0, 1 - y*ux) if y*yhat <= 0 else 0) <= H"],
        counterpart="classics.perceptron.hinge",
    ),
    classic(
        "perceptron.hinge.mohri",
        "Mistakes of the Perceptron against the hinge loss of any `u`, solved for `M`",
        ("Mohri and Rostamizadeh 2013", "Perceptron mistake bounds"),
        PERCEPTRON,
        "(U*X + sqrt(U**2*X**2 + 4*H))**2/4",
        given=[*BALL, HINGE],
        attained=True,
    ),
    classic(
        "perceptron.hinge2",
        "Mistakes of the Perceptron against the squared hinge loss of any `u`, whose sum is `H`",
        ("Freund and Schapire 1999", "theorem 2"),
        PERCEPTRON,
        "(U*X + sqrt(H))**2",
        given=[*BALL, SQUARED_HINGE],
        attained=True,
    ),
    classic(
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
    classic(
        "second_order",
        "Mistakes of the second-order Perceptron against the hinge loss, at margin `gamma`, of any `u` on the mistakes",
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


def _beside(name: str, title: str, bound: str, *premises: str, note: str) -> Claim:
    claim = classic(
        name, title, (_MARGIN.source.document, "beside the convergence"), MARGIN, bound,
        gain="update", given=[*SEPARABLE, "X > 0", *premises], ties=_MARGIN.ties,
        note=note, counterpart=_MARGIN.id, attained=True,
    )  # fmt: skip
    return replace(claim, source=replace(claim.source, page="derived here, from the last update"))


SHARPER: tuple[Claim, ...] = (
    _beside(
        "margin.exact",
        "Beside the Perceptron with margin: the exact worst case over all sequences of length `l`",
        f"Min(l, floor({MOST}))",
        note="Attained at all U, X, beta, eta and l with U*X >= 1, in three dimensions: with b = beta/(eta*X**2), the "
        "first floor(b) + 1 examples are equal, each later one is at y w.x = beta, and all have y u.x = 1 and norm X. "
        "Where b is whole this is classics.margin.sharp, rounded down. The usual bound is by about b too large; "
        "rounded down it is exact where both have one floor, and in the limit beta = 0.",
    ),
    _beside(
        "margin.sharp",
        "Updates of the Perceptron with margin on separable labels, by `beta/(eta X**2)` fewer",
        f"{USUAL} - {UNITS}",
        "l >= 1",
        note="classics.margin has the same without the last term. Best possible where beta/(eta*X**2) is a whole "
        "number, up to rounding: see classics.margin.exact.",
    ),
    derived(
        "perceptron.hinge.sharp",
        "Mistakes of the Perceptron against a multiple of the hinge loss of any `u`, for every rate",
        PERCEPTRON_AT_RATE,
        "U**2/(eta*(2 - eta*X**2))",
        loss="hinge",
        times="2/(2 - eta*X**2)",
        given=[*BALL, "X > 0", "eta < 2/X**2"],
        note="The run does not depend on eta. At the best eta this is classics.perceptron.hinge.mohri.",
        counterpart="classics.perceptron.hinge",
        attained=True,
    ),
)
