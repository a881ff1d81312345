"""Adversaries against experts algorithms: sequences of sets of experts that are wrong together.

All experts say +1 but those that are wrong, and every label is +1 (by symmetry nothing is lost). A sequence
is a list of sets; the constructions read off the equality cases of the proofs.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Sequence
from fractions import Fraction
from itertools import product

from adversaries.constructions.subsets import just_enough
from adversaries.generate.rounding import rate_limit
from bounds import symbols as s
from bounds.claims.claim import Claim
from bounds.data.trials import Trials
from bounds.data.vectors import Example
from bounds.data.versions import Version
from bounds.errors import BoundcheckError
from bounds.instances import Instance
from bounds.learners import Learner
from bounds.numbers import to_float

Rounds = list[set[int]]
"""The experts that are wrong in each round, counted from 0."""


def counts_mistakes(claim: Claim) -> bool:
    """Tell whether a claim is about the mistakes of a vote of experts, and not about expected mistakes."""
    learner = (claim.base or claim).learner
    return claim.family == "experts" and learner is not None and learner.kind == "wma"


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


def blocks(N: int, first: int, then: int) -> Rounds:
    """Return ``first`` rounds in which expert 0 errs, then ``then`` rounds in which the others err in turn.

    While it errs alone, expert 0 costs less and less, and then it is the others that have the weight.

    >>> blocks(3, 1, 3)
    [{0}, {1}, {2}, {1}]
    """
    return [{0}] * first + [{1 + t % (N - 1)} for t in range(then)]


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


def wrong_by_its_own_weights(learner: Learner, version: Version, N: int, spared: int, length: int) -> Rounds:
    """Return rounds in which a learner's vote errs, for weights that it is asked for: its votes on unit vectors.

    The first ``spared`` experts never err. Ends as soon as the vote is right.

    >>> from bounds.learners import TableLearner
    >>> from bounds.data.versions import CLASSIFICATION
    >>> wrong_by_its_own_weights(TableLearner("wma", Fraction(1, 2)), CLASSIFICATION, 4, 1, 9)
    [{1, 3}, {2, 3}, {1, 2, 3}]
    """
    learner.start(N)
    units = [Example([int(i == j) for j in range(N)]) for i in range(N)]
    rounds: Rounds = []
    for _ in range(length):
        votes = [learner.predict(unit) for unit in units]
        weights = [vote if isinstance(vote, Fraction) else Fraction(to_float(vote)) for vote in votes]
        wrong = _heavy_half(weights, spared)
        x = Example([-1 if i in wrong else 1 for i in range(N)])
        if version.target(1).side(learner.predict(x)) == 0:
            break
        learner.update(x, version.target(1))
        rounds.append(wrong)
    return rounds


def _heavy_half(weights: Sequence[Fraction], first: int = 0) -> set[int]:
    half = sum(weights, Fraction(0)) / 2
    order = sorted(range(first, len(weights)), key=lambda i: -weights[i])
    return just_enough(order, weights, lambda weight: weight >= half) or set(order)


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
        for name, N, rounds in (*_sequences(Fraction(1, 2), few=True), *_blocks((3, 4, 5, 6, 8))):
            yield f"{name}, N = {N}", Instance(expert_trials(N, rounds))
        return
    for rate in RATES:
        if rate > rate_limit(claim):
            continue
        for name, N, rounds in (*_sequences(rate, few=False), *_blocks([1 / rate] if rate >= Fraction(1, 10) else [])):
            yield f"{name}, N = {N}, eta = {rate}", Instance(expert_trials(N, rounds), parameters={s.eta: rate})
        if rate in (Fraction(1, 2), Fraction(1, 4)):
            yield from erring_rounds(claim, rate, 60, spared=1)


def _blocks(roots: Iterable[Fraction | int]) -> Iterator[tuple[str, int, Rounds]]:
    """Yield blocks of T rounds in all, T the square of each root: the rate 1/root is the best one for T rounds."""
    for root, N, share in product(roots, (2, 3), (12, 6, 4)):
        T = max(4, round(root * root))
        first = max(1, T // share)
        yield f"expert 1 errs {first} times, then the others {T - first} times", N, blocks(N, first, T - first)


SIZES = (3, 4, 6, 8, 12, 16, 24, 32)


def erring_rounds(claim: Claim, rate: Fraction, longest: int, spared: int) -> Iterator[tuple[str, Instance]]:
    """Yield rounds in which the claim's own learner errs as long as it can be made to, ``spared`` experts never."""
    for N in SIZES:
        empty = Instance(expert_trials(N, []), parameters={s.eta: rate})
        case = claim.case(empty)
        try:
            rounds = wrong_by_its_own_weights(case.learner(), case.version, N, spared, longest)
        except BoundcheckError:
            continue
        if rounds:
            yield (
                f"{len(rounds)} votes wrong by its own weights, N = {N}, eta = {rate}",
                Instance(expert_trials(N, rounds), parameters={s.eta: rate}),
            )
