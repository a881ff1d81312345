"""Instances of any claim from a string of bytes, so that its hypotheses hold by construction.

One builder serves random testing (random bytes) and Hypothesis (bytes that shrink): zero bytes mean the
simplest choice everywhere, and a trial is a fixed number of bytes, so that deleting bytes deletes trials.
Norms, margins, labels and learning rates are derived from the data, never drawn and filtered.
"""

from __future__ import annotations

import dataclasses
from collections.abc import Callable, Sequence
from fractions import Fraction
from typing import Any

from adversaries.families import disjunctions as family_disjunctions
from adversaries.families import experts as family_experts
from adversaries.families import formulas as family_formulas
from adversaries.generate import family_quasi_additive
from adversaries.generate.bytes import Bytes
from adversaries.generate.parameters import admitted, parameters_of, without_fixed
from adversaries.generate.trial_columns import of_columns
from bounds import symbols as s
from bounds.claims.claim import Case, Claim, Comparator, Outcomes
from bounds.claims.limits import says
from bounds.data.interval import Interval, Outcome
from bounds.data.trials import Trials
from bounds.data.vectors import Example, Vector
from bounds.instances import Instance
from bounds.learners import TableLearner
from bounds.mathematics.geometry import RESCALED_ENTROPIC, SIGNED_ENTROPIC, Entropic
from bounds.numbers import Number, compare, floor

DENOMINATORS = (1, 1, 1, 2, 1, 3, 4, 10, 8, 1000)
FACTORS = tuple(map(Fraction, ("1", "1", "1", "3/2", "2", "1", "9/8")))
MAX_LENGTH = 200
HEADER = 12

FAMILIES: dict[str, Callable[[Claim, Bytes], Instance]] = {
    **family_experts.FAMILIES,
    **family_disjunctions.FAMILIES,
    **family_quasi_additive.FAMILIES,
    **family_formulas.FAMILIES,
}
"""Ways to make instances that a claim names by its ``family``."""


def bytes_needed(trials: int, attributes: int) -> int:
    """Return how many bytes make that many trials."""
    return HEADER + attributes * 2 + trials * (attributes + 4)


def build(claim: Claim, data: bytes, max_attributes: int = 4) -> Instance:
    """Make the instance of ``claim`` that ``data`` encodes; its hypotheses hold by construction.

    >>> from boundcheck import theorem
    >>> build(theorem("bylander.5"), bytes(20)).trials.l
    1
    """
    source = Bytes(data)
    if claim.family:
        return without_fixed(claim, FAMILIES[claim.family](claim, source))
    n = 1 + source.below(max_attributes)
    if claim.outcomes is Outcomes.NONE:
        return Instance(Trials.from_integers([], 1, [], 1), parameters=parameters_of(claim, source, {}))
    if says(claim, "n >= 2"):
        n = max(n, 2)
    limit = source.pick((2, 1, 3, 8))
    denominator = source.pick(DENOMINATORS)
    if claim.longer_than is not None:
        limit, denominator = min(limit, 2), 1
    extra_u, extra_x = source.pick(FACTORS), source.pick(FACTORS)
    rates = [source.byte() for _ in range(3)]
    start = _start(claim, source, n)
    u = _comparator(claim, source, n)
    in_turn, period = _in_turn(claim, source, n)
    rows, outcomes = _trials(claim, source, n, limit, u)
    trials = Trials.from_integers(rows, _denominator(claim, denominator), outcomes, n)
    trials, u = _fit(claim, trials, u)
    known = _norms(claim, trials, u, start, extra_u, extra_x)
    counts = {s.l: Fraction(trials.l), s.n: Fraction(trials.n)}
    given = {**counts, **known}
    drawn = admitted(claim, parameters_of(claim, Bytes(bytes(rates)), given), given)
    parameters = {symbol: value for symbol, value in drawn.items() if symbol in known or symbol not in counts}
    each = [in_turn[t // period % 2] for t in range(trials.l)] if in_turn else None
    return _finish(claim, Instance(trials, u, parameters, start, each))


def _start(claim: Claim, source: Bytes, n: int) -> Vector | None:
    if claim.start == "any":
        return Example([source.signed(3) for _ in range(n)], source.pick((1, 1, 2, 3)))
    if claim.start == "positive":
        weights = [source.below(5) for _ in range(n)]
        return Example(weights if any(weights) else [1] * n)
    return None


def _comparator(claim: Claim, source: Bytes, n: int) -> Vector | None:
    if claim.comparator in (Comparator.NONE, Comparator.SEQUENCE):
        return None
    if claim.comparator is Comparator.EXPERT:
        chosen = source.below(n)
        return Example([int(i == chosen) for i in range(n)])
    signed = not isinstance(claim.geometry, Entropic) or claim.geometry is SIGNED_ENTROPIC
    entries = [source.signed(4) if signed else source.below(5) for _ in range(n)]
    must_be_positive = (
        not signed
        or claim.comparator in (Comparator.SEPARATING, Comparator.NOISY)
        or says(claim, "U > 0")
        or any("u" in premise.spoken for premise in of_columns(claim))
    )
    if must_be_positive and not any(entries):
        entries[0] = 1
    return Example(entries, source.pick((1, 1, 2, 3)))


def _in_turn(claim: Claim, source: Bytes, n: int) -> tuple[list[Vector], int]:
    """Return two comparators, each for so many trials in turn, where the comparator changes with the trial."""
    if claim.comparator is not Comparator.SEQUENCE:
        return [], 1
    if says(claim, "all_t(all_i(member(u, {0, 1})))"):
        chosen = [source.below(n) for _ in range(2)]
        return [Example([int(i == k) for i in range(n)]) for k in chosen], 1 + source.below(5)
    return [Example([source.signed(4) for _ in range(n)]) for _ in range(2)], 1 + source.below(5)


def _denominator(claim: Claim, denominator: int) -> int:
    return {Outcomes.MASTER: 1, Outcomes.EXPERTS: 2 if denominator == 1 else denominator}.get(
        claim.outcomes, denominator
    )


def _trials(claim: Claim, source: Bytes, n: int, limit: int, u: Vector | None) -> tuple[list[list[int]], list[Outcome]]:
    rows: list[list[int]] = []
    outcomes: list[Outcome] = []
    at_least_one = says(claim, "l >= 1", "X > 0", "G > 0") or claim.longer_than is not None
    while source.remaining or (at_least_one and not rows):
        row = _row(claim, source, n, limit, rows[-1] if rows else None)
        outcome = _outcome(claim, source, row, u)
        if outcome is not None:
            rows.append(row)
            outcomes.append(outcome)
        elif not source.remaining:
            break
    if at_least_one and not any(map(any, rows)):
        first = next((i for i, a in enumerate(u) if a), 0) if u is not None else 0
        row = [int(i == first) for i in range(n)]
        outcome = _outcome(claim, Bytes(b""), row, u)
        rows.append(row)
        outcomes.append(1 if outcome is None else outcome)
    return rows, outcomes


def _row(claim: Claim, source: Bytes, n: int, limit: int, last: list[int] | None) -> list[int]:
    kind = source.below(10)
    entries = [source.signed(limit) for _ in range(n)]
    if claim.outcomes is Outcomes.MASTER:
        return [1 if a >= 0 else -1 for a in entries]
    if claim.outcomes is Outcomes.EXPERTS:
        return [abs(a) % 3 if limit > 1 else 2 * (abs(a) % 2) for a in entries]
    if last is not None and kind == 7:
        return list(last)
    if last is not None and kind == 8:
        return [-a for a in last]
    if kind == 9:
        return [0] * n
    if kind == 6:
        return [1 if a >= 0 else -1 for a in entries]
    return entries


def _outcome(claim: Claim, source: Bytes, row: list[int], u: Vector | None) -> Outcome | None:
    """Draw an outcome; None where the comparator has to be right but predicts 0."""
    code, first, second = source.below(8), source.signed(6), source.below(5)
    if claim.outcomes is Outcomes.INTERVALS:
        return _interval(code, Fraction(first, 2), Fraction(second, 2))
    if claim.outcomes is Outcomes.POINTS:
        return Interval.point(Fraction(first, 2))
    agrees = claim.comparator is Comparator.EXPERT and says(claim, "all_t(y*ux >= 1)")
    if u is None or (claim.comparator in (Comparator.EXPERT, Comparator.ANY) and not agrees):
        return -1 if code % 2 else 1
    prediction = u.dot(Example(row))
    if prediction == 0:
        return (-1 if code % 2 else 1) if claim.comparator is Comparator.NOISY else None
    label = 1 if prediction > 0 else -1
    return -label if claim.comparator is Comparator.NOISY and code >= 6 else label


def _interval(code: int, lo: Fraction, width: Fraction) -> Interval:
    if code in (0, 1):
        return Interval(lo, None, code == 0)
    if code in (2, 3):
        return Interval(None, lo, True, code == 2)
    if code == 4 or width == 0:
        return Interval(lo, lo + width)
    return Interval(lo, lo + width, code == 5, code == 6)


def _fit(claim: Claim, trials: Trials, u: Vector | None) -> tuple[Trials, Vector | None]:
    """Scale examples to norm at most 1 where the claim says X = 1, and u to margin 1 where it separates."""
    if claim.defines.get(s.X) == 1 and claim.geometry is not None and claim.outcomes is Outcomes.LABELS:
        radius = -floor(-claim.geometry.radius(trials))
        if radius:
            trials = Trials(trials.numerators, trials.denominator * int(radius), trials.outcomes)
    if u is not None and claim.comparator in (Comparator.SEPARATING, Comparator.NOISY):
        u = trials.to_margin_one(u)
    return trials, u


def _norms(
    claim: Claim, trials: Trials, u: Vector | None, start: Vector | None, extra_u: Fraction, extra_x: Fraction
) -> dict[Any, Number]:
    known: dict[Any, Number] = {}
    geometry = claim.geometry
    if geometry is None:
        return known
    if s.X not in claim.defines:
        known[s.X] = geometry.radius(trials) * extra_x
    if s.U not in claim.defines:
        if claim.start == "positive" and start is not None:
            known[s.U] = sum(start, Fraction(0))
        elif u is not None:
            slack_allowed = not isinstance(geometry, Entropic) or geometry in (
                RESCALED_ENTROPIC,
                SIGNED_ENTROPIC,
            )
            known[s.U] = geometry.size(u) * (extra_u if slack_allowed else 1)
    return known


def _finish(claim: Claim, instance: Instance) -> Instance:
    """Make the sequence long enough, or free of ties, where the claim asks for it."""
    if claim.longer_than is not None:
        wanted = int(floor(claim.case(instance).evaluate(claim.longer_than))) + 1
        clean = _clean_trials(instance)
        missing = wanted - instance.trials.l
        if clean and 0 < missing <= MAX_LENGTH:
            indices = [*range(instance.trials.l), *(clean[t % len(clean)] for t in range(missing))]
            return _with_trials(instance, indices)
    if says(claim, "all_t(yhat != 1/2)"):
        return _without_ties(claim, instance)
    return instance


def _clean_trials(instance: Instance) -> list[int]:
    """Return the indices of the trials on which the comparator is right."""
    u = instance.require_comparator()
    return [i for i, (x, y) in enumerate(instance.trials) if isinstance(y, int) and y * u.dot(x) > 0]


def _with_trials(instance: Instance, indices: Sequence[int]) -> Instance:
    return dataclasses.replace(instance, trials=instance.trials.subsequence(indices))


def _without_ties(claim: Claim, instance: Instance) -> Instance:
    case: Case = claim.case(instance)
    learner, half = case.learner(), Fraction(1, 2)
    if not isinstance(learner, TableLearner):
        return instance
    learner.start(instance.trials.n)
    kept = []
    for i, (x, outcome) in enumerate(instance.trials):
        if compare(learner.predict(x), half) != 0:
            kept.append(i)
            learner.update(x, case.version.target(outcome))
    return _with_trials(instance, kept)
