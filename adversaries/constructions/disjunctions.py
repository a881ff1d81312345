"""Disjunctions: random samples as in the experiments of Kivinen and Warmuth 1995, and the worst cases for Winnow."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import suppress
from dataclasses import replace
from fractions import Fraction
from typing import Any, TypeAlias

import numpy as np

from bounds import symbols as s
from bounds.claims.claim import Claim, Comparator
from bounds.claims.variants import own, theorem_id
from bounds.data.integer_matrix import Flags, Integers
from bounds.data.trials import Trials
from bounds.data.vectors import Example
from bounds.data.versions import Version, thresholded
from bounds.disjunctions import expand
from bounds.errors import BoundcheckError
from bounds.instances import Instance
from bounds.learners import Learner, TableLearner
from bounds.mathematics import hadamard
from bounds.numbers import Number

Generator: TypeAlias = np.random.Generator

RESOLUTION = 1 << 32


def draw(n: int, trials: int, probability: float, rng: Generator) -> Integers:
    """Return examples of shape (trials, n) whose entries are 1 with this probability, independently.

    The probability is rounded to a multiple of 2**-32; no verdict depends on it.
    """
    limit = round(probability * RESOLUTION)
    examples: Integers = (rng.integers(0, RESOLUTION, (trials, n)) < limit).astype(np.int64)
    return examples


def sparse_probability(k: int) -> float:
    """Return 1 - 2**(-1/k), with which a k-literal disjunction is 1 on half of the examples."""
    return float(1 - 0.5 ** (1 / k))


def _disjunction(x: Integers, k: int) -> Flags:
    labels: Flags = np.logical_or.reduce(x[:, :k] != 0, axis=1)
    return labels


def sparse(n: int, k: int, trials: int, rng: Generator) -> tuple[Integers, Flags]:
    """Return examples with P(x_i = 1) = 1 - 2**(-1/k), and whether one of the first k attributes is 1."""
    x = draw(n, trials, sparse_probability(k), rng)
    return x, _disjunction(x, k)


def uniform(n: int, k: int, trials: int, rng: Generator) -> tuple[Integers, Flags]:
    """Return uniform examples, and whether one of the first k attributes is 1."""
    x = draw(n, trials, 0.5, rng)
    return x, _disjunction(x, k)


def balanced(n: int, k: int, trials: int, rng: Generator) -> tuple[Integers, Flags]:
    """Return uniform examples conditioned on a fair label: where it is 0, the k relevant attributes are 0."""
    x, _ = uniform(n, k, trials, rng)
    x[rng.integers(0, 2, trials) == 0, :k] = 0
    return x, _disjunction(x, k)


def sparse_sample(n: int, k: int, trials: int, seed: int) -> Instance:
    """Return the examples of figure 2 for one seed, labelled by the disjunction of the first k attributes.

    >>> sparse_sample(5, 2, 10, seed=1).trials.l
    10
    """
    x, positive = sparse(n, k, trials, np.random.default_rng(seed))
    u = Example([int(i < k) for i in range(n)])
    return Instance(Trials(x, 1, [1 if y else -1 for y in positive]), u)


def halve_blocks(learner: Learner, version: Version, k: int, levels: int) -> Instance:
    """Force k * levels mistakes on any learner of disjunctions of k out of k * 2**levels variables.

    One literal hides in each block of 2**levels. An example has half of the variables that may still be it, and
    the label is the one the learner did not predict.

    >>> halve_blocks(TableLearner("bias_perceptron", Fraction(1), Fraction(0)), thresholded(Fraction(0)), 2, 3).trials.l
    6
    """
    if k < 1 or levels < 0:
        raise BoundcheckError(f"k is {k} and levels is {levels}; there must be a block and no negative level")
    size = 2**levels
    n = k * size
    learner.start(n)
    one = version.target(1)
    rows, labels, literals = [], [], []
    for block in range(k):
        left = list(range(block * size, (block + 1) * size))
        while len(left) > 1:
            half = left[: len(left) // 2]
            x = Example([int(i in half) for i in range(n)])
            y = -1 if one.side(learner.predict(x)) == 0 else 1
            learner.update(x, version.target(y))
            rows.append(x.numerators)
            labels.append(y)
            left = half if y == 1 else left[len(half) :]
        literals += left
    u = Example([int(i in literals) for i in range(n)])
    return Instance(Trials.from_integers(rows, 1, labels, n), u)


def one_by_one(n: int, k: int, together: bool) -> Instance:
    """Return each of the n - k irrelevant variables alone, and then perhaps all of them together."""
    rows = [[int(i == j) for i in range(n)] for j in range(k, n)]
    if together:
        rows.append([int(i >= k) for i in range(n)])
    u = Example([int(i < k) for i in range(n)])
    return Instance(Trials.from_integers(rows, 1, [-1] * len(rows), n), u)


def overload(k: int, size: int) -> Instance:
    """Return many mistakes of Winnow with factor 3/2 and threshold ``size`` on k literals of k * size variables.

    Each literal is shown until it reaches the threshold by itself, with as many others as stay below it together; then
    others alone, the heaviest first and as few as reach it.

    >>> overload(5, 6).trials.l
    49
    """
    n = k * size
    weights, rows, labels = [Fraction(1)] * n, list[list[int]](), list[int]()

    def others(total: Fraction, below: bool) -> list[int]:
        held = []
        for i in sorted(range(k, n), key=weights.__getitem__, reverse=True):
            if (total + weights[i] if below else total) < size:
                held.append(i)
                total += weights[i]
        return held

    def show(held: list[int], y: int) -> None:
        for i in held:
            weights[i] *= Fraction(3, 2) ** y
        rows.append([int(i in held) for i in range(n)])
        labels.append(y)

    for literal in range(k):
        while weights[literal] < size:
            show([literal, *others(weights[literal], True)], 1)
    while sum(weights[k:]) >= size:
        show(others(Fraction(0), False), -1)
    return Instance(Trials.from_integers(rows, 1, labels, n), Example([int(i < k) for i in range(n)]))


def _with(instance: Instance, parameters: dict[Any, Number]) -> Instance:
    return replace(instance, parameters=parameters)


def _halving(claim: Claim) -> Iterator[tuple[str, Instance]]:
    for k, levels in ((1, 1), (2, 3), (3, 4)):
        theta = Fraction(2**levels)
        instance = halve_blocks(TableLearner("winnow", Fraction(3, 2)), thresholded(theta), k, levels)
        known: dict[Any, Number] = {s.alpha: Fraction(3, 2), s.theta: theta}
        parameters = {symbol: known[symbol] for symbol in claim.free}
        yield f"halving {k} blocks of {2**levels} variables", _with(instance, parameters)


def _overloading(claim: Claim) -> Iterator[tuple[str, Instance]]:
    for k, size, constant in ((5, 6, 7), (6, 8, 8), (10, 10, 10)):
        parameters: dict[Any, Number] = {symbol: Fraction(constant) for symbol in claim.free}
        yield f"{k} literals of {k * size} variables, overloaded", _with(overload(k, size), parameters)


def _elimination(claim: Claim) -> Iterator[tuple[str, Instance]]:
    for n, k in ((2, 1), (3, 1), (5, 2), (9, 1)):
        alpha: dict[Any, Number] = {s.alpha: Fraction(n - k + 1)} if s.alpha in claim.free else {}
        yield f"each of {n - k} irrelevant variables alone", _with(one_by_one(n, k, False), alpha)
        if n - k > 1:
            yield f"{n - k} irrelevant variables alone, then together", _with(one_by_one(n, k, True), alpha)


def _convergence(claim: Claim) -> Iterator[tuple[str, Instance]]:
    for d, k in ((1, 1), (2, 1), (3, 2), (4, 1)):
        n = 2**d + k - 1
        instance = hadamard.oppose(
            TableLearner("bias_perceptron", Fraction(1), Fraction(0)), thresholded(Fraction(0)), n, k
        )
        parameters: dict[Any, Number] = {symbol: Fraction(1) for symbol in claim.free}
        parameters[s.X] = max(sum(x, Fraction(0)) for x in instance.trials.examples)
        yield f"Hadamard pairs of order {2**d}", Instance(instance.trials, instance.target, parameters)
    if s.theta in claim.free:
        zeros = Trials.from_integers([[0, 0]] * 12, 1, [-1] * 12)
        parameters = {s.eta: Fraction(1), s.theta: Fraction(0), s.C: Fraction(10), s.X: Fraction(1)}
        yield "the example 0, with threshold 0", Instance(zeros, Example([1, 0]), parameters)


def _figure_2(claim: Claim) -> Iterator[tuple[str, Instance]]:
    del claim
    for n, trials, seed in ((200, 1000, 1), (400, 1000, 2)):
        yield f"a sample of {trials} trials, N = {n}", sparse_sample(n, 2 * n // 5, trials, seed)


def _all_terms(claim: Claim) -> Iterator[tuple[str, Instance]]:
    """Yield the disjunction of x_1, x_1 x_2, x_1 ~x_2 and x_2, which is 4 terms over 2 variables, at zero."""
    terms = [expand(x) for x in ((0, 0), (1, 0), (0, 1), (1, 1))]
    always = [i for i in range(9) if not terms[0][i]][:4]
    u = Example([int(i in always) for i in range(9)])
    trials = Trials.from_integers([terms[0]], 1, [-1])
    parameters: dict[Any, Number] = {s.N: Fraction(2)}
    parameters |= {symbol: Fraction(100) for symbol in claim.free}
    yield "4 terms over 2 variables, at zero", Instance(trials, u, parameters)


def _orders(claim: Claim) -> Iterator[tuple[str, Instance]]:
    """Yield the construction of definition 9 for several sizes, from e_1 where the claim has a start vector."""
    for d, k in ((3, 2), (1, 1), (2, 2), (3, 1)):
        n = 2**d + k - 1
        rows: list[list[int]] = []
        u, known = None, dict[Any, Number]({s.d: Fraction(d), s.k: Fraction(k)})
        if claim.comparator is Comparator.ANY:  # the pairs are the instance's, with a target
            rows = [list(z.numerators) for pair in hadamard.pairs(d, n) for z in pair]
            u, known = hadamard.target(1, d, n, k), {s.psi: Fraction(1, 2)}
        coefficients = (symbol for symbol in claim.free if symbol not in (s.d, s.k, s.psi))
        known |= {symbol: Fraction(1) for symbol in coefficients}
        start = Example([1] + [0] * (n - 1)) if claim.start == "any" else None
        trials = Trials.from_integers(rows, 1, [1] * len(rows), n)
        yield f"Hadamard pairs of order {2**d}, k = {k}", Instance(trials, u, known, start)


CONSTRUCTIONS = {
    **dict.fromkeys(("kw.13a", "kw.13b", "kw.ellip", "kw.lemma11", "kw.lemma12", "kw.thm8", "kw.pairs"), _orders),
    "kw.winnow.up": _halving,
    "kw.winnow.ok": _halving,
    "kw.winnow.ok.printed": _overloading,
    "kw.elim": _elimination,
    "kw.elim.sharp": _elimination,
    "kw.perc.okx": _convergence,
    "kw.perc.okx.printed": _convergence,
    "kw.okx.bias": _convergence,
    "kw.okx.fix": _convergence,
    "kw.fig2.printed": _figure_2,
    "kw.dnf.printed": _all_terms,
}


def instances(claim: Claim) -> Iterator[tuple[str, Instance]]:
    """Yield the constructions for claims about Winnow and the Perceptron on disjunctions; one's own get what fits."""
    construction = CONSTRUCTIONS.get(theorem_id(claim))
    if construction is not None:
        yield from construction(claim)
    elif own(claim) and claim.comparator is Comparator.DISJUNCTION:
        for construction in dict.fromkeys(CONSTRUCTIONS.values()):
            with suppress(BoundcheckError, KeyError, ArithmeticError):
                yield from construction(claim)
