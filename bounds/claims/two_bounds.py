"""Which of two bounds is smaller, and where: in symbols with a proof, else by exact evaluation.

The bounds may speak of different norms, so the two U's and X's are related by substitution: a target with k
relevant attributes out of n, say, and examples in {-1, 1}^n have U = k and X = 1 for Exponentiated Update, and
U = sqrt(k) and X = sqrt(n) for the Perceptron.

>>> from boundcheck import theorem
>>> found = compare(
...     theorem("bylander.3.tuned"),
...     theorem("bylander.2.tuned"),
...     first_where={"U": "k", "X": 1},
...     second_where={"U": "sqrt(k)", "X": "sqrt(n)"},
... )
>>> print(found)
bylander.3.tuned against bylander.2.tuned
  first        sqrt(2)*k*sqrt(l)*sqrt(log(n)), at U = k, X = 1
  second       sqrt(k)*sqrt(l)*sqrt(n), at U = sqrt(k), X = sqrt(n)
  ratio        sqrt(2)*sqrt(k)*sqrt(log(n))/sqrt(n)
  smaller      the first exactly where 2*k*log(n) < n
  in k         k < n/(2*log(n))
  in n         the ratio rises up to n = E and falls from there on
  no matter    l
  for          k > 0, l > 0, n > 1
>>> found.solve("n", k=2)
'n >= 9'
>>> found.at(k=2, n=8, l=100), found.at(k=2, n=9, l=100)
(1, -1)
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from functools import cached_property
from itertools import product
from typing import Any

import sympy

from bounds import symbols
from bounds.calls import checked
from bounds.claims.asked import as_claim
from bounds.claims.claim import Claim
from bounds.display import Reported, html_report, report
from bounds.errors import BoundcheckError, Undecided, not_a_yes_or_no
from bounds.numbers import Number, enclosure_text
from bounds.numbers import compare as compare_numbers
from bounds.numbers.evaluate import Values, evaluate
from bounds.optima import Assignments, TuningError, TuningProblem, assignments, evident_sign, positive_names, tidy

ALWAYS = {
    "first": "the first, always",
    "second": "the second, always",
    "equal": "neither: they are equal",
    "first or equal": "the first, or they are equal",
    "second or equal": "the second, or they are equal",
}
LARGEST = 2**60
"""Integers beyond which ``solve`` looks for no change of sign."""


@dataclass(frozen=True, repr=False)
class BoundComparison(Reported):
    """Two bounds as expressions in common symbols, and what is known about which is smaller.

    ``first`` and ``second`` are the bounds after substitution, without a floor around them (``floored`` tells
    whether there was one: the insides are compared, and ``at`` compares the floors themselves).

    See also: ``at`` (decide exactly at numbers), ``solve`` (for which values of one symbol), ``table`` (on a grid),
    ``isolated`` (the condition solved for one symbol), ``verify.plots.plot_comparison`` (a map).
    """

    names: tuple[str, str]
    wholes: tuple[sympy.Expr, sympy.Expr]
    substitutions: tuple[Mapping[sympy.Symbol, sympy.Expr], Mapping[sympy.Symbol, sympy.Expr]] = field(repr=False)

    def __bool__(self) -> bool:
        not_a_yes_or_no(self, "comparison.verdict == 'first'")

    @property
    def first(self) -> sympy.Expr:
        """The first bound, without a floor around it."""
        return _inside(self.wholes[0])

    @property
    def second(self) -> sympy.Expr:
        """The second bound, without a floor around it."""
        return _inside(self.wholes[1])

    @property
    def floored(self) -> bool:
        """Whether one of the bounds has a floor around it."""
        return (self.first, self.second) != self.wholes

    @property
    def symbols(self) -> list[sympy.Symbol]:
        """The symbols of both bounds."""
        return sorted(self.first.free_symbols | self.second.free_symbols, key=str)

    @cached_property
    def ratio(self) -> sympy.Expr:
        """The first bound over the second, simplified."""
        ratio = (self.first / self.second).xreplace(self._names)
        return self._original(min(sympy.powsimp(sympy.factor(ratio)), sympy.simplify(ratio), key=sympy.count_ops))

    @property
    def conditions(self) -> tuple[sympy.Rel, ...]:
        """What is assumed of the symbols."""
        return positive_names(sympy.Tuple(self.first, self.second))[1]

    @cached_property
    def _names(self) -> dict[sympy.Expr, sympy.Symbol]:
        return positive_names(sympy.Tuple(self.first, self.second))[0]

    def _original(self, expression: sympy.Expr) -> sympy.Expr:
        return expression.xreplace({name: quantity for quantity, name in self._names.items()})

    # --- in symbols --------------------------------------------------------------------------------------

    @cached_property
    def verdict(self) -> str:
        """Which is smaller for all values: first, second, equal, first or equal, second or equal, or depends."""
        difference = (self.first - self.second).xreplace(self._names)
        sign = evident_sign(difference)
        monomial = _monomial(self.ratio.xreplace(self._names))
        if sign is None and monomial is not None:
            sign = evident_sign(monomial - 1)
        if sign is None:
            apart = sympy.expand_log(self.first - self.second, force=True)
            names, conditions = positive_names(apart)
            if set(conditions) <= set(self.conditions):
                sign = evident_sign(apart.xreplace(names))
        if sign is not None:
            return {-1: "first", 0: "equal", 1: "second"}[sign]
        shape = tidy(difference)
        return "second or equal" if shape.is_nonnegative else "first or equal" if shape.is_nonpositive else "depends"

    @cached_property
    def condition(self) -> sympy.Rel | None:
        """The inequality that says exactly where the first bound is smaller; None where it always or never is."""
        if self.verdict != "depends":
            return None
        power = _monomial(self.ratio.xreplace(self._names))
        if power is None:
            return sympy.Lt(self.first, self.second, evaluate=False)
        numerator, denominator = sympy.fraction(power)
        return sympy.Lt(self._original(numerator), self._original(denominator), evaluate=False)

    def isolated(self, symbol: str | sympy.Symbol) -> sympy.Rel | None:
        """Return the same solved for one symbol, such as k < n/(2*log(n)); None if it has no such closed form."""
        symbol = _symbol(symbol)
        if self.verdict != "depends" or symbol not in self.ratio.free_symbols:
            return None
        try:
            problem = TuningProblem.of(self.first - self.second, symbol, None)
        except TuningError:
            return None
        crossing = problem.crossing()
        if crossing is None:
            return None
        relation, point = crossing
        return relation(symbol, point)

    def _turning(self, symbol: sympy.Symbol) -> tuple[int, sympy.Expr] | None:
        """Return (s, c) if the ratio's slope in an integer symbol n > 1 has the sign s below n = c and -s above.

        Only for ratios constant * n**a * log(n)**b, whose logarithm has the derivative (a log(n) + b)/(n log(n)).
        """
        a, b = sympy.Integer(0), sympy.Integer(0)
        named = {name: sympy.log(symbol) for quantity, name in self._names.items() if quantity == sympy.log(symbol)}
        ratio = sympy.expand_power_base(self.ratio.xreplace(self._names), force=True)
        for factor in sympy.Mul.make_args(ratio):
            base, exponent = (part.xreplace(named) for part in factor.as_base_exp())
            base = self._original(base)
            if symbol not in base.free_symbols | exponent.free_symbols:
                continue
            if base == symbol and exponent.is_Rational:
                a += exponent
            elif base == sympy.log(symbol) and exponent.is_Rational:
                b += exponent
            else:
                return None
        if b == 0 or a == 0 or (a > 0) == (b > 0):
            return (1 if a > 0 or b > 0 else -1), sympy.oo
        return (1 if b > 0 else -1), sympy.exp(-b / a)

    # --- at numbers --------------------------------------------------------------------------------------

    def at(self, **values: Any) -> int:
        """Return the sign of first - second at exact values of all symbols: -1 where the first is smaller.

        Floors are taken into account. Raises BoundcheckError for a missing value, Undecided where enclosures
        cannot tell.
        """
        known = self._values(values)
        first, second = (evaluate(whole, known) for whole in self.wholes)
        sign = compare_numbers(first, second)
        if sign is None:
            raise Undecided(f"{self.names[0]} against {self.names[1]}", enclosure_text(first - second))
        return sign

    def _values(self, values: Mapping[Any, Any]) -> Values:
        known: dict[Any, Number] = {}
        for symbol, value in assignments(values).items():
            if symbol not in self.symbols:
                raise BoundcheckError(f"neither bound has {symbol}; they have {', '.join(map(str, self.symbols))}")
            known[symbol] = evaluate(value, {})
        cancelled = set() if self.floored else set(self.symbols) - self.ratio.free_symbols
        return {**dict.fromkeys(cancelled, Fraction(1)), **known}

    def table(self, **ranges: Sequence[Any]) -> list[tuple[dict[str, Any], int]]:
        """Decide exactly on a grid: return (values, sign of first - second) for every combination.

        >>> from bounds import symbols as s
        >>> [sign for _, sign in compare(s.U**2, 2 * s.U).table(U=[1, 2, 3])]
        [-1, 0, 1]
        """
        grid = (dict(zip(ranges, point, strict=True)) for point in product(*ranges.values()))
        return [(values, self.at(**values)) for values in grid]

    def solve(self, symbol: str | sympy.Symbol, **values: Any) -> str:
        """Return for which values of an integer symbol the first bound is smaller, as text (see ``intervals``).

        >>> from bounds import symbols as s
        >>> compare(14 * sympy.log(s.n), 5 * s.n).solve("n")
        'n = 2 or n >= 4'
        >>> compare(2 * s.k * sympy.log(s.n), s.k * s.n).solve("n", k=0)
        'no n: the bounds are equal'
        """
        symbol = _symbol(symbol)
        where = _text(symbol, self.intervals(symbol, **values))
        return f"{where}: the bounds are equal" if self._equal_at(values) else where

    def intervals(self, symbol: str | sympy.Symbol, **values: Any) -> list[tuple[int, int | None]]:
        """Return the intervals (low, high) of an integer symbol, high None for oo, where the first is smaller.

        Decided exactly, and complete: the ratio is known to rise and fall, and each change of sign is found by
        bisection. The other symbols are numbers; those that cancel need no value. A symbol inside a logarithm
        begins at 2, others at 1. Raises BoundcheckError where the ratio's shape is not known, and for values that
        break what the comparison assumes of the symbols (but equal bounds leave no interval).
        """
        symbol = _symbol(symbol)
        if not symbol.is_integer or symbol not in self.symbols:
            raise BoundcheckError(f"{symbol} is no integer symbol of the two bounds; choose another")
        if self.floored:
            raise BoundcheckError("a bound has a floor, which makes steps; use table or at")
        if symbol not in self.ratio.free_symbols:
            raise BoundcheckError(f"{symbol} does not matter: the ratio is {self.ratio}; choose another")
        if self._equal_at(values):
            return []
        self._require_conditions(values)
        turning = self._turning(symbol)
        if turning is None:
            raise BoundcheckError(f"the ratio {self.ratio} is of no known shape in {symbol}; use table or at")

        def smaller(n: int) -> bool:
            return self.at(**values, **{str(symbol): n}) < 0

        def part(slope: int, low: int, high: int | None) -> list[tuple[int, int | None]]:
            try:
                return _part(smaller, slope, low, high)
            except _NoCrossing:
                lower = self.names[0] if smaller(LARGEST) else self.names[1]
                raise BoundcheckError(
                    f"{lower} has the smaller bound up to {symbol} = {LARGEST} at least, where the search for a "
                    "crossing ends; put other values in"
                ) from None

        slope, turn = turning
        start = 2 if self.ratio.has(sympy.log(symbol)) else 1
        if turn == sympy.oo:
            return part(slope, start, None)
        top = start
        while compare_numbers(evaluate(turn, {}), Fraction(top + 1)) != -1:
            top += 1
        return _joined([*part(slope, start, top), *part(-slope, top + 1, None)])

    def _equal_at(self, values: Mapping[Any, Any]) -> bool:
        """Tell whether the bounds are the same expression once the values are put in, as they are where both are 0."""
        given = assignments(values)
        first, second = (bound.subs(given, simultaneous=True) for bound in (self.first, self.second))
        return bool(first == second)

    def _require_conditions(self, values: Mapping[Any, Any]) -> None:
        given = assignments(values)
        for condition in self.conditions:
            if condition.subs(given, simultaneous=True) == sympy.false:
                told = ", ".join(
                    f"{name} = {given[name]}" for name in sorted(condition.free_symbols & set(given), key=str)
                )
                raise BoundcheckError(f"{told}: the comparison needs {condition}; choose another value")

    # --- display -----------------------------------------------------------------------------------------

    def lines(self) -> list[tuple[str, str]]:
        """Return the comparison for people, as (name, text) pairs."""
        lines = []
        for name, whole, values in zip(("first", "second"), self.wholes, self.substitutions, strict=True):
            given = ", ".join(f"{symbol} = {value}" for symbol, value in values.items())
            lines.append((name, f"{whole}, at {given}" if given else str(whole)))
        lines.append(("ratio", str(self.ratio)))
        if self.verdict == "depends":
            lines.append(("smaller", f"the first exactly where {self.condition}"))
        else:
            lines.append(("smaller", ALWAYS[self.verdict]))
        if self.floored:
            lines.append(("", "(of the insides of the floors)"))
        if self.verdict == "depends":
            lines += self._solved()
        cancelled = [str(symbol) for symbol in self.symbols if symbol not in self.ratio.free_symbols]
        if cancelled:
            lines.append(("no matter", ", ".join(cancelled)))
        if self.conditions:
            lines.append(("for", ", ".join(map(str, self.conditions))))
        return lines

    def _solved(self) -> Iterator[tuple[str, str]]:
        for symbol in self.symbols:
            isolated = self.isolated(symbol)
            if isolated is not None:
                yield f"in {symbol}", str(isolated)
                continue
            turning = self._turning(symbol) if symbol in self.ratio.free_symbols else None
            if turning is not None:
                verbs = ("rises", "falls") if turning[0] > 0 else ("falls", "rises")
                whole = f"the ratio {verbs[0]}" if turning[1] == sympy.oo else ""
                yield (
                    f"in {symbol}",
                    whole or f"the ratio {verbs[0]} up to {symbol} = {turning[1]} and {verbs[1]} from there on",
                )

    def __str__(self) -> str:
        return report(f"{self.names[0]} against {self.names[1]}", self.lines())

    def latex(self) -> str:
        """Return the condition in LaTeX."""
        if self.condition is not None:
            return str(sympy.latex(self.condition))
        relation = {"first": "<", "second": ">", "equal": "=", "first or equal": r"\le"}.get(self.verdict, r"\ge")
        return f"{sympy.latex(self.first)} {relation} {sympy.latex(self.second)}"

    def _repr_latex_(self) -> str:
        return f"${self.latex()}$"

    def _repr_html_(self) -> str:
        return html_report(str(self), self.latex())


@checked
def compare(
    first: Claim | str | sympy.Expr,
    second: Claim | str | sympy.Expr,
    *,
    first_where: Assignments | None = None,
    second_where: Assignments | None = None,
    where: Assignments | None = None,
) -> BoundComparison:
    """Compare the bounds of two claims or their ids (or two expressions): where is the first smaller than the second?

    Where the claims measure comparator and examples in different norms and U or X stays, it becomes a symbol of its
    own in each bound, named after the norm: U1 and Xmax against U2 and X2.

    Parameters
    ----------
    first, second : Claim or str or sympy expression
        The claims, or bounds.
    first_where, second_where : Mapping, optional
        Expressions to put in for the symbols of one bound.
    where : Mapping, optional
        Expressions to put in for those of both, after that.

    Returns
    -------
    BoundComparison
        The condition under which the first is smaller, with ``at``, ``solve`` and ``table``.

    Raises
    ------
    BoundcheckError
        For a bound that is not known to be positive.

    See Also
    --------
    Claim.tune : the best rate first.
    verify.plots.plot_comparison : a map, as ``boundcheck plot comparison`` draws it.

    Examples
    --------
    >>> from boundcheck import theorem
    >>> compare("bylander.11", "bylander.5").verdict
    'first'
    >>> print(compare(theorem("bylander.6"), theorem("bylander.5")).condition)
    2*U1**2*Xmax**2*log(n) < U2**2*X2**2
    """
    first, second = (as_claim(given) if isinstance(given, str) else given for given in (first, second))
    shared = assignments(where or {})
    wholes, names, substitutions = [], [], []
    apart = isinstance(first, Claim) and isinstance(second, Claim) and _norms(first) != _norms(second)
    for given, own in ((first, first_where), (second, second_where)):
        values = assignments(own or {})
        bound = given.bound if isinstance(given, Claim) else given
        for symbol in values:
            if symbol not in bound.free_symbols:
                raise BoundcheckError(f"the bound {bound} has no {symbol} to put a value in for")
        if apart and isinstance(given, Claim):
            norms = {
                s: n for s, n in _norms(given).items() if s in bound.free_symbols and s not in {**shared, **values}
            }
            bound = bound.subs(norms, simultaneous=True)
        wholes.append(bound.subs(values, simultaneous=True).subs(shared, simultaneous=True))
        names.append(given.id if isinstance(given, Claim) else str(given))
        substitutions.append({**values, **{s: v for s, v in shared.items() if s in bound.free_symbols}})
    for symbol in shared:
        if not any(symbol in values for values in substitutions):
            raise BoundcheckError(f"neither bound has {symbol} to put a value in for")
    comparison = BoundComparison((names[0], names[1]), (wholes[0], wholes[1]), (substitutions[0], substitutions[1]))
    for name, bound in zip(names, (comparison.first, comparison.second), strict=True):
        if evident_sign(bound.xreplace(positive_names(bound)[0])) != 1:
            raise BoundcheckError(f"the bound {bound} of {name} is not known to be positive; put values in")
    return comparison


_NORMS = {
    "euclidean": {symbols.U: sympy.Symbol("U2", positive=True), symbols.X: sympy.Symbol("X2", positive=True)},
    "entropic": {symbols.U: sympy.Symbol("U1", positive=True), symbols.X: sympy.Symbol("Xmax", positive=True)},
}


def _norms(claim: Claim) -> dict[sympy.Symbol, sympy.Symbol]:
    if claim.geometry is None:
        return {}
    return _NORMS["euclidean" if claim.geometry.name == "euclidean" else "entropic"]


def _inside(bound: sympy.Expr) -> sympy.Expr:
    return bound.args[0] if isinstance(bound, sympy.floor) else bound


def _symbol(symbol: str | sympy.Symbol) -> sympy.Symbol:
    return symbols.lookup(symbol) if isinstance(symbol, str) else symbol


def _monomial(ratio: sympy.Expr) -> sympy.Expr | None:
    """Raise a product of rational powers of positive quantities to the power that makes its exponents whole."""
    exponents = []
    for factor in sympy.Mul.make_args(ratio):
        base, exponent = factor.as_base_exp()
        if not (exponent.is_Rational and base.is_positive) or base.is_Add:
            return None
        exponents.append(exponent)
    common = sympy.ilcm(*(exponent.q for exponent in exponents), 1)
    return sympy.powdenest(sympy.expand_power_base(ratio**common), force=True)


class _NoCrossing(Exception):
    """No change of sign up to LARGEST."""


def _part(smaller: Callable[[int], bool], slope: int, low: int, high: int | None) -> list[tuple[int, int | None]]:
    """Return where in low..high the ratio, which rises (slope 1) or falls (-1) there, is below 1: an interval."""
    if high is not None and high < low:
        return []
    begins = smaller(low)
    if begins == (slope < 0):  # and so it stays
        return [(low, high)] if begins else []
    end = low
    while smaller(end) == begins:
        if end == high:
            return [(low, high)] if begins else []
        if end > LARGEST:
            raise _NoCrossing
        end = 2 * end if high is None else min(2 * end, high)
    same, other = low, end
    while other - same > 1:
        middle = (same + other) // 2
        same, other = (middle, other) if smaller(middle) == begins else (same, middle)
    return [(low, same)] if begins else [(other, high)]


def _joined(parts: Sequence[tuple[int, int | None]]) -> list[tuple[int, int | None]]:
    """Join intervals of integers where they touch."""
    joined: list[tuple[int, int | None]] = []
    for low, high in parts:
        if joined and joined[-1][1] == low - 1:
            joined[-1] = (joined[-1][0], high)
        else:
            joined.append((low, high))
    return joined


def _text(symbol: sympy.Symbol, parts: Sequence[tuple[int, int | None]]) -> str:
    """Write intervals of integers."""
    shown = []
    for low, high in parts:
        one = f"{symbol} >= {low}" if high is None else f"{low} <= {symbol} <= {high}"
        shown.append(f"{symbol} = {low}" if low == high else one)
    return " or ".join(shown) or f"no {symbol}"
