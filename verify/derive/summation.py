"""Sums over the trials, each proved by induction for all l.

At one rate the distances cancel; at rates that fall there are Abel summation, and the sum of 1/sqrt(t).
"""

from __future__ import annotations

from functools import cache
from typing import Any

import z3

from verify.logic import kernel

t = z3.Int("t")


@cache
def telescoped() -> kernel.Step:
    """Prove that the inequalities of the trials add up, for any gains, losses and distances, and return that as a step.

    >>> telescoped().ok
    True
    """
    rules = kernel.Kernel()
    l = z3.Int("l")  # noqa: E741
    gain, loss, d, total = (z3.Function(name, z3.IntSort(), z3.RealSort()) for name in ("gain", "loss", "d", "total"))
    a, b, c = z3.Reals("a b c")
    within = z3.And(t >= 0, t < l)
    one = gain(t) - c * loss(t) <= a * (d(t) - d(t + 1)) + b
    trial = rules.axiom("the inequality of a trial", "hypothesis", z3.ForAll([t], z3.Implies(within, one)))
    start = rules.axiom("nothing yet", "definition", total(0) == 0)
    amount = total(t + 1) == total(t) + gain(t) - c * loss(t)
    onward = rules.axiom("one trial more", "definition", z3.ForAll([t], z3.Implies(within, amount)))
    invariant = z3.Implies(t <= l, total(t) <= a * (d(0) - d(t)) + b * z3.ToReal(t))
    summed = rules.induction("the trials added up", t, invariant, [start], [trial.at(t), onward.at(t)])
    last = rules.prove(
        "nothing is left below 0",
        z3.Implies(z3.And(l >= 0, a >= 0, d(l) >= 0), total(l) <= a * d(0) + b * z3.ToReal(l)),
        [summed.at(l)],
    )
    seconds = sum(step.seconds for step in rules.steps)
    return kernel.Step("the trials added up", "induction", seconds, True, formula=None, said=str(last))


@cache
def abel() -> tuple[kernel.Step, ...]:
    """Prove both sums at rates that fall, for any a(t) that do not fall, and return the steps."""
    rules = kernel.Kernel()
    _falling_distances(rules)
    _falling_rates(rules)
    return tuple(step for step in rules.steps if step.how != "axiom")


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
