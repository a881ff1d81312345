"""What the function symbols of the proofs about transformations f are on data: f at balls, levels, shares, tangents."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from typing import Any

import sympy
from flint import arb

from bounds import symbols as s
from bounds.claim import Case
from bounds.errors import UndefinedValue
from bounds.learners import EXP, Transformation, power_transformation
from bounds.numbers import working_precision
from bounds.pnorm import start_vector
from verify.proofs.engine.session import Data
from verify.proofs.readings.learners import BITS, Balls, _ball, p_norms, vectors


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


def norms(case: Case) -> Data:
    """Read a claim without a learner, with the conjugate norms."""
    data = vectors(case)
    return Data({**data.values, **p_norms()}, data.ranges)


def shares_of(weights: Sequence[arb]) -> dict[str, Any]:
    """Return what the shares of some weights >= 0 are in their sum, and the sum of the shares' p ln p.

    Raises UndefinedValue where all weights are 0.
    """
    size = sum(weights, arb(0))
    if not size > 0:
        raise UndefinedValue("u is 0 and has no shares")
    parts = [b / size for b in weights]
    logs = [arb(0) if b == 0 else b * b.log() for b in parts]
    return {
        "share": lambda i: parts[i],
        "share_sum": lambda j: sum(parts[:j], arb(0)),
        "negentropy": lambda j: sum(logs[:j], arb(0)),
    }


def second_derivatives(case: Case) -> Data:
    """Read the second derivatives of H* at z > 0: of ||u||_q ||z||_p, and of the sum of u ln(u G/U) for exp."""
    balls = Balls(case)
    u, n = balls.u, balls.n
    values: dict[str, Any] = {}
    with working_precision(BITS):
        z = [_ball(b) for b in start_vector(case.instance)]
        p = _ball(case.value(s.p))
        if not all(b > 0 for b in (*u, *z)):
            raise UndefinedValue("u or z is not positive")
        values |= {"worst_u": -1, "worst_z": -1}
        order = 1 / (p - 1)
        dual, level = (
            sum((b ** (p * order) for b in u), arb(0)) ** (1 - 1 / p),
            sum((b**p for b in z), arb(0)) ** (1 / p),
        )
        size, G = sum(u, arb(0)), sum((b.exp() for b in z), arb(0))

        def power(i: int, j: int) -> arb:
            same = z[i] ** (p - 2) * level ** (1 - p) if i == j else arb(0)
            return (p - 1) * dual * (same - (z[i] * z[j]) ** (p - 1) * level ** (1 - 2 * p))

        def exponential(i: int, j: int) -> arb:
            return size * ((z[i].exp() / G if i == j else arb(0)) - (z[i] + z[j]).exp() / G**2)

        alphas = {"power": level ** (p - 1) / dual, "exp": G / size}
        speeds = {"power": (p - 1) / (level * dual), "exp": 1 / size}
        inverses = {"power": lambda r: r**order, "exp": lambda r: r.log()}
        steep = {"power": lambda r: order * r ** (order - 1), "exp": lambda r: 1 / r}
        shapes = {"power": power_transformation(case.value(s.p)), "exp": EXP}
        for name, second in (("power", power), ("exp", exponential)):
            shape, alpha = BallTransformation(shapes[name]), alphas[name]
            slopes = [steep[name](alpha * b) for b in u]
            parts = {
                "alpha": alpha,
                "speed": speeds[name],
                "f": shape.f,
                "slope": shape.slope,
                "finv": inverses[name],
                "steep": slopes.__getitem__,
                "second": second,
                "level": lambda j, a=alpha, d=slopes: sum(
                    (a * b * c * b for b, c in zip(u[:j], d, strict=False)), arb(0)
                ),
                "S": lambda j, d=slopes: sum((c * b * b for b, c in zip(u[:j], d, strict=False)), arb(0)),
            }
            values |= {f"{what}_{name}": value for what, value in parts.items()}
    return balls.data(**values, n=n, z=z.__getitem__)


def parameters(case: Case) -> Data:
    """Read a claim about parameters alone."""
    names = {symbol.name: _ball(value) for symbol, value in case.values.items()}
    functions = {"ln": lambda b: _ball(b).log(), "exp": lambda b: _ball(b).exp()}
    return Data({**names, **functions}, {})


def sizes_and_shares(case: Case) -> Data:
    """Read the same with the 1-norm and the dual norm of u, and the entropy of its shares."""
    data, balls = sizes(case), Balls(case)
    with working_precision(BITS):
        dual = BallTransformation(power_transformation(case.value(s.p) / (case.value(s.p) - 1)))
        weights = [abs(b) for b in balls.u]
        values = {
            "size": sum(weights, arb(0)),
            "size_q": dual.ginv(sum((dual.g(b) for b in weights), arb(0))),
            "shannon": -shares_of(weights)["negentropy"](balls.n),
        }
    return Data({**data.values, **values}, data.ranges)


def limit_and_shares(case: Case) -> Data:
    """Read a claim about u, U, X and delta: the shares of u, and the limit without its factor (X/delta)**2."""
    balls = Balls(case)
    weights = [abs(b) for b in balls.u]
    logs = [arb(0) if b == 0 else b * b.log() for b in weights]
    (row,) = case.claim.quantity.rows(case)
    with working_precision(BITS):
        scale = _ball(case.value(s.X)) / _ball(case.value(s.delta))
        return balls.data(
            **shares_of(weights),
            norm_u=lambda j: sum(weights[:j], arb(0)),
            u_ln_u=lambda j: sum(logs[:j], arb(0)),
            limit=_ball(row.lhs) / (scale * scale),
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
