"""What known learners pay in the games: their bounds, and their own exact worst cases where these are small enough."""

from __future__ import annotations

import itertools
import math
from collections.abc import Iterator
from fractions import Fraction
from functools import cache

import sympy

from bounds.claims.catalogue import theorem
from verify.certify.search import certify
from verify.kernel_minimax import State
from verify.kernel_tables import choices, shifted

Beside = Iterator[tuple[str, str]]
HALF = Fraction(1, 2)
HEDGED = 80
"""The most experts times trials on which Hedge's worst case is worked out, of up to four experts."""

WINNOWED, LONGEST, SECONDS = 5, 16, 20
"""The most attributes for which Winnow's worst case is worked out, on how many trials, and in what time."""


def digits(a: sympy.Expr | Fraction) -> str:
    """Return a number in six digits, for reading."""
    return str(sympy.N(sympy.Rational(a.numerator, a.denominator) if isinstance(a, Fraction) else a, 6))


def bound(claim: str, **values: sympy.Expr | int) -> sympy.Expr:
    """Return a bound of the catalogue at values of its symbols."""
    stated = theorem(claim).bound
    return stated.subs({symbol: values[symbol.name] for symbol in stated.free_symbols})


def for_experts(n: int, length: int) -> Beside:
    """Yield what Hedge pays of the regret on L trials."""
    eta = sympy.sqrt(8 * sympy.log(n) / length)
    yield "Hedge's bound", f"{digits(bound('classics.hedge', eta=eta, l=length, n=n))} at its best rate"
    if n * length <= HEDGED and n < 5:
        beta = min((Fraction(a, 20) for a in range(1, 20)), key=lambda b: abs(sympy.log(sympy.Rational(str(b))) + eta))
        worst = hedge(n, length, beta)
        yield "Hedge itself", f"{digits(worst)} at beta = {beta}, at worst"


def hedge(n: int, length: int, beta: Fraction) -> Fraction:
    """Return the worst regret of Hedge, whose weights are beta**losses, exactly.

    >>> hedge(2, 1, Fraction(1, 2)), hedge(2, 2, Fraction(1, 2))
    (Fraction(1, 2), Fraction(5, 6))
    """
    moves = [losses for losses in itertools.product((0, 1), repeat=n) if 0 < sum(losses) < n]

    @cache
    def value(left: int, gaps: State) -> Fraction:
        if not left:
            return Fraction(0)
        weights = [beta**gap for gap in gaps]
        total = sum(weights, Fraction(0))
        best = Fraction(0)
        for losses in moves:
            lost = [gap + loss for gap, loss in zip(gaps, losses, strict=True)]
            least = min(lost)
            paid = sum((w for w, loss in zip(weights, losses, strict=True) if loss), Fraction(0)) / total
            best = max(best, paid - least + value(left - 1, tuple(sorted(a - least for a in lost))))
        return best

    return value(length, (0,) * n)


def for_mistakes(n: int, k: int, *, coins: bool) -> Beside:
    """Yield what Weighted Majority and others pay if the best of n experts errs at most k times."""
    half = sympy.Rational(1, 2)
    if coins:
        mistaken = k + bound("kitani.rwma", eta=half, N=n, k=k)
        yield "RWMA's bound", f"{digits(mistaken)} at eta = 1/2"
        if n * (k + 1) <= 12:
            yield "RWMA itself", f"{digits(randomised(n, k, HALF))} or more, at eta = 1/2"
        return
    yield "Binomial Weights", f"{binomial_weights(n, k)} at most"
    if n * (k + 1) <= 24:
        yield "Weighted Majority", f"{weighted_majority(n, k, HALF)} or more, at eta = 1/2"
    yield "WM's bound", f"{digits(k + bound('kitani.wma', eta=half, N=n, k=k))}"
    if k == 0:
        yield "Halving", f"{n.bit_length() - 1} at most"


def binomial_weights(n: int, k: int) -> int:
    """Return the largest q with 2**q <= n times the sum of q over i up to k (Cesa-Bianchi et al. 1996)."""
    return max(q for q in range(4 * (k + n) + 4) if 2**q <= n * sum(math.comb(q, i) for i in range(k + 1)))


def weighted_majority(n: int, k: int, beta: Fraction) -> int:
    """Return how many mistakes in a row Weighted Majority can make, which predicts as it has to in a tie.

    It takes off a part of each weight that errs, and experts that have erred too often to be the best still vote.

    >>> weighted_majority(8, 1, HALF), weighted_majority(4, 3, HALF)
    (8, 9)
    """

    @cache
    def value(erred: State) -> int:
        weights = [beta.numerator**e * beta.denominator ** (erred[-1] - e) for e in range(erred[-1] + 1)]
        total = sum(weights[e] for e in erred)
        best = 0
        for wrong in choices(erred):
            if 2 * sum(weights[e] for e in wrong) >= total:
                after = shifted(erred, wrong, 1)
                best = max(best, 1 + value(after) if after[0] <= k else 0)
        return best

    return value((0,) * n)


def randomised(n: int, k: int, beta: Fraction) -> Fraction:
    """Return how many mistakes RWMA can be made to expect, if no expert errs more than k + 3 times.

    >>> randomised(2, 0, HALF), randomised(2, 1, HALF)
    (Fraction(31, 30), Fraction(11, 5))
    """

    @cache
    def value(erred: State) -> Fraction:
        weights = [beta**e for e in range(erred[-1] + 1)]
        total = sum((weights[e] for e in erred), Fraction(0))
        best = Fraction(0)
        for wrong in choices(erred):
            after = shifted(erred, wrong, 1)
            if wrong and after[0] <= k and after[-1] <= k + 3:
                best = max(best, sum((weights[e] for e in wrong), Fraction(0)) / total + value(after))
        return best

    return value((0,) * n)


def for_class(functions: list[str], attributes: int, relevant: int) -> Beside:
    """Yield what Halving and Winnow pay; of Winnow where the class is one of disjunctions."""
    yield "Halving", f"{len(functions).bit_length() - 1} at most"
    if relevant:
        winnow = bound("kitani.winnow", k=relevant, N=attributes)
        yield "Winnow's bound", f"less than {digits(winnow)}"
        if attributes <= WINNOWED:
            certified = certify("kitani.winnow", LONGEST, seconds=SECONDS, n=attributes, k=relevant)
            if certified.worst:
                every = certified.verdict == "CERTIFIED for every l"
                yield "Winnow itself", f"{certified.worst[-1].value} {'at worst' if every else 'or more'}"
