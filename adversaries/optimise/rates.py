"""Rates of a pool: where the bound is least, at the ends of their ranges, or a few powers of 2."""

from __future__ import annotations

import math
import random
from contextlib import suppress
from dataclasses import replace
from fractions import Fraction
from typing import Any

from adversaries.generate.parameters import within
from adversaries.generate.pools import Pool
from adversaries.generate.rounding import norms
from adversaries.optimise.bound import Bound, read_off_run
from adversaries.optimise.following import FAILURES
from bounds import symbols as s
from bounds.claims.claim import Claim
from bounds.claims.limits import limits
from bounds.errors import BoundcheckError
from bounds.numbers import to_float
from bounds.numbers.evaluate import evaluate

LEAST, ENDS = 0.7, 0.15
"""How often rates are where the bound is least, and at the ends of their ranges; else they are as they were drawn."""


def tuned(claim: Claim, pool: Pool, rng: random.Random, *lengths: int) -> Pool:
    """Return the pool with its rates where the bound is least for one of the lengths, at their ends, or as they are."""
    drawn = rng.random()
    if drawn < LEAST:
        return at_least_bound(claim, pool, rng.choice(lengths) if len(lengths) > 1 else lengths[0])
    return at_ends(claim, pool) if drawn < LEAST + ENDS else pool


def at_ends(claim: Claim, pool: Pool) -> Pool:
    """Return the pool with each rate at an end of its range that belongs to it, where it has one.

    >>> from boundcheck import Trials, own_claim
    >>> claim = own_claim("w + eta*x", "eta*l", gain="yhat", given=["eta <= 1/3"])
    >>> at_ends(claim, Pool(Trials.of([[1]], [1]), None, {s.eta: Fraction(1, 7)})).parameters
    {eta: Fraction(1, 3)}
    """
    values = {**norms(claim, pool.whole), s.n: Fraction(len(pool.rows[0])), **pool.parameters}
    for symbol in pool.parameters:
        for relation in limits(claim, symbol):
            if relation.operator in ("<=", ">=") and not claim.whole(symbol):
                with suppress(BoundcheckError, ArithmeticError, KeyError):
                    values[symbol] = evaluate(relation.right, values)
    return replace(pool, parameters={symbol: values[symbol] for symbol in pool.parameters})


RATES = tuple(Fraction(2) ** k for k in range(-7, 5))


def at_least_bound(claim: Claim, pool: Pool, length: int) -> Pool:
    """Return the pool with each rate where the bound is least for so many trials, of a few powers of 2.

    What the claim reads off the trials is read off these in turn; off a run, off each of them once.
    """
    bound, size = Bound(claim, pool), len(pool.rows)
    values = {**norms(claim, pool.whole), s.n: Fraction(pool.trials.n), s.l: Fraction(length), **pool.parameters}
    try:
        order = range(size) if read_off_run(claim) else [i % size for i in range(length)]
        floats = {**bound.at(order), s.l: float(length)}
    except FAILURES:
        return pool
    parameters = dict(pool.parameters)
    for symbol in claim.free:
        if claim.whole(symbol) or symbol not in parameters or not claim.inner_bound.has(symbol):
            continue
        candidates = list[tuple[float, int, Any]]()
        for rate in RATES:
            allowed = within(claim, symbol, rate, values)
            charged = bound.compute({**floats, symbol: to_float(allowed)})
            if math.isfinite(charged):
                candidates.append((charged, len(candidates), allowed))
        if candidates:
            parameters[symbol] = values[symbol] = min(candidates)[2]
            floats[symbol] = to_float(values[symbol])
    return replace(pool, parameters=parameters)
