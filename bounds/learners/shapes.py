"""In which of two ways the weights of a rule follow from its state K: powers ``|s + a*K|**e``, or exponentials.

What is recognised is the formula, not a name: ``num`` and ``den`` in which w, z and mass are written out. A rule of
another shape is computed as it is written, and has no faster form.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction
from functools import lru_cache

from bounds.formulas.text import read
from bounds.formulas.tree import Apply, Constant, Formula, Name, functions, names, substitute
from bounds.learners.table import LEARNERS, USUAL

K, X, ONE, ZERO = Name("K"), Name("x"), Constant(Fraction(1)), Constant(Fraction(0))
TWICE_LESS_ONE = read("2*x - 1")
DEFINED = ("mass", "z", "w", "size")
"""What a rule may say of its weights in formulas of their own."""


@dataclass(frozen=True)
class Powers:
    """Weights sign(z)*|z|**exponent at z = start + rate*K; no ``start`` is 0."""

    start: Formula | None
    rate: Formula
    exponent: Formula = ONE


@dataclass(frozen=True)
class Exponentials:
    """Weights first*base**K, ln(base) being ``rate``, less opposite*base**(-K) where there is an ``opposite``."""

    first: Formula
    rate: Formula
    base: Formula
    opposite: Formula | None = None


@dataclass(frozen=True)
class Shape:
    """Weights, and the prediction that is made of them: size*dot(weights, example)/their sum if ``average``.

    The sum is that of both exponentials where there are two; the weights are ``scaled`` to sum to the size where their
    own formula says so. Without ``average`` it is dot(weights, example) - level, or with ``votes`` the sign of that,
    where the sign of 0 is 1.
    """

    weights: Powers | Exponentials
    example: Formula = X
    size: Formula = ONE
    level: Name | None = None
    average: bool = False
    scaled: bool = False
    votes: bool = False


def rule_of(header: str) -> Mapping[str, str]:
    """Return all formulas of a learner of the table."""
    return {**USUAL, **LEARNERS[header]}


@lru_cache(maxsize=64)
def shape_of(header: str) -> Shape | None:
    """Return the shape of a learner of the table, if it has one.

    >>> shape_of("winnow(alpha)").weights.base
    Name(name='alpha')
    >>> shape_of("ellipsoid()") is None
    True
    """
    rule = {name: read(text) for name, text in rule_of(header).items()}
    written = {name: rule[name] for name in DEFINED if name in rule}
    num, den = rule["num"], rule["den"]
    for _ in written:
        num, den = substitute(num, written), substitute(den, written)
    level: Name | None = None
    votes = False
    match num:
        case Apply("-", (Apply("*", (_, Apply(">=", (voted, zero)))), one)) if zero == ZERO and one == ONE:
            num, votes = voted, True
        case Apply("-", (product, Name() as taken_off)):
            num, level = product, taken_off
    factors = _product(num)
    weights = None if factors is None else _weights(factors[1])
    if factors is None or weights is None:
        return None
    size, inside, example = factors
    example = X if example == X else example
    if den == ONE:
        return Shape(weights, example, level=level, votes=votes) if size == ONE else None
    both = isinstance(weights, Exponentials) and weights.opposite is not None and isinstance(inside, Apply)
    whole = Apply("+", inside.arguments) if both and isinstance(inside, Apply) else inside
    if level is not None or votes or den != Apply("sum", (whole,)) or isinstance(weights, Powers):
        return None
    return Shape(weights, example, size, average=True, scaled="sum" in functions(rule["w"]))


def _leaves(formula: Formula) -> set[Formula]:
    return {Name(name) for name in names(formula)}


def _product(formula: Formula) -> tuple[Formula, Formula, Formula] | None:
    """Return size, weights and example of a product size*dot(weights, example)."""
    match formula:
        case Apply("*", (size, Apply("dot", (weights, example)))):
            return size, weights, example
        case Apply("dot", (weights, example)):
            return ONE, weights, example
    return None


def _weights(formula: Formula) -> Powers | Exponentials | None:
    if (affine := _affine(formula)) is not None:
        return Powers(*affine)
    match formula:
        case Apply("*", (Apply("sign", (z,)), Apply("**", (Apply("abs", (same,)), exponent)))) if z == same:
            affine = _affine(z)
            return None if affine is None else Powers(*affine, exponent)
        case Apply("-", (first, second)):
            up, down = _exponential(first), _exponential(second)
            if up is None or down is None or _opposed(up) != _opposed(down, -1):
                return None
            return Exponentials(up.first, up.rate, up.base, down.first)
    return _exponential(formula)


def _opposed(a: Exponentials, sign: int = 1) -> tuple[Formula, Formula, int]:
    """Return the rate of an exponential without its sign, its base at that sign, and the sign."""
    match a.rate:
        case Apply("-", (rate,)):
            return rate, _power(a.base, -1), -sign
    return a.rate, a.base, sign


def _power(base: Formula, sign: int) -> Formula:
    match base:
        case Apply("**", (inner, Apply("-", (one,)))) if sign < 0 and one == ONE:
            return inner
        case Apply("exp", (Apply("-", (inner,)),)) if sign < 0:
            return Apply("exp", (inner,))
    return base


def _exponential(formula: Formula) -> Exponentials | None:
    match formula:
        case Apply("*", (factor, rest)) if K not in _leaves(factor):
            inner = _exponential(rest)
            return None if inner is None else Exponentials(_times(factor, inner.first), inner.rate, inner.base)
        case Apply("exp", (argument,)):
            affine = _affine(argument)
            return None if affine is None or affine[0] else Exponentials(ONE, affine[1], Apply("exp", (affine[1],)))
        case Apply("**", (base, argument)) if K not in _leaves(base):
            log = Apply("ln", (base,))
            if argument == K:
                return Exponentials(ONE, log, base)
            if argument == Apply("-", (K,)):
                return Exponentials(ONE, Apply("-", (log,)), Apply("**", (base, Apply("-", (ONE,)))))
    return None


def _affine(formula: Formula) -> tuple[Formula | None, Formula] | None:
    """Return a and b of a + b*K, a None where it is 0; None for a formula of another shape."""
    match formula:
        case _ if K not in _leaves(formula):
            return formula, ZERO
        case Name("K"):
            return None, ONE
        case Apply("+", (first, second)) if K not in _leaves(first):
            inner = _affine(second)
            return None if inner is None or inner[0] else (first, inner[1])
        case Apply("*", (factor, rest)) if rest == K and K not in _leaves(factor):
            return None, factor
        case Apply("-", (rest,)):
            inner = _affine(rest)
            return None if inner is None or inner[0] else (None, Apply("-", (inner[1],)))
    return None


def _times(a: Formula, b: Formula) -> Formula:
    return a if b == ONE else Apply("*", (a, b))
