"""Formulas as pieces: on each piece, given by signs of terms, a formula is one sympy expression.

>>> from bounds.formulas import read
>>> for piece in pieces(read("max(0, 1 - y*yhat)"), {"y": sympy.Symbol("y"), "yhat": sympy.Symbol("yhat")}):
...     print(piece)
0 where y*yhat - 1 >= 0
-y*yhat + 1 where -y*yhat + 1 >= 0
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from fractions import Fraction
from itertools import product
from typing import Any, Literal, NamedTuple

import sympy

from bounds.errors import BoundcheckError
from bounds.formulas import RELATIONS, Apply, Constant, Formula, Name, write
from bounds.formulas.tree import OPPOSITE

Relation = Literal[">=", ">", "=="]


class Guard(NamedTuple):
    """A term compared with 0."""

    term: Any
    relation: Relation

    def __str__(self) -> str:
        return f"{self.term} {self.relation} 0"

    def put(self, values: Mapping[Any, Any]) -> Guard:
        """Return the guard with values put in for symbols."""
        return Guard(sympy.sympify(self.term).subs(values), self.relation)

    @property
    def condition(self) -> Any:
        """The guard as a relation between what is added and what is taken away.

        >>> t = sympy.Symbol("t")
        >>> Guard(2 - t**2, ">").condition
        t**2 < 2
        """
        terms = sympy.Add.make_args(sympy.expand(self.term))
        above = sympy.Add(*(term for term in terms if not term.could_extract_minus_sign()))
        below = -sympy.Add(*(term for term in terms if term.could_extract_minus_sign()))
        kind = {">=": sympy.Le, ">": sympy.Lt, "==": sympy.Eq}[self.relation]
        return kind(below, above, evaluate=False)

    def end(self, symbol: Any) -> tuple[int, Any] | None:
        """Return the end that a guard linear in a symbol gives it, and its side: 1 above, -1 below; None for another.

        The side has to be evident where all symbols are positive.

        >>> t, r = sympy.symbols("t r")
        >>> Guard(2 - r * t, ">").end(t)
        (1, 2/r)
        """
        slope = sympy.diff(self.term, symbol)
        side = next((side for side in (1, -1) if is_positive(-side * slope)), None)
        if slope.has(symbol) or side is None:
            return None
        return side, sympy.factor(-self.term.subs(symbol, 0) / slope)


Guards = tuple[Guard, ...]


def is_positive(value: Any) -> bool:
    """Tell whether an expression is positive wherever its symbols are.

    >>> is_positive(sympy.Symbol("t") + 1), is_positive(sympy.Symbol("t") - 1)
    (True, False)
    """
    value = sympy.sympify(value)
    return bool(value.subs({symbol: sympy.Dummy(positive=True) for symbol in value.free_symbols}).is_positive)


def text(expression: Any) -> str:
    """Return an expression as text, numbers first.

    >>> t = sympy.Symbol("t")
    >>> text(1 / (2 - t))
    '1/(2 - t)'
    """
    return str(sympy.sstr(expression, order="rev-lex"))


@dataclass(frozen=True)
class Piece:
    """What a formula is where the guards hold."""

    guards: Guards
    value: Any

    def __str__(self) -> str:
        return f"{self.value} where {' and '.join(map(str, self.guards))}" if self.guards else str(self.value)


ARITHMETIC: dict[str, Callable[..., Any]] = {
    "+": lambda a, b: a + b,
    "*": lambda a, b: a * b,
    "/": lambda a, b: a / b,
    "**": lambda a, b: a**b,
    "exp": sympy.exp,
    "ln": sympy.log,
    "sqrt": sympy.sqrt,
    "dot": lambda a, b: sympy.Function("dot")(*sorted((a, b), key=str)),
    "norm": lambda a, b: sympy.Function("norm")(a, b),
    "sum": sympy.Function("sum"),
}


def pieces(formula: Formula, terms: Mapping[str, Any]) -> list[Piece]:
    """Return the pieces of a formula, which together are everywhere; ``terms`` says what its names stand for.

    That is an expression, or a list of pieces.
    Raises BoundcheckError for a name that stands for nothing.
    """
    match formula:
        case Constant(value):
            return [Piece((), _number(value))]
        case Name(name):
            if name not in terms:
                raise BoundcheckError(f"{name!r} has no meaning here; use {', '.join(sorted(terms))}")
            return terms[name] if isinstance(terms[name], list) else [Piece((), terms[name])]
        case Apply("if", (condition, yes, no)):
            return [*_under(condition, True, yes, terms), *_under(condition, False, no, terms)]
        case Apply("min" | "max" as which, arguments) if len(arguments) > 1:
            return list(_extreme([pieces(a, terms) for a in arguments], which))
        case Apply("abs" | "sign" as which, (inside,)):
            return list(_by_sign(pieces(inside, terms), which))
        case Apply("-", arguments):
            return _combined(arguments, terms, lambda a, b=None: -a if b is None else a - b)
        case Apply(function, arguments) if function in ARITHMETIC:
            return _combined(arguments, terms, ARITHMETIC[function])
        case Apply(function, _) if function in (*RELATIONS, "and", "or", "not"):
            truths = ((True, 1), (False, 0))
            return [Piece(g, sympy.Integer(v)) for truth, v in truths for g in conditions(formula, truth, terms)]
    raise BoundcheckError(f"cannot split {write(formula)!r} into cases")


def everywhere(formula: Formula, terms: Mapping[str, Any]) -> Any:
    """Return what a formula is everywhere; raise BoundcheckError where it is one thing here and another there.

    >>> from bounds.formulas import read
    >>> everywhere(read("2*C"), {"C": sympy.Symbol("C")})
    2*C
    """
    parts = pieces(formula, terms)
    if len(parts) != 1 or parts[0].guards:
        raise BoundcheckError(f"{write(formula)!r} is one thing here and another there, and may not be cases here")
    return parts[0].value


def conditions(formula: Formula, truth: bool, terms: Mapping[str, Any]) -> list[Guards]:
    """Return the guards under one of which a condition is true (or, where ``truth`` is False, false)."""
    match formula:
        case Apply("not", (inside,)):
            return conditions(inside, not truth, terms)
        case Apply("and" | "or" as word, (left, right)):
            first, second = conditions(left, truth, terms), conditions(right, truth, terms)
            if (word == "and") == truth:
                return [a + b for a, b in product(first, second)]
            return [*first, *(a + b for a, b in product(conditions(left, not truth, terms), second))]
        case Apply(operator, (left, right)) if operator in RELATIONS:
            operator = operator if truth else OPPOSITE[operator]
            ways = []
            for a, b in product(pieces(left, terms), pieces(right, terms)):
                ways += [a.guards + b.guards + (guard,) for guard in _compared(a.value - b.value, operator)]
            return ways
    ways = []
    for piece in pieces(formula, terms):
        ways += [(*piece.guards, guard) for guard in _compared(piece.value, "!=" if truth else "==")]
    return ways


def _compared(term: Any, operator: str) -> list[Guard]:
    guards: dict[str, list[Guard]] = {
        "<": [Guard(-term, ">")],
        "<=": [Guard(-term, ">=")],
        "==": [Guard(term, "==")],
        "!=": [Guard(term, ">"), Guard(-term, ">")],
        ">=": [Guard(term, ">=")],
        ">": [Guard(term, ">")],
    }
    return guards[operator]


def _under(condition: Formula, truth: bool, formula: Formula, terms: Mapping[str, Any]) -> Iterator[Piece]:
    for guards, piece in product(conditions(condition, truth, terms), pieces(formula, terms)):
        yield Piece(guards + piece.guards, piece.value)


def _extreme(arguments: list[list[Piece]], which: str) -> Iterator[Piece]:
    sign = 1 if which == "max" else -1
    for chosen in product(*arguments):
        guards = sum((piece.guards for piece in chosen), ())
        for i, best in enumerate(chosen):
            others = [other for j, other in enumerate(chosen) if j != i]
            above = tuple(Guard(sympy.expand(sign * (best.value - other.value)), ">=") for other in others)
            yield Piece(guards + above, best.value)


def _by_sign(parts: Iterable[Piece], which: str) -> Iterator[Piece]:
    for piece in parts:
        for side in (1, -1):
            guard = Guard(side * piece.value, ">" if which == "sign" else ">=")
            yield Piece((*piece.guards, guard), sympy.Integer(side) if which == "sign" else side * piece.value)
        if which == "sign":
            yield Piece((*piece.guards, Guard(piece.value, "==")), sympy.Integer(0))


def _combined(arguments: tuple[Formula, ...], terms: Mapping[str, Any], apply: Callable[..., Any]) -> list[Piece]:
    parts = []
    for chosen in product(*(pieces(a, terms) for a in arguments)):
        guards: Guards = tuple(dict.fromkeys(guard for piece in chosen for guard in piece.guards))
        if not _contradictory(guards):
            parts.append(Piece(guards, apply(*(piece.value for piece in chosen))))
    return parts


def _contradictory(guards: Guards) -> bool:
    """Tell whether a term is to be positive that is 0, or not positive, by another guard."""
    positive = {guard.term for guard in guards if guard.relation == ">"}
    return any(-g.term in positive or (g.relation == "==" and g.term in positive) for g in guards)


def _number(value: Fraction) -> Any:
    return sympy.Rational(value.numerator, value.denominator)


def branches(value: Any) -> Iterator[Piece]:
    """Yield the pieces of an expression with Max and Min.

    >>> print(*branches(sympy.Max(sympy.Symbol("t"), 1)), sep="; ")
    1 where 1 - t >= 0; t where t - 1 >= 0
    """
    choices = sorted(value.atoms(sympy.Max, sympy.Min), key=lambda e: (e.count_ops(), str(e)))
    if not choices:
        yield Piece((), value)
        return
    choice = choices[0]
    sign = 1 if isinstance(choice, sympy.Max) else -1
    for best in choice.args:
        above = tuple(Guard(sign * (best - other), ">=") for other in choice.args if other != best)
        for rest in branches(value.xreplace({choice: best})):
            yield Piece(above + rest.guards, rest.value)
