"""Random variants of a claim: true, false and senseless ones, the same for the same number on every machine."""

from __future__ import annotations

import random
from collections.abc import Callable
from fractions import Fraction
from typing import Any

import sympy

from bounds import symbols as s
from bounds.claims.claim import RELATIONS, Claim
from bounds.claims.limits import limits as stated_limits
from bounds.data.interval import Interval
from bounds.data.vectors import Example
from bounds.learners import Learner, TableLearner
from bounds.numbers import Number
from tests.classes import Perceptron
from verify.own_data.learner import with_learner

Change = Callable[[Claim, random.Random], Claim]

FACTORS = (*map(sympy.Rational, ("1/2", "9/10", "99/100", "101/100", "2", "1000")), sympy.Integer(-1), sympy.Integer(0))
VALUES = ("0", "1", "2", "3", "1/2", "3/2", "-1", "-1/2", "10", "1/100")


def scaled(claim: Claim, chance: random.Random) -> Claim:
    """Return the claim with its bound times a number."""
    return claim.replace(bound=claim.bound * chance.choice(FACTORS))


def moved(claim: Claim, chance: random.Random) -> Claim:
    """Return the claim with a number or one of its parameters added to the bound, or taken from it."""
    by = chance.choice([sympy.Integer(1), sympy.Rational(1, 2), *claim.parameters])
    return claim.replace(bound=claim.bound + chance.choice((-1, 1)) * by)


def shortened(claim: Claim, chance: random.Random) -> Claim:
    """Return the claim without one of the terms, or else the factors, of its bound."""
    bound = claim.bound
    parts = [part for part in bound.args if not part.is_number] if isinstance(bound, sympy.Add | sympy.Mul) else []
    if not parts:
        return claim.replace(bound=sympy.Integer(chance.randrange(4)))
    rest = list(bound.args)
    rest.remove(chance.choice(parts))
    return claim.replace(bound=bound.func(*rest))


def without_a_premise(claim: Claim, chance: random.Random) -> Claim:
    """Return the claim without one of its hypotheses."""
    names = [hypothesis.name for hypothesis in claim.hypotheses]
    return claim.replace(without=chance.choice(names)) if names else scaled(claim, chance)


def related_otherwise(claim: Claim, chance: random.Random) -> Claim:
    """Return the claim with another relation."""
    return claim.replace(relation=chance.choice([relation for relation in RELATIONS if relation != claim.relation]))


def fixed(claim: Claim, chance: random.Random) -> Claim:
    """Return the claim with a parameter set to a number, to another parameter, or near one."""
    if not claim.parameters:
        return scaled(claim, chance)
    symbol, other = chance.choice(claim.parameters), chance.choice([*claim.parameters, s.n, s.l])
    near = (f"{other}", f"{other} + 1/2", f"{other}/2", f"{other} - 1", f"2*{other}", f"-{other}")
    return claim.replace(define={symbol: chance.choice(near if chance.random() < 0.5 else VALUES)})


def loosened(claim: Claim, chance: random.Random) -> Claim:
    """Return the claim with a bound that looks larger, and is not where it is negative or below 1."""
    bound = claim.bound
    larger = (
        *(2 * bound, bound + 1, sympy.Rational(101, 100) * bound, bound**2 + 1, sympy.Max(bound, 1), sympy.Abs(bound)),
        *(bound + sympy.log(s.n), bound + s.l, sympy.floor(2 * bound), bound * sympy.log(s.n + 2), base_2(bound)),
    )
    return claim.replace(bound=chance.choice(larger))


def tightened(claim: Claim, chance: random.Random) -> Claim:
    """Return the claim with a bound that looks a little smaller, and is not where it is negative."""
    bound = claim.bound
    smaller = (
        *(bound / 2, bound - sympy.Rational(1, 100), sympy.Min(bound, 2 * bound, 1), sympy.floor(bound), bound**2),
        *(sympy.Min(bound, s.l), sympy.Rational(99, 100) * bound, bound - sympy.log(s.n), base_2(bound) / 2),
    )
    return claim.replace(bound=chance.choice(smaller))


def base_2(bound: sympy.Expr) -> sympy.Expr:
    """Return an expression with logarithms of base 2."""
    return bound.replace(sympy.log, lambda a: sympy.log(a) / sympy.log(2))


def at_a_rate(claim: Claim, chance: random.Random) -> Claim:
    """Return the claim with a free parameter set to a rate: in its range, at the end of it, or slightly outside."""
    free = [symbol for symbol in claim.free if symbol not in claim.counted]
    if not free:
        return loosened(claim, chance)
    symbol = chance.choice(sorted(free, key=str))
    limits = [limit.right for limit in stated_limits(claim, symbol)] or [s.X**-2, s.U / s.X, s.X, 1 / sympy.sqrt(s.l)]
    factor = chance.choice([sympy.Rational(*ratio) for ratio in ((1, 2), (1, 1), (101, 100), (99, 100), (-1, 1))])
    without = [h.name for h in claim.hypotheses if chance.random() < 0.3 and symbol.name in h.formula.split()]
    return claim.replace(define={symbol: factor * chance.choice(limits)}, without=without)


def weakened(claim: Claim, chance: random.Random) -> Claim:
    """Return the claim with a weaker relation, and perhaps another bound."""
    weaker = {"<": ["<="], ">": [">="], "==": ["<=", ">="]}.get(claim.relation, ["<", "=="])
    weak = claim.replace(relation=chance.choice(weaker))
    return loosened(weak, chance) if chance.random() < 0.5 else weak


class Unmoved(Learner):
    """A learner that never learns."""

    def start(self, n: int) -> None:
        self.n = n

    def predict(self, x: Example) -> Fraction:  # noqa: ARG002
        return Fraction(0)

    def update(self, x: Example, target: Interval) -> None:
        pass

    @property
    def weights(self) -> tuple[Number, ...]:
        return (Fraction(0),) * self.n


class Optimist(Perceptron):
    """A Perceptron that ignores the news that its prediction was too high."""

    def update(self, x: Example, target: Interval) -> None:
        if target.side(self.predict(x)) > 0:
            super().update(x, target)


LEARNERS: tuple[Any, ...] = (Unmoved, lambda: Optimist(Fraction(1)), lambda: TableLearner("perceptron", Fraction(3)))


def taught_otherwise(claim: Claim, chance: random.Random) -> Claim:
    """Return the claim with another learner."""
    return scaled(claim, chance) if claim.learner is None else with_learner(claim, chance.choice(LEARNERS))


CHANGES: tuple[Change, ...] = (
    *(scaled, moved, shortened, without_a_premise, without_a_premise, related_otherwise, fixed, fixed),
    taught_otherwise,
    *(loosened, loosened, tightened, at_a_rate, at_a_rate, weakened),
)


def variant(claim: Claim, number: int) -> Claim:
    """Return the variant of a claim with this number. Raises BoundcheckError where it is refused."""
    chance = random.Random(f"{claim.id} {number}")
    for _ in range(chance.choice((1, 1, 2))):
        claim = chance.choice(CHANGES)(claim, chance)
    return claim
