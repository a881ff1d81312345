"""What the function symbols of the proofs about transformations f are on data: f at balls, levels, shares, tangents."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import sympy
from flint import arb

from bounds import symbols as s
from bounds.claims.claim import Case
from bounds.errors import UndefinedValue
from bounds.learners import EXP, Transformation, power_transformation
from bounds.mathematics.pnorm import start_vector
from bounds.numbers import working_precision
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
