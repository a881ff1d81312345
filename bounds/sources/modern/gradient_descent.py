"""Gradient descent: rates that fall, restarts, projections, strong convexity, and descent with a memory.

Examples are the gradients where losses are linear; then so are those of any convex losses.
"""

from __future__ import annotations

from bounds.claims.claim import Claim, Potential
from bounds.claims.own import learner
from bounds.sources.modern.common import (
    BY_SUBGRADIENT,
    EXPERTS,
    HAZAN,
    LINEAR,
    ORABONA,
    SHALEV,
    SQUARES,
    WITHIN,
    modern,
    unproved,
)
from bounds.sources.shelves import BALL

IN_BALL = ["norm(u, 2) <= R", "norm(x, 2) <= X"]
IN_BOX = ["max(abs(u)) <= R", "norm(x, 2) <= X"]

FALLING = learner("max(-R, min(R, w - C/sqrt(t)*x))", name="OGD on `[-R, R]^n`, rates `C/sqrt(t)`")
ON_BOX = learner("max(-R, min(R, w - eta*x))", name="`OGD(eta)` on `[-R, R]^n`")
LAZY = learner("w - eta*x", predict="R*dot(w, x)/max(R, norm(w, 2)) if R > 0 else 0", name="lazy `OGD(eta)` on a ball")
STRONGLY = learner("w - (x + C*w)/(C*t)", predict="dot(w, x) + C/2*dot(w, w)", name="OGD, rates `1/(C t)`")
DOUBLING = learner(
    {"w": "0*x if t + 1 == 2*S else w - U/(X*sqrt(S))*x", "S": "2*S if t + 1 == 2*S else S"},
    start={"S": "1"},
    name="OGD, doubling",
)
OGD_HINGE = learner("w + eta*y*x if y*yhat < 1 else w", name="`OGD(eta)`, hinge loss")
OGD_SQUARED_HINGE = learner("w + 2*eta*max(0, 1 - y*yhat)*y*x", name="`OGD(eta)`, squared hinge loss")
IMPLICIT = learner("w + min(eta, max(0, 1 - y*yhat)/xx)*y*x if xx > 0 else w", name="implicit `OGD(eta)`, hinge loss")
DELAYED = learner({"w": "w - eta*v", "v": "x"}, name="`OGD(eta)`, a trial late")
HEAVY_BALL = learner({"w": "w - eta*x + beta*(w - v)", "v": "w"}, name="heavy ball `(eta, beta)`")
AVERAGED = learner(
    {"w": "w - eta*x", "v": "(1 - rho)*v + rho*(w - eta*x)"}, predict="dot(v, x)", name="averaged `OGD(eta, rho)`"
)
OPTIMISTIC = learner(
    {"z": "z - eta*x"}, predict="dot(z - eta*h, x)", trial={"h": "vector"}, name="optimistic `OGD(eta)`"
)
CONVEX = learner("w - eta*g", trial=BY_SUBGRADIENT, name="`OGD(eta)`, convex losses")
CONVEX_ON_BOX = learner(
    "max(-R, min(R, w - C/sqrt(t)*g))",
    trial=BY_SUBGRADIENT,
    name="OGD on `[-R, R]^n`, rates `C/sqrt(t)`, convex losses",
)
CONVEX_STRONGLY = learner("w - g/(C*t)", trial=BY_SUBGRADIENT, name="OGD, rates `1/(C t)`, convex losses")
ON_SIMPLEX = learner("simplex(w - eta*x)", start={"w": "1/n"}, name="`OGD(eta)` on the simplex")
ON_BOX_FALLING, CONVEX_FALLING = (
    Potential(
        f"sqrt(t - 1)*(dot(u - w, u - w) - 4*n*R**2)/(2*C) - C*{slope}**2*sqrt(t - 1)",
        ("dot(u - w, u - w) <= 4*n*R**2",),
    )
    for slope in "XG"
)

CLAIMS: tuple[Claim, ...] = (
    modern(
        "ogd.falling",
        "Gradient descent at rates `C/sqrt(t)`, projected on `[-R, R]^n`",
        (HAZAN, "online gradient descent"),
        FALLING,
        "2*R**2*n*sqrt(l)/C + C*X**2*sqrt(l)",
        given=IN_BOX,
        potential=ON_BOX_FALLING,
        note="The diameter D has D**2 = 4*R**2*n. On a ball it is proved in the same way, and slow to play exactly.",
        **LINEAR,
    ),
    modern(
        "ogd.falling.tuned",
        "The same at rates `D/(X sqrt(t))`, `D` the diameter: 3/2 of `D X sqrt(l)`",
        (HAZAN, "theorem 3.1"),
        FALLING,
        "3*R*X*sqrt(n*l)",
        given=[*IN_BOX, "R > 0", "X > 0"],
        define={"C": "2*R*sqrt(n)/X"},
        potential=ON_BOX_FALLING,
        note="The diameter is D = 2*R*sqrt(n).",
        **LINEAR,
    ),
    modern(
        "ogd.box",
        "Gradient descent at one rate, each step projected on `[-R, R]^n`",
        (ORABONA, "online subgradient descent"),
        ON_BOX,
        "U**2/(2*eta) + eta*X**2*l/2",
        given=["max(abs(u)) <= R", *BALL],
        potential="dot(u - w, u - w)/(2*eta) - eta*X**2*(t - 1)/2",
        **LINEAR,
    ),
    unproved(
        "ogd.lazy",
        "Gradient descent at one rate, predictions alone projected on a ball",
        (SHALEV, "follow the regularised leader; lazy projections"),
        LAZY,
        "R**2/(2*eta) + eta*X**2*l/2",
        given=IN_BALL,
        **LINEAR,
    ),
    modern(
        "ogd.strongly_convex",
        "Rates `1/(C t)` where losses are strongly convex",
        (HAZAN, "theorem 3.3"),
        STRONGLY,
        "2*X**2/C*H",
        gain="linear",
        loss="ux + C/2*dot(u, u)",
        given=["norm(x, 2) <= X", "sum_t(1/t) <= H"],
        potential=Potential("C*(t - 1)/2*dot(u - w, u - w) - 2*X**2/C*sum_t(1/t)", ("C**2*dot(w, w) <= X**2",)),
        note="Gradients x + C*w are at most G = 2*X long: G**2/(2*C) for each 1/t.",
    ),
    unproved(
        "ogd.strongly_convex.ln",
        "The same, the sum of `1/t` being at most `1 + ln(l)`",
        (HAZAN, "theorem 3.3"),
        STRONGLY,
        "2*X**2/C*(1 + ln(l))",
        gain="linear",
        loss="ux + C/2*dot(u, u)",
        given=["norm(x, 2) <= X", "l >= 1"],
    ),
    unproved(
        "ogd.doubling",
        "Gradient descent that starts again after 1, 2, 4, ... trials, at half the squared rate each time",
        (SHALEV, "section 2.3.1, the doubling trick"),
        DOUBLING,
        "sqrt(2)/(sqrt(2) - 1)*U*X*sqrt(l)",
        given=[*BALL, "X > 0"],
        **LINEAR,
    ),
    modern(
        "ogd.hinge.tuned",
        "Hinge loss of gradient descent at the rate `U/(X sqrt(2 l))`",
        (SHALEV, "corollary 2.7"),
        OGD_HINGE,
        "U*X*sqrt(2*l)",
        gain="hinge",
        loss="hinge",
        given=[*BALL, "X > 0", "U > 0"],
        define={"eta": "U/(X*sqrt(2*l))"},
        note="At the rate U/(X*sqrt(l)) it is U*X*sqrt(l), by classics.ogd.hinge.",
    ),
    modern(
        "ogd.smooth",
        "Squared hinge loss of gradient descent against a multiple of that of any `u`",
        (ORABONA, "bounds by the small loss"),
        OGD_SQUARED_HINGE,
        "U**2/(2*eta*(1 - 2*eta*X**2))",
        gain="squared_hinge",
        loss="squared_hinge",
        times="1/(1 - 2*eta*X**2)",
        given=[*BALL, "eta < 1/(2*X**2)", "X > 0"],
    ),
    modern(
        "ogd.implicit",
        "Hinge loss of implicit gradient descent, whose step minimises the hinge loss and the squared distance moved",
        (ORABONA, "implicit updates"),
        IMPLICIT,
        "U**2/(2*eta) + eta*X**2*l/2",
        gain="hinge",
        loss="hinge",
        given=list(BALL),
        note="It is PA-I with C = eta.",
        attained=True,
    ),
    modern(
        "ogd.delayed",
        "Gradient descent whose gradients come a trial late",
        ("Zinkevich, Langford and Smola 2009", "delayed gradients"),
        DELAYED,
        "U**2/(2*eta) + 3/2*eta*H",
        given=[WITHIN, SQUARES],
        potential="dot(u - w + eta*v, u - w + eta*v)/(2*eta) + eta/2*dot(v, v) - 3/2*eta*sum_t(xx)",
        **LINEAR,
    ),
    modern(
        "ogd.heavy_ball",
        "The heavy ball: gradient descent with momentum",
        ("Polyak 1964", "the heavy ball; the regret is derived here"),
        HEAVY_BALL,
        "(1 - beta)/(2*eta)*U**2 + eta*(1 + beta)/(2*(1 - beta)**2)*H",
        given=[WITHIN, SQUARES, "beta < 1"],
        potential=(
            "(dot(u, (1 - beta)/2*u - w + beta*v) + (1 + beta)/(2*(1 - beta))*dot(w, w) "
            "- 2*beta/(1 - beta)*dot(w, v) + beta*(1 + beta)/(2*(1 - beta))*dot(v, v))/eta "
            "- eta*(1 + beta)/(2*(1 - beta)**2)*sum_t(xx)"
        ),
        **LINEAR,
    ),
    modern(
        "ogd.averaged",
        "Averaged play over gradient descent",
        (ORABONA, "averages of iterates; the regret is derived here"),
        AVERAGED,
        "U**2/(2*eta) + eta*(1/rho - 1/2)*H",
        given=[WITHIN, SQUARES, "rho > 0", "rho < 1"],
        potential=("dot(u - w, u - w)/(2*eta) + dot(v - w, v - w)/(2*eta*(1 - rho)) - eta*(1/rho - 1/2)*sum_t(xx)"),
        **LINEAR,
    ),
    modern(
        "ogd.optimistic",
        "Optimistic gradient descent: regret by how far the hints are off",
        ("Rakhlin and Sridharan 2013", "optimistic follow the regularised leader"),
        OPTIMISTIC,
        "U**2/(2*eta) + eta*V/2",
        given=[WITHIN, "sum_t(dot(x - h, x - h)) <= V"],
        symbols={"V": ">= 0"},
        potential="dot(u - z, u - z)/(2*eta) - eta/2*sum_t(dot(x - h, x - h))",
        **LINEAR,
    ),
    modern(
        "ogd.convex",
        "Gradient descent on any convex losses, by their values and a subgradient",
        ("Zinkevich 2003", "theorem 1"),
        CONVEX,
        "U**2/(2*eta) + eta*G**2*l/2",
        gain="fw",
        loss="fu",
        given=[WITHIN, "norm(g, 2) <= G", "fu >= fw + dot(g, u - w)"],
        potential="dot(u - w, u - w)/(2*eta) - eta*G**2*(t - 1)/2",
    ),
    modern(
        "ogd.convex.box",
        "Gradient descent on any convex losses at rates `C/sqrt(t)`, projected on `[-R, R]^n`",
        ("Zinkevich 2003", "theorem 1"),
        CONVEX_ON_BOX,
        "2*R**2*n*sqrt(l)/C + C*G**2*sqrt(l)",
        gain="fw",
        loss="fu",
        given=["max(abs(u)) <= R", "norm(g, 2) <= G", "fu >= fw + dot(g, u - w)"],
        note="The diameter D has D**2 = 4*R**2*n.",
        potential=CONVEX_FALLING,
    ),
    modern(
        "ogd.convex.strongly",
        "Gradient descent on any `C`-strongly convex losses, at rates `1/(C t)`",
        (HAZAN, "theorem 3.3"),
        CONVEX_STRONGLY,
        "G**2/(2*C)*H",
        gain="fw",
        loss="fu",
        given=["norm(g, 2) <= G", "sum_t(1/t) <= H", "fu >= fw + dot(g, u - w) + C/2*dot(u - w, u - w)"],
        potential="C*(t - 1)/2*dot(u - w, u - w) - G**2/(2*C)*sum_t(1/t)",
    ),
    unproved(
        "ogd.path",
        "Projected gradient descent against comparators that move",
        ("Zinkevich 2003", "theorem 2"),
        ON_BOX,
        "(R**2*n + 2*R*P)/(2*eta) + eta*X**2*l/2",
        comparator="u_t",
        given=[*IN_BOX, "path(u, 1) <= P"],
        note="On a ball it is proved by a potential (verify/guide/derive.md).",
        **LINEAR,
    ),
    unproved(
        "ogd.simplex",
        "Gradient descent projected on the simplex, from its middle, against the best expert",
        ("Zinkevich 2003", "theorem 1"),
        ON_SIMPLEX,
        "(1 - 1/n)/(2*eta) + eta*n*l/2",
        given=EXPERTS,
        **LINEAR,
    ),
)
