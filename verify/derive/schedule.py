"""Rates that fall with the trials, and projections: one lemma more, for learners that are derived at a fixed rate.

Let the rate on trial t be k/sqrt(t), and let the weights be projected, after each step, on a convex set of diameter D
in which they start and which u belongs to. The inequality of a trial then holds with a(t), b(t) in the place of a, b:
the nearest point of a convex set is not farther from u than the point itself. Where a(t) does not fall,

    sum of a(t) (d(t) - d(t + 1)) <= a(l) D**2        (Abel summation, as 0 <= d <= D**2)

and where b(t) = beta/sqrt(t), the b(t) add up to at most 2 beta sqrt(l). Both are proved here by induction.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from typing import Any

import sympy
import z3

from bounds import symbols as s
from bounds.errors import BoundcheckError
from bounds.expression import as_expression
from bounds.geometry import EUCLIDEAN
from verify.derive.derived import Derived
from verify.derive.pieces import Guard
from verify.derive.potentials import parameter
from verify.derive.proof import Step, show
from verify.proofs import kernel

TIMEOUT = 20_000
PROJECTION = "the nearest point of a convex set is not farther from u, in the set, than the point itself"


@dataclass(frozen=True)
class Scheduled:
    """A bound at rates k/sqrt(t) with projections, what z3 and the kernel showed, and the one fact it rests on besides.

    The bound is on sum gain - c sum loss.
    """

    symbol: Any
    rate: Any
    bound: Any
    c: Any
    steps: tuple[Step | kernel.Step, ...]
    rests_on: str = PROJECTION

    def __str__(self) -> str:
        return f"{self.bound} at {self.symbol} = {self.rate}/sqrt(t), projected; rests on: {self.rests_on}"


def scheduled(found: Derived, symbol: str | Any = "eta", *, numerator: Any, diameter: Any, part: int = 0) -> Scheduled:
    """Return the bound of a derived learner at rates ``numerator``/sqrt(t), projected on a set of this diameter.

    Raises BoundcheckError for a learner that multiplies its weights, where c or the range depends on the rate, where
    a falls with t, or where b is not in proportion to the rate.

    >>> from verify.derive import derive
    >>> ogd = derive("w + eta*y*x if y*yhat < 1 else w", gain="hinge", loss="hinge")
    >>> print(scheduled(ogd, numerator="2*R/X", diameter="2*R").bound)
    3*R*X*sqrt(l)
    """
    chosen = found.parts[part]
    name = parameter(symbol) if isinstance(symbol, str) else symbol
    value, D = as_expression(numerator), as_expression(diameter)
    if found.problem.potential.geometry is not EUCLIDEAN or chosen.multiple != 1:
        raise BoundcheckError("rates that fall are derived of learners that add to w, with the distance to u itself")
    if chosen.c.has(name) or any(guard.term.has(name) for guard in chosen.when):
        raise BoundcheckError(f"the factor of the loss, or the range of the parameters, depends on {name}")
    k, root, later = sympy.symbols("k root later", positive=True)
    a, b = chosen.a.subs(name, k / root), sympy.simplify(chosen.b.subs(name, k / root) * root)
    if b.has(root):
        raise BoundcheckError(f"b = {chosen.b} is not in proportion to {name}; its sum is not known")
    onward = show("a does not fall", (*chosen.when, Guard(later - root, ">=")), a.subs(root, later) - a)
    if not onward.proved:
        raise BoundcheckError(f"a = {chosen.a} may fall with t at {name} = {value}/sqrt(t); then nothing telescopes")
    bound = (D**2 * a.subs(root, sympy.sqrt(s.l)) + 2 * b * sympy.sqrt(s.l)).subs(k, value)
    return Scheduled(name, value, sympy.simplify(bound), chosen.c, (*chosen.proof.steps, onward, *abel()))


@cache
def abel() -> tuple[kernel.Step, ...]:
    """Prove both sums by induction, for any a(t) that do not fall, and return the steps."""
    rules = kernel.Kernel(TIMEOUT)
    _falling_distances(rules)
    _falling_rates(rules)
    return tuple(step for step in rules.steps if step.how != "axiom")


t = z3.Int("t")


def _from_one(rules: kernel.Kernel, name: str, kind: str, formula: Any) -> kernel.Theorem:
    return rules.axiom(name, kind, z3.ForAll([t], z3.Implies(t >= 1, formula)))


def _falling_distances(rules: kernel.Kernel) -> None:
    a, d, total = (z3.Function(name, z3.IntSort(), z3.RealSort()) for name in ("a", "d", "total"))
    square, one = z3.Real("D") * z3.Real("D"), z3.IntVal(1)
    p, q = z3.Reals("p_ q_")
    rising = _from_one(rules, "a does not fall", "hypothesis", z3.And(a(t) >= 0, a(t + 1) >= a(t)))
    near = _from_one(rules, "distances in the set", "hypothesis", z3.And(d(t) >= 0, d(t) <= square))
    first = rules.axiom("the first trial", "definition", total(1) == a(1) * (d(1) - d(2)))
    more = _from_one(rules, "one trial more", "definition", total(t + 1) == total(t) + a(t + 1) * (d(t + 1) - d(t + 2)))
    product = rules.lemma("a product of what is not negative", [p, q], z3.Implies(z3.And(p >= 0, q >= 0), p * q >= 0))
    rules.induction(
        "sum of a(t) (d(t) - d(t + 1)) <= a(l) (D**2 - d(l + 1))",
        t,
        z3.Implies(t >= 1, total(t) <= a(t) * (square - d(t + 1))),
        [],
        [
            *(axiom.at(moment) for axiom in (rising, near) for moment in (t, t + 1, one)),
            *(first, more.at(t)),
            product.at(a(t + 1) - a(t), square - d(t + 1)),
            product.at(a(one), square - d(one)),
        ],
    )


def _falling_rates(rules: kernel.Kernel) -> None:
    root, total = (z3.Function(name, z3.IntSort(), z3.RealSort()) for name in ("root", "sum"))
    p, q = z3.Reals("p_ q_")
    roots = _from_one(rules, "root(t)**2 = t", "hypothesis", z3.And(root(t) > 0, root(t) * root(t) == z3.ToReal(t)))
    first = rules.axiom("the first rate", "definition", total(1) == 1 / root(1))
    more = _from_one(rules, "one rate more", "definition", total(t + 1) == total(t) + 1 / root(t + 1))
    step = rules.lemma(
        "1/sqrt(t + 1) <= 2 sqrt(t + 1) - 2 sqrt(t)",
        [p, q],
        z3.Implies(z3.And(p >= 0, q > 0, q * q == p * p + 1), 2 * p + 1 / q <= 2 * q),
    )
    rules.induction(
        "sum of 1/sqrt(t) <= 2 sqrt(l)",
        t,
        z3.Implies(t >= 1, total(t) <= 2 * root(t)),
        [],
        [
            *(roots.at(moment) for moment in (t, t + 1, z3.IntVal(1))),
            *(first, more.at(t), step.at(root(t), root(t + 1)), step.at(z3.RealVal(0), root(1))),
        ],
    )
