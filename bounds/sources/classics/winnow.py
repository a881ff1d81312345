"""Winnow: monotone disjunctions, and labels separated with a gap."""

from __future__ import annotations

from bounds.claims.claim import Claim
from bounds.claims.own import learner
from bounds.sources.classics.common import classic

WINNOW_1 = learner(
    "w if y*(yhat - theta) > 0 or (y > 0 and yhat == theta) else w*alpha**x if y > 0 else w*(x == 0)",
    start={"w": "1"},
    name="`Winnow1(alpha, theta)`",
)
WINNOW_2 = learner(
    "w if y*(yhat - theta) > 0 or (y > 0 and yhat == theta) else w*alpha**(y*x)",
    start={"w": "1"},
    name="`Winnow2(alpha, theta)`",
)
AT_THETA = "w.x = theta is predicted positive"
CROSSED = "1 if y*(yhat - theta) < 0 or (y < 0 and yhat == theta) else 0"
LITTLESTONE = "Littlestone 1988"

CLAIMS: tuple[Claim, ...] = (
    classic(
        "winnow1",
        "Mistakes of Winnow1 on monotone disjunctions of `k` literals",
        (LITTLESTONE, "Winnow1"),
        WINNOW_1,
        "alpha*k*(ln(theta)/ln(alpha) + 1) + n/theta",
        gain=CROSSED,
        given=["boolean inputs", "disjunction", "(y > 0) == (ux >= 1)", "alpha > 1", "theta >= 1/alpha"],
        family="labelled by a disjunction",
        ties=AT_THETA,
    ),
    classic(
        "winnow2",
        "Mistakes of Winnow2 on labels that `u` separates with a gap",
        (LITTLESTONE, "Winnow2"),
        WINNOW_2,
        "8*n/(delta**2*theta) + (5/delta + 14*ln(theta)/delta**2)*U",
        gain=CROSSED,
        given=[
            "boolean inputs",
            "sum(u) == U",
            "all_i(u >= 0)",
            "ux >= 1 if y > 0 else ux <= 1 - delta",
            "delta <= 1",
            "theta >= 1",
        ],
        define={"alpha": "1 + delta/2"},
        ties=AT_THETA,
        family="gap",
    ),
)
