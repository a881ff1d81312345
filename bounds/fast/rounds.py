"""Replay of experts that pay in every round in which they err: all rounds at once.

What an expert has paid does not depend on the votes, so that the exponents of all weights are sums of what the trials
alone say. The vote on a trial is the sign of v = sum_j c_j exp(-h m_j) with integers c_j and error counts m_j, less
those of the best expert, which changes no sign. Signs are decided as in bounds.fast.exponentials: weights come from a
table (bounds.fast.tables), a value farther from zero than its doubt has its sign, and of the others, each kind once,
the coefficients are added up by their powers; the learner itself decides what is left.
"""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import numpy as np

from bounds.data.integer_matrix import Floats, Integers
from bounds.data.trials import Trials
from bounds.data.vectors import Example
from bounds.data.versions import ZERO, Version
from bounds.fast.exponentials import DROPPED, UNDECIDED, UNIT, grouped, relative_weights
from bounds.fast.tables import PowerTable, power_table
from bounds.fast.targets import LIMIT
from bounds.learners import Learner, TableLearner
from bounds.learners.table import ALWAYS_CHARGED
from bounds.learners.weights import ExponentialWeights
from bounds.numbers import log, require_sign, sign

CELLS = 2**20
"""Numbers that are looked at together."""


def play_rounds(learner: Learner, trials: Trials, version: Version) -> Integers | None:
    """Return the side of the vote on every trial, and leave the learner as it is after them; None without a form.

    >>> from bounds.data.versions import CLASSIFICATION
    >>> in_turn = TableLearner("wma", Fraction(1, 396))
    >>> in_turn.start(2)
    >>> sides = play_rounds(in_turn, Trials.from_integers([[1, -1], [-1, 1]] * 5000, 1, [1] * 10000), CLASSIFICATION)
    >>> int(sides.sum())
    10000
    >>> in_turn.K
    (5000, 5000)
    """
    X = trials.numerators
    if type(learner) is not TableLearner or X.dtype != np.int64 or not trials.are_labels:
        return None
    weights, shape = learner.shaped, learner.compiled.shape
    if learner.compiled.moves != ALWAYS_CHARGED or not isinstance(weights, ExponentialWeights):
        return None
    if weights.link.average or weights.link.opposite or shape is None or shape.votes:
        return None
    targets = {label: version.target(label) for label in (1, -1)}
    if any(end not in (None, ZERO) for target in targets.values() for end in (target.lo, target.hi)):
        return None
    factor = weights.link.base
    if trials.n * trials.magnitude >= LIMIT or sign(factor) != 1:
        return None
    table = power_table(-log(factor), 1 << trials.l.bit_length())
    if table is None:
        return None
    labels = np.array(trials.outcomes, dtype=np.int64)
    wrong = trials.denominator * labels[:, None] != X
    paid = np.zeros(trials.n, dtype=np.int64)
    votes: list[Integers] = []
    step = max(1, CELLS // trials.n)
    for first in range(0, trials.l, step):
        here = wrong[first : first + step]
        after = paid + np.cumsum(here, axis=0)
        before = after - here
        votes.append(_votes(learner, X[first : first + step], before - before.min(axis=1, keepdims=True), table))
        paid = after[-1]
    learner.settle(Example(paid.tolist()), learner.c)
    side = {(label, vote): targets[label].side(Fraction(vote)) for label in (1, -1) for vote in (1, 0, -1)}
    pairs = zip(labels.tolist(), np.concatenate(votes).tolist(), strict=True)
    return np.array([side[pair] for pair in pairs], dtype=np.int64)


def _votes(learner: TableLearner, rows: Integers, counts: Integers, table: PowerTable) -> Integers:
    """Return the signs of the votes on some rows, where the experts have erred so often more than the best of them."""
    terms: Floats = relative_weights(-counts, np.ones(rows.shape[1], dtype=np.int64), table) * rows
    values, sizes = terms.sum(axis=1), np.abs(terms).sum(axis=1)
    signs: Integers = np.sign(values).astype(np.int64)
    open_ = np.flatnonzero(np.abs(values) <= UNIT * (rows.shape[1] + 8) * sizes + DROPPED)
    if open_.size:
        kinds, place = np.unique(np.hstack([counts[open_], rows[open_]]), axis=0, return_inverse=True)
        decided = [_vote(learner, kind[: rows.shape[1]], kind[rows.shape[1] :]) for kind in kinds]
        signs[open_] = np.array(decided, dtype=np.int64)[place.reshape(-1)]
    return signs


def _vote(learner: TableLearner, counts: Any, row: Any) -> int:
    side = grouped(-counts, row)
    if side != UNDECIDED:
        return side
    learner.settle(Example(counts.tolist()), learner.c)
    vote = learner.predict(Example(row.tolist()))
    return require_sign(vote, f"the vote {row.tolist()} after {counts.tolist()} errors of the experts")
