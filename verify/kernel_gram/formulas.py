"""The values of a rule's formulas: numbers, affine functions of one variable, and combinations of vectors."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from functools import partial
from typing import Any, NamedTuple

from verify.kernel import HALF, ONE, RELATIONS, ZERO, Formula, Number, Real, floor, power, quotient, sign, size, spend
from verify.kernel_gram.numbers import Refused


class Affine(NamedTuple):
    """constant + slope * q + norm * |x|**2, where q is the prediction (or the comparator's).

    The constant is rational; slope and norm may be irrational, as those of a loss that is weighted by 1/sqrt(t) are.
    """

    constant: Fraction
    slope: Number
    norm: Number = ZERO

    def at(self, q: Fraction) -> Fraction:
        """Return the value at q, where x is 0; refused where it is irrational."""
        return rational(self.constant + self.slope * q)

    @property
    def simple(self) -> Affine | Fraction:
        """The same, as a number where it is one."""
        return self if self.slope or self.norm else self.constant


class Vector(NamedTuple):
    """A combination of state vectors and the example, by their names; ``dotted`` with the example, or not."""

    terms: Mapping[str, Number]
    dotted: bool = False


@dataclass
class GramScope:
    """What names stand for, the q at which branches are chosen, and where they would change."""

    names: Mapping[str, Any]
    q: Fraction = ZERO
    roots: set[Fraction] = field(default_factory=set)

    def compare(self, a: Any, b: Any) -> int:
        """Return the sign of a - b at q, and note the root of the difference."""
        if isinstance(a, Affine) or isinstance(b, Affine):
            gap = lifted(add(a, scale(b, -ONE)))
            if gap.norm:
                raise Refused(OUTSIDE["xx"])
            if gap.slope:
                self.roots.add(-gap.constant / rational(gap.slope))
            return sign(gap.at(self.q))
        if isinstance(a, Vector) or isinstance(b, Vector):
            raise Refused("a branch that compares vectors, or predictions other than its own")
        return sign(a - b)

    def holds(self, a: Any) -> bool:
        """Tell whether a condition is true at q: whether it is not 0."""
        return self.compare(a, ZERO) != 0


def add(a: Any, b: Any) -> Any:
    """Return a + b."""
    if isinstance(a, Vector) and isinstance(b, Vector) and a.dotted == b.dotted:
        terms = {name: a.terms.get(name, ZERO) + b.terms.get(name, ZERO) for name in (*a.terms, *b.terms)}
        return Vector({name: c for name, c in terms.items() if c}, a.dotted)
    if isinstance(a, Vector) or isinstance(b, Vector):
        raise Refused("the sum of a vector and a number (a threshold or a start vector has no Gram form)")
    if isinstance(a, Affine) or isinstance(b, Affine):
        return affine(*(c + d for c, d in zip(lifted(a), lifted(b), strict=True)))
    return a + b


def affine(constant: Number, slope: Number, norm: Number) -> Affine | Fraction:
    """Return an affine function, or a number where it is one."""
    return Affine(rational(constant), slope, norm).simple


def rational(a: Number) -> Fraction:
    """Return a number that has to be rational."""
    if isinstance(a, Real):
        raise Refused("an irrational number that no vector is multiplied by; choose the parameters so that it is none")
    return a


def lifted(a: Any) -> Affine:
    """Return an affine function, or a rational as one."""
    return a if isinstance(a, Affine) else Affine(rational(a), ZERO)


def scale(a: Any, b: Any) -> Any:
    """Return a * b."""
    a, b = (b, a) if isinstance(a, Vector) else (a, b)
    if isinstance(b, Vector):
        if isinstance(a, Vector):
            raise Refused("a product of two predictions, or of two vectors")
        if isinstance(a, Affine):
            raise Refused(OUTSIDE["xx"] if a.norm else "the coefficient of a vector depends on the prediction")
        return Vector({name: a * c for name, c in b.terms.items() if a * c}, b.dotted)
    if isinstance(a, Affine) or isinstance(b, Affine):
        a, b = (b, a) if isinstance(a, Affine) else (a, b)
        if isinstance(a, Affine):
            raise Refused("a product of two predictions, or of squares of norms")
        return affine(*(a * c for c in b))
    return a * b


def value(formula: Formula, scope: GramScope) -> Any:
    """Return the value of a formula, where branches are chosen at the scope's q."""
    head, arguments = formula
    spend(2)
    if arguments is None:
        if head not in scope.names:
            raise Refused(OUTSIDE.get(head, f"{head!r} has no value here; set it"))
        return scope.names[head]
    if head == "":
        return arguments[0]
    if head == "if":
        return value(arguments[1] if scope.holds(value(arguments[0], scope)) else arguments[2], scope)
    if head in ("and", "or") and len(arguments) == 2:
        first = value(arguments[0], scope)
        if isinstance(first, Fraction | Real) and (sign(first) != 0) == (head == "or"):
            return Fraction(head == "or")
    given = [value(a, scope) for a in arguments]
    spend(sum(size(tuple(a.terms.values()) if isinstance(a, Vector) else a or ()) for a in given))
    if head in RELATIONS and len(given) == 2:
        return Fraction(RELATIONS[head](scope.compare(*given)))
    if head in FUNCTIONS and len(given) in FUNCTIONS[head][0]:
        return FUNCTIONS[head][1](scope, *given)
    raise Refused(f"the function {head!r} of {len(given)} arguments has no place in a Gram form")


OUTSIDE = {
    "xx": "the rule speaks of xx, the example's own norm",
    "gap": "the rule speaks of gap, so that the coefficient of x depends on the prediction",
    "n": "it speaks of n, and certificates are for every dimension",
    "k": "it speaks of k, which depends on the trials",
    "u": "it speaks of u otherwise than by its norm and its predictions",
    "u_err": "it counts the comparator's mistakes, which depend on the trials",
}


def extreme(scope: GramScope, wanted: int, *given: Any) -> Any:
    """Return the largest or least of numbers and affine functions, as they stand at q."""
    best = given[0]
    for a in given[1:]:
        if scope.compare(a, best) == wanted:
            best = a
    return best


NOT_LINEAR = "a function of the prediction that is not piecewise linear"


def number(function: Callable[[Number], Number]) -> Callable[..., Number]:
    """Return a function of one number as one of a scope and a value."""

    def of(_: GramScope, a: Any) -> Number:
        if not isinstance(a, Fraction | Real):
            raise Refused(OUTSIDE["xx"] if isinstance(a, Affine) and a.norm else NOT_LINEAR)
        return function(a)

    return of


def dot(_: GramScope, a: Any, b: Any) -> Vector:
    """Return the dot product of a state vector with the example."""
    a, b = (b, a) if isinstance(a, Vector) and a.terms == {"x": ONE} else (a, b)
    if not (isinstance(a, Vector) and isinstance(b, Vector)) or a.dotted or b.terms != {"x": ONE} or "x" in a.terms:
        raise Refused("a dot product other than that of a state vector and the example")
    return Vector(a.terms, dotted=True)


def raised(_: GramScope, a: Any, e: Any) -> Any:
    """Return a**e."""
    if isinstance(a, Vector) or isinstance(e, Vector | Affine):
        raise Refused("a power of a vector, or one that depends on the prediction")
    if isinstance(a, Affine):
        if e != 1:
            raise Refused("a power of the prediction, which is not piecewise linear")
        return a
    return power(a, e)


FUNCTIONS: dict[str, tuple[Sequence[int], Callable[..., Any]]] = {
    "+": ((2,), lambda _, a, b: add(a, b)),
    "-": ((1, 2), lambda _, a, b=None: scale(a, -ONE) if b is None else add(a, scale(b, -ONE))),
    "*": ((2,), lambda _, a, b: scale(a, b)),
    "/": ((2,), lambda s, a, b: scale(a, number(partial(quotient, ONE))(s, b))),
    "**": ((2,), raised),
    "and": ((2,), lambda s, a, b: Fraction(s.holds(a) and s.holds(b))),
    "or": ((2,), lambda s, a, b: Fraction(s.holds(a) or s.holds(b))),
    "not": ((1,), lambda s, a: Fraction(not s.holds(a))),
    "max": (range(2, 17), lambda s, *a: extreme(s, 1, *a)),
    "min": (range(2, 17), lambda s, *a: extreme(s, -1, *a)),
    "Max": (range(2, 17), lambda s, *a: extreme(s, 1, *a)),
    "Min": (range(2, 17), lambda s, *a: extreme(s, -1, *a)),
    "abs": ((1,), lambda s, a: extreme(s, 1, a, scale(a, -ONE))),
    "sign": ((1,), lambda s, a: Fraction(s.compare(a, ZERO))),
    "sqrt": ((1,), number(lambda a: power(a, HALF))),
    "floor": ((1,), number(floor)),
    "ceiling": ((1,), number(lambda a: -floor(-a))),
    "dot": ((2,), dot),
}
