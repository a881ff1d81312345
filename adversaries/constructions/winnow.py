"""Adversaries against Winnow on disjunctions: single features, greedy demotions, and the exact worst case.

Features are numbered so that the first k are relevant. What counts of a state is the multiset of the exponents
of relevant weights and that of the irrelevant ones, so that the longest sequence of mistakes is the longest
path of a finite graph without cycles. (The theorem's bound is what makes it finite.)
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from fractions import Fraction
from functools import lru_cache
from itertools import product
from typing import Any, TypeAlias

from adversaries.constructions.subsets import filled, just_enough
from bounds import symbols as s
from bounds.claims.claim import Claim, Comparator
from bounds.claims.limits import says
from bounds.data.trials import Trials
from bounds.data.vectors import Example
from bounds.errors import BoundcheckError
from bounds.instances import Instance

Exponents: TypeAlias = tuple[int, ...]
"""Exponents K of weights alpha**K, in increasing order."""

State: TypeAlias = tuple[Exponents, Exponents]
"""The exponents of the relevant weights and of the irrelevant ones."""

Move: TypeAlias = tuple[Exponents, Exponents]
"""The exponents of the active relevant weights (none on a negative example) and irrelevant ones."""


def disjunction_trials(N: int, k: int, active: Sequence[set[int]]) -> tuple[Trials, Example]:
    """Return the trials on which these features are active, with the comparator: the first k of N features.

    >>> disjunction_trials(3, 1, [{0, 2}, {1, 2}])
    (Trials(l=2, n=3: (1, 0, 1) -> 1; (0, 1, 1) -> -1), (1, 0, 0))
    """
    rows = [[int(i in features) for i in range(N)] for features in active]
    labels = [1 if min(features, default=N) < k else -1 for features in active]
    return Trials.from_integers(rows, 1, labels, N), Example([int(i < k) for i in range(N)])


def single_features(k: int, times: int) -> list[set[int]]:
    """Return each of k relevant features alone, ``times`` times: m+ = k (log N + 1) where N is a power of 2.

    >>> single_features(2, 2)
    [{0}, {0}, {1}, {1}]
    """
    return [{i} for i in range(k) for _ in range(times)]


def greedy_demotions(N: int, k: int, alpha: Fraction, longest: int = 200) -> list[set[int]]:
    """Return mistakes on negative examples as long as they can be had, else one on a positive example.

    A negative example is the lightest set of irrelevant features of weight above N that is found by taking
    the heaviest first; a positive one has the lightest relevant feature and what else fits below N.

    >>> greedy_demotions(2, 1, Fraction(2), 4)
    [{0, 1}, {0}]
    """
    exponents = [0] * N
    sequence: list[set[int]] = []
    while len(sequence) < longest:
        weights = [alpha**e for e in exponents]
        order = sorted(range(k, N), key=lambda i: -weights[i])
        negative = just_enough(order, weights, lambda weight: weight > N)
        lightest = min(range(k), key=weights.__getitem__)
        if not negative and weights[lightest] > N:
            break
        sequence.append(negative or filled(lightest, order, weights, lambda weight: weight <= N))
        for i in sequence[-1]:
            exponents[i] += -1 if negative else 1
    return sequence


def _choices(exponents: Exponents) -> Iterator[Exponents]:
    """Yield every sub-multiset."""
    counted = sorted(Counter(exponents).items())
    for numbers in product(*(range(count + 1) for _, count in counted)):
        yield tuple(e for (e, _), number in zip(counted, numbers, strict=True) for _ in range(number))


def _shifted(exponents: Exponents, chosen: Exponents, by: int) -> Exponents:
    left = Counter(exponents) - Counter(chosen)
    return tuple(sorted([*left.elements(), *(e + by for e in chosen)]))


@lru_cache(maxsize=64)
def longest_run(N: int, k: int, alpha: Fraction = Fraction(2)) -> tuple[frozenset[int], ...]:
    """Return the active features of a longest possible sequence of mistakes on k relevant of N features.

    Found by searching the graph of all states, exactly. Positive examples with one relevant feature are
    enough. Meant for small N: the time grows fast (N = 8 takes a second).

    >>> len(longest_run(2, 1)), len(longest_run(4, 1))
    (2, 5)
    """
    if not 1 <= k <= N:
        raise BoundcheckError(f"k is {k} and N is {N}; there are 1 to N relevant features")
    heavy = _weight_test(N, alpha)
    best: dict[State, tuple[int, Move | None]] = {}

    def solve(state: State) -> int:
        if state not in best:
            longest: tuple[int, Move | None] = (0, None)
            for move, after in _moves(state, heavy):
                length = 1 + solve(after)
                if length > longest[0]:
                    longest = (length, move)
            best[state] = longest
        return best[state][0]

    state: State = ((0,) * k, (0,) * (N - k))
    solve(state)
    return tuple(_features(N, k, state, best))


def _weight_test(N: int, alpha: Fraction, room: int = 64) -> Callable[[Exponents], bool]:
    """Return whether weights with these exponents sum to more than N, in integers."""
    p, q = alpha.as_integer_ratio()
    weight = {e: p ** (room + e) * q ** (room - e) for e in range(-room, room + 1)}
    threshold = N * (p * q) ** room
    return lambda exponents: sum(weight[e] for e in exponents) > threshold


def _moves(state: State, heavy: Callable[[Exponents], bool]) -> Iterator[tuple[Move, State]]:
    """Yield every mistake that Winnow can be made to make in this state, with the state after it."""
    relevant, irrelevant = state
    for chosen in _choices(irrelevant):
        if heavy(chosen):
            yield ((), chosen), (relevant, _shifted(irrelevant, chosen, -1))
        for e in sorted(set(relevant)):
            if not heavy((e, *chosen)):
                yield ((e,), chosen), (_shifted(relevant, (e,), 1), _shifted(irrelevant, chosen, 1))


def _features(N: int, k: int, state: State, best: dict[State, tuple[int, Move | None]]) -> Iterator[frozenset[int]]:
    """Follow the best moves from a state, giving the exponents back to features."""
    exponents = [*state[0], *state[1]]
    while True:
        _, move = best[tuple(sorted(exponents[:k])), tuple(sorted(exponents[k:]))]
        if move is None:
            return
        features: set[int] = set()
        for numbers, chosen in ((range(k), move[0]), (range(k, N), move[1])):
            for e in chosen:
                features.add(next(i for i in numbers if exponents[i] == e and i not in features))
        for i in features:
            exponents[i] += 1 if move[0] else -1
        yield frozenset(features)


def _sequences(alpha: Fraction) -> Iterator[tuple[str, int, int, list[set[int]]]]:
    for N, k in ((1, 1), (2, 1), (2, 2), (4, 1), (4, 4), (8, 1), (8, 3)):
        times = 1
        while alpha ** (times - 1) <= N:
            times += 1
        yield "single features", N, k, single_features(k, times)
    for N, k in ((2, 1), (3, 1), (4, 1), (8, 1), (8, 2), (16, 1), (16, 3), (32, 1), (32, 2), (64, 1), (256, 1)):
        yield "greedy demotions", N, k, greedy_demotions(N, k, alpha)
    for N, k in ((2, 1), (3, 1), (4, 1), (4, 2)):
        yield "a longest run", N, k, [set(features) for features in longest_run(N, k, alpha)]


def instances(claim: Claim) -> Iterator[tuple[str, Instance]]:
    """Yield these sequences for the claims about Winnow on disjunctions, with several factors where beta is free."""
    if claim.comparator is not Comparator.DISJUNCTION or s.beta not in {*claim.free, *claim.defines}:
        return
    single = says(claim, "k == 1")
    for beta in map(Fraction, ("1", "1/2", "3")) if s.beta in claim.free else (Fraction(1),):
        parameters: dict[Any, Fraction] = {s.beta: beta} if s.beta in claim.free else {}
        for name, N, k, active in _sequences(1 + beta):
            if k == 1 or not single:
                yield f"{name}, N = {N}, k = {k}", Instance(*disjunction_trials(N, k, active), parameters)
