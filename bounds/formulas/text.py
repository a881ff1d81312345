"""Formulas as text: reading and writing. Nothing read is ever run as code.

In the order in which they bind, the loosest first: ``a if c else b``; ``or``; ``and``; ``not``; one relation
``< <= == != >= >``; ``+ -``; ``* /``; the minus sign; ``**``, which is right associative and binds tighter than a minus
on its left. Numbers are whole or decimal, and exact; functions are applied as in ``min(C, 1/xx)``, and ``if(c, a, b)``
is ``a if c else b``. A set such as ``{0, 1}`` stands in ``member(x, {0, 1})`` alone.

>>> write(read("w + eta*y*x if y*yhat <= 0 else w"))
'w + eta*y*x if y*yhat <= 0 else w'
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from fractions import Fraction

from bounds.errors import BoundcheckError
from bounds.formulas.tree import RELATIONS, Apply, Constant, Formula, Name
from bounds.formulas.typed import PRODUCT, how_typed
from bounds.numbers import parse_rational

MAX_LENGTH, MAX_DEPTH, MAX_DIGITS = 20_000, 100, 400

_NAME_OR_SIGN = r"(?P<name>[A-Za-z_]\w*)|(?P<sign>\*\*|[<>=!]=|[-+*/(),<>{}])"
_TOKEN = re.compile(rf"(?P<number>\d+(?:\.\d+)?)|{_NAME_OR_SIGN}", re.ASCII)
_TYPED = re.compile(rf"(?P<number>(?:\d+(?:\.\d*)?|\.\d+)(?:[eE][+-]?\d+)?)|{_NAME_OR_SIGN}|(?P<equal>=)", re.ASCII)
_WORDS = ("if", "else", "and", "or", "not")
_LEVELS = {"if": 0, "or": 1, "and": 2} | dict.fromkeys(RELATIONS, 4)
_LEVELS |= {"+": 5, "-": 5, "*": 6, "/": 6, "**": 8}
_ATOM = 9


@dataclass(frozen=True, slots=True)
class _Token:
    kind: str
    text: str
    position: int


def read(text: str) -> Formula:
    """Read a formula.

    Raises BoundcheckError, with the position, for what is none, and for what is longer than 20,000 characters, nested
    more than 100 deep, has more than 100 operations in a row or numbers of more than 400 digits.

    >>> read("2*x")
    Apply(function='*', arguments=(Constant(value=Fraction(2, 1)), Name(name='x')))
    >>> read("w + @")
    Traceback (most recent call last):
    ...
    bounds.errors.BoundcheckError: cannot read 'w + @': unexpected '@' at position 5
    """
    tree = _Reader(text).formula()
    level: list[Formula] = [tree]
    for _ in range(MAX_DEPTH):
        level = [a for formula in level if isinstance(formula, Apply) for a in formula.arguments]
    if level:
        raise BoundcheckError(
            f"the formula has more than {MAX_DEPTH} operations in a row or one within the other; define parts of it"
        )
    return tree


def as_typed(text: str) -> Formula:
    """Read a formula of numbers and parameters as it is typed: see ``read_placed``.

    >>> write(as_typed("1 - .5*eta"))
    '1 - (1/2)*eta'
    """
    return read_placed(text)[0]


def read_placed(text: str) -> tuple[Formula, dict[int, int]]:
    """Read a formula of numbers and parameters as it is typed, and where its parts stand, counted from 1.

    A number may have an exponent, and a plus sign before it. Where a part stands, an operation where its sign does, is
    said by the part's id.

    >>> formula, places = read_placed("U + 1e-3")
    >>> write(formula), places[id(formula)]
    ('U + (1/1000)', 3)
    """
    reader = _Reader(text, of_numbers=True)
    return reader.formula(), reader.places


@dataclass(frozen=True, slots=True)
class Source:
    """A text that is read, and errors that point into it."""

    whole: str

    @property
    def quoted(self) -> str:
        """The text, quoted and shortened."""
        return repr(self.whole if len(self.whole) <= 80 else f"{self.whole[:77]}...")

    def error(self, what: str, position: int = 0, remedy: str = "") -> BoundcheckError:
        """Make an error about what stands at a position, counted from 1; 0 means the whole."""
        where = f" at position {position}" if position else ""
        return BoundcheckError(f"cannot read {self.quoted}: {what}{where}{'; ' + remedy if remedy else ''}")


ASSIGNMENT = "write it as symbol=expression, for example eta=1/10"


def read_assignment(text: str) -> tuple[Name, Formula, dict[int, int]]:
    """Read ``symbol=formula`` as it is typed; return both sides, and where their parts stand."""
    reader = _Reader(text, of_numbers=True)
    left, sign = reader.part(0), reader.tokens[-1]
    if not reader.accept("="):
        raise reader.unexpected(sign, ASSIGNMENT)
    if not isinstance(left, Name):
        raise reader.source.error("no single symbol left of '='", sign.position, ASSIGNMENT)
    return left, reader.formula(), reader.places


class _Reader:
    """Reads one text; what is typed as a number may have an exponent and a sign too, and be long."""

    def __init__(self, text: str, *, of_numbers: bool = False) -> None:
        if not isinstance(text, str):
            raise BoundcheckError(f"a formula is a text such as 'w + eta*y*x', not {text!r}")
        if len(text) > MAX_LENGTH:
            raise BoundcheckError(f"the formula has {len(text)} characters; at most {MAX_LENGTH} are read")
        self.source, self.of_numbers = Source(text), of_numbers
        self.tokens = self._tokens()
        self.depth = 0
        self.places: dict[int, int] = {}

    def _tokens(self) -> list[_Token]:
        tokens, position, text = [], 0, self.source.whole
        while position < len(text):
            if text[position] in " \t":
                position += 1
                continue
            match = (_TYPED if self.of_numbers else _TOKEN).match(text, position)
            if match is None:
                raise self.unexpected(_Token("sign", text[position], position + 1))
            kind, token = str(match.lastgroup), match.group()
            if kind == "number" and len(token) > MAX_DIGITS and not self.of_numbers:
                raise BoundcheckError(f"a number has {len(token)} digits; at most {MAX_DIGITS} are read")
            tokens.append(_Token("sign" if token in (*_WORDS, "=") else kind, token, position + 1))
            position = match.end()
        return [_Token("end", "", position + 1), *reversed(tokens)]

    def unexpected(self, token: _Token, remedy: str = "") -> BoundcheckError:
        """Make an error about a token."""
        text = token.text
        begins = text == "(" or (text[:1].isascii() and text[:1].isalnum() and text not in _WORDS)
        if not remedy:
            remedy = PRODUCT if begins else how_typed(text, of_trials=not self.of_numbers) if len(text) == 1 else ""
        what = f"unexpected {text[:60]!r}" if text else "it ends too early"
        return self.source.error(what, token.position, remedy)

    def _deep(self) -> BoundcheckError:
        return self.source.error(f"it is nested more than {MAX_DEPTH} deep", 0, "define parts of it")

    def placed(self, formula: Formula, position: int) -> Formula:
        """Remember where a part of the formula stands."""
        self.places[id(formula)] = position
        return formula

    @property
    def next(self) -> str:
        return self.tokens[-1].text if self.tokens[-1].kind == "sign" else ""

    def accept(self, *signs: str) -> str:
        return self.tokens.pop().text if self.next in signs and self.next else ""

    def expect(self, sign: str) -> None:
        if not self.accept(sign):
            meant = how_typed(":", of_trials=True) if sign == "else" else ""
            token = self.tokens[-1]
            raise self.unexpected(token, meant if token.text or meant else f"expected {sign!r}")

    def formula(self) -> Formula:
        formula = self.part(0)
        if self.tokens[-1].kind != "end":
            raise self.unexpected(self.tokens[-1])
        return formula

    def part(self, level: int) -> Formula:
        """Read as far as the operators bind at least as tightly as ``level``."""
        self.depth += 1
        if self.depth > MAX_DEPTH:
            raise self._deep()
        formula = self.first()
        while (sign := self.next) and _LEVELS.get(sign, -1) >= level:
            formula = self.joined(formula, sign, self.tokens.pop().position)
        self.depth -= 1
        return formula

    def joined(self, left: Formula, sign: str, position: int) -> Formula:
        """Read what stands to the right of an operator."""
        level = _LEVELS[sign]
        if sign == "if":
            condition = self.part(1)
            self.expect("else")
            return self.placed(Apply("if", (condition, left, self.part(0))), position)
        right = self.part(7 if sign == "**" else level + 1)
        if sign in RELATIONS and self.next in RELATIONS:
            raise self.source.error("two relations in a row", self.tokens[-1].position, "write them with 'and' between")
        return self.placed(Apply(sign, (left, right)), position)

    def first(self) -> Formula:
        """Read what an operator may stand to the right of."""
        token = self.tokens.pop()
        formula: Formula
        if token.kind == "number":
            formula = Constant(self.number(token))
        elif token.kind == "name":
            called = bool(self.accept("("))
            formula = Apply(token.text, self.arguments(token.text)) if called else Name(token.text)
        elif token.text == "-":
            formula = Apply("-", (self.part(7),))
        elif token.text == "+" and self.of_numbers:
            return self.part(7)
        elif token.text == "not":
            formula = Apply("not", (self.part(3),))
        elif token.text == "if" and self.next == "(":
            self.tokens.pop()
            formula = Apply("if", self.arguments("if"))
        elif token.text == "(":
            formula = self.part(0)
            self.expect(")")
        else:
            raise self.unexpected(token)
        return self.placed(formula, token.position)

    def number(self, token: _Token) -> Fraction:
        """Read an exact number."""
        if not self.of_numbers:
            return Fraction(token.text)
        try:
            return parse_rational(token.text)
        except BoundcheckError:
            raise self.source.error("a number with too large an exponent", token.position, "shorten it") from None

    def arguments(self, function: str, end: str = ")") -> tuple[Formula, ...]:
        """Read what a function is applied to; the members of a set are arguments of ``member``."""
        arguments: list[Formula] = []
        while not self.accept(end):
            if arguments:
                self.expect(",")
            if function == "member" and arguments:
                self.expect("{")
                arguments += self.arguments("", "}")
                self.expect(end)
                break
            arguments.append(self.part(0))
        return tuple(arguments)


def write(formula: Formula) -> str:
    """Return the text of a formula, with the parentheses that it needs; reading it gives the formula again.

    >>> write(read("(a - (b - c))*(-d)**2")), write(read("min(1, (x))"))
    ('(a - (b - c))*(-d)**2', 'min(1, x)')
    """
    return _written(formula)[0]


def _written(formula: Formula) -> tuple[str, int]:
    """Return the text of a formula and how tightly it binds."""
    match formula:
        case Constant(value):
            if value.denominator == 1 and value >= 0:
                return str(value), _ATOM
            return f"({value})", _ATOM
        case Name(name):
            return name, _ATOM
        case Apply("if", (condition, yes, no)):
            return f"{_inside(yes, 1)} if {_inside(condition, 1)} else {_inside(no, 0)}", 0
        case Apply("-", (inside,)):
            return f"-{_inside(inside, 7)}", 7
        case Apply("not", (inside,)):
            return f"not {_inside(inside, 3)}", 3
        case Apply("**", (base, exponent)):
            return f"{_inside(base, _ATOM)}**{_inside(exponent, 7)}", 8
        case Apply(sign, (left, right)) if sign in _LEVELS:
            level = _LEVELS[sign]
            space = "" if level == 6 else " "
            first = level + (level == 4)
            return f"{_inside(left, first)}{space}{sign}{space}{_inside(right, level + 1)}", level
        case Apply(function, arguments):
            said = [_inside(argument, 0) for argument in arguments]
            if function == "member":
                said[1:] = [f"{{{', '.join(said[1:])}}}"]
            return f"{function}({', '.join(said)})", _ATOM


def _inside(formula: Formula, level: int) -> str:
    text, binds = _written(formula)
    return text if binds >= level else f"({text})"
