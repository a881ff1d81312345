"""Many passes of the Perceptron over the same trials."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from bounds.data.trials import Trials
from bounds.data.versions import Version
from bounds.errors import BoundcheckError
from bounds.fast.compiler import call
from bounds.fast.engine import Tier, choose, integer_kernels
from bounds.fast.integers import IDENTITY_LINK, integer_form
from bounds.fast.targets import Classes
from bounds.learners import Perceptron
from bounds.learners.run import continued


@dataclass(frozen=True)
class Passes:
    """``count`` passes over the trials with ``updates`` updates in all; ``converged`` if the last had none."""

    count: int
    updates: int
    converged: bool


def play_passes(learner: Perceptron, trials: Trials, version: Version, most: int, *, tier: Tier = "auto") -> Passes:
    """Play a Perceptron over the trials again and again, until a pass without updates or ``most`` passes.

    The learner ends with the weights reached.

    >>> from fractions import Fraction
    >>> from bounds.data.versions import CLASSIFICATION
    >>> S = Trials.of([[1, 0], [-1, 1]], [1, 1])
    >>> learner = Perceptron(Fraction(1))
    >>> play_passes(learner, S, CLASSIFICATION, 9), learner.weights
    (Passes(count=4, updates=5, converged=True), [Fraction(1, 1), Fraction(2, 1)])
    """
    if most < 1:
        raise BoundcheckError(f"{most} passes were asked for; ask for at least 1")
    learner.start(trials.n)
    chosen = choose(tier, trials.l * trials.n * most)
    form = integer_form(learner, trials, version) if trials.l and chosen == "compiled" else None
    capacity = -1 if form is None or form.link.kind != IDENTITY_LINK else form.capacity("compiled")
    if form is None or form.unit is None or capacity < 0:
        return _one_by_one(learner, trials, version, most, Passes(0, 0, False), 0, 0)
    classes = Classes.of(trials)
    low, high = classes.ends(form.target, form.unit)
    z = form.z.copy()
    rows = np.ascontiguousarray(form.factors)
    count, updates, played, last = map(
        int, call(integer_kernels().passes, rows, classes.index, low, high, z, form.step, capacity, most)
    )
    form.restore(z, np.array([updates + last], dtype=np.int64))
    done = Passes(count, updates, count > 0 and last == 0 and not played)
    if done.converged or (count == most and not played):
        return done
    return _one_by_one(learner, trials, version, most, done, played, last)


def _one_by_one(
    learner: Perceptron, trials: Trials, version: Version, most: int, done: Passes, played: int, last: int
) -> Passes:
    """Go on with the learner itself, ``played`` trials and ``last`` updates into a pass."""
    count, updates = done.count, done.updates
    while count < most:
        last += sum(step.side != 0 for step in continued(learner, trials, version, None, played))
        updates += last
        count, played = count + 1, 0
        if not last:
            return Passes(count, updates, True)
        last = 0
    return Passes(count, updates, False)
