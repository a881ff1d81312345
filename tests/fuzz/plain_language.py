"""A small reader of the language of rules, losses, premises and bounds, for tests alone.

It is written from the description of the language in bounds/RULES.md and imports nothing of the package, so that an
error of the package's readers does not show in it too. A text becomes a function of what its names stand for. A number
is a Fraction as long as it can be one, else an mpmath number of 60 digits; numbers that agree in 45 digits are equal.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from fractions import Fraction
from functools import cache
from math import isqrt
from typing import Any, TypeAlias

import mpmath  # type: ignore[import-untyped]

mpmath.mp.dps = 60
SAME = mpmath.mpf(10) ** -45

Value: TypeAlias = Any
"""A Fraction or mpf, a truth, or a list of numbers."""
Scope: TypeAlias = Mapping[str, Value]
Meaning: TypeAlias = Callable[[Scope], Value]


class Undefined(Exception):
    """There is no such value: a division by zero, a root of what is negative, a logarithm of what is not positive."""


class Unreadable(Exception):
    """The text is not of this language, or of a part of it that this reader does not have."""


# --- numbers --------------------------------------------------------------------------------------------------


def real(value: Value) -> Any:
    """Return a number with 60 digits."""
    return mpmath.mpf(value.numerator) / value.denominator if isinstance(value, Fraction) else value


def order(a: Value, b: Value) -> int:
    """Return -1, 0 or 1 where a is below, equal to or above b."""
    if type(a) is Fraction and type(b) is Fraction:
        return (a > b) - (a < b)
    gap = real(a) - real(b)
    if abs(gap) <= SAME * (1 + abs(real(a)) + abs(real(b))):
        return 0
    return 1 if gap > 0 else -1


def _exact(operation: Callable[[Any, Any], Any]) -> Callable[[Value, Value], Value]:
    def on(a: Value, b: Value) -> Value:
        if type(a) is Fraction and type(b) is Fraction:
            return operation(a, b)
        return operation(real(a), real(b))

    return on


def _over(a: Value, b: Value) -> Value:
    if order(b, Fraction(0)) == 0:
        raise Undefined("a division by zero")
    return _exact(lambda p, q: p / q)(a, b)


def root(a: Value) -> Value:
    """Return the square root."""
    sign = order(a, Fraction(0))
    if sign < 0:
        raise Undefined("the root of a negative number")
    if isinstance(a, Fraction):
        above, below = isqrt(a.numerator), isqrt(a.denominator)
        if above * above == a.numerator and below * below == a.denominator:
            return Fraction(above, below)
    return mpmath.sqrt(real(a)) if sign else Fraction(0)


def power(a: Value, b: Value) -> Value:
    """Return a to the power of b."""
    if isinstance(b, Fraction) and b.denominator == 1:
        if b < 0 and order(a, Fraction(0)) == 0:
            raise Undefined("a division by zero")
        return a ** int(b)
    sign = order(a, Fraction(0))
    if sign < 0:
        raise Undefined("a power of a negative number")
    if sign == 0:
        if order(b, Fraction(0)) <= 0:
            raise Undefined("a power of zero")
        return Fraction(0)
    if b == Fraction(1, 2):
        return root(a)
    return mpmath.power(real(a), real(b))


def _logarithm(a: Value) -> Value:
    if order(a, Fraction(0)) <= 0:
        raise Undefined("the logarithm of what is not positive")
    return Fraction(0) if order(a, Fraction(1)) == 0 else mpmath.log(real(a))


def _whole(a: Value, up: bool) -> Fraction:
    near = int(mpmath.nint(real(a)))
    if order(a, Fraction(near)) == 0:
        return Fraction(near)
    return Fraction(int(mpmath.ceil(real(a)) if up else mpmath.floor(real(a))))


def _each(operation: Callable[..., Value]) -> Callable[..., Value]:
    """Let an operation on numbers work entry by entry where some of its operands are vectors."""

    def on(*operands: Value) -> Value:
        if list not in map(type, operands):
            return operation(*operands)
        sizes = {len(operand) for operand in operands if isinstance(operand, list)}
        if len(sizes) > 1:
            raise Unreadable("vectors of two lengths")
        rows = [operand if isinstance(operand, list) else [operand] * max(sizes) for operand in operands]
        return [operation(*entries) for entries in zip(*rows, strict=True)]

    return on


plus = _each(_exact(lambda a, b: a + b))
minus = _each(_exact(lambda a, b: a - b))
times = _each(_exact(lambda a, b: a * b))
_SIGNS: dict[str, Callable[[int], bool]] = {
    "<=": lambda o: o <= 0,
    ">=": lambda o: o >= 0,
    "==": lambda o: o == 0,
    "!=": lambda o: o != 0,
    "<": lambda o: o < 0,
    ">": lambda o: o > 0,
}


def total(values: Sequence[Value]) -> Value:
    """Return a sum."""
    found: Value = Fraction(0)
    for value in values:
        found = plus(found, value)
    return found


def _largest(a: Value, b: Value) -> Value:
    return a if order(a, b) >= 0 else b


def _least(a: Value, b: Value) -> Value:
    return a if order(a, b) <= 0 else b


def _extreme(pick: Callable[[Value, Value], Value]) -> Callable[..., Value]:
    def on(*operands: Value) -> Value:
        rest = list(operands[0] if len(operands) == 1 and isinstance(operands[0], list) else operands)
        found = rest.pop()
        while rest:
            found = _each(pick)(found, rest.pop())
        return found

    return on


def _dot(v: Value, w: Value) -> Value:
    products = times(v, w)
    if not isinstance(products, list):
        raise Unreadable("a product of two numbers")
    return total(products)


def _norm(v: list[Value], p: Value) -> Value:
    if p == 2:
        return root(_dot(v, v))
    return power(total([power(_absolute(entry), p) for entry in v]), 1 / p)


def _absolute(a: Value) -> Value:
    return abs(a)


FUNCTIONS: dict[str, Callable[..., Value]] = {
    "abs": _each(_absolute),
    "sign": _each(lambda a: Fraction(order(a, Fraction(0)))),
    "sqrt": _each(root),
    "exp": _each(lambda a: Fraction(1) if order(a, Fraction(0)) == 0 else mpmath.exp(real(a))),
    "ln": _each(_logarithm),
    "log": _each(_logarithm),
    "log2": _each(lambda a: _over(_logarithm(a), mpmath.log(2))),
    "floor": lambda a: _whole(a, up=False),
    "ceiling": lambda a: _whole(a, up=True),
    "max": _extreme(_largest),
    "min": _extreme(_least),
    "Max": _extreme(_largest),
    "Min": _extreme(_least),
    "dot": _dot,
    "norm": _norm,
    "sum": total,
}

OVER_TRIALS: dict[str, Callable[[list[Value]], Value]] = {
    "sum_t": total,
    "max_t": lambda values: _extreme(_largest)(*values) if values else Fraction(0),
    "min_t": lambda values: _extreme(_least)(*values) if values else Fraction(0),
}

# --- texts ----------------------------------------------------------------------------------------------------

_TOKEN = re.compile(r"\s*(?:(\d+(?:\.\d+)?)|([A-Za-z_]\w*)|(\*\*|<=|>=|==|!=|[-+*/(),<>]))")
_WORDS = ("if", "else", "or", "and", "not")


def _tokens(text: str) -> Iterator[str]:
    place, text = 0, text.rstrip()
    while place < len(text):
        found = _TOKEN.match(text, place)
        if found is None:
            raise Unreadable(f"{text!r} at {place}")
        yield found.group().strip()
        place = found.end()


class _Reader:
    def __init__(self, text: str) -> None:
        self.text = text
        self.tokens = [*_tokens(text), ""]
        self.names: set[str] = set()

    def take(self, *wanted: str) -> str:
        """Return the next token and go on, if it is one of those that are wanted; else nothing."""
        return self.tokens.pop(0) if self.tokens[0] in wanted else ""

    def need(self, wanted: str) -> None:
        if not self.take(wanted):
            raise Unreadable(f"{self.text!r}: {wanted!r} is missing before {self.tokens[0]!r}")

    def choice(self) -> Meaning:
        first = self.either()
        if not self.take("if"):
            return first
        condition = self.either()
        self.need("else")
        other = self.choice()
        return lambda scope: first(scope) if condition(scope) else other(scope)

    def either(self) -> Meaning:
        found = self.both()
        while self.take("or"):
            found = (lambda a, b: lambda scope: a(scope) or b(scope))(found, self.both())
        return found

    def both(self) -> Meaning:
        found = self.denied()
        while self.take("and"):
            found = (lambda a, b: lambda scope: a(scope) and b(scope))(found, self.denied())
        return found

    def denied(self) -> Meaning:
        if self.take("not"):
            inside = self.denied()
            return lambda scope: not inside(scope)
        left = self.sums()
        relation = self.take(*_SIGNS)
        if not relation:
            return left
        right, holds = self.sums(), _SIGNS[relation]
        return lambda scope: holds(order(left(scope), right(scope)))

    def sums(self) -> Meaning:
        found = self.products()
        while sign := self.take("+", "-"):
            found = _of_two(plus if sign == "+" else minus, found, self.products())
        return found

    def products(self) -> Meaning:
        found = self.signed()
        while sign := self.take("*", "/"):
            found = _of_two(times if sign == "*" else _each(_over), found, self.signed())
        return found

    def signed(self) -> Meaning:
        if self.take("-"):
            inside = self.signed()
            return lambda scope: minus(Fraction(0), inside(scope))
        base = self.atom()
        if not self.take("**"):
            return base
        exponent = self.signed()
        return lambda scope: _each(power)(base(scope), exponent(scope))

    def atom(self) -> Meaning:
        word = self.tokens.pop(0)
        if word == "(":
            inside = self.choice()
            self.need(")")
            return inside
        if word[:1].isdigit():
            constant = Fraction(word)
            return lambda _: constant
        if not word or not (word[0].isalpha() or word[0] == "_") or word in _WORDS:
            raise Unreadable(f"{self.text!r} at {word!r}")
        if not self.take("("):
            self.names.add(word)
            return lambda scope: named(scope, word)
        inner = _Inner(self) if word in OVER_TRIALS else self
        arguments = [inner.choice()]
        while self.take(","):
            arguments.append(inner.choice())
        self.need(")")
        return _applied(word, arguments)


def _of_two(on: Callable[..., Value], a: Meaning, b: Meaning) -> Meaning:
    return lambda scope: on(a(scope), b(scope))


class _Inner(_Reader):
    """Reads what is said of each trial inside sum_t, max_t and min_t: its names are not said outside."""

    def __init__(self, outer: _Reader) -> None:
        self.text, self.tokens, self.names = outer.text, outer.tokens, set()


def _applied(function: str, arguments: list[Meaning]) -> Meaning:
    if function in OVER_TRIALS:
        over, (inside,) = OVER_TRIALS[function], arguments
        return lambda scope: over([inside({**scope, **trial}) for trial in scope["trials"]])
    if function not in FUNCTIONS:
        raise Unreadable(f"no function {function}")
    on = FUNCTIONS[function]
    return lambda scope: on(*(argument(scope) for argument in arguments))


def named(scope: Scope, name: str) -> Value:
    """Return what a name stands for."""
    if name not in scope:
        raise Unreadable(f"{name} stands for nothing")
    return scope[name]


@cache
def read(text: str) -> Meaning:
    """Return what a text means."""
    return _read(text)[0]


def names(text: str) -> frozenset[str]:
    """Return the names in a text, without those that are said of trials inside sum_t, max_t and min_t."""
    return _read(text)[1]


@cache
def _read(text: str) -> tuple[Meaning, frozenset[str]]:
    reader = _Reader(text)
    found = reader.choice()
    if reader.tokens != [""]:
        raise Unreadable(f"{text!r}: {reader.tokens[0]!r} is too much")
    return found, frozenset(reader.names)


def relation(text: str) -> tuple[str, str, str] | None:
    """Return the two sides of a text that is one relation, and the relation; None for any other text."""
    reader = _Reader(text)
    spots = [place for place, token in enumerate(reader.tokens) if token in _SIGNS]
    if len(spots) != 1 or set(reader.tokens) & {*_WORDS}:
        return None
    left, right = reader.tokens[: spots[0]], reader.tokens[spots[0] + 1 : -1]
    if left.count("(") != left.count(")"):
        return None
    return " ".join(left), reader.tokens[spots[0]], " ".join(right)
