"""Filling in what follows from the data: the tightest norms of comparator and examples."""

from __future__ import annotations

import dataclasses
from typing import Any

from bounds import symbols as s
from bounds.claims.claim import Claim
from bounds.instances import Instance
from bounds.numbers import Number


def complete(claim: Claim, instance: Instance) -> Instance:
    """Return the instance with U and X set to the norms they bound, where the claim leaves them open.

    >>> from boundcheck import Trials, theorem, vector
    >>> S = Trials.of([[3, 4]], [1])
    >>> completed = complete(theorem("bylander.5"), Instance(S, vector([1, 1])))
    >>> print(completed.parameters[s.X], completed.parameters[s.U])
    5 sqrt(2)
    """
    if claim.geometry is None:
        return instance
    parameters: dict[Any, Number] = dict(instance.parameters)
    if s.X not in parameters and s.X not in claim.defines:
        parameters[s.X] = claim.geometry.radius(instance.trials)
    if s.U not in parameters and s.U not in claim.defines and instance.comparator is not None:
        parameters[s.U] = claim.geometry.size(instance.comparator)
    return dataclasses.replace(instance, parameters=parameters)
