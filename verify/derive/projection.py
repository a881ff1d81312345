"""Projections on a box or a ball, in the text of an update: what they are, and why they do not lead away from u.

>>> from bounds.formulas import read, write
>>> inner, onto = unprojected(read("max(-R, min(R, w + eta*y*x)) if y*yhat < 1 else w"))
>>> write(inner), str(onto)
('w + eta*y*x if y*yhat < 1 else w', '[-R, R]^n')
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any, Literal

import sympy

from bounds import symbols as s
from bounds.expression import format_expression
from bounds.formulas import Apply, Constant, Formula, Name, rebuilt, subformulas
from verify.derive.pieces import Guard, is_positive
from verify.derive.potentials import norm, of_parameters, p, q, r, z
from verify.derive.shown import show
from verify.logic.kernel import Step

W = Name("w")


@dataclass(frozen=True)
class Onto:
    """The set on which weights are projected: the box [-R, R]^n or the ball of radius R about 0, R an expression."""

    kind: Literal["box", "ball"]
    radius: Any

    def __str__(self) -> str:
        R = format_expression(self.radius)
        return f"[-{R}, {R}]^n" if self.kind == "box" else f"the ball of radius {R} about 0"

    @property
    def diameter(self) -> Any:
        """The largest distance of two of its points."""
        return 2 * self.radius * (sympy.sqrt(s.n) if self.kind == "box" else 1)

    @property
    def premise(self) -> str:
        """That u is in it, as claims say it."""
        size = "max(abs(u))" if self.kind == "box" else "norm(u, 2)"
        return f"{size} <= {format_expression(self.radius)}"

    def steps(self) -> list[Step]:
        """Prove that the projection of a point is not farther from u than the point, and how far u is from w.

        In a box this is so coordinate by coordinate. In a ball, u.v <= R |v|, by Cauchy and Schwarz.
        """
        R = sympy.Symbol("R", positive=True)
        inside = tuple(Guard(R + sign * part, ">=") for part in (p, q) for sign in (1, -1))
        if self.kind == "box":
            cut = [
                show(
                    f"a coordinate v cut off at {sign * R} is not farther from one of u: ux and yhat are u_i and v_i",
                    (*inside[:2], Guard(sign * q - R, ">=")),
                    (p - q) ** 2 - (p - sign * R) ** 2,
                )
                for sign in (1, -1)
            ]
            apart = Guard(q - R, ">=")
            cut.append(show("(v - Pv) (u - Pv) <= 0 there, Pv = R", (*inside[:2], apart), (q - R) * (R - p)))
            return [*cut, show("two points of the box are at most 2 R sqrt(n) apart", inside, 4 * R**2 - (p - q) ** 2)]
        outside = (Guard(norm - R, ">="), Guard(norm, ">"), Guard(R * norm - p, ">="))
        nearer = norm**2 - 2 * p - (R**2 - 2 * p * R / norm)
        sizes = (Guard(R**2 - r, ">="), Guard(R**2 - z, ">="), Guard(R**2 + p, ">="))
        return [
            show("R v/|v| is not farther from u than v is, where |v| >= R and u.v <= R |v|", outside, nearer),
            show("(v - Pv).(u - Pv) <= 0 there, Pv = R v/|v|", outside, (norm - R) * (R * norm - p)),
            show("two points of the ball are at most 2 R apart", sizes, 4 * R**2 - (r - 2 * p + z)),
        ]


def unprojected(update: Formula) -> tuple[Formula, Onto | None]:
    """Return an update without its projection, and the set; the update itself and None where a move has none."""
    inner, sets = _without(update)
    return (inner, sets[0]) if len(set(sets)) == 1 and sets[0] is not None else (update, None)


def _without(update: Formula) -> tuple[Formula, list[Onto | None]]:
    """Return an update without projections, and what each of its moves is projected on."""
    projected = _box(update) or _ball(update)
    if projected is not None:
        return projected[0], [projected[1]]
    match update:
        case Name("w"):
            return update, []
        case Apply("if", (condition, yes, no)):
            (first, ones), (second, others) = _without(yes), _without(no)
            return Apply("if", (condition, first, second)), [*ones, *others]
    return update, [None]


def _box(formula: Formula) -> tuple[Formula, Onto] | None:
    """Match max(-R, min(R, v)), and min(R, max(-R, v)), in any order of arguments."""
    for outer, inner, sign in (("max", "min", -1), ("min", "max", 1)):
        for end, rest in _either(formula, outer):
            for opposite, v in _either(rest, inner):
                first, second = (of_parameters(part, {"n": s.n}) for part in (end, opposite))
                if None not in (first, second) and sympy.simplify(first + second) == 0:
                    return (v, Onto("box", sign * first)) if is_positive(sign * first) else None
    return None


def _either(formula: Formula, function: str) -> Iterator[tuple[Formula, Formula]]:
    """Yield the two arguments of a function, in both orders."""
    match formula:
        case Apply(applied, (first, second)) if applied == function:
            yield first, second
            yield second, first


def _ball(formula: Formula) -> tuple[Formula, Onto] | None:
    """Match v*R/max(R, norm(v, 2)), and v if norm(v, 2) <= R else R*v/norm(v, 2)."""
    for part in subformulas(formula):
        for size, radius in _either(part, "max"):
            ball = _on_ball(formula, part, size, radius)
            if ball is not None:
                return ball
    match formula:
        case Apply("if", (Apply("<=", (Apply("norm", (v, _)) as size, radius)), yes, no)) if v == yes:
            return _on_ball(no, size, size, radius)
    return None


def _on_ball(formula: Formula, divisor: Formula, size: Formula, radius: Formula) -> tuple[Formula, Onto] | None:
    """Return v and the ball where a formula is R v over a divisor, and the size is the 2-norm of v."""
    R = of_parameters(radius, {"n": s.n})
    match size:
        case Apply("norm", (v, Constant(power))) if power == 2 and R is not None and is_positive(R):
            short = rebuilt(formula, lambda part: Name("m") if part == divisor else W if part == v else None)
            w, m = sympy.symbols("w m")
            ratio = of_parameters(short, {"w": w, "m": m})
            if ratio is not None and sympy.simplify(ratio - R * w / m) == 0:
                return v, Onto("ball", R)
    return None
