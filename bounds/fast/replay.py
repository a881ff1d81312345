"""One way in: a run from the fastest tier that fits, or None."""

from __future__ import annotations

import dataclasses

import numpy as np

from bounds.data.trials import Trials
from bounds.data.vectors import Vector
from bounds.data.versions import Version
from bounds.errors import Undecided
from bounds.fast.engine import Tier
from bounds.fast.exponentials import exponential_form, play_exponentials
from bounds.fast.integers import integer_form, play_integers
from bounds.fast.record import Products, RecordedRun
from bounds.fast.rounds import play_rounds
from bounds.fast.rules import replay_as_twin
from bounds.fast.targets import Classes
from bounds.learners import Learner, RuleLearner
from bounds.learners.run import Run, continued


def replay(learner: Learner, trials: Trials, version: Version, comparator: Vector | None, tier: Tier) -> Run | None:
    """Play a learner from its start in the compiled or the numpy tier; None where neither has a form for it.

    The learner ends in the state it ends in on the plain tier.
    """
    if not trials.l or not trials.n:
        return None
    learner.start(trials.n)
    if isinstance(learner, RuleLearner):
        return replay_as_twin(learner, trials, version, lambda same: replay(same, trials, version, comparator, tier))
    try:
        for forms in (_integers, _exponentials, _rounds):
            run = forms(learner, trials, version, comparator, tier)
            if run is not None:
                return run
    except Undecided:
        pass
    return None


def _integers(
    learner: Learner, trials: Trials, version: Version, comparator: Vector | None, tier: Tier
) -> RecordedRun | None:
    form = integer_form(learner, trials, version)
    if form is None:
        return None
    classes = Classes.of(trials)
    run = play_integers(form, classes, tier)
    if run is None:
        return None
    form.settle(run.z, run.sides)
    tail = continued(learner, trials, version, comparator, run.played) if run.played < trials.l else ()
    sides = run.sides if form.placed is None else form.placed(run)
    products = None
    if form.unit is not None:
        products = Products(form.unit, run.products, dataclasses.replace(classes, index=classes.index[: run.played]))
    return RecordedRun(
        learner,
        version,
        player=learner,
        trials=trials,
        classes=classes,
        comparator=comparator,
        sides=np.append(sides, np.array([step.side for step in tail], dtype=np.int64)),
        predictions=products,
        tail=tail,
    )


def _exponentials(
    learner: Learner, trials: Trials, version: Version, comparator: Vector | None, tier: Tier
) -> RecordedRun | None:
    form = exponential_form(learner, trials)
    if form is None:
        return None
    classes = Classes.of(trials)
    run = play_exponentials(form, classes, learner, trials, version, tier)
    if run is None:
        return None
    sides, averages = run
    return RecordedRun(
        learner,
        version,
        player=learner,
        trials=trials,
        classes=classes,
        comparator=comparator,
        sides=sides,
        predictions=averages,
    )


def _rounds(
    learner: Learner, trials: Trials, version: Version, comparator: Vector | None, _tier: Tier
) -> RecordedRun | None:
    sides = play_rounds(learner, trials, version)
    if sides is None:
        return None
    return RecordedRun(
        learner,
        version,
        player=learner,
        trials=trials,
        classes=Classes.of(trials),
        comparator=comparator,
        sides=sides,
        predictions=None,
    )
