"""The learners of the Kitani notes and of section 21.4 once more, in plain Fractions, and what their runs show.

The oracles are written from the sources and import nothing of the learners.
"""

from __future__ import annotations

import random
from collections.abc import Iterator, Sequence
from fractions import Fraction

from bounds.data.trials import Trials
from bounds.data.versions import Version
from bounds.fast.play import play
from bounds.learners import Learner
from bounds.numbers import Number

ONE = Fraction(1)

HALF = Fraction(1, 2)

Row = list[Fraction]

Seen = tuple[Number, Number, bool, list[Number]]
"""What a trial shows: prediction, (expected) mistake, whether the weights changed, the weights after it."""


def dot(a: Row, b: Row) -> Fraction:
    return sum((p * q for p, q in zip(a, b, strict=True)), Fraction(0))


def oracle_experts(eta: Fraction, rows: Sequence[Row], labels: Sequence[int], randomised: bool) -> Iterator[Seen]:
    w = [ONE] * len(rows[0])
    for x, y in zip(rows, labels, strict=True):
        old = list(w)
        vote = dot(w, x)
        wrong = [i for i in range(len(x)) if x[i] != y]
        mistake = sum((w[i] for i in wrong), Fraction(0)) / sum(w) if randomised else Fraction(vote * y <= 0)
        for i in wrong:
            w[i] = w[i] * (1 - eta)
        yield (vote / sum(old) if randomised else vote), mistake, w != old, list(w)


def oracle_winnow(
    alpha: Fraction, theta: Fraction, start: Fraction, tie_is_one: bool, rows: Sequence[Row], labels: Sequence[int]
) -> Iterator[Seen]:
    w = [start] * len(rows[0])
    for x, y in zip(rows, labels, strict=True):
        old = list(w)
        wx = dot(w, x)
        said = 1 if wx > theta or (tie_is_one and wx == theta) else -1
        if said != y:
            w = [a * (alpha if y == 1 else 1 / alpha) if b == 1 else a for a, b in zip(w, x, strict=True)]
        yield wx, Fraction(said != y), w != old, list(w)


def oracle_descent(eta: Fraction, mistakes_only: bool, rows: Sequence[Row], labels: Sequence[int]) -> Iterator[Seen]:
    w = [Fraction(0)] * len(rows[0])
    for x, y in zip(rows, labels, strict=True):
        old = list(w)
        wx = dot(w, x)
        if (wx * y <= 0) if mistakes_only else (wx * y < 1):
            w = [a + eta * y * b for a, b in zip(w, x, strict=True)]
        yield wx, Fraction(wx * y <= 0), w != old, list(w)


def seen(learner: Learner, version: Version, rows: Sequence[Row], labels: Sequence[int]) -> list[Seen]:
    states: list[list[Number]] = []
    trials = Trials.of(rows, labels)
    run = play(learner, trials, version, watch=lambda _: states.append(list(learner.weights)))
    states.append(list(learner.weights))
    return [
        (step.prediction, step.error if step.error is not None else Fraction(-1), before != after, after)
        for step, before, after in zip(run.steps, states, states[1:], strict=False)
    ]


def labels_of(rng: random.Random, length: int) -> list[int]:
    return [rng.choice((-1, 1)) for _ in range(length)]


def rows_of(rng: random.Random, length: int, n: int, values: Sequence[Fraction]) -> list[Row]:
    return [[rng.choice(values) for _ in range(n)] for _ in range(length)]


SMALL = tuple(Fraction(a, b) for a in range(-2, 3) for b in (1, 2))

RATES = tuple(map(Fraction, ("1/2", "1/3", "1/10", "3/4", "99/100")))
