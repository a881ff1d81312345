"""Formulas of numbers and parameters as sympy expressions, part by part."""

from __future__ import annotations

import sympy

from bounds import symbols
from bounds.errors import BoundcheckError
from bounds.expression.meaning import Meaning, Term, bits_of, constant_part, short
from bounds.formulas.text import Source, read_assignment, read_placed
from bounds.formulas.tree import Apply, Constant, Formula, Name
from bounds.formulas.typed import PRODUCT

MAX_LENGTH, MAX_DEPTH, MAX_ARGUMENTS = 2000, 40, 16

_FUNCTIONS = {
    **dict.fromkeys(("sqrt", "ln", "log2", "exp", "floor", "ceiling", "Abs", "abs"), 1),
    "log": 2,
    **dict.fromkeys(("Max", "max", "Min", "min"), MAX_ARGUMENTS),
}
"""The functions of parameters, and the most arguments of each."""

_JOINED = ("+", "-", "*", "/", "**")
_SAID_OF_TRIALS = ("norm", "dot", "sum", "sum_t", "max_t", "min_t", "all_t", "all_i", "member", "u", "x", "w", "y")
OF_A_TRIAL = "it is no parameter; name one that a premise bounds, such as U in norm(u, 2) <= U"


class Terms:
    """Makes an expression of one text; an error says where in the text it is."""

    def __init__(self, text: str) -> None:
        if not isinstance(text, str):
            raise BoundcheckError(f"cannot read {text!r} of type {type(text).__name__}; expected text")
        self.source = Source(text)
        if len(text) > MAX_LENGTH:
            raise self.source.error(f"it has {len(text)} characters", 0, f"use at most {MAX_LENGTH}")
        self.places: dict[int, int] = {}
        self.meaning = Meaning(self.source)

    def expression(self) -> sympy.Expr:
        """Read the whole text as an expression."""
        formula, self.places = read_placed(self.source.whole)
        return self.term(formula).value

    def assignment(self) -> tuple[sympy.Symbol, sympy.Expr]:
        """Read the text as ``symbol=expression``."""
        name, value, self.places = read_assignment(self.source.whole)
        return self.symbol(name), self.term(value).value

    def place(self, formula: Formula) -> int:
        """Return where a part stands, an operation where its sign does; 0 where the formula was not read here."""
        return self.places.get(id(formula), 0)

    def start(self, formula: Formula) -> int:
        """Return where a part begins."""
        while isinstance(formula, Apply) and formula.function in _JOINED and len(formula.arguments) == 2:
            formula = formula.arguments[0]
        return self.place(formula)

    def term(self, formula: Formula, depth: int = 0) -> Term:
        """Return a part as an expression."""
        if depth > MAX_DEPTH:
            raise self.source.error(f"nested more than {MAX_DEPTH} deep", self.place(formula), "simplify it")
        match formula:
            case Constant(value):
                number = sympy.Rational(value.numerator, value.denominator)
                return self.meaning.settled(lambda: number, bits_of(number), self.place(formula))
            case Name():
                return Term(self.symbol(formula))
            case Apply("+" | "-", (_, _)):
                return self.sum(formula, depth + 1)
            case Apply("*" | "/", _) | Apply("-", (_,)):
                return self.product(formula, depth + 1)
            case Apply("**", (base, exponent)):
                below, negative = self.unsigned(exponent)
                raised = self.term(below, depth + 1)
                power = Term(-raised.value, raised.bits) if negative else raised
                return self.meaning.power(self.term(base, depth + 1), power, self.place(formula))
        return self.call(formula, depth + 1)

    def sum(self, formula: Formula, depth: int) -> Term:
        """Return a sum of terms and negative ones; what is joined from the left is one sum."""
        joined: list[tuple[str, Formula]] = []
        first = formula
        while isinstance(first, Apply) and first.function in ("+", "-") and len(first.arguments) == 2:
            joined.append((first.function, first.arguments[1]))
            first = first.arguments[0]
        terms = [self.term(first, depth)]
        for sign, part in reversed(joined):
            term = self.term(part, depth)
            terms.append(term if sign == "+" else Term(-term.value, term.bits))
        start = self.start(formula)
        total = self.meaning.settled(
            lambda: sympy.Add(*(t.value for t in terms)), sum(t.bits for t in terms) + 1, start
        )
        self.meaning.check_constant(constant_part(total.value), start)
        return total

    def product(self, formula: Formula, depth: int) -> Term:
        """Return a product of factors and divisors; what is joined from the left is one product."""
        joined: list[tuple[Apply, Formula]] = []
        first = formula
        while isinstance(first, Apply) and first.function in ("*", "/"):
            joined.append((first, first.arguments[1]))
            first = first.arguments[0]
        first, negative = self.unsigned(first)
        factors = [self.term(first, depth)]
        for operation, part in reversed(joined):
            below, minus = self.unsigned(part)
            factor = self.term(below, depth)
            negative ^= minus
            if operation.function == "/":
                place = self.place(operation)
                if factor.value.is_zero:
                    raise self.source.error("division by zero", place, "give a divisor other than zero")
                factor = self.meaning.power(factor, Term(sympy.Integer(-1), 1), place)
            factors.append(factor)
        # sympy multiplies -(U + 1) out, but not -(U + 1)/X: the sign belongs to the whole product
        values = [-sympy.S.One] * negative + [factor.value for factor in factors]
        if len(values) == 1:
            return factors[0]
        return self.meaning.settled(
            lambda: sympy.Mul(*values), sum(factor.bits for factor in factors), self.start(formula)
        )

    def unsigned(self, formula: Formula) -> tuple[Formula, bool]:
        """Return a part without minus signs before it, and whether one remains to be applied."""
        negative = False
        while isinstance(formula, Apply) and formula.function == "-" and len(formula.arguments) == 1:
            formula, negative = formula.arguments[0], not negative
        return formula, negative

    def symbol(self, formula: Name) -> sympy.Symbol:
        """Return a symbol of the glossary."""
        name, place = formula.name, self.place(formula)
        if symbols.known(name):
            return symbols.lookup(name)
        if name in _FUNCTIONS:
            raise self.source.error(f"{name!r} is a function, not a symbol,", place)
        raise self.unknown(name, place)

    def unknown(self, name: str, place: int) -> BoundcheckError:
        """Make an error about a name."""
        remedy = OF_A_TRIAL if name in _SAID_OF_TRIALS else symbols.remedy(name, [*_FUNCTIONS], 0.4)
        return self.source.error(f"unknown name {short(name)!r}", place, remedy)

    def call(self, formula: Apply, depth: int) -> Term:
        """Return a function of terms."""
        name, place, count = formula.function, self.place(formula), len(formula.arguments)
        if symbols.known(name):
            raise self.source.error(f"{name!r} is no function", place, PRODUCT)
        if name.isidentifier() and name not in (*_FUNCTIONS, "if", "and", "or", "not"):
            raise self.unknown(name, place)
        if name not in _FUNCTIONS:
            raise self.source.error(f"unexpected {name!r}", place, "what has a value is a number")
        if not 1 <= count <= _FUNCTIONS[name]:
            most = _FUNCTIONS[name]
            raise self.source.error(
                f"{name} of {count} arguments", place, f"give at most {most}" if count else f"give one, as in {name}(l)"
            )
        arguments = [self.term(argument, depth) for argument in formula.arguments]
        name = name.capitalize() if name in ("max", "min", "abs") else name
        return self.meaning.apply(name, arguments, place)
