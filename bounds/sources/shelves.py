"""What the shelves share: claims in the language of one's own claims, each with its source and its place."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from bounds.claims.claim import Claim, LearnerSpec, Source, Standing
from bounds.claims.own import learner, own_claim

COMMONLY = "as commonly stated"

BALL = ("norm(u, 2) <= U", "norm(x, 2) <= X")
SIMPLEX = ("all_i(u >= 0)", "sum(u) == 1")
SEPARABLE = (*BALL, "separable")

AT_ZERO = "a prediction of exactly 0 counts as a mistake and updates"
NO_TIES = "no ties matter"


def weights(rule: str, name: str, outcomes: Any = "labels") -> LearnerSpec:
    """Return a learner by weights that start at 1 and predict by their shares."""
    return learner(rule, predict="dot(w, x)/sum(w)", start={"w": "1"}, outcomes=outcomes, name=name)


def commonly(
    identifier: str,
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
    """Return a claim as it is commonly stated: ``said`` is what ``own_claim`` takes."""
    return replace(
        own_claim(of, bound, title=title, **said),
        id=identifier,
        source=Source(*source, COMMONLY),
        standing=standing,
        ties=ties,
        note=note,
        counterpart=counterpart,
        family=family,
        attained=attained,
    )
