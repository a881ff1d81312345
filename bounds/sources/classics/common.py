"""What the families share: how a claim and a learner are written, premises and ties."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from bounds.claims.claim import Claim, LearnerSpec
from bounds.claims.own import learner
from bounds.sources.shelves import commonly

DERIVED = "derived here, one inequality a trial"

HINGE = "sum_t(max(0, 1 - y*ux)) <= H"
SQUARED_HINGE = "sum_t(max(0, 1 - y*ux)**2) <= H"

ZERO_EXAMPLE = "at x = 0 nothing is updated; a prediction of exactly 0 counts as a mistake"


def points(rule: str, name: str) -> LearnerSpec:
    """Return a learner of real outcomes, by its rule."""
    return learner(rule, outcomes="points", name=name)


def classic(name: str, title: str, source: tuple[str, str], of: LearnerSpec, bound: str, **said: Any) -> Claim:
    """Return a claim of this shelf."""
    return commonly(f"classics.{name}", title, source, of, bound, **said)


def derived(name: str, title: str, of: LearnerSpec, bound: str, **said: Any) -> Claim:
    """Return a bound that ``verify.derive`` found, beside one that is commonly stated."""
    claim = classic(name, title, ("verify.derive", "from the learner's rule"), of, bound, **{"per_trial": True, **said})
    return replace(claim, source=replace(claim.source, page=DERIVED))
