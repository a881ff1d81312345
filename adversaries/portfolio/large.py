"""Structured sequences of hundreds or thousands of trials, where bounds with a learning rate become tight.

The second-order terms that a proof gives away vanish with the rate, so the ratio of quantity to bound tends to 1
along these families. Sizes are read off the proofs: how long a ramp has to be until the comparator's weight is
all but 1, how many times two experts have to alternate until the term with log(N) is small against the rest.
"""

from __future__ import annotations

import math
import random
from collections.abc import Iterator
from fractions import Fraction
from typing import Any

from adversaries.constructions.experts import Rounds, counts_mistakes, cycle_then_ramp, expert_trials
from adversaries.constructions.oscillation import two_clusters
from adversaries.constructions.winnow import disjunction_trials, greedy_demotions
from adversaries.generate.reduced import Form, Goal, Link, form
from adversaries.generate.rounding import proposed, rate_limit, rescaled
from adversaries.optimise.adaptive import GRID, Ties, expert_rows, tie_rows, vote_rows
from bounds import symbols as s
from bounds.claims.claim import Claim, Comparator, Outcomes
from bounds.claims.limits import says
from bounds.claims.variants import theorem_id
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

RATES = tuple(map(Fraction, ("1/10", "1/20", "1/40", "1/80", "1/160")))


def _alternate_then_ramp(reduced: Form, effort: int) -> Named:
    """Losses: alternation pays rate/2 a trial, a ramp pays log(n)/rate."""
    claim, longest = reduced.claim, 1500 * effort
    if reduced.link is Link.DOUBLED:
        yield from _doubled_ramps(claim, longest)
        return
    yield from _two_clusters(claim, 2, 30, 0, {s.eta: Fraction(1, 2), s.tau: Fraction(1, 4)})  # too large a rate
    for n in (2, 8, 32):
        if reduced.goal is Goal.EXCESS and s.eta in claim.defines:
            for l in (60, 200, 600, longest):  # noqa: E741
                ramp = min(l, ramp_length(n, math.sqrt(2 * math.log(n) / l)))
                yield from _two_clusters(claim, n, (l - ramp) // 2 * 2, ramp, {})
            continue
        for rate in RATES:
            ramp = ramp_length(n, float(rate))
            for alternating in (0, 2 * ramp, 8 * ramp) if reduced.goal is Goal.EXCESS else (0,):
                if ramp + alternating <= longest:
                    yield from _two_clusters(claim, n, alternating, ramp, {s.eta: rate, s.tau: rate / 2})


def _doubled_ramps(claim: Claim, longest: int) -> Named:
    """The same where attributes are doubled: the others change their sign together, so that only +x_1 is any good."""
    for n, rate in ((n, rate) for n in (1, 2, 8, 32) for rate in RATES):
        ramp = 2 * ramp_length(2 * n, float(rate))
        for alternating in (0, 4 * ramp):
            rows = [[(-1) ** t] * n for t in range(alternating)]
            rows += [[1] + [(-1) ** t] * (n - 1) for t in range(ramp)]
            if len(rows) <= longest:
                name = f"{alternating} alternating, then a doubled ramp of {ramp}, n = {n}, rate {rate}"
                yield from proposed(name, claim, rows, 1, first_unit(n), {s.eta: rate, s.tau: rate / 2})


def _two_clusters(claim: Claim, n: int, alternating: int, ramp: int, choices: dict[Any, Fraction]) -> Named:
    rate = f", rate {choices[s.eta]}" if choices else ""
    name = f"{alternating} alternating, then a ramp of {ramp}, n = {n}{rate}"
    yield from proposed(name, claim, two_clusters(n, alternating, ramp), 1, first_unit(n), choices)


def _small_margin_ramp(claim: Claim, effort: int) -> Named:
    """Randomised mistakes: rows (delta, -1, ..., -1) until the prediction is 1/2."""
    for n in (2, 8, 32, 128):
        for q in (2, 4, 8, 16, 32, 64, 64 * effort):
            delta = 1 / q
            odds = (1 + delta / 2) / (delta / 2) * (n - 1)
            length = math.ceil(math.log(max(2.0, odds)) / (delta * (1 + delta)))
            name = f"a ramp of {length} with margin 1/{q}, n = {n}"
            yield from proposed(name, claim, [[1] + [-q] * (n - 1)] * length, q, first_unit(n), {})


def _many_ties(reduced: Form, effort: int) -> Named:
    """Mistakes: ties over many attributes, of which only the first has a margin."""
    for n, delta in ((64, 256), (128, 32), (1024, 192), (256, 32)):
        longest = 800 * effort
        if not reduced.noisy:
            plans = [Ties(n, delta, longest=longest)]
        else:
            noise = (100, 200) if n <= 256 else (40,)
            plans = [Ties(min(n, 64), delta, k, Fraction(1, 20), 2 * longest) for k in noise]
        for plan in plans:
            rows = tie_rows(reduced.link, plan)
            noisy = f", {plan.k} of noise" if plan.k else ""
            name = f"{len(rows)} ties, n = {plan.n}, delta = {delta}/{GRID}{noisy}"
            yield from proposed(name, reduced.claim, rows, GRID, first_unit(plan.n), {s.eta: plan.share})


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


def _bridges(claim: Claim, effort: int) -> Named:
    fine = 10**7
    for M in (3, 10, 40, 150, 400 * effort):
        rows = [[int(a * fine) for a in row] for row in bridge(M)]
        yield from proposed(f"a bridge of {len(rows)} mistakes in dimension 3", claim, rows, fine, first_unit(3), {})


def _orthogonal_blocks(claim: Claim, effort: int) -> Named:
    for n in (32, 100, 256 * effort):
        rows = [[int(i == j) for j in range(n)] for i in range(n)]
        yield from proposed(f"an orthonormal block of {n}", claim, rows, 1, Example([1] * n), {})
    for d in (4, 5, 6):
        yield from proposed(f"Hadamard rows of order {2**d}", claim, sylvester(d), 1, first_unit(2**d), {})


def _equal_norms(claim: Claim, rng: random.Random, effort: int) -> Named:
    """Losses of the Perceptron: any rows of one norm, with u the weights that the learner ends with."""
    for n, l in ((1, 3), (2, 20), (5, 100), (8, 400), (16, 1000 * effort)):  # noqa: E741
        rows = [[rng.choice((-1, 1)) for _ in range(n)] for _ in range(l)]
        sums = [sum(column) for column in zip(*rows, strict=True)]
        for rate in map(Fraction, ("1/3", "2", "1/50")):
            if any(sums):
                eta = rate if s.eta in claim.free else 2 * rate / n
                u = Example([eta.numerator * a for a in sums], eta.denominator)
                name = f"{l} rows of one norm, n = {n}, rate {rate}, u the last weights"
                yield from proposed(name, claim, rows, 1, u, {s.eta: rate, s.tau: rate})


# --- experts -------------------------------------------------------------------------------------------


def one_at_a_time(N: int, cycles: int) -> Rounds:
    """Return rounds in which all experts but the last err in turn, one at a time.

    >>> one_at_a_time(3, 2)
    [{0}, {1}, {0}, {1}]
    """
    return [{i} for _ in range(cycles) for i in range(N - 1)]


def _experts(claim: Claim, effort: int) -> Named:
    limit = rate_limit(claim) if s.eta in claim.free else Fraction(1)
    randomised = not counts_mistakes(claim)
    if s.eta not in claim.free:  # eta = 1/sqrt(T): rational where T is a square
        for root in (3, 6, 10, 14, 20):
            for N, cycles in ((2, 0), (2, root * root // 4), (4, 0), (3, root * root // 6)):
                rounds = cycle_then_ramp(N, cycles, root * root - N * cycles)
                yield f"{cycles} cycles, then a ramp, T = {root * root}, N = {N}", Instance(expert_trials(N, rounds))
        return
    rates = ("1/2", "1/3", "1/4", "1/10", "1/20", "1/40", "2/3", "9/10", "99/100", *(["1/76"] if effort > 1 else []))
    for rate in map(Fraction, rates):
        if rate > limit:
            continue
        parameters = {s.eta: rate}
        if randomised:
            ramp = min(math.ceil(7 / rate), 200 * effort)
            for N in (2, 4, 8, 64):
                trials = expert_trials(N, cycle_then_ramp(N, 0, ramp))
                yield f"a ramp of {ramp}, N = {N}, eta = {rate}", Instance(trials, parameters=parameters)
                if N * ramp <= 300 * effort:
                    trials = expert_trials(N, one_at_a_time(N, ramp))
                    yield f"{ramp} times one at a time, N = {N}, eta = {rate}", Instance(trials, parameters=parameters)
            if rate > Fraction(1, 4):
                for N, cycles in ((16, 60), (32, 4), (64, 4)):
                    trials = expert_trials(N, cycle_then_ramp(N, cycles, 0))
                    yield f"{cycles} cycles, N = {N}, eta = {rate}", Instance(trials, parameters=parameters)
        else:
            for half in (50, min(math.ceil(1.4 / rate**2), 2100 * effort)):
                trials = expert_trials(2, cycle_then_ramp(2, half, 0))
                yield f"two experts {half} times in turn, eta = {rate}", Instance(trials, parameters=parameters)
            for N in (8, 128):
                rows = vote_rows(N, float(1 - rate), 300 * effort, half=True)
                yield f"{len(rows)} wrong halves, N = {N}, eta = {rate}", expert_rows(claim, rows, dict(parameters))


def _masters(claim: Claim, effort: int) -> Named:
    parameters = {symbol: Fraction(1) for symbol in claim.free}
    for n in (2, 16, 256):
        rows = vote_rows(n, math.exp(-1), 1200 * effort, half=True)
        yield f"{len(rows)} wrong halves, n = {n}", expert_rows(claim, rows, dict(parameters))


# --- Winnow --------------------------------------------------------------------------------------------


def _demotions(claim: Claim, effort: int) -> Named:
    alpha = Fraction(2)
    parameters = {s.beta: Fraction(1)} if s.beta in claim.free else {}
    for N, k in ((64, 1), (64, 4), (128, 2), (512 * effort, 1), *(((4096, 1),) if effort == 1 else ())):
        if k > 1 and says(claim, "k == 1"):
            continue
        active = greedy_demotions(N, k, alpha)
        yield f"greedy demotions, N = {N}, k = {k}", Instance(*disjunction_trials(N, k, active), parameters)


def _families(claim: Claim, rng: random.Random, effort: int) -> Named:
    if claim.family == "experts":
        yield from _experts(claim, effort)
    if claim.outcomes is Outcomes.MASTER and claim.comparator is Comparator.EXPERT:
        yield from _masters(claim, effort)
    if claim.comparator is Comparator.DISJUNCTION and s.beta in {*claim.free, *claim.defines}:
        yield from _demotions(claim, effort)
    reduced = form(claim)
    if reduced is None:
        return
    if reduced.entropic:
        if reduced.goal is Goal.MISTAKES:
            yield from _many_ties(reduced, effort)
        elif reduced.goal is Goal.EXPECTED:
            yield from _small_margin_ramp(claim, effort)
        else:
            yield from _alternate_then_ramp(reduced, effort)
    elif reduced.goal in (Goal.MISTAKES, Goal.EXPECTED):
        yield from _bridges(claim, effort)
        yield from _orthogonal_blocks(claim, effort)
    else:
        yield from _equal_norms(claim, rng, effort)
        yield from _orthogonal_blocks(claim, effort)


def instances(claim: Claim, seed: int, effort: int = 1) -> Iterator[tuple[str, Instance]]:
    """Yield the large families that fit the claim, longer ones with more ``effort``."""
    rng = random.Random(f"{theorem_id(claim)} {seed}")  # noqa: S311 - reproducible sampling, not secrecy
    for i, (name, instance) in enumerate(_families(claim, rng, effort)):
        yield name, instance
        if i == 0:
            for moved in rescaled(claim, instance):
                yield f"{name}, rescaled", moved
