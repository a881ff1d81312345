"""Perceptrons of today: any number of classes, by what the right one and its rival show; pairs; kernels; confidence."""

from __future__ import annotations

from bounds.claims.claim import Claim, Potential
from bounds.claims.own import learner
from bounds.sources.modern.common import MOHRI, WITHIN, modern, unproved
from bounds.sources.shelves import AT_ZERO, BALL, SEPARABLE

WRONG = "dot(w, x) <= dot(w, a)"
CLASSES = learner(f"w + x - a if {WRONG} else w", trial={"a": "vector"}, name="Perceptron for classes")
RIVALS = "x is what the right class shows, a what that of all others does which scores most. Ties are mistakes."
GUESS = "argmax(sums(w*x, 3))"
BLOCKS = learner(
    f"w + block(x, r, 3) - block(x, {GUESS}, 3)",
    trial={"r": "number in [1, 3]"},
    name="Perceptron with a block a class",
)
RIVAL = "argmax(sums(w*x, 3) + 1 - e(r, 3))"
DESCENT = learner(
    f"w + eta*(block(x, r, 3) - block(x, {RIVAL}, 3))",
    trial={"r": "number in [1, 3]"},
    name="`OGD(eta)`, three classes",
)
BEHIND = "max(sums({of}*x, 3) + 1 - e(r, 3)) - at(sums({of}*x, 3), r)"
"""The hinge loss of Crammer and Singer: how much the right class lacks to be by one above all others."""

THREE = [WITHIN, "r == floor(r)", "sqrt(max(sums(x*x, 3))) <= R"]
EACH_CLASS = (
    "r is the right class; w, u and x have a block for each of the three, and R is the largest norm of one of x."
)
WRONG_ORDER = "y*yhat <= 0"
RANKING = learner(
    f"w + y*(x - a) if {WRONG_ORDER} else w", predict="dot(w, x - a)", trial={"a": "vector"}, name="ranking Perceptron"
)
KERNEL = learner(
    {"v": "v + 1 if y*yhat <= 0 else v"},
    predict="before_t(y*dot(x, now(x))**3 if y*yhat <= 0 else 0)",
    name="kernel Perceptron, kernel `(x.z)**3`",
)
AROW = learner(
    {
        "w": "w + max(0, 1 - y*yhat)/(dot(x, solve(A, x)) + a)*y*solve(A, x)",
        "A": "A + outer(x, x)/a if y*yhat < 1 else A",
    },
    start={"A": "identity"},
    name="`AROW(a)`",
)
CORRECTED = "y*yhat <= beta*X/sqrt(S + 1)"
STEP = "w + C/(X*sqrt(S + 1))*y*x"
ALMA = learner(
    {"w": f"({STEP})/max(1, norm({STEP}, 2)) if {CORRECTED} else w", "S": f"S + 1 if {CORRECTED} else S"},
    name="ALMA for `p = 2`",
)
SHIFTING = learner(
    "(w + eta*y*x)*R/max(R, norm(w + eta*y*x, 2)) if y*yhat <= 0 else w", name="`Perceptron(eta)` on a ball"
)
APART_BY_ONE = "dot(R**2*u - w, R**2*u - w)/R**2"
APART = [WITHIN, "norm(x - a, 2) <= R"]

CLAIMS: tuple[Claim, ...] = (
    modern(
        "perceptron.classes",
        "Mistakes of the Perceptron for any number of classes, which `u` tells apart by one",
        ("Collins 2002", "theorem 1"),
        CLASSES,
        "R**2*U**2",
        gain=f"1 if {WRONG} else 0",
        given=[*APART, "R > 0", "dot(u, x - a) >= 1"],
        note=RIVALS,
        potential=APART_BY_ONE,
    ),
    unproved(
        "perceptron.classes.hinge",
        "Mistakes of the Perceptron for any number of classes, by the hinge loss `H` of `u`",
        ("Crammer and Singer 2003", "ultraconservative algorithms, classes that are not separable"),
        CLASSES,
        "H + R*U*sqrt(H) + R**2*U**2",
        gain=f"1 if {WRONG} else 0",
        given=[*APART, "sum_t(max(0, 1 - dot(u, x - a))) <= H"],
        note=RIVALS,
    ),
    unproved(
        "perceptron.blocks",
        "Mistakes of the Perceptron for three classes, by the hinge loss `H` of `u`, which has a block for each",
        ("Crammer and Singer 2003", "ultraconservative algorithms"),
        BLOCKS,
        "H + R*U*sqrt(2*H) + 2*R**2*U**2",
        gain=f"1 if {GUESS} != r else 0",
        given=[*THREE, f"sum_t({BEHIND.format(of='u')}) <= H"],
        note=EACH_CLASS,
    ),
    unproved(
        "ogd.blocks",
        "Gradient descent on the hinge loss of three classes, against any `u` with a block for each",
        ("Crammer and Singer 2001", "the hinge loss of several classes"),
        DESCENT,
        "U**2/(2*eta) + eta*R**2*l",
        gain=BEHIND.format(of="w"),
        loss=BEHIND.format(of="u"),
        given=THREE,
        note=EACH_CLASS,
    ),
    modern(
        "perceptron.ranking",
        "Pairs that the ranking Perceptron puts in the wrong order, which `u` ranks by one",
        (MOHRI, "ranking: the ranking Perceptron"),
        RANKING,
        "R**2*U**2",
        gain=f"1 if {WRONG_ORDER} else 0",
        given=[*APART, "R > 0", "y*dot(u, x - a) >= 1"],
        ties=AT_ZERO,
        note="y is +1 where x is to come before a. R is 2*X at most, X the largest norm.",
        potential=APART_BY_ONE,
    ),
    modern(
        "perceptron.shifting",
        "Mistakes of the Perceptron, projected on a ball, against comparators that move",
        ("Herbster and Warmuth 2001", "tracking the best linear predictor; the constants are derived here"),
        SHIFTING,
        "(R**2 + 2*R*P)/(2*eta)",
        gain="(1 - eta*X**2/2)*(y*yhat <= 0)",
        loss="hinge",
        comparator="u_t",
        given=["norm(u, 2) <= R", "norm(x, 2) <= X", "R > 0", "path(u, 2) <= P"],
        ties=AT_ZERO,
        potential=Potential("(dot(w, w) - 2*dot(u, w))/(2*eta) - R/eta*path(u, 2)", ("dot(w, w) <= R**2",)),
    ),
    modern(
        "alma",
        "Corrections of ALMA for `p = 2` at rates `C/(X sqrt(k))` and margins `beta X/sqrt(k)`, on separable labels",
        ("Gentile 2001", "the approximate maximal margin algorithm; the constants are derived here"),
        ALMA,
        "U**2*X**2*(1/C + C/2 + beta)**2",
        gain=f"1 if {CORRECTED} else 0",
        given=[*SEPARABLE, "X > 0", "U > 0"],
        ties=AT_ZERO,
        note="At C = sqrt(2) and beta = (1 - a)*sqrt(8)/a it is Gentile's bound without its 8/a - 4.",
        potential=Potential("-S", ("S >= 0", "dot(w, w) <= 1", "X*dot(u, w)*(1 + C**2/2 + beta*C) >= C*sqrt(S)")),
    ),
    unproved(
        "perceptron.kernel",
        "Mistakes of the kernel Perceptron where `u` tells the labels apart",
        ("Freund and Schapire 1999", "the Perceptron with a kernel"),
        KERNEL,
        "U**6*X**6",
        gain="mistake",
        given=[*BALL, "separable"],
        ties=AT_ZERO,
        note="U**6 and X**6 are squared norms in the space of the kernel.",
    ),
    unproved(
        "arow",
        "Updates of AROW, less the hinge losses of `u` on them",
        ("Crammer, Kulesza and Dredze 2009", "the mistake bound"),
        AROW,
        "sqrt(a*U**2 + Q)*sqrt(logdet + S)",
        gain="1 if y*yhat < 1 else 0",
        loss="max(0, 1 - y*ux) if y*dot(w, x) < 1 else 0",
        given=[
            WITHIN,
            "sum_t(ux**2 if y*yhat < 1 else 0) <= Q",
            "sum_t(1 if y*yhat > 0 and y*yhat < 1 else 0) <= S",
            "ln(det(end(A))) <= logdet",
        ],
        symbols={"Q": ">= 0", "S": ">= 0", "logdet": ">= 0"},
        note="S counts the updates without a mistake.",
    ),
)
