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

MAX_LENGTH, MAX_DEPTH, MAX_DIGITS = 20_000, 100, 400

_TOKEN = re.compile(r"(?P<number>\d+(?:\.\d+)?)|(?P<name>[A-Za-z_]\w*)|(?P<sign>\*\*|[<>=!]=|[-+*/(),<>{}])", re.ASCII)
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
    found = _Reader(text).formula()
    level: list[Formula] = [found]
    for _ in range(MAX_DEPTH):
        level = [a for formula in level if isinstance(formula, Apply) for a in formula.arguments]
    if level:
        raise BoundcheckError(
            f"the formula has more than {MAX_DEPTH} operations in a row or one within the other; define parts of it"
        )
    return found


class _Reader:
    def __init__(self, text: str) -> None:
        if not isinstance(text, str):
            raise BoundcheckError(f"a formula is a text such as 'w + eta*y*x', not {text!r}")
        if len(text) > MAX_LENGTH:
            raise BoundcheckError(f"the formula has {len(text)} characters; at most {MAX_LENGTH} are read")
        self.text = text
        self.tokens = self._tokens()
        self.depth = 0

    def _tokens(self) -> list[_Token]:
        found, position = [], 0
        while position < len(self.text):
            if self.text[position] in " \t":
                position += 1
                continue
            match = _TOKEN.match(self.text, position)
            if match is None:
                raise self._unexpected(self.text[position], position)
            kind, text = str(match.lastgroup), match.group()
            if kind == "number" and len(text) > MAX_DIGITS:
                raise BoundcheckError(f"a number has {len(text)} digits; at most {MAX_DIGITS} are read")
            found.append(_Token("sign" if text in _WORDS else kind, text, position))
            position = match.end()
        return [_Token("end", "", position), *reversed(found)]

    def _unexpected(self, text: str, position: int, remedy: str = "") -> BoundcheckError:
        shown = self.text if len(self.text) <= 80 else f"{self.text[:77]}..."
        what = f"unexpected {text!r} at position {position + 1}" if text else "it ends too early"
        begins = text == "(" or (text[:1].isascii() and text[:1].isalnum() and text not in _WORDS)
        remedy = remedy or (PRODUCT if begins else how_typed(text, of_trials=True) if len(text) == 1 else "")
        return BoundcheckError(f"cannot read {shown!r}: {what}" + (f"; {remedy}" if remedy else ""))

    @property
    def next(self) -> str:
        return self.tokens[-1].text if self.tokens[-1].kind == "sign" else ""

    def accept(self, *signs: str) -> str:
        return self.tokens.pop().text if self.next in signs and self.next else ""

    def expect(self, sign: str) -> None:
        if not self.accept(sign):
            meant = how_typed(":", of_trials=True) if sign == "else" else ""
            raise self._unexpected(self.tokens[-1].text, self.tokens[-1].position, meant)

    def formula(self) -> Formula:
        found = self.part(0)
        if self.tokens[-1].kind != "end":
            raise self._unexpected(self.tokens[-1].text, self.tokens[-1].position)
        return found

    def part(self, level: int) -> Formula:
        """Read as far as the operators bind at least as tightly as ``level``."""
        self.depth += 1
        if self.depth > MAX_DEPTH:
            raise BoundcheckError(f"the formula is nested more than {MAX_DEPTH} deep")
        found = self.first()
        while (sign := self.next) and _LEVELS.get(sign, -1) >= level:
            self.tokens.pop()
            found = self.joined(found, sign, _LEVELS[sign])
        self.depth -= 1
        return found

    def joined(self, left: Formula, sign: str, level: int) -> Formula:
        """Read what stands to the right of an operator."""
        if sign == "if":
            condition = self.part(1)
            self.expect("else")
            return Apply("if", (condition, left, self.part(0)))
        found = Apply(sign, (left, self.part(7 if sign == "**" else level + 1)))
        if sign in RELATIONS and self.next in RELATIONS:
            raise BoundcheckError(
                f"cannot read {self.text!r}: two relations in a row at position {self.tokens[-1].position + 1}; "
                "write them with 'and' between"
            )
        return found

    def first(self) -> Formula:
        """Read what an operator may stand to the right of."""
        token = self.tokens.pop()
        if token.kind == "number":
            return Constant(Fraction(token.text))
        if token.kind == "name":
            return Apply(token.text, self.arguments(token.text)) if self.accept("(") else Name(token.text)
        if token.text == "-":
            return Apply("-", (self.part(7),))
        if token.text == "not":
            return Apply("not", (self.part(3),))
        if token.text == "if" and self.next == "(":
            self.tokens.pop()
            return Apply("if", self.arguments("if"))
        if token.text != "(":
            raise self._unexpected(token.text, token.position)
        found = self.part(0)
        self.expect(")")
        return found

    def arguments(self, function: str, end: str = ")") -> tuple[Formula, ...]:
        """Read what a function is applied to; the members of a set are arguments of ``member``."""
        found: list[Formula] = []
        while not self.accept(end):
            if found:
                self.expect(",")
            if function == "member" and found:
                self.expect("{")
                found += self.arguments("", "}")
                self.expect(end)
                break
            found.append(self.part(0))
        return tuple(found)


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
