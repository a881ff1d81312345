"""Replay in 64-bit integers: weights that are whole powers, and powers of a rational factor (Winnow, votes of experts).

The weights are w = f(z) for an integer vector z that moves by integer multiples of integer rows y_t, and the
prediction on trial t is ``unit`` times the integer m_t = sum_j f(z_j) v_tj. So every decision is a comparison of m_t
with an integer (bounds.fast.targets), and it is exact as long as nothing overflows.

No overflow. Let V bound all |v_tj|, Y all |y_tj|, z0 all |z_j| at the start, and let u updates by ``step`` have been
made. Then |z_j| <= z0 + u * step * Y. For f(z) = sign(z) |z|**e, e >= 1, all partial sums of m_t, in any order, are
at most n V (z0 + u * step * Y)**e in magnitude; ``capacity`` is the largest u for which this stays below 2**62, and
the kernels stop before the update that would exceed it. For f given by a table, all partial sums are at most n V times
the largest entry, which is chosen below 2**62 / (n V), and the kernels stop before an update that leaves the table.
Where a kernel stops, the learner itself goes on, in Python's integers: it is the tier without bounds.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import dataclass, field
from fractions import Fraction

import numpy as np
from flint import fmpz

from bounds.data.integer_matrix import Integers, magnitude
from bounds.data.interval import Interval, Outcome
from bounds.data.trials import Trials
from bounds.data.vectors import Example, vector
from bounds.data.versions import MASTER, ONE, ZERO, Version
from bounds.fast.compiler import call
from bounds.fast.engine import Tier, kernels, quickest
from bounds.fast.targets import LIMIT, Classes, Multiples
from bounds.learners import Learner, TableLearner
from bounds.learners.shapes import X as EXAMPLE
from bounds.learners.table import ON_WRONG_CLASS, ON_WRONG_VOTE
from bounds.learners.weights import ExponentialWeights, PowerWeights
from bounds.numbers import Number, power

IDENTITY_LINK, POWER_LINK, TABLE_LINK = 0, 1, 2
NO_TABLE: Integers = np.zeros(1, dtype=np.int64)
UNLIMITED = LIMIT
LARGEST_ENTRY = 2**31
SECONDS = 3e-6
"""What a trial takes in the numpy tier, about."""


@dataclass(frozen=True)
class Link:
    """f on integers: z itself, sign(z) |z|**exponent, or ``table[z + offset]``."""

    kind: int = IDENTITY_LINK
    exponent: int = 1
    table: Integers = field(default_factory=lambda: NO_TABLE)
    offset: int = 0

    def weights(self, z: Integers) -> Integers:
        """Return f(z)."""
        if self.kind == IDENTITY_LINK:
            return z
        if self.kind == POWER_LINK:
            return np.asarray(np.sign(z) * np.abs(z) ** self.exponent, dtype=np.int64)
        return self.table[z + self.offset]

    def accepts(self, z: Integers) -> bool:
        """Tell whether f(z) is known."""
        return self.kind != TABLE_LINK or (
            int(z.min()) + self.offset >= 0 and int(z.max()) + self.offset < self.table.size
        )


@dataclass(frozen=True)
class IntegerForm:
    """A learner on given trials in integers (see the module). ``unit`` is None where predictions are quotients.

    ``target`` gives the interval outside of which the learner updates, in terms of unit * m; ``settle`` puts the
    learner into the state in which z was reached by the given sides; ``placed`` tells on which side of its outcome's
    target each prediction is, where that is not whether the learner updates.
    """

    factors: Integers
    updates: Integers
    z: Integers
    step: int
    link: Link
    unit: Number | None
    target: Callable[[Outcome], Interval]
    settle: Callable[[Integers, Integers], None]
    placed: Callable[[IntegerRun], Integers] | None = None

    def capacity(self, tier: Tier = "numpy") -> int:
        """Return the number of updates that cannot overflow; negative if not even the first prediction is safe."""
        if self.link.kind == TABLE_LINK:
            return UNLIMITED
        n = max(1, self.factors.shape[1])
        y = max(1, _largest(self.updates, tier))
        v = y if self.factors is self.updates else max(1, _largest(self.factors, tier))
        if max(v, y) >= LARGEST_ENTRY:
            return -1
        largest = int(fmpz((LIMIT - 1) // (n * v)).root(self.link.exponent))
        return (largest - magnitude(self.z)) // (self.step * y)


def _largest(values: Integers, tier: Tier) -> int:
    if tier != "compiled":
        return magnitude(values)
    least, largest = call(kernels("integer").span, values)
    return max(int(largest), -int(least))


@dataclass(frozen=True)
class IntegerRun:
    """What happened on the first ``played`` trials: sides, integer predictions, and the last z."""

    played: int
    sides: Integers
    products: Integers
    z: Integers


def integer_form(learner: Learner, trials: Trials, version: Version) -> IntegerForm | None:
    """Return the integer form of a started learner on these trials, or None where it has none in 64 bits."""
    if type(learner) is not TableLearner or trials.numerators.dtype != np.int64:
        return None
    shape, weights, made = learner.compiled.shape, learner.shaped, learner.compiled
    if shape is None or shape.example is not EXAMPLE:
        return None
    if isinstance(weights, PowerWeights) and made.on_sides and (shape.level is None or made.drift):
        return _powers(learner, weights, trials, version)
    if isinstance(weights, ExponentialWeights) and not weights.link.opposite and shape.level is None:
        if made.on_sides and not shape.average and not shape.votes:
            return _winnow(learner, weights, trials, version)
        if made.moves in (ON_WRONG_CLASS, ON_WRONG_VOTE):
            return _weighted_majority(learner, weights, trials, version)
    return None


def play_integers(form: IntegerForm, classes: Classes, tier: Tier) -> IntegerRun | None:
    """Play the form in the compiled or the numpy tier; None if its numbers are too large from the start."""
    tier = quickest(tier, form.factors.shape[0] * SECONDS)
    capacity = form.capacity(tier)
    if capacity < 0:
        return None
    low, high = classes.ends(form.target, Fraction(1) if form.unit is None else form.unit)
    run = _play_compiled if tier == "compiled" else _play_numpy
    return run(form, classes.index, low, high, min(capacity, UNLIMITED))


def _play_compiled(form: IntegerForm, index: Integers, low: Integers, high: Integers, capacity: int) -> IntegerRun:
    length = form.factors.shape[0]
    sides, products = np.zeros(length, dtype=np.int64), np.zeros(length, dtype=np.int64)
    z, link = form.z.copy(), form.link
    played = call(
        kernels("integer").replay,
        np.ascontiguousarray(form.factors),
        np.ascontiguousarray(form.updates),
        index,
        low,
        high,
        z,
        form.step,
        link.kind,
        link.exponent,
        link.table,
        link.offset,
        capacity,
        sides,
        products,
    )
    return IntegerRun(int(played), sides[:played], products[:played], z)


def _play_numpy(form: IntegerForm, index: Integers, low: Integers, high: Integers, capacity: int) -> IntegerRun:
    sides, products = [], []
    z = form.z.copy()
    weights = form.link.weights(z)
    same = form.factors is form.updates
    rows = list(form.factors)
    moves = rows if same else list(form.updates)
    left = capacity
    for row, below, above, move in zip(rows, low[index].tolist(), high[index].tolist(), moves, strict=True):
        product = int(weights.dot(row))
        side = 1 if product < below else -1 if product > above else 0
        if side:
            moved = z + (side * form.step) * move
            if not left or not form.link.accepts(moved):
                break
            left -= 1
            z = moved
            weights = form.link.weights(z)
        sides.append(side)
        products.append(product)
    return IntegerRun(len(sides), np.array(sides, dtype=np.int64), np.array(products, dtype=np.int64), z)


# --- the learners --------------------------------------------------------------------------------------


def _powers(learner: TableLearner, weights: PowerWeights, trials: Trials, version: Version) -> IntegerForm | None:
    """w = f(unit * z) with f(z) = sign(z) |z|**e, so w = unit**e f(z); a learned threshold is one weight more."""
    e, D, X, rate, start = weights.exponent, trials.denominator, trials.numerators, weights.rate, weights.start
    biased, n, c = bool(learner.compiled.drift), trials.n, learner.c
    if not isinstance(e, Fraction) or e.denominator != 1 or (biased and (e != 1 or D >= LARGEST_ENTRY)):
        return None
    if start is not None and not isinstance(start, Example):
        return None
    if biased:
        X = np.column_stack([X, np.full(trials.l, D)])
        start = vector([*([0] * n if start is None else start), -c]) if start is not None or c else None
    sums = _sums(rate, start, D, X.shape[1])
    if sums is None:
        return None
    z, step, unit = sums

    def settle(reached: Integers, sides: Integers) -> None:
        if sides.any():
            K = ((reached - z) // step).tolist()
            learner.settle(Example(K[:n], D), c - rate * int(sides.sum()) if biased else c)

    link = Link() if e == 1 else Link(POWER_LINK, e.numerator)
    return IntegerForm(X, X, z, step, link, power(unit, e) / D, version.target, settle)


def _sums(rate: Number, start: Example | None, denominator: int, n: int) -> tuple[Integers, int, Number] | None:
    """Write start + rate * W, W the sum of the examples, as unit * z, where z starts as integers and grows by steps.

    Return the first z, the step and the unit; None beyond 64 bits.
    """
    z, step, unit = np.zeros(n, dtype=np.int64), 1, rate / denominator
    if start is not None:
        if not isinstance(unit, Fraction):
            return None
        common = math.lcm(unit.denominator, start.denominator)
        step = unit.numerator * (common // unit.denominator)
        numerators = [(common // start.denominator) * a for a in start.numerators]
        if step >= 2**31 or max(map(abs, numerators), default=0) >= 2**31:
            return None
        z, unit = np.array(numerators, dtype=np.int64), Fraction(1, common)
    return z, step, unit


def _winnow(learner: TableLearner, weights: ExponentialWeights, trials: Trials, version: Version) -> IntegerForm | None:
    """w_i = (p/q)**K_i = p**(K_i + L) q**(H - K_i) / (p**L q**H) for -L <= K_i <= H."""
    base = weights.link.base
    if (
        trials.denominator != 1
        or not isinstance(base, Fraction)
        or base <= 1
        or any(a != 1 for a in weights.link.first)
    ):
        return None
    p, q = base.as_integer_ratio()
    X = trials.numerators
    if magnitude(X) >= LARGEST_ENTRY:
        return None
    width = _table_width(p, X)
    ends = [end for y in (1, -1) for end in (version.target(y).lo, version.target(y).hi) if end is not None]
    highest = max((Multiples(ONE).between(Interval(end, None))[0] for end in ends), default=1)
    H = min(width // 2, 1 + max(1, magnitude(X)) + int(max(highest, 1).bit_length() // _bits(base) + 1))
    L = width - H
    if L < 1:
        return None
    table = np.array([p ** (k + L) * q ** (H - k) for k in range(-L, H + 1)], dtype=np.int64)

    def settle(reached: Integers, sides: Integers) -> None:
        if sides.any():
            learner.settle(Example(reached.tolist()), learner.c)

    z = np.zeros(trials.n, dtype=np.int64)
    unit = Fraction(1, p**L * q**H)
    return IntegerForm(X, X, z, 1, Link(TABLE_LINK, 1, table, L), unit, version.target, settle)


def _bits(alpha: Fraction) -> Fraction:
    """Return a lower estimate of log2(alpha), alpha > 1, good enough to place a table."""
    return Fraction(max(1, (alpha**64).numerator.bit_length() - (alpha**64).denominator.bit_length()), 64)


def _table_width(base: int, factors: Integers) -> int:
    """Return the largest k with base**k < LIMIT / (n * the largest factor)."""
    room = (LIMIT - 1) // (max(1, factors.shape[1]) * max(1, magnitude(factors)))
    width = 0
    while base ** (width + 1) <= room:
        width += 1
    return width


def _weighted_majority(
    learner: TableLearner, weights: ExponentialWeights, trials: Trials, version: Version
) -> IntegerForm | None:
    """Experts in {0, 1}: the vote compares w.(2x - 1) with 0, w_i proportional to p**E_i q**(H - E_i), beta = p/q.

    E_i counts the mistakes of expert i on the trials on which the vote was wrong.
    """
    votes = learner.compiled.moves == ON_WRONG_VOTE
    growth, X = weights.growth, trials.numerators
    if growth is None or trials.denominator != 1 or not trials.are_labels or not (votes or version == MASTER):
        return None
    if (
        version.target(1).side(ONE)
        or not version.target(-1).side(ONE)
        or not np.isin(X, (-1, 1) if votes else (0, 1)).all()
    ):
        return None
    p, q = growth.as_integer_ratio()
    factors = X if votes else 2 * X - 1
    H = _table_width(q, factors)
    if H < 1:
        return None
    table = np.array([p**k * q ** (H - k) for k in range(H + 1)], dtype=np.int64)
    labels = np.fromiter(trials.outcomes, dtype=np.int64, count=trials.l)[:, None]
    charged = (factors != labels) * labels

    def settle(reached: Integers, sides: Integers) -> None:
        if sides.any():
            learner.settle(Example(reached.tolist()), learner.c)

    def placed(run: IntegerRun) -> Integers:
        ones = labels[: run.played, 0] > 0
        if not votes:
            return np.where(ones, (run.products <= 0) * 1, (run.products >= 0) * -1)
        voted = run.products >= 0
        side = {(y, vote): version.target(y).side(Fraction(vote)) for y in (1, -1) for vote in (1, -1)}
        up, down = (np.where(voted, side[y, 1], side[y, -1]) for y in (1, -1))
        return np.where(ones, up, down)

    z = np.zeros(trials.n, dtype=np.int64)
    return IntegerForm(factors, charged, z, 1, Link(TABLE_LINK, 1, table), None, voted_for, settle, placed)


def voted_for(outcome: Outcome) -> Interval:
    """Return where the sum of the votes has to be for a label: at 0 the vote is for +1."""
    return Interval(ZERO, None) if outcome == 1 else Interval(None, ZERO, True, False)
