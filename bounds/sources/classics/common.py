"""What the families share: how a claim and a learner are written, premises and ties."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from bounds.claims.claim import Claim, LearnerSpec, Source, Standing
from bounds.claims.own import learner, own_claim

COMMONLY = "as commonly stated"
DERIVED = "derived here, one inequality a trial"

BALL = ("norm(u, 2) <= U", "norm(x, 2) <= X")
SIMPLEX = ("all_i(u >= 0)", "sum(u) == 1")
SEPARABLE = (*BALL, "separable")
HINGE = "sum_t(max(0, 1 - y*ux)) <= H"
SQUARED_HINGE = "sum_t(max(0, 1 - y*ux)**2) <= H"

AT_ZERO = "a prediction of exactly 0 counts as a mistake and updates"
ZERO_EXAMPLE = "at x = 0 nothing is updated; a prediction of exactly 0 counts as a mistake"
NO_TIES = "no ties matter"


def weights(rule: str, name: str, outcomes: Any = "labels") -> LearnerSpec:
    """Return a learner by weights that start at 1 and predict by their shares."""
    return learner(rule, predict="dot(w, x)/sum(w)", start={"w": "1"}, outcomes=outcomes, name=name)


def points(rule: str, name: str) -> LearnerSpec:
    """Return a learner of real outcomes, by its rule."""
    return learner(rule, outcomes="points", name=name)


def classic(
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
    """Return a claim in the language of one's own claims, with its source and its place in the catalogue."""
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


def derived(name: str, title: str, of: LearnerSpec, bound: str, **said: Any) -> Claim:
    """Return a bound that ``verify.derive`` found, beside one that is commonly stated."""
    claim = classic(name, title, ("verify.derive", "from the learner's rule"), of, bound, **{"per_trial": True, **said})
    return replace(claim, source=replace(claim.source, page=DERIVED))
