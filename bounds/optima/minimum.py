"""The minimum of a bound over one symbol, with its proof."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from fractions import Fraction
from typing import Any

import sympy

from bounds import symbols
from bounds.display import html_report, report
from bounds.errors import BoundcheckError
from bounds.expression import require_possible
from bounds.optima.algebra import Exact, exactly, positive_names, tidy
from bounds.optima.constraints import Assignments, Constraint, assignments, ends, order
from bounds.optima.problem import (
    TuningError,
    TuningProblem,
    UnknownOptimum,
    domain_text,
    proof_of,
    sign_pattern,
    stationary_points,
)

_TRIED = (1, 0, 10, 1000, Fraction(1, 10))
"""Numbers that are tried for the symbols of a bound whose minimum is not known in symbols."""


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
    unread: tuple[str, ...] = ()

    @property
    def reason(self) -> str:
        """The proof in a line."""
        return self.argument.format(second=self.second_derivative, domain=domain_text(self.symbol, self.upper))

    @property
    def assumes(self) -> tuple[str, ...]:
        """The conditions as text, such as ``U > 0``."""
        return tuple(map(str, self.conditions))

    @property
    def domain(self) -> str:
        """The range of the symbol as text."""
        return domain_text(self.symbol, self.upper, self.least, self.most)

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
        problem = TuningProblem.of(self.bound, self.symbol, self.upper)
        optimum = problem.positive(self.optimum)
        best = tidy(problem.f.xreplace({problem.x: optimum}))
        if best == 0:
            raise TuningError(f"the tuned bound is 0; no factor compares with it (bound {self.bound})")
        rho = sympy.Dummy("rho", positive=True)
        plain = problem.f.xreplace({problem.x: rho * optimum}) / best
        ratio = min(tidy(plain), plain, key=sympy.count_ops)
        if ratio.free_symbols <= {rho} and ratio.is_rational_function(rho):
            ratio = sympy.apart(ratio, rho)
        return problem.original(ratio).xreplace({rho: 1 + exactly(r, "r")})

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
            tuning = tune(bound, self.symbol, upper, subject_to=ends)
            both = tuple(dict.fromkeys((*tuning.conditions, *conditions)))
            return replace(tuning, conditions=both, unread=self.unread)
        return Tuning(
            self.symbol, bound, optimum, tuned, second, self.argument, tuple(conditions), upper, unread=self.unread
        )

    def _checked(self, symbol: sympy.Symbol, value: Exact) -> sympy.Expr:
        if symbol == self.symbol:
            raise BoundcheckError(f"{symbol} is what is tuned; give values to the other symbols")
        if symbol not in self.bound.free_symbols.union(*(end.free_symbols for end in self.constraints)):
            free = ", ".join(sorted(map(str, self.bound.free_symbols - {self.symbol})))
            raise BoundcheckError(f"the bound has no {symbol}; its other symbols are {free or 'none'}")
        exact = exactly(value, str(symbol))
        require_possible(symbol, exact, symbols.usual(symbol))
        return exact

    def __str__(self) -> str:
        lines = [
            f"{self.symbol} = {self.optimum} gives {cases_text(self.tuned)}",
            f"the minimum of {self.bound} over {self.domain}",
            self.reason,
        ]
        if self.conditions:
            lines.append(f"for {', '.join(self.assumes)}")
        if self.unread:
            lines.append(f"where the data are such that {self.symbol} keeps {', '.join(self.unread)}")
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
        lines = [("over", self.domain), ("proof", self.reason), *(("for", text) for text in self.assumes)]
        lines += [("where", text) for text in self.unread]
        return html_report(report(f"The best {self.symbol}", lines), self._latex())


def cases_text(tuned: sympy.Expr) -> str:
    """Write a Piecewise as text, case by case."""
    if not isinstance(tuned, sympy.Piecewise):
        return str(tuned)
    *cases, (last, _) = tuned.args
    return "".join(f"{value} where {condition}, " for value, condition in cases) + f"else {last}"


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

    See also: ``tune_jointly`` (several symbols), ``Claim.tune``, ``bounds.claims.two_bounds.compare``, ``boundcheck
    tune``.

    >>> from bounds import symbols as s
    >>> print(tune(s.U**2 / (2 * s.eta) + s.eta * s.l * s.X**2 / 2, s.eta, subject_to=["eta <= 1/2"]))
    eta = Min(1/2, U/(X*sqrt(l))) gives U**2 + X**2*l/4 where U/(X*sqrt(l)) > 1/2, else U*X*sqrt(l)
    the minimum of U**2/(2*eta) + X**2*eta*l/2 over 0 < eta <= 1/2
    convex: the second derivative U**2/eta**3 is positive
    for U > 0, X > 0, l > 0
    >>> tune(1 / s.tau, s.tau)
    Traceback (most recent call last):
    ...
    bounds.optima.problem.TuningError: 1/tau decreases in tau: there is no optimal tau; the infimum is at tau -> oo
    """
    values = assignments(where or {})
    if symbol in values:
        raise BoundcheckError(f"{symbol} is what is tuned; give values to the other symbols")
    if values and isinstance(bound, sympy.Expr):
        bound = bound.subs(values, simultaneous=True)
        upper = None if upper is None else exactly(upper, f"the upper end of {symbol}").subs(values, simultaneous=True)

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
    problem = TuningProblem.of(bound, symbol, upper)
    least, most = ends(symbol, subject_to, values)
    slope = sign_pattern(problem, problem.derivative())
    if slope == "zero":
        raise TuningError(f"{bound} does not depend on {symbol}; tune another symbol")
    if slope in ("positive", "negative"):
        return _at_an_end(problem, slope == "positive", least, most)
    inside = _inside(problem)
    return inside if least is most is None else _clipped(problem, inside, least, most)


def _inside(problem: TuningProblem) -> Tuning:
    """Find the minimum inside the range, with its proof."""
    bound, symbol = problem.bound, problem.symbol
    candidates = stationary_points(problem)
    if not candidates:
        raise UnknownOptimum(
            f"found no closed form, known to be positive, for the {symbol} that minimises {bound} over {problem.domain}"
        )
    failures = []
    for candidate in candidates:
        try:
            argument = proof_of(problem, candidate)
        except TuningError as error:
            failures.append(error)
            continue
        tuned = problem.original(tidy(problem.f.xreplace({problem.x: candidate})))
        return _tuning(problem, problem.original(candidate), sympy.floor(tuned) if problem.floored else tuned, argument)
    raise failures[0]


def _tuning(
    problem: TuningProblem,
    optimum: sympy.Expr,
    tuned: sympy.Expr,
    argument: str,
    least: sympy.Expr | None = None,
    most: sympy.Expr | None = None,
) -> Tuning:
    second = problem.original(problem.second_derivative())
    _, of_ends = positive_names(sympy.Tuple(*(end for end in (least, most) if end is not None)))
    conditions = tuple(sorted({*problem.conditions, *of_ends}, key=str))
    bound, symbol, upper = problem.bound, problem.symbol, problem.upper
    return Tuning(symbol, bound, optimum, tuned, second, argument, conditions, upper, least, most)


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
    bounds.optima.problem.TuningError: eta = 1 is not the minimum of -(eta - 1)**2: the second derivative -2 is negative
    """
    problem = TuningProblem.of(bound, symbol, upper)
    argument = proof_of(problem, problem.positive(exactly(candidate, f"the candidate for {symbol}")))
    return argument.format(second=problem.original(problem.second_derivative()), domain=problem.domain)


# --- numbers that help ----------------------------------------------------------------------------------


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


# --- constraints ----------------------------------------------------------------------------------------


def _at_an_end(problem: TuningProblem, increases: bool, least: sympy.Expr | None, most: sympy.Expr | None) -> Tuning:
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
    return _tuning(problem, end, tuned, argument, least, most)


def _clipped(problem: TuningProblem, inside: Tuning, least: sympy.Expr | None, most: sympy.Expr | None) -> Tuning:
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
            return _tuning(problem, end, at_end, f"{place}: {inside.argument}", least, most)
        if sign is None:
            optimum = clip(optimum, end)
            relation = sympy.Gt if beyond == 1 else sympy.Lt
            cases.append((at_end, relation(inside.optimum, end)))
    if cases:
        tuned = sympy.Piecewise(*cases, (tuned, True))
    return _tuning(problem, optimum, tuned, inside.argument, least, most)


def _require_within(problem: TuningProblem, end: sympy.Expr) -> None:
    if order(end, sympy.Integer(0)) != 1 or (problem.upper is not None and order(problem.upper, end) != 1):
        raise TuningError(f"{problem.symbol} = {end} is not known to lie in {problem.domain}; give another constraint")
