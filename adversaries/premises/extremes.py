"""Tiny instances with their parameters at extremes, and equality cases that lie at the end of a range.

Parameters: on a few instances of at most three trials, each parameter that a statement reads is set to 0, to 1, to a
small and a large value, one at a time. That finds a premise about a norm, a gap or a rate
that is missing, and bounds that are tight only for a very large factor. The equality cases are those of theorem 7.1
(b) (a start vector orthogonal to the example), of Weighted Majority (a comparator next to uniform), and of elimination
(no relevant attribute).
"""

from __future__ import annotations

import dataclasses
import math
from collections.abc import Iterator
from fractions import Fraction
from typing import Any

from adversaries.constructions.quasi_additive import folded
from adversaries.families import boundary
from adversaries.premises.dropped import playable
from bounds import symbols as s
from bounds.claims.claim import Claim, Comparator, Outcomes
from bounds.claims.limits import limits
from bounds.claims.variants import missing, original, own
from bounds.data.trials import Trials
from bounds.data.vectors import Example, vector
from bounds.errors import BoundcheckError
from bounds.instances import Instance
from bounds.mathematics.geometry import Entropic
from bounds.numbers import Number, sign
from bounds.numbers.evaluate import Values, evaluate

Named = Iterator[tuple[str, Instance]]

FACTORS = tuple(map(Fraction, ("1/2", "2", "1/1000", "1000")))
VALUES = tuple(map(Fraction, ("0", "1", "-1")))

# --- parameters ------------------------------------------------------------------------------------------


def _tiny(claim: Claim) -> list[Instance]:
    """Return instances of the catalogue's claim of this id without what the variant fixes itself, smallest first."""
    tiny: dict[str, Instance] = {}
    for _, source in boundary.instances(original(claim) or claim):
        kept = {k: v for k, v in source.parameters.items() if k not in claim.defines}
        instance = dataclasses.replace(source, parameters=kept)
        tiny.setdefault(f"{instance.trials!r} {instance.comparator} {instance.start} {kept}", instance)
    return sorted(tiny.values(), key=lambda instance: (instance.trials.l, instance.trials.n))


def _allowed(claim: Claim, symbol: Any, value: Number) -> bool:
    """Tell whether a parameter may have a value at all, whatever the hypotheses say."""
    domain = claim.domain(symbol)
    if domain.whole and not (isinstance(value, Fraction) and value.denominator == 1 and value <= 2):
        return False
    order = sign(value if domain.low is None else value - domain.low)
    return order is not None and (domain.low is None or order > 0 or (order == 0 and not domain.open))


def _ends(claim: Claim, symbol: Any, values: Values) -> Iterator[Number]:
    """Yield the ends that premises give to the range of a parameter, of a whole one with the numbers beside it."""
    for relation in limits(claim, symbol):
        try:
            end = evaluate(relation.right, values)
        except (BoundcheckError, ArithmeticError):
            continue
        yield from (end, end - 1, end + 1) if claim.domain(symbol).whole else (end,)


def _symbols(claim: Claim, instance: Instance) -> list[Any]:
    known = {*claim.free, *claim.measures, *instance.parameters}
    norms = {s.U, s.X} if claim.geometry is not None else set()
    in_bound = {s.U, s.X, s.R} & claim.bound.free_symbols
    return sorted({*known, *norms, *in_bound} - claim.defines.keys(), key=str)


def _chosen(claim: Claim, choices: dict[Any, Fraction]) -> dict[Any, Fraction]:
    """Return those parameters that an instance of the claim has to set."""
    named = {str(symbol) for h in claim.hypotheses for symbol in (s.X, s.k) if str(symbol) in h.formula.split()}
    needed = {symbol for symbol in (s.X, s.k) if symbol in claim.bound.free_symbols or str(symbol) in named}
    derived = {s.k} if claim.comparator is Comparator.DISJUNCTION else set()
    wanted = {*claim.free, *needed} - claim.defines.keys() - claim.measures.keys() - derived
    return {symbol: value for symbol, value in choices.items() if symbol in wanted}


def extreme_parameters(claim: Claim, limit: int) -> Named:
    """Yield tiny instances with one parameter at an extreme value."""
    for instance in _tiny(claim)[:limit]:
        try:
            values = claim.case(instance).values
        except (BoundcheckError, ArithmeticError):
            continue
        for symbol in _symbols(claim, instance):
            known = values.get(symbol)
            fixed = claim.whole(symbol) or symbol is s.p
            moved = [] if known is None or fixed else [known * factor for factor in FACTORS]
            for value in dict.fromkeys((*VALUES, *moved, *_ends(claim, symbol, values))):
                if _allowed(claim, symbol, value):
                    changed = {**instance.parameters, symbol: value}
                    yield f"{symbol} = {value}", dataclasses.replace(instance, parameters=changed)


# --- equality cases --------------------------------------------------------------------------------------


def _pythagorean(t: Fraction) -> tuple[Fraction, Fraction]:
    """Return a rational point of the circle, near (1, 0) for small t.

    >>> _pythagorean(Fraction(1, 2))
    (Fraction(3, 5), Fraction(4, 5))
    """
    return (1 - t * t) / (1 + t * t), 2 * t / (1 + t * t)


def orthogonal_starts(claim: Claim) -> Named:
    """Yield one example (c, -s) with u = e_1 and z0 = (s, c): a tie, and at p = 2 theorem 7.1 (b) is attained."""
    c, sine = _pythagorean(Fraction(1, 100))
    parameters = {
        symbol: value for symbol, value in ((s.p, Fraction(2)), (s.a, Fraction(10**6))) if symbol in claim.free
    }
    trials = Trials.of([[-c, sine]], [-1])
    yield "a start orthogonal to the example", Instance(trials, Example([1, 0]), parameters, vector([sine, c]))


def near_uniform_comparators(claim: Claim) -> Named:
    """Yield one example (1, -1) with u = (1/2 + e, 1/2 - e), at a = delta: Weighted Majority's bound tends to 1."""
    e = Fraction(1, 20)
    u = vector([Fraction(1, 2) + e, Fraction(1, 2) - e])
    parameters = {s.a: 2 * e} if s.a in claim.free else {}
    yield f"u within {e} of uniform", Instance(folded([[1, -1]]), u, parameters)


def nothing_relevant(claim: Claim) -> Named:
    """Yield unit vectors labelled -1 with no relevant attribute: at threshold 1 each of them is a mistake."""
    n, factor = 3, Fraction(1000)
    trials = Trials.from_integers([[int(i == j) for j in range(n)] for i in range(n)], 1, [-1] * n, n)
    choices = {s.alpha: factor, s.theta: Fraction(1), s.beta: factor - 1, s.X: Fraction(1)}
    instance = Instance(trials, Example([0] * n), _chosen(claim, choices))
    yield f"nothing relevant, N = {n}, factor {factor}", instance


def order_one(claim: Claim) -> Named:
    """Yield the Hadamard matrix of order 1 with the learner's start vector on the target: no mistake is forced."""
    choices = {symbol: Fraction(0) for symbol in claim.free} | {s.k: Fraction(1), s.theta: Fraction(1, 2)}
    empty = Trials.from_integers([], 1, [], 1)
    yield "order 1, theta 1/2", Instance(empty, None, _chosen(claim, choices), Example([1]))


def balanced_ties(n: int, q: int, rate: float, length: int) -> list[list[int]]:
    """Return up to ``length`` rows (1, +-q, ..., +-q), each next to a tie for exponential weights that move by rate/q.

    With x_1 = 1/q = delta after scaling, the rate of theorem 6 of Bylander 1998 is 1: at a larger one the other
    weights, balanced, grow as fast as the first, and the ties need not end.

    >>> balanced_ties(4, 2, 1.0, 2)
    [[1, -2, 2, -2], [1, -2, -2, 2]]
    """
    logs, rows = [0.0] * n, list[list[int]]()
    while len(rows) < length:
        weights = [math.exp(a - max(logs)) for a in logs]
        row, product_ = [1] + [0] * (n - 1), weights[0]
        for i in sorted(range(1, n), key=lambda i: -weights[i]):
            row[i] = -q if product_ > 0 else q
            product_ += row[i] * weights[i]
        for i in sorted(range(1, n), key=lambda i: weights[i]):
            if product_ > -1e-9 * sum(weights) and row[i] > 0:
                row[i] = -q
                product_ -= 2 * q * weights[i]
        if product_ > -1e-9 * sum(weights):
            break
        rows.append(row)
        logs = [a + rate / q * b / q for a, b in zip(logs, row, strict=True)]
    return rows


def too_fast(claim: Claim, symbol: Any) -> Named:
    """Yield balanced ties against a variant whose rate is a multiple of the theorem's."""
    base = original(claim)
    ratio = claim.defines[symbol] / base.defines[symbol] if base is not None and symbol in base.defines else 1
    if not (ratio != 1 and getattr(ratio, "is_number", False)):
        return
    n, q = 64, 2
    rows = balanced_ties(n, q, float(ratio), 60)
    u = vector([q] + [0] * (n - 1))
    yield f"{len(rows)} balanced ties, n = {n}, delta = 1/{q}", Instance(folded(rows, q), u)


def negative_comparators(claim: Claim) -> Named:
    """Yield u with a negative entry on (1, -1) and on (1): the sum of u is not its size."""
    for entries, row in (((2, -1), (1, -1)), ((-1,), (1,))):
        choices: dict[Any, Fraction] = {s.U: Fraction(sum(entries)), s.X: Fraction(1), s.eta: Fraction(1, 2)}
        kept = {symbol: value for symbol, value in choices.items() if symbol not in claim.defines}
        if claim.learner is None or s.eta not in claim.free:
            kept.pop(s.eta, None)
        yield f"u = {entries}", Instance(Trials.of([row], [-1]), Example(list(entries)), kept)


# --- against a claim -----------------------------------------------------------------------------------


def lacks_some(claim: Claim) -> bool:
    """Tell whether a premise is missing, or may be: nobody knows what a claim of one's own lacks."""
    return own(claim) or bool(missing(claim))


def _families(claim: Claim, effort: int) -> Named:
    if claim.family in ("quasi-additive", "tuned start", "large rate") and claim.start and claim.learner is not None:
        yield from orthogonal_starts(claim)
    if s.entropy in claim.measures and claim.learner is not None:
        yield from near_uniform_comparators(claim)
    if claim.comparator is Comparator.DISJUNCTION:
        yield from nothing_relevant(claim)
    if isinstance(claim.geometry, Entropic) and claim.comparator is Comparator.SEPARATING and s.eta in claim.defines:
        yield from too_fast(claim, s.eta)
    if s.entropy in claim.measures and s.a in claim.defines:
        yield from too_fast(claim, s.a)
    if s.d in claim.free and claim.start and lacks_some(claim):
        yield from order_one(claim)
    if claim.outcomes in (Outcomes.LABELS, Outcomes.MASTER) and lacks_some(claim) and not claim.family:
        yield from negative_comparators(claim)
    yield from extreme_parameters(claim, 12 * effort)


def instances(claim: Claim, seed: int, effort: int = 1) -> Named:
    """Yield all of these that fit the claim; nothing is drawn at random."""
    del seed
    for name, instance in _families(claim, effort):
        if claim.outcomes is Outcomes.NONE or playable(claim, instance):
            yield name, instance
