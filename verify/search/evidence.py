"""What a verdict is worth: how close it comes to the bound, and whether an instance that holds speaks for the claim."""

from __future__ import annotations

from contextlib import suppress
from fractions import Fraction
from itertools import islice
from math import ceil, isfinite
from typing import TypeAlias

from adversaries.generate.trial_columns import whole
from adversaries.portfolio.structured import deck
from bounds.claims.claim import Claim, Outcomes
from bounds.claims.stated import regret_of
from bounds.errors import BoundcheckError, UndefinedValue
from bounds.instances import Instance
from bounds.numbers import compare, to_float
from verify.judge.check import Verdict, check
from verify.judge.status import Status

Tightness: TypeAlias = tuple[float, bool, int]
"""A ratio, whether it is an exact equality, and a length that shows the pattern (up to 4): larger is better."""


def tightness(verdict: Verdict | None) -> Tightness:
    """Tell how close a verdict comes to the bound; it orders verdicts for people and decides nothing."""
    if verdict is None or verdict.ratio is None or not isfinite(verdict.ratio):
        return -1.0, False, 0
    return verdict.ratio, verdict.attained, min(verdict.instance.trials.l, 4)


def tightest(claim: Claim) -> tuple[str, Verdict] | None:
    """Return the structured or boundary instance that comes closest to the bound, with its name; None if none does.

    >>> from bounds.claims.catalogue import theorem
    >>> tightest(theorem("bylander.8"))[1].attained
    True
    """
    closest: tuple[str, Verdict] | None = None
    for name, instance in deck(claim):
        with suppress(UndefinedValue):
            verdict = judged(claim, instance)
            best = tightness(None if closest is None else closest[1])
            if verdict.status is Status.HOLDS and tightness(verdict) > best:
                closest = name, verdict
    return closest


def example(claim: Claim) -> Verdict | None:
    """Return one of the first instances on which a claim holds, for a claim of which no ratio tells what is tightest.

    >>> from bounds.claims.catalogue import theorem
    >>> example(theorem("bylander.3.klpos")).instance.trials.l
    4
    """
    telling: Verdict | None = None
    for _, instance in islice(deck(claim), EXAMPLES):
        with suppress(BoundcheckError):
            verdict = judged(claim, instance)
            if verdict.status is Status.HOLDS and (telling is None or _telling(verdict) > _telling(telling)):
                telling = verdict
    return telling


EXAMPLES = 40
"""Instances of which an example is taken."""


def _telling(verdict: Verdict) -> tuple[int, int, int]:
    """Tell how much there is to see on an instance: trials, and examples that are not 0, neither too many."""
    trials = verdict.instance.trials
    seen = min(sum(any(x) for x in trials.examples), MOST_SEEN)
    return seen, min(trials.l, MOST_SEEN), -trials.l


MOST_SEEN = 4


def judged(claim: Claim, instance: Instance) -> Verdict:
    """Judge what an adversary proposes, which may set what the claim fixes, or leave out what it does not know of."""
    verdict = check(claim, whole(claim, instance))
    for attempt in range(1, ATTEMPTS if claim.columns and not instance.columns else 1):
        if verdict.status is Status.VIOLATED:
            break
        other = check(claim, whole(claim, instance, attempt))
        verdict = verdict if other.status is Status.VACUOUS or tightness(other) < tightness(verdict) else other
    return verdict


ATTEMPTS = 4
"""How many columns of the claim's own are drawn for an instance that has none."""


SUPPORTS, SUPPORTED = 10, Fraction(1, 100)
"""Instances that have to test a claim before it is called HELD: so many, and this share of the candidates."""

CRASHED = Fraction(1, 100)
"""The share of the candidates that may end in an error of the claim's own code."""


def untested(candidates: int, supports: int, crashes: int) -> str:
    """Say why candidates, none of which breaks a claim, say nothing about it; nothing where they do.

    >>> untested(5000, 49, 0), untested(5000, 50, 50)
    ('49 of 5000 instances test it, and at least 50 have to', '')
    """
    needed = max(SUPPORTS, ceil(SUPPORTED * candidates))
    if crashes > CRASHED * candidates:
        return f"{crashes} of {candidates} candidates ended in an error of the claim's own code"
    if not supports:
        return "no instance that tests it satisfied the hypotheses and could be judged"
    return f"{supports} of {candidates} instances test it, and at least {needed} have to" if supports < needed else ""


def supports(verdict: Verdict) -> bool:
    """Tell whether an instance on which a claim holds speaks for it: nothing was compared in a run of no trials.

    A claim about parameters has no trials, and one without a learner no run; one against an adversary makes its own
    trials, and something happens on them.

    >>> from boundcheck import Instance, Trials, theorem, vector
    >>> empty = Trials.from_integers([], 1, [], 1)
    >>> supports(check(theorem("bylander.5"), Instance(empty, vector([1]))))
    False

    Where the learner predicts on each trial what the comparator does, as of one expert out of one, their losses are the
    same whatever the trials are.
    """
    if verdict.status is not Status.HOLDS:
        return False
    claim = verdict.claim
    if claim.outcomes is Outcomes.NONE or claim.learner is None:
        return True
    if verdict.instance.trials.l:
        return claim.draws or not _alike(verdict)
    return any(comparison.lhs != 0 for comparison in verdict.comparisons)


def _alike(verdict: Verdict) -> bool:
    """Tell whether a learner is compared with a comparator that predicts the same on every trial."""
    regret = regret_of(verdict.claim.quantity)
    if regret is None or regret.loss is None or any(abs(to_float(of.lhs)) > SAME for of in verdict.comparisons):
        return False
    pairs = ((step.prediction, step.comparator_prediction) for step in verdict.case.run.steps)
    return all(ux is not None and compare(yhat, ux) == 0 for yhat, ux in pairs)


SAME = 1e-9
"""An amount that may be 0, as far as floats can tell."""
