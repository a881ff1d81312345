"""What the function symbols of the proofs about the Vapnik-Chervonenkis dimension are on data."""

from __future__ import annotations

import math
from itertools import combinations

from bounds import symbols as s
from bounds.claim import Case
from bounds.disjunctions import shattered
from verify.proofs.engine.session import Data
from verify.proofs.readings.learners import _ball


def _sizes(case: Case) -> tuple[int, int, dict[str, object]]:
    N, k = case.integer(s.N), case.integer(s.k)
    return N, k, {"N": N, "k": k, "ln": lambda a: _ball(a).log(), "dimension": len(shattered(N, k))}


def blocks(case: Case) -> Data:
    """Read k blocks of 2**j attributes, and the disjunction that labels their k j points alternately."""
    N, k, values = _sizes(case)
    digits = (N // k).bit_length() - 1
    size = 1 << digits

    def label(b: int, c: int) -> bool:
        return (b + c) % 2 == 0

    def digit(m: int, c: int) -> bool:
        return m >> c & 1 == 1

    relevant = [b * size + sum(label(b, c) << c for c in range(digits)) for b in range(k)]

    def reasons(b: int, c: int) -> list[int]:
        return [a for a, m in enumerate(relevant) if m // size == b and digit(m % size, c)]

    values |= {
        "digits": digits,
        "size": size,
        "block": lambda m: m // size,
        "place": lambda m: m % size,
        "relevant": lambda b: relevant[b] if 0 <= b < k else -1,
        "digit": digit,
        "label": label,
        "value": lambda b, c: bool(reasons(b, c)),
        "reason": lambda b, c: next(iter(reasons(b, c)), -1),
        **dict.fromkeys(("first", "second", "third", "missed"), 0),
    }
    return Data(values, {"b": range(-1, k + 1), "c": range(digits + 1), "m": range(-1, N + 1)})


def labelings(case: Case) -> Data:
    """Read a largest shattered set: for each labeling, the number of the first disjunction that gives it."""
    N, k, values = _sizes(case)
    points = shattered(N, k)
    told = [[any(x[i] for i in target) for x in points] for target in combinations(range(N), k)]
    chosen = [told.index([r >> c & 1 == 1 for c in range(len(points))]) for r in range(2 ** len(points))]
    values |= {
        "labelings": len(chosen),
        "disjunctions": math.comb(N, k),
        "chosen": lambda r: chosen[r] if 0 <= r < len(chosen) else -1,
        "told": lambda number, c: told[number][c],
        "digit": lambda r, c: r >> c & 1 == 1,
        "apart": lambda r, q: ((r ^ q) & -(r ^ q)).bit_length() - 1,
        "one": 0,
        "other": 0,
        "stray": -1,
    }
    numbers = range(-1, len(chosen) + 1)
    return Data(values, {"r": numbers, "q": numbers, "c": range(-1, len(points) + 1)})
