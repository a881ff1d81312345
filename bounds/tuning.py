"""The best learning rate of a bound, in symbols, with the proof that it is the best.

``tune`` minimises a bound over an open range of one symbol, perhaps cut off by constraints such as eta <= 1/2.
It answers only with a proof: the bound is convex there, or its derivative is negative up to the optimum and
positive beyond it. ``tune_jointly`` minimises over several symbols, one after the other;
``claim_tuning.tune_claim`` reads the range of a symbol off the premises of a claim.

>>> from bounds import symbols as s
>>> print(tune(s.U**2 / (2 * s.eta) + s.eta * s.l * s.X**2 / 2, s.eta))
eta = U/(X*sqrt(l)) gives U*X*sqrt(l)
the minimum of U**2/(2*eta) + X**2*eta*l/2 over 0 < eta
convex: the second derivative U**2/eta**3 is positive
for U > 0, X > 0, l > 0
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from fractions import Fraction
from itertools import pairwise, permutations
from typing import Any, Literal, TypeAlias

import sympy

from bounds import symbols
from bounds.errors import BoundcheckError
from bounds.evaluate import evaluate
from bounds.expression import parse_expression, require_possible
from bounds.numbers import compare, to_fraction

Exact: TypeAlias = int | Fraction | str
"""What may be put in for a symbol; text is an exact rational such as "1/10"."""

Assignments: TypeAlias = Mapping[Any, Any]
"""What is put in for symbols, by symbol or name: exact numbers, or expressions (also as text, "sqrt(k)")."""

Constraint: TypeAlias = str | sympy.Rel
"""A closed constraint on one symbol, such as "eta <= 1/2"."""

_MULTIPLIERS = 6
_MAX_POWER = 12
_SMOOTH = (sympy.Add, sympy.Mul, sympy.Pow, sympy.exp, sympy.log)


_TRIED = (1, 0, 10, 1000, Fraction(1, 10))
"""Numbers that are tried for the symbols of a bound whose minimum is not known in symbols."""


class TuningError(BoundcheckError):
    """No proven optimum: the bound is monotone, constant, not convex, or its optimum has no closed form."""


class UnknownOptimum(TuningError):
    """No optimum is known, but there may be one. ``numbers`` are such for other symbols that make it known, if any."""

    def __init__(self, message: str, numbers: Assignments | None = None) -> None:
        super().__init__(message)
        self.numbers = dict(numbers or {})


@dataclass(frozen=True)
class Tuning:
    """The proven minimum of ``bound`` over 0 < ``symbol`` (< ``upper`` unless that is None).

    ``tuned`` is the bound at ``optimum``; ``second_derivative`` is that of the bound, without its floor if
    it has one; ``reason`` is the proof in a line (``argument`` the same with ``{second}`` and ``{domain}`` for the
    second derivative and the range), and ``conditions`` are the relations it relies on.
    ``least`` and ``most`` are closed constraints on the symbol. Where it depends on the other symbols which
    of them binds, ``optimum`` is a Min or Max and ``tuned`` a Piecewise.

    See also: ``mistuning`` (the price of missing the optimum), ``at`` (put numbers in), ``verify.plots.plot_bound``.
    """

    symbol: sympy.Symbol
    bound: sympy.Expr
    optimum: sympy.Expr
    tuned: sympy.Expr
    second_derivative: sympy.Expr
    argument: str
    conditions: tuple[sympy.Rel, ...]
    upper: sympy.Expr | None = None
    least: sympy.Expr | None = None
    most: sympy.Expr | None = None

    @property
    def reason(self) -> str:
        """The proof in a line."""
        return self.argument.format(second=self.second_derivative, domain=_domain(self.symbol, self.upper))

    @property
    def assumes(self) -> tuple[str, ...]:
        """The conditions as text, such as ``U > 0``."""
        return tuple(map(str, self.conditions))

    @property
    def domain(self) -> str:
        """The range of the symbol as text."""
        return _domain(self.symbol, self.upper, self.least, self.most)

    @property
    def constraints(self) -> tuple[sympy.Rel, ...]:
        """The closed constraints on the symbol."""
        ends = ((sympy.Ge, self.least), (sympy.Le, self.most))
        return tuple(relation(self.symbol, end) for relation, end in ends if end is not None)

    def mistuning(self, r: sympy.Expr | Exact = symbols.r) -> sympy.Expr:
        """Return the factor that the bound loses when the symbol is (1 + r) times its optimum.

        It holds for r > -1, as long as the symbol stays in its range. A floor around the bound is ignored.

        >>> from bounds import symbols as s
        >>> tune(s.U**2 / (2 * s.eta) + s.eta * s.l * s.X**2 / 2, s.eta).mistuning()
        r/2 + 1/2 + 1/(2*(r + 1))
        """
        if self.optimum in (self.least, self.most) or self.optimum.has(sympy.Min, sympy.Max):
            raise TuningError(f"the price of mis-tuning is that of an optimum inside the range, not at {self.optimum}")
        problem = Problem.of(self.bound, self.symbol, self.upper)
        optimum = problem.positive(self.optimum)
        best = tidy(problem.f.xreplace({problem.x: optimum}))
        if best == 0:
            raise TuningError(f"the tuned bound is 0; no factor compares with it (bound {self.bound})")
        rho = sympy.Dummy("rho", positive=True)
        plain = problem.f.xreplace({problem.x: rho * optimum}) / best
        ratio = min(tidy(plain), plain, key=sympy.count_ops)
        if ratio.free_symbols <= {rho} and ratio.is_rational_function(rho):
            ratio = sympy.apart(ratio, rho)
        return problem.original(ratio).xreplace({rho: 1 + _exact(r, "r")})

    def at(self, **values: Exact) -> Tuning:
        """Return this tuning with exact values for some glossary symbols.

        >>> from bounds import symbols as s
        >>> tuning = tune(s.U**2 / (2 * s.eta) + s.eta * s.l * s.X**2 / 2, s.eta)
        >>> tuning.at(U=1, X="1/2", l=100).optimum
        1/5
        """
        return self.substitute({symbols.lookup(name): value for name, value in values.items()})

    def substitute(self, values: Mapping[sympy.Symbol, Exact]) -> Tuning:
        """Return this tuning with exact values for some symbols; floats are refused.

        Raises BoundcheckError for a value that the symbol cannot take or that breaks a condition.
        """
        exact = {symbol: self._checked(symbol, value) for symbol, value in values.items()}
        conditions = []
        for condition in self.conditions:
            at_values = condition.subs(exact, simultaneous=True)
            if at_values == sympy.false:
                given = ", ".join(f"{symbol}={value}" for symbol, value in exact.items())
                raise BoundcheckError(f"the optimum needs {condition}, but got {given}; choose other values")
            if at_values != sympy.true:
                conditions.append(at_values)
        bound, optimum, tuned, second = (
            expression.subs(exact, simultaneous=True)
            for expression in (self.bound, self.optimum, self.tuned, self.second_derivative)
        )
        upper = None if self.upper is None else self.upper.subs(exact, simultaneous=True)
        if self.constraints:  # which of them binds is decided again, exactly
            ends = [relation.subs(exact, simultaneous=True) for relation in self.constraints]
            found = tune(bound, self.symbol, upper, subject_to=ends)
            return replace(found, conditions=tuple(dict.fromkeys((*found.conditions, *conditions))))
        return Tuning(self.symbol, bound, optimum, tuned, second, self.argument, tuple(conditions), upper)

    def _checked(self, symbol: sympy.Symbol, value: Exact) -> sympy.Expr:
        if symbol == self.symbol:
            raise BoundcheckError(f"{symbol} is what is tuned; give values to the other symbols")
        if symbol not in self.bound.free_symbols.union(*(end.free_symbols for end in self.constraints)):
            free = ", ".join(sorted(map(str, self.bound.free_symbols - {self.symbol})))
            raise BoundcheckError(f"the bound has no {symbol}; its other symbols are {free or 'none'}")
        exact = _exact(value, str(symbol))
        require_possible(symbol, exact, symbols.usual(symbol))
        return exact

    def __str__(self) -> str:
        lines = [
            f"{self.symbol} = {self.optimum} gives {_cases(self.tuned)}",
            f"the minimum of {self.bound} over {self.domain}",
            self.reason,
        ]
        if self.conditions:
            lines.append(f"for {', '.join(self.assumes)}")
        return "\n".join(lines)

    __repr__ = __str__

    def _repr_pretty_(self, printer: Any, _cycle: bool) -> None:
        printer.text(str(self))

    def _latex(self) -> str:
        symbol, optimum, bound, tuned = map(sympy.latex, (self.symbol, self.optimum, self.bound, self.tuned))
        return rf"{symbol} = {optimum}, \quad \min_{{{symbol}}} {bound} = {tuned}"

    def _repr_latex_(self) -> str:
        return f"${self._latex()}$"

    def _repr_html_(self) -> str:
        from bounds.display import html_report, report

        lines = [("over", self.domain), ("proof", self.reason), *(("for", text) for text in self.assumes)]
        return html_report(report(f"The best {self.symbol}", lines), self._latex())


def _cases(tuned: sympy.Expr) -> str:
    """Write a Piecewise as text, case by case."""
    if not isinstance(tuned, sympy.Piecewise):
        return str(tuned)
    *cases, (last, _) = tuned.args
    return "".join(f"{value} where {condition}, " for value, condition in cases) + f"else {last}"


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
        lines = [f"{values} gives {_cases(self.tuned)}", f"the minimum of {self.bound}"]
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


def tune(
    bound: sympy.Expr,
    symbol: sympy.Symbol,
    upper: sympy.Expr | Exact | None = None,
    *,
    where: Assignments | None = None,
    subject_to: Sequence[Constraint] = (),
) -> Tuning:
    """Minimise ``bound`` over 0 < ``symbol`` (< ``upper`` when given) and prove that it is the minimum.

    ``where`` puts exact numbers or expressions in for other symbols first; ``subject_to`` are closed
    constraints on the symbol, such as "eta <= 1/2". Nonnegative symbols, and logarithms of symbols, are taken to
    be positive; the result states that. Where the bound is a floor, its inside is minimised, which minimises the
    floor too. Raises TuningError if there is no optimum inside the range, or none that this module can find and
    prove.

    See also: ``tune_jointly`` (several symbols), ``Claim.tune``, ``bounds.comparison.compare``, ``boundcheck tune``.

    >>> from bounds import symbols as s
    >>> print(tune(s.U**2 / (2 * s.eta) + s.eta * s.l * s.X**2 / 2, s.eta, subject_to=["eta <= 1/2"]))
    eta = Min(1/2, U/(X*sqrt(l))) gives U**2 + X**2*l/4 where U/(X*sqrt(l)) > 1/2, else U*X*sqrt(l)
    the minimum of U**2/(2*eta) + X**2*eta*l/2 over 0 < eta <= 1/2
    convex: the second derivative U**2/eta**3 is positive
    for U > 0, X > 0, l > 0
    >>> tune(s.U**2 / (4 * s.tau), s.tau)
    Traceback (most recent call last):
    ...
    bounds.tuning.TuningError: U**2/(4*tau) decreases in tau: there is no optimal tau; the infimum is at tau -> oo
    """
    values = assignments(where or {})
    if symbol in values:
        raise BoundcheckError(f"{symbol} is what is tuned; give values to the other symbols")
    if values and isinstance(bound, sympy.Expr):
        bound = bound.subs(values, simultaneous=True)
        upper = None if upper is None else _exact(upper, f"the upper end of {symbol}").subs(values, simultaneous=True)

    def attempt(numbers: Assignments) -> Tuning:
        end = upper.subs(numbers) if isinstance(upper, sympy.Expr) else upper
        return tuned_within(bound.subs(numbers) if numbers else bound, symbol, end, subject_to, {**values, **numbers})

    return advised(bound, symbol, attempt)


def tuned_within(
    bound: sympy.Expr,
    symbol: sympy.Symbol,
    upper: sympy.Expr | Exact | None,
    subject_to: Sequence[Constraint],
    values: Mapping[sympy.Symbol, sympy.Expr],
) -> Tuning:
    """Minimise over the range 0 < symbol < upper and within the constraints, whose ends are read at ``values``."""
    problem = Problem.of(bound, symbol, upper)
    least, most = _ends(symbol, subject_to, values)
    slope = _pattern(problem, problem.derivative())
    if slope == "zero":
        raise TuningError(f"{bound} does not depend on {symbol}; tune another symbol")
    if slope in ("positive", "negative"):
        return _at_an_end(problem, slope == "positive", least, most)
    inside = _inside(problem)
    return inside if least is most is None else _clipped(problem, inside, least, most)


def _inside(problem: Problem) -> Tuning:
    """Find the minimum inside the range, with its proof."""
    bound, symbol = problem.bound, problem.symbol
    candidates = _stationary_points(problem)
    if not candidates:
        raise UnknownOptimum(
            f"found no closed form, known to be positive, for the {symbol} that minimises {bound} over {problem.domain}"
        )
    failures = []
    for candidate in candidates:
        try:
            argument = _prove(problem, candidate)
        except TuningError as error:
            failures.append(error)
            continue
        tuned = problem.original(tidy(problem.f.xreplace({problem.x: candidate})))
        return problem.tuning(problem.original(candidate), sympy.floor(tuned) if problem.floored else tuned, argument)
    raise failures[0]


def advised(bound: sympy.Expr, symbol: sympy.Symbol, attempt: Callable[[Assignments], Tuning]) -> Tuning:
    """Tune; where no optimum is known, say for which symbols to put numbers in, having tried it, or that none help."""
    try:
        return attempt({})
    except UnknownOptimum as error:
        others = sorted(bound.free_symbols - {symbol}, key=str)
        numbers = _numbers_that_help(others, attempt) if others else None
        if numbers is not None:
            values = ", ".join(f"{name}={value}" for name, value in numbers.items())
            raise UnknownOptimum(f"{error}; put values in for other symbols, such as {values}", numbers) from None
        tried = f", nor at any of the numbers that were tried for {', '.join(map(str, others))}" if others else ""
        raise UnknownOptimum(f"{error}; no optimal {symbol} is known{tried}") from None


def _numbers_that_help(
    others: Sequence[sympy.Symbol], attempt: Callable[[Assignments], object]
) -> dict[sympy.Symbol, sympy.Expr] | None:
    """Find numbers for as few of the symbols as will do, with which the attempt succeeds; None if none is found."""

    def succeeds(numbers: Assignments) -> bool:
        with suppress(BoundcheckError):
            for name, value in numbers.items():
                require_possible(name, value, symbols.usual(name))
            attempt(numbers)
            return True
        return False

    twos = dict.fromkeys(others, sympy.Integer(2))
    changed = ({**twos, name: sympy.Rational(value)} for name in others for value in _TRIED)
    for numbers in (twos, *changed):
        if succeeds(numbers):
            for name in others:
                fewer = {other: value for other, value in numbers.items() if other != name}
                numbers = fewer if succeeds(fewer) else numbers
            return numbers
    return None


# --- constraints and several symbols -------------------------------------------------------------------


def assignments(where: Assignments) -> dict[sympy.Symbol, sympy.Expr]:
    """Read what is put in for symbols: exact numbers, sympy expressions, or expressions as text.

    >>> assignments({"U": "sqrt(k)", "l": 100})
    {U: sqrt(k), l: 100}
    """
    values: dict[sympy.Symbol, sympy.Expr] = {}
    for key, value in where.items():
        symbol = symbols.lookup(key) if isinstance(key, str) else key
        if not isinstance(symbol, sympy.Symbol):
            raise BoundcheckError(f"cannot put a value in for {key!r}; name a symbol of the glossary")
        exact = parse_expression(value) if isinstance(value, str) else _exact(value, str(symbol))
        if exact.is_number:
            require_possible(symbol, exact, symbols.usual(symbol))
        values[symbol] = exact
    return values


def _ends(
    symbol: sympy.Symbol, subject_to: Sequence[Constraint], values: Mapping[sympy.Symbol, sympy.Expr]
) -> tuple[sympy.Expr | None, sympy.Expr | None]:
    """Read the constraints on one symbol: the largest lower end and the smallest upper one."""
    if isinstance(subject_to, str):
        subject_to = [subject_to]
    least: sympy.Expr | None = None
    most: sympy.Expr | None = None
    for constraint in subject_to:
        left, operator, right = _sides(constraint)
        if right == symbol:
            left, operator, right = right, {"<=": ">=", ">=": "<="}[operator], left
        end = right.subs(values, simultaneous=True)
        if left != symbol or symbol in end.free_symbols:
            raise BoundcheckError(f"the constraint {constraint} does not limit {symbol}; write it as {symbol} <= ...")
        if operator == "<=":
            most = end if most is None else _chosen(most, end, smaller=True)
        else:
            least = end if least is None else _chosen(least, end, smaller=False)
    if most is not None and order(most, sympy.Integer(0)) != 1:
        raise BoundcheckError(f"{symbol} <= {most} leaves no {symbol} that is known to be positive")
    if least is not None and order(least, sympy.Integer(0)) in (-1, 0):
        least = None
    if least is not None and most is not None and order(most, least) not in (0, 1):
        raise BoundcheckError(f"{least} <= {symbol} <= {most} is not known to leave any {symbol}")
    return least, most


def _sides(constraint: Constraint) -> tuple[sympy.Expr, str, sympy.Expr]:
    if isinstance(constraint, sympy.Rel) and constraint.rel_op in ("<=", ">="):
        return constraint.lhs, constraint.rel_op, constraint.rhs
    if isinstance(constraint, str):
        for operator in ("<=", ">="):
            left, found, right = constraint.partition(operator)
            if found:
                return parse_expression(left), operator, parse_expression(right)
    raise BoundcheckError(f"{constraint!r} is no closed constraint; write it as eta <= 1/2 or eta >= 1/l")


def order(a: sympy.Expr, b: sympy.Expr) -> int | None:
    """Return the sign of a - b for all values of the symbols, decided exactly; None if it depends or is not known.

    >>> from bounds import symbols as s
    >>> order(sympy.sqrt(2), sympy.Rational(3, 2)), order(s.U + 1, s.U), order(s.U, s.X)
    (-1, 1, None)
    """
    if not (a.free_symbols | b.free_symbols):
        return compare(evaluate(a, {}), evaluate(b, {}))
    names, _ = positive_names(a - b)
    return evident_sign((a - b).xreplace(names))


def _chosen(a: sympy.Expr, b: sympy.Expr, *, smaller: bool) -> sympy.Expr:
    sign = order(a, b)
    if sign is None:
        return sympy.Min(a, b) if smaller else sympy.Max(a, b)
    return a if (sign <= 0) == smaller else b


def _at_an_end(problem: Problem, increases: bool, least: sympy.Expr | None, most: sympy.Expr | None) -> Tuning:
    """Return the minimum of a monotone bound: the end of the range on its lower side, if that is closed."""
    end, verb = (least, "increases") if increases else (most, "decreases")
    if end is None:
        infimum = "0" if increases else str(problem.end)
        raise TuningError(
            f"{problem.bound} {verb} in {problem.symbol}: there is no optimal {problem.symbol}; "
            f"the infimum is at {problem.symbol} -> {infimum}"
        )
    _require_within(problem, end)
    tuned = problem.bound.subs(problem.symbol, end)
    argument = f"the minimum is at the end {problem.symbol} = {end}: the bound {verb} in {problem.symbol}"
    return problem.tuning(end, tuned, argument, least, most)


def _clipped(problem: Problem, inside: Tuning, least: sympy.Expr | None, most: sympy.Expr | None) -> Tuning:
    """Cut the range of a bound that falls up to its minimum and rises beyond it."""
    optimum, cases, tuned = inside.optimum, [], inside.tuned
    for end, beyond, clip in ((least, -1, sympy.Max), (most, 1, sympy.Min)):
        if end is None:
            continue
        _require_within(problem, end)
        at_end = problem.bound.subs(problem.symbol, end)
        sign = order(inside.optimum, end)
        if sign == beyond:  # the optimum inside is out of reach
            place = f"the minimum is at the end {problem.symbol} = {end}, and would be at {inside.optimum} beyond it"
            return problem.tuning(end, at_end, f"{place}: {inside.argument}", least, most)
        if sign is None:
            optimum = clip(optimum, end)
            relation = sympy.Gt if beyond == 1 else sympy.Lt
            cases.append((at_end, relation(inside.optimum, end)))
    if cases:
        tuned = sympy.Piecewise(*cases, (tuned, True))
    return problem.tuning(optimum, tuned, inside.argument, least, most)


def _require_within(problem: Problem, end: sympy.Expr) -> None:
    if order(end, sympy.Integer(0)) != 1 or (problem.upper is not None and order(problem.upper, end) != 1):
        raise TuningError(f"{problem.symbol} = {end} is not known to lie in {problem.domain}; give another constraint")


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
        ends[symbol] = None if end is None else put_in(_exact(end, f"the upper end of {symbol}"))
    limits: dict[sympy.Symbol, list[Constraint]] = {symbol: [] for symbol in ends}
    for constraint in subject_to:
        left, operator, right = _sides(constraint)
        symbol = left if left in ends else right
        if symbol not in ends:
            raise BoundcheckError(f"the constraint {constraint} limits none of {', '.join(map(str, ends))}")
        limits[symbol].append({"<=": sympy.Le, ">=": sympy.Ge}[operator](put_in(left), put_in(right)))
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
        found = step.optimum.subs(optimum, simultaneous=True)
        optimum[step.symbol] = min(_tidied(found), found, key=sympy.count_ops)
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


def prove_minimum(
    bound: sympy.Expr,
    symbol: sympy.Symbol,
    candidate: sympy.Expr | Exact,
    upper: sympy.Expr | Exact | None = None,
) -> str:
    """Prove that ``candidate`` minimises ``bound`` over 0 < ``symbol`` (< ``upper``) and say why.

    Raises TuningError where it does not, or where no proof is found.

    >>> from bounds import symbols as s
    >>> prove_minimum((s.eta - 1) ** 2, s.eta, 1)
    'convex: the second derivative 2 is positive'
    >>> prove_minimum(-((s.eta - 1) ** 2), s.eta, 1)
    Traceback (most recent call last):
    ...
    bounds.tuning.TuningError: eta = 1 is not the minimum of -(eta - 1)**2: the second derivative -2 is negative
    """
    problem = Problem.of(bound, symbol, upper)
    argument = _prove(problem, problem.positive(_exact(candidate, f"the candidate for {symbol}")))
    return argument.format(second=problem.original(problem.second_derivative()), domain=problem.domain)


# --- the problem in positive symbols -------------------------------------------------------------------


@dataclass(frozen=True)
class Problem:
    """A bound ``f`` of ``x`` in which every quantity of known sign is a positive symbol.

    ``names`` maps the user's quantities (symbols, and logarithms without the tuned symbol) to these.
    """

    bound: sympy.Expr
    symbol: sympy.Symbol
    upper: sympy.Expr | None
    f: sympy.Expr
    x: sympy.Symbol
    limit: sympy.Expr | None
    floored: bool
    names: Mapping[sympy.Expr, sympy.Symbol]
    conditions: tuple[sympy.Rel, ...]

    @staticmethod
    def of(bound: sympy.Expr, symbol: sympy.Symbol, upper: sympy.Expr | Exact | None) -> Problem:
        """State the problem; refuse one that is not about a smooth function of the symbol."""
        if not isinstance(bound, sympy.Expr) or not isinstance(symbol, sympy.Symbol):
            raise BoundcheckError(
                f"cannot tune {bound!r} in {symbol!r}; expected a sympy expression and one of its symbols"
            )
        upper = None if upper is None else _exact(upper, f"the upper end of {symbol}")
        _exact(bound, "the bound")
        if symbol not in bound.free_symbols:
            raise TuningError(f"{bound} does not contain {symbol}; there is nothing to tune")
        floored = isinstance(bound, sympy.floor)
        inner = bound.args[0] if floored else bound
        names, conditions = _positive_names(inner, upper, symbol)
        x = names[symbol]
        f = inner.xreplace(names)
        for node in sympy.preorder_traversal(f):
            if x in node.free_symbols and node != x and not isinstance(node, _SMOOTH):
                raise TuningError(f"{bound} is not smooth in {symbol}; only an outermost floor can be tuned")
            if node.is_Pow and node.base.is_Add and node.exp.is_Rational and abs(node.exp) > _MAX_POWER:
                raise TuningError(f"{bound} has powers of sums above {_MAX_POWER}, too many terms to tune it")
        limit = None if upper is None else upper.xreplace(names)
        if limit is not None and (x in limit.free_symbols or evident_sign(limit) != 1):
            raise TuningError(f"the upper end {upper} of {symbol} is not known to be positive; give another")
        return Problem(bound, symbol, upper, f, x, limit, floored, names, conditions)

    @property
    def domain(self) -> str:
        """The range of the symbol as text."""
        return _domain(self.symbol, self.upper)

    @property
    def end(self) -> sympy.Expr:
        """The upper end of the range."""
        return sympy.oo if self.upper is None else self.upper

    def tuning(
        self,
        optimum: sympy.Expr,
        tuned: sympy.Expr,
        argument: str,
        least: sympy.Expr | None = None,
        most: sympy.Expr | None = None,
    ) -> Tuning:
        """Return the result for this problem."""
        second = self.original(self.second_derivative())
        _, of_ends = positive_names(sympy.Tuple(*(end for end in (least, most) if end is not None)))
        conditions = tuple(sorted({*self.conditions, *of_ends}, key=str))
        return Tuning(self.symbol, self.bound, optimum, tuned, second, argument, conditions, self.upper, least, most)

    def positive(self, expression: sympy.Expr) -> sympy.Expr:
        """Write an expression in the positive symbols."""
        return expression.xreplace(self.names)

    def original(self, expression: sympy.Expr) -> sympy.Expr:
        """Write an expression in the user's quantities."""
        return expression.xreplace({name: quantity for quantity, name in self.names.items()})

    def derivative(self) -> sympy.Expr:
        """The slope in the symbol."""
        return sympy.diff(self.f, self.x)

    def second_derivative(self) -> sympy.Expr:
        """The second derivative, in partial fractions, whose signs are easy to see."""
        rational = self.f.is_rational_function(self.x)
        parts = sympy.apart(sympy.together(self.f), self.x) if rational else self.f
        terms = [sympy.factor(sympy.diff(term, self.x, 2)) for term in sympy.Add.make_args(parts)]
        return sympy.Add(*(_upright(term, self) for term in terms))

    def crossing(self) -> tuple[type[sympy.Rel], sympy.Expr] | None:
        """Solve bound < 0 for the symbol: (Lt or Gt, the one zero), None where it has no such form."""
        pattern = _pattern(self, self.f)
        if pattern not in ("rises", "falls") or self.floored:
            return None
        numerator, _ = sympy.fraction(sympy.factor(self.f))
        for point in _zeros(numerator, self.x):
            if _vanishes(self.f.xreplace({self.x: point})):
                return (sympy.Lt if pattern == "rises" else sympy.Gt), self.original(point)
        return None

    def unbounded(self, expression: sympy.Expr) -> sympy.Expr:
        """Move the range to all positive numbers: x = limit * y / (1 + y), with y written as x again."""
        if self.limit is None:
            return expression
        return expression.xreplace({self.x: self.limit * self.x / (1 + self.x)})


def _upright(term: sympy.Expr, problem: Problem) -> sympy.Expr:
    """Write the factors of a term that are negative over the range with the opposite sign."""
    factors = []
    for factor in sympy.Mul.make_args(term):
        base, exponent = factor.as_base_exp()
        turned = base.is_Add and exponent.is_Integer and _pattern(problem, base) == "negative"
        factors.append((-1) ** exponent * (-base) ** exponent if turned else factor)
    return sympy.Mul(*factors)


def _domain(
    symbol: sympy.Symbol,
    upper: sympy.Expr | None,
    least: sympy.Expr | None = None,
    most: sympy.Expr | None = None,
) -> str:
    below = "0 <" if least is None else f"{least} <="
    above = f" <= {most}" if most is not None else "" if upper is None else f" < {upper}"
    return f"{below} {symbol}{above}"


def _exact(value: sympy.Expr | Exact, name: str) -> sympy.Expr:
    """Make an expression without floats of ``value``."""
    if isinstance(value, sympy.Expr) and not isinstance(value, sympy.Number):
        if value.has(sympy.Float):
            raise BoundcheckError(f"{name} is {value}; it contains a float, write it as an exact rational")
        return value
    fraction = to_fraction(float(value) if isinstance(value, sympy.Float) else value, name)
    return sympy.Rational(fraction.numerator, fraction.denominator)


def _positive_names(
    inner: sympy.Expr, upper: sympy.Expr | None, symbol: sympy.Symbol
) -> tuple[dict[sympy.Expr, sympy.Symbol], tuple[sympy.Rel, ...]]:
    both = sympy.Tuple(inner, *([] if upper is None else [upper]))
    names: dict[sympy.Expr, sympy.Symbol] = {}
    conditions = []
    for logarithm in both.atoms(sympy.log):
        if logarithm.free_symbols and symbol not in logarithm.free_symbols:
            names[logarithm] = sympy.Symbol(str(logarithm), positive=True)
            if not _exceeds_one(logarithm.args[0]):
                conditions.append(sympy.Gt(logarithm.args[0], 1))
    for free in both.xreplace(names).free_symbols - set(names.values()):
        usual = symbols.usual(free)
        if free == symbol or free.is_nonnegative or usual.low is not None:
            names[free] = sympy.Symbol(free.name, positive=True)
            if free != symbol and not (free.is_positive or usual.open or free in symbols.SIZES):
                conditions.append(sympy.Gt(free, 0))
    return names, tuple(sorted(conditions, key=str))


def positive_names(expression: sympy.Expr) -> tuple[dict[sympy.Expr, sympy.Symbol], tuple[sympy.Rel, ...]]:
    """Return a positive symbol for every symbol and logarithm of known sign, and the conditions for that."""
    return _positive_names(expression, None, sympy.Dummy())


def _exceeds_one(argument: sympy.Expr) -> bool:
    """Tell whether an expression in numbers of attributes is known to be above 1, as 2*n is."""
    shifted = {
        free: sympy.Symbol(free.name, integer=True, nonnegative=True) + 1
        for free in argument.free_symbols
        if free in symbols.SIZES
    }
    return bool(sympy.expand(argument.xreplace(shifted) - 1).is_positive)


# --- the proof -----------------------------------------------------------------------------------------

Pattern: TypeAlias = Literal["zero", "positive", "negative", "rises", "falls", "unknown"]
"""Signs over (0, oo): constant, or negative then positive ("rises"), or positive then negative ("falls")."""


def _prove(problem: Problem, candidate: sympy.Expr) -> str:
    """Return the proof as the ``argument`` of a Tuning."""
    x = problem.x
    named = f"{problem.symbol} = {problem.original(candidate)}"
    if evident_sign(candidate) != 1 or (problem.limit is not None and evident_sign(problem.limit - candidate) != 1):
        raise UnknownOptimum(f"{named} is not known to lie in {problem.domain}")
    if not _vanishes(problem.derivative().xreplace({x: candidate})):
        raise UnknownOptimum(
            f"{named} is not the minimum of {problem.bound}: the derivative is not known to be zero there"
        )
    second = problem.second_derivative()
    shown = problem.original(second)
    floored = "; the floor is least where its inside is" if problem.floored else ""
    curvature = _pattern(problem, second)
    if curvature == "positive":
        where = "" if problem.limit is None else " for {domain}"
        return f"convex: the second derivative {{second}} is positive{where}{floored}"
    slope = _pattern(problem, problem.derivative())
    if slope == "rises":
        return f"the derivative is negative below the optimum and positive above it{floored}"
    if curvature == "negative":
        raise TuningError(f"{named} is not the minimum of {problem.bound}: the second derivative {shown} is negative")
    if slope == "falls":
        raise TuningError(f"{named} is not the minimum of {problem.bound}: it is the maximum")
    raise UnknownOptimum(
        f"no proof that {named} is the minimum of {problem.bound} over {problem.domain}: neither is the second "
        f"derivative {shown} known to be positive nor does the derivative change sign just once"
    )


def _pattern(problem: Problem, expression: sympy.Expr) -> Pattern:
    """Find the signs of an expression over the range, by Descartes' rule of signs."""
    x = problem.x
    numerator, denominator = sympy.fraction(sympy.factor(problem.unbounded(expression)))
    sign = evident_sign(denominator)
    if sign is None:
        return "unknown"
    rest = sympy.Integer(1)
    for factor in sympy.Mul.make_args(numerator):
        factor_sign = evident_sign(factor)
        if factor_sign is None:
            rest *= factor
        else:
            sign *= factor_sign
    if sign == 0:
        return "zero"
    for _ in range(_MULTIPLIERS):
        signs = _coefficient_signs(rest, x)
        if signs is None:
            break
        changes = sum(left != right for left, right in pairwise(signs))
        if changes == 0:
            return "positive" if signs[0] == sign else "negative"
        if changes == 1:
            return "falls" if signs[0] == sign else "rises"
        rest *= 1 + x  # the same signs, and by Polya's theorem fewer changes in the end
    return "unknown"


def _coefficient_signs(expression: sympy.Expr, x: sympy.Symbol) -> list[int] | None:
    """Return the signs of the non-zero coefficients by rising power of ``x``, None if one is not known."""
    powers = _powers(expression, x)
    if powers is None:
        return None
    signs = []
    for _, coefficient in sorted(powers.items()):
        sign = evident_sign(coefficient)
        if sign is None:
            return None
        signs += [sign] * (sign != 0)
    return signs or None


def _powers(expression: sympy.Expr, x: sympy.Symbol) -> dict[sympy.Rational, sympy.Expr] | None:
    """Write an expression as a sum of rational powers of ``x`` with coefficients free of it, if it is one."""
    powers: dict[sympy.Rational, sympy.Expr] = {}
    for term in sympy.Add.make_args(sympy.expand(expression)):
        coefficient, power = term.as_independent(x)
        base, exponent = power.as_base_exp()
        if power == 1:
            exponent = sympy.Integer(0)
        elif base != x or not isinstance(exponent, sympy.Rational):
            return None
        powers[exponent] = powers.get(exponent, sympy.Integer(0)) + coefficient
    return powers


def evident_sign(expression: sympy.Expr) -> int | None:
    """Return the sign that an expression has for all values of its symbols, None if that is not evident."""
    for form in (lambda e: e, sympy.expand, sympy.factor):
        shape = form(expression)
        if shape.is_positive:
            return 1
        if shape.is_negative:
            return -1
        if shape.is_zero:
            return 0
    numerator, denominator = sympy.fraction(sympy.together(expression))
    if denominator == 1:
        return None
    above, below = evident_sign(sympy.expand(numerator)), evident_sign(denominator)
    return None if above is None or below is None else above * below


# --- the stationary points -----------------------------------------------------------------------------


def _stationary_points(problem: Problem) -> list[sympy.Expr]:
    """Find positive zeros of the derivative in closed form; those below the limit are for the proof to pick."""
    numerator, _ = sympy.fraction(sympy.factor(problem.derivative()))
    return _zeros(numerator, problem.x)


def _zeros(numerator: sympy.Expr, x: sympy.Symbol) -> list[sympy.Expr]:
    """Find positive zeros of a product, in closed form."""
    points = []
    for factor in sympy.Mul.make_args(numerator):
        powers = _powers(factor.base if factor.is_Pow and factor.exp.is_Integer else factor, x)
        if powers is not None:
            points += _roots({e: c for e, c in sorted(powers.items()) if c != 0})
    return points


def _roots(powers: Mapping[sympy.Rational, sympy.Expr]) -> list[sympy.Expr]:
    """Solve a sum of two powers of x, or a quadratic in a power of x, for positive x."""
    low = min(powers)
    exponents = [exponent - low for exponent in powers]
    coefficients = list(powers.values())
    if len(exponents) == 2:
        roots = [tidy(-coefficients[0] / coefficients[1])]
    elif len(exponents) == 3 and exponents[2] == 2 * exponents[1]:
        roots = _quadratic_roots(*coefficients)
    else:
        return []
    return [root ** (1 / exponents[1]) for root in roots if evident_sign(root) == 1]


def _quadratic_roots(c: sympy.Expr, b: sympy.Expr, a: sympy.Expr) -> list[sympy.Expr]:
    """Return the roots of a*z**2 + b*z + c, written without differences of like quantities where possible."""
    if evident_sign(a) == -1:
        a, b, c = -a, -b, -c
    root = sympy.sqrt(sympy.factor(b**2 - 4 * a * c))
    if evident_sign(b) == 1:
        return [tidy(-2 * c / (b + root), rationalise=False)]
    return [tidy((root - b) / (2 * a), rationalise=False), tidy((-b - root) / (2 * a), rationalise=False)]


# --- algebra with square roots -------------------------------------------------------------------------


def _vanishes(expression: sympy.Expr) -> bool:
    return bool(tidy(expression) == 0)


def tidy(expression: sympy.Expr, *, rationalise: bool = True) -> sympy.Expr:
    """Simplify a quotient of polynomials in roots of symbols and one square root of a sum; 0 comes out as 0."""
    roots = _symbol_roots(expression)
    rational = sympy.together(expression.xreplace({symbol: root**q for symbol, (root, q) in roots.items()}))
    back = {root: symbol ** sympy.Rational(1, q) for symbol, (root, q) in roots.items()}
    simple = _without_root_of_sum(rational, rationalise=rationalise)
    forms = [simple, sympy.expand(simple)] if rationalise else [simple]
    return min((form.xreplace(back) for form in forms), key=sympy.count_ops)


def _symbol_roots(expression: sympy.Expr) -> dict[sympy.Symbol, tuple[sympy.Dummy, int]]:
    """Name the q-th root of each positive symbol that occurs with an exponent of denominator q."""
    degrees: dict[sympy.Symbol, int] = {}
    for power in sorted(expression.atoms(sympy.Pow), key=str):
        if power.base.is_Symbol and power.base.is_positive and power.exp.is_Rational:
            degrees[power.base] = math.lcm(degrees.get(power.base, 1), int(power.exp.q))
    return {symbol: (sympy.Dummy(symbol.name, positive=True), q) for symbol, q in degrees.items() if q > 1}


def _without_root_of_sum(expression: sympy.Expr, *, rationalise: bool) -> sympy.Expr:
    sums = {power.base for power in expression.atoms(sympy.Pow) if power.base.is_Add and not power.exp.is_Integer}
    if len(sums) != 1:
        return sympy.factor(expression)
    (square,) = sums
    t = sympy.Dummy("t", positive=True)
    in_t = expression.replace(lambda e: e.is_Pow and e.base == square, lambda e: t ** (2 * e.exp))
    numerator, denominator = sympy.fraction(sympy.cancel(in_t))
    if not (numerator.is_polynomial(t) and denominator.is_polynomial(t)):
        return sympy.factor(expression)
    if not rationalise:
        return sympy.factor(numerator / denominator).xreplace({t: sympy.sqrt(square)})
    a, b = _linear(numerator, t, square)
    if a == b == 0:
        return a
    c, d = _linear(denominator, t, square)
    whole, norm = sympy.factor((a + b * t) / (c + d * t)), sympy.expand(c**2 - d**2 * square)
    forms = [whole]
    if evident_sign(norm):  # else the norm might be zero where the denominator is not
        parts = (sympy.factor(part / norm) for part in (a * c - b * d * square, b * c - a * d))
        forms.append(sum(part * power for part, power in zip(parts, (1, t), strict=True)))
    return min(forms, key=sympy.count_ops).xreplace({t: sympy.sqrt(square)})


def _linear(polynomial: sympy.Expr, t: sympy.Symbol, square: sympy.Expr) -> tuple[sympy.Expr, sympy.Expr]:
    """Write a polynomial in ``t`` as a + b*t, where t**2 = ``square``."""
    parts = [sympy.Integer(0), sympy.Integer(0)]
    for (degree,), coefficient in sympy.Poly(polynomial, t).terms():
        parts[degree % 2] += coefficient * square ** (degree // 2)
    return sympy.expand(parts[0]), sympy.expand(parts[1])
