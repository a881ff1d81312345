"""The steps of a proof, evaluated on exact runs of the shipped learners.

A proof speaks about function symbols: w(t), x(t), the loss before trial t. On an instance of the claim each has an
exact value, read off a run of the claim's own learner, and so every axiom of the proof and every step of it is a
statement that can be evaluated. All of them have to hold: one that does not shows a wrong axiom, a wrong learner,
or a false claim, and it is named.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import reduce
from itertools import islice, product
from operator import add, mul, sub
from typing import Any, TypeAlias

import z3
from flint import arb

from adversaries.families.sampling import random_instances
from bounds.claims.claim import Claim
from bounds.errors import BoundcheckError, Undecided, UndefinedValue, not_a_yes_or_no
from bounds.instances import Instance
from bounds.numbers import ball as number_ball
from bounds.numbers import compare, floor, working_precision
from verify.judge.check import check
from verify.judge.complete import complete
from verify.judge.status import Status
from verify.logic.language import Formula, is_free_constant, parts
from verify.logic.session import Data, Session

Value: TypeAlias = Any
Truth: TypeAlias = bool | None
"""True, False, or None where the balls around two transcendental numbers overlap."""
Evaluator: TypeAlias = Callable[[Data, tuple[Value, ...]], Value]


BITS = 256
MOST_CHOICES = 200
SAMPLES: dict[str, Sequence[Any]] = {
    "Real": (Fraction(2), Fraction(2, 3), Fraction(-1, 2), Fraction(0)),
    "Int": (0, 1, 3),
    "Bool": (True, False),
}
"""Values of an arbitrary number, at which a general lemma or a fact of analysis is looked at."""


class NotEvaluated(BoundcheckError):
    """A formula has a symbol without a value on a run, such as an arbitrary real number."""


@dataclass(frozen=True)
class Violation:
    """A formula of a proof that is false on a run."""

    step: str
    kind: str
    statement: str
    where: str
    instance: Instance

    def __str__(self) -> str:
        return f"{self.step} ({self.kind}) is false on {self.instance.trials} {self.where}: {self.statement}"


@dataclass(frozen=True)
class StepReplay:
    """What came of evaluating a proof's axioms and steps on runs."""

    claim: Claim
    instances: int
    evaluated: tuple[str, ...]
    skipped: tuple[str, ...]
    violation: Violation | None

    @property
    def holds(self) -> bool:
        """Whether something was evaluated and nothing was false."""
        return self.violation is None and self.instances > 0 and bool(self.evaluated)

    def __bool__(self) -> bool:
        not_a_yes_or_no(self, "replay.holds")


def replay_steps(session: Session, instances: int = 20, seed: int = 0) -> StepReplay:
    """Evaluate every axiom and step of a proof on random instances of its claim.

    An instance that fails a premise of the claim says nothing, and is passed over. A premise of the proof that
    fails where the claim's own premises hold is a violation: the proof assumes more than the claim.
    """
    reading = session.reading
    if reading is None:
        return StepReplay(session.claim, 0, (), (), None)
    skipped: dict[str, None] = {}
    formulas = [(s.name, s.how, s, s.formula) for s in session.kernel.steps if s.formula is not None]
    compiled = []
    for name, how, step, formula in formulas:
        try:
            compiled.append((name, how, step, CompiledFormula(formula)))
        except NotEvaluated:
            skipped[name] = None
    axioms = session.kernel.axioms
    evaluated: dict[str, None] = {}
    used = 0
    for _, drawn in random_instances(session.claim, instances, seed):
        instance = complete(session.claim, drawn)
        try:
            data = reading(session.claim.case(instance))
        except (UndefinedValue, Undecided):
            continue
        used += 1
        for name, how, step, formula in compiled:
            kind = axioms[name].kind if how == "axiom" and name in axioms else how
            try:
                with working_precision(BITS):
                    where = formula.first_failure(data)
            except (NotEvaluated, UndefinedValue, Undecided, ZeroDivisionError):
                skipped[name] = None
                continue
            evaluated[name] = None
            if where is not None:
                if kind == "hypothesis" and check(session.claim, instance).status is Status.VACUOUS:
                    break
                violation = Violation(name, kind, step.statement, where, instance)
                return StepReplay(session.claim, used, tuple(evaluated), tuple(skipped), violation)
    skips = tuple(name for name in skipped if name not in evaluated)
    return StepReplay(session.claim, used, tuple(evaluated), skips, None)


def violated_instance(claim: Claim, instances: int, seed: int = 0) -> Instance | None:
    """Return a random instance on which the claim itself is false, if there is one among them."""
    for _, drawn in random_instances(claim, instances, seed):
        instance = complete(claim, drawn)
        if check(claim, instance).status is Status.VIOLATED:
            return instance
    return None


class CompiledFormula:
    """A formula as a function of the data of a run; its free t, i and j range as its bound ones do."""

    def __init__(self, formula: Formula) -> None:
        constants = filter(is_free_constant, parts([formula]))
        self.names = sorted({(c.decl().name(), c.sort().name()) for c in constants})
        self.formula = formula
        self.evaluate = _compile(formula)

    def first_failure(self, data: Data) -> str | None:
        """Return where the formula is false on the data, or None if it holds."""
        for chosen, here in self.choices(data):
            if self.evaluate(here, ()) is False:
                return "at " + ", ".join(f"{name} = {value}" for name, value in chosen.items()) if chosen else ""
        return None

    def choices(self, data: Data, most: int = MOST_CHOICES) -> Iterator[tuple[dict[str, Value], Data]]:
        """Yield the choices of the free variables, with the data that they are part of."""
        free = [(name, sort) for name, sort in self.names if name not in data.values]
        for choice in islice(product(*(_range(data, name, sort) for name, sort in free)), most):
            chosen = {name: value for (name, _), value in zip(free, choice, strict=True)}
            yield chosen, Data({**data.values, **chosen}, data.ranges) if free else data


def _range(data: Data, name: str, sort: str) -> Sequence[Any]:
    """Return what a variable ranges over: trials, coordinates, or some samples for an arbitrary one, such as ``a_``."""
    if name in data.ranges:
        return data.ranges[name]
    if name.endswith("_") and (sort in SAMPLES or sort in data.ranges):
        return SAMPLES[sort] if sort in SAMPLES else data.ranges[sort]
    raise NotEvaluated(f"{name} has no range on a run")


def _choices(ranges: Sequence[Sequence[Any]]) -> Iterator[tuple[Any, ...]]:
    return islice(product(*ranges), MOST_CHOICES)


# --- formulas as functions -----------------------------------------------------------------------------


def _order(a: Value, b: Value) -> int | None:
    """Return the sign of a - b, or None where two balls overlap."""
    if isinstance(a, arb) or isinstance(b, arb):
        gap = _ball(a) - _ball(b)
        return 1 if gap > 0 else -1 if gap < 0 else 0 if gap == 0 else None
    if isinstance(a, int) and isinstance(b, int):
        return (a > b) - (a < b)
    return compare(a, b)


def _ball(a: Value) -> arb:
    return a if isinstance(a, arb) else number_ball(Fraction(a) if isinstance(a, int) else a)


def _same_kind(operation: Callable[[Value, Value], Value]) -> Callable[[Value, Value], Value]:
    def apply(a: Value, b: Value) -> Value:
        return operation(_ball(a), _ball(b)) if isinstance(a, arb) or isinstance(b, arb) else operation(a, b)

    return apply


def _ordered(*wanted: int) -> Callable[[Value, Value], Truth]:
    def holds(a: Value, b: Value) -> Truth:
        order = _order(a, b)
        return None if order is None else order in wanted

    return holds


def equal(a: Value, b: Value) -> Truth:
    """Tell whether two values are the same; None where the balls around them overlap."""
    if a is None or b is None:
        return None
    if isinstance(a, bool) or isinstance(b, bool):
        return bool(a) == bool(b)
    if isinstance(a, list):
        return _all(equal(c, d) for c, d in zip(a, b, strict=True))
    order = _order(a, b)
    return None if order is None else order == 0


def _all(truths: Iterable[Truth]) -> Truth:
    """Return the conjunction: false if one is certainly false, unknown if one is unknown."""
    known = True
    for truth in truths:
        if truth is False:
            return False
        known = known and truth is True
    return True if known else None


def _floor(a: Value) -> int:
    if not isinstance(a, arb):
        return int(floor(a))
    whole = a.floor().unique_fmpz()
    if whole is None:
        raise NotEvaluated("the floor of a ball is not decided")
    return int(whole)


def _not(truth: Truth) -> Truth:
    return None if truth is None else not truth


_BINARY: dict[int, Callable[[Value, Value], Value]] = {
    z3.Z3_OP_ADD: _same_kind(add),
    z3.Z3_OP_MUL: _same_kind(mul),
    z3.Z3_OP_SUB: _same_kind(sub),
    z3.Z3_OP_DIV: _same_kind(lambda a, b: Fraction(a) / b if isinstance(a, int) else a / b),
    z3.Z3_OP_LE: _ordered(-1, 0),
    z3.Z3_OP_LT: _ordered(-1),
    z3.Z3_OP_GE: _ordered(0, 1),
    z3.Z3_OP_GT: _ordered(1),
    z3.Z3_OP_EQ: equal,
    z3.Z3_OP_DISTINCT: lambda a, b: _not(equal(a, b)),
    z3.Z3_OP_XOR: lambda a, b: _not(equal(a, b)),
}

_UNARY: dict[int, Callable[[Value], Value]] = {
    z3.Z3_OP_UMINUS: lambda a: -a,
    z3.Z3_OP_NOT: _not,
    z3.Z3_OP_TO_REAL: lambda a: Fraction(a) if isinstance(a, int) else a,
    z3.Z3_OP_TO_INT: _floor,
}


def _compile(formula: Formula) -> Evaluator:
    if z3.is_quantifier(formula):
        return _quantified(formula)
    if z3.is_var(formula):
        index = z3.get_var_index(formula)
        return lambda _, bound: bound[-1 - index]
    kind = formula.decl().kind()
    if kind in (z3.Z3_OP_TRUE, z3.Z3_OP_FALSE):
        truth = kind == z3.Z3_OP_TRUE
        return lambda _, __: truth
    if kind == z3.Z3_OP_ANUM:
        number = formula.as_long() if z3.is_int_value(formula) else formula.as_fraction()
        return lambda _, __: number
    inside = [_compile(child) for child in formula.children()]
    if kind == z3.Z3_OP_AND:
        return lambda data, bound: _all(part(data, bound) for part in inside)
    if kind == z3.Z3_OP_OR:
        return lambda data, bound: _not(_all(_not(part(data, bound)) for part in inside))
    if kind == z3.Z3_OP_IMPLIES:
        return lambda data, bound: _implies(inside[0](data, bound), lambda: inside[1](data, bound))
    if kind == z3.Z3_OP_ITE:
        return lambda data, bound: inside[1 if _decided(inside[0](data, bound)) else 2](data, bound)
    if kind in _UNARY:
        unary = _UNARY[kind]
        return lambda data, bound: unary(inside[0](data, bound))
    if kind in _BINARY:
        binary = _BINARY[kind]
        return lambda data, bound: reduce(binary, [part(data, bound) for part in inside])
    if kind == z3.Z3_OP_UNINTERPRETED:
        return _symbol(formula.decl().name(), inside)
    raise NotEvaluated(f"{formula.decl().name()} is not evaluated")


def _implies(condition: Truth, conclusion: Callable[[], Truth]) -> Truth:
    if condition is False:
        return True
    truth = conclusion()
    return True if truth is True else None if condition is None else truth


def _decided(condition: Truth) -> bool:
    if condition is None:
        raise NotEvaluated("a condition is not decided on this run")
    return condition


def _symbol(name: str, inside: Sequence[Evaluator]) -> Evaluator:
    def value(data: Data, bound: tuple[Value, ...]) -> Value:
        if name not in data.values:
            raise NotEvaluated(f"{name} has no value on a run")
        meaning = data.values[name]
        return meaning(*(part(data, bound) for part in inside)) if inside else meaning

    return value


def _quantified(formula: Formula) -> Evaluator:
    names = [(formula.var_name(k), formula.var_sort(k).name()) for k in range(formula.num_vars())]
    body = _compile(formula.body())

    def holds(data: Data, bound: tuple[Value, ...]) -> Truth:
        ranges = [_range(data, name, sort) for name, sort in names]
        return _all(body(data, (*bound, *choice)) for choice in _choices(ranges))

    return holds
