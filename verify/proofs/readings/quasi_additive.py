"""What the function symbols of the proofs are on exact runs of quasi-additive learners, coordinate by coordinate."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from fractions import Fraction
from functools import cache

from flint import arb

from bounds import symbols as s
from bounds.claims.claim import Case
from bounds.errors import UndefinedValue
from bounds.learners import QuasiAdditive, power_transformation
from bounds.numbers import working_precision
from verify.proofs.engine.session import Data
from verify.proofs.readings.hadamard import states
from verify.proofs.readings.learners import BITS, ZERO, Balls, _ball, _totals
from verify.proofs.readings.transformations import BallTransformation

GRID = 16
"""Points of a segment at which its curvature is looked at, and halvings of the part where it is largest."""


def quasi_additive(case: Case) -> Data:
    """Read a run of QA(f) by coordinates: z, f(z), the level ginv(G(z)), and a point of each step's segment."""
    learner = case.learner()
    if not isinstance(learner, QuasiAdditive):
        raise UndefinedValue("the learner is not quasi-additive")
    points = states(case, learner, None, lambda: learner.z)
    balls = Balls(case)
    with working_precision(BITS):
        z = [[_ball(b) for b in state] for state in points]
        shape = BallTransformation(learner.f)
        rate = _ball(case.value(s.a))
    n, steps = balls.n, balls.steps

    def level(v: Sequence[arb]) -> arb:
        return shape.ginv(sum((shape.g(b) for b in v), arb(0)))

    @cache
    def point(t: int) -> Fraction:
        return _most_curved(lambda part: _curvature(shape, middle(t, part), balls.x[t], level))

    def middle(t: int, part: Fraction) -> list[arb]:
        return [b + _ball(part) * (rate * steps[t].side * c) for b, c in zip(z[t], balls.x[t], strict=True)]

    @cache
    def between(t: int) -> list[arb]:
        with working_precision(BITS):
            return middle(t, point(t))

    return balls.data(
        z=lambda t, i: z[t][i],
        f=shape.f,
        slope=shape.slope,
        g=shape.g,
        ginv=shape.ginv,
        top=lambda t: max(range(n), key=lambda i: shape._magnitude(z[t][i]).mid()),
        part=lambda t: point(t) if steps[t].side else ZERO,
        v=lambda t, i: between(t)[i] if steps[t].side else z[t][i],
        norm_u=lambda j: sum((abs(b) for b in balls.u[:j]), arb(0)),
        uz=balls.sum(lambda t, i: balls.u[i] * z[t][i]),
        progress=balls.sum(lambda t, i: shape.g(z[t][i])),
        progress_between=balls.sum(lambda t, i: shape.g(between(t)[i])),
        zz=balls.sum(lambda t, i: z[t][i] * z[t][i]),
        potential=balls.sum(lambda t, i: shape.g(z[t][i]) + (2 if learner.f.odd else 0)),
        bend=balls.sum(lambda t, i: shape.slope(between(t)[i]) * balls.x[t][i] * balls.x[t][i]),
        mistakes=_totals(steps, lambda step: ZERO + (step.side != 0)),
    )


def _curvature(
    shape: BallTransformation, v: Sequence[arb], x: Sequence[arb], level: Callable[[Sequence[arb]], arb]
) -> arb:
    bend = sum((shape.slope(b) * c * c for b, c in zip(v, x, strict=True)), arb(0))
    return bend / shape.f(level(v))


def _most_curved(curvature: Callable[[Fraction], arb]) -> Fraction:
    """Return a point of [0, 1] where the curvature is about as large as it gets."""

    def size(part: Fraction) -> arb:
        found = curvature(part)
        return found.mid() if found.is_finite() else arb(-1)

    best = max((Fraction(k, GRID) for k in range(GRID + 1)), key=size)
    width = Fraction(1, GRID)
    for _ in range(GRID):
        width /= 2
        best = max((part for part in (best - width, best, best + width) if 0 <= part <= 1), key=size)
    return best


def p_norm(case: Case) -> Data:
    """Read a run of the p-norm Perceptron by coordinates, with the norms and the second derivative on each step."""
    data = quasi_additive(case)
    n, rate = data.values["n"], data.values["a"]
    with working_precision(BITS):
        p = _ball(case.value(s.p))
        f = BallTransformation(power_transformation(case.value(s.p)))

    def size(v: Sequence[arb]) -> arb:
        return f.ginv(sum((f.g(b) for b in v), arb(0)))

    def row(name: str, t: int) -> list[arb]:
        return [data.values[name](t, i) for i in range(n)]

    def power_of(v: Sequence[arb], exponent: arb) -> arb:
        return arb(0) if all(b == 0 for b in v) else size(v) ** exponent

    def middle(t: int, part: Fraction) -> list[arb]:
        step = _ball(part) * rate * _ball(data.values["side"](t))
        return [b + step * c for b, c in zip(row("z", t), row("x", t), strict=True)]

    def along(v: Sequence[arb], x: Sequence[arb]) -> arb:
        return sum((f.f(b) * c for b, c in zip(v, x, strict=True)), arb(0))

    def bend(v: Sequence[arb], x: Sequence[arb]) -> arb:
        return sum((f.slope(b) * c * c for b, c in zip(v, x, strict=True)), arb(0))

    @cache
    def between(t: int) -> list[arb]:
        x = row("x", t)

        def curvature(part: Fraction) -> arb:
            v = middle(t, part)
            lean = power_of(v, 1 - p) * along(v, x)
            return (2 - p) * lean * lean + power_of(v, 2 - p) * bend(v, x)

        with working_precision(BITS):
            return middle(t, _most_curved(curvature)) if any(b != 0 for b in x) else row("z", t)

    more = {
        "norm_z": lambda t: size(row("z", t)),
        "norm_x": lambda t: size(row("x", t)),
        "top_x": lambda t: max(range(n), key=lambda i: abs(row("x", t)[i]).mid()),
        "scale_z": lambda t: power_of(row("z", t), 2 - p),
        "scale_v": lambda t: power_of(between(t), 2 - p),
        "lean_v": lambda t: power_of(between(t), 1 - p),
        "v": lambda t, i: between(t)[i],
        "along": lambda t, j: along(between(t)[:j], row("x", t)[:j]),
        "bend": lambda t, j: bend(between(t)[:j], row("x", t)[:j]),
    }
    return Data({**data.values, **more}, data.ranges)
