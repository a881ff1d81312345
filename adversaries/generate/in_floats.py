"""Formulas in floats: what proposes sequences and decides nothing.

A learner by rule is played here a hundred times as fast as exactly, and as fast where its weights are roots of sums of
roots; a prediction that should be 0 may come out a little beside it.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping
from functools import lru_cache, reduce
from typing import Any, TypeAlias

import numpy as np
import sympy

from bounds.claims.claim import Claim
from bounds.formulas.rules import Rule
from bounds.formulas.scope import AFTER_PLAYING, OF_PLAYED, OF_THE_END, called
from bounds.formulas.tree import Apply, Constant, Formula, Name, functions, names, subformulas

Value: TypeAlias = Any
"""A float, a truth, or an array of floats: a vector or a matrix."""

Computed: TypeAlias = Callable[[Mapping[str, Value]], Value]


def _norm(a: Value, p: float) -> float:
    return float(np.linalg.norm(a, 2 if p == 2 else p))


def _largest(*given: Value) -> Value:
    return given[0].max(initial=-math.inf) if len(given) == 1 else reduce(np.maximum, given)


def _product(a: Value, b: Value) -> Value:
    return a @ b if getattr(a, "ndim", 0) == 2 and getattr(b, "ndim", 0) == 1 else a * b


OPERATIONS: dict[str, Callable[..., Value]] = {
    "+": lambda a, b: a + b,
    "-": lambda a, b=None: -a if b is None else a - b,
    "*": _product,
    "/": np.divide,
    "**": np.power,
    "<": lambda a, b: a < b,
    "<=": lambda a, b: a <= b,
    "==": lambda a, b: a == b,
    "!=": lambda a, b: a != b,
    ">=": lambda a, b: a >= b,
    ">": lambda a, b: a > b,
    "and": lambda a, b: bool(a) and bool(b),
    "or": lambda a, b: bool(a) or bool(b),
    "not": lambda a: not a,
    "dot": lambda a, b: float(np.dot(a, b)),
    "norm": _norm,
    "outer": np.outer,
    "solve": np.linalg.solve,
    "det": np.linalg.det,
    "abs": np.abs,
    "Abs": np.abs,
    "sign": np.sign,
    "exp": np.exp,
    "ln": np.log,
    "log": np.log,
    "log2": np.log2,
    "sqrt": np.sqrt,
    "sum": np.sum,
    "max": _largest,
    "Max": _largest,
    "min": lambda *given: -_largest(*(-a for a in given)),
    "Min": lambda *given: -_largest(*(-a for a in given)),
    "floor": np.floor,
    "ceiling": np.ceil,
    "length": len,
}


ROWS = "rows"
OVER_TRIALS: dict[str, Callable[[list[tuple[int, Value]]], Value]] = {
    "sum_t": lambda found: math.fsum(count * value for count, value in found),
    "max_t": lambda found: max((value for _, value in found), default=0.0),
    "min_t": lambda found: min((value for _, value in found), default=0.0),
}
LATER = frozenset((*AFTER_PLAYING, *OF_PLAYED, *OF_THE_END, "t", "u_next", "updates"))
"""What depends on when a trial comes."""


@lru_cache(maxsize=4096)
def in_floats(formula: Formula) -> Computed | None:
    """Return what computes a formula in floats; None where it says more than can be said so.

    Sums, and the largest and least, over trials are over what ``ROWS`` lists: how often each trial comes, and its
    names; of the trial they say nothing but what is known before it is played.

    >>> from bounds.formulas import read
    >>> in_floats(read("max(0, 1 - y*yhat)"))({"y": 1.0, "yhat": 0.25}).item()
    0.75
    >>> in_floats(read("sum_t(2*y)"))({ROWS: [(3, {"y": 1.0}), (1, {"y": -1.0})]})
    4.0
    """
    if functions(formula) - OPERATIONS.keys() - {"if", *OVER_TRIALS}:
        return None
    summed = (part for part in subformulas(formula) if isinstance(part, Apply) and part.function in OVER_TRIALS)
    if any(names(part) & LATER or functions(part.arguments[0]) & OVER_TRIALS.keys() for part in summed):
        return None
    return _compiled(formula)


def _compiled(formula: Formula) -> Computed:
    match formula:
        case Constant(value):
            number = float(value)
            return lambda _: number
        case Name(name):
            return lambda e: e[name]
        case Apply("if", arguments):
            test, yes, no = map(_compiled, arguments)
            return lambda e: yes(e) if test(e) else no(e)
        case Apply(function, (inside,)) if function in OVER_TRIALS:
            combined, of_trial = OVER_TRIALS[function], _compiled(inside)
            return lambda e: combined([(count, of_trial({**e, **known})) for count, known in e[ROWS]])
        case Apply(function, arguments):
            return called(OPERATIONS[function], list(map(_compiled, arguments)))
    raise TypeError(formula)


@lru_cache(maxsize=256)
def _bound(expression: Any) -> tuple[list[Any], Callable[..., Any]]:
    symbols = sorted(expression.free_symbols, key=str)
    return symbols, sympy.lambdify(symbols, expression, "math")


def bound_in_floats(claim: Claim) -> Callable[[Mapping[Any, float]], float]:
    """Return the claim's bound, without a floor, as a function of its symbols' values; NaN where undefined."""
    return expression_in_floats(claim.inner_bound)


def expression_in_floats(expression: Any) -> Callable[[Mapping[Any, float]], float]:
    """Return an expression as a function of its symbols' values; NaN where undefined."""
    symbols, compiled = _bound(expression)

    def evaluate(values: Mapping[Any, float]) -> float:
        try:
            return float(compiled(*(values[symbol] for symbol in symbols)))
        except (KeyError, ValueError, ZeroDivisionError, OverflowError, TypeError):
            return float("nan")

    return evaluate


IRRATIONAL = frozenset(("exp", "ln", "log", "log2", "sqrt", "norm", "**"))


def depth(rule: Rule) -> int:
    """Return how costly exact states are: 0 where they are rational, 1 where exponentials and logarithms are added up,
    2 where roots are, of which there may be another one on each trial, 3 where each trial nests them deeper.

    >>> from bounds.formulas import rule
    >>> rules = "w + y*x", "w*exp(-eta*x)", "w + y*x/sqrt(t)", "(w + y*x)/norm(w + y*x, 2)"
    >>> [depth(rule(text)) for text in rules]
    [0, 1, 2, 3]
    """
    irrational = set[str]()
    spoken = {part: names(update) for part, update in rule.updates.items()}
    if _roots(rule.predict):
        irrational.add("yhat")
    for _ in range(len(spoken) + 1):
        irrational |= {"yhat"} if names(rule.predict) & irrational else set()
        irrational |= {part for part, update in rule.updates.items() if _roots(update) or spoken[part] & irrational}
    if any(_nested(update, irrational) for update in rule.updates.values()):
        return 3
    applied = frozenset[str]().union(*map(functions, (*rule.updates.values(), rule.predict)))
    return 0 if not irrational else 2 if applied & {"sqrt", "norm", "**"} else 1


def _roots(formula: Formula) -> bool:
    match formula:
        case Apply("**", (base, Constant(value))) if value.denominator == 1:
            return _roots(base)
        case Apply(function, arguments):
            return function in IRRATIONAL or any(map(_roots, arguments))
    return False


def _nested(formula: Formula, irrational: set[str]) -> bool:
    match formula:
        case Apply("/", (above, below)):
            divides = bool(names(below) & irrational)
            return divides or _nested(above, irrational) or _nested(below, irrational)
        case Apply(function, arguments):
            inside = function in IRRATIONAL and bool(names(formula) & irrational)
            return inside or any(_nested(a, irrational) for a in arguments)
    return False
