"""Rates that are read off the gradients, mirror descent, and coin betting."""

from __future__ import annotations

from bounds.claims.claim import Claim, Potential, Standing
from bounds.claims.own import learner
from bounds.sources.modern.common import BY_SUBGRADIENT, LINEAR, ORABONA, SQUARES, WITHIN, modern, unproved
from bounds.sources.shelves import BALL

ADAGRAD = learner(
    {"w": "max(-R, min(R, w - C/sqrt(S + xx)*x)) if S + xx > 0 else w", "S": "S + xx"},
    name="AdaGrad-norm on `[-R, R]^n`",
)
DIAGONAL = learner(
    {"w": "max(-R, min(R, w - C*x/sqrt(v + x**2 + (v + x**2 == 0))))", "v": "v + x**2"},
    name="AdaGrad on `[-R, R]^n`",
)
DUAL_AVERAGING = learner({"v": "v + x"}, predict="-C/sqrt(t)*dot(v, x)", name="dual averaging, rates `C/sqrt(t)`")
CONVEX = learner({"v": "v + g"}, predict="fw", trial=BY_SUBGRADIENT, name="dual averaging, convex losses")
ADAPTIVE = learner({"v": "v + x", "S": "S + xx"}, predict="-C/sqrt(S + X**2)*dot(v, x)", name="adaptive dual averaging")
WRONG = "y*yhat < 1"
SELF_CONFIDENT = learner(
    {"v": f"v + y*x if {WRONG} else v", "S": f"S + xx if {WRONG} else S"},
    predict="C/sqrt(S + X**2)*dot(v, x)",
    name="self-confident dual averaging, hinge loss",
)
COIN = learner(
    {"v": "v - x", "S": "S - yhat"}, predict="S*dot(v, x)/(t*X**2)", start={"S": "a"}, name="Krichevsky-Trofimov bettor"
)

MOMENT = "(beta*v + (1 - beta)*x**2)"
AMSGRAD = learner(
    {
        "w": f"max(-R, min(R, w - C/sqrt(t)*x/sqrt(max(q, {MOMENT}) + (x == 0))))",
        "v": MOMENT,
        "q": f"max(q, {MOMENT})",
    },
    name="AMSGrad without momentum on `[-R, R]^n`",
)

ADAM = learner(
    {
        "w": f"max(-R, min(R, w - C/sqrt(t)*x/sqrt(({MOMENT} + (x == 0))/(1 - beta**t))))",
        "v": MOMENT,
    },
    name="Adam without momentum on `[-R, R]^n`",
)

BY_SQUARES = Potential(
    "sqrt(S)*(dot(u - w, u - w) - 4*n*R**2)/(2*C) - C*sqrt(S)",
    ("S == sum_t(xx)", "S >= 0", "dot(u - w, u - w) <= 4*n*R**2"),
    ("C > 0",),
)

CLAIMS: tuple[Claim, ...] = (
    modern(
        "adagrad.norm",
        "AdaGrad with one rate, projected on `[-R, R]^n`",
        (ORABONA, "adaptive online subgradient descent"),
        ADAGRAD,
        "(2*R**2*n/C + C)*sqrt(H)",
        given=["max(abs(u)) <= R", SQUARES],
        potential=BY_SQUARES,
        note="On a ball it is proved in the same way (verify/guide/derive.md), and slow to play exactly.",
        **LINEAR,
    ),
    modern(
        "adagrad.norm.tuned",
        "The same at `C = D/sqrt(2)`, `D` the diameter: `sqrt(2) D sqrt(H)`",
        (ORABONA, "adaptive online subgradient descent"),
        ADAGRAD,
        "2*sqrt(2)*R*sqrt(n*H)",
        given=["max(abs(u)) <= R", SQUARES, "R > 0"],
        define={"C": "sqrt(2*n)*R"},
        potential=BY_SQUARES,
        note="The diameter is D = 2*R*sqrt(n).",
        **LINEAR,
    ),
    unproved(
        "adagrad.diagonal",
        "AdaGrad with a rate for each attribute, on `[-R, R]^n`",
        ("Duchi, Hazan and Singer 2011", "diagonal AdaGrad"),
        DIAGONAL,
        "n*(2*R**2/C + C)*X*sqrt(l)",
        given=["max(abs(u)) <= R", "max(abs(x)) <= X"],
        **LINEAR,
    ),
    modern(
        "dual_averaging",
        "Dual averaging at rates `C/sqrt(t)`",
        ("Xiao 2010; Nesterov 2009", "regularised dual averaging"),
        DUAL_AVERAGING,
        "U**2*sqrt(l)/(2*C) + C*X**2*sqrt(l)",
        given=list(BALL),
        potential="dot(u, v) + (C/sqrt(t - 1)/2*dot(v, v) if t > 1 else 0) - C*X**2*sqrt(t - 1)",
        **LINEAR,
    ),
    modern(
        "dual_averaging.convex",
        "Dual averaging at rates `C/sqrt(t)` on any convex losses",
        ("Nesterov 2009", "dual averaging"),
        CONVEX,
        "U**2*sqrt(l)/(2*C) + C*G**2*sqrt(l)",
        gain="fw",
        loss="fu",
        given=[WITHIN, "norm(g, 2) <= G", "fu >= fw + dot(g, u + C/sqrt(t)*v)"],
        potential="dot(u, v) + (C/sqrt(t - 1)/2*dot(v, v) if t > 1 else 0) - C*G**2*sqrt(t - 1)",
        note="The point played is -C/sqrt(t)*v, v the sum of the subgradients so far.",
    ),
    modern(
        "dual_averaging.adaptive",
        "Dual averaging at rates by the sum of squares so far",
        (ORABONA, "follow the regularised leader with adaptive regularisers"),
        ADAPTIVE,
        "U**2*sqrt(H + X**2)/(2*C) + C*sqrt(H)",
        given=[*BALL, "X > 0", SQUARES],
        potential=Potential("dot(u, v) + C/sqrt(S + X**2)/2*dot(v, v) - C*sqrt(S)", ("S == sum_t(xx)", "S >= 0")),
        **LINEAR,
    ),
    modern(
        "dual_averaging.self_confident",
        "Dual averaging with the hinge loss, at rates by the updates so far",
        ("Auer, Cesa-Bianchi and Gentile 2002", "self-confident rates"),
        SELF_CONFIDENT,
        "U**2*sqrt(G + X**2)/(2*C) + C*sqrt(G)",
        gain="hinge",
        loss="hinge",
        given=[*BALL, "X > 0", f"sum_t(xx if {WRONG} else 0) <= G"],
        potential=Potential(
            "dot(v, v)*C/sqrt(S + X**2)/2 - dot(u, v) - C*sqrt(S)",
            (f"S == sum_t(xx if {WRONG} else 0)", "S >= 0"),
        ),
    ),
    unproved(
        "coin_betting",
        "Krichevsky-Trofimov betting, which has no rate",
        ("Orabona and Pal 2016", "coin betting in a Hilbert space"),
        COIN,
        "U*X*sqrt(l*ln(1 + 24*l**2*U**2*X**2/a**2)) + a",
        given=[*BALL, "X > 0"],
        **LINEAR,
    ),
    unproved(
        "amsgrad",
        "AMSGrad without momentum, on `[-R, R]^n`",
        ("Reddi, Kale and Kumar 2018", "AMSGrad"),
        AMSGRAD,
        "2*n*R**2*X*sqrt(l)/C + C*sqrt(n*(1 + ln(l))*H)/(2*sqrt(1 - beta))",
        given=["max(abs(u)) <= R", "max(abs(x)) <= X", SQUARES, "beta < 1", "l >= 1"],
        note="beta is the rate of the second moments, whose root is at most X.",
        **LINEAR,
    ),
    modern(
        "adam.printed",
        "Adam's regret, at `beta_1 = 0`, on `[-R, R]^n`",
        ("Kingma and Ba 2015", "theorem 4.1"),
        ADAM,
        "2*n*R**2*sqrt(l)*Q/C + C*X*sqrt(n*H)/sqrt(1 - beta) + 2*n*R**2*X*sqrt(1 - beta)/C",
        given=[
            *("max(abs(u)) <= R", "max(abs(x)) <= X", SQUARES, "beta < 1", "l >= 1"),
            "sum(sqrt(end(v)/(1 - beta**l))) <= Q",
        ],
        symbols={"Q": ">= 0"},
        standing=Standing.FALSE,
        counterpart="modern.amsgrad",
        note="The middle term grows with the square of the slopes, the regret with these: one short slope breaks it. "
        "Without X there it is false too, on a long slope that comes thrice (Reddi, Kale and Kumar 2018).",
        **LINEAR,
    ),
)
