"""Longest sequences of mistakes, by dynamic programming over the states of a discrete learner.

Winnow on disjunctions: the exact longest path (adversaries.constructions.winnow). Weighted votes: of a state only the
differences of the experts' error counts matter, so that the rounds are layers of a graph, and a state is worth the
fewest errors of the best expert with which it is reached. The Perceptron: all sequences of small integer rows, each
a mistake, of which those that come nearest to the bound are kept.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from fractions import Fraction
from itertools import combinations_with_replacement, product
from typing import TypeAlias

import numpy as np

from adversaries.constructions.experts import counts_mistakes
from adversaries.constructions.winnow import disjunction_trials, longest_run
from adversaries.generate.in_floats import bound_in_floats
from adversaries.generate.rounding import direction, proposed, rate_limit
from adversaries.optimise.adaptive import expert_rows
from adversaries.optimise.local_search import Form, Goal, Link, form, scored
from bounds import symbols as s
from bounds.claims.claim import Claim, Comparator, Outcomes
from bounds.claims.limits import says
from bounds.data.instances import Instance

Counts: TypeAlias = tuple[int, ...]
"""Error counts of the experts in increasing order, less that of the best."""

# --- weighted votes ------------------------------------------------------------------------------------


def wrong_sets(counts: Counts, factor: float) -> Iterator[tuple[int, ...]]:
    """Yield the sets of experts that just make up half of the weight: without any one of them they do not.

    Of experts with equal counts the first ones are taken.

    >>> list(wrong_sets((0, 0, 1), 0.5))
    [(0, 2), (0, 1)]
    """
    levels = sorted(set(counts))
    groups = [[i for i, c in enumerate(counts) if c == level] for level in levels]
    weights = [factor**level for level in levels]
    half = sum(w * len(g) for w, g in zip(weights, groups, strict=True)) / 2
    for numbers in product(*(range(len(group) + 1) for group in groups)):
        weight = sum(w * number for w, number in zip(weights, numbers, strict=True))
        lightest = min((w for w, number in zip(weights, numbers, strict=True) if number), default=0.0)
        if weight >= half - 1e-12 and weight - lightest < half - 1e-12:
            yield tuple(i for group, number in zip(groups, numbers, strict=True) for i in group[:number])


def fewest_errors(N: int, factor: float, rounds: int, widest: int = 4000) -> Iterator[list[list[int]]]:
    """Yield, for 1, 2, ... rounds that are all mistakes, error counts over time with the best expert erring least.

    Each item is the sequence of rows of +-1 (+1 is right). Layers are kept to the ``widest`` most promising
    states, those with the fewest errors; for small N and few rounds nothing is cut and the answer is exact.

    >>> [sum(row[0] < 0 for row in rows) for rows in fewest_errors(3, 0.5, 4)]
    [0, 0, 1, 1]
    """
    start: Counts = (0,) * N
    layers: list[dict[Counts, tuple[int, Counts, tuple[int, ...]]]] = [{start: (0, start, ())}]
    for _ in range(rounds):
        following: dict[Counts, tuple[int, Counts, tuple[int, ...]]] = {}
        for state, (base, _, _) in layers[-1].items():
            for wrong in wrong_sets(state, factor):
                counts = sorted(c + (i in wrong) for i, c in enumerate(state))
                after, new = tuple(c - counts[0] for c in counts), base + counts[0]
                if after not in following or new < following[after][0]:
                    following[after] = (new, state, wrong)
        kept = sorted(following.items(), key=lambda item: (item[1][0], sum(item[0])))[:widest]
        layers.append(dict(kept))
        best = min(layers[-1], key=lambda state: (layers[-1][state][0], sum(state)))
        yield _unwound(layers, best)


def _unwound(layers: Sequence[dict[Counts, tuple[int, Counts, tuple[int, ...]]]], last: Counts) -> list[list[int]]:
    """Follow the states back, then play forwards with experts that keep their names; the best comes first."""
    moves: list[tuple[int, ...]] = []
    state = last
    for layer in reversed(layers[1:]):
        _, state, wrong = layer[state]
        moves.append(wrong)
    N = len(last)
    order, counts, rows = list(range(N)), [0] * N, []
    for wrong in reversed(moves):
        names = {order[i] for i in wrong}
        rows.append([-1 if i in names else 1 for i in range(N)])
        counts = [c + (i in names) for i, c in enumerate(counts)]
        order = sorted(range(N), key=lambda i: counts[i])
    best = order[0]
    return [[row[best], *row[:best], *row[best + 1 :]] for row in rows]


RATES = tuple(map(Fraction, ("1/2", "1/4", "1/8", "17/25", "9/10", "99/100")))


def _votes(claim: Claim, effort: int) -> Iterator[tuple[str, Instance]]:
    limit = rate_limit(claim)
    for N, rounds in ((2, 40), (3, 30), (4, 30), (6, 24), (8, 20)):
        for rate in (rate for rate in RATES if rate <= limit):
            for rows in fewest_errors(N, float(1 - rate), rounds, widest=60 * effort):
                name = f"{len(rows)} mistakes, N = {N}, eta = {rate}, the fewest errors"
                yield name, expert_rows(claim, rows, {s.eta: rate})


def _masters(claim: Claim, effort: int) -> Iterator[tuple[str, Instance]]:
    for N, rounds in ((2, 16), (3, 20), (4, 24), (7, 16), (9, 30)):
        for rows in fewest_errors(N, float(np.exp(-1.0)), rounds, widest=60 * effort):
            parameters = {symbol: Fraction(1) for symbol in claim.free}
            yield f"{len(rows)} mistakes, n = {N}, the fewest errors", expert_rows(claim, rows, parameters)


# --- Winnow --------------------------------------------------------------------------------------------


def _longest_runs(claim: Claim, effort: int) -> Iterator[tuple[str, Instance]]:
    single = says(claim, "k == 1")
    sizes = [(1, 1), (2, 1), (2, 2), (3, 1), (3, 2), (4, 1), (4, 2), (4, 3), (5, 1), (5, 2), (6, 1), (6, 2), (7, 1)]
    if effort > 1:
        sizes += [(7, 2), (8, 1), (8, 2), (8, 3)]
    betas = (Fraction(1), Fraction(1, 2), Fraction(3)) if s.beta in claim.free else (Fraction(1),)
    for N, k in sizes:
        for beta in betas if N <= 5 else betas[:1]:
            if k == 1 or not single:
                active = [set(features) for features in longest_run(N, k, 1 + beta)]
                parameters = {s.beta: beta} if s.beta in claim.free else {}
                yield f"a longest run, N = {N}, k = {k}", Instance(*disjunction_trials(N, k, active), parameters)


# --- the Perceptron ------------------------------------------------------------------------------------


def small_sequences(reduced: Form, n: int, l: int, largest: int) -> Iterator[tuple[float, list[tuple[int, ...]]]]:  # noqa: E741
    """Yield all sequences of l integer rows of n entries that are all mistakes, with their ratios.

    Entries are at most ``largest``; by symmetry the first row is non-negative and increasing.
    """
    bound = bound_in_floats(reduced.claim)
    entries = [row for row in product(range(-largest, largest + 1), repeat=n) if any(row)]

    def extended(rows: list[tuple[int, ...]], w: tuple[int, ...]) -> Iterator[list[tuple[int, ...]]]:
        if len(rows) == l:
            yield rows
            return
        for row in entries:
            if sum(a * b for a, b in zip(row, w, strict=True)) <= 0:
                yield from extended([*rows, row], tuple(a + b for a, b in zip(row, w, strict=True)))

    for first in combinations_with_replacement(range(largest + 1), n):
        if any(first):
            for rows in extended([first], first):
                found = scored(reduced, bound, np.array(rows, dtype=float), 1.0, 2)
                if found.ratio > 0:
                    yield found.ratio, rows


def _records(reduced: Form, effort: int) -> Iterator[tuple[str, Instance]]:
    """Yield every small sequence that comes nearer to the bound than all before it, or beyond it."""
    for n, l, largest in ((1, 1, 2), (2, 1, 2), (2, 2, 1), (2, 2, 2), (2, 3, 1), (3, 2, 1)):  # noqa: E741
        best = 0.0
        for count, (ratio, rows) in enumerate(small_sequences(reduced, n, l, largest)):
            if count > 2000 * effort:
                break
            if ratio > best + 1e-12 or ratio > 1 + 1e-9:
                best = max(best, ratio)
                u = scored(reduced, bound_in_floats(reduced.claim), np.array(rows, dtype=float), 1.0, 2).u
                scale = np.abs(u).max()
                name = f"{l} small rows, n = {n}, ratio {ratio:.3f}"
                yield from proposed(name, reduced.claim, rows, 1, direction(u / scale, 1000), {})


def instances(claim: Claim, seed: int, effort: int = 1) -> Iterator[tuple[str, Instance]]:
    """Yield longest sequences of mistakes for small sizes; nothing here depends on ``seed``."""
    del seed
    if claim.comparator is Comparator.DISJUNCTION and s.beta in {*claim.free, *claim.defines}:
        yield from _longest_runs(claim, effort)
    if claim.outcomes is Outcomes.MASTER and claim.comparator is Comparator.EXPERT:
        yield from _masters(claim, effort)
    elif counts_mistakes(claim) and s.eta in claim.free:
        yield from _votes(claim, effort)
    reduced = form(claim)
    if reduced is not None and reduced.link is Link.LINEAR and reduced.goal is Goal.MISTAKES:
        yield from _records(reduced, effort)
