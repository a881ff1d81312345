"""Sums over trials at rates that fall: Abel summation, and the sum of 1/sqrt(t), each proved by induction for all l."""

from __future__ import annotations

from functools import cache
from typing import Any

import z3

from verify.proofs.engine import kernel

TIMEOUT = 20_000


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
