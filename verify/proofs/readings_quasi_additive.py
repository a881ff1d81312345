"""What the function symbols of the proofs are on exact runs of quasi-additive learners, coordinate by coordinate."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from fractions import Fraction
from functools import cache
from typing import Any

import sympy
from flint import arb

from bounds import symbols as s
from bounds.claim import Case
from bounds.errors import UndefinedValue
from bounds.learners import (
    EXP,
    SINH,
    BalancedWinnow,
    Learner,
    QuasiAdditive,
    Transformation,
    Winnow,
    power_transformation,
)
from bounds.numbers import compare, total, working_precision
from bounds.pnorm import norm, start_vector
from bounds.run import Step, play
from bounds.trials import vector
from bounds.versions import Version, thresholded
from verify.proofs.readings import BITS, ZERO, Balls, _ball, _totals, vectors
from verify.proofs.session import Data

GRID = 16
"""Points of a segment at which its curvature is looked at, and halvings of the part where it is largest."""


def ball_value(formula: Any, values: dict[Any, arb]) -> arb:
    """Evaluate a formula at balls; a power of 0 is 0, and 1 for the exponent 0.

    >>> ball_value(s.z**s.p, {s.z: arb(2), s.p: arb(3)})
    8.00000000000000
    """
    if formula in values:
        return values[formula]
    if formula.is_Rational:
        return _ball(Fraction(int(formula.p), int(formula.q)))
    parts = [ball_value(part, values) for part in formula.args]
    if formula.is_Add:
        return sum(parts, arb(0))
    if formula.is_Mul:
        product = arb(1)
        for part in parts:
            product *= part
        return product
    if isinstance(formula, sympy.exp):
        return parts[0].exp()
    if isinstance(formula, sympy.log):
        return parts[0].log()
    base, exponent = parts
    if exponent == 0:
        return arb(1)
    if base == 0:
        return arb(0)
    whole = exponent.unique_fmpz() if exponent.is_integer() else None
    return base ** int(whole) if whole is not None else base**exponent


class BallTransformation:
    """A transformation f at balls, with f', its integral g from 0 (or -oo) and the inverse of g."""

    def __init__(self, f: Transformation) -> None:
        self.of = f
        self._levels: dict[tuple[Any, ...], arb] = {}
        self.constants = {symbol: _ball(value) for symbol, value in f.values.items()}

    def _at(self, formula: Any, v: arb) -> arb:
        return ball_value(formula, {**self.constants, s.z: v})

    def _magnitude(self, v: arb) -> arb:
        return abs(v) if self.of.odd else v

    def f(self, v: Any) -> arb:
        """Return f(v)."""
        v = _ball(v)
        return -self._at(self.of.formula, -v) if self.of.odd and v < 0 else self._at(self.of.formula, v)

    def slope(self, v: Any) -> arb:
        """Return f'(v)."""
        return self._at(self.of.slope, self._magnitude(_ball(v)))

    def g(self, v: Any) -> arb:
        """Return g(v)."""
        return self._at(self.of.integral, self._magnitude(_ball(v)))

    def ginv(self, r: Any) -> arb:
        """Return the v >= 0 with g(v) = r; by Newton's method where it has no closed form."""
        r = _ball(r)
        if self.of.level is not None:
            return self._at(self.of.level, r)
        key = (*r.mid().man_exp(), *r.rad().man_exp())
        if key not in self._levels:
            self._levels[key] = self._root(r)
        return self._levels[key]

    def _root(self, r: arb) -> arb:
        """Enclose the v >= 0 with g(v) = r; g is convex, so that Newton's method comes from above."""
        near = arb(1)
        while not self.g(near) > r:
            near *= 2
        for _ in range(BITS):
            closer = (near - (self.g(near) - r) / self.f(near)).mid()
            if not closer > 0 or not closer < near:
                break
            near = closer
        width = near * arb(2) ** (-BITS // 2) + arb(2) ** -BITS
        low, high = near - width, near + width
        return (low if low > 0 and self.g(low) < r else arb(0)).union(high if self.g(high) > r else near * 2 + 1)


def quasi_additive(case: Case) -> Data:
    """Read a run of QA(f) by coordinates: z, f(z), the level ginv(G(z)), and a point of each step's segment."""
    learner = case.learner()
    if not isinstance(learner, QuasiAdditive):
        raise UndefinedValue("the learner is not quasi-additive")
    states: list[list[Any]] = []
    play(learner, case.instance.trials, case.version, watch=lambda _: states.append(list(learner.z)))
    if not states:
        learner.start(case.instance.trials.n)
    states.append(list(learner.z))
    balls = Balls(case)
    with working_precision(BITS):
        z = [[_ball(b) for b in state] for state in states]
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


def shares(case: Case) -> Data:
    """Read a run of QA(2 sinh) with the comparator's shares |u_i|/U."""
    data = quasi_additive(case)
    with working_precision(BITS):
        weights = [abs(data.values["u"](i)) for i in range(data.values["n"])]
        size = sum(weights, arb(0))
        if not size > 0:
            raise UndefinedValue("u is 0 and has no shares")
        parts = [b / size for b in weights]
        logs = [arb(0) if b == 0 else b * b.log() for b in parts]
    potential, z = data.values["potential"], data.values["z"]

    def towards(t: int, i: int) -> arb:
        sign = -1 if data.values["u"](i) < 0 else 1
        power: arb = (sign * z(t, i)).exp()
        return power

    more = {
        "share": lambda i: parts[i],
        "share_sum": lambda j: sum(parts[:j], arb(0)),
        "negentropy": lambda j: sum(logs[:j], arb(0)),
        "towards": lambda t, j: sum((towards(t, i) for i in range(j)), arb(0)),
        "log_potential": lambda t: potential(t, len(parts)).log(),
    }
    return Data({**data.values, **more}, data.ranges)


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


def norms(case: Case) -> Data:
    """Read a claim without a learner, with the conjugate norms."""
    data = vectors(case)
    p = case.value(s.p)
    dual = p / (p - 1)
    return Data(
        {**data.values, "p_norm": lambda a: norm(vector(a), p), "q_norm": lambda a: norm(vector(a), dual)}, data.ranges
    )


def bregman(case: Case) -> Data:
    """Read a run of QA(f) with vectors as wholes: z, w = f(z), G, and the v with f(v) = u."""
    learner = case.learner()
    if not isinstance(learner, QuasiAdditive):
        raise UndefinedValue("the learner is not quasi-additive")
    data, f = vectors(case), learner.f
    states: list[list[Any]] = []
    play(learner, case.instance.trials, case.version, watch=lambda _: states.append(list(learner.z)))
    if not states:
        learner.start(case.instance.trials.n)
    states.append(list(learner.z))
    steps, weights, x = case.run.steps, data.values["w"], data.values["x"]
    v = [f.preimage(b) for b in data.values["u"]]

    def height(z: Sequence[Any]) -> Any:
        return total(f.antiderivative(b) for b in z)

    def distance(z: Sequence[Any], at: Sequence[Any]) -> Any:
        return total(
            f.antiderivative(b) - f.antiderivative(c) - f.value(c) * (b - c) for b, c in zip(z, at, strict=True)
        )

    def margin(step: Step) -> Any:
        t = step.t - 1
        return step.side * total((b - c) * d for b, c, d in zip(data.values["u"], weights(t), x(t), strict=True))

    more = {
        "z": lambda t: states[t],
        "v": v,
        "G": height,
        "f": lambda z: [f.value(b) for b in z],
        "side": lambda t: Fraction(steps[t].side),
        "margins": _totals(steps, lambda step: margin(step) if step.side else ZERO),
        "distances": _totals(steps, lambda step: distance(states[step.t], states[step.t - 1]) if step.side else ZERO),
    }
    return Data({**data.values, **more}, {**data.ranges, "Vector": [v, *data.ranges["Vector"]]})


def hyperbolic_level(case: Case) -> Data:
    """Read theorem 5.1 for 2 sinh: the best v* = finv(alpha u), and G there and at each example."""
    balls = Balls(case)
    with working_precision(BITS):
        shape = BallTransformation(SINH)
        alpha = _ball(case.value(s.alpha))
        best = [_inverse_sinh(alpha * b) for b in balls.u]
    return balls.data(
        best=lambda i: best[i],
        best_level=lambda j: sum((shape.g(b) for b in best[:j]), arb(0)),
        ub=lambda j: sum((b * c for b, c in zip(balls.u[:j], best, strict=False)), arb(0)),
        progress=balls.sum(lambda t, i: shape.g(balls.x[t][i])),
    )


def _inverse_sinh(r: arb) -> arb:
    return (r / 2 + (r * r / 4 + 1).sqrt()).log()


def exponential_level(case: Case) -> Data:
    """Read theorem 5.1 for exp: the shares of u, the sum of exp(x_i) on each trial, and ln G(z)."""
    balls = Balls(case)
    with working_precision(BITS):
        size = sum(balls.u, arb(0))
        if not size > 0:
            raise UndefinedValue("u is 0 and has no shares")
        parts = [b / size for b in balls.u]
        logs = [arb(0) if b == 0 else b * b.log() for b in parts]
        start = sum((_ball(b).exp() for b in start_vector(case.instance)), arb(0)).log()
    return balls.data(
        share=lambda i: parts[i],
        share_sum=lambda j: sum(parts[:j], arb(0)),
        negentropy=lambda j: sum(logs[:j], arb(0)),
        norm_u=lambda j: sum((abs(b) for b in balls.u[:j]), arb(0)),
        potential=balls.sum(lambda t, i: balls.x[t][i].exp()),
        start_level=start,
    )


def two_multipliers(case: Case) -> Data:
    """Read corollary 5.3: finv(alpha u) and finv((alpha + rate) u) for f_p, exp and 2 sinh, and their sums."""
    balls = Balls(case)
    u = balls.u
    some = next((i for i, b in enumerate(u) if b != 0), None)
    if some is None:
        raise UndefinedValue("u is 0")
    values: dict[str, Any] = {"some": some}
    with working_precision(BITS):
        low = _ball(case.value(s.alpha))
        high = low + _ball(case.value(s.rate))
        order = 1 / (_ball(case.value(s.p)) - 1)

        def root(r: arb) -> arb:
            return arb(0) if r == 0 else (1 if r > 0 else -1) * abs(r) ** order

        def log(r: arb) -> arb:
            return r.log() if r > 0 else arb(0)

        inverses: dict[str, Callable[[arb], arb]] = {"power": root, "sinh": _inverse_sinh, "exp": log}
        shapes = {"power": power_transformation(case.value(s.p)), "sinh": SINH, "exp": EXP}
        for name, inverse in inverses.items():
            first, second = [inverse(low * b) for b in u], [inverse(high * b) for b in u]
            values |= _between(name, BallTransformation(shapes[name]), u, first, second)
    values["least_u"] = min(u, key=lambda b: b.mid())
    return balls.data(**values)


def _between(
    name: str, shape: BallTransformation, u: Sequence[arb], first: Sequence[arb], second: Sequence[arb]
) -> dict[str, Any]:
    rises = [b * (d - c) for b, c, d in zip(u, first, second, strict=True)]
    runs = [shape.g(d) - shape.g(c) for c, d in zip(first, second, strict=True)]
    return {
        f"f_{name}": shape.f,
        f"g_{name}": shape.g,
        f"low_{name}": lambda i: first[i],
        f"high_{name}": lambda i: second[i],
        f"rise_{name}": lambda j: sum(rises[:j], arb(0)),
        f"run_{name}": lambda j: sum(runs[:j], arb(0)),
    }


def parameters(case: Case) -> Data:
    """Read a claim about parameters alone."""
    names = {symbol.name: _ball(value) for symbol, value in case.values.items()}
    functions = {"ln": lambda b: _ball(b).log(), "exp": lambda b: _ball(b).exp()}
    return Data({**names, **functions}, {})


def tangents(case: Case) -> Data:
    """Read section 8's Bregman distances: f_p and exp at the start vector v and at each example, by coordinates."""
    balls = Balls(case)
    with working_precision(BITS):
        v = [_ball(b) for b in start_vector(case.instance)]
        p = _ball(case.value(s.p))
        f = BallTransformation(power_transformation(case.value(s.p)))

    def size(z: Sequence[arb]) -> arb:
        return f.ginv(sum((f.g(b) for b in z), arb(0)))

    zero = all(b == 0 for b in v)
    scale = arb(0) if zero else size(v) ** (2 - p)
    return balls.data(
        v=lambda i: v[i],
        f=f.f,
        g=f.g,
        nonzero=not zero,
        scale_v=scale,
        norm_v=size(v),
        norm_x=lambda t: size(balls.x[t]),
        sum_g=balls.sum(lambda t, i: f.g(balls.x[t][i]) - f.g(v[i])),
        sum_f=balls.sum(lambda t, i: f.f(v[i]) * (balls.x[t][i] - v[i])),
        sum_exp=balls.sum(lambda t, i: balls.x[t][i].exp() - v[i].exp()),
        sum_slope=balls.sum(lambda t, i: v[i].exp() * (balls.x[t][i] - v[i])),
        fx=balls.sum(lambda t, i: f.f(v[i]) * balls.x[t][i]),
        fv=lambda j: sum((f.f(b) * b for b in v[:j]), arb(0)),
        xx=balls.sum(lambda t, i: balls.x[t][i] ** 2),
        vv=lambda j: sum((b * b for b in v[:j]), arb(0)),
        vx=balls.sum(lambda t, i: v[i] * balls.x[t][i]),
        gaps=balls.sum(lambda t, i: (balls.x[t][i] - v[i]) ** 2),
    )


def sizes(case: Case) -> Data:
    """Read a claim about U, X and delta: the p-norms of the examples, and where the largest ones are."""
    balls = Balls(case)
    n, x = balls.n, balls.x
    if not x:
        raise UndefinedValue("there are no examples")
    with working_precision(BITS):
        f = BallTransformation(power_transformation(case.value(s.p)))
        norms = [f.ginv(sum((f.g(b) for b in row), arb(0))) for row in x]
        top = [max(range(n), key=lambda i, row=row: abs(row[i]).mid()) for row in x]  # type: ignore[misc]
        longest = max(range(len(x)), key=lambda t: norms[t].mid())
        widest = max(range(len(x)), key=lambda t: abs(x[t][top[t]]).mid())
    return balls.data(
        norm_x=lambda t: norms[t], top_x=lambda t: top[t], longest=longest, widest=widest, radius=norms[longest]
    )


def balanced_winnow(case: Case) -> Data:
    """Read QA(2 sinh) and Balanced Winnow on the same trials."""
    learner = BalancedWinnow(case.value(s.beta))
    return _beside(case, learner, case.version, lambda: (list(learner.positive), list(learner.negative)))


def fixed_threshold(case: Case) -> Data:
    """Read QA(exp, ..., exp, -theta) and Winnow with a fixed threshold on the same trials."""
    learner = Winnow(case.value(s.alpha), case.value(s.theta))
    return _beside(case, learner, thresholded(case.value(s.theta)), lambda: (list(learner.weights),))


def _beside(case: Case, second: Learner, version: Version, weights: Callable[[], tuple[list[Any], ...]]) -> Data:
    data = quasi_additive(case)
    states: list[tuple[list[Any], ...]] = []
    run = play(second, case.instance.trials, version, watch=lambda _: states.append(weights()))
    if not states:
        second.start(case.instance.trials.n)
    states.append(weights())
    with working_precision(BITS):
        rows = [[[_ball(b) for b in part] for part in state] for state in states]
    n, z, x = data.values["n"], data.values["z"], data.values["x"]

    def product(t: int, i: int) -> arb:
        weight: arb = rows[t][0][i] - (rows[t][1][i] if len(rows[t]) > 1 else arb(0))
        value: arb = weight * x(t, i)
        return value

    def worst(t: int) -> int:
        signs = (1, -1)[: len(rows[t])]
        apart = (i for i in range(n) for b, part in zip(signs, rows[t], strict=True) if part[i] != (b * z(t, i)).exp())
        return next(apart, 0)

    first = case.run.steps
    more = {
        "up": lambda t, i: rows[t][0][i],
        "down": lambda t, i: rows[t][1][i],
        "worst": worst,
        "vx": lambda t, j: sum((product(t, i) for i in range(j)), arb(0)),
        "second_side": lambda t: Fraction(run.steps[t].side),
        "differences": _totals(run.steps, lambda step: ZERO + ((step.side != 0) != (first[step.t - 1].side != 0))),
        "disagreements": _totals(
            run.steps, lambda step: ZERO + int(compare(step.prediction, first[step.t - 1].prediction) != 0)
        ),
    }
    return Data({**data.values, **more}, data.ranges)
