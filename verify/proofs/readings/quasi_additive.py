"""What the function symbols of the proofs are on exact runs of the p-norm Perceptron, coordinate by coordinate."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from typing import Any

from flint import arb

from bounds import symbols as s
from bounds.claims.claim import ClaimCase
from bounds.errors import UndefinedValue
from bounds.learners import QuasiAdditive
from bounds.numbers import working_precision
from verify.proofs.engine.session import Data
from verify.proofs.readings.learners import BITS, Balls, states, to_ball, totals

GRID = 16
"""Parts of a step at whose ends its curvature is looked at."""


def _power(v: Any, exponent: arb) -> arb:
    """Return |v|**exponent, which is 0 for v = 0 unless the exponent is."""
    size = abs(to_ball(v))
    return size**exponent if size != 0 or exponent == 0 else arb(0)


def quasi_additive(case: ClaimCase) -> Data:
    """Read a run of QA(f_p) by coordinates: z, f_p(z), the level ginv(G(z)), and the points of each step."""
    learner = case.learner()
    if not isinstance(learner, QuasiAdditive):
        raise UndefinedValue("the learner is not quasi-additive")
    steps, points = states(learner, case.instance.trials, case.version, lambda: learner.z)
    balls = Balls(case)
    with working_precision(BITS):
        z = [[to_ball(b) for b in state] for state in points]
        rate, p = to_ball(case.value(s.a)), to_ball(case.value(s.p))

    def f(v: Any) -> arb:
        return _power(v, p - 1) * (-1 if to_ball(v) < 0 else 1)

    def slope(v: Any) -> arb:
        return (p - 1) * _power(v, p - 2)

    def g(v: Any) -> arb:
        return _power(v, p) / p

    def between(t: int, part: Fraction, i: int) -> arb:
        return z[t][i] + to_ball(part) * (rate * steps[t].side * balls.x[t][i])

    def along(term: Callable[[arb, arb], arb]) -> Callable[[int, Fraction, int], arb]:
        return lambda t, part, j: sum((term(between(t, part, i), balls.x[t][i]) for i in range(j)), arb(0))

    data = balls.data(
        z=lambda t, i: z[t][i],
        f_p=f,
        slope_p=slope,
        g_p=g,
        ginv_p=lambda r: _power(to_ball(r) * p, 1 / p),
        top=lambda t: max(range(balls.n), key=lambda i: abs(z[t][i]).mid()),
        v=between,
        norm_u=lambda j: sum((abs(b) for b in balls.u[:j]), arb(0)),
        uz=balls.sum(lambda t, i: balls.u[i] * z[t][i]),
        progress=balls.sum(lambda t, i: g(z[t][i])),
        progress_between=along(lambda v, _: g(v)),
        bend=along(lambda v, x: slope(v) * x * x),
        mistakes=totals(steps, lambda step: step.side != 0),
    )
    return Data(data.values, {**data.ranges, "part": [Fraction(k, GRID) for k in range(GRID + 1)]})
