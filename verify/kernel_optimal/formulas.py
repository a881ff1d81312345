"""The values of a claim's formulas where nature plays: quantities, and vectors with entries of one size."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import suppress
from fractions import Fraction
from functools import reduce
from typing import Any, NamedTuple

from verify import kernel
from verify.kernel import HALF, Formula, Unknown, names_in, spend
from verify.kernel_optimal.quantities import (
    NONE,
    Quantity,
    constant,
    logarithm,
    power,
    quotient,
    rational,
    rounded,
    signs,
    symbol,
)


class Vector(NamedTuple):
    """A vector with so many entries of one size, which is not negative, and 0 elsewhere; their signs may be any."""

    entry: Quantity
    many: Quantity
    signed: bool


class Levels(NamedTuple):
    """A vector with so many entries of each of some values, at least one."""

    parts: tuple[tuple[Quantity, Quantity], ...]


Value = Quantity | Vector | Levels


DISTANCE = "q:"
"""The distance of a prediction to where it would be right, which no file can declare."""


class PlayScope:
    """Names with their values, formulas, or functions that find the value; other names are looked up further out."""

    def __init__(self, names: Mapping[str, Any], outer: PlayScope | None = None) -> None:
        self.names, self.outer = dict(names), outer
        self.trials: Sequence[tuple[Quantity, Sequence[PlayScope]]] = outer.trials if outer else ()
        self.roots: Sequence[Quantity] = outer.roots if outer else ()
        self.fractions: Sequence[Quantity] = outer.fractions if outer else ()
        self.logs: Mapping[str, Quantity] = outer.logs if outer else {}

    @property
    def cells(self) -> list[PlayScope]:
        """What is said of a trial, in all cells of all trials."""
        return [cell for _, cells in self.trials for cell in cells]

    def __getitem__(self, name: str) -> Value:
        scope: PlayScope | None = self
        while scope is not None and name not in scope.names:
            scope = scope.outer
        if scope is None:
            raise Unknown(f"{name!r} depends on the learner, or has no value here")
        meaning = scope.names[name]
        if isinstance(meaning, Formula):
            meaning = scope.names[name] = value(meaning, scope)
        elif callable(meaning):
            meaning = scope.names[name] = meaning()
        return meaning  # type: ignore[no-any-return]


def holds(relation: str, a: Quantity) -> bool:
    """Tell whether a relation of a quantity to 0 is true, whatever its symbols are."""
    truths = {kernel.RELATIONS[relation](sign) for sign in signs(a)}
    if len(truths) > 1:
        raise Unknown("a relation that is true for some values of the symbols, and false for others")
    return truths == {True}


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
        trials = [(count, [number(arguments[0], cell) for cell in cells]) for count, cells in scope.trials]
        return OVER[head](scope, trials)
    if head == "all_t" and len(arguments) == 1:
        return every_trial([[holds("!=", number(arguments[0], cell)) for cell in cells] for _, cells in scope.trials])
    if head == "all_i" and len(arguments) == 1:
        return every_entry(arguments[0], scope)
    given = [value(a, scope) for a in arguments]
    try:
        if any(isinstance(a, Levels) for a in given):
            return of_levels(head, scope, given)
        if any(isinstance(a, Vector) for a in given):
            return OF_VECTORS[head](scope, *given)
        if head in kernel.RELATIONS:
            return constant(holds(head, given[0] - given[1]))  # type: ignore[operator]
        return FUNCTIONS[head](scope, *given)
    except (KeyError, TypeError):
        raise Unknown(f"{head}, of what it is applied to, is not known here") from None


def number(formula: Formula, scope: PlayScope) -> Quantity:
    """Return the value of a formula that is a number."""
    quantity = value(formula, scope)
    if isinstance(quantity, Quantity):
        return quantity
    raise Unknown("a vector stands where a number is needed")


def every_trial(trials: Sequence[Sequence[bool]]) -> Quantity:
    """Return 1 if something is true in every cell, 0 if in none of a trial: which of them it is in is not known."""
    if any(not any(cells) for cells in trials):
        return constant(0)
    if not all(map(all, trials)):
        raise Unknown("what is true of the predictions of some learners, and not of others")
    return constant(1)


def every_entry(formula: Formula, scope: PlayScope) -> Quantity:
    """Return 1 if something is true of every entry of a vector, 0 if of none; which are 0 is not known."""
    head, arguments = formula
    if levels := {name: a for name in names_in(formula) if isinstance(a := known(name, scope), Levels)}:
        if len(levels) > 1:
            raise Unknown("what is true of every entry of two vectors")
        ((name, values),) = levels.items()
        return constant(all(holds("!=", number(formula, PlayScope({name: a}, scope))) for a, _ in values.parts))
    v, *others = [value(a, scope) for a in arguments or ()]
    if not isinstance(v, Vector) or not all(isinstance(a, Quantity) for a in others):
        raise Unknown(f"{head} is not known here as what is true of every entry of a vector")
    sizes = [v.entry, constant(0), *([-v.entry] if v.signed else [])]
    relation = "==" if head == "member" else head
    if relation not in kernel.RELATIONS or (head != "member" and len(others) != 1):
        raise Unknown(f"{head} is not known here as what is true of every entry of a vector")
    kinds = {any(holds(relation, size - a) for a in others) for size in sizes}  # type: ignore[operator]
    if len(kinds) > 1:
        raise Unknown("what is true of some entries of a vector, and perhaps not of others")
    return constant(kinds == {True})


def known(name: str, scope: PlayScope) -> Value | None:
    """Return what a name stands for, if anything."""
    with suppress(Unknown):
        return scope[name]
    return None


def of_levels(head: str, scope: PlayScope, given: Sequence[Value]) -> Value:
    """Return the value of a function of a vector that has entries of some values, or what it makes of each entry."""
    place, v = next((i, a) for i, a in enumerate(given) if isinstance(a, Levels))
    others = (*given[:place], *given[place + 1 :])
    if head == "norm":
        e = rational(others[0])
        if place or e < 1:
            raise Unknown("a norm that is none of a vector")
        return power(total(raised_levels(scope, v, e)), 1 / e, scope.roots)
    if len(given) == 1 and head in ("sum", "length", "max", "min"):
        if head == "length":
            return total(Levels(tuple((constant(1), many) for _, many in v.parts)))
        return total(v) if head == "sum" else (largest if head == "max" else least)(scope, *(a for a, _ in v.parts))
    if head not in ENTRYWISE or not all(isinstance(a, Quantity) for a in others):
        raise Unknown(f"{head} of a vector is not known here")
    values = [FUNCTIONS[head](scope, *given[:place], a, *given[place + 1 :]) for a, _ in v.parts]
    if not all(isinstance(a, Quantity) for a in values):
        raise Unknown(f"{head} of a vector is not known here")
    return Levels(tuple((a, many) for a, (_, many) in zip(values, v.parts, strict=True)))  # type: ignore[misc]


def total(v: Levels) -> Quantity:
    """Return the sum of the entries."""
    return reduce(Quantity.__add__, (a * many for a, many in v.parts))


def raised_levels(scope: PlayScope, v: Levels, e: Fraction) -> Levels:
    """Return the powers of the absolute values of the entries."""
    sizes = [(largest(scope, a, -a), many) for a, many in v.parts]
    return Levels(tuple((power(a, e, scope.roots), many) for a, many in sizes))


def largest(_: PlayScope, *values: Quantity) -> Quantity:
    """Return the largest of some quantities."""
    return reduce(lambda best, a: a if -1 not in signs(a - best) else best, values)


def least(scope: PlayScope, *values: Quantity) -> Quantity:
    """Return the least of some quantities."""
    return -largest(scope, *(-a for a in values))


Cells = Sequence[tuple[Quantity, Sequence[Quantity]]]
"""The values in the cells of each trial, and how many such trials there are."""


def summed(scope: PlayScope, cells: Cells) -> Quantity:
    """Return a sum over the trials: what it is as q goes to 0, and not less than that, or not more."""
    sums, kinds = NONE, frozenset[int]()
    for count, values in cells:
        least = fixed(near(values[0]))
        sums += count * least
        kinds = kinds.union(*(signs(gap) for a in values if (gap := a - least).above))
    if len(kinds - {0}) > 1:
        raise Unknown("a sum over the trials that may be smaller or larger than where all predictions are 0")
    if not kinds:
        return sums
    rest = symbol(f"{len(scope.roots)}:{kernel.WORK.get().steps}?")  # a symbol of its own for this sum
    return sums + (rest if 1 in kinds else -rest)


def near(a: Quantity) -> Quantity:
    """Return what a quantity is where the prediction is at no distance, as far as it is a polynomial in that."""
    return Quantity({m: c for m, c in a.above.items() if not any(name == DISTANCE for name, _ in m)}, a.below)


def fixed(a: Quantity) -> Quantity:
    """Return what has no symbol that stands for another number on each trial; refuse what has."""
    if any(name.endswith(":") for terms in (a.above, a.below) for m in terms for name, _ in m):
        raise Unknown("a sum or a largest number of what differs on each trial")
    return a


def alike(cells: Cells) -> list[Quantity]:
    """Return what is the same in all cells of each trial."""
    if any((a - values[0]).above for _, values in cells for a in values):
        raise Unknown("the largest or least on the trials of what depends on the prediction")
    return [fixed(values[0]) for _, values in cells]


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
    if isinstance(a, Levels) or e <= 0 or (a.signed and (e.denominator != 1 or e % 2)):
        raise Unknown("a power of a vector with entries of any sign, or of 0")
    return Vector(power(a.entry, e, scope.roots), a.many, False)


def entries(_: PlayScope, v: Value) -> Vector:
    """Return a vector of which no entry is negative."""
    if not isinstance(v, Vector) or v.signed:
        raise Unknown("the signs of a vector's entries depend on the learner")
    return v


def whole_part(scope: PlayScope, a: Quantity) -> Quantity:
    """Return the whole part of a quantity; where that is not known, it is less by what is not negative."""
    try:
        return rounded(a, scope.fractions)
    except Unknown:
        return a - symbol(f"{len(scope.roots)}:{kernel.WORK.get().steps}?")


def logarithms(scope: PlayScope, *values: Quantity) -> Iterator[Quantity]:
    """Yield the logarithm of each."""
    yield from (logarithm(a, scope.logs) for a in values)


OVER: dict[str, Callable[[PlayScope, Cells], Quantity]] = {
    "sum_t": summed, "min_t": lambda s, found: least(s, *alike(found)),
    "max_t": lambda s, found: largest(s, *alike(found)),
}  # fmt: skip
OF_VECTORS: dict[str, Callable[..., Value]] = {
    "norm": norm, "**": raised, "abs": lambda _, v: v._replace(signed=False),
    "sum": lambda s, v: entries(s, v).entry * v.many, "max": lambda s, v: entries(s, v).entry,
    "length": lambda _, v: v.many,
}  # fmt: skip
FUNCTIONS: dict[str, Callable[..., Value]] = {
    "+": lambda _, a, b: a + b, "-": lambda _, a, b=None: -a if b is None else a - b, "*": lambda _, a, b: a * b,
    "/": lambda _, a, b: quotient(a, b), "**": raised, "sqrt": lambda s, a: power(a, HALF, s.roots),
    "log": lambda s, a, base=None: logarithm(a, s.logs) if base is None else quotient(*logarithms(s, a, base)),
    "ln": lambda s, a: logarithm(a, s.logs), "log2": lambda s, a: quotient(*logarithms(s, a, constant(2))),
    "member": lambda _, a, *others: constant(any(holds("==", a - b) for b in others)),
    "abs": lambda s, a: largest(s, a, -a), "not": lambda _, a: constant(holds("==", a)),
    "floor": whole_part, "ceiling": lambda _, a: -rounded(-a),
    **dict.fromkeys(("max", "Max"), lambda s, a, b, *more: largest(s, a, b, *more)),  # that of one is of its entries
    **dict.fromkeys(("min", "Min"), lambda s, a, b, *more: least(s, a, b, *more)),
}  # fmt: skip
ENTRYWISE = {"+", "-", "*", "/", "**", "abs", "sqrt"}
