"""Formulas about trials computed on all trials at once: exact rationals as arrays of integers over one denominator.

It is one more way to find what ``bounds.formulas.program`` finds trial by trial, for the formulas whose values are
rational. An array has a row a trial and a column an attribute; numbers of the run and parameters have one of each.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import reduce
from typing import Any, TypeAlias

import numpy as np

from bounds.data.integer_matrix import SAFE, Matrix, magnitude
from bounds.data.vectors import Example
from bounds.formulas.scope import COLUMNS, TRIALS, Names, called
from bounds.formulas.tree import Apply, Constant, Formula, Name, names
from bounds.formulas.values import divided, order, whole
from bounds.formulas.work import TOGETHER, spend
from bounds.numbers import Number, power, sqrt
from bounds.numbers.decisions import RELATIONS

MOST_BITS = 4096
"""Up to which exponent, and length of a common denominator, this is worth it."""


class NotAtOnce(Exception):
    """A formula is not computed this way: it is no rational number, or may divide by zero."""


@dataclass(frozen=True, slots=True)
class Column:
    """Rationals: integers, of magnitudes up to ``most``, over one denominator."""

    numerators: Matrix
    most: int
    denominator: int = 1

    @classmethod
    def of(cls, numerators: Matrix, denominator: int = 1) -> Column:
        """Return these numbers, and find the largest magnitude."""
        most = magnitude(numerators)
        return cls(numerators.astype(np.int64 if most <= SAFE else object, copy=False), most, denominator)

    @classmethod
    def whole(cls, value: Any) -> Column:
        """Return a rational number or a vector of the run."""
        if isinstance(value, Fraction):
            return cls.of(np.array([[value.numerator]], object), value.denominator)
        if isinstance(value, Example):
            return cls.of(np.array([value.numerators], object).reshape(1, -1), value.denominator)
        raise NotAtOnce

    def over(self, denominator: int) -> Column:
        """Return the same numbers over a multiple of the denominator."""
        factor = denominator // self.denominator
        most = self.most * factor
        return self if factor == 1 else Column(self.up_to(max(most, factor)) * factor, most, denominator)

    def up_to(self, most: int) -> Matrix:
        """Return the integers in a type in which they, and numbers up to ``most``, fit."""
        wide = most > SAFE or self.most > SAFE
        if (self.numerators.dtype == object) == wide:
            return self.numerators
        return self.numerators.astype(object if wide else np.int64)


def _common(*columns: Column) -> tuple[Column, ...]:
    first = columns[0].denominator
    if all(column.denominator == first for column in columns):
        return columns
    denominator = math.lcm(*(column.denominator for column in columns))
    return tuple(column.over(denominator) for column in columns)


def _plus(sign: int) -> Callable[[Column, Column], Column]:
    def compute(a: Column, b: Column) -> Column:
        a, b = _common(a, b)
        most = a.most + b.most
        return Column(a.up_to(most) + sign * b.up_to(most), most, a.denominator)

    return compute


def _minus(a: Column, b: Column | None = None) -> Column:
    return Column(-a.numerators, a.most, a.denominator) if b is None else _plus(-1)(a, b)


def _times(a: Column, b: Column) -> Column:
    most = a.most * b.most
    return Column(a.up_to(most) * b.up_to(most), most, a.denominator * b.denominator)


def _only(a: Column) -> Fraction:
    """Return the number that a column is, if it is one of the run."""
    if a.numerators.shape != (1, 1):
        raise NotAtOnce
    return Fraction(int(a.numerators[0, 0]), a.denominator)


def _over(a: Column, b: Column) -> Column:
    """Return a / b; what b consists of is brought over one denominator."""
    entries = b.numerators.ravel().tolist()
    if 0 in entries or not entries:
        raise NotAtOnce
    common = math.lcm(*entries)
    if common.bit_length() > MOST_BITS:
        raise NotAtOnce
    inverse = np.array([common // entry for entry in entries], object).reshape(b.numerators.shape)
    return _times(a, Column.of(inverse * b.denominator, common))


def _power(a: Column, b: Column) -> Column:
    if b.denominator != 1 or not b.numerators.size or b.numerators.min() < 0 or b.most > MOST_BITS:
        raise NotAtOnce
    if b.numerators.size > 1:
        base = _only(a)
        if base.denominator != 1:
            raise NotAtOnce
        return Column.of(np.array([base.numerator], object) ** b.numerators)
    n = int(b.numerators[0, 0])
    most = a.most**n
    return Column(a.up_to(most) ** n, most, a.denominator**n)


def _at(a: Column, b: Column) -> Column:
    i = _only(b)
    if i.denominator != 1 or not 1 <= i <= a.numerators.shape[1]:
        raise NotAtOnce
    return Column(a.numerators[:, i.numerator - 1 : i.numerator], a.most, a.denominator)


def _so_far(a: Column, l: int) -> Column:  # noqa: E741
    """Return the sums over the trials up to each."""
    most = a.most * l
    return Column(np.cumsum(np.broadcast_to(a.up_to(most), (l, a.numerators.shape[1])), axis=0), most, a.denominator)


def _relation(holds: Callable[[Matrix, Matrix], Any]) -> Callable[[Column, Column], Column]:
    def compute(a: Column, b: Column) -> Column:
        a, b = _common(a, b)
        return Column(holds(a.numerators, b.numerators).astype(np.int64), 1)

    return compute


def _extreme(choose: Callable[[Matrix, Matrix], Matrix], along: Callable[..., Matrix]) -> Callable[..., Column]:
    def compute(*columns: Column) -> Column:
        a, *others = _common(*columns)
        if not others:
            if not a.numerators.shape[1]:
                raise NotAtOnce
            return Column(along(a.numerators, axis=1, keepdims=True), a.most, a.denominator)
        for b in others:
            a = Column(choose(a.numerators, b.numerators), max(a.most, b.most), a.denominator)
        return a

    return compute


def _sum(a: Column) -> Column:
    most = a.most * a.numerators.shape[1]
    return Column(a.up_to(most).sum(axis=1, keepdims=True), most, a.denominator)


def _dot(a: Column, b: Column) -> Column:
    most = a.most * b.most * a.numerators.shape[1]
    if a.numerators.shape[0] == 1:
        a, b = b, a
    if b.numerators.shape[0] > 1:
        return _sum(_times(a, b))
    products = a.up_to(most) @ b.up_to(most).T
    return Column(products, most, a.denominator * b.denominator)


def _chosen(condition: Column, yes: Column, no: Column) -> Column:
    yes, no = _common(yes, no)
    chosen = np.where(condition.numerators != 0, yes.numerators, no.numerators)
    return Column(chosen, max(yes.most, no.most), yes.denominator)


def _member(a: Column, *members: Column) -> Column:
    return reduce(_logical(np.logical_or), [FUNCTIONS["=="](a, member) for member in members])


def _abs(a: Column) -> Column:
    return Column(abs(a.numerators), a.most, a.denominator)


def _signs(a: Column) -> Column:
    return Column((a.numerators > 0).astype(np.int64) - (a.numerators < 0).astype(np.int64), 1)


def _logical(of: Callable[[Matrix, Matrix], Matrix]) -> Callable[[Column, Column], Column]:
    return lambda a, b: Column(of(a.numerators != 0, b.numerators != 0).astype(np.int64), 1)


FUNCTIONS: dict[str, Callable[..., Column]] = {
    "+": _plus(1),
    "-": _minus,
    "*": _times,
    "/": _over,
    "**": _power,
    **{relation: _relation(holds) for relation, holds in RELATIONS.items()},
    "and": _logical(np.logical_and),
    "or": _logical(np.logical_or),
    "not": lambda a: Column((a.numerators == 0).astype(np.int64), 1),
    "abs": _abs,
    "Abs": _abs,
    "sign": _signs,
    "min": _extreme(np.minimum, np.min),
    "max": _extreme(np.maximum, np.max),
    "Min": _extreme(np.minimum, np.min),
    "Max": _extreme(np.maximum, np.max),
    "sum": _sum,
    "all_i": lambda a: Column((a.numerators != 0).all(axis=1, keepdims=True).astype(np.int64), 1),
    "member": _member,
    "dot": _dot,
    "if": _chosen,
    "at": _at,
}


Environment: TypeAlias = Mapping[str, Any]
OnTrials: TypeAlias = Callable[[Environment], Column]
OfTheRun: TypeAlias = Callable[[Formula, Sequence[str]], Callable[[Environment], Any]]
"""Compiles what is not about a trial, in which some names are counted with."""


OverTrials: TypeAlias = Callable[[Environment], Number | None]
"""A sum or an extreme over the trials, from what names stand for; None where it is not found at once."""


@dataclass(frozen=True)
class AtOnce:
    """Compiles formulas in names of trials, and in others, which ``of_the_run`` compiles."""

    of_trials: frozenset[str]
    of_the_run: OfTheRun

    def column(self, formula: Formula, counting: tuple[str, ...] = ()) -> OnTrials | None:
        """Compile a formula to be computed on all trials; None where it applies what is not computed this way.

        The program raises NotAtOnce for numbers that are not rational, and where it might divide by zero.
        """
        if isinstance(formula, Constant):
            constant = Column.whole(formula.value)
            return lambda _: constant
        if isinstance(formula, Name) and formula.name not in counting:
            name = formula.name
            return lambda e: e[COLUMNS](name)
        if not names(formula) & self.of_trials:
            value = self.of_the_run(formula, counting)
            return lambda e: _of_the_run(value(e), e["n"])
        match formula:
            case Apply("sum_for", (Name(index), low, high, inside)) if not (names(low) | names(high)) & self.of_trials:
                ends = self.of_the_run(low, counting), self.of_the_run(high, counting)
                return _counted(index, ends, self.column(inside, (*counting, index)))
            case Apply("past_t", (inside,)) if "last" not in names(inside):
                part = self.column(inside, counting)
                return part and (lambda e: _so_far(part(e), len(e[TRIALS])))
            case Apply(function, arguments) if function in FUNCTIONS:
                return applied(FUNCTIONS[function], [self.column(argument, counting) for argument in arguments])
        return None

    def over_trials(self, function: str, inside: Formula, here: tuple[str, ...] = ()) -> OverTrials | None:
        """Compile sum_t, max_t or min_t of a formula; the largest of square roots is the root of the largest.

        The names ``here`` are neither of the trials nor of the run.
        """
        if function == "max_t":
            match inside:
                case Apply("norm", (vector, Constant(p))) if p == 2:
                    squares = self.over_trials(function, Apply("dot", (vector, vector)), here)
                    return squares and _root(squares)
                case Apply("norm", (vector, p)) if not names(p) & self.of_trials:
                    powers = Apply("sum", (Apply("**", (Apply("abs", (vector,)), p)),))
                    largest = self.over_trials(function, powers, here)
                    return largest and _rooted(largest, self.of_the_run(p, here))
        values = self.column(inside, here)
        if values is None:
            return None
        combined = {"sum_t": _added, "max_t": _largest, "min_t": _smallest}[function]

        def compute(e: Environment) -> Number | None:
            try:
                return combined(values(e), len(e[TRIALS]))
            except NotAtOnce:
                return None

        return compute


def _of_the_run(value: Any, n: Number) -> Column:
    """Return a value of the run; a vector of another length than the examples' is not to be spread over them."""
    if isinstance(value, Example) and len(value) != n:
        raise NotAtOnce
    return Column.whole(value)


def applied(compute: Callable[..., Column], parts: Sequence[OnTrials | None]) -> OnTrials | None:
    """Compile an operation on columns; None where one of them is not known."""
    columns = [part for part in parts if part is not None]
    return called(compute, columns) if len(columns) == len(parts) else None


def _counted(index: str, ends: Sequence[Callable[[Environment], Any]], part: OnTrials | None) -> OnTrials | None:
    if part is None:
        return None

    def value(e: Environment) -> Column:
        low, high = (whole(end(e)) for end in ends)
        spend(e, max(high - low + 1, 0) * (1 + len(e[TRIALS]) * whole(e["n"]) // TOGETHER))
        added = (part(Names(e, {index: Fraction(i)})) for i in range(low, high + 1))
        return reduce(_plus(1), added, Column.whole(Fraction(0)))

    return value


def _root(squares: OverTrials) -> OverTrials:
    def compute(e: Environment) -> Number | None:
        square = squares(e)
        return None if square is None else sqrt(square)

    return compute


def _rooted(powers: OverTrials, exponent: Callable[[Environment], Any]) -> OverTrials:
    def compute(e: Environment) -> Number | None:
        p = exponent(e)
        total = powers(e) if order(p, Fraction(0)) > 0 else None
        return None if total is None else power(total, divided(Fraction(1), p))

    return compute


def _added(a: Column, l: int) -> Fraction:  # noqa: E741
    times = l if a.numerators.shape[0] == 1 else 1
    return Fraction(int(a.up_to(a.most * l).sum()) * times, a.denominator)


def _largest(a: Column, l: int) -> Fraction:  # noqa: E741
    return Fraction(int(a.numerators.max()), a.denominator) if l else Fraction(0)


def _smallest(a: Column, l: int) -> Fraction:  # noqa: E741
    return Fraction(int(a.numerators.min()), a.denominator) if l else Fraction(0)
