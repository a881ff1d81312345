"""Replay of learners with exponential weights, averaged or not, and of votes of experts whose factor is irrational.

Every decision is the sign of v = sum_j c_j exp(h K_j), c_j = s_j (a x_j - b e_j), with integers K_j that move by the
examples, positive integers s_j, and integers a, b from an end of the outcome's interval. With e_j = 1 everywhere v
compares a weighted average with b / a; with e_j = 1 at one added coordinate that never moves, a weighted sum.

The filter. Let u = 2**-53, and let weights be taken relative to the largest power, which changes no sign. A computed
weight is s_j T1 T0 with table entries of relative error 1.0001 u (bounds.fast.tables) and two roundings, so its error
is below 4.01 u; each of the k updates since then multiplied it by one more entry, which adds less than 2.01 u. A term
of P = sum_j w_j x_j has one more rounding and a sum of n terms, in any order and fused or not, at most n - 1; so P and
N = sum_j w_j e_j are off by at most 1.001 (n + 5 + 2.01 k) u times A = sum_j |w_j x_j| and N, whose computed values
are as close. Two roundings of each product and one of the difference later, the computed a P - b N is off by less than
1.01 (n + 8 + 3 k) u (|a| A + |b| N), of which ``UNIT`` states the constant. All integers above are below 2**53, so
exact as floats. Powers below exp(-600) are dropped, and weights are computed afresh before updates can have multiplied
them by more than exp(100) or less than exp(-100): what is dropped is less than 2**62 exp(-599 + 100) < ``DROPPED`` in
all. If the computed value is farther from zero than that, its sign is that of v.

Ties. Otherwise the c_j are added up by K_j, in integers. If all sums vanish v = 0; if all others have one sign that is
the sign of v. If not, the learner decides with its own exact numbers, and the kernel goes on from there.

Totals. A predicted average P / N is computed to within 2.2 UNIT (n + 8 + 3 k) A / N, and l of them add up with another
error of l u times the sum of the A / N: so the total loss is known, to some 10 digits, without writing it out.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from fractions import Fraction
from functools import partial

import numpy as np
from flint import arb

from bounds.data.integer_matrix import Floats, Integers, magnitude
from bounds.data.interval import Interval, Outcome
from bounds.data.trials import Trials
from bounds.data.vectors import Example
from bounds.data.versions import CLASSIFICATION, Version
from bounds.fast.compiler import call
from bounds.fast.engine import Tier, kernels, quickest
from bounds.fast.integers import voted_for
from bounds.fast.record import Averages
from bounds.fast.tables import PowerTable, growth_table, power_table
from bounds.fast.targets import LIMIT, Classes
from bounds.learners import Learner, TableLearner
from bounds.learners.shapes import X as EXAMPLE
from bounds.learners.table import ON_WRONG_VOTE
from bounds.learners.weights import ExponentialWeights
from bounds.numbers import Number, sign
from bounds.numbers.evaluate import as_number

UNDECIDED = 2
EXACT_FLOAT = 2**53
UNIT = 1.01 * 2.0**-53
DROPPED = 2.0**-600
PERIOD = 32
DRIFT = 100
SECONDS = 2e-5


@dataclass(frozen=True)
class ExponentialForm:
    """A learner on given trials as sums of exponentials (see the module).

    ``scale`` is (a, b) of the end 1: the end p/q is (a q, b p). ``shift`` is added to every end; ``settle`` puts the
    learner into the state in which the exponents were reached by the given sides. ``target`` gives the
    interval outside of which the learner updates, where that is not the version's, of a learner that predicts a class.
    """

    rows: Integers
    initial: Integers
    step: Number
    average: bool
    scale: tuple[int, int]
    settle: Callable[[Integers, Integers], None]
    shift: Fraction = Fraction(0)
    target: Callable[[Outcome], Interval] | None = None

    @property
    def unit(self) -> Fraction:
        """What an average of integers has to be multiplied by to be a prediction."""
        return Fraction(*self.scale)


def exponential_form(learner: Learner, trials: Trials) -> ExponentialForm | None:
    """Return the form of a started learner on these trials, or None where it has none in 64 bits."""
    if type(learner) is not TableLearner or trials.numerators.dtype != np.int64:
        return None
    shape, weights, made = learner.compiled.shape, learner.shaped, learner.compiled
    if shape is None or not isinstance(weights, ExponentialWeights) or shape.example is not EXAMPLE:
        return None
    if made.moves == ON_WRONG_VOTE and shape.votes:
        return _vote(learner, weights, trials)
    return _moving(learner, weights, trials) if made.on_sides and not shape.votes else None


def play_exponentials(
    form: ExponentialForm, classes: Classes, learner: Learner, trials: Trials, version: Version, tier: Tier
) -> tuple[Integers, Averages | None] | None:
    """Play all trials: return their sides, and what weighted averages add up to; None where numbers are too large.

    Raises what the learner raises.
    """
    ends = _ends(form, classes, version)
    if ends is None or (form.target is not None and version != CLASSIFICATION):
        return None
    rows, initial = form.rows, form.initial
    largest = magnitude(rows)
    shares = np.full(initial.size, int(form.average), dtype=np.int64)
    if not form.average and ends[:, (1, 4)].any():
        rows = np.hstack([rows, np.zeros((rows.shape[0], 1), dtype=np.int64)])
        initial, shares = np.append(initial, 1), np.append(shares, 1)
    n = rows.shape[1]
    coefficient = magnitude(ends[:, (0, 3)]) * largest + magnitude(ends[:, (1, 4)])
    reach = 2 * largest * rows.shape[0]
    if n * magnitude(initial) * coefficient >= LIMIT or reach >= LIMIT or n >= 2**20 or largest >= 2**31:
        return None
    table = power_table(form.step, 1 << reach.bit_length())
    if table is None:
        return None
    growth, period = growth_table(form.step, largest, PERIOD, DRIFT)
    tier = quickest(tier, rows.shape[0] * SECONDS)
    run = partial(call, kernels("exponential").replay) if tier == "compiled" else _replay_numpy
    exponents = np.zeros(n, dtype=np.int64)
    sides = np.zeros(rows.shape[0], dtype=np.int64)
    powers = (table.bits, table.low, table.high, table.last, growth, period)
    constants = (exponents, initial, shares, *powers, UNIT, DROPPED)
    rows = np.ascontiguousarray(rows)
    sums = np.zeros(5)
    sums[4] = float(form.unit)
    played, forced = 0, UNDECIDED
    while True:
        played = int(run(rows, classes.index, ends, played, forced, *constants, sides, sums))
        form.settle(exponents, sides[:played])
        if played == rows.shape[0]:
            return sides, _averages(form, sides.size, sums)
        x, outcome = trials.examples[played], trials.outcomes[played]
        forced = version.target(outcome).side(as_number(learner.predict(x), f"the prediction on trial {played + 1}"))


def _averages(form: ExponentialForm, l: int, sums: Floats) -> Averages | None:  # noqa: E741
    """Return balls around what the l predictions add up to, for weighted averages."""
    if not form.average:
        return None
    total, bounds, sizes, errors, unit = sums.tolist()
    radius = 1.01 * (2.2 * UNIT * bounds + l * 2.0**-52 * sizes + 2.0**-300)
    wider = 1.01 * (unit * radius + l * 2.0**-51 * (1.5 + unit * sizes))
    return Averages(form.unit, arb(total, radius), arb(errors, wider))


def _ends(form: ExponentialForm, classes: Classes, version: Version) -> Integers | None:
    """Return (a, b, closed) of the lower and of the upper end of each class's target, a = 0 for an infinite end."""
    rows = []
    for outcome in classes.outcomes:
        target = (form.target or version.target)(outcome)
        row: list[int] = []
        for end, closed in ((target.lo, target.lo_closed), (target.hi, target.hi_closed)):
            if end is None:
                row += [0, 0, 0]
            elif isinstance(end, Fraction):
                p, q = (end + form.shift).as_integer_ratio()
                row += [form.scale[0] * q, form.scale[1] * p, int(closed)]
            else:
                return None
        if max(map(abs, row)) >= EXACT_FLOAT:
            return None
        rows.append(row)
    return np.array(rows, dtype=np.int64)


def _replay_numpy(
    rows: Integers,
    index: Integers,
    ends: Integers,
    first: int,
    forced: int,
    exponents: Integers,
    initial: Integers,
    shares: Integers,
    bits: int,
    low: Floats,
    high: Floats,
    last: int,
    growth: Floats,
    period: int,
    factor: float,
    tiny: float,
    sides: Integers,
    sums: Floats,
) -> int:
    """Play as the compiled kernel does (bounds.fast.exponential_kernels.replay)."""
    del growth, period  # here the weights are computed afresh on every update
    table = PowerTable(bits, low, high, last)
    weights = relative_weights(exponents, initial, table)
    norm = float(weights.dot(shares))
    for t in range(first, rows.shape[0]):
        row, side = rows[t], forced if t == first else UNDECIDED
        terms = weights * row
        product, size = float(terms.sum()), float(np.abs(terms).sum())
        if side == UNDECIDED:
            side = 0
            for outward, (a, b, closed) in zip((-1, 1), ends[index[t]].reshape(2, 3).tolist(), strict=True):
                if not a or side:
                    continue
                value, doubt = a * product - b * norm, factor * (row.size + 8) * (abs(a) * size + abs(b) * norm) + tiny
                order = (
                    1
                    if value > doubt
                    else -1
                    if value < -doubt
                    else grouped(exponents, initial * (a * row - b * shares))
                )
                if order == UNDECIDED:
                    return t
                if order == outward or (order == 0 and not closed):
                    side = -outward
        sides[t] = side
        if side:
            if norm > 0:
                average = product / norm
                error = min(1.0, 0.5 - side * (sums[4] * average))
                sums[:4] += side * average, (row.size + 8) * (size / norm), size / norm, error
            exponents += side * row
            weights = relative_weights(exponents, initial, table)
            norm = float(weights.dot(shares))
    return int(rows.shape[0])


def relative_weights(exponents: Integers, initial: Integers, table: PowerTable) -> Floats:
    """Return initial * exp(step * exponents), relative to the largest power of each row, within ``UNIT`` of it."""
    drops = exponents.max(axis=-1, keepdims=True) - exponents
    reached = np.minimum(drops, table.last)
    powers = table.high[reached >> table.bits] * table.low[reached & ((1 << table.bits) - 1)]
    return np.where(drops <= table.last, initial * powers, 0.0)


def grouped(exponents: Integers, coefficients: Integers) -> int:
    """Return the sign of a sum of exponentials if its grouped coefficients alone decide it, else UNDECIDED."""
    groups: dict[int, int] = {}
    for k, c in zip(exponents.tolist(), coefficients.tolist(), strict=True):
        groups[k] = groups.get(k, 0) + c
    signs = {(c > 0) - (c < 0) for c in groups.values()} - {0}
    return UNDECIDED if len(signs) > 1 else signs.pop() if signs else 0


# --- the learners --------------------------------------------------------------------------------------


def _moving(learner: TableLearner, weights: ExponentialWeights, trials: Trials) -> ExponentialForm | None:
    """Weights first*base**K, less opposite*base**(-K), that move by the example: averaged, or against a constant."""
    link = weights.link
    size, level, rate = link.size, learner.threshold, link.rate
    if max(link.first) >= EXACT_FLOAT or not isinstance(size, Fraction) or not isinstance(level, Fraction):
        return None
    if rate is None or sign(rate) != 1:
        return None
    D, X, n = trials.denominator, trials.numerators, trials.n

    def settle(exponents: Integers, sides: Integers) -> None:
        if sides.any():
            learner.settle(Example(exponents[:n].tolist(), D), learner.c)

    rows = np.hstack([X, -X]) if link.opposite else X
    scale = (size.numerator, size.denominator * D) if link.average else (1, link.common * D)
    initial = np.array(link.first, dtype=np.int64)
    return ExponentialForm(rows, initial, rate / D, link.average, scale, settle, level)


def _vote(learner: TableLearner, weights: ExponentialWeights, trials: Trials) -> ExponentialForm | None:
    """Weights in proportion to beta**(-K/2), K being how often an expert was right less how often not, on mistakes."""
    rate = weights.link.rate
    if (
        rate is None
        or trials.denominator != 1
        or not trials.are_labels
        or not np.isin(trials.numerators, (-1, 1)).all()
    ):
        return None

    def settle(exponents: Integers, sides: Integers) -> None:
        if sides.any():
            K = (np.count_nonzero(sides) - exponents[: trials.n]) // 2
            learner.settle(Example(K.tolist()), learner.c)

    ones = np.ones(trials.n, dtype=np.int64)
    return ExponentialForm(trials.numerators, ones, rate / -2, False, (1, 1), settle, target=voted_for)
