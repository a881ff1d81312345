"""Structured sequences of hundreds or thousands of trials, where bounds with a learning rate become tight.

The second-order terms that a proof gives away vanish with the rate, so the ratio of quantity to bound tends to 1
along these families. Sizes are read off the proofs: how long a ramp has to be until the comparator's weight is
all but 1. Of each family there is what finds a fault that nothing else finds (tests/power/README.md).
"""

from __future__ import annotations

import math
from collections.abc import Iterator
from fractions import Fraction

from adversaries.constructions.experts import Rounds, counts_mistakes, cycle_then_ramp, expert_trials
from adversaries.constructions.oscillation import two_clusters
from adversaries.constructions.winnow import disjunction_trials, greedy_demotions
from adversaries.generate.reduced import Goal, Link, form
from adversaries.generate.rounding import proposed, rate_limit
from bounds import symbols as s
from bounds.claims.claim import Claim, Comparator, Outcomes
from bounds.data.trials import Trials
from bounds.data.vectors import Example
from bounds.instances import Instance
from bounds.mathematics.hadamard import sylvester

Named = Iterator[tuple[str, Instance]]


def first_unit(n: int) -> Example:
    """Return e_1."""
    return Example([1] + [0] * (n - 1))


def ramp_length(n: int, rate: float) -> int:
    """Return how many rows (1, -1, ..., -1) pay more than the rate/2 that each of them costs.

    After t of them the first of n equal weights is 1/(1 + (n - 1) exp(-2 rate t)).

    >>> ramp_length(2, 0.02)
    133
    """
    return math.ceil(math.log(max(2.0, 4 * max(1, n - 1) / rate)) / (2 * rate))


# --- exponential weights -------------------------------------------------------------------------------


def _ramps(claim: Claim) -> Named:
    """Losses: a ramp pays log(n)/rate; alternation rate/2 a trial, more than it may where the rate is too large."""
    yield from _two_clusters(claim, 2, 30, 0, Fraction(1, 2))
    yield from _two_clusters(claim, 8, 0, ramp_length(8, 1 / 80), Fraction(1, 80))


def _two_clusters(claim: Claim, n: int, alternating: int, ramp: int, rate: Fraction) -> Named:
    name = f"{alternating} alternating, then a ramp of {ramp}, n = {n}, rate {rate}"
    choices = {s.eta: rate, s.tau: rate / 2}
    yield from proposed(name, claim, two_clusters(n, alternating, ramp), 1, first_unit(n), choices)


def _doubled_ramp(claim: Claim) -> Named:
    """The same where attributes are doubled: the others change their sign together, so that only +x_1 is any good."""
    n, rate = 8, Fraction(1, 160)
    ramp = 2 * ramp_length(2 * n, float(rate))
    rows = [[1] + [(-1) ** t] * (n - 1) for t in range(ramp)]
    name = f"a doubled ramp of {ramp}, n = {n}, rate {rate}"
    yield from proposed(name, claim, rows, 1, first_unit(n), {s.eta: rate, s.tau: rate / 2})


def _small_margin_ramp(claim: Claim) -> Named:
    """Randomised mistakes: rows (1/q, -1, ..., -1) until the prediction is 1/2."""
    n, q = 128, 128
    length = math.ceil(math.log((2 * q + 1) * (n - 1)) / (1 / q * (1 + 1 / q)))
    rows = [[1] + [-q] * (n - 1)] * length
    yield from proposed(f"a ramp of {length} with margin 1/{q}, n = {n}", claim, rows, q, first_unit(n), {})


# --- the Perceptron and p-norms ------------------------------------------------------------------------


def bridge(M: int, slack: float = 1e-5) -> list[list[float]]:
    """Return up to M rows of norm 1 in dimension 3, all of them mistakes, with first entries 1/sqrt(M).

    The other two entries are the steps of a walk in the plane that leaves 0 and comes back, each step turned so
    that w.v = -slack: the dimension does not bound the mistakes.

    >>> len(bridge(10))
    9
    """
    x, y, rows = 0.0, 0.0, list[list[float]]()
    step = math.sqrt((M - 1) / M)
    for t in range(M):
        length = math.hypot(x, y)
        along = -(t / M + slack) / length if length else 0.0
        if abs(along) > step or (t and not length):
            break
        across = math.sqrt(step * step - along * along)
        ux, uy = (x / length, y / length) if length else (1.0, 0.0)
        dx, dy = along * ux - across * uy, along * uy + across * ux
        rows.append([1 / math.sqrt(M), dx, dy])
        x, y = x + dx, y + dy
    return rows


def _many_mistakes(claim: Claim) -> Named:
    fine = 10**7
    rows = [[int(a * fine) for a in row] for row in bridge(400)]
    yield from proposed(f"a bridge of {len(rows)} mistakes in dimension 3", claim, rows, fine, first_unit(3), {})
    yield from proposed("Hadamard rows of order 64", claim, sylvester(6), 1, first_unit(64), {})


# --- experts -------------------------------------------------------------------------------------------


def one_at_a_time(N: int, cycles: int) -> Rounds:
    """Return rounds in which all experts but the last err in turn, one at a time.

    >>> one_at_a_time(3, 2)
    [{0}, {1}, {0}, {1}]
    """
    return [{i} for _ in range(cycles) for i in range(N - 1)]


def _experts(claim: Claim) -> Named:
    if counts_mistakes(claim):
        return  # what that takes is a cycle (adversaries/constructions/cycles.py)
    if s.eta not in claim.free:  # eta = 1/sqrt(T): rational where T is a square
        yield "a ramp, T = 400, N = 2", Instance(expert_trials(2, cycle_then_ramp(2, 0, 400)))
        return
    for rate, N, rounds in (("1/2", 16, cycle_then_ramp(16, 60, 0)), ("1/10", 4, one_at_a_time(4, 70))):
        if Fraction(rate) <= rate_limit(claim):
            name = f"{len(rounds)} rounds of {N} experts in turn, eta = {rate}"
            yield name, Instance(expert_trials(N, rounds), parameters={s.eta: Fraction(rate)})


def wrong_halves(n: int, factor: float, length: int) -> list[list[int]]:
    """Return rows of +-1 on which the vote of n experts, each scaled by ``factor`` for an error, is wrong or tied.

    +1 is right. The wrong weight is as near to one half as a greedy choice gets: the heaviest are signed first.

    >>> wrong_halves(2, 0.5, 3)
    [[1, -1], [-1, 1], [1, -1]]
    """
    errors, rows = [0] * n, list[list[int]]()
    for _ in range(length):
        weights = [factor ** (error - min(errors)) for error in errors]
        right, row = 0.0, [-1] * n
        for i in sorted(range(n), key=lambda i: -weights[i]):
            if right + weights[i] <= sum(weights) / 2 * (1 + 1e-12):
                row[i], right = 1, right + weights[i]
        rows.append(row)
        errors = [error + (a < 0) for error, a in zip(errors, row, strict=True)]
    return rows


def _masters(claim: Claim) -> Named:
    """Yield a wrong half, eight times, for claims about a master algorithm whose experts are scaled by 1/e."""
    rows = wrong_halves(32, math.exp(-1), 8)
    errors = [sum(row[i] < 0 for row in rows) for i in range(32)]
    best = Example([int(i == errors.index(min(errors))) for i in range(32)])
    parameters = {symbol: Fraction(1) for symbol in claim.free}
    yield "8 wrong halves, n = 32", Instance(Trials.from_integers(rows, 1, [1] * 8), best, parameters)


# --- against a claim -----------------------------------------------------------------------------------


def _demotions(claim: Claim) -> Named:
    N, parameters = 4096, {s.beta: Fraction(1)} if s.beta in claim.free else {}
    trials = disjunction_trials(N, 1, greedy_demotions(N, 1, Fraction(2)))
    yield f"greedy demotions, N = {N}, k = 1", Instance(*trials, parameters)


def _families(claim: Claim) -> Named:
    if claim.family == "experts":
        yield from _experts(claim)
    if claim.outcomes is Outcomes.MASTER and claim.comparator is Comparator.EXPERT:
        yield from _masters(claim)
    if claim.comparator is Comparator.DISJUNCTION and s.beta in {*claim.free, *claim.defines}:
        yield from _demotions(claim)
    reduced = form(claim)
    if reduced is None:
        return
    if reduced.link is Link.DOUBLED:
        yield from _doubled_ramp(claim)
    elif reduced.entropic and reduced.goal is Goal.EXPECTED:
        yield from _small_margin_ramp(claim)
    elif reduced.entropic and reduced.goal is not Goal.MISTAKES:
        yield from _ramps(claim)
    elif reduced.goal in (Goal.MISTAKES, Goal.EXPECTED) and not reduced.entropic:
        yield from _many_mistakes(claim)


def instances(claim: Claim, seed: int, effort: int = 1) -> Named:
    """Yield the large families that fit the claim, once."""
    del seed
    if effort == 1:
        yield from _families(claim)
