"""Programs, and the operations and relations that they are put together by."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import partial
from operator import neg
from typing import Any, TypeAlias

from bounds.formulas.scope import called
from bounds.formulas.tree import Kind
from bounds.formulas.values import (
    OF_NUMBERS,
    ONE,
    ZERO,
    compared,
    entrywise,
    magnitudes,
    multiplied,
    order,
    plus,
    scaled,
    shared,
)
from bounds.numbers import Number
from bounds.numbers.decisions import RELATIONS as HOLDS

Environment: TypeAlias = Mapping[str, Any]
"""What names stand for, and under ``TRIALS`` the environments of the trials."""


@dataclass(frozen=True)
class Program:
    """A formula's kind, and how its value follows from what its names stand for."""

    kind: Kind
    value: Callable[[Environment], Any]


def as_number(part: Program) -> Program:
    """Return a truth as a number, 1 or 0; others as they are."""
    if part.kind != "truth":
        return part
    test = part.value
    return Program("number", lambda e: ONE if test(e) else ZERO)


def logical(function: str, tests: list[Callable[[Environment], Any]]) -> Callable[[Environment], Any]:
    """Compile and, or, not."""
    first, last = tests[0], tests[-1]
    if function == "not":
        return lambda e: not first(e)
    return (lambda e: first(e) and last(e)) if function == "and" else (lambda e: first(e) or last(e))


def relation(function: str, parts: list[Program]) -> Program:
    """Compile a relation: a truth between numbers, entry by entry a vector of ones and zeros."""
    holds, values = HOLDS[function], [part.value for part in parts]
    if all(part.kind == "number" for part in parts):
        left, right = values
        return Program("truth", lambda e: holds(order(left(e), right(e)), 0))
    return Program("vector", called(partial(compared, function), values))


def operation(function: str, parts: list[Program], kind: Kind) -> Program:
    """Compile an operation on numbers, or entry by entry on vectors; sums and multiples of vectors go in one."""
    kinds, values = tuple(part.kind for part in parts), [part.value for part in parts]
    if function == "-" and len(parts) == 1:
        return Program(kind, called(neg if kind == "number" else partial(scaled, -ONE), values))
    if kind == "vector":
        return Program(kind, _of_entries(function, kinds, values))
    if function in ("min", "max") and len(values) == 2:
        return Program(kind, called(partial(_extreme, -1 if function == "min" else 1), values))
    return Program(kind, called(OF_NUMBERS[function], values))


def _extreme(sign: int, a: Number, b: Number) -> Number:
    """Return the larger of two numbers, or the smaller for sign -1."""
    return b if order(b, a) == sign else a


def _of_entries(
    function: str, kinds: tuple[Kind, ...], values: list[Callable[[Environment], Any]]
) -> Callable[[Environment], Any]:
    if function in ("+", "-"):
        return called(partial(plus, sign=1 if function == "+" else -1), values)
    if function == "*" and kinds != ("vector", "vector"):
        return called(scaled, values if kinds[0] == "number" else values[::-1])
    if function == "/" and kinds == ("vector", "number"):
        return called(shared, values)
    if function in ("*", "abs"):
        return called(multiplied if function == "*" else magnitudes, values)
    compute = OF_NUMBERS[function]
    return lambda e: entrywise(compute, [value(e) for value in values])
