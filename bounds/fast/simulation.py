"""Fast exact runs of the Perceptron and Winnow on examples in {0, 1}^N, for experiments with many trials.

The same algorithms as in bounds.learners, in integers: what is decided here is decided exactly.
"""

from __future__ import annotations

import math
from fractions import Fraction

import numpy as np

from bounds.data.integer_matrix import Flags, Integers
from bounds.errors import BoundcheckError

BLOCK = 64


def perceptron_mistakes(x: Integers, positive: Flags, threshold: int | None = None) -> Flags:
    """Tell on which trials the Perceptron errs, from the zero vector.

    ``x`` has shape (l, N) with entries 0 and 1, ``positive`` shape (l,). The learning rate is 1. Without
    ``threshold`` the threshold is learned by the bias trick; else yhat = 1 iff w.x >= threshold (an integer;
    w.x >= 1/2 is w.x >= 1).

    >>> perceptron_mistakes(np.eye(3, dtype=np.int64), np.array([False, True, False])).tolist()
    [True, True, True]
    """
    seen = x if threshold is not None else np.hstack([x, np.ones((len(x), 1), dtype=np.int64)])
    w = np.zeros(seen.shape[1], dtype=np.int64)
    mistakes = np.zeros(len(seen), dtype=bool)
    t = 0
    while t < len(seen):
        block = slice(t, t + BLOCK)
        wrong = (seen[block] @ w >= (threshold or 0)) != positive[block]
        first = int(wrong.argmax())
        if not wrong[first]:
            t += BLOCK
            continue
        t += first
        mistakes[t] = True
        w += seen[t] if positive[t] else -seen[t]
        t += 1
    return mistakes


def winnow_mistakes(x: Integers, positive: Flags, alpha: Fraction, theta: Fraction) -> Flags:
    """Tell on which trials Winnow errs, from w = (1, ..., 1), with factor alpha > 1 and yhat = 1 iff w.x >= theta.

    Weights are alpha**K with integers K; the sum is compared with theta in integers, ties included.

    >>> winnow_mistakes(np.array([[1, 1, 0], [1, 0, 1]]), np.array([True, True]), Fraction(2), Fraction(7, 2)).tolist()
    [True, True]
    """
    if alpha <= 1:
        raise BoundcheckError(f"Winnow's factor alpha is {alpha}; it must be greater than 1")
    exponents = np.zeros(x.shape[1], dtype=np.int64)
    mistakes = np.zeros(len(x), dtype=bool)
    low, powers, limit = 0, [1], math.ceil(theta)
    for t, row in enumerate(x):
        active = np.flatnonzero(row)
        counts = np.bincount(exponents[active] - low).tolist() if active.size else []
        total = sum(c * power for c, power in zip(counts, powers, strict=False) if c)
        if (total >= limit) != positive[t]:
            mistakes[t] = True
            exponents[active] += 1 if positive[t] else -1
            low, high = int(exponents.min()), int(exponents.max())
            powers = [alpha.numerator**j * alpha.denominator ** (high - low - j) for j in range(high - low + 1)]
            limit = math.ceil(theta * alpha.denominator ** (high - low) / alpha**low)
    return mistakes
