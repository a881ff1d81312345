"""Vectors and outcomes in the proofs: an abstract inner-product space, intervals, and the loss on them."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property

import z3

from verify.logic.axioms import BOOL, INNER_PRODUCT, INT, REAL, VECTOR, add, dot, scale
from verify.logic.kernel import Theorem
from verify.logic.language import Formula, Term
from verify.logic.session import Session

r = z3.Real("r")
t = z3.Int("t")


class InnerProduct:
    """The axioms of an inner-product space, and what follows from them."""

    def __init__(self, session: Session) -> None:
        self.session = session

        def axiom(name: str) -> Theorem:
            return session.axiom(name, "inner product", INNER_PRODUCT[name])

        self.additive, self.homogeneous = axiom("dot additive"), axiom("dot homogeneous")
        self.symmetric, self.null, self.positive = axiom("dot symmetric"), axiom("dot zero"), axiom("dot positive")

    @cached_property
    def step(self) -> Theorem:
        """u.(w + r x) = u.w + r u.x, and (w + r x).(w + r x) = w.w + 2 r w.x + r**2 x.x, for all u, w, x, r."""
        u, w, x = (z3.Const(name, VECTOR) for name in ("u_", "w_", "x_"))
        moved = add(w, scale(r, x))
        by = [
            self.additive.at(u, w, scale(r, x)),
            self.homogeneous.at(u, x, r),
            self.additive.at(moved, w, scale(r, x)),
            self.homogeneous.at(moved, x, r),
            self.symmetric.at(moved, w),
            self.symmetric.at(moved, x),
            self.additive.at(w, w, scale(r, x)),
            self.homogeneous.at(w, x, r),
            self.additive.at(x, w, scale(r, x)),
            self.homogeneous.at(x, x, r),
            self.symmetric.at(x, w),
        ]
        return self.session.lemma(
            "a step along x",
            [u, w, x, r],
            z3.And(
                dot(u, moved) == dot(u, w) + r * dot(u, x),
                dot(moved, moved) == dot(w, w) + 2 * r * dot(w, x) + r * r * dot(x, x),
            ),
            by,
        )

    @cached_property
    def distance(self) -> Theorem:
        """u.u - 2 u.w + w.w >= 0 for all u and w: the squared distance is not negative."""
        u, w = z3.Const("u_", VECTOR), z3.Const("w_", VECTOR)
        gap = add(u, scale(z3.RealVal(-1), w))
        by = [self.step.at(u, u, w, z3.RealVal(-1)), self.positive.at(gap)]
        return self.session.lemma("the distance is not negative", [u, w], distance(u, w) >= 0, by)

    @cached_property
    def square(self) -> Theorem:
        """u.u + 2 r u.x + r**2 x.x >= 0 for all u, x and r."""
        u, x = z3.Const("u_", VECTOR), z3.Const("x_", VECTOR)
        formula = dot(u, u) + 2 * r * dot(u, x) + r * r * dot(x, x) >= 0
        by = [self.step.at(u, u, x, r), self.positive.at(add(u, scale(r, x)))]
        return self.session.lemma("a square is not negative", [u, x, r], formula, by)

    @cached_property
    def cauchy_schwarz(self) -> Theorem:
        """(u.x)**2 <= (u.u) (x.x) for all u and x."""
        u, x = z3.Const("u_", VECTOR), z3.Const("x_", VECTOR)
        uu, ux, xx = dot(u, u), dot(u, x), dot(x, x)
        square = self.square
        by = [square.at(u, x, -ux / xx), square.at(u, x, -(uu + 1) / (2 * ux)), self.positive.at(x)]
        return self.session.lemma("Cauchy-Schwarz", [u, x], ux * ux <= uu * xx, by)


def distance(u: Term, w: Term) -> Term:
    """Return the squared Euclidean distance of u and w."""
    return dot(u, u) - 2 * dot(u, w) + dot(w, w)


@dataclass(frozen=True)
class Outcome:
    """A real interval as terms: whether it has a lower and an upper end, the ends, and whether they are closed."""

    has_lo: Term
    lo: Term
    lo_closed: Term
    has_hi: Term
    hi: Term
    hi_closed: Term

    @classmethod
    def at(cls, t: Term) -> Outcome:
        """Return the outcome of trial t."""
        parts = (z3.Function(name, INT, sort)(t) for name, sort in _PARTS)
        return cls(*parts)

    def widened(self, tau: Term) -> Outcome:
        """Return I +- tau."""
        return Outcome(self.has_lo, self.lo - tau, self.lo_closed, self.has_hi, self.hi + tau, self.hi_closed)

    def nonempty(self) -> Formula:
        """Some number is in the interval."""
        both = z3.And(self.has_lo, self.has_hi)
        closed = z3.And(self.lo == self.hi, self.lo_closed, self.hi_closed)
        return z3.Implies(both, z3.Or(self.lo < self.hi, closed))

    def below(self, y: Term) -> Formula:
        """y is less than every number of the interval."""
        return z3.And(self.has_lo, z3.If(self.lo_closed, y < self.lo, y <= self.lo))

    def above(self, y: Term) -> Formula:
        """y is greater than every number of the interval."""
        return z3.And(self.has_hi, z3.If(self.hi_closed, y > self.hi, y >= self.hi))

    def side(self, y: Term) -> Term:
        """Return +1 below the interval, -1 above it, 0 in it."""
        return z3.If(self.below(y), z3.RealVal(1), z3.If(self.above(y), z3.RealVal(-1), z3.RealVal(0)))

    def loss(self, y: Term) -> Term:
        """Return the absolute loss: how far y is from the interval."""
        up = z3.And(self.has_lo, y < self.lo)
        down = z3.And(self.has_hi, y > self.hi)
        return z3.If(up, self.lo - y, z3.If(down, y - self.hi, z3.RealVal(0)))


_PARTS = (("has_lo", BOOL), ("lo", REAL), ("lo_closed", BOOL), ("has_hi", BOOL), ("hi", REAL), ("hi_closed", BOOL))
