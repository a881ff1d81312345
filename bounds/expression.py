"""Reads formulas written in glossary symbols. Nothing read is ever run as code.

The grammar is that of the bounds: ``+ - * / **``, parentheses, exact numbers, the glossary's symbols and
the functions sqrt, ln, log, log2, exp, floor, ceiling, Max, Min, Abs. Anything else is refused with its
position. Limits on length, nesting and the size of numbers keep every formula quick to read.

>>> parse_expression("U**2/(2*eta) + eta*l*X**2/2")
U**2/(2*eta) + X**2*eta*l/2
"""

from __future__ import annotations

import difflib
import re
import unicodedata
from collections.abc import Callable, Collection, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from math import comb
from typing import Any, TypeVar

import sympy
from flint import arb, fmpq
from sympy.printing.str import StrPrinter

from bounds import symbols
from bounds.domains import Domain
from bounds.errors import BoundcheckError, Undecided
from bounds.evaluate import evaluate
from bounds.numbers import Number, floor, parse_rational, require_sign, working_precision

_T = TypeVar("_T")

MAX_LENGTH = 2000
MAX_DEPTH = 40
MAX_BITS = 4000
MAX_EXPONENT = 1000
MAX_ARGUMENTS = 16
MAX_TERMS = 200
MAX_TOWER = 4
"""Powers within the exponent of a power: sympy takes exponentially long to place a constant tower."""
MAX_LOG2 = 4000
"""Constants lie between 2**-4000 and 2**4000 in absolute value, zero apart."""

_PRECISION = 512
_CANCELLATION = 200
"""Most bits that a sum of constants may lose to cancellation; beyond, sympy cannot find its sign."""

_TOKEN = re.compile(
    r"""[ \t]*(?: (?P<number> (?: \d+ (?: \.\d* )? | \.\d+ ) (?: [eE][+-]?\d+ )? )
              | (?P<name> [A-Za-z_][A-Za-z_0-9]* )
              | (?P<operator> \*\* | [-+*/(),=] )
              | (?P<end> $ ) )""",
    re.VERBOSE | re.ASCII,
)
_IDENTIFIER = re.compile(r"[A-Za-z_][A-Za-z_0-9]*", re.ASCII)
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
_NODES = (
    sympy.Rational,
    sympy.Symbol,
    sympy.Add,
    sympy.Mul,
    sympy.Pow,
    sympy.exp,
    sympy.log,
    sympy.floor,
    sympy.ceiling,
    sympy.Max,
    sympy.Min,
    sympy.Abs,
)
_NOT_REAL = (sympy.I, sympy.zoo, sympy.nan, sympy.oo, -sympy.oo)


def parse_expression(text: str, extra: Collection[str] = ()) -> sympy.Expr:
    """Read ``text`` as a sympy expression in glossary symbols.

    ``extra`` names further symbols to accept; they are real. ``**`` is right associative and binds tighter
    than a minus on its left; ``log`` is natural unless given a base, as in ``log(N, 2)``; numbers are
    exact. Raises BoundcheckError, with the position, for anything outside the grammar or the limits.

    >>> parse_expression("-U**2 + 0.5*log(N, 2)")
    -U**2 + log(N)/(2*log(2))
    >>> parse_expression("U**2 @ 3")
    Traceback (most recent call last):
    ...
    bounds.errors.BoundcheckError: cannot read 'U**2 @ 3': unexpected '@' at position 6
    """
    return _Parser(text, extra).expression()


def lost_conditions(text: str) -> list[tuple[sympy.Expr, str]]:
    """Return what a text needs to have a value and its simplified expression does not: (expression, "!= 0").

    The others are ">= 0", of radicands, and "> 0", of logarithms. One that the expression needs too may be among them.

    >>> lost_conditions("U/U + sqrt(U - X)**2"), lost_conditions("U/X + sqrt(U - X)")
    ([(U, '!= 0'), (U - X, '>= 0')], [])
    """
    parser = _Parser(text, ())
    kept = _conditions(parser.expression())
    lost = []
    for expression, relation in dict.fromkeys(parser.needs):
        needed = sympy.fraction(sympy.together(expression))[0] if relation == "!= 0" else expression
        told = needed.is_nonzero if relation == "!= 0" else needed.is_positive
        if told or (relation == ">= 0" and needed.is_nonnegative):
            continue
        if needed.free_symbols and not _bases(needed) <= kept[relation]:
            lost.append((needed, relation))
    return lost


def _conditions(expression: sympy.Expr) -> dict[str, set[sympy.Expr]]:
    """Return the factors of denominators, radicands and logarithms in an expression, by what they have to be."""
    powers = expression.atoms(sympy.Pow)
    divided = set().union(*(_bases(power.base) for power in powers if power.exp.is_negative))
    rooted = set().union(*(_bases(power.base) for power in powers if power.exp.is_Rational and power.exp.q > 1))
    logarithms = set().union(*(_bases(found.args[0]) for found in expression.atoms(sympy.log)))
    return {"!= 0": divided, ">= 0": rooted, "> 0": logarithms | (divided & rooted)}


def _bases(expression: sympy.Expr) -> set[sympy.Expr]:
    factors = (factor.as_base_exp()[0] for factor in sympy.Mul.make_args(expression))
    return {factor for factor in factors if factor.free_symbols}


def as_expression(value: Any) -> sympy.Expr:
    """Return a number, a text or a sympy expression as a sympy expression; a text is read by ``parse_expression``.

    Raises BoundcheckError for anything else, for floats, and for a symbol that has the name of one of the glossary
    but is another one, as those of ``sympy.symbols`` are: they are not known to be real, or whole.

    >>> as_expression("U**2/2") == as_expression(symbols.U**2 / 2)
    True
    >>> as_expression(sympy.Symbol("U"))
    Traceback (most recent call last):
    ...
    bounds.errors.BoundcheckError: U is not the glossary's symbol U; use bounds.symbols.U, or write a text
    """
    if isinstance(value, str):
        return parse_expression(value)
    try:
        found = sympy.sympify(value, strict=True)
    except sympy.SympifyError:
        found = None
    if not isinstance(found, sympy.Expr):
        raise BoundcheckError(f"{str(value)[:60]!r} is no expression; use a number, a text or a sympy expression")
    if found.has(sympy.Float):
        raise BoundcheckError(f"{str(value)[:60]} has a float in it; write an exact number, such as '1/10'")
    for symbol in sorted(found.free_symbols, key=str):
        if symbol.name in symbols.glossary() and symbol != symbols.lookup(symbol.name):
            raise BoundcheckError(
                f"{symbol} is not the glossary's symbol {symbol}; use bounds.symbols.{symbol}, or write a text"
            )
    return found


def as_symbol(value: Any) -> sympy.Symbol:
    """Return a symbol, or the glossary's symbol of that name.

    >>> as_symbol("eta") == as_symbol(symbols.eta)
    True
    """
    return as_expression(value) if isinstance(value, sympy.Symbol) else symbols.lookup(str(value))


def require_possible(symbol: sympy.Symbol, value: sympy.Expr, domain: Domain) -> None:
    """Raise BoundcheckError for a number that the symbol cannot be."""
    if not value.is_number:
        return
    low = domain.low
    for wrong, kind in (
        (domain.whole and not value.is_integer, "an integer"),
        (domain.open and value <= low, "positive" if low == 0 else f"more than {low}"),
        (low is not None and value < low, f"at least {low}"),
    ):
        if wrong == True:  # noqa: E712 - an inequality of sympy may be neither
            raise BoundcheckError(f"{symbol} is {value}; it must be {kind}")


def parse_assignment(text: str) -> tuple[sympy.Symbol, sympy.Expr]:
    """Read ``symbol=expression`` and return both sides.

    >>> parse_assignment("eta = 1/X**2")
    (eta, X**(-2))
    """
    return _Parser(text, ()).assignment()


def parse_number(text: str) -> Number:
    """Read an expression without symbols and evaluate it exactly.

    >>> parse_number("1/10"), print(parse_number("sqrt(2)/3"))
    1/3*sqrt(2)
    (Fraction(1, 10), None)
    """
    parser = _Parser(text, ())
    expression = parser.expression()
    names = sorted(str(symbol) for symbol in expression.free_symbols)
    if names:
        raise BoundcheckError(
            f"cannot read {parser.shown} as a number: it contains {', '.join(names)}; use numbers only"
        )
    return parser.number(expression, 0)


def _tower(expression: sympy.Expr) -> int:
    """Return how deep powers are nested in exponents."""
    if isinstance(expression, sympy.Pow | sympy.exp):
        base, exponent = expression.as_base_exp()
        return max(_tower(base), 0 if exponent.is_Rational else 1 + _tower(exponent))
    return max(map(_tower, expression.args), default=0)


def format_expression(expression: sympy.Expr, extra: Collection[str] = ()) -> str:
    """Write ``expression`` as text that ``parse_expression`` reads back to an equal expression.

    Raises BoundcheckError for an expression outside the grammar. An expression that sympy holds unevaluated,
    such as 2*(U + X), comes back in sympy's usual form.

    >>> format_expression(sympy.sqrt(symbols.l) * sympy.E)
    'exp(1)*sqrt(l)'
    """
    if not isinstance(expression, sympy.Expr):
        raise BoundcheckError(
            f"cannot write {expression!r} of type {type(expression).__name__}; give a sympy expression"
        )
    for node in sympy.preorder_traversal(expression):
        if not isinstance(node, _NODES) and node is not sympy.E:
            raise BoundcheckError(f"cannot write {type(node).__name__} {_short(repr(node))} in the grammar of bounds")
        if isinstance(node, sympy.Rational) and _bits(node) > MAX_BITS:
            raise BoundcheckError(f"cannot write a number of {_bits(node)} bits; the limit is {MAX_BITS}")
    text: str = _Printer().doprint(expression)
    again = parse_expression(text, extra)
    if again != expression and again != _rebuilt(expression):
        raise BoundcheckError(
            f"cannot write {_short(text)!r}: it reads back as {_short(str(again))!r}, "
            "a different expression; build it from bounds.symbols"
        )
    return text


class _Printer(StrPrinter):  # type: ignore[misc]
    """Writes as sympy does, except for what the parser would take for something else."""

    def _print_Exp1(self, expr: object) -> str:  # noqa: ARG002, N802 - called by sympy
        return "exp(1)"

    def _print_Mul(self, expr: sympy.Expr) -> str:  # noqa: N802 - called by sympy
        divisor = expr.as_coeff_Mul()[0].q
        if divisor != 1 and any(factor.is_Pow and factor.base.is_Add for factor in expr.args):
            return f"{self._print(expr * divisor)}/{divisor}"  # 1/(2*(U + 1)) would read as 1/(2*U + 2)
        text: str = super()._print_Mul(expr)
        return text


def _rebuilt(expression: sympy.Expr) -> sympy.Expr:
    if not expression.args:
        return expression
    lattice = isinstance(expression, sympy.Max | sympy.Min | sympy.Abs | sympy.floor | sympy.ceiling)
    return expression if lattice else expression.func(*map(_rebuilt, expression.args))


# --- the parser ----------------------------------------------------------------------------------------


@dataclass(frozen=True)
class _Token:
    kind: str
    text: str
    position: int


@dataclass(frozen=True)
class _Term:
    """An expression, and the most bits that any rational number in it could need."""

    value: sympy.Expr
    bits: int = 0


@dataclass
class _Parser:
    """Recursive descent, one method per rule; positions are counted from 1."""

    text: str
    extra: Collection[str]
    at: int = 0
    depth: int = 0
    balls: dict[sympy.Expr, tuple[arb, arb]] = field(default_factory=dict)
    needs: list[tuple[sympy.Expr, str]] = field(default_factory=list)
    """What has to be "!= 0", ">= 0" or "> 0" for the text to have a value."""

    def __post_init__(self) -> None:
        if not isinstance(self.text, str):
            raise BoundcheckError(f"cannot read {self.text!r} of type {type(self.text).__name__}; expected text")
        for name in self.extra:
            if not _IDENTIFIER.fullmatch(name) or name in _FUNCTIONS:
                raise BoundcheckError(
                    f"{name!r} cannot name a symbol; use letters, digits and _, and no function's name"
                )
        if len(self.text) > MAX_LENGTH:
            raise BoundcheckError(
                f"cannot read {self.shown}: it has {len(self.text)} characters; use at most {MAX_LENGTH}"
            )
        self.tokens = list(self._tokenise())

    @property
    def shown(self) -> str:
        """The text, quoted and shortened, for messages."""
        return repr(_short(self.text))

    def error(self, what: str, position: int, remedy: str = "") -> BoundcheckError:
        """Make an error that points into the text; position 0 means the whole of it."""
        where = f" at position {position}" if position else ""
        return BoundcheckError(f"cannot read {self.shown}: {what}{where}{'; ' + remedy if remedy else ''}")

    def _tokenise(self) -> Iterator[_Token]:
        index = 0
        while True:
            match = _TOKEN.match(self.text, index)
            if match is None or (match["end"] is not None and match.end() < len(self.text)):
                blank = len(self.text[index:]) - len(self.text[index:].lstrip(" \t"))
                character = self.text[index + blank]
                raise self.error(f"unexpected {character!r}", index + blank + 1, _typed(character))
            kind = str(match.lastgroup)
            yield _Token(kind, match[kind], match.start(kind) + 1)
            if kind == "end":
                return
            index = match.end()

    @property
    def token(self) -> _Token:
        return self.tokens[self.at]

    def accept(self, *operators: str) -> _Token | None:
        """Step over the next token if it is one of these operators."""
        token = self.token
        if token.kind != "operator" or token.text not in operators:
            return None
        self.at += 1
        return token

    def expect(self, operator: str) -> None:
        if not self.accept(operator):
            raise self.unexpected(f"expected {operator!r}")

    def unexpected(self, remedy: str = "") -> BoundcheckError:
        token = self.token
        what = "it ends too early" if token.kind == "end" else f"unexpected {_short(token.text)!r}"
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
        value = self.sum().value
        if self.token.kind != "end":
            adjacent = self.token.kind in ("name", "number") or self.token.text == "("
            raise self.unexpected("write * to multiply" if adjacent else "")
        return value

    def assignment(self) -> tuple[sympy.Symbol, sympy.Expr]:
        signs = [token for token in self.tokens if token.text == "="]
        form = "write it as symbol=expression, for example eta=1/10"
        if len(signs) != 1:
            raise self.error(f"expected exactly one '=', found {len(signs)}", signs[1].position if signs else 0, form)
        if self.token.kind != "name" or self.tokens[1] is not signs[0]:
            raise self.error("no single symbol left of '='", signs[0].position, form)
        symbol = self.symbol()
        self.expect("=")
        return symbol, self.expression()

    def sum(self) -> _Term:
        start = self.token.position
        terms = [self.product()]
        while token := self.accept("+", "-"):
            term = self.product()
            terms.append(term if token.text == "+" else _Term(-term.value, term.bits))
        if len(terms) == 1:
            return terms[0]
        total = self.settled(lambda: sympy.Add(*(t.value for t in terms)), sum(t.bits for t in terms) + 1, start)
        self.check_constant(_constant_part(total.value), start)
        return total

    def product(self) -> _Term:
        start = self.token.position
        negative, factor = self.signed()
        factors = [factor]
        while token := self.accept("*", "/"):
            minus, factor = self.signed()
            negative ^= minus
            if token.text == "/":
                if factor.value.is_zero:
                    raise self.error("division by zero", token.position, "give a divisor other than zero")
                factor = self.power(factor, _Term(sympy.Integer(-1), 1), token.position)
            factors.append(factor)
        # sympy multiplies -(U + 1) out, but not -(U + 1)/X: the sign belongs to the whole product
        values = [-sympy.S.One] * negative + [factor.value for factor in factors]
        if len(values) == 1:
            return factors[0]
        return self.settled(lambda: sympy.Mul(*values), sum(factor.bits for factor in factors), start)

    def signed(self) -> tuple[bool, _Term]:
        """Read signs and a power; tell whether a minus remains to be applied."""
        negative = False
        while token := self.accept("+", "-"):
            negative ^= token.text == "-"
        base = self.atom()
        if token := self.accept("**"):
            with self.nested():
                minus, exponent = self.signed()
            if minus:
                exponent = _Term(-exponent.value, exponent.bits)
            base = self.power(base, exponent, token.position)
        return negative, base

    def atom(self) -> _Term:
        token = self.token
        if token.kind == "number":
            self.at += 1
            return self.literal(token)
        if token.kind == "name":
            if token.text in _FUNCTIONS:
                return self.call()
            return _Term(self.symbol())
        if self.accept("("):
            with self.nested():
                inner = self.sum()
            self.expect(")")
            return inner
        raise self.unexpected("expected a number, a symbol, a function or '('")

    def literal(self, token: _Token) -> _Term:
        exponent = re.split("[eE]", token.text)[1:]
        try:
            if exponent and len(exponent[0]) > 6:
                raise BoundcheckError("too large an exponent")
            fraction = parse_rational(token.text)
        except BoundcheckError:
            raise self.error("a number with too large an exponent", token.position, "shorten it") from None
        value = sympy.Rational(fraction.numerator, fraction.denominator)
        return self.settled(lambda: value, _bits(value), token.position)

    def symbol(self) -> sympy.Symbol:
        token = self.token
        self.at += 1
        if token.text in symbols.glossary():
            return symbols.lookup(token.text)
        if token.text in self.extra:
            return sympy.Symbol(token.text, real=True)
        if token.text in _FUNCTIONS:
            raise self.error(f"{token.text!r} is a function, not a symbol,", token.position)
        near = difflib.get_close_matches(token.text, [*symbols.glossary(), *self.extra, *_FUNCTIONS], 1, 0.4)
        remedy = f"did you mean {near[0]!r}?" if near else f"the glossary has {', '.join(symbols.glossary())}"
        raise self.error(f"unknown name {_short(token.text)!r}", token.position, remedy)

    def call(self) -> _Term:
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
        return self.apply(name, arguments, token.position)

    # meaning

    def apply(self, name: str, arguments: Sequence[_Term], position: int) -> _Term:
        first = arguments[0]
        match name:
            case "sqrt":
                return self.power(first, _Term(sympy.Rational(1, 2), 2), position)
            case "exp":
                return self.exponential(first, position)
            case "ln" | "log" | "log2":
                base = _Term(sympy.Integer(2), 2) if name == "log2" else arguments[-1]
                return self.logarithm(first, base if name == "log2" or len(arguments) == 2 else None, position)
            case "floor" | "ceiling":
                return self.rounded(name, first, position)
            case _:
                return self.lattice(name, arguments, position)

    def power(self, base: _Term, exponent: _Term, position: int) -> _Term:
        self.check_exponent(exponent.value, position)
        self.check_tower(exponent.value, position)
        factor = self.coefficient_bound(exponent.value, position)
        if not base.value.free_symbols and not exponent.value.free_symbols and base.value != 0:
            with working_precision(_PRECISION):
                size = abs(self.ball(base.value)).log() * self.ball(exponent.value)
            self.check_magnitude(size, position)
        if base.value == 0 and exponent.value.is_negative:
            raise self.error("division by zero", position, "give a base other than zero")
        if base.value.is_negative and not exponent.value.is_integer:
            root = exponent.value == sympy.Rational(1, 2)
            raise self.error(f"{'square root' if root else 'root or power'} of a negative number", position)
        rooted = exponent.value.is_Rational and not exponent.value.is_Integer
        if exponent.value.is_negative or rooted:
            self.needs.append((base.value, ("> 0" if exponent.value.is_negative else ">= 0") if rooted else "!= 0"))
        return self.settled(lambda: base.value**exponent.value, base.bits * factor + exponent.bits, position)

    def check_tower(self, exponent: sympy.Expr, position: int) -> None:
        if _tower(exponent) >= MAX_TOWER:
            raise self.error(f"powers nested more than {MAX_TOWER} deep in exponents", position, "name a part of it")

    def exponential(self, argument: _Term, position: int) -> _Term:
        self.check_tower(argument.value, position)
        if argument.value.free_symbols:
            bits = argument.bits * self.coefficient_bound(argument.value, position)
        else:
            size = self.ball(argument.value)
            self.check_magnitude(size, position)
            bits = argument.bits + 2 * int(abs(float(size.mid())))
        return self.settled(lambda: sympy.exp(argument.value), bits, position)

    def logarithm(self, argument: _Term, base: _Term | None, position: int) -> _Term:
        for term in (argument, base or argument):
            if term.value.is_nonpositive:
                raise self.error("logarithm of a number that is not positive", position)
            self.needs.append((term.value, "> 0"))
        if base is None:
            return self.settled(lambda: sympy.log(argument.value), argument.bits, position)
        if base.value == 1:
            raise self.error("logarithm to the base 1", position, "give another base")
        return self.settled(lambda: sympy.log(argument.value, base.value), argument.bits + base.bits, position)

    def rounded(self, name: str, argument: _Term, position: int) -> _Term:
        value, function = argument.value, sympy.floor if name == "floor" else sympy.ceiling
        if not value.free_symbols:
            number = self.number(value, position)
            integer = self.decided(lambda: floor(number) if name == "floor" else -floor(-number), position)
            result = sympy.Integer(int(integer))
            return self.settled(lambda: result, _bits(result), position)
        # sympy rounds an irrational constant part by itself, and may search for its integer part for hours
        plain = isinstance(_constant_part(value), sympy.Rational)
        return self.settled(lambda: function(value, evaluate=plain), argument.bits, position)

    def lattice(self, name: str, arguments: Sequence[_Term], position: int) -> _Term:
        """Max, Min or Abs: constants are compared exactly, symbols are left alone."""
        values = [argument.value for argument in arguments]
        bits = sum(argument.bits for argument in arguments)
        if name == "Abs":
            (value,) = values
            if value.free_symbols:
                if value.is_nonnegative or value.is_nonpositive:
                    return _Term(value if value.is_nonnegative else -value, bits)
                return self.settled(lambda: sympy.Abs(value, evaluate=False), bits, position)
            values = [value, -value]
        sign = -1 if name == "Min" else 1
        constants = [value for value in values if not value.free_symbols]
        kept = {value for value in values if value.free_symbols}
        if constants:
            best = constants[0]
            for value in constants[1:]:
                if self.order(value, best, bits, position) * sign > 0:
                    best = value
            kept.add(best)
        if len(kept) == 1:
            return _Term(kept.pop(), bits)
        function = sympy.Min if name == "Min" else sympy.Max
        return self.settled(lambda: function(*kept, evaluate=False), bits, position)

    def order(self, left: sympy.Expr, right: sympy.Expr, bits: int, position: int) -> int:
        """Return the sign of the difference of two constants."""
        difference = self.settled(lambda: left - right, bits, position).value
        number = self.number(difference, position)
        return self.decided(lambda: require_sign(number, "a maximum"), position)

    # limits

    def settled(self, build: Callable[[], sympy.Expr], bits: int, position: int) -> _Term:
        """Build an expression once its numbers are known to be small; refuse one that is not real."""
        if bits > MAX_BITS:
            raise self.error(f"a number of more than {MAX_BITS} bits could arise", position, "use smaller numbers")
        value = build()
        if value.has(*_NOT_REAL) or not isinstance(value, sympy.Expr):
            raise self.error("a result that is not a finite real number", position)
        for factor in sympy.Mul.make_args(value):
            if isinstance(factor, sympy.Pow):
                self.check_exponent(factor.exp, position)
        self.check_constant(value, position)
        return _Term(value, bits)

    def check_exponent(self, exponent: sympy.Expr, position: int) -> None:
        if isinstance(exponent, sympy.Rational) and max(abs(exponent.p), exponent.q) > MAX_EXPONENT:
            raise self.error(f"exponent {_short(str(exponent))} is too large", position, f"use at most {MAX_EXPONENT}")

    def coefficient_bound(self, exponent: sympy.Expr, position: int) -> int:
        """Bound the rational coefficients in an exponent: sympy multiplies powers of numbers out by them."""
        if not exponent.free_symbols:
            size = abs(self.ball(exponent))
            if not size < MAX_EXPONENT + 1:
                raise self.error(
                    f"exponent {_short(str(exponent))} is too large", position, f"use at most {MAX_EXPONENT}"
                )
            return int(float(size)) + 1
        factor = 1
        for term in sympy.Add.make_args(exponent):
            coefficient, _ = term.as_coeff_Mul()
            self.check_exponent(coefficient, position)
            factor = max(factor, abs(int(coefficient)) + 1)
        return factor

    def check_magnitude(self, logarithm: arb, position: int) -> None:
        if not abs(logarithm) < MAX_LOG2 * 7 / 10:
            raise self.error(f"a number beyond 2**{MAX_LOG2} or 2**-{MAX_LOG2}", position, "use a smaller exponent")

    def check_constant(self, value: sympy.Expr, position: int) -> None:
        """Refuse a constant that is huge, tiny, or a difference of nearly equal irrational numbers."""
        if value.free_symbols or isinstance(value, sympy.Rational):
            return
        with working_precision(_PRECISION):
            size, scale = self.enclosure(value)
            if not abs(size) > scale * arb(2) ** -_CANCELLATION:
                raise self.error("a sum of constants that is zero or too near to zero to tell", position, "simplify it")
            if not (abs(size) < arb(2) ** MAX_LOG2 and abs(size) > arb(2) ** -MAX_LOG2):
                raise self.error(f"a number beyond 2**{MAX_LOG2} or 2**-{MAX_LOG2}", position, "use smaller numbers")

    def ball(self, value: sympy.Expr) -> arb:
        return self.enclosure(value)[0]

    def enclosure(self, value: sympy.Expr) -> tuple[arb, arb]:
        """Enclose a constant, and its size had nothing cancelled in its sums."""
        if value not in self.balls:
            with working_precision(_PRECISION):
                self.balls[value] = self._enclose(value)
        return self.balls[value]

    def _enclose(self, value: sympy.Expr) -> tuple[arb, arb]:
        if isinstance(value, sympy.Rational):
            ball = arb(fmpq(int(value.p), int(value.q)))
        elif value is sympy.E:
            ball = arb(1).exp()
        elif isinstance(value, sympy.Add):
            parts = [self.enclosure(argument) for argument in value.args]
            return sum((p[0] for p in parts), arb(0)), sum((p[1] for p in parts), arb(0))
        elif isinstance(value, sympy.Mul):
            ball, scale = arb(1), arb(1)
            for argument in value.args:
                inner, inner_scale = self.enclosure(argument)
                ball, scale = ball * inner, scale * inner_scale
            return ball, scale
        elif isinstance(value, sympy.Pow):
            ball = self.ball(value.base) ** self.ball(value.exp)
        else:
            inner = self.ball(value.args[0])
            ball = inner.exp() if isinstance(value, sympy.exp) else inner.log()
        return ball, abs(ball)

    def number(self, value: sympy.Expr, position: int) -> Number:
        """Evaluate a constant exactly."""
        if _terms(value) > MAX_TERMS:
            raise self.error(f"a constant that multiplies out to more than {MAX_TERMS} terms", position, "simplify it")
        return self.decided(lambda: evaluate(value, {}), position)

    def decided(self, compute: Callable[[], _T], position: int) -> _T:
        try:
            return compute()
        except ZeroDivisionError:
            raise self.error("division by zero", position) from None
        except Undecided as error:
            raise self.error(str(error), position, "simplify it") from error


def _typed(character: str) -> str:
    """Say how to type what is written by hand, such as a Greek letter; nothing for what means nothing here."""
    known = {"^": "write ** for a power", "\u2212": "write - for a minus", "\u00d7": "write * to multiply"}
    known |= {"\u00b7": "write * to multiply", "\u221a": "write sqrt(...)"}
    if character in known:
        return known[character]
    name = unicodedata.name(character, "")
    if name.startswith("SUPERSCRIPT"):
        return "write ** for a power"
    letter = name.removeprefix("GREEK SMALL LETTER ").lower()
    return f"write {letter}" if letter in symbols.glossary() else ""


def _short(text: str) -> str:
    return text if len(text) <= 60 else text[:57] + "..."


def _bits(number: sympy.Expr) -> int:
    return int(number.p).bit_length() + (int(number.q).bit_length() if number.q != 1 else 0)


def _constant_part(value: sympy.Expr) -> sympy.Expr:
    return sympy.Add(*(term for term in sympy.Add.make_args(value) if not term.free_symbols))


def _terms(value: sympy.Expr) -> int:
    """Count the terms of a constant once its products and whole powers are multiplied out."""
    counts = [_terms(argument) for argument in value.args]
    if isinstance(value, sympy.Add):
        return sum(counts)
    if isinstance(value, sympy.Mul):
        result = 1
        for count in counts:
            result = min(result * count, MAX_TERMS + 1)
        return result
    if isinstance(value, sympy.Pow) and not isinstance(value.base, sympy.Rational) and value.exp.is_Rational:
        power = abs(int(value.exp.p))
        return max(*counts, min(comb(counts[0] + power - 1, power), MAX_TERMS + 1) if value.exp.q <= 2 else 1)
    return max([1, *counts])
