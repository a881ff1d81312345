"""One way in: a run from the fastest tier that fits, or None."""

from __future__ import annotations

import copy
import dataclasses
from collections.abc import Callable

import numpy as np

from bounds.data.trials import Trials
from bounds.data.vectors import Vector
from bounds.data.versions import Version
from bounds.errors import Undecided
from bounds.fast.engine import Tier
from bounds.fast.exponentials import exponential_form, play_exponentials
from bounds.fast.integers import IntegerForm, IntegerRun, integer_form, play_integers
from bounds.fast.record import Averages, Products, RecordedRun
from bounds.fast.rules import replay_as_twin
from bounds.fast.targets import Classes
from bounds.learners import Learner, RuleLearner
from bounds.learners.run import Intervals, Run, Step, continued, mover, step_of


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
        form = integer_form(learner, trials, version)
        if form is not None:
            classes = Classes.of(trials)
            run = play_integers(form, classes, tier)
            if run is not None:
                return _recorded(learner, trials, version, comparator, form, run, classes)
        return _exponentials(learner, trials, version, comparator, tier)
    except Undecided:
        return None


def _recorded(
    learner: Learner,
    trials: Trials,
    version: Version,
    comparator: Vector | None,
    form: IntegerForm,
    run: IntegerRun,
    classes: Classes,
) -> Run:
    form.restore(run.z, run.sides)
    tail = continued(learner, trials, version, comparator, run.played) if run.played < trials.l else ()
    products = None
    sides = run.sides if form.placed is None else form.placed(run)
    head: Callable[[], tuple[Step, ...]]
    if form.unit is None:
        head = _guided(learner, trials, version, comparator, sides.tolist())
    else:
        products = Products(form.unit, run.products, dataclasses.replace(classes, index=classes.index[: run.played]))
        head = _from_products(products, sides.tolist(), trials, version, comparator)
    return RecordedRun(
        learner,
        version,
        trials=trials,
        classes=classes,
        comparator=comparator,
        sides=np.append(sides, np.array([step.side for step in tail], dtype=np.int64)),
        predictions=products,
        head=head,
        tail=tail,
    )


def _from_products(
    products: Products, sides: list[int], trials: Trials, version: Version, comparator: Vector | None
) -> Callable[[], tuple[Step, ...]]:
    def steps() -> tuple[Step, ...]:
        intervals = Intervals(version)
        triples = zip(trials, products.values.tolist(), sides, strict=False)
        return tuple(
            step_of(t, x, outcome, products.unit * product, intervals, comparator, side)
            for t, ((x, outcome), product, side) in enumerate(triples, 1)
        )

    return steps


def _guided(
    learner: Learner, trials: Trials, version: Version, comparator: Vector | None, sides: list[int]
) -> Callable[[], tuple[Step, ...]]:
    """Return what plays a copy of the learner again over as many trials as there are sides, which are not decided."""

    def steps() -> tuple[Step, ...]:
        other = copy.copy(learner)
        other.start(trials.n)
        move, intervals = mover(other), Intervals(version)
        found = []
        for t, ((x, outcome), side) in enumerate(zip(trials, sides, strict=False), 1):
            found.append(step_of(t, x, outcome, other.predict(x), intervals, comparator, side))
            if move is None:
                other.update(x, intervals.of(outcome)[0])
            elif side:
                move(side, x)
        return tuple(found)

    return steps


def _exponentials(
    learner: Learner, trials: Trials, version: Version, comparator: Vector | None, tier: Tier
) -> Run | None:
    form = exponential_form(learner, trials)
    if form is None:
        return None
    classes = Classes.of(trials)
    run = play_exponentials(form, classes, learner, trials, version, tier)
    if run is None:
        return None
    head = _guided(learner, trials, version, comparator, run.sides.tolist())
    averages = None if run.averages is None or run.errors is None else Averages(form.unit, run.averages, run.errors)
    return RecordedRun(
        learner,
        version,
        trials=trials,
        classes=classes,
        comparator=comparator,
        sides=run.sides,
        predictions=averages,
        head=head,
        tail=(),
    )
