"""Playing a learner over trials, in whatever way is fastest."""

from __future__ import annotations

from collections.abc import Callable

from bounds.data.trials import Trials
from bounds.data.vectors import Vector
from bounds.data.versions import Version
from bounds.fast.engine import Tier, is_plain
from bounds.fast.replay import replay
from bounds.learners import Learner
from bounds.learners.run import Run, Step, continued


def play(
    learner: Learner,
    trials: Trials,
    version: Version,
    comparator: Vector | None = None,
    watch: Callable[[Step], None] | None = None,
    *,
    tier: Tier = "auto",
) -> Run:
    """Play ``learner`` from its start over ``trials`` and record every step.

    ``watch`` is called with each step just before the learner is updated, and the learner's state then is
    the one that made the prediction. Raises Undecided when a prediction cannot be placed. ``tier`` chooses how the
    run is computed (bounds.fast); all tiers give the same run, and a learner without a fast one is played as it is.

    >>> from fractions import Fraction
    >>> from bounds.learners import TableLearner
    >>> from bounds.data.versions import CLASSIFICATION
    >>> S = Trials.of([[1, 0], [0, 1], [1, 1]], [1, 1, 1])
    >>> play(TableLearner("perceptron", Fraction(1)), S, CLASSIFICATION).mistakes
    Fraction(2, 1)
    """
    if watch is None and not is_plain(tier, trials.l * trials.n):
        run = replay(learner, trials, version, comparator, tier)
        if run is not None:
            return run
    learner.start(trials.n)
    return Run(learner, version, continued(learner, trials, version, comparator, 0, watch))
