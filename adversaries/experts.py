"""Adversaries against experts algorithms: sequences of sets of experts that are wrong together.

All experts say +1 but those that are wrong, and every label is +1 (by symmetry nothing is lost). A sequence
is a list of sets; the constructions read off the equality cases of the proofs.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from fractions import Fraction

from bounds import symbols as s
from bounds.claim import Claim
from bounds.numbers import to_fraction
from bounds.trials import Instance, Trials

Rounds = list[set[int]]
"""The experts that are wrong in each round, counted from 0."""


def expert_trials(N: int, rounds: Sequence[Collection[int]]) -> Trials:
    """Return the trials in which the experts of each round are wrong, and the others right.

    >>> expert_trials(3, [{0}, {1, 2}])
    Trials(l=2, n=3: (-1, 1, 1) -> 1; (1, -1, -1) -> 1)
    """
    rows = [[-1 if i in wrong else 1 for i in range(N)] for wrong in rounds]
    return Trials.from_integers(rows, 1, [1] * len(rows), N)


def round_robin(N: int, cycles: int) -> Rounds:
    """Return ``cycles`` times all experts in turn, wrong one at a time: RWMA's potential melts in small steps.

    >>> round_robin(2, 2)
    [{0}, {1}, {0}, {1}]
    """
    return [{i} for _ in range(cycles) for i in range(N)]


def cycle_then_ramp(N: int, cycles: int, ramp: int) -> Rounds:
    """Return a round robin, then rounds in which all experts but the last are wrong.

    The cycle feeds the term with eta, the ramp log(N)/eta.

    >>> cycle_then_ramp(2, 1, 2)
    [{0}, {1}, {0}, {0}]
    """
    return [*round_robin(N, cycles), *({*range(N - 1)} for _ in range(ramp))]


def halving_sets(N: int) -> Rounds:
    """Return the first half of the experts, half of the rest, and so on until one has never erred.

    >>> halving_sets(5)
    [{0, 1, 2}, {3}]
    """
    rounds, first = [], 0
    while N - first > 1:
        after = first + (N - first + 1) // 2
        rounds.append(set(range(first, after)))
        first = after
    return rounds


def wrong_half(N: int, eta: Fraction, length: int) -> Rounds:
    """Return rounds in which experts with at least half of the weight are wrong: the vote errs in each.

    The heaviest experts are taken, so that nobody errs much more often than the others, and the last of them
    is the lightest that still makes up the half.

    >>> wrong_half(3, Fraction(1, 2), 3)
    [{0, 2}, {1}, {0, 2}]
    """
    counts = [0] * N
    rounds: Rounds = []
    for _ in range(length):
        powers = {m: (1 - eta) ** m for m in set(counts)}
        rounds.append(_heavy_half([powers[m] for m in counts]))
        counts = [m + (i in rounds[-1]) for i, m in enumerate(counts)]
    return rounds


def _heavy_half(weights: Sequence[Fraction]) -> set[int]:
    need = sum(weights, Fraction(0)) / 2
    order = sorted(range(len(weights)), key=lambda i: -weights[i])
    chosen: set[int] = set()
    for position, i in enumerate(order):
        if weights[i] >= need:
            last = max(j for j in range(position, len(order)) if weights[order[j]] >= need)
            return chosen | {order[last]}
        chosen.add(i)
        need -= weights[i]
    return chosen


RATES = tuple(map(Fraction, ("1/2", "1/3", "1/4", "1/5", "1/10", "2/3", "17/25", "9/10", "99/100", "999/1000")))


def _sequences(rate: Fraction, few: bool) -> Iterator[tuple[str, int, Rounds]]:
    yield "no expert errs", 3, [set(), set()]
    for N in (2, 3, 8):
        yield "halving sets", N, halving_sets(N)
    for N, cycles, ramp in ((1, 2, 0), (2, 3, 0), (3, 2, 0), (2, 1, 4), (2, 0, 6), (8, 1, 0), (4, 1, 2)):
        yield f"{cycles} cycles, {ramp} ramp rounds", N, cycle_then_ramp(N, cycles, ramp)
    if few:
        return
    for N, cycles, ramp in ((2, 0, 40), (2, 10, 20), (4, 5, 20), (8, 10, 0)):
        yield f"{cycles} cycles, {ramp} ramp rounds", N, cycle_then_ramp(N, cycles, ramp)
    for N, length in ((2, 6), (4, 12), (8, 40), (2, 200)):
        yield "half of the weight wrong", N, wrong_half(N, rate, length)
    if rate > Fraction(9, 10):
        yield "half of the weight wrong", 32, wrong_half(32, rate, 70)


def instances(claim: Claim) -> Iterator[tuple[str, Instance]]:
    """Yield these sequences for the claims about experts, with several rates where eta is free."""
    if claim.family == "alternating experts":
        for half in (1, 2, 10):
            trials = Trials.from_integers([[1, -1]] * (2 * half), 1, [-1, 1] * half)
            yield f"{2 * half} rounds, two experts right in turn", Instance(trials, parameters={s.eta: Fraction(1, 3)})
    if claim.family != "experts":
        return
    if s.eta not in claim.free:
        for name, N, rounds in _sequences(Fraction(1, 2), few=True):
            yield f"{name}, N = {N}", Instance(expert_trials(N, rounds))
        return
    for rate in RATES:
        if rate > to_fraction(claim.free[s.eta] or 1):
            continue
        for name, N, rounds in _sequences(rate, few=False):
            yield f"{name}, N = {N}, eta = {rate}", Instance(expert_trials(N, rounds), parameters={s.eta: rate})
