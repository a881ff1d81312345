"""The minimum of a bound over several symbols, one after the other."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from itertools import permutations
from typing import Any

import sympy

from bounds.errors import BoundcheckError
from bounds.optima.algebra import Exact, exactly, positive_names
from bounds.optima.constraints import Assignments, Constraint, assignments, sides
from bounds.optima.minimum import Tuning, cases_text, tune
from bounds.optima.problem import TuningError


@dataclass(frozen=True)
class JointTuning:
    """The proven minimum of ``bound`` over several symbols, minimised one after the other.

    ``steps`` are the tunings in order, each of what the one before left over; ``optimum`` has the value of
    every symbol in the remaining ones, ``tuned`` the bound there. A symbol that the tuned bound does not
    depend on, so that any value will do, stays in ``optimum`` as itself and is named in ``indifferent``.
    """

    bound: sympy.Expr
    steps: tuple[Tuning, ...]
    optimum: Mapping[sympy.Symbol, sympy.Expr]
    tuned: sympy.Expr
    indifferent: tuple[sympy.Symbol, ...] = ()

    @property
    def conditions(self) -> tuple[sympy.Rel, ...]:
        """The relations that the proofs rely on."""
        return tuple(dict.fromkeys(condition for step in self.steps for condition in step.conditions))

    def __str__(self) -> str:
        values = ", ".join(f"{symbol} = {value}" for symbol, value in self.optimum.items() if symbol != value)
        lines = [f"{values} gives {cases_text(self.tuned)}", f"the minimum of {self.bound}"]
        lines += [f"over {step.domain}: {step.reason}" for step in self.steps]
        if self.indifferent:
            lines.append(f"any {', '.join(map(str, self.indifferent))} will do")
        if self.conditions:
            lines.append(f"for {', '.join(map(str, self.conditions))}")
        return "\n".join(lines)

    __repr__ = __str__

    def _repr_pretty_(self, printer: Any, _cycle: bool) -> None:
        printer.text(str(self))

    def _repr_latex_(self) -> str:
        pairs = [rf"{sympy.latex(symbol)} = {sympy.latex(value)}" for symbol, value in self.optimum.items()]
        return rf"${', '.join(pairs)}, \quad \min {sympy.latex(self.bound)} = {sympy.latex(self.tuned)}$"


def tune_jointly(
    bound: sympy.Expr,
    over: Mapping[sympy.Symbol, sympy.Expr | Exact | None] | Iterable[sympy.Symbol],
    *,
    where: Assignments | None = None,
    subject_to: Sequence[Constraint] = (),
) -> JointTuning:
    """Minimise ``bound`` over several symbols (with their upper ends, None for none), with a proof for each.

    The least value over all of them is the least, over one, of the least over the others; every order is tried.
    ``where`` and ``subject_to`` are as in ``tune``; each constraint limits one of the symbols by an expression in
    those that are not tuned. Raises TuningError if no order leads to a proven minimum.

    >>> from bounds import symbols as s
    >>> print(tune_jointly(s.U / s.eta + s.eta * s.l / s.tau + s.tau, [s.eta, s.tau]))
    eta = U**(2/3)/l**(1/3), tau = U**(1/3)*l**(1/3) gives 3*U**(1/3)*l**(1/3)
    the minimum of U/eta + eta*l/tau + tau
    over 0 < eta: convex: the second derivative 2*U/eta**3 is positive
    over 0 < tau: convex: the second derivative 3*sqrt(U)*sqrt(l)/(2*tau**(5/2)) is positive
    for U > 0, l > 0
    """
    if isinstance(subject_to, str):
        subject_to = [subject_to]
    values = assignments(where or {})

    def put_in(expression: sympy.Expr) -> sympy.Expr:
        return expression.subs(values, simultaneous=True)

    ends = dict(over) if isinstance(over, Mapping) else dict.fromkeys(over)
    for symbol, end in ends.items():
        ends[symbol] = None if end is None else put_in(exactly(end, f"the upper end of {symbol}"))
    limits: dict[sympy.Symbol, list[Constraint]] = {symbol: [] for symbol in ends}
    for constraint in subject_to:
        left, operator, right = sides(constraint)
        symbol = left if left in ends else right
        if symbol not in ends:
            raise BoundcheckError(f"the constraint {constraint} limits none of {', '.join(map(str, ends))}")
        limits[symbol].append(sympy.Rel(put_in(left), put_in(right), operator))
    failures = []
    for sequence in permutations(ends):
        try:
            return _in_turn(put_in(bound), sequence, ends, limits)
        except TuningError as error:
            failures.append(error)
    raise failures[0] if failures else BoundcheckError("name the symbols to tune")


def _in_turn(
    bound: sympy.Expr,
    sequence: Sequence[sympy.Symbol],
    ends: Mapping[sympy.Symbol, sympy.Expr | None],
    limits: Mapping[sympy.Symbol, Sequence[Constraint]],
) -> JointTuning:
    steps: list[Tuning] = []
    indifferent: list[sympy.Symbol] = []
    rest, before = bound, set[sympy.Symbol]()
    for symbol in sequence:
        range_of = sympy.Tuple(*([] if ends[symbol] is None else [ends[symbol]]), *limits[symbol])
        if range_of.free_symbols & before:
            raise TuningError(f"the range of {symbol} depends on a symbol that is tuned too")
        before.add(symbol)
        if symbol not in rest.free_symbols:
            indifferent.append(symbol)
            continue
        step = tune(rest, symbol, ends[symbol], subject_to=limits[symbol])
        steps.append(step)
        rest = step.tuned
    if not steps:
        raise TuningError(f"{bound} depends on none of {', '.join(map(str, sequence))}")
    optimum = {symbol: symbol for symbol in indifferent}
    for step in reversed(steps):
        value = step.optimum.subs(optimum, simultaneous=True)
        optimum[step.symbol] = min(_tidied(value), value, key=sympy.count_ops)
    ordered = {symbol: optimum[symbol] for symbol in sorted(optimum, key=str)}
    return JointTuning(bound, tuple(steps), ordered, rest, tuple(indifferent))


def _tidied(expression: sympy.Expr) -> sympy.Expr:
    """Simplify a product of powers in positive symbols, where it is one."""
    if expression.has(sympy.Min, sympy.Max):
        return expression
    names, _ = positive_names(expression)
    return sympy.powsimp(sympy.powdenest(expression.xreplace(names), force=True)).xreplace(
        {name: quantity for quantity, name in names.items()}
    )
