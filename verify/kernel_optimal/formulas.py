"""The values of a claim's formulas where nature plays: quantities, and vectors with entries of one size."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import reduce
from typing import Any, NamedTuple

from verify import kernel
from verify.kernel import HALF, Formula, Unknown, spend
from verify.kernel_optimal.quantities import Quantity, constant, power, quotient, rational, rounded, signs, symbol


class Vector(NamedTuple):
    """A vector with so many entries of one size, which is not negative, and 0 elsewhere; their signs may be any."""

    entry: Quantity
    many: Quantity
    signed: bool


Value = Quantity | Vector


class PlayScope:
    """Names with their values, formulas, or functions that find the value; other names are looked up further out."""

    def __init__(self, names: Mapping[str, Any], outer: PlayScope | None = None) -> None:
        self.names, self.outer = dict(names), outer
        self.cells: Sequence[PlayScope] = outer.cells if outer else ()
        self.roots: Sequence[Quantity] = outer.roots if outer else ()
        self.fractions: Sequence[Quantity] = outer.fractions if outer else ()

    def __getitem__(self, name: str) -> Value:
        scope: PlayScope | None = self
        while scope is not None and name not in scope.names:
            scope = scope.outer
        if scope is None:
            raise Unknown(f"{name!r} depends on the learner, or has no value here")
        found = scope.names[name]
        if isinstance(found, Formula):
            found = scope.names[name] = value(found, scope)
        elif callable(found):
            found = scope.names[name] = found()
        return found  # type: ignore[no-any-return]


def holds(relation: str, a: Quantity) -> bool:
    """Tell whether a relation of a quantity to 0 is true, whatever its symbols are."""
    found = {kernel.RELATIONS[relation](sign) for sign in signs(a)}
    if len(found) > 1:
        raise Unknown("a relation that is true for some values of the symbols, and false for others")
    return found == {True}


def value(formula: Formula, scope: PlayScope) -> Value:
    """Return the value of a formula."""
    head, arguments = formula
    spend(2)
    if arguments is None:
        return scope[head]
    if head == "":
        return constant(arguments[0])
    if head == "if":
        return value(arguments[1] if holds("!=", number(arguments[0], scope)) else arguments[2], scope)
    if head in ("and", "or"):
        first = holds("!=", number(arguments[0], scope))
        decided = first == (head == "or")
        return constant(first if decided else holds("!=", number(arguments[1], scope)))
    if head in (*OVER, "all_t") and not scope.cells:
        raise Unknown(f"{head} where there are no trials")
    if head in OVER and len(arguments) == 1:
        return OVER[head](scope, [number(arguments[0], cell) for cell in scope.cells])
    if head == "all_t" and len(arguments) == 1:
        return every_trial([holds("!=", number(arguments[0], cell)) for cell in scope.cells])
    if head == "all_i" and len(arguments) == 1:
        return every_entry(arguments[0], scope)
    given = [value(a, scope) for a in arguments]
    try:
        if any(isinstance(a, Vector) for a in given):
            return OF_VECTORS[head](scope, *given)
        if head in kernel.RELATIONS:
            return constant(holds(head, given[0] - given[1]))  # type: ignore[operator]
        return FUNCTIONS[head](scope, *given)
    except (KeyError, TypeError):
        raise Unknown(f"{head}, of what it is applied to, is not known here") from None


def number(formula: Formula, scope: PlayScope) -> Quantity:
    """Return the value of a formula that is a number."""
    found = value(formula, scope)
    if isinstance(found, Quantity):
        return found
    raise Unknown("a vector stands where a number is needed")


def every_trial(found: Sequence[bool]) -> Quantity:
    """Return 1 if something is true in every cell, 0 if in none: which of the others trials are in is not known."""
    if len({*found}) > 1:
        raise Unknown("what is true of the predictions of some learners, and not of others")
    return constant(all(found))


def every_entry(formula: Formula, scope: PlayScope) -> Quantity:
    """Return 1 if something is true of every entry of a vector, 0 if of none; which are 0 is not known."""
    head, arguments = formula
    v, *others = [value(a, scope) for a in arguments or ()]
    if not isinstance(v, Vector) or not all(isinstance(a, Quantity) for a in others):
        raise Unknown(f"{head} is not known here as what is true of every entry of a vector")
    sizes = [v.entry, constant(0), *([-v.entry] if v.signed else [])]
    relation = "==" if head == "member" else head
    if relation not in kernel.RELATIONS or (head != "member" and len(others) != 1):
        raise Unknown(f"{head} is not known here as what is true of every entry of a vector")
    found = {any(holds(relation, size - a) for a in others) for size in sizes}  # type: ignore[operator]
    if len(found) > 1:
        raise Unknown("what is true of some entries of a vector, and perhaps not of others")
    return constant(found == {True})


def largest(_: PlayScope, *values: Quantity) -> Quantity:
    """Return the largest of some quantities."""
    return reduce(lambda best, a: a if -1 not in signs(a - best) else best, values)


def least(scope: PlayScope, *values: Quantity) -> Quantity:
    """Return the least of some quantities."""
    return -largest(scope, *(-a for a in values))


def summed(scope: PlayScope, found: Sequence[Quantity]) -> Quantity:
    """Return a sum over the trials, each of which is in one of the cells: at q = 0, or not less there (or not more)."""
    gaps = [a - found[0] for a in found]
    total = number(Formula("l"), scope) * found[0]
    if not any(gap.above for gap in gaps):
        return total
    kinds = frozenset().union(*map(signs, gaps))
    if len(kinds) > 2:
        raise Unknown("a sum over the trials that may be smaller or larger than where all predictions are 0")
    rest = symbol(f"{len(scope.roots)}:{kernel.WORK.get().steps}?")  # a symbol of its own for this sum
    return total + (rest if 1 in kinds else -rest)


def equal(_: PlayScope, found: Sequence[Quantity]) -> Quantity:
    """Return what is the same on every trial, and so the largest and the least."""
    if any((a - found[0]).above for a in found):
        raise Unknown("the largest or least on the trials of what depends on the prediction")
    return found[0]


def norm(scope: PlayScope, v: Value, p: Any) -> Quantity:
    """Return the p-norm of a vector."""
    e = rational(p)
    if not isinstance(v, Vector) or e < 1:
        raise Unknown("a norm that is none of a vector")
    return power(v.many, 1 / e, scope.roots) * v.entry


def raised(scope: PlayScope, a: Value, e: Any) -> Value:
    """Return a power of a quantity, or of the entries of a vector."""
    e = rational(e)
    if isinstance(a, Quantity):
        return power(a, e, scope.roots)
    if e <= 0 or (a.signed and (e.denominator != 1 or e % 2)):
        raise Unknown("a power of a vector with entries of any sign, or of 0")
    return Vector(power(a.entry, e, scope.roots), a.many, False)


def entries(_: PlayScope, v: Value) -> Vector:
    """Return a vector of which no entry is negative."""
    if not isinstance(v, Vector) or v.signed:
        raise Unknown("the signs of a vector's entries depend on the learner")
    return v


OVER: dict[str, Callable[[PlayScope, Sequence[Quantity]], Quantity]] = {"sum_t": summed, "min_t": equal, "max_t": equal}
OF_VECTORS: dict[str, Callable[..., Value]] = {
    "norm": norm, "**": raised, "abs": lambda _, v: v._replace(signed=False),
    "sum": lambda s, v: entries(s, v).entry * v.many, "max": lambda s, v: entries(s, v).entry,
    "length": lambda _, v: v.many,
}  # fmt: skip
FUNCTIONS: dict[str, Callable[..., Value]] = {
    "+": lambda _, a, b: a + b, "-": lambda _, a, b=None: -a if b is None else a - b, "*": lambda _, a, b: a * b,
    "/": lambda _, a, b: quotient(a, b), "**": raised, "sqrt": lambda s, a: power(a, HALF, s.roots),
    "abs": lambda s, a: largest(s, a, -a), "not": lambda _, a: constant(holds("==", a)),
    "floor": lambda s, a: rounded(a, s.fractions), "ceiling": lambda _, a: -rounded(-a),
    **dict.fromkeys(("max", "Max"), largest), **dict.fromkeys(("min", "Min"), least),
}  # fmt: skip
