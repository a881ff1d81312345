"""Recursive descent over the tokens of a formula, one method per rule."""

from __future__ import annotations

import re
from collections.abc import Iterator
from contextlib import contextmanager

import sympy

from bounds import symbols
from bounds.errors import BoundcheckError
from bounds.expression.meaning import Meaning, Term, bits_of, constant_part
from bounds.expression.tokens import Text, Token, short
from bounds.formulas.typed import PRODUCT
from bounds.numbers import parse_rational

MAX_DEPTH = 40
MAX_ARGUMENTS = 16

_FUNCTIONS = (
    "sqrt",
    "ln",
    "log",
    "log2",
    "exp",
    "floor",
    "ceiling",
    "Max",
    "max",
    "Min",
    "min",
    "Abs",
    "abs",
)


_SAID_OF_TRIALS = ("norm", "dot", "sum", "sum_t", "max_t", "min_t", "all_t", "all_i", "member", "u", "x", "w", "y")
OF_A_TRIAL = "it is no parameter; name one that a premise bounds, such as U in norm(u, 2) <= U"


class Parser:
    """Reads one formula."""

    def __init__(self, text: str) -> None:
        self.text = Text(text)
        self.tokens = list(self.text.tokens())
        self.meaning = Meaning(self.text)
        self.at = 0
        self.depth = 0

    def error(self, what: str, position: int, remedy: str = "") -> BoundcheckError:
        """Make an error that points into the text; position 0 means the whole of it."""
        return self.text.error(what, position, remedy)

    @property
    def token(self) -> Token:
        """The next token."""
        return self.tokens[self.at]

    @property
    def adjacent(self) -> bool:
        """Whether the next token begins a factor."""
        return self.token.kind in ("name", "number") or self.token.text == "("

    def accept(self, *operators: str) -> Token | None:
        """Step over the next token if it is one of these operators."""
        token = self.token
        if token.kind != "operator" or token.text not in operators:
            return None
        self.at += 1
        return token

    def expect(self, operator: str) -> None:
        """Step over the next token, which has to be this operator."""
        if not self.accept(operator):
            raise self.unexpected(f"expected {operator!r}" + (f", or {PRODUCT}" if self.adjacent else ""))

    def unexpected(self, remedy: str = "") -> BoundcheckError:
        """Make an error about the next token."""
        token = self.token
        what = "it ends too early" if token.kind == "end" else f"unexpected {short(token.text)!r}"
        return self.error(what, token.position, remedy)

    @contextmanager
    def nested(self) -> Iterator[None]:
        """Count one level of nesting."""
        if self.depth == MAX_DEPTH:
            raise self.error(f"nested more than {MAX_DEPTH} deep", self.token.position, "simplify it")
        self.depth += 1
        yield
        self.depth -= 1

    # rules

    def expression(self) -> sympy.Expr:
        """Read the whole text: a sum, and nothing after it."""
        value = self.sum().value
        if self.token.kind != "end":
            raise self.unexpected(PRODUCT if self.adjacent else "")
        return value

    def assignment(self) -> tuple[sympy.Symbol, sympy.Expr]:
        """Read ``symbol = sum``."""
        signs = [token for token in self.tokens if token.text == "="]
        form = "write it as symbol=expression, for example eta=1/10"
        if len(signs) != 1:
            raise self.error(f"expected exactly one '=', found {len(signs)}", signs[1].position if signs else 0, form)
        if self.token.kind != "name" or self.tokens[1] is not signs[0]:
            raise self.error("no single symbol left of '='", signs[0].position, form)
        symbol = self.symbol()
        self.expect("=")
        return symbol, self.expression()

    def sum(self) -> Term:
        """Read ``product (+|-) product ...``."""
        start = self.token.position
        terms = [self.product()]
        while token := self.accept("+", "-"):
            term = self.product()
            terms.append(term if token.text == "+" else Term(-term.value, term.bits))
        if len(terms) == 1:
            return terms[0]
        total = self.meaning.settled(
            lambda: sympy.Add(*(t.value for t in terms)), sum(t.bits for t in terms) + 1, start
        )
        self.meaning.check_constant(constant_part(total.value), start)
        return total

    def product(self) -> Term:
        """Read ``signed (*|/) signed ...``."""
        start = self.token.position
        negative, factor = self.signed()
        factors = [factor]
        while token := self.accept("*", "/"):
            minus, factor = self.signed()
            negative ^= minus
            if token.text == "/":
                if factor.value.is_zero:
                    raise self.error("division by zero", token.position, "give a divisor other than zero")
                factor = self.meaning.power(factor, Term(sympy.Integer(-1), 1), token.position)
            factors.append(factor)
        # sympy multiplies -(U + 1) out, but not -(U + 1)/X: the sign belongs to the whole product
        values = [-sympy.S.One] * negative + [factor.value for factor in factors]
        if len(values) == 1:
            return factors[0]
        return self.meaning.settled(lambda: sympy.Mul(*values), sum(factor.bits for factor in factors), start)

    def signed(self) -> tuple[bool, Term]:
        """Read signs and a power; tell whether a minus remains to be applied."""
        negative = False
        while token := self.accept("+", "-"):
            negative ^= token.text == "-"
        base = self.atom()
        if token := self.accept("**"):
            with self.nested():
                minus, exponent = self.signed()
            if minus:
                exponent = Term(-exponent.value, exponent.bits)
            base = self.meaning.power(base, exponent, token.position)
        return negative, base

    def atom(self) -> Term:
        """Read a number, a symbol, a call, or a sum in parentheses."""
        token = self.token
        if token.kind == "number":
            self.at += 1
            return self.literal(token)
        if token.kind == "name":
            if token.text in _FUNCTIONS:
                return self.call()
            return Term(self.symbol())
        if self.accept("("):
            with self.nested():
                inner = self.sum()
            self.expect(")")
            return inner
        raise self.unexpected("expected a number, a symbol, a function or '('")

    def literal(self, token: Token) -> Term:
        """Read an exact number."""
        exponent = re.split("[eE]", token.text)[1:]
        try:
            if exponent and len(exponent[0]) > 6:
                raise BoundcheckError("too large an exponent")
            fraction = parse_rational(token.text)
        except BoundcheckError:
            raise self.error("a number with too large an exponent", token.position, "shorten it") from None
        value = sympy.Rational(fraction.numerator, fraction.denominator)
        return self.meaning.settled(lambda: value, bits_of(value), token.position)

    def symbol(self) -> sympy.Symbol:
        """Read a symbol of the glossary."""
        token = self.token
        self.at += 1
        if token.text in symbols.glossary():
            return symbols.lookup(token.text)
        if token.text in _FUNCTIONS:
            raise self.error(f"{token.text!r} is a function, not a symbol,", token.position)
        remedy = OF_A_TRIAL if token.text in _SAID_OF_TRIALS else symbols.remedy(token.text, _FUNCTIONS, 0.4)
        raise self.error(f"unknown name {short(token.text)!r}", token.position, remedy)

    def call(self) -> Term:
        """Read ``function(sum, ...)``."""
        token = self.token
        self.at += 1
        self.expect("(")
        with self.nested():
            arguments = [self.sum()]
            while self.accept(","):
                arguments.append(self.sum())
        self.expect(")")
        name = token.text.capitalize() if token.text in ("max", "min", "abs") else token.text
        allowed = {"log": 2, "Max": MAX_ARGUMENTS, "Min": MAX_ARGUMENTS}.get(name, 1)
        if len(arguments) > allowed:
            raise self.error(f"{token.text} of {len(arguments)} arguments", token.position, f"give at most {allowed}")
        return self.meaning.apply(name, arguments, token.position)
