"""Gradient descent, exponentiated gradient, and online gradient descent on convex losses."""

from __future__ import annotations

from bounds.claims.claim import Claim
from bounds.claims.own import learner
from bounds.sources.classics.common import classic, points
from bounds.sources.shelves import BALL, NO_TIES, SIMPLEX, weights

GD = points("w + eta*(y - yhat)*x", "`GD(eta)`")
EG = weights("w*exp(eta*(y - yhat)*x)", "`EG(eta)`", "points")
OGD_HINGE = learner("w + eta*y*x if y*yhat < 1 else w", name="`OGD(eta)`, hinge loss")
OGD_ABSOLUTE = points("w + eta*sign(y - yhat)*x", "`OGD(eta)`, absolute loss")
OGD_SQUARED = points("w + 2*eta*(y - yhat)*x", "`OGD(eta)`, squared loss")
OGD_LINEAR = learner("w - eta*x", name="`OGD(eta)`, linear losses")
PROJECTED = learner(
    "max(-R, min(R, w + 2*R*sqrt(n)/(G*sqrt(t))*y*x)) if y*yhat < 1 else w",
    name="OGD on `[-R, R]^n`, rates `2 R sqrt(n)/(G sqrt(t))`, hinge loss",
)
ZINKEVICH = ("Zinkevich 2003", "online gradient descent")

CLAIMS: tuple[Claim, ...] = (
    classic(
        "gd.square",
        "Squared loss of gradient descent against `C` times that of any `u`",
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
    classic(
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
    classic(
        "ogd.hinge",
        "Hinge loss of online gradient descent against that of any `u`, `l` examples",
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
    classic(
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
    classic(
        "ogd.absolute",
        "Absolute loss of online gradient descent against that of any `u`, `l` examples",
        ZINKEVICH,
        OGD_ABSOLUTE,
        "U**2/(2*eta) + eta*X**2*l/2",
        gain="absolute",
        loss="absolute",
        per_trial=True,
        given=BALL,
        ties="w.x = y makes no update",
    ),
    classic(
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
    classic(
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
    classic(
        "ogd.projected",
        "Hinge loss of online gradient descent projected on `[-R, R]^n`, at rates that decrease",
        ZINKEVICH,
        PROJECTED,
        "3*R*G*sqrt(n*l)",
        gain="hinge",
        loss="hinge",
        given=["max(abs(u)) <= R", "norm(x, 2) <= G", "G > 0"],
        ties="y w.x = 1 makes no update",
        note="This is 3/2*D*G*sqrt(l) with D = 2*R*sqrt(n), the diameter, at the rates D/(G*sqrt(t)).",
    ),
)
