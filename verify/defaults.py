"""Learning rates for a user's run where she gives none: near the best one, rounded to a simple rational."""

from __future__ import annotations

import dataclasses
from fractions import Fraction
from typing import Any

from bounds import symbols as s
from bounds.claim import Claim
from bounds.errors import BoundcheckError
from bounds.evaluate import evaluate
from bounds.numbers import Number, decimal, floor, sign, to_float
from bounds.trials import Instance
from verify.complete import complete


def with_rates(claim: Claim, instance: Instance) -> Instance:
    """Return the instance with a learning rate (eta, or the coefficient a) where the claim leaves one open.

    In an open range the rate is about half the limit; elsewhere it is the rate that minimises the claim's
    bound, rounded, or 1 where the bound has no best one. Rates that are given stay; other missing parameters
    are left for ``check`` to ask for.

    >>> from bounds import Trials, theorem, vector
    >>> S = Trials.of([[1, 0], [0, 1]], [1, 1])
    >>> with_rates(theorem("bylander.2"), Instance(S, vector([1, 1]))).parameters[s.eta]
    Fraction(1, 1)
    """
    missing = [rate for rate in (s.eta, s.a) if rate in claim.free and rate not in instance.parameters]
    if not missing:
        return instance
    completed = complete(claim, instance)
    rates = {rate: _rate(claim, completed, rate) for rate in missing}
    return dataclasses.replace(completed, parameters={**completed.parameters, **rates})


def _rate(claim: Claim, instance: Instance, rate: Any) -> Fraction:
    values: dict[Any, Number] = {
        s.l: Fraction(instance.trials.l),
        s.n: Fraction(instance.trials.n),
        **instance.parameters,
    }
    upper = claim.free[rate]
    try:
        if upper is not None and upper != "real":
            return simple(evaluate(upper, values) / 2)
        return simple(evaluate(claim.tune(rate).optimum, values))
    except BoundcheckError:
        return Fraction(1)


def simple(number: Number) -> Fraction:
    """Round a positive number down to two significant decimals; 1 for zero.

    >>> simple(Fraction(1, 3))
    Fraction(33, 100)
    """
    size = to_float(number)
    if not 0 < size < float("inf"):
        return Fraction(decimal(number, 2)) if sign(number) == 1 else Fraction(1)
    scale, near = Fraction(1), Fraction(size)
    while near * scale < 10:
        scale *= 10
    while near * scale >= 100:
        scale /= 10
    return floor(number * scale) / scale
