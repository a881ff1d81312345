"""What the function symbols of the proofs about additive learners are on exact runs: pairs of examples, B_H."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from fractions import Fraction
from itertools import accumulate
from typing import Any

from bounds import symbols as s
from bounds.claims.claim import Case
from bounds.data.trials import Trials
from bounds.data.vectors import Vector
from bounds.errors import UndefinedValue
from bounds.learners import AdditiveLearner
from bounds.learners.run import Step
from bounds.mathematics import hadamard
from bounds.numbers import Number
from bounds.sources.kivinen1995.quantities import sequence_of, start_of
from verify.logic.session import Data
from verify.proofs.readings.learners import IN_BALLS, ZERO, dot, operations, plus, states, times, totals

HALF = Fraction(1, 2)


def pair_values(case: Case, pairs: Sequence[hadamard.Pair]) -> dict[str, Any]:
    """Return what vectors, their operations and a sequence of pairs are."""
    n = case.instance.trials.n
    first, second = [list(a) for a, _ in pairs], [list(b) for _, b in pairs]
    return {
        **{symbol.name: value for symbol, value in case.values.items()},
        **operations(n),
        **IN_BALLS,
        "n": n,
        "N": n,
        "l": len(pairs),
        "z1": lambda t: first[t],
        "z2": lambda t: second[t],
    }


def pair_ranges(values: dict[str, Any]) -> dict[str, Sequence[Any]]:
    """Return what trials, indices and vectors range over."""
    length = range(values["l"])
    vectors = [values["z1"](0), values["z2"](values["l"] - 1)] if values["l"] else []
    vectors = [values["zero"], *vectors, *([values["u"]] if "u" in values else [])]
    return {"t": length, "i": length, "j": length, "r": [Fraction(-2, 3)], **dict.fromkeys("abc", vectors)}


def combination(
    examples: Sequence[list[Fraction]], n: int, coefficient: Callable[[int, int], Fraction]
) -> dict[str, Any]:
    """Return the sums of coefficient(t, i) x_i over i < j."""

    known: dict[int, list[list[Fraction]]] = {}

    def learned(t: int, j: int) -> list[Fraction]:
        sums = known.setdefault(t, [[ZERO] * n])
        for i in range(len(sums) - 1, j):
            sums.append(plus(sums[-1], times(coefficient(t, i), examples[i])))
        return sums[j]

    return {"x": lambda t: examples[t], "coefficient": coefficient, "learned": learned}


def additive_run(case: Case, trials: Trials) -> dict[str, Any]:
    """Return an additive learner's weights, thresholds, coefficients and mistakes on some trials."""
    learner = case.learner()
    if not isinstance(learner, AdditiveLearner):
        raise UndefinedValue("the learner's coefficients are not known")
    steps, found = states(learner, trials, case.version, lambda: [learner.threshold, *learner.weights])
    examples = [list(x) for x in trials.examples]
    return {
        **combination(examples, trials.n, _coefficients(learner, steps)),
        "w": lambda t: found[t][1:],
        "start": found[0][1:],
        "threshold": lambda t: found[t][0],
        "mistakes": totals(steps, lambda step: step.side != 0),
    }


def _coefficients(learner: AdditiveLearner, steps: Sequence[Step]) -> Callable[[int, int], Fraction]:
    """Return the coefficients by the learner's parameters."""
    moves = [(learner.on_mistake if step.side else learner.on_right) * int(step.outcome == 1 or -1) for step in steps]
    return lambda t, i: learner.memory ** (t - 1 - i) * moves[i] if i < t else ZERO


def against(case: Case, pairs: Sequence[hadamard.Pair], u: Vector, psi: Fraction) -> dict[str, Any]:
    """Return an additive learner's run against the adversary of theorem 8."""
    trials = hadamard.force(case.learner(), case.version, pairs, u, psi).trials
    return {**additive_run(case, trials), "u": list(u)}


def given_pairs(case: Case) -> Data:
    """Read a run of an additive learner against the adversary, on the pairs that the instance holds."""
    pairs, u, psi = sequence_of(case), case.instance.require_comparator(), case.rational(s.psi)
    run = against(case, pairs, u, psi)
    start = start_of(case)
    differing = [hadamard.differs(start, u, psi, pair) for pair in pairs]
    values = {
        **pair_values(case, pairs),
        **run,
        "psi": psi,
        "differences": lambda t: ZERO + sum(differing[:t]),
    }
    return Data(values, pair_ranges(values))


class HadamardReading:
    """The construction of section 3 for an instance: the matrix, its sums, the pairs and a start vector."""

    def __init__(self, case: Case) -> None:
        self.case = case
        n = case.instance.trials.n
        self.d = case.integer(s.d) if s.d in case.values else hadamard.largest_order(n, case.integer(s.k))
        self.order = 2**self.d
        self.rows = hadamard.sylvester(self.d)
        self.pairs = hadamard.pairs(self.d, n)

    def entry(self, t: int, j: int) -> Fraction:
        """Return an entry of the matrix, 0 outside of it."""
        return Fraction(self.rows[t][j]) if 0 <= t < self.order and 0 <= j < self.order else ZERO

    def sum(self, term: Callable[..., Fraction | int]) -> Callable[..., Fraction]:
        """Return the function whose last argument j is the number of summands term(..., 0), ..., term(..., j - 1)."""
        known: dict[tuple[Any, ...], list[Fraction]] = {}

        def total(*v: Any) -> Fraction:
            key = v[:-1]
            if key not in known:
                known[key] = list(accumulate((ZERO + term(*key, j) for j in range(self.order)), initial=ZERO))
            value: Fraction = known[key][min(int(v[-1]), self.order)]
            return value

        return total

    def values(self) -> dict[str, Any]:
        """Return what the matrix and the pairs are."""
        h = self.entry
        return {
            **pair_values(self.case, self.pairs),
            "k": self.case.integer(s.k),
            "d": self.d,
            "l": self.order,
            "two": lambda e: 2**e,
            "rest": lambda t, k: t % 2 ** (self.d - k),
            "first_wrong": lambda t: next((j for j, a in enumerate(self.rows[t]) if a * a != 1), 0),
            "highest_digit": lambda m: m.bit_length() - 1,
            "h": h,
            "row_product": self.sum(lambda i, t, j: h(i, j) * h(t, j)),
            "coordinate": lambda a, j: a[j],
            "products": lambda a, b, j: dot(a[:j], b[:j]),
        }

    def columns(self, g: Sequence[Number]) -> dict[str, Any]:
        """Return which entries are wrong for the numbers g, and the column with most of them."""

        def wrong(t: int, i: int) -> bool:
            return self.entry(t, i) * g[t] <= 0

        column = self.sum(lambda i, t: wrong(t, i))
        return {
            "wrong_columns": self.sum(wrong),
            "wrong_rows": column,
            "all_wrong": lambda t, j: sum((column(i, t) for i in range(j)), ZERO),
            "best": max(range(self.order), key=lambda i: (column(i, self.order), -i)),
        }

    def data(self, **more: Any) -> Data:
        """Return the data, with more symbols."""
        values = {**self.values(), **more}
        rows, digits = range(self.order), range(self.d)
        ranges = {
            "t": rows,
            "i": rows,
            "j": range(values["n"]),
            "e": digits,
            "f": digits,
            "back": digits,
            "m": rows,
        }
        return Data(values, {**pair_ranges(values), **ranges})

    def differing(self, w: Sequence[Fraction], u: Vector) -> Callable[[int], Fraction]:
        """Return on how many of the first t pairs w and (u, 1/2) differ."""
        found = [hadamard.differs(w, u, HALF, pair) for pair in self.pairs]
        return lambda t: ZERO + sum(found[:t])

    def against(self, u: Vector) -> dict[str, Any]:
        """Return the learner's run against the adversary."""
        return against(self.case, self.pairs, u, HALF)


def zero_on_pairs(case: Case) -> Data:
    """Read B_H with the target of lemma 11, and a learner that starts at zero."""
    reading = HadamardReading(case)
    n = case.instance.trials.n
    u = hadamard.target(0, reading.d, n, case.integer(s.k))
    return reading.data(**reading.against(u), differences=reading.differing([ZERO] * n, u))


def start_on_pairs(case: Case) -> Data:
    """Read B_H with the target of lemma 12 for the start vector, and a learner that starts there."""
    reading = HadamardReading(case)
    start = list(start_of(case))
    u = hadamard.best_target(start, reading.d, case.instance.trials.n, case.integer(s.k))
    g = [dot(start, list(a)) - dot(start, list(b)) for a, b in reading.pairs]
    return reading.data(
        **reading.against(u), **reading.columns(g), g=lambda t: g[t], differences=reading.differing(start, u)
    )
