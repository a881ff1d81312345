"""Regression with a matrix or a rate 1/t, and classification: ROMMA."""

from __future__ import annotations

from bounds.claims.claim import Claim, Potential
from bounds.claims.own import learner
from bounds.sources.modern.common import CESA_BIANCHI, SHALEV, WITHIN, modern, unproved
from bounds.sources.shelves import AT_ZERO, SEPARABLE

LOGDET = "ln(det(identity + sum_t(outer(x, x))/a)) <= logdet"
FORWARD, RIDGE = (
    learner(
        {"v": "v + y*x", "A": "A + outer(x, x)"},
        predict=f"dot(v, solve({A}, x))",
        start={"A": "a*identity"},
        outcomes="points",
        name=name,
    )
    for A, name in (("A + outer(x, x)", "forward algorithm"), ("A", "ridge regression"))
)
LEADER = learner("w + (x - w)/t", predict="dot(w - x, w - x)/2", name="follow the leader")
ROMMA = learner(
    "w if y*yhat > 0 else (y*x/xx if xx > 0 else w) if dot(w, w) == 0 else "
    "((xx*dot(w, w) - y*yhat)*w + dot(w, w)*(y - yhat)*x)/(xx*dot(w, w) - yhat**2) "
    "if xx*dot(w, w) > yhat**2 else w",
    name="ROMMA",
)

CLAIMS: tuple[Claim, ...] = (
    unproved(
        "forward",
        "Squared loss of the forward algorithm of Vovk, Azoury and Warmuth",
        (CESA_BIANCHI, "theorem 11.8"),
        FORWARD,
        "a*U**2 + R**2*logdet",
        gain="squared",
        loss="squared",
        given=[WITHIN, "abs(y) <= R", LOGDET],
    ),
    unproved(
        "ridge",
        "Squared loss of ridge regression, by its largest loss on a trial",
        (CESA_BIANCHI, "theorem 11.7"),
        RIDGE,
        "a*U**2 + Q*logdet",
        gain="squared",
        loss="squared",
        given=[WITHIN, "(y - yhat)**2 <= Q", LOGDET],
    ),
    unproved(
        "leader",
        "Follow the leader on squared distances",
        (SHALEV, "corollary 2.2"),
        LEADER,
        "4*X**2*(1 + ln(l))",
        gain="linear",
        loss="dot(u - x, u - x)/2",
        given=["norm(x, 2) <= X", "l >= 1"],
    ),
    modern(
        "leader.sharp",
        "Follow the leader on squared distances, by the sum of `1/t`",
        (SHALEV, "corollary 2.2"),
        LEADER,
        "2*X**2*H",
        gain="linear",
        loss="dot(u - x, u - x)/2",
        given=["norm(x, 2) <= X", "sum_t(1/t) <= H"],
        potential=Potential("(t - 1)/2*dot(u - w, u - w) - 2*X**2*sum_t(1/t)", ("dot(w, w) <= X**2",)),
    ),
    unproved(
        "romma",
        "Mistakes of ROMMA on separable labels",
        ("Li and Long 2002", "the relaxed online maximum margin algorithm"),
        ROMMA,
        "U**2*X**2",
        given=list(SEPARABLE),
        ties=AT_ZERO,
        attained=True,
    ),
)
