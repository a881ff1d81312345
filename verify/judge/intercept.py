"""What an intercept does to a claim: its learner predicts from (x, 1), and the claim is about x."""

from __future__ import annotations

import dataclasses

import numpy as np

from bounds import symbols as s
from bounds.claims.claim import Claim, Measure
from bounds.data.trials import Trials
from bounds.data.vectors import vector
from bounds.instances import Instance
from bounds.learners.run import Run
from bounds.numbers.rational import to_fraction
from verify.judge.given import predicting


def beside_one(claim: Claim, instance: Instance, run: Run) -> tuple[Claim, Instance]:
    """Return what a learner with an intercept has run on: its predictions as given, on (x, 1) and (u, 0).

    The norms that bound examples and comparator are left out, so that they are read off the longer ones.
    """
    trials = instance.trials
    ones = np.full((trials.l, 1), trials.denominator, dtype=trials.numerators.dtype)
    longer = Trials(np.hstack([trials.numerators, ones]), trials.denominator, trials.outcomes)
    u, start = ([*v, 0] if v is not None else None for v in (instance.comparator, instance.start))
    read_off = {symbol for symbol, of in claim.measures.items() if isinstance(of, Measure) and of.settable}
    if claim.geometry is not None:
        read_off |= {s.X, s.U}
    return predicting(claim, [to_fraction(step.prediction) for step in run.steps]), dataclasses.replace(
        instance,
        trials=longer,
        comparator=None if u is None else vector(u),
        start=None if start is None else vector(start),
        parameters={symbol: value for symbol, value in instance.parameters.items() if symbol not in read_off},
    )
